"""Pages that end early, begin late or lack what is in the middle."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benchmarks.fuzz.mutations.amounts import place_in


def truncate(draw: Random, html: bytes, other: Callable[[], bytes]) -> bytes:
    """A page of which a part is missing."""
    one, two = sorted((place_in(draw, len(html)), place_in(draw, len(html))))
    match draw.randrange(4):
        case 0:
            return html[:two]
        case 1:
            return html[one:]
        case 2:
            return html[one:two]
        case _:
            return html[:one] + html[two:]
