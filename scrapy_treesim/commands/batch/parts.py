"""Parts of one partition: a file a kind of finding, in place once it is complete.

Each format has a writer with bounded memory; the columns of a kind of finding are the same in all
parts, whatever is on their pages. Parquet is written by pyarrow: the extra ``parquet``.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import NoneType
from typing import (
    IO,
    TYPE_CHECKING,
    Any,
    Final,
    NamedTuple,
    TypeAlias,
    get_args,
    get_origin,
    get_type_hints,
)

from scrapy.utils.misc import load_object

from scrapy_treesim.items import ALWAYS, CLASSES, Finding
from scrapy_treesim.values.fields import names_of

if TYPE_CHECKING:
    from typing_extensions import Self

    from scrapy_treesim.commands.batch.partition import Batch
    from scrapy_treesim.findings.kinds import FindingOptions

UNFINISHED: Final = ".part-*"
"""Pattern of the names of unfinished files."""

INSTALL: Final = "pip install pyarrow"

ROWS: Final = 1_000
"""Number of items buffered for Parquet before they are written."""
MAX_CHARACTERS: Final = 4_000_000
"""Number of characters of their texts at which they are written before that."""
MAX_INTEGER: Final = 2**63 - 1

_BUFFER: Final = 1_000_000
"""Bytes buffered before they are written."""

Columns: TypeAlias = Mapping[str, Any]
"""Names of columns, and the types of their values."""


def part_path(root: Path, folder: str, partition: int, extension: str) -> Path:
    """Path of the part of a partition in a folder below ``root``."""
    return root / folder / f"part-{partition:05d}.{extension}"


def columns_of(kind: str, options: FindingOptions) -> Columns:
    """Columns of a kind of finding: the selected fields of its class, in their order."""
    item_class = CLASSES[kind]
    hints = get_type_hints(item_class)
    chosen = {*ALWAYS, *getattr(options, f"{kind}_fields", hints.keys())}
    return {name: _required(hints[name]) for name in names_of(item_class) if name in chosen}


def can_write_parquet() -> bool:
    """Tell whether pyarrow is installed."""
    return find_spec("pyarrow") is not None


class JsonLinesPart:
    """Writer of JSON lines, an object a line, as in a feed."""

    def __init__(self, path: Path, columns: Columns, csv_exporter: str) -> None:
        self._file: IO[bytes] = path.open("xb", _BUFFER)

    def add(self, items: Sequence[Finding]) -> None:
        """Write some items."""
        lines = "".join(
            f"{json.dumps(dict(item), ensure_ascii=False, default=str)}\n" for item in items
        )
        # Surrogates cannot be encoded as UTF-8.
        self._file.write(lines.encode("utf-8", "replace"))

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


class CsvPart(JsonLinesPart):
    """Writer of CSV by the exporter of the project's CSV feeds; the header is always the same."""

    def __init__(self, path: Path, columns: Columns, csv_exporter: str) -> None:
        super().__init__(path, columns, csv_exporter)
        self._exporter: Any = load_object(csv_exporter)(
            self._file, fields_to_export=[*columns], encoding="utf-8", errors="replace"
        )
        self._exporter.start_exporting()

    def add(self, items: Sequence[Finding]) -> None:
        """Write some items."""
        for item in items:
            self._exporter.export_item(item)

    def close(self) -> None:
        """Finish the file."""
        self._exporter.finish_exporting()
        super().close()


class ParquetPart:
    """Writer of Parquet, a row an item; values without an Arrow type are JSON as text."""

    def __init__(self, path: Path, columns: Columns, csv_exporter: str) -> None:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
        types = {name: _arrow_type(arrow, hint) for name, hint in columns.items()}
        self._columns = {name: columns[name] if types[name] else None for name in columns}
        self._schema = arrow.schema(
            [(name, arrow_type or arrow.string()) for name, arrow_type in types.items()]
        )
        self._writer = parquet.ParquetWriter(str(path), self._schema, compression="zstd")
        self._rows: list[dict[str, Any]] = []
        self._size = 0

    def add(self, items: Sequence[Finding]) -> None:
        """Write some items, or buffer them until there are enough."""
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
        self._write()
        self._writer.close()

    def _write(self) -> None:
        if self._rows:
            arrow: Any = import_module("pyarrow")
            self._writer.write_batch(arrow.RecordBatch.from_pylist(self._rows, schema=self._schema))
            self._rows, self._size = [], 0


