"""Counts and sums by hash: bounded, compared with what they were, and two of them made one."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from hashlib import blake2b

from scrapy_treesim.memory._tally_cy import Tally


class Votes(Mapping[int, tuple[int, float]]):
    """By hash, the pages that had one and the sum of what they said; the latest last."""

    __slots__ = ("most", "tally")

    def __init__(self, most: int) -> None:
        self.most = most
        """Hashes that are kept, those seen last."""
        self.tally = Tally()
        """What holds them."""

    def put(self, key: int, pages: int, total: float) -> None:
        """Set what is known of a hash, as the latest."""
        self.tally.put(key, pages, total, self.most)

    def see(self, keys: array[int], said: array[float], count: int) -> None:
        """Count a page with the first so many of these hashes, all different."""
        self.tally.see(keys, said, count, self.most)

    def known(self, keys: array[int], count: int) -> tuple[array[int], array[float]]:
        """The pages that had each hash before, and the sum of what they said."""
        pages, sums = array("q", bytes(8 * count)), array("d", bytes(8 * count))
        self.tally.look_up(keys, count, pages, sums)
        return pages, sums

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
        for key, (pages, total) in other.items():
            known, before = self.get(key, (0, 0.0))
            if twice := min(known, pages, both):
                total *= (pages - twice) / pages
            self.put(key, known + pages - twice, before + total)

    def __getitem__(self, key: int) -> tuple[int, float]:
        found = self.tally.get(key)
        if found is None:
            raise KeyError(key)
        return found

    def __iter__(self) -> Iterator[int]:
        return iter(self.tally.in_order())

    def __len__(self) -> int:
        return len(self.tally)


def key_of(text: str) -> int:
    """The hash of a text."""
    found = blake2b(text.encode("utf-8", "replace"), digest_size=8)
    return int.from_bytes(found.digest(), "little")
