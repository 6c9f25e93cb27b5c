"""How often, how long and where damage is done."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def times(draw: Random, most: int) -> int:
    """How often something is done: once most often, seldom up to ``most`` times."""
    return 1 + int((most - 1) * draw.random() ** 4)


def place_in(draw: Random, length: int) -> int:
    """A place between so many things, the ends included."""
    return draw.randint(0, length)


def some(draw: Random, things: Sequence[T], most: int) -> list[T]:
    """One of the things or several, none where there are none."""
    return draw.sample(things, min(len(things), times(draw, most))) if things else []
