"""Two pages in one: the start of one and the end of the other, or an element put into it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benchmarks.fuzz.mutations.amounts import place_in
from benchmarks.fuzz.tokens import elements_of, tokens_of


def splice(draw: Random, html: bytes, other: Callable[[], bytes]) -> bytes:
    """A page with a part of another."""
    ours, theirs = tokens_of(html), tokens_of(other())
    at = place_in(draw, len(ours))
    if draw.random() < 0.4:
        return b"".join(ours[:at] + theirs[place_in(draw, len(theirs)) :])
    elements = elements_of(theirs)
    if not elements:
        return b"".join(ours[:at] + theirs + ours[at:])
    start, stop = draw.choice(elements)
    return b"".join(ours[:at] + theirs[start:stop] + ours[at:])
