"""Availability, as a name of schema.org's ItemAvailability."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from scrapy_treesim.values.lexicon.words import entries

MAX_CHARS: Final = 200
"""Characters of a text that is read; longer ones mention availability."""
_BEFORE_NAME: Final = re.compile("[/#:]")
_GAPS: Final = re.compile(r"[\W_]{1,200}")
_WORD: Final = re.compile(r"[^\W\d_]+|\d{1,9}")
_FIRST_UNSPACED: Final = "\u0e00"
"""The first letter of Thai, from which on scripts have no gaps between words, but for Hangul."""

_DECLARED: Final = {
    name: status
    for status in (
        "InStock OutOfStock SoldOut PreOrder PreSale BackOrder LimitedAvailability Discontinued "
        "InStoreOnly OnlineOnly MadeToOrder Reserved"
    ).split()
    for name in entries(f"declared.{status}")
}
"""By the names that declarations use, in small letters without gaps, that of schema.org."""
_ORDER: Final = {
    status: number
    for number, status in enumerate(
        (
            "Discontinued SoldOut OutOfStock PreOrder BackOrder LimitedAvailability InStoreOnly "
            "OnlineOnly MadeToOrder Reserved InStock"
        ).split()
    )
}
"""The order in which phrases of pages count: those that deny first."""
_PHRASES: Final[dict[tuple[str, ...], str]] = {}
_UNSPACED: Final[dict[str, str]] = {}
for _status in _ORDER:
    for _phrase in entries(f"availability.{_status}"):
        _said = " ".join(_phrase.split()).casefold()
        if _said >= _FIRST_UNSPACED:
            _UNSPACED.setdefault("".join(_said.split()), _status)
        elif _said:
            _PHRASES.setdefault(tuple(_said.split()), _status)
for _phrase in entries("availability.asked"):
    _PHRASES.setdefault(tuple(_phrase.casefold().split()), "")
_BESIDE: Final = frozenset(entries("availability.beside"))
_LONGEST: Final = max(map(len, _PHRASES))
_FIRST: Final = frozenset(phrase[0] for phrase in _PHRASES)


def availability_of(text: str) -> str | None:
    """The availability that a text declares or says: ``InStock``, ``OutOfStock``, ``PreOrder``.

    Declared names count in any case and with any gaps, within an address or without; of phrases
    the longest ones, and those that deny before those that do not.
    """
    return None if len(text) > MAX_CHARS else _availability_of(text)


@lru_cache(maxsize=4096)
def _availability_of(text: str) -> str | None:
    # A declared name may be the end of an address.
    name = _BEFORE_NAME.split(text.strip().rstrip("/"))[-1]
    return _DECLARED.get(_GAPS.sub("", name).casefold()) or _shown(text)


def says_stock(text: str) -> bool:
    """Tell whether a text says little else than an availability: no other word, or, beside a
    phrase of several words, no more of them than that has.

    >>> says_stock("In stock: 12"), says_stock("In stock! Order now!"), says_stock("Available on")
    (True, True, False)
    """
    text = text[:MAX_CHARS].casefold()
    words = [word for word in _WORD.findall(text) if not word.isdigit() and word not in _BESIDE]
    said = _spaced(_WORD.findall(text))
    covered = sum(size for meaning, size in said if meaning)
    others = len(words) - sum(size for _, size in said)
    return (others <= 0 or 1 < covered >= others) if said else _shown(text) is not None


def _shown(text: str) -> str | None:
    text = text.casefold()
    found = {meaning for meaning, _ in _spaced(_WORD.findall(text)) if meaning}
    if max(text, default="") >= _FIRST_UNSPACED:
        joined = "".join(text.split())
        found.update(status for phrase, status in _UNSPACED.items() if phrase in joined)
    return min(found, key=_ORDER.__getitem__, default=None)


def _spaced(said: list[str]) -> list[tuple[str, int]]:
    """The meanings of the phrases in some words, each of the longest phrase from its place, and
    the words of each."""
    said = ["#" if word.isdigit() and word.strip("0") else word for word in said]
    said = [word for at, word in enumerate(said) if word != "#" or said[at - 1 : at] != ["#"]]
    found: list[tuple[str, int]] = []
    place = 0
    while place < len(said):
        size = 0
        if said[place] in _FIRST:
            for size in range(min(_LONGEST, len(said) - place), 0, -1):
                meaning = _PHRASES.get(tuple(said[place : place + size]))
                if meaning is not None:
                    found.append((meaning, size))
                    break
            else:
                size = 0
        place += size or 1
    return found
