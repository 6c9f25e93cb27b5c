"""Ratings that posts give: the stars of reviews."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from scrapy_treesim.comments.extract._posts_cy import STARRED
from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.reading.shown.ratings import (
    RatingPart,
    RatingReader,
    Spans,
    declared_in,
    ratings_drawn,
)
from scrapy_treesim.values.constants import RATING
from scrapy_treesim.values.ratings import BEST, rating_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_treesim.comments.extract._posts_cy import Posts
    from scrapy_treesim.page import Page


class PostRatings:
    """The ratings that the posts of a thread give, each read on first use."""

    def __init__(self, page: Page, posts: Posts) -> None:
        self._page = page
        self._posts = posts
        self._roots = frozenset(posts.low)
        self._is_named = any(node >= 0 for node in posts.rated)

    def of(self, post: int) -> float | None:
        """The rating of a post, out of 5 if the best rating is on the page."""
        reader = RatingReader(self._page, self._roots, _own_spans(self._posts, post))
        written = _out_of_five(_written(self._page, self._posts, post, reader))
        return written or (_out_of_five(self._drawn[post]) if self._is_named else None)

    @cached_property
    def _drawn(self) -> Sequence[RatingPart | None]:
        """The rating drawn in each post."""
        spans = [_own_spans(self._posts, post) for post in range(self._posts.count)]
        return ratings_drawn(self._page, spans, self._roots, 1)


def _written(page: Page, posts: Posts, post: int, reader: RatingReader) -> RatingPart | None:
    """The rating declared or written in a post."""
    if score := reader.in_attributes():
        return score.rating
    kinds = page.once(analysis_of).kinds
    is_named = posts.rated[post] >= 0
    if not is_named and not any(
        posts.word_bits[index] & STARRED or kinds[posts.text_index[index]] & RATING
        for index in range(posts.first_text[post], posts.first_text[post + 1])
    ):
        return None
    if declared := declared_in(page.tree, reader.spans):
        return declared
    score = reader.in_texts()
    return score.rating if score else reader.by_names()


def _own_spans(posts: Posts, post: int) -> Spans:
    """The nodes of a post without those of the posts inside it."""
    first, stop = posts.low[post], posts.high[post]
    spans = []
    inner = post + 1
    while inner < posts.count and posts.low[inner] < stop:
        if posts.low[inner] >= first:
            spans.append((first, posts.low[inner]))
            first = posts.high[inner]
        inner += 1
    return [*spans, (first, stop)]


def _out_of_five(part: RatingPart | None) -> float | None:
    rating = rating_of(part.text) if part else None
    if rating is None or not rating.value:
        return None
    if rating.best is not None:
        return round(float(rating.value / rating.best) * BEST, 2)
    return float(rating.value) if rating.value <= BEST else None
