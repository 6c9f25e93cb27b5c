"""Pins: the nodes of a page that a labelled value was taken of, where somebody showed them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree


class Pins:
    """Some nodes of a page, with all that they hold.

    Raises:
        ValueError: a node that the page does not have.
    """

    def __init__(self, tree: PageTree, nodes: Iterable[int]) -> None:
        self._size = tree.size
        self.ranges: list[tuple[int, int]] = []
        """First node and end of each subtree, in page order; none of them holds another."""
        for node in sorted(set(nodes)):
            if not 0 <= node < len(tree):
                raise ValueError(f"the page has {len(tree)} nodes, and none of the number {node}")
            if not self.ranges or node >= self.ranges[-1][1]:
                self.ranges.append((node, node + tree.size[node]))
        self._starts = [start for start, _ in self.ranges]

    def hold(self, node: int) -> bool:
        """Whether a node is one of them, or lies in one, or one lies in it."""
        at = bisect_right(self._starts, node)
        if at and node < self.ranges[at - 1][1]:
            return True
        return at < len(self._starts) and self._starts[at] < node + self._size[node]
