"""The lines of text near a headline, and at the end of an article, run by run."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.lexicon import bylines
from scrapy_treesim.article.metadata import _runs_cy
from scrapy_treesim.article.metadata.constants import (
    ANCHOR,
    APART,
    BEHIND,
    FIRST,
    FOOTER,
    INLINE,
    MAX_CLASS_CHARS,
    MAX_PIECE_CHARS,
    MAX_PIECES,
    OPENING,
    SILENT,
    WITHIN,
)
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import INLINE as INLINE_TAGS
from scrapy_treesim.values.text_kinds import text_reader

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

MAX_NODES: Final = 5_000
"""Nodes that are looked at in one place."""
_CLASS_WORDS: Final = re.compile(r"[A-Z]?[a-z]{1,30}|[A-Z]{2,30}")
_KINDS_OF_TAGS: Final = {
    SILENT: tags.numbers(
        "head script style template select option textarea noscript title svg button"
    ),
    INLINE: INLINE_TAGS,
    APART: tags.numbers("figure figcaption nav"),
    FOOTER: tags.numbers("footer"),
    ANCHOR: tags.numbers("a"),
}
KINDS: Final = bytes(
    sum(kind for kind, numbers in _KINDS_OF_TAGS.items() if tag in numbers)
    for tag in range(len(tags.KNOWN))
)
"""The kinds of each known tag, as bits."""


def word_table(words: Mapping[int, str]) -> tuple[array[int], array[int]]:
    """A table of words: hashes, 0 where none is, and their meanings as bits.

    ``words`` has those of each meaning, with spaces between.
    """
    meanings: dict[int, int] = {}
    for bit, said in words.items():
        for word in said.split():
            # The kernels know lower case of ASCII alone.
            for form in {word, word.capitalize(), word.upper()}:
                value = _runs_cy.word_hash(form.encode())
                meanings[value] = meanings.get(value, 0) | bit
    room = 1 << (4 * len(meanings)).bit_length()
    keys, bits = array("I", bytes(4 * room)), array("i", bytes(4 * room))
    for value, meaning in meanings.items():
        place = value & (room - 1)
        while keys[place]:
            place = (place + 1) & (room - 1)
        keys[place], bits[place] = value, meaning
    return keys, bits


def _first_words(phrases: tuple[str, ...]) -> str:
    return " ".join(phrase.split()[0].partition("(")[0] for phrase in phrases)


def _first_signs(words: tuple[str, ...]) -> str:
    return " ".join(word[0] for word in words)


_KEYS, _BITS = word_table(
    {
        FIRST: _first_words(bylines.BEFORE_NAMES),
        WITHIN: f"{_first_words(bylines.ANYWHERE)} {_first_words(bylines.MID_LINE)}",
        OPENING: _first_signs(bylines.BEFORE_IDEOGRAPHS),
        BEHIND: _first_signs(bylines.AFTER_IDEOGRAPHS),
    }
)


_ROOM: Final = array("i", bytes(4 * MAX_PIECES))


class Runs:
    """The runs of text from one node to another, as many as are looked at."""

    def __init__(self, tree: PageTree, first: int, stop: int) -> None:
        self.tree = tree
        self.node, self.line, self.marks = (_ROOM[:] for _ in range(3))
        self.count: int = _runs_cy.read_runs(
            tree.tag, tree.parent, tree.chars, tree.start, tree.text, KINDS, _KEYS, _BITS,
            text_reader(), first, min(stop, max(first, 0) + MAX_NODES),
            self.node, self.line, self.marks,
        )  # fmt: skip
        self._texts: dict[int, str] = {}

    def text(self, place: int) -> str:
        """A run's text, white space collapsed; empty of a passage."""
        text = self._texts.get(place)
        if text is None:
            node = self.node[place]
            short = self.tree.text_chars(node) <= MAX_PIECE_CHARS
            text = self._texts[place] = self.tree.plain_text(node) if short else ""
        return text


def class_words(tree: PageTree, node: int) -> set[str]:
    """The words of an element's class names and id, in lower case."""
    return words_of(f"{tree.get(node, 'class') or ''} {tree.get(node, 'id') or ''}")


def words_of(names: str) -> set[str]:
    """The words of class names, in lower case."""
    return {word.lower() for word in _CLASS_WORDS.findall(names[:MAX_CLASS_CHARS])}


def node_at(tree: PageTree, chars: int) -> int:
    """The first node after so many characters of the page's text."""
    return bisect_right(tree.chars, max(chars, 0)) - 1
