"""Tag similarity (the survey of Buttler 2004, section 2; Qiu 2013, appendix A.2).

Where a tag stands does not matter, only how often it does: ``tags`` is ``sum_k 2 min(w_k, v_k) /
sum_k (w_k + v_k)`` over the counts of every tag, ``tags-jaccard`` the tags that both trees have
over those that either has.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim.similarity._bags_cy import shared
from scrapy_treesim.similarity._nodes_cy import breadth_first
from scrapy_treesim.similarity.measure import ProfileMeasure

if TYPE_CHECKING:
    from scrapy_treesim.tree import ShapeTable


class WeightedTags(ProfileMeasure):
    """The share of the nodes that have a namesake in the other tree; O(nodes log nodes)."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The tags of all nodes, sorted."""
        return array("q", sorted(tags_of(table, shape)))

    def of_profiles(self, x: array[int], y: array[int]) -> float:
        """Twice what the two have in common, over what they have."""
        self.spent += len(x) + len(y)
        return 2 * shared(x, y) / (len(x) + len(y))


class TagSets(ProfileMeasure):
    """Jaccard's similarity of the sets of tags; O(nodes)."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The different tags, sorted."""
        return array("q", sorted(set(tags_of(table, shape))))

    def of_profiles(self, x: array[int], y: array[int]) -> float:
        """The tags that both have, over those that either has."""
        self.spent += len(x) + len(y)
        return jaccard(x, y)


def tags_of(table: ShapeTable, shape: int) -> array[int]:
    """The tags of a shape's nodes, level by level; O(nodes)."""
    tags = array("i", bytes(4 * table.size[shape]))
    breadth_first(table, shape, tags)
    return tags


def jaccard(x: array[int], y: array[int]) -> float:
    """Of two sorted arrays without repeats, not both empty: what both have over what either has."""
    common = shared(x, y)
    return common / (len(x) + len(y) - common)
