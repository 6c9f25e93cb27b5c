"""Examples shown by their values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from commands import run
from crawling import crawl

from scrapy_treesim import (
    ExampleNotFound,
    KeyTrees,
    NamedKeyTree,
    Page,
    find_records,
    learn_key_tree,
    similar,
)

GOODS = [
    ("Copper kettle", "£64.00", "3 May 2024"),
    ("Linen bag", "£12.50", "12 June 2024"),
    ("Slate board", "£27.00", "1 July 2024"),
    ("Wool cap", "£24.00", "30 July 2024"),
]
CARD = (
    "<li class=card><a href=/{n}><img src=/{n}.png alt='{name}'></a><h3 class=name><a href=/{n}>"
    "{name}</a></h3><p class=when>Added <time>{date}</time></p><b class=cost>{price}</b>"
    "<button>Buy</button></li>"
)
REDESIGN = (
    "<article class=x1><div class=x2><h2><a href=/{n}>{name}</a></h2></div><div><span class=x3>"
    "{price}</span></div><div class=x4><small>Added <time>{date}</time></small></div>"
    "<div><a href=/{n}><img src=/{n}.png alt='{name}'></a></div></article>"
)


def markup(card: str = CARD, goods: list[tuple[str, str, str]] = GOODS) -> str:
    """Return a page of goods."""
    cards = "".join(
        card.format(n=number, name=name, price=price, date=date)
        for number, (name, price, date) in enumerate(goods)
    )
    return f"<title>Shop</title><nav><a href=/>Home</a></nav><ul>{cards}</ul><p>Prices in pounds"


KETTLE = {"thing": "Copper kettle", "cost": "£64.00", "since": "3 May 2024"}
NAMES = [name for name, _, _ in GOODS]
PRICES = [price for _, price, _ in GOODS]
DATES = [date for _, _, date in GOODS]


def test_records_have_the_columns_of_the_names_given() -> None:
    records = similar(markup(), KETTLE)

    assert [record["thing"] for record in records] == NAMES
    assert [record["cost"] for record in records] == PRICES
    assert [record["since"] for record in records] == DATES
    assert [record.price for record in records] == [64.0, 12.5, 27.0, 24.0]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("copper KETTLE", NAMES),
        ("Copper\n kettle", NAMES),
        ("64", PRICES),
        ("64,00 £", PRICES),
        (64.0, PRICES),
        ("2024-05-03", DATES),
        ("/0", [f"https://shop.example/{number}" for number in range(4)]),
        ("https://shop.example/0.png", [f"https://shop.example/{n}.png" for n in range(4)]),
        ("Added", ["Added"] * 4),
    ],
)
def test_a_value_is_shown_as_the_page_has_it_or_as_the_same_amount_day_or_address(
    value: object, expected: list[str]
) -> None:
    page = Page(markup(), url="https://shop.example/")
    records = similar(page, {"field": value})

    assert [record["field"] for record in records] == expected


def test_one_value_is_enough_to_show_a_record() -> None:
    assert similar(markup(), {"thing": "Linen bag"})[1].text.endswith("Buy")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"cost": "£65.00"}, 'does not have "£65.00", the cost; the text most like it is "£64.00"'),
        ({"cost": "qqqqqqqqqqqqqqqqqqqq"}, "nor has it any like it"),
    ],
)
def test_a_value_that_is_not_on_the_page_is_named(values: Any, message: str) -> None:
    with pytest.raises(ExampleNotFound, match=message):
        similar(markup(), values)


@pytest.mark.parametrize("values", [{}, {"a b": "x"}, {"": "x"}, {"a": ""}, {"a": None}, {"a": []}])
def test_unfit_values_are_refused(values: Any) -> None:
    with pytest.raises(ValueError, match="field"):
        similar(markup(), values)


def test_fields_survive_a_file_and_a_redesign(tmp_path: Path) -> None:
    key = learn_key_tree(markup(), KETTLE)
    KeyTrees((NamedKeyTree("goods", ("*",), key),)).save(tmp_path / "keys.json")
    loaded = KeyTrees.load(tmp_path / "keys.json").by_name("goods").key
    records = find_records(markup(REDESIGN, GOODS[1:] * 2), loaded).records

    assert [record["thing"] for record in records] == NAMES[1:] * 2
    assert [record["cost"] for record in records] == PRICES[1:] * 2
    assert [record["since"] for record in records] == DATES[1:] * 2


def test_several_examples_show_further_fields() -> None:
    second = {"thing": "Linen bag", "picture": "/1.png"}
    records = similar(Page(markup(), url="https://a.example/"), [KETTLE, second])

    assert [record["picture"] for record in records][3] == "https://a.example/3.png"
    assert [record["cost"] for record in records] == PRICES


def test_a_field_that_all_records_have_alike_is_a_column() -> None:
    records = similar(markup(), {"thing": "Linen bag", "action": "Added"})

    assert [record["action"] for record in records] == ["Added"] * 4


async def test_a_crawl_learns_of_the_first_page_with_the_values(tmp_path: Path) -> None:
    first, second = tmp_path / "index.html", tmp_path / "b.html"
    first.write_text(markup())
    second.write_text(markup(goods=GOODS[1:]))
    settings = {"TREESIM_SIMILAR": {"values": KETTLE}, "TREESIM_KINDS": "records"}
    items, stats = await crawl(first, second, CONCURRENT_REQUESTS=1, **settings)
    again, counted = await crawl(second, **settings)

    assert [item["fields"]["cost"] for item in items if "fields" in item] == PRICES + PRICES[1:]
    assert stats["treesim/key_tree/values/records"] == 7
    assert not [item for item in again if "fields" in item]
    assert counted["treesim/no_example"] == 1


def test_the_command_makes_a_key_tree_of_values(tmp_path: Path) -> None:
    page = tmp_path / "goods.html"
    page.write_text(markup())
    arguments = ["--for", "*", "--name", "goods", "-o", "keys.json"]
    values = ["--value", "thing=Copper kettle", "--value", "cost=£64.00"]
    done = run(tmp_path, "keytree", page, *values, *arguments)
    wrong = run(tmp_path, "keytree", page, "--value", "cost=£1.00", *arguments)

    assert (done.returncode, "4 records" in done.stdout) == (0, True)
    key = KeyTrees.load(tmp_path / "keys.json").by_name("goods").key
    assert [record["cost"] for record in find_records(markup(), key).records] == PRICES
    assert wrong.returncode == 1
    assert 'does not have "£1.00"' in wrong.stderr
