"""Similarity of trees: the measures by name, and one function to compare two pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scrapy_treesim.page import Page, Source
from scrapy_treesim.similarity._measures_cy import FreeMatching, LeafPaths, SimpleTreeMatching
from scrapy_treesim.similarity.edits import CombinedTree, TreeEditing
from scrapy_treesim.similarity.measure import BoundedComparison, Compare
from scrapy_treesim.similarity.profiles import (
    ProfileMeasure,
    common_subsequence,
    common_substring,
    heaviest_subsequence,
    jaccard,
    paths_of,
    sequence_of,
    shared,
    shingles_of,
    spectra,
    tag_set_of,
    tags_of,
)
from scrapy_treesim.tree import ELEMENTS, ShapeTable, Tree, clean

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
    # With the most nodes for which a pair takes half a second at most.
    "lcs": lambda table: ProfileMeasure(table, sequence_of, common_subsequence, 30_000),
    "lcs-depth": lambda table: ProfileMeasure(table, sequence_of, heaviest_subsequence, 10_000),
    "lcsubstr": lambda table: ProfileMeasure(table, tags_of, common_substring, 30_000),
    "tags": lambda table: ProfileMeasure(table, tags_of, shared),
    "tags-jaccard": lambda table: ProfileMeasure(table, tag_set_of, jaccard),
    "paths": lambda table: ProfileMeasure(table, paths_of, shared),
    "shingles": lambda table: ProfileMeasure(table, shingles_of, jaccard),
    "fft": spectra,
}
"""Factories of comparisons over shape tables, by the measure's short name."""


def measure_over(table: ShapeTable, measure: str) -> Compare:
    """Make a memoised comparison of the table's shapes.

    Raises:
        ValueError: no measure has that name; the message lists all names.
    """
    if measure not in MEASURES:
        names = ", ".join(MEASURES)
        raise ValueError(f"no similarity measure is called {measure!r}; there are {names}")
    return MEASURES[measure](table)


def similarity(a: Page | Tree | Source, b: Page | Tree | Source, *, measure: str = "free") -> float:
    """Compare two trees: 1 for identical ones, 0 for different tags at the root, else between.

    The trees consist of elements, without invisible ones (see ``tree.ELEMENTS``). A snippet of HTML
    with one outermost element is read as that element, not as a page around it. The cost is the
    measure's: see its class or function.

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
