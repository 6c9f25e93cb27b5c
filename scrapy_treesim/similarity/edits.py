"""Measures of edits: tree edit distance, and the maximal combined tree.

Tree edit distance (Zhang and Shasha 1989): ``1 - TED(A, B) / max(|A|, |B|)``, 0 at the least. TED
is the least number of nodes to insert, delete and rename to turn one ordered tree into the other.
Two trees of one size may need nearly twice that many edits; their similarity is 0 too.

Two shortcuts make it affordable, neither of which changes the distance. Equal roots are paired with
each other, and so are equal subtrees at either end of their children, which on pages of one site
leaves little to compare. And equal subtrees are processed once (see :mod:`._measures_cy`).

Maximal combined tree (a rival of Zhu 2013, section 3.2): both trees are merged into ``M``, the
smallest tree that contains both: roots are merged, children aligned in order, and children without
a partner added. Similarity is ``(|A| + |B| - |M|) / |M|``. Merged nodes are the ones counted by
simple tree matching, so ``|M| = |A| + |B| - STM(A, B)``, and the tree itself need not be built.
"""

from __future__ import annotations

from typing import Final

from scrapy_treesim.similarity._measures_cy import Forest, SimpleTreeMatching, edit_distance
from scrapy_treesim.similarity.measure import Measure, top_of
from scrapy_treesim.tree import ShapeTable

MAX_WORK: Final = 200_000_000
"""Largest number of pairs of nodes of one comparison: a second or so."""
MAX_CELLS: Final = 8_000_000
"""Largest number of cells of each of the two matrices of one comparison: 32 MB."""


class TreeEditing(Measure):
    """Tree edit distance of two shapes over the larger size, from 1 down.

    O(|A| |B| d(A) d(B)) at worst, d the least of depth and leaves, and mostly far less; O(|A| |B|)
    memory. Trees beyond ``MAX_WORK`` or ``MAX_CELLS`` are cut down to their top, half the nodes at
    a time, until they are within.
    """

    def compare(self, a: int, b: int) -> float:
        """Similarity of two different shapes with the same tag at the root."""
        table = self._table
        nodes = max(table.size[a], table.size[b])
        first, second = a, b
        while True:
            distance = self._distance(table, first, second)
            if distance >= 0:
                return 1 - distance / max(table.size[first], table.size[second])
            nodes //= 2
            table = ShapeTable()
            first, second = (top_of(self._table, shape, nodes, table) for shape in (a, b))

    def _distance(self, table: ShapeTable, a: int, b: int) -> int:
        """TED, or -1 if it would take too much time or memory."""
        us, vs = differing(table, a, b)
        nodes, other_nodes = (sum(table.size[kid] for kid in kids) for kids in (us, vs))
        self.spent += nodes + other_nodes
        if not (nodes and other_nodes):
            return nodes + other_nodes
        if (nodes + 2) * (other_nodes + 2) > MAX_CELLS:
            return -1
        x, y = Forest(table, us), Forest(table, vs)
        if x.work * y.work > MAX_WORK:
            return -1
        self.spent += x.work * y.work
        return edit_distance(x, y)


def differing(table: ShapeTable, a: int, b: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The differing parts of two shapes with the same root tag: rows of shapes at equal distance.

    Some best sequence of edits leaves both roots unchanged, and equal trees at either end of a row:
    a node of one with a partner elsewhere may as well be paired with its twin.
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
"""Largest number of nodes merged of a tree, from the top; a pair takes some seconds at most."""


class CombinedTree(Measure):
    """Shared nodes over merged nodes; O(nodes of one * nodes of the other) at worst."""

    def __init__(self, table: ShapeTable) -> None:
        super().__init__(table)
        self._matching = SimpleTreeMatching(table)

    def compare(self, a: int, b: int) -> float:
        """Similarity of two different shapes."""
        matching, size = self._matching, self._table.size
        self.spent += min(size[a], MAX_NODES) * min(size[b], MAX_NODES)
        if max(size[a], size[b]) > MAX_NODES:
            tops = ShapeTable()
            a, b = (top_of(self._table, shape, MAX_NODES, tops) for shape in (a, b))
            matching, size = SimpleTreeMatching(tops), tops.size
        shared = matching.matched(a, b)
        return shared / (size[a] + size[b] - shared)
