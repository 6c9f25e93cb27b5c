"""A crawl of the pages that a command line names, each once."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from http.client import responses
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider
from scrapy.spidermiddlewares.httperror import HttpError

if TYPE_CHECKING:
    from twisted.python.failure import Failure


class FetchSpider(Spider):
    """Fetches pages; says on stderr what could not be had, and notes it in ``failures``."""

    def __init__(self, urls: list[str], failures: list[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._urls = urls
        self._failures = failures

    async def start(self) -> AsyncIterator[Request]:
        """One request a page; the callback is told what was asked for, as ``asked``."""
        for url in self._urls:
            asked = {"asked": url}
            yield Request(url, errback=self.note_failure, dont_filter=True, cb_kwargs=asked)

    def note_failure(self, failure: Failure) -> None:
        """A page that could not be fetched."""
        request: Request = failure.request  # type: ignore[attr-defined]
        error = failure.value
        said = failure.getErrorMessage()
        if isinstance(error, HttpError):
            status = error.response.status
            said = f"answered with {status} {responses.get(status, '')}".rstrip()
        self.fail(request.url, said)

    def fail(self, url: str, message: str) -> None:
        """Tell of a page that could not be had, or used."""
        self._failures.append(url)
        print(f"{url}: {message}", file=sys.stderr)
