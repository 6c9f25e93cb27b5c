"""What words and class names around an amount say of it: former, of today, for a part, no price."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import Final

from scrapy_treesim.values.lexicon import prices as words
from scrapy_treesim.values.lexicon.words import entries

MAX_UNIT: Final = 30
"""Characters behind an amount in which its unit stands."""

_WORD: Final = re.compile(r"[^\W\d_]{1,59}")
_CLASS_WORD: Final = re.compile(r"[A-Z]?[a-z]{1,40}|[A-Z]{1,40}")
_UNSPACED: Final = "\u3000"
_PER: Final = re.compile(
    r"(?:/|\b(?:" + "|".join(words.PER.split()) + r")\b)\s{0,3}", re.IGNORECASE
)
_TIMES_BEFORE: Final = re.compile(r"\d\s{0,2}[xX×]\s{0,2}\S{0,4}\s{0,2}\Z")
_LARGE: Final = re.compile(r"\s?([^\W\d_]{1,12})(?![^\W\d_])")
_PERCENT: Final = re.compile(r"%|％")
_LESS: Final = re.compile(r"(?:\A\s{0,3}[-−–]\s{0,2}|\s[-−])[^\w\s]{0,4}\Z")


class Says(Enum):
    """What the page says of an amount."""

    NOTHING = "nothing"
    OLD = "old"
    NOW = "now"
    PART = "part"
    """It is for one of a unit, or paid again and again."""
    MINOR = "minor"
    """It is saved or paid beside the price."""


@lru_cache(maxsize=4096)
def said_of(before: str, behind: str, label: str, unit: str) -> Says:
    """What words say of an amount: those of its own text, or else those of its neighbours."""
    if any(pattern.search(before) for pattern in (_PERCENT, _TIMES_BEFORE, _LESS)):
        return Says.MINOR
    large = _LARGE.match(behind)
    if large is not None and large[1].casefold() in _MULTIPLES:
        return Says.MINOR
    if not _LIMITS.isdisjoint(_WORD.findall(before.casefold())[-2:]):
        return Says.MINOR
    own = _of_words(f"{before} {behind}")
    if own is not Says.NOTHING:
        return own
    if _is_per(behind) or _is_per(unit) or _is_per(before):
        return Says.PART
    return _of_label(label) if label else Says.NOTHING


def _is_per(text: str) -> bool:
    per = _PER.search(text[:MAX_UNIT])
    if per is None:
        return False
    unit = _WORD.search(text.casefold(), per.end())
    return unit is not None and unit[0] in _PARTS_OF


def _of_label(text: str) -> Says:
    """What a text right before says of an amount, where all its words tell of amounts."""
    if not _KNOWN.issuperset(_WORD.findall(text.casefold())):
        return Says.NOTHING
    return _of_words(text)


@lru_cache(maxsize=4096)
def _of_words(text: str) -> Says:
    found = set(_WORD.findall(text.casefold()))
    for says, cues in _CUES:
        if not found.isdisjoint(cues):
            return says
    if max(text, default="") >= _UNSPACED:
        for says, cues in _CUES:
            if any(cue in text for cue in cues if cue >= _UNSPACED):
                return says
    return Says.NOTHING


@lru_cache(maxsize=4096)
def said_by_class(names: str) -> Says:
    """What class names say of an amount, the first name that says anything."""
    for name in names.split():
        found = {word.lower() for word in _CLASS_WORD.findall(name)}
        for says, cues in _CLASS_CUES:
            if not found.isdisjoint(cues):
                return says
    return Says.NOTHING


_CUES: Final = (
    (Says.MINOR, frozenset(words.MINOR.split())),
    (Says.OLD, frozenset(words.OLD.split())),
    (Says.NOW, frozenset(words.NOW.split())),
)
_LIMITS: Final = frozenset(words.LIMITS.split())
_KNOWN: Final = frozenset(
    _WORD.findall(
        " ".join(
            (words.OLD, words.NOW, words.MINOR,
             *entries("field.price", "field.old_price", "label.price", "label.old_price"))
        ).casefold()
    )
)  # fmt: skip
"""Words of labels of amounts."""
_MULTIPLES: Final = frozenset(words.MULTIPLES.split())
_PARTS_OF: Final = frozenset(f"{words.UNITS} {words.TIMES}".split())
_CLASS_CUES: Final = tuple(
    (says, frozenset(words.OF_CLASSES[name].split()))
    for says, name in ((Says.MINOR, "minor"), (Says.OLD, "old"), (Says.NOW, "now"))
)
