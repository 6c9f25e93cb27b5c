"""Availability, as a name of schema.org's ItemAvailability."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from scrapy_treesim.values.lexicon.words import entries

MAX_CHARS: Final = 200
"""Largest number of characters of a text; longer ones only mention availability."""
_BEFORE_NAME: Final = re.compile("[/#:]")
_GAPS: Final = re.compile(r"[\W_]{1,200}")
_WORD: Final = re.compile(r"[^\W\d_]+|\d{1,9}")
_FIRST_UNSPACED: Final = "\u0e00"
"""First letter of Thai; scripts from here on have no gaps between words, except Hangul."""

_DECLARED: Final = {
    name: status
    for status in (
        "InStock OutOfStock SoldOut PreOrder PreSale BackOrder LimitedAvailability Discontinued "
        "InStoreOnly OnlineOnly MadeToOrder Reserved"
    ).split()
    for name in entries(f"declared.{status}")
}
"""Names of schema.org by names in declarations, the latter in small letters without gaps."""
_ORDER: Final = {
    status: number
    for number, status in enumerate(
        (
            "Discontinued SoldOut OutOfStock PreOrder BackOrder LimitedAvailability InStoreOnly "
            "OnlineOnly MadeToOrder Reserved InStock"
        ).split()
    )
}
"""Precedence of a page's phrases: negative ones first."""
_PHRASES: Final[dict[tuple[str, ...], str]] = {}
_UNSPACED: Final[dict[str, str]] = {}
for _status in _ORDER:
    for _phrase in entries(f"availability.{_status}"):
        _text = " ".join(_phrase.split()).casefold()
        if _text >= _FIRST_UNSPACED:
            _UNSPACED.setdefault("".join(_text.split()), _status)
        elif _text:
            _PHRASES.setdefault(tuple(_text.split()), _status)
for _phrase in entries("availability.asked"):
    _PHRASES.setdefault(tuple(_phrase.casefold().split()), "")
_IGNORED: Final = frozenset(entries("availability.beside"))
_LONGEST: Final = max(map(len, _PHRASES))
_FIRST: Final = frozenset(phrase[0] for phrase in _PHRASES)


def availability_of(text: str) -> str | None:
    """Return the availability in a text: ``InStock``, ``OutOfStock``, ``PreOrder``.

    Declared names count in any case and with any gaps, within an address or without; of phrases
    the longest ones, and negative before positive ones.
    """
    return None if len(text) > MAX_CHARS else _availability_of(text)


@lru_cache(maxsize=4096)
def _availability_of(text: str) -> str | None:
    # A declared name may be the end of an address.
    name = _BEFORE_NAME.split(text.strip().rstrip("/"))[-1]
    return _DECLARED.get(_GAPS.sub("", name).casefold()) or _status_in(text)


def says_stock(text: str) -> bool:
    """Tell whether a text is little more than an availability.

    It has no other word, or, beside a phrase of several words, no more words than the phrase.

    >>> says_stock("In stock: 12"), says_stock("In stock! Order now!"), says_stock("Available on")
    (True, True, False)
    """
    text = text[:MAX_CHARS].casefold()
    words = [word for word in _WORD.findall(text) if not word.isdigit() and word not in _IGNORED]
    phrases = _phrases_in(_WORD.findall(text))
    covered = sum(size for meaning, size in phrases if meaning)
    remaining = len(words) - sum(size for _, size in phrases)
    return (remaining <= 0 or 1 < covered >= remaining) if phrases else _status_in(text) is not None


def _status_in(text: str) -> str | None:
    text = text.casefold()
    statuses = {meaning for meaning, _ in _phrases_in(_WORD.findall(text)) if meaning}
    if max(text, default="") >= _FIRST_UNSPACED:
        joined = "".join(text.split())
        statuses.update(status for phrase, status in _UNSPACED.items() if phrase in joined)
    return min(statuses, key=_ORDER.__getitem__, default=None)


def _phrases_in(words: list[str]) -> list[tuple[str, int]]:
    """Return meaning and number of words of each phrase in words, the longest at each word."""
    words = ["#" if word.isdigit() and word.strip("0") else word for word in words]
    words = [word for i, word in enumerate(words) if word != "#" or words[i - 1 : i] != ["#"]]
    phrases: list[tuple[str, int]] = []
    position = 0
    while position < len(words):
        phrase = _phrase_at(words, position) if words[position] in _FIRST else None
        if phrase is not None:
            phrases.append(phrase)
        position += phrase[1] if phrase else 1
    return phrases


def _phrase_at(words: list[str], position: int) -> tuple[str, int] | None:
    for size in range(min(_LONGEST, len(words) - position), 0, -1):
        meaning = _PHRASES.get(tuple(words[position : position + size]))
        if meaning is not None:
            return meaning, size
    return None
