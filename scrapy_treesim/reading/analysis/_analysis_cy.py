"""Kernel of the analysis: one pass over a page's nodes, for the features shared by all finders.

Prefix sums over the nodes make every feature of a span of nodes O(1).
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints, UInts
from scrapy_treesim.reading.analysis.constants import *
from scrapy_treesim.tree._flat_cy import Attributes
from scrapy_treesim.tree._hashing_cy import HashTable, first_word
from scrapy_treesim.tree.constants import MASK32
from scrapy_treesim.values._text_kinds_cy import TextReader
from scrapy_treesim.values.constants import DATE, DIGIT, PRICE, RELATIVE, SENTENCE, TIME

if TYPE_CHECKING:
    from scrapy_treesim.reading.analysis.analyse import NameReader
    from scrapy_treesim.tree import PageTree

MAX_NAME_BYTES = cython.declare(cython.int, 300)
ROLES = "skip inline heading image link rule row".split()


@cython.ccall
def cues_in(
    values: Bytes,
    i: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    symbols: Bytes,
    following: Ints,
    meaning: Ints,
) -> cython.int:
    """Return the bits of the words in a name, all looked up at once.

    The name is ``values[i:stop]``. ``following`` has the next state for every state and symbol,
    ``meaning`` the bits of each state.
    """
    # Either end counts as symbol 0, like any byte except letters.
    state: cython.int = following[0]
    cues: cython.int = 0
    while i < stop:
        state = following[state * ALPHABET + symbols[values[i]]]
        cues |= meaning[state]
        i += 1
    return cues | meaning[following[state * ALPHABET]]


def marked(tree: PageTree, reader: NameReader, masks: Ints) -> list[tuple[int, int]]:
    """List the nodes with cues in their attributes, with the cues as bits; ``masks`` are the cues
    that count in each attribute."""
    nodes: list[tuple[int, int]] = []
    starts: Ints = tree.first_attribute
    attribute: Ints = tree.attribute
    value_start: Ints = tree.value_start
    values: Bytes = tree.values
    symbols: Bytes = reader.symbols
    following: Ints = reader.following
    meaning: Ints = reader.meaning
    for node in range(len(starts) - 1):
        cues: cython.int = 0
        for entry in range(starts[node], starts[node + 1]):
            mask: cython.int = masks[attribute[entry]]
            if mask != 0:
                start: cython.int = value_start[entry]
                stop: cython.int = min(value_start[entry + 1], start + MAX_NAME_BYTES)
                cues |= mask & cues_in(values, start, stop, symbols, following, meaning)
        if cues != 0:
            nodes.append((node, cues))
    return nodes


class Analysis:
    """Arrays of features of one page.

    Arrays with one entry more than nodes are sums over all nodes before.
    """

    def __init__(self, tree: PageTree) -> None:
        n = len(tree)
        zeros = array("i", bytes(4 * (n + 1)))
        self.tag: Ints = tree.tag
        self.parent: Ints = tree.parent
        self.size: Ints = tree.size
        self.depth: Ints = tree.depth
        self.name: Ints = zeros[:]
        self.cues: Ints = zeros[:]
        self.plain: Ints = zeros[:]
        self.named: Ints = zeros[:]
        self.texts: Ints = zeros[:]
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

    @cython.ccall
    def read_names(
        self, attributes: Attributes, use: Ints, symbols: Bytes, following: Ints, meaning: Ints
    ) -> None:
        """Number the first class of each node, without digits; collect the cues in its names."""
        table: HashTable = HashTable()
        values: Bytes = attributes.values
        for node in range(len(self.tag)):
            for entry in range(attributes.first[node], attributes.first[node + 1]):
                kind: cython.int = use[attributes.attribute[entry]]
                if kind == 0:
                    continue
                start: cython.Py_ssize_t = attributes.value_start[entry]
                end: cython.Py_ssize_t = attributes.value_start[entry + 1]
                self.cues[node] |= cues_in(values, start, end, symbols, following, meaning)
                if kind != 1:
                    continue
                word: cython.longlong = first_word(values, start, end)
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
        for i in range(n):
            self.texts[i] = count
            bits: cython.int = role[self.tag[i]]
            if i < skip_stop:
                bits = SKIP
            elif bits & SKIP:
                skip_stop = i + self.size[i]
            if bits & LINK and i >= link_stop:
                link_stop = i + self.size[i]
            self.elements[i + 1] = self.elements[i]
            self.images[i + 1] = self.images[i]
            self.links[i + 1] = self.links[i]
            self.headings[i + 1] = self.headings[i]
            self.chars[i + 1] = self.chars[i]
            self.linked[i + 1] = self.linked[i]
            self.digits[i + 1] = self.digits[i]
            self.prices[i + 1] = self.prices[i]
            self.dates[i + 1] = self.dates[i]
            self.sentences[i + 1] = self.sentences[i]
            self.text_hashes[i + 1] = self.text_hashes[i]
            self.roles[i] = bits
            if bits & SKIP:
                continue
            if self.tag[i] != 0:
                self.elements[i + 1] += 1
                if bits & IMAGE:
                    self.images[i + 1] += 1
                elif bits & LINK:
                    self.links[i + 1] += 1
                elif bits & HEADING:
                    self.headings[i + 1] += 1
                continue
            self.text_node[count] = i
            length: cython.int = char_sums[i + 1] - char_sums[i]
            self.chars[i + 1] += length
            if i < link_stop:
                self.linked[i + 1] += length
            kinds: cython.int = reader.read(text, start[i], start[i + 1])
            self.kinds[count] = kinds
            self.meanings[count] = reader.meanings
            self.words[count] = reader.words
            self.value[count] = reader.value
            self.hashes[count] = reader.hash
            self.text_hashes[i + 1] = (self.text_hashes[i] + _spread(reader.hash)) & MASK32
            if kinds & DIGIT:
                self.digits[i + 1] += 1
            if kinds & PRICE:
                self.prices[i + 1] += 1
            if kinds & (DATE | TIME | RELATIVE):
                self.dates[i + 1] += 1
            if kinds & SENTENCE:
                self.sentences[i + 1] += 1
            count += 1
        self.texts[n] = count

    @cython.ccall
    def inherit_cues(self, cues_of_tag: Ints) -> None:
        """Add every node's cues, those of its tag included, to all nodes below it."""
        for i in range(len(self.tag)):
            self.cues[i] |= cues_of_tag[self.tag[i]]
            if self.parent[i] >= 0:
                self.cues[i] |= self.cues[self.parent[i]]


def _spread(value: cython.uint) -> cython.uint:
    value = ((value ^ (value >> 15)) * 739982445) & MASK32
    return value ^ (value >> 12)
