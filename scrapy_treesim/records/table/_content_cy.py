"""Kernel of the records' content: their texts, the content below each node, and nodes' names.

A text is a number; two are the same where their white space, collapsed, and characters without
width make no difference.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints, ULongs
from scrapy_treesim.records.table.constants import *
from scrapy_treesim.tree._flat_cy import Attributes
from scrapy_treesim.tree._text_cy import collapsed
from scrapy_treesim.tree.tags import ATTRIBUTES, NUMBER

LINK = cython.declare(cython.int, NUMBER["a"])
IMAGE = cython.declare(cython.int, NUMBER["img"])
META = cython.declare(cython.int, NUMBER["meta"])
CLASS = cython.declare(cython.int, ATTRIBUTES.index("class"))
ITEMPROP = cython.declare(cython.int, ATTRIBUTES.index("itemprop"))
HREF = cython.declare(cython.int, ATTRIBUTES.index("href"))
LAST_OF_CUT = ".…])"
"""Last characters of texts that may be cut short."""


@cython.final
class Texts:
    """The distinct texts of several subtrees of a page, in order of appearance."""

    number: Ints
    """Number of each node's text, by node; -1 for any other node."""
    lines: list[str]
    """Each distinct text, on one line."""
    text: bytes
    """The page's text."""
    _number_of: dict[str, int]
    _kinds: list[int]
    """Kind of each text, -1 until it is read."""
    _without_marks: Callable[[str], str]
    _kind_of: Callable[[str], str]
    _kind_names: Sequence[str]
    """The kinds as they are numbered."""

    def __init__(
        self,
        nodes: cython.Py_ssize_t,
        text: bytes,
        without_marks: Callable[[str], str],
        kind_of: Callable[[str], str],
        kinds: Sequence[str],
    ) -> None:
        self.number = array("i", [-1]) * nodes
        self.lines = []
        self.text = text
        self._number_of = {}
        self._kinds = []
        self._without_marks = without_marks
        self._kind_of = kind_of
        self._kind_names = kinds

    @cython.ccall
    def enter(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        """Return the number of the text between two offsets in the page's."""
        while start < stop and self.text[start] <= 32:
            start += 1
        while stop > start and self.text[stop - 1] <= 32:
            stop -= 1
        line: str
        if _is_plain(self.text, start, stop):
            line = self.text[start:stop].decode("ascii")
        else:
            line = self._without_marks(collapsed(self.text, start, stop))
        number = self._number_of.get(line)
        if number is None:
            number = self._number_of[line] = len(self.lines)
            self.lines.append(line)
            self._kinds.append(-1)
        return number

    @cython.ccall
    def kind(self, number: cython.int) -> cython.int:
        """Return the kind of a text, by its form."""
        kind: cython.int = self._kinds[number]
        if kind < 0:
            kind = self._kind_names.index(self._kind_of(self.lines[number]))
            self._kinds[number] = kind
        return kind

    def values(
        self,
        cells: Sequence[Sequence[tuple[int, ...]]],
        shown: Callable[[tuple[int, ...]], str | None],
        whole: Callable[[int, str], str],
    ) -> tuple[list[list[str]], dict[str, int]]:
        """Return the texts of each cell, and the number of texts of each kind.

        ``shown`` reads nodes other than one text; ``whole`` the whole of a text that may be cut.
        """
        values: list[list[str]] = []
        kinds: dict[str, int] = {}
        for cell in cells:
            texts: list[str] = []
            for nodes in cell:
                number: cython.int = self.number[nodes[0]] if len(nodes) == 1 else -1
                text = self.lines[number] if number >= 0 else shown(nodes)
                if text and text[-1] in LAST_OF_CUT:
                    text = whole(nodes[0], text)
                    number = -1
                if text:
                    kind = (
                        self._kind_names[self.kind(number)] if number >= 0 else self._kind_of(text)
                    )
                    kinds[kind] = kinds.get(kind, 0) + 1
                    texts.append(text)
            values.append(texts)
        return values, kinds


def _is_plain(text: bytes, position: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Return True if a text is printable ASCII without several spaces in a row."""
    previous: cython.uint = 0
    while position < stop:
        byte: cython.uint = text[position]
        if byte < 32 or byte > 126 or (byte == 32 and previous == 32):
            return False
        previous = byte
        position += 1
    return True


@cython.final
class RecordContent:
    """Content below each node of several subtrees; arrays over all page nodes."""

    tag: Ints
    size: Ints
    start: Ints
    text: Bytes
    """The page's text, as the tree has it."""
    role: Ints
    """Bits for the role of each tag in records."""
    texts: Texts
    """The texts of the subtrees."""
    bits: ULongs
    """Kinds of values below each node, as bits; 0 where there is no data."""
    flow: Ints
    """1 for nodes with more below them than a line of text."""
    children: Ints
    """Number of each node's children with data."""
    only: Ints
    """The first child with data."""
    name: Ints
    """A number for tag, class and itemprop together; 0 for text."""
    called: list[tuple[int, bytes, bytes]]
    """Tag, class and itemprop of each name."""
    classed: list[bool]
    """True for each name that has a class name."""

    def __init__(
        self, tag: Ints, size: Ints, start: Ints, text: Bytes, role: Ints, texts: Texts
    ) -> None:
        n: cython.Py_ssize_t = len(tag)
        zero = array("i", [0])
        self.tag = tag
        self.size = size
        self.start = start
        self.text = text
        self.role = role
        self.texts = texts
        self.bits = array("Q", [0]) * n
        self.flow = zero * n
        self.children = zero * n
        self.only = zero * n
        self.name = zero * n
        self.called = [(0, b"", b"")]
        self.classed = [False]

    def read(self, parent: Ints, attributes: Attributes, roots: Ints, kind_bits: ULongs) -> None:
        """Fill in the content of the subtrees of ``roots``, from the leaves up.

        ``kind_bits`` are by kind of text. A text with neither a numeral nor a byte
        of a possible star is words, or with many bytes a passage.
        """
        numbers: dict[tuple[int, bytes, bytes], int] = {}
        for index in range(len(roots)):
            root: cython.Py_ssize_t = roots[index]
            i: cython.Py_ssize_t = root + self.size[root]
            while i > root:
                i -= 1
                number: cython.int = self.tag[i]
                if number == 0:
                    bits: cython.ulonglong = kind_bits[self._kind_of_text(i)]
                else:
                    bits = self.bits[i]
                    kind: cython.int = self.role[number]
                    has_value: cython.bint = number == IMAGE
                    classes = prop = b""
                    for entry in range(attributes.first[i], attributes.first[i + 1]):
                        attribute: cython.int = attributes.attribute[entry]
                        start: cython.Py_ssize_t = attributes.value_start[entry]
                        stop: cython.Py_ssize_t = attributes.value_start[entry + 1]
                        if attribute == CLASS:
                            classes = attributes.values[start:stop]
                        elif attribute == ITEMPROP:
                            prop = attributes.values[start:stop]
                            if number == META:
                                has_value = True
                        elif attribute == HREF and number == LINK:
                            has_value = True
                    if kind & SILENT:
                        bits = 0
                    elif bits or has_value:
                        bits |= HAS_VALUE if has_value else 0
                        if not kind & LINE:
                            self.flow[i] = 1
                        key = (number, classes, prop)
                        name = numbers.get(key)
                        if name is None:
                            name = numbers[key] = len(self.called)
                            self.called.append(key)
                            self.classed.append(bool(classes.strip()))
                        self.name[i] = name
                self.bits[i] = bits
                if bits and i > root:
                    parent_node: cython.Py_ssize_t = parent[i]
                    self.bits[parent_node] |= bits
                    self.flow[parent_node] |= self.flow[i]
                    self.children[parent_node] += 1
                    self.only[parent_node] = i

    def _kind_of_text(self, node: cython.Py_ssize_t) -> cython.int:
        """Number a node's text; return its kind."""
        position: cython.Py_ssize_t = self.start[node]
        stop: cython.Py_ssize_t = self.start[node + 1]
        self.texts.number[node] = self.texts.enter(position, stop)
        while position < stop:
            byte: cython.uint = self.text[position]
            if 48 <= byte <= 57 or byte == 0xE2:
                return self.texts.kind(self.texts.number[node])
            position += 1
        return TEXT_KIND if stop - self.start[node] < LONG else PASSAGE_KIND

    def descend(self, members: Ints) -> list[int]:
        """Replace each member by its only child, as long as each has one and all have one name.

        Returns the names of the nodes on the way, level by level. Links are not passed.
        """
        names: list[int] = []
        n: cython.Py_ssize_t = len(members)
        for i in range(n):
            if members[i] >= len(self.tag):
                return names
        while n > 0:
            first: cython.Py_ssize_t = self.only[members[0]]
            for i in range(n):
                node: cython.Py_ssize_t = members[i]
                if self.children[node] != 1 or self.tag[node] == LINK:
                    return names
                if self.name[self.only[node]] != self.name[first]:
                    return names
            for i in range(n):
                members[i] = self.only[members[i]]
            names.append(self.name[first])
        return names
