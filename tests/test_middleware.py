"""The spider middleware: what it adds to a crawl, what it leaves alone, what it counts."""

from __future__ import annotations

import json
import logging
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest
from crawling import PagesSpider, crawl
from itemadapter import ItemAdapter
from list_pages import goods, price
from lxml import etree
from parsel import Selector
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import HtmlResponse, Response, TextResponse, XmlResponse
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from scrapy_treesim import Page, article
from scrapy_treesim.crawl.middleware import FindingsMiddleware
from scrapy_treesim.findings.as_items import items_of
from scrapy_treesim.findings.kinds import KINDS
from scrapy_treesim.items import ArticleItem, Item, RecordItem, RecordRow, default_fields
from scrapy_treesim.records.over_pages import memory as site_memory

PROJECT = Path(__file__).parents[1] / "example_project"
SITE = PROJECT / "site"
POST = SITE / "blog" / "night-train-to-vestmar.html"
SHOP = SITE / "shop" / "index.html"
LOGGER = "scrapy_treesim.crawl.middleware"

ENTRIES = "".join(
    f"<li><a href='/{n}'><img src='/{n}.jpg'><h3>{name}</h3><b>{price(n)}</b></a></li>"
    for n, name in goods(1, 5)
)
PAGE = f"<html><body><ul>{ENTRIES}</ul></body></html>"


def middleware(**settings: Any) -> tuple[FindingsMiddleware, dict[str, Any]]:
    """A middleware of its own, and the stats it writes."""
    crawler = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False, **settings})
    assert crawler.stats is not None
    return FindingsMiddleware.from_crawler(crawler), crawler.stats.get_stats()


def response(
    body: bytes | str = PAGE,
    meta: Any = None,
    cls: type[Response] = HtmlResponse,
    url: str = "https://site.example/page",
) -> Response:
    data = body.encode() if isinstance(body, str) else body
    request = Request(url, meta={} if meta is None else {"treesim": meta})
    return cls(url, body=data, request=request)


async def _several(*outputs: Any) -> AsyncIterator[Any]:
    for output in outputs:
        yield output


def kinds_of(items: list[Any]) -> Counter[str]:
    return Counter(item.kind for item in items if isinstance(item, Item))


async def after(ours: FindingsMiddleware, *outputs: Any) -> list[Any]:
    """What the middleware lets through of a callback that yields these."""
    page = response()
    ours.process_spider_input(page)
    return [one async for one in ours.process_spider_output_async(page, _several(*outputs))]


def treesim_stats(stats: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in stats.items()
        if name.startswith("treesim/") and name != "treesim/seconds"
    }


# What comes out


async def test_the_spiders_output_comes_first_and_untouched() -> None:
    ours, _ = middleware(TREESIM_MIX=True)
    outputs = [{"a": 1}, Request("https://site.example/next"), object()]
    found = await after(ours, *outputs)
    assert all(one is other for one, other in zip(found[:3], outputs, strict=True))
    assert [type(one) for one in found[3:]] == [RecordItem] * 5


async def test_findings_come_even_where_the_spider_yields_nothing() -> None:
    ours, _ = middleware(TREESIM_MIX=True)
    assert len(await after(ours)) == 5


async def test_what_a_spider_raises_goes_through() -> None:
    async def failing() -> AsyncIterator[Any]:
        yield {"a": 1}
        raise LookupError("the spider's own")

    ours, stats = middleware()
    found: list[Any] = []
    output = ours.process_spider_output_async(response(), failing())
    found.append(await anext(output))
    with pytest.raises(LookupError, match="the spider's own"):
        await anext(output)
    assert found == [{"a": 1}]
    assert treesim_stats(stats) == {}


class Answers:
    """Answers each request with the status that its address ends in, and the same page."""

    def process_request(self, request: Request) -> HtmlResponse:
        status = int(request.url.rpartition("/")[2])
        return HtmlResponse(request.url, status=status, body=PAGE.encode(), request=request)


class WithErrback(PagesSpider):
    """Yields something of failures too, as a spider that counts broken links does."""

    async def start(self) -> AsyncIterator[Request]:
        async for request in super().start():
            yield request.replace(errback=self.failed)

    def failed(self, failure: Any) -> Iterator[Any]:
        yield {"failed": failure.value.response.url}


