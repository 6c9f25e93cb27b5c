"""A site: votes, texts and addresses, bounded, and two of them made one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from scrapy_treesim.article.site_memory._tally_cy import Tally

MAX_HOSTS: Final = 500
"""Hosts remembered; the one not seen for longest is forgotten first."""

MAX_KINDS: Final = 200
"""Kinds of containers remembered of a host, and kinds of places."""

MAX_TEXTS: Final = 1_000
"""Texts remembered of a host."""

MAX_ADDRESSES: Final = 2_000
"""Pages of a host that are known again."""


class Votes(Mapping[int, tuple[int, float]]):
    """By the hash of a kind or place, the pages that had one and the sum of what they said; the
    latest last."""

    __slots__ = ("tally",)

    def __init__(self, held: Iterable[tuple[int, tuple[int, float]]] = (), most: int = 1 << 30):
        self.tally = Tally()
        """What holds them."""
        for key, (pages, total) in held:
            self.tally.put(key, pages, total, most)

    def __getitem__(self, key: int) -> tuple[int, float]:
        found = self.tally.get(key)
        if found is None:
            raise KeyError(key)
        return found

    def __iter__(self) -> Iterator[int]:
        return iter(self.tally.in_order())

    def __len__(self) -> int:
        return len(self.tally)


class Texts(Mapping[int, int]):
    """By the hash of a block's letters and digits, the pages it was on; the latest last."""

    __slots__ = ("tally",)

    def __init__(self, held: Iterable[tuple[int, int]] = (), most: int = 1 << 30):
        self.tally = Tally()
        """What holds them."""
        for key, pages in held:
            self.tally.put(key, pages, 0.0, most)

    def __getitem__(self, key: int) -> int:
        found = self.tally.get(key)
        if found is None:
            raise KeyError(key)
        return found[0]

    def __iter__(self) -> Iterator[int]:
        return iter(self.tally.in_order())

    def __len__(self) -> int:
        return len(self.tally)


@dataclass(slots=True)
class Site:
    """The votes, texts and addresses of one host."""

    pages: int = 0
    containers: Votes = field(default_factory=Votes)
    """By kind of container, the pages that had one and the sum of their votes."""
    places: Votes = field(default_factory=Votes)
    """By place of a block, the pages that had some and the sum of their mean log-odds."""
    texts: Texts = field(default_factory=Texts)
    """By hash of a block's letters and digits, the pages it was on."""
    addresses: OrderedDict[int, None] = field(default_factory=OrderedDict)
    """Hashes of the pages' addresses and titles: a page that comes again has no second vote."""

    def copy(self) -> Site:
        """A copy of it, to be compared with later."""
        if not any((self.pages, self.containers, self.places, self.texts, self.addresses)):
            return Site()
        return Site(
            self.pages, Votes(self.containers.items()), Votes(self.places.items()),
            Texts(self.texts.items()), self.addresses.copy(),
        )  # fmt: skip

    def since(self, before: Site) -> Site:
        """The part that was learned since."""
        texts = Texts(
            (text, pages - known if pages > known else pages)
            for text, pages in self.texts.items()
            if pages != (known := before.texts.get(text, 0))
        )
        new = (one for one in self.addresses if one not in before.addresses)
        return Site(
            self.pages - before.pages, _votes_since(self.containers, before.containers),
            _votes_since(self.places, before.places), texts, OrderedDict.fromkeys(new),
        )  # fmt: skip

    def add(self, other: Site) -> None:
        """Add what was learned of other pages, as the latest.

        Pages of both, as of crawls that went the same way at the same time, count once: what both
        know of is taken to be so from as many of these pages as can be.
        """
        both = len(self.addresses.keys() & other.addresses.keys())
        self.pages += max(0, other.pages - both)
        _add_votes(self.containers, other.containers, both)
        _add_votes(self.places, other.places, both)
        for text, pages in other.texts.items():
            known = self.texts.get(text, 0)
            pages += known - min(known, pages, both)
            self.texts.tally.put(text, pages, 0.0, MAX_TEXTS)
        for address in other.addresses:
            self.addresses[address] = None
            self.addresses.move_to_end(address)
        bound(self)


def _votes_since(votes: Votes, before: Votes) -> Votes:
    found = Votes()
    for kind, (pages, total) in votes.items():
        known, earlier = before.get(kind, (0, 0.0))
        # Fewer than before: it was forgotten and learned anew.
        if pages > known:
            found.tally.put(kind, pages - known, total - earlier, len(votes))
        elif pages < known:
            found.tally.put(kind, pages, total, len(votes))
    return found


def _add_votes(votes: Votes, other: Votes, both: int) -> None:
    for kind, (pages, total) in other.items():
        known, before = votes.get(kind, (0, 0.0))
        if twice := min(known, pages, both):
            total *= (pages - twice) / pages
        votes.tally.put(kind, known + pages - twice, before + total, MAX_KINDS)


def bound(site: Site) -> None:
    """Forget of a site what is more than its bounds."""
    site.containers.tally.bound(MAX_KINDS)
    site.places.tally.bound(MAX_KINDS)
    site.texts.tally.bound(MAX_TEXTS)
    forget(site.addresses, MAX_ADDRESSES)


def add_sites(sites: OrderedDict[str, Site], others: Mapping[str, Site]) -> None:
    """Add what was learned of other sites, as the latest."""
    for host, other in others.items():
        sites.setdefault(host, Site()).add(other)
        sites.move_to_end(host)
    forget(sites, MAX_HOSTS)


def forget(remembered: OrderedDict[Any, Any], most: int) -> None:
    """Forget what has been there longest, until there are so many."""
    while len(remembered) > most:
        remembered.popitem(last=False)
