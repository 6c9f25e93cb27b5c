"""Kernel of the blocks' text: words, sentences and known words, counted in one reading.

What a byte is and which words are known comes in tables, see :mod:`.words`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_treesim.article.feature_table import COUNTS

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Buffer, Bytes, Ints, UInts
else:
    from scrapy_treesim._cython import Buffer, Bytes, Ints, UInts

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

KINDS = "lower upper digit lead continuation other end ideograph wide".split()
# What a byte is; what makes words comes first.
cython.declare(
    LOWER=cython.int, UPPER=cython.int, DIGIT=cython.int, LEAD=cython.int,
    CONTINUATION=cython.int, OTHER=cython.int, END=cython.int, IDEOGRAPH=cython.int,
    WIDE=cython.int,
)  # fmt: skip
LOWER, UPPER, DIGIT, LEAD, CONTINUATION, OTHER, END, IDEOGRAPH, WIDE = range(9)

# A row of counts of a block.
ROW = cython.declare(cython.int, len(COUNTS))
COUNT_UNITS = cython.declare(cython.int, COUNTS.index("units"))
COUNT_IDEOGRAPHS = cython.declare(cython.int, COUNTS.index("ideographs"))
COUNT_ENDS = cython.declare(cython.int, COUNTS.index("ends"))
COUNT_ENDS_SENTENCE = cython.declare(cython.int, COUNTS.index("ends_sentence"))
COUNT_LINKED = cython.declare(cython.int, COUNTS.index("linked"))
COUNT_LINKS = cython.declare(cython.int, COUNTS.index("links"))
# The first of the groups of known words.
COUNT_GROUPS = cython.declare(cython.int, COUNTS.index("title"))

SEED = cython.declare(cython.uint, 2166136261)
MASK = cython.declare(cython.uint, 0xFFFFFFFF)

HASHES = 65536


@cython.cfunc
def _pair(before: cython.uint, ideograph: cython.uint) -> cython.uint:
    return ((((before * 31 + ideograph) & MASK) * 2654435) & MASK) >> 16


@cython.cfunc
def _fold(word: cython.uint) -> cython.uint:
    return (word ^ (word >> 16)) & 0xFFFF


@cython.locals(
    n=cython.Py_ssize_t, at=cython.Py_ssize_t, units=cython.int, length=cython.int,
    word=cython.uint, before=cython.uint, byte=cython.uint, kind=cython.int,
)  # fmt: skip
def mark(
    text: Bytes,
    kind_of_byte: Bytes,
    groups_of_word: Buffer,
    group: cython.int,
    shortest: cython.int,
) -> cython.int:
    """Put the words of ``text`` and its pairs of ideographs in a group; return their units.

    Words of fewer than ``shortest`` letters are left out.
    """
    n = len(text)
    at = 0
    units = 0
    length = 0
    word = SEED
    before = 0
    while at <= n:
        byte = text[at] if at < n else 32
        kind = kind_of_byte[byte]
        if kind <= CONTINUATION:
            if kind == UPPER:
                byte += 32
            if kind != CONTINUATION:
                length += 1
            if length > 0:
                word = ((word ^ byte) * 16777619) & MASK
            at += 1
            continue
        if length >= shortest:
            groups_of_word[_fold(word)] |= group
            units += 2
        length = 0
        word = SEED
        if (kind == IDEOGRAPH or kind == WIDE) and at + 2 < n:
            if kind == IDEOGRAPH or (byte == 0xE3 and text[at + 1] != 0x80):
                byte = ((byte * 64 + text[at + 1]) * 64 + text[at + 2]) & 0xFFFFF
                if before > 0:
                    groups_of_word[_pair(before, byte)] |= group
                    units += 1
                before = byte
            else:
                before = 0
            at += 3
            continue
        before = 0
        at += 1
    return units


@cython.cclass
class WordCounter:
    """Counts of the text of a page's blocks in the making."""

    text: Bytes
    """The page's text."""
    kinds: Bytes
    """What each byte is."""
    groups: Buffer
    """The groups of known words that each hash of a word is in, as bits."""
    counts: Ints
    """A row of counts for each block."""
    hashes: UInts
    """A hash of the letters of each block."""
    texts: UInts
    """A hash of the letters and digits of each."""

    def __init__(
        self, text: Bytes, kinds: Bytes, groups: Buffer, counts: Ints, hashes: UInts, texts: UInts
    ) -> None:
        self.text, self.kinds, self.groups = text, kinds, groups
        self.counts, self.hashes, self.texts = counts, hashes, texts

    @cython.locals(
        tag=Ints, start=Ints, linked=Ints, i=cython.Py_ssize_t, links=cython.int,
        current=cython.int, b=cython.int, units=cython.int,
    )  # fmt: skip
    def count(self, tree: PageTree, block: Ints, link: cython.int) -> None:
        """Count the text of all nodes; ``block`` holds the block of each, ``link`` is a tag."""
        tag = tree.tag
        start = tree.start
        linked = tree.linked
        links = 0
        current = -1
        for i in range(len(block)):
            if tag[i] == link:
                links += 1
            b = block[i]
            if b < 0:
                continue
            if b != current:
                current = b
                self.hashes[b] = SEED
                self.texts[b] = SEED
            self.counts[b * ROW + COUNT_LINKS] += links
            links = 0
            units = self.read(start[i], start[i + 1], b)
            self.counts[b * ROW + COUNT_UNITS] += units
            if linked[i + 1] > linked[i]:
                self.counts[b * ROW + COUNT_LINKED] += units

    @cython.cfunc
    @cython.locals(
        text=Bytes, kinds=Bytes, prime=cython.uint, whole=cython.uint, exact=cython.uint,
        word=cython.uint, byte=cython.uint, before=cython.uint, units=cython.int,
        length=cython.int, kind=cython.int, row=cython.int, last=cython.int,
    )  # fmt: skip
    def read(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, b: cython.int) -> cython.int:
        """Count a run of text of a block; return its units."""
        text = self.text
        kinds = self.kinds
        prime = 16777619
        row = b * ROW
        whole = self.hashes[b]
        exact = self.texts[b]
        units = 0
        length = 0
        word = SEED
        before = 0
        last = self.counts[row + COUNT_ENDS_SENTENCE]
        while at <= stop:
            byte = text[at] if at < stop else 32
            kind = kinds[byte]
            if kind <= LEAD:
                if kind == UPPER:
                    byte += 32
                length += 1
                word = ((word ^ byte) * prime) & MASK
                exact = ((exact ^ byte) * prime) & MASK
                if kind != DIGIT:
                    whole = ((whole ^ byte) * prime) & MASK
                last = 0
                at += 1
                continue
            if kind == CONTINUATION:
                if length > 0:
                    word = ((word ^ byte) * prime) & MASK
                at += 1
                continue
            if kind == WIDE and at + 2 < stop:
                kind = self.kind_of_wide(at)
            if length > 0:
                units += 2
                self.know(self.groups[_fold(word)], row, 2)
                length = 0
                word = SEED
            if kind == IDEOGRAPH and at + 2 < stop:
                byte = ((byte * 64 + text[at + 1]) * 64 + text[at + 2]) & 0xFFFFF
                self.counts[row + COUNT_IDEOGRAPHS] += 1
                units += 1
                if before > 0:
                    self.know(self.groups[_pair(before, byte)], row, 1)
                before = byte
                whole = ((whole ^ byte) * prime) & MASK
                exact = ((exact ^ byte) * prime) & MASK
                last = 0
                at += 3
                continue
            before = 0
            if kind == END:
                self.counts[row + COUNT_ENDS] += 1
                last = 1
            at += 1
        self.counts[row + COUNT_ENDS_SENTENCE] = last
        self.hashes[b] = whole
        self.texts[b] = exact
        return units

    @cython.cfunc
    @cython.locals(byte=cython.int, second=cython.int, third=cython.int)
    def kind_of_wide(self, at: cython.Py_ssize_t) -> cython.int:
        """Tell three bytes apart: ellipsis, punctuation and kana of CJK, full-width forms."""
        byte = self.text[at]
        second = self.text[at + 1]
        third = self.text[at + 2]
        if byte == 0xE2:
            return END if second == 0x80 and third == 0xA6 else OTHER
        if byte == 0xE3:
            if second != 0x80:
                return IDEOGRAPH
            return END if third == 0x82 else OTHER
        return END if second == 0xBC and (third == 0x81 or third == 0x9F) else OTHER

    @cython.cfunc
    @cython.locals(place=cython.int)
    def know(self, groups: cython.uint, row: cython.int, units: cython.int) -> cython.void:
        """Count a word of these groups."""
        place = row + COUNT_GROUPS
        while groups:
            if groups & 1:
                self.counts[place] += units
            groups >>= 1
            place += 1
