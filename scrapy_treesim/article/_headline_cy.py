"""Kernel of the headline: the words that a heading in ASCII shares with the title."""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints, ULongs

SEED = cython.declare(cython.ulonglong, 14695981039346656037)
PRIME = cython.declare(cython.ulonglong, 1099511628211)
MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
cython.declare(
    NUMERAL=cython.uint, LAST_NUMERAL=cython.uint, CAPITAL=cython.uint, LAST_CAPITAL=cython.uint,
    SMALL=cython.uint, LAST_SMALL=cython.uint, UNDERSCORE=cython.uint,
)  # fmt: skip
NUMERAL, LAST_NUMERAL, CAPITAL, LAST_CAPITAL, SMALL, LAST_SMALL, UNDERSCORE = b"09AZaz_"

SHARED = 65536
_SHARED = cython.declare(cython.int, SHARED)
"""One shared word in what :meth:`TitleWords.shared_with` returns; the rest of it are all words."""


def hash_of(word: Bytes) -> int:
    """The hash of a word, lower-cased."""
    found: cython.ulonglong = SEED
    for at in range(len(word)):
        found = ((found ^ word[at]) * PRIME) & MASK
    return found


@cython.cclass
class TitleWords:
    """The words of a title, to compare those of headings with."""

    text: Bytes
    """The page's text."""
    words: ULongs
    """The hash of each word of the title."""
    counts: Ints
    """How often it has each."""
    left: Ints
    """How often a heading has not had it yet."""

    def __init__(self, text: Bytes, words: ULongs, counts: Ints) -> None:
        self.text, self.words, self.counts = text, words, counts
        self.left = array("i", bytes(4 * len(counts)))

    def shared_with(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> int:
        """Count the words of a part of the text, fewer than 65,536, and those that the title has
        too, each as often as both have it; -1 where not all of it is ASCII."""
        for k in range(len(self.counts)):
            self.left[k] = self.counts[k]
        words: cython.int = 0
        shared: cython.int = 0
        word: cython.ulonglong = SEED
        inside: cython.bint = False
        while at <= stop:
            byte: cython.uint = self.text[at] if at < stop else 32
            at += 1
            if byte >= 128:
                return -1
            if CAPITAL <= byte <= LAST_CAPITAL:
                byte += 32
            if SMALL <= byte <= LAST_SMALL or NUMERAL <= byte <= LAST_NUMERAL or byte == UNDERSCORE:
                word = ((word ^ byte) * PRIME) & MASK
                inside = True
            elif inside:
                words += 1
                shared += self.take(word)
                word = SEED
                inside = False
        return shared * _SHARED + words

    @cython.cfunc
    def take(self, word: cython.ulonglong) -> cython.int:
        """Take a word of the title, if it is one and is left; tell whether."""
        for k in range(len(self.words)):
            if self.words[k] == word:
                if self.left[k] == 0:
                    return 0
                self.left[k] -= 1
                return 1
        return 0
