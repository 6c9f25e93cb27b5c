"""The places of one attribute among those of some neighbouring nodes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from array import array


def places_of(attributes: array[int], wanted: int, first: int, stop: int) -> Iterator[int]:
    """The places from ``first`` up to ``stop`` where an attribute stands, in order."""
    try:
        while True:
            first = attributes.index(wanted, first, stop)
            yield first
            first += 1
    except ValueError:
        return
