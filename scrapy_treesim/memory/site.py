"""The memory of one site, its bounds, and two of them made one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from scrapy_treesim.memory.page_kinds import Look
from scrapy_treesim.memory.regions import SiteRegions, forget
from scrapy_treesim.memory.votes import Votes

MAX_SITES: Final = 500
"""Sites remembered; the one not seen for longest is forgotten first."""
MAX_NAME: Final = 500
"""Characters of a site's name; one of a longer name is not remembered."""
MAX_KINDS: Final = 200
"""Kinds of containers remembered of a site, and kinds of places."""
MAX_TEXTS: Final = 1_000
"""Texts remembered of a site."""
MAX_LOOKS: Final = 60
"""Pages of a site of which it is remembered what they looked like and were."""
MAX_SOURCES: Final = 40
"""Sources remembered of each field of a site's details."""
MAX_ADDRESSES: Final = 2_000
"""Pages of a site that are known again."""
FILES: Final = "file://"
"""The start of names of sites that are folders; no host has such a name."""


@dataclass(slots=True)
class Site:
    """The lessons of the pages of one site."""

    pages: int = 0
    """Pages that voted for containers."""
    addresses: OrderedDict[int, None] = field(default_factory=OrderedDict)
    """Hashes of their addresses and titles: a page that comes again has no second vote."""
    containers: Votes = field(default_factory=lambda: Votes(MAX_KINDS))
    """By kind of container, the pages that had one and the sum of their votes."""
    places: Votes = field(default_factory=lambda: Votes(MAX_KINDS))
    """By place of a block, the pages that had some and the sum of their mean log-odds."""
    texts: Votes = field(default_factory=lambda: Votes(MAX_TEXTS))
    """By hash of a block's letters and digits, the pages it was on."""
    looks: OrderedDict[int, Look] = field(default_factory=OrderedDict)
    """By hash of address and title, what a page looked like and was; the latest last."""
    sources: dict[str, Votes] = field(default_factory=dict)
    """By field, then source, the pages that had it and on how many of them it was right."""
    regions: SiteRegions = field(default_factory=SiteRegions)
    """Its lists and their columns."""

    def add_page(self, address: int) -> None:
        """Count a page that votes for containers."""
        self.pages += 1
        self.addresses[address] = None
        forget(self.addresses, MAX_ADDRESSES)

    def see(self, address: int, look: Look) -> None:
        """Remember what a page looked like and was, as the latest."""
        self.looks[address] = look
        self.looks.move_to_end(address)
        forget(self.looks, MAX_LOOKS)

    def sources_of(self, name: str) -> Votes:
        """The sources of a field."""
        if name not in self.sources:
            self.sources[name] = Votes(MAX_SOURCES)
        return self.sources[name]

    def copy(self) -> Site:
        """A copy of it, to be compared with later."""
        found = Site()
        found.add(self)
        return found

    def since(self, before: Site) -> Site:
        """The part that was learned since; of its lists all, which are never counted."""
        new = (one for one in self.addresses if one not in before.addresses)
        looks = before.looks
        return Site(
            self.pages - before.pages, OrderedDict.fromkeys(new),
            self.containers.since(before.containers), self.places.since(before.places),
            self.texts.since(before.texts),
            OrderedDict((key, one) for key, one in self.looks.items() if one != looks.get(key)),
            {name: one.since(before.sources.get(name, {})) for name, one in self.sources.items()},
            self.regions,
        )  # fmt: skip

    def add(self, other: Site) -> None:
        """Add what was learned of other pages, as the latest.

        Pages of both, as of crawls that went the same way at the same time, count once: what both
        know of is taken to be so from as many of these pages as can be.
        """
        both = len(self.addresses.keys() & other.addresses.keys())
        self.pages += max(0, other.pages - both)
        self.containers.add(other.containers, both)
        self.places.add(other.places, both)
        self.texts.add(other.texts, both)
        for address, look in other.looks.items():
            self.see(address, look)
        for name, votes in other.sources.items():
            self.sources_of(name).add(votes, both)
        self.regions.add(other.regions)
        for address in other.addresses:
            self.addresses[address] = None
            self.addresses.move_to_end(address)
        forget(self.addresses, MAX_ADDRESSES)


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
