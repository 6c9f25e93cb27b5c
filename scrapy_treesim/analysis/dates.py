"""The date that a text names, in ISO's order of things, whatever order the text has."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Final

from scrapy_treesim.analysis.lexicon import months

MAX_CHARS: Final = 100
"""Characters of a text that is read as a date; longer ones mention dates, they are none."""
MAX_LANGUAGE: Final = 8
"""Letters of a language's code at most (RFC 5646)."""

_ISO: Final = re.compile(
    r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?"
    r"(Z|[+-]\d{2}:?\d{2})?)?(?!\d)"
)
_YEAR_FIRST: Final = re.compile(r"(?<!\d)(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})(?!\d)")
_YEAR_LAST: Final = re.compile(
    r"(?<!\d)(\d{1,2})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{4}|\d{2})(?!\d)"
)
_CLOCK: Final = re.compile(
    r"(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?![\d:])(?:\s*([ap])\.?m\b)?",
    re.IGNORECASE,
)
_YEAR: Final = re.compile(r"(?<!\d)(?:1[5-9]|20|21)\d\d(?!\d)")
_TOKEN: Final = re.compile(r"\d+|[^\W\d_]+")
_BETWEEN: Final = frozenset("of de di del do da the st nd rd th er".split())


def is_day_first(texts: Iterable[str]) -> bool | None:
    """Whether numeric dates such as 3/4/2024 name the day first; None where none of them tells."""
    for text in texts:
        found = _YEAR_LAST.search(text[:MAX_CHARS])
        if found is not None:
            first, second = int(found[1]), int(found[2])
            if first > 12 >= second:
                return True
            if second > 12 >= first:
                return False
    return None


def date_of(
    text: str, language: str | None = None, day_first: bool | None = None
) -> datetime | date | None:
    """The date a text names, with the time of day where there is one; None without a year.

    What is relative to today (``2 hours ago``) is not resolved, so that a page gives the same
    values whenever it is read. Months in words are known in the languages most pages are written
    in; those of others only where ``language`` (as ``en`` or ``pt-BR``) is given.
    """
    text = " ".join(text.split())
    if not text or len(text) > MAX_CHARS:
        return None
    main = (language or "").replace("_", "-").split("-")[0].strip().lower()
    return _date_of(text, main if main.isalpha() and len(main) <= MAX_LANGUAGE else "", day_first)


@lru_cache(maxsize=4096)
def _date_of(text: str, language: str, day_first: bool | None) -> datetime | date | None:
    iso = _ISO.search(text)
    if iso is not None:
        return _iso(iso)
    found = _YEAR_FIRST.search(text)
    if found is not None:
        return _with_time(text, int(found[1]), int(found[2]), int(found[3]))
    found = _YEAR_LAST.search(text)
    if found is not None:
        first, second, year = int(found[1]), int(found[2]), int(found[3])
        if year < 100:
            year += 2000 if year < 70 else 1900
        if day_first is None:
            # Dots part days from months; with slashes, pages in English name the month first.
            day_first = "." in found.group() or language not in ("", "en")
        if second > 12 or (not day_first and first <= 12):
            first, second = second, first
        return _with_time(text, year, second, first)
    if not _YEAR.search(text):
        return None
    spelt = _in_words(text)
    if spelt is not None:
        return _with_time(text, *spelt)
    return _by_dateparser(text, language) if language not in ("", "en") else None


def _in_words(text: str) -> tuple[int, int, int] | None:
    """Year, month and day of a date that has its month in words: ``3 May 2021``."""
    tokens = [t for t in _TOKEN.findall(text.lower()) if t not in _BETWEEN]
    for place, token in enumerate(tokens):
        month = months.NUMBER_OF.get(token)
        if month is None:
            continue
        numbers = [t for t in tokens[place + 1 : place + 3] if t.isdecimal()]
        before = tokens[place - 1] if place else ""
        if before.isdecimal() and len(before) <= 2 and numbers and len(numbers[0]) == 4:
            return int(numbers[0]), month, int(before)
        if len(numbers) == 2 and len(numbers[0]) <= 2 and len(numbers[1]) == 4:
            return int(numbers[1]), month, int(numbers[0])
        if numbers and len(numbers[0]) <= 2 and before.isdecimal() and len(before) == 4:
            return int(before), month, int(numbers[0])
    return None


def _by_dateparser(text: str, language: str) -> datetime | date | None:
    # Imported here, for it takes long.
    from dateparser.search import search_dates

    settings: Any = {
        "REQUIRE_PARTS": ["day", "month", "year"],
        "PARSERS": ["absolute-time"],
        "RELATIVE_BASE": datetime(2000, 1, 1),
        "RETURN_AS_TIMEZONE_AWARE": False,
    }
    try:
        found = search_dates(text, languages=[language], settings=settings)
    except Exception:
        # A language that it does not know, or a text that it stumbles over.
        return None
    if not found:
        return None
    when: datetime = found[0][1]
    return when if _CLOCK.search(text) else when.date()


def _iso(found: re.Match[str]) -> datetime | date | None:
    try:
        if found[4] is None:
            return date.fromisoformat(found.group())
        zone = (found[7] or "").replace("Z", "+00:00")
        if zone and ":" not in zone:
            zone = f"{zone[:3]}:{zone[3:]}"
        clock = f"{found[4]}:{found[5]}:{found[6] or '00'}"
        return datetime.fromisoformat(f"{found[1]}-{found[2]}-{found[3]}T{clock}{zone}")
    except ValueError:
        return None


def _with_time(text: str, year: int, month: int, day: int) -> datetime | date | None:
    clock = _CLOCK.search(text)
    try:
        if clock is None:
            return date(year, month, day)
        hour = int(clock[1])
        if clock[4] and 1 <= hour <= 12:
            hour = hour % 12 + (12 if clock[4].lower() == "p" else 0)
        return datetime(year, month, day, hour, int(clock[2]), int(clock[3] or 0))
    except ValueError:
        return None
