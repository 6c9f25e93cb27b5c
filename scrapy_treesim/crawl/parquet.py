"""Parquet for feeds and for files of findings, typed, by pyarrow: the extra ``parquet``."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date, datetime
from functools import lru_cache, reduce
from importlib import import_module
from importlib.util import find_spec
from tempfile import SpooledTemporaryFile
from types import GenericAlias, NoneType
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias, get_args, get_origin, get_type_hints

from itemadapter import ItemAdapter
from scrapy.exporters import PythonItemExporter
from scrapy.extensions.postprocessing import PostProcessingManager

from scrapy_treesim.items import Item
from scrapy_treesim.values.fields import names_of

if TYPE_CHECKING:
    from pathlib import Path

INSTALL: Final = "pip install pyarrow"

ROWS: Final = 1_000
"""Number of rows buffered before they are written."""
MAX_CHARACTERS: Final = 4_000_000
"""Number of characters of their texts at which they are written before that."""
MAX_INTEGER: Final = 2**63 - 1

_IN_MEMORY: Final = 16_000_000
"""Bytes of a feed's items above which they wait in a temporary file."""

Columns: TypeAlias = Mapping[str, Any]
"""Names of columns, and the types of their values; ``Any`` for JSON as text."""

_TEXTS: Final[Any] = str | list[str]
"""Type of texts in a map, of which a list is JSON."""
_MAP: Final[Any] = dict[str, str | list[str]]


def can_write_parquet() -> bool:
    """Tell whether pyarrow is installed."""
    return find_spec("pyarrow") is not None


@lru_cache
def types_of(item_class: type[Item]) -> Columns:
    """The types of the fields of an item's class, without None, in their order.

    >>> from scrapy_treesim.items import CommentItem
    >>> types_of(CommentItem)["depth"]
    <class 'int'>
    """
    hints = get_type_hints(item_class)
    return {name: _required(hints[name]) for name in names_of(item_class)}


class ParquetTable:
    """Writer of rows to a Parquet file; values without an Arrow type are JSON as text."""

    def __init__(self, file: IO[bytes] | Path, columns: Columns) -> None:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
        types = {name: _arrow_type(arrow, hint) for name, hint in columns.items()}
        self._columns = {name: columns[name] if types[name] else Any for name in columns}
        self._schema = arrow.schema(
            [(name, arrow_type or arrow.string()) for name, arrow_type in types.items()]
        )
        target = file if hasattr(file, "write") else str(file)
        self._writer = parquet.ParquetWriter(target, self._schema, compression="zstd")
        self._rows: list[dict[str, Any]] = []
        self._size = 0

    def add(self, items: Iterable[Mapping[str, Any]]) -> None:
        """Write some rows, or buffer them until there are enough."""
        rows = [
            {name: _fitting(hint, item.get(name)) for name, hint in self._columns.items()}
            for item in items
        ]
        # If one item does not fit, none of them is buffered.
        for row in rows:
            self._rows.append(row)
            self._size += sum(len(value) for value in row.values() if isinstance(value, str))
            if len(self._rows) >= ROWS or self._size >= MAX_CHARACTERS:
                self._write()

    def close(self) -> None:
        """Finish the file."""
        try:
            self._write()
            self._writer.close()
        finally:
            # What fails would fail once more when the writer is collected.
            self._writer.is_open = False

    def _write(self) -> None:
        if self._rows:
            arrow: Any = import_module("pyarrow")
            self._writer.write_batch(arrow.RecordBatch.from_pylist(self._rows, schema=self._schema))
            self._rows, self._size = [], 0


class ParquetItemExporter(PythonItemExporter):
    """Exporter of items of any class as Parquet, with the columns of all of them.

    Fields of findings have the types of their class, others that of their values, or text where
    these differ. The file is written at the end, when all columns are known.
    """

    def __init__(self, file: IO[bytes], **options: Any) -> None:
        super().__init__(dont_fail=True, **{**options, "export_empty_fields": True})
        if not isinstance(file, PostProcessingManager) and _is_begun(file):
            raise ValueError(
                "nothing can be appended to a Parquet file: overwrite it, with -O on the command"
                ' line or "overwrite": True among the options of the feed'
            )
        self._file = file
        self._columns: dict[Any, Any] = {}
        self._items: Any = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115
        self._rows = 0
        self._end = 0
        """Position after the last item that was written whole."""

    def export_item(self, item: Any) -> dict[Any, Any]:  # type: ignore[override]
        """Keep an item until the end."""
        exported = super().export_item(item)
        row = {_fitting(str, name): value for name, value in exported.items()}
        # Whole or not at all: some values cannot be kept.
        kept = pickle.dumps(row, pickle.HIGHEST_PROTOCOL)
        renamed = self.fields_to_export if isinstance(self.fields_to_export, Mapping) else {}
        hints = types_of(type(item)) if isinstance(item, Item) else {}
        typed = {renamed.get(name, name): hint for name, hint in hints.items()}
        for name, value in row.items():
            hint = _checked(typed[name], value) if name in typed else _type_of(value)
            self._columns[name] = _common(self._columns.get(name), hint)
        self._items.seek(self._end)
        self._items.write(kept)
        self._end = self._items.tell()
        self._rows += 1
        return row

    def finish_exporting(self) -> None:
        """Write the file."""
        with self._items:
            self._items.seek(0)
            table = ParquetTable(
                self._file, {name: hint or str for name, hint in self._columns.items()}
            )
            for _ in range(self._rows):
                table.add([pickle.load(self._items)])
            table.close()


def _is_begun(file: IO[bytes]) -> bool:
    """Tell whether there is something in a file before; of a pipe it is not known."""
    with suppress(OSError, AttributeError):
        return file.tell() > 0
    return False


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


def _fitting(hint: Any, value: Any) -> Any:
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
        return [_fitting(member_type, member) for member in value]
    values = ItemAdapter(value).asdict() if ItemAdapter.is_item(value) else value
    if get_origin(hint) is dict:
        key_type, value_type = get_args(hint)
        return [
            (_fitting(key_type, name), _fitting(value_type, member))
            for name, member in values.items()
        ]
    is_json = isinstance(values, (dict, list, tuple, bool, int, float))
    text = json.dumps(values, ensure_ascii=False, default=str) if is_json else str(values)
    return _fitting(str, text)
