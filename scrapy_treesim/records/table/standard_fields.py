"""Typed values of the columns that most tables have, plain enough for any feed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.analysis.typed_values import Price, Rating, Value

if TYPE_CHECKING:
    from scrapy_treesim.records.table.columns import Column, Table

Plain: TypeAlias = "str | float | int | None"
"""What a typed value becomes: JSON, CSV and tables of numbers know it."""


def _amount(value: Value | None) -> float | None:
    amount = value.amount if isinstance(value, Price) else value
    return float(amount) if isinstance(amount, Decimal) else None


def _rating(value: Value | None) -> float | None:
    rating = value.value if isinstance(value, Rating) else value
    return float(rating) if isinstance(rating, Decimal) else None


def _count(value: Value | None) -> int | None:
    return int(value) if isinstance(value, Decimal) else None


def _iso(value: Value | None) -> str | None:
    return value.isoformat() if isinstance(value, date) else None


TYPED: Final[dict[str, Callable[[Value | None], Plain]]] = {
    "price": _amount,
    "old_price": _amount,
    "date": _iso,
    "rating": _rating,
    "reviews": _count,
}
"""How a value of the column of each name is read."""

WORDS: Final = ("title", "author", "description", "currency")
"""Columns that are taken as the page has them."""


def standard_fields(table: Table, rows: int) -> list[dict[str, Plain]]:
    """For each of a table's rows what it has of :data:`TYPED` and :data:`WORDS`.

    ``price``, ``old_price`` and ``rating`` are floats, ``reviews`` is an int, ``date`` in ISO 8601.
    ``currency`` is the price's where the table has none of its own. What is missing, or cannot be
    read as what its column should hold, is left out.
    """
    found: list[dict[str, Plain]] = [{} for _ in range(rows)]
    for column in table.columns:
        for row, value in zip(found, _plain(column), strict=False):
            if value is not None:
                row[column.name] = value
        if column.name == "price":
            for row, price in zip(found, column.values, strict=True):
                if isinstance(price, Price) and price.currency:
                    row.setdefault("currency", price.currency)
    return found


def _plain(column: Column) -> Iterable[Plain]:
    if column.name in TYPED:
        return map(TYPED[column.name], column.values)
    return column.cells if column.name in WORDS else ()
