"""Examples shown by their values."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from commands import run
from crawling import crawl
from scrapy.settings import Settings

from scrapy_treesim import (
    ExampleNotFound,
    KeyTrees,
    NamedKeyTree,
    Page,
    SettingError,
    find_records,
    learn_key_tree,
    similar,
)
from scrapy_treesim.crawl.settings import read_settings

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


def pages_in(folder: Path) -> list[Path]:
    """Save a page with the kettle and two without."""
    pages = [folder / f"{name}.html" for name in "abc"]
    for first, page in enumerate(pages):
        page.write_text(markup(goods=GOODS[first:]))
    return pages


def costs(items: Sequence[Any]) -> list[str]:
    return sorted(item["fields"]["cost"] for item in items if "fields" in item)


@pytest.mark.parametrize("workers", [0, 2])
async def test_values_on_a_saved_page_find_the_same_in_any_order(
    tmp_path: Path, workers: int
) -> None:
    pages = pages_in(tmp_path)
    like = {"values": KETTLE, "page": str(pages[0])}
    settings = {"TREESIM_SIMILAR": like, "TREESIM_KINDS": "records", "TREESIM_WORKERS": workers}
    for order in (pages, pages[::-1]):
        items, stats = await crawl(*order, **settings)

        assert costs(items) == sorted(PRICES + PRICES[1:] + PRICES[2:])
        assert stats["treesim/key_tree/values/records"] == 9


@pytest.mark.parametrize("workers", [0, 2])
async def test_values_alone_find_records_on_the_pages_that_have_them(
    tmp_path: Path, workers: int
) -> None:
    pages = pages_in(tmp_path)
    settings = {"TREESIM_SIMILAR": {"values": KETTLE}, "TREESIM_WORKERS": workers}
    for order in (pages, pages[::-1]):
        items, stats = await crawl(*order, TREESIM_KINDS="records", **settings)

        assert costs(items) == sorted(PRICES)
        assert stats["treesim/no_example"] == 2


@pytest.mark.parametrize(
    ("like", "message"),
    [
        ({"values": {"cost": "£65.00"}, "page": "a.html"}, 'does not have "£65.00"'),
        ({"values": KETTLE, "page": "no.html"}, "no file"),
        ({"values": KETTLE, "page": 5}, "the path of a saved page"),
        ({"examples": "li", "page": "a.html"}, "a page is of values"),
    ],
)
def test_a_saved_page_without_the_values_is_told_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, like: dict[str, Any], message: str
) -> None:
    pages_in(tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SettingError, match=message):
        read_settings(Settings({"TREESIM_SIMILAR": like}))


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


@pytest.mark.parametrize("value", ["$64.00", "64 €", "$ 64", "£6", "£6400", "4.00", "opper"])
def test_another_currency_and_parts_of_words_or_numbers_are_no_match(value: str) -> None:
    with pytest.raises(ExampleNotFound):
        similar(markup(), {"field": value})


def test_a_shown_part_of_a_text_gives_the_text_and_the_command_says_so(tmp_path: Path) -> None:
    page = tmp_path / "goods.html"
    page.write_text(markup())
    values = ["--value", "thing=Copper", "--value", "cost=£64.00"]
    done = run(tmp_path, "keytree", page, *values, "--for", "*", "-o", "keys.json")

    assert [record["thing"] for record in similar(markup(), {"thing": "Copper"})] == NAMES
    assert 'thing: "Copper" is a part of "Copper kettle"; records have the whole' in done.stdout
    assert "cost:" not in done.stdout


THING = (
    "<title>{name} | Shop</title><body><nav><a href=/>Home</a><a href=/all>All goods</a></nav>"
    "<main><h1>{name}</h1><img src=/{name}.png>{maker}"
    "<dl><dt>Price:<dd>from {price}<dt>Listed:<dd>{date}</dl><p>It is well made.</main>"
    "<footer>Shop since 1890</footer>"
)
MAKER = "<p class=maker>Maker: <b>{}</b></p>"


def thing(number: int, maker: str = "") -> str:
    """Return a page about one of the goods."""
    name, price, date = GOODS[number]
    return THING.format(name=name, price=price, date=date, maker=maker and MAKER.format(maker))


def test_the_fields_of_a_page_about_one_thing_are_found_on_others(tmp_path: Path) -> None:
    shown = {"thing": "Copper kettle", "price": "£64.00", "listed": "2024-05-03", "by": "Ann Oak"}
    key = learn_key_tree(thing(0, "Ann Oak"), shown)
    KeyTrees((NamedKeyTree("goods", ("*",), key),)).save(tmp_path / "keys.json")
    (saved,) = KeyTrees.load(tmp_path / "keys.json").named
    for number, (name, price, date) in enumerate(GOODS):
        # All that follows moves up where the maker is missing.
        for maker in ("Bo Ash", ""):
            (record,) = find_records(thing(number, maker), saved.key).records

            assert (record["thing"], record["price"], record["listed"]) == (name, price, date)
            assert record.fields.get("by") == (maker or None)


def test_no_other_column_has_the_name_of_a_field_that_a_page_lacks() -> None:
    key = learn_key_tree(thing(0, "Ann Oak"), {"price": "£64.00", "title": "Ann Oak"})
    (record,) = find_records(thing(1), key).records

    assert "title" not in record.fields


FACTS = {"Composition": "Wool", "Colour": "Blue", "Posted": "14 May 2024"}


def facts(chosen: dict[str, str], more: str = "") -> str:
    """Return a page about one thing with some of its facts, and more."""
    rows = "".join(f"<dt>{label}:<dd>{text}" for label, text in chosen.items())
    return f"<title>Rug | Shop</title><body><main><h1>Rug</h1><dl>{rows}</dl>{more}</main>"


@pytest.mark.parametrize("label", FACTS)
def test_the_value_of_a_neighbour_is_none_of_a_missing_field(label: str) -> None:
    values = {"thing": "Rug"} | {name.lower(): text for name, text in FACTS.items()}
    key = learn_key_tree(facts(FACTS), values)
    rest = {name: text[::-1] for name, text in FACTS.items() if name != label}
    rest |= {"Posted": "3 June 2024"} if "Posted" in rest else {}
    (record,) = find_records(facts(rest), key).records
    read = {name: text for name, text in record.fields.items() if name in values}

    assert read == {"thing": "Rug"} | {name.lower(): text for name, text in rest.items()}


def test_two_pages_about_one_thing_teach_which_words_stay() -> None:
    first, second = (
        NamedKeyTree("goods", ("*",), learn_key_tree(thing(number, maker), {"price": price}))
        for number, maker, price in ((0, "Ann Oak", PRICES[0]), (1, "Bo Ash", PRICES[1]))
    )
    one, both = first.key.fields["price"], first.merged(second).key.fields["price"]

    assert 0 < len(both.parts[0].rules) < len(one.parts[0].rules)


def test_a_list_and_a_page_about_one_thing_are_no_one_key_tree() -> None:
    of_thing = learn_key_tree(thing(0), {"thing": "Copper kettle", "price": "£64.00"})
    of_list = NamedKeyTree("goods", ("*",), learn_key_tree(markup(), KETTLE))

    with pytest.raises(ValueError, match="is of a list, or else of pages about one thing"):
        of_list.merged(NamedKeyTree("goods", ("*",), of_thing))


def test_a_headline_alone_is_no_thing() -> None:
    key = learn_key_tree(thing(0), {"thing": "Copper kettle", "price": "£64.00"})

    assert find_records("<body><main><h1>Not found</h1><p>Sorry.</p></main>", key).records == []


def test_a_key_tree_of_one_thing_holds_where_its_fields_are() -> None:
    key = learn_key_tree(thing(0, "Ann Oak"), {"thing": "Copper kettle", "price": "£64.00"})

    assert find_records(thing(1, "Bo Ash"), key).drift == 0


def test_the_price_of_a_related_thing_is_no_price_of_the_thing() -> None:
    sale = "<p class=sale><b class=price>£{}.00</b> <s class=was>£{}.00</s></p>"
    others = "".join(f"<li><a href=/{n}>{n} cap</a>{sale.format(n, n + 9)}" for n in (21, 32, 43))
    key = learn_key_tree(
        facts(FACTS, sale.format(64, 80)),
        {"thing": "Rug", "price": "£64.00", "was": "£80.00", "colour": "Blue"},
    )
    (record,) = find_records(facts(FACTS, f"<h2>Others</h2><ul>{others}</ul>"), key).records

    assert (record["colour"], record.fields.get("price"), record.fields.get("was")) == (
        "Blue", None, None,
    )  # fmt: skip


def test_a_page_of_another_kind_has_no_record_of_one_thing() -> None:
    key = learn_key_tree(thing(0), {"thing": "Copper kettle", "price": "£64.00"})

    for page in (markup(), "<title>Shop</title><h1>About us</h1>", "<p>Linen bag £12.50"):
        assert find_records(page, key).records == []


def test_one_thing_is_found_after_a_redesign_that_no_rule_outlasts() -> None:
    key = learn_key_tree(thing(0), {"thing": "Copper kettle", "price": "£64.00"})
    tags = {"h1>": "h2>", "dl>": "section>", "<dt>": "<div><span>", "<dd>": "</span><b>"}
    redesigned = thing(1)
    for old, new in tags.items():
        redesigned = redesigned.replace(old, new)
    sighting = find_records(redesigned, key)

    assert [record["thing"] for record in sighting.records] == ["Linen bag"]
    assert sighting.drift > 0.1


def test_the_command_tells_of_a_page_about_one_thing(tmp_path: Path) -> None:
    thing, goods = tmp_path / "thing.html", tmp_path / "goods.html"
    thing.write_text("<h1>Copper kettle</h1><p>Price <b class=cost>£64.00</b><p>It boils water.")
    goods.write_text(markup())
    arguments = ["--value", "cost=£64.00", "--for", "*", "-o", "keys.json"]

    assert (
        "the page is about one thing; its fields are found by"
        in run(tmp_path, "keytree", thing, *arguments).stdout
    )
    assert "about one thing" not in run(tmp_path, "keytree", goods, *arguments).stdout
    again = run(tmp_path, "keytree", thing, "--value", "was=£64.00", *arguments)
    assert "was and cost have the same value: show a page where they differ" in again.stdout


def test_a_leaf_unlike_the_shown_one_is_none_of_its_field() -> None:
    key = learn_key_tree(markup(), {"thing": "Copper kettle", "since": "3 May 2024"})
    cards = "".join(
        f"<li class=card><a href=/{n}><img src=/{n}.png></a><h3 class=name><a href=/{n}>{name}</a>"
        "</h3><p class=when>Ask</p><b class=cost>£4.00</b><button>Buy</button></li>"
        for n, name in enumerate(NAMES)
    )
    records = find_records(f"<ul>{cards}</ul>", key).records

    assert [record["thing"] for record in records] == NAMES
    assert not any("since" in record.fields for record in records)
