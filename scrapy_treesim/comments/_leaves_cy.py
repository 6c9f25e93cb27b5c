"""Kernel of the leaves: the kinds of a page's texts, for comments, and sums over its nodes."""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints
from scrapy_treesim.comments.constants import *
from scrapy_treesim.reading.analysis._analysis_cy import Analysis


class Leaves:
    """Kinds and meanings of a page's texts, for its comments.

    Arrays over texts have the analysis's numbers of texts as indices; arrays with one entry more
    than nodes are sums over all nodes before.
    """

    def __init__(self, analysis: Analysis) -> None:
        n = len(analysis.tag)
        texts = analysis.texts[n]
        zeros = array("i", bytes(4 * (n + 1)))
        self.analysis = analysis
        self.kind: Ints = array("i", bytes(4 * (texts + 1)))
        self.bits: Ints = array("i", bytes(4 * (texts + 1)))  # Meanings of its words.
        self.value: Ints = array("i", bytes(4 * (texts + 1)))  # Its number, or -1.
        self.chars: Ints = array("i", bytes(4 * (texts + 1)))
        self.plain: Ints = zeros[:]  # Characters of texts that are a few words or more.
        self.whens: Ints = zeros[:]  # Texts with a date.
        self.longs: Ints = zeros[:]  # Long texts outside links.
        self.jumps: Ints = zeros[:]  # Addresses with a numbered fragment.

    @cython.ccall
    def read_addresses(
        self, first_attribute: Ints, attribute: Ints, value_start: Ints,
        values: Bytes, href: cython.int,
    ) -> None:  # fmt: skip
        """Count the addresses with a numbered fragment, in the attribute ``href``."""
        for node in range(len(self.analysis.tag)):
            has_fragment: cython.int = 0
            for entry in range(first_attribute[node], first_attribute[node + 1]):
                if attribute[entry] == href and _has_fragment(
                    values, value_start[entry], value_start[entry + 1]
                ):
                    has_fragment = 1
            self.jumps[node + 1] = self.jumps[node] + has_fragment

    @cython.ccall
    def read_texts(self, text: Bytes, start: Ints) -> None:
        """Read the kind of every text, and the sums."""
        analysis: Analysis = self.analysis
        for node in range(len(analysis.tag)):
            self.plain[node + 1] = self.plain[node]
            self.whens[node + 1] = self.whens[node]
            self.longs[node + 1] = self.longs[node]
            if analysis.texts[node + 1] == analysis.texts[node]:
                continue
            number: cython.int = analysis.texts[node]
            length: cython.int = analysis.chars[node + 1] - analysis.chars[node]
            length += _signs(text, start[node], start[node + 1])
            linked: cython.bint = analysis.linked[node + 1] > analysis.linked[node]
            dated: cython.bint = analysis.dates[node + 1] > analysis.dates[node]
            self.chars[number] = length
            kind: cython.int = PASSAGE
            if length <= MOST_READ:
                kind = self._kind_of_short(length, linked, dated, number)
            self.kind[number] = kind
            if kind == WHEN:
                self.whens[node + 1] += 1
            elif kind >= SHORT:
                self.plain[node + 1] += length
                if not linked and length >= LONG:
                    self.longs[node + 1] += 1

    def _kind_of_short(
        self,
        length: cython.int,
        linked: cython.bint,
        dated: cython.bint,
        text: cython.int,
    ) -> cython.int:
        bits: cython.int = self.analysis.meanings[text] & OF_LEAVES
        count: cython.int = self.analysis.words[text]
        self.bits[text] = bits
        self.value[text] = self.analysis.value[text]
        if dated and (length <= MOST_WHEN or bits & SAYS):
            return WHEN
        if bits & PRESSED and length <= MOST_LINK and count <= 5:
            return CONTROL
        if count == 0:
            return NUMBER
        if linked and length <= MOST_LINK:
            return LINK
        return SHORT if length <= MOST_SHORT else PASSAGE


def _signs(text: Bytes, position: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
    """Count the Chinese and Japanese characters; each counts as two of others."""
    while position < stop and text[position] <= 32:
        position += 1
    if position >= stop or (text[position] < 0x80 and text[(position + stop) // 2] < 0x80):
        return 0
    count: cython.int = 0
    while position < stop:
        if 0xE3 <= text[position] <= 0xE9:
            count += 1
        position += 1
    return count


def _has_fragment(values: Bytes, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """True if an address has a numbered fragment: ``#comment-12``."""
    in_fragment: cython.bint = False
    while i < stop:
        byte: cython.uint = values[i]
        if byte == 35:
            in_fragment = True
        elif in_fragment and 48 <= byte <= 57:
            return True
        i += 1
    return False
