"""Kernel of the text of a subtree: one pass over its nodes, into UTF-8.

White space, control characters and invalid UTF-8 are treated as by Python's own ``split`` and
``decode``.
"""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import TREESIM_CHECKED, BufferPointer, BytesPointer, IntsPointer, ints
from scrapy_treesim.tree import tags as html
from scrapy_treesim.tree.constants import *

checked = TREESIM_CHECKED != 0
"""True if the kernels are those of the checked build."""

TEXT = cython.declare(cython.int, html.TEXT)
BREAK = cython.declare(cython.int, html.NUMBER["br"])
TAG_COUNT = cython.declare(cython.int, len(html.NAMES))


@cython.final
class Writer:
    """Builder of text; the gap between two characters is written with the second one.

    Source and buffer are accessed by pointers, so every step checks the bounds before it reads or
    writes: runs out of bounds are left out, and :meth:`written` raises.
    """

    def __init__(self, text: bytes, room: int) -> None:
        self.source = text
        self.text: BytesPointer = text
        self.length: cython.Py_ssize_t = len(text)
        self.room: cython.Py_ssize_t = room
        self.failed: cython.bint = False
        # A character of up to SLACK bytes fits wherever there is room.
        self.buffer: bytearray = bytearray(room + SLACK)
        self.out: BufferPointer = self.buffer
        self.count: cython.Py_ssize_t = 0
        self.gap: cython.int = NOTHING
        self.floor: cython.Py_ssize_t = -1
        self.has_text: cython.int = 0
        self.whole: cython.int = 0

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def lacks(self, count: cython.Py_ssize_t) -> cython.bint:
        """Tell whether ``count`` more bytes have no room, and if so record the failure."""
        if self.count + count <= self.room:
            return False
        self.failed = True
        return True

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def misses(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a run is out of the source's bounds, and if so record the failure."""
        if 0 <= start <= stop <= self.length:
            return False
        self.failed = True
        return True

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def separate(self, gap: cython.int) -> cython.void:
        """Set the gap before the next character to ``gap``, unless it is wider already."""
        if self.gap < gap:
            self.gap = gap

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def put_gap(self) -> cython.void:
        """Write the gap before the next character, unless that is the first."""
        if self.gap > NOTHING and self.count > 0 and not self.lacks(1):
            self.out[self.count] = 32 if self.gap == SPACE else 9 if self.gap == TAB else 10
            self.count += 1
        self.gap = NOTHING

    @cython.cfunc
    def reserve(self, count: cython.Py_ssize_t) -> cython.void:
        """Make room for ``count`` more bytes."""
        if self.count + count <= self.room:
            return
        self.room = 2 * (self.count + count)
        buffer = bytearray(self.room + SLACK)
        buffer[: self.count] = self.buffer[: self.count]
        self.buffer = buffer
        self.out = buffer

    @cython.cfunc
    def add(self, piece: bytes) -> cython.void:
        """Write bytes as they are, after the gap; make room for them."""
        length: cython.Py_ssize_t = len(piece)
        self.reserve(length + 1)
        self.put_gap()
        source: BytesPointer = piece
        for i in range(length):
            self.out[self.count + i] = source[i]
        self.count += length

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def put(self, start: cython.Py_ssize_t, width: cython.Py_ssize_t) -> cython.void:
        """Write a character above ASCII; U+FFFD for invalid bytes."""
        if self.lacks(1):
            return
        if width < 1:
            self.out[self.count] = 0xEF
            self.out[self.count + 1] = 0xBF
            self.out[self.count + 2] = 0xBD
            self.count += 3
            return
        text: BytesPointer = self.text
        out: BufferPointer = self.out
        count: cython.Py_ssize_t = self.count
        out[count] = text[start]
        out[count + 1] = text[start + 1]
        if width > 2:
            out[count + 2] = text[start + 2]
        if width > 3:
            out[count + 3] = text[start + 3]
        self.count = count + width

    @cython.cfunc
    @cython.exceptval(check=False)
    def put_letters(self, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write a run of ASCII and common letters, which need no test; return its end.

        It continues a line: the character before it is written, or is its first one.
        """
        if self.lacks(stop - i):
            return stop
        text: BytesPointer = self.text
        out: BufferPointer = self.out
        count: cython.Py_ssize_t = self.count
        while i < stop:
            byte: cython.uchar = text[i]
            # ASCII, and a single space between two characters of it.
            if 32 < byte < 127 or (byte == 32 and i + 1 < stop and 32 < text[i + 1] < 127):
                out[count] = byte
                count += 1
                i += 1
                continue
            if 0xC3 <= byte <= 0xDF and i + 1 < stop and text[i + 1] >> 6 == 2:
                width: cython.Py_ssize_t = 2
            elif 0xE4 <= byte <= 0xEC and i + 2 < stop and text[i + 1] >> 6 == 2:
                if text[i + 2] >> 6 != 2:
                    break
                width = 3
                out[count + 2] = text[i + 2]
            else:
                break
            out[count] = byte
            out[count + 1] = text[i + 1]
            count += width
            i += width
        self.count = count
        return i

    @cython.cfunc
    @cython.exceptval(check=False)
    def add_words(self, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.void:
        """Write a run of the source, its white space collapsed."""
        if self.misses(i, stop):
            return
        while i < stop:
            byte: cython.uchar = self.text[i]
            if byte <= 32 or byte == 127:
                self.separate(SPACE)
                i += 1
                continue
            if byte < 0x80:
                self.put_gap()
                i = self.put_letters(i, stop)
                continue
            width: cython.Py_ssize_t = _width(self.text, i, stop)
            if _is_space(self.text, i, width):
                self.separate(SPACE)
                i += width
                continue
            if not self.whole and _has_no_width(self.text, i, width):
                i += width
                continue
            self.put_gap()
            self.put(i, width)
            i = self.put_letters(i + (width if width > 0 else -width), stop)

    @cython.cfunc
    @cython.exceptval(check=False)
    def markup_at(self, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the position of the first byte to escape in HTML, or the end of the run."""
        if self.misses(i, stop):
            return stop
        text: BytesPointer = self.text
        while i < stop:
            byte: cython.uchar = text[i]
            if byte == 38 or byte == 60 or byte == 62:
                return i
            i += 1
        return stop

    @cython.cfunc
    @cython.exceptval(check=False)
    def add_as_it_is(self, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.void:
        """Write a run of the source; controls are blanked."""
        if self.misses(i, stop):
            return
        while i < stop:
            byte: cython.uchar = self.text[i]
            if byte < 0x80:
                if byte == 10:
                    self.end_line()
                else:
                    if byte > 32 and byte != 127:
                        self.has_text = 1
                    elif byte != 9 and byte != 13:
                        byte = 32
                    if self.lacks(1):
                        return
                    self.out[self.count] = byte
                    self.count += 1
                i += 1
                continue
            width: cython.Py_ssize_t = _width(self.text, i, stop)
            if _has_no_width(self.text, i, width):
                i += width
                continue
            if width == 2 and self.text[i] == 0xC2 and self.text[i + 1] < 0xA0:
                if self.lacks(1):
                    return
                self.out[self.count] = 32
                self.count += 1
            else:
                if not _is_space(self.text, i, width):
                    self.has_text = 1
                self.put(i, width)
            i += width if width > 0 else -width

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def end_line(self) -> cython.void:
        """Write a line feed, unless nothing is written after the floor."""
        if self.count != self.floor and not self.lacks(1):
            self.out[self.count] = 10
            self.count += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def add_preformatted(
        self, tag: IntsPointer, size: IntsPointer, start: IntsPointer, keep: bytearray | None,
        node: cython.Py_ssize_t,
    ) -> cython.void:  # fmt: skip
        """Write the text below a node with its white space; ``<br>`` ends a line."""
        for i in range(node, node + size[node]):
            if tag[i] == BREAK:
                self.end_line()
            if tag[i] != TEXT or keep is None or keep[i]:
                self.add_as_it_is(start[i], start[i + 1])

    @cython.cfunc
    @cython.exceptval(check=False)
    def add_lines(
        self, tag: IntsPointer, size: IntsPointer, start: IntsPointer, keep: bytearray | None,
        node: cython.Py_ssize_t,
    ) -> cython.void:  # fmt: skip
        """Write preformatted text on lines of its own, without empty ones at both ends."""
        before: cython.Py_ssize_t = self.count
        self.separate(LINE)
        self.put_gap()
        self.floor = self.count
        self.has_text = 0
        self.add_preformatted(tag, size, start, keep, node)
        while self.count > self.floor and self.out[self.count - 1] == 10:
            self.count -= 1
        if not self.has_text:
            self.count = before
        self.floor = -1
        self.separate(LINE)

    @cython.ccall
    def written(self) -> str:
        """Return the whole text.

        Raises:
            IndexError: a run lay outside the source, or there was too little room.
        """
        if self.failed:
            raise IndexError("the nodes' offsets do not fit the page's text")
        return self.buffer[: self.count].decode("utf-8")


@cython.ccall
def collapsed(text: bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> str:
    """Return the text from one byte to another as one line, white space collapsed.

    All other characters stay, even those without width.
    """
    if start >= stop:
        return ""
    writer: Writer = Writer(text, 3 * (stop - start))
    writer.whole = 1
    writer.add_words(start, stop)
    return writer.written()


def preformatted(
    tag: array[int], size: array[int], start: array[int], text: bytes, keep: bytearray | None,
    node: cython.Py_ssize_t,
) -> str:  # fmt: skip
    """Return the text below a node with its white space.

    Raises:
        IndexError: the page has no such node, or ``keep`` is too short.
    """
    _check(tag, tag, size, start, keep, node)
    sizes: IntsPointer = ints(size)
    starts: IntsPointer = ints(start)
    writer: Writer = Writer(text, _room(sizes, starts, node))
    writer.add_preformatted(ints(tag), sizes, starts, keep, node)
    return writer.written()


def lines(
    tag: array[int], parent: array[int], size: array[int], start: array[int], text: bytes,
    kinds: bytes, keep: bytearray | None, node: cython.Py_ssize_t,
) -> str:  # fmt: skip
    """Return the text below a node, blocks on lines of their own, tabs between cells.

    ``kinds`` are of the known tags; any other tag is a block.

    Raises:
        IndexError: the page has no such node, or ``keep`` or ``kinds`` are too short.
    """
    _check(tag, parent, size, start, keep, node)
    if len(kinds) < TAG_COUNT:
        raise IndexError(f"expected kinds of {TAG_COUNT} tags, got {len(kinds)}")
    tags: IntsPointer = ints(tag)
    parents: IntsPointer = ints(parent)
    tag_kinds: BytesPointer = kinds
    sizes: IntsPointer = ints(size)
    starts: IntsPointer = ints(start)
    writer: Writer = Writer(text, _room(sizes, starts, node))
    stop: cython.Py_ssize_t = node + sizes[node]
    last: cython.Py_ssize_t = parents[node]
    flagged: cython.Py_ssize_t = node - 1
    i: cython.Py_ssize_t = node
    while i < stop:
        last = _leave(writer, tags, parents, tag_kinds, last, parents[i])
        if tags[i] == TEXT:
            if keep is None or keep[i]:
                writer.add_words(starts[i], starts[i + 1])
            last = i
            i += 1
            continue
        kind: cython.int = tag_kinds[tags[i]] if tags[i] < TAG_COUNT else BLOCK
        below: cython.Py_ssize_t = i + sizes[i]
        # Flags decide which annotation of a formula is its source.
        if kind & SILENT and i != node and (keep is None or not kind & ANNOTATION):
            if _ends_blank(text, starts[below]):
                writer.separate(SPACE)
            i = below
            continue
        if keep is not None and kind & (BLOCK | CELL):
            if flagged < i:
                flagged = first_kept(keep, i, stop)
            if flagged >= below:
                # Nothing flagged in it: it only separates its neighbours.
                writer.separate(TAB if kind & CELL else LINE)
                i = below
                continue
        if kind & PREFORMATTED:
            writer.add_lines(tags, sizes, starts, keep, i)
            i = below
            continue
        if kind & BLOCK:
            writer.separate(LINE)
        elif kind & CELL:
            writer.separate(TAB)
        elif starts[i + 1] > starts[i]:
            writer.separate(SPACE)
        last = i
        i += 1
    return writer.written()


@cython.inline
@cython.exceptval(check=False)
def _leave(
    writer: Writer,
    tag: IntsPointer,
    parent: IntsPointer,
    kinds: BytesPointer,
    last: cython.Py_ssize_t,
    above: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Leave the elements between the last node entered and ``above``; return ``above``."""
    while last != above:
        if tag[last] >= TAG_COUNT or kinds[tag[last]] & BLOCK:
            writer.gap = LINE
        last = parent[last]
    return last


def _check(
    tag: array[int], parent: array[int], size: array[int], start: array[int],
    keep: bytearray | None, node: cython.Py_ssize_t,
) -> None:  # fmt: skip
    """Check the arrays and the node against each other, since pointers have no bounds."""
    nodes: cython.Py_ssize_t = len(tag)
    if len(parent) != nodes or len(size) != nodes or len(start) != nodes + 1:
        raise IndexError("the arrays are not of one page")
    if not 0 <= node < nodes or not 0 < size[node] <= nodes - node:
        raise IndexError(f"no node {node} among {nodes}")
    if keep is not None and len(keep) < nodes:
        raise IndexError(f"expected flags of {nodes} nodes, got {len(keep)}")


@cython.exceptval(check=False)
def _room(size: IntsPointer, start: IntsPointer, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return enough bytes: three for each byte, as invalid ones need, and two gaps a node."""
    stop = node + size[node]
    return 3 * (start[stop] - start[node]) + 2 * size[node] + 2


@cython.ccall
@cython.exceptval(check=False)
def first_kept(
    keep: bytearray, node: cython.Py_ssize_t, stop: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return the first flagged node from ``node`` on, or ``stop`` if there is none."""
    while node < stop and keep[node] != 1:
        node += 1
    return node


@cython.exceptval(check=False)
def _ends_blank(text: BytesPointer, stop: cython.Py_ssize_t) -> cython.bint:
    if stop < 1:
        return False
    return text[stop - 1] == 32 or 9 <= text[stop - 1] <= 13


@cython.exceptval(check=False)
def _width(text: BytesPointer, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the bytes of a character above ASCII, negated for invalid ones.

    Invalid bytes are counted as decoding replaces them at once: a truncated character, or U+FFFE
    and U+FFFF, which XML does not allow.
    """
    lead: cython.uchar = text[i]
    low: cython.uchar = 0x80
    high: cython.uchar = 0xBF
    if 0xC2 <= lead <= 0xDF:
        width: cython.Py_ssize_t = 2
    elif lead >> 4 == 0xE:
        width = 3
    elif 0xF0 <= lead <= 0xF4:
        width = 4
    else:
        return -1
    if lead == 0xE0:
        low = 0xA0
    elif lead == 0xED:
        high = 0x9F
    elif lead == 0xF0:
        low = 0x90
    elif lead == 0xF4:
        high = 0x8F
    for k in range(1, width):
        if i + k >= stop or text[i + k] < low or text[i + k] > high:
            return -k
        low = 0x80
        high = 0xBF
    if lead == 0xEF and text[i + 1] == 0xBF and text[i + 2] >= 0xBE:
        return -3
    return width


@cython.exceptval(check=False)
def _has_no_width(
    text: BytesPointer, i: cython.Py_ssize_t, width: cython.Py_ssize_t
) -> cython.bint:
    """Tell whether a character above ASCII is among those of ``NO_WIDTH``."""
    if width == 2:
        return text[i] == 0xC2 and text[i + 1] == 0xAD
    if width != 3:
        return False
    if text[i] == 0xE2:
        if text[i + 1] == 0x80:
            return text[i + 2] == 0x8B
        return text[i + 1] == 0x81 and text[i + 2] == 0xA0
    return text[i] == 0xEF and text[i + 1] == 0xBB and text[i + 2] == 0xBF


@cython.exceptval(check=False)
def _is_space(text: BytesPointer, i: cython.Py_ssize_t, width: cython.Py_ssize_t) -> cython.bint:
    """Tell whether a character above ASCII is white space to Unicode, or blanked."""
    if width == 2:
        return text[i] == 0xC2 and text[i + 1] <= 0xA0
    if width != 3 or text[i] > 0xE3:
        return False
    sign: cython.uint = (text[i] << 16) | (text[i + 1] << 8) | text[i + 2]
    if sign == 0xE19A80 or sign == 0xE2819F or sign == 0xE38080:
        return True
    return 0xE28080 <= sign <= 0xE2808A or sign == 0xE280A8 or sign == 0xE280A9 or sign == 0xE280AF
