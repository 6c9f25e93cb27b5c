"""The kind of a page: told by the page, by its site's other pages, and why."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from kind_pages import PAGES, article, goods_list, log_in
from trees import SITE

from scrapy_treesim import Page, page_kind
from scrapy_treesim import article as article_of
from scrapy_treesim.network.weights import PAGE_KINDS
from scrapy_treesim.reading.inputs import GROUPS

HOST = "https://narrows.example"


# Pages by themselves


@pytest.mark.parametrize("has_address", [True, False], ids=["address", "no address"])
@pytest.mark.parametrize("name", PAGES)
def test_small_pages_are_of_their_kinds(name: str, has_address: bool) -> None:
    kind, html, url = PAGES[name]
    found = page_kind(Page(html, url=url if has_address else ""))

    assert found.kind == kind
    assert found.confidence == found.probabilities[kind] == max(found.probabilities.values())


EXAMPLES = [
    *((path, "article") for path in SITE.glob("news*/*.html") if path.stem != "index"),
    *((path, "article") for path in SITE.glob("blog/*.html") if path.stem != "index"),
    *((path, "thread") for path in SITE.glob("forum/thread-*.html")),
    *((path, "list") for path in SITE.glob("*/index.html") if path.parent.name != "odd"),
    *((path, "list") for path in (*SITE.glob("shop/page-*.html"), SITE / "shop/catalogue.html")),
    *((path, "detail") for path in SITE.glob("shop/*-*-*.html")),
    # The site's first page and the one about it have texts, and may count as articles.
    (SITE / "forum/login.html", "other"),
]


@pytest.mark.parametrize(("path", "kind"), EXAMPLES, ids=lambda value: getattr(value, "stem", ""))
def test_the_example_pages_are_of_their_kinds(path: Path, kind: str) -> None:
    assert page_kind(path.read_bytes()).kind == kind


def test_where_a_file_lies_says_nothing() -> None:
    html = goods_list()
    alone = page_kind(html)

    for host in ("", "localhost"):
        address = f"file://{host}/home/ada/blog/2024/01/02/article/story.html"
        assert page_kind(Page(html, url=address)) == alone
    assert page_kind(Page(html, url="https://narrows.example/story.html")) != alone


# Reasons


def test_reasons_are_the_groups_of_inputs_that_do_most() -> None:
    found = page_kind(Page(log_in(), url=f"{HOST}/login"))

    assert 1 < len(found.reasons) <= 5
    assert found.reasons[0].startswith("for it: ")
    assert {reason.partition("it: ")[2] for reason in found.reasons} <= set(GROUPS.values())
    assert len(set(found.reasons)) == len(found.reasons)
    changes = [abs(effect.change) for effect in found.effects]
    assert changes == sorted(changes, reverse=True)
    assert min(changes) > 0
    assert {effect.name for effect in found.effects} <= set(GROUPS)


# As values


def test_a_kind_becomes_plain_values_and_one_short_line() -> None:
    found = page_kind(article())
    plain = json.loads(json.dumps(found.to_dict()))

    assert plain == {
        "kind": "article",
        "probabilities": found.probabilities,
        "reasons": [*found.reasons],
    }
    assert repr(found) == f"<PageKind article {found.confidence:.2f}>"


# Hostile pages


def hostile() -> Iterator[tuple[str, str]]:
    types = '<script type="application/ld+json">{}</script>'
    yield "empty", ""
    yield "white space", " \n"
    yield "a huge title", f"<title>{'news ' * 200_000}</title>"
    yield "huge JSON-LD", types.format('{"@type": "Product"} ' * 50_000)
    yield "JSON-LD without an end", types.format('"@type"' + " " * 300_000)
    yield "many scripts of JSON-LD", types.format('{"@type":"Article"}') * 20_000
    yield "many types of microdata", "<div itemscope itemtype=http://schema.org/Product>" * 20_000
    yield "a huge type", f"<div itemtype={'x' * 500_000}>a</div>"
    yield "many classes", f"<body class='{'product ' * 100_000}'>a"
    yield "a huge class", f"<body class='{'a' * 500_000}'>a"
    yield "many fields", "<form>" + "<input type=password>" * 20_000
    yield "deep", "<div>" * 20_000 + "x"
    yield "many meta", "<meta property=og:type content=product>" * 20_000


@pytest.mark.parametrize("html", [pytest.param(html, id=name) for name, html in hostile()])
def test_hostile_pages_have_a_kind(html: str) -> None:
    found = page_kind(Page(html, url="https://x.example/"))
    assert sum(found.probabilities.values()) == pytest.approx(1)
    assert all(len(reason) < 200 for reason in found.reasons)


@pytest.mark.parametrize(
    "url",
    [
        "https://[bad/", "http://x:port/", "//", "///", "https://x.example/" + "a-1/" * 100_000,
        "https://x.example/?" + "q=1&" * 100_000, "https://x.example/%ff%00%", "\x00", "\ud800",
        "https://x.example/" + "9" * 100_000,
    ],
    ids=lambda url: ascii(url)[:30],
)  # fmt: skip
def test_hostile_addresses_leave_a_kind(url: str) -> None:
    page = Page(article())
    page.url = url
    found = page_kind(page)
    assert sum(found.probabilities.values()) == pytest.approx(1)


def test_an_oversized_page_has_a_kind_and_an_article(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrapy_treesim.page.MAX_NODES", 20)
    page = Page(article())
    assert page.is_oversized
    assert page_kind(page).kind in PAGE_KINDS
    assert article_of(page) is not None
