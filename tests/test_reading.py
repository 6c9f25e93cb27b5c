"""The reading of a page: what is measured of its blocks and of its elements."""

from __future__ import annotations

from array import array
from math import isnan, nan

import pytest
from hypothesis import given
from trees import SITE, examples, pages

from scrapy_treesim import Page
from scrapy_treesim.reading import constants
from scrapy_treesim.reading._rows_cy import Rows
from scrapy_treesim.reading.inputs import BlockInput, ElementInput
from scrapy_treesim.reading.read import (
    _STYLES,
    Reading,
    address_pieces,
    declared_pieces,
    description,
    reading_of,
)


def block(reading: Reading, number: int) -> dict[str, float]:
    """The inputs of a block, by name."""
    width = len(BlockInput)
    row = reading.block_rows[number * width : (number + 1) * width]
    return dict(zip((one.name.lower() for one in BlockInput), row, strict=True))


def counts(html: str) -> dict[str, int]:
    """What is counted of a page's first block."""
    row = reading_of(Page(html)).counts
    names = (
        "CHARS WORDS DIGITS CAPITALS SIGNS COMMAS ENDS IDEOGRAPHS FOREIGN LINKED BOLD ITALIC LINKS "
        "TITLE DESCRIBED OPENING CLOSING"
    ).split()
    return {name.lower(): row[getattr(constants, name)] for name in names}


def test_a_text_is_counted() -> None:
    found = counts("<p>Ada, 36, met <b>Bob</b> in <a href=/>Graz</a>. They <i>left</i>!")
    assert found == {
        "chars": 29, "words": 8, "digits": 2, "capitals": 4, "signs": 4, "commas": 2, "ends": 2,
        "ideographs": 0, "foreign": 0, "linked": 4, "bold": 3, "italic": 4, "links": 1, "title": 0,
        "described": 0, "opening": constants.OPENS_OTHER, "closing": constants.CLOSES_END,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "opening", "closing"),
    [
        ("he left.", constants.OPENS_LOWER, constants.CLOSES_END),
        ("“He left.”", constants.OPENS_QUOTE, 0),
        ("7 left:", constants.OPENS_DIGIT, constants.CLOSES_COLON),
        ("Read on …", constants.OPENS_OTHER, constants.CLOSES_TRAILING),
        ("Read on »", constants.OPENS_OTHER, constants.CLOSES_TRAILING),
        ("\xa0été", constants.OPENS_OTHER, 0),
        ("(Ada left.)", constants.OPENS_OTHER, constants.CLOSES_END),
        ("v1.2", constants.OPENS_LOWER, 0),
    ],
)
def test_beginnings_and_ends(text: str, opening: int, closing: int) -> None:
    found = counts(f"<p>{text}")
    assert (found["opening"], found["closing"]) == (opening, closing)


def test_kinds_of_text_are_those_of_the_values() -> None:
    html = "<p>12 May 2024<p>$9.99<p>2 hours ago<p>4.5 out of 5 stars<p>Reply<p>A long way home."
    reading = reading_of(Page(html))
    names = [
        {name for name in ("date", "price", "relative", "rating", "answer") if row[name]}
        for row in (block(reading, number) for number in range(6))
    ]
    assert names == [{"date"}, {"price"}, {"relative"}, {"rating"}, {"answer"}, set()]


@pytest.mark.parametrize(
    ("html", "known"),
    [
        ("<p><i>4 von 5 Sternen</i><i>vor 2 Monaten</i>", {"rating", "relative"}),
        ("<p>Wat<b>vor</b> 2", set()),
        ("<p><i>$</i><i>9</i><i>.99</i>", {"price"}),
    ],
)
def test_elements_beside_each_other_hold_words_of_their_own(html: str, known: set[str]) -> None:
    row = block(reading_of(Page(html)), 0)
    assert {name for name in ("price", "relative", "rating") if row[name]} == known


def test_names_come_apart() -> None:
    def names(html: str) -> list[int]:
        reading = reading_of(Page(html))
        return sorted(reading.names)

    assert names("<div class=postBody>x") == names("<div class='body post'>x")
    assert names("<div class=HTMLBox>x") == names("<div class='html-box'>x")
    assert names("<div class=a7b>x") == names("<div>x")
    assert names("<div role=main>x") != names("<div class=main>x")
    assert names("<div itemtype=https://schema.org/Person>x") == names("<div itemtype=/Person>x")


def test_an_address_and_what_is_declared_are_pieces() -> None:
    def said(html: str, url: str = "") -> set[int]:
        return {*address_pieces(url), *declared_pieces(Page(html))}

    assert said("<p>x") == said("<p>x", "file:///shop/1.html") == set()
    assert said("<p>x", "https://x.example/shop/1") == said("<p>x", "https://y.example/shop/2")
    assert said("<meta property=og:type content=article><p>x")
    one, more = (
        said(times * '<script type="application/ld+json">{"@type": "Product"}</script>' + "<p>x")
        for times in (1, 2)
    )
    assert one != more
    assert one & more
    assert description(Page("<meta property=og:description content='A boat'>")) == "a boat"


def test_every_input_is_written_of_every_element_and_block() -> None:
    page = Page("<title>Ada</title><h1>Ada left.</h1><div><p>She is back<p>Why?</div>")
    reading = reading_of(page)
    elements, blocks = (
        array("f", [nan]) * len(rows) for rows in (reading.element_rows, reading.block_rows)
    )
    rows = Rows(reading.elements, reading.counts, reading.hashes, reading.block_element)
    rows.fill_elements(page.tree, _STYLES, reading.blocks.hidden, elements)
    rows.fill_blocks(1, 0, _STYLES, blocks)

    for table, filled in ((ElementInput, elements), (BlockInput, blocks)):
        assert len(filled) >= 2 * len(table)
        unwritten = [at % len(table) for at, value in enumerate(filled) if isnan(value)]
        assert [name for at, name in enumerate(table.__members__) if at in unwritten] == []


@examples(60)
@given(html=pages())
def test_any_page_is_read(html: str) -> None:
    reading = reading_of(Page(html))
    elements = reading.elements
    assert len(reading.block_rows) == len(BlockInput) * len(reading)
    assert len(reading.element_rows) == len(ElementInput) * len(elements.node)
    assert all(map(float.__le__, map(abs, reading.block_rows), [1e6] * len(reading.block_rows)))
    assert [*elements.parent] == [-1, *elements.parent[1:]][: len(elements.parent)]
    for number, own in enumerate(reading.block_element):
        assert elements.first[own] <= number < elements.stop[own]
    for ends, held in (
        (reading.name_ends, reading.names),
        (reading.inline_ends, reading.inline),
    ):
        assert sorted(ends) == [*ends]
        assert not ends or ends[-1] == len(held)
        assert all(0 <= piece < constants.ROWS for piece in held)


def test_what_a_page_says_does_not_depend_on_its_address() -> None:
    html = (SITE / "index.html").read_bytes()
    one, other = (reading_of(Page(html, url=url)) for url in ("", "https://x.example/a"))
    assert one.block_rows == other.block_rows
    assert one.element_rows == other.element_rows
