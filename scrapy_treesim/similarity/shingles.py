"""Path shingles (the survey of Buttler 2004, section 3.2; Qiu 2013, appendix A.3.2).

A shingle is ``WIDTH`` paths in a row, of the paths to all nodes in preorder; ``S(T)`` is the set of
a tree's shingles. Resemblance is ``|S(A) & S(B)| / |S(A) | S(B)|``, containment ``|S(A) & S(B)| /
|S(A)|``. For resemblance in constant time see :mod:`.sketch`.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from scrapy_treesim.similarity._bags_cy import shared, window_hashes
from scrapy_treesim.similarity.measure import ProfileMeasure
from scrapy_treesim.similarity.paths import paths_of
from scrapy_treesim.similarity.sources import root_shape
from scrapy_treesim.similarity.tags import jaccard
from scrapy_treesim.tree import ShapeTable

if TYPE_CHECKING:
    from scrapy_treesim.page import Page, Source
    from scrapy_treesim.tree import Tree

WIDTH: Final = 3
"""Paths in a shingle. The survey finds no difference between 1 and 4."""


class Shingles(ProfileMeasure):
    """Resemblance of two shapes; O(nodes log nodes)."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The different shingles as numbers, sorted."""
        return shingles_of(paths_of(table, shape))

    def of_profiles(self, x: array[int], y: array[int]) -> float:
        """The shingles that both have, over those that either has."""
        self.spent += len(x) + len(y)
        return jaccard(x, y)


def shingles_of(paths: array[int], width: int = WIDTH) -> array[int]:
    """The different shingles of a tree, given the paths to its nodes, sorted; O(n log n)."""
    windows = array("q", bytes(8 * max(len(paths) - width + 1, 1)))
    window_hashes(paths, width, windows)
    return array("q", sorted(set(windows)))


def containment(a: Page | Tree | Source, b: Page | Tree | Source) -> float:
    """How much of ``a`` is in ``b``, in [0, 1]: the share of its shingles; 1 for a tree in itself.

    0 where the outermost tags differ. Not symmetric. O(nodes log nodes).

    Raises:
        TypeError: one of the two cannot be read as a page.
    """
    table = ShapeTable()
    one, other = (shingles_of(paths_of(table, root_shape(each, table))) for each in (a, b))
    return shared(one, other) / len(one)
