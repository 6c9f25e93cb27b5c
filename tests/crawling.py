"""A crawl of local pages in the test's own event loop, with no reactor."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any, TypeAlias

import scrapy
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.settings import Settings

Target: TypeAlias = "Path | str | tuple[Path | str, dict[str, Any]]"
"""A file or its address, with or without a request's meta."""


class PagesSpider(scrapy.Spider):
    """Fetches the given pages; its callback yields one item of its own a page."""

    name = "pages"

    def __init__(self, pages: Iterable[Target], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.requests = [page if isinstance(page, tuple) else (page, {}) for page in pages]

    async def start(self) -> AsyncIterator[scrapy.Request]:
        for page, meta in self.requests:
            url = page if isinstance(page, str) else page.resolve().as_uri()
            yield scrapy.Request(url, meta=meta, dont_filter=True)

    def parse(self, response: scrapy.http.Response) -> Any:
        yield {"own": response.url}


async def crawl(*pages: Target, **settings: Any) -> tuple[list[Any], dict[str, Any]]:
    """The items scraped, findings and the spider's own dicts, and the crawl's stats.

    Findings are mixed with the spider's items; ``spider`` may be another class of it.
    """
    spider = settings.pop("spider", PagesSpider)
    chosen = {
        "ADDONS": {"scrapy_treesim.Addon": 500},
        "TREESIM_MIX": True,
        "TWISTED_REACTOR_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "LOG_LEVEL": "ERROR",
        **settings,
    }
    crawler = Crawler(spider, Settings(chosen))
    items: list[Any] = []

    def keep(item: Any) -> None:
        items.append(item)

    crawler.signals.connect(keep, signals.item_scraped)
    await crawler.crawl_async(pages=pages)
    return items, dict(crawler.stats.get_stats())
