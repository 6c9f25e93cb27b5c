"""What speaks for a candidate and against it, in words: its numbers, by what they are about.

Each ground takes some of the numbers that candidates are weighed by, says by the weights how much
these speak for the candidate, and puts the plainest of them into words.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from scrapy_treesim.regions.usual import USUAL
from scrapy_treesim.regions.weights import Weights
from scrapy_treesim.wording import listed, of_all, percent

Numbers: TypeAlias = "Mapping[str, float]"
"""A candidate's numbers, by the names in :data:`~.evidence.FEATURES`."""
Phrase: TypeAlias = "Callable[[Numbers], str | None]"

_MARKS: Final = {
    "with_link": ("a link", "log_links"), "with_heading": ("a heading", "log_headings"),
    "with_image": ("an image", "log_images"), "with_price": ("a price", "log_prices"),
    "with_date": ("a date", "log_dates"),
}  # fmt: skip
_PLACES: Final = {
    "in_navigation": "a menu or pager", "in_footer": "a footer", "in_side": "a sidebar or header",
    "in_more": "related or recommended links", "in_advert": "advertising or a popup",
}  # fmt: skip
MANY: Final = 25
"""Characters from which a record's text is worth a word."""
MOST: Final = 0.8
"""Share of records that most of them are."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Numbers that are about one thing, and what to say of it."""

    numbers: tuple[str, ...]
    speaking_for: Phrase
    """What to say where they speak for the candidate; None for nothing that people would see."""
    speaking_against: Phrase

    def weight(self, numbers: Numbers, weights: Mapping[str, float]) -> float:
        """How much the numbers speak for the candidate, more than a usual one's: log-odds."""
        return sum(weights[name] * (numbers[name] - USUAL[name]) for name in self.numbers)


def weights_of(weights: Weights, names: Sequence[str]) -> dict[str, float]:
    """What each number weighs in all: in the ranking and in the confidence."""
    return {
        name: ranking + confidence
        for name, ranking, confidence in zip(
            names, weights.ranking, weights.confidence, strict=False
        )
    }


def count_of(numbers: Numbers) -> int:
    """How many records the candidate has."""
    return round(math.exp(numbers["log_count"]))


def _of_all(share: float, numbers: Numbers) -> str:
    """A share of the records: ``all``, ``11 of 12``."""
    count = count_of(numbers)
    return of_all(round(share * count), count)


def _nothing(_: Numbers) -> None:
    return None


def _likeness(numbers: Numbers) -> str:
    return f"{count_of(numbers)} neighbours, {percent(numbers['alike'])} alike"


def _unlikeness(numbers: Numbers) -> str:
    count = count_of(numbers)
    if numbers["alike"] >= MOST:
        return f"only {count} neighbours, {percent(numbers['alike'])} alike"
    return f"{count} neighbours, only {percent(numbers['alike'])} alike"


def _marks(numbers: Numbers) -> str | None:
    by_share: dict[str, list[str]] = {}
    for name, (mark, _) in _MARKS.items():
        if numbers[name] >= 0.5:
            by_share.setdefault(_of_all(numbers[name], numbers), []).append(mark)
    said = [f"{who} have {listed(marks)}" for who, marks in by_share.items()]
    return "; ".join(said) or None


def _no_marks(numbers: Numbers) -> str | None:
    lacking = [mark for name, (mark, _) in _MARKS.items() if numbers[name] < 0.5]
    return f"most lack {listed(lacking, 'or')}" if lacking else None


def _says_its_own(numbers: Numbers) -> str | None:
    return "each says something else" if numbers["distinct"] > 0.99 else None


def _says_the_same(numbers: Numbers) -> str | None:
    if numbers["distinct"] < MOST:
        return f"only {_of_all(numbers['distinct'], numbers)} say something of their own"
    if numbers["commonest_first"] > 0.3:
        return f"{_of_all(numbers['commonest_first'], numbers)} begin with the same words"
    return None


def _much_of_page(numbers: Numbers) -> str:
    return f"{percent(numbers['share'])} of the page's text"


def _little_of_page(numbers: Numbers) -> str | None:
    share = numbers["share"]
    return f"{percent(share)} of the page's text" if share < 0.3 else None


def _dense(numbers: Numbers) -> str | None:
    return "nothing but records between them" if numbers["coverage"] > 0.95 else None


def _sparse(numbers: Numbers) -> str | None:
    other = 1 - numbers["coverage"]
    return f"{percent(other)} of the text between them is not theirs" if other > 0.1 else None


