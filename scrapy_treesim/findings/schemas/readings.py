"""Values of a page, read as the types of a schema's fields.

Nothing is guessed: an amount or ``12 reviews`` is a number, ``Model 12`` is none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from functools import partial
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

from scrapy_treesim.values.availability import availability_of
from scrapy_treesim.values.dates import date_of
from scrapy_treesim.values.field_types import MAX_VALUE
from scrapy_treesim.values.money import price_of
from scrapy_treesim.values.quantities import quantity_of
from scrapy_treesim.values.ratings import rating_of
from scrapy_treesim.values.text_kinds import DATE, NUMBER, PRICE, RATING, kind_of
from scrapy_treesim.values.typed_values import number_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page


Reader: TypeAlias = "Callable[[Cell], Any]"


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of a page."""

    page: Page
    value: Any
    """The value as it was read: an amount, a day, a text."""
    text: str
    """Its text on the page."""
    parts: Sequence[str] = ()
    """The texts of a list; empty of a single value."""


def reader_of(annotation: Any) -> Reader | None:
    """Return the reader of the values of a type, None for a type of no text.

    The reader returns None for a value that is not of the type.
    """
    while (inner := _wrapped(annotation)) is not annotation:
        annotation = inner
    origin, arguments = get_origin(annotation) or annotation, get_args(annotation)
    if origin is Any:
        return lambda cell: cell.text
    if origin in (Union, UnionType):
        readers = [*filter(None, map(reader_of, arguments))]
        return partial(_first, readers) if readers else None
    if origin is Literal:
        return partial(_choice, {str(value): value for value in arguments})
    return _reader_of_class(origin, arguments) if isinstance(origin, type) else None


def _wrapped(annotation: Any) -> Any:
    """Return the type in a wrapper or an alias."""
    origin = get_origin(annotation)
    if origin in (Annotated, Final) or getattr(origin, "__name__", "") in _WRAPPERS:
        return get_args(annotation)[0]
    if annotation is Final:
        return Any
    inner = getattr(annotation, "__supertype__", getattr(annotation, "__value__", annotation))
    return (inner.__bound__ or Any) if isinstance(inner, TypeVar) else inner


_WRAPPERS: Final = ("Required", "NotRequired", "ReadOnly")


def _reader_of_class(kind: type, arguments: Sequence[Any]) -> Reader | None:
    if issubclass(kind, Enum):
        return partial(_choice, {str(n): m for m in kind for n in (m.name, m.value)})
    if "url" in kind.__name__.lower():
        return lambda cell: cell.text if cell.text.lower().startswith(_WEB) else None
    if (read := next((read for of, read in _READ if issubclass(kind, of)), None)) is not None:
        return read
    if not issubclass(kind, Collection) or issubclass(kind, (Mapping, bytes)):
        return None
    reader = reader_of(next(iter(arguments), str))
    return reader and partial(_several, kind if kind in (set, frozenset, tuple) else list, reader)


_WEB: Final = ("http:", "https:")


def _first(readers: Iterable[Reader], cell: Cell) -> Any:
    return next((value for read in readers if (value := read(cell)) is not None), None)


def _several(make: Callable[[list[Any]], Any], read: Reader, cell: Cell) -> Any:
    values = [*map(read, _parts(cell))]
    return None if None in values else make(values)


def _parts(cell: Cell) -> list[Cell]:
    return [replace(cell, value=text, text=text) for text in cell.parts] or [cell]


def _choice(values: Mapping[str, Any], cell: Cell) -> Any:
    """Return the value whose name the text is, or whose availability it says."""
    by_name = {name.casefold(): value for name, value in values.items()}
    texts = cell.text.strip().casefold(), (availability_of(cell.text) or "").casefold()
    return next((by_name[text] for text in texts if text in by_name), None)


def _number(cell: Cell) -> Decimal | None:
    number = getattr(cell.value, "amount", getattr(cell.value, "value", cell.value))
    if isinstance(number, str) and len(cell.text) <= MAX_VALUE:
        url, language = cell.page.url, cell.page.language
        kind = kind_of(cell.text)
        if kind == PRICE:
            number = getattr(price_of(cell.text, url, language), "amount", None)
        elif kind == NUMBER:
            number = number_of(cell.text)
        else:
            read = rating_of if kind == RATING else quantity_of
            number = getattr(read(cell.text), "value", None)
    if isinstance(number, bool) or not isinstance(number, (int, float, Decimal)):
        return None
    exact = Decimal(str(number))
    return exact if exact.is_finite() else None


def _truth(cell: Cell) -> bool | None:
    return _TRUTH.get(availability_of(cell.text) or cell.text.strip().casefold())


_TRUTH: Final = {
    **dict.fromkeys(("true", "yes", "1", "InStock", "LimitedAvailability", "PreOrder"), True),
    **dict.fromkeys(("false", "no", "0", "OutOfStock", "SoldOut", "Discontinued"), False),
}


def _day(cell: Cell) -> datetime | None:
    """Return the time, or the start of the day."""
    day = cell.value
    if cell.text[4:5] == "-":
        with suppress(ValueError):
            day = datetime.fromisoformat(cell.text)
    if isinstance(day, str) and len(day) <= MAX_VALUE and kind_of(day) == DATE:
        day = date_of(day, cell.page.language, None, cell.page.moment)
    if not isinstance(day, date):
        return None
    return day if isinstance(day, datetime) else datetime.combine(day, time())


_READ: Final[tuple[tuple[type, Callable[[Cell], Any]], ...]] = (
    (bool, _truth),
    (int, lambda cell: int(n) if (n := _number(cell)) is not None and n == int(n) else None),
    (float, lambda cell: None if (n := _number(cell)) is None else float(n)),
    (Decimal, _number),
    (datetime, _day),
    (date, lambda cell: (day := _day(cell)) and day.date()),
    (str, lambda cell: cell.text.strip() or None),
)
"""Readers by type; of a type and one derived from it the latter first."""
