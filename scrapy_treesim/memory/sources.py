"""The sources that gave the right values of fields.

The pages of a shop say their prices in the same place: where several of them have it, it is likely
there on the next one too.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from math import exp, log
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.detail.candidate import NONE
from scrapy_treesim.detail.source_names import SourceNames
from scrapy_treesim.memory.site import Votes, key_of

if TYPE_CHECKING:
    from scrapy_treesim.detail.candidate import Candidate
    from scrapy_treesim.detail.marks import Marks
    from scrapy_treesim.memory.site import Site

MIN_PAGES: Final = 3
"""Other pages with a source from which on it has a say. Set by hand."""
TRUST: Final = 2.0
"""Pages with a source that have half of their say. Set by hand."""
MOST_SAY: Final = 2.0
"""The most that a value's log-odds are changed. Set by hand."""
MIN_LIKELY: Final = 0.002
"""Probability of a value from which on its source is looked at: a less likely one would not be
chosen whatever its source. Set by hand."""
MIN_RIVAL: Final = 0.2
"""Probability of a price that is shown from which on it contradicts one that is declared only. Set
by hand."""
ALWAYS_SHOWN: Final = frozenset(("price",))
"""Fields that a page shows where it has them: what is declared and not shown is likely stale."""

Adjust: TypeAlias = Callable[[str, "Sequence[Candidate]", "array[float]"], "array[float]"]
"""From a field, its candidates and their probabilities to better probabilities."""


def adjusting(of: Site, marks: Marks) -> Adjust:
    """Tell how the other pages of a page's site change its probabilities; it joins them."""
    names = SourceNames(marks)

    def adjust(field: str, candidates: Sequence[Candidate], alone: array[float]) -> array[float]:
        wanted = [
            number
            for number, one in enumerate(candidates)
            if alone[number] >= MIN_LIKELY and one.value != NONE
        ]
        if not wanted:
            return alone
        known = of.sources_of(field)
        sources = [[key_of(name) for name in each] for each in names.of(candidates, wanted)]
        added = [_log_odds(known, one) for one in sources]
        credit = _credits(field, candidates, alone)
        _remember(known, sources, [credit[candidates[number].value] for number in wanted])
        return _with_log_odds(alone, wanted, added) if any(added) else alone

    return adjust


def _log_odds(known: Votes, sources: Sequence[int]) -> float:
    """The mean of what each source is worth, of those that are known well enough."""
    found = []
    for one in sources:
        pages, right = known.get(one, (0, 0.0))
        if pages >= MIN_PAGES:
            # A file may say anything.
            right = max(0.0, min(pages, right))
            odds = log((right + 0.5) / (pages - right + 0.5))
            found.append(odds * pages / (pages + TRUST))
    return max(-MOST_SAY, min(MOST_SAY, sum(found) / len(found))) if found else 0.0


def _credits(field: str, candidates: Sequence[Candidate], alone: array[float]) -> dict[str, float]:
    """The probability of each value that a page has, as other pages are to be told."""
    found: dict[str, float] = {}
    for one, likely in zip(candidates, alone, strict=True):
        if one.value != NONE:
            found[one.value] = found.get(one.value, 0.0) + likely
    if field in ALWAYS_SHOWN:
        shown = {one.value for one in candidates if one.source == "shown"}
        rival = max(shown, key=lambda value: found[value], default=None)
        if rival is not None and found[rival] >= MIN_RIVAL:
            for value in found.keys() - shown:
                found[rival] += found[value]
                found[value] = 0.0
    return found


def _remember(known: Votes, sources: Sequence[Sequence[int]], credit: Sequence[float]) -> None:
    best: dict[int, float] = {}
    for each, right in zip(sources, credit, strict=True):
        for one in each:
            best[one] = max(right, best.get(one, 0.0))
    said = array("d", [min(1.0, right) for right in best.values()])
    known.see(array("Q", best), said, len(best))


def _with_log_odds(
    alone: array[float], places: Sequence[int], added: Sequence[float]
) -> array[float]:
    """The probabilities, those at some places with log-odds added; they add up to 1 again."""
    found = alone[:]
    for place, more in zip(places, added, strict=True):
        found[place] *= exp(more)
    total = sum(found)
    return array("d", [one / total for one in found])
