"""The analysis of a page: kinds of texts in many languages, and what they cost to tell."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_treesim import Page, compiled
from scrapy_treesim.reading.analysis import class_names
from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.tree import tags
from scrapy_treesim.values import _text_kinds_cy, text_kinds
from scrapy_treesim.values.lexicon.words import entries
from scrapy_treesim.values.text_kinds import kind_of, kinds_in

DATES = """
    3 May 2021 | May 3 | May 3rd, 2021 | 1st of May | March 2024 | 12 de marzo de 2024 | 4 Şubat
    3. März 2024 | 13 marca, 2018 | 24 października 2017 | 5 марта | 1 Января 2020
    14 Ιανουαρίου 2012 | 2024-03-01 | 2024/3/10 | 01/03/2024 | 1.3.24 | 1. 3. 2024 | 04/Jul/2026
    2024年3月1日 | 2024年3月 | 3月1日
"""
TIMES = "12:30 | 09:05:59 | at 7:15 pm"
RELATIVE = """
    3 days ago | an hour ago | 5m ago | vor 3 Tagen | hace 2 horas | il y a 3 heures | 3天前
    15 分钟前 | 2 часа назад | 4 dagen geleden | 3 saat önce | 5 minuti fa | vor einem Monat
    hace un mes | il y a une heure
"""
PRICES = """
    $5 | $1,234.50 | US$ 20 | 1.234,50 € | €12 | £3.99 | 500元 | ￥300 | 1000円 | 19,- Kč | 16,00zł
    Rs. 500 | USD 92.50 | USD92.50 | 300 kr | ₹ 1,200 | 5 руб.
"""
RATINGS = """
    4.5/5 | 4 out of 5 | 4,5 von 5 Sternen | 8 sur 10 | 5 stars | 5-star | ★ 4.2 | 4.2★ | 3星
    Rated 4.5 | rating: 3
"""
NUMBERS = "10k views | 1 234 567 | 1,234 reviews | 12 | (3) | 3万 | 85%"
OTHERS = """
    version 0.9.02 is out | v1.2.3 | Allende el mar (2023) | 8th) Mag Browne | Euro 2024 | yesterday
    CAS: 7732-18-5 | Related posts | 100 years of solitude and more | 13/13/2013 is none
    meses y años | garantía de un año y un mes | y 3 más
"""


def texts(several: str) -> list[str]:
    return [
        " ".join(text.split()) for text in several.replace("\n", "|").split("|") if text.strip()
    ]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (kind, text)
        for kind, several in (
            ("date", DATES), ("time", TIMES), ("relative", RELATIVE), ("price", PRICES),
            ("rating", RATINGS), ("number", NUMBERS),
        )
        for text in texts(several)
    ],
)  # fmt: skip
def test_a_text_has_its_kind(kind: str, text: str) -> None:
    assert kind in kinds_in(text)


@pytest.mark.parametrize("text", texts(OTHERS))
def test_a_text_that_only_looks_like_a_value_has_none(text: str) -> None:
    assert not kinds_in(text) & {"date", "time", "relative", "price", "rating", "number"}
    assert kind_of(text) == "text"


def test_every_name_of_a_month_makes_a_date() -> None:
    for name in " ".join(entries("months")).split():
        for written in (name, name.capitalize(), name.upper()):
            # "3 out" may go on with "of 5".
            day = "3 de" if name == "out" else "3"
            assert "date" in kinds_in(f"{day} {written} 2024"), written


def test_sentences_end_in_any_script() -> None:
    for text in ("It is so.", "Is it? Yes", "真的。", "本当！"):
        assert "sentence" in kinds_in(text)
    for text in ("3.5", "example.org", "no end"):
        assert "sentence" not in kinds_in(text)


@given(st.text(max_size=40))
def test_any_text_is_read(text: str) -> None:
    assert kinds_in(text) <= set(_text_kinds_cy.KINDS)
    assert kind_of(text) in text_kinds.TEXT_KINDS


@given(st.binary(max_size=40), st.integers(0, 40), st.integers(0, 40))
def test_any_bytes_are_read_to_their_end_and_no_further(text: bytes, at: int, stop: int) -> None:
    at, stop = sorted((min(at, len(text)), min(stop, len(text))))
    reader = text_kinds.text_reader()
    alone = reader.read(text[at:stop], 0, stop - at), reader.hash, reader.value, reader.words
    within = reader.read(text, at, stop), reader.hash, reader.value, reader.words
    assert alone == within


class Counted(bytes):
    """Bytes that count how often they are asked."""

    asked = 0

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        type(self).asked += 1
        return super().__getitem__(index)


@pytest.mark.skipif(compiled, reason="counts in Python")
@pytest.mark.parametrize("text", ["a", "1", "1.", "1/", "前", "年1", "月", "1 of ", "★", "- ", "é"])
def test_reading_is_linear(text: str) -> None:
    asked = []
    for size in (500, 1000, 2000):
        Counted.asked = 0
        read = Counted((text * size).encode())
        text_kinds.text_reader().read(read, 0, len(read))
        asked.append(Counted.asked)
    assert all(later <= 2.1 * one for one, later in pairwise(asked))


def test_an_array_that_there_is_not_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        _ = Page("<p>One</p>").once(analysis_of).nothing  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("attribute", "cues"),
    [
        ("class=author", {"author"}),
        ("rel=author", {"declared author"}),
        ("itemprop=reviewCount", set()),
        ('role="author navigation"', {"navigation"}),
        ("href=/subscribe/price", {"subscribe"}),
        ("class=subscribe", set()),
        ("datetime=soon", set()),
        ("datetime=2024-05-11", {"instant"}),
        ('content="11 May"', {"content"}),
    ],
)
def test_an_attribute_has_the_cues_that_count_in_it(attribute: str, cues: set[str]) -> None:
    page = Page(f"<p>x<a {attribute}>y</a>")
    bits = page.once(analysis_of).own_cues[page.tree.tag.index(tags.NUMBER["a"])]
    names = [name for words in class_names.VOCABULARIES.values() for name in words]
    names += [f"declared {name}" for name in class_names.OF_POSTS] + ["instant", "content"]

    assert {name for bit, name in enumerate(names) if bits >> bit & 1} == cues
