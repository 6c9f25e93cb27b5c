"""The model: weights of features, and the candidates of a page scored by them.

Both the score and the confidence are linear in features with names, so that every answer can be
explained. A row of numbers has the features in the order of :data:`TABLE`, numbered for kernels
by :mod:`.constants`; :mod:`.explain` puts them into words. The weights, in ``weights.json``, are by
these names, and were fitted by ``training/records.py``.
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
from scrapy_treesim.records.regions._candidates_cy import Candidates
from scrapy_treesim.records.regions._features_cy import Features, weigh, weigh_probability
from scrapy_treesim.records.regions._likely_cy import LikelyRecords, add_likely
from scrapy_treesim.records.regions._siblings_cy import Siblings
from scrapy_treesim.records.regions.constants import DISTINCT, RUN, WIDTH, WITH_LINK
from scrapy_treesim.records.regions.heads import cut_at_heads
from scrapy_treesim.records.regions.lists_in_lists import are_groups

if TYPE_CHECKING:
    from scrapy_treesim.page import Page


@dataclass(frozen=True, slots=True)
class Feature:
    """One number of every candidate."""

    name: str
    topic: str
    """Subject of the feature, see :data:`~.explain.PHRASES`."""
    mean: float
    """The usual value: over the scored candidates, each page counted once, on 300 pages of
    ``python -m training.record_pages --pages 300 --seed 2``. A feature speaks for a region as far
    as it is from this, for the region was chosen among such candidates."""
    about: str


TABLE: Final = (
    Feature("log_count", "likeness", 2.25, "number of records, log"),
    Feature("alike", "likeness", 0.86, "similarity of neighbouring records (Dice, of tag paths)"),
    Feature("least_alike", "likeness", 0.8, "the least of these"),
    Feature("log_share", "size", -2.2, "share of the page's characters, log"),
    Feature("region_share", "size", 0.31, "share of the page's characters from first to last"),
    Feature("coverage", "coverage", 0.85, "share of the characters between first and last record"),
    Feature("with_link", "marks", 0.8, "share of records with a link"),
    Feature("with_image", "marks", 0.17, "share of records with an image"),
    Feature("with_heading", "marks", 0.19, "share of records with a heading"),
    Feature("with_price", "marks", 0.02, "share of records with a price"),
    Feature("with_date", "marks", 0.2, "share of records with a date"),
    Feature("distinct", "novelty", 0.98, "distinct records over records, by their texts"),
    Feature("distinct_firsts", "novelty", 0.93, "the same by their first texts"),
    Feature("commonest_first", "novelty", 0.23, "share of records with the commonest first text"),
    Feature("chars_variation", "evenness", 0.4, "characters: deviation over mean"),
    Feature("chars_outlier", "evenness", 0.96, "characters: the longest record over the mean, log"),
    Feature("log_elements", "evenness", 2.17, "elements of a record, log"),
    Feature("elements_variation", "evenness", 0.17, "elements: deviation over mean"),
    Feature("apart", "form", 0.01, "whether parts of a record lie apart"),
    Feature("several_parents", "form", 0.38, "whether records have different parents"),
    Feature("log_tops", "form", 0.8, "siblings that a record is made of, log"),
    Feature("from_run", "form", 0.18, "whether records are runs of siblings"),
    Feature("from_band", "form", 0.0, "whether records are columns of a few rows each"),
    Feature("from_column", "form", 0.01, "whether records are columns of a table"),
    Feature("from_path", "form", 0.31, "whether records are all nodes of one path"),
    Feature("likely", "network", 0.38, "probability of a record, on the mean"),
    Feature("least_likely", "network", 0.3, "the least of these"),
    Feature("odds_gap", "network", 0.48, "log-odds of records: the widest gap between unlike ones"),
    Feature("first_likely", "network", 0.37, "the first of these"),
    Feature("last_likely", "network", 0.37, "the last of these"),
    Feature("unlikely", "network", 0.44, "share of records below a probability of .15"),
    Feature("of_likeliest", "network", 0.4, "mean probability over that of the likeliest node"),
    Feature("expected", "others", 0.23, "F1 to be expected of it as all records of the page"),
    Feature("recall", "others", 0.33, "share of the characters expected in records that it has"),
    Feature("precision", "network", 0.6, "share of its characters to be expected in records"),
    Feature("expected_outside", "others", 0.25, "F1 to be expected if what begins inside is part"),
    Feature("likely_between", "others", 0.2, "records expected between its own, for each"),
    Feature("likely_beside", "others", 0.1, "records expected beside its own, for each"),
)
"""All features of a candidate, in the order of a row. Those of the network count probabilities
that elements are records, and that blocks are part of one."""
FEATURES: Final = tuple(feature.name for feature in TABLE)
"""The names of the features, in order."""


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
        are_likely = rows[row + WITH_LINK] >= MIN_LINKED and rows[row + DISTINCT] >= MIN_DISTINCT
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
