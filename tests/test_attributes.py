"""Pairs of a label and a value, in the forms that pages give them, and what is none."""

from __future__ import annotations

import gc
from random import Random
from time import process_time

import pytest
from fact_tables import KINDS, fact_table
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapy_treesim.detail.attributes import constants, tables
from scrapy_treesim.detail.attributes.pairs import Pair, attributes_from, pairs_of
from scrapy_treesim.page import Page
from scrapy_treesim.reading.analysis.analyse import analysis_of

PAGE = f"<title>Lamp</title><body><h1>Lamp</h1>{{}}<p>{'It glows in the dark. ' * 20}</p></body>"
"""A page about a lamp, with room for its facts."""


def found(facts: str) -> dict[str, str]:
    return attributes_from(pairs_of(Page(PAGE.format(facts))))


def shown(facts: str) -> dict[str, str]:
    return {pair.label: pair.value for pair in pairs_of(Page(PAGE.format(facts)))}


LAMP = {"Colour": "Red", "Weight": "3 kg", "Made in": "Norway"}


def each(form: str, before: str = "", after: str = "") -> str:
    return before + "".join(form.format(*pair) for pair in LAMP.items()) + after


FORMS = {
    "cells with a heading": each("<tr><th>{}</th><td>{}</td></tr>", "<table>", "</table>"),
    "cells": each("<tr><td>{}:</td><td>{}</td></tr>", "<table><tbody>", "</tbody></table>"),
    "cells in emphasis": each(
        "<tr><td><b>{} :</b></td><td></td><td><a href=/x>{}</a></td></tr>", "<table>", "</table>"
    ),
    "cells with a colon between": each(
        "<tr><td><b>{}</b></td><td>:</td><td>{}</td></tr>", "<table>", "</table>"
    ),
    "terms": each("<dt>{}</dt><dd>{}</dd>", "<dl>", "</dl>"),
    "terms in groups": each("<div><dt>{}:</dt><dd>{}</dd></div>", "<dl>", "</dl>"),
    "items": each("<li>{}: {}</li>", "<ul>", "</ul>"),
    "items in emphasis": each("<li><strong>{}</strong>: {}</li>", "<ul>", "</ul>"),
    "items of spans": each("<li><span>{}:</span> <span>{}</span></li>", "<ul>", "</ul>"),
    "items without a colon": each(
        "<li><span class=l>{}</span><span class=v>{}</span></li>", "<ul>", "</ul>"
    ),
    "bold items without a colon": each("<li><b>{}</b> {}</li>", "<ul>", "</ul>"),
    "lines": each("<b>{}:</b> {}<br>", "<p>", "</p>"),
    "lines of plain text": each("{}: {}<br>", "<p>", "</p>"),
    "lines of two elements": each("<font>{}</font> <font>{}</font><br>", "<p>", "</p>"),
    "one line": each("<b>{}:</b> {} ", "<p>", "</p>"),
    "wide colons": each("<p>{}：{}</p>"),
    "blocks": each("<div class=row><div>{}</div><div>{}</div></div>", "<div>", "</div>"),
    "blocks in blocks": each(
        "<div><div class=row><p class=l>{}</p><p class=v>{}</p></div></div>", "<section>",
        "</section>",
    ),
    "blocks in turn": each("<div class=l>{}</div><div class=v>{}</div>", "<div>", "</div>"),
    "a label over its value": each("<div>{}:</div><div>{}</div>", "<div>", "</div>"),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_pairs_are_found_in_every_form(form: str) -> None:
    assert shown(FORMS[form]) == LAMP


@pytest.mark.parametrize("form", FORMS)
def test_pairs_together_are_facts(form: str) -> None:
    assert found(FORMS[form]) == LAMP


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=10)
@given(seed=st.integers(0, 10_000))
def test_tables_tell_their_facts_and_no_others(kind: str, seed: int) -> None:
    table, facts = fact_table(kind, Random(seed))

    assert found(table) == facts


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_in_a_layout_tells_the_same(kind: str) -> None:
    table, facts = fact_table(kind, Random(1))
    layout = f"<table><tr><td>{table}</td><td>{'A menu of lamps. ' * 5}</td></tr></table>"

    assert found(layout) == facts


def test_the_values_of_another_group_have_its_name_before_their_label() -> None:
    def pair(label: str, value: str, group: str = "") -> Pair:
        return Pair(label, value, 1, "row", 0.9, group)

    pairs = [
        pair("Weight", "3 kg", "Lamp"),
        pair("Colour", "Red"),
        pair("Weight", "9 kg", "Parcel"),
        pair("Weight", "3 kg", "All"),
        pair("Colour", "Blue", "Parcel"),
    ]
    assert attributes_from(pairs) == {"Weight": "3 kg", "Colour": "Red", "Parcel Weight": "9 kg"}


def test_a_table_beyond_measure_has_no_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_NODES", 10)

    assert found(FORMS["cells"]) == {}


