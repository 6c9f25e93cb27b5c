"""Fields by example: what is learnt of labelled pages holds on the next one."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import examples, pages

from scrapy_treesim import Page
from scrapy_treesim.templates.rules import (
    Example,
    FieldRules,
    LabelError,
    apply_rules,
    learn_rules,
)
from scrapy_treesim.templates.rules.learning import LabelledPage
from scrapy_treesim.templates.rules.signatures import (
    NUMBER,
    SIGNATURE_KINDS,
    WORDED,
    NodeSignature,
    describe,
    key_of,
)
from scrapy_treesim.values.field_types import type_of, typed

Labels = Mapping[str, Sequence[str] | str]


def learnt(*pages: tuple[str, Labels]) -> dict[str, FieldRules]:
    return learn_rules([Example(Page(html), labels) for html, labels in pages])


def found(rules: Mapping[str, FieldRules], html: str) -> dict[str, list[str]]:
    values = apply_rules(rules, Page(html))
    for value in values.values():
        assert 0 <= value.confidence <= 1
        assert len(value.values) == len(value.xpaths) == len(set(value.values)) > 0
    return {field: [*value.values] for field, value in values.items()}


def product(name: str, price: str, *rows: tuple[str, str], tags: Sequence[str] = ()) -> str:
    """A page of a shop; rows come and go, so that no number of a row lasts."""
    table = "".join(f"<tr><th>{key}</th><td>{value}</td></tr>" for key, value in rows)
    links = ", ".join(f"<a href=/tag/{tag}>{tag}</a>" for tag in tags)
    return (
        f"<title>{name} - Shop</title><nav><a href=/>Home</a> <a href=/teapots>Teapots</a></nav>"
        f"<div class='product in-stock item-{len(name)}'><h1>{name}</h1>"
        f"<p class=price>{price}</p><table>{table}</table>"
        f"<p>Tags: {links}</p></div><div id=more><h2>More</h2><a>Blue cup</a></div>"
    )


ONE = product(
    "Green teapot", "<b>$</b>12.50", ("Weight", "310 g"), ("ISBN-13:", "978-1"), tags=["tea", "pot"]
)
TWO = product(
    "Red kettle", "<b>$</b>30", ("Maker", "Old &amp; Sons"), ("Weight", "2 kg"),
    ("ISBN-13:", "978-2"), tags=["water", "steel", "red"],
)  # fmt: skip
LABELS: Labels = {
    "name": "Green teapot",
    "price": "$12.50",
    "weight": "310 g",
    "isbn": ["978-1"],
    "tags": ["tea", "pot"],
}


# One labelled page


def test_one_labelled_page_is_enough() -> None:
    assert found(learnt((ONE, LABELS)), TWO) == {
        "name": ["Red kettle"],
        "price": ["$30"],
        "weight": ["2 kg"],
        "isbn": ["978-2"],
        "tags": ["water", "steel", "red"],
    }


def test_a_field_that_the_page_lacks_is_not_there() -> None:
    values = found(learnt((ONE, LABELS)), product("Blue cup", "$3", ("Colour", "blue")))

    assert values.keys() == {"name", "price"}


def test_what_stands_around_a_value_is_left_out() -> None:
    page = "<ul><li>ISBN: {}<li>Size: {} cm<li>Made by hand</ul>"
    rules = learnt((page.format("123", "4.5"), {"isbn": "123", "size": "4.5"}))

    assert found(rules, page.format("99", "17")) == {"isbn": ["99"], "size": ["17"]}


def test_words_beside_a_value_find_it_wherever_it_stands() -> None:
    one = "<dl><dt>Size</dt><dd>4 cm</dd><dt>Colour</dt><dd>red</dd></dl>"
    two = (
        "<dl><dt>Colour</dt><dd>blue</dd><dt>Maker</dt><dd>Max</dd><dt>Size</dt><dd>7 cm</dd></dl>"
    )
    rules = learnt((one, {"size": "4 cm", "colour": "red"}))

    assert found(rules, two) == {"size": ["7 cm"], "colour": ["blue"]}


def test_runs_of_text_between_breaks_are_values() -> None:
    page = "<p><b>Pages:</b> {}<br><b>Year:</b> {}<br></p>"
    rules = learnt((page.format(96, 2008), {"pages": "96", "year": "2008"}))

    assert found(rules, page.format(320, 1999)) == {"pages": ["320"], "year": ["1999"]}


def test_the_price_that_is_not_struck_out_is_taken() -> None:
    page = "<div class=summary><p class=price>{}</p></div><p>{}</p>"
    amount = "<span class=amount>{}</span>"
    rules = learnt((page.format(amount.format("$5"), "Good."), {"price": "$5"}))
    sale = f"<del>{amount.format('$9')}</del> <ins>{amount.format('$7')}</ins>"

    assert found(rules, page.format(sale, "Better.")) == {"price": ["$7"]}


def test_attributes_are_read_where_no_text_says_it() -> None:
    page = "<meta itemprop=sku content={0}><p>Hello</p><a class=next href=/page/{0}>Next</a>"
    rules = learnt((page.format("a1"), {"sku": "a1", "next": "/page/a1"}))

    assert found(rules, page.format("b2")) == {"sku": ["b2"], "next": ["/page/b2"]}


def test_an_address_is_made_absolute_if_the_label_is() -> None:
    html = "<p>Hello</p><img class=photo src=/{}.png>"
    rules = learn_rules(
        [Example(Page(html.format("a"), "http://x.example/1"), {"photo": "http://x.example/a.png"})]
    )

    values = apply_rules(rules, Page(html.format("b"), "http://x.example/2/3"))
    assert values["photo"].values == ("http://x.example/b.png",)


# Several labelled pages


def test_two_renderings_of_a_value_are_both_given() -> None:
    page = "<h1>{0}</h1><p>Intro</p><table><tr><th>Long name</th><td>{0} {1}</td></tr></table>"
    rules = learnt(
        (page.format("Oak", "tree"), {"name": ["Oak", "Oak tree"]}),
        (page.format("Elm", "wood"), {"name": ["Elm", "Elm wood"]}),
    )

    assert len(rules["name"].parts) == 2
    assert found(rules, page.format("Ash", "log")) == {"name": ["Ash", "Ash log"]}


def test_further_pages_tell_the_value_from_the_same_text_elsewhere() -> None:
    page = "<aside><i>{0}</i></aside><p>Price: <span>{1}</span></p>"
    one = (page.format("$5", "$5"), {"price": "$5"})
    two = (page.format("$8", "$6"), {"price": "$6"})

    assert found(learnt(one, two), page.format("$1", "$2")) == {"price": ["$2"]}
    assert found(learnt(two, one), page.format("$1", "$2")) == {"price": ["$2"]}


def test_a_field_that_always_had_its_place_is_not_sought_elsewhere() -> None:
    author = "<li class=author>by <a>{}</a></li>"
    category = "<li class=category>in <a>{}</a></li>"
    page = "<h1>{0}</h1><ul class=meta>" + author.format("{1}") + "{2}</ul><p>Text of {0}</p>"
    posts = [
        (page.format(title, who, category.format(what)), {"category": what})
        for title, who, what in (
            ("One", "Ann", "Tea"), ("Two", "Bob", "Pots"), ("Three", "Ann", "Cups"),
            ("Four", "Cid", "Tea"), ("Five", "Ann", "Pans"),
        )
    ]  # fmt: skip

    assert found(learnt(*posts), page.format("Six", "Dan", category.format("Jugs"))) == {
        "category": ["Jugs"]
    }
    assert found(learnt(*posts), page.format("Six", "Dan", "")) == {}


# Files


def test_rules_survive_a_file() -> None:
    rules = learnt((ONE, LABELS))
    text = json.dumps({name: field.to_json() for name, field in rules.items()}, ensure_ascii=False)
    back = {name: FieldRules.from_json(said) for name, said in json.loads(text).items()}

    assert {name: field.to_json() for name, field in back.items()} == json.loads(text)
    assert found(back, TWO) == found(rules, TWO)


RULE: dict[str, Any] = {"by": "under_two", "at": "p price", "weight": 1}


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ([], "it should be an object"),
        ({"parts": [{"rules": []}]}, "parts[0].rules: it should be a list of 1"),
        (
            {"parts": [{"rules": [RULE], "least": 2}]},
            "parts[0].least: there is nothing",
        ),
        (RULE | {"by": "magic"}, "no kind 'magic'"),
        (RULE | {"by": "before"}, "words of a rule by 'before' are missing"),
        (RULE | {"by": "before", "words": "12"}, "expected short words with a letter"),
        (RULE | {"take": "onclick"}, "parts[0].rules[0].take: it should be one of"),
        (RULE | {"pick": 1.5}, "parts[0].rules[0].pick: it should be a whole number"),
        (RULE | {"weight": float("nan")}, "weight: it should be a number"),
        (RULE | {"at": "p" * 30_000}, "at: it should be a text of up to"),
        ("p.price", "parts[0].rules[0]: it should be an object"),
    ],
)
def test_a_file_that_is_wrong_is_refused_by_the_name_of_the_key(said: Any, complaint: str) -> None:
    if said == "p.price" or "by" in said:
        said = {"parts": [{"rules": [said]}]}
    with pytest.raises(ValueError, match=re.escape(complaint)) as caught:
        FieldRules.from_json(said)
    assert "\n" not in str(caught.value)


# Signatures


def signatures(page: Page) -> dict[tuple[int, str], NodeSignature]:
    """All that is said of a page's nodes, each held to the hash that the kernel makes."""
    read = LabelledPage(Example(page, {}), 0)
    said = {}
    for node in range(len(page.tree)):
        for kind in SIGNATURE_KINDS:
            key = read.signatures.key(NUMBER[kind], node)
            if key:
                words = read.words(kind, node) if kind in WORDED else ""
                said[node, kind] = describe(page.tree, node, kind, words)
                assert key_of(said[node, kind]) == key, said[node, kind]
    return said


