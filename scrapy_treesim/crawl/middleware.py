"""Components of the add-on; its spider middleware adds findings to a callback's own output."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from weakref import WeakSet

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.extensions.logstats import LogStats
from scrapy.http import Request, TextResponse
from scrapy.utils.misc import load_object

from scrapy_treesim.crawl.destinations import Destinations
from scrapy_treesim.crawl.feeds import PARQUET, PARQUET_EXPORTER
from scrapy_treesim.crawl.idle_settings import idle_settings
from scrapy_treesim.crawl.pipelines import CommentsPipeline, MainTextPipeline
from scrapy_treesim.crawl.reader import PageReader, PageReading, Problem, moment_of, reason_to_skip
from scrapy_treesim.crawl.settings import (
    SETTINGS,
    SettingError,
    logged_in_one_line,
    read_settings,
    request_options,
)
from scrapy_treesim.crawl.watches import KeyTreeWatch, TemplateWatch
from scrapy_treesim.crawl.workers.messages import PageToRead
from scrapy_treesim.crawl.workers.pool import WorkerDied, WorkerLost, WorkerPool, worker_settings
from scrapy_treesim.items import Finding, Item, OwnItem, Row
from scrapy_treesim.records.table.naming import unique
from scrapy_treesim.values.addresses import Origin, fetched, may_lead

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.settings import BaseSettings
    from typing_extensions import Self

    from scrapy_treesim.findings.kinds import FindingOptions

logger = logging.getLogger(__name__)

_Output: TypeAlias = "Finding | OwnItem | Request"


class FindingsMiddleware:
    """Spider middleware with the findings of every HTML response. It never fails a crawl."""

    def __init__(self, crawler: Crawler) -> None:
        self._settings = read_settings(crawler.settings)
        if not self._settings.enabled:
            raise NotConfigured
        assert crawler.stats is not None
        self._stats = crawler.stats
        self._logged: set[str] = set()
        self._called_back: WeakSet[Response] = WeakSet()
        self._destinations = Destinations(crawler, self._settings)
        self._reader = PageReader(self._settings)
        self._workers: WorkerPool | None = None
        self._for_workers = worker_settings(
            (name, crawler.settings[name]) for name in SETTINGS if name in crawler.settings
        )
        if self._settings.workers:
            # Scrapy 2.14 and 2.15 call the other method if a callback has no ``async``.
            only = self.process_spider_output_async
            vars(self).update(process_spider_output=only, process_spider_output_async=None)
        self._watch = KeyTreeWatch(self._stats)
        self._templates = TemplateWatch(self._settings, self._stats)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor; listens for the end, to store findings and save the site memory."""
        with logged_in_one_line():
            middleware = cls(crawler)
        for line in idle_settings(crawler.settings):
            logger.warning("%s", line)
        crawler.signals.connect(middleware.spider_opened, signals.spider_opened)
        crawler.signals.connect(middleware._destinations.close, signals.spider_closed)
        crawler.signals.connect(middleware.closed, signals.spider_closed)
        return middleware

    def spider_opened(self) -> None:
        """Start the workers, if configured."""
        if self._settings.workers:
            try:
                self._workers = WorkerPool(
                    self._settings.workers, self._for_workers, self._report_death
                )
            except OSError as error:
                self._do_without_workers(error)

    async def closed(self) -> None:
        """End the workers, then :meth:`spider_closed`."""
        await self._close_workers()
        self.spider_closed()

    def spider_closed(self) -> None:
        """Log the state of key trees and templates; save the site memory, if it has a file."""
        self._watch.finish()
        self._templates.finish()
        if error := self._reader.save():
            self._report_unsaved_memory(error)

    def process_spider_input(self, response: Response) -> None:
        """Note a response passed to a callback; an errback gets those refused before."""
        self._called_back.add(response)

    async def process_spider_output_async(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """Yield the spider's output, untouched; then findings, if mixed, and the next page."""
        async for output in result:
            yield output
        if not self._is_called_back(response):
            return
        reading = await self._read_by_workers(response)
        for item in self._sent(self.output(response) if reading is None else reading):
            yield item

    def process_spider_output(self, response: Response, result: Iterable[Any]) -> Iterator[Any]:
        """Yield the same in Scrapy 2.14 and 2.15 if all middlewares are without ``async``."""
        yield from result
        if self._is_called_back(response):
            yield from self._sent(self.output(response))

    def _is_called_back(self, response: Response) -> bool:
        """Tell whether the output is a callback's; an errback's is counted."""
        if response in self._called_back:
            return True
        self._stats.inc_value("treesim/skipped/errback")
        return False

    def _sent(self, output: Iterable[_Output]) -> Iterator[Any]:
        """Send findings to their destinations; yield the items to mix in, then the next page."""
        for result in output:
            item = result if isinstance(result, Request) else self._destinations.send(result)
            if item is not None:
                yield item

    def findings(self, response: Response) -> Iterator[Finding]:
        """Yield the items of one response; an unreadable response is counted and has none."""
        return (finding for finding in self.output(response) if isinstance(finding, (Item, Row)))

    def output(self, response: Response) -> Iterator[_Output]:
        """Yield the findings of one response, then the request for its next page, if configured."""
        options = self._options_for(response)
        if options is not None and isinstance(response, TextResponse):
            follow = pages_followed(response) < self._settings.follow_next
            reading = self._reader.read(response, options, moment_of(response), follow=follow)
            yield from self._emit(response, reading)

    async def _read_by_workers(self, response: Response) -> Iterable[_Output] | None:
        """Read a response by a worker and return its output; None without workers."""
        # Nothing but JSON comes from workers, and no instances of a user's classes.
        if self._workers is None or self._settings.options.schemas:
            return None
        if self._options_for(response) is None or not isinstance(response, TextResponse):
            return ()
        page = PageToRead(
            response.url,
            response.body,
            response.encoding,
            moment_of(response),
            getattr(response, "meta", {}).get("treesim"),
            pages_followed(response) < self._settings.follow_next,
        )
        try:
            reading = await self._workers.read(page)
        except TypeError:
            # The meta is no JSON: the page is read in this process.
            return None
        except WorkerLost as error:
            self._do_without_workers(error)
            return None
        except (WorkerDied, ValueError) as error:
            reading = PageReading(problems=[Problem("worker", type(error).__name__, str(error))])
        return self._emit(response, reading)

    def _do_without_workers(self, error: Exception) -> None:
        """Read pages in this process from now on."""
        if self._workers is not None:
            self._workers.kill()
        self._workers = None
        self._log("workers", "treesim reads pages without workers: %s", error)

    def _report_death(self, why: str) -> None:
        self._stats.inc_value("treesim/workers/died")
        self._log("worker_died", "a worker of treesim ended (%s) and was started anew", why)

    async def _close_workers(self) -> None:
        """Let the workers save the site memory, and end them."""
        if self._workers is None:
            return
        workers, self._workers = self._workers, None
        try:
            for answer in await workers.close():
                if answer.get("error"):
                    self._report_unsaved_memory(answer["error"])
        except WorkerLost:
            # The workers have read nothing.
            workers.kill()

    def _report_unsaved_memory(self, error: str) -> None:
        path = self._settings.site_memory
        logger.error("treesim could not save the site memory to %s: %s", path, error)

    def _options_for(self, response: Response) -> FindingOptions | None:
        """The options for a response; None, and counted, if it is not to be read."""
        # A response without a request has no meta.
        meta = getattr(response, "meta", {})
        try:
            options = request_options(meta.get("treesim"), self._settings.options)
        except (SettingError, RecursionError) as error:
            self._fail(response, Problem.of("meta", error))
            return None
        reason: str | None = "by_request"
        if options is not None:
            reason = reason_to_skip(response, self._settings)
        if reason is None:
            return options
        self._stats.inc_value(f"treesim/skipped/{reason}")
        return None

    def _emit(self, response: Response, reading: PageReading) -> Iterator[_Output]:
        """Update stats and log by a reading; yield its findings and the next page's request."""
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
        seconds = self._stats.get_value("treesim/seconds", 0.0) + reading.seconds
        self._stats.set_value("treesim/seconds", round(seconds, 6))
        yield from reading.own
        for item in chain.from_iterable(reading.findings.values()):
            if not 200 <= response.status < 300:
                # A list may have a column of this name.
                item[unique("status", item)] = response.status
            yield item
        if reading.next_url is not None:
            request = request_of_next(response, reading.next_url)
            if request is not None:
                self._stats.inc_value("treesim/next_pages")
                yield request

    def _fail(self, response: Response, problem: Problem) -> None:
        """Count a failure; log it with its traceback the first time, briefly from then on."""
        subject = f"{problem.where}/{problem.error}"
        self._stats.inc_value("treesim/failed")
        self._stats.inc_value(f"treesim/failed/{subject}")
        if problem.where == "meta" and len(self._logged) < MAX_MISTAKES:
            # These are mistakes in the spider; each is logged once, to be fixed.
            subject += problem.message
        self._log(
            subject,
            "treesim could not read the %s of %s: %s: %s",
            problem.where,
            response.url,
            problem.error,
            problem.message,
            trace=problem.trace,
        )

    def _log(self, subject: str, message: str, *parts: object, trace: str = "") -> None:
        """Log a warning about a subject the first time, for debugging from then on."""
        level = logging.DEBUG if subject in self._logged else logging.WARNING
        if trace and level == logging.WARNING:
            message, parts = f"{message}\n%s", (*parts, trace)
        self._logged.add(subject)
        logger.log(level, message, *parts)


MAX_MISTAKES: Final = 20
"""Largest number of different mistakes in requests' ``meta["treesim"]`` to warn of."""

PAGES: Final = "treesim_page"
"""Meta key of the number of pages followed from the page that the spider requested."""

_PAGE_META: Final = frozenset(
    "depth is_start_request redirect_times redirect_ttl redirect_urls redirect_reasons retry_times "
    "download_latency cache_timestamp cached_response _dont_cache playwright_page".split()
)
"""Meta keys written by Scrapy or a download handler for one fetch."""

_PAGE_HEADERS: Final = frozenset(
    b"referer content-type content-length if-none-match if-modified-since".split()
)
_PUBLIC_HEADERS: Final = frozenset(b"accept accept-encoding accept-language user-agent".split())
"""Headers that may be sent to another scheme, host or port than they were made for."""
_PROXY_META: Final = frozenset(("_scheme_proxy", "_auth_proxy", "proxy"))
"""Meta keys of a proxy that Scrapy took from the environment."""


def pages_followed(response: Response) -> int:
    """The number of next pages followed to this page; 0 for a page of the spider's own request."""
    count = getattr(response, "meta", {}).get(PAGES, 0)
    return count if isinstance(count, int) and count > 0 else 0


class NextPageRequest(Request):
    """A request for a list's next page; its headers are not sent to another host."""

    def replace(self, *args: Any, **kwargs: Any) -> Any:
        """The request with other values; for another origin, without the headers of the host."""
        other = super().replace(*args, **kwargs)
        if isinstance(other, NextPageRequest) and Origin.of(other.url) != Origin.of(self.url):
            other.leave_host()
        return other

    def leave_host(self) -> None:
        """Drop all headers but the public ones and, with a proxy, the proxy's."""
        of_proxy = [b"proxy-authorization"] if self.meta.get("proxy") else []
        for name in [*self.headers]:
            if name.lower() not in (*_PUBLIC_HEADERS, *of_proxy):
                del self.headers[name]


def request_of_next(response: Response, url: str) -> NextPageRequest | None:
    """A GET for ``url`` with the callback, errback, arguments, meta and headers of the response's
    request; None for a response without a request, and if it would leave the page's host. The
    duplicate filter applies to it."""
    request = response.request
    if request is None:
        return None
    dropped = _PAGE_META
    if "_scheme_proxy" in request.meta:
        dropped |= _PROXY_META
    meta = {name: value for name, value in request.meta.items() if name not in dropped}
    headers = {
        name: values
        for name, values in request.headers.items()
        if name.lower() not in _PAGE_HEADERS
    }
    try:
        following = NextPageRequest(
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
    except ValueError:
        return None
    redirects: list[str] = request.meta.get("redirect_urls") or []
    # A followed page belongs to the host that it was requested from.
    pages = [response.url, *redirects] if pages_followed(response) else [response.url]
    if not fetched(url) or not all(may_lead(page, following.url) for page in pages):
        return None
    if len({Origin.of(address) for address in (response.url, following.url, *redirects)}) > 1:
        following.leave_host()
    return following


class FindingsLogStats(LogStats):
    """Line about findings beside the one of Scrapy's LogStats, which counts the spider's items."""

    def log(self, spider: Spider) -> None:
        """Log the number of findings, if there are any, and how many came in a minute."""
        stats = self.stats.get_stats()
        findings = sum(stats[name] for name in stats if name.startswith("treesim/items/"))
        rate, self.itemsprev = (findings - self.itemsprev) * self.multiplier, findings
        if findings:
            logger.info("treesim made %d findings (at %d findings/min)", findings, rate)

    def spider_closed(self, spider: Spider, reason: str) -> None:
        """Stop."""
        if self.task and self.task.running:
            self.task.stop()


def switch_on(settings: BaseSettings) -> None:
    """Check the ``TREESIM_`` settings and add the components they need.

    Raises:
        SettingError: a setting that cannot be used, before any request is made.
    """
    with logged_in_one_line():
        chosen = read_settings(settings)
    if not chosen.enabled:
        return
    # The project's own exporter of the format takes precedence.
    settings["FEED_EXPORTERS_BASE"].setdefault(PARQUET, PARQUET_EXPORTER)
    add = settings.setdefault_in_component_priority_dict
    add("SPIDER_MIDDLEWARES", FindingsMiddleware, 950)
    if chosen.comments_from:
        add("ITEM_PIPELINES", CommentsPipeline, 110)
    # Last, because it may replace the HTML that the others read.
    if chosen.main_text_from:
        add("ITEM_PIPELINES", MainTextPipeline, 120)
    if not chosen.mix:
        add("EXTENSIONS", FindingsLogStats, 0)
    if _uses_scrapy_poet(settings):
        # Before scrapy-poet's provider of any item, after those of other packages.
        with suppress(ImportError):
            add("SCRAPY_POET_PROVIDERS", load_object(POET_PROVIDER), 1500)


POET_PROVIDER: Final = "scrapy_treesim.poet.FindingsProvider"


def _uses_scrapy_poet(settings: BaseSettings) -> bool:
    """Tell whether scrapy-poet is switched on, by its add-on or its middleware."""
    components = (*settings.getdict("ADDONS"), *settings.getdict("DOWNLOADER_MIDDLEWARES"))
    return any("scrapy_poet" in str(component) for component in components)
