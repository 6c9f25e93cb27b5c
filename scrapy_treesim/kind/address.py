"""Features of a page's address."""

from __future__ import annotations

import re
from math import log1p
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from scrapy_treesim.analysis.lexicon import page_names
from scrapy_treesim.kind.feature import Feature

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_treesim.page import Page

MAX_ADDRESS_CHARS: Final = 2_000
"""Of an address, the part that is read."""

_FOLDERS: Final = {
    "detail": frozenset(page_names.ADDRESS_THINGS.split()),
    "list": frozenset(page_names.ADDRESS_LISTS.split()),
    "thread": frozenset(page_names.ADDRESS_THREADS.split()),
    "article": frozenset(page_names.ADDRESS_ARTICLES.split()),
    "other": frozenset(page_names.ADDRESS_OTHERS.split()),
}
_FOLDER_BITS: Final = {
    word: sum(1 << bit for bit, words in enumerate(_FOLDERS.values()) if word in words)
    for word in frozenset().union(*_FOLDERS.values())
}
_BITS: Final = tuple(1 << bit for bit in range(len(_FOLDERS)))
_EXTENSION = re.compile(r"\.(?:html?|php|aspx?|jsp)$")
_WORD = re.compile(r"[a-z0-9]+")
_NUMBERED = re.compile(r"(?:^|&)\w{0,20}(?:id|tid|t|p)=\d")
_SEARCHED = re.compile(r"(?:^|&)(?:q|query|s|search|k|keyword|page|sort|wd)=")
_DATED = re.compile(r"/(?:19|20)\d\d(?:[/-]\d\d?[/-]|/?\d\d[/-])")
_LONG_NUMBER = re.compile(r"\d{5}")

FEATURES: Final = (
    Feature("address", "having an address"),
    Feature("address_root", "being the site's first page"),
    Feature("address_depth", "the folders of its address"),
    Feature("address_hyphens", "the words of its address"),
    Feature("address_length", "the length of its address"),
    Feature("address_digits", "digits in its address"),
    Feature("address_number", "a number for an address"),
    Feature("address_long_number", "a long number in its address"),
    Feature("address_extension", "a file's name for an address"),
    Feature("address_query", "what its address asks for"),
    Feature("address_numbered", "a number that its address asks for"),
    Feature("address_searched", "words or pages that its address asks for"),
    Feature("address_dated", "a date in its address"),
    Feature("address_slash", "an address that ends with a slash"),
    *(Feature(f"address_in_{kind}", f"folders of its address such as {words}")
      for kind, words in (("detail", "product"), ("list", "category"), ("thread", "forum"),
                          ("article", "news"), ("other", "account"))),
    *(Feature(f"address_ends_{kind}", f"an address that ends with a word such as {words}")
      for kind, words in (("detail", "product"), ("list", "category"), ("thread", "forum"),
                          ("article", "news"), ("other", "account"))),
)  # fmt: skip
"""All 0 where the page came without an address."""


def values(page: Page) -> list[float]:
    """Measure :data:`FEATURES`."""
    try:
        parts = urlsplit(page.url[:MAX_ADDRESS_CHARS])
        path = unquote(parts.path).lower()
        query = parts.query.lower()
    except ValueError:
        return [0.0] * len(FEATURES)
    if not parts.netloc or parts.scheme == "file":
        # Where a file lies says nothing of what it is.
        return [0.0] * len(FEATURES)
    folders = [folder for folder in path.split("/") if folder]
    last = _EXTENSION.sub("", folders[-1]) if folders else ""
    around = _kinds_of(_WORD.findall("/".join(folders[:-1])))
    ending = _WORD.findall(folders[-1]) if folders else []
    # Of a longer name no word says what the page is.
    ends = _kinds_of((last, *ending) if len(ending) <= 2 else (last,))
    return [
        1.0,
        float(not folders),
        float(min(6, len(folders))),
        log1p(last.count("-") + last.count("_")),
        log1p(len(last)),
        log1p(sum(map(str.isdigit, last))),
        float(last.isdigit()),
        float(_LONG_NUMBER.search(last) is not None),
        float(bool(folders) and last != folders[-1]),
        log1p(len(query)),
        float(_NUMBERED.search(query) is not None),
        float(_SEARCHED.search(query) is not None),
        float(_DATED.search(path) is not None),
        float(path.endswith("/")),
        *[float(around & bit != 0) for bit in _BITS],
        *[float(ends & bit != 0) for bit in _BITS],
    ]


def _kinds_of(words: Iterable[str]) -> int:
    """The kinds that words of an address tell of, as bits."""
    found = 0
    for word in words:
        found |= _FOLDER_BITS.get(word, 0)
    return found
