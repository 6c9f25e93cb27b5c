"""The leaves of a page: which of its texts are dates, controls, numbers, and which are said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.analyse import analyse
from scrapy_treesim.comments import _leaves_cy
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.tree.plain_arrays import with_plain_arrays

if TYPE_CHECKING:
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.page import Page
else:
    Leaves = with_plain_arrays(
        _leaves_cy.Leaves,
        "kind bits value chars plain whens longs jumps",
    )

NOSCRIPT_SHARE: Final = 0.4
"""Share of a page's text in ``<noscript>`` from which that is what the page has to say."""
_IS_NOSCRIPT: Final = bytes(number == tags.NUMBER["noscript"] for number in range(len(tags.KNOWN)))
_HREF: Final = tags.ATTRIBUTES.index("href")


def leaves_of(page: Page) -> Leaves:
    """The page's leaves; O(nodes + bytes of short texts and names)."""
    tree = page.tree
    leaves = Leaves(_analysis(page))
    leaves.read_addresses(
        tree.first_attribute, tree.attribute, tree.value_start, tree.values, _HREF
    )
    leaves.read_texts(tree.text, tree.start)
    return leaves


def _analysis(page: Page) -> Analysis:
    """The page's analysis, that of a browser without scripts where the page is made for one."""
    tree = page.tree
    held = sum(map(tree.text_chars, nodes_of(tree.tag, _IS_NOSCRIPT)))
    if held > NOSCRIPT_SHARE * tree.chars[-1]:
        return analyse(tree, noscript=True)
    return page.analysis
