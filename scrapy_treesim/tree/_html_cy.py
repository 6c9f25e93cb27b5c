"""Kernel of clean HTML: one pass over the flagged nodes, into UTF-8.

White space is collapsed and every block gets a line; a space before an end tag is moved behind it.
"""

from __future__ import annotations

from collections.abc import Callable

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints
from scrapy_treesim.tree import tags as html
from scrapy_treesim.tree._flat_cy import Attributes
from scrapy_treesim.tree._text_cy import Writer, first_kept
from scrapy_treesim.tree.constants import *

TEXT = cython.declare(cython.int, html.TEXT)
TAG_COUNT = cython.declare(cython.int, len(html.NAMES))
_START_TAGS: list[bytes] = [f"<{name}".encode() for name in html.NAMES]
_END_TAGS: list[bytes] = [f"</{name}>".encode() for name in html.NAMES]
ROOM = cython.declare(cython.int, 4_000)


class AttributeWriter:
    """Writer of the attributes of an element.

    ``starts`` has for each attribute the bytes before its value, none if it is not written;
    ``is_address`` flags those that pass through ``absolute``.
    """

    def __init__(
        self,
        attributes: Attributes,
        starts: tuple[bytes, ...],
        is_address: bytes,
        absolute: Callable[[str], str | None],
    ) -> None:
        if len(is_address) < len(starts):
            raise IndexError(f"expected flags of {len(starts)} attributes, got {len(is_address)}")
        self.attributes = attributes
        self.starts = starts
        self.is_address = is_address
        self.absolute = absolute

    @cython.cfunc
    def write(self, writer: Writer, node: cython.Py_ssize_t) -> None:
        """Write the attributes of a node."""
        attributes: Attributes = self.attributes
        for entry in range(attributes.first[node], attributes.first[node + 1]):
            number: cython.int = attributes.attribute[entry]
            start = self.starts[number]
            if not start:
                continue
            if self.is_address[number]:
                address = self.absolute(attributes.text(entry))
                if address is None:
                    continue
                piece = address.encode("utf-8", "replace")
            else:
                plain = attributes.plain(entry)
                piece = attributes.text(entry).encode() if plain is None else plain
            writer.add(start)
            _add_escaped(writer, piece)
            writer.add(b'"')


def _add_escaped(writer: Writer, piece: bytes) -> cython.int:
    begin: cython.Py_ssize_t = 0
    for i in range(len(piece)):
        byte: cython.uchar = piece[i]
        if byte == 38:
            entity = b"&amp;"
        elif byte == 60:
            entity = b"&lt;"
        elif byte == 62:
            entity = b"&gt;"
        elif byte == 34:
            entity = b"&quot;"
        elif byte == 39:
            entity = b"&#x27;"
        else:
            continue
        writer.add(piece[begin:i])
        writer.add(entity)
        begin = i + 1
    writer.add(piece[begin:] if begin else piece)
    return 0


