"""Names of what lies apart from a thing."""

from __future__ import annotations

import re
from dataclasses import make_dataclass
from typing import Any

import pytest

from scrapy_treesim import Page, detail, extract, records
from scrapy_treesim.values.other_things import names_other

NAMES = ["Copper kettle", "Linen bag", "Slate board", "Wool cap", "Oak tray"]
APART = {
    "price": (["Shipping", "Shipping price", "Delivery fee", "Deposit", "Versandkosten",
               "Livraison", "Seller price", "Price of shipping", "Tax"],
              [f"£{n}.99" for n in range(1, 6)]),
    "date": (["Updated", "Expires", "Expiry date", "Valid until", "Birth date"],
             [f"{n} May 2024" for n in range(3, 8)]),
    "rating": (["Seller rating", "Vendor rating"], [f"{n}.5 / 5" for n in range(5)]),
    "brand": (["Brand country", "Country of brand"], ["Norway", "Spain", "France", "Peru", "Chad"]),
    "sku": (["Phone", "Tel"], [f"+44 20 7946 09{n}1" for n in range(5)]),
}  # fmt: skip
OWN = {
    "price": ["Price", "Sale price", "Our price", "Price (incl. tax)", "Preis inkl. MwSt"],
    "date": ["Date", "Published", "Posted on"],
    "rating": ["Rating", "Customer rating", "User rating"],
    "brand": ["Brand"],
}
TYPES = {"price": float, "rating": float}


def lists(name: str, values: list[str]) -> list[str]:
    """Return lists that name a value by a class, an itemprop, a label, and a header."""
    slug, camel = re.sub(r"\W+", "-", name.lower()), re.sub(r"\W", "", name.title())
    camel = camel[0].lower() + camel[1:]
    cells = (
        f"<span class='{slug}'>{{}}</span>",
        f"<span itemprop='{camel}'>{{}}</span>",
        f"<p>{name}: {{}}</p>",
        f"<p><b>{name}</b> <span>{{}}</span></p>",
    )
    pairs = [*zip(NAMES, values, strict=True)]
    pages = [
        "".join(f"<li><h3><a href=/>{n}</a></h3>{cell.format(v)}</li>" for n, v in pairs)
        for cell in cells
    ]
    rows = "".join(f"<tr><td><a href=/>{n}</a><td>{v}" for n, v in pairs)
    return [*pages, f"<table><tr><th>Name<th>{name}{rows}</table>"]


def things(name: str, value: str) -> list[str]:
    """Return pages of one thing that name a value by a class, a label, and in a table."""
    head = "<title>Copper kettle</title><h1>Copper kettle</h1><p>A fine kettle for the hearth."
    slug = re.sub(r"\W+", "-", name.lower())
    return [
        f"{head}<div class='{slug}'>{value}</div>",
        f"{head}<p>{name}: {value}</p>",
        f"{head}<dl><dt>Material<dd>Copper<dt>{name}<dd>{value}</dl>",
    ]


def filled(html: str, field: str) -> list[object]:
    schema = make_dataclass("Thing", [("title", str, None), (field, TYPES.get(field, str), None)])
    items: list[Any] = extract(html, schema=schema)
    return [value for item in items if (value := getattr(item, field))]


@pytest.mark.parametrize(
    ("field", "name"), [(field, name) for field in APART for name in APART[field][0]]
)
def test_what_is_apart_is_no_field(field: str, name: str) -> None:
    values = APART[field][1]
    for html in lists(name, values):
        (region,) = records(Page(html))
        assert field not in {column.standard for column in region.table.columns}
        assert not any(record.values.get(field) for record in region.records)
        assert not filled(html, field)
    for html in things(name, values[0]):
        assert getattr(detail(html), field, None) is None
        assert not filled(html, field)


@pytest.mark.parametrize(("field", "name"), [(f, name) for f in OWN for name in OWN[f]])
def test_what_is_the_things_own_stays(field: str, name: str) -> None:
    for html in lists(name, APART[field][1]):
        assert len(filled(html, field)) >= 4


