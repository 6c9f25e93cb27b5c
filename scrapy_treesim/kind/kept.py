"""Characters of the likely main text, and of the main area, in parts of a page."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim.article.learned import scored_alone
from scrapy_treesim.kind import _kind_cy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_treesim.page import Page


def kept_before(page: Page) -> array[int]:
    """The characters of the likely main text before each node; one entry more than nodes."""
    before = array("i", bytes(4 * (len(page.tree) + 1)))
    scored = page.once(scored_alone)
    if scored is not None:
        _kind_cy.count_kept(page.tree, scored.flags, before)
    return before


def main_before(page: Page) -> array[int]:
    """The characters of the main area before each node; one entry more than nodes."""
    before = array("i", bytes(4 * (len(page.tree) + 1)))
    _kind_cy.count_main(page.analysis, before)
    return before


def within(before: array[int], spans: Iterable[tuple[int, int]]) -> int:
    """The characters that lie in spans of nodes."""
    return sum(before[stop] - before[start] for start, stop in spans)
