"""The common base of measures that look at each tree by itself first."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.similarity.top import top_of
from scrapy_treesim.tree import ShapeTable

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_REMEMBERED: Final = 1_000_000
"""Numbers that a measure keeps of shapes that it has seen: a deep page has as many large shapes as
nodes."""

STEPS_TO_READ: Final = 50
"""Steps that a node takes when a shape is read: it is laid out, numbered and sorted."""


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


class ProfileMeasure(Measure):
    """A measure that makes a profile of each shape, and compares no more than profiles."""

    max_nodes: int | None = None
    """Of a larger tree the top is compared, this many nodes of it."""

    def __init__(self, table: ShapeTable) -> None:
        super().__init__(table)
        self._profiles: dict[int, array[Any]] = {}
        self._kept = 0

    def compare(self, a: int, b: int) -> float:
        """Similarity of the two shapes' profiles."""
        return self.of_profiles(self.profile(a), self.profile(b))

    def profile(self, shape: int) -> array[Any]:
        """The shape's profile, remembered if it is not too long."""
        known = self._profiles.get(shape)
        if known is None:
            known = self._read(shape)
            if self._kept + len(known) > MAX_REMEMBERED:
                self._profiles.clear()
                self._kept = 0
            self._profiles[shape] = known
            self._kept += len(known)
        return known

    def _read(self, shape: int) -> array[Any]:
        table = self._table
        if self.max_nodes and table.size[shape] > self.max_nodes:
            top = ShapeTable()
            shape, table = top_of(table, shape, self.max_nodes, top), top
        self.spent += STEPS_TO_READ * table.size[shape]
        return self.read(table, shape)

    @abstractmethod
    def read(self, table: ShapeTable, shape: int) -> array[Any]:
        """The profile of a shape of ``table``."""

    @abstractmethod
    def of_profiles(self, x: array[Any], y: array[Any]) -> float:
        """Similarity of two trees by their profiles."""


def share(shared: float, x: Sequence[object], y: Sequence[object]) -> float:
    """``shared`` over the length of the longer one."""
    return shared / max(len(x), len(y))
