"""Roles of findings on a page, and what of them becomes items."""

from __future__ import annotations

import json
import logging
import pickle
from collections import Counter
from typing import Any

import pytest
from detail_values import from_heading
from kind_pages import (
    OPINIONS,
    PAGES,
    SENTENCES,
    article,
    discussed_article,
    goods_list,
    opinions,
)
from list_pages import GOODS
from posted import SAID
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

from benchmarks import adapters
from scrapy_treesim import Page, PageKind, page_kind, records, roles
from scrapy_treesim import article as article_of
from scrapy_treesim.crawl.middleware import FindingsMiddleware
from scrapy_treesim.items import Item, RecordItem
from scrapy_treesim.kind.roles import article_role, comments_role, region_roles
from scrapy_treesim.network.weights import PAGE_KINDS

MAIN: dict[str, set[str]] = {
    "article": {"article"},
    "article with comments": {"article", "comments"},
    "goods": {"records"},
    "teasers": {"records"},
    "thread": {"comments"},
    "good": {"detail"},
    "log in": set(),
    "not found": set(),
}
"""What is emitted of the pages of :mod:`kind_pages`."""


@pytest.fixture(autouse=True)
def simple_finder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take what the headline names for the one thing that a page is about."""
    monkeypatch.setattr("scrapy_treesim.findings.kinds.detail", from_heading)


def middleware(**settings: Any) -> tuple[FindingsMiddleware, dict[str, Any]]:
    crawler = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False, **settings})
    assert crawler.stats is not None
    return FindingsMiddleware.from_crawler(crawler), crawler.stats.get_stats()


def emitted(html: str, url: str, meta: Any = None, **settings: Any) -> list[Item]:
    """The items of one page."""
    ours, _ = middleware(**settings)
    request = Request(url, meta={} if meta is None else {"treesim": meta})
    response = HtmlResponse(url, body=html.encode(), encoding="utf-8", request=request)
    found = list(ours.findings(response))
    assert all(isinstance(item, Item) for item in found)
    return [item for item in found if isinstance(item, Item)]


def page_of(name: str) -> Page:
    _, html, url = PAGES[name]
    return Page(html, url=url)


# Roles


def test_a_page_that_is_hardly_a_list_is_not_said_to_be_none() -> None:
    html = goods_list().replace("<p>10 goods</p>", f"<p>{' '.join(SENTENCES)}</p>")
    page = Page(html)
    probabilities = dict.fromkeys(PAGE_KINDS, 0.175) | {"list": 0.3}
    why = region_roles(page, PageKind("list", probabilities, page), records(page))[0].why
    assert why == "the page is not surely a list (0.30)"


@pytest.mark.parametrize(("kind", "is_main"), [("other", True), ("article", False)])
def test_a_data_table_is_main_on_a_page_of_no_clear_kind(kind: str, is_main: bool) -> None:
    rows = "".join(f"<tr><td>Ferry {n}</td><td>{n}.50</td><td>{n} pm</td></tr>" for n in range(5))
    head = "<tr><th>Boat</th><th>Fare</th><th>Leaves</th></tr>"
    page = Page(f"<h1>Fares</h1><table>{head}{rows}</table>")
    probabilities = dict.fromkeys(PAGE_KINDS, 0.0) | {kind: 1.0}
    decided = region_roles(page, PageKind(kind, probabilities, page), records(page))
    assert [role.is_main for role in decided] == [is_main]


def test_the_line_below_a_form_is_no_article() -> None:
    form = "<form><label>Name: *</label><input><p>* Required</p><button>Send</button></form>"
    html = f"<title>Log in</title><h1>Log in</h1>{form}<p>Copyright 2014 The Copper Kettle.</p>"
    result = roles(html)
    assert (result.kind.kind, result.article.role) == ("other", "secondary")
    assert result.article.why == "hardly any text on a page of no clear kind"


def test_lists_beside_the_list_are_secondary() -> None:
    links = "".join(f"<li><a href=/tag/{n}>{name}</a></li>" for n, name in enumerate(GOODS))
    html = goods_list().replace("<footer>", f"<aside><h2>Tags</h2><ul>{links}</ul></aside><footer>")
    page = Page(html, url="https://narrows.example/goods/kitchen")
    first, *others = roles(page).regions

    assert first.is_main
    assert [role.role for role in others] == ["secondary"] * (len(records(page)) - 1)


def as_article(page: Page, listed: float) -> PageKind:
    """The page taken for an article, with this probability of a list."""
    likely = {"article": 0.9 - listed, "list": listed, "other": 0.1}
    return PageKind("article", dict.fromkeys(PAGE_KINDS, 0.0) | likely, page)


@pytest.mark.parametrize("markup", OPINIONS)
def test_a_list_that_is_surely_one_is_main_whatever_the_page_was_taken_for(markup: str) -> None:
    page = Page(opinions(markup))
    kind = as_article(page, 0.2)

    assert kind.has_sure_list
    assert pickle.loads(pickle.dumps(kind)).has_sure_list
    assert region_roles(page, kind, records(page))[0].is_main
    assert not article_role(kind).is_main
    assert not comments_role(kind).is_main


@pytest.mark.parametrize("markup", OPINIONS)
def test_of_a_list_of_long_texts_its_records_are_emitted_and_nothing_else(markup: str) -> None:
    items = emitted(opinions(markup), "https://court.example/opinions/")
    assert [item.kind for item in items] == ["records"] * 26


def test_an_article_that_can_hardly_be_a_list_stays_one_though_its_sections_repeat() -> None:
    page = Page(opinions("paragraphs"))
    kind = as_article(page, 0.05)

    assert not kind.has_sure_list
    assert article_role(kind).is_main


def test_roles_become_plain_values_and_are_pickled() -> None:
    found = roles(page_of("goods"))
    plain = json.loads(json.dumps(found.to_dict()))

    assert plain["kind"] == found.kind.to_dict()
    assert plain["article"] == {"role": found.article.role, "why": found.article.why}
    assert plain["detail"] == {"role": found.detail.role, "why": found.detail.why}
    assert [one["role"] for one in plain["regions"]] == [one.role for one in found.regions]
    assert pickle.loads(pickle.dumps(found)) == found


# Text and comments


def test_the_text_of_an_article_is_without_its_comments() -> None:
    found = article_of(Page(discussed_article(), url=PAGES["article with comments"][2]))
    alone = article_of(Page(article(), url=PAGES["article with comments"][2]))

    assert found is not None
    assert alone is not None
    assert found.text == alone.text
    assert all(one in found.text for one in SENTENCES)
    assert not any(said in found.text for said in SAID if len(said) > 20)


@pytest.mark.parametrize("name", PAGES)
def test_what_is_main_is_emitted(name: str) -> None:
    kind, html, url = PAGES[name]
    items = emitted(html, url)

    assert {item.kind for item in items} == MAIN[name]
    assert {(item.role, item.page_kind) for item in items} <= {("main", kind)}


# Items


@pytest.mark.parametrize("name", PAGES)
def test_all_is_emitted_with_its_role_on_demand(name: str) -> None:
    kind, html, url = PAGES[name]
    items = emitted(html, url, TREESIM_EMIT="all", TREESIM_SITE_MEMORY=False)
    found = roles(Page(html, url=url))
    records_of = records(Page(html, url=url))
    of_kind = {
        "article": found.article.role,
        "detail": found.detail.role,
        "comments": found.comments.role,
    }

    assert {item.page_kind for item in items} <= {kind}
    for item in items:
        if isinstance(item, RecordItem):
            assert item.role == found.regions[item.region].role
        else:
            assert item.role == of_kind[item.kind]
    counts = Counter(item.region for item in items if isinstance(item, RecordItem))
    assert [counts[n] for n in range(len(counts))] == [len(one.records) for one in records_of]
    main = [item for item in items if item.role == "main"]
    assert main == emitted(html, url, TREESIM_SITE_MEMORY=False)


def test_a_request_that_names_kinds_gets_them_whatever_the_page_is() -> None:
    _, html, url = PAGES["goods"]

    assert emitted(html, url, TREESIM_KINDS="article") == []
    for meta in ("article", {"kinds": ["article"]}, {"kinds": "article", "emit": "all"}):
        (item,) = emitted(html, url, meta)
        assert (item.kind, item.role, item.page_kind) == ("article", "secondary", "list")
    assert emitted(html, url, {"kinds": "article", "emit": "main"}) == []


def test_a_request_says_what_is_emitted_of_its_page() -> None:
    _, html, url = PAGES["goods"]

    of_all = {item.kind for item in emitted(html, url, {"emit": "all"})}
    assert of_all == {"article", "detail", "records"}
    of_main = emitted(html, url, {"emit": "main"}, TREESIM_EMIT="all")
    assert {item.kind for item in of_main} == {"records"}
    of_default = emitted(html, url, {"emit": None}, TREESIM_EMIT="all")
    assert of_default == of_main


def test_records_by_example_are_main_on_any_page() -> None:
    _, html, url = PAGES["good"]
    items = emitted(html, url, TREESIM_SIMILAR="tr", TREESIM_KINDS="records")

    assert [item.role for item in items] == ["main"] * 4
    assert {item.page_kind for item in items} == {"detail"}


# Kinds in a crawl


def test_a_kind_that_cannot_be_told_stops_no_finding(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> Any:
        raise RuntimeError("no kind")

    monkeypatch.setattr("scrapy_treesim.kind.page_kind.kinds_of", fail)
    caplog.set_level(logging.WARNING)
    ours, stats = middleware()
    _, html, url = PAGES["article with comments"]
    for _ in range(2):
        page = HtmlResponse(url, body=html.encode(), encoding="utf-8", request=Request(url))
        items = [item for item in ours.findings(page) if isinstance(item, Item)]
        assert {item.kind for item in items} == {"article", "records", "comments"}
        assert {item.page_kind for item in items} == {None}
    assert stats["treesim/failed"] == stats["treesim/failed/kind/RuntimeError"] == 2
    assert not any(name.startswith("treesim/kinds/") for name in stats)
    (logged,) = caplog.records
    assert "RuntimeError: no kind" in logged.getMessage()


# The contract of runners that measure a page as a whole


@pytest.mark.parametrize("name", PAGES)
def test_a_runner_is_given_what_is_emitted(name: str) -> None:
    kind, html, url = PAGES[name]
    found = adapters.page(html.encode(), url)
    items = emitted(html, url, TREESIM_SITE_MEMORY=False)
    of_kind: dict[str, list[Item]] = {"article": [], "detail": [], "records": [], "comments": []}
    for item in items:
        of_kind[item.kind].append(item)

    assert set(found) == {"kind", "confidence", "article", "records", "comments"}
    assert found["kind"] == kind
    assert found["confidence"] == page_kind(Page(html, url=url)).confidence
    assert found["article"] == "".join(item["text"] for item in of_kind["article"])
    assert found["comments"] == [item["text"] for item in of_kind["comments"]]
    regions: Any = found["records"]
    xpaths = [" | ".join(record) for region in regions for record in region]
    assert xpaths == [item.xpath for item in of_kind["records"]]
