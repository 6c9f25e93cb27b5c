"""Containment of trees by their shingles (the survey of Buttler 2004, section 3.2)."""

from __future__ import annotations

from scrapy_treesim import Page
from scrapy_treesim.page import Source
from scrapy_treesim.similarity._bags_cy import shared
from scrapy_treesim.similarity.paths import paths_of
from scrapy_treesim.similarity.shingles import shingles_of
from scrapy_treesim.similarity.sources import root_shape
from scrapy_treesim.tree import ShapeTable, Tree


def containment(a: Page | Tree | Source, b: Page | Tree | Source) -> float:
    """How much of ``a`` is in ``b``, in [0, 1]: the share of its shingles; 1 for a tree in itself.

    0 where the outermost tags differ. Not symmetric. O(nodes log nodes).

    Raises:
        TypeError: one of the two cannot be read as a page.
    """
    table = ShapeTable()
    one, other = (shingles_of(paths_of(table, root_shape(each, table))) for each in (a, b))
    return shared(one, other) / len(one)
