"""An extraction from beginning to end, or resumed after a stop.

Partitions are given to workers, and given again if a worker died of one. ``manifest.jsonl`` lists
those that are done, with their counts: a line of JSON each, first a heading with the corpus and the
options, then the partitions in the order in which they were done, at the end a line with the
totals. A partition is done if its line and its parts are intact. All others are done again.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

import scrapy_treesim
from scrapy_treesim.commands.batch.partition import (
    JSON_LINES,
    Batch,
    BatchError,
    PartitionDone,
    Task,
    digest_and_size,
    digest_of_options,
    extract,
    reached,
    unpacked_settings,
)
from scrapy_treesim.commands.batch.parts import FORMATS, UNFINISHED, part_path
from scrapy_treesim.crawl.parquet import INSTALL, can_write_parquet
from scrapy_treesim.files.corpus import Corpus, open_corpus
from scrapy_treesim.files.executors import ExecutorError, ProgressBar, Workers, open_executor
from scrapy_treesim.files.file_lock import locked
from scrapy_treesim.files.slices import slices
from scrapy_treesim.files.whole_file import write_whole

if TYPE_CHECKING:
    from typing_extensions import Self

WAIT: Final = 1.0
"""Seconds to wait for another extraction into the same folder."""
SHOWN_AFTER: Final = 0.5
"""Seconds after which the pages under way are counted again."""
PRELOAD: Final = "scrapy_treesim.commands.batch.partition"
"""Module imported by workers at their start."""
MAX_DEATHS: Final = 20
"""Largest number of workers to die of one partition."""
MAX_UNREADY: Final = 3
"""Largest number of pools in a row to be lost before any worker began with a page."""

_RUNNING: Final = ".running-"
_PROGRESS: Final = ".at-*"


def extract_all(batch: Batch) -> Manifest:
    """Extract all partitions that are not done; return the manifest, closed.

    Raises:
        BatchError: options that cannot be used, or a folder with other files.
        CorpusError, SettingError, ExecutorError, OSError: see their own modules.
    """
    check(batch)
    settings = unpacked_settings(batch.settings)
    corpus = open_corpus(*batch.corpus, max_bytes=settings.max_bytes)
    folder = batch.folder.resolve()
    _prepare(folder, corpus)
    with locked(folder / NAME, WAIT):
        digest, stored = digest_and_size(corpus)
        with Manifest(folder, _heading(batch, digest, stored)) as manifest, _running(folder) as run:
            if not manifest.is_complete:
                absolute = replace(batch, folder=folder)
                corpus_slices = slices(
                    corpus.sources(), batch.partition_pages, corpus.max_bytes, {**manifest.stops}
                )
                tasks = (Task(slice_, absolute, run) for slice_ in corpus_slices)
                with ProgressBar(
                    total=stored, initial=min(manifest.totals.stored, stored), desc="extracting",
                    unit="B", unit_scale=True, file=sys.stderr, disable=None,
                ) as bar:  # fmt: skip

                    def show(pending: Iterable[Task]) -> None:
                        pages = sum(1 + n for task in pending if (n := reached(task)) is not None)
                        bar.set_postfix_str(f"{manifest.totals.pages + pages} pages")

                    for done in _extracted(tasks, batch.executor, batch.workers, show):
                        manifest.add(done)
                        bar.set_postfix_str(f"{manifest.totals.pages} pages", refresh=False)
                        bar.update(done.stored)
                    # Bytes after the last page of a file belong to none.
                    bar.update(stored - bar.n)
                manifest.complete()
    return manifest


def check(batch: Batch) -> None:
    """Refuse options that cannot be used."""
    if batch.format not in FORMATS:
        raise BatchError(f"there is no format {batch.format!r}; there are {', '.join(FORMATS)}")
    if batch.format == "parquet" and not can_write_parquet():
        raise BatchError(f"to write Parquet: {INSTALL}")
    if batch.partition_pages < 0:
        raise BatchError("--partition-pages is 1 or more, or 0 to cut no file")
    options = unpacked_settings(batch.settings).options
    if options.rows and batch.format != JSON_LINES:
        raise BatchError(
            f'with TREESIM_ITEMS = "rows" each page has other columns, and {batch.format} needs the'
            " same: give --format jsonl, or leave the setting out"
        )


def _prepare(folder: Path, corpus: Corpus) -> None:
    """Make the folder; refuse a file, a folder of the corpus, and one with other files."""
    if any(folder.is_relative_to(path.resolve()) for path in corpus.paths):
        raise BatchError(f"{folder} is among the pages themselves: give a folder elsewhere")
    if folder.exists() and not folder.is_dir():
        raise BatchError(f"{folder} is a file: give the name of a folder for the findings")
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / NAME).exists() and any(
        not path.name.startswith(".") for path in folder.iterdir()
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
def _running(folder: Path) -> Iterator[Path]:
    """Keep a file while workers may run: they stop without it. Remove files of dead workers."""
    _remove(folder, f"{_RUNNING}*", _PROGRESS, f"*/{UNFINISHED}")
    running = folder / f"{_RUNNING}{secrets.token_hex(8)}"
    running.touch()
    try:
        yield running
    finally:
        # Among them parts of workers that were stopped because another one died.
        _remove(folder, running.name, _PROGRESS, f"*/{UNFINISHED}")


def _remove(folder: Path, *patterns: str) -> None:
    """Remove the files of these patterns, as far as possible."""
    for pattern in patterns:
        for file in folder.glob(pattern):
            with suppress(OSError):
                file.unlink()


def _extracted(
    tasks: Iterable[Task], kind: str, workers: int | None, show: Callable[[Iterable[Task]], None]
) -> Iterator[PartitionDone]:
    """Extract partitions by workers; yield them in the order in which they are done.

    If a worker dies, its partition is begun again; a page at which workers die twice is left out.
    """
    remaining = iter(tasks)
    unready = 0
    while True:
        with open_executor(kind, workers, PRELOAD, isolated=True) as pool:
            lost = yield from _flow(pool, remaining, show)
        if not lost:
            return
        begun = [task for task in lost if reached(task) is not None]
        unready = 0 if begun else unready + 1
        if unready == MAX_UNREADY:
            raise ExecutorError(
                "workers ended before they began with a page: see their output, or whether there is"
                ' enough memory; a script that calls this needs an if __name__ == "__main__":'
            )
        remaining = chain([task for task in lost if task not in begun], remaining)
        for task in begun:
            yield _alone(task)


def _flow(
    pool: Workers, tasks: Iterator[Task], show: Callable[[Iterable[Task]], None]
) -> Generator[PartitionDone, None, list[Task]]:
    """Do tasks until there are no more, or the pool is lost; return the tasks lost with it.

    Those under way are shown now and then.
    """
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
            while not (done := wait(pending, SHOWN_AFTER, FIRST_COMPLETED).done):
                show(pending.values())
            for future in [future for future in pending if future in done]:
                task = pending[future]
                try:
                    result = future.result()
                except BrokenExecutor:
                    return [*pending.values()]
                del pending[future]
                yield result
    except BaseException:
        # The results are no longer needed, and leaving the pool waits for its workers.
        for task in pending.values():
            task.running.unlink(missing_ok=True)
        raise
    finally:
        for future in pending:
            future.cancel()


def _alone(task: Task) -> PartitionDone:
    """Do a partition in a process of its own."""
    # The worker of another partition may have died before: one death ends the whole pool.
    while True:
        with open_executor("local", 1, PRELOAD, isolated=True) as pool:
            try:
                return pool.executor.submit(extract, task).result()
            except BrokenExecutor:
                task = _after_death(task)


def _after_death(task: Task) -> Task:
    """Return the task again; if the last two deaths were at the same entry, without it."""
    deaths = (*task.deaths, reached(task))
    if len(deaths) == MAX_DEATHS:
        raise ExecutorError(
            f"{MAX_DEATHS} workers died of partition {task.slice.number}: what is done stays, and"
            " the same command goes on from it"
        )
    *_, before, last = (None, *deaths)
    left_out = task.left_out if last is None or last != before else task.left_out | {last}
    return replace(task, left_out=left_out, deaths=deaths)


NAME: Final = "manifest.jsonl"

MAX_LINE: Final = 1_000_000
"""Largest number of bytes of a line."""


@dataclass(frozen=True, slots=True)
class Heading:
    """First line of the manifest."""

    made_by: str
    corpus: str
    """Digest of the names, sizes and times of the files of the corpus."""
    options: str
    """Digest of the settings and options that findings depend on."""
    format: str
    partition_pages: int
    stored: int
    """Bytes of the corpus on the disk."""


@dataclass(slots=True)
class Totals:
    """Sums over all finished partitions."""

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
        """Add the counts of a partition."""
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
    """Manifest of a folder, new or continued.

    Raises:
        BatchError: it is of other pages, settings or options, or no manifest.
        OSError: it cannot be read or written.
    """

    def __init__(self, folder: Path, heading: Heading) -> None:
        self._path = folder / NAME
        self.stops: dict[int, Any] = {}
        """End of each finished partition, by number."""
        self.totals = Totals()
        self.is_complete = False
        self.heading = heading
        self.changed = 0
        """Number of lines changed, or with changed parts, to be done again; 0 if all are done."""
        if self._path.exists():
            whole = self._read()
            if not whole:
                raise BatchError(f"{self._path} is no manifest of an extraction")
            # The end of a line that was not written in full.
            os.truncate(self._path, whole)
        else:
            write_whole(self._path, _line(asdict(heading)))
        self.before = self.totals.partitions
        """Number of partitions done before."""
        if self.is_complete:
            self.changed = 0
        self._file: IO[bytes] = self._path.open("ab")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._file.close()

    def add(self, done: PartitionDone) -> None:
        """Write the line of a finished partition, on the disk on return."""
        self._write(asdict(done))
        self._note(done)

    def complete(self) -> None:
        """Write the last line: all partitions are done."""
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
        """Read the lines; return the number of bytes of whole ones."""
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
                heading = Heading(**(values or {}))
            except TypeError:
                raise BatchError(f"{self._path} is no manifest of an extraction") from None
            self._check_same(heading)
        elif values is not None and values.get("complete"):
            self.is_complete = self.totals.partitions == values["partitions"]
        elif values is not None and self._has_parts(done := PartitionDone.of_json(values)):
            self._note(done)
        else:
            self.changed += 1

    def _check_same(self, actual: Heading) -> None:
        """Refuse the heading of another extraction."""
        how = ""
        if actual.corpus != self.heading.corpus:
            how = "pages, or some have changed: give another folder as -o"
        elif actual.options != self.heading.options:
            how = "settings or options, or another version: give the same, or another folder as -o"
        if how:
            raise BatchError(f"{self._path.parent} is of other {how}")

    def _has_parts(self, done: PartitionDone) -> bool:
        """Tell whether the parts of a partition exist, with the number of bytes written."""
        root, extension = self._path.parent, self.heading.format
        with suppress(OSError):
            return all(
                part_path(root, folder, done.partition, extension).stat().st_size == size
                for folder, size in done.bytes.items()
            )
        return False


def _line(values: dict[str, Any]) -> bytes:
    return f"{json.dumps({**values, 'digest': _digest(values)})}\n".encode()


def _digest(values: dict[str, Any]) -> str:
    return blake2b(json.dumps(values).encode(), digest_size=8).hexdigest()


def _unchanged(line: bytes) -> dict[str, Any] | None:
    """The values of a line; None if it was changed."""
    try:
        values = json.loads(line)
        return values if values.pop("digest") == _digest(values) else None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
