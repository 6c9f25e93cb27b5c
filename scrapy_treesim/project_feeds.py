"""The project's own feeds whose ``item_classes`` name findings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.extensions.feedexport import FeedExporter

from scrapy_treesim.feed_options import finding_classes

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


class ProjectFeeds:
    """Hands findings to the feeds in ``FEEDS`` that name them, past pipelines and signals."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        feeds = crawler.settings.getdict("FEEDS")
        self.uris = [str(uri) for uri in feeds]
        """All feeds of the project."""
        self.name_findings = any(map(finding_classes, feeds.values()))
        """Whether any of them is for findings."""

    def hand(self, finding: Any) -> list[Exception]:
        """Give the finding to each feed that names its class; the errors that this met with."""
        exporter = self._crawler.get_extension(FeedExporter) if self.name_findings else None
        if exporter is None:
            return []
        errors = []
        slots = []
        for slot in exporter.slots:
            # The feeds that do not name it must not see it, be they for items of any class.
            if isinstance(finding, finding_classes(slot.feed_options)):
                exporter.slots = [slot]
                try:
                    exporter.item_scraped(finding, slot.spider)
                except Exception as error:
                    errors.append(error)
                slots += exporter.slots
            else:
                slots.append(slot)
        exporter.slots = slots
        return errors