@examples(60)
@given(html=pages())
def test_a_signature_as_text_has_the_hash_that_its_nodes_have(html: str) -> None:
    signatures(Page(html))


@pytest.mark.parametrize(
    "names",
    ["a/b", "a=b id=x", "100%", "%2F", "a[1]", "é 价格", "N1 n2", "a b c d e", "//", "x\ty"],
)  # fmt: skip
def test_any_name_can_be_written(names: str) -> None:
    html = f'<div id="{names}"><p class="{names}" name="{names}">Here: <b>it</b></p></div>'
    said = {signature.path for signature in signatures(Page(html)).values()}

    assert len(said) > 10


# Any page


@examples(40)
@given(html=pages(), other=pages(), data=st.data())
def test_whatever_is_labelled_is_found_again_and_nothing_fails(
    html: str, other: str, data: st.DataObject
) -> None:
    page = Page(html)
    texts = [
        text for node, tag in enumerate(page.tree.tag) if tag == 0
        if any(map(str.isalnum, text := page.tree.plain_text(node)))
    ]  # fmt: skip
    if not texts:
        return
    value = data.draw(st.sampled_from(texts))
    rules = learn_rules([Example(page, {"it": value})])
    assert value in apply_rules(rules, page)["it"].values
    apply_rules(rules, Page(other))
    assert FieldRules.from_json(json.loads(json.dumps(rules["it"].to_json())))


