"""Dates that are told from a moment: ``3 hours ago``, ``vor 2 Tagen``, ``yesterday 14:30``."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import Final

from scrapy_treesim.values.clock import clock_of
from scrapy_treesim.values.lexicon.words import entries

MAX_CHARS: Final = 60
"""Characters of a text that is told from a moment; longer ones mention some."""
MAX_NUMBER: Final = 9_999
"""Units that have passed at most."""

_TOKEN: Final = re.compile(r"\d{1,60}|[^\W\d_]{1,30}(?:['’-][^\W\d_]{1,20})?")
_SHORT: Final = re.compile(r"\d{1,3}(?:mo|[smhdwy])")
_UNIT_OF: Final = {
    word: unit
    for unit in ("second", "minute", "hour", "day", "week", "month", "year")
    for word in entries(f"time.{unit}")
}
"""Units of time by their words, whole, inflected and short."""
_AGO: Final = frozenset(entries("time.ago"))
_BEFORE: Final = tuple(f" {words} " for words in entries("time.before"))
_SINGLE: Final = frozenset(entries("time.one"))
_NOW: Final = frozenset(entries("time.now"))
_DAYS: Final = {
    word: days
    for days, day in enumerate(("today", "yesterday", "day_before_yesterday"))
    for word in entries(f"time.{day}")
}
_IDEOGRAPHS: Final = tuple(sorted(_AGO - {"전"}, key=len, reverse=True))
_SECONDS: Final = {"second": 1, "minute": 60, "hour": 3_600, "day": 86_400, "week": 604_800}
_MONTHS: Final = {"month": 1, "year": 12}
_FINE: Final = frozenset(("second", "minute", "hour"))


def relative_date(text: str, moment: datetime) -> datetime | date | None:
    """The date that a text tells from a moment; with the time of day where it is told to the hour.

    >>> moment = datetime(2026, 5, 3, 12, 0)
    >>> relative_date("3 hours ago", moment), relative_date("vor 2 Tagen", moment)
    (datetime.datetime(2026, 5, 3, 9, 0), datetime.date(2026, 5, 1))
    >>> relative_date("Gestern, 14:30", moment)
    datetime.datetime(2026, 5, 2, 14, 30)
    """
    text = " ".join(text.lower().split())
    if not text or len(text) > MAX_CHARS:
        return None
    if text.strip(" .") in _NOW:
        return moment.replace(second=0, microsecond=0)
    tokens = _TOKEN.findall(text)
    try:
        return _of_day(text, tokens, moment) or _ago(text, tokens, moment)
    except (OverflowError, ValueError):
        return None


def _of_day(text: str, tokens: list[str], moment: datetime) -> datetime | date | None:
    """Of a day that has a name, ``yesterday``."""
    for place, token in enumerate(tokens):
        days = _DAYS.get(token)
        # "In a day" and the like have the word too, and no name of a day at their beginning.
        if days is not None and place <= 2:
            day = moment.date() - timedelta(days)
            clock = clock_of(text)
            if clock is None:
                return day
            return datetime(day.year, day.month, day.day, *clock, tzinfo=moment.tzinfo)
    return None


def _ago(text: str, tokens: list[str], moment: datetime) -> datetime | date | None:
    """Of units that have passed."""
    passed = False
    amounts: list[tuple[int, str]] = []
    before = ""
    for token, following in zip(tokens, [*tokens[1:], ""], strict=True):
        # "An" is a number in one language and a year in another.
        unit = None if token in _SINGLE and following in _UNIT_OF else _UNIT_OF.get(token)
        if token in _AGO:
            passed = True
        elif unit is None and token.endswith(_IDEOGRAPHS):
            # Without spaces, the word for "ago" ends that of the unit.
            stem = next(token[: -len(one)] for one in _IDEOGRAPHS if token.endswith(one))
            unit = _UNIT_OF.get(stem)
            passed = passed or unit is not None
        if unit is None and "'" in token.replace("’", "'"):
            # un'ora
            before, _, rest = token.replace("’", "'").partition("'")
            unit = _UNIT_OF.get(rest)
        if unit is not None and (number := _number(before)) is not None:
            amounts.append((number, unit))
        before = token
    if not amounts or not (passed or _has_passed(text)):
        return None
    seconds = sum(number * _SECONDS.get(unit, 0) for number, unit in amounts)
    found = _months_before(moment, sum(number * _MONTHS.get(unit, 0) for number, unit in amounts))
    found -= timedelta(seconds=seconds)
    if any(unit in _FINE for _, unit in amounts):
        return found.replace(second=0, microsecond=0)
    return found.date()


def _has_passed(text: str) -> bool:
    """Tell whether what comes before units says that they have passed, or that is all there is."""
    if _SHORT.fullmatch(text) is not None:
        return True
    spaced = f" {text}"
    return any(words in spaced for words in _BEFORE)


def _number(token: str) -> int | None:
    if token.isdecimal():
        number = int(token)
        return number if number <= MAX_NUMBER else None
    return 1 if token in _SINGLE or not token else None


def _months_before(moment: datetime, months: int) -> datetime:
    year, month = divmod(moment.year * 12 + moment.month - 1 - months, 12)
    for day in (moment.day, 30, 29, 28):
        try:
            return moment.replace(year=year, month=month + 1, day=min(day, moment.day))
        except ValueError:
            continue
    return moment.replace(year=year, month=month + 1, day=28)
