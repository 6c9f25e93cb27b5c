"""Numbers, stars and bars that are ratings, and those that only look so."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import examples

import scrapy_treesim as treesim
from scrapy_treesim.values.ratings import MAX_RATING, rating_of

NAMES = ("Oak chair", "Elm table", "Ash stool", "Yew bench")
STARS = (3, 5, 1, 4)
SHARES = (60, 100, 20, 80)
VOTES = (384, 217, 1204, 58)
WORDS = ("Three", "Five", "One", "Four")
PHONES = ("01632 960112", "(555) 010-2233", "+44 20 7946 0101", "030-123456")
START = ("text-start", "flex items-start", "justify-start align-items-start", "started")


def records(show: Callable[[int], str]) -> list[object]:
    """The ratings of a list's records, of which each shows something."""
    cards = "".join(
        f"<li><h3><a href=/p/{n}>{name}</a></h3>{show(n)}<p>A {name} made of good wood.</p></li>"
        for n, name in enumerate(NAMES)
    )
    html = f"<h1>Things</h1><ul>{cards}</ul>"
    return [one["rating"] for one in treesim.extract(html, emit="all")["records"]]


def comments(show: Callable[[int], str]) -> list[object]:
    """The ratings of a thread's posts, of which each shows something beside its author."""
    texts = (
        "Would you please send us a link to the page that you are looking at?",
        "I use the option to show and hide all of the time. It helps with many fields.",
        "You mean the menu of three dots. Move it right, and it is plain what that does.",
        "Everybody has been so helpful. Thank you for being there.",
    )
    posts = "".join(
        f"<li class=comment><div class=meta><a class=username href=/u/{n}>Ann{n}</a> {show(n)} "
        f"<time datetime=2022-03-0{n + 2}>2022-03-0{n + 2}</time></div><p>{text}</p></li>"
        for n, text in enumerate(texts)
    )
    html = f"<h1>Can anyone help me?</h1><ul class=comments>{posts}</ul>"
    return [one["rating"] for one in treesim.extract(html, emit="all")["comments"]]


def detail(shown: str, below: str = "") -> object:
    """The rating of the thing that a page is about."""
    html = (
        "<title>A Light in the Loft</title><h1>A Light in the Loft</h1><p class=price>£51.77</p>"
        f"{shown}<form><button>Add to basket</button></form><h2>Description</h2><p>Poems for those "
        f"who live below the roof and hear the rain before anybody else does.</p>{below}"
    )
    return (treesim.extract(html, emit="all")["detail"] or {}).get("rating")


NO_RATINGS: Sequence[Callable[[int], str]] = (
    lambda n: f"<a href='tel:{PHONES[0]}'>{PHONES[0]}</a> <span>Local call rate</span>",
    lambda n: f"<p class=call-rate>{PHONES[n]}</p>",
    lambda n: f"<p class=rating>{PHONES[n]}</p>",
    lambda n: f"<p><b>Rate:</b> {PHONES[0]}</p>",
    lambda n: f"<div class=rate><b>{VOTES[n]}</b> points</div>",
    lambda n: f"<div class=rating><b>{VOTES[n]}</b> votes</div>",
    lambda n: f"<div class=stars><b>{STARS[n]}</b> karma</div>",
    lambda n: f"<a class=stars>★ {VOTES[n]}</a>",
    lambda n: f"<span class=rank>#{n + 1} of 50 hotels</span>",
    lambda n: f"<span class=rating>{2850 - n}</span>",
    lambda n: f"<span class=sale-rate>{SHARES[n]}%</span>",
    lambda n: f"<div class='rank stars' title='Level {n}'>{'★' * STARS[n]}</div>",
    *(
        lambda n, names=names: f"<p class='{names}'><i style='width: {SHARES[n]}%'></i></p>"
        for names in START
    ),
)


@pytest.mark.parametrize("show", NO_RATINGS)
def test_what_looks_like_a_rating_is_none(show: Callable[[int], str]) -> None:
    assert records(show) == [None] * len(NAMES)
    assert comments(show) == [None] * len(NAMES)
    assert detail(show(1)) is None


