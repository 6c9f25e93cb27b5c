"""The base of the measures, and a budget for hostile pages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable
from typing import Final, TypeAlias

from scrapy_treesim.tree import ShapeTable


def top_of(table: ShapeTable, shape: int, nodes: int, into: ShapeTable) -> int:
    """The first ``nodes`` nodes in breadth-first order, as a shape of the table ``into``.

    What a page's template made is mostly at the top of it. O(nodes) time and memory, plus the
    children of these; ``nodes`` is 1 or more.
    """
    shapes = array("i", [shape])
    first = array("i")
    for node in shapes:
        first.append(len(shapes))
        shapes.extend(table.children[node][: nodes - len(shapes)])
    first.append(len(shapes))
    made = array("i", bytes(4 * len(shapes)))
    for at in range(len(shapes) - 1, -1, -1):
        made[at] = into.add(table.tag[shapes[at]], tuple(made[first[at] : first[at + 1]]))
    return made[0]


Compare: TypeAlias = Callable[[int, int], float]
"""Similarity in [0, 1] of two shapes of one table: symmetric, 1 for equal shapes."""


class Measure(ABC):
    """A similarity of two shapes, memoised on the pair; 1 for equal ones, 0 where roots differ."""

    def __init__(self, table: ShapeTable) -> None:
        self._table = table
        self._memo: dict[int, float] = {}
        self.spent = 0
        """Steps of work so far, each of about the cost of comparing two nodes."""

    def __call__(self, a: int, b: int) -> float:
        """Similarity in [0, 1] of two shapes of the table."""
        if a == b:
            return 1.0
        if self._table.tag[a] != self._table.tag[b]:
            return 0.0
        a, b = min(a, b), max(a, b)
        known = self._memo.get(a << 32 | b)
        if known is None:
            known = self._memo[a << 32 | b] = min(1.0, max(0.0, self.compare(a, b)))
        return known

    @abstractmethod
    def compare(self, a: int, b: int) -> float:
        """Similarity of two shapes that are not equal and have one tag at the root."""


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
            if self.left < 0:
                return 0.0
            before = self._compare.spent
            value = self._compare(a, b)
            self.left -= self._compare.spent - before
            return value
        self.left -= self._size[a] * self._size[b]
        return self._compare(a, b) if self.left >= 0 else 0.0
