"""The memory of one site: looks of pages, lists, bounds, and two of them made one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit
from zlib import crc32

from scrapy_treesim.memory.regions import SiteRegions, forget
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.records.over_pages.region_key import likeness
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MIN_LIKENESS: Final = 0.75
"""The likeness from which two pages may be of one template. Measured: of pairs of pages of 28 sites
nine in ten of one template are as alike, and one in forty of two."""
TRUST: Final = 1.0
"""Pages just alike that have half of their say. Chosen on dev pages."""
MAX_LOG_ODDS: Final = 8.0
"""Of a kind against the mean of all, either way: no page that is very sure counts for many."""


MAX_SKETCH: Final = 256
"""Hashes that are kept of a page, the least ones."""


class Look(NamedTuple):
    """The sketch of a page, and its kinds by itself."""

    sketch: frozenset[int]
    """Hashes of the tag and the pieces of names of its elements with text, one of each tag and
    first class."""
    log_odds: tuple[float, ...]
    """Those of its kinds, less their mean."""


def look_of_page(page: Page, alone: Iterable[float]) -> Look:
    """Sketch a page; ``alone`` are the log-odds of its kinds."""
    reading = page.once(reading_of)
    names, ends, tag = reading.names, reading.name_ends, reading.elements.tag
    alike = reading.elements.names
    found = set()
    for one in dict(zip(alike, range(len(ends)), strict=True)).values():
        pieces = names[ends[one - 1] if one else 0 : ends[one]]
        found.add(crc32(pieces.tobytes(), min(tag[one], len(tags.KNOWN))))
    return Look(frozenset(sorted(found)[:MAX_SKETCH]), centred(alone))


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


MAX_SITES: Final = 500
"""Sites remembered; the one not seen for longest is forgotten first."""
MAX_NAME: Final = 500
"""Characters of a site's name; one of a longer name is not remembered."""
MAX_LOOKS: Final = 60
"""Pages of a site of which it is remembered what they looked like and were."""
FILES: Final = "file://"
"""The start of names of sites that are folders; no host has such a name."""


@dataclass(slots=True)
class Site:
    """The lessons of the pages of one site."""

    looks: OrderedDict[int, Look] = field(default_factory=OrderedDict)
    """By hash of address and title, what a page looked like and was; the latest last."""
    regions: SiteRegions = field(default_factory=SiteRegions)
    """Its lists and their columns."""

    def see(self, address: int, look: Look) -> None:
        """Remember what a page looked like and was, as the latest."""
        self.looks[address] = look
        self.looks.move_to_end(address)
        forget(self.looks, MAX_LOOKS)

    def copy(self) -> Site:
        """A copy of it, to be compared with later."""
        found = Site()
        found.add(self)
        return found

    def since(self, before: Site) -> Site:
        """The part that was learned since; of its lists all, which are never counted."""
        looks = before.looks
        new = OrderedDict((key, one) for key, one in self.looks.items() if one != looks.get(key))
        return Site(new, self.regions)

    def add(self, other: Site) -> None:
        """Add what was learned of other pages, as the latest."""
        for address, look in other.looks.items():
            self.see(address, look)
        self.regions.add(other.regions)


def site_of(url: str) -> str | None:
    """The host; of files, their folder; nothing for a page that came without an address, and None
    for one of a site that is not remembered.

    >>> site_of("https://ada@Shop.example:8000/p/1"), site_of("file:///shop/page-2.html")
    ('shop.example:8000', 'file:///shop')
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    name = parts.netloc.rpartition("@")[2].lower()
    if parts.scheme == "file" and not name:
        name = f"{FILES}{parts.path.rpartition('/')[0]}"
    return name.encode("utf-8", "replace").decode() if len(name) <= MAX_NAME else None


def add_sites(sites: OrderedDict[str, Site], others: Mapping[str, Site]) -> None:
    """Add what was learned of other sites, as the latest."""
    for name, other in others.items():
        sites.setdefault(name, Site()).add(other)
        sites.move_to_end(name)
    forget(sites, MAX_SITES)
