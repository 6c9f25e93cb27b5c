"""The next page's records land in the same columns: regions known again, and what is kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from trees import PAGES, examples

from scrapy_treesim import Page, Record, SiteMemory
from scrapy_treesim.memory.regions import (
    MAX_CHARS,
    KnownRegion,
)
from scrapy_treesim.records.over_pages.known_columns import KnownColumn, settled
from scrapy_treesim.records.over_pages.region_key import MAX_FEATURES, likeness, shape_of
from scrapy_treesim.records.record import read_records
from scrapy_treesim.records.table.columns import Column, Table

NAMES = "copper kettle,iron pan,oak board,linen bag,wool cap,tin can,slate tray,horn spoon".split(
    ","
)


def product(number: int, *more: str) -> str:
    name = NAMES[number % len(NAMES)].title()
    return (
        f"<li class=card><h3><a href=/p/{number}>{name} {number}</a></h3>"
        f"<p class=price>€{number}.50</p>{''.join(more)}</li>"
    )


def list_page(
    products: Sequence[str], before: str = "", host: str = "shop.example", number: int = 1
) -> Page:
    html = (
        f"<html><body>{before}<main><ul class=goods>{''.join(products)}</ul></main></body></html>"
    )
    return Page(html, url=f"https://{host}/list?page={number}")


def found(page: Page, path: str = "//li[contains(@class, 'card')]") -> list[Record]:
    """The records that are the elements of an XPath."""
    elements: Any = page.root.xpath(path)
    return read_records(page, (([node], 1.0) for node in page.nodes_of(elements)))


def read(memory: SiteMemory, page: Page, *paths: str) -> list[tuple[int, Table]]:
    """Number and table of each region, given by the XPath of its records."""
    lists = [found(page, path) for path in paths] or [found(page)]
    return [
        (region.number, region.table(page, one))
        for region, one in zip(memory.regions(page, lists), lists, strict=True)
    ]


def names(table: Table) -> list[str]:
    return [column.name for column in table.columns]


# The same columns


def test_the_next_page_has_the_number_and_the_columns_of_the_first() -> None:
    memory = SiteMemory()
    ((number, first),) = read(memory, list_page([product(n) for n in range(4)]))
    ((again, second),) = read(memory, list_page([product(n) for n in range(4, 8)], number=2))
    assert number == again == 0
    assert names(first) == names(second) == ["title", "url", "price"]
    assert second["price"].cells == ("€4.50", "€5.50", "€6.50", "€7.50")


def test_of_two_lists_alike_the_one_of_the_same_key_is_meant() -> None:
    twice = Page(
        "<ul class=a>" + "".join(map(product, range(4))) + "</ul>"
        "<ul class=b>" + "".join(map(product, range(4))) + "</ul>",
        "https://shop.example/list",
    )
    paths = ("//ul[@class='a']/li", "//ul[@class='b']/li")
    memory = SiteMemory()
    lists = [found(twice, path) for path in paths]
    first = memory.regions(twice, lists, ["a", "b"])
    again = memory.regions(twice, lists[::-1], ["a", "b"])
    assert [one.number for one in again] == [one.number for one in first] == [0, 1]


def test_a_column_that_the_page_lacks_is_there_and_empty() -> None:
    memory = SiteMemory()
    sale = "<i class=badge>Sale</i>"
    first = [product(0, sale), product(1), product(2, "<i class=badge>New</i>"), product(3)]
    ((_, one),) = read(memory, list_page(first))
    ((_, other),) = read(memory, list_page([product(n) for n in range(4, 8)], number=2))
    assert names(other) == names(one) == ["title", "url", "price", "badge"]
    assert other["badge"].cells == (None,) * 4
    assert other["badge"].values == (None,) * 4
    assert other.row(0) == {
        "url": "https://shop.example/p/4", "title": "Wool Cap 4", "price": "€4.50",
    }  # fmt: skip


def test_a_column_that_is_new_comes_last_and_stays() -> None:
    memory = SiteMemory()
    read(memory, list_page([product(n) for n in range(4)]))
    more = [product(n, f"<p class=stock>{n} left</p>") for n in range(4, 8)]
    ((_, second),) = read(memory, list_page(more, number=2))
    ((_, third),) = read(memory, list_page([product(n) for n in range(4)], number=3))
    assert names(second)[:3] == ["title", "url", "price"]
    assert len(names(second)) == 4
    assert names(third) == names(second)


# The same region


def test_a_region_is_known_again_wherever_it_is_and_whatever_stands_before() -> None:
    memory = SiteMemory()
    read(memory, list_page([product(n) for n in range(4)]))
    teasers = "".join(
        f"<div class=teaser><a href=/t{n}><img src=/{n}.png></a><b>Teaser {n}</b></div>"
        for n in range(4)
    )
    page = list_page([product(n) for n in range(4)], f"<section>{teasers}</section>", number=2)
    both = read(memory, page, "//div[@class='teaser']", "//li")
    assert [number for number, _ in both] == [1, 0]
    assert names(both[1][1]) == ["title", "url", "price"]
    third = read(memory, page, "//li", "//div[@class='teaser']")
    assert [number for number, _ in third] == [0, 1]


# What is kept


def test_paths_and_class_names_of_any_length_are_bounded() -> None:
    long = "w" * 40_000
    many = " ".join(f"k{n}" for n in range(5_000))
    rows = "".join(
        f"<li class='{many}'><b class={long}>{name}</b><i>{len(name)} of {n}</i></li>"
        for n, name in enumerate(NAMES)
    )
    page = Page(f"<html><body><ul>{rows}</ul>", "https://x.example/")
    region = KnownRegion(0)
    table = region.table(page, found(page, "//li"))
    assert len(table.columns) == 2
    assert sum(len(column.path) for column in region.columns) <= MAX_CHARS
    assert len(shape_of(page.tree, [one.nodes for one in found(page, "//li")])) <= MAX_FEATURES
    assert names(region.table(page, found(page, "//li"))) == names(table)


# Shapes and settled tables


@given(st.sampled_from(PAGES), st.randoms(use_true_random=False))
@examples(30)
def test_likeness_is_symmetric_in_range_and_1_for_the_same(path: Path, random: Random) -> None:
    tree = Page(path.read_bytes() or b"<p>").tree
    above = [random.randrange(len(tree)) for _ in range(5)]
    shapes = [shape_of(tree, [[node] for node in tree.children(one)]) for one in above]
    for one in shapes:
        assert likeness(one, one) == 1.0
        for other in shapes:
            assert 0.0 <= likeness(one, other) == likeness(other, one) <= 1.0


COLUMNS = st.lists(
    st.tuples(
        st.sampled_from(["title", "price", "text", "text_2", "badge"]),
        st.sampled_from(["text", "price"]),
        st.sampled_from(["li/b", "li/b[2]", "li.x/b", "li/i.y", "li.x/i", "li/a/@href"]),
    ),
    max_size=6,
    unique_by=(lambda one: one[0], lambda one: one[2]),
)


@given(COLUMNS, COLUMNS)
@examples(200)
def test_a_settled_table_begins_with_all_known_columns_and_loses_none(
    before: list[tuple[str, str, str]], now: list[tuple[str, str, str]]
) -> None:
    known = [KnownColumn(*one) for one in before]
    cells = [Column(*one[:2], (f"{n}",), (((n,),),), one[2]) for n, one in enumerate(now)]
    table = settled(Table(tuple(cells)), known, 1)
    called = names(table)
    assert called[: len(known)] == [one.name for one in known]
    assert len(set(called)) == len(called)
    values = [column.cells[0] for column in table.columns if column.cells[0] is not None]
    assert sorted(values) == sorted(column.cells[0] or "" for column in cells)
    for one in known:
        same_place = [column for column in cells if column.path == one.path]
        if same_place:
            assert table[one.name].cells == same_place[0].cells
