"""The model: weights of features, and the candidates of a page scored by them.

Both the score and the confidence are linear in features with names, so that every answer can be
explained: :mod:`.features` lists them, :mod:`.explain` puts them into words. The weights, in
``weights.json``, are by their names, and were fitted by ``training/records.py``.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.files.json_file import packaged
from scrapy_treesim.network.forward import answers_of, elements_of
from scrapy_treesim.network.weights import LABELS, OF_ELEMENTS
from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.records.regions._candidates_cy import Candidates, LikelyRecords, add_likely
from scrapy_treesim.records.regions._features_cy import Features, weigh, weigh_probability
from scrapy_treesim.records.regions._siblings_cy import Siblings
from scrapy_treesim.records.regions.constants import RUN
from scrapy_treesim.records.regions.features import FEATURES, WIDTH, RegionFeature
from scrapy_treesim.records.regions.heads import cut_at_heads
from scrapy_treesim.records.regions.lists_in_lists import are_groups

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_SCORED: Final = 20
"""Largest number of candidates examined further, the best ones by their scores."""
WEIGHED: Final = (*FEATURES, "always")
"""The names of the weights, in order."""


@dataclass(frozen=True, slots=True)
class RegionWeights:
    """Two arrays of weights, in the order of :data:`WEIGHED`."""

    ranking: array[float]
    """Weights for the ranking of a page's candidates."""
    confidence: array[float]
    """Weights for the log-odds of a candidate's records to be data."""


class Scored(NamedTuple):
    """The best candidates of a page."""

    candidates: Candidates
    """All candidates of the page."""
    ids: array[int]
    """The best candidates, and the same without unlikely records."""
    rows: array[float]
    """A row of :data:`FEATURES` for each of the best."""
    scores: array[float]
    """Scores of the best; only comparisons within a page mean anything."""
    confidence: array[float]
    """Probability of each of the best to have data as records."""


@cache
def shipped() -> RegionWeights:
    """Return the weights of this version."""
    steps = packaged(__package__, "weights.json")
    return RegionWeights(
        **{step: array("d", [table[name] for name in WEIGHED]) for step, table in steps.items()}
    )


def scored_of(page: Page) -> Scored:
    """Score the page's candidates by the shipped weights."""
    return score(page, shipped())


def likely_records(page: Page) -> LikelyRecords:
    """Read the network's answers on records, node by node; O(nodes)."""
    likely = LikelyRecords(page.once(analysis_of))
    answers, of_elements = page.once(answers_of), page.once(elements_of)
    if answers is not None and of_elements is not None:
        reading = page.once(reading_of)
        elements, block = reading.elements, reading.blocks.block
        likely.read_elements(
            elements.node, elements.first, elements.stop, block,
            of_elements, len(OF_ELEMENTS), OF_ELEMENTS.index("record"),
        )  # fmt: skip
        likely.read_blocks(block, answers.labels, len(LABELS), LABELS.index("record"))
    return likely


def score(page: Page, weights: RegionWeights) -> Scored:
    """Score the page's candidates."""
    candidates, likely = candidates_of(page), likely_records(page)
    features = Features(candidates, likely)
    count = candidates.count
    every = array("d", bytes(8 * WIDTH * count))
    best = array("i", bytes(4 * min(MAX_SCORED, count)))
    features.first_cut(weights.ranking, every, best)
    add_likely(candidates, likely, best)
    rows = array("d")
    for number in best:
        rows += every[number * WIDTH : (number + 1) * WIDTH]
    ids = best + array("i", range(count, candidates.count))
    rows.frombytes(bytes(8 * (WIDTH * len(ids) - len(rows))))
    for number in range(len(best), len(ids)):
        features.fill(ids[number], rows, number * WIDTH)
    scores, confidence = (array("d", bytes(8 * len(ids))) for _ in range(2))
    weigh(rows, weights.ranking, scores)
    weigh_probability(rows, weights.confidence, confidence)
    scored = Scored(candidates, ids, rows, scores, confidence)
    ranked = sorted(range(len(ids)), key=scores.__getitem__, reverse=True)[:MAX_CUT]
    done: set[int] = set()
    for index in ranked:
        if index == ranked[0] or confidence[index] >= MIN_PROBABILITY:
            _cut_at_heads(scored, index, features, weights, done)
    _raise_entries(scored)
    return scored


MIN_PROBABILITY: Final = 0.7
"""Smallest probability of regions beside the best."""
MAX_CUT: Final = 2
"""Largest number of candidates cut at the heads of their records, the best ones."""
NEAR: Final = 5.0
"""Largest difference of the scores of two cuts of the same siblings that counts as near."""


def _cut_at_heads(
    scored: Scored, index: int, features: Features, weights: RegionWeights,
    done: set[int],
) -> None:  # fmt: skip
    """Add a candidate cut at its heads, ranked as high as the candidate if its score is near."""
    candidates = scored.candidates
    analysis, number = candidates.analysis, candidates.count
    for nodes in cut_at_heads(analysis, candidates.nodes_of(scored.ids[index]), done) or ():
        for node in nodes:
            candidates.add_span(node, node + analysis.size[node])
        candidates.end_record()
    candidates.end_candidate(RUN, True)
    if candidates.count == number:
        return
    row, score = (array("d", bytes(8 * width)) for width in (WIDTH, 1))
    features.fill(number, row, 0)
    weigh(row, weights.ranking, score)
    if score[0] < scored.scores[index] - NEAR:
        candidates.drop()
        return
    scored.ids.append(number)
    scored.rows.extend(row)
    scored.scores.append(max(score[0], scored.scores[index] + 1e-9))
    scored.confidence.append(scored.confidence[index])


MIN_LINKED: Final = 0.8
"""Smallest share of the entries of groups with a link."""
MIN_DISTINCT: Final = 0.9
"""Smallest share of the entries of groups with a text of their own."""


def _raise_entries(scored: Scored) -> None:
    """Rank the entries above the best candidate, if that is a list of groups of them.

    A list inside of records that are more than groups stays with these, as their list.
    """
    candidates, rows = scored.candidates, scored.rows
    order = sorted(range(len(scored.ids)), key=scored.scores.__getitem__, reverse=True)
    groups = order[0] if order else -1
    for entries in order[1:]:
        row = entries * WIDTH
        are_likely = (
            rows[row + RegionFeature.WITH_LINK] >= MIN_LINKED
            and rows[row + RegionFeature.DISTINCT] >= MIN_DISTINCT
        )
        if are_likely and are_groups(candidates, scored.ids[groups], scored.ids[entries]):
            scored.scores[entries] = scored.scores[groups] + 1e-9
            scored.confidence[entries] = max(scored.confidence[entries], scored.confidence[groups])
            return


_SPANS_PER_NODE: Final = 6
_VISITS_PER_NODE: Final = 60


def candidates_of(page: Page) -> Candidates:
    """Return the repeated parts of a page; near-linear in its nodes, bounded memory and time."""
    n = len(page.tree)
    candidates = Candidates(page.once(analysis_of), _SPANS_PER_NODE * n + 1_000)
    siblings = Siblings(candidates, _VISITS_PER_NODE * n + 10_000)
    siblings.add_siblings()
    candidates.add_paths()
    siblings.add_across()
    return candidates
