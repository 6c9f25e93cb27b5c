"""The measures by name, and one call for people who just want a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.similarity._free_cy import FreeMatching
from scrapy_treesim.similarity._pol_cy import LeafPaths
from scrapy_treesim.similarity._stm_cy import SimpleTreeMatching
from scrapy_treesim.similarity.fft import Spectra
from scrapy_treesim.similarity.lcs import CommonSubsequence
from scrapy_treesim.similarity.lcs_depth import DepthWeightedSubsequence
from scrapy_treesim.similarity.lcsubstr import CommonSubstring
from scrapy_treesim.similarity.mct import CombinedTree
from scrapy_treesim.similarity.paths import Paths
from scrapy_treesim.similarity.shingles import Shingles
from scrapy_treesim.similarity.sources import root_shape
from scrapy_treesim.similarity.tags import TagSets, WeightedTags
from scrapy_treesim.similarity.ted import TreeEditing
from scrapy_treesim.tree import ShapeTable, Tree

if TYPE_CHECKING:
    from scrapy_treesim.page import Page, Source

Compare: TypeAlias = Callable[[int, int], float]
"""Similarity in [0, 1] of two shapes of one table: symmetric, 1 for equal shapes."""

MEASURES: Final[dict[str, Callable[[ShapeTable], Compare]]] = {
    "free": FreeMatching,
    "ordered": SimpleTreeMatching,
    "stm": SimpleTreeMatching,
    "pol": LeafPaths,
    "ted": TreeEditing,
    "mct": CombinedTree,
    "lcs": CommonSubsequence,
    "lcs-depth": DepthWeightedSubsequence,
    "lcsubstr": CommonSubstring,
    "tags": WeightedTags,
    "tags-jaccard": TagSets,
    "paths": Paths,
    "shingles": Shingles,
    "fft": Spectra,
}
"""What makes a comparison over a table of shapes, by the measure's short name."""


def measure_over(table: ShapeTable, measure: str) -> Compare:
    """A memoised comparison of the table's shapes.

    Raises:
        ValueError: no measure has that name; the message lists those there are.
    """
    try:
        return MEASURES[measure](table)
    except KeyError:
        known = ", ".join(MEASURES)
        raise ValueError(
            f"no similarity measure is called {measure!r}; there are {known}"
        ) from None


def similarity(a: Page | Tree | Source, b: Page | Tree | Source, measure: str = "free") -> float:
    """Compare two trees: 1 for identical ones, 0 where the roots' tags differ, else between.

    The trees are those of elements, without what does not show (see ``tree.ELEMENTS``). A snippet
    of HTML with one outermost element stands for that element, not for a page around it. The cost
    is the measure's: see its class.

    >>> one, two = "<ul><li></li><li></li></ul>", "<ul><li></li></ul>"
    >>> similarity(one, two), similarity(one, two, "stm")
    (1.0, 0.8)

    Raises:
        ValueError: no measure has that name.
        TypeError: one of the two cannot be read as a page.
    """
    table = ShapeTable()
    compare = measure_over(table, measure)
    return compare(root_shape(a, table), root_shape(b, table))