async def answered(*targets: Any, **settings: Any) -> tuple[dict[str, set[Any]], dict[str, Any]]:
    """The statuses in the items of each page, ``None`` where they say none; and the stats."""
    items, stats = await crawl(
        *targets,
        spider=settings.pop("spider", WithErrback),
        DOWNLOADER_MIDDLEWARES={Answers: 1_000},
        RETRY_ENABLED=False,
        REDIRECT_ENABLED=False,
        **settings,
    )
    found: dict[str, set[Any]] = {}
    for item in items:
        if isinstance(item, (Item, RecordRow)):
            found.setdefault(item["url"].rpartition("/")[2], set()).add(item.get("status"))
    return found, stats


ALL_ANSWERS = tuple(f"https://site.example/{status}" for status in (200, 203, 301, 404, 500))


async def test_error_pages_are_not_read_whatever_an_errback_yields() -> None:
    found, stats = await answered(*ALL_ANSWERS)
    assert found == {"200": {None}, "203": {None}}
    assert stats["treesim/pages"] == 2
    assert stats["treesim/skipped/errback"] == 3
    # The spider's own items are all there.
    assert stats["item_scraped_count"] == 5 + 2 * 5


class AsksFor404(WithErrback):
    handle_httpstatus_list = (404,)


@pytest.mark.parametrize(
    ("meta", "settings", "asked"),
    [
        ({"handle_httpstatus_list": [404]}, {}, {"404"}),
        ({"handle_httpstatus_all": True}, {}, {"301", "404", "500"}),
        ({}, {"HTTPERROR_ALLOWED_CODES": [404, 500]}, {"404", "500"}),
        ({}, {"HTTPERROR_ALLOW_ALL": True}, {"301", "404", "500"}),
        ({}, {"spider": AsksFor404}, {"404"}),
        ({"handle_httpstatus_list": [404]}, {"TREESIM_WORKERS": 1}, {"404"}),
    ],
)
async def test_error_pages_that_a_callback_asked_for_have_their_status(
    meta: dict[str, Any], settings: dict[str, Any], asked: set[str]
) -> None:
    found, stats = await answered(*((url, meta) for url in ALL_ANSWERS), **settings)
    assert found == {
        "200": {None}, "203": {None}, **{status: {int(status)} for status in asked},
    }  # fmt: skip
    assert stats["treesim/pages"] == 2 + len(asked)
    assert stats.get("treesim/skipped/errback", 0) == 3 - len(asked)


async def test_rows_have_the_status_beside_a_column_of_that_name() -> None:
    ours, _ = middleware(TREESIM_MIX=True, TREESIM_ITEMS="rows")
    rows = "".join(
        f"<tr><td>{name}</td><td>{'open' if n % 2 else 'closed'}</td><td>{price(n)}</td></tr>"
        for n, name in goods(1, 8)
    )
    head = "<tr><th>Name</th><th>Status</th><th>Price</th></tr>"
    page = response(f"<table>{head}{rows}</table>").replace(status=404)
    found = [one for one in ours.findings(page) if isinstance(one, RecordRow)]
    assert {one["status"] for one in found} == {"open", "closed"}
    assert {one["status_2"] for one in found} == {404}


class Refuses:
    """A spider middleware that lets no response through."""

    def process_spider_input(self, response: Response) -> None:
        raise LookupError(response.url)


async def test_what_another_middleware_refused_is_not_read() -> None:
    class Silent(WithErrback):
        def failed(self, failure: Any) -> Iterator[Any]:
            yield {"failed": True}

    found, stats = await answered(
        "https://site.example/200", spider=Silent, SPIDER_MIDDLEWARES={Refuses: 100}
    )
    assert found == {}
    assert stats["treesim/skipped/errback"] == 1


