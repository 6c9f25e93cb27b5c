"""Dates of publication, as ISO 8601 writes them."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from typing import Final

from scrapy_treesim.values.dates import GREGORIAN
from scrapy_treesim.values.lexicon import months

MAX_DATE_CHARS: Final = 60

_ISO = re.compile(
    r"(\d{4})(?:(\d\d)(\d\d)|([-/.])(\d\d?)\4(\d\d?))"
    r"(?:[T ] ?(\d\d?):(\d\d)(?::(\d\d)(?:[.,]\d+)?)? ?(Z|UTC|GMT|([-+])(\d\d?):?(\d\d)?)?)?",
    re.I,
)
_MAIL = re.compile(r"(?:[a-z]{3},? )?\d\d? [a-z]{3} \d{4} \d\d?:\d\d(?::\d\d)? \S+", re.I)
_WORDY = re.compile(
    r"(?:[a-z]+[,:]? ){0,3}"
    r"(?:(\d\d?)(?:st|nd|rd|th)? ([a-z]{3,9})\.?|([a-z]{3,9})\.? (\d\d?)(?:st|nd|rd|th)?),? (\d{4})"
    r"(?:\D.*)?",
    re.I,
)


def iso_date(value: str) -> str | None:
    """A date as ISO 8601 writes it, of nearly that, of RFC 2822, or of English with its month in
    letters (then without a time); None of any other, and of a year of another calendar."""
    text = " ".join(value[: 4 * MAX_DATE_CHARS].split())
    if len(text) > MAX_DATE_CHARS:
        return None
    try:
        if match := _ISO.fullmatch(text):
            moment = _moment(match)
        elif _MAIL.fullmatch(text):
            moment = parsedate_to_datetime(text)
        elif match := _WORDY.fullmatch(text):
            word = (match[2] or match[3]).lower()
            month = next(n for n, name in enumerate(months.ENGLISH, 1) if name.startswith(word))
            moment = date(int(match[5]), month, int(match[1] or match[4]))
        else:
            return None
    except (ValueError, TypeError, OverflowError, StopIteration):
        return None
    return moment.isoformat() if moment.year in GREGORIAN else None


def _moment(match: re.Match[str]) -> date:
    year, month, day, _, month_, day_, hour, minute, second, zone, sign, *ahead = match.groups()
    numbers = int(year), int(month or month_), int(day or day_)
    if hour is None:
        return date(*numbers)
    offset = None
    if zone is not None:
        hours, minutes = (int(one or 0) for one in ahead)
        distance = timedelta(hours=hours, minutes=minutes)
        offset = timezone(-distance if sign == "-" else distance)
    return datetime(*numbers, int(hour), int(minute), int(second or 0), tzinfo=offset)
