"""A shop's goods as a class of your own, from lists and from their own pages alike.

scrapy runspider fields.py                                    the shop of the example site
scrapy runspider fields.py -a start=https://example.com/goods/
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import scrapy
from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor

SHOP = Path(__file__).resolve().parents[1] / "site" / "shop" / "index.html"


@dataclass
class Product:
    """What is wanted: names and types choose the columns and details that fill it."""

    name: str
    price: Decimal
    currency: str
    rating: float | None
    url: str | None = None
    colours: str | None = None


class FieldsSpider(scrapy.Spider):
    """Follows the links of the shop; what pages hold comes from the add-on."""

    name = "own_fields"
    custom_settings = {  # noqa: RUF012
        "ADDONS": {"scrapy_treesim.Addon": 500},
        "TREESIM_KINDS": [],
        "TREESIM_SCHEMAS": [Product],
        "TREESIM_FEEDS": {"output/%(kind)s.jsonl": {"overwrite": True}},
        "LOG_LEVEL": "INFO",
    }
    links = LinkExtractor(allow=r"/shop/[^/]*$")

    def __init__(self, start: str = "", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.start_urls = [start or SHOP.as_uri()]

    def parse(self, response: scrapy.http.Response) -> Iterator[Any]:
        if isinstance(response, HtmlResponse):
            yield from response.follow_all(self.links.extract_links(response))
