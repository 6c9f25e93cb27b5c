"""Records with no example, the method ``ranked``: regions of every shape, and what bounds them."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from string import whitespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from list_pages import GOODS, LISTS, about, card, goods, in_a_site, price, truth, two_lists
from lxml import etree
from trees import PAGES, examples, pages

from scrapy_treesim import Page, Ranked, Record, Region, compiled, records
from scrapy_treesim.regions.model import MAX_SCORED
from scrapy_treesim.similarity._linkage_cy import join_clusters
from scrapy_treesim.tree.printable import NO_WIDTH

SITE = Path(__file__).parents[1] / "example_project" / "site"
TRUTH: dict[str, dict[str, Any]] = json.loads((SITE / "TRUTH.json").read_text("utf-8"))
ALL = Ranked(min_confidence=0.0)


def places(region: Region) -> list[tuple[str, ...]]:
    return [record.xpaths for record in region.records]


def texts(region: Region) -> list[str]:
    return [record.text for record in region.records]


# Every shape


@pytest.mark.parametrize("name", LISTS)
def test_a_list_of_any_shape_is_found(name: str) -> None:
    page = Page(LISTS[name])
    assert places(records(page, method=ALL)[0]) == truth(page)


@pytest.mark.parametrize(
    "name", ["cards", "several rows a record", "rows of cells, the last one short"]
)
def test_a_list_of_goods_is_the_pages_one_region(name: str) -> None:
    page = Page(LISTS[name])
    (region,) = records(page)
    assert places(region) == truth(page)
    assert region.confidence > 0.5


def test_two_lists_are_two_regions() -> None:
    page = Page(two_lists())
    found = sorted(records(page), key=lambda region: region.node)
    marked = truth(page)
    assert [places(region) for region in found] == [marked[:10], marked[10:]]


@pytest.mark.parametrize(
    "name",
    [name for name, page in TRUTH.items() if page["records"]],
)
def test_list_pages_of_the_example_site_yield_the_records_they_hold(name: str) -> None:
    (region,) = records(Page((SITE / name).read_bytes(), url=f"https://site.example/{name}"))
    assert len(region.records) == TRUTH[name]["records"]
    assert len(set(texts(region))) == len(region.records)


def test_records_of_the_example_shop_are_its_goods() -> None:
    page = Page((SITE / "shop/index.html").read_bytes(), url="https://site.example/shop/")
    first = records(page)[0].records[0]
    assert first.links[0] == "https://site.example/shop/copper-pour-over-kettle-0-9-l.html"
    assert first.images[0].startswith("https://site.example/static/img/product-")
    assert "Copper Pour-Over Kettle 0.9 L" in first.text.splitlines()


def test_what_the_goods_are_called_does_not_matter() -> None:
    page = LISTS["cards"]
    for name in ("card", "goods", "price"):
        page = page.replace(f"class={name}", "class=x7")
    (region,) = records(page)
    assert texts(region) == texts(records(LISTS["cards"])[0])


@pytest.mark.parametrize("adverts", [1, 2, 4])
def test_advertisements_between_cards_are_no_records(adverts: int) -> None:
    advert = "<li class=promo><a href=//ads.example/>All you need for summer</a></li>"
    cards = [card(*one) for one in goods()]
    for place in range(adverts, 0, -1):
        cards.insert(place, advert)
    page = Page(in_a_site(f"<ul>{''.join(cards)}</ul>"))
    (region,) = records(page)
    assert places(region) == truth(page)


def test_a_record_that_another_class_sets_apart_is_one_all_the_same() -> None:
    cards = [card(*one) for one in goods()]
    cards[3] = cards[3].replace("class=card", "class='card sold'")
    cards[6] = cards[6].replace("class=card", "class='featured card'")
    page = Page(in_a_site(f"<ul>{''.join(cards)}</ul>"))
    (region,) = records(page)
    assert places(region) == truth(page)


def test_a_highlighted_word_makes_no_other_record() -> None:
    page = Page(LISTS["cards"].replace("A fine iron", "A <b>fine</b> <em>iron</em>"))
    (region,) = records(page)
    assert places(region) == truth(page)


# Lists inside records


def test_the_replies_to_a_post_are_a_region_of_the_post() -> None:
    page = Page(LISTS["posts with replies"])
    (region,) = records(page)
    assert [len(record.regions) for record in region.records] == [1] * 6
    found = [one.xpaths for record in region.records for one in record.regions[0].records]
    assert found == [(path,) for of_one in truth(page, "data-inner") for path in of_one]


def test_inner_lists_lie_in_their_record() -> None:
    for source in LISTS.values():
        page = Page(source)
        for region in records(page, method=ALL):
            for record in region.records:
                start, stop = record.nodes[0], record.nodes[-1] + page.tree.size[record.nodes[-1]]
                for inner in record.regions:
                    for one in inner.records:
                        assert start <= one.nodes[0]
                        assert one.nodes[-1] < stop
                        assert len(one.text) < len(record.text)


# What comes out


@pytest.fixture(scope="module")
def found() -> list[Region]:
    return records(Page(two_lists(), url="https://shop.example/list"))


def test_texts_links_and_images_are_those_of_the_elements(found: list[Region]) -> None:
    (shop,) = (region for region in found if len(region.records) == 10)
    for number, (record, name) in enumerate(zip(shop.records, GOODS, strict=True), 1):
        assert record.text == f"{name}\n{about(name)}\n{price(number)}"
        assert record.links == (f"https://shop.example/p/{number}",)
        assert record.images == (f"https://shop.example/i/{number}.jpg",)


def test_xpaths_lead_to_the_texts() -> None:
    for source in (*LISTS.values(), two_lists()):
        page = Page(source)
        for region in records(page, method=ALL):
            holder = page.root.getroottree().xpath(region.xpath)
            assert isinstance(holder, list)
            assert len(holder) == 1
            for record in region.records:
                said = ""
                for path in record.xpaths:
                    assert path.startswith(region.xpath)
                    element = page.root.getroottree().xpath(path)
                    assert isinstance(element, list)
                    assert isinstance(element[0], etree._Element)
                    said += "".join(str(text) for text in element[0].itertext())
                assert "".join(said.split()) == "".join(record.text.split())


def _nodes(page: Page, region: Region) -> list[int]:
    return [
        node
        for record in region.records
        for top in record.nodes
        for node in range(top, top + page.tree.size[top])
    ]


@pytest.mark.parametrize("source", [*LISTS.values(), two_lists()], ids=[*LISTS, "two lists"])
def test_regions_share_nothing_and_records_come_in_page_order(source: str) -> None:
    page = Page(source)
    regions = records(page, method=ALL)
    nodes = [node for region in regions for node in _nodes(page, region)]
    assert len(set(nodes)) == len(nodes)
    for region in regions:
        firsts = [record.nodes[0] for record in region.records]
        assert firsts == sorted(firsts)
        assert all(list(record.nodes) == sorted(record.nodes) for record in region.records)


def test_the_same_page_gives_the_same_regions() -> None:
    for source in (*LISTS.values(), two_lists()):
        assert records(source) == records(source)
        assert records(Page(source)) == records(source.encode())


def test_what_a_region_and_a_record_are_sure_of_is_a_share(found: list[Region]) -> None:
    for region in found:
        assert 0.5 < region.confidence <= 1.0
        assert {record.similarity for record in region.records} == {region.confidence}


def test_findings_are_compared_by_what_they_say(found: list[Region]) -> None:
    again = records(Page(two_lists(), url="https://shop.example/list"))
    assert again == found
    assert again[0] is not found[0]
    assert len({*found, *again}) == 2
    assert len({record for region in (*found, *again) for record in region.records}) == 16
    assert found[0] != found[1]
    assert found[0].records[0] != found[0].records[1]
    assert found[0] != found[0].records[0] != "record"


def test_a_region_is_a_table_too(found: list[Region]) -> None:
    (shop,) = (region for region in found if len(region.records) == 10)
    names = [column.name for column in shop.table.columns]
    assert names[names.index("title")] == "title"
    title = shop.table.columns[names.index("title")]
    assert list(title.cells) == list(GOODS)


# Parameters


def test_regions_less_sure_than_asked_for_are_left_out() -> None:
    everything = records(two_lists(), method=ALL)
    for region in everything:
        least = Ranked(min_confidence=region.confidence)
        assert records(two_lists(), method=least) == [
            one for one in everything if one.confidence >= region.confidence
        ]
    assert records(two_lists(), method=Ranked(min_confidence=1.0)) == []


def test_no_more_regions_come_than_asked_for() -> None:
    everything = records(two_lists(), method=ALL)
    assert len(everything) >= 2
    for most in (1, 2):
        assert records(two_lists(), method=Ranked(max_regions=most)) == everything[:most]


def test_regions_of_fewer_records_than_asked_for_are_left_out() -> None:
    assert {len(region.records) for region in records(two_lists())} == {6, 10}
    (region,) = records(two_lists(), method=Ranked(min_records=7))
    assert len(region.records) == 10
    assert records(two_lists(), method=Ranked(min_records=11)) == []


@pytest.mark.parametrize(
    "source",
    [
        "",
        "x",
        "<p>x</p>",
        "<ul></ul>",
        "<ul><li></li><li></li><li></li></ul>",
        "<h1>One thing</h1><p>Some text.</p>",
        "<div><div><p>a</p></div></div>",
        "<script>var a;</script><script>var b;</script>",
        "<select><option>a<option>b<option>c</select>",
    ],
)
def test_a_page_where_nothing_repeats_has_no_region(source: str) -> None:
    assert records(source) == []


def test_menus_alone_are_no_regions() -> None:
    assert records(in_a_site("<p>There is nothing here but a word or two.</p>")) == []


# Clustering, as in Gong's algorithm 2


def naive(distance: list[list[float]], sizes: list[int], limit: float) -> set[frozenset[int]]:
    """Always join the closest pair while their members' mean distance is below the limit."""
    groups = [[member] for member in range(len(sizes))]

    def mean(one: list[int], other: list[int]) -> float:
        pairs = [(distance[i][j], sizes[i] * sizes[j]) for i in one for j in other]
        return sum(apart * weight for apart, weight in pairs) / sum(w for _, w in pairs)

    while len(groups) > 1:
        apart, i, j = min(
            (mean(groups[i], groups[j]), i, j) for i, j in combinations(range(len(groups)), 2)
        )
        if apart >= limit:
            break
        groups[i] += groups.pop(j)
    return {frozenset(group) for group in groups}


