"""Containment of trees by their shingles (the survey of Buttler 2004, section 3.2)."""

from __future__ import annotations

from scrapy_treesim import Page
from scrapy_treesim.page import Source
from scrapy_treesim.similarity.measure import tree_of
from scrapy_treesim.similarity.sets import Shingles
from scrapy_treesim.tree import ShapeTable, Tree


def containment(a: Page | Tree | Source, b: Page | Tree | Source) -> float:
    """How much of ``a`` is in ``b``, in [0, 1]: the share of its shingles; 1 for a tree in itself.

    0 where the outermost tags differ. Not symmetric. O(nodes).

    Raises:
        TypeError: one of the two cannot be read as a page.
    """
    table = ShapeTable()
    roots = [table.intern(tree_of(each))[0] for each in (a, b)]
    one, other = ({*Shingles(table).read(table, root)} for root in roots)
    return len(one & other) / len(one)
