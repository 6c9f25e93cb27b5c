"""Comments by their anchors: short texts that every comment has one of.

Near-linear in the page: every list of posts that anchors mark is a candidate (:mod:`.candidates`);
all are ranked by their features, whatever stands around them; a classifier tells how likely the
best are comments, by how their features go together (:mod:`.model`). The one with the best odds of
both steps is the page's comments; where that is not likely to be any the page has none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from scrapy_treesim.comments.candidates import threads_of
from scrapy_treesim.comments.model import best_candidates, shipped

if TYPE_CHECKING:
    from scrapy_treesim.comments._candidates_cy import Threads
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.comments.model import Candidate
    from scrapy_treesim.page import Page


@dataclass(frozen=True, slots=True)
class Anchored:
    """The method's parameters."""

    min_confidence: float = 0.6
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


def find_thread(page: Page, parameters: Anchored) -> Found | None:
    """The page's comments, if it has any."""
    threads, candidates = page.once(ranked_threads)
    best = max(candidates, key=lambda one: one.preference, default=None)
    if best is None or best.confidence < parameters.min_confidence:
        return None
    posts = range(threads.first_post[best.thread], threads.first_post[best.thread + 1])
    spans = [(threads.low[post], threads.high[post]) for post in posts]
    return Found(threads.leaves, spans, best.confidence)
