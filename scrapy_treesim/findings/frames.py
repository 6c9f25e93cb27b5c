"""Findings as typed tables: of Arrow, pandas and Polars, and the types of columns for Parquet."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Mapping
from contextlib import suppress
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache, reduce
from importlib import import_module
from types import GenericAlias, NoneType
from typing import Any, Final, TypeAlias, get_args, get_origin, get_type_hints

from itemadapter import ItemAdapter

from scrapy_treesim.comments.comment import Comment, Comments
from scrapy_treesim.findings.as_items import OF_RECORD_ROWS, record_rows, row_keys
from scrapy_treesim.items import CLASSES, CommentItem, Item, default_fields
from scrapy_treesim.records import Record, Region
from scrapy_treesim.records.table.standard_fields import standard_fields
from scrapy_treesim.values.fields import names_of, plain_values
from scrapy_treesim.values.text_kinds import DATE

MAX_INTEGER: Final = 2**63 - 1

Columns: TypeAlias = Mapping[str, Any]
"""Names of columns, and the types of their values; ``Any`` for JSON as text."""

_TEXTS: Final[Any] = str | list[str]
"""Type of texts in a map, of which a list is JSON."""
_MAP: Final[Any] = dict[str, str | list[str]]

TYPED: Final = frozenset(("price", "old_price", "rating", "reviews", "date"))
"""Usual fields of records other than texts."""
_Rows: TypeAlias = tuple[list[tuple[Mapping[str, Any], Columns]], dict[str, Any], Container[str]]
"""Rows, each with the types of its class; types of columns without rows; columns of dates."""
_DATES: Final = ("date", "modified")
_SEPARATORS: Final = re.compile(r"[.,'’\u00a0\u202f ]")


def to_arrow(findings: Any) -> Any:
    """Return findings as a :class:`pyarrow.Table` with typed columns.

    ``findings`` are a :class:`.Region` or the records of a list, in the columns of its table; the
    comments of a page; or dicts of :func:`extract` and items of a crawl. None is skipped. Dates are
    timestamps where some have a time, and stay text where only some have a time zone. Further
    columns of records are typed if each of their cells is a plain number or a date.

    >>> to_arrow([{"title": "Fig", "price": 4.5, "date": "2024-05-01"}]).to_pylist()
    [{'title': 'Fig', 'price': 4.5, 'date': datetime.date(2024, 5, 1)}]

    Raises:
        ModuleNotFoundError: pyarrow is missing.
        TypeError: these are no findings.
    """
    arrow = _imported("pyarrow")
    rows, columns, dates = _rows(findings)
    for row, types in rows:
        widen(columns, row, types)
    hints, schema = schema_of(columns)
    table = arrow.Table.from_pylist([fitting_row(hints, row) for row, _ in rows], schema=schema)
    for index, (name, arrow_type) in enumerate(zip(schema.names, schema.types, strict=True)):
        if name in dates and arrow_type == arrow.string():
            table = table.set_column(index, name, _as_dates(arrow, table[name]))
    return table


def to_pandas(findings: Any) -> Any:
    """Return the table of :func:`to_arrow` as a :class:`pandas.DataFrame`.

    Integers are of the type ``Int64``, which has room for missing ones; maps are dicts.

    >>> str(to_pandas([{"title": "Fig", "reviews": 3}, {"title": "Pear"}])["reviews"].dtype)
    'Int64'
    """
    pandas, arrow, table = _imported("pandas"), _imported("pyarrow"), to_arrow(findings)
    integers = {arrow.int64(): pandas.Int64Dtype()}
    frame = table.to_pandas(date_as_object=False, types_mapper=integers.get)
    for name, arrow_type in zip(table.schema.names, table.schema.types, strict=True):
        if arrow.types.is_nested(arrow_type):
            values = table[name].to_pylist()
            is_map = arrow.types.is_map(arrow_type)
            frame[name] = [dict(value or ()) for value in values] if is_map else values
    return frame


def to_polars(findings: Any) -> Any:
    """Return the table of :func:`to_arrow` as a :class:`polars.DataFrame`.

    >>> to_polars([{"title": "Fig", "reviews": 3}])["reviews"].sum()
    3
    """
    return _imported("polars").from_arrow(to_arrow(findings))


def _imported(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"frames need {name}: pip install {name}") from error


def _rows(findings: Any) -> _Rows:
    if isinstance(findings, Region):
        return _record_rows(findings)
    is_list = isinstance(findings, Iterable) and not isinstance(findings, Mapping)
    members = [member for member in (findings if is_list else [findings]) if member is not None]
    pages = {id(member._page) if isinstance(member, Record) else None for member in members}
    if len(pages) == 1 and None not in pages:
        return _record_rows(Region(tuple(members), 1.0, 0, members[0]._page))
    if isinstance(findings, Comments) or {*map(type, members)} == {Comment}:
        selected = default_fields(CommentItem)
        types = {name: hint for name, hint in types_of(CommentItem).items() if name in selected}
        return [(plain_values(post, types), types) for post in members], {**types}, _DATES
    for member in members:
        if not isinstance(member, Mapping) or "stories" in member:
            raise TypeError(
                f"no row is made of a {type(member).__name__}: give a region, records or comments"
                " of one page, or a part of what extract() returns, such as its records"
            )
    classes = [CLASSES.get(str(row.get("kind")), Item) for row in members]
    return [({**row}, types_of(of)) for row, of in zip(members, classes, strict=True)], {}, _DATES


def _record_rows(region: Region) -> _Rows:
    """The rows of feeds, without the page's address and the like; typed columns have no texts."""
    table = region.table
    records = record_rows(region.records, "", 0, table)
    rows = [dict([*row.items()][len(OF_RECORD_ROWS) :]) for row in records]
    usual = standard_fields(table, len(rows), TYPED)
    names = row_keys(table, any(record.group for record in region))
    for column in table.columns:
        values: list[Any] = [row.get(column.standard or "") for row in usual]
        if column.standard not in TYPED:
            values = [*map(_exact, column.values, column.cells)]
            if values.count(None) > column.cells.count(None):
                continue
        if any(value is not None for value in values):
            for row, value in zip(rows, values, strict=True):
                row[names[column.name]] = value
    dates = [column for column in table.columns if DATE in (column.kind, column.standard)]
    return [(row, {}) for row in rows], {}, {names[column.name] for column in dates}


