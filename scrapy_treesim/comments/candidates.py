"""Candidates: every list of posts on a page that could be its comments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.analyse import analyse
from scrapy_treesim.comments._candidates_cy import Threads, chars_in
from scrapy_treesim.comments.leaves import leaves_of
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.page import Page

NOSCRIPT_SHARE: Final = 0.4
"""Share of a page's text in ``<noscript>`` from which that is what the page has to say."""
_NOSCRIPT: Final = tags.NUMBER["noscript"]
_POSTS_A_NODE: Final = 12
_VISITS_A_NODE: Final = 400


def threads_of(page: Page) -> Threads:
    """All that could be the page's comments; near-linear in its nodes, bounded in memory."""
    n = len(page.tree)
    leaves = leaves_of(page.tree, _analysis(page))
    threads = Threads(leaves, _POSTS_A_NODE * n + 1_000, _VISITS_A_NODE * n + 10_000)
    threads.add_anchored()
    threads.add_alike()
    threads.add_singles()
    return threads


def _analysis(page: Page) -> Analysis:
    """The page's analysis, that of a browser without scripts where the page is made for one."""
    tree = page.tree
    held = chars_in(tree.tag, tree.size, tree.chars, _NOSCRIPT)
    if held > NOSCRIPT_SHARE * tree.chars[-1]:
        return analyse(tree, noscript=True)
    return page.analysis
