"""The way of findings: feeds of their own, the project's feeds for them, the spider's output."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from itemadapter import ItemAdapter
from scrapy.exceptions import DropItem

from scrapy_treesim.default_feeds import FOLDER, default_feeds
from scrapy_treesim.feed_options import FeedOptions, without_password
from scrapy_treesim.findings_feed import FindingsFeed
from scrapy_treesim.pipelines import DuplicateRecordsPipeline
from scrapy_treesim.project_feeds import ProjectFeeds
from scrapy_treesim.settings import SettingError, TreesimSettings

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler

    from scrapy_treesim.items import Finding

logger = logging.getLogger(__name__)


class Destinations:
    """Takes each finding of a crawl to where the settings want it. Never fails the crawl."""

    def __init__(self, crawler: Crawler, settings: TreesimSettings) -> None:
        """Prepare the feeds.

        Raises:
            SettingError: a feed in ``TREESIM_FEEDS`` that cannot be written.
        """
        assert crawler.stats is not None
        self._crawler = crawler
        self._stats = crawler.stats
        self._is_mixed = settings.mix and not _serves_a_command(crawler)
        self._as_dicts = settings.items == "dict"
        self._duplicates = (
            DuplicateRecordsPipeline.from_crawler(crawler) if settings.drop_duplicates else None
        )
        self._spider = _crawling_spider(crawler)
        self._project = ProjectFeeds(crawler)
        self._default = (
            settings.feeds is None and not settings.mix and not self._project.name_findings
        )
        self._feeds: list[FindingsFeed] = []
        self._logged: set[str] = set()
        try:
            self._open(settings.feeds or ())
        except ValueError as error:
            raise SettingError(f"TREESIM_FEEDS cannot be used: {error}") from None

    def send(self, finding: Finding) -> Any:
        """Take the finding to its feeds; the item to yield among the spider's own, if any."""
        if self._duplicates is not None:
            try:
                self._duplicates.process_item(finding)
            except DropItem:
                return None
        item = ItemAdapter(finding).asdict() if self._as_dicts else finding
        if self._spider is not None:
            self._write(finding, item, self._spider)
            # Items of our classes that travel with the spider's own come there by themselves.
            if self._as_dicts or not self._is_mixed:
                for error in self._project.hand(finding):
                    self._fail("a feed of the project", error)
        return item if self._is_mixed else None

    async def close(self) -> None:
        """Store what was written, and tell where it is."""
        for feed in self._feeds:
            try:
                await feed.close()
            except Exception as error:
                self._fail(feed.uri, error)
        self._hint()

    def _open(self, feeds: tuple[FeedOptions, ...]) -> None:
        if self._spider is not None:
            self._feeds = [FindingsFeed(one, self._crawler, self._spider) for one in feeds]

    def _write(self, finding: Finding, item: Any, spider: Spider) -> None:
        if self._default:
            # Not before there is something to write.
            try:
                self._open(default_feeds(spider.name))
            except OSError as error:
                self._fail(f"the folder {FOLDER}; name other feeds in TREESIM_FEEDS", error)
                return
            self._default = False
        for feed in self._feeds:
            if feed.accepts(finding):
                try:
                    feed.add(item)
                except Exception as error:
                    self._fail(feed.uri, error)

    def _fail(self, place: str, error: Exception) -> None:
        """Count a failure; tell of it with its traceback the first time, briefly from then on."""
        name = type(error).__name__
        self._stats.inc_value("treesim/failed")
        self._stats.inc_value(f"treesim/failed/feeds/{name}")
        first = f"{place}/{name}" not in self._logged
        self._logged.add(f"{place}/{name}")
        logger.log(
            logging.ERROR if first else logging.DEBUG,
            "treesim could not write findings to %s: %s: %s",
            place,
            name,
            error,
            exc_info=error if first and not isinstance(error, OSError) else None,
        )

    def _hint(self) -> None:
        """Tell whoever looks into the project's own feeds, and finds nothing, where to look."""
        written = [feed.uri for feed in self._feeds if feed.written]
        own = self._project.uris
        if (
            written
            and own
            and not (self._is_mixed or self._project.name_findings)
            and not self._stats.get_value("item_scraped_count")
        ):
            logger.info(
                "The spider yielded no items of its own for %s. What treesim found is in %s."
                " TREESIM_MIX = True puts it among the spider's items.",
                ", ".join(map(without_password, own)),
                ", ".join(written),
            )


def _crawling_spider(crawler: Crawler) -> Spider | None:
    """The spider of a crawl; none in Scrapy's shell and commands that look at a page."""
    is_crawl = crawler.crawling and not _serves_a_command(crawler)
    return crawler.spider if is_crawl else None


def _serves_a_command(crawler: Crawler) -> bool:
    """Tell whether it runs for ``scrapy fetch``, ``view`` or ``parse``."""
    # They give the spider's class a start of their own.
    start = getattr(crawler.spidercls, "start", None)
    return str(getattr(start, "__module__", "")).startswith("scrapy.commands.")
