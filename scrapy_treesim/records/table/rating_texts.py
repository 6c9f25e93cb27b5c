"""Ratings in texts, and how many gave them, told by how they are written."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from scrapy_treesim.analysis.lexicon import ratings as words
from scrapy_treesim.analysis.typed_values import rating_of
from scrapy_treesim.records.table.rating_hints import BESTS

OF: Final = re.compile(
    r"(?<![\d.,])(\d{1,3}(?:[.,]\d{1,2})?)\s{0,3}(?:(?:"
    + "|".join(words.STARS.split())
    + r")\s{1,3})?(?:"
    + words.OUT_OF
    + r")\s{0,3}(\d{1,3})(?![\d/]|[.,]\d)",
    re.IGNORECASE,
)
"""A rating and the best there is."""
_STARS: Final = re.compile(
    r"(?<![\d.,])([0-5](?:[.,]\d{1,2})?)\s{0,2}(?:[★⭐]|-?\s?(?:"
    + "|".join(words.STARS.split())
    + r")(?![^\W\d_]))|[★⭐]\s{0,2}([0-5][.,]\d{1,2})(?!\d)|[★☆⭐✭✩]{2,5}",
    re.IGNORECASE,
)
BRACKETS: Final = re.compile(
    r"[(\[（]\s{0,2}(\d[\d.,' \u00a0\u202f]{0,9}[kKmM万]?\+?)\s{0,2}[)\]）]"
)
"""A number in brackets."""
COUNTED: Final = re.compile(
    r"(?<![\w.,])(?:(\d[\d.,'\u00a0\u202f]{0,9}(?:\s\d{3}){0,2}\s?[kKmM万]?)\+?\s{0,2}(?:(?:"
    + "|".join(words.OF_WHOM.split())
    + r")\s{1,2}){0,2}(?:"
    + "|".join(words.REVIEWS.split())
    + r")|1\s{1,2}(?:"
    + "|".join(words.REVIEW.split())
    + r"))(?![^\W\d_])",
    re.IGNORECASE,
)
"""A number before a word for what buyers say."""
_VOTES: Final = re.compile(
    r"(?<![\w.,])\d[\d.,'\u00a0\u202f]{0,9}\s?[kKmM万]?\+?\s{0,2}(?:"
    + "|".join(words.VOTES.split())
    + r")(?![^\W\d_])",
    re.IGNORECASE,
)
_BEFORE_COUNT: Final = re.compile(
    r"(?:"
    + "|".join(words.REVIEWS.split())
    + r")\s{0,2}[:：]\s{0,2}(\d{1,3}(?:[.,'\u00a0\u202f]\d{3}){0,3}|\d{4,9})(?![.,]?\d)",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(
    r"(?:"
    + "|".join(words.AVERAGE.split())
    + r")\s{0,2}[:：]?\s{0,2}(\d{1,2}[.,]\d{1,2})(?![.,]?\d)"
    + r"|(?<![\d.,])(\d{1,2}[.,]\d{1,2})\s{1,2}(?:avg\.?\s|average\s)?(?:"
    + "|".join(words.AVERAGE.split())
    + r")(?![^\W\d_])",
    re.IGNORECASE,
)
_FRACTION: Final = re.compile(r"\s{0,3}(\d{1,2}[.,]\d{1,2})\s{0,3}")
BARE: Final = re.compile(r"\s{0,3}(\d[\d.,'\u00a0\u202f]{0,9}[kKmM万]?\+?)\s{0,3}")
"""A number alone."""
ONLY_STARS: Final = re.compile("[★⭐✭]{1,5}|[☆✩]{1,5}")
"""Stars, all of them given or none."""
_WORD: Final = re.compile(r"[^\W\d_]{1,28}")
_SAY_RATING: Final = frozenset(f"{words.STARS} {words.RATED} {words.REVIEWS} {words.SAID}".split())


class Said(NamedTuple):
    """The parts of a text that are a rating and the number of those who gave it."""

    rating: str
    reviews: str | None


@lru_cache(maxsize=4096)
def said_in(text: str, *, cue: bool) -> Said | None:
    """The rating in a text, where it is one for sure; ``cue``: class names say that it is one."""
    cue = cue or not _SAY_RATING.isdisjoint(_WORD.findall(text.casefold()))
    for pattern in (OF, _STARS):
        found = pattern.search(text)
        if found is not None and _is_rating(found[0], pattern is OF, cue=cue):
            rest = f"{text[: found.start()]} {text[found.end() :]}"
            return Said(found[0], _count(rest))
    found = _NAMED.search(text) if "." in text or "," in text else None
    if found is not None and (value := rating_of(found[1] or found[2])) and value.value <= 10:
        return Said(found[1] or found[2], _count(f"{text[: found.start()]} {text[found.end() :]}"))
    found = _FRACTION.match(text)
    if found is None:
        return None
    bracket = BRACKETS.fullmatch(text, found.end())
    value = rating_of(found[1])
    if value is None or value.value > (10 if cue else 5):
        return None
    if bracket is not None:
        return Said(found[1], bracket[0])
    return Said(found[1], None) if cue and found.end() == len(text) else None


def _is_rating(text: str, is_of_best: bool, *, cue: bool) -> bool:
    rating = rating_of(text)
    if rating is None or not 0 < rating.value <= (rating.best or 5):
        return False
    if not is_of_best:
        return True
    return rating.best in BESTS and (cue or "." in text or "," in text)


@lru_cache(maxsize=4096)
def counted_in(text: str, *, votes: bool) -> str | None:
    """A number before a word such as reviews, or behind it; ``votes``: or before votes."""
    found = COUNTED.search(text) or _before_count(text)
    if found is None and votes:
        found = _VOTES.search(text)
    return found[0] if found else None


def _count(text: str) -> str | None:
    found = COUNTED.search(text) or _before_count(text) or BRACKETS.search(text)
    return found[0] if found else None


def _before_count(text: str) -> re.Match[str] | None:
    # Few texts have a colon, and many words are tried at every letter.
    return _BEFORE_COUNT.search(text) if ":" in text or "：" in text else None


def is_drawn(text: str) -> bool:
    """Tell whether a text is a rating in stars."""
    return _STARS.fullmatch(text) is not None
