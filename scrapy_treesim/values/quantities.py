"""Quantities: a number with its unit, ``12.5 km``, ``1,200 sqft``, ``1 h 30 min``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from scrapy_treesim.values.lexicon.words import entries
from scrapy_treesim.values.typed_values import Quantity, number_of

MAX_CHARS: Final = 40
"""Largest number of characters of a quantity."""
MINUTES_AN_HOUR: Final = 60

_NUMBER: Final = r"\d{1,9}(?:[.,'\u00a0\u202f ]\d{1,3}){0,3}"
_UNIT: Final = r"[^\W\d_]{1,14}[²2]?(?:[./][^\W\d_]{1,3})?|°[CF]|[℃℉㎡]"
_QUANTITY: Final = re.compile(
    rf"(?:[~≈<>≥≤]|ca\.?|approx\.?|about)?\s{{0,2}}({_NUMBER})\s{{0,2}}({_UNIT})\.?"
)
_HOURS: Final = re.compile(
    r"(\d{1,4})\s{0,2}([^\W\d_]{1,10})\.?,?\s{0,2}(\d{1,2})\s{0,2}([^\W\d_]{0,10})\.?"
)


def quantity_of(text: str) -> Quantity | None:
    """Return the quantity of a text; None if the text is more than that.

    >>> quantity_of("1,200 sqft"), quantity_of("1 h 30 min"), quantity_of("12 chairs")
    (Quantity(value=Decimal('1200'), unit='sqft'), Quantity(value=Decimal('90'), unit='min'), None)
    """
    text = text.strip()
    if len(text) > MAX_CHARS:
        return None
    hours = _HOURS.fullmatch(text)
    if hours is not None and hours[2].lower() in _HOUR and (hours[4] or "min").lower() in _MINUTE:
        value = MINUTES_AN_HOUR * Decimal(hours[1]) + Decimal(hours[3])
        return Quantity(value, "min", text)
    match = _QUANTITY.fullmatch(text)
    if match is None or (unit := match[2].lower()) not in _DIMENSION:
        return None
    number = number_of(match[1])
    return None if number is None else Quantity(number, unit, text)


def dimension_of(texts: Iterable[str]) -> str | None:
    """Return the common dimension of quantities, as ``weight``; None if they have none."""
    dimension: str | None = None
    for text in texts:
        quantity = quantity_of(text)
        if quantity is None or (dimension is not None and _DIMENSION[quantity.unit] != dimension):
            return None
        dimension = _DIMENSION[quantity.unit]
    return dimension


_DIMENSION: Final = {
    **dict.fromkeys(entries("unit.minute", "unit.hour", "unit.duration"), "duration"),
    **{
        unit: name
        for name in (
            "distance length weight volume area size speed power energy temperature".split()
        )
        for unit in entries(f"unit.{name}")
    },
}
"""Dimensions by unit, the names of columns of quantities."""
_MINUTE: Final = frozenset(entries("unit.minute"))
_HOUR: Final = frozenset(entries("unit.hour"))
