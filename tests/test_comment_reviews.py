"""Reviews with neither date nor button: posts of prose, each with a rating."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from posted import NAMES

import scrapy_treesim as treesim
from scrapy_treesim.comments.anchored import ranked_threads
from scrapy_treesim.comments.model import Candidate
from scrapy_treesim.comments.reviews import as_reviews, is_rated

SAID = (
    "They told us when they would come, and they came. The boiler has run ever since.",
    "Good price, quick work. I would call them again.",
    "The second visit was free of charge, as they had promised us on the telephone.",
    "It took a day longer than they said. Still, everything is dry now, and clean.",
)
STARS = "<div>" + "<i class='star on'></i>" * 4 + "<i class='star'></i></div>"


def shop(rating: str, said: Sequence[str] = SAID) -> str:
    reviews = "".join(
        f"<div class=entry>{rating}<b>{name}</b><div><p>{text}</p></div></div>"
        for name, text in zip(NAMES, said, strict=False)
    )
    about = "<p>We mend boilers, roofs and drains in all of the town, at any time of the day.</p>"
    section = f"<h2>Reviews</h2><section class=reviews>{reviews}</section>"
    return f"<h1>Boilers mended</h1>{about * 2}{section}<p>Call us.</p>"


@pytest.mark.parametrize(
    "rating",
    [
        "<span>★★★★☆</span>",
        "<span>4 out of 5</span>",
        "<img src=4.png alt='4 out of 5 stars'>",
        "<span class='star-rating Four'></span>",
        "<span class=stars><span style='width: 80%'></span></span>",
        STARS,
        "<meta itemprop=ratingValue content='4/5'>",
    ],
    ids=["signs", "words", "picture", "class", "width", "elements", "declared"],
)
def test_ratings_are_seen(rating: str) -> None:
    page = treesim.Page(f"<body>{rating}<p>Good.</p>")
    assert is_rated(page.tree, 0, len(page.tree))


@pytest.mark.parametrize(
    "html",
    [
        "<p>Good.</p>",
        "<b>4</b>",
        "<img alt='Kettle, 4 litres'>",
        "<a class=start>Start</a>" * 5,
        "<div><i class=star></i></div>",
        "<span style='width: 80%'></span>",
        "<p>Open 9 of 24 hours</p>",
    ],
)
def test_other_numbers_are_no_ratings(html: str) -> None:
    page = treesim.Page(f"<body>{html}")
    assert not is_rated(page.tree, 0, len(page.tree))


def test_rated_prose_is_found() -> None:
    assert [one.text for one in treesim.comments(shop(STARS))] == list(SAID)
    assert treesim.comments(shop("")) == []


def test_rated_goods_are_none() -> None:
    goods = [f"<a href=/{n}>Kettle number {n}, of steel</a> $ {n}9.99" for n in range(1, 7)]
    assert treesim.comments(shop(STARS, goods)) == []


def test_prose_with_prices_is_told_from_prose() -> None:
    goods = [f"{said} Now $ {n}9.99 only." for n, said in enumerate(SAID, 1)]
    for texts, is_priced in ((SAID, False), (goods, True)):
        _, candidates = treesim.Page(shop(STARS, texts)).once(ranked_threads)
        prose = [one.is_priced for one in candidates if one.is_prose]
        assert prose
        assert set(prose) == {is_priced}


def test_the_probability_rises_with_that_of_the_model() -> None:
    found = [as_reviews(Candidate(share, 0.0, 0)).confidence for share in (1e-300, 0.01, 0.5, 0.9)]
    assert found == sorted(found)
    assert 0 < found[0] < 0.01 < 0.9 < found[-1] < 1


def test_a_page_has_one_thread_whatever_is_asked_for() -> None:
    html = shop(STARS)
    sure = [one.text for one in treesim.comments(html)]
    assert [one.text for one in treesim.comments(html, treesim.Anchored(min_confidence=0))] == sure
