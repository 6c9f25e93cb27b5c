"""The parts of one partition: a file a kind of finding, there when it is whole and not before.

Each format has a writer with bounded memory; the columns of a kind of finding are the same in all
parts, whatever their pages hold. Parquet is written by pyarrow: the extra ``parquet``.
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

from scrapy_treesim.fields import names_of
from scrapy_treesim.items import ALWAYS, CLASSES, Finding

if TYPE_CHECKING:
    from typing_extensions import Self

    from scrapy_treesim.batch.partition import Batch
    from scrapy_treesim.findings import Wanted

UNFINISHED: Final = ".part-*"
"""The names of files that were not finished."""

INSTALL: Final = "pip install pyarrow"

ROWS: Final = 1_000
"""Items that Parquet gathers before they are written."""
LEAST_LARGE: Final = 4_000_000
"""Characters of their texts at which they are written before that."""
MAX_INTEGER: Final = 2**63 - 1

_BUFFER: Final = 1_000_000
"""Bytes that are gathered before they are written."""

Columns: TypeAlias = Mapping[str, Any]
"""The names of columns, and the types of their values."""


def part_path(found: Path, folder: str, partition: int, written: str) -> Path:
    """The part of a partition in a folder of the findings, written in a format."""
    return found / folder / f"part-{partition:05d}.{written}"


def columns_of(kind: str, wanted: Wanted) -> Columns:
    """The columns of a kind of finding: the fields that are wanted of its class, in their order."""
    item_class = CLASSES[kind]
    hints = get_type_hints(item_class)
    chosen = {*ALWAYS, *getattr(wanted, f"{kind}_fields", hints.keys())}
    return {name: _required(hints[name]) for name in names_of(item_class) if name in chosen}


def can_write_parquet() -> bool:
    """Tell whether pyarrow is installed."""
    return find_spec("pyarrow") is not None


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


class CsvPart(JsonLinesPart):
    """A line an item, by the exporter of the project's CSV feeds; the header is always the same."""

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
    """A row an item; what no type of Arrow can hold is JSON as text."""

    def __init__(self, path: Path, columns: Columns, csv_exporter: str) -> None:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
        types = {name: _arrow_type(arrow, hint) for name, hint in columns.items()}
        self._columns = {name: columns[name] if types[name] else None for name in columns}
        self._schema = arrow.schema([(name, of or arrow.string()) for name, of in types.items()])
        self._writer = parquet.ParquetWriter(str(path), self._schema, compression="zstd")
        self._rows: list[dict[str, Any]] = []
        self._size = 0

    def add(self, items: Sequence[Finding]) -> None:
        """Write some items, or keep them until there are enough."""
        rows = [
            {name: _fitting(hint, item.get(name)) for name, hint in self._columns.items()}
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


FORMATS: Final[dict[str, type[JsonLinesPart | ParquetPart]]] = {
    "jsonl": JsonLinesPart,
    "csv": CsvPart,
    "parquet": ParquetPart,
}
"""The writer of each format, given the path, the columns and the name of the exporter of CSV."""


class _Unfinished(NamedTuple):
    part: JsonLinesPart | ParquetPart
    path: Path
    place: Path
    """Final path of the part."""


class Parts:
    """The parts of one partition; those that are not finished go at the end of the ``with``."""

    def __init__(self, number: int, batch: Batch, wanted: Wanted) -> None:
        self._number = number
        self._batch = batch
        self._wanted = wanted
        self._unfinished: dict[str, _Unfinished] = {}
        self.items: dict[str, int] = {}
        """Items written, by folder."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        for one in self._unfinished.values():
            with suppress(Exception):
                one.part.close()
            with suppress(OSError):
                one.path.unlink()

    def add(self, kind: str, items: Sequence[Finding]) -> None:
        """Write some items of a kind of finding."""
        if kind not in self._unfinished:
            self._unfinished[kind] = self._begun(kind)
        self._unfinished[kind].part.add(items)
        self.items[kind] = self.items.get(kind, 0) + len(items)

    def finish(self) -> dict[str, int]:
        """Put all where they are to be, on the disk; the bytes of each, by folder."""
        sizes = {}
        for folder, one in self._unfinished.items():
            one.part.close()
            with one.path.open("rb+") as file:
                os.fsync(file.fileno())
            sizes[folder] = one.path.stat().st_size
            os.replace(one.path, one.place)
        for one in self._unfinished.values():
            _keep_names(one.place.parent)
        self._unfinished = {}
        return sizes

    def _begun(self, kind: str) -> _Unfinished:
        batch = self._batch
        place = part_path(batch.folder, kind, self._number, batch.format)
        place.parent.mkdir(exist_ok=True)
        # Another process may still be at the same partition, which it was not told to leave.
        path = place.with_name(f".{place.name}.{secrets.token_hex(4)}")
        part = FORMATS[batch.format](path, columns_of(kind, self._wanted), batch.csv_exporter)
        return _Unfinished(part, path, place)


def _keep_names(folder: Path) -> None:
    """Have the names of files in a folder on the disk, where the system can."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _required(hint: Any) -> Any:
    """A type without None."""
    others = [one for one in get_args(hint) if one is not NoneType]
    is_optional = len(others) == 1 < len(get_args(hint))
    return others[0] if is_optional else hint


def _arrow_type(arrow: Any, hint: Any) -> Any:
    """Arrow's type of the values of a type; None where it has none."""
    plain = {str: arrow.string(), int: arrow.int64(), float: arrow.float64(), bool: arrow.bool_()}
    compound = {list: arrow.list_, dict: arrow.map_}
    if hint in plain:
        return plain[hint]
    held = [_arrow_type(arrow, one) for one in get_args(hint)]
    return compound[get_origin(hint)](*held) if get_origin(hint) in compound and all(held) else None


def _fitting(hint: Any, value: Any) -> Any:
    """A value as its column takes it, whose type is ``hint``, or None for JSON."""
    if value is None or hint is bool:
        return value
    if hint is str:
        # Halves of characters are no UTF-8.
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if hint is int:
        return value if abs(value) <= MAX_INTEGER else None
    if hint is float:
        return float(value)
    if get_origin(hint) is list:
        (held,) = get_args(hint)
        return [_fitting(held, one) for one in value]
    if get_origin(hint) is dict:
        named, held = get_args(hint)
        return [(_fitting(named, name), _fitting(held, one)) for name, one in value.items()]
    return _fitting(str, json.dumps(value, ensure_ascii=False, default=str))
