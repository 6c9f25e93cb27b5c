"""Small random trees and pages, and the measures written down the way the papers write them.

A tree here is a nested tuple: its tag, then its children, ``("ul", ("li",), ("li", ("a",)))``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from math import sqrt
from pathlib import Path
from typing import Any, TypeAlias

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from lxml import etree

from scrapy_treesim.tree import ShapeTable, tags

Nested: TypeAlias = tuple[Any, ...]

SITE = Path(__file__).parents[1] / "example_project" / "site"
PAGES = [path for path in sorted(SITE.rglob("*.html")) if path.name not in {"image.html"}]
"""The example project's pages, one that is no page apart."""

_SOAK = os.environ.get("TREESIM_EXAMPLES")


def examples(count: int) -> settings:
    """Settings for a test by example: few, and the same in each run.

    ``TREESIM_EXAMPLES=5000`` looks further, at random.
    """
    return settings(
        max_examples=int(_SOAK) if _SOAK else count,
        derandomize=not _SOAK,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )


# Trees

_NAMES = st.sampled_from(("div", "p", "ul", "li", "span", "a", "x-card"))
_FEW_NAMES = st.sampled_from(("div", "li", "x-card"))


def _grow(names: st.SearchStrategy[str], leaves: int) -> st.SearchStrategy[Nested]:
    def node(kids: st.SearchStrategy[Nested]) -> st.SearchStrategy[Nested]:
        return st.tuples(names, st.lists(kids, min_size=1, max_size=5)).map(
            lambda drawn: (drawn[0], *drawn[1])
        )

    return st.recursive(names.map(lambda name: (name,)), node, max_leaves=leaves)


def trees(leaves: int = 14) -> st.SearchStrategy[Nested]:
    """Trees over a few HTML tags and an unknown one."""
    return _grow(_NAMES, leaves)


def pairs() -> st.SearchStrategy[tuple[Nested, Nested]]:
    """Two trees under roots of one name, mostly of so few tags that much of them matches."""
    alike = _grow(_FEW_NAMES, 14)
    return st.one_of(
        st.tuples(alike, alike).map(lambda two: (two[0], (two[0][0], *two[1][1:]))),
        st.tuples(trees(), trees()).map(lambda two: (two[0], (two[0][0], *two[1][1:]))),
    )


def put(table: ShapeTable, tree: Nested) -> int:
    """The tree's shape in a table."""
    return table.add(table.number(tree[0]), tuple(put(table, child) for child in tree[1:]))


@cache
def count(tree: Nested) -> int:
    """``|T|``."""
    return 1 + sum(map(count, tree[1:]))


def below(tree: Nested) -> Iterator[Nested]:
    """The tree and every subtree of it, in preorder."""
    yield tree
    for child in tree[1:]:
        yield from below(child)


def as_html(tree: Nested) -> str:
    """The tree as markup."""
    return f"<{tree[0]}>{''.join(map(as_html, tree[1:]))}</{tree[0]}>"


def as_element(tree: Nested) -> etree._Element:
    """The tree as lxml has it, by no parser's leave."""
    element = etree.Element(tree[0])
    element.extend(map(as_element, tree[1:]))
    return element


# The measures


@cache
def free(a: Nested, b: Nested) -> float:
    """Song 2011, equations 1 and 2."""
    if a[0] != b[0]:
        return 0.0
    if count(a) == 1 or count(b) == 1:
        return 2 / (count(a) + count(b))
    mine = sum(count(u) * max(free(u, v) for v in b[1:]) for u in a[1:])
    yours = sum(count(v) * max(free(u, v) for u in a[1:]) for v in b[1:])
    return (2 + mine + yours) / (count(a) + count(b))


@cache
def ordered(a: Nested, b: Nested) -> float:
    """Song 2011's rival: children matched one to one, in order."""
    if a[0] != b[0]:
        return 0.0
    if count(a) == 1 or count(b) == 1:
        return 2 / (count(a) + count(b))
    best = _best_matching(a[1:], b[1:], lambda u, v: (count(u) + count(v)) * ordered(u, v))
    return (2 + best) / (count(a) + count(b))


def stm(a: Nested, b: Nested) -> float:
    """Simple tree matching (Gong, algorithm 1) over the mean of the sizes."""
    return 2 * _stm(a, b) / (count(a) + count(b))


@cache
def _stm(a: Nested, b: Nested) -> float:
    return 1 + _best_matching(a[1:], b[1:], _stm) if a[0] == b[0] else 0


