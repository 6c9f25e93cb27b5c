"""Item classes, an XML and a JSON feed, and a pipeline that takes ``item["title"]``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import scrapy

from projects.shop import FIRST_PAGE, SeenPipeline


class Good(scrapy.Item):
    """One of the goods."""

    title = scrapy.Field()
    maker = scrapy.Field()
    link = scrapy.Field()


class TitlePipeline:
    """Raises KeyError on anything without a title."""

    def process_item(self, item: Good) -> Good:
        item["title"] = item["title"].strip().upper()
        return item


class Spider(scrapy.Spider):
    name = "classes"
    start_urls = [FIRST_PAGE]  # noqa: RUF012

    def parse(self, response: Any) -> Iterator[Any]:
        for link in response.css("product-grid h3 a"):
            yield response.follow(link, self.parse_good)

    def parse_good(self, response: Any) -> Iterator[Good]:
        if response.css("h1"):
            yield Good(
                title=response.css("h1::text").get(),
                maker=response.css("p.uppercase::text").get(),
                link=response.url,
            )


SETTINGS: dict[str, Any] = {
    "ITEM_PIPELINES": {TitlePipeline: 300, SeenPipeline: 900},
    "FEEDS": {
        "goods.xml": {"format": "xml", "indent": 1},
        "goods.json": {"format": "json", "item_classes": [Good]},
    },
    "FEED_EXPORT_FIELDS": ["title", "maker", "link"],
}
