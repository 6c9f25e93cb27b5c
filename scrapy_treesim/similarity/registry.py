"""The measures by name, and one call for people who just want a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.page import Page
from scrapy_treesim.similarity._free_cy import FreeMatching
from scrapy_treesim.similarity._pol_cy import LeafPaths
from scrapy_treesim.similarity._stm_cy import SimpleTreeMatching
from scrapy_treesim.similarity.ordered import OrderedMatching
from scrapy_treesim.tree import ELEMENTS, ShapeTable, Tree, clean

if TYPE_CHECKING:
    from scrapy_treesim.page import Source

Compare: TypeAlias = Callable[[int, int], float]
"""Similarity in [0, 1] of two shapes of one table: symmetric, 1 for equal shapes."""

MEASURES: Final[dict[str, Callable[[ShapeTable], Compare]]] = {
    "free": FreeMatching,
    "ordered": OrderedMatching,
    "stm": SimpleTreeMatching,
    "pol": LeafPaths,
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
    """How alike two trees are, in [0, 1]; 1 for identical trees, 0 where the roots' tags differ.

    The trees are those of elements, without what does not show (see ``tree.ELEMENTS``). A snippet
    of HTML with one outermost element stands for that element, not for a page around it.

    Raises:
        ValueError: no measure has that name.
        TypeError: one of the two cannot be read as a page.
    """
    table = ShapeTable()
    compare = measure_over(table, measure)
    return compare(_root_shape(a, table), _root_shape(b, table))


def _root_shape(source: Page | Tree | Source, table: ShapeTable) -> int:
    if not isinstance(source, Tree):
        page = source if isinstance(source, Page) else Page.of_snippet(source)
        source = clean(page.tree, ELEMENTS)
    return table.intern(source)[0]
