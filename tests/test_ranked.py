"""Records with no example, the method ``ranked``: regions of every shape, and what bounds them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from list_pages import LISTS, card, goods, in_a_site, truth, two_lists
from lxml import etree

from scrapy_treesim import Page, Ranked, Region, compiled, records
from scrapy_treesim.records.regions.model import MAX_SCORED

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
    "name",
    [name for name, page in TRUTH.items() if page["records"]],
)
def test_list_pages_of_the_example_site_yield_the_records_they_hold(name: str) -> None:
    (region,) = records(Page((SITE / name).read_bytes(), url=f"https://site.example/{name}"))
    assert len(region.records) == TRUTH[name]["records"]
    assert len(set(texts(region))) == len(region.records)


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


# What comes out


@pytest.fixture(scope="module")
def found() -> list[Region]:
    return records(Page(two_lists(), url="https://shop.example/list"))


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


def test_findings_are_compared_by_what_they_say(found: list[Region]) -> None:
    again = records(Page(two_lists(), url="https://shop.example/list"))
    assert again == found
    assert again[0] is not found[0]
    assert len({*found, *again}) == 2
    assert len({record for region in (*found, *again) for record in region.records}) == 16
    assert found[0] != found[1]
    assert found[0].records[0] != found[0].records[1]
    assert found[0] != found[0].records[0] != "record"
    (shop,) = (region for region in found if len(region.records) == 10)
    assert repr(shop) == f"<Region {shop.key} of 10 records>"
    assert repr(shop.table["title"]) == "<Column title of 10 cells, text>"


def test_spans_of_a_paragraph_are_no_records() -> None:
    html = "<p>" + "".join(f"<span>word{n} and more</span> " for n in range(200)) + "</p>"
    assert all(region.confidence < 0.5 for region in records(html))


# Parameters


def test_regions_less_sure_than_asked_for_are_left_out() -> None:
    everything = records(two_lists(), method=ALL)
    for region in everything:
        least = Ranked(min_confidence=region.confidence)
        assert records(two_lists(), method=least) == [
            one for one in everything if one.confidence >= region.confidence
        ]
    assert records(two_lists(), method=Ranked(min_confidence=1.0)) == []


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


# Clustering, as in Gong's algorithm 2


# Hostile pages


def _many(count: int) -> int:
    """So many, or a twentieth of it where the kernels run as plain Python."""
    return count if compiled else count // 20


def _word(number: int) -> str:
    return "".join(chr(97 + int(digit)) for digit in str(number))


def _tags(number: int) -> list[str]:
    return [f"h{1 + int(digit) % 6}" for digit in f"{number:05}"]


HOSTILE: dict[str, Callable[[], str]] = {
    "nested, two texts at each level": lambda: "<div><p>a</p><p>b</p>" * 5_000,
    "nested tables": lambda: "<table><tr><td>a<td>b<tr><td>c" * 1_000,
    "texts and rules": lambda: "x<hr>" * _many(50_000),
    "a comb with a list at its end": lambda: (
        "<div><p>a</p>" * 1_000 + "<ul>" + "<li><b>x</b> y</li>" * _many(30_000) + "</ul>"
    ),
    "combs side by side": lambda: (
        ("<section>" + "<div><p>a</p><p>b</p>" * 300 + "</div>" * 300 + "</section>") * _many(60)
    ),
    "one tag again and again": lambda: "<b>" * _many(660_000),
    "classes of two": lambda: "".join(
        f"<p class={_word(n // 2)}>a {n}</p>" for n in range(_many(30_000))
    ),
    "different children": lambda: "".join(
        "<div>" + "".join(f"<{tag}>x</{tag}>" for tag in _tags(n))
        + "</div>"
        for n in range(_many(20_000))
    ),
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
