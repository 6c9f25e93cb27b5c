"""Spiders that only say where to go; what the pages hold comes from the add-on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import scrapy
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import LinkExtractor

SITE = Path(__file__).resolve().parents[2] / "site"


class SiteSpider(scrapy.Spider):
    """A whole site: every page linked from the first.

    scrapy crawl site                                    the site that ships with the project
    scrapy crawl site -a start=https://example.com -s CLOSESPIDER_PAGECOUNT=50
    """

    name = "site"
    first_page = "index.html"
    follow = ""

    def __init__(self, start: str = "", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.first_url = start or (SITE / self.first_page).as_uri()
        host = urlsplit(self.first_url).hostname
        allow = self.follow if not start else ""
        self.links = LinkExtractor(allow=allow, allow_domains=[host] if host else [])

    async def start(self) -> AsyncIterator[scrapy.Request]:
        yield scrapy.Request(self.first_url)

    def parse(self, response: Response) -> Iterator[scrapy.Request]:
        if isinstance(response, HtmlResponse):
            yield from response.follow_all(self.links.extract_links(response))


class ShopSpider(SiteSpider):
    """A shop's list pages: records alone."""

    name = "shop"
    first_page = "shop/index.html"
    follow = r"/shop/(index|page)[^/]*$"
    custom_settings = {"TREESIM_KINDS": ["records"]}  # noqa: RUF012


class ReaderSpider(SiteSpider):
    """Articles with their comments, from the blog and the news."""

    name = "reader"
    follow = r"/(blog|news|news-zh)/"
    custom_settings = {"TREESIM_KINDS": ["article", "comments"]}  # noqa: RUF012


class FieldsSpider(SiteSpider):
    """Labelled fields of pages, by the templates that were learned from them."""

    name = "fields"
    custom_settings = {  # noqa: RUF012
        "TREESIM_KINDS": ["template"],
        "TREESIM_TEMPLATES": "output/templates.json",
        "TREESIM_TEMPLATES_PENDING": "output/pending.sqlite",
        "TREESIM_FEEDS": {
            "output/fields.jsonl": {"overwrite": True},
            "output/fields.xml": {"overwrite": True, "indent": 1},
        },
    }
