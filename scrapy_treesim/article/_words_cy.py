"""Kernel of the blocks' text: words, sentences and known words, counted in one reading.

What a byte is and which words are known comes in tables, see :mod:`.words`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_treesim.article.feature_table import BIT, CLOSINGS, COUNTS, OPENINGS

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
COUNT_BOLD = cython.declare(cython.int, COUNTS.index("bold"))
COUNT_ITALIC = cython.declare(cython.int, COUNTS.index("italic"))
COUNT_NUMBERS = cython.declare(cython.int, COUNTS.index("numbers"))
COUNT_CHARS = cython.declare(cython.int, COUNTS.index("chars"))
COUNT_DIGITS = cython.declare(cython.int, COUNTS.index("digits"))
COUNT_CAPITALS = cython.declare(cython.int, COUNTS.index("capitals"))
COUNT_DATED = cython.declare(cython.int, COUNTS.index("dated"))
COUNT_LABELLED = cython.declare(cython.int, COUNTS.index("labelled"))
COUNT_OPENING = cython.declare(cython.int, COUNTS.index("opening"))
COUNT_CLOSING = cython.declare(cython.int, COUNTS.index("closing"))
# The first of the groups of known words.
COUNT_GROUPS = cython.declare(cython.int, COUNTS.index("title"))

# What a tag makes of its text, as bits.
LINK = cython.declare(cython.int, BIT["link"])
BOLD = cython.declare(cython.int, BIT["bold"])
ITALIC = cython.declare(cython.int, BIT["italic"])

# How a block begins and ends, as the counts have it.
OPENS_LOWER = cython.declare(cython.int, OPENINGS.index("lower"))
OPENS_QUOTE = cython.declare(cython.int, OPENINGS.index("quote"))
OPENS_OTHER = cython.declare(cython.int, OPENINGS.index("other"))
CLOSES_COLON = cython.declare(cython.int, CLOSINGS.index("colon"))
CLOSES_TRAILING = cython.declare(cython.int, CLOSINGS.index("trails_off"))

cython.declare(
    SPACE=cython.uint, PARENTHESIS=cython.int, DASH=cython.int, POINT=cython.int, SLASH=cython.int,
    COLON=cython.int, GREATER=cython.int, BRACKET=cython.int,
)  # fmt: skip
SPACE, PARENTHESIS, DASH, POINT, SLASH, COLON, GREATER, BRACKET = b" )-./:>]"

# Of the small letters, which are kind LOWER.
FIRST_LETTER = cython.declare(cython.uint, ord("a"))
LAST_LETTER = cython.declare(cython.uint, ord("z"))

MAX_LABEL = cython.declare(cython.int, 30)
"""Characters before the colon of a label."""

MAX_NUMBER = cython.declare(cython.int, 4)
"""Digits of a part of a date, and of a year."""

ZERO = cython.declare(cython.int, ord("0"))

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
    number_end: cython.Py_ssize_t
    """Where the last number ended."""
    joined: cython.int
    """How many numbers were joined by signs up to there."""

    def __init__(
        self, text: Bytes, kinds: Bytes, groups: Buffer, counts: Ints, hashes: UInts, texts: UInts
    ) -> None:
        self.text, self.kinds, self.groups = text, kinds, groups
        self.counts, self.hashes, self.texts = counts, hashes, texts

    @cython.locals(
        text=Bytes, kinds=Bytes, tag=Ints, size=Ints, start=Ints, linked=Ints,
        i=cython.Py_ssize_t, links=cython.int,
        current=cython.int, b=cython.int, units=cython.int, style=cython.int,
        bold_until=cython.Py_ssize_t, italic_until=cython.Py_ssize_t,
    )  # fmt: skip
    def count(self, tree: PageTree, block: Ints, styles: Ints) -> None:
        """Count the text of all nodes; ``block`` holds the block of each, ``styles`` is of tags."""
        tag = tree.tag
        size = tree.size
        start = tree.start
        linked = tree.linked
        links = 0
        current = -1
        # As arguments they cost no counting of references at each run of text.
        text = self.text
        kinds = self.kinds
        bold_until = 0
        italic_until = 0
        for i in range(len(block)):
            b = block[i]
            if b < 0:
                style = styles[tag[i]] if tag[i] < len(styles) else 0
                if style & LINK:
                    links += 1
                elif style & BOLD:
                    bold_until = max(bold_until, i + size[i])
                elif style & ITALIC:
                    italic_until = max(italic_until, i + size[i])
                continue
            if b != current:
                current = b
                self.hashes[b] = SEED
                self.texts[b] = SEED
            self.counts[b * ROW + COUNT_LINKS] += links
            links = 0
            units = self.read(text, kinds, start[i], start[i + 1], b)
            self.counts[b * ROW + COUNT_UNITS] += units
            if linked[i + 1] > linked[i]:
                self.counts[b * ROW + COUNT_LINKED] += units
            if i < bold_until:
                self.counts[b * ROW + COUNT_BOLD] += units
            if i < italic_until:
                self.counts[b * ROW + COUNT_ITALIC] += units

    @cython.cfunc
    @cython.locals(
        prime=cython.uint, whole=cython.uint, exact=cython.uint,
        word=cython.uint, byte=cython.uint, before=cython.uint, units=cython.int,
        length=cython.int, kind=cython.int, row=cython.int, last=cython.int,
        first=cython.Py_ssize_t, number=cython.int, chars=cython.int, digits=cython.int,
        capitals=cython.int,
    )  # fmt: skip
    def read(
        self, text: Bytes, kinds: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t,
        b: cython.int,
    ) -> cython.int:  # fmt: skip
        """Count a run of text of a block; return its units."""
        prime = 16777619
        row = b * ROW
        whole = self.hashes[b]
        exact = self.texts[b]
        units = 0
        length = 0
        word = SEED
        before = 0
        last = self.counts[row + COUNT_ENDS_SENTENCE]
        first = at
        number = 0
        chars = self.counts[row + COUNT_CHARS]
        digits = 0
        capitals = 0
        self.number_end = -1
        if self.counts[row + COUNT_OPENING] == 0:
            self.counts[row + COUNT_OPENING] = self.opening(at, stop)
        while at <= stop:
            byte = text[at] if at < stop else 32
            kind = kinds[byte]
            if kind <= LEAD:
                if kind == UPPER:
                    byte += 32
                    capitals += 1
                elif kind == DIGIT:
                    digits += 1
                    if at == first or kinds[text[at - 1]] != DIGIT:
                        number = self.see_number(at, first, stop, row) if length == 0 else 0
                length += 1
                word = ((word ^ byte) * prime) & MASK
                exact = ((exact ^ byte) * prime) & MASK
                if kind != DIGIT:
                    whole = ((whole ^ byte) * prime) & MASK
                last = 0
                at += 1
                # Most letters are small ones, after others.
                while at < stop:
                    byte = text[at]
                    if byte < FIRST_LETTER or byte > LAST_LETTER:
                        break
                    length += 1
                    word = ((word ^ byte) * prime) & MASK
                    exact = ((exact ^ byte) * prime) & MASK
                    whole = ((whole ^ byte) * prime) & MASK
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
                if number == length:
                    self.counts[row + COUNT_NUMBERS] += 2
                number = 0
                chars += length
                length = 0
                word = SEED
            if kind == IDEOGRAPH and at + 2 < stop:
                byte = ((byte * 64 + text[at + 1]) * 64 + text[at + 2]) & 0xFFFFF
                self.counts[row + COUNT_IDEOGRAPHS] += 1
                units += 1
                if before > 0:
                    self.know(self.groups[_pair(before, byte)], row, 1)
                before = byte
                chars += 1
                whole = ((whole ^ byte) * prime) & MASK
                exact = ((exact ^ byte) * prime) & MASK
                last = 0
                at += 3
                continue
            before = 0
            if byte <= SPACE:
                at += 1
                while at < stop and text[at] <= SPACE:
                    at += 1
                continue
            if kind == END:
                self.counts[row + COUNT_ENDS] += 1
                last = 1
            chars += 1
            if chars <= MAX_LABEL + 1 and self.is_colon(at, stop) and whole != SEED:
                self.counts[row + COUNT_LABELLED] = 1
            at += 1
        self.counts[row + COUNT_ENDS_SENTENCE] = last
        self.counts[row + COUNT_CHARS] = chars
        self.counts[row + COUNT_DIGITS] += digits
        self.counts[row + COUNT_CAPITALS] += capitals
        self.close(first, stop, row)
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
    @cython.locals(
        end=cython.Py_ssize_t, gap=cython.Py_ssize_t, century=cython.int, joint=cython.int
    )
    def see_number(
        self, at: cython.Py_ssize_t, first: cython.Py_ssize_t, stop: cython.Py_ssize_t,
        row: cython.int,
    ) -> cython.int:  # fmt: skip
        """Tell the digits of the number that begins here, and note whether it makes a date.

        That is a year from 1900 to 2099, two numbers joined by a colon or by an ideograph for a
        year or a month, or three joined by points, dashes or slashes.
        """
        end = at + 1
        while end < stop and self.kinds[self.text[end]] == DIGIT:
            end += 1
        if end - at > MAX_NUMBER:
            self.number_end = -1
            return end - at
        century = 0
        if end - at == MAX_NUMBER:
            century = (self.text[at] - ZERO) * 10 + self.text[at + 1] - ZERO
        gap = self.number_end
        joint = self.joint(gap, at) if gap >= 0 else 0
        self.joined = self.joined + joint if joint else 1
        if century == 19 or century == 20 or self.joined > 2:
            self.counts[row + COUNT_DATED] = 1
        self.number_end = end
        return end - at

    @cython.cfunc
    @cython.locals(byte=cython.int)
    def joint(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        """Tell how two numbers are joined by what is between them: 0 for not, 2 for surely."""
        byte = self.text[at]
        if stop - at == 1 or (stop - at == 2 and self.text[at + 1] <= SPACE):
            if byte == COLON:
                return 2
            return 1 if byte == SLASH or byte == DASH or byte == POINT else 0
        if stop - at != 3:
            return 0
        if byte == 0xE5:
            return 2 if self.text[at + 1] == 0xB9 and self.text[at + 2] == 0xB4 else 0
        return 2 if byte == 0xE6 and self.text[at + 1] == 0x9C and self.text[at + 2] == 0x88 else 0

    @cython.cfunc
    @cython.locals(byte=cython.int)
    def is_colon(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a colon stands here, a full-width one too."""
        byte = self.text[at]
        if byte != 0xEF or at + 2 >= stop:
            return byte == COLON
        return self.text[at + 1] == 0xBC and self.text[at + 2] == 0x9A

    @cython.cfunc
    @cython.locals(byte=cython.int, second=cython.int, third=cython.int)
    def opening(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        """Tell how a run of text begins, 0 for one of spaces."""
        while at < stop and (
            self.text[at] <= SPACE
            or (self.text[at] == 0xC2 and at + 1 < stop and self.text[at + 1] == 0xA0)
        ):
            at += 1 if self.text[at] <= SPACE else 2
        if at == stop:
            return 0
        byte = self.text[at]
        second = self.text[at + 1] if at + 1 < stop else 0
        third = self.text[at + 2] if at + 2 < stop else 0
        if self.kinds[byte] == LOWER:
            return OPENS_LOWER
        # Latin and Cyrillic letters of two bytes.
        if (byte == 0xC3 and second >= 0x9F) or (byte == 0xD0 and second >= 0xB0) or byte == 0xD1:
            return OPENS_LOWER
        if byte == 0x22 or byte == 0x27 or (byte == 0xC2 and second == 0xAB):
            return OPENS_QUOTE
        if byte == 0xE2 and second == 0x80 and (third == 0x98 or third == 0x9C or third == 0x9E):
            return OPENS_QUOTE
        if byte == 0xE3 and second == 0x80 and (third == 0x8C or third == 0x8E):
            return OPENS_QUOTE
        return OPENS_OTHER

    @cython.cfunc
    @cython.locals(byte=cython.int, closing=cython.int)
    def close(
        self, first: cython.Py_ssize_t, stop: cython.Py_ssize_t, row: cython.int
    ) -> cython.void:
        """Note how a run of text ends, where there is more to it than spaces."""
        while stop > first and (
            self.text[stop - 1] <= SPACE
            or (self.text[stop - 1] == 0xA0 and stop - 2 >= first and self.text[stop - 2] == 0xC2)
        ):
            stop -= 1 if self.text[stop - 1] <= SPACE else 2
        if stop == first:
            return
        byte = self.text[stop - 1]
        closing = 0
        if byte == COLON or (byte == 0x9A and stop - 3 >= first and self.is_colon(stop - 3, stop)):
            closing = CLOSES_COLON
        elif self.trails_off(first, stop):
            closing = CLOSES_TRAILING
        self.counts[row + COUNT_CLOSING] = closing

    @cython.cfunc
    @cython.locals(byte=cython.int)
    def trails_off(self, first: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """Tell whether text ends with dots, in brackets or not, or with an arrow or the like."""
        byte = self.text[stop - 1]
        if byte == GREATER:
            return True
        if (byte == BRACKET or byte == PARENTHESIS) and stop - 1 > first:
            stop -= 1
            byte = self.text[stop - 1]
        if byte == POINT:
            return (
                stop - 3 >= first and self.text[stop - 2] == POINT and self.text[stop - 3] == POINT
            )
        if byte == 0xBB:
            return stop - 2 >= first and self.text[stop - 2] == 0xC2
        if stop - 3 < first or self.text[stop - 3] != 0xE2:
            return False
        return (self.text[stop - 2] == 0x80 and (byte == 0xA6 or byte == 0xBA)) or (
            self.text[stop - 2] == 0x86 and byte == 0x92
        )

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
