"""Comments by their anchors: short texts that every comment has one of.

Near-linear in the page: every list of posts that anchors mark is a candidate (:mod:`.candidates`);
all are ranked by their features, whatever stands around them; a classifier tells how likely the
best are comments, by how their features go together (:mod:`.model`). The one with the best odds of
both steps is the page's comments. Where that is not likely to be any the page has none, but for
posts of prose of which each has a rating (:mod:`.reviews`), or a date and an address of its own
(:mod:`.addressed`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.comments.addressed import are_addressed, as_posts
from scrapy_treesim.comments.candidates import threads_of
from scrapy_treesim.comments.model import best_candidates, shipped
from scrapy_treesim.comments.reviews import are_rated, as_reviews

if TYPE_CHECKING:
    from scrapy_treesim.comments._candidates_cy import Threads
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.comments.model import Candidate
    from scrapy_treesim.page import Page


LIKELY: Final = 0.6
"""The probability from which a thread is taken for comments, unless other things are asked for."""


@dataclass(frozen=True, slots=True)
class Anchored:
    """The method's parameters."""

    min_confidence: float = LIKELY
    """Comments less sure than this are left out, in [0, 1]."""


class Found(NamedTuple):
    """A thread that is likely the page's comments."""

    leaves: Leaves
    spans: list[tuple[int, int]]
    """The first node of each post and the one after its last; replies may lie in others."""
    confidence: float


def ranked_threads(page: Page) -> tuple[Threads, list[Candidate]]:
    """All that could be the page's comments, and the best of it with their probabilities."""
    threads = threads_of(page)
    return threads, best_candidates(threads, shipped())


def best_thread(page: Page) -> Candidate | None:
    """The thread that is likeliest the page's comments, if there is any at all."""
    _, candidates = page.once(ranked_threads)
    return max(candidates, key=lambda one: one.preference, default=None)


def find_thread(page: Page, parameters: Anchored) -> Found | None:
    """The page's comments, if it has any."""
    best = best_thread(page)
    if best is None:
        return None
    if best.confidence < LIKELY:
        # Whatever the caller wants of it, so that a page has one thread.
        best = _told_otherwise(page) or best
    if best.confidence < parameters.min_confidence:
        return None
    threads, _ = page.once(ranked_threads)
    return Found(threads.leaves, threads.spans_of(best.thread), best.confidence)


def _told_otherwise(page: Page) -> Candidate | None:
    """The likeliest thread of prose whose posts all have a rating, or a date and an address."""
    threads, candidates = page.once(ranked_threads)
    prose = [one for one in candidates if one.is_prose]
    reviews = (as_reviews(one) for one in prose if not one.is_priced)
    told = [
        one
        for lifted, holds in ((reviews, are_rated), (map(as_posts, prose), are_addressed))
        for one in lifted
        if one.confidence >= LIKELY
        and holds(page.tree, threads.leaves, threads.spans_of(one.thread))
    ]
    return max(told, key=lambda one: one.preference, default=None)
