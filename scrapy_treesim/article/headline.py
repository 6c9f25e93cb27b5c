"""The heading that a page's title is about, and where the next article of the same kind starts."""

from __future__ import annotations

from array import array
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.article import _headline_cy
from scrapy_treesim.article.terms import list_terms, terms
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MIN_LIKENESS: Final = 0.3
"""Dice's coefficient of the terms of title and heading from which the title is about it."""

_PLAIN_LIKENESS: Final = 0.75
_MAX_LEVEL: Final = 3
_MAX_CHARS: Final = 1_000
_MAX_TITLE_TERMS: Final = 100


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
    title = _Title(page)
    best: Headline | None = None
    first_level: list[tuple[int, float]] = []
    for level in range(1, _MAX_LEVEL + 1):
        for node in page.of_tag(tags.NUMBER[f"h{level}"]):
            shared, said = title.shared_with(node)
            likeness = 2 * shared / (title.size + said) if shared else 0.0
            if level == 1:
                first_level.append((node, likeness))
            elif likeness < MIN_LIKENESS:
                continue
            if said and (best is None or likeness > best.likeness):
                best = Headline(node, likeness, None)
        if best is not None and best.likeness >= _PLAIN_LIKENESS:
            break
    if best is None or best.likeness < MIN_LIKENESS or page.tree.name(best.node) != "h1":
        return best
    tree, node = page.tree, best.node
    return best._replace(
        next=next(
            (
                one
                for one, likeness in first_level
                if one > node and 2 * likeness < best.likeness and _same_place(tree, node, one)
            ),
            None,
        )
    )


class _Title:
    """The terms of a page's title, to compare headings with."""

    def __init__(self, page: Page) -> None:
        self._tree = page.tree
        self._terms = terms(page.title or "")
        self.size = self._terms.total()
        plain = {term: count for term, count in self._terms.items() if term.isascii()}
        self._words = _headline_cy.TitleWords(
            page.tree.text,
            array("Q", [_headline_cy.hash_of(term.encode()) for term in plain]),
            array("i", plain.values()),
        )
        self._is_long = len(plain) > _MAX_TITLE_TERMS

    def shared_with(self, node: int) -> tuple[int, int]:
        """The terms that a heading shares with it, and all that it has."""
        tree = self._tree
        if not self._is_long:
            start, stop = tree.start[node], tree.start[node + tree.size[node]]
            found = self._words.shared_with(start, min(stop, start + _MAX_CHARS))
            if found >= 0:
                return divmod(found, _headline_cy.SHARED)
        heading = list_terms(tree.raw_text(node)[:_MAX_CHARS])
        # Most headings share nothing, so their terms need no counting.
        if self._terms.keys().isdisjoint(heading):
            return 0, len(heading)
        return (self._terms & Counter(heading)).total(), len(heading)


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
