"""The moment that a response came at: what ``2 hours ago`` on its page is told from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_treesim.http_date import http_date

if TYPE_CHECKING:
    from datetime import datetime

    from scrapy.http import Response


def moment_of(response: Response) -> datetime | None:
    """The moment that the ``Date`` header says, in UTC; of a response without one, as a file, None.

    Today would be wrong of a page that was saved or cached, and another with each crawl.
    """
    return http_date((response.headers.get("Date") or b"").decode("latin-1"))
