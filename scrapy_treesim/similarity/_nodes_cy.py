"""Kernel that lays the nodes of a shape out in flat arrays."""

from __future__ import annotations

from array import array

from scrapy_treesim.tree._shapes_cy import ShapeTable


def preorder(table: ShapeTable, shape: int, tag: array[int], parent: array[int]) -> None:
    """Fill the tag and the parent (-1 of the root) of every node, in preorder; O(nodes)."""
    waiting = array("i", bytes(4 * len(tag)))
    above = array("i", bytes(4 * len(tag)))
    waiting[0] = shape
    above[0] = -1
    left = 1
    for node in range(len(tag)):
        left -= 1
        one = waiting[left]
        tag[node] = table.tag[one]
        parent[node] = above[left]
        kids = table.children[one]
        for k in range(len(kids) - 1, -1, -1):
            waiting[left] = kids[k]
            above[left] = node
            left += 1


def breadth_first(table: ShapeTable, shape: int, tag: array[int]) -> None:
    """Fill the tag of every node, level by level; O(nodes)."""
    waiting = array("i", bytes(4 * len(tag)))
    waiting[0] = shape
    last = 1
    for node in range(len(tag)):
        tag[node] = table.tag[waiting[node]]
        kids = table.children[waiting[node]]
        for k in range(len(kids)):
            waiting[last] = kids[k]
            last += 1


def tag_at_depth(tag: array[int], parent: array[int], out: array[int]) -> None:
    """Fill one number for the tag and the depth of every node: ``depth << 32 | tag + 1``.

    The depth of the root is 0; an artificial root may have the tag -1. O(nodes).
    """
    for node in range(len(tag)):
        above = -1
        if parent[node] >= 0:
            above = out[parent[node]] >> 32
        out[node] = ((above + 1) << 32) + tag[node] + 1
