"""A tutorial's spider: dicts, JSON lines, the next page followed by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import scrapy
from scrapy.exceptions import DropItem

from projects.shop import FIRST_PAGE, SeenPipeline


class CheapPipeline:
    """Drops what costs too much; wants a key that every item of the spider has."""

    def process_item(self, item: dict[str, Any]) -> dict[str, Any]:
        if float(item["price"].strip("£")) > 60:
            raise DropItem(f"too dear: {item['title']}")
        item["cheap"] = True
        return item


class Spider(scrapy.Spider):
    name = "dicts"
    start_urls = [FIRST_PAGE]  # noqa: RUF012

    def parse(self, response: Any) -> Iterator[Any]:
        for card in response.css("product-grid article"):
            yield {
                "title": card.css("h3 a::text").get(),
                "price": card.css("span.font-semibold::text").get(),
            }
        yield from response.follow_all(css="a[rel=next]")


SETTINGS: dict[str, Any] = {
    "ITEM_PIPELINES": {CheapPipeline: 300, SeenPipeline: 900},
    "FEEDS": {"goods.jsonl": {"format": "jsonlines"}, "goods.json": {"format": "json"}},
}