def _exact(value: Any, cell: str | None) -> Any:
    """A date in ISO 8601, or a number that is all that its cell says: no code such as ``007``."""
    if isinstance(value, date):
        return value.isoformat()
    digits = _SEPARATORS.sub("", cell or "")
    if not isinstance(value, Decimal) or _SEPARATORS.sub("", str(value)) != digits:
        return None
    return int(value) if value == value.to_integral_value() else float(value)


def _as_dates(arrow: Any, column: Any) -> Any:
    """A column of ISO 8601 as dates, or else as timestamps; as it is if it mixes time zones."""
    for date_type in (arrow.date32(), arrow.timestamp("us"), arrow.timestamp("us", "UTC")):
        with suppress(arrow.ArrowInvalid, arrow.ArrowNotImplementedError):
            return column.cast(date_type)
    return column


@lru_cache
def types_of(item_class: type[Item]) -> Columns:
    """The types of the fields of an item's class, without None, in their order.

    >>> from scrapy_treesim.items import CommentItem
    >>> types_of(CommentItem)["depth"]
    <class 'int'>
    """
    hints = get_type_hints(item_class)
    return {name: _required(hints[name]) for name in names_of(item_class)}


def widen(columns: dict[str, Any], row: Mapping[str, Any], types: Columns) -> None:
    """Add a row's values to the types of columns: those of ``types``, or else of all values."""
    for name, value in row.items():
        hint = _checked(types[name], value) if name in types else _type_of(value)
        columns[name] = _common(columns.get(name), hint)


