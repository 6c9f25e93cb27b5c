"""Kernel of the blocks' text: words, sentences and known words, counted in one reading.

What a byte is and which words are known comes in tables, see :mod:`.words`.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]

KINDS = "other lower upper digit end continuation lead ideograph wide".split()

# What a byte is (KINDS), and what is counted of a block, a row of COUNTS numbers (see COUNTS in
# :mod:`.words`). Compiled, these are constants of C, named in the .pxd.
if not cython.compiled:
    OTHER, LOWER, UPPER, DIGIT, END, CONTINUATION, LEAD, IDEOGRAPH, WIDE = range(9)
    COUNT_UNITS, COUNT_IDEOGRAPHS, COUNT_ENDS, COUNT_ENDS_SENTENCE, COUNT_LINKED = range(5)
    COUNT_LINKS, COUNT_TITLE, COUNT_DESCRIBED, COUNT_LEGAL, COUNT_BOILERPLATE = range(5, 10)
    COUNTS = 10
    SEED = 2166136261
    MASK = 0xFFFFFFFF

HASHES = 65536
ROW_SIZE = 10


def _pair(before: int, ideograph: int) -> int:
    return ((((before * 31 + ideograph) & MASK) * 2654435) & MASK) >> 16


def _fold(word: int) -> int:
    return (word ^ (word >> 16)) & 0xFFFF


def mark(
    text: bytes, kind_of_byte: bytes, groups_of_word: bytearray, group: int, shortest: int
) -> int:
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
        if kind == LOWER or kind == UPPER or kind == DIGIT or kind == LEAD or kind == CONTINUATION:
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


def count(
    text: bytes,
    tag: array[int],
    start: array[int],
    linked: array[int],
    block: array[int],
    kind_of_byte: bytes,
    groups_of_word: bytearray,
    link: int,
    counts: array[int],
    hashes: array[int],
    texts: array[int],
) -> None:
    """Fill ``counts``, a row a block, ``hashes`` of the blocks' letters, and ``texts``: hashes of
    letters and digits.

    ``groups_of_word`` holds for every hash of a word the set of groups it is in, as bits.
    """
    n = len(tag)
    links = 0
    current = -1
    whole = SEED
    exact = SEED
    for i in range(n):
        if tag[i] == link:
            links += 1
        if block[i] < 0:
            continue
        if block[i] != current:
            current = block[i]
            whole = SEED
            exact = SEED
        row = current * COUNTS
        counts[row + COUNT_LINKS] += links
        links = 0
        at = start[i]
        stop = start[i + 1]
        units = 0
        length = 0
        word = SEED
        before = 0
        last = counts[row + COUNT_ENDS_SENTENCE]
        while at <= stop:
            byte = text[at] if at < stop else 32
            kind = kind_of_byte[byte]
            if kind == LOWER or kind == UPPER or kind == DIGIT or kind == LEAD:
                if kind == UPPER:
                    byte += 32
                length += 1
                word = ((word ^ byte) * 16777619) & MASK
                exact = ((exact ^ byte) * 16777619) & MASK
                if kind != DIGIT:
                    whole = ((whole ^ byte) * 16777619) & MASK
                last = 0
                at += 1
                continue
            if kind == CONTINUATION:
                if length > 0:
                    word = ((word ^ byte) * 16777619) & MASK
                at += 1
                continue
            if kind == WIDE and at + 2 < stop:
                # Three bytes: ellipsis, or punctuation and kana of CJK, or full-width forms.
                following = text[at + 1]
                third = text[at + 2]
                kind = OTHER
                if byte == 0xE2:
                    if following == 0x80 and third == 0xA6:
                        kind = END
                elif byte == 0xE3:
                    if following != 0x80:
                        kind = IDEOGRAPH
                    elif third == 0x82:
                        kind = END
                elif following == 0xBC and (third == 0x81 or third == 0x9F):
                    kind = END
            if length > 0:
                units += 2
                known = groups_of_word[_fold(word)]
                place = row + COUNT_TITLE
                while known:
                    if known & 1:
                        counts[place] += 2
                    known >>= 1
                    place += 1
                length = 0
                word = SEED
            if kind == IDEOGRAPH and at + 2 < stop:
                byte = ((byte * 64 + text[at + 1]) * 64 + text[at + 2]) & 0xFFFFF
                counts[row + COUNT_IDEOGRAPHS] += 1
                units += 1
                if before > 0:
                    known = groups_of_word[_pair(before, byte)]
                    place = row + COUNT_TITLE
                    while known:
                        if known & 1:
                            counts[place] += 1
                        known >>= 1
                        place += 1
                before = byte
                whole = ((whole ^ byte) * 16777619) & MASK
                exact = ((exact ^ byte) * 16777619) & MASK
                last = 0
                at += 3
                continue
            before = 0
            if kind == END:
                counts[row + COUNT_ENDS] += 1
                last = 1
            at += 1
        counts[row + COUNT_UNITS] += units
        counts[row + COUNT_ENDS_SENTENCE] = last
        if linked[i + 1] > linked[i]:
            counts[row + COUNT_LINKED] += units
        hashes[current] = whole
        texts[current] = exact