async def test_a_crawl_yields_all_kinds_and_counts_them() -> None:
    items, stats = await crawl(POST, SHOP)
    found = kinds_of(items)
    assert found == {"article": 1, "comments": 12, "records": 12}
    assert sum(isinstance(item, dict) for item in items) == 2
    assert treesim_stats(stats) == {
        "treesim/pages": 2,
        "treesim/kinds/article": 1,
        "treesim/kinds/list": 1,
        "treesim/pages/article": 1,
        "treesim/pages/comments": 1,
        "treesim/pages/records": 1,
        "treesim/items/article": 1,
        "treesim/items/comments": 12,
        "treesim/items/records": 12,
    }
    assert stats["treesim/seconds"] > 0
    assert stats["item_scraped_count"] == len(items)
    assert not any(name.startswith("spider_exceptions") for name in stats)


def test_a_page_without_an_item_is_counted_by_its_kind() -> None:
    ours, stats = middleware()
    assert list(ours.findings(response("<title>Log in</title><form><input><button>Go"))) == []
    assert treesim_stats(stats) == {
        "treesim/pages": 1,
        "treesim/kinds/other": 1,
        "treesim/no_items/other": 1,
    }


async def test_items_say_where_they_come_from() -> None:
    items, _ = await crawl(SHOP, TREESIM_RECORDS_FIELDS="all")
    records = [item for item in items if isinstance(item, RecordItem)]
    assert {record.url for record in records} == {SHOP.as_uri()}
    assert [record.position for record in records] == list(range(12))
    assert {record.region for record in records} == {0}
    assert all(0 <= record.confidence <= 1 for record in records)
    assert all(record.link == record.links[0] for record in records)
    assert all(record.image == record.images[0] for record in records)
    tree = Selector(text=SHOP.read_text("utf-8"))
    for record in records:
        found = "".join(tree.xpath(f"({record.xpath})//text()").getall())
        assert "".join(record.text.split()) == "".join(found.split())


@pytest.mark.parametrize("flat", [True, False])
def test_so_many_records_of_a_page_are_read(monkeypatch: pytest.MonkeyPatch, flat: bool) -> None:
    monkeypatch.setattr("scrapy_treesim.findings.kinds.MAX_RECORDS", 8)
    monkeypatch.setattr("scrapy_treesim.crawl.reader.MAX_RECORDS", 8)
    lists = "<html><body><ul>" + "<li><a href='/x'>entry</a></li>" * 6 + "</ul><ol>"
    lists += "<li><b>e</b><i>ntry</i></li>" * 5 + "</ol></body></html>"
    given: dict[str, Any] = {
        "TREESIM_RECORDS_METHOD": "gong",
        "TREESIM_RECORDS_METHOD_OPTIONS": {"max_regions": 3},
        "TREESIM_KINDS": "records",
        "TREESIM_EMIT": "all",
        "TREESIM_ITEMS": "rows" if flat else "items",
    }
    ours, stats = middleware(**given)
    assert len(list(ours.findings(response(lists)))) == stats["treesim/items/records"] == 8
    assert stats["treesim/most_records"] == 1
    ours, stats = middleware(**given)
    assert len(list(ours.findings(response(lists.partition("<ol>")[0])))) == 6
    assert "treesim/most_records" not in stats


@pytest.mark.parametrize("base", ["http://[::1", "http://x:99999/", "//["])
def test_a_broken_base_costs_no_finding(base: str) -> None:
    ours, stats = middleware(TREESIM_KINDS="records")
    with_base = PAGE.replace("<body>", f"<head><base href='{base}'></head><body>")
    found = list(ours.findings(response(with_base)))
    assert [getattr(item, "link", None) for item in found] == [
        f"https://site.example/{n}" for n in range(1, 6)
    ]
    assert "treesim/failed" not in stats


# The request's meta


@pytest.mark.parametrize("meta", [None, True, {}])
def test_a_request_that_says_nothing_has_the_kinds_of_the_settings(meta: Any) -> None:
    ours, _ = middleware(TREESIM_KINDS=["records"])
    assert kinds_of(list(ours.findings(response(meta=meta)))) == {"records": 5}


@pytest.mark.parametrize("meta", [False, [], "", {"kinds": []}])
def test_a_request_may_want_nothing(meta: Any) -> None:
    ours, stats = middleware()
    assert list(ours.findings(response(meta=meta))) == []
    assert treesim_stats(stats) == {"treesim/skipped/by_request": 1}


