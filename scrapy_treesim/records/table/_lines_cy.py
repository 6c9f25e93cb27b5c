"""Kernel of lines: runs of inline neighbours in members of a group, and whether they are prose.

Whether inline content is running text cannot be told from one member; see :mod:`.pieces`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Ints
    from cython.cimports.scrapy_treesim.records.table._content_cy import RecordContent
    from cython.cimports.scrapy_treesim.records.table._signs_cy import (
        end_of_word,
        is_symbols,
        start_of_word,
    )  # fmt: skip
    from cython.cimports.scrapy_treesim.records.table._texts_cy import Texts
    from cython.cimports.scrapy_treesim.records.table.constants import *
else:
    from scrapy_treesim._cython import Ints
    from scrapy_treesim.records.table._content_cy import RecordContent
    from scrapy_treesim.records.table._signs_cy import end_of_word, is_symbols, start_of_word
    from scrapy_treesim.records.table._texts_cy import Texts
    from scrapy_treesim.records.table.constants import *

MANY = cython.declare(cython.double, 0.8)
"""Share of lines from which something holds of all."""
SOME = cython.declare(cython.double, 0.1)
"""Share of lines up to which something is an exception."""
AGAIN = cython.declare(cython.double, 0.3)
"""Share of lines with a mark inside a text, from which marks are part of it."""
MAX_WORD_PIECES = cython.declare(cython.int, 5)
"""Pieces that a price or a name with a sign is written in."""
SENTENCE = cython.declare(cython.int, 60)
"""Mean characters of a text from which inline content with it is prose."""


@cython.final
@cython.cclass
class Lines:
    """The lines of a group's members."""

    content: RecordContent
    texts: Texts
    count: cython.int
    """Lines so far."""
    first: Ints
    """The first node of each; one entry more, for the end."""
    nodes: Ints
    """Their nodes."""
    _ended: cython.int
    """Nodes so far."""
    _counts: Ints
    """Lines that each text stands in."""
    _stamps: Ints
    """The line that each text was last seen in, and 1."""
    _lengths: Ints
    """Lines with each number of words."""
    _has_letter: Callable[[int, int], bool]
    """What tells whether there is a letter or a numeral between two places of the page's text."""

    def __init__(
        self,
        content: RecordContent,
        room: cython.Py_ssize_t,
        has_letter: Callable[[int, int], bool],
    ) -> None:
        zero = array("i", [0])
        self.content = content
        self.texts = content.texts
        self.count = 0
        self.first = zero * room
        self.nodes = zero * room
        self._ended = 0
        self._counts = zero * room
        self._stamps = zero * room
        self._lengths = zero * room
        self._has_letter = has_letter

    @cython.cfunc
    def begin(self) -> cython.void:
        """Forget all lines."""
        self.count = 0
        self._ended = 0
        self.first[0] = 0

    @cython.cfunc
    @cython.locals(child=cython.int, stop=cython.int, is_joined=cython.bint)
    def add_below(self, node: cython.int) -> cython.void:
        """The children with data as runs of inline neighbours; any other is one alone."""
        is_joined = False
        stop = node + self.content.size[node]
        child = node + 1
        while child < stop:
            if self.content.bits[child] == 0:
                if not self.content.role[self.content.tag[child]] & LINE:
                    self.end()
                    is_joined = False
            elif self.content.flow[child]:
                self.end()
                self.add(child)
                self.end()
                is_joined = False
            else:
                if not is_joined:
                    self.end()
                self.add(child)
                is_joined = True
            child += self.content.size[child]
        self.end()

    @cython.cfunc
    def add(self, node: cython.int) -> cython.void:
        """Add a node to the line in hand."""
        self.nodes[self._ended] = node
        self._ended += 1

    @cython.cfunc
    def end(self) -> cython.void:
        """End the line in hand, if there is one."""
        if self._ended > self.first[self.count]:
            self.count += 1
            self.first[self.count] = self._ended

    @cython.cfunc
    @cython.locals(i=cython.Py_ssize_t)
    def _is_mixed(self, line: cython.int) -> cython.bint:
        if self.first[line + 1] - self.first[line] < 2:
            return False
        for i in range(self.first[line], self.first[line + 1]):
            if self.content.tag[self.nodes[i]] == 0:
                return True
        return False

    @cython.cfunc
    def is_word(self, node: cython.int) -> cython.bint:
        """Whether a node is text and no separator."""
        return self.content.tag[node] == 0 and not self.texts.is_separator(self.texts.number[node])

    @cython.cfunc
    @cython.locals(
        line=cython.int, several=cython.int, of_one=cython.int, mixed=cython.int,
        with_mark=cython.int, going_on=cython.int, usual=cython.double, chars=cython.longlong,
        said=cython.longlong, i=cython.Py_ssize_t, number=cython.int,
    )  # fmt: skip
    def is_prose(self) -> cython.bint:
        """Whether the lines of all members, with text and elements in them, are running text."""
        several = 0
        of_one = 0
        mixed = 0
        for line in range(self.count):
            if self.first[line + 1] - self.first[line] > 1:
                several += 1
                of_one += self._is_one_word(line)
                mixed += self._is_mixed(line)
        if of_one >= MANY * several:
            return True
        self._count_words()
        usual = max(2.0, mixed / 2.0)
        chars = 0
        said = 0
        with_mark = 0
        for line in range(self.count):
            if self._is_mixed(line):
                with_mark += self._has_mark_within(line)
                for i in range(self.first[line], self.first[line + 1]):
                    if self.is_word(self.nodes[i]):
                        number = self.texts.number[self.nodes[i]]
                        if self._counts[number] < usual:
                            said += 1
                            chars += self.texts.chars[number]
        if said == 0:
            return False
        if chars >= SENTENCE * said or with_mark >= AGAIN * mixed:
            return True
        going_on = 0
        for line in range(self.count):
            if self._is_mixed(line):
                going_on += self._runs_on(line, usual)
        return going_on >= mixed / 2.0 or self._varies(mixed)

    @cython.cfunc
    @cython.locals(line=cython.int, i=cython.Py_ssize_t, way=cython.int, number=cython.int)
    def _count_words(self) -> cython.void:
        """Count the mixed lines that each of their texts stands in."""
        for way in range(2):
            for line in range(self.count):
                if not self._is_mixed(line):
                    continue
                for i in range(self.first[line], self.first[line + 1]):
                    if self.content.tag[self.nodes[i]] != 0:
                        continue
                    number = self.texts.number[self.nodes[i]]
                    if way == 0:
                        self._counts[number] = 0
                        self._stamps[number] = 0
                    elif self._stamps[number] != line + 1:
                        self._stamps[number] = line + 1
                        self._counts[number] += 1

    @cython.cfunc
    @cython.locals(
        first=cython.Py_ssize_t, stop=cython.Py_ssize_t, i=cython.Py_ssize_t, node=cython.int,
        at=cython.Py_ssize_t, end=cython.Py_ssize_t, has_sign=cython.bint,
    )  # fmt: skip
    def _is_one_word(self, line: cython.int) -> cython.bint:
        """Whether a sign such as ``@`` or a currency's stands close to what it belongs to."""
        first = self.first[line]
        stop = self.first[line + 1]
        if stop - first > MAX_WORD_PIECES:
            return False
        has_sign = False
        for i in range(first, stop):
            node = self.nodes[i]
            if self.content.tag[node] != 0 and not (
                self.content.role[self.content.tag[node]] & MARK
            ):
                return False
            at = self.content.start[node]
            end = self.content.start[node + self.content.size[node]]
            if i < stop - 1 and end_of_word(self.content.text, at, end) < end:
                return False
            if not has_sign:
                end = end_of_word(self.content.text, at, end)
                at = start_of_word(self.content.text, at, end)
                has_sign = at < end and is_symbols(self.content.text, at, end)
        return has_sign

    @cython.cfunc
    @cython.locals(i=cython.Py_ssize_t, mark=cython.int)
    def _has_mark_within(self, line: cython.int) -> cython.bint:
        """Whether an element that marks words stands between two texts."""
        for i in range(self.first[line] + 2, self.first[line + 1]):
            mark = self.nodes[i - 1]
            if (
                self.content.role[self.content.tag[mark]] & MARK
                and self.is_word(self.nodes[i - 2])
                and self.is_word(self.nodes[i])
            ):
                return True
        return False

    @cython.cfunc
    @cython.locals(
        i=cython.Py_ssize_t, one=cython.int, other=cython.int, text=cython.int, mark=cython.int,
        number=cython.int, at=cython.Py_ssize_t, middle=cython.Py_ssize_t, end=cython.Py_ssize_t,
        begin=cython.Py_ssize_t,
    )  # fmt: skip
    def _runs_on(self, line: cython.int, usual: cython.double) -> cython.bint:
        """Whether a text, no label, plainly goes on in the element beside it.

        It stands close to it, leaves a bracket open before it, or the element is a sign and no
        word.
        """
        for i in range(self.first[line] + 1, self.first[line + 1]):
            one = self.nodes[i - 1]
            other = self.nodes[i]
            text = one
            mark = other
            if self.content.tag[one] != 0:
                text = other
                mark = one
            if not (self.content.role[self.content.tag[mark]] & MARK and self.is_word(text)):
                continue
            number = self.texts.number[text]
            if self._counts[number] >= usual:
                continue
            at = self.content.start[one]
            middle = self.content.start[one + self.content.size[one]]
            begin = self.content.start[other]
            end = self.content.start[other + self.content.size[other]]
            if (
                end_of_word(self.content.text, at, middle) == middle
                and start_of_word(self.content.text, begin, end) == begin
            ):
                return True
            if text == one and self.texts.count_of(number, 40) > self.texts.count_of(number, 41):
                return True
            if not self._has_letters(mark):
                return True
        return False

    @cython.cfunc
    @cython.locals(at=cython.Py_ssize_t, stop=cython.Py_ssize_t, i=cython.Py_ssize_t,
                   byte=cython.uint, is_wide=cython.bint)  # fmt: skip
    def _has_letters(self, node: cython.int) -> cython.bint:
        """Whether there is a letter or a numeral in a node."""
        at = self.content.start[node]
        stop = self.content.start[node + self.content.size[node]]
        is_wide = False
        for i in range(at, stop):
            byte = self.content.text[i]
            if byte >= 128:
                is_wide = True
            elif 48 <= byte <= 57 or 97 <= byte | 32 <= 122:
                return True
        return is_wide and bool(self._has_letter(at, stop))

    @cython.cfunc
    @cython.locals(
        line=cython.int, i=cython.Py_ssize_t, first=cython.int, words=cython.int, most=cython.int,
        total=cython.int,
    )  # fmt: skip
    def _varies(self, mixed: cython.int) -> cython.bint:
        """Tell whether texts stand in ever other place or number."""
        first = 0
        for i in range(self._ended + 2):
            self._lengths[i] = 0
        for line in range(self.count):
            words = int(self.content.tag[self.nodes[self.first[line]]] == 0)
            if self._is_mixed(line):
                first += words
                words = 0
                for i in range(self.first[line], self.first[line + 1]):
                    words += self.is_word(self.nodes[i])
            self._lengths[words] += 1
        if SOME * mixed < first < (1 - SOME) * mixed:
            return True
        most = 0
        total = 0
        for i in range(self._ended + 2):
            total += self._lengths[i]
            most = max(most, self._lengths[i])
        return most < MANY * total
