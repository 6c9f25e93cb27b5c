"""An extraction from beginning to end, or from where it stopped.

Partitions are given to workers, and given again where workers died of one. ``manifest.jsonl`` says
which are done, and what came of each: a line of JSON each, first what the extraction is of, then
the partitions in the order in which they were done, at the end that all are. A partition is done
when its line is there as it was written, and its parts are. All others are done again.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from tqdm import tqdm

import scrapy_treesim
from scrapy_treesim.batch.partition import (
    JSON_LINES,
    Batch,
    BatchError,
    PartitionDone,
    Task,
    digest_of_options,
    extract,
    looked_at,
    reached,
    unpacked_settings,
)
from scrapy_treesim.batch.parts import FORMATS, INSTALL, UNFINISHED, can_write_parquet, part_path
from scrapy_treesim.corpus import open_corpus
from scrapy_treesim.corpus.slices import slices
from scrapy_treesim.executors import ExecutorError, Workers, open_executor
from scrapy_treesim.file_lock import locked
from scrapy_treesim.whole_file import write_whole

if TYPE_CHECKING:
    from typing_extensions import Self

WAIT: Final = 1.0
"""Seconds to wait for another extraction into the same folder."""
PRELOAD: Final = "scrapy_treesim.batch.partition"
"""The module that workers begin with."""
MAX_DEATHS: Final = 20
"""Workers that may die of one partition."""
MAX_UNREADY: Final = 3
"""Times in a row that workers may be lost of which none had begun with a page."""

_RUNNING: Final = ".running-"
_PROGRESS: Final = ".at-*"


def extract_all(batch: Batch) -> Manifest:
    """Extract what is not extracted yet; the manifest, closed.

    Raises:
        BatchError: options that cannot be used, or a folder of something else.
        CorpusError, SettingError, ExecutorError, OSError: as their own modules say.
    """
    check(batch)
    settings = unpacked_settings(batch.settings)
    corpus = open_corpus(*batch.corpus, max_bytes=settings.max_bytes)
    folder = batch.folder.resolve()
    if any(folder.is_relative_to(path.resolve()) for path in corpus.paths):
        raise BatchError(f"{folder} is among the pages themselves: give a folder elsewhere")
    _prepare(folder)
    with locked(folder / NAME, WAIT):
        digest, stored = looked_at(corpus)
        with Manifest(folder, _heading(batch, digest, stored)) as manifest, _wanted(folder) as file:
            if not manifest.is_complete:
                placed = replace(batch, folder=folder)
                cut = slices(
                    corpus.places(), batch.partition_pages, corpus.max_bytes, {**manifest.stops}
                )
                tasks = (Task(one, placed, file) for one in cut)
                with _Bar(
                    total=stored, initial=min(manifest.totals.stored, stored), desc="extracting",
                    unit="B", unit_scale=True, file=sys.stderr, disable=None,
                ) as bar:  # fmt: skip
                    for done in _extracted(tasks, batch.executor, batch.workers):
                        manifest.add(done)
                        bar.set_postfix_str(f"{manifest.totals.pages} pages", refresh=False)
                        bar.update(done.stored)
                    # Bytes behind the last page of a file belong to none.
                    bar.update(stored - bar.n)
                manifest.complete()
    return manifest


def check(batch: Batch) -> None:
    """Refuse what cannot be done."""
    if batch.format not in FORMATS:
        raise BatchError(f"there is no format {batch.format!r}; there are {', '.join(FORMATS)}")
    if batch.format == "parquet" and not can_write_parquet():
        raise BatchError(f"to write Parquet: {INSTALL}")
    if batch.partition_pages < 0:
        raise BatchError("--partition-pages is 1 or more, or 0 to cut no file")
    wanted = unpacked_settings(batch.settings).wanted
    if wanted.rows and batch.format != JSON_LINES:
        raise BatchError(
            f'with TREESIM_ITEMS = "rows" each page has other columns, and {batch.format} wants the'
            " same: give --format jsonl, or leave the setting out"
        )


def _prepare(folder: Path) -> None:
    """Make the folder; refuse a file, and a folder that holds something else."""
    if folder.exists() and not folder.is_dir():
        raise BatchError(f"{folder} is a file: give the name of a folder for the findings")
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / NAME).exists() and any(
        not one.name.startswith(".") for one in folder.iterdir()
    ):
        raise BatchError(f"{folder} is neither empty nor of an extraction: give another folder")


def _heading(batch: Batch, digest: str, stored: int) -> Heading:
    options: dict[str, Any] = {"format": batch.format, "partition_pages": batch.partition_pages}
    if batch.format == "csv":
        options["exporter"] = batch.csv_exporter
    return Heading(
        made_by=f"scrapy-treesim {scrapy_treesim.__version__}",
        corpus=digest,
        options=digest_of_options(batch.settings, options),
        format=batch.format,
        partition_pages=batch.partition_pages,
        stored=stored,
    )


@contextmanager
def _wanted(folder: Path) -> Iterator[Path]:
    """A file that is there meanwhile: workers stop without it. Takes away what the dead left."""
    _take_away(folder, f"{_RUNNING}*", _PROGRESS, f"*/{UNFINISHED}")
    running = folder / f"{_RUNNING}{secrets.token_hex(8)}"
    running.touch()
    try:
        yield running
    finally:
        # Among them the parts of workers that had to go because another one died.
        _take_away(folder, running.name, _PROGRESS, f"*/{UNFINISHED}")


def _take_away(folder: Path, *patterns: str) -> None:
    """Remove the files of these names, as far as may be."""
    for pattern in patterns:
        for left in folder.glob(pattern):
            with suppress(OSError):
                left.unlink()


def _extracted(tasks: Iterable[Task], kind: str, workers: int | None) -> Iterator[PartitionDone]:
    """Extract partitions by workers, in whatever order they are done.

    Where a worker dies its partition is begun again; a page at which it dies twice is left out.
    """
    left = iter(tasks)
    unready = 0
    while True:
        with open_executor(kind, workers, PRELOAD, apart=True) as pool:
            gone = yield from _flow(pool, left)
        if not gone:
            return
        begun = [task for task in gone if reached(task) is not None]
        unready = 0 if begun else unready + 1
        if unready == MAX_UNREADY:
            raise ExecutorError(
                "workers ended before they began with a page: see what they said, or whether there"
                ' is memory for them; a script that calls this wants an if __name__ == "__main__":'
            )
        left = chain([task for task in gone if task not in begun], left)
        for task in begun:
            yield _alone(task)


def _flow(pool: Workers, tasks: Iterator[Task]) -> Generator[PartitionDone, None, list[Task]]:
    """Do tasks until there are no more, or the pool is lost; those that are lost with it."""
    pending: dict[Future[PartitionDone], Task] = {}
    try:
        while True:
            while len(pending) <= pool.number and (task := next(tasks, None)) is not None:
                try:
                    pending[pool.executor.submit(extract, task)] = task
                except BrokenExecutor:
                    return [*pending.values(), task]
            if not pending:
                return []
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in [one for one in pending if one in done]:
                task = pending[future]
                try:
                    found = future.result()
                except BrokenExecutor:
                    return [*pending.values()]
                del pending[future]
                yield found
    except BaseException:
        # Nobody wants the results any more, and workers are waited for.
        for task in pending.values():
            task.running.unlink(missing_ok=True)
        raise
    finally:
        for future in pending:
            future.cancel()


def _alone(task: Task) -> PartitionDone:
    """Do a partition, and nothing else, in a process of its own."""
    # The death before may have been another's: with one worker all of them go.
    while True:
        with open_executor("local", 1, PRELOAD, apart=True) as pool:
            try:
                return pool.executor.submit(extract, task).result()
            except BrokenExecutor:
                task = _after_death(task)


def _after_death(task: Task) -> Task:
    """The task again; without the entry of the last two deaths, if that is the same."""
    deaths = (*task.deaths, reached(task))
    if len(deaths) == MAX_DEATHS:
        raise ExecutorError(
            f"{MAX_DEATHS} workers died of partition {task.slice.number}: what is done stays, and"
            " the same command goes on from it"
        )
    *_, before, last = (None, *deaths)
    left_out = task.left_out if last is None or last != before else task.left_out | {last}
    return replace(task, left_out=left_out, deaths=deaths)


class _Bar(tqdm):  # type: ignore[type-arg,misc,unused-ignore]
    # No thread that watches over the bar: processes may be forked from this one.
    monitor_interval = 0


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
    damaged: int = 0

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
        self.damaged += done.damaged


class Manifest:
    """The manifest of a folder, gone on with where there is one.

    Raises:
        BatchError: it is of other pages, settings or options, or no manifest.
        OSError: it cannot be read or written.
    """

    def __init__(self, folder: Path, wanted: Heading) -> None:
        self._path = folder / NAME
        self.stops: dict[int, Any] = {}
        """End of each finished partition, by number."""
        self.totals = Totals()
        self.is_complete = False
        self.heading = wanted
        self.changed = 0
        """Lines not as they were written, or whose parts are not: these partitions are done again.
        0 where all are done."""
        if self._path.exists():
            whole = self._read()
            if not whole:
                raise BatchError(f"{self._path} is no manifest of an extraction")
            # The end of a line that was not written in full.
            os.truncate(self._path, whole)
        else:
            write_whole(self._path, _line(asdict(wanted)))
        self.before = self.totals.partitions
        """Partitions that were done before."""
        if self.is_complete:
            self.changed = 0
        self._file: IO[bytes] = self._path.open("ab")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
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
        self._file.write(_line(values))
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self) -> int:
        """Read what is done; the bytes of whole lines."""
        whole = 0
        with self._path.open("rb") as file:
            while (line := file.readline(MAX_LINE)).endswith(b"\n"):
                self._take(line, is_first=not whole)
                whole += len(line)
        return whole

    def _take(self, line: bytes, *, is_first: bool) -> None:
        values = _unchanged(line)
        if is_first:
            try:
                found = Heading(**(values or {}))
            except TypeError:
                raise BatchError(f"{self._path} is no manifest of an extraction") from None
            _check_same(found, self.heading, self._path)
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


def _line(values: dict[str, Any]) -> bytes:
    return f"{json.dumps({**values, 'digest': _digest(values)})}\n".encode()


def _digest(values: dict[str, Any]) -> str:
    return blake2b(json.dumps(values).encode(), digest_size=8).hexdigest()


def _unchanged(line: bytes) -> dict[str, Any] | None:
    """The values of a line; None if it is not as it was written."""
    try:
        values = json.loads(line)
        return values if values.pop("digest") == _digest(values) else None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _check_same(found: Heading, wanted: Heading, path: Path) -> None:
    """Refuse a heading of another extraction."""
    if found.corpus != wanted.corpus:
        raise BatchError(
            f"{path.parent} is of other pages, or some have changed: give another folder as -o"
        )
    if found.options != wanted.options:
        raise BatchError(
            f"{path.parent} is of other settings or options, or another version: give the same, or"
            " another folder as -o"
        )
