"""Kernel of the records' content: their texts, what lies below each node, and what each is called.

A text is a number; two are the same where their white space, collapsed, and characters without
width make no difference.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints, ULongs
from scrapy_treesim.records.table.constants import *
from scrapy_treesim.tree._text_cy import collapsed
from scrapy_treesim.tree.tags import ATTRIBUTES, NUMBER

LINK = cython.declare(cython.int, NUMBER["a"])
IMAGE = cython.declare(cython.int, NUMBER["img"])
META = cython.declare(cython.int, NUMBER["meta"])
CLASS = cython.declare(cython.int, ATTRIBUTES.index("class"))
ITEMPROP = cython.declare(cython.int, ATTRIBUTES.index("itemprop"))
HREF = cython.declare(cython.int, ATTRIBUTES.index("href"))
LAST_OF_CUT = ".…])"
"""The last characters of texts that may be cut short."""


@cython.final
@cython.cclass
class Texts:
    """The distinct texts of some subtrees of a page, numbered as they come."""

    number: Ints
    """That of each node's text, by node; -1 for any other node."""
    said: list[str]
    """Each distinct text, on one line."""
    text: bytes
    """The page's text."""
    _known: dict[str, int]
    _kinds: list[int]
    """Kind of each, -1 before it is asked for."""
    _without_marks: Callable[[str], str]
    _kind_of: Callable[[str], str]
    _names: Sequence[str]
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
        self.said = []
        self.text = text
        self._known = {}
        self._kinds = []
        self._without_marks = without_marks
        self._kind_of = kind_of
        self._names = kinds

    @cython.ccall
    def enter(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        """Return the number of the text between two places of the page's."""
        while at < stop and self.text[at] <= 32:
            at += 1
        while stop > at and self.text[stop - 1] <= 32:
            stop -= 1
        line: str
        if is_plain(self.text, at, stop):
            line = self.text[at:stop].decode("ascii")
        else:
            line = self._without_marks(collapsed(self.text, at, stop))
        number = self._known.get(line)
        if number is None:
            number = self._known[line] = len(self.said)
            self.said.append(line)
            self._kinds.append(-1)
        return number

    @cython.ccall
    def kind(self, number: cython.int) -> cython.int:
        """Return the kind of a text, by its form."""
        kind: cython.int = self._kinds[number]
        if kind < 0:
            kind = self._names.index(self._kind_of(self.said[number]))
            self._kinds[number] = kind
        return kind

    def values(
        self,
        cells: Sequence[Sequence[tuple[int, ...]]],
        shown: Callable[[tuple[int, ...]], str | None],
        whole: Callable[[int, str], str],
    ) -> tuple[list[list[str]], dict[str, int]]:
        """Return the texts of each cell, and how many are of each kind.

        ``shown`` reads what is no text by itself; ``whole`` the whole of a text that may be cut.
        """
        values: list[list[str]] = []
        kinds: dict[str, int] = {}
        for cell in cells:
            own: list[str] = []
            for nodes in cell:
                number: cython.int = self.number[nodes[0]] if len(nodes) == 1 else -1
                text = self.said[number] if number >= 0 else shown(nodes)
                if text and text[-1] in LAST_OF_CUT:
                    text = whole(nodes[0], text)
                    number = -1
                if text:
                    kind = self._names[self.kind(number)] if number >= 0 else self._kind_of(text)
                    kinds[kind] = kinds.get(kind, 0) + 1
                    own.append(text)
            values.append(own)
        return values, kinds


@cython.cfunc
def is_plain(text: bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Tell whether a text is printable ASCII without several spaces in a row."""
    last: cython.uint = 0
    while at < stop:
        byte: cython.uint = text[at]
        if byte < 32 or byte > 126 or (byte == 32 and last == 32):
            return False
        last = byte
        at += 1
    return True


@cython.final
@cython.cclass
class RecordContent:
    """Content below each node of some subtrees; arrays over all page nodes."""

    tag: Ints
    size: Ints
    start: Ints
    text: Bytes
    """As the tree has them."""
    role: Ints
    """Bits for the role of each tag in records."""
    texts: Texts
    """The texts of the subtrees."""
    bits: ULongs
    """For each node a set of the kinds of values below it; 0 where there is no data."""
    flow: Ints
    """1 where more lies below a node than a line of text."""
    children: Ints
    """Children with data."""
    only: Ints
    """The first of these."""
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

    def read(
        self,
        parent: Ints,
        first_attribute: Ints,
        attribute: Ints,
        value_start: Ints,
        values: bytes,
        roots: Ints,
        kind_bits: ULongs,
    ) -> None:
        """Fill in what lies in the subtrees of ``roots``, from the leaves up.

        ``kind_bits`` are by kind of text. A text with neither a numeral nor what
        may be a star is words, or with many bytes a passage.
        """
        numbers: dict[tuple[int, bytes, bytes], int] = {}
        for place in range(len(roots)):
            root: cython.Py_ssize_t = roots[place]
            i: cython.Py_ssize_t = root + self.size[root]
            while i > root:
                i -= 1
                number: cython.int = self.tag[i]
                if number == 0:
                    found: cython.ulonglong = kind_bits[self._kind_of_text(i)]
                else:
                    found = self.bits[i]
                    kind: cython.int = self.role[number]
                    has_value: cython.bint = number == IMAGE
                    classes = prop = b""
                    for entry in range(first_attribute[i], first_attribute[i + 1]):
                        which: cython.int = attribute[entry]
                        if which == CLASS:
                            classes = values[value_start[entry] : value_start[entry + 1]]
                        elif which == ITEMPROP:
                            prop = values[value_start[entry] : value_start[entry + 1]]
                            if number == META:
                                has_value = True
                        elif which == HREF and number == LINK:
                            has_value = True
                    if kind & SILENT:
                        found = 0
                    elif found or has_value:
                        found |= HAS_VALUE if has_value else 0
                        if not kind & LINE:
                            self.flow[i] = 1
                        key = (number, classes, prop)
                        name = numbers.get(key)
                        if name is None:
                            name = numbers[key] = len(self.called)
                            self.called.append(key)
                            self.classed.append(bool(classes.strip()))
                        self.name[i] = name
                self.bits[i] = found
                if found and i > root:
                    above: cython.Py_ssize_t = parent[i]
                    self.bits[above] |= found
                    self.flow[above] |= self.flow[i]
                    self.children[above] += 1
                    self.only[above] = i

    def _kind_of_text(self, node: cython.Py_ssize_t) -> cython.int:
        """Number a node's text; return its kind."""
        at: cython.Py_ssize_t = self.start[node]
        stop: cython.Py_ssize_t = self.start[node + 1]
        self.texts.number[node] = self.texts.enter(at, stop)
        while at < stop:
            byte: cython.uint = self.text[at]
            if 48 <= byte <= 57 or byte == 0xE2:
                return self.texts.kind(self.texts.number[node])
            at += 1
        return TEXT_KIND if stop - self.start[node] < LONG else PASSAGE_KIND

    def descend(self, members: Ints) -> list[int]:
        """Put each member's one child in its place, as long as each has one and all are called
        alike.

        Returns what the nodes on the way are called, level by level. Links are not passed.
        """
        found: list[int] = []
        n: cython.Py_ssize_t = len(members)
        for i in range(n):
            if members[i] >= len(self.tag):
                return found
        while n > 0:
            first: cython.Py_ssize_t = self.only[members[0]]
            for i in range(n):
                node: cython.Py_ssize_t = members[i]
                if self.children[node] != 1 or self.tag[node] == LINK:
                    return found
                if self.name[self.only[node]] != self.name[first]:
                    return found
            for i in range(n):
                members[i] = self.only[members[i]]
            found.append(self.name[first])
        return found
