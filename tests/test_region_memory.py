"""The next page's records land in the same columns: regions known again, and what is kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import PAGES, examples

from scrapy_treesim import Page, Record, SiteMemory, records, similar
from scrapy_treesim.memory.regions import (
    ALIKE,
    ALIKE_BY_KEY,
    MAX_CHARS,
    MAX_REGIONS,
    KnownRegion,
)
from scrapy_treesim.memory.site import MAX_SITES, site_of
from scrapy_treesim.records.over_pages.known_columns import KnownColumn, settled, unique
from scrapy_treesim.records.over_pages.region_shape import MAX_FEATURES, likeness, shape_of
from scrapy_treesim.records.record import read_record
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
    return [read_record(page, [node], 1.0) for node in page.nodes_of(elements)]


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


def test_lists_of_one_key_may_differ_more() -> None:
    extras = "".join(f"<div class=x{n}><s class=y{n}>more {n}</s></div>" for n in range(4))
    plain, rich = (
        list_page([product(n, more) for n in range(4)], number=page)
        for page, more in enumerate(("", extras))
    )
    shapes = [
        shape_of(page.tree, [record.nodes for record in found(page)]) for page in (plain, rich)
    ]
    assert ALIKE_BY_KEY < likeness(*shapes) < ALIKE
    for keys, numbers in (((), [0, 1]), (["ul/li"], [0, 0])):
        memory = SiteMemory()
        regions = [memory.regions(page, [found(page)], keys)[0] for page in (plain, rich)]
        assert [region.number for region in regions] == numbers


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


def test_what_all_records_of_a_page_say_alike_stays_data_where_it_was_data() -> None:
    memory = SiteMemory()
    brands = ["Norrby", "Dray", "Harrow", "Pellow"]
    first = [product(n, f"<i class=brand>{brand}</i>") for n, brand in enumerate(brands)]
    read(memory, list_page(first))
    same = [product(n, "<i class=brand>Norrby</i>") for n in range(4, 8)]
    ((_, second),) = read(memory, list_page(same, number=2))
    assert second["brand"].cells == ("Norrby",) * 4


def test_a_class_name_more_on_all_records_makes_no_new_columns() -> None:
    memory = SiteMemory()
    read(memory, list_page([product(n) for n in range(4)]))
    marked = [product(n).replace("class=card", "class='card seen'") for n in range(4, 8)]
    ((number, second),) = read(memory, list_page(marked, number=2))
    assert number == 0
    assert names(second) == ["title", "url", "price"]
    assert None not in second["title"].cells


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


def test_two_regions_of_a_page_are_never_the_same() -> None:
    memory = SiteMemory()
    goods = "".join(product(n) for n in range(4))
    html = f"<html><body><ul class=goods>{goods}</ul><ul class=goods>{goods}</ul></body></html>"
    for _ in range(3):
        numbers = [n for n, _ in read(memory, Page(html, "https://x.example/"), "//ul[1]/li",
                                      "//ul[2]/li")]  # fmt: skip
        assert numbers == [0, 1]


def test_lists_that_are_built_otherwise_are_two() -> None:
    memory = SiteMemory()
    read(memory, list_page([product(n) for n in range(4)]))
    rows = "".join(f"<tr><td>{name}</td><td>{len(name)}</td></tr>" for name in NAMES)
    page = Page(f"<html><body><main><table>{rows}</table></main>", "https://shop.example/t")
    ((number, table),) = read(memory, page, "//tr")
    assert number == 1
    assert "price" not in names(table)


def test_links_in_a_menu_are_not_links_in_the_main_list() -> None:
    memory = SiteMemory()
    items = "".join(f"<li><a href=/{n}>{name}</a></li>" for n, name in enumerate(NAMES))
    html = "<html><body><{0} class={1}><ul>{2}</ul></{0}></body></html>"
    first = Page(html.format("nav", "menu", items), "https://x.example/1")
    second = Page(html.format("main", "results", items), "https://x.example/2")
    assert read(memory, first, "//li")[0][0] == 0
    assert read(memory, second, "//li")[0][0] == 1


def test_sites_are_apart() -> None:
    memory = SiteMemory()
    cheap = [product(n, "<i class=badge>Sale</i>" if n else "") for n in range(4)]
    read(memory, list_page(cheap))
    ((number, table),) = read(memory, list_page([product(n) for n in range(4)], host="y.example"))
    assert number == 0
    assert "badge" not in names(table)
    assert len(memory) == 2


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://X.example/a/b?c", "x.example"),
        ("https://user:pw@x.example:8080/", "x.example:8080"),
        ("file:///data/shop/page-2.html", "file:///data/shop"),
        ("", ""),
        ("http://[broken", None),
        (f"https://{'h' * 600}.example/", None),
    ],
)
def test_a_site_is_a_host_or_a_folder(url: str, site: str | None) -> None:
    assert site_of(url) == site


def test_records_by_example_keep_their_columns_by_the_example_s_name() -> None:
    memory = SiteMemory()
    badged = [product(0, "<i class=badge>Sale</i>"), product(1), product(2)]
    one, two = list_page(badged), list_page([product(n) for n in range(3, 6)], number=2)
    first = memory.by_example(one, "goods").table(one, similar(one, "li", threshold=0.5))
    again = memory.by_example(two, "goods").table(two, similar(two, "li", threshold=0.5))
    other = memory.by_example(two, "others").table(two, similar(two, "li", threshold=0.5))
    assert names(again) == names(first)
    assert "badge" in names(first)
    assert "badge" not in names(other)


def test_a_first_page_reads_as_it_does_without_a_memory() -> None:
    for path in sorted(Path(__file__).parents[1].glob("example_project/site/*/index.html")):
        page = Page(path.read_bytes(), path.as_uri())
        for region in records(page):
            assert KnownRegion(0).table(page, region.records) == region.table


# What is kept


def test_nothing_of_a_page_is_kept() -> None:
    memory = SiteMemory()
    read(memory, list_page([product(n) for n in range(4)]))
    (site,) = memory._sites.values()
    (region,) = site.regions.known.values()
    assert all(type(column) is KnownColumn for column in region.columns)
    assert all(
        type(value) is str for column in region.columns for value in (column.name, column.path)
    )
    assert not any("Copper" in column.path for column in region.columns)
    assert all(type(feature) is int for feature in region.shape)


def test_sites_regions_and_columns_are_bounded() -> None:
    memory = SiteMemory()
    page = list_page([product(n) for n in range(3)])
    for number in range(MAX_SITES + 20):
        page.url = f"https://host-{number}.example/"
        memory.regions(page, [found(page)])
    assert len(memory) == MAX_SITES
    for number in range(MAX_REGIONS + 5):
        rows = "".join(f"<x{number}><b>{name}</b></x{number}>" for name in NAMES)
        other = Page(f"<html><body><y{number}>{rows}</y{number}>", "https://x.example/")
        memory.regions(other, [found(other, f"//x{number}")])
    assert len(memory._sites["x.example"].regions.known) == MAX_REGIONS
    assert max(memory._sites["x.example"].regions.known) == MAX_REGIONS + 4


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


def test_a_region_seen_again_is_forgotten_last() -> None:
    memory = SiteMemory()
    goods = list_page([product(n) for n in range(3)])
    assert read(memory, goods)[0][0] == 0
    for number in range(2 * MAX_REGIONS):
        rows = "".join(f"<x{number}><b>{name}</b></x{number}>" for name in NAMES)
        other = Page(f"<html><body><y{number}>{rows}</y{number}>", "https://shop.example/")
        memory.regions(other, [found(other, f"//x{number}")])
        assert read(memory, goods)[0][0] == 0


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


def test_a_shape_is_that_of_markup_not_of_words() -> None:
    one = list_page([product(n) for n in range(4)])
    other = list_page([product(n) for n in range(3, 17)])
    assert shape_of(one.tree, [r.nodes for r in found(one)]) == shape_of(
        other.tree, [r.nodes for r in found(other)]
    )


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


def test_a_column_that_the_page_calls_the_same_takes_the_place_of_one_that_is_gone() -> None:
    known = [KnownColumn("price", "price", "li/b"), KnownColumn("text", "text", "li/p")]
    sale = Column("price", "price", ("€1",), (((1,),),), "li/div/em.sale")
    text = Column("text", "text", ("words",), (((2,),),), "li/div/u")
    table = settled(Table((sale, text)), known, 1)
    assert {column.name: column.cells for column in table.columns} == {
        "price": ("€1",), "text": (None,), "text_2": ("words",),
    }  # fmt: skip


def test_a_name_that_is_taken_gets_a_number() -> None:
    assert unique("a", set()) == "a"
    assert unique("a", {"a"}) == "a_2"
    assert unique("a", {"a", "a_2"}) == "a_3"
