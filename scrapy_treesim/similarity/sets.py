"""Measures of sets: tags, paths, and rows of paths, with sketches of these.

Tags (the survey of Buttler 2004, section 2; Qiu 2013, appendix A.2). Where a tag stands does not
matter, only how often it does: ``tags`` is ``sum_k 2 min(w_k, v_k) / sum_k (w_k + v_k)`` over the
counts of every tag, ``tags-jaccard`` the tags that both trees have over those that either has.

Paths (the survey, section 3.1; Qiu 2013, appendix A.3.1). A path is the tags from the root to a
node, to any node and not to leaves alone. ``sum_k 2 min(w_k, v_k) / sum_k (w_k + v_k)`` over how
often each path comes.

Path shingles (the survey, section 3.2; Qiu 2013, appendix A.3.2). A shingle is three paths in a
row (the survey finds no difference between one and four), of the paths to all nodes in preorder;
``S(T)`` is the set of a tree's shingles. Resemblance is ``|S(A) & S(B)| / |S(A) | S(B)|``.

A sketch tells resemblance in constant time and memory (Broder 1997). Shingles are numbered by a
permutation that is the same for all pages, wherever and whenever. Of all shingles of two pages, the
``k`` smallest are a fair sample, and each page's own ``k`` smallest tell which they are: the share
of them that both pages have estimates the resemblance, with a standard error of at most
``1 / (2 sqrt(k))``.

A path is a number, made of the tags from the root down by two polynomials modulo a prime: of 62
bits, so that two paths of one number are not to be expected, and the same wherever it is computed.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.similarity.measure import ProfileMeasure, preorder, tree_of
from scrapy_treesim.tree.tags import tag_code

if TYPE_CHECKING:
    from scrapy_treesim.page import Page, Source
    from scrapy_treesim.tree import ShapeTable, Tree

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
    tag, parent = preorder(table, shape)
    # An artificial root has the tag -1; codes begin at 0.
    return path_numbers([number + 1 for number in tag], parent)


PRIME: Final = 2**31 - 1
LOW: Final = 1103515245
HIGH: Final = 1812433253
"""Multipliers of the two polynomials; the next two are those of windows, then those that mix."""
WINDOW_LOW: Final = 1664525
WINDOW_HIGH: Final = 134775813
MIX_LOW: Final = 747796405
MIX_HIGH: Final = 1140671485


def path_numbers(codes: Sequence[int], parents: array[int]) -> array[int]:
    """The number of the path of codes from the root, whose parent is -1, to each node; O(nodes)."""
    paths = array("q")
    for code, parent in zip(codes, parents, strict=True):
        above = paths[parent] if parent >= 0 else 0
        low = ((above & PRIME) * LOW + code) % PRIME
        high = ((above >> 31) * HIGH + code) % PRIME
        paths.append(high << 31 | low)
    return paths


WIDTH: Final = 3
"""Paths in a shingle."""


class Shingles(TagSets):
    """Resemblance of two shapes; O(nodes)."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The different shingles as numbers."""
        return array("q", shingles_of(paths_of(table, shape)))


def shingles_of(paths: array[int], width: int = WIDTH) -> set[int]:
    """The different shingles of a tree, given the paths to its nodes; O(nodes * width).

    As numbers that are spread evenly: the smallest are a fair sample of any set of them.
    """
    return {
        _shingle(paths[first : first + width]) for first in range(max(len(paths) - width + 1, 1))
    }


def _shingle(paths: array[int]) -> int:
    low = high = 0
    for path in paths:
        low = (low * WINDOW_LOW + (path & PRIME) + 1) % PRIME
        high = (high * WINDOW_HIGH + (path >> 31) + 1) % PRIME
    return (low * MIX_LOW + high * MIX_HIGH) % PRIME << 31 | low


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
    tree = tree_of(source)
    codes = [tag_code(name) for name in tree.names]
    paths = path_numbers([codes[tag] for tag in tree.tag], tree.parent)
    return array("q", sorted(shingles_of(paths, width))[:length])


def resemblance(x: array[int], y: array[int], length: int = LENGTH) -> float:
    """The resemblance of the pages of two sketches of ``length``, estimated; O(length).

    Exact where both pages together have no more shingles than ``length``. In [0, 1], symmetric, 1
    for equal sketches. Not both are empty.
    """
    one, other = {*x}, {*y}
    least = sorted(one | other)[:length]
    return len(one.intersection(other).intersection(least)) / len(least)
