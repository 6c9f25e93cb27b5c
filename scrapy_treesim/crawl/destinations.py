"""Destinations of findings: their own feeds, the project's feeds, the spider's output."""

from __future__ import annotations

import logging
import re
from contextlib import suppress
from datetime import datetime, timezone
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from itemadapter import ItemAdapter
from scrapy.exceptions import DropItem
from scrapy.extensions.feedexport import FeedExporter, FeedSlot
from scrapy.utils.display import pprint

from scrapy_treesim.crawl.feeds import (
    FeedOptions,
    FindingsExporter,
    classes_by_name,
    finding_classes,
    without_password,
)
from scrapy_treesim.crawl.pipelines import DuplicateRecordsPipeline
from scrapy_treesim.crawl.settings import SettingError, TreesimSettings
from scrapy_treesim.items import OwnItem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scrapy import Spider
    from scrapy.crawler import Crawler

    from scrapy_treesim.items import Finding


logger = logging.getLogger(__name__)

FOLDER: Final = "treesim"
"""Folder of the default feeds, in the working directory."""

_OPTIONS: Final = {"format": "jsonlines", "encoding": "utf-8", "uri_params": None}
_UNFIT: Final = re.compile(r"[^\w.-]+|^\.+")
"""Characters unfit for a folder's name: ``shop/eu`` is not a folder in a folder."""


