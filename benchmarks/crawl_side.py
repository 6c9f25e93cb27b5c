"""One crawl of served pages, measured from inside its process; started by benchmarks.

    python -m benchmarks.crawl_side '{"callback": "selector", "folder": ..., "port": ..., ...}'

Says on standard output what the crawl took (:class:`Taken`, as JSON). The first pages, with which
code and weights are loaded, are left out of all but memory.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from importlib import import_module
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Final

import scrapy
from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess, Crawler
from scrapy.http import HtmlResponse, Response

from benchmarks.page_server import addresses_of
from benchmarks.processes import TICK, below, status_bytes, used

EVERY: Final = 0.001
"""Seconds from one run to when the next is due."""
PERCENTILES: Final = (50, 95, 99)


class LoopLag:
    """Runs again and again in a loop, and notes by how many seconds it came late."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._due = 0.0
        self._is_on = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Begin in the loop that runs."""
        self._loop, self._is_on = asyncio.get_running_loop(), True
        self._again()

    def stop(self) -> None:
        """Note nothing more."""
        self._is_on = False

    def _again(self) -> None:
        assert self._loop is not None
        self._due = self._loop.time() + EVERY
        self._loop.call_at(self._due, self._note)

    def _note(self) -> None:
        assert self._loop is not None
        if self._is_on:
            self.seconds.append(max(0.0, self._loop.time() - self._due))
            self._again()

    def milliseconds(self) -> Mapping[str, float]:
        """The percentiles of the lags, and the longest."""
        ordered = [1000 * one for one in sorted(self.seconds)] or [0.0]
        last = len(ordered) - 1
        found = {f"p{one}": ordered[min(last, len(ordered) * one // 100)] for one in PERCENTILES}
        return {**found, "most": ordered[-1]}


FATAL: Final = ("log_count/ERROR", "log_count/CRITICAL", "spider_exceptions/", "treesim/failed",
                "retry/", "downloader/exception_count")  # fmt: skip
"""Stats of which none may be there."""
LOOK_EVERY: Final = 20
"""Pages from one look at the memory of workers to the next."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The crawl that is asked for."""

    folder: str
    """The folder of the pages, as :mod:`benchmarks.page_server` writes it."""
    port: int
    """The port of their server."""
    feeds: str
    """The folder that items are written to."""
    callback: str = "nothing"
    settings: dict[str, Any] = field(default_factory=dict)
    pages: int = 400
    """Pages that are measured; those of the folder come again where it has fewer."""
    warm: int = 50
    """Pages before them."""
    cores: list[int] = field(default_factory=list)
    """Cores to run on; any where there are none."""
    sample_every: int = 0
    """Pages from one sample of the memory to the next; 0 for no samples."""


@dataclass(slots=True)
class Taken:
    """The cost of a crawl."""

    pages: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    """Seconds of CPU of the process that crawls."""
    workers_cpu: float = 0.0
    """CPU seconds of all processes that it started."""
    peak: int = 0
    """Bytes of resident memory of the process that crawls, at most."""
    workers_peak: int = 0
    """Resident memory of all processes that it started together; shared memory counts each time."""
    lag: dict[str, float] = field(default_factory=dict)
    """Milliseconds, by percentile."""
    samples: list[tuple[int, int]] = field(default_factory=list)
    """Pages so far, and bytes of resident memory of all processes."""
    failures: dict[str, Any] = field(default_factory=dict)


