"""A site: votes, texts and addresses, bounded, and two of them made one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

MAX_HOSTS: Final = 500
"""Hosts remembered; the one not seen for longest is forgotten first."""

MAX_KINDS: Final = 200
"""Kinds of containers remembered of a host, and kinds of places."""

MAX_NAME: Final = 200
"""Characters of the name of a kind."""

MAX_TEXTS: Final = 1_000
"""Texts remembered of a host."""

MAX_ADDRESSES: Final = 2_000
"""Pages of a host that are known again."""

Votes: TypeAlias = "OrderedDict[str, tuple[int, float]]"
"""By kind or place, the pages that had one and the sum of what they said."""


@dataclass(slots=True)
class Site:
    """The votes, texts and addresses of one host."""

    pages: int = 0
    containers: Votes = field(default_factory=OrderedDict)
    """By kind of container, the pages that had one and the sum of their votes."""
    places: Votes = field(default_factory=OrderedDict)
    """By place of a block, the pages that had some and the sum of their mean log-odds."""
    texts: OrderedDict[int, int] = field(default_factory=OrderedDict)
    """By hash of a block's letters and digits, the pages it was on."""
    addresses: OrderedDict[int, None] = field(default_factory=OrderedDict)
    """Hashes of the pages' addresses and titles: a page that comes again has no second vote."""

    def copy(self) -> Site:
        """A copy of it, to be compared with later."""
        return Site(
            self.pages, self.containers.copy(), self.places.copy(), self.texts.copy(),
            self.addresses.copy(),
        )  # fmt: skip

    def since(self, before: Site) -> Site:
        """The part that was learned since."""
        texts = OrderedDict(
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
            self.texts[text] = known + pages - min(known, pages, both)
            self.texts.move_to_end(text)
        for address in other.addresses:
            self.addresses[address] = None
            self.addresses.move_to_end(address)
        bound(self)


def _votes_since(votes: Votes, before: Votes) -> Votes:
    found: Votes = OrderedDict()
    for kind, (pages, total) in votes.items():
        known, earlier = before.get(kind, (0, 0.0))
        # Fewer than before: it was forgotten and learned anew.
        if pages != known:
            found[kind] = (pages - known, total - earlier) if pages > known else (pages, total)
    return found


def _add_votes(votes: Votes, other: Votes, both: int) -> None:
    for kind, (pages, total) in other.items():
        known, before = votes.get(kind, (0, 0.0))
        if twice := min(known, pages, both):
            total *= (pages - twice) / pages
        votes[kind] = known + pages - twice, before + total
        votes.move_to_end(kind)


def bound(site: Site) -> None:
    """Forget of a site what is more than its bounds."""
    forget(site.containers, MAX_KINDS)
    forget(site.places, MAX_KINDS)
    forget(site.texts, MAX_TEXTS)
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
