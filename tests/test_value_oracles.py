"""Dates, times and currencies beside what others know of them: babel's data and dateparser."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import dateparser
import pytest
from babel.core import get_global
from babel.dates import format_date, format_skeleton, format_time
from babel.numbers import get_territory_currencies

import scrapy_treesim
from scrapy_treesim.values.dates import date_of
from scrapy_treesim.values.money import amounts_of, price_of

LEXICON = Path(scrapy_treesim.__file__).parent / "values/lexicon/languages"
LANGUAGES = sorted(file.stem for file in LEXICON.glob("*.json") if file.stem != "zxx")
COMPARED = "ar bg ca cs da de el en es et fi fr hi hu id it ja ko nb nl pl pt ro ru sv tr uk zh"
"""Languages of the lexicon that dateparser knows and whose months the lexicon knows."""
EACH = 18
"""Texts of each."""
CURRENCIES = sorted(
    {
        code
        for territory in get_global("territory_currencies")
        for code in get_territory_currencies(territory)
    }
)
"""The codes of ISO 4217 that some country pays with; not those of funds, metals and for tests."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_clocks_of_twelve_hours_in_every_language(language: str) -> None:
    for hour in range(24):
        moment = datetime(2024, 3, 12, hour, 7)
        text = f"2024-03-12 {format_skeleton('hm', moment, locale=language)}"
        assert date_of(text, language) == moment, text
        for other in (None, "en"):
            # Without the right language, a day at least; never another time.
            assert date_of(text, other) in (moment, moment.date()), (text, other)


def written(language: str) -> Iterator[tuple[str, datetime, bool]]:
    """Texts of a language, the moments that they name, and whether they name the time of day."""
    choose = random.Random(language)
    for _ in range(EACH):
        moment = datetime(
            choose.randrange(1990, 2031),
            choose.randrange(1, 13),
            choose.randrange(1, 29),
            choose.randrange(24),
            choose.randrange(60),
        )
        day = choose.choice(
            [
                f"{moment:%Y-%m-%d}",
                f"{moment:%d-%b-%Y}",
                f"{moment:%d-%b-%y}",
                *(
                    format_date(moment, form, locale=language)
                    for form in ("medium", "long", "full")
                ),
            ]
        )
        clock = choose.choice(
            ["", format_time(moment, "short", locale=language)]
            + 2 * [format_skeleton("hm", moment, locale=language)]
        )
        yield f"{day} {clock}".strip(), moment, clock != ""


DOTTED = re.compile(r" \d{1,2}\.\d\d\Z")
"""A time that may as well be a day, a number or a version: without a word beside it it is none."""


def test_dates_agree_with_those_of_dateparser() -> None:
    number = both = 0
    for language in COMPARED.split():
        for text, moment, has_clock in written(language):
            number += 1
            ours, theirs = date_of(text, language), dateparser.parse(text, languages=[language])
            if ours is None:
                continue
            has_both = isinstance(ours, datetime)
            assert has_both or not has_clock or DOTTED.search(text) is not None, text
            assert ours == (moment if has_both else moment.date()), text
            if theirs is not None:
                both += 1
                theirs = theirs.replace(tzinfo=None)
                assert ours == (theirs if has_both else theirs.date()), text
    assert number >= 500
    assert both >= 0.6 * number


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("March 2024", "it has no day"),
        ("12 March", "it has no year"),
        ("Q1 2024", "it is a quarter"),
        ("2024", "it is a number"),
        ("10:30", "it has no day"),
        ("13/05/58", "1958 or 2058"),
        ("12 Mar 24", "24 may be a number of something else"),
        ("3/4/2024", "nothing tells the month from the day"),
    ],
)
def test_where_dateparser_answers_more_there_is_a_reason(text: str, why: str) -> None:
    assert dateparser.parse(text) is not None, why
    assert date_of(text) is None, why


@pytest.mark.parametrize("language", [None, "en", "de", "sv", "ja", "ar"])
def test_every_code_of_a_currency_is_one_in_every_language(language: str | None) -> None:
    assert len(CURRENCIES) > 150
    for code in CURRENCIES:
        for text, amount in (
            (f"1200 {code}", "1200"),
            (f"{code} 1200", "1200"),
            (f"1 200,50 {code}", "1200.5"),
            (f"Price: 1200 {code}", "1200"),
        ):
            found = price_of(text, language=language)
            assert found is not None, text
            assert (found.amount, found.currency) == (Decimal(amount), code), text
            assert all(one.is_sure for one in amounts_of(text, language=language)), text


@pytest.mark.parametrize(
    "text",
    [
        "TOP 10", "TOP 2000", "ALL 12 items", "TRY 2 FOR 1", "PEN 3 COLOURS", "GEL 50 ML",
        "CUP 250 ml", "COP 28", "SDG 13", "PHP 8.2", "MOP 250 ML", "DOP 500 g", "NAD C 316",
        "AMD 7 5800X", "BOB 3", "CVE 2024", "CRC 32", "5 TOP DEALS", "12 ALL INCLUSIVE",
        "2 GEL PENS", "10 PEN SET", "50 ft cable", "6 Ft", "14,440 Ft", "RM 2", "50 Cent",
        "30 sek", "12 rs", "3 kr",
    ],
)  # fmt: skip
def test_codes_and_signs_that_are_words_are_no_prices(text: str) -> None:
    for written in (text, f"The {text} of this season", f"{text}, new"):
        assert not any(one.is_sure for one in amounts_of(written, language="en")), written
        found = price_of(written, language="en")
        assert found is None or found.currency is None, written


def test_no_day_is_made_of_a_number_and_a_word() -> None:
    texts = ("5 out of 5", "12 March", "Room 12, 3pm", "1.2.3", "12-MAR-24-001")
    assert not any(isinstance(date_of(text, "en"), date) for text in texts)
