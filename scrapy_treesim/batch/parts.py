"""The parts of one partition: a file a kind of finding, there when it is whole and not before."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scrapy_treesim.batch.columns import columns_of
from scrapy_treesim.batch.formats import PARTS, Part

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

    from scrapy_treesim.batch.order import BatchOrder
    from scrapy_treesim.findings import Wanted
    from scrapy_treesim.items import Finding

UNFINISHED = ".part-*"
"""The names of files that were not finished."""


def part_path(found: Path, folder: str, partition: int, written: str) -> Path:
    """The part of a partition in a folder of the findings, written in a format."""
    return found / folder / f"part-{partition:05d}.{written}"


class _Unfinished(NamedTuple):
    part: Part
    path: Path
    place: Path
    """Where it is to be."""


class Parts:
    """The parts of one partition; those that are not finished go at the end of the ``with``."""

    def __init__(self, number: int, order: BatchOrder, wanted: Wanted) -> None:
        self._number = number
        self._order = order
        self._wanted = wanted
        self._unfinished: dict[str, _Unfinished] = {}
        self.items: dict[str, int] = {}
        """Items written, by folder."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        for one in self._unfinished.values():
            with suppress(Exception):
                one.part.close()
            with suppress(OSError):
                one.path.unlink()

    def add(self, folder: str, items: Sequence[Finding]) -> None:
        """Write some items."""
        if folder not in self._unfinished:
            self._unfinished[folder] = self._begun(folder)
        self._unfinished[folder].part.add(items)
        self.items[folder] = self.items.get(folder, 0) + len(items)

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

    def _begun(self, folder: str) -> _Unfinished:
        place = part_path(self._order.folder, folder, self._number, self._order.format)
        place.parent.mkdir(exist_ok=True)
        # Another process may still be at the same partition, which it was not told to leave.
        path = place.with_name(f".{place.name}.{secrets.token_hex(4)}")
        columns = columns_of(folder, self._wanted)
        part = PARTS[self._order.format](path, columns, self._order.csv_exporter)
        return _Unfinished(part, path, place)


def _keep_names(folder: Path) -> None:
    """Have the names of files in a folder on the disk, where the system can."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
