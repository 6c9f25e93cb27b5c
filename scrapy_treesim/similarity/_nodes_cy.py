"""Kernel that lays the nodes of a shape out in flat arrays."""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Ints, Longs
    from cython.cimports.scrapy_treesim.tree._shapes_cy import ShapeTable
else:
    from scrapy_treesim._cython import Ints, Longs
    from scrapy_treesim.tree._shapes_cy import ShapeTable


@cython.locals(node=cython.Py_ssize_t, k=cython.Py_ssize_t, kids=tuple)
def preorder(table: ShapeTable, shape: cython.int, tag: Ints, parent: Ints) -> None:
    """Fill the tag and the parent (-1 of the root) of every node, in preorder; O(nodes)."""
    waiting: Ints = array("i", bytes(4 * len(tag)))
    above: Ints = array("i", bytes(4 * len(tag)))
    waiting[0] = shape
    above[0] = -1
    left: cython.Py_ssize_t = 1
    for node in range(len(tag)):
        left -= 1
        one: cython.int = waiting[left]
        tag[node] = table.tag[one]
        parent[node] = above[left]
        kids = table.children[one]
        for k in range(len(kids) - 1, -1, -1):
            waiting[left] = kids[k]
            above[left] = node
            left += 1


@cython.locals(node=cython.Py_ssize_t, k=cython.Py_ssize_t, kids=tuple)
def breadth_first(table: ShapeTable, shape: cython.int, tag: Ints) -> None:
    """Fill the tag of every node, level by level; O(nodes)."""
    waiting: Ints = array("i", bytes(4 * len(tag)))
    waiting[0] = shape
    last: cython.Py_ssize_t = 1
    for node in range(len(tag)):
        tag[node] = table.tag[waiting[node]]
        kids = table.children[waiting[node]]
        for k in range(len(kids)):
            waiting[last] = kids[k]
            last += 1


@cython.locals(node=cython.Py_ssize_t)
def tag_at_depth(tag: Ints, parent: Ints, out: Longs) -> None:
    """Fill one number for the tag and the depth of every node: ``depth << 32 | tag + 1``.

    The depth of the root is 0; an artificial root may have the tag -1. O(nodes).
    """
    for node in range(len(tag)):
        above: cython.longlong = -1
        if parent[node] >= 0:
            above = out[parent[node]] >> 32
        out[node] = ((above + 1) << 32) + tag[node] + 1
