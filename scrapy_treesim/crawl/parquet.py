"""Parquet for feeds and for files of findings, typed, by pyarrow: the extra ``parquet``."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Any, Final

from scrapy.exporters import PythonItemExporter
from scrapy.extensions.postprocessing import PostProcessingManager

from scrapy_treesim.findings.frames import (
    Columns,
    fitting,
    fitting_row,
    schema_of,
    types_of,
    widen,
)
from scrapy_treesim.items import Item

if TYPE_CHECKING:
    from pathlib import Path

INSTALL: Final = "pip install pyarrow"

ROWS: Final = 1_000
"""Number of rows buffered before they are written."""
MAX_CHARACTERS: Final = 4_000_000
"""Number of characters of their texts at which they are written before that."""

_IN_MEMORY: Final = 16_000_000
"""Bytes of a feed's items above which they wait in a temporary file."""


def can_write_parquet() -> bool:
    """Tell whether pyarrow is installed."""
    return find_spec("pyarrow") is not None


class ParquetTable:
    """Writer of rows to a Parquet file; values without an Arrow type are JSON as text."""

    def __init__(self, file: IO[bytes] | Path, columns: Columns) -> None:
        parquet: Any = import_module("pyarrow.parquet")
        self._columns, self._schema = schema_of(columns)
        target = file if hasattr(file, "write") else str(file)
        self._writer = parquet.ParquetWriter(target, self._schema, compression="zstd")
        self._rows: list[dict[str, Any]] = []
        self._size = 0

    def add(self, items: Iterable[Mapping[str, Any]]) -> None:
        """Write some rows, or buffer them until there are enough."""
        rows = [fitting_row(self._columns, item) for item in items]
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
        row = {fitting(str, name): value for name, value in exported.items()}
        # Whole or not at all: some values cannot be kept.
        kept = pickle.dumps(row, pickle.HIGHEST_PROTOCOL)
        renamed = self.fields_to_export if isinstance(self.fields_to_export, Mapping) else {}
        hints = types_of(type(item)) if isinstance(item, Item) else {}
        typed = {renamed.get(name, name): hint for name, hint in hints.items()}
        widen(self._columns, row, typed)
        self._items.seek(self._end)
        self._items.write(kept)
        self._end = self._items.tell()
        self._rows += 1
        return row

    def finish_exporting(self) -> None:
        """Write the file."""
        with self._items:
            self._items.seek(0)
            table = ParquetTable(self._file, self._columns)
            for _ in range(self._rows):
                table.add([pickle.load(self._items)])
            table.close()


def _is_begun(file: IO[bytes]) -> bool:
    """Tell whether there is something in a file before; of a pipe it is not known."""
    with suppress(OSError, AttributeError):
        return file.tell() > 0
    return False
