"""A CrawlSpider that stops after a number of items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule

from projects.shop import FIRST_PAGE, SeenPipeline


class Spider(CrawlSpider):
    name = "rules"
    start_urls = [FIRST_PAGE]  # noqa: RUF012
    rules = (
        Rule(LinkExtractor(restrict_css="a[rel=next]"), follow=True),
        Rule(LinkExtractor(restrict_css="product-grid h3", unique=True), callback="parse_good"),
    )

    def parse_good(self, response: Any) -> Iterator[Any]:
        for row in response.css("section table tr"):
            yield {
                "good": response.css("h1::text").get(),
                "what": row.css("th::text").get(),
                "is": row.css("td::text").get(),
            }


SETTINGS: dict[str, Any] = {
    "ITEM_PIPELINES": {SeenPipeline: 900},
    "FEEDS": {"rows.jsonl": {"format": "jsonlines"}},
    "CLOSESPIDER_ITEMCOUNT": 20,
    # Scrapy 2.14 may have another page under way by the last item, if any middleware takes time.
    "DOWNLOAD_DELAY": 0.5,
}
