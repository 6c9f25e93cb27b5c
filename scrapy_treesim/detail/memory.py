"""The sources that gave the right values of fields, site by site."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Callable, Sequence
from math import exp, log
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import urlsplit

from scrapy_treesim.detail.candidate import NONE
from scrapy_treesim.detail.source_names import SourceNames

if TYPE_CHECKING:
    from scrapy_treesim.detail.candidate import Candidate
    from scrapy_treesim.detail.marks import Marks

MAX_SITES: Final = 500
"""Hosts that are remembered, those asked for last."""
MAX_SOURCES: Final = 40
"""Sources of a field on one host, those seen last."""
MAX_HOST_CHARS: Final = 255
"""Of a host."""
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
_Sources: TypeAlias = "OrderedDict[str, tuple[float, float]]"
"""By the name of a source, the pages that have it and on how many of them it was right."""


class DetailMemory:
    """The sources of fields on the pages that were seen, by host; bounded.

    The pages of a shop say their prices in the same place: where several of them have it, it is
    likely there on the next one too. Not for use by several threads at a time.
    """

    def __init__(self) -> None:
        self._sites: OrderedDict[str, dict[str, _Sources]] = OrderedDict()

    def __len__(self) -> int:
        """Hosts remembered."""
        return len(self._sites)

    def adjusting(self, marks: Marks) -> Adjust | None:
        """Tell how the other pages of a page's site change its probabilities; it joins them.

        None where the page's host is not known.
        """
        host = _host_of(marks.page.url)
        if not host:
            return None
        fields = self._sites.setdefault(host, {})
        self._sites.move_to_end(host)
        if len(self._sites) > MAX_SITES:
            self._sites.popitem(last=False)
        names = SourceNames(marks)

        def adjust(
            field: str, candidates: Sequence[Candidate], alone: array[float]
        ) -> array[float]:
            wanted = [
                number
                for number, one in enumerate(candidates)
                if alone[number] >= MIN_LIKELY and one.value != NONE
            ]
            if not wanted:
                return alone
            known: _Sources = fields.setdefault(field, OrderedDict())
            sources = names.of(candidates, wanted)
            added = [_log_odds(known, one) for one in sources]
            credit = _credits(field, candidates, alone)
            _remember(known, sources, [credit[candidates[number].value] for number in wanted])
            return _with_log_odds(alone, wanted, added) if any(added) else alone

        return adjust


def _log_odds(known: _Sources, names: Sequence[str]) -> float:
    """The mean of what each source is worth, of those that are known well enough."""
    found = []
    for name in names:
        pages, right = known.get(name, (0.0, 0.0))
        if pages >= MIN_PAGES:
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


def _remember(known: _Sources, sources: Sequence[tuple[str, ...]], credit: Sequence[float]) -> None:
    best: dict[str, float] = {}
    for names, right in zip(sources, credit, strict=True):
        for name in names:
            best[name] = max(right, best.get(name, 0.0))
    for name, right in best.items():
        pages, total = known.get(name, (0.0, 0.0))
        known[name] = pages + 1, total + min(1.0, right)
        known.move_to_end(name)
    while len(known) > MAX_SOURCES:
        known.popitem(last=False)


def _with_log_odds(
    alone: array[float], places: Sequence[int], added: Sequence[float]
) -> array[float]:
    """The probabilities, those at some places with log-odds added; they add up to 1 again."""
    found = alone[:]
    for place, more in zip(places, added, strict=True):
        found[place] *= exp(more)
    total = sum(found)
    return array("d", [one / total for one in found])


def _host_of(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "")[:MAX_HOST_CHARS]
    except ValueError:
        return ""
