"""The inputs of a comparison: pages, pieces of HTML, elements, trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_treesim.page import Page
from scrapy_treesim.tree import ELEMENTS, ShapeTable, Tree, clean

if TYPE_CHECKING:
    from scrapy_treesim.page import Source


def tree_of(source: Page | Tree | Source) -> Tree:
    """The tree of elements, without what does not show (see ``tree.ELEMENTS``).

    A snippet of HTML with one outermost element stands for that element, not for a page around it.

    Raises:
        TypeError: the source cannot be read as a page.
    """
    if isinstance(source, Tree):
        return source
    page = source if isinstance(source, Page) else Page.of_snippet(source)
    return clean(page.tree, ELEMENTS)


def root_shape(source: Page | Tree | Source, table: ShapeTable) -> int:
    """The shape of the whole tree in a table.

    Raises:
        TypeError: the source cannot be read as a page.
    """
    return table.intern(tree_of(source))[0]
