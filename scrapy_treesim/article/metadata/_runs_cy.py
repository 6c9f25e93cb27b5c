"""Kernel of the runs of text near a headline: the line of each, and what it may be.

What it may lead to is told by single words, so that only few runs are read as bylines.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Bytes, Ints, UInts
    from cython.cimports.scrapy_treesim.article.metadata.constants import *
    from cython.cimports.scrapy_treesim.values._text_kinds_cy import (
        DATE,
        RELATIVE,
        TIME,
        TextReader,
    )
else:
    from scrapy_treesim._cython import Bytes, Ints, UInts
    from scrapy_treesim.article.metadata.constants import *
    from scrapy_treesim.values._text_kinds_cy import DATE, RELATIVE, TIME, TextReader


def word_hash(word: bytes) -> int:
    """Hash a word, its letters of ASCII in lower case."""
    return hashed(word, 0, len(word))


@cython.cfunc
@cython.exceptval(0)
@cython.locals(value=cython.uint, byte=cython.uint, place=cython.Py_ssize_t)
def hashed(text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.uint:
    """The hash of a part of a text as a word."""
    value = 2166136261
    for place in range(at, stop):
        byte = text[place]
        if 65 <= byte <= 90:
            byte += 32
        value = ((value ^ byte) * 16777619) & MASK
    return value


@cython.cfunc
@cython.exceptval(-1, check=False)
@cython.locals(place=cython.Py_ssize_t, mask=cython.Py_ssize_t)
def meaning_of(keys: UInts, bits: Ints, word: cython.uint) -> cython.int:
    """The meanings of a word by its hash; ``keys`` has a power of two of them, 0 where none is."""
    mask = len(keys) - 1
    place = word & mask
    while keys[place] != 0:
        if keys[place] == word:
            return bits[place]
        place = (place + 1) & mask
    return 0


@cython.locals(
    i=cython.Py_ssize_t, above=cython.Py_ssize_t, count=cython.Py_ssize_t, _=cython.int,
    known=cython.int, kind=cython.int, found=cython.int,
)  # fmt: skip
def read_runs(
    tag: Ints,
    parent: Ints,
    chars: Ints,
    start: Ints,
    text: Bytes,
    kinds: Bytes,
    keys: UInts,
    bits: Ints,
    reader: TextReader,
    first: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    node: Ints,
    line: Ints,
    marks: Ints,
) -> int:
    """Read the runs of text from one node to another, as many as there is room; return how many.

    Of each its ``node``, its ``line`` (the block-level element that it stands in) and its marks.
    ``kinds`` are those of tags; ``keys`` and ``bits`` the words of bylines and their meanings.
    """
    count = 0
    known = len(kinds)
    for i in range(max(first, 0), min(stop, len(tag))):
        if tag[i] != 0 or parent[i] < 0:
            continue
        above = parent[i]
        if tag[above] < known and kinds[tag[above]] & SILENT:
            continue
        for _ in range(MAX_INLINE_LEVELS):
            if above <= 0 or tag[above] >= known or not kinds[tag[above]] & INLINE:
                break
            above = parent[above]
        if tag[above] < known and kinds[tag[above]] & SILENT:
            continue
        if count >= len(node):
            break
        found = 0
        if chars[i + 1] - chars[i] <= MAX_PIECE_CHARS:
            kind = reader.read(text, start[i], start[i + 1])
            if kind & (DATE | TIME | RELATIVE):
                found = DATED
            if may_lead(text, start[i], start[i + 1], keys, bits):
                found |= LEADS
        node[count] = i
        line[count] = above
        marks[count] = found
        count += 1
    return count


@cython.ccall
@cython.exceptval(-1, check=False)
@cython.locals(
    byte=cython.uint, word=cython.Py_ssize_t, is_first=cython.bint, meaning=cython.int,
)  # fmt: skip
def may_lead(
    text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, keys: UInts, bits: Ints
) -> cython.bint:
    """Tell whether a run of text has a word at its start, or within it, that leads to a name."""
    while at < stop and _is_blank(text, at, stop):
        at += _width(text[at])
    if _opens(text, at, stop, keys, bits):
        return True
    is_first = True
    while at < stop:
        word = at
        while at < stop and _is_letter(text[at]):
            at += 1
        if at > word:
            meaning = meaning_of(keys, bits, hashed(text, word, at))
            if meaning & WITHIN or (is_first and meaning & FIRST):
                return True
        is_first = False
        at += _width(text[at]) if at < stop else 0
    return False


@cython.cfunc
@cython.exceptval(-1, check=False)
@cython.locals(sign=cython.int, byte=cython.uint)
def _opens(
    text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, keys: UInts, bits: Ints
) -> cython.bint:
    """Tell whether a run begins with ideographs that lead to a name, or one that others follow."""
    if at < stop and (text[at] == 40 or text[at] == 91):  # ( [
        at += 1
    elif at + 2 < stop and (
        (text[at] == 0xE3 and text[at + 1] == 0x80 and text[at + 2] == 0x90)  # 【
        or (text[at] == 0xEF and text[at + 1] == 0xBC and text[at + 2] == 0x88)  # （
    ):
        at += 3
    while at < stop and text[at] <= 32:
        at += 1
    for sign in range(MAX_SIGNS):
        if at + 2 >= stop:
            return False
        byte = text[at]
        if sign > 1 and byte <= 32:
            at += 1
            continue
        if not 0xE3 <= byte <= 0xED:
            return False
        meaning: cython.int = meaning_of(keys, bits, hashed(text, at, at + 3))
        if meaning & BEHIND or (sign == 0 and meaning & OPENING):
            return True
        at += 3
    return False


@cython.cfunc
@cython.inline
@cython.exceptval(-1, check=False)
def _is_letter(byte: cython.uint) -> cython.bint:
    """Tell whether a byte may be one of a word's: signs and blanks beyond ASCII begin otherwise."""
    if byte >= 0x80:
        return byte != 0xC2 and byte != 0xE2 and byte != 0xE3 and byte != 0xEF
    return 97 <= byte <= 122 or 65 <= byte <= 90


@cython.cfunc
@cython.inline
@cython.exceptval(-1, check=False)
def _is_blank(text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Tell whether white space stands there, or a sign that may be."""
    byte: cython.uint = text[at]
    if byte <= 32 or byte == 0xC2 or byte == 0xE2:
        return True
    return byte == 0xE3 and at + 2 < stop and text[at + 1] == 0x80 and text[at + 2] == 0x80


@cython.cfunc
@cython.inline
@cython.exceptval(-1, check=False)
def _width(byte: cython.uint) -> cython.Py_ssize_t:
    """The bytes of what is no letter."""
    if byte < 0x80:
        return 1
    return 2 if byte == 0xC2 else 3
