"""The text of a page's blocks: words, ideographs, sentences and known words, counted.

Known words come in groups: those of the page's title and declared description, and those of the
boilerplate that pages have around their text, in many languages. Sizes are counted in units, half
words: a word is two, an ideograph one.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.analysis.lexicon import boilerplate, legal, reading_on
from scrapy_treesim.article import _words_cy
from scrapy_treesim.article.feature_table import BIT, COUNTS, GROUPS, TAGS
from scrapy_treesim.tree import tags
from scrapy_treesim.values.lexicon import discussion, related

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

_KIND: Final = {name: number for number, name in enumerate(_words_cy.KINDS)}


class Words(NamedTuple):
    """The counts of the blocks' text."""

    counts: array[int]
    """A row of :data:`.feature_table.COUNTS` for each block."""
    hashes: array[int]
    """A hash of each block's letters."""
    texts: array[int]
    """A hash of each block's letters and digits."""
    title_units: int
    """Units of the title."""
    description_units: int
    """Units of the description."""

    @property
    def units(self) -> array[int]:
        """The size of each block."""
        return self.counts[COUNTS.index("units") :: len(COUNTS)]


def _kinds_of_bytes() -> bytes:
    kinds = [_KIND["other"]] * 256
    for kind, first, last in (
        ("lower", ord("a"), ord("z")),
        ("upper", ord("A"), ord("Z")),
        ("digit", ord("0"), ord("9")),
        ("continuation", 0x80, 0xBF),
        ("lead", 0xC3, 0xE1),
        ("wide", 0xE2, 0xE3),
        ("ideograph", 0xE4, 0xE9),
        ("lead", 0xEA, 0xED),
        ("wide", 0xEF, 0xEF),
    ):
        kinds[first : last + 1] = [_KIND[kind]] * (last + 1 - first)
    for byte in b".!?":
        kinds[byte] = _KIND["end"]
    return bytes(kinds)


_KIND_OF_BYTE: Final = _kinds_of_bytes()


_STYLES: Final = array(
    "i",
    [
        sum(BIT[style] for style in ("link", "bold", "italic") if name in TAGS[style].split())
        for name in tags.KNOWN
    ],
)
"""What each tag makes of its text, as the kernel's bits."""


def _known_words() -> bytearray:
    table = bytearray(_words_cy.HASHES)
    for group, words in (
        ("legal", legal.LEGAL),
        ("boilerplate", boilerplate.BOILERPLATE),
        ("related", f"{related.RELATED} {reading_on.READ_ON}"),
        ("discussion", discussion.HEADINGS),
    ):
        for word in words.split():
            _words_cy.mark(word.encode(), _KIND_OF_BYTE, table, 1 << GROUPS.index(group), 1)
    return table


_KNOWN: Final = _known_words()


def read_words(
    tree: PageTree, block: array[int], blocks: int, title: str, description: str
) -> Words:
    """Read the text of all blocks; ``block`` holds the block of every node."""
    known = _KNOWN[:]
    title_units, description_units = (
        _words_cy.mark(text.encode("utf-8", "replace"), _KIND_OF_BYTE, known, 1 << bit, 2)
        for bit, text in enumerate((title, description))
    )
    counts = array("i", bytes(4 * blocks * len(COUNTS)))
    hashes, texts = (array("I", bytes(4 * blocks)) for _ in range(2))
    counter = _words_cy.WordCounter(tree.text, _KIND_OF_BYTE, known, counts, hashes, texts)
    counter.count(tree, block, _STYLES)
    return Words(counts, hashes, texts, title_units, description_units)