class Destinations:
    """Writer of a crawl's findings to the destinations in the settings. Never fails the crawl."""

    def __init__(self, crawler: Crawler, settings: TreesimSettings) -> None:
        assert crawler.stats is not None
        self._crawler = crawler
        self._stats = crawler.stats
        command = _command_of(crawler)
        self._is_mixed = settings.mix and not command
        self._printed: list[dict[str, Any]] | None = [] if command == "parse" else None
        """The findings that ``scrapy parse`` prints, as it prints the spider's items."""
        self._as_dicts = settings.items == "dict"
        self._schemas = settings.options.schemas
        self._duplicates = (
            DuplicateRecordsPipeline.from_crawler(crawler) if settings.drop_duplicates else None
        )
        # None in Scrapy's shell and in ``fetch``, ``view`` and ``parse``.
        self._spider = crawler.spider if crawler.crawling and not command else None
        feeds = crawler.settings.getdict("FEEDS")
        self._project_feeds = [str(uri) for uri in feeds]
        self._in_project_feeds = any(map(finding_classes, feeds.values()))
        """True if any feed of the project is for findings."""
        self._default = settings.feeds is None and not (settings.mix or self._in_project_feeds)
        self._exporter: FindingsExporter | None = None
        self._logged: set[str] = set()
        try:
            self._open(settings.feeds or ())
        except ValueError as error:
            addresses = ", ".join(without_password(feed.uri) for feed in settings.feeds or ())
            raise SettingError(f"TREESIM_FEEDS = {addresses} cannot be used: {error}") from None
        if self._spider is not None:
            self._log_destinations(self._spider.name, settings.feeds or ())

    def send(self, finding: Finding | OwnItem) -> Any:
        """Write the finding to its feeds; return the item to yield with the spider's, if any."""
        if self._duplicates is not None:
            try:
                self._duplicates.process_item(finding)
            except DropItem:
                return None
        item = finding.item if isinstance(finding, OwnItem) else finding
        item = ItemAdapter(item).asdict() if self._as_dicts else item
        if self._spider is not None:
            self._write_to_own(finding, item, self._spider)
            # Items of our classes mixed with the spider's own reach these feeds by themselves.
            if self._as_dicts or not self._is_mixed:
                self._write_to_project(finding)
        if self._printed is not None:
            self._printed.append(dict(ItemAdapter(item)))
        return item if self._is_mixed else None

    async def close(self) -> None:
        """Store the feeds and log their addresses."""
        if self._exporter is not None:
            await self._exporter.close()
        self._hint()
        if self._printed:
            print("# Findings ", "-" * 65)
            pprint(self._printed)

    def _log_destinations(self, name: str, feeds: tuple[FeedOptions, ...]) -> None:
        """Log at the start where findings go."""
        addresses = [without_password(feed.uri) for feed in feeds]
        if self._default:
            addresses = [f"{_parent_of(name).as_posix()}, files of their own"]
        if self._is_mixed:
            addresses.append("the spider's items")
        elif self._in_project_feeds:
            addresses.append("the feeds in FEEDS that name their classes")
        hint = "" if self._is_mixed else "; TREESIM_MIX = True makes them items of the spider"
        if addresses:
            logger.info("treesim puts its findings into %s%s", ", ".join(addresses), hint)

    def _open(self, feeds: tuple[FeedOptions, ...]) -> None:
        if self._spider is not None and feeds:
            self._exporter = FindingsExporter(
                self._crawler, feeds, self._fail, is_mixed=self._is_mixed
            )

    def _write_to_own(self, finding: Finding | OwnItem, item: Any, spider: Spider) -> None:
        """Write the finding to its own feeds, opened when there is something to write."""
        if self._default:
            try:
                self._open(default_feeds(spider.name, self._schemas))
            except OSError as error:
                self._fail(f"the folder {FOLDER}; name other feeds in TREESIM_FEEDS", error)
                return
            self._default = False
        if (exporter := self._exporter) is not None:
            self._write(exporter, finding, lambda slot: exporter.write(slot, item))

    def _write_to_project(self, finding: Finding | OwnItem) -> None:
        """Write the finding to all project feeds for its class, past all pipelines."""
        exporter = self._crawler.get_extension(FeedExporter) if self._in_project_feeds else None
        if exporter is not None:
            self._write(exporter, finding, lambda slot: exporter.item_scraped(finding, slot.spider))

    def _write(
        self, exporter: FeedExporter, finding: Finding | OwnItem, write: Callable[[FeedSlot], None]
    ) -> None:
        """Write the finding to each feed for its class by itself, so that none fails the others."""
        slots = []
        for slot in exporter.slots:
            # Feeds that do not name its class must not get it, even if they take any item.
            exporter.slots = [slot]
            if isinstance(finding, finding_classes(slot.feed_options)):
                try:
                    write(slot)
                except Exception as error:
                    self._fail(without_password(slot.uri), error)
            slots += exporter.slots
        exporter.slots = slots

    def _fail(self, target: str, error: Exception) -> None:
        """Count a failure; log it with its traceback the first time, briefly from then on."""
        name = type(error).__name__
        self._stats.inc_value("treesim/failed")
        self._stats.inc_value(f"treesim/failed/feeds/{name}")
        first = f"{target}/{name}" not in self._logged
        self._logged.add(f"{target}/{name}")
        logger.log(
            logging.ERROR if first else logging.DEBUG,
            "treesim could not write findings to %s: %s: %s",
            target,
            name,
            error,
            exc_info=error if first and not isinstance(error, OSError) else None,
        )

    def _hint(self) -> None:
        """Log the feeds of the findings if the project's own feeds are empty."""
        written = self._exporter.written.values() if self._exporter is not None else ()
        is_expected = self._is_mixed or self._in_project_feeds or not self._project_feeds
        if written and not is_expected and not self._stats.get_value("item_scraped_count"):
            logger.info(
                "The spider yielded no items of its own for %s. What treesim found is in %s."
                " TREESIM_MIX = True puts it among the spider's items.",
                ", ".join(map(without_password, self._project_feeds)),
                ", ".join(written),
            )


def _command_of(crawler: Crawler) -> str:
    """Name of the command behind a crawler: ``fetch``, ``view`` or ``parse``; else empty."""
    # These commands replace the start of the spider's class.
    start = getattr(crawler.spidercls, "start", None)
    _, of_a_command, name = str(getattr(start, "__module__", "")).rpartition("scrapy.commands.")
    return name if of_a_command else ""


def default_feeds(spider_name: str, schemas: Iterable[type] = ()) -> tuple[FeedOptions, ...]:
    """Make a new folder and return a feed in it for each kind and each schema."""
    parent = _parent_of(spider_name)
    started = f"{datetime.now(timezone.utc):%Y-%m-%dT%H-%M-%S}"
    for number in count(1):
        folder = parent / (started if number == 1 else f"{started}_{number}")
        with suppress(FileExistsError):
            folder.mkdir(parents=True)
            break
    return tuple(
        FeedOptions(f"{folder.as_posix()}/{kind}.jsonl", classes, {**_OPTIONS})
        for kind, classes in classes_by_name(schemas).items()
    )


def _parent_of(spider_name: str) -> Path:
    """The folder of all default feeds of a spider."""
    return Path(FOLDER, _UNFIT.sub("_", spider_name) or "_")