def schema_of(columns: Columns) -> tuple[Columns, Any]:
    """The columns, ``Any`` for those that become JSON as text, and Arrow's schema of them."""
    arrow: Any = import_module("pyarrow")
    types = {name: _arrow_type(arrow, hint or str) for name, hint in columns.items()}
    hints = {name: hint or str if types[name] else Any for name, hint in columns.items()}
    return hints, arrow.schema([(name, kind or arrow.string()) for name, kind in types.items()])


def fitting_row(columns: Columns, row: Mapping[str, Any]) -> dict[str, Any]:
    """Convert a row's values for its columns; None for absent ones."""
    return {name: fitting(hint, row.get(name)) for name, hint in columns.items()}


def _checked(hint: Any, value: Any) -> Any:
    """The type of a field's column, if the value, which pipelines may have changed, fits."""
    if value is None:
        return hint
    compound = get_origin(hint)
    if compound is None:
        return _common(hint, _type_of(value))
    return hint if isinstance(value, (compound, tuple)) else Any


def _type_of(value: Any) -> Any:
    """The type of a column for a value; None for an absent one, ``list`` for an empty list."""
    if value is None:
        return None
    if ItemAdapter.is_item(value):
        texts = ItemAdapter(value).asdict()
        is_map = all(map(_is_text, texts.values())) and all(isinstance(name, str) for name in texts)
        return _MAP if is_map else Any
    if isinstance(value, (list, tuple)):
        member: Any = reduce(_common, map(_type_of, value), None)
        return list if member is None else Any if member is Any else GenericAlias(list, (member,))
    if isinstance(value, int) and not isinstance(value, bool):
        return int if abs(value) <= MAX_INTEGER else Any
    return type(value) if type(value) in _PLAIN else Any


def _is_text(value: Any) -> bool:
    members = value if isinstance(value, list) else [value]
    return all(isinstance(member, str) for member in members)


def _common(first: Any, second: Any) -> Any:
    """The type for values of two types."""
    if first is None or second is None or first == second:
        return first or second
    if first is list or second is list:
        typed = second if first is list else first
        return typed if get_origin(typed) is list else Any
    return float if {first, second} == {int, float} else Any


def _required(hint: Any) -> Any:
    """A type without None."""
    alternatives = [argument for argument in get_args(hint) if argument is not NoneType]
    is_optional = len(alternatives) == 1 < len(get_args(hint))
    return alternatives[0] if is_optional else hint


_PLAIN: Final = {
    str: "string",
    _TEXTS: "string",
    int: "int64",
    float: "float64",
    bool: "bool_",
    date: "date32",
    datetime: "string",
}
"""Names of Arrow's types by type. Times are ISO 8601: some have a time zone, and some not."""


def _arrow_type(arrow: Any, hint: Any) -> Any:
    """Arrow's type for the values of a type; None if there is none."""
    compound = {list: arrow.list_, dict: arrow.map_}
    if hint in _PLAIN:
        return getattr(arrow, _PLAIN[hint])()
    args = [_arrow_type(arrow, argument) for argument in get_args(hint)]
    return compound[get_origin(hint)](*args) if get_origin(hint) in compound and all(args) else None


def fitting(hint: Any, value: Any) -> Any:
    """Convert a value for its column of the type ``hint``; to JSON for any other type."""
    if value is None or hint in (bool, date):
        return value
    if isinstance(value, str) and hint in (str, _TEXTS, Any):
        # Surrogates cannot be encoded as UTF-8.
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if hint is int:
        return value if abs(value) <= MAX_INTEGER else None
    if hint is float:
        return float(value)
    if hint is datetime:
        return value.isoformat()
    if get_origin(hint) is list:
        (member_type,) = get_args(hint)
        return [fitting(member_type, member) for member in value]
    values = ItemAdapter(value).asdict() if ItemAdapter.is_item(value) else value
    if get_origin(hint) is dict:
        key_type, value_type = get_args(hint)
        return [
            (fitting(key_type, name), fitting(value_type, member))
            for name, member in values.items()
        ]
    is_json = isinstance(values, (dict, list, tuple, bool, int, float))
    text = json.dumps(values, ensure_ascii=False, default=str) if is_json else str(values)
    return fitting(str, text)