@pytest.mark.parametrize(
    ("meta", "expected"),
    [
        ("article", {"article"}),
        ("article, comments", {"article", "comments"}),
        (["records"], {"records"}),
        (("records", "comments"), {"records", "comments"}),
        ({"kinds": "comments"}, {"comments"}),
        ({"kinds": ["article", "records"]}, {"article", "records"}),
    ],
)
def test_a_request_may_name_kinds(meta: Any, expected: set[str]) -> None:
    ours, _ = middleware()
    found = ours.findings(response(POST.read_bytes(), meta=meta))
    assert set(kinds_of(list(found))) == expected


def test_kinds_come_in_the_order_in_which_they_are_named() -> None:
    ours, _ = middleware()
    found = list(ours.findings(response(POST.read_bytes(), meta=["comments", "article"])))
    assert list(kinds_of(found)) == ["comments", "article"]


def test_a_request_may_bring_an_example() -> None:
    ours, stats = middleware(TREESIM_KINDS="article")
    meta = {"kinds": "records", "similar": "nav a"}
    entries = "<li><a href='/x'>entry</a></li>" * 5
    source = f"<nav><a href='/1'>1</a><a href='/2'>2</a></nav><ul>{entries}</ul>"
    found = list(ours.findings(response(source, meta=meta)))
    assert len(found) == 7
    assert {ItemAdapter(item)["confidence"] for item in found} == {1.0}
    assert stats["treesim/items/records"] == 7


def test_a_request_may_bring_several_examples_a_threshold_and_a_measure() -> None:
    ours, _ = middleware()
    source = "<html><body><ul><li><b>a</b></li><li><b>a</b><i>b</i></li></ul></body></html>"

    def count(**options: Any) -> int:
        asked = {"kinds": "records", "similar": {"examples": ["<li><b>a</b></li>"], **options}}
        return len(list(ours.findings(response(source, meta=asked))))

    # li(b) to li(b, i): 4 of 5 nodes by stm.
    assert count() == 1
    assert count(threshold=0.79) == 2
    assert count(threshold="0.79", measure="stm") == 2
    assert count(measure="stm") == 1


def test_a_page_where_the_example_is_not_found_is_counted_and_no_failure() -> None:
    ours, stats = middleware()
    assert list(ours.findings(response(meta={"kinds": "records", "similar": "video"}))) == []
    del stats["treesim/kinds/list"], stats["treesim/no_items/list"]
    assert treesim_stats(stats) == {"treesim/pages": 1, "treesim/no_example": 1}


BAD_META = [
    "nope",
    ["article", "nope"],
    5,
    pytest.param(object(), id="object"),
    {"kind": "article"},
    {"similar": "li["},
    {"similar": ""},
    {"similar": {"examples": "li", "threshold": 2}},
    {"similar": {"examples": "li", "measure": "nope"}},
    {"kinds": 5},
    {1: "article"},
]


@pytest.mark.parametrize("meta", BAD_META, ids=str)
def test_bad_meta_is_counted_and_has_no_findings(meta: Any) -> None:
    ours, stats = middleware()
    assert list(ours.findings(response(meta=meta))) == []
    assert treesim_stats(stats) == {
        "treesim/failed": 1,
        "treesim/failed/meta/SettingError": 1,
    }


async def test_bad_meta_is_logged_once_and_the_crawl_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, LOGGER)
    bad = {"treesim": {"similar": {"examples": "li", "threshold": 7}}}
    items, stats = await crawl((SHOP, bad), (SHOP, bad), (SHOP, bad), (SHOP, {}))
    assert kinds_of(items)["records"] == 12
    assert sum(isinstance(item, dict) for item in items) == 4
    assert stats["treesim/failed"] == stats["treesim/failed/meta/SettingError"] == 3
    logged = [record for record in caplog.records if record.name == LOGGER]
    assert [record.levelname for record in logged] == ["WARNING", "DEBUG", "DEBUG"]
    message = logged[0].getMessage()
    assert "meta['treesim']['similar'] = {" in message
    assert "TREESIM_" not in message
    assert SHOP.as_uri() in message
    assert "\n" not in message
    assert logged[0].exc_info is None


