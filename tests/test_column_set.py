"""Which columns a table has and what they are called: a schema that a person would write."""

from __future__ import annotations

import pytest
from test_columns import URL, cells, named, nodes, saved, table

from scrapy_treesim import Page
from scrapy_treesim.records.table.column_set import MAX_OF_CARDS
from scrapy_treesim.records.table.columns import table_of
from scrapy_treesim.records.table.words import noun_of

CITIES = ("Rome", "Oslo", "Kyiv", "Bern", "Lima", "Cairo", "Delhi", "Seoul", "Quito", "Paris")


# Lists


def test_a_list_stays_a_list_on_the_next_page() -> None:
    first = table(
        "<h2>A</h2><i class=genre>Jazz</i><i class=genre>Rock</i><i class=genre>Folk</i>",
        "<h2>B</h2><i class=genre>Jazz</i>",
    )
    assert first["genres"].is_list
    page = Page("<ul><li><h2>C</h2><i class=genre>Pop</i></li><li><h2>D</h2></li></ul>", URL)
    second = table_of(page, [[node] for node in nodes(page, "//li")], saved=saved(first))
    assert second["genres"].values == (["Pop"], None)


# Whole texts


@pytest.mark.parametrize(
    "shown",
    [
        "<a title='A Light in the Attic'>A Light in ...</a>",
        "<a title='A Light in the Attic'><b>A Light in […]</b></a>",
        "<img alt='A Light in the Attic'><h3>A Light in (…)</h3>",
    ],
)
def test_a_text_is_whole_as_an_attribute_says(shown: str) -> None:
    found = table(*(f"<div>{shown}</div><i>{n}0.5</i>" for n in range(3)), *("<p>Tom</p>" * 3,))
    texts = [cell for column in found.columns for cell in column.cells if cell]
    assert "A Light in the Attic" in texts


# How many


def test_cards_have_no_more_columns_than_a_person_would_write() -> None:
    found = table(
        *(
            f"<h2>{name}</h2><b>${n}.00</b>"
            + "".join(f"<p class=c{i}><span>{name} {chr(97 + i)}</span></p>" for i in range(24))
            for n, name in enumerate(CITIES, 1)
        )
    )
    assert len(found.columns) == MAX_OF_CARDS
    assert {"title", "price"} <= {*named(found)}


def test_rows_of_a_table_have_all_of_its_columns() -> None:
    head = "<tr>" + "".join(f"<th>Head {i}</th>" for i in range(24)) + "</tr>"
    rows = [
        "<tr>" + "".join(f"<td>{name} {i}</td>" for i in range(24)) + "</tr>" for name in CITIES
    ]
    page = Page(f"<table>{head}{''.join(rows)}</table>", URL)
    found = table_of(page, [[node] for node in nodes(page, "//tr[td]")])
    assert len(found.columns) == 24


def test_what_one_record_of_many_has_is_no_column() -> None:
    card = "<h2><a href=/{0}>{0}</a></h2>"
    found = table(*(card.format(name) for name in CITIES), "<h2>X</h2><em>Your advert here</em>")
    assert named(found) == ["title", "url"]


# Names


@pytest.mark.parametrize(
    ("word", "noun"),
    [
        ("product-badge", "badge"),
        ("productBadge", "badge"),
        ("card__category-name", "category"),
        ("shop-item__sku", "sku"),
        ("Item_sku__hOxTD", "sku"),
        ("post-categories", "category"),
        ("asgeh_tw_bva", None),
        ("widget_4", None),
        ("css-1x2y", None),
        ("col-md-4", None),
        ("text-sm", None),
        ("font-weight-bold", None),
        ("color-fg-default", None),
        ("sc-cfeb007c-1", None),
        ("_6o3atz18y", None),
        ("", None),
    ],
)
def test_class_names_name_columns_by_nouns_alone(word: str, noun: str | None) -> None:
    assert noun_of(word) == noun


def test_properties_of_rdfa_name_columns() -> None:
    found = table(
        *(
            f"<div typeof=Recipe><b property='schema:name'>{name}</b>"
            f"<i property='schema:recipeYield'>{name}s</i></div>"
            for name in CITIES[:4]
        )
    )
    assert named(found) == ["title", "recipe_yield"]
    assert cells(found)["title"] == [*CITIES[:4]]
