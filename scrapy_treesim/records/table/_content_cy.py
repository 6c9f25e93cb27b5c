"""Kernel of the records' content: what lies below each node, and what each is called."""

from __future__ import annotations

from array import array

from scrapy_treesim.tree import hashing
from scrapy_treesim.tree.tags import ATTRIBUTES, NUMBER

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Bytes, Ints, UInts, ULongs
    from cython.cimports.scrapy_treesim.records.table._texts_cy import Texts
    from cython.cimports.scrapy_treesim.records.table.constants import *
    from cython.cimports.scrapy_treesim.tree._hashing_cy import hash_bytes, mixed
else:
    from scrapy_treesim._cython import Bytes, Ints, UInts, ULongs
    from scrapy_treesim.records.table._texts_cy import Texts
    from scrapy_treesim.records.table.constants import *
    from scrapy_treesim.tree._hashing_cy import hash_bytes, mixed

LINK = cython.declare(cython.int, NUMBER["a"])
IMAGE = cython.declare(cython.int, NUMBER["img"])
META = cython.declare(cython.int, NUMBER["meta"])
CLASS = cython.declare(cython.int, ATTRIBUTES.index("class"))
ITEMPROP = cython.declare(cython.int, ATTRIBUTES.index("itemprop"))
HREF = cython.declare(cython.int, ATTRIBUTES.index("href"))
SEED = cython.declare(cython.uint, hashing.SPREAD & 0xFFFFFFFF)