def test_a_hostile_page_is_read_in_bounded_time() -> None:
    rules = learnt(("<div class=a><div class=a>word</div></div>" * 3, {"it": "word"}))
    deep = "<div class=a>" * 20_000 + "word " * 2000
    wide = "<div class=a>word</div>" * 20_000
    row = "<p class=" + "x" * 100_000 + ">" + "y" * 100_000 + "</p>"

    for html in (deep, wide, row * 20):
        for value in apply_rules(rules, Page(html)).values():
            assert len(value.values) <= 1000


def _offer(now: str, was: str = "") -> str:
    old = f"<span class=amount>{was}</span>" if was else ""
    return f"<main><h1>A pan of {now}</h1><p class=price>{old}<span class=amount>{now}</span></p>"


def test_an_example_without_a_field_teaches_its_absence() -> None:
    examples = [
        Example(Page(_offer("$3.00", "$4.00")), {"price": "$3.00", "old_price": "$4.00"}),
        Example(Page(_offer("$5.00")), {"price": "$5.00"}),
    ]
    rules = learn_rules(examples)
    for html, expected in (
        (_offer("$5.00"), {"price": ("$5.00",)}),
        (_offer("$7.00"), {"price": ("$7.00",)}),
        (_offer("$7.00", "$9.00"), {"price": ("$7.00",), "old_price": ("$9.00",)}),
    ):
        found = apply_rules(rules, Page(html))
        assert {name: value.values for name, value in found.items()} == expected


