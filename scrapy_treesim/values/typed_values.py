"""Typed values of cells: amounts with their currency, numbers, ratings, quantities."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Final, TypeAlias

MAX_CHARS: Final = 100
"""Largest number of characters of a value; longer texts only mention values."""

_NUMBER: Final = re.compile(
    r"(?<![\d.,])[-−]?(?:\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?)"
)
_TIMES: Final = re.compile(r"\s?(?:([kK]\b|千)|([mM]\b)|([万萬])|([亿億]))")
_FACTORS: Final = (1_000, 1_000_000, 10_000, 100_000_000)
_GAPS: Final = re.compile(r"['’\s\u00a0\u202f]")
_POINTS: Final = re.compile("[.,]")
_FRACTION: Final = re.compile(r"(?:(?<=^0)[.,]\d+|[.,](?!\d{3}$)\d+)$")
"""A fraction for sure: behind a naught, or not of three digits."""
_THOUSANDS: Final = re.compile(r"([.,])(?=\d{3}[.,])")


@dataclass(frozen=True, slots=True)
class Price:
    """An amount of money."""

    amount: Decimal
    currency: str | None
    """Code of ISO 4217; None if it is ambiguous."""
    text: str = field(default="", repr=False, compare=False)
    """Text on the page."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating, with the best possible one if the text has it."""

    value: Decimal
    best: Decimal | None
    text: str = field(default="", repr=False, compare=False)
    """Text on the page."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number and its unit."""

    value: Decimal
    unit: str
    """Unit in the text, in small letters; ``min`` for hours and minutes."""
    text: str = field(default="", repr=False, compare=False)
    """Text on the page."""


Value: TypeAlias = "str | list[str] | Decimal | Price | Rating | Quantity | datetime | date"
"""Value of a cell; a text in columns of no other kind,
a list of texts in columns with several values a record."""


def number_of(text: str, point: str = "") -> Decimal | None:
    """Return the first number of a text: ``1,234 reviews``, ``1.234,5``, ``12k``, ``3万``.

    ``point``: the sign before fractions of three digits, too, see :func:`decimal_point`.
    """
    match = _NUMBER.search(text[:MAX_CHARS])
    number = None if match is None else _decimal(match.group(), point)
    if match is None or number is None:
        return None
    times = _TIMES.match(text, match.end())
    if times is None:
        return number
    return number * _FACTORS[next(i for i, group in enumerate(times.groups()) if group)]


def decimal_point(texts: Iterable[str]) -> str:
    """Return the sign that some numbers have before a fraction, and none before thousands.

    >>> decimal_point(["0.335", "1.165"]), decimal_point(["1.165"]), decimal_point(["1,165", "0.5"])
    ('.', '', '.')
    """
    matches = [match.group() for text in texts for match in _NUMBER.finditer(text[:MAX_CHARS])]
    fractions = {match[0][0] for number in matches if (match := _FRACTION.search(number))}
    thousands = {sign for number in matches for sign in _THOUSANDS.findall(number)}
    return next(iter(fractions)) if len(fractions) == 1 and not fractions & thousands else ""


def _decimal(text: str, point: str) -> Decimal | None:
    """Parse a number with points and commas before thousands or decimals, by position."""
    text = _GAPS.sub("", text.replace("−", "-"))
    last = max(text.rfind("."), text.rfind(","))
    if last >= 0:
        whole, fraction = text[:last], text[last + 1 :]
        both = "." in text and "," in text
        thousands = len(fraction) == 3 and whole.lstrip("-0") != ""
        if both or (text.count(text[last]) == 1 and not (thousands and text[last] != point)):
            text = _POINTS.sub("", whole) + "." + fraction
        else:
            text = _POINTS.sub("", text)
    try:
        return Decimal(text)
    except InvalidOperation:
        return None
