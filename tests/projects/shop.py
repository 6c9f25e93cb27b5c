"""The shop whose pages all projects crawl, and what they see of their items."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from itemadapter import ItemAdapter
from scrapy import signals
from scrapy.crawler import Crawler

SHOP = Path(__file__).parents[2] / "example_project" / "site" / "shop"
FIRST_PAGE = (SHOP / "index.html").as_uri()


class SeenPipeline:
    """The last of the pipelines: keeps a copy of each item that comes to it."""

    items: ClassVar[list[tuple[str, dict[str, Any]]]] = []

    def process_item(self, item: Any) -> Any:
        self.items.append((type(item).__name__, ItemAdapter(item).asdict()))
        return item


class HeardExtension:
    """Keeps what is told of items."""

    told: ClassVar[list[tuple[str, Any]]] = []

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> HeardExtension:
        extension = cls()
        crawler.signals.connect(extension.scraped, signals.item_scraped)
        crawler.signals.connect(extension.dropped, signals.item_dropped)
        crawler.signals.connect(extension.failed, signals.item_error)
        crawler.signals.connect(extension.stored, signals.feed_slot_closed)
        crawler.signals.connect(extension.all_stored, signals.feed_exporter_closed)
        return extension

    def scraped(self, item: Any) -> None:
        self.told.append(("scraped", ItemAdapter(item).asdict()))

    def dropped(self, item: Any) -> None:
        self.told.append(("dropped", ItemAdapter(item).asdict()))

    def failed(self, item: Any) -> None:
        self.told.append(("failed", repr(item)))

    def stored(self, slot: Any) -> None:
        self.told.append(("stored", slot.uri))

    def all_stored(self) -> None:
        self.told.append(("all stored", None))
