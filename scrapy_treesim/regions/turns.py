"""Records of several siblings in turn: a row of the title, a row of who wrote it, and so on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final

from scrapy_treesim.regions.features import place_of

if TYPE_CHECKING:
    from scrapy_treesim.regions._candidates_cy import Candidates

MORE_ALIKE: Final = 0.1
"""How much more alike records are than the siblings they are made of, if these come in turn."""
ALIKE: Final = 0.95
"""How alike such records are at least."""
MIN_RECORDS: Final = 4
"""Records from which it is no chance that their siblings differ in the number of their texts."""
_ALIKE: Final = place_of("alike")


def are_turns(
    candidates: Candidates,
    inner: int,
    outer: int,
    features: Sequence[float],
    features_of_outer: Sequence[float],
    at: int = 0,
) -> bool:
    """Tell whether records are each as many of others, which come in turn.

    So they are more alike than the siblings that they are made of; or no sibling of one turn has as
    many texts as one of another. ``features``: the inner candidate's; the outer one's begin ``at``
    some place.
    """
    alike = features_of_outer[at + _ALIKE]
    if alike < ALIKE:
        return False
    turns, rest = divmod(candidates.size(inner), candidates.size(outer))
    if turns < 2 or rest:
        return False
    spans, around = candidates.text_spans_of(inner), candidates.text_spans_of(outer)
    firsts, lasts = spans[::turns], spans[turns - 1 :: turns]
    if around != [(start, stop) for (start, _), (_, stop) in zip(firsts, lasts, strict=True)]:
        return False
    return alike >= features[_ALIKE] + MORE_ALIKE or (
        len(around) >= MIN_RECORDS and _differ(spans, turns)
    )


def _differ(spans: Sequence[tuple[int, int]], turns: int) -> bool:
    """Tell whether siblings of different turns always have different numbers of texts."""
    counts = [{stop - start for start, stop in spans[turn::turns]} for turn in range(turns)]
    return all(one.isdisjoint(other) for one, other in combinations(counts, 2))
