"""Longest common subsequence of preorder sequences (Qiu 2013, equation 4-1).

A tree is the sequence of its nodes' (tag, depth) in preorder, from which it could be built again;
``|lcs| / max(length)``.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from rapidfuzz.distance import LCSseq

from scrapy_treesim.similarity._nodes_cy import preorder, tag_at_depth
from scrapy_treesim.similarity.measure import ProfileMeasure, share

if TYPE_CHECKING:
    from scrapy_treesim.tree import ShapeTable

MAX_NODES: Final = 30_000
"""Of a larger tree the top is compared; half a second a pair at most."""
PAIRS_A_STEP: Final = 16
"""Pairs of nodes that take no longer than one does in other measures: 64 are compared at once."""


class CommonSubsequence(ProfileMeasure):
    """Longest common subsequence of two shapes over the longer sequence.

    O(nodes of one * nodes of the other / 64) by rapidfuzz, bit-parallel; O(nodes) memory.
    """

    max_nodes = MAX_NODES

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The sequence."""
        return sequence_of(table, shape)

    def of_profiles(self, x: array[int], y: array[int]) -> float:
        """The length of the longest common subsequence over that of the longer sequence."""
        self.spent += len(x) + len(y) + len(x) * len(y) // PAIRS_A_STEP
        return share(LCSseq.similarity(x, y), x, y)


def sequence_of(table: ShapeTable, shape: int) -> array[int]:
    """A number for every node in preorder, ``depth << 32 | tag + 1``; O(nodes)."""
    nodes = table.size[shape]
    tag, parent = array("i", bytes(4 * nodes)), array("i", bytes(4 * nodes))
    preorder(table, shape, tag, parent)
    sequence = array("q", bytes(8 * nodes))
    tag_at_depth(tag, parent, sequence)
    return sequence
