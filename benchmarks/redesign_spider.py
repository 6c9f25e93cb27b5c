"""A crawl of mirrored sites with the add-on, every page answered from a folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import scrapy
from scrapy.http import HtmlResponse, Request, Response, TextResponse


class MirrorMiddleware:
    """Answers each request with the file of its address."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @classmethod
    def from_crawler(cls, crawler: Any) -> MirrorMiddleware:
        """Scrapy's constructor."""
        return cls(Path(crawler.settings["MIRROR"]))

    def process_request(self, request: Request) -> Response:
        """The page, or an answer that there is none."""
        path = self._folder / request.url.removeprefix("http://")
        if not path.is_file():
            return TextResponse(request.url, status=404, request=request)
        return HtmlResponse(request.url, body=path.read_bytes(), encoding="utf-8", request=request)


class MirrorSpider(scrapy.Spider):
    """Goes through the lists to the products, in the order of the pages; yields nothing itself."""

    name = "mirror"
    custom_settings: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "ADDONS": {"scrapy_treesim.Addon": 500},
        "DOWNLOADER_MIDDLEWARES": {MirrorMiddleware: 1},
        "CONCURRENT_REQUESTS": 1,
        "TREESIM_KINDS": ["template"],
        "TELNETCONSOLE_ENABLED": False,
    }

    def __init__(self, starts: str, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.start_urls = starts.split()

    def parse(self, response: Response) -> Iterator[Request]:
        """Follow the links to products."""
        for link in response.css("a::attr(href)").getall():
            if not link.startswith("/list/"):
                yield response.follow(link, callback=self.parse)
