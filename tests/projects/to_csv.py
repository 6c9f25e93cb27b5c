"""No pipeline, ``scrapy crawl goods -O goods.csv``: the first item makes the header."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import scrapy

from projects.shop import FIRST_PAGE


class Spider(scrapy.Spider):
    name = "csv"
    start_urls = [FIRST_PAGE]  # noqa: RUF012

    def parse(self, response: Any) -> Iterator[Any]:
        for card in response.css("product-grid article"):
            yield {
                "name": card.css("h3 a::text").get(),
                "price": card.css("span.font-semibold::text").get(),
                "stars": card.css("[role=img]::attr(aria-label)").get(),
            }
        yield from response.follow_all(css="a[rel=next]")


SETTINGS: dict[str, Any] = {"FEEDS": {"goods.csv": {"format": "csv", "overwrite": True}}}
