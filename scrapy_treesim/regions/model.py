"""The model: weights of features, and the candidates of a page scored by them.

Each step is linear in features with names, so that every answer can be taken apart: a first cut by
a candidate's own features; its members, which leaves out header rows and advertisements; the
ranking and the confidence, which also know how candidates lie in one another. The weights, in
``weights.json``, were fitted by ``training/records.py``.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.regions import _ranking_cy
from scrapy_treesim.regions._features_cy import Features
from scrapy_treesim.regions._members_cy import Members
from scrapy_treesim.regions._nesting_cy import Nesting
from scrapy_treesim.regions.candidates import candidates_of
from scrapy_treesim.regions.cells import are_cells
from scrapy_treesim.regions.features import (
    FEATURES,
    MEMBER_FEATURES,
    OWN_COUNT,
)
from scrapy_treesim.regions.turns import are_turns

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.regions._candidates_cy import Candidates

MAX_SCORED: Final = 20
"""Candidates that pass the first cut."""
NEAR_SCORE: Final = 0.5
"""Scores that differ by less are about the same."""
NEAR_CELLS: Final = 1.0
"""The same for cells of a grid, beside its rows."""
NEAR_TURNS: Final = 1.5
"""The same for records of several siblings in turn, beside these siblings."""
WIDTH: Final = len(FEATURES)
"""Numbers in a candidate's row."""
WEIGHED: Final = {
    "first_cut": FEATURES[:OWN_COUNT],
    "members": tuple(MEMBER_FEATURES),
    "ranking": (*FEATURES, "always"),
    "accepting": (
        *FEATURES, *(f"apart_{name}" for name in FEATURES), "score", "behind", "always",
    ),
    "confidence": (*FEATURES, "always"),
}  # fmt: skip
"""The names of what each step weighs, in order."""


@dataclass(frozen=True, slots=True)
class Weights:
    """One array of weights for each step, in the order of :data:`WEIGHED`."""

    first_cut: array[float]
    """Of a candidate's own features: whether it is scored."""
    members: array[float]
    """Of a record's features: whether it is one of its candidate's records."""
    ranking: array[float]
    """Of all features of a candidate, and a constant."""
    accepting: array[float]
    """Of all features of a further region, how far each lies from the best region's, its score,
    its distance in score, and a constant."""
    confidence: array[float]
    """Of all features of a candidate, and a constant: whether its records are data."""


class Scored(NamedTuple):
    """The candidates of a page that passed the first cut."""

    candidates: Candidates
    """All candidates of the page."""
    ids: array[int]
    """Those that passed, or were made of their members; of each the candidate without what is
    surely none of its records."""
    whole: array[int]
    """The same as they were weighed, with all their records."""
    rows: array[float]
    """A row of :data:`~.features.FEATURES` for each."""
    scores: array[float]
    """Their scores; only comparisons within a page mean anything."""
    confidence: array[float]
    """The probability that their records are data."""


@cache
def shipped() -> Weights:
    """The weights of this version."""
    text = files(__package__).joinpath("weights.json").read_text("utf-8")
    steps = json.loads(text)
    return Weights(**{step: _ordered(steps[step], names) for step, names in WEIGHED.items()})


def _ordered(named: Mapping[str, float], names: Sequence[str]) -> array[float]:
    return array("d", [named[name] for name in names])


def scored_of(page: Page) -> Scored:
    """Score the page's candidates by the weights that ship."""
    return score(page, shipped())


def score(page: Page, weights: Weights) -> Scored:
    """Score the page's candidates."""
    candidates = candidates_of(page)
    features = Features(candidates)
    known = candidates.count
    own = array("d", bytes(8 * OWN_COUNT * known))
    ids = array("i", bytes(4 * min(MAX_SCORED, known)))
    features.first_cut(weights.first_cut, own, ids)
    passed = len(ids)
    rows, mended = _membership_rows(candidates, ids, weights)
    _ranking_cy.take_over(own, OWN_COUNT, ids, rows)
    for place in range(passed, len(ids)):
        if ids[place] >= known:
            features.fill(ids[place], rows, place * WIDTH)
    Nesting(candidates, ids, rows).fill()
    scores, confidence = (array("d", bytes(8 * len(ids))) for _ in range(2))
    _ranking_cy.weigh(rows, weights.ranking, scores)
    _prefer_whole(candidates, ids, rows, scores)
    _ranking_cy.weigh_probability(rows, weights.confidence, confidence)
    return Scored(candidates, mended, ids, rows, scores, confidence)


def _membership_rows(
    candidates: Candidates, ids: array[int], weights: Weights
) -> tuple[array[float], array[int]]:
    """A row for each candidate with the features of :data:`~.features.MEMBERSHIP` filled in; the
    candidates that the likely members of one make are added to ``ids``.

    The second array has for each the candidate without what is surely none of its records.
    """
    members = Members(candidates, weights.members)
    passed = len(ids)
    rows = array("d", bytes(8 * WIDTH * 2 * passed))
    mended = array("i")
    made = array("i")
    for place in range(2 * passed):
        if place == passed:
            ids.extend(made)
        if place == len(ids):
            break
        mended.append(ids[place])
        if members.compare(ids[place]):
            members.sum_up(rows, place * WIDTH)
            if place < passed and members.add_likely():
                made.append(candidates.count - 1)
            if members.add_sure():
                mended[place] = candidates.count - 1
    return rows[: WIDTH * len(ids)], mended


def _prefer_whole(
    candidates: Candidates, ids: array[int], rows: array[float], scores: array[float]
) -> None:
    """Put a list first that is about as good as the best, where it has the records whole.

    These are records of several siblings that come in turn, and cells of a grid before its rows;
    and a list before the lists inside its records, which stay with it as regions of its records.
    """
    if not ids:
        return
    best = max(range(len(ids)), key=scores.__getitem__)
    own = rows[best * WIDTH : (best + 1) * WIDTH]

    def is_of_turns(place: int) -> bool:
        return are_turns(candidates, ids[best], ids[place], own, rows, place * WIDTH)

    def is_of_cells(place: int) -> bool:
        return are_cells(candidates, ids[place], ids[best], rows, place * WIDTH)

    def is_around(place: int) -> bool:
        several = _ranking_cy.lies_in(candidates, ids[best], ids[place])
        return 2 * several >= candidates.size(ids[place]) and not are_cells(
            candidates, ids[best], ids[place], own
        )

    for distance, is_whole in (
        (NEAR_TURNS, is_of_turns), (NEAR_CELLS, is_of_cells), (NEAR_SCORE, is_around),
    ):  # fmt: skip
        most, least = scores[best], scores[best] - distance
        near = [place for place, one in enumerate(scores) if least <= one < most]
        whole = max(filter(is_whole, near), key=scores.__getitem__, default=best)
        if whole != best:
            scores[whole] = scores[best]
            scores[best] -= 1e-6
            return
