"""The request for the next page of a list, made of the request that brought this page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from scrapy.http import Request

if TYPE_CHECKING:
    from scrapy.http import Response

PAGES: Final = "treesim_page"
"""The meta key that counts how many pages lie between a page and the one the spider asked for."""

_OF_THIS_PAGE: Final = frozenset(
    "depth is_start_request redirect_times redirect_ttl redirect_urls redirect_reasons retry_times "
    "download_latency cache_timestamp cached_response _dont_cache playwright_page".split()
)
"""What Scrapy, or a download handler, wrote into the meta while it fetched this page."""

_HEADERS_OF_THIS_PAGE: Final = frozenset(
    b"referer content-type content-length if-none-match if-modified-since".split()
)
_SECRETS: Final = frozenset(b"authorization cookie".split())
"""Headers that go to the same scheme and host alone."""


def pages_followed(response: Response) -> int:
    """The number of pages followed to come to this one; 0 for a page that the spider asked for."""
    count = getattr(response, "meta", {}).get(PAGES, 0)
    return count if isinstance(count, int) and count > 0 else 0


def request_of_next(response: Response, url: str) -> Request | None:
    """A GET for ``url`` with the callback, errback, arguments, meta and headers of the response's
    request; None for a response without a request. The duplicate filter applies to it."""
    request = response.request
    if request is None:
        return None
    meta = {name: value for name, value in request.meta.items() if name not in _OF_THIS_PAGE}
    dropped = _HEADERS_OF_THIS_PAGE
    if urlsplit(response.url)[:2] != urlsplit(url)[:2]:
        dropped |= _SECRETS
    headers = {name: all for name, all in request.headers.items() if name.lower() not in dropped}
    return Request(
        url,
        callback=request.callback,
        errback=request.errback,
        headers=headers,
        meta={**meta, PAGES: pages_followed(response) + 1},
        encoding=request.encoding,
        priority=request.priority,
        flags=request.flags,
        cb_kwargs=request.cb_kwargs,
    )
