"""Parts as Parquet, written by pyarrow: the extra ``parquet``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.batch.columns import Column

if TYPE_CHECKING:
    from scrapy_treesim.items import Finding

INSTALL: Final = 'pip install "scrapy-treesim[parquet]"'

ROWS: Final = 1_000
"""Items that are gathered before they are written."""
LEAST_LARGE: Final = 4_000_000
"""Characters of their texts at which they are written before that."""
MAX_INTEGER: Final = 2**63 - 1


def can_write() -> bool:
    """Tell whether pyarrow is installed."""
    return find_spec("pyarrow") is not None


class ParquetPart:
    """A row an item, by a schema that is the same in all parts."""

    def __init__(self, path: Path, columns: tuple[Column, ...], csv_exporter: str) -> None:
        self._columns = columns
        self._schema = schema_of(columns)
        parquet: Any = import_module("pyarrow.parquet")
        self._writer = parquet.ParquetWriter(str(path), self._schema, compression="zstd")
        self._rows: list[dict[str, Any]] = []
        self._size = 0

    def add(self, items: Sequence[Finding]) -> None:
        """Write some items, or keep them until there are enough."""
        rows = [
            {column.name: _fitting(column, item.get(column.name)) for column in self._columns}
            for item in items
        ]
        # Of these nothing is kept if one does not fit.
        for row in rows:
            self._rows.append(row)
            self._size += sum(len(value) for value in row.values() if isinstance(value, str))
            if len(self._rows) >= ROWS or self._size >= LEAST_LARGE:
                self._write()

    def close(self) -> None:
        """Finish the file."""
        self._write()
        self._writer.close()

    def _write(self) -> None:
        if self._rows:
            arrow: Any = import_module("pyarrow")
            self._writer.write_batch(arrow.RecordBatch.from_pylist(self._rows, schema=self._schema))
            self._rows, self._size = [], 0


@lru_cache
def schema_of(columns: tuple[Column, ...]) -> Any:
    """The schema of all parts with these columns."""
    arrow: Any = import_module("pyarrow")
    text = arrow.string()
    types = {
        "text": text,
        "integer": arrow.int64(),
        "number": arrow.float64(),
        "truth": arrow.bool_(),
        "texts": arrow.list_(text),
        "text_by_name": arrow.map_(text, text),
        "texts_by_name": arrow.map_(text, arrow.list_(text)),
        "list_of_text_by_name": arrow.list_(arrow.map_(text, text)),
        "json": text,
    }
    return arrow.schema([(one.name, types[one.held]) for one in columns])


def _fitting(column: Column, value: Any) -> Any:
    """A value as its column takes it."""
    if value is None:
        return None
    held = column.held
    if held == "text":
        return _text(value)
    if held == "json":
        return _text(json.dumps(value, ensure_ascii=False, default=str))
    if held == "integer":
        return value if abs(value) <= MAX_INTEGER else None
    if held == "number":
        return float(value)
    if held == "texts":
        return [*map(_text, value)]
    if held == "text_by_name":
        return _pairs(value)
    if held == "texts_by_name":
        return [(_text(name), [*map(_text, texts)]) for name, texts in value.items()]
    if held == "list_of_text_by_name":
        return [*map(_pairs, value)]
    return value


def _pairs(value: dict[str, str]) -> list[tuple[str, str]]:
    return [(_text(name), _text(text)) for name, text in value.items()]


def _text(text: str) -> str:
    """A text without halves of characters, which are no UTF-8."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
