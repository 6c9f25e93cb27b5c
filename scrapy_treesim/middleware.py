"""The spider middleware: after a callback's own output, what the page holds."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.http import HtmlResponse, Request

from scrapy_treesim.arrival import moment_of
from scrapy_treesim.destinations import Destinations
from scrapy_treesim.following import pages_followed, request_of_next
from scrapy_treesim.items import Finding, Item, RecordRow, TemplateRow
from scrapy_treesim.key_tree_watch import KeyTreeWatch
from scrapy_treesim.list_agreement import ListAgreement
from scrapy_treesim.reader import Problem, Reader, Reading, reason_to_skip
from scrapy_treesim.request_meta import wanted_of
from scrapy_treesim.settings import SettingError, read_settings
from scrapy_treesim.template_watch import TemplateWatch

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self

    from scrapy_treesim.findings import Wanted

logger = logging.getLogger(__name__)


class FindingsMiddleware:
    """Finds what every HTML response holds. Nothing of it ever fails a crawl."""

    def __init__(self, crawler: Crawler) -> None:
        self._settings = read_settings(crawler.settings)
        if not self._settings.enabled:
            raise NotConfigured
        assert crawler.stats is not None
        self._stats = crawler.stats
        self._logged: set[str] = set()
        self._destinations = Destinations(crawler, self._settings)
        self._reader = Reader(self._settings)
        self._watch = KeyTreeWatch(self._stats)
        self._templates = TemplateWatch(self._settings, self._stats)
        self._agreement = ListAgreement(self._stats)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor; listens for the end, to store findings and save the site memory."""
        middleware = cls(crawler)
        crawler.signals.connect(middleware._destinations.close, signals.spider_closed)
        crawler.signals.connect(middleware.spider_closed, signals.spider_closed)
        return middleware

    def spider_closed(self) -> None:
        """Tell of key trees and lists; save the site memory, where the settings name its file."""
        self._watch.finish()
        self._templates.finish()
        self._agreement.finish()
        memory, path = self._reader.memory, self._settings.site_memory
        if memory is None:
            return
        self._stats.set_value("treesim/sites", len(memory))
        if isinstance(path, Path):
            try:
                memory.save(path)
            except (OSError, ValueError) as error:
                logger.error("treesim could not save the site memory to %s: %s", path, error)

    async def process_spider_output_async(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """All that the spider yields, untouched; then findings, if mixed, and the next page."""
        async for output in result:
            yield output
        for one in self._added(response):
            yield one

    def process_spider_output(self, response: Response, result: Iterable[Any]) -> Iterator[Any]:
        """The same for Scrapy 2.14 and 2.15, where all middlewares may be without ``async``."""
        yield from result
        yield from self._added(response)

    def _added(self, response: Response) -> Iterator[Any]:
        """The findings, taken to where they go, that are items too; then the next page."""
        for one in self.output(response):
            item = one if isinstance(one, Request) else self._destinations.send(one)
            if item is not None:
                yield item

    def findings(self, response: Response) -> Iterator[Finding]:
        """The items of one response; a response that cannot be read is counted and has none."""
        found = (Item, RecordRow, TemplateRow)
        return (one for one in self.output(response) if isinstance(one, found))

    def output(self, response: Response) -> Iterator[Finding | Request]:
        """The findings of one response, then the request for its next page if that is wanted."""
        wanted = self._wanted(response)
        if wanted is not None and isinstance(response, HtmlResponse):
            follow = pages_followed(response) < self._settings.follow_next
            reading = self._reader.read(response, wanted, moment_of(response), follow=follow)
            yield from self._told(response, reading)

    def _wanted(self, response: Response) -> Wanted | None:
        """The findings that are wanted of a response; None, and counted, where it is not read."""
        # A response without a request has no meta.
        meta = getattr(response, "meta", {})
        try:
            wanted = wanted_of(meta.get("treesim"), self._settings.wanted)
        except SettingError as error:
            self._fail(response, Problem.of("meta", error))
            return None
        reason = "by_request" if wanted is None else self._reason_to_skip(response)
        if reason is None:
            return wanted
        self._stats.inc_value(f"treesim/skipped/{reason}")
        return None

    def _told(self, response: Response, reading: Reading) -> Iterator[Finding | Request]:
        """The findings and the request of a reading, after what it tells stats and log."""
        for stat, number in reading.counts.items():
            self._stats.inc_value(stat, number)
        for problem in reading.problems:
            self._fail(response, problem)
        if reading.oversized:
            self._log(
                "oversized",
                "treesim looks for no records, comments and fields in %s: it has %d nodes; "
                "its article and main text are still looked for",
                response.url,
                reading.oversized,
            )
        for seen in reading.key_trees:
            self._watch.add(seen)
        if reading.template is not None:
            self._templates.add(response, reading.template)
        for kind, items in reading.findings.items():
            self._compare(kind, items, reading.page_kind, response)
        self._spend(reading.seconds)
        for items in reading.findings.values():
            yield from items
        if reading.next_url is not None:
            request = request_of_next(response, reading.next_url)
            if request is not None:
                self._stats.inc_value("treesim/next_pages")
                yield request

    def _compare(
        self, kind: str, items: Sequence[Finding], page_kind: str | None, response: Response
    ) -> None:
        """Note what lists say of things, and compare with it what their own pages say."""
        if kind == "detail":
            self._agreement.compare(items, response)
        elif kind == "records" and page_kind == "list":
            self._agreement.remember(items)

    def _spend(self, seconds: float) -> None:
        total = self._stats.get_value("treesim/seconds", 0.0) + seconds
        self._stats.set_value("treesim/seconds", round(total, 6))

    def _reason_to_skip(self, response: Response) -> str | None:
        if not isinstance(response, HtmlResponse):
            return "not_html"
        return reason_to_skip(response.body, self._settings.max_bytes)

    def _fail(self, response: Response, problem: Problem) -> None:
        """Count a failure; tell of it with its traceback the first time, briefly from then on."""
        self._stats.inc_value("treesim/failed")
        self._stats.inc_value(f"treesim/failed/{problem.where}/{problem.error}")
        self._log(
            f"{problem.where}/{problem.error}",
            "treesim could not read the %s of %s: %s: %s",
            problem.where,
            response.url,
            problem.error,
            problem.said,
            trace=problem.trace,
        )

    def _log(self, subject: str, message: str, *parts: object, trace: str = "") -> None:
        """Warn of a subject the first time; from then on log it for debugging only."""
        if subject in self._logged:
            logger.debug(message, *parts)
        elif trace:
            logger.warning(f"{message}\n%s", *parts, trace)
        else:
            logger.warning(message, *parts)
        self._logged.add(subject)
