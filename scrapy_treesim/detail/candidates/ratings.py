"""Ratings that a page shows of its thing, and how many gave them."""

from __future__ import annotations

import re
from decimal import Decimal
from math import exp, log1p
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.drawn_ratings import rating_in_class, rating_in_style
from scrapy_treesim.analysis.typed_values import number_of, rating_of
from scrapy_treesim.detail import _marks_cy
from scrapy_treesim.detail.candidate import Candidate
from scrapy_treesim.detail.candidates.amounts import plain_amount
from scrapy_treesim.detail.cues import CUES, MEANS
from scrapy_treesim.detail.feature_table import AT

if TYPE_CHECKING:
    from scrapy_treesim.detail.marks import Marks

MAX_TEXTS: Final = 40
"""Texts with digits that are named after ratings, or tell of them, that are looked at."""
MAX_NODES: Final = 30
"""Elements named after ratings whose stars are looked at."""
MAX_CHARS: Final = 60
"""Of a text that is a rating or a number of reviews."""

BEFORE: Final = 10
"""Texts before the headline in which numbers are looked at, whatever they are named."""
AFTER: Final = 25
"""The same of texts after it."""
MAX_NEAR: Final = 12
"""Characters of such a text."""

_FRACTION: Final = re.compile(r"\d[.,]\d{1,2}(?!\d)\s?[)\]]?")
_BRACKETS: Final = re.compile(r"[(\[]\s?[\d.,\s]{1,12}\s?[)\]]")
_RATED: Final = re.compile(r"\s{0,9}[0-5][.,]\d{1,2}\s{0,9}(?:/ ?5)?\s{0,9}")
_COUNT: Final = re.compile(r"\s{0,9}\(\s?\d[\d.,]{0,9}\s?\)\s{0,9}")
_ONLY_NUMBER: Final = re.compile(r"[\d.,\s()\[\]★☆+|kK]{1,20}")


def rating_candidates(marks: Marks) -> list[Candidate]:
    """The numbers that may be the rating."""
    found = [
        _candidate(marks, node, text, rating.value, rating.best is not None)
        for node, text in _texts(marks)
        if (rating := rating_of(text)) is not None and 0 < rating.value <= 100
    ]
    for node in _marks_cy.flagged(marks.own, CUES["rating"], MAX_NODES):
        value = rating_in_class(marks.tree.get(node, "class") or "") or rating_in_style(
            marks.tree.get(node, "style") or ""
        )
        title = marks.tree.get(node, "title") or ""
        if value is None and title and (rating := rating_of(title[:MAX_CHARS])) is not None:
            value = float(rating.value) if 0 < rating.value <= 10 else None
        if value is not None:
            one = _candidate(marks, node, title, Decimal(str(value)), False)
            one.row[AT["rating_drawn"]] = 1.0
            found.append(one)
    return _ordered(found)


def review_candidates(marks: Marks) -> list[Candidate]:
    """The numbers that may say how many rated or reviewed it."""
    found = []
    for node, text in _texts(marks):
        said = bool(marks.means[node] & MEANS["reviews"])
        if not said and _ONLY_NUMBER.fullmatch(text) is None:
            continue
        bracket = _BRACKETS.search(text)
        number = number_of(text if bracket is None else bracket[0])
        whole = _FRACTION.search(text if bracket is None else bracket[0]) is None
        if number is not None and whole and 0 <= number < 10**8:
            found.append(_candidate(marks, node, text, number, False))
    return _ordered(found)


def _texts(marks: Marks) -> list[tuple[int, str]]:
    """The short texts with digits that are named after ratings or tell of them."""
    tree, analysis = marks.tree, marks.analysis
    nodes = _marks_cy.rating_texts(
        tree.tag, analysis.digits, tree.chars, marks.around, CUES["rating"], marks.means,
        MEANS["reviews"], MAX_CHARS, MAX_TEXTS,
    )  # fmt: skip
    near = []
    stop = min(analysis.texts[len(tree)], marks.headline_text + AFTER)
    for number in range(max(0, marks.headline_text - BEFORE), stop):
        node = analysis.text_node[number]
        if analysis.digits[node + 1] > analysis.digits[node] and tree.text_chars(node) <= MAX_NEAR:
            near.append(node)
    return [
        (node, tree.plain_text(node))
        for node in sorted({*nodes, *near})
        if analysis.prices[node + 1] == analysis.prices[node]
        and analysis.dates[node + 1] == analysis.dates[node]
    ]


def _candidate(marks: Marks, node: int, text: str, value: Decimal, has_best: bool) -> Candidate:
    analysis = marks.analysis
    row = marks.place(node)
    row[AT["rating_of"]] = float(has_best)
    row[AT["rating_decimal"]] = float(value != value.to_integral_value())
    row[AT["rating_high"]] = float(value > 10)
    row[AT["rating_five"]] = float(value <= 5)
    row[AT["rating_small"]] = float(value < 1)
    row[AT["rating_number"]] = log1p(float(value)) / 5
    row[AT["rating_words"]] = float(bool(marks.means[node] & MEANS["reviews"]))
    number = analysis.texts[node]
    beside = [
        analysis.text_node[near]
        for near in (number - 1, number + 1)
        if 0 <= near < analysis.texts[len(marks.tree)]
    ]
    row[AT["rating_words_beside"]] = float(
        any(marks.means[one] & MEANS["reviews"] for one in beside)
    )
    row[AT["rating_beside_rating"]] = float(
        any(_RATED.fullmatch(marks.tree.plain_text(one)) is not None for one in beside)
    )
    row[AT["rating_beside_count"]] = float(
        any(_COUNT.fullmatch(marks.tree.plain_text(one)) is not None for one in beside)
    )
    row[AT["rating_alone"]] = float(_ONLY_NUMBER.fullmatch(text) is not None)
    row[AT["rating_brackets"]] = float(_BRACKETS.search(text) is not None)
    row[AT["rating_percent"]] = float("%" in text)
    row[AT["rating_chars"]] = len(text) / 40
    labelled = {pair.node for pair in marks.labelled.get("rating", ())}
    row[AT["rating_label"]] = float(node in labelled or marks.tree.parent[node] in labelled)
    return Candidate(plain_amount(value), text, "shown", node, row)


def _ordered(found: list[Candidate]) -> list[Candidate]:
    copies: dict[str, int] = {}
    for one in found:
        copies[one.value] = copies.get(one.value, 0) + 1
    for place, one in enumerate(found):
        one.row[AT["rating_order"]] = exp(-place / 3)
        one.row[AT["rating_copies"]] = log1p(copies[one.value] - 1)
    return found
