"""Item loaders with processors, and a pipeline that fills a table."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import scrapy
from itemloaders.processors import MapCompose, TakeFirst
from scrapy.loader import ItemLoader

from projects.shop import FIRST_PAGE, SeenPipeline


@dataclass
class Good:
    """One of the goods."""

    title: str | None = field(default=None)
    price: float | None = field(default=None)
    reviews: int | None = field(default=None)


class GoodLoader(ItemLoader):
    """Reads numbers."""

    default_item_class = Good
    default_output_processor = TakeFirst()
    price_in = MapCompose(lambda text: text.strip("£"), float)
    reviews_in = MapCompose(lambda text: text.strip("()").split()[0], int)


class SqlitePipeline:
    """A row an item, by attribute."""

    def open_spider(self) -> None:
        self.base = sqlite3.connect("goods.sqlite")
        self.base.execute("create table goods (title text, price real, reviews integer)")

    def close_spider(self) -> None:
        self.base.commit()
        self.base.close()

    def process_item(self, item: Good) -> Good:
        row = (item.title, item.price, item.reviews)
        self.base.execute("insert into goods values (?, ?, ?)", row)
        return item


class Spider(scrapy.Spider):
    name = "loader"
    start_urls = [FIRST_PAGE]  # noqa: RUF012

    def parse(self, response: Any) -> Iterator[Any]:
        for card in response.css("product-grid article"):
            loader = GoodLoader(selector=card)
            loader.add_css("title", "h3 a::text")
            loader.add_css("price", "span.font-semibold::text")
            loader.add_css("reviews", "a.text-stone-500::text")
            yield loader.load_item()
        yield from response.follow_all(css="a[rel=next]")


SETTINGS: dict[str, Any] = {"ITEM_PIPELINES": {SqlitePipeline: 300, SeenPipeline: 900}}
