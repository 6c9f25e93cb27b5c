"""Ratings on a page: candidates of the rating of its thing and of the number of reviews."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from math import exp, log1p
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail import _marks_cy
from scrapy_treesim.detail.candidate import NONE, FieldCandidate
from scrapy_treesim.detail.candidates.amounts import plain_amount
from scrapy_treesim.detail.feature_table import AT
from scrapy_treesim.detail.marks import CUES, MEANS, Marks
from scrapy_treesim.reading.shown.ratings import (
    RatingPart,
    RatingReader,
    named_after_drawn,
    ratings_drawn,
)
from scrapy_treesim.values.constants import ONLY_STARS
from scrapy_treesim.values.ratings import counted_in, rating_of, rating_text_in
from scrapy_treesim.values.typed_values import number_of

if TYPE_CHECKING:
    from array import array

MAX_TEXTS: Final = 40
"""Largest number of texts with digits, named after ratings or with words of them, to read."""
MAX_NODES: Final = 30
"""Largest number of elements named after ratings, to read stars in."""
MAX_CHARS: Final = 60
"""Largest number of characters of a rating or a number of reviews."""

MAX_SELECTED: Final = 20
"""Largest number of these :data:`MAX_TEXTS` that are selected, the nearest to the headline."""
MAX_RATING: Final = 100
"""Highest declared rating."""
MAX_REVIEWS: Final = 10**8
"""Largest number of reviews of a thing."""
BEFORE: Final = 10
"""Number of texts before the headline with numbers to read, whatever their names."""
AFTER: Final = 25
"""Number of texts after the headline with numbers to read, whatever their names."""
MAX_NEAR: Final = 12
"""Largest number of characters of a number near the headline."""

_FRACTION: Final = re.compile(r"\d[.,]\d{1,2}(?!\d)\s?[)\]]?")
_BRACKETS: Final = re.compile(r"[(\[]\s?[\d.,\s]{1,12}\s?[)\]]")
_ONLY_NUMBER: Final = re.compile(r"[\d.,\s()\[\]★☆+|kK]{1,20}")


def rating_candidates(marks: Marks) -> tuple[list[FieldCandidate], list[FieldCandidate]]:
    """Return the candidates of the rating, and those of the number of ratings or reviews."""
    ratings: list[FieldCandidate] = []
    other_numbers: list[FieldCandidate] = []
    reviews: list[FieldCandidate] = []
    reader = RatingReader(marks.page, (), [(0, len(marks.tree))])
    of_others = marks.of_others("rating")
    whole_stop = 0
    for node in _texts(marks):
        if node < whole_stop or node in of_others or marks.tree.parent[node] in of_others:
            continue
        text = marks.tree.plain_text(node)
        rating = rating_of(text)
        whole = reader.whole(node) if rating is None or rating.best is None else None
        if whole is not None:
            whole_stop = whole.node + marks.tree.size[whole.node]
            node, text = whole
            rating = rating_of(text)
        count = _count_in(marks, node, text)
        if rating is not None and reader.is_other(node):
            rating = None
        value = number_of(text) if rating is None else rating.value
        row = _row(marks, node, text)
        if value is not None and 0 < value <= MAX_RATING:
            ratings.append(_candidate(node, text, value, row[:]))
            cue = _has_count_beside(marks, node)
            ratings[-1].is_sure = rating is not None and rating_text_in(text, cue=cue) is not None
            if rating is None:
                other_numbers.append(ratings[-1])
        if count is not None:
            reviews.append(_candidate(node, text, count, row))
    ratings += _in_attributes_or_drawn(marks, reader)
    for candidate in ratings:
        candidate.is_sure = candidate.is_sure and not marks.is_aside(_node(candidate))
    is_only = len({candidate.value for candidate in ratings if candidate.is_sure}) == 1
    for candidate in ratings:
        candidate.is_sure = candidate.is_sure and is_only and _is_near(marks, _node(candidate))
    ratings = _with_order_features(ratings)
    # Other numbers compete with the ratings, and are never chosen.
    for other_number in other_numbers:
        other_number.value = NONE
    return ratings, _with_order_features(reviews)


def _node(candidate: FieldCandidate) -> int:
    return candidate.node or 0


def _count_in(marks: Marks, node: int, text: str) -> Decimal | None:
    """Return the number of reviews in a text; None without one."""
    is_only_number = _ONLY_NUMBER.fullmatch(text) is not None
    rated = None if is_only_number else rating_text_in(text, cue=True)
    if rated is not None:
        text = rated.reviews or ""
    elif not is_only_number and not marks.says(node, "reviews"):
        return None
    else:
        bracket = _BRACKETS.search(text)
        text = counted_in(text) or (text if bracket is None else bracket[0])
    number = number_of(text)
    if number is None or not 0 <= number < MAX_REVIEWS or _FRACTION.search(text) is not None:
        return None
    return number


def _has_count_beside(marks: Marks, node: int) -> bool:
    """Tell whether the text after another counts reviews."""
    tree, analysis = marks.tree, marks.analysis
    number = analysis.texts[node + tree.size[node]]
    if number >= analysis.texts[len(tree)]:
        return False
    after = analysis.text_node[number]
    return tree.text_chars(after) <= MAX_CHARS and counted_in(tree.plain_text(after)) is not None


def _in_attributes_or_drawn(marks: Marks, reader: RatingReader) -> Iterator[FieldCandidate]:
    """Yield the ratings in attributes, and those drawn as stars."""
    for part, text in _parts(marks, reader):
        rating = rating_of(part.text)
        is_outside = reader.is_rank(part.node) or marks.is_aside(part.node)
        if rating is not None and rating.value > 0 and not is_outside:
            row = _row(marks, part.node, text)
            candidate = _candidate(part.node, text, rating.value, row)
            candidate.is_sure = not row[AT["hidden"]]
            yield candidate


def _parts(marks: Marks, reader: RatingReader) -> Iterator[tuple[RatingPart, str]]:
    """Yield the parts of the page that may be ratings in attributes or of stars, and their text."""
    tree, analysis = marks.tree, marks.analysis
    for node, text in reader.attributes:
        cue = bool(marks.around[node] & CUES["rating"])
        if (cue or _is_near(marks, node)) and (match := rating_text_in(text, cue=cue)):
            yield RatingPart(node, match.rating), text
    flagged = _marks_cy.flagged(marks.name_cues, CUES["rating"], MAX_NODES)
    named = marks.page.once(named_after_drawn) if flagged else []
    drawn: dict[tuple[int, int], RatingPart | None] = {(0, 0): None}
    for node in flagged:
        stop = node + tree.size[node]
        inside = bisect_left(named, node), bisect_left(named, stop)
        inside = inside if inside[0] < inside[1] else (0, 0)
        if inside not in drawn:
            (drawn[inside],) = ratings_drawn(marks.page, [[(node, stop)]], (), 1)
        if (part := drawn[inside]) is not None:
            yield part, ""
    for number in _marks_cy.flagged(analysis.kinds, ONLY_STARS, MAX_NODES):
        node = analysis.text_node[number]
        if _is_near(marks, node):
            text = tree.plain_text(node)
            yield RatingPart(node, text), text


def _is_near(marks: Marks, node: int) -> bool:
    """Tell whether a node is near the headline."""
    return -BEFORE <= marks.analysis.texts[node] - marks.headline_text <= AFTER


def _texts(marks: Marks) -> list[int]:
    """Return the short texts with digits, named after ratings, with words of them or near."""
    tree, analysis = marks.tree, marks.analysis
    nodes = _marks_cy.short_texts(
        analysis, marks.around, CUES["rating"], 0, MEANS["reviews"], marks.aside, MAX_CHARS
    )
    named = [node for node in nodes[:MAX_TEXTS] if not marks.is_amount_or_date(node)]
    named.sort(key=lambda node: abs(analysis.texts[node] - marks.headline_text))
    near = [
        node
        for node in marks.numbers_near(BEFORE, AFTER)
        if tree.text_chars(node) <= MAX_NEAR and not marks.is_amount_or_date(node)
    ]
    return sorted({*named[:MAX_SELECTED], *near})


def _row(marks: Marks, node: int, text: str) -> array[float]:
    """Return the features of a text, without those of the number in it."""
    tree, analysis, row = marks.tree, marks.analysis, marks.position(node, "rating")
    row[AT["rating_words"]] = float(marks.says(node, "reviews"))
    text_number = analysis.texts[node]
    for neighbour in (text_number - 1, text_number + 1):
        if not 0 <= neighbour < analysis.texts[len(tree)]:
            continue
        if marks.says(analysis.text_node[neighbour], "reviews"):
            row[AT["rating_words_beside"]] = 1.0
    row[AT["rating_alone"]] = float(_ONLY_NUMBER.fullmatch(text) is not None)
    row[AT["rating_brackets"]] = float(_BRACKETS.search(text) is not None)
    return row


def _candidate(node: int, text: str, value: Decimal, row: array[float]) -> FieldCandidate:
    number = float(value)
    row[AT["rating_decimal"]] = float(not number.is_integer())
    row[AT["rating_high"]] = float(number > 10)
    row[AT["rating_five"]] = float(number <= 5)
    return FieldCandidate(plain_amount(value), text, "shown", node, row)


def _with_order_features(candidates: list[FieldCandidate]) -> list[FieldCandidate]:
    """Add the features of order and of equal values to candidates."""
    copies = Counter(candidate.value for candidate in candidates)
    for index, candidate in enumerate(candidates):
        candidate.row[AT["rating_order"]] = exp(-index / 3)
        candidate.row[AT["rating_copies"]] = log1p(copies[candidate.value] - 1)
    return candidates
