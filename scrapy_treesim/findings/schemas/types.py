"""Values of the types of a schema's fields: what a cell says, read by its type, or None.

A value is never guessed: an amount is a number, ``12 reviews`` is a number, ``Model 12`` is none.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from scrapy_treesim.values.availability import availability_of
from scrapy_treesim.values.dates import date_of
from scrapy_treesim.values.field_types import MAX_VALUE
from scrapy_treesim.values.money import price_of
from scrapy_treesim.values.quantities import quantity_of
from scrapy_treesim.values.ratings import rating_of
from scrapy_treesim.values.text_kinds import DATE, NUMBER, PRICE, RATING, kind_of
from scrapy_treesim.values.typed_values import Price, Quantity, Rating, number_of


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of a page."""

    value: Any
    """As it was read: an amount, a day, a text."""
    text: str
    """As the page has it."""
    parts: tuple[str, ...] = ()
    """The texts of a list; empty of a single value."""
    language: str | None = None
    moment: datetime | None = None


def read_as(annotation: Any, cell: Cell) -> Any:
    """Return the cell's value in a type; None if it is not of that type.

    >>> cell = Cell("£1,039.90", "£1,039.90")
    >>> read_as(Decimal, cell), read_as(float, cell), read_as(int, cell), read_as(date, cell)
    (Decimal('1039.90'), 1039.9, None, None)
    """
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return read_as(arguments[0], cell)
    if getattr(origin, "__name__", "") in ("Required", "NotRequired", "ReadOnly"):
        return read_as(arguments[0], cell)
    if origin in (Union, types.UnionType):
        members = (read_as(argument, cell) for argument in arguments if argument is not type(None))
        return next((value for value in members if value is not None), None)
    if origin is Literal:
        return _choice({str(value): value for value in arguments}, cell)
    kind = origin or annotation
    if not isinstance(kind, type):
        return cell.text if annotation is Any else None
    if issubclass(kind, Enum):
        names = {str(name): member for member in kind for name in (member.name, member.value)}
        return _choice(names, cell)
    if issubclass(kind, Collection) and not issubclass(kind, str):
        return _several(kind, arguments, cell)
    if "url" in kind.__name__.lower():
        return cell.text if cell.text.lower().startswith(("http://", "https://")) else None
    return next((read(cell) for type_, read in _READ if issubclass(kind, type_)), None)


def _choice(values: Mapping[str, Any], cell: Cell) -> Any:
    """Return the value whose name the cell says, or the availability that it says."""
    by_name = {name.casefold(): value for name, value in values.items()}
    said = cell.text.strip().casefold(), (availability_of(cell.text) or "").casefold()
    return next((by_name[name] for name in said if name in by_name), None)


def _several(kind: Any, arguments: Sequence[Any], cell: Cell) -> Any:
    make = kind if kind in (list, tuple, set, frozenset) else list
    inner = arguments[0] if arguments else str
    texts = cell.parts or (cell.text,)
    values = [read_as(inner, replace(cell, value=text, text=text, parts=())) for text in texts]
    return None if None in values else make(values)


def _number(cell: Cell) -> Decimal | None:
    value, text = cell.value, cell.text
    if isinstance(value, Price):
        return value.amount
    if isinstance(value, (Rating, Quantity)):
        return value.value
    if isinstance(value, (int, float, Decimal)):
        return Decimal(str(value))
    if len(text) > MAX_VALUE:
        return None
    kind = kind_of(text)
    if kind == PRICE:
        price = price_of(text, "", cell.language)
        return price.amount if price else None
    if kind == RATING:
        rating = rating_of(text)
        return rating.value if rating else None
    if kind == NUMBER:
        return number_of(text)
    quantity = quantity_of(text)
    return quantity.value if quantity else None


def _whole(cell: Cell) -> int | None:
    number = _number(cell)
    return int(number) if number is not None and number % 1 == 0 else None


def _float(cell: Cell) -> float | None:
    number = _number(cell)
    return None if number is None else float(number)


def _truth(cell: Cell) -> bool | None:
    status = availability_of(cell.text)
    return _TRUTH.get(status or cell.text.strip().casefold())


_TRUTH: Final = {
    **dict.fromkeys(("true", "yes", "1", "InStock", "LimitedAvailability", "PreOrder"), True),
    **dict.fromkeys(("false", "no", "0", "OutOfStock", "SoldOut", "Discontinued"), False),
}


def _day(cell: Cell) -> date | None:
    """Return the day, with its time if the cell has one."""
    if isinstance(cell.value, date):
        return cell.value
    with suppress(ValueError):
        return datetime.fromisoformat(cell.text)
    is_date = len(cell.text) <= MAX_VALUE and kind_of(cell.text) == DATE
    return date_of(cell.text, cell.language, None, cell.moment) if is_date else None


def _date(cell: Cell) -> date | None:
    day = _day(cell)
    return day.date() if isinstance(day, datetime) else day


def _datetime(cell: Cell) -> datetime | None:
    day = _day(cell)
    return day if day is None or isinstance(day, datetime) else datetime.combine(day, time())


_READ: Final[tuple[tuple[type, Callable[[Cell], Any]], ...]] = (
    (bool, _truth), (int, _whole), (float, _float), (Decimal, _number), (datetime, _datetime),
    (date, _date), (str, lambda cell: cell.text.strip() or None),
)  # fmt: skip
"""Readers by type; of a type and one derived from it the latter first."""
