"""Kernel of page features: what each node is called, below what, and the path of each leaf."""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Bytes, Ints, Longs
    from cython.cimports.scrapy_treesim.templates.match.constants import *
    from cython.cimports.scrapy_treesim.tree._hashing_cy import HashTable
else:
    from scrapy_treesim._cython import Bytes, Ints, Longs
    from scrapy_treesim.templates.match.constants import *
    from scrapy_treesim.tree._hashing_cy import HashTable
if TYPE_CHECKING:
    from array import array


@cython.cfunc
def squared(low: cython.longlong, high: cython.longlong) -> cython.longlong:
    """One number of two below ``PRIME``, such that their exclusive-or tells sets apart."""
    low = (low * low + high) % PRIME
    high = (high * high + low * LOW) % PRIME
    return high << 31 | low


@cython.cfunc
@cython.locals(low=cython.longlong, high=cython.longlong, i=cython.int)
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


@cython.locals(node=cython.Py_ssize_t, entry=cython.Py_ssize_t)
def name_nodes(
    tag: Ints,
    parent: Ints,
    code: Longs,
    first_attribute: Ints,
    attribute: Ints,
    value_start: Ints,
    values: Bytes,
    wanted: cython.int,
    seen: Longs,
    labels: Longs,
    paths: Longs,
    leaf: Ints,
) -> None:
    """The label of each element, the path of tags to it, and whether it is a leaf.

    ``code`` has a number for each tag, 0 where it and all below it is passed over. A node passed
    over has the label 0. The root's path is its own tag.
    """
    for node in range(len(tag)):
        above: cython.Py_ssize_t = parent[node]
        own: cython.longlong = code[tag[node]]
        if own == 0 or (above >= 0 and labels[above] == 0):
            continue
        key: cython.longlong = 0
        for entry in range(first_attribute[node], first_attribute[node + 1]):
            if attribute[entry] == wanted:
                key = class_key(values, value_start[entry], value_start[entry + 1], seen)
                break
        labels[node] = combined(own, key, LOW)
        paths[node] = combined(own, paths[above] if above >= 0 else 1, LEAF)
        leaf[node] = 1
        if above >= 0:
            leaf[above] = 0


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


@cython.locals(node=cython.Py_ssize_t)
def pair_nodes(
    tag: Ints,
    parent: Ints,
    html: cython.int,
    body: cython.int,
    leaf: Ints,
    labels: Longs,
    pairs: Longs,
    paths: Longs,
) -> None:
    """A number of each element's label below its parent's, 0 for what has no label.

    The page's own elements, ``html`` and ``body``, are nothing below another and lose their label;
    what is no leaf loses its path.
    """
    for node in range(len(parent) - 1, -1, -1):
        if not leaf[node]:
            paths[node] = 0
        if labels[node] == 0:
            continue
        if tag[node] == html or tag[node] == body:
            labels[node] = 0
        elif node > 0:
            pairs[node] = combined(labels[parent[node]], labels[node], PAIR)


@cython.locals(i=cython.Py_ssize_t)
def distinct(several: list[array[int]]) -> array[int]:
    """Return the numbers that are not 0, each once, in the order they come."""
    table: HashTable = HashTable(4096)
    for held in several:
        numbers: Longs = held
        for i in range(len(numbers)):
            if numbers[i] != 0:
                table.enter(numbers[i])
    return table.keys()
