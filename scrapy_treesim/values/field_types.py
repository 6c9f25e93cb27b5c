"""Types of fields, with the plain values of their texts for any feed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final, TypeAlias

from scrapy_treesim.values.availability import availability_of
from scrapy_treesim.values.dates import date_of
from scrapy_treesim.values.identifiers import code_of
from scrapy_treesim.values.money import price_of
from scrapy_treesim.values.quantities import quantity_of
from scrapy_treesim.values.ratings import rating_of
from scrapy_treesim.values.text_kinds import DATE as DATED
from scrapy_treesim.values.text_kinds import PRICE as PRICED
from scrapy_treesim.values.text_kinds import RATING as RATED
from scrapy_treesim.values.text_kinds import kind_of
from scrapy_treesim.values.typed_values import number_of

TEXT, NUMBER, PRICE, DATE, RATING, QUANTITY = (
    "text", "number", "price", "date", "rating", "quantity",
)  # fmt: skip
CODE, AVAILABILITY, LINK, IMAGE, LIST = "code", "availability", "link", "image", "list"

MAX_VALUE: Final = 60
"""Largest number of characters of a number, price, date, rating or quantity."""
MAX_ADDRESS: Final = 2_000
"""Largest number of characters of an address."""
MAX_LETTERS: Final = 12
"""Largest number of letters in a price: ``from 1 200 FCFA``. Set by hand."""
FITTING: Final = 0.9
"""Least share of further pages' values valid for a type from examples. Set by hand."""

_PLAIN_NUMBER: Final = re.compile(
    r"[+-]?(?:0|[1-9][0-9]{0,14}|[1-9][0-9]{0,2}(?:[,.' ][0-9]{3}){1,4})(?:[.,][0-9]{1,6})?"
)
_ADDRESS: Final = re.compile(r"(?:https?|file)://\S+", re.IGNORECASE)
_PICTURE: Final = re.compile(r"\.(?:avif|bmp|gif|jpe?g|png|svg|webp)(?:[?#]|\Z)", re.IGNORECASE)

Read: TypeAlias = "Callable[[str, str, str | None], Any]"
"""Function of a text, its page's address and language; returns a plain value or None."""


def _number(text: str, url: str, language: str | None) -> int | float | None:
    number = number_of(text)
    if number is None:
        return None
    return int(number) if number == number.to_integral_value() else float(number)


def _price(text: str, url: str, language: str | None) -> dict[str, Any] | None:
    if sum(map(str.isalpha, text)) > MAX_LETTERS or kind_of(text) == DATED:
        return None
    price = price_of(text, url, language)
    return {"amount": float(price.amount), "currency": price.currency} if price else None


def _date(text: str, url: str, language: str | None) -> str | None:
    date = date_of(text, language)
    if date is None:
        return None
    return date.isoformat(" ") if isinstance(date, datetime) else date.isoformat()


def _rating(text: str, url: str, language: str | None) -> float | None:
    rating = rating_of(text)
    return float(rating.value) if rating else None


def _quantity(text: str, url: str, language: str | None) -> dict[str, Any] | None:
    quantity = quantity_of(text)
    return {"value": float(quantity.value), "unit": quantity.unit} if quantity else None


def _address(text: str, url: str, language: str | None) -> str | None:
    return text if _ADDRESS.fullmatch(text) else None


_READ: Final[Mapping[str, tuple[int, Read]]] = {
    NUMBER: (MAX_VALUE, _number),
    DATE: (MAX_VALUE, _date),
    PRICE: (MAX_VALUE, _price),
    RATING: (MAX_VALUE, _rating),
    QUANTITY: (MAX_VALUE, _quantity),
    IMAGE: (MAX_ADDRESS, _address),
    LINK: (MAX_ADDRESS, _address),
    CODE: (MAX_VALUE, lambda text, url, language: code_of(text)),
    AVAILABILITY: (MAX_VALUE, lambda text, url, language: availability_of(text)),
}
"""Largest length and reader of a text, by type."""
_SURE: Final[Mapping[str, Callable[[str], bool]]] = {
    NUMBER: lambda text: _PLAIN_NUMBER.fullmatch(text.strip()) is not None,
    DATE: lambda text: kind_of(text) == DATED,
    PRICE: lambda text: kind_of(text) == PRICED,
    RATING: lambda text: kind_of(text) == RATED,
    QUANTITY: lambda text: True,
    IMAGE: lambda text: bool(_PICTURE.search(text)),
    LINK: lambda text: True,
}
"""Types evident from the form of readable texts, with a test for each, in order of precedence."""
TYPES: Final = (TEXT, *_READ, LIST)
"""All types; a field has one value a page unless it is a ``list``."""


def value_of(type: str, text: str, url: str = "", language: str | None = None) -> Any:
    """Return the plain value of a text of a type; None if the text is invalid.

    ``url`` and ``language`` are the page's: they decide between dollars, and days and months.

    >>> value_of("price", "£1,039.90"), value_of("quantity", "12.5 kg")
    ({'amount': 1039.9, 'currency': 'GBP'}, {'value': 12.5, 'unit': 'kg'})
    """
    text = text.strip()
    if type not in _READ:
        return text
    most, read = _READ[type]
    return read(text, url, language) if len(text) <= most else None


def typed(type: str, values: Sequence[str], url: str = "", language: str | None = None) -> Any:
    """Return the plain value of a field: of its first text; for a list all texts.

    >>> typed("number", ["12"]), typed("list", ["a"]), typed("rating", ["4.5 out of 5"])
    (12, ['a'], 4.5)
    """
    if type == LIST:
        return [*values]
    return value_of(type, values[0], url, language) if values else None


def fits(type: str, value: str) -> bool:
    """Tell whether a value is valid for a type."""
    return value_of(type, value) is not None


def type_of(examples: Iterable[Sequence[str] | str], further: Sequence[str] = ()) -> str:
    """Return the type of a field by its examples: ``list`` if any of them is one.

    Args:
        examples: the value of each page, or the list of all its values.
        further: values of the field's rules on further pages.

    >>> type_of(["£39.90", "£4.00"]), type_of(["red", ["red", "blue"]]), type_of(["007"])
    ('price', 'list', 'text')
    """
    labels = [*examples]
    texts = [" ".join(label.split()) for label in labels if isinstance(label, str)]
    if len(texts) < len(labels):
        return LIST
    for type, is_sure in _SURE.items() if texts else ():
        # A name may have a number in it.
        fit = is_sure if type == NUMBER else partial(fits, type)
        are_sure = all(fits(type, text) and is_sure(text) for text in texts)
        if are_sure and sum(map(fit, further)) >= FITTING * len(further):
            return type
    return TEXT