@pytest.mark.parametrize("name", ["Shipping", "Shipping price"])
def test_a_price_beside_one_of_shipping_is_the_price(name: str) -> None:
    rows = "".join(f"<tr><td>{n}<td>£{i}.50<td>£2{i}.00" for i, n in enumerate(NAMES, 1))
    html = f"<table><tr><th>Name<th>{name}<th>Price{rows}</table>"

    assert filled(html, "price") == [21.0, 22.0, 23.0, 24.0, 25.0]


def test_a_class_for_publication_beside_one_for_changes_is_a_date() -> None:
    html = lists("x", APART["date"][1])[0].replace(
        "class='x'", "class='entry-date published updated'"
    )

    assert len(filled(html, "date")) == 5


@pytest.mark.parametrize(
    ("field", "name"), [("price", "送料"), ("price", "shippingCost"), ("date", "dateModified")]
)
def test_names_in_all_scripts_and_spellings_are_read(field: str, name: str) -> None:
    assert names_other(field, name)


def price_of(html: str) -> float | None:
    found = detail(html)
    return found.price if found else None


INCLUDED = [
    "Price (tax included)", "Our price, tax incl.", "Price, shipping included",
    "Price before tax", "Price (no tax)", "Price (free shipping)", "Free shipping! Price",
    "Duty free price", "VAT price", "Best seller price", "Prix (livraison incluse)",
    "Precio con envío", "Prezzo (spedizione inclusa)", "Shipping-and-price",
]  # fmt: skip


@pytest.mark.parametrize("name", INCLUDED)
def test_a_price_with_or_without_another_is_the_price(name: str) -> None:
    for html in lists(name, APART["price"][1]):
        assert len(filled(html, "price")) == 5
    for html in things(name, "£7.99"):
        assert price_of(html) == 7.99


@pytest.mark.parametrize(
    "text",
    ["{} Free shipping", "{} tax included", "{} (VAT included)", "{} + £3.90 shipping",
     "{} ex VAT", "{} before tax", "{}, delivery £3.90", "Fast delivery. Now {}",
     "{}. Taxes included. Shipping calculated at checkout.", "Only {} from this seller",
     "Free delivery {}", "送料無料 {}", "Duty free {}"],
)  # fmt: skip
def test_words_of_a_text_around_a_price_leave_it_a_price(text: str) -> None:
    head = "<title>Copper kettle</title><h1>Copper kettle</h1><p>A fine kettle for the hearth."
    for tag in ("p", "span class=price"):
        html = f"{head}<div><{tag}>{text.format('£29.35')}</{tag.split()[0]}></div>"
        assert price_of(html) == 29.35


@pytest.mark.parametrize(
    "text",
    ["Shipping £3.90", "+ £3.90 shipping", "Tax £3.90", "£3.90 VAT", "Free delivery: £39", "送料£3",
     "Free shipping over £39", "2-year warranty £3.90", "Deposit £5 plus £3 fee"],
)  # fmt: skip
def test_words_of_a_text_around_an_amount_make_it_no_price(text: str) -> None:
    head = "<title>Copper kettle</title><h1>Copper kettle</h1><p>A fine kettle for the hearth."
    assert price_of(f"{head}<div><p>{text}</p></div>") is None


def test_a_price_inside_a_box_for_taxes_is_the_price() -> None:
    head = "<title>Copper kettle</title><h1>Copper kettle</h1><p>A fine kettle for the hearth."
    assert price_of(f"{head}<div class=tax><b class=price>£29.35</b></div>") == 29.35
    assert price_of(f"{head}<div class=shipping><b class=price>£9.35</b></div>") is None


@pytest.mark.parametrize(
    "name",
    ["Shipping (incl. VAT)", "Shipping price incl. tax", "Delivery & handling", "Tax",
     "Free shipping over", "Price of shipping", "Seller price", "Vendor's price"],
)  # fmt: skip
def test_what_another_thing_includes_leaves_it_another(name: str) -> None:
    assert names_other("price", name)


def test_an_owner_named_as_the_one_who_did_it_has_nothing() -> None:
    assert not names_other("date", "Posted by seller Anna on")


@pytest.mark.parametrize("name", ["Price & delivery", "Price + shipping"])
def test_a_sign_between_a_price_and_another_joins_them(name: str) -> None:
    assert not names_other("price", name)
