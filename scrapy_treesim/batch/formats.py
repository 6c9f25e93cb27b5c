"""Writers of parts: JSON lines, CSV and Parquet, each with bounded memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from scrapy.utils.misc import load_object

from scrapy_treesim.batch.columns import Column
from scrapy_treesim.batch.parquet import ParquetPart

if TYPE_CHECKING:
    from scrapy_treesim.items import Finding

Columns: TypeAlias = tuple[Column, ...]

_BUFFER: Final = 1_000_000
"""Bytes that are gathered before they are written."""


class Part(Protocol):
    """One file that items are written to."""

    def add(self, items: Sequence[Finding]) -> None:
        """Write some items."""

    def close(self) -> None:
        """Finish the file."""


class JsonLinesPart:
    """An object a line, as in a feed of JSON lines."""

    def __init__(self, path: Path, columns: Columns, csv_exporter: str) -> None:
        self._file: IO[bytes] = path.open("xb", _BUFFER)

    def add(self, items: Sequence[Finding]) -> None:
        """Write some items."""
        lines = "".join(
            f"{json.dumps(dict(item), ensure_ascii=False, default=str)}\n" for item in items
        )
        # Halves of characters are no UTF-8.
        self._file.write(lines.encode("utf-8", "replace"))

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


class CsvPart:
    """A line an item, by the exporter of the project's CSV feeds; the header is always the same."""

    def __init__(self, path: Path, columns: Columns, csv_exporter: str) -> None:
        self._file: IO[bytes] = path.open("xb", _BUFFER)
        names = [column.name for column in columns]
        self._exporter: Any = load_object(csv_exporter)(
            self._file, fields_to_export=names, encoding="utf-8", errors="replace"
        )
        self._exporter.start_exporting()

    def add(self, items: Sequence[Finding]) -> None:
        """Write some items."""
        for item in items:
            self._exporter.export_item(item)

    def close(self) -> None:
        """Finish the file."""
        self._exporter.finish_exporting()
        self._file.close()


PARTS: Final[dict[str, Callable[[Path, Columns, str], Part]]] = {
    "jsonl": JsonLinesPart,
    "csv": CsvPart,
    "parquet": ParquetPart,
}
"""The writer of each format, given the path, the columns and the name of the exporter of CSV."""
