"""Measures of sets: tags, paths, and rows of paths, with sketches of these.

Tags (the survey of Buttler 2004, section 2; Qiu 2013, appendix A.2). Where a tag stands does not
matter, only how often it does: ``tags`` is ``sum_k 2 min(w_k, v_k) / sum_k (w_k + v_k)`` over the
counts of every tag, ``tags-jaccard`` the tags that both trees have over those that either has.

Paths (the survey, section 3.1; Qiu 2013, appendix A.3.1). A path is the tags from the root to a
node, to any node and not to leaves alone. ``sum_k 2 min(w_k, v_k) / sum_k (w_k + v_k)`` over how
often each path comes.

Path shingles (the survey, section 3.2; Qiu 2013, appendix A.3.2). A shingle is ``WIDTH`` paths in
a row, of the paths to all nodes in preorder; ``S(T)`` is the set of a tree's shingles. Resemblance
is ``|S(A) & S(B)| / |S(A) | S(B)|``.

A sketch tells resemblance in constant time and memory (Broder 1997). Shingles are numbered by a
permutation that is the same for all pages, wherever and whenever. Of all shingles of two pages, the
``k`` smallest are a fair sample, and each page's own ``k`` smallest tell which they are: the share
of them that both pages have estimates the resemblance, with a standard error of at most
``1 / (2 sqrt(k))``.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from scrapy_treesim.similarity._profiles_cy import (
    breadth_first,
    path_hashes,
    preorder,
    sampled_resemblance,
    shared,
    window_hashes,
)
from scrapy_treesim.similarity.measure import ProfileMeasure, tree_of
from scrapy_treesim.tree import ShapeTable
from scrapy_treesim.tree.tags import tag_code

if TYPE_CHECKING:
    from scrapy_treesim.page import Page, Source
    from scrapy_treesim.tree import Tree


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
        """The numbers that both have, over those that either has."""
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


class Paths(WeightedTags):
    """The share of the nodes whose path is in the other tree as well; O(nodes log nodes)."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The paths of all nodes as numbers, sorted."""
        return array("q", sorted(paths_of(table, shape)))


def paths_of(table: ShapeTable, shape: int) -> array[int]:
    """The path of every node of a shape in preorder, as a number; O(nodes)."""
    tag, parent = preorder(table, shape)
    paths = array("q", bytes(8 * len(tag)))
    # An artificial root has the tag -1; codes begin at 0.
    path_hashes(array("i", [number + 1 for number in tag]), parent, paths)
    return paths


WIDTH: Final = 3
"""Paths in a shingle. The survey finds no difference between 1 and 4."""


class Shingles(TagSets):
    """Resemblance of two shapes; O(nodes log nodes)."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The different shingles as numbers, sorted."""
        return shingles_of(paths_of(table, shape))


def shingles_of(paths: array[int], width: int = WIDTH) -> array[int]:
    """The different shingles of a tree, given the paths to its nodes, sorted; O(n log n)."""
    windows = array("q", bytes(8 * max(len(paths) - width + 1, 1)))
    window_hashes(paths, width, windows)
    return array("q", sorted(set(windows)))


LENGTH: Final = 256
"""Numbers of a sketch: 2 KB a page, and a standard error of at most 0.03."""


def sketch_of(source: Page | Tree | Source, length: int = LENGTH, width: int = WIDTH) -> array[int]:
    """The ``length`` smallest shingles of ``width`` paths each, sorted, as ``array("q")``.

    All of them where there are fewer. Names of tags are all that counts, so sketches of different
    runs can be compared. O(nodes log nodes).

    Raises:
        TypeError: the source cannot be read as a page.
        ValueError: ``length`` or ``width`` is below 1.
    """
    if length < 1 or width < 1:
        raise ValueError(f"length and width are 1 or more, not {length} and {width}")
    return shingles_of(page_paths(tree_of(source)), width)[:length]


def page_paths(tree: Tree) -> array[int]:
    """The path of every node of a page's tree, as a number that is the same in every run."""
    codes = [tag_code(name) for name in tree.names]
    paths = array("q", bytes(8 * len(tree)))
    path_hashes(array("i", [codes[tag] for tag in tree.tag]), tree.parent, paths)
    return paths


def resemblance(x: array[int], y: array[int], length: int = LENGTH) -> float:
    """The resemblance of the pages of two sketches of ``length``, estimated; O(length).

    Exact where both pages together have no more shingles than ``length``. In [0, 1], symmetric, 1
    for equal sketches.
    """
    return sampled_resemblance(x, y, length)
