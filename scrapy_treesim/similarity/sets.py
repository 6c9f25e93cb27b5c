"""Measures of sets: tags, paths, and rows of paths.

Tags (the survey of Buttler 2004, section 2; Qiu 2013, appendix A.2). Where a tag stands does not
matter, only how often it does: ``tags`` is ``sum_k 2 min(w_k, v_k) / sum_k (w_k + v_k)`` over the
counts of every tag, ``tags-jaccard`` the tags that both trees have over those that either has.

Paths (the survey, section 3.1; Qiu 2013, appendix A.3.1). A path is the tags from the root to a
node, to any node and not to leaves alone. ``sum_k 2 min(w_k, v_k) / sum_k (w_k + v_k)`` over how
often each path comes.

Path shingles (the survey, section 3.2; Qiu 2013, appendix A.3.2). A shingle is three paths in a
row (the survey finds no difference between one and four), of the paths to all nodes in preorder;
``S(T)`` is the set of a tree's shingles. Resemblance is ``|S(A) & S(B)| / |S(A) | S(B)|``.

A path is a number, a hash of the tags from the root down: of 64 bits, so that two paths of one
number are not to be expected.
"""

from __future__ import annotations

from array import array
from collections import Counter
from typing import TYPE_CHECKING, Final

from scrapy_treesim.similarity.measure import ProfileMeasure, preorder

if TYPE_CHECKING:
    from scrapy_treesim.tree import ShapeTable

STEPS_A_NUMBER: Final = 16
"""Steps that it takes to count a number of a profile."""


class WeightedTags(ProfileMeasure):
    """The share of the nodes that have a namesake in the other tree; O(nodes)."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The tags of all nodes."""
        return tags_of(table, shape)

    def of_profiles(self, x: array[int], y: array[int]) -> float:
        """Twice what the two have in common, over what they have."""
        self.spent += STEPS_A_NUMBER * (len(x) + len(y))
        return 2 * (Counter(x) & Counter(y)).total() / (len(x) + len(y))


class TagSets(ProfileMeasure):
    """Jaccard's similarity of the sets of tags; O(nodes)."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The different tags."""
        return array("q", set(tags_of(table, shape)))

    def of_profiles(self, x: array[int], y: array[int]) -> float:
        """The numbers that both have, over those that either has."""
        self.spent += STEPS_A_NUMBER * (len(x) + len(y))
        common = len({*x} & {*y})
        return common / (len(x) + len(y) - common)


def tags_of(table: ShapeTable, shape: int) -> array[int]:
    """The tags of a shape's nodes, level by level; O(nodes)."""
    shapes = [shape]
    for one in shapes:
        shapes.extend(table.children[one])
    return array("i", [table.tag[one] for one in shapes])


class Paths(WeightedTags):
    """The share of the nodes whose path is in the other tree as well; O(nodes)."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The paths of all nodes as numbers."""
        return paths_of(table, shape)


def paths_of(table: ShapeTable, shape: int) -> array[int]:
    """The path of every node of a shape in preorder, as a number; O(nodes)."""
    paths = array("q")
    for tag, parent in zip(*preorder(table, shape), strict=True):
        paths.append(hash((paths[parent] if parent >= 0 else 0, tag)))
    return paths


WIDTH: Final = 3
"""Paths in a shingle."""


class Shingles(TagSets):
    """Resemblance of two shapes; O(nodes)."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The different shingles as numbers."""
        paths = paths_of(table, shape)
        last = max(len(paths) - WIDTH, 0)
        return array("q", {hash(tuple(paths[at : at + WIDTH])) for at in range(last + 1)})
