"""Plain values of declared texts: headlines, names, keywords, descriptions, licences."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.reading.declared.about import MAX_ADDRESS_CHARS
from scrapy_treesim.reading.declared.values import CONTROL, MAX_VALUES, plain_text

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_HEADLINE_CHARS: Final = 500
MAX_AUTHOR_CHARS: Final = 200
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

_BEFORE_SITE = re.compile(r"(?: [-–—·•:/~«»]| ?[|｜_]) ?$")
_AFTER_SITE = re.compile(r"\s*(?:[-–—·•:/~«»]\s|[|｜_])\s*")
_BY = re.compile(r"(?:(?:written|posted|published)\s+by|by|authors?)\b[\s:]*", re.I)
_NO_NAME = re.compile(r"https?:|//|www\.|^[@/]|^(?:null|none|undefined|unknown|n/a)$", re.I)
_BETWEEN: Final = re.compile(r"[,;，、；|\n]")


def headline_from(value: str) -> str | None:
    """A headline as plain text; None where it is empty or too long."""
    return plain_text(value, MAX_HEADLINE_CHARS)


def without_site(title: str, sites: Iterable[str]) -> str:
    """A title without the site's name before or after it."""
    for site in sites:
        length = len(site)
        if title[-length:].lower() == site.lower():
            match = _BEFORE_SITE.search(title[:-length])
            if match and match.start():
                return title[: match.start()]
        if title[:length].lower() == site.lower():
            match = _AFTER_SITE.match(title[length:])
            if match and match.end() < len(title) - length:
                return title[length + match.end() :]
    return title


def first_name_first(name: str) -> str:
    """First name first: ``Roy, Aniruddha`` is ``Aniruddha Roy``."""
    last, comma, first = name.partition(",")
    return f"{first} {last}" if comma and "," not in first else name


def names_from(values: Iterable[str]) -> str | None:
    """The names among these, each once, as far as there is room."""
    names: dict[str, str] = {}
    for value in islice(values, MAX_VALUES):
        text = plain_text(value, MAX_AUTHOR_CHARS) or ""
        by = _BY.match(text)
        name = (text[by.end() :] if by else text).strip(" ,;:|-")
        if any(map(str.isalpha, name)) and not _NO_NAME.search(name):
            names.setdefault(name.casefold(), name)
    joined = ""
    for name in names.values():
        longer = f"{joined}, {name}" if joined else name
        if len(longer) <= MAX_AUTHOR_CHARS:
            joined = longer
    return joined or None


def subjects_from(values: Iterable[str], whole: bool = False) -> list[str]:
    """The keywords among these, each once; ``whole``: a value is one, whatever signs it has."""
    found: dict[str, str] = {}
    for value in islice(values, MAX_VALUES):
        text = plain_text(value[:MAX_LIST_CHARS], MAX_LIST_CHARS) or ""
        for part in [text] if whole else _BETWEEN.split(text):
            name = part.strip(" #\"'[]")
            if 0 < len(name) <= MAX_SUBJECT_CHARS and any(map(str.isalnum, name)):
                found.setdefault(name.casefold(), name)
    return [*islice(found.values(), MAX_SUBJECTS)]


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


def image_address(page: Page, address: str) -> str | None:
    """The absolute address of an image; None where it is none."""
    if len(address) > MAX_ADDRESS_CHARS:
        return None
    absolute = page.absolute(address.replace("&amp;", "&"))
    return None if absolute is None or CONTROL.search(absolute) else absolute