def _best_matching(us: Nested, vs: Nested, weight: Callable[[Nested, Nested], float]) -> float:
    """The most that an order-preserving one-to-one matching of the two rows of children weighs."""
    if not us or not vs:
        return 0.0
    first, rest = us[0], us[1:]
    matched = [
        weight(first, v) + _best_matching(rest, vs[place + 1 :], weight)
        for place, v in enumerate(vs)
    ]
    return max(_best_matching(rest, vs, weight), *matched)


def pol(a: Nested, b: Nested) -> float:
    """Zhu 2013: every leaf path takes its best match, weighted by its length in nodes."""
    if a[0] != b[0]:
        return 0.0
    ps, qs = list(_leaf_paths(a, 0)), list(_leaf_paths(b, 0))
    mine = sum(max(_cosine(p, q) for q in qs) * len(p) for p in ps)
    yours = sum(max(_cosine(p, q) for p in ps) * len(q) for q in qs)
    return (mine + yours) / (sum(map(len, ps)) + sum(map(len, qs)))


_Path: TypeAlias = tuple[tuple[str, int], ...]


def _leaf_paths(tree: Nested, index: int) -> Iterator[_Path]:
    here = (tree[0], index)
    if len(tree) == 1:
        yield (here,)
    for place, child in enumerate(tree[1:]):
        for path in _leaf_paths(child, place):
            yield (here, *path)


def _cosine(p: _Path, q: _Path) -> float:
    one, other = set(p), set(q)
    return len(one & other) / sqrt(len(one) * len(other))


REFERENCES: dict[str, Callable[[Nested, Nested], float]] = {
    "free": free,
    "ordered": ordered,
    "stm": stm,
    "pol": pol,
}
"""What each measure of the registry has to equal."""


# Pages

_CHARACTERS = (
    "ab Z9.-&<>\"'"
    "\t\n\x0b\x0c\r\x1c\x1f\x7f\x85\xa0\u1680\u180e\u2000\u200a\u200b\u200d\u2028\u2029\u202f"
    "\u205f\u2060\u3000\u3001\ufeff\ufffd"
    "éßþяΩא中文日本語한\U00020000😀👩"
)
_TEXTS = st.text(st.sampled_from(_CHARACTERS), max_size=14)
_ENTITIES = st.sampled_from(
    ("&amp;", "&lt;b&gt;", "&nbsp;", "&#160;", "&#x3000;", "&#8232;", "&eacute;", "&bogus;", "&#0;")
)
_TAGS = st.sampled_from(
    "div p ul li span a b pre h2 table tr td section title x-card my-el svg svg:rect x.y q2".split()
)
_VOIDS = st.sampled_from(("<br>", "<hr/>", "<img src='/i.png' alt='i'>", "<input value=1>"))
_ATTRIBUTES = st.sampled_from((*tags.ATTRIBUTES, "data-x", "onclick", "xml:lang", "lang", "style"))


def _attribute(drawn: tuple[str, str | None]) -> str:
    name, value = drawn
    return f" {name}" if value is None else f' {name}="{escape(value)}"'


def _element(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    attributes = st.lists(
        st.tuples(_ATTRIBUTES, st.none() | _TEXTS).map(_attribute), max_size=5
    ).map("".join)
    contents = st.lists(inner, max_size=4).map("".join)
    return st.builds(
        lambda name, given, held, closed: (
            f"<{name}{given}>{held}" + (f"</{name}>" if closed else "")
        ),
        _TAGS,
        attributes,
        contents,
        st.sampled_from((True, True, True, False)),
    )


_PIECES = st.one_of(
    _TEXTS.map(escape),
    _TEXTS.map(lambda text: text.replace("<", "")),
    _ENTITIES,
    _VOIDS,
    _TEXTS.map(lambda text: f"<!--{text}-->"),
    _TEXTS.map(lambda text: f"<![CDATA[{text}]]>"),
    _TEXTS.map(lambda text: f"<?php {text}?>"),
    _TEXTS.map(lambda text: f"<script>{text}</script>"),
    _TEXTS.map(lambda text: f"<style>{text}</style>"),
)


def pages() -> st.SearchStrategy[str]:
    """Markup with all that real pages hold: odd white space, comments, scripts, unclosed tags."""
    body = st.lists(st.recursive(_PIECES, _element, max_leaves=12), max_size=5).map("".join)
    heads = st.sampled_from(("", "<!doctype html><html lang=en><title>t</title><body>"))
    return st.tuples(heads, body).map("".join)
