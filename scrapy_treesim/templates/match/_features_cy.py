"""Kernel of page features: labels of nodes, pairs of labels, paths of leaves."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints, Longs
from scrapy_treesim.templates.match.constants import *
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

CLASS = cython.declare(cython.int, tags.ATTRIBUTES.index("class"))
HTML = cython.declare(cython.int, tags.NUMBER["html"])
BODY = cython.declare(cython.int, tags.NUMBER["body"])


@cython.cfunc
def squared(low: cython.longlong, high: cython.longlong) -> cython.longlong:
    """One number of two below ``PRIME``, such that their exclusive-or tells sets apart."""
    low = (low * low + high) % PRIME
    high = (high * high + low * LOW) % PRIME
    return high << 31 | low


@cython.cfunc
@cython.locals(low=cython.longlong, high=cython.longlong)
def class_key(
    values: Bytes, at: cython.Py_ssize_t, end: cython.Py_ssize_t, seen: Longs
) -> cython.longlong:
    """A number of the set of class names in ``values[at:end]``, digits of any length being one.

    The order of names and repetitions do not count; names after the first ``TOKENS`` are passed
    over. ``seen`` is room for as many.
    """
    total: cython.longlong = 0
    count: cython.int = 0
    while at < end and count < TOKENS:
        low = high = 7
        long: cython.int = 0
        digits: cython.bint = False
        while at < end and values[at] > 32:
            byte: cython.int = values[at]
            at += 1
            if 48 <= byte <= 57:
                if digits:
                    continue
                digits = True
                byte = DIGIT
            else:
                digits = False
            long += 1
            low = (low * LOW + byte) % PRIME
            high = (high * HIGH + byte) % PRIME
        at += 1
        if long == 0:
            continue
        key: cython.longlong = squared(low, high)
        known: cython.bint = False
        for i in range(count):
            if seen[i] == key:
                known = True
                break
        if not known:
            seen[count] = key
            count += 1
            total ^= key
    return total


@cython.cfunc
def combined(
    first: cython.longlong, second: cython.longlong, salt: cython.longlong
) -> cython.longlong:
    """A number of 62 bits, above 0, of two such numbers in their order."""
    low: cython.longlong = (first % PRIME * HIGH + second % PRIME * LOW + salt) % PRIME
    high: cython.longlong = (
        (first >> 31) % PRIME * LOW + (second >> 31) % PRIME * HIGH + low * salt
    ) % PRIME
    return high << 31 | low | 1


def name_nodes(tree: PageTree, code: Longs, labels: Longs, pairs: Longs, paths: Longs) -> None:
    """The label of each element, its label below its parent's, and the path of tags to a leaf.

    0 where there is none. ``code`` has a number for each tag, 0 where it and all below it is passed
    over. The page's own elements, ``html`` and ``body``, are nothing below another and have no
    label.
    """
    tag: Ints = tree.tag
    parent: Ints = tree.parent
    first_attribute: Ints = tree.first_attribute
    attribute: Ints = tree.attribute
    value_start: Ints = tree.value_start
    values: Bytes = tree.values
    seen: Longs = array("q", bytes(8 * TOKENS))
    leaf: Ints = array("i", bytes(4 * len(tag)))
    for node in range(len(tag)):
        above: cython.Py_ssize_t = parent[node]
        own: cython.longlong = code[tag[node]]
        if own == 0 or (above >= 0 and labels[above] == 0):
            continue
        key: cython.longlong = 0
        for entry in range(first_attribute[node], first_attribute[node + 1]):
            if attribute[entry] == CLASS:
                key = class_key(values, value_start[entry], value_start[entry + 1], seen)
                break
        labels[node] = combined(own, key, LOW)
        paths[node] = combined(own, paths[above] if above >= 0 else 1, LEAF)
        leaf[node] = 1
        if above >= 0:
            leaf[above] = 0
    for node in range(len(parent) - 1, -1, -1):
        if not leaf[node]:
            paths[node] = 0
        if labels[node] == 0:
            continue
        if tag[node] == HTML or tag[node] == BODY:
            labels[node] = 0
        elif node > 0:
            pairs[node] = combined(labels[parent[node]], labels[node], PAIR)
