"""Kernel of flat trees: sizes and sums, the nodes left by cleaning, and attributes.

Attributes are read as text; before there is a tree, tags that are too long are searched for.
"""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints
from scrapy_treesim.tree.constants import DROP, KEEP, KIND_BITS, MOST_OPEN, UNWRAP
from scrapy_treesim.tree.printable import printable
from scrapy_treesim.tree.tags import NUMBER

if cython.compiled:
    from cython.cimports.libc.string import memchr


LINK = cython.declare(cython.int, NUMBER["a"])
LONG_VALUE = cython.declare(cython.int, 1_000)


def fill_sums(
    tag: Ints, parent: Ints, size: Ints, nth: Ints, chars: Ints, linked: Ints, seen: Ints
) -> None:
    """Fill ``size`` and ``nth``; turn ``chars`` (of each node, on entry) into prefix sums.

    ``seen`` holds a zero for every tag.

    Raises:
        ValueError: the nodes are not in preorder, or a tag has no name.
    """
    n: cython.Py_ssize_t = len(tag)
    for i in range(n):
        if not (-1 if i == 0 else 0) <= parent[i] < i or not 0 <= tag[i] < len(seen):
            raise ValueError(f"node {i} has the parent {parent[i]} and the tag {tag[i]}")
    for i in range(n - 1, -1, -1):
        size[i] += 1
        if parent[i] >= 0:
            size[parent[i]] += size[i]
    _number_siblings(tag, size, nth, seen)
    before: cython.int = 0
    before_linked: cython.int = 0
    link_stop: cython.Py_ssize_t = 0
    for i in range(n):
        node_chars: cython.int = chars[i]
        chars[i] = before
        linked[i] = before_linked
        if tag[i] == LINK and i >= link_stop:
            link_stop = i + size[i]
        before += node_chars
        if i < link_stop:
            before_linked += node_chars
    chars[n] = before
    linked[n] = before_linked


def _number_siblings(tag: Ints, size: Ints, nth: Ints, seen: Ints) -> None:
    """Number the children of each node that share a tag, from 1; 0 for the only one."""
    for i in range(len(tag)):
        if size[i] == 1:
            continue
        stop: cython.Py_ssize_t = i + size[i]
        child: cython.Py_ssize_t = i + 1
        while child < stop:
            seen[tag[child]] += 1
            nth[child] = seen[tag[child]]
            child += size[child]
        child = i + 1
        while child < stop:
            if seen[tag[child]] == 1:
                nth[child] = 0
            child += size[child]
        child = i + 1
        while child < stop:
            seen[tag[child]] = 0
            child += size[child]


def check_runs(start: Ints, stop: cython.Py_ssize_t) -> None:
    """Raise an error unless the positions ascend, from 0 or more, and end with ``stop``.

    Raises:
        ValueError: they do not.
    """
    before: cython.Py_ssize_t = 0
    for i in range(len(start)):
        if start[i] < before or start[i] > stop:
            raise ValueError(f"expected offsets from {before} to {stop}, got {start[i]}")
        before = start[i]
    if before != stop:
        raise ValueError(f"expected {stop} as the last offset, got {before}")


def nodes_of(tag: Ints, flags: Bytes) -> list[int]:
    """Return the nodes with flagged tags, in order; tags beyond the flags have none."""
    nodes: list[int] = []
    flagged_tags: cython.int = len(flags)
    for node in range(len(tag)):
        if tag[node] < flagged_tags and flags[tag[node]]:
            nodes.append(node)
    return nodes


def keep_nodes(
    tag: Ints,
    parent: Ints,
    size: Ints,
    actions: Ints,
    position: Ints,
    out_tag: Ints,
    out_parent: Ints,
    out_size: Ints,
    out_origin: Ints,
) -> cython.Py_ssize_t:
    """Copy the nodes kept by ``actions`` (by tag); return their number.

    ``position`` has room for the position of every node's nearest kept ancestor-or-self. The root
    is always kept. Text runs that become neighbours by unwrapping count as one node.
    """
    n: cython.Py_ssize_t = len(tag)
    count: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t = 0
    while i < n:
        action: cython.int = actions[tag[i]] if i > 0 else KEEP
        above: cython.int = position[parent[i]] if i > 0 else -1
        if action == DROP:
            i += size[i]
            continue
        if action == UNWRAP:
            position[i] = above
            i += 1
            continue
        if tag[i] == 0 and count > 0 and out_tag[count - 1] == 0 and out_parent[count - 1] == above:
            i += 1
            continue
        position[i] = count
        out_tag[count] = tag[i]
        out_parent[count] = above
        out_origin[count] = i
        count += 1
        i += 1
    for i in range(count - 1, -1, -1):
        out_size[i] += 1
        if i > 0:
            out_size[out_parent[i]] += out_size[i]
    return count


