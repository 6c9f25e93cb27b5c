"""Kernel of the records' texts: each distinct one once, with what it is.

A text is a number; two are the same where their white space, collapsed, and characters without
width make no difference.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

from scrapy_treesim.tree import hashing

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Buffer, Bytes, Ints, UInts, ULongs
    from cython.cimports.scrapy_treesim.records.table.constants import *
    from cython.cimports.scrapy_treesim.tree._hashing_cy import hash_bytes
    from cython.cimports.scrapy_treesim.values._text_kinds_cy import (
        DATE,
        NUMBER,
        ONLY_STARS,
        PRICE,
        RATING,
        RELATIVE,
        TIME,
        TextReader,
    )  # fmt: skip
else:
    from scrapy_treesim._cython import Buffer, Bytes, Ints, UInts, ULongs
    from scrapy_treesim.records.table.constants import *
    from scrapy_treesim.tree._hashing_cy import hash_bytes
    from scrapy_treesim.values._text_kinds_cy import (
        DATE,
        NUMBER,
        ONLY_STARS,
        PRICE,
        RATING,
        RELATIVE,
        TIME,
        TextReader,
    )  # fmt: skip

SEED = cython.declare(cython.uint, hashing.SPREAD & 0xFFFFFFFF)


@cython.final
@cython.cclass
class Texts:
    """The texts of some subtrees of a page, the distinct ones numbered as they come."""

    count: cython.int
    """Distinct texts."""
    number: Ints
    """That of each node's text, by node; -1 for any other node."""
    chars: Ints
    """Characters of each distinct text."""
    _source: bytes
    """The page's text."""
    _text: Bytes
    """The same."""
    _start: Ints
    """Where each node's text starts in it."""
    _held: Bytes
    """The distinct texts, one after the other."""
    _room: Buffer
    """The same, to be written."""
    _written: bytearray
    """The same."""
    _end: cython.Py_ssize_t
    """Bytes written."""
    _first: Ints
    """Where each distinct text begins; one entry more, for the end."""
    _slots: Ints
    """A table by hash: the number of a text and 1, or 0."""
    _hashes: UInts
    """Hash of each distinct text."""
    _kinds: Ints
    """Kind of each, -1 before it is asked for."""
    _signs: Ints
    """Whether each is a separator, -1 before it is asked for."""
    _said: list[str | None]
    """Each as Python has it, None before it is asked for."""
    _reader: TextReader
    """What reads the kinds of texts."""
    _collapsed: Callable[[bytes], str]
    """What makes one line of bytes that take more than a look at each."""
    _is_sign: Callable[[str], bool]
    """What tells whether a text with letters beyond ASCII is a separator."""

    @cython.locals(
        place=cython.Py_ssize_t, root=cython.Py_ssize_t, room=cython.Py_ssize_t,
        letters=cython.Py_ssize_t, slots=cython.Py_ssize_t,
    )  # fmt: skip
    def __init__(
        self,
        tag: Ints,
        size: Ints,
        start: Ints,
        text: bytes,
        roots: Ints,
        reader: TextReader,
        collapsed: Callable[[bytes], str],
        is_sign: Callable[[str], bool],
    ) -> None:
        room = 1
        letters = 64
        for place in range(len(roots)):
            root = roots[place]
            room += size[root]
            letters += start[root + size[root]] - start[root]
        slots = 64
        while slots < 2 * room:
            slots *= 2
        zero = array("i", [0])
        held = bytearray(letters)
        self.count = 0
        self.number = array("i", [-1]) * len(tag)
        self.chars = zero * room
        self._source = text
        self._text = text
        self._start = start
        self._held = held
        self._room = held
        self._written = held
        self._end = 0
        self._first = zero * (room + 1)
        self._slots = zero * slots
        self._hashes = array("I", [0]) * room
        self._kinds = array("i", [-1]) * room
        self._signs = array("i", [-1]) * room
        self._said = [None] * room
        self._reader = reader
        self._collapsed = collapsed
        self._is_sign = is_sign

    @cython.locals(
        place=cython.Py_ssize_t, i=cython.Py_ssize_t, at=cython.Py_ssize_t, byte=cython.uint
    )
    def read(self, tag: Ints, size: Ints, roots: Ints, kind_bits: ULongs, bits: ULongs) -> None:
        """Number all texts below ``roots`` and fill in the ``bits`` of their nodes.

        ``kind_bits`` are by kind. A text with neither a numeral nor what may be a star is words, or
        with many bytes a passage.
        """
        for place in range(len(roots)):
            root: cython.Py_ssize_t = roots[place]
            for i in range(root, root + size[root]):
                if tag[i] != 0:
                    continue
                at = self._start[i]
                stop: cython.Py_ssize_t = self._start[i + 1]
                kind: cython.int = TEXT_KIND if stop - at < LONG else PASSAGE_KIND
                self.number[i] = self.enter(at, stop)
                while at < stop:
                    byte = self._text[at]
                    if 48 <= byte <= 57 or byte == 0xE2:
                        kind = self.kind(self.number[i])
                        break
                    at += 1
                bits[i] = kind_bits[kind]

    @cython.ccall
    def enter(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        """Return the number of the text between two places of the page's; there is one a node."""
        self._make_room(stop - at)
        self._put(at, stop)
        return self._entered(self._end)

    @cython.ccall
    @cython.locals(found=cython.int)
    def kind(self, number: cython.int) -> cython.int:
        """Return the kind of a text, by its form."""
        if self._kinds[number] < 0:
            if self.chars[number] > MAX_VALUE:
                self._kinds[number] = PASSAGE_KIND if self.chars[number] >= LONG else TEXT_KIND
            else:
                found = self._reader.read(self._held, self._first[number], self._first[number + 1])
                if found & PRICE:
                    self._kinds[number] = PRICE_KIND
                elif found & (RATING | ONLY_STARS):
                    self._kinds[number] = RATING_KIND
                elif found & (DATE | TIME | RELATIVE):
                    self._kinds[number] = DATE_KIND
                elif found & NUMBER:
                    self._kinds[number] = NUMBER_KIND
                else:
                    self._kinds[number] = TEXT_KIND
        return self._kinds[number]

    @cython.ccall
    @cython.locals(at=cython.Py_ssize_t, byte=cython.uint, is_wide=cython.bint)
    def is_separator(self, number: cython.int) -> cython.bint:
        """Tell whether a text is nothing but signs that stand between values."""
        if self._signs[number] < 0:
            self._signs[number] = 1
            is_wide = False
            for at in range(self._first[number], self._first[number + 1]):
                byte = self._held[at]
                if byte >= 128:
                    is_wide = True
                elif (
                    48 <= byte <= 57
                    or 97 <= byte | 32 <= 122
                    or byte == 0x40
                    or 0x23 <= byte <= 0x25
                ):
                    # A letter or a numeral, or one of #$%@.
                    self._signs[number] = 0
                    return False
            if is_wide and not self._is_sign(self.said(number)):
                self._signs[number] = 0
        return self._signs[number] == 1

    @cython.ccall
    @cython.locals(at=cython.Py_ssize_t, found=cython.int)
    def count_of(self, number: cython.int, byte: cython.uint) -> cython.int:
        """Return how often a byte stands in a text."""
        found = 0
        for at in range(self._first[number], self._first[number + 1]):
            if self._held[at] == byte:
                found += 1
        return found

    @cython.ccall
    @cython.locals(last=cython.uint)
    def ends_cut(self, number: cython.int) -> cython.bint:
        """Tell whether a text may end with an ellipsis, be it in brackets."""
        if self._first[number + 1] == self._first[number]:
            return False
        last = self._held[self._first[number + 1] - 1]
        # Points, brackets, and the last byte of "…".
        return last == 0x2E or last == 0x5D or last == 0x29 or last == 0xA6

    @cython.ccall
    def said(self, number: cython.int) -> str:
        """Return a text as Python has it."""
        known = self._said[number]
        if known is None:
            held = self._written[self._first[number] : self._first[number + 1]]
            known = held.decode("utf-8", "replace")
            self._said[number] = known
        return known

    @cython.cfunc
    @cython.locals(begin=cython.Py_ssize_t, end=cython.Py_ssize_t, byte=cython.uint,
                   is_apart=cython.bint, source=Bytes, out=Buffer)  # fmt: skip
    def _put(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.void:
        """Write a run of the page's text behind all others, on one line."""
        source = self._text
        out = self._room
        begin = self._first[self.count]
        end = begin
        is_apart = False
        first: cython.Py_ssize_t = at
        while at < stop:
            byte = source[at]
            if byte <= 32 or byte == 127:
                is_apart = end > begin
                at += 1
                continue
            if byte >= 0xC2 and is_odd(source, at, stop):
                self._put_odd(first, stop)
                return
            if is_apart:
                out[end] = 32
                end += 1
                is_apart = False
            out[end] = byte
            end += 1
            at += 1
        self._end = end

    @cython.cfunc
    @cython.locals(i=cython.Py_ssize_t, begin=cython.Py_ssize_t)
    def _put_odd(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.void:
        line: bytes = self._collapsed(self._source[at:stop]).encode("utf-8", "replace")
        self._make_room(len(line))
        begin = self._first[self.count]
        for i in range(len(line)):
            self._room[begin + i] = line[i]
        self._end = begin + len(line)

    @cython.cfunc
    @cython.locals(i=cython.Py_ssize_t)
    def _make_room(self, wanted: cython.Py_ssize_t) -> cython.void:
        """See that so many bytes, and one, can be written behind all texts."""
        if self._first[self.count] + wanted < len(self._room):
            return
        held = bytearray(2 * (self._first[self.count] + wanted))
        room: Buffer = held
        for i in range(self._first[self.count]):
            room[i] = self._room[i]
        self._held = held
        self._room = held
        self._written = held

    @cython.cfunc
    @cython.locals(slot=cython.Py_ssize_t, mask=cython.Py_ssize_t, known=cython.int,
                   key=cython.uint, i=cython.Py_ssize_t, letters=cython.int)  # fmt: skip
    def _entered(self, stop: cython.Py_ssize_t) -> cython.int:
        """Return the number of the text that was just written."""
        key = hash_bytes(self._held, self._first[self.count], stop, SEED)
        mask = len(self._slots) - 1
        slot = key & mask
        while self._slots[slot] > 0:
            known = self._slots[slot] - 1
            if self._hashes[known] == key and self._is_same(known, stop):
                return known
            slot = (slot + 1) & mask
        known = self.count
        letters = 0
        for i in range(self._first[known], stop):
            if self._held[i] & 0xC0 != 0x80:
                letters += 1
        self.chars[known] = letters
        self._hashes[known] = key
        self._first[known + 1] = stop
        self.count = known + 1
        self._slots[slot] = known + 1
        return known

    @cython.cfunc
    @cython.locals(i=cython.Py_ssize_t, at=cython.Py_ssize_t, begin=cython.Py_ssize_t)
    def _is_same(self, number: cython.int, stop: cython.Py_ssize_t) -> cython.bint:
        """Tell whether the text that was just written is a known one."""
        at = self._first[number]
        begin = self._first[self.count]
        if self._first[number + 1] - at != stop - begin:
            return False
        i = 0
        while i < stop - begin and self._held[at + i] == self._held[begin + i]:
            i += 1
        return i == stop - begin


@cython.cfunc
@cython.locals(lead=cython.uint, second=cython.uint, third=cython.uint)
def is_odd(text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Tell whether white space, what has no width or what is no text may begin here."""
    lead = text[at]
    if (lead > 0xC2 and lead < 0xE1 and lead != 0xD8) or (lead > 0xE3 and lead < 0xEF):
        return False
    if lead > 0xEF and lead < 0xF5:
        return False
    if at + 1 >= stop:
        return True
    second = text[at + 1]
    if lead == 0xC2:
        return second <= 0xA0 or second == 0xAD
    if lead == 0xD8:
        return second == 0x9C
    if at + 2 >= stop or lead > 0xEF:
        return True
    third = text[at + 2]
    if lead == 0xE1:
        return second == 0x9A and third == 0x80
    if lead == 0xE2 and second == 0x80:
        return third <= 0x8F or 0xA8 <= third <= 0xAF
    if lead == 0xE2:
        return second == 0x81 and (third == 0x9F or 0xA0 <= third <= 0xA9)
    if lead == 0xE3:
        return second == 0x80 and third == 0x80
    return (second == 0xBB and third == 0xBF) or (second == 0xBF and third >= 0xBE)
