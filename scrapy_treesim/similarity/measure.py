"""The base of the measures: trees to compare, profiles of them, a budget for hostile pages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scrapy_treesim.page import Page
from scrapy_treesim.tree import ELEMENTS, ShapeTable, Tree, clean

if TYPE_CHECKING:
    from scrapy_treesim.page import Source


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


def tree_of(source: Page | Tree | Source) -> Tree:
    """The tree of elements, without what does not show (see ``tree.ELEMENTS``).

    A snippet of HTML with one outermost element stands for that element, not for a page around it.

    Raises:
        TypeError: the source cannot be read as a page.
    """
    if isinstance(source, Tree):
        return source
    page = source if isinstance(source, Page) else Page.of_snippet(source)
    return clean(page.tree, ELEMENTS)


Compare: TypeAlias = Callable[[int, int], float]
"""Similarity in [0, 1] of two shapes of one table: symmetric, 1 for equal shapes."""

MAX_REMEMBERED: Final = 1_000_000
"""Numbers that a measure keeps of shapes that it has seen: a deep page has as many large shapes as
nodes."""

STEPS_TO_READ: Final = 200
"""Steps that a node takes when a shape is read: it is laid out and numbered."""


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


def preorder(table: ShapeTable, shape: int) -> tuple[array[int], array[int]]:
    """The tag and the parent (-1 of the root) of every node of a shape, in preorder; O(nodes)."""
    tags, parents = array("i"), array("i")
    waiting = [(shape, -1)]
    while waiting:
        one, above = waiting.pop()
        waiting += [(kid, len(tags)) for kid in reversed(table.children[one])]
        tags.append(table.tag[one])
        parents.append(above)
    return tags, parents


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
