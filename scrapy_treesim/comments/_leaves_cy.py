"""Kernel of the leaves: what every text of a page is to a comment, and sums over nodes of it."""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints
from scrapy_treesim.analysis._analysis_cy import Analysis
from scrapy_treesim.comments.constants import *


@cython.cclass
class Leaves:
    """Kinds and meanings of a page's texts, for its comments.

    Arrays over texts are numbered as in the analysis; those with one entry more than nodes are sums
    over all nodes before.
    """

    def __init__(self, analysis: Analysis) -> None:
        n = len(analysis.tag)
        texts = analysis.texts[n]
        zeros = array("i", bytes(4 * (n + 1)))
        self.analysis = analysis
        self.kind: Ints = array("i", bytes(4 * (texts + 1)))
        self.bits: Ints = array("i", bytes(4 * (texts + 1)))
        self.value: Ints = array("i", bytes(4 * (texts + 1)))
        self.chars: Ints = array("i", bytes(4 * (texts + 1)))
        self.plain: Ints = zeros[:]
        self.whens: Ints = zeros[:]
        self.longs: Ints = zeros[:]
        self.jumps: Ints = zeros[:]

    @cython.ccall
    def read_addresses(
        self, first_attribute: Ints, attribute: Ints, value_start: Ints,
        values: Bytes, wanted: cython.int,
    ) -> None:  # fmt: skip
        """Sum up the addresses, in the attribute ``wanted``, of places in pages."""
        for node in range(len(self.analysis.tag)):
            jump: cython.int = 0
            for entry in range(first_attribute[node], first_attribute[node + 1]):
                if attribute[entry] == wanted and _has_place(
                    values, value_start[entry], value_start[entry + 1]
                ):
                    jump = 1
            self.jumps[node + 1] = self.jumps[node] + jump

    @cython.ccall
    def read_texts(self, text: Bytes, start: Ints) -> None:
        """The kind of every text, and the sums."""
        analysis: Analysis = self.analysis
        for i in range(len(analysis.tag)):
            self.plain[i + 1] = self.plain[i]
            self.whens[i + 1] = self.whens[i]
            self.longs[i + 1] = self.longs[i]
            if analysis.texts[i + 1] == analysis.texts[i]:
                continue
            number: cython.int = analysis.texts[i]
            length: cython.int = analysis.chars[i + 1] - analysis.chars[i]
            length += _signs(text, start[i], start[i + 1])
            linked: cython.bint = analysis.linked[i + 1] > analysis.linked[i]
            dated: cython.bint = analysis.dates[i + 1] > analysis.dates[i]
            self.chars[number] = length
            kind: cython.int = TEXT
            if length <= MOST_READ:
                kind = self._kind_of_short(length, linked, dated, number)
            self.kind[number] = kind
            if kind == WHEN:
                self.whens[i + 1] += 1
            elif kind >= SHORT:
                self.plain[i + 1] += length
                if not linked and length >= LONG:
                    self.longs[i + 1] += 1

    def _kind_of_short(
        self,
        length: cython.int,
        linked: cython.bint,
        dated: cython.bint,
        t: cython.int,
    ) -> cython.int:
        bits: cython.int = self.analysis.meanings[t] & OF_LEAVES
        count: cython.int = self.analysis.words[t]
        self.bits[t] = bits
        self.value[t] = self.analysis.value[t]
        if dated and (length <= MOST_WHEN or bits & SAYS):
            return WHEN
        if bits & PRESSED and length <= MOST_LINK and count <= 5:
            return CONTROL
        if count == 0:
            return NUMBER
        if linked and length <= MOST_LINK:
            return LINK
        return SHORT if length <= MOST_SHORT else TEXT


def _signs(text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
    """Chinese and Japanese signs in a text: each says as much as two letters and more."""
    while at < stop and text[at] <= 32:
        at += 1
    if at >= stop or (text[at] < 0x80 and text[(at + stop) // 2] < 0x80):
        return 0
    found: cython.int = 0
    while at < stop:
        if 0xE3 <= text[at] <= 0xE9:
            found += 1
        at += 1
    return found


def _has_place(values: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """True if an address has a numbered fragment: ``#comment-12``."""
    seen: cython.bint = False
    while at < stop:
        byte: cython.uint = values[at]
        if byte == 35:
            seen = True
        elif seen and 48 <= byte <= 57:
            return True
        at += 1
    return False
