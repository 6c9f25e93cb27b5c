"""Pages whose end tags are missing: read again as HTML5 says, with the extra or without."""

from __future__ import annotations

import pytest
from scrapy.http import HtmlResponse

from scrapy_treesim import Page, records
from scrapy_treesim.tree.parsing import html5

GOODS = [(f"/goods/{n}", f"Garden tool number {n}", f"${n + 3}.50") for n in range(9)]
UNCLOSED_ITEMS = "".join(
    f'<li class="product"><div class="box"><a href="{href}">{name}</a></div>'
    f'<div class="buy"><span class="price">{price}</span>'
    for href, name, price in GOODS
)
LIST = f"<html><body><h1>Tools</h1><ul class=goods>{UNCLOSED_ITEMS}</ul></body></html>"
PARAGRAPHS = "".join(
    f'<p><font color=black><a href="{href}">{name}</a><br>{price} a piece, as long as we have any.'
    for href, name, price in GOODS
)
CLOSED = LIST.replace('<li class="product">', '</div></li><li class="product">')


@pytest.mark.parametrize(
    "source",
    [
        LIST,
        f"<body><h1>Tools</h1>{PARAGRAPHS}</body>",
        f"<body>{'<a href=x>tools <div>for the garden ' * 5}</body>",
        f"<table>{'<tr><td><div>a tool<td><div>$5' * 5}</table>",
    ],
    ids=["items", "paragraphs", "links", "cells"],
)
def test_elements_that_html_ends_lie_in_one_another(source: str) -> None:
    assert html5.is_misread(Page(source, html5=False).tree)


@pytest.mark.parametrize(
    "source",
    [
        CLOSED,
        "<ul><li>a<ul><li>b<ul><li>c<ul><li>d<ul><li>e</ul></ul></ul></ul></ul>",
        "<table><tr><td>" * 6 + "deep" + "</table>" * 6,
        "<p>one<p>two<p>three<p>four<p>five",
        "<dl>" + "<dt>term<dd>what it means" * 6 + "</dl>",
        "<div>" * 50 + "deep" + "</div>" * 50,
        "",
    ],
)
def test_what_may_nest_is_left_alone(source: str) -> None:
    made = Page(source)
    assert not html5.is_misread(made.tree)
    assert made.parser == "libxml2"


def test_without_the_extra_a_page_is_read_as_libxml2_reads_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("scrapy_treesim.page.is_available", False)
    monkeypatch.setattr(html5, "LexborHTMLParser", None)
    assert Page(LIST).parser == "libxml2"
    assert html5.repaired(LIST.encode()) is None


def test_a_list_of_unclosed_items_is_found() -> None:
    pytest.importorskip("selectolax")
    made = Page(LIST)
    assert made.parser == "html5"
    [region] = records(made)
    firsts = [record.text.split("\n")[0] for record in region.records]
    assert firsts == [name for _, name, _ in GOODS]
    products = made.root.findall(".//li[@class='product']")
    assert [made.root.xpath(record.xpaths[0]) for record in region.records] == [
        [product] for product in products
    ]


def test_every_source_that_is_no_tree_is_read_again() -> None:
    pytest.importorskip("selectolax")
    body = LIST.replace("Garden", "Gärten").encode("latin-1")
    response = HtmlResponse("https://shop.example/", body=body, encoding="latin-1")
    for source in (body, body.decode("latin-1"), response):
        made = Page(source, url="https://shop.example/")
        assert made.parser == "html5"
        assert "Gärten tool number 3" in made.tree.raw_text(0)
        assert Page(source, html5=False).parser == "libxml2"
    assert Page(Page(LIST, html5=False).root).parser == "libxml2"
    assert Page(response.selector).parser == "libxml2"


@pytest.mark.parametrize(
    "bomb",
    [
        "".join(f"<p><b id=n{n}>x</p>" for n in range(4_000)),
        "<p>" + "".join(f"<b id=n{n}>" * 3 for n in range(20)) + "</p>" + "<p>x</p>" * 2_000,
        "".join(f'<p><font x=\'"\' y=">" id={n}>x</p>' for n in range(4_000)),
        "".join(f'<i x" y=">" id={n}><p>x' for n in range(4_000)),
        "".join(f'<i a="{n}<" b=1><p>x' for n in range(4_000)),
        "".join(f"<i {'a' * 600}{n}><p>x" for n in range(2_000)),
        "".join(f"<html a{n} b{n}>" for n in range(4_000)),
        "".join(f"<BODY a{n}>" for n in range(40)),
        "<p " + " ".join(f"a{n}" for n in range(10_000)) + ">x",
    ],
)
def test_what_would_be_opened_again_and_again_is_not_read_again(bomb: str) -> None:
    assert html5.repaired(bomb.encode()) is None


@pytest.mark.parametrize(
    "source",
    [
        "<li><div>" * 9_000,
        "<p><font>" * 9_000,
        "<a href=x><div>" * 9_000,
        "<table><tr><td><p><font>" * 4_000,
        "<b>" * 9_000 + "<p>" * 9_000,
        "<b><div></b>" * 5_000,
        "<li><div>\0\ud800&#0;&#xd800;<li><div><li><div><li><div>",
        "<template><li><div>" * 500,
        "<frameset>" + "<li><div>" * 10,
        "<svg><li><div>" * 50 + "<math><mi><li><p><font><p><font><p><font><p>" * 50,
        "<plaintext>" + LIST,
    ],
)
def test_hostile_pages_are_read(source: str) -> None:
    made = Page(source)
    assert made.parser in ("libxml2", "html5")
    assert all(region.records for region in records(made))
