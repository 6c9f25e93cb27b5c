"""Comments by their anchors: short texts that every comment has one of.

Three steps, near-linear in the page: every list of posts that anchors mark is a candidate (see
:mod:`._threads_cy`); all are ranked by their evidence, whatever stands around them; the best are
judged once more, by how their numbers go together, and the one with the best odds of both steps is
the page's comments. Where that is not likely to be any the page has none.
"""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.analysis.analyse import analyse
from scrapy_treesim.comments import _judgement_cy
from scrapy_treesim.comments._evidence_cy import Evidence
from scrapy_treesim.comments._threads_cy import Threads
from scrapy_treesim.comments.evidence import FEATURES
from scrapy_treesim.comments.leaves import leaves_of
from scrapy_treesim.comments.weights import PAIRED_PLACES, Weights, shipped
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.page import Page

LOOKED_AT: Final = 3
"""The best threads of the ranking, which are judged closely."""
NOSCRIPT_SHARE: Final = 0.4
"""Share of a page's text in ``<noscript>`` from which that is what the page has to say."""
_NOSCRIPT: Final = tags.NUMBER["noscript"]
_POSTS_A_NODE: Final = 12
_VISITS_A_NODE: Final = 400
_WIDTH: Final = len(FEATURES)


@dataclass(frozen=True, slots=True)
class Anchored:
    """The method's parameters."""

    min_confidence: float = 0.6
    """Comments less sure than this are left out, in [0, 1]."""


class Judged(NamedTuple):
    """One of the best threads of a page."""

    confidence: float
    """How likely its posts are comments, in [0, 1]."""
    score: float
    """Its score in the ranking; only comparisons within a page mean anything."""
    thread: int

    @property
    def preference(self) -> float:
        """What the thread to be read is chosen by: the odds of both steps together."""
        return math.log(self.confidence / (1 - self.confidence)) + self.score


class Found(NamedTuple):
    """A thread that is likely the page's comments."""

    leaves: Leaves
    spans: list[tuple[int, int]]
    """The first node of each post and the one after its last; replies may lie in others."""
    confidence: float


def threads_of(page: Page) -> Threads:
    """All that could be the page's comments; near-linear in its nodes, bounded in memory."""
    n = len(page.tree)
    leaves = leaves_of(page.tree, _analysis(page))
    threads = Threads(leaves, _POSTS_A_NODE * n + 1_000, _VISITS_A_NODE * n + 10_000)
    threads.add_anchored()
    threads.add_alike()
    threads.add_singles()
    return threads


def find_thread(page: Page, parameters: Anchored) -> Found | None:
    """The page's comments, if it has any."""
    threads = threads_of(page)
    judged = judge(threads, shipped())
    if not judged:
        return None
    confidence, _, thread = max(judged, key=lambda one: one.preference)
    if confidence < parameters.min_confidence:
        return None
    posts = range(threads.first_post[thread], threads.first_post[thread + 1])
    spans = [(threads.low[post], threads.high[post]) for post in posts]
    return Found(threads.leaves, spans, confidence)


def judge(threads: Threads, weights: Weights) -> list[Judged]:
    """How likely comments the best threads of the ranking are, the best first."""
    evidence = Evidence(threads)
    scores = array("d", bytes(8 * threads.count))
    total = _judgement_cy.score_all(evidence, weights.ranking, _WIDTH, scores)
    best = sorted(range(threads.count), key=scores.__getitem__, reverse=True)[:LOOKED_AT]
    judged = []
    for thread in best:
        numbers = numbers_of(evidence, thread, scores[thread], total)
        confidence = _judgement_cy.likelihood(
            numbers, weights.alone, PAIRED_PLACES, weights.together
        )
        judged.append(Judged(confidence, scores[thread], thread))
    return judged


def numbers_of(evidence: Evidence, thread: int, score: float, total: float) -> array[float]:
    """What the verdict on a thread rests on, in the order of ``evidence.NUMBERS``."""
    evidence.weigh(thread)
    first_post = evidence.threads.first_post
    one = float(first_post[thread + 1] - first_post[thread] == 1)
    numbers = array("d", evidence.row[:_WIDTH])
    numbers.extend((one, score, total, min(score, 0.0), min(total, 0.0), max(total, 2.0)))
    return numbers


def _analysis(page: Page) -> Analysis:
    """The page's analysis, that of a browser without scripts where the page is made for one."""
    tree = page.tree
    held = sum(tree.text_chars(node) for node, tag in enumerate(tree.tag) if tag == _NOSCRIPT)
    if held > NOSCRIPT_SHARE * tree.chars[-1]:
        return analyse(tree, noscript=True)
    return page.analysis
