"""The moment that a response came at: what ``2 hours ago`` on its page is told from."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import TYPE_CHECKING

from scrapy_treesim.http_date import http_date

if TYPE_CHECKING:
    from scrapy.http import Response


def moment_of(response: Response) -> datetime:
    """The moment that the ``Date`` header says, else now; in UTC."""
    said = response.headers.get("Date") or b""
    return http_date(said.decode("latin-1")) or datetime.now(timezone.utc)
