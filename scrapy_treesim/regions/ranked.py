"""Regions by the evidence: all that repeats on a page is a candidate, and the best are kept.

Five steps, each linear in numbers with names: a first cut by each candidate's own numbers; its
members, which leaves out header rows and advertisements; the ranking, which also knows how
candidates lie in one another; further regions beside the best; the lists inside records.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.records.record import Record, Region, read_record
from scrapy_treesim.regions import _choice_cy, _evidence_cy
from scrapy_treesim.regions._candidates_cy import Candidates
from scrapy_treesim.regions._evidence_cy import Evidence
from scrapy_treesim.regions._members_cy import Members
from scrapy_treesim.regions.evidence import FEATURES, OWN
from scrapy_treesim.regions.members import DOUBTS
from scrapy_treesim.regions.weights import Weights, shipped

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

LOOKED_AT: Final = 20
"""Candidates that pass the first cut."""
ACCEPTED: Final = 0.5
"""Regions beside the best are kept from this likelihood on, and lists inside some records."""
INNER: Final = 0.25
"""Lists inside most records are kept from this likelihood on."""
NEAR: Final = 0.5
"""Scores that differ by less are about the same."""
_SPANS_A_NODE: Final = 6
_VISITS_A_NODE: Final = 60
_WIDTH: Final = len(FEATURES)
_DOUBTS: Final = len(DOUBTS)


@dataclass(frozen=True, slots=True)
class Ranked:
    """The method's parameters."""

    max_regions: int = 20
    """Regions to return."""
    min_records: int = 2
    """Records that a region holds at least."""
    min_confidence: float = 0.1
    """Regions less sure than this are left out, in [0, 1]."""


class Judged(NamedTuple):
    """The candidates of a page that were looked at closely, and their numbers."""

    candidates: Candidates
    ids: array[int]
    """The candidates looked at."""
    rows: array[float]
    """A row of :data:`~.evidence.FEATURES` for each."""
    scores: array[float]
    """Their scores; only comparisons within a page mean anything."""
    confidence: array[float]
    """How likely their records are data, in [0, 1]."""


def regions(page: Page, parameters: Ranked) -> list[Region]:
    """The page's regions, best first; none overlaps another."""
    weights = shipped()
    judged = judge(page, weights)
    picked = _pick(judged, weights, parameters)
    return [_region(page, judged, place) for place in picked]


def candidates_of(page: Page) -> Candidates:
    """All that repeats on a page; near-linear in its nodes, bounded in memory and time."""
    n = len(page.tree)
    found = Candidates(page.analysis, _SPANS_A_NODE * n + 1_000, _VISITS_A_NODE * n + 10_000)
    found.add_siblings()
    found.add_paths()
    found.add_runs_across()
    return found


def judge(page: Page, weights: Weights) -> Judged:
    """The candidates that pass the first cut, and what their members make of them, scored."""
    candidates = candidates_of(page)
    evidence = Evidence(candidates)
    ids = _first_cut(candidates, evidence, weights)
    doubts = _doubts(candidates, ids, weights)
    rows = array("d", bytes(8 * _WIDTH * len(ids)))
    for place, candidate in enumerate(ids):
        at = place * _WIDTH
        evidence.weigh(candidate, rows, at)
        rows[at + _WIDTH - _DOUBTS : at + _WIDTH] = doubts[place * _DOUBTS : (place + 1) * _DOUBTS]
    _evidence_cy.nest(candidates, ids, rows, _WIDTH, len(OWN))
    scores, confidence = (array("d", bytes(8 * len(ids))) for _ in range(2))
    _choice_cy.linear(rows, _WIDTH, weights.ranking, scores)
    _prefer_outer(candidates, ids, scores)
    _choice_cy.linear(rows, _WIDTH, weights.confidence, confidence)
    return Judged(candidates, ids, rows, scores, array("d", map(_choice_cy.likelihood, confidence)))


def _prefer_outer(candidates: Candidates, ids: array[int], scores: array[float]) -> None:
    """Where a list and the lists inside its records are about as good, the outer one is best: the
    inner ones stay with it, as regions of its records."""
    if not ids:
        return
    first_record = candidates.first_record
    best = max(range(len(ids)), key=scores.__getitem__)

    def is_about_as_good(place: int) -> bool:
        outer = ids[place]
        several = _choice_cy.lies_in(candidates, ids[best], outer)
        return 2 * several >= first_record[outer + 1] - first_record[outer]

    near = [i for i in range(len(ids)) if scores[best] - NEAR <= scores[i] < scores[best]]
    outer = max(filter(is_about_as_good, near), key=scores.__getitem__, default=best)
    scores[outer] = scores[best]
    if outer != best:
        scores[best] -= 1e-6


def _first_cut(candidates: Candidates, evidence: Evidence, weights: Weights) -> array[int]:
    scores = array("d", bytes(8 * candidates.count))
    evidence.first_cut(weights.first_cut, scores)
    ids = array("i", bytes(4 * min(LOOKED_AT, candidates.count)))
    _choice_cy.best_of(scores, candidates.count, LOOKED_AT, ids)
    return ids


