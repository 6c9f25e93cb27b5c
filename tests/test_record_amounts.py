"""What records say of money and ratings, whatever elements it is written in."""

from __future__ import annotations

import pytest

from scrapy_treesim import Page
from scrapy_treesim.reading.shown.amounts import amounts_in
from scrapy_treesim.reading.shown.ratings import score_of

AMOUNTS = (
    "$5", "5 €", "EUR 5", "5 eur", "Usd 12.50", "R$ 12", "S/. 12", "12:-", "5 руб.", "РУБ 5",
    "12元", "5万元", "US$12", "12 ر.س", "£12-£15", "5\u00a0zł", "5 Kč", "12 USD*",
    "CHF 12.–", "₹5", "<i>$</i><b>99</b><sup>95</sup>", "<b>12</b>,<i>50</i> <u>€</u>",
    "<u>EUR</u> <b>12</b>", "<b>12</b><i>usd</i>",
)  # fmt: skip
NO_AMOUNTS = ("5 items", "Try 5", "12.50", "the euro zone of 2024", "all 12", "5 % off", "5 ft")
RATINGS = (
    "4.5 out of 5", "4,5 von 5 Sternen", "8.5 / 10", "5 stars", "4 - star", "3 étoiles",
    "★ 4.5", "Rating: 4.5", "4.2 rating", "4.2 avg rating", "4.5 (12)", "4.8 von 5",
    "<b>4.5</b> <span>out of</span> <b>5</b>", "<b>4.5</b>/<b>5</b> <u>12 reviews</u>",
    "<span class=rating><b>4.5</b></span>", "<i title='4.5 out of 5 stars'></i>",
)  # fmt: skip
COUNTS = (
    "1,234 reviews", "12k+ ratings", "3 customer reviews", "1 review", "12 345 Bewertungen",
    "120 件のレビュー", "12 AVIS", "3万 评价",
    "<span class=stars><i></i></span> (12)", "<i aria-label='12 ratings'></i>",
    "<b>12</b> <i>reviews</i>",
)  # fmt: skip
NOT_SAID = ("3 May 2024", "$12.99", "12/05/2024", "Room 5", "€ 1.299,00", "7 replies", "no digit")


def record(html: str, url: str = "") -> tuple[Page, tuple[int]]:
    """A page with one record that says so."""
    page = Page(f"<ul><li>Thing <p>{html}</p></li></ul>", url)
    return page, (page.tree.parent[page.tree.tag.index(0)],)


@pytest.mark.parametrize("html", AMOUNTS)
def test_amounts_are_read(html: str) -> None:
    assert amounts_in(*record(html))


@pytest.mark.parametrize("html", NO_AMOUNTS)
def test_other_numbers_are_no_amounts(html: str) -> None:
    assert not amounts_in(*record(html))


def test_an_empty_cell_has_neither_amounts_nor_ratings() -> None:
    page, _ = record("$5 (4.5 out of 5)")
    assert amounts_in(page, ()) == []
    assert not any(score_of(page, ()))


def test_some_signs_are_money_at_home_alone() -> None:
    assert amounts_in(*record("5 ft", "https://x.example.hu/"))


@pytest.mark.parametrize("html", RATINGS)
def test_ratings_are_read(html: str) -> None:
    assert score_of(*record(html)).rating


@pytest.mark.parametrize("html", COUNTS)
def test_numbers_of_reviews_are_read(html: str) -> None:
    assert score_of(*record(html)).reviews


@pytest.mark.parametrize("html", NOT_SAID)
def test_other_numbers_are_no_ratings(html: str) -> None:
    assert not any(score_of(*record(html)))


def test_a_fraction_alone_is_a_rating_where_class_names_say_so() -> None:
    assert not any(score_of(*record("<b class=size>4.5</b>")))
    assert score_of(*record("<b class=user-rating>4.5</b>")).rating