def _unlinked(numbers: Numbers) -> str | None:
    linked = numbers["linked"]
    return f"only {percent(linked)} of their text is in links" if linked < 0.5 else None


def _linked(numbers: Numbers) -> str | None:
    if numbers["linked"] < 0.6:
        return None
    return f"{percent(numbers['linked'])} of their text is in links, as in a menu"


def _even(numbers: Numbers) -> str | None:
    return "all about as long" if numbers["chars_variation"] < 0.35 else None


def _uneven(numbers: Numbers) -> str | None:
    return "some are much longer than others" if numbers["chars_variation"] > 0.6 else None


def _rich(numbers: Numbers) -> str | None:
    chars, texts = (math.exp(numbers[name]) - 1 for name in ("log_chars", "log_texts"))
    if chars < MANY:
        return None
    return f"about {chars:.0f} characters each, in {max(1, round(texts))} pieces of text"


def _poor(numbers: Numbers) -> str:
    chars = math.exp(numbers["log_chars"]) - 1
    if numbers["single_text"] > 0.5:
        return f"most are one piece of text, of about {chars:.0f} characters"
    return f"about {chars:.0f} characters each"


def _place(numbers: Numbers) -> str | None:
    named = [place for name, place in _PLACES.items() if numbers[name]]
    return f"stand in what the page calls {listed(named, 'and')}" if named else None


def _copied(numbers: Numbers) -> str | None:
    if numbers["copied"] < 0.1:
        return None
    return f"{percent(numbers['copied'])} of their text is said three times or more on the page"


def _sure(numbers: Numbers) -> str | None:
    return "each looks like the rest" if not numbers["odd"] and numbers["worst"] < 0.3 else None


def _doubtful(numbers: Numbers) -> str | None:
    if numbers["odd"]:
        return f"{_of_all(numbers['odd'], numbers)} look unlike the rest"
    if numbers["missing"]:
        return "neighbours that look alike are left out"
    return None


def _around(numbers: Numbers) -> str | None:
    if numbers["wraps"] > 0.5 or numbers["inner_list"] > 0.5:
        return "the smaller things that repeat there are parts of them"
    return None


def _inside(numbers: Numbers) -> str | None:
    if numbers["several_in_one"] > 0.5:
        return "several of them lie in one entry of another list"
    if numbers["wrapped"] > 0.5:
        return f"they are parts of larger neighbours that say {_more(numbers)} more"
    return None


def _more(numbers: Numbers) -> str:
    around = min(0.99, numbers["text_around"])
    return percent(around / (1 - around))


def _rows(numbers: Numbers) -> str | None:
    return "several rows or siblings in turn make one" if numbers["from_band"] else None


def _scattered(numbers: Numbers) -> str | None:
    if numbers["apart"]:
        return "the parts of each stand apart"
    return "they stand in several places" if numbers["several_parents"] else None


LIKENESS: Final = Ground(
    ("log_count", "two", "few", "alike", "least_alike", "alike_share"), _likeness, _unlikeness
)
"""How many records there are and how alike: what a region is."""

GROUNDS: Final = (
    Ground((*_MARKS, *(log for _, log in _MARKS.values()), "led"), _marks, _no_marks),
    Ground(
        ("distinct", "distinct_firsts", "commonest_first", "distinct_chars"),
        _says_its_own, _says_the_same,
    ),
    Ground(
        ("share", "log_share", "unlinked_share", "log_unlinked_share", "region_share"),
        _much_of_page, _little_of_page,
    ),
    Ground(("coverage",), _dense, _sparse),
    Ground(("linked", "all_linked"), _unlinked, _linked),
    Ground(
        ("chars_variation", "chars_outlier", "texts_variation", "elements_variation"),
        _even, _uneven,
    ),
    Ground(
        ("log_chars", "log_chars_squared", "log_texts", "log_elements", "log_chars_a_text",
         "single_text", "with_sentence", "with_digit"),
        _rich, _poor,
    ),
    Ground(tuple(_PLACES), _nothing, _place),
    Ground(("copied",), _nothing, _copied),
    Ground(("doubt", "worst", "odd", "missed", "missing"), _sure, _doubtful),
    Ground(
        ("inner_list", "inner_text", "wraps", "several_in_one", "wrapped", "text_around"),
        _around, _inside,
    ),
    Ground(
        ("apart", "several_parents", "log_tops", "from_run", "from_band", "from_column",
         "from_path"),
        _rows, _scattered,
    ),
)  # fmt: skip
"""All others, each number in one."""
