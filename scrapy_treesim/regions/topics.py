"""What features say of a region in words: the topics that they are about, each with its phrases.

A topic takes its features of the table (:mod:`.features`), says by the weights how much they speak
for a candidate, and puts the plainest of them into words.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from scrapy_treesim.regions.features import TABLE
from scrapy_treesim.regions.model import Weights
from scrapy_treesim.wording import listed, of_all, percent

Features: TypeAlias = "Mapping[str, float]"
"""A candidate's features by name."""
Phrase: TypeAlias = "Callable[[Features], str | None]"

_MARKS: Final = {
    "with_link": "a link", "with_heading": "a heading", "with_image": "an image",
    "with_price": "a price", "with_date": "a date",
}  # fmt: skip
MIN_BESIDE: Final = 0.1
"""Records expected beside a region's, for each of them, from which they are worth a word."""
LEAST_SHARE: Final = 0.001
"""What is added to a share whose logarithm is taken."""
MOST: Final = 0.8
"""Share of records that most of them are."""


@dataclass(frozen=True, slots=True)
class Topic:
    """What some features are about, and what to say of it."""

    name: str
    speaking_for: Phrase
    """What to say where they speak for the candidate; None for nothing that people would see."""
    speaking_against: Phrase

    def weight(self, features: Features, weights: Mapping[str, float]) -> float:
        """How much its features speak for the candidate, more than usual ones: log-odds."""
        return sum(
            weights[one.name] * (features[one.name] - one.mean)
            for one in TABLE
            if one.topic == self.name
        )


def weights_by_name(weights: Weights) -> dict[str, float]:
    """The weight of each feature in all: in the ranking and in the confidence."""
    return {
        feature.name: ranking + confidence
        for feature, ranking, confidence in zip(
            TABLE, weights.ranking, weights.confidence, strict=False
        )
    }


def count_of(features: Features) -> int:
    """The number of the candidate's records."""
    return round(math.exp(features["log_count"]))


def _of_all(share: float, features: Features) -> str:
    """A share of the records: ``all``, ``11 of 12``."""
    count = count_of(features)
    return of_all(round(share * count), count)


def _likeness(features: Features) -> str:
    return f"{count_of(features)} neighbours, {percent(features['alike'])} alike"


def _unlikeness(features: Features) -> str:
    count = count_of(features)
    if features["alike"] >= MOST:
        return f"only {count} neighbours, {percent(features['alike'])} alike"
    return f"{count} neighbours, only {percent(features['alike'])} alike"


def _marks(features: Features) -> str | None:
    by_share: dict[str, list[str]] = {}
    for name, mark in _MARKS.items():
        if features[name] >= 0.5:
            by_share.setdefault(_of_all(features[name], features), []).append(mark)
    said = [f"{who} have {listed(marks)}" for who, marks in by_share.items()]
    return "; ".join(said) or None


def _no_marks(features: Features) -> str | None:
    lacking = [mark for name, mark in _MARKS.items() if features[name] < 0.5]
    return f"most lack {listed(lacking, 'or')}" if lacking else None


def _says_its_own(features: Features) -> str | None:
    return "each says something else" if features["distinct"] > 0.99 else None


def _says_the_same(features: Features) -> str | None:
    if features["distinct"] < MOST:
        return f"only {_of_all(features['distinct'], features)} say something of their own"
    if features["commonest_first"] > 0.3:
        return f"{_of_all(features['commonest_first'], features)} begin with the same words"
    return None


def _much_of_page(features: Features) -> str:
    return f"{percent(math.exp(features['log_share']) - LEAST_SHARE)} of the page's text"


def _little_of_page(features: Features) -> str | None:
    share = math.exp(features["log_share"]) - LEAST_SHARE
    return f"{percent(share)} of the page's text" if share < 0.3 else None


def _dense(features: Features) -> str | None:
    return "nothing but records between them" if features["coverage"] > 0.95 else None


def _sparse(features: Features) -> str | None:
    other = 1 - features["coverage"]
    return f"{percent(other)} of the text between them is not theirs" if other > 0.1 else None


def _even(features: Features) -> str | None:
    return "all about as long" if features["chars_variation"] < 0.35 else None


def _uneven(features: Features) -> str | None:
    return "some are much longer than others" if features["chars_variation"] > 0.6 else None


def _likely(features: Features) -> str | None:
    if features["likely"] < 0.5:
        return None
    share = 1 - features["unlikely"]
    return "each looks like a record" if share == 1 else f"{_of_all(share, features)} look like one"


def _unlikely(features: Features) -> str | None:
    if features["unlikely"] == 1:
        return "none of them looks like a record"
    if features["unlikely"]:
        return f"{_of_all(features['unlikely'], features)} do not look like records"
    return "they hardly look like records" if features["likely"] < 0.5 else None


def _alone(features: Features) -> str | None:
    return "little else on the page looks like one" if features["expected_outside"] > 0.8 else None


def _among_others(features: Features) -> str | None:
    if features["likely_between"] >= MIN_BESIDE:
        return "others between them look like records, too"
    if features["likely_beside"] >= MIN_BESIDE:
        return "others beside them look like records, too"
    return "most of what looks like records lies elsewhere" if features["recall"] < 0.5 else None


def _rows(features: Features) -> str | None:
    return "cells of several rows make one" if features["from_band"] else None


def _scattered(features: Features) -> str | None:
    if features["apart"]:
        return "the parts of each stand apart"
    return "they stand in several places" if features["several_parents"] else None


TOPICS: Final = (
    Topic("likeness", _likeness, _unlikeness),
    Topic("marks", _marks, _no_marks),
    Topic("novelty", _says_its_own, _says_the_same),
    Topic("size", _much_of_page, _little_of_page),
    Topic("coverage", _dense, _sparse),
    Topic("evenness", _even, _uneven),
    Topic("form", _rows, _scattered),
    Topic("network", _likely, _unlikely),
    Topic("others", _alone, _among_others),
)
"""All topics; the first, how many records there are and how alike, is what a region is."""
