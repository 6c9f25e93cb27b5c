"""Kernel of the texts: counts of each block, in one pass over the page's bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Buffer, Bytes, Ints, UInts
from scrapy_treesim.reading.analysis._analysis_cy import Analysis
from scrapy_treesim.reading.constants import *
from scrapy_treesim.tree.constants import FNV_PRIME, FNV_SEED, MASK32
from scrapy_treesim.values._text_kinds_cy import TextReader

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

OF_IDEOGRAPH = cython.declare(cython.uint, 2654435761)


@cython.inline
def _slot(word: cython.uint) -> cython.uint:
    """Return the slot of a word's hash in the table of flags."""
    return (word ^ (word >> 12) ^ (word >> 24)) & (SLOTS - 1)


def mark(
    text: Bytes, classes: Bytes, flags: Buffer, bit: cython.int, shortest: cython.int
) -> cython.int:
    """Flag a text's ideographs and words of at least ``shortest`` letters; return their number."""
    n: cython.Py_ssize_t = len(text)
    i: cython.Py_ssize_t = 0
    length: cython.int = 0
    words: cython.int = 0
    word: cython.uint = FNV_SEED
    while i <= n:
        byte: cython.uint = text[i] if i < n else 32
        kind: cython.int = classes[byte]
        if kind <= CONTINUATION:
            if kind == UPPER:
                byte += 32
            length += kind != CONTINUATION
            if length > 0:
                word = ((word ^ byte) * FNV_PRIME) & MASK32
            i += 1
            continue
        if length >= shortest:
            flags[_slot(word)] |= bit
            words += 1
        length = 0
        word = FNV_SEED
        if _is_ideograph(text, i, n, kind):
            flags[_slot(_ideograph(text, i))] |= bit
            words += 1
        i += 3 if kind >= WIDE and i + 2 < n else 1
    return words


@cython.inline
def _ideograph(text: Bytes, start: cython.Py_ssize_t) -> cython.uint:
    """Hash the three bytes of an ideograph."""
    word: cython.uint = (text[start] * 64 + text[start + 1]) * 64 + text[start + 2]
    return (word * OF_IDEOGRAPH) & MASK32


@cython.inline
def _is_ideograph(
    text: Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t, kind: cython.int
) -> cython.bint:
    """Tell whether an ideograph or a kana of three bytes begins here."""
    if kind < WIDE or start + 2 >= stop:
        return False
    return kind == IDEOGRAPH or (text[start] == 0xE3 and text[start + 1] != 0x80)


