"""What becomes of a record's columns: typed fields of items, and rows that read like the page."""

from __future__ import annotations

import csv
import dataclasses
import json
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from crawling import crawl
from itemadapter import ItemAdapter
from scrapy.http import HtmlResponse, Request
from scrapy.utils.test import get_crawler

from scrapy_treesim import Page, Record, similar
from scrapy_treesim.commands.table import as_json_line, as_table
from scrapy_treesim.crawl.middleware import FindingsMiddleware
from scrapy_treesim.findings.as_items import record_items, record_rows
from scrapy_treesim.items import RecordItem, RecordRow
from scrapy_treesim.records.table.columns import Column, Table
from scrapy_treesim.records.table.naming import Name, Source
from scrapy_treesim.records.table.standard_fields import (
    SINGLE,
    STANDARD_FIELDS,
    standard_fields,
)
from scrapy_treesim.values.lexicon.words import sections_of
from scrapy_treesim.values.typed_values import Price, Rating, Value

URL = "https://shop.example/list"


# What repeats is a region, whatever it is worth: these pages are about what becomes of it.
RECORDS = {"TREESIM_KINDS": "records", "TREESIM_RECORDS_METHOD": "gong"}


NAMES = ["Copper kettle", "Iron pan", "Oak board", "Linen bag", "Wool cap", "Tin can", "Horn spoon"]


def product(number: int, *more: str) -> str:
    return (
        f"<li class=card><h3><a href=/p/{number}>{NAMES[number % len(NAMES)]} {number}</a></h3>"
        f"<p class=price>€{number}.50</p><time datetime=2024-05-{number + 10}>{number + 10} May"
        f"</time>{''.join(more)}</li>"
    )


def goods(*products: str, after: str = "") -> str:
    return f"<html><body><ul class=goods>{''.join(products)}</ul>{after}</body></html>"


def column(name: str, kind: str, *cells: str | None) -> Column:
    usual = Name(name, Source("itemprop")) if name in SINGLE else None
    return Column(name, kind, cells, ((),) * len(cells), f"li/{name}", usual=usual)


def records_of(html: str, path: str = "li") -> tuple[Page, list[Record]]:
    page = Page(html, URL)
    return page, similar(page, path, threshold=0.3)


def items_of(html: str, **settings: Any) -> list[Any]:
    """The findings of the middleware for one page."""
    crawler = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False, **RECORDS, **settings})
    ours = FindingsMiddleware.from_crawler(crawler)
    return list(ours.findings(HtmlResponse(URL, body=html.encode(), request=Request(URL))))


# Typed fields


def test_the_usual_columns_become_fields_of_plain_types() -> None:
    first, *_ = items_of(goods(*(product(n) for n in range(1, 5))))
    assert first.title == f"{NAMES[1]} 1"
    assert first.link == "https://shop.example/p/1"
    assert first.price == 1.5
    assert first.currency == "EUR"
    assert first.date == "2024-05-11"
    assert first.rating is first.reviews is first.author is first.old_price is None
    assert first.fields == {
        "title": f"{NAMES[1]} 1",
        "url": "https://shop.example/p/1",
        "price": "€1.50",
        "date": "11 May",
    }


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("price", Price(Decimal("1299.90"), "USD"), 1299.9),
        ("price", Decimal("12"), 12.0),
        ("price", "on request", None),
        ("price", None, None),
        ("rating", Rating(Decimal("4.5"), Decimal(5)), 4.5),
        ("rating", Decimal("3"), 3.0),
        ("reviews", Decimal("1234"), 1234),
        ("reviews", None, None),
        ("date", date(2024, 5, 1), "2024-05-01"),
        ("date", datetime(2024, 5, 1, 12, 30), "2024-05-01T12:30:00"),
        ("date", "yesterday", None),
        ("title", "A thing", "A thing"),
        ("author", None, None),
        ("colour", "red", None),
    ],
)
def test_typed_values_become_plain_ones(name: str, value: Value | None, expected: Any) -> None:
    one = column(name, "text", None if value is None else str(value))
    one.__dict__["values"] = (value,)
    (row,) = standard_fields(Table((one,)), 1)
    assert row.get(name) == expected
    assert type(row.get(name)) is type(expected)


