"""Times of day in texts."""

from __future__ import annotations

import re
from typing import Final

_CLOCK: Final = re.compile(
    r"(?<![\d:])([01]?\d|2[0-3])[:h]([0-5]\d)(?::([0-5]\d))?(?![\d:])(?:\s{0,2}([ap])\.?m\b)?"
    r"|(?<![\d:.])(1[0-2]|[1-9])\s{0,2}([ap])\.?m\b",
    re.IGNORECASE,
)


def clock_of(text: str) -> tuple[int, int, int] | None:
    """The first time of day of a text: hour, minute, second.

    >>> clock_of("at 14:30"), clock_of("14h05"), clock_of("2:30 pm"), clock_of("5pm"), clock_of("5")
    ((14, 30, 0), (14, 5, 0), (14, 30, 0), (17, 0, 0), None)
    """
    found = _CLOCK.search(text)
    if found is None:
        return None
    hour, half = int(found[1] or found[5]), (found[4] or found[6] or "").lower()
    if half and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    return hour, int(found[2] or 0), int(found[3] or 0)
