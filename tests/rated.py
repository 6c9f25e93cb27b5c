"""Records that say a rating or how many gave one, in some of the ways that pages have."""

from __future__ import annotations

from scrapy_treesim.values.lexicon import ratings

SAID = (
    "4.5 out of 5", "4,5 von 5 Sternen", "4/5", "8.5 / 10", "5 stars", "4 - star", "3 étoiles",
    "★★★☆☆", "★ 4.5", "Rating: 4.5", "4.2 rating", "4.2 avg rating", "4.5 (12)", "4,5\u00a0(1.234)",
    "1,234 reviews", "12k+ ratings", "3 customer reviews", "1 review", "12 345 Bewertungen",
    "Reviews: 12", "件のレビュー：120", "120 件のレビュー", "3\u00adstars", "5星", "12 AVIS",
    "4.8 von 5", "4.8 OUT OF 5", "9 sur 10", "12 avis clients", "3 global ratings", "3万 评价",
)  # fmt: skip
"""Texts."""
NOT_SAID = ("3 May 2024", "$12.99", "12/05/2024", "Room 5", "€ 1.299,00", "7 replies", "no digit")
"""Texts that no pattern of ratings knows."""

_PARTS = (
    "<i>4</i>.<i>5</i> (12)",
    "<b>4.5</b> <span>out of</span> <b>5</b>",
    "<b>4.5</b>/<b>5</b><u>12 reviews</u>",
    "<span class=rating><b>4.5</b></span>",
    "<span class=stars><i></i></span> (12)",
    "<span class=stars><i></i> <b>(</b>12<b>)</b></span>",
    "<i title='4.5 out of 5 stars'></i>",
    "<i aria-label='12 ratings'></i>",
    "<b>Rating</b>: <i>4.5</i>",
    "<b>12</b> <i>reviews</i>",
    "<b>1.2</b>k <i>global</i> <i>ratings</i>",
)
RATED = tuple(
    f"<ul>{''.join(f'<li>Thing {number}<p>{said}</p>' for number in range(3))}</ul>"
    for said in (
        *SAID, *NOT_SAID, *_PARTS,
        *(f"12 {word}" for word in ratings.REVIEWS.split()),
        *(f"{word.upper()}: 12" for word in ratings.REVIEWS.split()),
        *(f"4.5 {word}" for word in f"{ratings.STARS} {ratings.AVERAGE}".split()),
        *(f"{word} 4,5" for word in ratings.AVERAGE.split()),
        *(f"4{word}5" for word in ratings.OUT_OF.split("|")),
    )
)  # fmt: skip
"""Lists of which each says something, in one element or several."""
