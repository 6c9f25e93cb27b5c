"""The truth and the comparisons of the benchmark of details."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

pytest.importorskip("extruct")

from benchmarks.declared_products import is_no_product, product_of, stripped
from benchmarks.details import FIELDS, Shown, TruePage, file_name, is_right, measured, same_name

PAGE = b"""<html><head><script type="application/ld+json">{"@context": "https://schema.org",
"@graph": [{"@type": "Product", "name": "Oak chair", "sku": "A-1", "brand": {"name": "Wood"},
"image": ["https://a.example/i/chair_600x600.jpg"], "aggregateRating": {"ratingValue": "4.5",
"reviewCount": 12}, "offers": {"@type": "Offer", "price": "1,299.00", "priceCurrency": "usd",
"availability": "http://schema.org/InStock"}}]}</script><meta property="og:title" content="Chair">
</head><body><h1 itemprop="name">Oak chair</h1><p>$1,299<sup>00</sup> by WOOD</p>
<img src="/small/chair.jpg"></body></html>"""
RECIPE = b"""<script type="application/ld+json">{"@context": "https://schema.org",
"@type": "Recipe", "name": "Soup"}</script><h1>Soup</h1>"""


def test_one_product_is_the_truth_and_is_taken_away() -> None:
    truth = product_of(PAGE, "https://a.example/chair")
    assert truth is not None
    assert truth["price"] == [Decimal("1299.00")]
    assert truth["currency"] == ["USD"]
    assert truth["brand"] == ["Wood"]
    assert truth["reviews"] == [12]
    page = stripped(PAGE)
    assert b"ld+json" not in page
    assert b"og:title" not in page
    assert b"itemprop" not in page
    assert product_of(page, "") is None


def test_several_products_or_none_are_no_truth() -> None:
    second = PAGE.replace(b'"@graph": [', b'"@graph": [{"@type": "Product", "name": "B", '
                          b'"offers": {"price": 1}}, ')  # fmt: skip
    assert product_of(second, "") is None
    assert product_of(b"<p>nothing</p>", "") is None
    assert product_of(RECIPE, "") is None
    assert is_no_product(RECIPE, "")
    assert not is_no_product(PAGE, "")


def test_fields_are_right_where_shown_and_where_not() -> None:
    truth = product_of(PAGE, "") or {}
    found = {"name": "oak CHAIR", "price": 1299.0, "rating": 9.0, "availability": "OutOfStock"}
    page = TruePage("1", "", stripped(PAGE), truth)

    def read(html: bytes, url: str) -> dict[str, Any]:
        return found

    counts = measured([page], read, tell=False)
    assert [field for field in FIELDS if counts[field].right] == ["name", "price", "rating"]
    shown = [field for field in ("price", "rating", "reviews", "brand", "image", "sku")
             if counts[field].shown]  # fmt: skip
    assert shown == ["price", "brand", "image"]
    assert counts["availability"].found == 1
    assert counts["brand"].found == 0
    assert Shown.of(b"").text == ""


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Oak chair", "oak  chair", True),
        ("Oak chair for the small kitchen", "Oak chair for the small kitchen Wood", True),
        ("Oak chair", "Oak chair | Wood", False),
        ("", "", False),
    ],
)
def test_names(one: str, other: str, same: bool) -> None:
    assert same_name(one, other) is same


@pytest.mark.parametrize(
    "address", ["/i/chair.jpg", "https://a.example/chair-300x300.webp?w=3", "chair_large.png",
                "http://[x/chair", "//a.example/CHAIR._SX300_.jpg"],
)  # fmt: skip
def test_file_names(address: str) -> None:
    assert file_name(address) in ("chair", "")


def test_values_compare_by_meaning() -> None:
    assert is_right("availability", "SoldOut", ["http://schema.org/OutOfStock"])
    assert not is_right("availability", "PreOrder", ["InStock"])
    assert is_right("sku", "a-1", ["A1"])
    assert is_right("rating", 90, [Decimal("4.5")])
    assert not is_right("price", None, [Decimal(1)])
