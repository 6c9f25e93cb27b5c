"""The heading that a page's title is about, and where the next article of the same kind starts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.article.terms import list_terms, terms
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.printable import printable

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MIN_LIKENESS: Final = 0.3
"""Dice's coefficient of the terms of title and heading from which the title is about it."""

_PLAIN_LIKENESS: Final = 0.75
_MAX_LEVEL: Final = 3
_MAX_CHARS: Final = 1_000


class Headline(NamedTuple):
    """A page's headline."""

    node: int
    likeness: float
    """Dice's coefficient of its terms and the title's, in [0, 1]."""
    next: int | None
    """The h1 where another article starts: on pages that load one after the other."""


def headline_of(page: Page) -> Headline | None:
    """The heading that shares most with the title, the highest and first of those; else an h1.

    Lower headings are asked only where no higher one is plainly what the title is about.
    """
    tree, title = page.tree, terms(page.title or "")
    size = title.total()
    best: Headline | None = None
    first_level: list[tuple[int, float]] = []
    for level in range(1, _MAX_LEVEL + 1):
        for node in page.of_tag(tags.NUMBER[f"h{level}"]):
            start, stop = tree.start[node], tree.start[node + tree.size[node]]
            # A character is of four bytes at most; headings that lie in one another cost no more.
            held = printable(tree.text[start : min(stop, start + 4 * _MAX_CHARS)])
            heading = list_terms(held[:_MAX_CHARS])
            said = len(heading)
            likeness = 0.0
            # Most headings share nothing, so their terms need no counting.
            if not title.keys().isdisjoint(heading):
                likeness = 2 * (title & Counter(heading)).total() / (size + said)
            if level == 1:
                first_level.append((node, likeness))
            elif likeness < MIN_LIKENESS:
                continue
            if said and (best is None or likeness > best.likeness):
                best = Headline(node, likeness, None)
        if best is not None and best.likeness >= _PLAIN_LIKENESS:
            break
    if best is None or best.likeness < MIN_LIKENESS or tree.name(best.node) != "h1":
        return best
    others = (
        one
        for one, likeness in first_level
        if one > best.node and 2 * likeness < best.likeness and _same_place(tree, best.node, one)
    )
    return best._replace(next=next(others, None))


def _same_place(tree: PageTree, one: int, other: int) -> bool:
    """Tell whether the same tags lead to two nodes of different parents."""
    if tree.parent[one] == tree.parent[other]:
        return False
    while one != other:
        if tree.tag[one] != tree.tag[other]:
            return False
        one, other = tree.parent[one], tree.parent[other]
        if one < 0 or other < 0:
            return False
    return True