def test_a_type_of_a_field_is_told_by_its_values() -> None:
    assert type_of(["\u00a339.90", "EUR 4"]) == "price"
    assert type_of(["12", "1,300"]) == "number"
    assert type_of(["007"]) == type_of(["In stock"]) == type_of(["Kettle 2000"]) == "text"
    assert type_of(["2024-05-11", "11 May 2024"]) == "date"
    assert type_of(["red", ["red", "blue"]]) == type_of([["red"]]) == "list"
    # Ten in a hundred values of further pages may be none.
    assert type_of(["4"], ["5"] * 9 + ["none"]) == "number"
    assert type_of(["4"], ["5"] * 8 + ["none"]) == "text"


def test_typed_values_are_plain_or_none() -> None:
    assert typed("price", ["\u00a31,039.90"]) == {"amount": 1039.9, "currency": "GBP"}
    assert typed("price", ["1,039.90"]) == {"amount": 1039.9, "currency": None}
    assert typed("price", ["$5"], "https://shop.ca/") == {"amount": 5.0, "currency": "CAD"}
    assert typed("price", ["Out of stock"]) is None
    assert typed("number", ["1,300"]) == 1300
    assert typed("number", ["4.5"]) == 4.5
    assert typed("date", ["11 May 2024"]) == "2024-05-11"
    assert typed("list", ["a"]) == ["a"]
    assert typed("text", ["a", "b"]) == "a"
    assert typed("number", ["9" * 5000]) is None


def test_the_type_of_a_field_survives_a_file_and_old_files_have_none() -> None:
    (rules,) = learn_rules([Example(Page(_offer("$3.00")), {"price": "$3.00"})]).values()
    assert "type" not in rules.to_json()
    with_type = replace(rules, type="price")
    assert FieldRules.from_json(with_type.to_json()).type == "price"
    with pytest.raises(ValueError, match=r"^type: it should be one of"):
        FieldRules.from_json({**rules.to_json(), "type": "colour"})


# Labels of which nothing can be learnt

TEAPOT = (
    "<h1>Green   Teapot</h1><p class=price>Price: <b>$12.50</b></p><p>Teapots are <i>warm</i>.</p>"
)


def error_of(values: dict[str, Any], url: str = "", html: str = TEAPOT) -> LabelError:
    with pytest.raises(LabelError) as caught:
        learn_rules(
            [Example(Page(TEAPOT), {"name": "Green Teapot"}), Example(Page(html, url), values)]
        )
    assert "\n" not in str(caught.value)
    return caught.value


NEAREST = 'page 2: the value of "price", "$12.99", does not stand on the page; nearest is "$12.50"'


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"price": ["$12.99"]}, NEAREST),
        ({"name": "Xylophone"}, "nor does anything like it"),
        ({"name": ["Green Teapot", ""]}, 'the value of "name" is empty'),
        ({"name": [" \n\u00a0"]}, 'the value of "name" is empty'),
        ({"price": [12.5]}, 'the value of "price" is no text but float'),
        # A piece of a word or of a number is not the value.
        ({"price": "12.5"}, 'the value of "price", "12.5", does not stand'),
        ({"name": "pot"}, 'the value of "name", "pot", does not stand'),
    ],
)
def test_a_value_that_is_not_there_is_told(values: dict[str, Any], said: str) -> None:
    assert said in str(error_of(values))


def test_an_error_has_page_field_and_value_and_is_short() -> None:
    error = error_of({"price": "$99"}, "http://shop.example/1")
    assert (error.number, error.field, error.value) == (1, "price", "$99")
    assert "page 2 (http://shop.example/1)" in str(error)
    assert len(str(error_of({"name": "word " * 200}))) < 300
    with pytest.raises(LabelError, match="no page is labelled"):
        learn_rules([])


@pytest.mark.parametrize(
    "value",
    ["Green Teapot", " Green\n Teapot", "ＧＲＥＥＮ teapot", "green teapot", "Green, Teapot!"],
)
def test_white_space_width_case_and_signs_of_a_label_do_not_matter(value: str) -> None:
    assert learn_rules([Example(Page(TEAPOT), {"name": value})])


def test_a_field_without_values_is_one_that_the_page_lacks() -> None:
    rules = learn_rules([Example(Page(TEAPOT), {"name": "Green Teapot", "colour": []})])

    assert list(rules) == ["name"]


def test_a_hostile_page_is_searched_for_a_value_in_bounded_time() -> None:
    many = "<p>12 " * 3000
    assert error_of({"size": "13"}, html=many).field == "size"
    with pytest.raises(LabelError):
        learn_rules([Example(Page("<div>" * 3000 + "x"), {"size": "13"})])
