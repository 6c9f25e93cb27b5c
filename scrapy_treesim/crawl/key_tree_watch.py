"""Statistics of a crawl's key trees, and a warning where one no longer holds."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.records.by_example.sighting import MUCH_DRIFT

if TYPE_CHECKING:
    from scrapy.statscollectors import StatsCollector

    from scrapy_treesim.crawl.reader import KeyTreeSeen

logger = logging.getLogger(__name__)

ENOUGH_PAGES: Final = 3
"""Pages with records from which on drift is told of during the crawl."""


@dataclass(slots=True)
class Watched:
    """One key tree's pages so far."""

    pages: int = 0
    found: int = 0
    """Pages with records."""
    records: int = 0
    similarity: float = 0.0
    """Sum of the means of pages with records."""
    drift: float = 0.0
    warned: bool = False


class KeyTreeWatch:
    """Keeps the stats of ``treesim/key_tree/`` and warns once of each key tree."""

    def __init__(self, stats: StatsCollector) -> None:
        self._stats = stats
        self._watched: dict[str, Watched] = {}

    def add(self, one: KeyTreeSeen) -> None:
        """Note what a key tree found on one page."""
        watched = self._watched.setdefault(one.name, Watched())
        watched.pages += 1
        if one.records:
            watched.found += 1
            watched.records += one.records
            watched.similarity += one.similarity
            watched.drift += one.drift
        told: dict[str, float] = {"pages": watched.pages}
        if watched.found:
            told |= {
                "pages_with_records": watched.found,
                "records": watched.records,
                "similarity": round(watched.similarity / watched.found, 4),
                "drift": round(watched.drift / watched.found, 4),
            }
        for stat, value in told.items():
            self._stats.set_value(f"treesim/key_tree/{one.name}/{stat}", value)
        if one.records and watched.found >= ENOUGH_PAGES:
            self._warn_of_drift(one.name, watched)

    def finish(self) -> None:
        """At the end of the crawl, warn of what was on too few pages to be told before."""
        for name, watched in self._watched.items():
            if watched.found:
                self._warn_of_drift(name, watched)
            elif watched.pages:
                logger.warning(
                    "the key tree %s no longer holds: no record on any of %d pages; "
                    "make it anew with scrapy treesim keytree",
                    name,
                    watched.pages,
                )

    def _warn_of_drift(self, name: str, watched: Watched) -> None:
        drift = watched.drift / watched.found
        if drift < MUCH_DRIFT or watched.warned:
            return
        watched.warned = True
        logger.warning(
            "the key tree %s no longer holds: its records, found by their texts and images, lie "
            "%.2f from its examples on %d pages; add an example with scrapy treesim keytree",
            name,
            drift,
            watched.found,
        )
