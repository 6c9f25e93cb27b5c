"""The spider middleware: after a callback's own output, what the page holds."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.http import HtmlResponse, Request

from scrapy_treesim.arrival import moment_of
from scrapy_treesim.article import SiteMemory
from scrapy_treesim.decoding import is_binary
from scrapy_treesim.destinations import Destinations
from scrapy_treesim.detail import DetailMemory
from scrapy_treesim.findings import KINDS, Wanted
from scrapy_treesim.following import pages_followed, request_of_next
from scrapy_treesim.items import Finding, Item, RecordRow, TemplateRow
from scrapy_treesim.key_tree_watch import KeyTreeWatch
from scrapy_treesim.kind.memory import KindMemory
from scrapy_treesim.kind.page_kind import UNKNOWN, page_kind
from scrapy_treesim.list_agreement import ListAgreement
from scrapy_treesim.page import Page
from scrapy_treesim.records import next_page
from scrapy_treesim.records.by_example.key_tree import ExampleNotFound
from scrapy_treesim.records.over_pages.region_memory import RegionMemory
from scrapy_treesim.request_meta import wanted_of
from scrapy_treesim.settings import SettingError, read_settings
from scrapy_treesim.template_watch import TemplateWatch

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self

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
        self._memory = _memory(self._settings.site_memory)
        self._kinds = KindMemory() if self._settings.site_memory else None
        self._watch = KeyTreeWatch(self._stats)
        self._templates = TemplateWatch(self._settings, self._stats)
        self._agreement = ListAgreement(self._stats)
        self._wanted = replace(
            self._settings.wanted,
            seen=self._watch.add,
            regions=RegionMemory() if self._settings.site_memory else None,
            details=DetailMemory() if self._settings.site_memory else None,
        )

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
        if self._memory is None:
            return
        self._stats.set_value("treesim/sites", len(self._memory))
        path = self._settings.site_memory
        if isinstance(path, Path):
            try:
                self._memory.save(path)
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
        started = perf_counter()
        # A response without a request has no meta.
        meta = getattr(response, "meta", {})
        try:
            wanted = wanted_of(meta.get("treesim"), self._wanted)
        except SettingError as error:
            self._fail("meta", response, error)
            return
        reason = "by_request" if wanted is None else self._reason_to_skip(response)
        if reason or wanted is None:
            self._stats.inc_value(f"treesim/skipped/{reason}")
            return
        assert isinstance(response, HtmlResponse)
        try:
            page = Page(response, moment=moment_of(response), html5=self._settings.html5)
        except Exception as error:
            self._fail("page", response, error)
            return
        self._stats.inc_value("treesim/pages")
        if page.parser == "html5":
            self._stats.inc_value("treesim/read_again")
        if page.is_oversized:
            self._stats.inc_value("treesim/oversized")
            self._log(
                "oversized",
                "treesim looks for no records, comments and fields in %s: it has %d nodes; "
                "its article and main text are still looked for",
                response.url,
                len(page.tree),
            )
        wanted = replace(wanted, matched=partial(self._templates.add, response))
        # Fields of templates are what they are on any page.
        if not {"template"}.issuperset(wanted.kinds):
            wanted = self._of_kind(page, wanted, response)
        has_records = False
        for kind in wanted.kinds:
            try:
                items = list(KINDS[kind](page, wanted, self._memory))
            except ExampleNotFound:
                self._stats.inc_value("treesim/no_example")
                continue
            except Exception as error:
                self._fail(kind, response, error)
                continue
            if items:
                self._stats.inc_value(f"treesim/pages/{kind}")
                self._stats.inc_value(f"treesim/items/{kind}", len(items))
                self._compare(kind, items, wanted, response)
            has_records = has_records or (kind == "records" and bool(items))
            self._spend(perf_counter() - started)
            yield from items
            started = perf_counter()
        if has_records and pages_followed(response) < self._settings.follow_next:
            yield from self._next(page, response)

    def _of_kind(self, page: Page, wanted: Wanted, response: Response) -> Wanted:
        """Add the kind of the page; where it cannot be told, all is emitted."""
        try:
            kind = page_kind(page, self._kinds)
        except Exception as error:
            self._fail("kind", response, error)
            return replace(wanted, emit="all", page_kind=UNKNOWN)
        self._stats.inc_value(f"treesim/kinds/{kind.kind}")
        return replace(wanted, page_kind=kind)

    def _compare(
        self, kind: str, items: Sequence[Finding], wanted: Wanted, response: Response
    ) -> None:
        """Note what lists say of things, and compare with it what their own pages say."""
        if kind == "detail":
            self._agreement.compare(items, response)
        elif kind == "records" and wanted.page_kind and wanted.page_kind.kind == "list":
            self._agreement.remember(items)

    def _next(self, page: Page, response: Response) -> Iterator[Request]:
        """The request for the next page of the list, if there is one."""
        started = perf_counter()
        try:
            url = next_page(page)
            request = request_of_next(response, url) if url else None
        except Exception as error:
            self._fail("next", response, error)
            return
        self._spend(perf_counter() - started)
        if request is not None:
            self._stats.inc_value("treesim/next_pages")
            yield request

    def _spend(self, seconds: float) -> None:
        total = self._stats.get_value("treesim/seconds", 0.0) + seconds
        self._stats.set_value("treesim/seconds", round(total, 6))

    def _reason_to_skip(self, response: Response) -> str | None:
        if not isinstance(response, HtmlResponse):
            return "not_html"
        if not response.body.strip():
            return "empty"
        if len(response.body) > self._settings.max_bytes:
            return "too_large"
        return "binary" if is_binary(response.body) else None

    def _fail(self, where: str, response: Response, error: Exception) -> None:
        """Count a failure; tell of it with its traceback the first time, briefly from then on."""
        name = type(error).__name__
        self._stats.inc_value("treesim/failed")
        self._stats.inc_value(f"treesim/failed/{where}/{name}")
        self._log(
            f"{where}/{name}",
            "treesim could not read the %s of %s: %s: %s",
            where,
            response.url,
            name,
            error,
            cause=None if isinstance(error, ValueError) else error,
        )

    def _log(
        self, subject: str, message: str, *parts: object, cause: Exception | None = None
    ) -> None:
        """Warn of a subject the first time; from then on log it for debugging only."""
        first = subject not in self._logged
        self._logged.add(subject)
        level = logging.WARNING if first else logging.DEBUG
        logger.log(level, message, *parts, exc_info=cause if first else None)


def _memory(wanted: bool | Path) -> SiteMemory | None:
    if isinstance(wanted, Path) and wanted.exists():
        return SiteMemory.load(wanted)
    return SiteMemory() if wanted else None
