"""Ratings as texts, class names and widths say them, and the numbers of those who gave them.

A rating says the best there is, has stars, or is a fraction beside a number in brackets. It is no
more than the best there is; without that, no more than :data:`MAX_RATING`. Votes, telephone numbers
and places in a ranking are none, and no star at all is none: nobody has rated yet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from scrapy_treesim.values.lexicon.words import entries
from scrapy_treesim.values.typed_values import MAX_CHARS, Rating, number_of

BEST: Final = 5.0
"""The best rating of stars where nothing says another."""
MAX_RATING: Final = 10
"""The highest rating of which nothing says the best there is."""
BESTS: Final = frozenset(map(Decimal, (4, 5, 6, 7, 10, 20, 100)))
"""The best ratings there are."""
FILLED_STARS: Final = "★⭐✭"
"""Stars of a rating."""
LONE_STARS: Final = frozenset(FILLED_STARS)
EMPTY_STARS: Final = "☆✩"
"""Stars that a rating lacks."""
ANY_STARS: Final = FILLED_STARS + EMPTY_STARS
MAX_NAMES: Final = 200
"""Characters of class names and of a style that are read."""


def _any(*sections: str) -> str:
    return f"(?:{'|'.join(entries(*sections))})"


_NUMBER: Final = r"\d[\d.,'\u00a0\u202f]{0,9}"
_OF: Final = re.compile(
    rf"(?<![\d.,])(\d{{1,3}}(?:[.,]\d{{1,4}})?)\s{{0,3}}(?:{_any('rating.stars')}\s{{1,3}})?"
    rf"{_any('rating.out_of')}\s{{0,3}}(\d{{1,3}})(?![\d/]|[.,]\d)",
    re.IGNORECASE,
)
"""A rating and the best there is."""
_OUT_OF: Final = re.compile(r"\s{0,2}[\d.,]{1,5} out of \d{1,3}\s{0,2}", re.IGNORECASE)
_STARS: Final = re.compile(
    r"(?<![\w.,])([0-5](?:[.,]\d{1,2})?)\s{0,2}"
    rf"(?:[★⭐]|-?\s?{_any('rating.stars')}(?![^\W\d_]))"
    rf"|[★⭐]\s{{0,2}}([0-5][.,]\d{{1,2}})(?!\d)|[{ANY_STARS}]{{2,10}}",
    re.IGNORECASE,
)
_BRACKETS: Final = re.compile(
    rf"[(\[（]\s{{0,2}}(?!\d{{1,2}}[.,]\d{{1,2}}\s{{0,2}}[)\]）])({_NUMBER}[kKmM万]?\+?)\s{{0,2}}[)\]）]"
)
"""A whole number in brackets."""
_COUNTED: Final = re.compile(
    rf"(?<![\w.,])(?:({_NUMBER}(?:\s\d{{3}}){{0,2}}\s?[kKmM万]?)\+?\s{{0,2}}"
    rf"(?:{_any('rating.of_whom')}\s{{1,2}}){{0,2}}{_any('rating.reviews')}"
    rf"|1\s{{1,2}}{_any('rating.review')})(?![^\W\d_])",
    re.IGNORECASE,
)
"""A number before a word for what buyers say."""
_OF_WHOM: Final = re.compile(
    rf"(?<![\w.,])\d{{1,9}}\s{{1,2}}{_any('rating.of_whom')}(?![^\W\d_])", re.IGNORECASE
)
"""A number of those who gave a rating, beside it."""
_NAMED: Final = re.compile(
    rf"{_any('rating.average')}\s{{0,2}}[:：]?\s{{0,2}}(\d{{1,2}}[.,]\d{{1,2}})(?![.,]?\d)"
    r"|(?<![\d.,])(\d{1,2}[.,]\d{1,2})\s{1,2}(?:avg\.?\s|average\s)?"
    rf"{_any('rating.average')}(?![^\W\d_])",
    re.IGNORECASE,
)
_FRACTION: Final = re.compile(r"\s{0,3}(\d{1,2}[.,]\d{1,2})\s{0,3}")
_BARE: Final = re.compile(rf"\s{{0,3}}({_NUMBER}[kKmM万]?\+?)\s{{0,3}}")
"""A number alone."""
_PERCENT: Final = re.compile(r"(?<![\d.,−-])(\d{1,3})\s?[%％]")
_PLAIN: Final = re.compile(
    r"(?<![\w.,#№/+-])(\d{1,2}(?:[.,]\d{1,4})?)(?![\d/%％$€£°]|[.,-]\d|\s?/"
    r"|\s?[kKmM](?![^\W\d_])|\s?[千万萬])"
)
_WORD: Final = re.compile(r"[^\W\d_]{1,28}")
_OF_RATINGS: Final = frozenset(
    entries("rating.stars", "rating.rated", "rating.reviews", "rating.near")
)
_OF_VOTES: Final = frozenset(entries("rating.votes"))
_COUNTING: Final = frozenset(
    f"{thousands}{word}"
    for word in entries("rating.reviews", "rating.review")
    for thousands in ("", "k", "m")
)
"""Words behind the numbers of those who gave a rating: ``12 reviews``, ``12Kreviews``."""
_OF_SCALE: Final = frozenset(
    word for entry in entries("rating.out_of", "rating.stars") for word in _WORD.findall(entry)
)
"""Words between a rating and the best there is."""
_AVERAGES: Final = entries("rating.average")


def rating_of(text: str) -> Rating | None:
    """The rating that a text says, where that is all it may say: ``4.5 out of 5``, ``4/5``,
    ``85 %``, ``★★★☆☆``, ``4.2``.

    >>> rating_of("4,5 von 5").best, rating_of("8.7").value, rating_of("01632 960112")
    (Decimal('5'), Decimal('8.7'), None)
    """
    text = text[:MAX_CHARS]
    scaled = _of_scale(text)
    if scaled is not None:
        return scaled
    rest = _COUNTED.sub(" ", _BRACKETS.sub(" ", text))
    value = number_of(_number_in(text, rest))
    if value is not None and value <= MAX_RATING:
        return Rating(value, None, text)
    filled, empty = (sum(map(rest.count, signs)) for signs in (FILLED_STARS, EMPTY_STARS))
    if not 0 < filled + empty <= MAX_RATING or any(map(str.isdigit, rest)):
        return None
    return Rating(Decimal(filled), Decimal(filled + empty) if empty else None, text)


def _of_scale(text: str) -> Rating | None:
    """The rating of a text that says the best there is."""
    scale = _OF.search(text)
    if scale is not None:
        value, best = number_of(scale[1]), Decimal(scale[2])
        if value is not None and best in BESTS and value <= best:
            return Rating(value, best, text)
    percent = _PERCENT.search(text)
    if percent is None or int(percent[1]) > 100:
        return None
    is_alone = len(percent[1]) == sum(map(str.isdigit, text))
    return Rating(Decimal(percent[1]), Decimal(100), text) if is_alone else None


def _number_in(text: str, rest: str) -> str:
    """The number of a rating without a scale, empty for none; ``rest``: without counted reviews."""
    match = _NAMED.search(text) or _STARS.search(text) or _FRACTION.fullmatch(text.strip("()[]"))
    number = "".join(filter(None, match.groups())) if match else ""
    plain = None if number else _PLAIN.search(rest)
    if plain is None:
        return number
    # What has more digits is a telephone number, a day, a place among others.
    is_alone = sum(map(str.isdigit, rest)) == sum(map(str.isdigit, plain[1]))
    # Votes are counted; half of one is none.
    is_counted = plain[1].isdigit() and says_votes(rest)
    return plain[1] if is_alone and not is_counted else ""


def says_votes(text: str) -> bool:
    """Tell whether a text has a word for votes, and none for ratings."""
    words = {*_WORD.findall(text.casefold())}
    return not words.isdisjoint(_OF_VOTES) and words.isdisjoint(_OF_RATINGS)


def are_ratings(texts: Sequence[str]) -> bool:
    """Tell whether texts may be ratings, but for one in ten."""
    return sum(rating_of(text) is None for text in texts) <= len(texts) / 10


def is_plainly_rating(text: str) -> bool:
    """Tell whether a text says the best rating there is, other than 100 %, or is a fraction."""
    rating = rating_of(text)
    if rating is None or _PERCENT.search(text):
        return False
    return rating.best is not None or rating.value % 1 != 0


class RatingText(NamedTuple):
    """A rating and the number of those who gave it, as parts of a text."""

    rating: str
    reviews: str | None


@lru_cache(maxsize=4096)
def rating_text_in(text: str, *, cue: bool) -> RatingText | None:
    """The rating in a text, if it is one for sure; ``cue``: class names call it a rating."""
    cue = cue or not _OF_RATINGS.isdisjoint(_WORD.findall(text.casefold()))
    cue = cue or _OUT_OF.fullmatch(text) is not None
    rating = _certain_rating(text, cue=cue)
    if rating is None and cue and text.strip() in LONE_STARS:
        return RatingText(text.strip(), None)
    return rating or _leading_fraction(text, cue=cue)


def _certain_rating(text: str, *, cue: bool) -> RatingText | None:
    """The rating in a text that says the best there is, has stars, or is named so."""
    if not (
        "/" in text or _may_say(_OF_SCALE, text) or any(map(text.lower().__contains__, _AVERAGES))
    ):
        return None
    for pattern in (_OF, _STARS, _NAMED):
        match = pattern.search(text)
        if match is not None and _is_rating(match[0], pattern, cue=cue):
            rating = match[1] or match[2] if pattern is _NAMED else match[0]
            return RatingText(rating, _count(f"{text[: match.start()]} {text[match.end() :]}"))
    return None


def _leading_fraction(text: str, *, cue: bool) -> RatingText | None:
    """The fraction that a text begins with, before a number in brackets or, with a cue, alone."""
    match = _FRACTION.match(text)
    value = rating_of(match[1]) if match is not None else None
    if match is None or value is None or value.value > (MAX_RATING if cue else BEST):
        return None
    bracket = _BRACKETS.fullmatch(text, match.end())
    if bracket is not None:
        return RatingText(match[1], bracket[0])
    return RatingText(match[1], None) if cue and match.end() == len(text) else None


def _is_rating(text: str, pattern: re.Pattern[str], *, cue: bool) -> bool:
    rating = rating_of(text)
    most = MAX_RATING if pattern is _NAMED else BEST
    if rating is None or not 0 < rating.value <= (rating.best or most):
        return False
    return pattern is not _OF or (rating.best is not None and (cue or "." in text or "," in text))


@lru_cache(maxsize=4096)
def counted_in(text: str) -> str | None:
    """A number before a word such as reviews."""
    match = _COUNTED.search(text) if _may_say(_COUNTING, text) else None
    return match[0] if match else None


def _may_say(words: frozenset[str], text: str) -> bool:
    """Tell at a glance whether a text may have one of these words."""
    return not text.isascii() or not words.isdisjoint(_WORD.findall(text.lower()))


def is_bracketed(text: str) -> bool:
    """Tell whether a text is a number in brackets."""
    return _BRACKETS.fullmatch(text) is not None


def is_bare(text: str) -> bool:
    """Tell whether a text is a whole number alone."""
    return "." not in text and _BARE.fullmatch(text) is not None


def _count(text: str) -> str | None:
    match = _BRACKETS.search(text) or _OF_WHOM.search(text)
    return counted_in(text) or (match[0] if match else None)


def is_in_stars(text: str) -> bool:
    """Tell whether a text is a rating in stars."""
    return _STARS.fullmatch(text) is not None or text.strip() in LONE_STARS


# Ratings that are drawn

_WIDTH: Final = re.compile(r"width\s*:\s*(\d{1,3}(?:\.\d+)?)\s*%")
_PART: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
_LOT: Final = re.compile(r"__(?=\S{0,5}(?:[A-Z]|\d[a-z]))[A-Za-z0-9-]{5,6}(?=\s|\Z)")
"""What a bundler of styles puts after a name."""
STARS: Final = frozenset(("star", "stars"))
"""Words of class names of stars."""
DRAWN: Final = STARS | {"rating", "ratings", "rated"}
"""Words of class names of drawn ratings."""
_DRAWN: Final = DRAWN | {"rate"}
NAMED: Final = frozenset(entries("class.rating"))
"""Words of class names of ratings and of those who gave them."""
_RATED: Final = frozenset("rating ratings rated review reviews".split())
"""Words of class names that say for sure that stars beside are of a rating."""
_RANKED: Final = frozenset(
    "rank ranks ranked level levels karma reputation badge badges trophy usertitle usergroup "
    "postgroup postrank userrank".split()
)
"""Words of names of what a member is or has, be it in stars."""
_MEMBER: Final = re.compile(
    r"(?:user|member|poster|profile)[-_]{0,2}"
    r"(?:info|title|group|detail|data|panel|box|card|stat|level|star|icon)",
    re.IGNORECASE,
)
_NUMBERS: Final = {"one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0}
_EMPTY: Final = frozenset(
    "empty off o outline outlined blank gray grey inactive disabled regular far none no unfilled "
    "border light hollow".split()
)
"""Words of class names of a star that is not given."""
_FILLED: Final = frozenset(
    "fill filled full on active checked selected gold golden yellow solid fas current".split()
)
"""Words of class names of a star that is given."""


@lru_cache(maxsize=4096)
def rating_in_class(names: str) -> float | None:
    """The rating in class names.

    >>> [rating_in_class(names) for names in ("star-rating Three", "stars-4-5", "rating", "three")]
    [3.0, 4.5, None, None]
    """
    tokens = _parts_of(names[:MAX_NAMES])
    if not any(_DRAWN.intersection(parts) for parts in tokens):
        return None
    for parts in tokens:
        if parts[-1] in _NUMBERS:
            return _NUMBERS[parts[-1]]
        if len(parts) > 1 and parts[-1] in STARS and parts[-2] in _NUMBERS:
            return _NUMBERS[parts[-2]]
        if _DRAWN.intersection(parts):
            value = _of_digits([part for part in parts if part.isdigit()])
            if value is not None:
                return value
    return None


@lru_cache(maxsize=4096)
def rating_in_style(style: str) -> float | None:
    """The rating by the width of a bar of stars.

    >>> rating_in_style("width: 90%")
    4.5
    """
    width = _WIDTH.search(style[:MAX_NAMES])
    if width is None or not 0 < float(width[1]) <= 100:
        return None
    return round(float(width[1]) / 100 * BEST, 1)


def has_word(words: frozenset[str], names: str) -> bool:
    """Tell whether class names have one of these words in them, such as :data:`STARS`."""
    return _has_word(words, names[:MAX_NAMES])


@lru_cache(maxsize=4096)
def _has_word(words: frozenset[str], names: str) -> bool:
    return any(not words.isdisjoint(parts) for parts in _parts_of(names))


@lru_cache(maxsize=4096)
def names_rank(names: str, *, is_small: bool = True) -> bool | None:
    """Tell whether names say that stars are those of a member, not of what is rated; None where
    they say neither. ``is_small``: the element holds hardly more than the stars.

    >>> names_rank("user-rank"), names_rank("user-rating"), names_rank("stars")
    (True, False, None)
    """
    if has_word(_RATED, names):
        return False
    is_rank = _MEMBER.search(names[:MAX_NAMES]) is not None or (
        is_small and has_word(_RANKED, names)
    )
    return is_rank or None


def stars_drawn(icons: Sequence[Sequence[str]]) -> list[float | None]:
    """The stars of rows of icons, by the icons' class names; None for a row of none.

    What tells given stars from others is the same in all rows. Where nothing tells, all are given;
    and where all rows have as many then, that says nothing: None for all.

    >>> stars_drawn([["fa fa-star", "fa fa-star-o"], ["fa fa-star", "fa fa-star-half-o"]])
    [1.0, 1.5]
    >>> stars_drawn([["icon-star", "icon-star"], ["icon-star", "icon-star"]])
    [None, None]
    """
    rows = [[_state_of(names[:MAX_NAMES]) for names in row] for row in icons]
    states = set(chain.from_iterable(rows))
    # Where given stars are marked, those without a mark are not.
    unmarked = 0.0 if "filled" in states and "empty" not in states else 1.0
    worth = {"filled": 1.0, "empty": 0.0, "half": 0.5, "": unmarked}
    sums = [sum(map(worth.__getitem__, row)) for row in rows]
    if len(states) < 2 and len({*filter(None, sums)}) < 2:
        return [None] * len(rows)
    return [stars if 0 < stars <= BEST else None for stars in sums]


@lru_cache(maxsize=1024)
def _state_of(names: str) -> str:
    parts = {part for parts in _parts_of(names) for part in parts}
    if "half" in parts:
        return "half"
    if parts & _EMPTY:
        return "empty"
    return "filled" if parts & _FILLED else ""


@lru_cache(maxsize=4096)
def _parts_of(names: str) -> tuple[tuple[str, ...], ...]:
    """The words and numbers in each class name."""
    tokens = (_PART.findall(name) for name in _LOT.sub("", names).split())
    return tuple(tuple(part.lower() for part in parts) for parts in tokens if parts)


def _of_digits(numbers: Sequence[str]) -> float | None:
    """``4`` is 4, ``4`` and ``5`` are 4.5, and so is ``45``."""
    digits = "".join(numbers)
    if len(digits) not in (1, 2) or digits[1:] not in ("", "0", "5"):
        return None
    value = float(f"{digits[0]}.{digits[1:]}")
    return value if 0 < value <= BEST else None
