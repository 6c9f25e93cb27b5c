"""The check of details by lists: what is remembered, what is compared, and what is told of it."""

from __future__ import annotations

import logging
import string
from pathlib import Path
from typing import Any

import pytest
from crawling import PagesSpider, crawl
from detail_values import from_heading
from kind_pages import in_a_site
from list_pages import GOODS, price
from scrapy.http import HtmlResponse, Request
from scrapy.statscollectors import StatsCollector
from scrapy.utils.test import get_crawler
from w3lib.url import safe_url_string

from scrapy_treesim.crawl import list_agreement
from scrapy_treesim.crawl.list_agreement import ListAgreement, names_agree
from scrapy_treesim.items import ArticleItem, DetailItem, RecordItem, RecordRow

LIST = "https://shop.example/list"
PAGE = "https://shop.example/p/1"


def record(link: str | None = PAGE, **said: Any) -> RecordItem:
    return RecordItem(LIST, "record", "/r", 0.9, link=link, **said)


def detail(url: str = PAGE, **said: Any) -> DetailItem:
    return DetailItem(url, "detail", "/html", 0.9, **said)


def response(url: str = PAGE, asked: str | None = None, *redirects: str) -> HtmlResponse:
    meta = {"redirect_urls": [*redirects]} if redirects else {}
    return HtmlResponse(url, request=Request(asked or url, meta=meta))


@pytest.fixture
def stats() -> StatsCollector:
    found = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False}).stats
    assert found is not None
    return found


def counted(stats: StatsCollector) -> dict[str, Any]:
    return {
        name.removeprefix("treesim/detail/"): value
        for name, value in stats.get_stats().items()
        if name.startswith("treesim/detail/")
    }


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Copper kettle", "Copper kettle"),
        ("Copper kettle", "COPPER  kettle "),
        ("Copper kettle, 1.2 l, polished", "Copper kettle, 1.2…"),
        ("Copper kettle, 1.2 l, polished", "Copper kettle, 1.2 l, pol..."),
        ("Kettle", "New: Kettle (copper)"),
        ("Kettle of copper by Narrows, large", "Narrows kettle of copper, large"),
        ("铜壶 一点二升", "铜壶"),
        ("...", "…"),
    ],
)
def test_names_that_agree(one: str, other: str) -> None:
    assert names_agree(one, other)
    assert names_agree(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Iron pan", "Copper pan"),
        ("Kettle", "Pot"),
        ("铜壶", "铁锅"),
        ("!", "?"),
        ("a b c", "a d e"),
    ],
)
def test_names_that_differ(one: str, other: str) -> None:
    assert not names_agree(one, other)
    assert not names_agree(other, one)


def test_what_a_list_says_is_compared_with_the_page_it_leads_to(stats: StatsCollector) -> None:
    ours = ListAgreement(stats)
    ours.remember([record(title="Kettle", price=45.5), record("https://shop.example/p/2")])
    ours.compare([detail(name="Copper kettle", price=45.5)], response())
    assert counted(stats) == {"listed": 1, "name_agrees": 1, "price_agrees": 1}
    ours.compare([detail(name="Iron pan", price=40)], response())
    assert counted(stats) == {
        "listed": 2, "name_agrees": 1, "price_agrees": 1, "name_differs": 1, "price_differs": 1,
    }  # fmt: skip


@pytest.mark.parametrize("said", [{}, {"name": "Kettle"}, {"price": 45.5}])
def test_what_one_of_them_does_not_say_is_not_compared(
    stats: StatsCollector, said: dict[str, Any]
) -> None:
    ours = ListAgreement(stats)
    listed = {"price": 45.5} if "name" in said else {"title": "Kettle"}
    ours.remember([record(**listed)])
    ours.compare([detail(**said)], response())
    assert counted(stats) == {"listed": 1}


@pytest.mark.parametrize(
    ("link", "led"),
    [
        (f"{PAGE}#reviews", response()),
        (PAGE, response(f"{PAGE}#top")),
        (PAGE, response("https://shop.example/copper-kettle", PAGE)),
        (PAGE, response("https://shop.example/b", "https://shop.example/b", PAGE)),
        ("https://shop.example/p?q=a b&c=ü", response("https://shop.example/p?q=a%20b&c=%C3%BC")),
        ("https://shop.example/ü", response("https://shop.example/ü")),
    ],
)
def test_a_page_is_known_by_the_address_asked_for(
    stats: StatsCollector, link: str, led: HtmlResponse
) -> None:
    ours = ListAgreement(stats)
    ours.remember([record(link, price=1.0)])
    ours.compare([detail(price=1.0)], led)
    assert counted(stats) == {"listed": 1, "price_agrees": 1}


@pytest.mark.parametrize(
    "link", [None, "", "http://[", 3 * "https://shop.example/" * 999, "\ud800"]
)
def test_odd_addresses_fail_nothing(stats: StatsCollector, link: str | None) -> None:
    ours = ListAgreement(stats)
    ours.remember([record(link, price=1.0)])
    ours.compare([detail(price=1.0)], response())
    ours.compare([detail(price=1.0)], HtmlResponse(PAGE))
    assert counted(stats) == {}


