"""Keywords, sections, descriptions and licences, as pages declare them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.metadata.addresses import MAX_ADDRESS_CHARS
from scrapy_treesim.reading.declared.values import CONTROL, MAX_VALUES, plain_text

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_SUBJECT_CHARS: Final = 100
"""Characters of a keyword or a section at most; what is longer is none."""
MAX_SUBJECTS: Final = 50
"""Keywords or sections of a page at most."""
MAX_LIST_CHARS: Final = 5_000
"""Characters of a list of keywords that are read."""
MAX_DESCRIPTION_CHARS: Final = 2_000
"""Characters of a description at most; what is longer is the text itself."""
MAX_NAME_CHARS: Final = 200
"""Characters of a site's name, or of what a licence is called, at most."""

_BETWEEN: Final = re.compile(r"[,;，、；|\n]")


def subjects_from(values: Iterable[str], whole: bool = False) -> tuple[str, ...]:
    """The keywords among these, each once; ``whole``: a value is one, whatever signs it has."""
    found: dict[str, str] = {}
    for value in islice(values, MAX_VALUES):
        text = plain_text(value[:MAX_LIST_CHARS], MAX_LIST_CHARS) or ""
        for part in [text] if whole else _BETWEEN.split(text):
            name = part.strip(" #\"'[]")
            if 0 < len(name) <= MAX_SUBJECT_CHARS and any(map(str.isalnum, name)):
                found.setdefault(name.casefold(), name)
    return tuple(islice(found.values(), MAX_SUBJECTS))


def description_from(value: str) -> str | None:
    """A description as plain text; None where it is empty or too long."""
    text = plain_text(value, MAX_DESCRIPTION_CHARS)
    return text if text and any(map(str.isalnum, text)) else None


def name_from(value: str) -> str | None:
    """The name of a site as plain text; None where it is an account or an address."""
    text = plain_text(value, MAX_NAME_CHARS)
    return None if text is None or text.startswith("@") or "://" in text else text


def web_address(page: Page, address: str) -> str | None:
    """The absolute address of what is on the web; None of any other."""
    address = address.strip().replace("&amp;", "&")
    if len(address) > MAX_ADDRESS_CHARS or address.startswith("#"):
        return None
    absolute = page.absolute(address)
    if absolute is None or not absolute.lower().startswith(("http://", "https://")):
        return None
    return None if CONTROL.search(absolute) else absolute


def licence_from(page: Page, value: str) -> str | None:
    """The address of a licence, made absolute, or else what it is called."""
    value = value.strip()
    if value.startswith(("http:", "https:", "/")):
        return web_address(page, value)
    return plain_text(value, MAX_NAME_CHARS)
