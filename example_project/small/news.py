"""A news site: the text of each article, with author and date, as Markdown for reading.

scrapy runspider news.py                                    the paper of the example site
scrapy runspider news.py -a start=https://example.com/news/
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule

NEWS = Path(__file__).resolve().parents[1] / "site" / "news" / "index.html"


class NewsSpider(CrawlSpider):
    """Follows the links of the front page and of the articles."""

    name = "news"
    rules = (Rule(LinkExtractor(allow=r"/news/"), follow=True),)
    custom_settings = {  # noqa: RUF012
        "ADDONS": {"scrapy_treesim.Addon": 500},
        "TREESIM_KINDS": ["article"],
        "TREESIM_ARTICLE_FIELDS": ["headline", "author", "date", "markdown"],
        "TREESIM_FEEDS": {"output/news.jsonl": {"overwrite": True}},
        "CLOSESPIDER_PAGECOUNT": 100,
        "LOG_LEVEL": "INFO",
    }

    def __init__(self, start: str = "", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.start_urls = [start or NEWS.as_uri()]
