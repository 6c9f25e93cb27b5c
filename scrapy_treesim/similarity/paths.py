"""Path similarity (the survey of Buttler 2004, section 3.1; Qiu 2013, appendix A.3.1).

A path is the tags from the root to a node, to any node and not to leaves alone. ``sum_k 2 min(w_k,
v_k) / sum_k (w_k + v_k)`` over how often each path comes.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim.similarity._bags_cy import path_hashes
from scrapy_treesim.similarity._nodes_cy import preorder
from scrapy_treesim.similarity.tags import WeightedTags

if TYPE_CHECKING:
    from scrapy_treesim.tree import ShapeTable


class Paths(WeightedTags):
    """The share of the nodes whose path is in the other tree as well; O(nodes log nodes)."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The paths of all nodes as numbers, sorted."""
        return array("q", sorted(paths_of(table, shape)))


def paths_of(table: ShapeTable, shape: int) -> array[int]:
    """The path of every node of a shape in preorder, as a number; O(nodes)."""
    nodes = table.size[shape]
    tag, parent = array("i", bytes(4 * nodes)), array("i", bytes(4 * nodes))
    preorder(table, shape, tag, parent)
    paths = array("q", bytes(8 * nodes))
    # An artificial root has the tag -1; codes begin at 0.
    path_hashes(array("i", [number + 1 for number in tag]), parent, paths)
    return paths
