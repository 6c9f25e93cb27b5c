"""What is kept of pages as bytes: in a work file, and on the way to other processes."""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from scrapy_treesim.templates.match.features import PageFeatures

_NUMBERS: Final = -1
"""Stands where the number of pairs does, for numbers that are no features."""


@dataclass(frozen=True, slots=True)
class PackedPages:
    """The readings of several pages; those of one site are a tenth as long so."""

    lengths: tuple[int, ...]
    data: bytes

    @classmethod
    def of(cls, pages: Sequence[bytes]) -> PackedPages:
        """Readings as :func:`as_bytes` made them."""
        return cls(tuple(map(len, pages)), zlib.compress(b"".join(pages), 1))

    def readings(self) -> list[PageFeatures | array[int]]:
        """The reading of each page, in order."""
        data = zlib.decompress(self.data)
        found = []
        start = 0
        for length in self.lengths:
            found.append(from_bytes(data[start : start + length]))
            start += length
        return found

    def features(self) -> list[PageFeatures]:
        """The same, where all are features."""
        return [one for one in self.readings() if isinstance(one, PageFeatures)]


def as_bytes(reading: PageFeatures | array[int]) -> bytes:
    """A page's features, or other numbers: 8 bytes each, the lowest byte first."""
    if isinstance(reading, PageFeatures):
        return _bytes((len(reading.pairs), *reading.pairs, *reading.labels))
    return _bytes((_NUMBERS, *reading))


def from_bytes(data: bytes) -> PageFeatures | array[int]:
    """What :func:`as_bytes` was given.

    Raises:
        ValueError: these are no bytes that it made.
    """
    numbers = array("q", data)
    if sys.byteorder == "big":
        numbers.byteswap()
    if not numbers or not _NUMBERS <= numbers[0] < len(numbers):
        raise ValueError("these are no readings of a page")
    if numbers[0] == _NUMBERS:
        return numbers[1:]
    stop = numbers[0] + 1
    return PageFeatures(numbers[1:stop], numbers[stop:])


def _bytes(numbers: Iterable[int]) -> bytes:
    made = array("q", numbers)
    if sys.byteorder == "big":
        made.byteswap()
    return made.tobytes()
