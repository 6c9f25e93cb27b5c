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
_PLACES: Final = {
    "in_navigation": "a menu or pager", "in_footer": "a footer", "in_side": "a sidebar or header",
    "in_more": "related or recommended links", "in_advert": "advertising or a popup",
}  # fmt: skip
MIN_CHARS: Final = 25
"""Characters from which a record's text is worth a word."""
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


def _nothing(_: Features) -> None:
    return None


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
    return f"{percent(features['share'])} of the page's text"


def _little_of_page(features: Features) -> str | None:
    share = features["share"]
    return f"{percent(share)} of the page's text" if share < 0.3 else None


def _dense(features: Features) -> str | None:
    return "nothing but records between them" if features["coverage"] > 0.95 else None


def _sparse(features: Features) -> str | None:
    other = 1 - features["coverage"]
    return f"{percent(other)} of the text between them is not theirs" if other > 0.1 else None


def _unlinked(features: Features) -> str | None:
    linked = features["linked"]
    return f"only {percent(linked)} of their text is in links" if linked < 0.5 else None


def _linked(features: Features) -> str | None:
    if features["linked"] < 0.6:
        return None
    return f"{percent(features['linked'])} of their text is in links, as in a menu"


def _even(features: Features) -> str | None:
    return "all about as long" if features["chars_variation"] < 0.35 else None


def _uneven(features: Features) -> str | None:
    return "some are much longer than others" if features["chars_variation"] > 0.6 else None


def _rich(features: Features) -> str | None:
    chars, texts = (math.exp(features[name]) - 1 for name in ("log_chars", "log_texts"))
    if chars < MIN_CHARS:
        return None
    return f"about {chars:.0f} characters each, in {max(1, round(texts))} pieces of text"


def _poor(features: Features) -> str:
    chars = math.exp(features["log_chars"]) - 1
    if features["single_text"] > 0.5:
        return f"most are one piece of text, of about {chars:.0f} characters"
    return f"about {chars:.0f} characters each"


def _place(features: Features) -> str | None:
    named = [place for name, place in _PLACES.items() if features[name]]
    return f"stand in what the page calls {listed(named, 'and')}" if named else None


def _copied(features: Features) -> str | None:
    if features["copied"] < 0.1:
        return None
    return f"{percent(features['copied'])} of their text is said three times or more on the page"


def _probable(features: Features) -> str | None:
    return (
        "each looks like the rest"
        if not features["unlikely_records"] and features["least_probable"] < 0.3
        else None
    )


def _improbable(features: Features) -> str | None:
    if features["unlikely_records"]:
        return f"{_of_all(features['unlikely_records'], features)} look unlike the rest"
    if features["likely_siblings"]:
        return "neighbours that look alike are left out"
    return None


def _around(features: Features) -> str | None:
    if features["wraps"] > 0.5 or features["inner_list"] > 0.5:
        return "the smaller things that repeat there are parts of them"
    return None


def _inside(features: Features) -> str | None:
    if features["several_in_one"] > 0.5:
        return "several of them lie in one entry of another list"
    if features["wrapped"] > 0.5:
        return f"they are parts of larger neighbours that say {_more(features)} more"
    return None


def _more(features: Features) -> str:
    around = min(0.99, features["text_around"])
    return percent(around / (1 - around))


def _rows(features: Features) -> str | None:
    return "several rows or siblings in turn make one" if features["from_band"] else None


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
    Topic("links", _unlinked, _linked),
    Topic("evenness", _even, _uneven),
    Topic("text", _rich, _poor),
    Topic("place", _nothing, _place),
    Topic("copies", _nothing, _copied),
    Topic("membership", _probable, _improbable),
    Topic("nesting", _around, _inside),
    Topic("form", _rows, _scattered),
)
"""All topics; the first, how many records there are and how alike, is what a region is."""