def _doubts(candidates: Candidates, ids: array[int], weights: Weights) -> array[float]:
    """A row of :data:`~.members.DOUBTS` for each candidate; those that the members of one make are
    added to ``ids``."""
    members = Members(candidates, weights.members)
    known = candidates.count
    doubts = array("d", bytes(8 * _DOUBTS * 2 * len(ids)))
    for place, candidate in enumerate(ids):
        if members.compare(candidate):
            members.doubts(doubts, place * _DOUBTS)
            members.add_likely()
    ids.extend(range(known, candidates.count))
    for place in range(len(ids) - candidates.count + known, len(ids)):
        if members.compare(ids[place]):
            members.doubts(doubts, place * _DOUBTS)
    return doubts


def _pick(judged: Judged, weights: Weights, parameters: Ranked) -> Sequence[int]:
    """The places of the regions among the candidates looked at, best first."""
    picked = array("i", bytes(4 * len(judged.ids)))
    found = _choice_cy.choose(
        judged.candidates, judged.ids, judged.rows, _WIDTH, judged.scores, weights.accepting,
        ACCEPTED, len(picked), picked,
    )  # fmt: skip
    first_record = judged.candidates.first_record

    def is_wanted(place: int) -> bool:
        candidate = judged.ids[place]
        return (
            first_record[candidate + 1] - first_record[candidate] >= parameters.min_records
            and judged.confidence[place] >= parameters.min_confidence
        )

    return [place for place in picked[:found] if is_wanted(place)][: parameters.max_regions]


def _region(page: Page, judged: Judged, place: int) -> Region:
    confidence = judged.confidence[place]
    candidates, candidate = judged.candidates, judged.ids[place]
    records_nodes = _spans(page.tree, candidates, candidate)
    inner = [
        sorted(_spans(page.tree, candidates, judged.ids[other]))
        for other in _inner_lists(judged, candidate)
        if not _is_interleaved(page.tree, records_nodes)
    ]
    records = tuple(
        Record(confidence, nodes, page, tuple(_lists_inside(page, nodes, inner)))
        for nodes in records_nodes
    )
    return Region(records, confidence, _holder(page.tree, records), page)


def _spans(tree: PageTree, candidates: Candidates, candidate: int) -> list[tuple[int, ...]]:
    """The outermost nodes of each record of a candidate."""
    low, high, first_span = candidates.low, candidates.high, candidates.first_span
    first_record, size = candidates.first_record, tree.size
    records: list[tuple[int, ...]] = []
    for record in range(first_record[candidate], first_record[candidate + 1]):
        nodes: list[int] = []
        for span in range(first_span[record], first_span[record + 1]):
            node = low[span]
            while node < high[span]:
                nodes.append(node)
                node += size[node]
        records.append(tuple(nodes))
    return records


def _is_interleaved(tree: PageTree, records: Sequence[tuple[int, ...]]) -> bool:
    """Whether records lie apart, cells of rows, so that one starts before the last one ends."""
    return any(one[-1] + tree.size[one[-1]] > other[0] for one, other in pairwise(records))


def _inner_lists(judged: Judged, outer: int) -> list[int]:
    """Places of likely candidates whose records lie in those of ``outer``, several in one; those
    that lie in most records first. What repeats in most records need not look like data alone."""
    first_record = judged.candidates.first_record
    records = first_record[outer + 1] - first_record[outer]
    found: list[tuple[int, int]] = []
    for place, candidate in enumerate(judged.ids):
        several = _choice_cy.lies_in(judged.candidates, candidate, outer)
        least = INNER if 2 * several >= records else ACCEPTED
        if several and judged.confidence[place] >= least:
            found.append((-several, place))
    return [place for _, place in sorted(found)]


def _lists_inside(
    page: Page, nodes: Sequence[int], inner: Sequence[Sequence[tuple[int, ...]]]
) -> list[Region]:
    """The regions of inner lists, each in the order of the page, that lie in a record of these
    nodes; one a place."""
    size = page.tree.size
    start, stop = (nodes[0],), (nodes[-1] + size[nodes[-1]],)
    found: list[Region] = []
    taken: set[int] = set()
    for records in inner:
        inside = records[bisect_left(records, start) : bisect_left(records, stop)]
        held = {at for one in inside for node in one for at in range(node, node + size[node])}
        if inside and taken.isdisjoint(held):
            taken |= held
            read = tuple(read_record(page, one, 1.0) for one in inside)
            found.append(Region(read, 1.0, _holder(page.tree, read), page))
    return found


def _holder(tree: PageTree, records: Sequence[Record]) -> int:
    """The smallest element that holds all records."""
    last = records[-1].nodes[-1]
    node = tree.parent[min(record.nodes[0] for record in records)]
    while node > 0 and node + tree.size[node] <= last:
        node = tree.parent[node]
    return max(node, 0)
