"""The key of a region: the same for the same list on other pages, another for another list."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_treesim import Gong, Page
from scrapy_treesim.findings.kinds import KINDS, FindingOptions
from scrapy_treesim.items import RecordItem
from scrapy_treesim.records.over_pages.region_key import (
    MAX_CHARS,
    region_key,
    shortened_key,
)

NAMES = "copper kettle,iron pan,oak board,linen bag,wool cap,tin can,slate tray,horn spoon".split(
    ","
)


def key_of(html: str, *paths: str) -> str:
    """The key of the records that are the elements of XPaths, one record all those of one place."""
    page = Page(f"<html><body>{html}</body></html>")
    elements: list[Any] = [page.root.xpath(path) for path in paths]
    columns = [page.nodes_of(one) for one in elements]
    return region_key(page.tree, [*zip(*columns, strict=True)])


def items_with(classes: Sequence[str], tag: str = "li") -> str:
    return "".join(f"<{tag} class='{name}'>{n}</{tag}>" for n, name in enumerate(classes))


@pytest.mark.parametrize(
    ("html", "key"),
    [
        (f"<ul class='products columns-3'>{items_with(['card'] * 4)}</ul>", "ul.products/li.card"),
        (f"<ul id=results class=plain>{items_with([''] * 4)}</ul>", "ul#results/li"),
        (f"<ul id=list-17 class=wide>{items_with([''] * 4)}</ul>", "ul.wide/li"),
        (f"<div id=main><div><ul>{items_with([''] * 3)}</ul></div></div>", "div#main/div/ul/li"),
        (f"<main id=far><p><div><div><ul>{items_with([''] * 3)}", "div/div/ul/li"),
        (f"<ul>{items_with([''] * 3)}</ul>", "ul/li"),
        (items_with(["a"] * 3), "body/li.a"),
    ],
)
def test_it_reads_as_a_path_to_the_nearest_name(html: str, key: str) -> None:
    assert key_of(html, "//li") == key


@pytest.mark.parametrize(
    "classes",
    [
        ["post", "post", "post"],
        ["post-1 post tag-red", "post-2 post tag-blue category-news", "post-3 post"],
        ["post category-news", "post category-news", "post category-news"],
        ["first odd post", "even post", "odd post", "last even post"],
        ["advert", "post", "post", "post", "post"],
        ["post-17 type-post post hentry"] * 4,
    ],
)
def test_what_the_classes_of_records_say_of_single_ones_does_not_count(
    classes: list[str],
) -> None:
    assert key_of(f"<ul>{items_with(classes)}</ul>", "//li") == "ul/li.post"


def test_of_several_nodes_a_record_the_first_element_counts() -> None:
    rows = "<dt class=term>a<dd>b" * 4
    assert key_of(f"<dl>{rows}</dl>", "//dt", "//dd") == "dl/dt.term"


def test_records_of_bare_text_have_a_key() -> None:
    page = Page("<p>one<br>two<br>three</p>")
    texts = [node for node in range(len(page.tree)) if page.tree.name(node) == "<text>"]
    assert region_key(page.tree, [[node] for node in texts]) == "p/text"


def test_a_region_of_no_records_has_a_key_too() -> None:
    assert region_key(Page("<p>one</p>").tree, []) == "body/text"


# Over pages


def list_page(random: Random, number: int) -> Page:
    """A page of one list among other things, which differ from page to page."""
    products = "".join(
        f"<li class='product-{random.randrange(999)} product {random.choice(['', 'sale'])}'>"
        f"<a href=/p/{random.randrange(999)}>{random.choice(NAMES).title()} {n}</a>"
        f"<p class=price>€{n}.50</p>{random.choice(['', '<i class=badge>New</i>'])}</li>"
        for n in range(random.randrange(3, 9))
    )
    links = "".join(f"<li><a href=/{name}>{name}</a> and more</li>" for name in NAMES)
    box = random.choice(["", f"<ol class=links>{links}</ol>"])
    wide = f"columns-{random.randrange(2, 5)}"
    html = f"<main>{box}<ul class='{wide} products page-{number}'>{products}</ul></main>"
    return Page(f"<html><body>{html}</body></html>", f"https://shop.example/list?page={number}")


def keys_of_goods(pages: Sequence[Page]) -> dict[str, set[str]]:
    """The keys under which one crawl has the goods of each page."""
    found: dict[str, set[str]] = {}
    for page in pages:
        for item in KINDS["records"](page, FindingOptions()):
            if isinstance(item, RecordItem) and "/p/" in (item.link or ""):
                found.setdefault(item.url, set()).add(item.region_key)
    return found


@pytest.mark.parametrize("seed", range(5))
def test_a_list_has_one_key_in_any_order_of_its_pages(seed: int) -> None:
    random = Random(seed)
    pages = [list_page(random, number) for number in range(6)]
    first = keys_of_goods(pages)
    assert {key for keys in first.values() for key in keys} == {"ul.products/li.product"}
    random.shuffle(pages)
    assert keys_of_goods(pages) == first


def test_two_lists_of_a_page_that_are_built_the_same_are_told_apart() -> None:
    def goods(kind: str, start: int) -> str:
        entries = "".join(
            f"<li><h3><a href=/{kind}/{n}>{NAMES[n]} {n}</a></h3><p>€{n}.50</p><p>{kind} for the "
            f"house, {n} in store</p></li>"
            for n in range(start, start + 4)
        )
        return f"<h2>{kind.title()}</h2><p>What is {kind}, chosen by us.</p><ul>{entries}</ul>"

    page = Page(f"<main>{goods('new', 0)}<hr>{goods('loved', 4)}</main>", "https://x.example/")
    found = [*KINDS["records"](page, FindingOptions(records=Gong(max_regions=2)))]
    assert {(item["region"], item["region_key"]) for item in found} == {
        (0, "main/ul/li"),
        (1, "main/ul/li~2"),
    }


@given(st.text(max_size=300))
def test_a_key_is_short_and_on_one_line(words: str) -> None:
    key = shortened_key(words)
    assert len(key) <= MAX_CHARS
    assert key == " ".join(key.split()) == shortened_key(words)


def test_long_keys_that_begin_alike_differ() -> None:
    one, other = (shortened_key("x" * 200 + end) for end in "ab")
    assert one != other
    assert len(one) == len(other) == MAX_CHARS
    tag = "x" * 500
    assert len(key_of(f"<{tag}>{items_with([''] * 3)}</{tag}>", "//li")) <= MAX_CHARS