class ServedSpider(scrapy.Spider):
    """Asks the server for each page, at the page's own address."""

    name = "served"

    def __init__(self, asked: Asked, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.asked = asked
        self.extract: Callable[..., str | None] | None = None

    async def start(self) -> AsyncIterator[scrapy.Request]:
        """One request a page; pages that come again are pages of other sites."""
        if self.asked.callback == "trafilatura":
            self.extract = import_module("trafilatura").extract
        addresses = addresses_of(Path(self.asked.folder))
        proxy = f"http://127.0.0.1:{self.asked.port}"
        for number in range(self.asked.warm + self.asked.pages):
            again, place = divmod(number, len(addresses))
            address = addresses[place]
            if again:
                address = address.replace("://", f"://again{again}.", 1)
            yield scrapy.Request(
                address, headers={"X-Page": place}, meta={"proxy": proxy}, dont_filter=True
            )

    def parse(self, response: Response) -> Iterator[dict[str, Any]]:
        """Yield nothing; the title by a selector; or the main text by trafilatura."""
        if isinstance(response, HtmlResponse):
            if self.asked.callback == "selector":
                yield {"url": response.url, "title": response.css("title::text").get()}
            elif self.extract is not None:
                yield {"url": response.url, "text": self.extract(response.text, url=response.url)}


PAGE_DONE: Final = object()
"""The signal that all of a page has come, findings of workers too."""


class DoneMiddleware:
    """Tells when all has come of a page."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> DoneMiddleware:
        """Scrapy's constructor."""
        return cls(crawler)

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """All of it, then the signal."""
        async for one in result:
            yield one
        self.crawler.signals.send_catch_log(PAGE_DONE)


class Measuring:
    """Watches a crawl from within."""

    def __init__(self, asked: Asked, crawler: Crawler) -> None:
        self.asked = asked
        self.crawler = crawler
        self.taken = Taken(asked.pages)
        self._lag = LoopLag()
        self._done = 0
        self._started = (0.0, 0.0, 0.0)
        crawler.signals.connect(self.done, PAGE_DONE)
        crawler.signals.connect(self.closed, signals.spider_closed)
        if not asked.warm:
            crawler.signals.connect(self.begin, signals.spider_opened)

    def begin(self) -> None:
        """Measure from now on."""
        gc.collect()
        self._started = self._clocks()
        self._lag.start()

    def done(self) -> None:
        """Count a page; begin where the first are done."""
        self._done += 1
        if self._done == self.asked.warm:
            self.begin()
        if self._done % LOOK_EVERY == 0:
            self._look()
        every = self.asked.sample_every
        if every and self._done % every == 0:
            self.taken.samples.append((self._done, status_bytes("VmRSS") + self._look()))

    def closed(self) -> None:
        """Note what the crawl has taken."""
        self._lag.stop()
        self._look()
        ended = self._clocks()
        taken, stats = self.taken, self.crawler.stats
        spent = [one - other for one, other in zip(ended, self._started, strict=True)]
        taken.seconds, taken.cpu, taken.workers_cpu = spent
        taken.peak = status_bytes("VmHWM")
        taken.lag = dict(self._lag.milliseconds())
        assert stats is not None
        found = stats.get_stats()
        taken.failures = {
            name: str(value) for name, value in found.items() if name.startswith(FATAL)
        }
        wanted = self.asked.warm + self.asked.pages
        if self._done != wanted:
            taken.failures["pages"] = f"{self._done} of {wanted}"

    def _look(self) -> int:
        memory = sum(resident for _, (_, resident) in used(below(os.getpid())))
        self.taken.workers_peak = max(self.taken.workers_peak, memory)
        return memory

    @staticmethod
    def _clocks() -> tuple[float, float, float]:
        ended = os.times()
        ticks = sum(ticks for _, (ticks, _) in used(below(os.getpid())))
        workers = ended.children_user + ended.children_system + ticks / TICK
        return perf_counter(), process_time(), workers


def crawl(asked: Asked) -> Taken:
    """Crawl once; the process can do nothing more afterwards."""
    if asked.cores:
        os.sched_setaffinity(0, asked.cores)
    feeds = Path(asked.feeds)
    settings = {
        "CONCURRENT_REQUESTS": 16,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
        "FEEDS": {(feeds / "own.jsonl").as_uri(): {"format": "jsonlines", "overwrite": True}},
        "LOG_LEVEL": "ERROR",
        "SPIDER_MIDDLEWARES": {DoneMiddleware: 1},
        "TELNETCONSOLE_ENABLED": False,
        **asked.settings,
    }
    if "ADDONS" in settings:
        findings = f"{feeds.as_uri()}/%(kind)s.jsonl"
        settings["TREESIM_FEEDS"] = {findings: {"format": "jsonlines", "overwrite": True}}
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler(ServedSpider)
    measuring = Measuring(asked, crawler)
    process.crawl(crawler, asked=asked)
    process.start()
    return measuring.taken


if __name__ == "__main__":
    print(json.dumps(asdict(crawl(Asked(**json.loads(sys.argv[1]))))))
