"""Whether a page yields the same items in every crawl, whatever pages come before it.

    python -m benchmarks.same_items [--pages 2128] [--seed 1]

Generated lists, goods, news and threads of one host, without class names and ids, are crawled
sixteen at a time, twice with answers in another order and once with two workers. The lines of each
page are compared between the crawls, and so are the orders in which pages were answered.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

import scrapy
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Request, Response
from scrapy.settings import Settings

from benchmarks.generated_pages import generated_pages
from scrapy_treesim.items import FINDINGS

HOST: Final = "https://site.example"
SLOWEST: Final = 0.05
"""Seconds that an answer takes at most."""
_NAMES: Final = re.compile(rb"""\s(?:class|id)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)""")


class Answers:
    """A downloader middleware that answers with pages from memory, each after a random while."""

    pages: Sequence[bytes] = ()
    random = Random()

    async def process_request(self, request: Request) -> Response:
        """Answer with the page of the number that the address ends with."""
        await asyncio.sleep(self.random.uniform(0, SLOWEST))
        body = self.pages[int(request.url.rpartition("/")[2])]
        return HtmlResponse(request.url, body=body, encoding="utf-8", request=request)


class AllPages(scrapy.Spider):
    """Asks for all pages and yields nothing."""

    name = "all"

    def __init__(self, order: list[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.order = order

    async def start(self) -> AsyncIterator[Request]:
        """Ask for each page."""
        for number in range(len(Answers.pages)):
            yield Request(f"{HOST}/{number}")

    def parse(self, response: Response) -> None:
        """Note the order."""
        self.order.append(response.url)


class Crawled(NamedTuple):
    """What one crawl yields."""

    order: list[str]
    """Addresses as they were answered."""
    lines: dict[str, list[str]]
    """Items as lines, by address."""


async def crawl(seed: int, workers: int) -> Crawled:
    """Crawl all pages once."""
    Answers.random = Random(seed)
    crawled = Crawled([], defaultdict(list))
    settings = {
        "ADDONS": {"scrapy_treesim.Addon": 500}, "TREESIM_MIX": True, "TREESIM_WORKERS": workers,
        "DOWNLOADER_MIDDLEWARES": {Answers: 1}, "CONCURRENT_REQUESTS": 16,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 16, "DOWNLOAD_DELAY": 0, "LOG_LEVEL": "ERROR",
        "TWISTED_REACTOR_ENABLED": False, "TELNETCONSOLE_ENABLED": False,
    }  # fmt: skip
    crawler = Crawler(AllPages, Settings(settings))

    def keep(item: Any) -> None:
        if isinstance(item, FINDINGS):
            fields: Any = item
            crawled.lines[fields["url"]].append(json.dumps(dict(fields), default=str))

    crawler.signals.connect(keep, signals.item_scraped)
    await crawler.crawl_async(order=crawled.order)
    return crawled


async def crawls(pages: int, seed: int) -> int:
    """Crawl the site three times; return how many pages yield other lines."""
    Answers.pages = [_NAMES.sub(b"", page.html) for page in generated_pages(pages, seed)]
    first = await crawl(seed, 0)
    lines = sum(map(len, first.lines.values()))
    print(f"{len(first.order)} pages, {len(first.lines)} with items, {lines} lines")
    differing = 0
    for name, other_seed, workers in (("another order", seed + 1, 0), ("two workers", seed, 2)):
        other = await crawl(other_seed, workers)
        urls = {*first.lines, *other.lines}
        differ = sum(first.lines.get(url) != other.lines.get(url) for url in urls)
        moved = sum(one != two for one, two in zip(first.order, other.order, strict=True))
        print(f"{name}: {moved} pages came at another position, {differ} yield other lines")
        differing += differ
    return differing


def main() -> None:
    """Tell of the crawls, and exit with 1 where they differ."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pages", type=int, default=2128, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    raise SystemExit(int(asyncio.run(crawls(asked.pages, asked.seed)) > 0))


if __name__ == "__main__":
    main()