@cython.final
class TextCounter:
    """Counter of the blocks' texts."""

    analysis: Analysis
    """Texts of the page, each read as a value."""
    reader: TextReader
    """Reader of values that are several texts."""
    text: Bytes
    """Text of the page."""
    classes: Bytes
    """Class of each byte."""
    word_flags: Bytes
    """Flags of hashed words: bit 1 for the title, bit 2 for the description."""
    counts: Ints
    """Row of counts for each block."""
    hashes: UInts
    """Hash of the letters of each block."""

    def __init__(
        self, analysis: Analysis, reader: TextReader, text: Bytes, classes: Bytes,
        word_flags: Bytes, counts: Ints, hashes: UInts,
    ) -> None:  # fmt: skip
        self.analysis, self.reader = analysis, reader
        self.text, self.classes, self.word_flags = text, classes, word_flags
        self.counts, self.hashes = counts, hashes

    @cython.locals(tag=Ints, size=Ints, start=Ints, linked=Ints)
    def count(self, tree: PageTree, block: Ints, styles: Ints) -> None:
        """Count the texts of all nodes; ``block`` is by node, ``styles`` by tag."""
        tag, size, start, linked = tree.tag, tree.size, tree.start, tree.linked
        links: cython.int = 0
        current: cython.Py_ssize_t = -1
        bold: cython.Py_ssize_t = 0
        italic: cython.Py_ssize_t = 0
        # The first and last text node of a block's run without a gap.
        first: cython.Py_ssize_t = 0
        last: cython.Py_ssize_t = 0
        for i in range(len(block)):
            b: cython.Py_ssize_t = block[i]
            if b < 0:
                style: cython.int = styles[tag[i]] if tag[i] < len(styles) else 0
                if style & IN_LINK:
                    links += 1
                elif style & IN_BOLD:
                    bold = max(bold, i + size[i])
                elif style & IN_ITALIC:
                    italic = max(italic, i + size[i])
                continue
            if b != current or start[i] != start[last + 1] or self.are_separate(tree, last, i):
                self.add_kinds(start, first, last, current)
                first = i
            if b != current:
                current = b
                self.hashes[b] = FNV_SEED
            last = i
            row: cython.Py_ssize_t = b * COUNTS
            self.counts[row + LINKS] += links
            links = 0
            before: cython.int = self.counts[row + CHARS]
            self.read(start[i], start[i + 1], b)
            chars: cython.int = self.counts[row + CHARS] - before
            self.counts[row + LINKED] += chars * (linked[i + 1] > linked[i])
            self.counts[row + BOLD] += chars * (i < bold)
            self.counts[row + ITALIC] += chars * (i < italic)
        self.add_kinds(start, first, last, current)

    @cython.cfunc
    @cython.locals(last=cython.int, begins=cython.int)
    def are_separate(
        self, tree: PageTree, first: cython.Py_ssize_t, second: cython.Py_ssize_t
    ) -> cython.bint:
        """Tell whether two adjacent texts in sibling elements are separate words:
        ``<i>5 Sterne</i><i>vor 2 Tagen</i>``."""
        parent: Ints = tree.parent
        boundary: cython.Py_ssize_t = tree.start[second]
        if boundary <= tree.start[first] or boundary >= tree.start[second + 1]:
            return False
        last, begins = self.classes[self.text[boundary - 1]], self.classes[self.text[boundary]]
        if last > CONTINUATION or last == DIGIT or begins > LEAD or begins == DIGIT:
            return False
        above: cython.Py_ssize_t = parent[first]
        return parent[second] > first and second >= above + tree.size[above]

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def add_kinds(
        self, start: Ints, first: cython.Py_ssize_t, last: cython.Py_ssize_t,
        block: cython.Py_ssize_t,
    ) -> cython.int:  # fmt: skip
        """Add the kinds of a block's run of text nodes, if short enough for a value."""
        if block < 0 or start[last + 1] - start[first] > MAX_VALUE_BYTES:
            return 0
        row: cython.Py_ssize_t = block * COUNTS
        number: cython.Py_ssize_t = self.analysis.texts[first]
        if first == last and self.analysis.texts[first + 1] > number:
            self.counts[row + KINDS] |= self.analysis.kinds[number]
            self.counts[row + MEANINGS] |= self.analysis.meanings[number]
        else:
            self.counts[row + KINDS] |= self.reader.read(self.text, start[first], start[last + 1])
            self.counts[row + MEANINGS] |= self.reader.meanings
        return 1

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(
        text=Bytes, classes=Bytes, chars=cython.int, words=cython.int, digits=cython.int,
        capitals=cython.int, foreign=cython.int, ideographs=cython.int,
    )  # fmt: skip
    def read(
        self, i: cython.Py_ssize_t, stop: cython.Py_ssize_t, b: cython.Py_ssize_t
    ) -> cython.int:
        """Count a run of text of a block; return its words."""
        text, classes = self.text, self.classes
        row: cython.Py_ssize_t = b * COUNTS
        whole: cython.uint = self.hashes[b]
        word: cython.uint = FNV_SEED
        length: cython.int = 0
        chars = words = digits = capitals = foreign = ideographs = 0
        if self.counts[row + OPENING] == 0:
            self.counts[row + OPENING] = self.opening(i, stop)
        first: cython.Py_ssize_t = i
        signs: cython.int = self.counts[row + SIGNS]
        while i <= stop:
            byte: cython.uint = text[i] if i < stop else 32
            kind: cython.int = classes[byte]
            if kind == LOWER:
                # The most frequent bytes by far, so they come first.
                i += 1
                length += 1
                word = ((word ^ byte) * FNV_PRIME) & MASK32
                whole = ((whole ^ byte) * FNV_PRIME) & MASK32
                continue
            if kind <= CONTINUATION:
                i += 1
                if kind == UPPER:
                    byte += 32
                    capitals += 1
                elif kind == DIGIT:
                    digits += 1
                elif kind == LEAD:
                    foreign += 1
                if kind != CONTINUATION:
                    length += 1
                elif length == 0:
                    # Part of a sign, such as a no-break space.
                    continue
                word = ((word ^ byte) * FNV_PRIME) & MASK32
                if kind != DIGIT:
                    whole = ((whole ^ byte) * FNV_PRIME) & MASK32
                continue
            if length > 0:
                words += 1
                chars += length
                self.end_word(word, row)
                length = 0
            word = FNV_SEED
            if kind == BLANK:
                i += 1
            elif _is_ideograph(text, i, stop, kind):
                sign: cython.uint = _ideograph(text, i)
                whole = ((whole ^ sign) * FNV_PRIME) & MASK32
                words += 1
                chars += 1
                ideographs += 1
                self.end_word(sign, row)
                i += 3
            else:
                i += self.read_sign(i, stop, row)
        is_read: cython.bint = chars > 0 or self.counts[row + SIGNS] > signs
        if is_read and self.trails_off(first, stop):
            self.counts[row + CLOSING] = CLOSES_TRAILING
        self.counts[row + CHARS] += chars
        self.counts[row + WORDS] += words
        self.counts[row + DIGITS] += digits
        self.counts[row + CAPITALS] += capitals
        self.counts[row + FOREIGN] += foreign
        self.counts[row + IDEOGRAPHS] += ideographs
        self.hashes[b] = whole
        return words

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def end_word(self, word: cython.uint, row: cython.Py_ssize_t) -> cython.int:
        """Count a word of the title or the description; return its flags."""
        self.counts[row + CLOSING] = 0
        flags: cython.int = self.word_flags[_slot(word)]
        self.counts[row + TITLE] += flags & 1
        self.counts[row + DESCRIBED] += flags >> 1
        return flags

    @cython.cfunc
    def read_sign(
        self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t, row: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Count a sign; return the number of its bytes."""
        byte: cython.uint = self.text[start]
        kind: cython.int = self.classes[byte]
        width: cython.Py_ssize_t = 1
        if kind >= WIDE and start + 2 < stop:
            kind = self.wide_sign(start)
            width = 3
        elif byte == 0xC2 and start + 1 < stop and self.text[start + 1] == 0xA0:
            # A no-break space.
            return 2
        self.counts[row + CHARS] += 1
        self.counts[row + SIGNS] += 1
        if kind == COMMA:
            self.counts[row + COMMAS] += 1
        # Points within numbers and names do not end a sentence.
        if kind == END and (
            width > 1 or start + 1 >= stop or self.classes[self.text[start + 1]] > CONTINUATION
        ):
            self.counts[row + ENDS] += 1
        if kind == END:
            self.counts[row + CLOSING] = CLOSES_END
        elif (
            width > 1
            or self.counts[row + CLOSING] != CLOSES_END
            or not (byte == 34 or byte == 39 or byte == 41)
        ):
            # A quote or parenthesis after the end of a sentence does not change it.
            self.counts[row + CLOSING] = CLOSES_COLON if byte == 58 else 0
        return width

    @cython.cfunc
    def wide_sign(self, start: cython.Py_ssize_t) -> cython.int:
        """Return the class of a sign of three bytes: a comma, an end or any other."""
        code: cython.uint = self.code(start, start + 3)
        byte: cython.uint = code & 0xFF
        if code >> 16 == 0xE3:
            return END if byte == 0x82 else COMMA if byte == 0x81 else SIGN
        if code == 0xE280A6 or code == 0xEFBC81 or code == 0xEFBC9F:
            return END
        return COMMA if code == 0xEFBC8C else SIGN

    @cython.cfunc
    def code(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.uint:
        """Return up to three bytes of the text as a number."""
        code: cython.uint = 0
        for i in range(start, stop):
            code = code << 8 | self.text[i]
        return code

    @cython.cfunc
    def opening(self, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        """Return the opening of a run of text, 0 for one of blanks."""
        while i < stop and self.classes[self.text[i]] == BLANK:
            i += 1
        if i == stop:
            return 0
        byte: cython.uint = self.text[i]
        two: cython.uint = self.code(i, min(stop, i + 2))
        code: cython.uint = self.code(i, min(stop, i + 3))
        kind: cython.int = self.classes[byte]
        # Latin and Cyrillic letters of two bytes too.
        if kind == LOWER or 0xC39F <= two < 0xC400 or 0xD0B0 <= two < 0xD200:
            return OPENS_LOWER
        if kind == DIGIT:
            return OPENS_DIGIT
        is_quote: cython.bint = byte == 34 or byte == 39 or two == 0xC2AB
        if is_quote or 0xE28098 <= code <= 0xE2809E or code == 0xE3808C or code == 0xE3808E:
            return OPENS_QUOTE
        return OPENS_OTHER

    @cython.cfunc
    def trails_off(self, first: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a run ends with dots or an arrow, in brackets or not."""
        while stop > first and self.classes[self.text[stop - 1]] == BLANK:
            stop -= 1
        if stop > first and (self.text[stop - 1] == 93 or self.text[stop - 1] == 41):
            stop -= 1
        code: cython.uint = self.code(max(first, stop - 3), stop)
        if code & 0xFF == 62 or code & 0xFFFF == 0xC2BB or code == 0x2E2E2E:
            return True
        return code == 0xE280A6 or code == 0xE280BA or code == 0xE28692