@examples(300)
@given(drawn=st.data())
def test_average_linkage_is_always_joining_the_closest_pair(drawn: st.DataObject) -> None:
    k = drawn.draw(st.integers(1, 9))
    number = k * (k - 1) // 2
    # Distinct distances, so that the closest pair is one pair.
    apart = drawn.draw(
        st.lists(st.integers(1, 9_999), min_size=number, max_size=number, unique=True)
    )
    sizes = drawn.draw(st.lists(st.integers(1, 4), min_size=k, max_size=k))
    limit = drawn.draw(st.floats(0.01, 0.99)) + 1.2345e-7
    distance = [[0.0] * k for _ in range(k)]
    for (i, j), value in zip(combinations(range(k), 2), apart, strict=True):
        distance[i][j] = distance[j][i] = value / 10_000 + (i * k + j) * 1e-9
    group = array("i", bytes(4 * k))
    flat = array("d", [value for row in distance for value in row])
    join_clusters(flat, array("i", sizes), limit, True, group, array("i", bytes(4 * k)))
    members: dict[int, set[int]] = {}
    for member, leader in enumerate(group):
        members.setdefault(leader, set()).add(member)
    assert {frozenset(one) for one in members.values()} == naive(distance, sizes, limit)
    assert all(leader == min(one) for leader, one in members.items())


