"""Ratings that are drawn and not written: what class names and widths say of stars.

No star at all is no rating: nobody has rated yet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from scrapy_treesim.values.lexicon import ratings

BEST: Final = 5.0
"""The best rating where nothing says another."""
MAX_NAMES: Final = 200
"""Characters of class names that are read."""

_WIDTH: Final = re.compile(r"width\s*:\s*(\d{1,3}(?:\.\d+)?)\s*%")
_PART: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
_DRAWN: Final = frozenset(ratings.DRAWN.split())
_DRAWN_BYTES: Final = tuple(word.encode() for word in ratings.DRAWN.split())
_STARS: Final = frozenset(("star", "stars"))
_NUMBERS: Final = {word: float(number) for number, word in enumerate(ratings.NUMBERS.split(), 1)}
_FILLED: Final = frozenset(ratings.FILLED.split())
_EMPTY: Final = frozenset(ratings.EMPTY.split())


def rating_in_class(names: str) -> float | None:
    """The rating that class names say.

    >>> [rating_in_class(names) for names in ("star-rating Three", "stars-4-5", "rating", "three")]
    [3.0, 4.5, None, None]
    """
    tokens = _parts_of(names[:MAX_NAMES])
    if not any(_DRAWN.intersection(parts) for parts in tokens):
        return None
    for parts in tokens:
        if parts[-1] in _NUMBERS:
            return _NUMBERS[parts[-1]]
        if len(parts) > 1 and parts[-1] in _STARS and parts[-2] in _NUMBERS:
            return _NUMBERS[parts[-2]]
        if _DRAWN.intersection(parts):
            value = _of_digits([part for part in parts if part.isdigit()])
            if value is not None:
                return value
    return None


def rating_in_style(style: str) -> float | None:
    """The rating that the width of a bar of stars says.

    >>> rating_in_style("width: 90%")
    4.5
    """
    width = _WIDTH.search(style[:MAX_NAMES])
    if width is None or not 0 < float(width[1]) <= 100:
        return None
    return round(float(width[1]) / 100 * BEST, 1)


def may_be_drawn(values: bytes) -> bool:
    """Tell whether values of attributes have any word in them that :func:`is_drawn` looks for."""
    lower = values.lower()
    return any(word in lower for word in _DRAWN_BYTES)


def is_drawn(names: str) -> bool:
    """Tell whether class names say that a rating is drawn there."""
    return any(_DRAWN.intersection(parts) for parts in _parts_of(names[:MAX_NAMES]))


def is_star(names: str) -> bool:
    """Tell whether class names say that something is a star."""
    return any(_STARS.intersection(parts) for parts in _parts_of(names[:MAX_NAMES]))


def stars_drawn(icons: Sequence[Sequence[str]]) -> list[float | None]:
    """The stars that some rows of icons give, by the icons' class names; None for a row of none.

    What tells given stars from others is the same in all rows. Where nothing tells, all are given;
    and where all rows have as many then, that says nothing: None for all.

    >>> stars_drawn([["fa fa-star", "fa fa-star-o"], ["fa fa-star", "fa fa-star-half-o"]])
    [1.0, 1.5]
    >>> stars_drawn([["icon-star", "icon-star"], ["icon-star", "icon-star"]])
    [None, None]
    """
    rows = [[_state_of(names[:MAX_NAMES]) for names in row] for row in icons]
    states = {state for row in rows for state in row}
    # Where given stars are marked, those without a mark are not.
    unmarked = 0.0 if "filled" in states and "empty" not in states else 1.0
    worth = {"filled": 1.0, "empty": 0.0, "half": 0.5, "": unmarked}
    given = [sum(worth[state] for state in row) if row else None for row in rows]
    if len(states) < 2 and len({*filter(None, given)}) < 2:
        return [None] * len(rows)
    return [stars if stars and stars <= BEST else None for stars in given]


@lru_cache(maxsize=1024)
def _state_of(names: str) -> str:
    parts = {part for parts in _parts_of(names) for part in parts}
    if ratings.HALF in parts:
        return "half"
    if parts & _EMPTY:
        return "empty"
    return "filled" if parts & _FILLED else ""


@lru_cache(maxsize=1024)
def _parts_of(names: str) -> tuple[tuple[str, ...], ...]:
    """The words and numbers that each class name is made of."""
    tokens = (_PART.findall(name) for name in names.split())
    return tuple(tuple(part.lower() for part in parts) for parts in tokens if parts)


def _of_digits(numbers: Sequence[str]) -> float | None:
    """``4`` is 4, ``4`` and ``5`` are 4.5, and so is ``45``."""
    digits = "".join(numbers)
    if len(digits) not in (1, 2) or digits[1:] not in ("", "0", "5"):
        return None
    value = float(f"{digits[0]}.{digits[1:]}")
    return value if 0 < value <= BEST else None
