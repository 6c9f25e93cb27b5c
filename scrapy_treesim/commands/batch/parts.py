"""Parts of one partition: a file a kind of finding, in place once it is complete.

Each format has a writer with bounded memory; the columns of a kind of finding are the same in all
parts, whatever is on their pages.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

from scrapy.utils.misc import load_object

from scrapy_treesim.crawl.parquet import ParquetTable
from scrapy_treesim.findings.frames import Columns, types_of
from scrapy_treesim.items import ALWAYS, CLASSES, Finding

if TYPE_CHECKING:
    from typing_extensions import Self

    from scrapy_treesim.commands.batch.partition import Batch
    from scrapy_treesim.findings.kinds import FindingOptions

UNFINISHED: Final = ".part-*"
"""Pattern of the names of unfinished files."""

_BUFFER: Final = 1_000_000
"""Bytes buffered before they are written."""


def part_path(root: Path, folder: str, partition: int, extension: str) -> Path:
    """Path of the part of a partition in a folder below ``root``."""
    return root / folder / f"part-{partition:05d}.{extension}"


def columns_of(kind: str, options: FindingOptions) -> Columns:
    """Columns of a kind of finding: the selected fields of its class, in their order."""
    types = types_of(CLASSES[kind])
    chosen = {*ALWAYS, *getattr(options, f"{kind}_fields", types)}
    return {name: types[name] for name in types if name in chosen}


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


FORMATS: Final[dict[str, Callable[[Path, Columns, str], JsonLinesPart | ParquetTable]]] = {
    "jsonl": JsonLinesPart,
    "csv": CsvPart,
    "parquet": lambda path, columns, _: ParquetTable(path, columns),
}
"""Writers by format; arguments are the path, the columns and the name of the exporter of CSV."""


class _Unfinished(NamedTuple):
    part: JsonLinesPart | ParquetTable
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
