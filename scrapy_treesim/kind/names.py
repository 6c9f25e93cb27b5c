"""Features of what programs name a page: the classes and ids of ``<html>`` and ``<body>``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.lexicon import page_names
from scrapy_treesim.kind.feature import KINDS, Feature
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_NAMES: Final = 80
"""Classes that are read."""
MAX_CHARS: Final = 2_000
"""Characters of them."""

_HTML, _BODY = tags.NUMBER["html"], tags.NUMBER["body"]
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD = re.compile(r"[a-z]+(?:404)?")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_THINGS, _LISTS = _words(page_names.THINGS), _words(page_names.LISTS)
_ARCHIVES, _THREADS = _words(page_names.ARCHIVES), _words(page_names.THREADS)
_ARTICLES, _SINGLE = _words(page_names.ARTICLES), _words(page_names.SINGLE)
_NAMING, _ERRORS = _words(page_names.NAMING), _words(page_names.ERRORS)
_LOGIN = _words(page_names.LOGIN)
_TELLING = frozenset().union(
    _THINGS, _LISTS, _ARCHIVES, _THREADS, _ARTICLES, _SINGLE, _ERRORS, _LOGIN
)  # fmt: skip

FEATURES: Final = tuple(
    Feature(f"named_{kind}", f"classes of its body as of the kind {kind}") for kind in KINDS
)


def values(page: Page) -> list[float]:
    """Measure :data:`FEATURES`: 1 for the kind that the page is named after, if any."""
    named = kind_named(_names_of(page))
    return [float(kind == named) for kind in KINDS]


def kind_named(names: str) -> str | None:
    """The kind that classes and ids of a body tell, as content management systems write them.

    >>> kind_named("archive category category-boats"), kind_named("single single-product")
    ('list', 'detail')
    """
    # What parts words is no letter, and what parts names is never made of it.
    plain = _HUMP.sub("-", names).lower().split()[:MAX_NAMES]
    every = set(_WORD.findall(" ".join(plain)))
    if every.isdisjoint(_TELLING):
        return None
    split = [_WORD.findall(one) for one in plain]
    if every & (_ERRORS | _LOGIN):
        return "other"
    single = bool(every & _SINGLE)
    if not single and every & _ARCHIVES:
        return "list"
    telling = [set(words) for words in split if len(words) == 1 or not _NAMING.isdisjoint(words)]
    told = [words for words in telling if words & _SINGLE or not words & _LISTS]
    for kind, known in (("thread", _THREADS), ("detail", _THINGS)):
        if any(words & known for words in told):
            return kind
    if single:
        return "article"
    is_article = any(words & _ARTICLES for words in telling)
    if every & _LISTS and not is_article:
        return "list"
    return "article" if is_article else None


def _names_of(page: Page) -> str:
    tree = page.tree
    names = ""
    for tag in (_HTML, _BODY):
        if tag in tree.tag:
            node = tree.tag.index(tag)
            names += f" {tree.get(node, 'class') or ''} {tree.get(node, 'id') or ''}"
    return names[:MAX_CHARS]
