"""The flat tag tree of a page, its cleaning and its shapes."""

from scrapy_treesim.tree.cleaning import ELEMENTS, ELEMENTS_AND_TEXT, Profile, Tree, clean
from scrapy_treesim.tree.page_tree import PageTree
from scrapy_treesim.tree.shapes import ShapeTable
from scrapy_treesim.tree.walk import checked, compiled

__all__ = [
    "ELEMENTS",
    "ELEMENTS_AND_TEXT",
    "PageTree",
    "Profile",
    "ShapeTable",
    "Tree",
    "checked",
    "clean",
    "compiled",
]
