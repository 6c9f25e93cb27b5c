"""Page objects: a class a kind of page, which the callback makes of the response."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import attrs
import scrapy
from web_poet import HttpResponse, WebPage, field

from projects.shop import FIRST_PAGE, SeenPipeline


@attrs.define
class Good:
    """One of the goods."""

    name: str | None
    price: str | None


class GoodPage(WebPage[Good]):
    """The page of one of the goods."""

    @field
    def name(self) -> str | None:
        found: str | None = self.css("h1::text").get()
        return found

    @field
    def price(self) -> str | None:
        found: str | None = self.css("main span.font-semibold::text").get()
        return found


class Spider(scrapy.Spider):
    name = "objects"
    start_urls = [FIRST_PAGE]  # noqa: RUF012

    async def parse(self, response: Any) -> AsyncIterator[Any]:
        for link in response.css("product-grid h3 a"):
            yield response.follow(link, self.parse_good)

    async def parse_good(self, response: Any) -> AsyncIterator[Good]:
        page = GoodPage(response=HttpResponse(url=response.url, body=response.body))
        yield await page.to_item()


SETTINGS: dict[str, Any] = {
    "ITEM_PIPELINES": {SeenPipeline: 900},
    "FEEDS": {"goods.jsonl": {"format": "jsonlines"}},
}