class HtmlWriter:
    """Builder of HTML; ``kinds`` are of the known tags, any other tag is a block."""

    def __init__(
        self, tag: Ints, parent: Ints, start: Ints, text: bytes, kinds: Bytes, top: int
    ) -> None:
        if len(kinds) < TAG_COUNT:
            raise IndexError(f"expected kinds of {TAG_COUNT} tags, got {len(kinds)}")
        self.tag = tag
        self.parent = parent
        self.start = start
        self.text: Bytes = text
        self.kinds = kinds
        self.top: cython.Py_ssize_t = top
        self.out: Writer = Writer(text, ROOM)
        # The innermost open element, and whether a line began with white space.
        self.open_node: cython.Py_ssize_t = parent[top]
        self.is_spaced: cython.bint = False

    @cython.cfunc
    def kind(self, node: cython.Py_ssize_t) -> cython.int:
        """Return the kind of a node's tag."""
        return self.kinds[self.tag[node]] if self.tag[node] < TAG_COUNT else SETS_LINES

    @cython.cfunc
    def line(self) -> None:
        """Begin a new line, unless on one."""
        self.out.separate(LINE)
        self.is_spaced = False

    @cython.cfunc
    def markup(self, tag: bytes) -> None:
        """Write a tag or an entity as it is."""
        self.out.add(tag)
        self.is_spaced = False

    @cython.cfunc
    def close_to(self, above: cython.Py_ssize_t) -> None:
        """Write the end tags due before a node below ``above``."""
        while self.open_node != above:
            kind: cython.int = self.kind(self.open_node)
            if self.is_written(self.open_node, kind) and not kind & VOID:
                space: cython.int = SPACE if self.is_spaced or self.out.gap == SPACE else NOTHING
                if self.out.gap == SPACE:
                    self.out.gap = NOTHING
                self.markup(_END_TAGS[self.tag[self.open_node]])
                self.out.separate(space)
            if kind & SETS_LINES:
                self.line()
            self.open_node = self.parent[self.open_node]

    @cython.cfunc
    def open(self, node: cython.Py_ssize_t, attributes: AttributeWriter) -> None:
        """Write the start tag of an element, if it is written at all."""
        kind: cython.int = self.kind(node)
        if kind & SETS_LINES:
            self.line()
        if self.is_written(node, kind):
            self.markup(_START_TAGS[self.tag[node]])
            attributes.write(self.out, node)
            self.markup(b">")
        if self.start[node + 1] > self.start[node]:
            self.is_spaced = self.is_spaced or self.out.gap == LINE
            self.out.separate(SPACE)
        self.open_node = node

    @cython.cfunc
    def is_written(self, node: cython.Py_ssize_t, kind: cython.int) -> cython.bint:
        """Tell whether an element's tags are written; the parent of the top one is not here."""
        return (kind & WRITTEN) != 0 and not (node == self.top and kind & NESTED)

    @cython.cfunc
    def add_text(self, node: cython.Py_ssize_t) -> None:
        """Write a run of the source, collapsed and escaped."""
        begin: cython.Py_ssize_t = self.start[node]
        stop: cython.Py_ssize_t = self.start[node + 1]
        before: cython.Py_ssize_t = self.out.count
        self.out.reserve(3 * (stop - begin) + 1)
        sign: cython.Py_ssize_t = self.out.markup_at(begin, stop)
        while sign < stop:
            byte: cython.int = self.text[sign]
            self.out.add_words(begin, sign)
            self.markup(b"&amp;" if byte == 38 else b"&lt;" if byte == 60 else b"&gt;")
            begin = sign + 1
            self.out.reserve(3 * (stop - begin) + 1)
            sign = self.out.markup_at(begin, stop)
        self.out.add_words(begin, stop)
        if self.out.count != before:
            self.is_spaced = False
        elif self.out.gap == LINE:
            # Nothing visible; a second reading finds out whether it has white space.
            self.out.gap = NOTHING
            self.out.add_words(begin, stop)
            self.is_spaced = self.is_spaced or self.out.gap == SPACE
            self.out.gap = LINE


def written(
    tag: Ints,
    parent: Ints,
    size: Ints,
    start: Ints,
    text: bytes,
    kinds: Bytes,
    keep: bytearray,
    node: cython.Py_ssize_t,
    attributes: AttributeWriter,
    preformatted: Callable[[int], bytes],
) -> str:
    """Return the flagged nodes below a node as clean HTML.

    ``preformatted`` returns the escaped text of an element that keeps white space.

    Raises:
        IndexError: the page has no such node, or ``keep`` or ``kinds`` are too short.
    """
    if not 0 <= node < len(tag) or len(keep) < len(tag):
        raise IndexError(f"no node {node} among {len(tag)}, or {len(keep)} flags are too few")
    stop: cython.Py_ssize_t = node + size[node]
    first: cython.Py_ssize_t = first_kept(keep, node, stop)
    if first == stop:
        return ""
    last: cython.Py_ssize_t = stop - 1
    while keep[last] != 1:
        last -= 1
    # Nodes before the first flagged one are not visited: they may be most of a page.
    way = _way_down(parent, node, first)
    steps: cython.Py_ssize_t = len(way)
    out: HtmlWriter = HtmlWriter(tag, parent, start, text, kinds, node)
    flagged: cython.Py_ssize_t = first
    i: cython.Py_ssize_t = node
    while i <= last:
        below: cython.Py_ssize_t = i + size[i]
        kind: cython.int = out.kind(i)
        if flagged < i:
            flagged = first_kept(keep, i, stop)
        if flagged >= below or kind & (LEFT_OUT | KEEPS_LINES):
            if flagged < below and not kind & LEFT_OUT:
                out.close_to(parent[i])
                out.line()
                out.markup(b"<pre>" + preformatted(i) + b"</pre>")
                out.line()
            steps = 0
            i = below
            continue
        out.close_to(parent[i])
        if tag[i] == TEXT:
            out.add_text(i)
        else:
            out.open(i, attributes)
        if steps > 0:
            steps -= 1
            i = way[steps]
        else:
            i += 1
    out.close_to(parent[node])
    return out.out.written()


def _way_down(parent: Ints, top: cython.Py_ssize_t, low: cython.Py_ssize_t) -> list[int]:
    """Return the nodes from ``low`` up to the child of ``top``."""
    way = []
    node: cython.Py_ssize_t = low
    while node > top:
        way.append(node)
        node = parent[node]
    return way
