"""Sketches: resemblance of pages in constant time and memory (Broder 1997; Buttler 2004, 3.2).

Shingles are numbered by a permutation that is the same for all pages, wherever and whenever. Of all
shingles of two pages, the ``k`` smallest are a fair sample, and each page's own ``k`` smallest tell
which they are: the share of them that both pages have estimates the resemblance, with a standard
error of at most ``1 / (2 sqrt(k))``.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final
from zlib import crc32

from scrapy_treesim.similarity._bags_cy import path_hashes, sampled_resemblance
from scrapy_treesim.similarity.shingles import WIDTH, shingles_of
from scrapy_treesim.similarity.sources import tree_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page, Source
    from scrapy_treesim.tree import Tree

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
    codes = [_code(name) for name in tree.names]
    paths = array("q", bytes(8 * len(tree)))
    path_hashes(array("i", [codes[tag] for tag in tree.tag]), tree.parent, paths)
    return shingles_of(paths, width)[:length]


def resemblance(x: array[int], y: array[int], length: int = LENGTH) -> float:
    """The resemblance of the pages of two sketches of ``length``, estimated; O(length).

    Exact where both pages together have no more shingles than ``length``. In [0, 1], symmetric, 1
    for equal sketches.
    """
    return sampled_resemblance(x, y, length)


def _code(name: str) -> int:
    """A number of the tag's name, from 1 to 2^31 - 2, the same in every run."""
    return crc32(name.encode()) % (2**31 - 2) + 1
