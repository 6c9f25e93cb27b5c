"""The records that may have a rating at all, by a look at their numbers: most have none."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.analysis import _class_cues_cy
from scrapy_treesim.analysis.class_cues import NameReader
from scrapy_treesim.records.table import _rating_hints_cy
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._hashing_cy import HashTable, hash_bytes
from scrapy_treesim.values import drawn_ratings
from scrapy_treesim.values.lexicon import ratings as words

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_CHARS: Final = 60
"""Characters of a text that is a rating."""
MAX_ATTRIBUTE: Final = 120
"""Bytes of an attribute that is one."""
BESTS: Final = (5, 10, 100, 4, 6, 7, 20)
"""The best ratings there are."""

ATTRIBUTES: Final = tuple(
    tags.ATTRIBUTES.index(name)
    for name in ("aria-label", "title", "alt")
    if name in tags.ATTRIBUTES
)
"""The attributes that are written for people."""

_SURE, _CUED = 1, 2  # As the kernel has them.
_WANTED: Final = bytes(number in ATTRIBUTES for number in range(len(tags.ATTRIBUTES)))
_CLASS: Final = tags.ATTRIBUTES.index("class")
_CLASS_WORD: Final = re.compile(r"[A-Z]?[a-z]{1,30}|[A-Z]{1,30}")
_CUES: Final = frozenset(words.OF_CLASSES.split())
_READER: Final = NameReader({"rating": words.OF_CLASSES})
_PHRASES: Final = words.OUT_OF.split("|")
_WORDS: Final = {
    "stars": words.STARS.split(),
    "out_of": [phrase for phrase in _PHRASES if phrase.isalpha()],
    "of_whom": words.OF_WHOM.split(),
    "reviews": words.REVIEWS.split(),
    "review": words.REVIEW.split(),
    "average": [*words.AVERAGE.split(), "avg", "average"],
    "out": [phrase.partition(" ")[0] for phrase in _PHRASES if " " in phrase],
}


class Hints(NamedTuple):
    """All of a record in which a rating, or how many gave one, may be found."""

    texts: list[int]
    """The nodes of its texts, in order. Of a text of several nodes one has what is looked for."""
    entries: list[int]
    """The places of its attributes."""


def rating_hints(page: Page, records: Sequence[Sequence[int]]) -> list[Hints | None]:
    """For each record all in which a rating, or how many gave one, may be found; None for none.

    ``records``: the page nodes that each is made of. O(nodes and bytes of the records).
    """
    tree = page.tree
    roots = array("i", (root for record in records for root in record))
    owners = array("i", (place for place, record in enumerate(records) for _ in record))
    found = bytearray(len(records))
    hints = _rating_hints_cy.RatingHints(*_tables())
    texts = hints.read_texts(
        tree.tag, tree.size, tree.start, tree.chars, page.analysis.digits, tree.text, roots, owners,
        MAX_CHARS, found,
    )  # fmt: skip
    entries = hints.read_attributes(
        tree.size, tree.first_attribute, tree.attribute, tree.value_start, tree.values, _WANTED,
        roots, owners, MAX_ATTRIBUTE, found,
    )  # fmt: skip
    if any(one == _CUED for one in found):
        cues = _cues(tree, roots)
        for place, root in zip(owners, roots, strict=True):
            if found[place] == _CUED and _holds(tree, root, cues):
                found[place] |= _SURE
    of_records = [Hints([], []) if one & _SURE else None for one in found]
    for owner, node in texts:
        if (hint := of_records[owner]) is not None:
            hint.texts.append(node)
    for owner, entry in entries:
        if (hint := of_records[owner]) is not None:
            hint.entries.append(entry)
    return of_records


def _holds(tree: PageTree, root: int, entries: Sequence[int]) -> bool:
    """Tell whether any of these attributes, in order, lies in a subtree."""
    place = bisect_left(entries, tree.first_attribute[root])
    return place < len(entries) and entries[place] < tree.first_attribute[root + tree.size[root]]


def _cues(tree: PageTree, roots: Sequence[int]) -> list[int]:
    """The class names in the records that are of ratings, as places of attributes."""
    first = tree.first_attribute[min(roots)]
    last = tree.first_attribute[max(root + tree.size[root] for root in roots)]
    entries = _class_cues_cy.entries_with_cues(
        first, last, _CLASS, tree.attribute, tree.value_start, tree.values, _READER.symbols,
        _READER.following, _READER.meaning,
    )  # fmt: skip
    return [one for one in entries if names_rating(tree.value(one)[: drawn_ratings.MAX_NAMES])]


@lru_cache(maxsize=4096)
def names_rating(names: str) -> bool:
    """Tell whether class names say that what stands there is of a rating."""
    return not _CUES.isdisjoint(word.lower() for word in _CLASS_WORD.findall(names))


@lru_cache(maxsize=1)
def _tables() -> tuple[HashTable, array[int], bytes]:
    """The words, what each means, and flags of the best ratings."""
    table = HashTable()
    meanings = array("i")
    for bit, meaning in enumerate(_rating_hints_cy.MEANINGS):
        for form in _forms(_WORDS[meaning]):
            encoded = form.encode()
            number = table.enter(hash_bytes(encoded, 0, len(encoded)))
            meanings.extend([0] * (table.count - len(meanings)))
            meanings[number] |= 1 << bit
    bests = bytes(number in BESTS for number in range(101))
    return table, meanings, bests


def _forms(held: Sequence[str]) -> Iterator[str]:
    """The words as they may be written; the kernel knows small letters of ASCII alone."""
    for word in held:
        for form in {word, word.capitalize(), word.upper()}:
            yield "".join(letter.lower() if letter.isascii() else letter for letter in form)
