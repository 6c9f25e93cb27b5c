"""Kernel of the shapes of regions: hashes of paths of tags, and of tags with a class name."""

from __future__ import annotations

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints, UInts
from scrapy_treesim.tree._hashing_cy import hash_bytes, mixed
from scrapy_treesim.tree.tags import ATTRIBUTES

CLASS = cython.declare(cython.int, ATTRIBUTES.index("class"))
ID = cython.declare(cython.int, ATTRIBUTES.index("id"))
PATH = cython.declare(cython.int, 1)
NAMED = cython.declare(cython.int, 2)
ABOVE = cython.declare(cython.int, 3)
NAMED_ABOVE = cython.declare(cython.int, 4)
CALLED = cython.declare(cython.int, 5)


def add_inside(
    tag: Ints,
    depth: Ints,
    first_attribute: Ints,
    attribute: Ints,
    value_start: Ints,
    values: Bytes,
    names: UInts,
    node: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    paths: UInts,
    most: cython.Py_ssize_t,
    words: cython.int,
    found: dict[int, None],
) -> None:
    """Add the features of the nodes from ``node`` up to ``stop``, the first one's own subtree.

    ``names`` are hashes of tags' names, by tag; ``paths`` is room for one of each level that is
    looked at. ``found`` has ``most`` features in the end, or fewer.

    Raises:
        IndexError: there are no such nodes.
    """
    if not 0 <= node < stop <= len(tag):
        raise IndexError(f"no nodes {node} to {stop} among {len(tag)}")
    above: cython.int = depth[node]
    while node < stop:
        level: cython.int = depth[node] - above
        if tag[node] != 0 and 0 <= level < len(paths):
            name: cython.uint = names[tag[node]]
            path: cython.uint = mixed(paths[level - 1] if level > 0 else PATH, name)
            paths[level] = path
            if len(found) < most:
                found[path] = None
            _add_names(
                first_attribute, attribute, value_start, values, node, mixed(NAMED, name), most,
                words, found,
            )  # fmt: skip
            if len(found) >= most:
                return
        node += 1


def add_around(
    tag: Ints,
    parent: Ints,
    first_attribute: Ints,
    attribute: Ints,
    value_start: Ints,
    values: Bytes,
    names: UInts,
    node: cython.Py_ssize_t,
    levels: cython.int,
    most: cython.Py_ssize_t,
    words: cython.int,
    found: dict[int, None],
) -> None:
    """Add the features of so many ``levels`` of elements above a node; the rest as above.

    Raises:
        IndexError: there is no such node.
    """
    if not 0 <= node < len(tag):
        raise IndexError(f"no node {node} among {len(tag)}")
    node = parent[node]
    level: cython.int = 0
    while node >= 0 and level < levels and len(found) < most:
        name: cython.uint = names[tag[node]]
        # The nearest steps tell one list from another, the same tags above are every page's.
        found[mixed(mixed(ABOVE, level), name)] = None
        _add_names(
            first_attribute, attribute, value_start, values, node, mixed(NAMED_ABOVE, name), most,
            words, found,
        )  # fmt: skip
        for entry in range(first_attribute[node], first_attribute[node + 1]):
            at: cython.Py_ssize_t = value_start[entry]
            stop: cython.Py_ssize_t = value_start[entry + 1]
            if attribute[entry] == ID and at < stop and len(found) < most:
                found[hash_bytes(values, at, stop, mixed(CALLED, name))] = None
        node = parent[node]
        level += 1


def _add_names(
    first_attribute: Ints,
    attribute: Ints,
    value_start: Ints,
    values: Bytes,
    node: cython.Py_ssize_t,
    seed: cython.uint,
    most: cython.Py_ssize_t,
    words: cython.int,
    found: dict[int, None],
) -> cython.void:
    """Add an element's first class names."""
    for entry in range(first_attribute[node], first_attribute[node + 1]):
        if attribute[entry] != CLASS:
            continue
        at: cython.Py_ssize_t = value_start[entry]
        stop: cython.Py_ssize_t = value_start[entry + 1]
        read: cython.int = 0
        while at < stop and read < words and len(found) < most:
            if values[at] <= 32:
                at += 1
                continue
            first: cython.Py_ssize_t = at
            while at < stop and values[at] > 32:
                at += 1
            found[hash_bytes(values, first, at, seed)] = None
            read += 1
