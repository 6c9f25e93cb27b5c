"""The ratings of records, and their numbers of reviews, as columns.

A value that is neither for sure is left to the other columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

from scrapy_treesim.reading.shown.ratings import RatingPart, Score, ratings_drawn, score_of
from scrapy_treesim.records.table.cells import LeafValues, without_cells
from scrapy_treesim.records.table.prices import MIN_SHARE, shown_column
from scrapy_treesim.values.ratings import LONE_STARS
from scrapy_treesim.values.text_kinds import NUMBER, RATING

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

SAMPLE: Final = 3
"""Largest number of records read to find out whether any have a rating."""
MIN_DRAWN: Final = 2
"""Smallest number of records with a drawn rating, for it to be a column."""


def with_scores(
    page: Page, readings: list[LeafValues], records: Sequence[Sequence[int]]
) -> list[LeafValues]:
    """Return the readings, with ratings and reviews replacing all readings of the same cells."""
    scores = _scores(page, records)
    ratings = _column("rating", RATING, [score.rating for score in scores])
    if ratings is None and not any(map(_is_rating, readings)):
        ratings = _drawn(page, records)
    for column in (ratings, _column("reviews", NUMBER, [score.reviews for score in scores])):
        if column is not None:
            readings = without_cells(page, readings, [column])
    return readings


def _drawn(page: Page, records: Sequence[Sequence[int]]) -> LeafValues | None:
    """Return a reading of the ratings drawn in the records."""
    inside = [[(root + 1, root + page.tree.size[root]) for root in row] for row in records]
    roots = {*chain.from_iterable(records)}
    return _column("rating", RATING, ratings_drawn(page, inside, roots, MIN_DRAWN))


def _scores(page: Page, records: Sequence[Sequence[int]]) -> list[Score]:
    """Return the rating and reviews of each record; none where a sample has none."""
    step = -(-len(records) // SAMPLE) or 1
    if not any(any(score_of(page, record)) for record in records[::step]):
        return [Score()] * len(records)
    scores = [score_of(page, record) for record in records]
    if LONE_STARS.issuperset(score.rating.text for score in scores if score.rating):
        # One star for all is a button.
        return [score._replace(rating=None) for score in scores]
    return scores


def _is_rating(reading: LeafValues) -> bool:
    return reading.kind == RATING and not reading.is_constant


def _column(name: str, kind: str, parts: Sequence[RatingPart | None]) -> LeafValues | None:
    """Return a reading of the records' parts; None where too few have one."""
    if sum(part is not None for part in parts) < max(1, MIN_SHARE * len(parts)):
        return None
    return shown_column(name, kind, [[part] if part else [] for part in parts])
