"""A forum: its posts, each with author, time and the post that it answers.

scrapy runspider forum.py                                   the forum of the example site
scrapy runspider forum.py -a start=https://example.com/forum/ -a threads=/t/
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import scrapy
from scrapy.linkextractors import LinkExtractor

FORUM = Path(__file__).resolve().parents[1] / "site" / "forum" / "index.html"


class ForumSpider(scrapy.Spider):
    """From the list of threads to each of them, whose posts are asked for."""

    name = "forum"
    custom_settings = {  # noqa: RUF012
        "ADDONS": {"scrapy_treesim.Addon": 500},
        "TREESIM_KINDS": ["comments"],
        "TREESIM_FEEDS": {"output/posts.jsonl": {"overwrite": True}},
        "LOG_LEVEL": "INFO",
    }

    def __init__(self, start: str = "", threads: str = "/thread-", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.start_urls = [start or FORUM.as_uri()]
        self.links = LinkExtractor(allow=threads)

    def parse(self, response: scrapy.http.Response) -> Iterator[scrapy.Request]:
        links = self.links.extract_links(response)  # type: ignore[arg-type]
        yield from response.follow_all(links, meta={"treesim": "comments"})
