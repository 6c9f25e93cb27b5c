"""Values of fields out of declared and shown texts."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import examples

from scrapy_treesim.values.availability import availability_of
from scrapy_treesim.values.currency import CODES, currency_of
from scrapy_treesim.values.identifiers import code_of, gtin_of, is_gtin
from scrapy_treesim.values.money import MAX_AMOUNTS, amount_of, amounts_of


@pytest.mark.parametrize(
    ("text", "currency", "amount"),
    [
        ("1,299.00", None, "1299"),
        ("1.299,00", None, "1299"),
        ("1299", None, "1299"),
        ("1299.0", None, "1299"),
        ("1299.0000", None, "1299"),
        ("12,5", None, "12.5"),
        ("EUR 12.50", None, "12.5"),
        ("1 299,90 Kč", None, "1299.9"),
        ("1\u00a0299,90", None, "1299.9"),
        ("Rp 1.250.000", None, "1250000"),
        ("1,29,999.00", "INR", "129999"),
        ("1'299.50", "CHF", "1299.5"),
        ("45.990", "CLP", "45990"),
        ("24.990", "CLP", "24990"),
        ("24.99", "CLP", "24.99"),
        ("24.990", "USD", "24.99"),
        ("24.990", "EUR", "24990"),
        ("24.990", None, "24990"),
        ("12.500", "KWD", "12.5"),
        ("0.500", "EUR", "0.5"),
        ("$45.990 CLP", None, "45990"),
        ("$99 99", None, "99.99"),
        ("$1,299 . 99", None, "1299.99"),
        ("99 , 95 kr", None, "99.95"),
        ("142 80 Lei", None, "142.8"),
        ("pack of 10 50 €", None, "50"),
        ("1 299 .00 €", None, "1299"),
        ("$99 99 reviews", None, "99"),
        ("12€50", None, "12.5"),
        ("12€ 50 avis", None, "12"),
        ("99,–", None, "99"),
        ("1.299,-", None, "1299"),
        ("1 299:-", None, "1299"),
        ("£450", None, "450"),
        ("US$ 12.30", None, "12.3"),
        ("从 ¥99", None, "99"),
        ("99元", None, "99"),
        ("3万円", None, "30000"),
        ("1200円", None, "1200"),
        ("2 for $5.00", None, "5"),
        ("20% off", None, None),
        ("1.5.2024", None, None),
        ("free", None, None),
        ("", None, None),
    ],
)
def test_amounts(text: str, currency: str | None, amount: str | None) -> None:
    assert amount_of(text, currency) == (None if amount is None else Decimal(amount))


def test_several_amounts_each_with_its_currency_and_place() -> None:
    text = "Was $20.00 now 15,50 € (iPhone15, 20% off)"
    found = amounts_of(text)
    assert [(str(one.value), one.currency) for one in found] == [("20", "USD"), ("15.50", "EUR")]
    assert [text[one.start : one.end] for one in found] == ["20.00", "15,50"]
    assert [one.currency for one in amounts_of("12 € 15 €")] == ["EUR", "EUR"]
    assert len(amounts_of("1 $ " * 90)) == MAX_AMOUNTS


@pytest.mark.parametrize(
    ("text", "url", "language", "currency"),
    [
        ("12 EUR", "", None, "EUR"),
        ("usd", "", None, "USD"),
        ("$5", "", None, "USD"),
        ("$5", "https://shop.example.ca/", None, "CAD"),
        ("$5", "https://shop.com.au/", "en-US", "AUD"),
        ("$5", "https://shop.cl", None, "CLP"),
        ("$5", "https://shop.com.tw", None, "TWD"),
        ("$5", "https://shop.com/en-ca/x", None, "CAD"),
        ("$5", "https://mx.shop.com/", None, "MXN"),
        ("$5", "https://shop.com/", "en-CA", "CAD"),
        ("$5", "https://shop.com/", "es_AR", "ARS"),
        ("$5", "https://shop.de/", None, "USD"),
        ("$5", "https://shop.co/", "en", "USD"),
        ("$5", "https://shop.co/", "es", "COP"),
        ("US$5", "https://shop.ca/", None, "USD"),
        ("HK$5", "", None, "HKD"),
        ("¥5", "", None, "JPY"),
        ("¥5", "", "zh", "CNY"),
        ("¥5", "https://shop.cn/", None, "CNY"),
        ("5元", "", "zh-TW", "TWD"),
        ("5 kr", "https://shop.no", None, "NOK"),
        ("5 kr.", "", "da", "DKK"),
        ("5 kr", "", None, "SEK"),
        ("£5", "https://shop.co.uk", None, "GBP"),
        ("R 1 299", "https://shop.co.za", None, "ZAR"),
        ("R 1", "", None, None),
        ("5 zł", "", None, "PLN"),
        ("R$ 5", "", None, "BRL"),
        ("S/ 5", "", None, "PEN"),
        ("5 лв", "", None, "BGN"),
        ("100 руб.", "", None, "RUB"),
        ("TOP 10", "", None, None),
        ("Mark 12", "", None, None),
        ("12", "https://shop.ca", None, None),
        ("", "", None, None),
    ],
)
def test_currencies(text: str, url: str, language: str | None, currency: str | None) -> None:
    assert currency_of(text, url, language) == currency


@pytest.mark.parametrize(
    ("text", "gtin"),
    [
        ("EAN: 4006381333931", "4006381333931"),
        ("ISBN 978-3-16-148410-0", "9783161484100"),
        ("0-306-40615-2", "0306406152"),
        ("ISBN-10: 080442957x", "080442957X"),
        ("012345678905", "012345678905"),
        ("4006381333932", None),
        ("00000000", None),
        ("12345678", None),
        ("", None),
    ],
)
def test_gtins(text: str, gtin: str | None) -> None:
    assert gtin_of(text) == gtin
    assert gtin is None or is_gtin(gtin)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("SKU: ABC-123", "ABC-123"),
        ("SKU:ABC1", "ABC1"),
        ("#12345", "12345"),
        ("No. 555", "555"),
        ("Art.-Nr.: 123-9", "123-9"),
        ("Item # B07XX", "B07XX"),
        ("货号：AB12", "AB12"),
        ("Артикул: 12345", "12345"),
        ("002.937.72", "002.937.72"),
        ("WH-1000XM4/B", "WH-1000XM4/B"),
        ("XJ-9 PRO", "XJ-9 PRO"),
        ("ABC (12)", "ABC (12)"),
        ("NOKIA", "NOKIA"),
        ("SKU", None),
        ("N/A", None),
        ("Add to cart", None),
        ("$12.99", None),
        ("one of 4 words here", None),
        ("A1" * 21, None),
    ],
)
def test_codes(text: str, code: str | None) -> None:
    assert code_of(text) == code


@pytest.mark.parametrize(
    ("text", "availability"),
    [
        ("http://schema.org/InStock", "InStock"),
        ("schema:OutOfStock", "OutOfStock"),
        ("in_stock", "InStock"),
        ("IN STOCK", "InStock"),
        ("oos", "OutOfStock"),
        ("available for order", "BackOrder"),
        ("soldout", "SoldOut"),
        ("discontinued", "Discontinued"),
        ("In Stock: 12", "InStock"),
        ("0 in stock", "OutOfStock"),
        ("Usually ships in 1-2 days", "InStock"),
        ("Only 3 left in stock", "LimitedAvailability"),
        ("This item is no longer available.", "OutOfStock"),
        ("Currently unavailable", "OutOfStock"),
        ("Notify me when back in stock", "OutOfStock"),
        ("Pre-order now", "PreOrder"),
        ("Sofort lieferbar!", "InStock"),
        ("Nicht auf Lager", "OutOfStock"),
        ("En stock", "InStock"),
        ("Épuisé", "SoldOut"),
        ("Ikke på lager", "OutOfStock"),
        ("нет в наличии", "OutOfStock"),
        ("Есть в наличии", "InStock"),
        ("在庫あり", "InStock"),
        ("暂无库存", "OutOfStock"),
        ("재고 없음", "OutOfStock"),
        ("Check availability", None),
        ("Available in 3 colors", None),
        ("Add to cart", None),
        ("in stock " * 30, None),
        ("", None),
    ],
)
def test_availability(text: str, availability: str | None) -> None:
    assert availability_of(text) == availability


TEXTS = st.text(max_size=250) | st.text("0123456789.,' $€¥kr%-x万円", max_size=250)


@examples(200)
@given(TEXTS, TEXTS, TEXTS)
def test_no_text_makes_a_reader_fail(text: str, url: str, language: str) -> None:
    amount = amount_of(text, None, url, language)
    assert amount is None or amount.is_finite()
    assert all(text[one.start : one.end] for one in amounts_of(text, "JPY"))
    assert currency_of(text, url, language) in {None, *CODES}
    assert gtin_of(text) is None or is_gtin(str(gtin_of(text)))
    assert len(code_of(text) or "") <= 40
    availability_of(text)
