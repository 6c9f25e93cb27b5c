"""Candidates: all that repeats on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.regions._candidates_cy import Candidates
from scrapy_treesim.regions._siblings_cy import Siblings

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

_SPANS_A_NODE: Final = 6
_VISITS_A_NODE: Final = 60


def candidates_of(page: Page) -> Candidates:
    """All that repeats on a page; near-linear in its nodes, bounded in memory and time."""
    n = len(page.tree)
    found = Candidates(page.analysis, _SPANS_A_NODE * n + 1_000)
    siblings = Siblings(found, _VISITS_A_NODE * n + 10_000)
    siblings.add_siblings()
    found.add_paths()
    siblings.add_across()
    return found
