"""Ratings that posts give: the stars of reviews."""

from __future__ import annotations

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
    from scrapy_treesim.comments.extract._posts_cy import Posts
    from scrapy_treesim.page import Page


def ratings_of(page: Page, posts: Posts) -> list[float | None]:
    """The rating of each post, out of 5 if the best rating is on the page."""
    spans = [_own_spans(posts, post) for post in range(posts.count)]
    roots = frozenset(posts.low)
    named = [node >= 0 for node in posts.rated]
    drawn = ratings_drawn(page, spans, roots, 1) if any(named) else [None] * posts.count
    return [
        _out_of_five(_written(page, posts, post, RatingReader(page, roots, spans[post])))
        or _out_of_five(drawn[post])
        for post in range(posts.count)
    ]


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
