"""Kernel of what pages look like: sketches of the containers of blocks, and how alike two are."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints, UInts, ULongs
from scrapy_treesim.tree.tags import ATTRIBUTES

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

CLASS = cython.declare(cython.int, ATTRIBUTES.index("class"))

MAX_CLASSES = cython.declare(cython.int, 4)
"""Class names that tell a kind of container, those with digits not among them."""

PARTS: int = 128
"""Parts of a sketch, a power of two."""
SHIFT = cython.declare(cython.int, 57)
"""What leaves of a hash the bits of its part."""

SEED = cython.declare(cython.ulonglong, 14695981039346656037)
PRIME = cython.declare(cython.ulonglong, 1099511628211)
MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
DOT = cython.declare(cython.ulonglong, ord("."))
BELOW = cython.declare(cython.ulonglong, ord(">"))
cython.declare(ZERO=cython.uint, NINE=cython.uint, SPACE=cython.uint, DELETE=cython.uint)
ZERO, NINE, SPACE, DELETE = b"09 \x7f"


@cython.ccall
def hashed(
    found: cython.ulonglong, text: Bytes, first: cython.Py_ssize_t, stop: cython.Py_ssize_t
) -> cython.ulonglong:
    """Go on with a hash by the bytes between two places."""
    for at in range(first, stop):
        found = ((found ^ text[at]) * PRIME) & MASK
    return found


def hash_of(text: Bytes) -> int:
    """The hash of a text."""
    return hashed(SEED, text, 0, len(text))


def sketch(tree: PageTree, before: Ints, tags: ULongs, least: UInts) -> None:
    """Fill in the least hash of each part of those of the containers with all around them.

    A container holds blocks; it is told by its tag and class names without those that hold digits,
    and where it has none, by those above it. ``before`` counts the blocks that start before each
    node, and the end; ``tags`` are hashes of tags; ``least`` is zeros. O(nodes + bytes of names).
    """
    tag: Ints = tree.tag
    parent: Ints = tree.parent
    size: Ints = tree.size
    first_attribute: Ints = tree.first_attribute
    attribute: Ints = tree.attribute
    value_start: Ints = tree.value_start
    kinds: ULongs = array("Q", bytes(8 * len(tag)))
    hashes: ULongs = array("Q", bytes(8 * len(tag)))
    for node in range(len(tag)):
        if tag[node] == 0 or before[node + size[node]] == before[node]:
            continue
        kind: cython.ulonglong = 0
        for entry in range(first_attribute[node], first_attribute[node + 1]):
            if attribute[entry] == CLASS:
                kind = _by_classes(
                    tags[tag[node]], tree.values, value_start[entry], value_start[entry + 1]
                )
                break
        if kind == 0:
            kind = tags[tag[node]]
            if node > 0:
                kind = ((kinds[parent[node]] ^ BELOW) * PRIME) & MASK
                kind = ((kind ^ tags[tag[node]]) * PRIME) & MASK
        kinds[node] = kind
        key: cython.ulonglong = hashes[parent[node]] if node > 0 else SEED
        key = ((key ^ kind) * PRIME) & MASK
        key = ((key ^ (key >> 29)) * PRIME) & MASK
        hashes[node] = key
        part: cython.Py_ssize_t = key >> SHIFT
        low: cython.uint = (key & 0xFFFFFFFF) | 1
        if least[part] == 0 or low < least[part]:
            least[part] = low


def _by_classes(
    kind: cython.ulonglong, values: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t
) -> cython.ulonglong:
    """Go on with a tag's hash by the class names without digits; 0 where there are none."""
    classes: cython.int = 0
    while at < stop and classes < MAX_CLASSES:
        first: cython.Py_ssize_t = at
        has_digit: cython.bint = False
        while at < stop:
            byte: cython.uint = values[at]
            if byte <= SPACE or byte == DELETE:
                break
            has_digit = has_digit or ZERO <= byte <= NINE
            at += 1
        if at > first and not has_digit:
            classes += 1
            kind = hashed(((kind ^ DOT) * PRIME) & MASK, values, first, at)
        at += 1
    return kind if classes else 0


def likeness(one: UInts, other: UInts) -> float:
    """The Jaccard coefficient of the containers of two pages, by their sketches.

    One permutation hashing (Li, Owen and Zhang 2012).
    """
    same: cython.int = 0
    some: cython.int = 0
    for k in range(len(one)):
        if one[k] != 0 or other[k] != 0:
            some += 1
            same += one[k] == other[k]
    return same / some if some else 0.0