def told_of(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [one.getMessage() for one in caplog.records if one.levelname == "WARNING"]


def test_each_different_mistake_in_meta_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    ours, stats = middleware()
    mistakes = [5, {"kinds": 5}, {"emit": "none"}, {"kind": "article"}, ["nope"], {"key_tree": "x"}]
    for meta in mistakes * 2:
        assert list(ours.findings(response(meta=meta))) == []
    messages = told_of(caplog)
    assert stats["treesim/failed/meta/SettingError"] == 2 * len(messages) == 2 * len(mistakes)
    assert [one.partition("SettingError: ")[2].split()[0] for one in messages] == [
        "meta['treesim']",
        "meta['treesim']['kinds']",
        "meta['treesim']['emit']",
        "meta['treesim']",
        "meta['treesim']",
        "meta['treesim']['key_tree']:",
    ]
    assert not any("TREESIM_" in one for one in messages[:-1])


def test_mistakes_in_meta_are_told_up_to_a_number(caplog: pytest.LogCaptureFixture) -> None:
    ours, stats = middleware()
    for number in range(300):
        assert list(ours.findings(response(meta=f"kind{number}"))) == []
    assert stats["treesim/failed/meta/SettingError"] == 300
    assert 20 <= len(told_of(caplog)) <= 21


async def test_settings_without_effect_are_told_at_the_start_of_a_crawl(
    caplog: pytest.LogCaptureFixture,
) -> None:
    await crawl(SHOP, TREESIM_KINDS="article", TREESIM_FOLLOW_NEXT=5)
    (message,) = [one for one in told_of(caplog) if "TREESIM" in one]
    assert message == (
        "TREESIM_FOLLOW_NEXT has no effect: TREESIM_KINDS leaves records out; name it there too"
    )


def test_a_response_without_a_request_has_the_kinds_of_the_settings() -> None:
    ours, _ = middleware()
    bare = HtmlResponse("https://site.example/", body=PAGE.encode())
    assert kinds_of(list(ours.findings(bare))) == {"records": 5}


# Responses left alone


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        (response(b""), "empty"),
        (response(b" \n\t "), "empty"),
        (response(bytes(range(32)) * 20), "binary"),
        (response(b"\x89PNG\r\n\x1a\n" + bytes(200)), "binary"),
        (response('{"a": 1}', cls=TextResponse), "not_html"),
        (response('{"a": 1}'), "not_html"),
        (response("plain", cls=TextResponse), "not_html"),
        (response("<rss/>", cls=XmlResponse), "not_html"),
        (response(b"\x00\x01", cls=Response), "not_html"),
        (response("<p>" + "x" * 90_000), "too_large"),
        (response(f"<p {' '.join(f'a{n}=0' for n in range(9_000))}>"), "giant_tag"),
    ],
)
def test_a_response_that_is_no_page_is_counted_and_left_alone(one: Response, reason: str) -> None:
    ours, stats = middleware(TREESIM_MAX_BYTES=90_000)
    assert list(ours.findings(one)) == []
    assert treesim_stats(stats) == {f"treesim/skipped/{reason}": 1}


@pytest.mark.parametrize(("size", "read"), [(999, True), (1000, True), (1001, False)])
def test_the_largest_response_read_has_max_bytes(size: int, read: bool) -> None:
    ours, stats = middleware(TREESIM_MAX_BYTES=1000, TREESIM_KINDS="comments")
    list(ours.findings(response("<p>" + "x" * (size - 3))))
    assert ("treesim/pages" in stats) == any("treesim/kinds/" in one for one in stats) == read
    assert ("treesim/skipped/too_large" in stats) == (not read)


