"""The moment that a response came at: what ``2 hours ago`` on its page is told from."""

from __future__ import annotations

from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy.http import Response


def moment_of(response: Response) -> datetime:
    """The moment that the ``Date`` header says, else now; in UTC."""
    said = response.headers.get("Date") or b""
    try:
        moment = parsedate_to_datetime(said[:100].decode("latin-1"))
    except (ValueError, TypeError, OverflowError):
        return datetime.now(timezone.utc)
    try:
        if moment.tzinfo is None:
            return moment.replace(tzinfo=timezone.utc)
        return moment.astimezone(timezone.utc)
    except (ValueError, OverflowError):
        return datetime.now(timezone.utc)
