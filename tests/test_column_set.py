"""Which columns a table has and what they are called: a schema that a person would write."""

from __future__ import annotations

import pytest
from test_columns import URL, cells, named, nodes, table

from scrapy_treesim import Page
from scrapy_treesim.analysis.lexicon.nouns import NOUNS
from scrapy_treesim.records.table.column_set import MAX_OF_CARDS
from scrapy_treesim.records.table.columns import table_of
from scrapy_treesim.records.table.words import noun_of, plural_of

CITIES = ("Rome", "Oslo", "Kyiv", "Bern", "Lima", "Cairo", "Delhi", "Seoul", "Quito", "Paris")


# Lists


def test_facts_of_another_sort_each_are_columns() -> None:
    found = table(
        *(
            f"<h2>{name}</h2><ul><li>{n + 1} beds</li><li>{n} baths</li><li>{n}00 sqft</li></ul>"
            for n, name in enumerate(CITIES[:4], 1)
        )
    )
    assert named(found) == ["title", "beds", "baths", "area"]
    assert not any(column.is_list for column in found.columns)


def test_a_list_stays_a_list_on_the_next_page() -> None:
    first = table(
        "<h2>A</h2><i class=genre>Jazz</i><i class=genre>Rock</i><i class=genre>Folk</i>",
        "<h2>B</h2><i class=genre>Jazz</i>",
    )
    assert first["genres"].is_list
    page = Page("<ul><li><h2>C</h2><i class=genre>Pop</i></li><li><h2>D</h2></li></ul>", URL)
    second = table_of(page, [[node] for node in nodes(page, "//li")], known=first.columns)
    assert second["genres"].values == (["Pop"], None)


def test_siblings_of_other_nouns_are_no_list() -> None:
    found = table(
        *(f"<h2>{name}</h2><i class='m venue'>{name} x</i><i class='m genre'>{name} y</i>"
          f"<i class='m artist'>{name} z</i>" for name in CITIES[:3])
    )  # fmt: skip
    assert named(found) == ["title", "venue", "genre", "artist"]


def test_cards_of_two_makes_have_one_column_a_field() -> None:
    small = "<div class=small><h3><a class=card-link href=/{0}>{0}</a></h3></div>"
    large = "<section><h2><a class=card-link href=/{0}>{0}</a></h2><p>{0} is large</p></section>"
    found = table(
        *(small.format(name) for name in CITIES[:4]), *(large.format(name) for name in CITIES[4:7])
    )
    assert cells(found)["title"] == [*CITIES[:7]]
    assert cells(found)["url"] == [f"http://shop.example/{name}" for name in CITIES[:7]]
    assert "title_2" not in named(found)


def test_signs_between_values_are_no_column() -> None:
    found = table(*(f"<h2>{name}</h2>{'<b>·</b>' * (n % 2)}<i>{name}s</i>"
                    for n, name in enumerate(CITIES[:4])))  # fmt: skip
    assert "·" not in [cell for column in found.columns for cell in column.cells]


def test_what_is_posted_in_a_category_is_no_date() -> None:
    found = table(*(f"<h2>{name}</h2><i class=posted-in>{name} gear</i>" for name in CITIES[:4]))
    assert "date" not in named(found)


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


def test_the_picture_of_something_else_says_nothing_of_a_text() -> None:
    found = table(*(f"<img alt='A dark room'><h3>{name} and ...</h3>" for name in CITIES[:3]))
    assert cells(found)["title"] == [f"{name} and ..." for name in CITIES[:3]]


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


def test_what_another_column_says_too_is_no_column() -> None:
    found = table(
        *(f"<h2><a href=/{name}>{name}</a></h2>" for name in CITIES[:3]),
        *(
            f"<h2><a href=/{name}>{name}</a></h2><u><a href=/{name}>{name}</a></u>"
            for name in "abcd"
        ),
    )
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


def test_nouns_have_plurals() -> None:
    assert [plural_of(noun) for noun in ("category", "tag", "likes")] == [
        "categories",
        "tags",
        "likes",
    ]
    words = [word for words in NOUNS.values() for word in words.split()]
    assert len(words) == len({*words})


def test_generated_class_names_name_nothing() -> None:
    found = table(
        *(
            f"<h2>{name}</h2><u class=asgeh_tw_bva>{name} a</u><div class='widget_4 css-1x2y'>"
            f"{name} b</div><span class=shop-badge>{name} c</span>"
            for name in CITIES[:4]
        )
    )
    assert named(found) == ["title", "text", "text_2", "badge"]


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
