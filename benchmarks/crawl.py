"""Crawl every page of data sets with the add-on on, as one ``file://`` crawl in a Scrapy process.

    python -m benchmarks.crawl --data DIR [--data DIR ...]

Prints the stats that matter. Exits with 1 when a spider callback raised, an error was logged or a
finding failed on any page, or when a page was not answered.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import scrapy
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.http import Response

from benchmarks.pages import DataSet, data_arguments

SHOWN: Final = (
    "elapsed_time_seconds",
    "log_count/",
    "memusage/max",
    "response_received_count",
    "spider_exceptions/",
    "treesim/",
)
FATAL: Final = ("log_count/ERROR", "log_count/CRITICAL", "spider_exceptions/", "treesim/failed")


class FilesSpider(scrapy.Spider):
    """Requests every HTML file below a folder."""

    name = "files"

    def __init__(self, folder: Path, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.folder = folder

    async def start(self) -> AsyncIterator[scrapy.Request]:
        """One request a file."""
        for path in sorted(self.folder.rglob("*.html")):
            yield scrapy.Request(path.as_uri(), dont_filter=True)

    def parse(self, response: Response) -> None:
        """Yield nothing."""


def main() -> None:
    arguments = data_arguments(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        pages = sum(unpack(data, folder / data.name, arguments.limit) for data in arguments.data)
        stats = crawl(folder, folder / "items.jsonl")
        print(f"{pages} pages, {(folder / 'items.jsonl').stat().st_size:,} bytes of findings")
    for key in sorted(stats):
        if key.startswith(SHOWN):
            print(f"{key}: {stats[key]}")
    failures = [key for key in stats if key.startswith(FATAL)]
    if stats.get("response_received_count", 0) != pages:
        failures.append("response_received_count")
    if failures:
        sys.exit(f"failed: {', '.join(failures)}")


def unpack(data: DataSet, folder: Path, limit: int | None) -> int:
    """Write the set's pages as ``.html`` files; return how many."""
    folder.mkdir(parents=True)
    count = 0
    for page in data.pages(limit):
        (folder / f"{page.id}.html").write_bytes(page.html)
        count += 1
    return count


def crawl(folder: Path, feed: Path) -> dict[str, Any]:
    """The stats of a crawl of all files in the folder, its findings written to ``feed``."""
    process = AsyncCrawlerProcess(
        {
            "ADDONS": {"scrapy_treesim.Addon": 500},
            "TREESIM_FEEDS": {feed.as_uri(): {"format": "jsonlines", "store_empty": True}},
            "LOG_LEVEL": "WARNING",
            "TELNETCONSOLE_ENABLED": False,
        }
    )
    crawler = process.create_crawler(FilesSpider)
    process.crawl(crawler, folder=folder)
    process.start()
    assert crawler.stats is not None
    return dict(crawler.stats.get_stats())


if __name__ == "__main__":
    main()
