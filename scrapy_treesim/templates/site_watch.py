"""Pages of a site that are of none of its templates: told of once they are most of its pages.

Page's cumulative sum again (see :mod:`.drift`), of one fact: is the page of any template. With
:data:`EXPECTED` a page that is weighs just as much as one that is not, so that the sum climbs as
long as more than half of the pages are not. No address has to look like another.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from scrapy_treesim.templates.drift import Decline

EXPECTED: Final = 2 / 3
"""The share of pages of a template that makes both facts weigh the same: most is more than half."""
FEWEST: Final = 3
"""Pages of no template of which a crawl tells at its end."""


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A site whose pages are mostly of no template."""

    site: str
    """Empty for pages of any site, or of none that is known."""
    unmatched: int
    """Pages of no template so far."""
    pages: int
    """Of so many."""

    @property
    def share(self) -> float:
        """The share of pages of no template, in [0, 1]."""
        return self.unmatched / self.pages


@dataclass(slots=True)
class _Site:
    decline: Decline = field(default_factory=lambda: Decline(EXPECTED))
    pages: int = 0
    unmatched: int = 0
    told: bool = False


class SiteWatch:
    """Follows the sites of a crawl that have templates; a few numbers each."""

    def __init__(self) -> None:
        self._sites: dict[str, _Site] = {}

    def add(self, site: str, matched: bool) -> Unmatched | None:
        """Note a page; its site, the first time that most of its pages are of no template."""
        one = self._sites.setdefault(site, _Site())
        one.pages += 1
        one.unmatched += not matched
        if not one.decline.add(matched) or one.told:
            return None
        one.told = True
        since = one.decline
        return Unmatched(site, since.pages - since.hits, since.pages)

    def finish(self) -> list[tuple[Unmatched, bool]]:
        """The sites of whose pages most were of no template, and which of them were told before."""
        return [
            (Unmatched(site, one.unmatched, one.pages), one.told)
            for site, one in self._sites.items()
            if one.told or (one.unmatched >= FEWEST and 2 * one.unmatched > one.pages)
        ]
