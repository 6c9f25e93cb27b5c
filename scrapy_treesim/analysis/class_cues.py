"""Meaning of the class, id and role names that authors give elements."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Final

from scrapy_treesim.analysis.constants import ALPHABET


def _symbol(letter: str) -> int:
    return ord(letter) - ord("a") + 1 if letter != "-" else 0


SYMBOLS: Final = bytes(
    _symbol(chr(byte).lower()) if chr(byte).isalpha() and byte < 128 else 0 for byte in range(256)
)
"""The symbol of every byte: letters from 1, 0 for all else."""


class NameReader:
    """Finds the words of several cues in a name at once, after Aho and Corasick.

    ``cues`` has words for each cue, with spaces between; ``-`` in a word is whatever is no letter,
    and either end of the name. The cues are numbered in their order, as bits.
    """

    def __init__(self, cues: Mapping[str, str]) -> None:
        self.symbols = SYMBOLS
        self.following = array("i", [-1] * ALPHABET)
        """The next state for every state and symbol."""
        self.meaning = array("i", [0])
        """The cues of each state, as bits."""
        for bit, words in enumerate(cues.values()):
            for word in words.split():
                self._add(word, 1 << bit)
        self._close()

    def _add(self, word: str, bit: int) -> None:
        state = 0
        for letter in word:
            place = state * ALPHABET + _symbol(letter)
            if self.following[place] < 0:
                self.following[place] = len(self.meaning)
                self.following.extend([-1] * ALPHABET)
                self.meaning.append(0)
            state = self.following[place]
        self.meaning[state] |= bit

    def _close(self) -> None:
        """Breadth first: where a state knows no way, the way of its longest suffix that is one."""
        following, meaning = self.following, self.meaning
        suffix = [0] * len(meaning)
        queue = [0]
        for state in queue:
            for symbol in range(ALPHABET):
                place = state * ALPHABET + symbol
                fallen = following[suffix[state] * ALPHABET + symbol] if state else 0
                if following[place] < 0:
                    following[place] = fallen
                else:
                    suffix[following[place]] = fallen
                    meaning[following[place]] |= meaning[fallen]
                    queue.append(following[place])