@cython.final
@cython.cclass
class RecordContent:
    """What lies below each node of some subtrees of a page; arrays over all its nodes."""

    tag: Ints
    parent: Ints
    size: Ints
    start: Ints
    text: Bytes
    """As the tree has them."""
    role: Ints
    """What each tag is to records."""
    texts: Texts
    """The texts of the subtrees."""
    bits: ULongs
    """For each node a set of the tags and kinds of text below it; 0 where there is no data."""
    flow: Ints
    """1 where more lies below a node than a line of text."""
    children: Ints
    """Children with data."""
    only: Ints
    """The first of these."""
    name: Ints
    """A number for tag, class and itemprop together; 0 for text."""
    names: cython.int
    """Names so far, that of text among them."""
    named: Ints
    """The first node of each name."""
    classed: Ints
    """1 for each name with class names in it."""
    _held: bytes
    """The values of attributes."""
    _values: Bytes
    """The same."""
    _spans: Ints
    """Where class and itemprop of each name begin and end, four numbers each."""
    _slots: Ints
    """A table of names by hash: the name, or 0."""
    _hashes: UInts
    """Hash of each name."""

    @cython.locals(
        place=cython.Py_ssize_t, room=cython.Py_ssize_t, slots=cython.Py_ssize_t,
        n=cython.Py_ssize_t,
    )  # fmt: skip
    def __init__(
        self,
        tag: Ints,
        parent: Ints,
        size: Ints,
        start: Ints,
        text: bytes,
        values: bytes,
        role: Ints,
        roots: Ints,
        texts: Texts,
        bits: ULongs,
    ) -> None:
        n = len(tag)
        room = 1
        for place in range(len(roots)):
            room += size[roots[place]]
        slots = 64
        while slots < 2 * room:
            slots *= 2
        zero = array("i", [0])
        self.tag = tag
        self.parent = parent
        self.size = size
        self.start = start
        self.text = text
        self.role = role
        self.texts = texts
        self.bits = bits
        self.flow = zero * n
        self.children = zero * n
        self.only = zero * n
        self.name = zero * n
        self.names = 1
        self.named = zero * room
        self.classed = zero * room
        self._held = values
        self._values = values
        self._spans = zero * (4 * room)
        self._slots = zero * slots
        self._hashes = array("I", [0]) * room

    @cython.locals(
        place=cython.Py_ssize_t, entry=cython.Py_ssize_t, at=cython.Py_ssize_t,
        stop=cython.Py_ssize_t, prop_at=cython.Py_ssize_t, prop_stop=cython.Py_ssize_t,
    )  # fmt: skip
    def read(
        self,
        first_attribute: Ints,
        attribute: Ints,
        value_start: Ints,
        roots: Ints,
        tag_bit: ULongs,
    ) -> None:
        """Fill in what lies in the subtrees of ``roots``, from the leaves up.

        ``tag_bit`` is by tag; the bits of texts are there on entry.
        """
        for place in range(len(roots)):
            root: cython.Py_ssize_t = roots[place]
            i: cython.Py_ssize_t = root + self.size[root]
            while i > root:
                i -= 1
                number: cython.int = self.tag[i]
                found: cython.ulonglong = self.bits[i]
                if number:
                    kind: cython.int = self.role[number]
                    has_value: cython.bint = number == IMAGE
                    at = stop = prop_at = prop_stop = 0
                    for entry in range(first_attribute[i], first_attribute[i + 1]):
                        which: cython.int = attribute[entry]
                        if which == CLASS:
                            at = value_start[entry]
                            stop = value_start[entry + 1]
                        elif which == ITEMPROP:
                            prop_at = value_start[entry]
                            prop_stop = value_start[entry + 1]
                            if number == META:
                                has_value = True
                        elif which == HREF and number == LINK:
                            has_value = True
                    if kind & SILENT:
                        found = 0
                    elif found or has_value:
                        found |= tag_bit[number]
                        if not kind & LINE:
                            self.flow[i] = 1
                        self.name[i] = self._number(i, number, at, stop, prop_at, prop_stop)
                    self.bits[i] = found
                if found and i > root:
                    above: cython.Py_ssize_t = self.parent[i]
                    self.bits[above] |= found
                    self.flow[above] |= self.flow[i]
                    self.children[above] += 1
                    self.only[above] = i

    @cython.locals(spans=Ints)
    def called(self, name: cython.int) -> tuple[int, bytes, bytes]:
        """Return tag, class and itemprop of a name."""
        spans = self._spans
        at: cython.Py_ssize_t = 4 * name
        return (
            self.tag[self.named[name]],
            self._held[spans[at] : spans[at + 1]],
            self._held[spans[at + 2] : spans[at + 3]],
        )

    @cython.locals(
        i=cython.Py_ssize_t, first=cython.Py_ssize_t, node=cython.Py_ssize_t, n=cython.Py_ssize_t
    )
    def descend(self, members: Ints) -> list[int]:
        """Put each member's one child in its place, as long as each has one and all are called
        alike.

        Returns what the nodes on the way are called, level by level. Links are not passed.
        """
        found: list[int] = []
        n = len(members)
        for i in range(n):
            if members[i] >= len(self.tag):
                return found
        while n > 0:
            first = self.only[members[0]]
            for i in range(n):
                node = members[i]
                if self.children[node] != 1 or self.tag[node] == LINK:
                    return found
                if self.name[self.only[node]] != self.name[first]:
                    return found
            for i in range(n):
                members[i] = self.only[members[i]]
            found.append(self.name[first])
        return found

    @cython.cfunc
    def has_class(self, node: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a node has a class, be it white space."""
        place: cython.Py_ssize_t = 4 * self.name[node]
        return self._spans[place + 1] > self._spans[place]

    @cython.cfunc
    @cython.locals(
        key=cython.uint, slot=cython.Py_ssize_t, mask=cython.Py_ssize_t, known=cython.int
    )
    def _number(
        self, node: cython.Py_ssize_t, tag: cython.int, at: cython.Py_ssize_t,
        stop: cython.Py_ssize_t, prop_at: cython.Py_ssize_t, prop_stop: cython.Py_ssize_t,
    ) -> cython.int:  # fmt: skip
        """The number of a name: a tag, and the bytes of class and itemprop."""
        key = hash_bytes(self._values, at, stop, SEED)
        key = mixed(hash_bytes(self._values, prop_at, prop_stop, key), tag)
        mask = len(self._slots) - 1
        slot = key & mask
        while self._slots[slot] > 0:
            known = self._slots[slot]
            if self._hashes[known] == key and self._is_same(
                known, tag, at, stop, prop_at, prop_stop
            ):
                return known
            slot = (slot + 1) & mask
        known = self.names
        self._spans[4 * known] = at
        self._spans[4 * known + 1] = stop
        self._spans[4 * known + 2] = prop_at
        self._spans[4 * known + 3] = prop_stop
        self._hashes[known] = key
        self._slots[slot] = known
        self.named[known] = node
        self.classed[known] = self._has_words(at, stop)
        self.names = known + 1
        return known

    @cython.cfunc
    def _is_same(
        self, name: cython.int, tag: cython.int, at: cython.Py_ssize_t, stop: cython.Py_ssize_t,
        prop_at: cython.Py_ssize_t, prop_stop: cython.Py_ssize_t,
    ) -> cython.bint:  # fmt: skip
        if self.tag[self.named[name]] != tag:
            return False
        if not self._are_same(at, stop, self._spans[4 * name], self._spans[4 * name + 1]):
            return False
        return self._are_same(
            prop_at, prop_stop, self._spans[4 * name + 2], self._spans[4 * name + 3]
        )

    @cython.cfunc
    @cython.locals(i=cython.Py_ssize_t)
    def _are_same(
        self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, other: cython.Py_ssize_t,
        other_stop: cython.Py_ssize_t,
    ) -> cython.bint:  # fmt: skip
        if stop - at != other_stop - other:
            return False
        i = 0
        while i < stop - at and self._values[at + i] == self._values[other + i]:
            i += 1
        return i == stop - at

    @cython.cfunc
    @cython.locals(i=cython.Py_ssize_t, byte=cython.uint)
    def _has_words(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """Tell whether there is more than white space in a value."""
        for i in range(at, stop):
            byte = self._values[i]
            if byte > 32 or byte < 9 or 13 < byte < 28:
                return True
        return False