def test_the_currency_is_the_price_s_unless_the_page_has_a_column_of_it() -> None:
    price = column("price", "price", "5 €", "7")
    currency = column("currency", "text", None, "CHF")
    assert [row.get("currency") for row in standard_fields(Table((price,)), 2)] == ["EUR", None]
    for columns in ((price, currency), (currency, price)):
        rows = standard_fields(Table(columns), 2)
        assert [row.get("currency") for row in rows] == ["EUR", "CHF"]


def test_the_link_is_the_title_s_and_else_the_first() -> None:
    entries = "".join(
        f"<li><a href=/by/{n % 2}>Author {n % 2}</a> <h3><a href=/p/{n}>{name}</a></h3></li>"
        for n, name in enumerate(NAMES)
    )
    html = f"<html><body><ul>{entries}</ul></body></html>"
    assert [one.link for one in items_of(html)] == [f"https://shop.example/p/{n}" for n in range(7)]
    plain = items_of(html, TREESIM_RECORDS_FIELDS=["links"])
    assert plain[1].links[0] == "https://shop.example/by/1"


def test_records_of_few_fields_have_these_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    html = goods(*(product(n) for n in range(4)))
    every = items_of(html, TREESIM_RECORDS_FIELDS="all")
    default = items_of(html)
    assert [{**one, "links": [], "images": []} for one in default] == [
        {**one, "links": [], "images": []} for one in every
    ]
    assert all("links" not in one and "images" not in one for one in default)
    prices = items_of(html, TREESIM_RECORDS_FIELDS="price")
    assert [one.price for one in prices] == [one.price for one in every]
    assert [*prices[0]] == ["url", "kind", "xpath", "confidence", "role", "page_kind", "price"]

    def refused(*given: object) -> None:
        raise AssertionError("columns of which nothing is asked")

    monkeypatch.setattr("scrapy_treesim.findings.kinds.table_of", refused)
    texts = items_of(html, TREESIM_RECORDS_FIELDS="text, links, images, position")
    assert [(one.text, one.links) for one in texts] == [(one.text, one.links) for one in every]
    _, records = records_of(html)
    assert [one.text for one in record_items(records, URL)] == [one.text for one in texts]
    with pytest.raises(AttributeError, match="no title: it was deleted, or is not among the"):
        texts[0].title  # noqa: B018


def test_items_with_fields_go_into_json() -> None:
    found = items_of(goods(*(product(n) for n in range(4))))
    line = json.loads(as_json_line(found[:1]))
    assert line == ItemAdapter(found[0]).asdict()
    assert line["price"] == 0.5


# Rows


def test_rows_have_the_page_region_and_position_and_then_the_columns() -> None:
    rows = items_of(goods(*(product(n) for n in range(1, 5))), TREESIM_ITEMS="rows")
    assert all(type(row) is RecordRow for row in rows)
    assert dict(rows[1]) == {
        "url": URL,
        "region": 0,
        "region_key": "ul.goods/li.card",
        "position": 1,
        "title": f"{NAMES[2]} 2",
        "link": "https://shop.example/p/2",
        "price": 2.5,
        "currency": "EUR",
        "date": "2024-05-12",
    }
    assert list(rows[0])[:5] == ["url", "region", "region_key", "position", "title"]
    assert len({tuple(row) for row in rows}) == 1
    assert ItemAdapter(rows[0]).asdict() == dict(rows[0])


def test_what_cannot_be_read_as_its_column_stands_there_as_the_page_has_it() -> None:
    _, records = records_of(goods(*(product(n) for n in range(3))))
    dates = column("date", "date", "2 hours ago", "2024-05-01", None)
    rows = [*record_rows(records, URL, 0, Table((dates,)))]
    assert [row["date"] for row in rows] == ["2 hours ago", "2024-05-01", None]