FORMATS: Final[dict[str, type[JsonLinesPart | ParquetPart]]] = {
    "jsonl": JsonLinesPart,
    "csv": CsvPart,
    "parquet": ParquetPart,
}
"""Writers by format; arguments are the path, the columns and the name of the exporter of CSV."""


class _Unfinished(NamedTuple):
    part: JsonLinesPart | ParquetPart
    path: Path
    final_path: Path
    """Final path of the part."""


class PartitionParts:
    """Parts of one partition; unfinished ones are deleted at the end of the ``with``."""

    def __init__(self, number: int, batch: Batch, options: FindingOptions) -> None:
        self._number = number
        self._batch = batch
        self._options = options
        self._unfinished: dict[str, _Unfinished] = {}
        self.items: dict[str, int] = {}
        """Number of items written, by folder."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        for unfinished in self._unfinished.values():
            with suppress(Exception):
                unfinished.part.close()
            with suppress(OSError):
                unfinished.path.unlink()

    def add(self, kind: str, items: Sequence[Finding]) -> None:
        """Write some items of a kind of finding."""
        if kind not in self._unfinished:
            self._unfinished[kind] = self._begun(kind)
        self._unfinished[kind].part.add(items)
        self.items[kind] = self.items.get(kind, 0) + len(items)

    def finish(self) -> dict[str, int]:
        """Move all parts to their final paths, on the disk; return their bytes by folder."""
        sizes = {}
        for folder, unfinished in self._unfinished.items():
            unfinished.part.close()
            with unfinished.path.open("rb+") as file:
                os.fsync(file.fileno())
            sizes[folder] = unfinished.path.stat().st_size
            os.replace(unfinished.path, unfinished.final_path)
        for unfinished in self._unfinished.values():
            _keep_names(unfinished.final_path.parent)
        self._unfinished = {}
        return sizes

    def _begun(self, kind: str) -> _Unfinished:
        batch = self._batch
        final_path = part_path(batch.folder, kind, self._number, batch.format)
        final_path.parent.mkdir(exist_ok=True)
        # Another process may still write the same partition.
        path = final_path.with_name(f".{final_path.name}.{secrets.token_hex(4)}")
        part = FORMATS[batch.format](path, columns_of(kind, self._options), batch.csv_exporter)
        return _Unfinished(part, path, final_path)


def _keep_names(folder: Path) -> None:
    """Sync the names of files in a folder to the disk, if the system can."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _required(hint: Any) -> Any:
    """A type without None."""
    alternatives = [argument for argument in get_args(hint) if argument is not NoneType]
    is_optional = len(alternatives) == 1 < len(get_args(hint))
    return alternatives[0] if is_optional else hint


def _arrow_type(arrow: Any, hint: Any) -> Any:
    """Arrow's type for the values of a type; None if there is none."""
    plain = {str: arrow.string(), int: arrow.int64(), float: arrow.float64(), bool: arrow.bool_()}
    compound = {list: arrow.list_, dict: arrow.map_}
    if hint in plain:
        return plain[hint]
    args = [_arrow_type(arrow, argument) for argument in get_args(hint)]
    return compound[get_origin(hint)](*args) if get_origin(hint) in compound and all(args) else None


def _fitting(hint: Any, value: Any) -> Any:
    """Convert a value for its column of the type ``hint``, or None for JSON."""
    if value is None or hint is bool:
        return value
    if hint is str:
        # Surrogates cannot be encoded as UTF-8.
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if hint is int:
        return value if abs(value) <= MAX_INTEGER else None
    if hint is float:
        return float(value)
    if get_origin(hint) is list:
        (value_type,) = get_args(hint)
        return [_fitting(value_type, member) for member in value]
    if get_origin(hint) is dict:
        key_type, value_type = get_args(hint)
        return [
            (_fitting(key_type, name), _fitting(value_type, member))
            for name, member in value.items()
        ]
    return _fitting(str, json.dumps(value, ensure_ascii=False, default=str))
