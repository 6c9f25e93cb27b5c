"""Page objects: what was found of a product, with one field of one's own. Takes the extra ``poet``.

scrapy runspider page_objects.py                            two goods of the example site
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import scrapy
from web_poet import HttpResponse, ItemPage, field

from scrapy_treesim.items import DetailItem
from scrapy_treesim.poet import FindingsProvider

SHOP = Path(__file__).resolve().parents[1] / "site" / "shop"
GOODS = ("ashwood-splitting-hatchet.html", "enamel-storm-lantern.html")


class GoodsPage(ItemPage[dict[str, Any]]):
    """Name and price as they are found; the maker by a selector that somebody wrote."""

    def __init__(self, found: DetailItem, response: HttpResponse) -> None:
        self.found = found
        self.response = response

    @field
    def name(self) -> str | None:
        """As it is found."""
        return self.found.name

    @field
    def price(self) -> float | None:
        """As it is found, if that is sure."""
        sure = self.found.explain.get("price", {}).get("confidence", 0)
        return self.found.price if sure > 0.9 else None

    @field
    def maker(self) -> str | None:
        """The line above the name."""
        return self.response.css("p.uppercase::text").get()


class PageObjectsSpider(scrapy.Spider):
    """Yields items of page objects, to the project's own feed."""

    name = "page_objects"
    start_urls = [(SHOP / one).as_uri() for one in GOODS]  # noqa: RUF012
    custom_settings = {  # noqa: RUF012
        "ADDONS": {"scrapy_poet.Addon": 300},
        "SCRAPY_POET_PROVIDERS": {FindingsProvider: 500},
        "FEEDS": {"output/goods.jsonl": {"format": "jsonlines", "overwrite": True}},
        "LOG_LEVEL": "INFO",
    }

    async def parse(self, response: scrapy.http.Response, page: GoodsPage) -> AsyncIterator[Any]:
        """The item of the page object."""
        yield await page.to_item()
