"""What a crawl makes of a response: the middleware with every kind of finding."""

from __future__ import annotations

from typing import Any, Final

from itemadapter import ItemAdapter
from scrapy import Request
from scrapy.http import HtmlResponse, Response
from scrapy.utils.test import get_crawler

from benchmarks.fuzz.checks import as_json, plain
from benchmarks.fuzz.sample import NO_URL, Sample
from scrapy_treesim.crawl.middleware import FindingsMiddleware
from scrapy_treesim.crawl.reader import Problem

_EVERYTHING: Final = {
    "TWISTED_REACTOR_ENABLED": False,
    "TREESIM_COMMENTS_METHOD_OPTIONS": {"min_confidence": 0},
    "TREESIM_ARTICLE_METHOD_OPTIONS": {"min_confidence": 0},
    "TREESIM_RECORDS_METHOD_OPTIONS": {"min_confidence": 0},
    "TREESIM_SITE_MEMORY": True,
    "TREESIM_FOLLOW_NEXT": 2,
}


def crawl(sample: Sample) -> None:
    """All findings as items."""
    _crawl(sample, {})


def crawl_flat(sample: Sample) -> None:
    """Records as rows, and those like an example."""
    similar = {"TREESIM_SIMILAR": "p, li, div"} if sample.number % 20 < 10 else {}
    _crawl(sample, {"TREESIM_ITEMS": "rows", **similar})


class _Raising(FindingsMiddleware):
    """The middleware, but what fails is raised here, not counted."""

    def _fail(self, response: Response, problem: Problem) -> None:
        raise RuntimeError(problem.trace or f"{problem.where}: {problem.error}: {problem.said}")


def _crawl(sample: Sample, settings: dict[str, Any]) -> None:
    crawler = get_crawler(settings_dict={**_EVERYTHING, **settings})
    assert crawler.stats is not None
    url = sample.url if sample.url.startswith("http") and "[" not in sample.url else NO_URL
    encodings = (None, "utf-8", "cp1252", "gb18030")
    response = HtmlResponse(
        url,
        body=sample.html,
        request=Request(url),
        encoding=encodings[sample.number % 4],
    )
    middleware = _Raising.from_crawler(crawler)
    for one in middleware.output(response):
        if not isinstance(one, Request):
            as_json(ItemAdapter(one).asdict(), "an item")
    plain({**crawler.stats.get_stats()}, "stats")
    middleware.spider_closed()
