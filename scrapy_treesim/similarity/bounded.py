"""A comparison that a hostile page cannot make expensive."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.similarity.measure import Measure

if TYPE_CHECKING:
    from scrapy_treesim.similarity.registry import Compare
    from scrapy_treesim.tree import ShapeTable

WORK_PER_NODE: Final = 20_000
"""Pairs of nodes that may be compared for each node of a page; real pages need a hundred, the most
demanding of many hundreds some 13,000."""
MAX_WORK: Final = 200_000_000
"""And for a page as a whole: a second or two."""


class BoundedComparison:
    """A measure with a budget of node pairs; when that is used up, only equal shapes are alike.

    A measure that counts its own work is charged what it did, any other one all pairs of nodes,
    beforehand. What is left of the budget depends on the page alone, so the findings stay
    deterministic.
    """

    def __init__(self, compare: Compare, table: ShapeTable, nodes: int) -> None:
        self._compare = compare
        self._size = table.size
        self.left = min(WORK_PER_NODE * nodes, MAX_WORK)
        """Node pairs that may still be compared; below 0 when the last comparison took more."""

    def __call__(self, a: int, b: int) -> float:
        """Similarity in [0, 1] of two shapes of the table."""
        if a == b:
            return 1.0
        if isinstance(self._compare, Measure):
            return self._metered(self._compare, a, b)
        self.left -= self._size[a] * self._size[b]
        return self._compare(a, b) if self.left >= 0 else 0.0

    def _metered(self, measure: Measure, a: int, b: int) -> float:
        if self.left < 0:
            return 0.0
        before = measure.spent
        value = measure(a, b)
        self.left -= measure.spent - before
        return value