# Hostile pages


def _many(count: int) -> int:
    """So many, or a twentieth of it where the kernels run as plain Python."""
    return count if compiled else count // 20


def _word(number: int) -> str:
    return "".join(chr(97 + int(digit)) for digit in str(number))


def _tags(number: int) -> list[str]:
    return [f"h{1 + int(digit) % 6}" for digit in f"{number:05}"]


HOSTILE: dict[str, Callable[[], str]] = {
    "nested": lambda: "<div>" * 5_000 + "x" + "</div>" * 5_000,
    "nested, two texts at each level": lambda: "<div><p>a</p><p>b</p>" * 5_000,
    "nested lists": lambda: "<ul><li>a<li>b" * 2_500,
    "nested tables": lambda: "<table><tr><td>a<td>b<tr><td>c" * 1_000,
    "nested links": lambda: "<a href=x><b>a</b>" * 3_000,
    "siblings": lambda: "<p>x</p>" * _many(50_000),
    "siblings of many texts": lambda: "".join(f"<p>{n} €</p>" for n in range(_many(50_000))),
    "texts and rules": lambda: "x<hr>" * _many(50_000),
    "a comb with a list at its end": lambda: (
        "<div><p>a</p>" * 1_000 + "<ul>" + "<li><b>x</b> y</li>" * _many(30_000) + "</ul>"
    ),
    "combs side by side": lambda: (
        ("<section>" + "<div><p>a</p><p>b</p>" * 300 + "</div>" * 300 + "</section>") * _many(60)
    ),
    "a comb of classes": lambda: "".join(
        f"<div class={_word(n)}><p class=a{_word(n)}>a</p><p>b</p>" for n in range(1_000)
    ),
    "one tag again and again": lambda: "<b>" * _many(660_000),
    "one closed tag again and again": lambda: "<i>x</i>" * _many(150_000),
    "classes": lambda: "".join(
        f"<div class='{_word(n)} nav'><p>some text</p></div>" for n in range(_many(30_000))
    ),
    "classes of two": lambda: "".join(
        f"<p class={_word(n // 2)}>a {n}</p>" for n in range(_many(30_000))
    ),
    "different children": lambda: "".join(
        "<div>" + "".join(f"<{tag}>x</{tag}>" for tag in _tags(n))
        + "</div>"
        for n in range(_many(20_000))
    ),
    "rows of many cells": lambda: "<table>" + ("<tr>" + "<td>x</td>" * 300) * _many(300),
    "rows of other lengths": lambda: (
        "<table>" + "".join("<tr>" + "<td>x</td>" * (n % 40) for n in range(_many(8_000)))
    ),
    "bands": lambda: (
        "<table>" + "<tr><td>a<td>b<tr><td><a href=x>a</a><td><a href=x>b</a>" * _many(15_000)
    ),
    "lists of two": lambda: "<ul><li>a<li>b</ul>" * _many(20_000),
    "one text": lambda: "<p>a</p>" + "word 12.5 € 3.4.2024. " * _many(100_000),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_page_is_read(name: str) -> None:
    page = Page(f"<html><body>{HOSTILE[name]()}".encode(), url="https://hostile.example/")
    regions = records(page, method=ALL)
    # Those looked at, and one that the members make of each.
    assert len(regions) <= min(ALL.max_regions, 2 * MAX_SCORED)
    seen = 0
    for region in regions:
        assert len(region.records) >= ALL.min_records
        seen += sum(page.tree.size[node] for record in region.records for node in record.nodes)
    assert seen <= len(page.tree)


# Any page


def _check(page: Page) -> None:
    root = page.root.getroottree()
    taken: set[int] = set()
    for region in records(page, method=ALL):
        assert 0.0 <= region.confidence <= 1.0
        nodes = _nodes(page, region)
        assert taken.isdisjoint(nodes)
        taken.update(nodes)
        assert len(region.records) >= 2
        for record in region.records:
            _check_record(record, page)
        assert root.xpath(region.xpath)


def _check_record(record: Record, page: Page) -> None:
    said = "".join(page.tree.raw_text(node) for node in record.nodes)
    # Characters of no width are text to whoever looks for regions, and none to who reads them.
    assert record.text or not {*said} - {*NO_WIDTH, *whitespace}
    assert list(record.nodes) == sorted(set(record.nodes))
    for path in record.xpaths:
        assert page.root.getroottree().xpath(path)
    for inner in record.regions:
        for one in inner.records:
            _check_record(one, page)


@examples(150)
@given(html=pages(), times=st.integers(1, 6))
def test_any_page_is_read(html: str, times: int) -> None:
    _check(Page(html * times, url="https://any.example/"))


@examples(60)
@given(pieces=st.lists(pages(), min_size=1, max_size=3), drawn=st.data())
def test_any_mixture_of_repeating_pieces_is_read(pieces: list[str], drawn: st.DataObject) -> None:
    boxes = [f"<div class=a{place}>{piece}</div>" for place, piece in enumerate(pieces)]
    order = drawn.draw(st.lists(st.sampled_from(boxes), max_size=12))
    _check(Page(f"<main>{''.join(order)}</main>"))


@pytest.mark.parametrize("path", PAGES[::3], ids=lambda path: path.stem)
def test_pages_of_the_example_site_are_read(path: Path) -> None:
    _check(Page(path.read_bytes(), url="https://site.example/"))


def test_a_record_always_has_a_place() -> None:
    lines = "".join(f"line {i} of <br> some text {i * i}<hr>" for i in range(8))
    for region in records(Page(f"<div>{lines}</div><ul><li><a href=/x>x</a></ul>"), method=ALL):
        assert all(record.xpaths for record in region.records)
