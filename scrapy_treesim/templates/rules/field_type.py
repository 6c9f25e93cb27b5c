"""The type of a field: what its values are on every page, declared or told by its examples."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from scrapy_treesim.values.dates import date_of
from scrapy_treesim.values.money import price_of
from scrapy_treesim.values.text_kinds import DATE as DATED
from scrapy_treesim.values.text_kinds import PRICE as PRICED
from scrapy_treesim.values.text_kinds import kind_of
from scrapy_treesim.values.typed_values import number_of

TEXT_TYPE: Final = "text"
NUMBER_TYPE: Final = "number"
PRICE_TYPE: Final = "price"
DATE_TYPE: Final = "date"
LIST_TYPE: Final = "list"
TYPES: Final = (TEXT_TYPE, NUMBER_TYPE, PRICE_TYPE, DATE_TYPE, LIST_TYPE)
"""A field of a type but ``list`` has one value a page."""

MAX_VALUE: Final = 60
"""Characters of a number, price or date at most."""
MAX_LETTERS: Final = 12
"""Letters beside the digits of a price: ``from 1 200 FCFA``."""
FITTING: Final = 0.9
"""Share of the values of further pages that a type told by examples must fit."""

_PLAIN_NUMBER: Final = re.compile(
    r"[+-]?(?:0|[1-9][0-9]{0,14}|[1-9][0-9]{0,2}(?:[,.' ][0-9]{3}){1,4})(?:[.,][0-9]{1,6})?"
)


def fits(type: str, value: str) -> bool:
    """Tell whether a value may be one of a field of this type."""
    if type in (TEXT_TYPE, LIST_TYPE, ""):
        return True
    text = value.strip()
    if len(text) > MAX_VALUE:
        return False
    if type == NUMBER_TYPE:
        return _PLAIN_NUMBER.fullmatch(text) is not None
    if type == DATE_TYPE:
        return date_of(text) is not None
    has_few_words = sum(map(str.isalpha, text)) <= MAX_LETTERS
    return has_few_words and kind_of(text) != DATED and price_of(text) is not None


def type_of(examples: Iterable[Sequence[str] | str], found: Sequence[str] = ()) -> str:
    """The type that the examples of a field tell: ``list`` where any of them is one.

    Args:
        examples: of each page a value, or the list of all values.
        found: values that the field's rules find on further pages.

    >>> type_of(["£39.90", "£4.00"]), type_of(["red", ["red", "blue"]]), type_of(["007"])
    ('price', 'list', 'text')
    """
    given = [*examples]
    if any(not isinstance(one, str) for one in given):
        return LIST_TYPE
    texts = [one for one in given if isinstance(one, str)]
    for type in (NUMBER_TYPE, DATE_TYPE, PRICE_TYPE):
        if not texts or not all(_is_surely(type, one) for one in texts):
            continue
        if sum(fits(type, one) for one in found) >= FITTING * len(found):
            return type
    return TEXT_TYPE


def _is_surely(type: str, value: str) -> bool:
    """Tell whether a value is of a type by its form alone: a price has its currency."""
    wanted = {PRICE_TYPE: PRICED, DATE_TYPE: DATED}.get(type)
    return fits(type, value) and wanted in (None, kind_of(" ".join(value.split())))


def typed(type: str, values: Sequence[str], url: str = "", language: str | None = None) -> Any:
    """The typed value of a field: plain values, ready for JSON; None where the text is no such one.

    ``url`` and ``language`` are the page's: they tell whose dollars, and days from months.

    >>> typed("price", ["£1,039.90"]), typed("number", ["12"]), typed("list", ["a"])
    ({'amount': 1039.9, 'currency': 'GBP'}, 12, ['a'])
    """
    if type == LIST_TYPE:
        return [*values]
    if not values or not fits(type, values[0]):
        return None
    text = values[0].strip()
    if type == NUMBER_TYPE:
        number = number_of(text)
        if number is None:
            return None
        return int(number) if number == number.to_integral_value() else float(number)
    if type == PRICE_TYPE:
        price = price_of(text, url, language)
        if price is None:
            return None
        return {"amount": float(price.amount), "currency": price.currency}
    if type == DATE_TYPE:
        date = date_of(text, language)
        if date is None:
            return None
        return date.isoformat(" ") if isinstance(date, datetime) else date.isoformat()
    return text
