"""Kernel of attributes: the values of a page's elements, as text."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Ints
else:
    from scrapy_treesim._cython import Ints

from scrapy_treesim.tree.printable import printable

LONG_VALUE = cython.declare(cython.int, 1_000)


@cython.cclass
class Attributes:
    """The attributes of a page's elements.

    Values of more than a thousand bytes are kept once they are read: what stands around much is
    asked for again and again.
    """

    def __init__(self, first: Ints, attribute: Ints, value_start: Ints, values: bytes) -> None:
        self.first = first
        self.attribute = attribute
        self.value_start = value_start
        self.values = values
        self.long_values: dict[int, str] = {}

    @cython.locals(entry=cython.int)
    def entry(self, node: cython.Py_ssize_t, number: cython.int) -> cython.int:
        """The entry of one of a node's attributes; -1 where it is not given."""
        for entry in range(self.first[node], self.first[node + 1]):
            if self.attribute[entry] == number:
                return entry
        return -1

    @cython.locals(i=cython.Py_ssize_t, byte=cython.uchar)
    def plain(self, entry: cython.int) -> bytes | None:
        """The value of an entry if it is printable ASCII."""
        piece = self.values[self.value_start[entry] : self.value_start[entry + 1]]
        if not cython.compiled:
            return piece if piece.isascii() and piece.decode().isprintable() else None
        for i in range(len(piece)):
            byte = piece[i]
            if byte < 32 or byte > 126:
                return None
        return piece

    @cython.locals(start=cython.int, stop=cython.int)
    def text(self, entry: cython.int) -> str:
        """The value of an entry."""
        start = self.value_start[entry]
        stop = self.value_start[entry + 1]
        if stop - start <= LONG_VALUE:
            piece = self.plain(entry)
            return printable(self.values[start:stop]) if piece is None else piece.decode("ascii")
        known = self.long_values.get(entry)
        if known is None:
            known = self.long_values[entry] = printable(self.values[start:stop])
        return known

    @cython.locals(entry=cython.int)
    def get(self, node: cython.Py_ssize_t, number: cython.int) -> str | None:
        """The value of one of a node's attributes, None where it is not given."""
        entry = self.entry(node, number)
        return None if entry < 0 else self.text(entry)