RATINGS: Sequence[Callable[[int], str]] = (
    lambda n: f"<p>{'★' * STARS[n]}{'☆' * (5 - STARS[n])}</p>",
    lambda n: f"<p class=stars>{'★' * STARS[n]}</p>",
    lambda n: f"<p aria-label='{STARS[n]} out of 5'><svg></svg></p>",
    lambda n: f"<p class=rating title='{STARS[n]} of 5 stars'></p>",
    lambda n: f"<p class=star-rating><i style='width: {SHARES[n]}%'></i></p>",
    lambda n: f"<p class='star-rating {WORDS[n]}'>{'<i class=icon-star></i>' * 5}</p>",
    lambda n: (
        f"<p class=rating>{'<i class=fa-star></i>' * STARS[n]}"
        f"{'<i class=fa-star-o></i>' * (5 - STARS[n])}</p>"
    ),
    lambda n: (
        f"<p class=stars>{'<svg class=star-full></svg>' * STARS[n]}"
        f"{'<svg class=star-empty></svg>' * (5 - STARS[n])}</p>"
    ),
)


@pytest.mark.parametrize("show", RATINGS)
def test_stars_are_read_the_same_everywhere(show: Callable[[int], str]) -> None:
    assert records(show) == [*STARS]
    assert comments(show) == [*STARS]
    assert detail(show(3)) == STARS[3]


@pytest.mark.parametrize("names", ["rank", "user-rank", "userTitle", "badge", "userinfo"])
def test_stars_of_a_rank_are_no_rating_of_the_post(names: str) -> None:
    assert comments(lambda n: f"<b class='{names}'>{'✭' * STARS[n]}</b>") == [None] * len(NAMES)
    both = comments(lambda n: f"<b class='{names}'>✭✭</b> <i class=rating>{STARS[n]}/5</i>")
    assert both == [*STARS]


@pytest.mark.parametrize(
    ("shown", "rating"),
    [
        ("8.{0}/10", 8.2), ("8{0}/100", 82), ("8{0} out of 100", 82), ("8.{0}", 8.2), ("{0}", 2),
        ("8{0}%", 82), ("({0}.5)", 2.5), ("8{0}", None), ("1{0}", None), ("12{0}/100", None),
    ],
)  # fmt: skip
def test_a_rating_is_no_more_than_its_scale(shown: str, rating: float | None) -> None:
    ratings = records(lambda n: f"<b class=rating>{shown.format(n + 1)}</b>")
    assert ratings[1] == rating


@examples(200)
@given(st.one_of(st.text(max_size=40), st.from_regex(r"[\d .,/()★☆%k-]{1,15}", fullmatch=True)))
def test_every_rating_is_bounded(text: str) -> None:
    rating = rating_of(text)
    assert rating is None or 0 <= rating.value <= (rating.best or MAX_RATING)


def test_stars_of_other_things_are_no_rating_of_the_page() -> None:
    others = "".join(
        f"<li><a href=/{n}>Other book {n}</a><p class='star-rating {word}'></p></li>"
        for n, word in enumerate(WORDS)
    )
    assert detail("", f"<h2>Related products</h2><ul>{others}</ul>") is None


def test_a_page_that_says_it_is_sold_out_and_nothing_else_is_believed() -> None:
    for said in ("Ausverkauft", "Derzeit ausverkauft"):
        html = (
            f"<html lang=de><h1>Lampe Nord</h1><p>149,00 €</p><p>{said}</p><p>Die Oberfläche wird "
            "von Hand geschliffen und geölt.</p><dl><dt>Material<dd>Eiche<dt>Gewicht<dd>4 kg</dl>"
        )
        found = treesim.detail(html)
        assert found is not None
        assert found.availability == "SoldOut"


@pytest.mark.parametrize(
    ("shown", "rating", "reviews"),
    [
        ("<div class='rating'>3 out of 5 stars</div><p>based on 12 reviews</p>", 3.0, 12),
        ("<p>3 out of 5 stars</p>", 3.0, None),
        ("<p>Rated 3 out of 5 stars by 128 customers</p>", 3.0, 128),
        ("<p>100% recommend it, based on 12 reviews</p><div>4 out of 5</div>", 4.0, 12),
        ("<div class='rating'><span>3</span> out of <span>5</span></div>", 3.0, None),
        ("<div>4 von 5</div><div>(8 Bewertungen)</div>", 4.0, 8),
        ("<div>4 von 5</div><div>Bilder</div>", None, None),
    ],
)
def test_the_best_there_is_counts_no_reviews(
    shown: str, rating: float | None, reviews: int | None
) -> None:
    read = treesim.detail(
        f"<title>Oak lamp</title><h1>Oak lamp</h1><p class='price'>$49.00</p>{shown}"
        "<button>Add to cart</button>"
    )
    assert read is not None
    assert (read.rating, read.reviews) == (rating, reviews)
