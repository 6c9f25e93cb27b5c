"""Words of ratings."""

from typing import Final

from scrapy_treesim.values.lexicon.words import entries, words

STARS: Final = words("rating.stars")
RATED: Final = words("rating.rated")
OUT_OF: Final = "|".join(entries("rating.out_of"))
REVIEW: Final = words("rating.review")
REVIEWS: Final = words("rating.reviews")
OF_WHOM: Final = words("rating.of_whom")
SAID: Final = words("rating.near")
AVERAGE: Final = words("rating.average")
VOTES: Final = words("rating.votes")
OF_CLASSES: Final = words("class.rating")
DRAWN: Final = "star stars rating ratings rate rated"
"""Words of class names around a rating that is drawn."""
NUMBERS: Final = "one two three four five"
"""Ratings as class names spell them, from 1."""
EMPTY: Final = (
    "empty off o outline outlined blank gray grey inactive disabled regular far none no unfilled "
    "border light hollow"
)
"""Words of class names of a star that is not given."""
FILLED: Final = "fill filled full on active checked selected gold golden yellow solid fas current"
"""Words of class names of a star that is given."""
HALF: Final = "half"
"""A word of class names of half a star."""
RANKED: Final = (
    "rank ranks ranked level levels karma reputation badge badges trophy usertitle usergroup "
    "postgroup postrank userrank"
)
"""Words of names of what a member is or has, be it in stars."""
RATED_NAMES: Final = "rating ratings rated review reviews"
"""Words of class names that say for sure that stars beside are of a rating."""
OF_MEMBERS: Final = (
    r"(?:user|member|poster|profile)[-_]{0,2}"
    r"(?:info|title|group|detail|data|panel|box|card|stat|level|star|icon)"
)
"""Pattern of names of what tells of a member."""
