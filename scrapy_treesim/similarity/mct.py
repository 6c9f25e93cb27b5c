"""Maximal combined tree (a rival of Zhu 2013, section 3.2).

Both trees are merged into ``M``, the smallest tree that holds both: roots are laid on each other,
children aligned in order, what has no partner is put beside. Similarity is ``(|A| + |B| - |M|) /
|M|``. What is laid on each other is what simple tree matching counts, so ``|M| = |A| + |B| -
STM(A, B)``, and the tree itself need not be built.
"""

from __future__ import annotations

from typing import Final

from scrapy_treesim.similarity._stm_cy import SimpleTreeMatching
from scrapy_treesim.similarity.measure import Measure
from scrapy_treesim.similarity.top import top_of
from scrapy_treesim.tree import ShapeTable

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