def fill_heights(parent: Ints, height: Ints) -> None:
    """Fill ``height``, zeros on entry, with the nodes on the longest path from each to a leaf."""
    for i in range(len(parent) - 1, -1, -1):
        height[i] += 1
        above: cython.int = parent[i]
        if above >= 0 and height[above] < height[i]:
            height[above] = height[i]


def deepest(tag: Ints, parent: Ints, kinds: Ints, open_bits: Ints) -> cython.int:
    """Return the largest number of open elements of one kind, at most 7.

    The kinds are of elements that HTML ends early. One pass over the nodes, each with the numbers
    of open elements of each kind around it. ``kinds`` has for each tag its kind, or -1;
    ``open_bits`` the bits of the kinds that stay open inside of it.
    """
    most: cython.int = 0
    known_tags: cython.Py_ssize_t = len(kinds)
    open_in: Ints = array("i", bytes(4 * len(tag)))
    for node in range(1, len(tag)):
        number: cython.int = tag[node]
        around: cython.int = open_in[parent[node]]
        if number < known_tags:
            kind: cython.int = kinds[number]
            if kind >= 0:
                depth: cython.int = around >> KIND_BITS * kind & MOST_OPEN
                if depth < MOST_OPEN:
                    around += 1 << KIND_BITS * kind
                    depth += 1
                most = max(most, depth)
            around &= open_bits[number]
        open_in[node] = around
    return most


class Attributes:
    """The attributes of a page's elements.

    Values of more than a thousand bytes are cached: those of an element with many nodes below it
    are read again and again.
    """

    def __init__(self, first: Ints, attribute: Ints, value_start: Ints, values: bytes) -> None:
        self.first = first
        self.attribute = attribute
        self.value_start = value_start
        self.values = values
        self.long_values: dict[int, str] = {}

    @cython.cfunc
    @cython.exceptval(-2, check=False)
    def entry(self, node: cython.Py_ssize_t, number: cython.int) -> cython.int:
        """Return the entry of one of a node's attributes, or -1 if it is absent."""
        for entry in range(self.first[node], self.first[node + 1]):
            if self.attribute[entry] == number:
                return entry
        return -1

    @cython.cfunc
    def plain(self, entry: cython.int) -> bytes | None:
        """Return the value of an entry if it is printable ASCII, else None."""
        piece = self.values[self.value_start[entry] : self.value_start[entry + 1]]
        if not cython.compiled:
            return piece if piece.isascii() and piece.decode().isprintable() else None
        for i in range(len(piece)):
            byte: cython.uchar = piece[i]
            if byte < 32 or byte > 126:
                return None
        return piece

    @cython.ccall
    def text(self, entry: cython.int) -> str:
        """Return the value of an entry as text."""
        start: cython.int = self.value_start[entry]
        stop: cython.int = self.value_start[entry + 1]
        if stop - start <= LONG_VALUE:
            piece = self.plain(entry)
            return printable(self.values[start:stop]) if piece is None else piece.decode("ascii")
        value = self.long_values.get(entry)
        if value is None:
            value = self.long_values[entry] = printable(self.values[start:stop])
        return value

    @cython.ccall
    def get(self, node: cython.Py_ssize_t, number: cython.int) -> str | None:
        """Return the value of one of a node's attributes, or None if it is absent."""
        entry: cython.int = self.entry(node, number)
        return None if entry < 0 else self.text(entry)


@cython.inline
def _next(
    body: Bytes, byte: cython.int, start: cython.Py_ssize_t, stop: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return the position of the next such byte, or the end."""
    if start >= stop:
        return stop
    if not cython.compiled:
        position = body.find(byte, start)
        return stop if position < 0 else position
    pointer = memchr(cython.address(body[start]), byte, stop - start)  # type: ignore[name-defined]
    if pointer == cython.NULL:
        return stop
    return cython.cast(cython.pointer(cython.uchar), pointer) - cython.address(body[0])


@cython.inline
@cython.locals(last=cython.uint)
def _tag_end(body: Bytes, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the position of the ">" that ends a tag, no quoted one, or the end."""
    last = 0
    while i < stop:
        byte: cython.uint = body[i]
        if byte == 62:
            return i
        if last == 61 and (byte == 34 or byte == 39):
            i = _next(body, byte, i + 1, stop)
        # Between "=" and a quotation mark white space may stand.
        if byte > 32 or last != 61:
            last = byte
        i += 1
    return stop


def has_long_tag(body: Bytes, most: cython.Py_ssize_t) -> bool:
    """Tell whether a tag may have more than ``most`` bytes, quoted values among them.

    Comments and scripts are read like markup, so some of the tags found are not tags.
    """
    stop: cython.Py_ssize_t = len(body)
    i: cython.Py_ssize_t = 0
    while i < stop:
        i = _next(body, 60, i, stop) + 1
        # A letter after "<" opens a tag.
        if i >= stop or not 97 <= body[i] | 32 <= 122:
            continue
        start: cython.Py_ssize_t = i
        i = _tag_end(body, start, stop)
        if i - start > most:
            return True
    return False
