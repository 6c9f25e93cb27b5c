"""Labels of which nothing can be learnt are told in one line."""

from __future__ import annotations

from typing import Any

import pytest

from scrapy_treesim import Page
from scrapy_treesim.templates.rules import Example, LabelError, learn_rules

SHOP = (
    "<h1>Green   Teapot</h1><p class=price>Price: <b>$12.50</b></p><p>Teapots are <i>warm</i>.</p>"
)


def error_of(values: dict[str, Any], url: str = "", html: str = SHOP) -> LabelError:
    with pytest.raises(LabelError) as caught:
        learn_rules(
            [Example(Page(SHOP), {"name": "Green Teapot"}), Example(Page(html, url), values)]
        )
    assert "\n" not in str(caught.value)
    return caught.value


def test_no_examples_is_an_error() -> None:
    with pytest.raises(LabelError, match="no page is labelled"):
        learn_rules([])


def test_a_value_that_is_not_there_is_told_with_page_field_and_the_nearest_text() -> None:
    error = error_of({"price": ["$12.99"]})

    assert str(error) == (
        'page 2: the value of "price", "$12.99", does not stand on the page; nearest is "$12.50"'
    )
    assert (error.number, error.field, error.value) == (1, "price", "$12.99")


def test_the_page_is_told_by_its_address_if_it_has_one() -> None:
    assert "page 2 (http://shop.example/1)" in str(
        error_of({"price": "$99"}, "http://shop.example/1")
    )


def test_where_nothing_is_like_a_value_no_text_is_told() -> None:
    assert str(error_of({"name": "Xylophone"})).endswith("nor does anything like it")


@pytest.mark.parametrize("empty", ["", "  \n", "\u00a0"])
def test_an_empty_value_is_an_error(empty: str) -> None:
    assert 'the value of "name" is empty' in str(error_of({"name": ["Green Teapot", empty]}))


def test_a_value_that_is_no_text_is_an_error() -> None:
    assert 'the value of "price" is no text but float' in str(error_of({"price": [12.5]}))


def test_a_piece_of_a_word_or_number_is_not_the_value() -> None:
    assert error_of({"price": "12.5"}).field == "price"
    assert error_of({"name": "pot"}).field == "name"


def test_a_long_value_is_cut_in_the_message() -> None:
    assert len(str(error_of({"name": "word " * 200}))) < 300


@pytest.mark.parametrize(
    "value",
    ["Green Teapot", " Green\n Teapot", "ＧＲＥＥＮ teapot", "green teapot", "Green, Teapot!"],
)
def test_white_space_width_case_and_signs_of_a_label_do_not_matter(value: str) -> None:
    assert learn_rules([Example(Page(SHOP), {"name": value})])


def test_a_field_without_values_is_one_that_the_page_lacks() -> None:
    rules = learn_rules([Example(Page(SHOP), {"name": "Green Teapot", "colour": []})])

    assert list(rules) == ["name"]


def test_a_hostile_page_is_searched_for_a_value_in_bounded_time() -> None:
    many = "<p>12 " * 3000
    assert error_of({"size": "13"}, html=many).field == "size"
    with pytest.raises(LabelError):
        learn_rules([Example(Page("<div>" * 3000 + "x"), {"size": "13"})])
