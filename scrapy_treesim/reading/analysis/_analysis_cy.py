"""Kernel of the analysis: one pass over a page's nodes, for the features shared by all finders.

Prefix sums over the nodes make every feature of a span of nodes O(1).
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints, Shorts, UInts, ULongs
from scrapy_treesim.reading.analysis.constants import *
from scrapy_treesim.tree._flat_cy import Attributes
from scrapy_treesim.tree._hashing_cy import HashTable, first_word
from scrapy_treesim.tree.constants import MASK32
from scrapy_treesim.values._text_kinds_cy import TextReader
from scrapy_treesim.values.constants import DATE, DIGIT, PRICE, RELATIVE, SENTENCE, TIME

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

ROLES = "skip inline heading image link rule row".split()


@cython.ccall
def cues_in(
    values: Bytes,
    i: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    symbols: Bytes,
    following: Shorts,
    meaning: ULongs,
) -> cython.ulonglong:
    """Return the bits of the words in a name, all looked up at once.

    The name is ``values[i:stop]``. ``following`` has the next state for every state and symbol,
    inverted for one with bits, which are in ``meaning``.
    """
    # Either end counts as symbol 0, like any byte except letters.
    state: cython.int = following[0]
    cues: cython.ulonglong = 0
    while i <= stop:
        state = following[state * ALPHABET + (symbols[values[i]] if i < stop else 0)]
        if state < 0:
            state = ~state
            cues |= meaning[state]
        i += 1
    return cues


def _has_digit(values: Bytes, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    while i < stop:
        if 48 <= values[i] <= 57:
            return True
        i += 1
    return False


def with_cues(cues: ULongs, bits: cython.ulonglong) -> list[int]:
    """List the nodes with any of these cues in their own names."""
    nodes: list[int] = []
    for node in range(len(cues)):
        if cues[node] & bits:
            nodes.append(node)
    return nodes


class Analysis:
    """Arrays of features of one page.

    Arrays with one entry more than nodes are sums over all nodes before. Of an oversized page only
    the names and their cues are kept, and no text is counted.
    """

    def __init__(self, tree: PageTree, is_oversized: bool = False) -> None:
        n = len(tree.tag)
        zeros = array("i", bytes(4 * (n + 1)))
        self.tag: Ints = tree.tag
        self.parent: Ints = tree.parent
        self.size: Ints = tree.size
        self.depth: Ints = tree.depth
        self.name: Ints = zeros[:]
        """Number of the first class of each node, without digits; 0 for none."""
        self.own_cues: ULongs = array("Q", bytes(8 * n))
        """Cues in the names of each node itself, as bits of all vocabularies."""
        self.texts: Ints = zeros[:]
        if is_oversized:
            n, zeros = 0, array("i", [0])
        self.cues: Ints = zeros[:]
        """Cues of any element in the names of each node and of those around it."""
        self.plain: Ints = zeros[:]
        self.named: Ints = zeros[:]
        self.chars: Ints = zeros[:]
        self.linked: Ints = zeros[:]
        self.images: Ints = zeros[:]
        self.links: Ints = zeros[:]
        self.headings: Ints = zeros[:]
        self.digits: Ints = zeros[:]
        self.prices: Ints = zeros[:]
        self.dates: Ints = zeros[:]
        self.sentences: Ints = zeros[:]
        self.elements: Ints = zeros[:]
        self.roles: Ints = zeros[:]
        self.text_hashes: UInts = array("I", bytes(4 * (n + 1)))
        self.hashes: UInts = array("I", bytes(4 * (n + 1)))
        self.text_node: Ints = zeros[:]
        self.kinds: Ints = zeros[:]
        self.meanings: Ints = zeros[:]
        self.words: Ints = zeros[:]
        self.value: Ints = zeros[:]
        self.paths: cython.int = 0
        self.clocks: cython.int = 0
        """Number of texts with a time of day."""

    @cython.ccall
    def read_names(
        self, attributes: Attributes, class_: cython.int, masks: ULongs, symbols: Bytes,
        following: Shorts, meaning: ULongs,
    ) -> None:  # fmt: skip
        """Number the first class of each node; collect the cues in its names.

        ``masks`` are by attribute the bits that count, those of a declared name or a time shifted.
        """
        table: HashTable = HashTable()
        values: Bytes = attributes.values
        for node in range(len(self.tag)):
            for entry in range(attributes.first[node], attributes.first[node + 1]):
                mask: cython.ulonglong = masks[attributes.attribute[entry]]
                if mask == 0:
                    continue
                start: cython.Py_ssize_t = attributes.value_start[entry]
                stop: cython.Py_ssize_t = attributes.value_start[entry + 1]
                if mask >> INSTANT:
                    if _has_digit(values, start, stop):
                        self.own_cues[node] |= mask
                    continue
                cues: cython.ulonglong = cues_in(values, start, stop, symbols, following, meaning)
                if mask >> DECLARED_CUES:
                    cues <<= DECLARED_CUES - POST_CUES
                self.own_cues[node] |= cues & mask
                if attributes.attribute[entry] == class_:
                    word: cython.longlong = first_word(values, start, stop)
                    if word != 0:
                        self.name[node] = table.enter(word) + 1

    @cython.ccall
    def number_paths(self, role: Ints) -> None:
        """Number every node's paths from 1 on: one of tags without inline ones, one of tags and
        classes."""
        table: HashTable = HashTable()
        for i in range(len(self.tag)):
            above: cython.Py_ssize_t = self.parent[i]
            for kind in range(2):
                key: cython.ulonglong = 0
                if kind == 1 and above >= 0:
                    key = self.named[above]
                elif above >= 0:
                    key = self.plain[above]
                    if role[self.tag[i]] & INLINE:
                        self.plain[i] = self.plain[above]
                        continue
                key = key * 65536 + self.tag[i]
                key = key * 65536 + (self.name[i] if kind == 1 else 0)
                key = key * 4 + kind + 1
                if kind == 1:
                    self.named[i] = table.enter(key) + 1
                else:
                    self.plain[i] = table.enter(key) + 1
        self.paths = table.count + 1

    @cython.ccall
    def read_text(
        self, text: Bytes, start: Ints, char_sums: Ints, role: Ints,
        reader: TextReader,
    ) -> None:  # fmt: skip
        """Fill the sums of texts and their kinds; ``char_sums`` are the tree's."""
        n: cython.Py_ssize_t = len(self.tag)
        skip_stop: cython.Py_ssize_t = 0
        link_stop: cython.Py_ssize_t = 0
        count: cython.int = 0
        hashes: cython.uint = 0
        for i in range(n):
            self.texts[i] = count
            self.text_hashes[i] = hashes
            bits: cython.int = role[self.tag[i]]
            if i < skip_stop:
                bits = SKIP
            elif bits & SKIP:
                skip_stop = i + self.size[i]
            elif bits & LINK and i >= link_stop:
                link_stop = i + self.size[i]
            self.roles[i] = bits
            if bits & SKIP:
                continue
            if self.tag[i] != 0:
                self.elements[i + 1] = 1
                self.images[i + 1] = bits & IMAGE != 0
                self.links[i + 1] = bits & LINK != 0
                self.headings[i + 1] = bits & HEADING != 0
                continue
            self.text_node[count] = i
            self.chars[i + 1] = char_sums[i + 1] - char_sums[i]
            self.linked[i + 1] = self.chars[i + 1] if i < link_stop else 0
            kinds: cython.int = reader.read(text, start[i], start[i + 1])
            self.kinds[count] = kinds
            self.meanings[count] = reader.meanings
            self.words[count] = reader.words
            self.value[count] = reader.value
            self.hashes[count] = reader.hash
            hashes = (hashes + _spread(reader.hash)) & MASK32
            self.digits[i + 1] = kinds & DIGIT != 0
            self.prices[i + 1] = kinds & PRICE != 0
            self.dates[i + 1] = kinds & (DATE | TIME | RELATIVE) != 0
            self.clocks += kinds & TIME != 0
            self.sentences[i + 1] = kinds & SENTENCE != 0
            count += 1
        self.texts[n] = count
        self.text_hashes[n] = hashes
        _sum_up(self.elements)
        _sum_up(self.images)
        _sum_up(self.links)
        _sum_up(self.headings)
        _sum_up(self.chars)
        _sum_up(self.linked)
        _sum_up(self.digits)
        _sum_up(self.prices)
        _sum_up(self.dates)
        _sum_up(self.sentences)

    @cython.ccall
    def inherit_cues(self, cues_of_tag: Ints) -> None:
        """Add every node's cues, those of its tag included, to all nodes below it."""
        mask: cython.ulonglong = (1 << POST_CUES) - 1
        for i in range(len(self.tag)):
            self.cues[i] = cues_of_tag[self.tag[i]] | (self.own_cues[i] & mask)
            if self.parent[i] >= 0:
                self.cues[i] |= self.cues[self.parent[i]]


def _spread(value: cython.uint) -> cython.uint:
    value = ((value ^ (value >> 15)) * 739982445) & MASK32
    return value ^ (value >> 12)


def _sum_up(counts: Ints) -> cython.void:
    """Replace each count by the sum of it and all before."""
    for i in range(1, len(counts)):
        counts[i] += counts[i - 1]
