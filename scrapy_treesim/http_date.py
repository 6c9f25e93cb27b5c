"""The moment that an HTTP date says."""

from __future__ import annotations

from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Final

MAX_SAID: Final = 100
"""Characters of a date that are read."""


def http_date(said: str) -> datetime | None:
    """The moment, in UTC; None where it is no date.

    >>> http_date("Sun, 31 May 2026 14:00:00 +0200")
    datetime.datetime(2026, 5, 31, 12, 0, tzinfo=datetime.timezone.utc)
    """
    try:
        moment = parsedate_to_datetime(said[:MAX_SAID])
        if moment.tzinfo is None:
            return moment.replace(tzinfo=timezone.utc)
        return moment.astimezone(timezone.utc)
    except (ValueError, TypeError, OverflowError):
        return None
