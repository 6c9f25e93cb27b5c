"""Languages, as BCP 47 writes them."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.reading.declared.values import MAX_VALUES

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_LANGUAGE_CHARS: Final = 60

_LANGUAGE = re.compile(
    r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?:[-_.,;@\s].*)?", re.I | re.S
)
_NO_LANGUAGES: Final = frozenset(("und", "mul", "zxx", "mis"))


def language_tag(value: str) -> str | None:
    """The first language named, as BCP 47 writes it: ``zh_cn`` is ``zh-CN``."""
    match = _LANGUAGE.fullmatch(value.strip()[:MAX_LANGUAGE_CHARS])
    if match is None or match[1].lower() in _NO_LANGUAGES:
        return None
    parts = (match[1].lower(), (match[2] or "").title(), (match[3] or "").upper())
    return "-".join(filter(None, parts))


def language_of_root(page: Page) -> str | None:
    """The language that the root element has."""
    root = page.root
    names = ("lang", "xml:lang", "{http://www.w3.org/XML/1998/namespace}lang")
    found = (language_tag(said) for name in names if (said := root.get(name)))
    return next(filter(None, found), None)


def language_of_http_equiv(page: Page) -> str | None:
    """The language that a ``<meta http-equiv>`` names."""
    for meta in islice(page.root.iterfind("head/meta"), MAX_VALUES):
        if (meta.get("http-equiv") or "").strip().lower() == "content-language":
            return language_tag(meta.get("content") or "")
    return None
