"""The heading most like the page's title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.printable import printable
from scrapy_treesim.values.terms import likeness, list_terms, terms

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MIN_LIKENESS: Final = 0.3
"""Least Dice's coefficient of the terms of title and heading for the title to be about it."""

_PLAIN_LIKENESS: Final = 0.75
_MAX_LEVEL: Final = 3
_MAX_CHARS: Final = 1_000


class Headline(NamedTuple):
    """A page's headline."""

    node: int
    likeness: float
    """Dice's coefficient of its terms and the title's, in [0, 1]."""


def headline_of(page: Page, skipped: Container[int] = ()) -> Headline | None:
    """Find the heading most like the title, the highest and first of equal ones; else an h1.

    Lower levels are read only where no higher heading is plainly like the title; ``skipped`` ones
    are not.
    """
    tree, title = page.tree, terms(page.title or "")
    best: Headline | None = None
    for level in range(1, _MAX_LEVEL + 1):
        for node in page.of_tag(tags.NUMBER[f"h{level}"]):
            if node in skipped:
                continue
            heading = heading_terms(tree, node)
            # Most headings share nothing, so their terms need no counting.
            is_about = not title.keys().isdisjoint(heading)
            share = likeness(title, Counter(heading)) if is_about else 0.0
            if level > 1 and share < MIN_LIKENESS:
                continue
            if heading and (best is None or share > best.likeness):
                best = Headline(node, share)
        if best is not None and best.likeness >= _PLAIN_LIKENESS:
            break
    return best


def heading_terms(tree: PageTree, node: int) -> list[str]:
    """The terms of a heading, of its first characters if it is long."""
    start, stop = tree.start[node], tree.start[node + tree.size[node]]
    # A character has at most four bytes; nested headings must not cost more.
    text = printable(tree.text[start : min(stop, start + 4 * _MAX_CHARS)])
    return list_terms(text[:_MAX_CHARS])
