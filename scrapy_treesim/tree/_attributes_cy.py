"""Kernel of attributes: their values as text, and the search for tags that are too long."""

from __future__ import annotations

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints
from scrapy_treesim.tree.printable import printable

if cython.compiled:
    from cython.cimports.libc.string import memchr


LONG_VALUE = cython.declare(cython.int, 1_000)


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
def _opening(body: Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the position of the next "<", or the end."""
    if not cython.compiled:
        position = body.find(b"<", start)
        return stop if position < 0 else position
    pointer = memchr(cython.address(body[start]), 60, stop - start)  # type: ignore[name-defined]
    if pointer == cython.NULL:
        return stop
    return cython.cast(cython.pointer(cython.uchar), pointer) - cython.address(body[0])


@cython.locals(quote=cython.uint, last=cython.uint)
def has_long_tag(body: Bytes, most: cython.Py_ssize_t) -> bool:
    """Tell whether a tag may have more than ``most`` bytes, quoted values among them.

    Comments and scripts are read like markup, so some of the tags found are not tags.
    """
    stop: cython.Py_ssize_t = len(body)
    i: cython.Py_ssize_t = 0
    while i < stop:
        i = _opening(body, i, stop) + 1
        # A letter after "<" opens a tag.
        if i >= stop or not 97 <= body[i] | 32 <= 122:
            continue
        start: cython.Py_ssize_t = i
        last = quote = 0
        while i < stop:
            byte: cython.uint = body[i]
            if quote != 0:
                if byte == quote:
                    quote = 0
            elif byte == 62:
                break
            elif last == 61 and (byte == 34 or byte == 39):
                quote = byte
            # Between "=" and a quotation mark white space may stand.
            if byte > 32 or last != 61:
                last = byte
            i += 1
        if i - start > most:
            return True
    return False
