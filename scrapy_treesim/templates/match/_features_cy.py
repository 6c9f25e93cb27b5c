"""Kernel of page features: what each node is called, below what, and the path of each leaf."""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]

from scrapy_treesim.tree import hashing

SECRET = hashing.SPREAD

# Compiled, constants of C.
if not cython.compiled:
    PRIME = 0x7FFFFFFF
    LOW = 1103515245
    HIGH = 1812433253
    PAIR = 747796405
    LEAF = 1140671485
    DIGIT = 78
    TOKENS = 24


def squared(low: int, high: int) -> int:
    """One number of two below ``PRIME``, such that their exclusive-or tells sets apart."""
    low = (low * low + high) % PRIME
    high = (high * high + low * LOW) % PRIME
    return high << 31 | low


def class_key(values: bytes, at: int, end: int, seen: array[int]) -> int:
    """A number of the set of class names in ``values[at:end]``, digits of any length being one.

    The order of names and repetitions do not count; names after the first ``TOKENS`` are passed
    over. ``seen`` is room for as many.
    """
    total = 0
    count = 0
    while at < end and count < TOKENS:
        low = high = 7
        long = 0
        digits = False
        while at < end and values[at] > 32:
            byte = values[at]
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
        key = squared(low, high)
        known = False
        for i in range(count):
            if seen[i] == key:
                known = True
                break
        if not known:
            seen[count] = key
            count += 1
            total ^= key
    return total


def name_nodes(
    tag: array[int],
    parent: array[int],
    code: array[int],
    first_attribute: array[int],
    attribute: array[int],
    value_start: array[int],
    values: bytes,
    wanted: int,
    seen: array[int],
    labels: array[int],
    paths: array[int],
    leaf: array[int],
) -> None:
    """The label of each element, the path of tags to it, and whether it is a leaf.

    ``code`` has a number for each tag, 0 where it and all below it is passed over. A node passed
    over has the label 0. The root's path is its own tag.
    """
    for node in range(len(tag)):
        above = parent[node]
        own = code[tag[node]]
        if own == 0 or (above >= 0 and labels[above] == 0):
            continue
        key = 0
        for entry in range(first_attribute[node], first_attribute[node + 1]):
            if attribute[entry] == wanted:
                key = class_key(values, value_start[entry], value_start[entry + 1], seen)
                break
        labels[node] = combined(own, key, LOW)
        paths[node] = combined(own, paths[above] if above >= 0 else 1, LEAF)
        leaf[node] = 1
        if above >= 0:
            leaf[above] = 0


def combined(first: int, second: int, salt: int) -> int:
    """A number of 62 bits, above 0, of two such numbers in their order."""
    low = (first % PRIME * HIGH + second % PRIME * LOW + salt) % PRIME
    high = ((first >> 31) % PRIME * LOW + (second >> 31) % PRIME * HIGH + low * salt) % PRIME
    return high << 31 | low | 1


def pair_nodes(
    tag: array[int],
    parent: array[int],
    html: int,
    body: int,
    leaf: array[int],
    labels: array[int],
    pairs: array[int],
    paths: array[int],
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


def distinct(numbers: array[int], room: array[int], out: array[int], count: int) -> int:
    """Put each of ``numbers`` that is new and not 0 at the end of ``out``; returns the new count.

    ``room`` is a table of zeros, a power of two in size, at least twice as long as all numbers.
    """
    mask = len(room) - 1
    for i in range(len(numbers)):
        key = numbers[i]
        if key == 0:
            continue
        place = ((key * SECRET) >> 32) & mask
        while room[place] != 0 and room[place] != key:
            place = (place + 1) & mask
        if room[place] == 0:
            room[place] = key
            out[count] = key
            count += 1
    return count
