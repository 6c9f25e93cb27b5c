"""Measures of edits: tree edit distance, and the maximal combined tree.

Tree edit distance (Zhang and Shasha 1989): ``1 - TED(A, B) / max(|A|, |B|)``, 0 at the least. TED
is the least number of nodes to insert, delete and rename that makes one ordered tree of the
other. Two trees of one size may need nearly twice that many edits, and are then as unlike as any.

Two things make it bearable, none of which changes the distance. Equal roots are paired with each
other, and so are equal subtrees at either end of their children, which on pages of one site leaves
little to compare. And subtrees that are equal are worked on once (see :mod:`._ted_cy`).

Maximal combined tree (a rival of Zhu 2013, section 3.2): both trees are merged into ``M``, the
smallest tree that holds both: roots are laid on each other, children aligned in order, what has no
partner is put beside. Similarity is ``(|A| + |B| - |M|) / |M|``. What is laid on each other is what
simple tree matching counts, so ``|M| = |A| + |B| - STM(A, B)``, and the tree itself need not be
built.
"""

from __future__ import annotations

from typing import Final

from scrapy_treesim.similarity._matching_cy import SimpleTreeMatching
from scrapy_treesim.similarity._ted_cy import Forest, edit_distance
from scrapy_treesim.similarity.measure import Measure, top_of
from scrapy_treesim.tree import ShapeTable

MAX_WORK: Final = 200_000_000
"""Pairs of nodes that one comparison may take: a second or so."""
MAX_CELLS: Final = 8_000_000
"""Numbers in each of the two matrices that one comparison fills: 32 MB."""


class TreeEditing(Measure):
    """Tree edit distance of two shapes over the larger size, from 1 down.

    O(|A| |B| d(A) d(B)) at worst, d the least of depth and leaves, and mostly far less; O(|A| |B|)
    memory. Trees whose distance would take more than ``MAX_WORK`` or ``MAX_CELLS`` are cut down to
    their top, half the nodes at a time, until it does not.
    """

    def compare(self, a: int, b: int) -> float:
        """Similarity of two shapes that differ and have one tag at the root."""
        table = self._table
        nodes = max(table.size[a], table.size[b])
        one, other = a, b
        while True:
            distance = self._distance(table, one, other)
            if distance >= 0:
                return 1 - distance / max(table.size[one], table.size[other])
            nodes //= 2
            table = ShapeTable()
            one, other = (top_of(self._table, shape, nodes, table) for shape in (a, b))

    def _distance(self, table: ShapeTable, a: int, b: int) -> int:
        """TED, or -1 where it would take too much."""
        us, vs = differing(table, a, b)
        nodes, others = (sum(table.size[kid] for kid in kids) for kids in (us, vs))
        self.spent += nodes + others
        if not (nodes and others):
            return nodes + others
        if (nodes + 2) * (others + 2) > MAX_CELLS:
            return -1
        x, y = Forest(table, us), Forest(table, vs)
        if x.work * y.work > MAX_WORK:
            return -1
        self.spent += x.work * y.work
        return edit_distance(x, y)


def differing(table: ShapeTable, a: int, b: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The differing parts of two shapes with one tag at the root: two rows of shapes, as far apart.

    Some best sequence of edits leaves both roots alone, and equal trees at either end of a row: a
    node of one that has its partner elsewhere may as well have its twin.
    """
    while True:
        us, vs = table.children[a], table.children[b]
        first = 0
        while first < min(len(us), len(vs)) and us[first] == vs[first]:
            first += 1
        last = 0
        while last < min(len(us), len(vs)) - first and us[-1 - last] == vs[-1 - last]:
            last += 1
        us, vs = us[first : len(us) - last], vs[first : len(vs) - last]
        if not (len(us) == len(vs) == 1 and table.tag[us[0]] == table.tag[vs[0]]):
            return us, vs
        a, b = us[0], vs[0]


MAX_NODES: Final = 8_000
"""Of a larger tree the top is merged; some seconds a pair at most."""


class CombinedTree(Measure):
    """Shared nodes over merged nodes; O(nodes of one * nodes of the other) at worst."""

    def __init__(self, table: ShapeTable) -> None:
        super().__init__(table)
        self._matching = SimpleTreeMatching(table)

    def compare(self, a: int, b: int) -> float:
        """Similarity of two shapes that differ."""
        size = self._table.size
        self.spent += min(size[a], MAX_NODES) * min(size[b], MAX_NODES)
        if max(size[a], size[b]) <= MAX_NODES:
            return _merged(self._matching.matched(a, b), size[a], size[b])
        tops = ShapeTable()
        a, b = (top_of(self._table, shape, MAX_NODES, tops) for shape in (a, b))
        return _merged(SimpleTreeMatching(tops).matched(a, b), tops.size[a], tops.size[b])


def _merged(shared: int, nodes: int, others: int) -> float:
    return shared / (nodes + others - shared)
