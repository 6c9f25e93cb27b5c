"""The memory of one site: votes by hash, looks of pages, bounds, and two of them made one."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from scrapy_treesim.memory._containers_cy import PARTS, ContainerKinds, likeness
from scrapy_treesim.memory.regions import SiteRegions, forget

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


class Votes(dict[int, tuple[int, float]]):
    """By hash, the pages that had one and the sum of their values; the latest last."""

    __slots__ = ("most",)

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        """Hashes that are kept, those seen last."""

    def put(self, key: int, pages: int, total: float) -> None:
        """Set what is known of a hash, as the latest."""
        self.pop(key, None)
        self[key] = pages, total
        self._forget()

    def see(self, keys: array[int], values: array[float], count: int) -> None:
        """Count a page with the first so many of these hashes, all different."""
        for key, value in zip(keys[:count], values, strict=False):
            pages, total = self.pop(key, (0, 0.0))
            self[key] = pages + 1, total + value
        self._forget()

    def _forget(self) -> None:
        """Forget those not seen for longest, as far as there are too many."""
        for key in [*islice(self, max(0, len(self) - self.most))]:
            del self[key]

    def known(self, keys: array[int], count: int) -> tuple[array[int], array[float]]:
        """The pages that had each hash before, and the sum of their values."""
        found = [self.get(key, (0, 0.0)) for key in keys[:count]]
        return array("q", [pages for pages, _ in found]), array("d", [total for _, total in found])

    def since(self, before: Mapping[int, tuple[int, float]]) -> Votes:
        """The part that was added since."""
        found = Votes(self.most)
        for key, (pages, total) in self.items():
            known, earlier = before.get(key, (0, 0.0))
            # Fewer than before: it was forgotten and learned anew.
            if pages > known:
                found.put(key, pages - known, total - earlier)
            elif pages < known:
                found.put(key, pages, total)
        return found

    def add(self, other: Votes, both: int) -> None:
        """Add those of other pages, as the latest; so many pages are ``both``'s."""
        for key, value in other.items():
            # What is new here is the same object, so that a copy takes little room.
            if key in self:
                (pages, total), (known, before) = value, self.pop(key)
                if twice := min(known, pages, both):
                    total *= (pages - twice) / pages
                value = known + pages - twice, before + total
            self[key] = value
            self._forget()


def key_of(text: str) -> int:
    """The hash of a text."""
    found = blake2b(text.encode("utf-8", "replace"), digest_size=8)
    return int.from_bytes(found.digest(), "little")


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
