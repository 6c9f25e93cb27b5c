"""A shop: the goods of its lists, page after page, one row each, for a spreadsheet.

scrapy runspider shop.py                                    the shop of the example site
scrapy runspider shop.py -a start=https://example.com/goods/
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import scrapy

SHOP = Path(__file__).resolve().parents[1] / "site" / "shop" / "index.html"


class ShopSpider(scrapy.Spider):
    """Asks for the first page alone: the add-on follows the list."""

    name = "shop"
    custom_settings = {  # noqa: RUF012
        "ADDONS": {"scrapy_treesim.Addon": 500},
        "TREESIM_KINDS": ["records"],
        "TREESIM_FOLLOW_NEXT": 50,
        "TREESIM_DROP_DUPLICATES": True,
        "TREESIM_FEEDS": {"output/shop.csv": {"format": "csv", "overwrite": True}},
        "FEED_EXPORTERS": {"csv": "scrapy_treesim.crawl.feeds.SafeCsvItemExporter"},
        "LOG_LEVEL": "INFO",
    }

    def __init__(self, start: str = "", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.start_urls = [start or SHOP.as_uri()]

    def parse(self, response: scrapy.http.Response) -> Iterator[Any]:
        yield from ()
