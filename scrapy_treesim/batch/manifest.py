"""``manifest.jsonl``: which partitions are done, and what came of each.

A line of JSON each: first what the extraction is of, then the partitions in the order in which they
were done, at the end that all are. A partition is done when its line is there as it was written,
and its parts are. All others are done again.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from scrapy_treesim.batch.partition import BatchError, PartitionDone
from scrapy_treesim.batch.parts import part_path

if TYPE_CHECKING:
    from typing_extensions import Self

NAME: Final = "manifest.jsonl"

MAX_LINE: Final = 1_000_000
"""Bytes of a line."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The first line."""

    made_by: str
    corpus: str
    """A digest of the names, sizes and times of its files."""
    options: str
    """A digest of the settings and options that findings depend on."""
    format: str
    partition_pages: int
    stored: int
    """Bytes on the disk, in all."""


@dataclass(slots=True)
class Totals:
    """The sums over all partitions that are done."""

    partitions: int = 0
    pages: int = 0
    items: int = 0
    bytes: int = 0
    stored: int = 0
    left_out: int = 0
    killed: int = 0
    failed: int = 0

    def add(self, done: PartitionDone) -> None:
        """Add a partition."""
        self.partitions += 1
        self.pages += done.pages
        self.items += sum(done.items.values())
        self.bytes += sum(done.bytes.values())
        self.stored += done.stored
        self.killed += done.left_out.get("killed", 0)
        self.left_out += sum(done.left_out.values()) - done.left_out.get("killed", 0)
        self.failed += sum(done.failed.values())


class Manifest:
    """The manifest of a folder, gone on with where there is one.

    Raises:
        BatchError: it is of other pages, settings or options, or no manifest.
        OSError: it cannot be read or written.
    """

    def __init__(self, folder: Path, wanted: Heading) -> None:
        self._path = folder / NAME
        self.stops: dict[int, Any] = {}
        """Where each partition that is done ends."""
        self.totals = Totals()
        self.is_complete = False
        self.heading = wanted
        self.changed = 0
        """Lines that are not as they were written, or whose parts are not."""
        self._file: IO[bytes] | None = None
        if self._path.exists():
            whole = self._read(wanted)
            if not whole and not self._is_begun():
                raise BatchError(f"{self._path} is no manifest of an extraction")
            with suppress(FileNotFoundError):
                # The end of a line that was not written in full.
                os.truncate(self._path, whole)
        self._file = self._path.open("ab")
        if not self._path.stat().st_size:
            self._write(asdict(wanted))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, done: PartitionDone) -> None:
        """Note that a partition is done: when this returns, that is on the disk."""
        self._write(asdict(done))
        self._note(done)

    def complete(self) -> None:
        """Note that all are done."""
        self._write({"complete": True, **asdict(self.totals)})
        self.is_complete = True

    def _note(self, done: PartitionDone) -> None:
        if done.partition not in self.stops:
            self.stops[done.partition] = done.stop
            self.totals.add(done)

    def _write(self, values: dict[str, Any]) -> None:
        assert self._file is not None
        line = json.dumps({**values, "digest": _digest(values)})
        self._file.write(f"{line}\n".encode())
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self, wanted: Heading) -> int:
        """Read what is done; the bytes of whole lines."""
        whole = 0
        with self._path.open("rb") as file:
            while (line := file.readline(MAX_LINE)).endswith(b"\n"):
                self._take(line, wanted, is_first=not whole)
                whole += len(line)
        return whole

    def _is_begun(self) -> bool:
        """Tell whether the file is what a heading begins with."""
        begins = f'{{"{Heading.__slots__[0]}": "'.encode()
        with self._path.open("rb") as file:
            found = file.read(len(begins))
        return begins.startswith(found)

    def _take(self, line: bytes, wanted: Heading, *, is_first: bool) -> None:
        values = _unchanged(line)
        if is_first:
            try:
                found = Heading(**(values or {}))
            except TypeError:
                raise BatchError(f"{self._path} is no manifest of an extraction") from None
            self.heading = _same(found, wanted, self._path)
        elif values is not None and values.get("complete"):
            self.is_complete = self.totals.partitions == values["partitions"]
        elif values is not None and self._has_parts(done := PartitionDone.of_json(values)):
            self._note(done)
        else:
            self.changed += 1

    def _has_parts(self, done: PartitionDone) -> bool:
        """Tell whether the parts of a partition are there, with as many bytes as were written."""
        found, written = self._path.parent, self.heading.format
        sizes = {
            part_path(found, folder, done.partition, written): size
            for folder, size in done.bytes.items()
        }
        try:
            return all(os.path.getsize(path) == size for path, size in sizes.items())
        except OSError:
            return False


def _digest(values: dict[str, Any]) -> str:
    return blake2b(json.dumps(values).encode(), digest_size=8).hexdigest()


def _unchanged(line: bytes) -> dict[str, Any] | None:
    """The values of a line; None if it is not as it was written."""
    try:
        values = json.loads(line)
        return values if values.pop("digest") == _digest(values) else None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _same(found: Heading, wanted: Heading, path: Path) -> Heading:
    """The heading that is there, if it is of the same extraction."""
    if found.corpus != wanted.corpus:
        raise BatchError(
            f"{path.parent} is of other pages, or some have changed: give another folder as -o"
        )
    if found.options != wanted.options:
        raise BatchError(
            f"{path.parent} is of other settings or options, or another version: give the same, or"
            " another folder as -o"
        )
    return found
