"""Kernel of attributes: the values of a page's elements, as text."""

from __future__ import annotations

from collections.abc import Callable

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Ints
else:
    from scrapy_treesim._cython import Ints


@cython.cclass
class Attributes:
    """The attributes of a page's elements; ``value`` reads an entry that is not plain."""

    def __init__(
        self,
        first: Ints,
        attribute: Ints,
        value_start: Ints,
        values: bytes,
        value: Callable[[int], str],
    ) -> None:
        self.first = first
        self.attribute = attribute
        self.value_start = value_start
        self.values = values
        self.value = value

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
        for i in range(len(piece)):
            byte = piece[i]
            if byte < 32 or byte > 126:
                return None
        return piece

    def text(self, entry: cython.int) -> str:
        """The value of an entry."""
        piece = self.plain(entry)
        return self.value(entry) if piece is None else piece.decode("ascii")
