"""The base of the measures, and a budget for hostile pages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable
from typing import Final, TypeAlias

from scrapy_treesim.tree import ShapeTable


def top_of(table: ShapeTable, shape: int, nodes: int, into: ShapeTable) -> int:
    """Cut a shape to its first ``nodes`` nodes in breadth-first order, in the table ``into``.

    The nodes of a page's template are mostly at its top. O(nodes) time and memory, plus the
    children of these; ``nodes`` is 1 or more.
    """
    shapes = array("i", [shape])
    first = array("i")
    for node in shapes:
        first.append(len(shapes))
        shapes.extend(table.children[node][: nodes - len(shapes)])
    first.append(len(shapes))
    made = array("i", bytes(4 * len(shapes)))
    for i in range(len(shapes) - 1, -1, -1):
        made[i] = into.add(table.tag[shapes[i]], tuple(made[first[i] : first[i + 1]]))
    return made[0]


Compare: TypeAlias = Callable[[int, int], float]
"""Similarity in [0, 1] of two shapes of one table: symmetric, 1 for equal shapes."""


class Measure(ABC):
    """A similarity of two shapes, memoised on the pair; 1 for equal ones, 0 for different roots."""

    def __init__(self, table: ShapeTable) -> None:
        self._table = table
        self._memo: dict[int, float] = {}
        self.spent = 0
        """Number of steps so far, each of about the cost of comparing two nodes."""

    def __call__(self, a: int, b: int) -> float:
        """Similarity in [0, 1] of two shapes of the table."""
        if a == b:
            return 1.0
        if self._table.tag[a] != self._table.tag[b]:
            return 0.0
        a, b = min(a, b), max(a, b)
        value = self._memo.get(a << 32 | b)
        if value is None:
            value = self._memo[a << 32 | b] = min(1.0, max(0.0, self.compare(a, b)))
        return value

    @abstractmethod
    def compare(self, a: int, b: int) -> float:
        """Similarity of two different shapes with the same tag at the root."""


WORK_PER_NODE: Final = 20_000
"""Largest number of pairs of nodes compared for each node of a page; real pages need a hundred, the
most demanding of many hundreds some 13,000."""
MAX_WORK: Final = 200_000_000
"""Largest number of pairs of nodes compared for a whole page: a second or two."""


class BoundedComparison:
    """A measure with a budget of node pairs; once it is used up, different shapes have 0.

    A measure with its own count of work is charged for it, any other one for all pairs of nodes,
    beforehand. The rest of the budget depends on the page alone, so the findings stay
    deterministic.
    """

    def __init__(self, compare: Compare, table: ShapeTable, nodes: int) -> None:
        self._compare = compare
        self._size = table.size
        self.left = min(WORK_PER_NODE * nodes, MAX_WORK)
        """Number of node pairs left to compare; below 0 if the last comparison took more."""

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
