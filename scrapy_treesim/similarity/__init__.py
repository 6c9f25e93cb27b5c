"""Similarity of trees: the measures by name, and one function to compare two pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from scrapy_treesim.page import Page
from scrapy_treesim.similarity._matching_cy import FreeMatching, LeafPaths, SimpleTreeMatching
from scrapy_treesim.similarity.edits import CombinedTree, TreeEditing
from scrapy_treesim.similarity.measure import BoundedComparison, Compare
from scrapy_treesim.similarity.profiles import (
    CommonSubsequence,
    CommonSubstring,
    DepthWeightedSubsequence,
    Paths,
    Shingles,
    Spectra,
    TagSets,
    WeightedTags,
)  # fmt: skip
from scrapy_treesim.tree import ELEMENTS, ShapeTable, Tree, clean

if TYPE_CHECKING:
    from scrapy_treesim.page import Source

__all__ = [
    "MEASURES",
    "BoundedComparison",
    "Compare",
    "measure_over",
    "similarity",
]

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
"""Factories of comparisons over shape tables, by the measure's short name."""


def measure_over(table: ShapeTable, measure: str) -> Compare:
    """Make a memoised comparison of the table's shapes.

    Raises:
        ValueError: no measure has that name; the message lists all names.
    """
    try:
        return MEASURES[measure](table)
    except KeyError:
        names = ", ".join(MEASURES)
        raise ValueError(
            f"no similarity measure is called {measure!r}; there are {names}"
        ) from None


def similarity(a: Page | Tree | Source, b: Page | Tree | Source, *, measure: str = "free") -> float:
    """Compare two trees: 1 for identical ones, 0 for different tags at the root, else between.

    The trees consist of elements, without invisible ones (see ``tree.ELEMENTS``). A snippet of HTML
    with one outermost element is read as that element, not as a page around it. The cost is the
    measure's: see its class.

    >>> one, two = "<ul><li></li><li></li></ul>", "<ul><li></li></ul>"
    >>> similarity(one, two), similarity(one, two, measure="stm")
    (1.0, 0.8)

    Raises:
        ValueError: no measure has that name.
        TypeError: one of the two cannot be read as a page.
    """
    table = ShapeTable()
    compare = measure_over(table, measure)
    return compare(*(table.intern(_tree_of(source))[0] for source in (a, b)))


def _tree_of(source: Page | Tree | Source) -> Tree:
    if isinstance(source, Tree):
        return source
    page = source if isinstance(source, Page) else Page.of_snippet(source)
    return clean(page.tree, ELEMENTS)
