"""Ratings that a page draws: stars by their names, widths and numbers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scrapy_treesim import Page
from scrapy_treesim.records.table.columns import Table, table_of
from scrapy_treesim.records.table.standard_fields import standard_fields
from scrapy_treesim.values.ratings import rating_in_class

GIVEN = (3, 5, 1, 4)
NAMES = ("Oak", "Elm", "Ash", "Yew")


def table(drawn: Callable[[int], str], around: str = "{}") -> Table:
    """The table of records of a name and of what is drawn for each rating of :data:`GIVEN`."""
    items = "".join(
        f"<li><h3>{name}</h3>{around.format(drawn(given))}<p>A tree called {name}</p></li>"
        for name, given in zip(NAMES, GIVEN, strict=True)
    )
    page = Page(f"<ul>{items}</ul>")
    return table_of(page, [[node] for node in page.nodes_of([*page.root.iter("li")])])


def icons(given: str, other: str) -> Callable[[int], str]:
    """Five icons of these class names."""
    return lambda n: f'<i class="{given}"></i>' * n + f'<i class="{other}"></i>' * (5 - n)


WORDS = ("Zero", "One", "Two", "Three", "Four", "Five")


@pytest.mark.parametrize(
    "drawn",
    [
        lambda n: f'<p class="star-rating {WORDS[n]}">' + '<i class="icon-star"></i>' * 5 + "</p>",
        lambda n: f'<p class="star-rating-{n}"></p>',
        lambda n: f'<span class="stars stars-{n}-0"></span>',
        lambda n: f'<span class="rating rating{n}0"><b></b></span>',
        lambda n: f'<span class="{WORDS[n].lower()}-stars"></span>',
        lambda n: f'<span class="smallStarRating StarRating{n}"></span>',
        lambda n: f'<div class=rating title="{n} out of 5"></div>',
        lambda n: f'<div class=rating><img alt="{n}.0 stars" src=/s.png></div>',
        lambda n: f'<div class=stars><span style="color: red; width: {20 * n}%"></span></div>',
        icons("fa fa-star", "fa fa-star-o"),
        icons("star on", "star"),
        icons("bi bi-star-fill", "bi bi-star"),
        lambda n: '<span class="ws-icon ws-icon-star"></span>' * n,
        lambda n: "".join(f'<i class="star star-{i} {"on" * (i <= n)}"></i>' for i in range(1, 6)),
        lambda n: '<svg class="star full"><path d=""/></svg>' * n + '<svg class="star"></svg>',
    ],
)
@pytest.mark.parametrize("around", ["{}", "<div class=ratings>{}<small>12 reviews</small></div>"])
def test_a_rating_that_is_drawn_is_a_column(drawn: Callable[[int], str], around: str) -> None:
    found = table(drawn, around)
    ratings = [one.get("rating") for one in standard_fields(found, len(GIVEN))]
    assert ratings == [*GIVEN]
    assert found["rating"].kind == "rating"


def test_half_a_star_is_half() -> None:
    half = '<i class="fa fa-star"></i><i class="fa fa-star-half-o"></i><i class="fa fa-star-o"></i>'
    assert set(table(lambda _: f"<p class=rating>{half}</p>")["rating"].cells) == {"1.5"}


@pytest.mark.parametrize(
    "drawn",
    [
        # What is the same for all is decoration.
        lambda _: '<i class="icon-star"></i>' * 5,
        lambda n: f"<p class=stairs-{n}></p>",
        lambda n: f"<p class='rating rating-{n + 7}'></p>",
        lambda n: f"<p class=exchange>{n}</p>",
        lambda n: f'<p class=rating><b title="{n} people"></b></p>',
        lambda n: f"<p class=number{n}><i style='width: {n}%'></i></p>",
    ],
)
def test_what_draws_no_rating_is_none(drawn: Callable[[int], str]) -> None:
    assert "rating" not in {column.name for column in table(drawn).columns}


def test_a_rating_that_is_written_goes_before_one_that_is_drawn() -> None:
    found = table(lambda n: f'<p class="rating star-{n}">{n}.2</p>')
    assert [column.name for column in found.columns].count("rating") == 1
    assert found["rating"].cells == tuple(f"{n}.2" for n in GIVEN)
    assert "rating_2" not in {column.name for column in found.columns}


def test_one_record_in_many_is_no_column() -> None:
    found = table(lambda n: f"<p class='star-rating {WORDS[n]}'></p>" if n == 5 else "")
    assert "rating" not in {column.name for column in found.columns}


@pytest.mark.parametrize(
    ("names", "rating"),
    [
        ("star-rating Three", 3.0), ("Three star-rating", 3.0), ("StarRating4", 4.0),
        ("rating-45", 4.5), ("a-star-small-3-5", 3.5), ("stars-5-0", 5.0), ("rate_2", 2.0),
        ("rating-55", None), ("rating-0", None), ("rating-6", None), ("rating-123", None),
        ("star-1-2-3", None), ("col-3", None), ("three", None), ("rating", None), ("", None),
        ("Stars_Stars__2a5PD", None), ("text-start-3", None), ("rating__star4", 4.0),
    ],
)  # fmt: skip
def test_ratings_in_class_names(names: str, rating: float | None) -> None:
    assert rating_in_class(names) == rating