NONE_OF_IT = {
    "a data table": "<table><tr><th>Name<th>A<th>B</tr>"
    + "".join(f"<tr><td>One {i}<td>{i}<td>{i}</tr>" for i in range(5))
    + "</table>",
    "a data table of four columns": "<table>"
    + "".join(f"<tr><td>Name {i}<td>a<td>b<td>c</tr>" for i in range(5))
    + "</table>",
    "rows of one label and several values": "<table>"
    + "".join(f"<tr><th>Name {i}<td>a<td>b</tr>" for i in range(5))
    + "".join(f"<tr><th>Name {i}<td>a<td>b<td>c</tr>" for i in range(5))
    + "</table>",
    "columns of two looks": "<table>"
    + "".join(f"<tr><th>Name {i}<td class=a>a<td>b<td class=a>c<td>d</tr>" for i in range(5))
    + "</table>",
    "rows of two looks": "<table>"
    + "<tr class=odd><td>Name<td>a<td>b</tr><tr class=even><td>One<td>c<td>d</tr>" * 5
    + "</table>",
    "a menu": "<nav><ul><li><a href=/>Home</a> <a href=/x>More</a>"
    "<li><a href=/y>Lamps</a> <a href=/z>All</a></ul></nav>",
    "a form": "<form><p><label>Name:</label> <input name=n><p>Mail: <input name=m></form>",
    "prose": "<p>The lamp <a href=/x>glows</a> and <a href=/y>shines</a> like <a href=/z>no</a> "
    "other one of its kind.</p>",
    "times": "<p>Open from 10:30 to 18:00</p><p>See http://lamps.example/now</p>",
    "signs": "<p><b>*</b>: <b>-</b></p><ul><li><i>»</i> <b>Home</b><li><i>»</i> <b>Away</b></ul>",
    "a label alone": "<p>Colour:</p>",
    "script": "<script>Colour: Red</script><style>a: b</style>",
}


@pytest.mark.parametrize("name", NONE_OF_IT)
def test_what_is_no_pair_is_not_found(name: str) -> None:
    assert found(NONE_OF_IT[name]) == {}


def test_the_page_around_the_thing_scores_less() -> None:
    fact = "<p>Colour: Red</p>"

    def score(facts: str) -> float:
        read = pairs_of(Page(PAGE.format(facts)))
        return next((pair.score for pair in read if pair.value == "Red"), 0.0)

    assert score(fact) > score(f"<div class=sidebar>{fact}</div>")
    assert score(fact) > score(f"<footer>{fact}</footer>")
    assert score(fact) > score(f"<div class=related>{fact}</div>")


def test_values_of_one_label_are_joined_where_they_follow_one_another() -> None:
    def pair(label: str, value: str, score: float = 0.9) -> Pair:
        return Pair(label, value, 1, "row", score)

    assert attributes_from(
        [
            pair("Bulb", "E27"),
            pair("Bulb", "E14"),
            pair("Bulb", "E14"),
            pair("Size", "L", 0.1),
            pair("Weight", "3 kg"),
            pair("Bulb", "E40"),
        ]
    ) == {"Bulb": "E27, E14", "Weight": "3 kg"}


def test_a_value_ends_where_the_next_label_begins() -> None:
    facts = "<p>Colour: Red<b>ish</b>Weight: <i>3</i> kg</p>"

    assert shown(facts) == {"Colour": "Redish", "Weight": "3 kg"}


@pytest.mark.waits
@pytest.mark.parametrize(
    ("form", "most"),
    [
        ("<table>" + "<tr><th>Colour</th><td>Red</td></tr>" * 100_000 + "</table>", 1_000),
        ("<table><tr><th>Colour<td>" * 1_000 + "Red", 1_000),
        ("<dl><dt>Colour<dd>" * 1_000 + "Red", 1_000),
        ("<div><b>Colour:</b>" * 1_000 + "Red", 1_000),
        ("<p><b>" + "label " * 180_000 + ":</b> Red</p>", 0),
        ("<p>Colour: " + "red " * 250_000 + "</p>", 0),
        ("<p>" + "Colour: " * 100_000 + "</p>", 1_000),
        ("<p>" + "<b>A:</b><i></i>" * 50_000 + "</p>", 0),
        ("<p>" + "Colour: Red<b>A</b>" * 50_000 + "</p>", 1_000),
        ("<dl>" + "<dt>Colour" * 50_000 + "<dd>Red</dl>", 1),
        ("<dl><dt>Colour" + "<dd>Red" * 50_000 + "</dl>", 0),
        ("<ul>" + "<li><b>Colour</b><i>Red</i>" * 50_000 + "</ul>", 1_000),
        ("<table><tr>" + "<td>Colour" * 50_000 + "</table>", 0),
        (":" * 1_000_000, 0),
        ("：" * 300_000, 0),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else None,
)
def test_hostile_pages_are_read_in_bounds(form: str, most: int) -> None:
    page = Page(PAGE.format(form))
    assert page.once(analysis_of)
    gc.collect()
    before = process_time()
    read = pairs_of(page)
    # Compiled it takes some hundredths of a second, interpreted some seconds.
    assert process_time() - before < 20
    assert len(read) <= most
    for pair in read:
        assert len(pair.label) <= 2 * constants.MAX_LABEL_CHARS
        assert len(pair.value) <= constants.MAX_VALUE_CHARS


def test_oversized_pages_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrapy_treesim.page.MAX_NODES", 10)

    assert found(FORMS["cells"]) == {}