def test_columns_that_are_called_as_a_row_s_own_keys_get_a_number() -> None:
    _, records = records_of(goods(*(product(n) for n in range(3))))
    names = ["region", "url", "link", "position", "region_2", "region_key", "price", "currency"]
    table = Table(tuple(column(name, "text", "a", "b", "c") for name in names))
    (row, *_) = record_rows(records, URL, 4, table, "ul.goods/li.card")
    assert [*row] == [
        "url", "region", "region_key", "position", "region_2", "link", "link_2", "position_2",
        "region_2_2", "region_key_2", "price", "currency",
    ]  # fmt: skip
    assert (row["url"], row["region"], row["link"], row["region_2"]) == (URL, 4, "a", "a")
    assert (row["region_key"], row["region_key_2"]) == ("ul.goods/li.card", "a")


# From page to page


def write_list(folder: Path) -> list[Path]:
    """A list on two pages: the second has a box before it, no badges, and a record of the first."""
    first, second = folder / "list-1.html", folder / "list-2.html"
    badge = "<i class=badge>Sale</i>"
    link = "<a href=list-2.html rel=next>Next page</a>"
    first.write_text(
        goods(product(1, badge), product(2), product(3, badge.replace("Sale", "New")), product(4),
              after=link)
    )  # fmt: skip
    second.write_text(goods(*(product(n) for n in range(4, 9))))
    return [first, second]


def rows_of(file: Path) -> tuple[list[str], list[dict[str, str]]]:
    """The header of a CSV file, and its rows."""
    with file.open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines)
        rows = [*reader]
    return [*(reader.fieldnames or ())], rows


async def test_a_list_of_two_pages_is_one_csv_file_with_one_header(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    feed = tmp_path / "goods.csv"
    _, stats = await crawl(
        write_list(tmp_path)[0],
        **RECORDS,
        TREESIM_ITEMS="rows",
        TREESIM_FOLLOW_NEXT=5,
        TREESIM_DROP_DUPLICATES=True,
        FEEDS={feed.as_uri(): {"format": "csv", "item_classes": [RecordRow]}},
    )
    header, rows = rows_of(feed)
    assert header == [
        "url", "region", "region_key", "position", "title", "link", "price", "currency", "date",
        "badge",
    ]  # fmt: skip
    assert [row["title"] for row in rows] == [f"{NAMES[n % 7]} {n}" for n in range(1, 9)]
    assert [row["price"] for row in rows] == [f"{n}.5" for n in range(1, 9)]
    assert [row["badge"] for row in rows] == ["Sale", "", "New", "", "", "", "", ""]
    assert {(row["region"], row["region_key"]) for row in rows} == {("0", "ul.goods/li.card")}
    assert [Path(row["url"]).name for row in rows] == ["list-1.html"] * 4 + ["list-2.html"] * 4
    assert stats["treesim/duplicates"] == 1
    assert "dropped fields" not in caplog.text


# On a terminal


def test_a_table_shows_the_columns_under_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    pages = [product(1), product(2).replace("<p class=price>€2.50</p>", ""), product(3)]
    shown = as_table(items_of(goods(*pages))).splitlines()
    assert shown[3:] == [
        "     title        price  date",
        "  0  Iron pan 1   €1.50  11 May",
        "  1  Oak board 2         12 May",
        "  2  Linen bag 3  €3.50  13 May",
        "",
    ]


def test_a_narrow_table_keeps_what_matters_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    shown = as_table(items_of(goods(*(product(n) for n in range(1, 5)))))
    assert "title" in shown
    assert "price" in shown
    assert "date" not in shown
    assert max(map(len, shown.splitlines())) <= 30


def test_every_standard_field_is_one_of_items_and_has_words() -> None:
    names = [field.name for field in STANDARD_FIELDS]
    assert len(set(names)) == len(names)
    assert {"link" if name == "url" else name for name in names} <= {
        field.name for field in dataclasses.fields(RecordItem)
    }
    # What a column's own words never say: the currency is the price's.
    assert {*names} - {"currency"} <= {*sections_of("field")}
