"""The kinds that pages of one template turned out to be."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final, NamedTuple

from scrapy_treesim.memory._containers_cy import PARTS, ContainerKinds, likeness

MIN_LIKENESS: Final = 0.7
"""The likeness from which two pages may be of one template. Chosen on dev pages."""
TRUST: Final = 1.0
"""Pages just alike that have half of their say. Chosen on dev pages."""
MAX_LOG_ODDS: Final = 8.0
"""Of a kind against the mean of all, either way: no page that is very sure counts for many."""


class Look(NamedTuple):
    """The sketch of a page, and its kinds by itself."""

    sketch: array[int]
    """Of the hashes of its containers with all around them, the least of each of :data:`PARTS`
    parts; 0 where a part has none."""
    log_odds: tuple[float, ...]
    """Those of its kinds, less their mean."""


def page_look(containers: ContainerKinds, alone: Iterable[float]) -> Look:
    """Sketch a page of such containers and log-odds."""
    sketch = array("I", bytes(4 * PARTS))
    containers.sketch(sketch)
    return Look(sketch, centred(alone))


def lean(looks: OrderedDict[int, Look], own: Look, address: int) -> list[float]:
    """A page's log-odds of the kinds in the light of the site's other pages that look alike."""
    weight, sums = 0.0, [0.0] * len(own.log_odds)
    for other, look in looks.items():
        if other == address:
            continue
        share = (likeness(own.sketch, look.sketch) - MIN_LIKENESS) / (1 - MIN_LIKENESS)
        if share > 0:
            weight += share
            sums = [total + share * one for total, one in zip(sums, look.log_odds, strict=True)]
    return [one + total / (weight + TRUST) for one, total in zip(own.log_odds, sums, strict=True)]


def centred(log_odds: Iterable[float]) -> tuple[float, ...]:
    """Log-odds less their mean, bounded."""
    odds = [*log_odds]
    mean = sum(odds) / len(odds)
    return bounded(one - mean for one in odds)


def bounded(log_odds: Iterable[float]) -> tuple[float, ...]:
    """Log-odds within the bound."""
    return tuple(max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, one)) for one in log_odds)
