"""Counts and sums by hash, bounded: what was added since, and two of them made one."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from hashlib import blake2b
from itertools import islice


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
