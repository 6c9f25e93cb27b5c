"""The add-on and its spider middleware: after a callback's own output, what the page holds."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakSet

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.http import HtmlResponse, Request

from scrapy_treesim.crawl.destinations import Destinations
from scrapy_treesim.crawl.idle_settings import idle_settings
from scrapy_treesim.crawl.pipelines import CommentsPipeline, MainTextPipeline
from scrapy_treesim.crawl.reader import Problem, Reader, Reading, moment_of, reason_to_skip
from scrapy_treesim.crawl.settings import SETTINGS, SettingError, read_settings, wanted_of
from scrapy_treesim.crawl.watches import KeyTreeWatch, TemplateWatch
from scrapy_treesim.crawl.workers.messages import PageToRead
from scrapy_treesim.crawl.workers.pool import WorkerDied, WorkerLost, WorkerPool, for_workers
from scrapy_treesim.items import FINDINGS, Finding
from scrapy_treesim.origins import Origin, fetched, may_lead
from scrapy_treesim.records.table.naming import unique

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.settings import BaseSettings
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
        self._called_back: WeakSet[Response] = WeakSet()
        self._destinations = Destinations(crawler, self._settings)
        self._reader = Reader(self._settings)
        self._workers: WorkerPool | None = None
        self._for_workers = for_workers(
            (name, crawler.settings[name]) for name in SETTINGS if name in crawler.settings
        )
        if self._settings.workers:
            # Scrapy 2.14 and 2.15 take the other where a callback has no ``async``.
            only = self.process_spider_output_async
            vars(self).update(process_spider_output=only, process_spider_output_async=None)
        self._watch = KeyTreeWatch(self._stats)
        self._templates = TemplateWatch(self._settings, self._stats)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor; listens for the end, to store findings and save the site memory."""
        middleware = cls(crawler)
        for line in idle_settings(crawler.settings):
            logger.warning("%s", line)
        crawler.signals.connect(middleware.spider_opened, signals.spider_opened)
        crawler.signals.connect(middleware._destinations.close, signals.spider_closed)
        crawler.signals.connect(middleware.closed, signals.spider_closed)
        return middleware

    def spider_opened(self) -> None:
        """Start the workers, if there are to be any."""
        if self._settings.workers:
            try:
                self._workers = WorkerPool(
                    self._settings.workers, self._for_workers, self._tell_of_death
                )
            except OSError as error:
                self._do_without_workers(error)

    async def closed(self) -> None:
        """End the workers, then :meth:`spider_closed`."""
        await self._close_workers()
        self.spider_closed()

    def spider_closed(self) -> None:
        """Tell of key trees and templates; save the site memory to its file, if it has one."""
        self._watch.finish()
        self._templates.finish()
        if error := self._reader.save():
            self._tell_of_memory(error)

    def process_spider_input(self, response: Response) -> None:
        """Note that a callback gets the response; an errback gets what is refused before."""
        self._called_back.add(response)

    async def process_spider_output_async(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """All that the spider yields, untouched; then findings, if mixed, and the next page."""
        async for output in result:
            yield output
        if not self._is_called_back(response):
            return
        reading = await self._read_by_workers(response)
        for one in self._sent(self.output(response) if reading is None else reading):
            yield one

    def process_spider_output(self, response: Response, result: Iterable[Any]) -> Iterator[Any]:
        """The same for Scrapy 2.14 and 2.15, where all middlewares may be without ``async``."""
        yield from result
        if self._is_called_back(response):
            yield from self._sent(self.output(response))

    def _is_called_back(self, response: Response) -> bool:
        """Tell whether the output is a callback's; an errback's is counted."""
        if response in self._called_back:
            return True
        self._stats.inc_value("treesim/skipped/errback")
        return False

    def _sent(self, output: Iterable[Finding | Request]) -> Iterator[Any]:
        """The findings, taken to where they go, that are items too; then the next page."""
        for one in output:
            item = one if isinstance(one, Request) else self._destinations.send(one)
            if item is not None:
                yield item

    def findings(self, response: Response) -> Iterator[Finding]:
        """The items of one response; a response that cannot be read is counted and has none."""
        return (one for one in self.output(response) if isinstance(one, FINDINGS))

    def output(self, response: Response) -> Iterator[Finding | Request]:
        """The findings of one response, then the request for its next page if that is wanted."""
        wanted = self._wanted(response)
        if wanted is not None and isinstance(response, HtmlResponse):
            follow = pages_followed(response) < self._settings.follow_next
            reading = self._reader.read(response, wanted, moment_of(response), follow=follow)
            yield from self._told(response, reading)

    async def _read_by_workers(self, response: Response) -> Iterable[Finding | Request] | None:
        """The same, read by a worker; None where there are none."""
        if self._workers is None:
            return None
        if self._wanted(response) is None or not isinstance(response, HtmlResponse):
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
            # Its meta is no JSON: the reader of this process takes it.
            return None
        except WorkerLost as error:
            self._do_without_workers(error)
            return None
        except (WorkerDied, ValueError) as error:
            reading = Reading(problems=[Problem("worker", type(error).__name__, str(error))])
        return self._told(response, reading)

    def _do_without_workers(self, error: Exception) -> None:
        """Read pages in this process from now on."""
        if self._workers is not None:
            self._workers.kill()
        self._workers = None
        self._log("workers", "treesim reads pages without workers: %s", error)

    def _tell_of_death(self, why: str) -> None:
        self._stats.inc_value("treesim/workers/died")
        self._log(
            "worker_died",
            "a worker of treesim ended (%s) and was started anew",
            why,
        )

    async def _close_workers(self) -> None:
        """End the workers, which save what they learned of sites."""
        if self._workers is None:
            return
        workers, self._workers = self._workers, None
        try:
            told = await workers.close()
        except WorkerLost:
            # They have read nothing.
            workers.kill()
            return
        for one in told:
            if one.get("error"):
                self._tell_of_memory(one["error"])

    def _tell_of_memory(self, error: str) -> None:
        path = self._settings.site_memory
        logger.error("treesim could not save the site memory to %s: %s", path, error)

    def _wanted(self, response: Response) -> Wanted | None:
        """The findings that are wanted of a response; None, and counted, where it is not read."""
        # A response without a request has no meta.
        meta = getattr(response, "meta", {})
        try:
            wanted = wanted_of(meta.get("treesim"), self._settings.wanted)
        except (SettingError, RecursionError) as error:
            self._fail(response, Problem.of("meta", error))
            return None
        reason: str | None = "by_request"
        if wanted is not None:
            reason = reason_to_skip(response, self._settings.max_bytes)
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
        seconds = self._stats.get_value("treesim/seconds", 0.0) + reading.seconds
        self._stats.set_value("treesim/seconds", round(seconds, 6))
        for items in reading.findings.values():
            for item in items:
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
        """Count a failure; tell of it with its traceback the first time, briefly from then on."""
        subject = f"{problem.where}/{problem.error}"
        self._stats.inc_value("treesim/failed")
        self._stats.inc_value(f"treesim/failed/{subject}")
        if problem.where == "meta" and len(self._logged) < MAX_MISTAKES:
            # The spider makes these, and each is to be mended.
            subject += problem.said
        self._log(
            subject,
            "treesim could not read the %s of %s: %s: %s",
            problem.where,
            response.url,
            problem.error,
            problem.said,
            trace=problem.trace,
        )

    def _log(self, subject: str, message: str, *parts: object, trace: str = "") -> None:
        """Warn of a subject the first time; from then on log it for debugging only."""
        level = logging.DEBUG if subject in self._logged else logging.WARNING
        if trace and level == logging.WARNING:
            message, parts = f"{message}\n%s", (*parts, trace)
        self._logged.add(subject)
        logger.log(level, message, *parts)


MAX_MISTAKES: Final = 20
"""Different mistakes in requests' ``meta["treesim"]`` that the log is told of."""

PAGES: Final = "treesim_page"
"""The meta key that counts how many pages lie between a page and the one the spider asked for."""

_OF_THIS_PAGE: Final = frozenset(
    "depth is_start_request redirect_times redirect_ttl redirect_urls redirect_reasons retry_times "
    "download_latency cache_timestamp cached_response _dont_cache playwright_page".split()
)
"""Meta keys written by Scrapy or a download handler for this fetch."""

_HEADERS_OF_THIS_PAGE: Final = frozenset(
    b"referer content-type content-length if-none-match if-modified-since".split()
)
_FOR_EVERYBODY: Final = frozenset(b"accept accept-encoding accept-language user-agent".split())
"""Headers that may go to another scheme, host or port than they were made for."""
_OF_ENVIRONMENT: Final = frozenset(("_scheme_proxy", "_auth_proxy", "proxy"))
"""Meta keys by which Scrapy notes the proxy that the environment names for a scheme."""


def pages_followed(response: Response) -> int:
    """The number of pages followed to come to this one; 0 for a page that the spider asked for."""
    count = getattr(response, "meta", {}).get(PAGES, 0)
    return count if isinstance(count, int) and count > 0 else 0


class NextPageRequest(Request):
    """A request for a list's next page, whose headers stay where they were for."""

    def replace(self, *args: Any, **kwargs: Any) -> Any:
        """The request with other values; redirected elsewhere, it has no headers of the host."""
        other = super().replace(*args, **kwargs)
        if isinstance(other, NextPageRequest) and Origin.of(other.url) != Origin.of(self.url):
            other.leave_host()
        return other

    def leave_host(self) -> None:
        """Drop the headers that are not for everybody; a proxy's stays where there is one."""
        of_proxy = [b"proxy-authorization"] if self.meta.get("proxy") else []
        for name in [*self.headers]:
            if name.lower() not in (*_FOR_EVERYBODY, *of_proxy):
                del self.headers[name]


def request_of_next(response: Response, url: str) -> NextPageRequest | None:
    """A GET for ``url`` with the callback, errback, arguments, meta and headers of the response's
    request; None for a response without a request, and where it would leave the page's host. The
    duplicate filter applies to it."""
    request = response.request
    if request is None:
        return None
    dropped = _OF_THIS_PAGE
    if "_scheme_proxy" in request.meta:
        dropped |= _OF_ENVIRONMENT
    meta = {name: value for name, value in request.meta.items() if name not in dropped}
    headers = {
        name: values
        for name, values in request.headers.items()
        if name.lower() not in _HEADERS_OF_THIS_PAGE
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
    # The host of a page that was followed to is the one that it was looked for on.
    pages = [response.url, *redirects] if pages_followed(response) else [response.url]
    if not fetched(url) or not all(may_lead(page, following.url) for page in pages):
        return None
    if len({Origin.of(address) for address in (response.url, following.url, *redirects)}) > 1:
        following.leave_host()
    return following


class Addon:
    """The add-on: one line, ``ADDONS = {"scrapy_treesim.Addon": 500}``, switches everything on."""

    def update_settings(self, settings: BaseSettings) -> None:
        """Check the ``TREESIM_`` settings and add the components they ask for.

        Raises:
            SettingError: a setting that cannot be used, before any request is made.
        """
        chosen = read_settings(settings)
        if not chosen.enabled:
            return
        add = settings.setdefault_in_component_priority_dict
        add("SPIDER_MIDDLEWARES", FindingsMiddleware, 950)
        if chosen.comments_from:
            add("ITEM_PIPELINES", CommentsPipeline, 110)
        # Last, for it may replace the HTML that the others read.
        if chosen.main_text_from:
            add("ITEM_PIPELINES", MainTextPipeline, 120)
