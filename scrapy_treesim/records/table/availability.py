"""What all records may say alike and is data all the same: that they are to be had.

Told by the words: ``Sold out``, ``Only 2 left``.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scrapy_treesim.values.availability import availability_of

if TYPE_CHECKING:
    from scrapy_treesim.records.table.cells import LeafValues

MAX_CHARS: Final = 40
"""Characters of a text that says no more than whether a thing can be had."""
_HEADING: Final = re.compile(r"(?:^|/)h[1-6](?![^./])")
AVAILABILITY: Final = "availability"


def with_availability(readings: list[LeafValues]) -> list[LeafValues]:
    """The readings; the one whose texts all say whether their record can be had is named so."""
    best: int | None = None
    for place, one in enumerate(readings):
        if one.leaf.attribute is None and one.name is None and _all_say(one):
            best = place if best is None or _count(readings[best]) < _count(one) else best
    if best is None:
        return readings
    named = replace(readings[best], name=AVAILABILITY, is_constant=False)
    return [named if place == best else one for place, one in enumerate(readings)]


def _all_say(reading: LeafValues) -> bool:
    """Tell whether all texts of a reading are short phrases of availability."""
    if _HEADING.search(reading.leaf.path) is not None:
        return False
    return _count(reading) > 0 and all(
        len(value) <= MAX_CHARS and availability_of(value) is not None
        for one in reading.values
        for value in one
    )


def _count(reading: LeafValues) -> int:
    return sum(map(bool, reading.values))
