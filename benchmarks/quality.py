"""Match of an extracted text with the true one: the article extraction benchmark's measure.

Tokens are runs of word characters (Chinese and Japanese: single ones); a text is its multiset of
four-token shingles.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

_WORD, _CHARACTER = re.compile(r"\w+"), re.compile(r"\w")


class Match(NamedTuple):
    """Shares of shingles, of the sum of all three."""

    right: float
    wrong: float
    missed: float


def tokens(text: str, lang: str = "") -> list[str]:
    return (_CHARACTER if lang in ("zh", "ja") else _WORD).findall(text)


def shingles(text: list[str]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(text[at : at + 4]) for at in range(max(1, len(text) - 3)) if text)


def match(gold: list[str], found: list[str]) -> Match:
    true, made = shingles(gold), shingles(found)
    right = sum((true & made).values())
    wrong, missed = sum(made.values()) - right, sum(true.values()) - right
    everything = right + wrong + missed
    if not everything:
        return Match(0.0, 0.0, 0.0)
    return Match(right / everything, wrong / everything, missed / everything)


def page_f1(one: Match) -> float:
    if not one.wrong and not one.missed:
        return 1.0
    return 2 * one.right / (2 * one.right + one.wrong + one.missed)
