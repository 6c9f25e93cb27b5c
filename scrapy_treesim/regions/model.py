"""The model: weights of features, and the candidates of a page scored by them.

Both the score and the confidence are linear in features with names, so that every answer can be
taken apart. The weights, in ``weights.json``, were fitted by ``training/records.py``.
"""

from __future__ import annotations

import json
from array import array
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.network.forward import answers_of, elements_of
from scrapy_treesim.network.weights import LABELS, OF_ELEMENTS
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.regions._candidates_cy import Candidates
from scrapy_treesim.regions._features_cy import Features, weigh, weigh_probability
from scrapy_treesim.regions._likely_cy import LikelyRecords, add_likely
from scrapy_treesim.regions._siblings_cy import Siblings
from scrapy_treesim.regions.constants import WIDTH
from scrapy_treesim.regions.features import FEATURES

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_SCORED: Final = 20
"""Candidates that are looked at closer, the best ones by their scores."""
WEIGHED: Final = (*FEATURES, "always")
"""The names of what is weighed, in order."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Two arrays of weights, in the order of :data:`WEIGHED`."""

    ranking: array[float]
    """Weights by which a page's candidates are ranked."""
    confidence: array[float]
    """Weights by which a candidate's records are data."""


class Scored(NamedTuple):
    """The best candidates of a page."""

    candidates: Candidates
    """All candidates of the page."""
    ids: array[int]
    """The best ones, and what is left of these without unlikely records."""
    rows: array[float]
    """A row of :data:`~.features.FEATURES` for each."""
    scores: array[float]
    """Their scores; only comparisons within a page mean anything."""
    confidence: array[float]
    """The probability that their records are data."""


@cache
def shipped() -> Weights:
    """The weights of this version."""
    steps = json.loads(files(__package__).joinpath("weights.json").read_text("utf-8"))
    return Weights(
        **{step: array("d", [named[one] for one in WEIGHED]) for step, named in steps.items()}
    )


def scored_of(page: Page) -> Scored:
    """Score the page's candidates by the weights that ship."""
    return score(page, shipped())


def likely_records(page: Page) -> LikelyRecords:
    """Read the network's answers on records, node by node; O(nodes)."""
    found = LikelyRecords(page.analysis)
    answers, of_elements = page.once(answers_of), page.once(elements_of)
    if answers is not None and of_elements is not None:
        reading = page.once(reading_of)
        elements, block = reading.elements, reading.blocks.block
        found.read_elements(
            elements.node, elements.first, elements.stop, block,
            of_elements, len(OF_ELEMENTS), OF_ELEMENTS.index("record"),
        )  # fmt: skip
        found.read_blocks(block, answers.labels, len(LABELS), LABELS.index("record"))
    return found


def score(page: Page, weights: Weights) -> Scored:
    """Score the page's candidates."""
    candidates, likely = candidates_of(page), likely_records(page)
    features = Features(candidates, likely)
    known = candidates.count
    every = array("d", bytes(8 * WIDTH * known))
    best = array("i", bytes(4 * min(MAX_SCORED, known)))
    features.first_cut(weights.ranking, every, best)
    add_likely(candidates, likely, best)
    rows = array("d")
    for place in best:
        rows += every[place * WIDTH : (place + 1) * WIDTH]
    ids = best + array("i", range(known, candidates.count))
    rows.frombytes(bytes(8 * (WIDTH * len(ids) - len(rows))))
    for place in range(len(best), len(ids)):
        features.fill(ids[place], rows, place * WIDTH)
    scores, confidence = (array("d", bytes(8 * len(ids))) for _ in range(2))
    weigh(rows, weights.ranking, scores)
    weigh_probability(rows, weights.confidence, confidence)
    return Scored(candidates, ids, rows, scores, confidence)


_SPANS_A_NODE: Final = 6
_VISITS_A_NODE: Final = 60


def candidates_of(page: Page) -> Candidates:
    """All that repeats on a page; near-linear in its nodes, bounded in memory and time."""
    n = len(page.tree)
    found = Candidates(page.analysis, _SPANS_A_NODE * n + 1_000)
    siblings = Siblings(found, _VISITS_A_NODE * n + 10_000)
    siblings.add_siblings()
    found.add_paths()
    siblings.add_across()
    return found
