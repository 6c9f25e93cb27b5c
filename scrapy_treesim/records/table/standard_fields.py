"""The one table of usual fields of records, and their values, plain enough for any feed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.values.availability import availability_of
from scrapy_treesim.values.currency import certain_currency
from scrapy_treesim.values.text_kinds import DATE, NUMBER, PASSAGE, PRICE, RATING, TEXT
from scrapy_treesim.values.typed_values import Price, Rating, Value

if TYPE_CHECKING:
    from scrapy_treesim.records.table.columns import Column, Table

URL, IMAGE = "url", "image"
"""Kinds of values for addresses."""
Plain: TypeAlias = "str | float | int | None"
"""Plain form of typed values, for JSON, CSV and tables of numbers."""


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


def _as_text(value: Value | None) -> str | None:
    return value if isinstance(value, str) else None


def _currency(value: Value | None) -> str | None:
    return certain_currency(value) if isinstance(value, str) else None


def _availability(value: Value | None) -> str | None:
    return availability_of(value) if isinstance(value, str) else None


@dataclass(frozen=True, slots=True)
class StandardField:
    """Common field of records: of a record's item, and a column name."""

    name: str
    """Name in :class:`~scrapy_treesim.items.RecordItem`; its words are in the lexicon of fields."""
    kinds: tuple[str, ...]
    """Kinds of values allowed in a column of this name; empty for any."""
    read: Callable[[Value | None], Plain] | None = None
    """Reader of a column's typed value; None for an address: the item reads it with the others."""
    min_score: float = 2.0
    """Smallest score of a column for the name, see :mod:`.naming`."""


STANDARD_FIELDS: Final = (
    StandardField("price", (PRICE, NUMBER), _amount),
    StandardField("old_price", (PRICE, NUMBER), _amount),
    StandardField("rating", (RATING, NUMBER), _rating),
    StandardField("date", (DATE, TEXT, NUMBER), _iso),
    StandardField("author", (TEXT,), _as_text),
    StandardField("reviews", (NUMBER,), _count, min_score=1.5),
    StandardField("title", (TEXT, PASSAGE), _as_text, min_score=2.5),
    StandardField("description", (TEXT, PASSAGE), _as_text),
    StandardField("availability", (), _availability),
    StandardField("currency", (), _currency),
    StandardField("image", (IMAGE,), min_score=1.0),
    StandardField("url", (URL,), min_score=1.0),
)
"""The usual fields, in the order in which columns are chosen for them."""
SINGLE: Final = frozenset(field.name for field in STANDARD_FIELDS)
"""Names of columns with one value a record, however many it has."""
MAX_UNREADABLE: Final = 0.1
"""Share of unreadable cells of a column of numbers, from which none is read."""
_NUMBERS: Final = frozenset(("price", "old_price", "rating", "reviews"))
ADDRESSES: Final = (URL, IMAGE)
"""Kinds of columns of addresses."""
FITS: Final = {field.name: field.kinds for field in STANDARD_FIELDS if field.kinds}
TEXT_FIELDS: Final = tuple(field for field in STANDARD_FIELDS if field.kinds and field.read)
"""Fields read from columns of texts of certain kinds."""
_READ: Final = {field.name: field.read for field in STANDARD_FIELDS if field.read is not None}


def standard_fields(
    table: Table, rows: int, names: frozenset[str] = SINGLE
) -> list[dict[str, Plain]]:
    """Return the usual fields of each row of a table, those of ``names`` alone.

    ``price``, ``old_price`` and ``rating`` are floats, ``reviews`` is an int, ``date`` in ISO 8601.
    ``availability`` is a name of schema.org's. ``currency`` is the price's where the table has none
    of its own. Missing and unreadable values are left out.
    """
    rows_of_fields: list[dict[str, Plain]] = [{} for _ in range(rows)]
    if "currency" in names or "old_price" in names:
        # The currency may be the price's, and an old price needs a price.
        names |= {"price"}
    for column in table.columns:
        if column.standard not in names:
            continue
        for row, value in zip(rows_of_fields, _plain(column), strict=False):
            if value is not None:
                row[column.standard] = value
        if column.standard == "price":
            _set_currencies(rows_of_fields, column)
    for row in rows_of_fields:
        # A former price is of no use without a price.
        if "price" not in row:
            row.pop("old_price", None)
    return rows_of_fields


def _set_currencies(rows: Sequence[dict[str, Plain]], prices: Column) -> None:
    for row, price in zip(rows, prices.values, strict=True):
        if isinstance(price, Price) and price.currency:
            row.setdefault("currency", price.currency)


def _plain(column: Column) -> Iterable[Plain]:
    read = _READ.get(column.standard or "")
    if read is None:
        return ()
    if read is _as_text:
        return column.cells
    values = [*map(read, column.values)]
    if column.standard in _NUMBERS:
        # A column with other things in some records may have no such numbers in the rest either.
        present = sum(cell is not None for cell in column.cells)
        if present - sum(value is not None for value in values) >= max(1, MAX_UNREADABLE * present):
            return ()
    return values