async def test_a_crawl_over_odd_files_yields_the_spiders_items_alone(tmp_path: Path) -> None:
    files = {
        "data.json": b'[{"a": 1}]',
        "plain.txt": b"plain",
        "feed.xml": b"<?xml version='1.0'?><rss><item>a</item></rss>",
        "image.png": b"\x89PNG\r\n\x1a\n" + bytes(60),
        "image.html": (SITE / "odd" / "image.html").read_bytes(),
        "empty.html": b"",
        "large.html": b"<p>" + b"x" * 6000,
        "page.html": PAGE.encode(),
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    items, stats = await crawl(*(tmp_path / name for name in files), TREESIM_MAX_BYTES=5000)
    assert sum(isinstance(item, dict) for item in items) == len(files)
    assert kinds_of(items) == {"records": 5}
    assert treesim_stats(stats) == {
        "treesim/pages": 1,
        "treesim/kinds/list": 1,
        "treesim/pages/records": 1,
        "treesim/items/records": 5,
        "treesim/skipped/not_html": 4,
        "treesim/skipped/binary": 1,
        "treesim/skipped/empty": 1,
        "treesim/skipped/too_large": 1,
    }
    assert not any("exception" in name for name in stats)


# Failures


def _boom(page: Any, wanted: Any) -> Iterator[Item]:
    raise RuntimeError("no luck")


async def test_a_kind_that_fails_leaves_the_others_and_is_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(KINDS, "records", _boom)
    caplog.set_level(logging.DEBUG, LOGGER)
    items, stats = await crawl(POST, SHOP, POST)
    assert kinds_of(items) == {"article": 2, "comments": 24}
    assert sum(isinstance(item, dict) for item in items) == 3
    assert stats["treesim/failed"] == stats["treesim/failed/records/RuntimeError"] == 3
    assert "treesim/items/records" not in stats
    assert not any(name.startswith("spider_exceptions") for name in stats)
    logged = [record for record in caplog.records if record.name == LOGGER]
    assert [record.levelname for record in logged] == ["WARNING", "DEBUG", "DEBUG"]
    assert "RuntimeError: no luck" in logged[0].getMessage()
    assert "Traceback" in logged[0].getMessage()
    assert "Traceback" not in logged[1].getMessage()


async def test_pages_of_too_many_nodes_are_counted_and_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("scrapy_treesim.page.MAX_NODES", 100)
    caplog.set_level(logging.DEBUG, LOGGER)
    items, stats = await crawl(POST, SHOP, POST, TREESIM_EMIT="all")
    assert kinds_of(items) == {"article": 3}
    assert stats["treesim/pages"] == stats["treesim/oversized"] == 3
    logged = [record for record in caplog.records if record.name == LOGGER]
    assert [record.levelname for record in logged] == ["WARNING", "DEBUG", "DEBUG"]
    assert logged[0].getMessage().endswith(" nodes; its article and main text are still looked for")


def test_a_kind_that_fails_half_way_yields_nothing_of_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def half(page: Any, wanted: Any) -> Iterator[Item]:
        yield ArticleItem("u", "article", "/", 1.0)
        raise RuntimeError("half way")

    monkeypatch.setitem(KINDS, "article", half)
    ours, stats = middleware()
    assert kinds_of(list(ours.findings(response()))) == {"records": 5}
    assert stats["treesim/failed/article/RuntimeError"] == 1
    assert "treesim/items/article" not in stats


def test_each_kind_of_failure_is_told_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(KINDS, "records", _boom)
    monkeypatch.setitem(KINDS, "article", _boom)
    caplog.set_level(logging.WARNING, LOGGER)
    ours, stats = middleware()
    for _ in range(3):
        list(ours.findings(response()))
    assert len(caplog.records) == 2
    assert stats["treesim/failed"] == 6


def test_a_page_that_cannot_be_read_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(source: Any) -> Any:
        raise TypeError("no page")

    monkeypatch.setattr("scrapy_treesim.crawl.reader.Page", unreadable)
    ours, stats = middleware()
    assert list(ours.findings(response())) == []
    assert treesim_stats(stats) == {"treesim/failed": 1, "treesim/failed/page/TypeError": 1}


# Switched off


async def test_switched_off_it_adds_nothing() -> None:
    items, stats = await crawl(POST, TREESIM_ENABLED=False)
    assert items == [{"own": POST.as_uri()}]
    assert not any("treesim" in name for name in stats)


def test_switched_off_the_middleware_is_not_configured() -> None:
    with pytest.raises(NotConfigured):
        FindingsMiddleware.from_crawler(Crawler(PagesSpider, Settings({"TREESIM_ENABLED": False})))


async def test_no_kinds_yield_nothing() -> None:
    items, stats = await crawl(POST, TREESIM_KINDS=[])
    assert items == [{"own": POST.as_uri()}]
    assert "treesim/failed" not in stats


# The article's method


def test_a_page_below_the_least_confidence_has_no_article() -> None:
    def count(**settings: Any) -> int:
        settings |= {"TREESIM_EMIT": "all"}
        ours, _ = middleware(TREESIM_KINDS=["article"], **settings)
        return len(list(ours.findings(response(SHOP.read_bytes()))))

    page = Page(SHOP.read_bytes(), url="https://site.example/page")
    (alone,) = items_of(ArticleItem, [article(page)], "")
    assert (
        count()
        == count(TREESIM_ARTICLE_METHOD_OPTIONS={"min_confidence": alone.confidence - 0.001})
        == 1
    )
    assert count(TREESIM_ARTICLE_METHOD_OPTIONS={"min_confidence": alone.confidence + 0.001}) == 0
    assert count(TREESIM_ARTICLE_METHOD="wang") == 0


def test_an_article_item_has_what_the_article_has() -> None:
    page = Page(POST.read_bytes(), url="https://site.example/page")
    found = article(page)
    assert found is not None
    ours, _ = middleware(TREESIM_KINDS=["article"])
    (item,) = ours.findings(response(POST.read_bytes()))
    values = ItemAdapter(item).asdict()
    assert values.pop("confidence") == round(found.confidence, 4)
    assert (values.pop("kind"), values.pop("url")) == ("article", page.url)
    assert (values.pop("role"), values.pop("page_kind")) == ("main", "article")
    said = found.to_dict()
    assert values == {name: said[name] for name in values}
    assert (values["language"], values["date"]) == ("en", "2024-04-20")


# Site memory

BLOG = sorted((SITE / "blog").glob("*.html"))
NEWS = sorted((SITE / "news").glob("*.html"))


def at_a_host(page: Path, host: str = "localhost") -> str:
    """The file's address with a host, as a web page's has."""
    return page.as_uri().replace("file://", f"file://{host}")


OF_ARTICLES = default_fields(ArticleItem)


def by_themselves(pages: list[Path]) -> list[Item]:
    """The article items of the pages, each by itself."""
    found: list[Item] = []
    for path in pages:
        page = Page(path.read_bytes(), url=at_a_host(path))
        found += items_of(ArticleItem, [article(page)], page.url, OF_ARTICLES)
    return found


async def crawl_blog(pages: list[Path] = BLOG, **settings: Any) -> tuple[list[Any], dict[str, Any]]:
    """A crawl of the blog's articles, page after page."""
    settings |= {"TREESIM_KINDS": ["article"], "TREESIM_EMIT": "all", "CONCURRENT_REQUESTS": 1}
    items, stats = await crawl(*map(at_a_host, pages), **settings)
    found = [item for item in items if isinstance(item, Item)]
    for item in found:
        is_list = item.url.endswith("/index.html")
        kind = ("secondary", "list") if is_list else ("main", "article")
        assert (item.role, item.page_kind) == kind
        item.role, item.page_kind = "main", None
    return found, stats


async def test_pages_of_a_crawl_are_read_by_themselves() -> None:
    items, stats = await crawl_blog(NEWS)
    assert items == by_themselves(NEWS)
    assert "treesim/failed" not in stats


SHOP_PAGES = sorted((SITE / "shop").glob("*.html"))


def read_shop(*pages: Path, **settings: Any) -> list[Any]:
    """The findings of pages of the shop, by a crawl of their own."""
    ours, _ = middleware(**settings)
    found: list[Any] = []
    for path in pages:
        url = f"https://shop.example/{path.name}"
        found += ours.findings(response(path.read_bytes(), url=url))
    ours.spider_closed()
    return found


def test_site_memory_is_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    plain = read_shop(*SHOP_PAGES)
    assert read_shop(*SHOP_PAGES, TREESIM_SITE_MEMORY=str(path)) == plain
    assert [*json.loads(path.read_bytes())["sites"]] == ["shop.example"]
    assert read_shop(*SHOP_PAGES, TREESIM_SITE_MEMORY=str(path)) == plain
    path.write_text(path.read_text("utf-8").replace('"title"', '"product"'), "utf-8")
    fields = [one.fields for one in read_shop(*SHOP_PAGES, TREESIM_SITE_MEMORY=path)
              if isinstance(one, RecordItem)]  # fmt: skip
    assert any("product" in one for one in fields)
    assert not any("title" in one for one in fields)
    assert [one.name for one in tmp_path.iterdir()] == ["memory.json"]


def test_crawls_share_a_file_of_site_memory_in_any_order(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    read_shop(*SHOP_PAGES, TREESIM_SITE_MEMORY=whole)
    for part in (SHOP_PAGES[1::2], SHOP_PAGES[::2]):
        read_shop(*part, TREESIM_SITE_MEMORY=parts)
    assert json.loads(whole.read_bytes()) == json.loads(parts.read_bytes())


async def test_site_memory_that_cannot_be_saved_is_an_error_in_the_log_and_nothing_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    ours, stats = middleware(TREESIM_SITE_MEMORY=folder / "memory.json")
    assert list(ours.findings(response(POST.read_bytes())))
    folder.rmdir()
    ours.spider_closed()
    (logged,) = (record for record in caplog.records if record.name == LOGGER)
    assert logged.levelname == "ERROR"
    assert str(folder / "memory.json") in logged.getMessage()
    assert "\n" not in logged.getMessage()
    caplog.clear()

    def full(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device", "memory.json")

    monkeypatch.setattr(site_memory, "write_whole", full)
    path = tmp_path / "memory.json"
    items, stats = await crawl_blog(TREESIM_SITE_MEMORY=path)
    assert items == by_themselves(BLOG)
    assert stats["finish_reason"] == "finished"
    (logged,) = (record for record in caplog.records if record.levelname == "ERROR")
    assert (logged.name, logged.exc_info) == (LOGGER, None)
    assert not path.exists()


# Feeds


async def test_text_with_control_characters_can_be_exported_to_xml(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    entry = b"<li><a href='/x'>en&#1;t\x02r\x1by &#x1f;\x7f</a></li>"
    page.write_bytes(b"<html><body><ul>" + entry * 5 + b"</ul></body></html>")
    feed = tmp_path / "records.xml"
    feeds = {feed.as_uri(): {"format": "xml", "item_classes": [RecordItem]}}
    await crawl(page, FEEDS=feeds, TREESIM_RECORDS_METHOD="gong", TREESIM_EMIT="all")
    assert len(etree.parse(str(feed)).getroot()) == 5


# With a reactor


@pytest.mark.waits
def test_the_example_project_crawls_under_the_asyncio_reactor(tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(PROJECT, project, ignore=shutil.ignore_patterns("output", "__pycache__"))
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", "crawl", "reader", "--loglevel=DEBUG",
         "-s", "TWISTED_REACTOR=twisted.internet.asyncioreactor.AsyncioSelectorReactor",
         "-s", "TWISTED_REACTOR_ENABLED=True", "-s", "CLOSESPIDER_PAGECOUNT=12"],
        cwd=project, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONWARNINGS": "default"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "AsyncioSelectorReactor" in done.stderr
    assert "Traceback" not in done.stderr
    for kind, at_least in (("article", 3), ("comments", 10)):
        lines = (project / "output" / f"{kind}.jsonl").read_text("utf-8").splitlines()
        assert len(lines) >= at_least
        assert {json.loads(line)["kind"] for line in lines} == {kind}


async def test_meta_can_ask_for_the_default_over_a_setting() -> None:
    page = PROJECT / "site" / "shop" / "index.html"
    by_example, _ = await crawl(page, TREESIM_SIMILAR="nothing-like-it")
    automatic, _ = await crawl(
        (page, {"treesim": {"similar": None}}), TREESIM_SIMILAR="nothing-like-it"
    )
    assert sum(isinstance(item, RecordItem) for item in by_example) == 0
    assert sum(isinstance(item, RecordItem) for item in automatic) == 12