def test_addresses_that_are_taken_as_they_are_are_written_so() -> None:
    written = string.ascii_letters + string.digits + "/?&=._~%+,;:@!$*()-"
    for address in (f"{LIST}/{written}", f"{LIST}?{written}", f"http://shop.example:80/{written}"):
        assert list_agreement._WRITTEN.match(address)
        assert safe_url_string(address) == address
    for sign in sorted({*string.punctuation, " ", "ü", "\n"} - {*written}):
        assert not list_agreement._WRITTEN.match(f"{LIST}/{sign}")


def test_rows_of_tables_are_read_too_and_other_items_are_not(stats: StatsCollector) -> None:
    ours = ListAgreement(stats)
    row = {"url": LIST, "region": 0, "position": 0, "link": PAGE, "title": "Kettle"}
    article = ArticleItem(PAGE, "article", "/a", 0.9, title="Kettle")
    ours.remember([article])
    ours.compare([article], response())
    assert counted(stats) == {}
    ours.remember([RecordRow({**row, "price": "45.50 or so"})])
    ours.compare([article, detail(name="Kettle", price=45.5)], response())
    assert counted(stats) == {"listed": 1, "name_agrees": 1}


def test_prices_that_rounding_tells_apart_agree(stats: StatsCollector) -> None:
    ours = ListAgreement(stats)
    ours.remember([record(price=1999.99)])
    for found in (2000.0, 1999.99, 1999.0, 1990.0, 0.0):
        ours.compare([detail(price=found)], response())
    assert counted(stats) == {"listed": 5, "price_agrees": 3, "price_differs": 2}


def test_the_latest_links_are_remembered(
    stats: StatsCollector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_agreement, "MAX_LISTED", 3)
    ours = ListAgreement(stats)
    for number in (1, 2, 3, 1, 4):
        ours.remember([record(f"https://shop.example/p/{number}", price=float(number))])
    for number in range(1, 5):
        ours.compare([detail(price=float(number))], response(f"https://shop.example/p/{number}"))
    assert counted(stats) == {"listed": 3, "price_agrees": 3}


@pytest.mark.parametrize(
    ("differing", "of", "warns"), [(6, 10, True), (5, 10, False), (9, 9, False)]
)
def test_a_warning_tells_of_most_prices_that_differ(
    stats: StatsCollector,
    caplog: pytest.LogCaptureFixture,
    differing: int,
    of: int,
    warns: bool,
) -> None:
    caplog.set_level(logging.DEBUG)
    ours = ListAgreement(stats)
    ours.remember([record(price=10.0)])
    for number in range(of):
        ours.compare([detail(price=5.0 if number < differing else 10.0)], response())
    ours.finish()
    told = [one for one in caplog.records if one.name == "scrapy_treesim.crawl.list_agreement"]
    warned = [one.getMessage() for one in told if one.levelno == logging.WARNING]
    assert len(told) - len(warned) == list_agreement.MAX_LOGGED
    assert f"the price of {PAGE} is 5.0, and 10.0 in a list" in told[0].getMessage()
    assert len(warned) == warns
    assert not warns or f"{differing} of {of} differ" in warned[0]


# In a crawl


class ListThenGoods(PagesSpider):
    """Follows the links to goods after their list."""

    def parse(self, response: Any) -> Any:
        for link in response.css("ul.goods h3 a"):
            yield response.follow(link)


@pytest.mark.parametrize("flat", [False, True])
async def test_a_crawl_compares_its_lists_with_its_details(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flat: bool
) -> None:
    monkeypatch.setattr("scrapy_treesim.findings.detail", from_heading)
    cards = []
    for number, name in enumerate(GOODS, 1):
        cards.append(
            f"<li class=card><a href={number}.html><img src=/i/{number}.jpg></a>"
            f"<h3><a href={number}.html>{name}</a></h3><span>{price(number)}</span></li>"
        )
        shown = price(number) if number > 2 else "€ 999.99"
        page = (
            f"<h1>{name}</h1><p class=price>{shown}</p><p>In stock</p><form><label>Quantity "
            "<input name=n value=1></label><button>Add to cart</button></form>"
        )
        (tmp_path / f"{number}.html").write_text(in_a_site(name, page), "utf-8")
    goods = f"<h1>Kitchen things</h1><ul class=goods>{''.join(cards)}</ul>"
    (tmp_path / "index.html").write_text(in_a_site("Kitchen things", goods), "utf-8")

    _, stats = await crawl(
        tmp_path / "index.html", spider=ListThenGoods, TREESIM_RECORDS_FLAT=flat,
        TREESIM_EMIT="all", TREESIM_SITE_MEMORY=False,
    )  # fmt: skip
    assert stats["treesim/items/detail"] == len(GOODS) + 1
    assert {name: value for name, value in stats.items() if name.startswith("treesim/detail/")} == {
        "treesim/detail/listed": len(GOODS),
        "treesim/detail/name_agrees": len(GOODS),
        "treesim/detail/price_agrees": len(GOODS) - 2,
        "treesim/detail/price_differs": 2,
    }
