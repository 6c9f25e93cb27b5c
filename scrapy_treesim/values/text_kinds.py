"""Kinds of short texts by their form: price, date, number, rating, words, passage."""

from __future__ import annotations

import re
import unicodedata
from array import array
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scrapy_treesim.values import _text_kinds_cy, constants
from scrapy_treesim.values.lexicon.words import entries, words

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree
    from scrapy_treesim.values._text_kinds_cy import TextReader

LONG: Final = 80
"""Least number of characters of a passage."""
MAX_VALUE: Final = 60
"""Largest number of characters of a price, a date, a number or a rating."""

LABEL: Final = re.compile(r"^([^\W\d][^:：|]{0,38}?)\s*[:：]\s*(?=\S)(?!//)")
"""Label and colon before a value."""

TEXT, PASSAGE, NUMBER, PRICE, DATE, RATING = (
    "text",
    "passage",
    "number",
    "price",
    "date",
    "rating",
)
TEXT_KINDS: Final = (TEXT, PASSAGE, NUMBER, PRICE, DATE, RATING)

_WORD: Final = re.compile(r"\w+")

WORDS: Final = {
    "unit": words("glance.units"),
    "day": words("glance.days"),
    "pressed": words("button.reply", "button.other"),
    "says": words("says"),
    "talk": words("comments"),
    "more": words("related"),
    "answer": words("button.reply"),
    "month": " ".join(entries("months")),
    "currency": words("currency.words"),
    "past": words("glance.ago"),
    "before_past": words("glance.before"),
    "rate": words("rating.rated"),
    "stars": words("rating.stars"),
    "of": words("rating.of"),
    "ordinal": words("ordinal"),
    "one": words("glance.one"),
    "before_a": words("glance.before_a"),
    "since": words("time.joined"),
    "edited": words("time.edited"),
    "label": words("member.label"),
    "voted": words("post.votes"),
    "role": words("member.role"),
    "answered": words("answered"),
    "moment": words("time.posted"),
    "buy": words("button.buy", "button.cart"),
    "stock": words("near.stock"),
    "old": words("price.old"),
    "reviews": words("near.reviews"),
    # The longest word of each heading of ingredients.
    "ingredients": " ".join(
        max(reversed(_WORD.findall(heading)), key=len) for heading in entries("heading.ingredients")
    ),
}
"""Words for the reader, by meaning; first those of :mod:`.constants`, in its order."""
MEANINGS: Final = tuple(WORDS)
"""Meanings of words, in the order of their bits."""


def _classes_of_bytes() -> bytes:
    classes = [constants.SIGN] * 128 + [constants.LETTER] * 128
    for first, last, kind in (
        ("a", "z", constants.LETTER), ("A", "Z", constants.LETTER), ("_", "_", constants.LETTER),
        ("0", "9", constants.NUMERAL), ("\0", " ", constants.BLANK),
    ):  # fmt: skip
        classes[ord(first) : ord(last) + 1] = [kind] * (ord(last) + 1 - ord(first))
    for lead in (0xC2, *range(0xE2, 0xEA), 0xEF):
        classes[lead] = constants.LEAD
    return bytes(classes)


def _word_table() -> tuple[array[int], array[int]]:
    """Return the table of words: hashes, 0 in empty slots, and meanings."""
    meanings: dict[int, int] = {}
    for bit, line in enumerate(WORDS.values()):
        for word in line.split():
            # The reader lowers ASCII letters only.
            for form in {word, word.capitalize(), word.upper()}:
                key = _text_kinds_cy.word_hash(_lower(form).encode())
                meanings[key] = meanings.get(key, 0) | 1 << bit
    room = 1 << (4 * len(meanings)).bit_length()
    keys, bits = array("I", bytes(4 * room)), array("i", bytes(4 * room))
    for key, meaning in meanings.items():
        slot = key & (room - 1)
        while keys[slot]:
            slot = (slot + 1) & (room - 1)
        keys[slot], bits[slot] = key, meaning
    return keys, bits


def _lower(word: str) -> str:
    return "".join(letter.lower() if letter.isascii() else letter for letter in word)


_CLASSES: Final = _classes_of_bytes()
_KEYS, _BITS = _word_table()


def text_reader() -> TextReader:
    """Return a reader of runs of text."""
    return _text_kinds_cy.TextReader(_CLASSES, _KEYS, _BITS)


_READER: Final = text_reader()
"""Reader of single texts."""


def kinds_in(text: str) -> frozenset[str]:
    """Return the kinds of a text, of the kernel's ``KINDS``.

    >>> sorted(kinds_in("4,5 von 5 Sternen")), sorted(kinds_in("vor 3 Tagen"))
    (['digit', 'rating'], ['digit', 'number', 'relative'])
    """
    encoded = text.encode("utf-8", "replace")
    kinds = _READER.read(encoded, 0, len(encoded))
    return frozenset(name for bit, name in enumerate(_text_kinds_cy.KINDS) if kinds & (1 << bit))


DAYS: Final = constants.DATE | constants.RELATIVE
"""Bits of the kinds of texts with a day, absolute or relative."""
_TIMES: Final = DAYS | constants.TIME
_KIND_OF_BITS: Final = (
    (constants.PRICE, PRICE),
    (constants.RATING | constants.ONLY_STARS, RATING),
    (_TIMES, DATE),
    (constants.NUMBER, NUMBER),
)
"""Bits and kinds in order of precedence."""


def names_time(text: str) -> bool:
    """Tell whether a text has a date, a time of day or a relative time."""
    encoded = text.encode("utf-8", "replace")
    return bool(_READER.read(encoded, 0, len(encoded)) & _TIMES)


def kind_of(text: str) -> str:
    """Return the kind of a text, one of :data:`TEXT_KINDS`; by its form, in any language.

    ``text``: white space collapsed. Longer texts than :data:`MAX_VALUE` are words or passages.
    """
    # Long texts stay out of the cache.
    if len(text) > MAX_VALUE:
        return PASSAGE if len(text) >= LONG else TEXT
    return _kind_of(text)


@lru_cache(maxsize=8192)
def _kind_of(text: str) -> str:
    encoded = text.encode("utf-8", "replace")
    kinds = _READER.read(encoded, 0, len(encoded))
    for bits, kind in _KIND_OF_BITS:
        if kinds & bits:
            return kind
    return TEXT


def plain_line(tree: PageTree, node: int) -> str:
    """Return the plain text of a subtree, on one line, without invisible marks."""
    return without_marks(tree.plain_text(node))


def is_separator(text: str) -> bool:
    """Tell whether a text is nothing but signs such as between values."""
    # Nearly all texts begin with a letter or a digit.
    return not text[:1].isalnum() and not any(
        c.isalnum() or c in "%@#" or unicodedata.category(c) in _SIGNS for c in text
    )


def without_marks(text: str) -> str:
    """Remove invisible marks from a text: of direction, joiners, soft hyphens."""
    if not text.isascii() and _UNSEEN.search(text):
        text = " ".join(_UNSEEN.sub("", text).split())
    return text


_SIGNS: Final = frozenset(("Sc", "So"))
_UNSEEN: Final = re.compile(
    "[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
)
