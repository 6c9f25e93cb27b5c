"""An extraction from beginning to end, or from where it stopped.

Partitions are given to workers, and given again where workers died of one.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from time import monotonic
from typing import Any, Final, TypeAlias

from tqdm import tqdm

import scrapy_treesim
from scrapy_treesim.batch.manifest import NAME, Heading, Manifest, Totals
from scrapy_treesim.batch.partition import (
    JSON_LINES,
    PARTITION_PAGES,
    BatchError,
    BatchOrder,
    PartitionDone,
    Stopped,
    Task,
    digest_of_options,
    extract,
    looked_at,
    reached,
    unpacked_settings,
)
from scrapy_treesim.batch.parts import FORMATS, INSTALL, UNFINISHED, can_write_parquet
from scrapy_treesim.corpus import open_corpus
from scrapy_treesim.corpus.slices import slices
from scrapy_treesim.executors import (
    KILLED,
    ExecutorError,
    Workers,
    is_of_dask,
    lost,
    open_executor,
)
from scrapy_treesim.file_lock import locked

WAIT: Final = 1.0
"""Seconds to wait for another extraction into the same folder."""
CSV_EXPORTER: Final = "scrapy.exporters.CsvItemExporter"
MOST_LOOKED_AT: Final = 100
"""Partitions at work whose progress is looked at."""
PRELOAD: Final = "scrapy_treesim.batch.partition"
"""The module that workers begin with."""
MAX_DEATHS: Final = 20
"""Workers that may die of one partition."""
MAX_UNREADY: Final = 3
"""Times in a row that workers may be lost of which none had begun with a page."""
LOOK: Final = 0.5
"""Seconds between two looks at the progress."""
GOES_ON: Final = "what is done stays, and the same command goes on from it"

Look: TypeAlias = Callable[[Iterable[Task]], object]
"""What is told, about twice a second, of the partitions that workers are at."""

_RUNNING: Final = ".running-"
_PROGRESS: Final = ".at-*"


@dataclass(frozen=True, slots=True)
class Batch:
    """An extraction as it is asked for."""

    corpus: tuple[str, ...]
    """Paths of saved pages."""
    folder: Path
    settings: bytes
    """Packed by :func:`.partition.packed_settings`."""
    format: str = JSON_LINES
    partition_pages: int = PARTITION_PAGES
    """Pages of a partition; 0 cuts no file of many pages."""
    executor: str = "local"
    workers: int | None = None
    csv_exporter: str = CSV_EXPORTER


@dataclass(frozen=True, slots=True)
class Outcome:
    """The state in the end."""

    totals: Totals
    before: int
    """Partitions that were done before."""
    changed: int
    """Lines of the manifest that no longer held, so that their partitions were done again."""


def extract_all(batch: Batch) -> Outcome:
    """Extract what is not extracted yet.

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
            before = manifest.totals.partitions
            changed = 0 if manifest.is_complete else manifest.changed
            if not manifest.is_complete:
                order = BatchOrder(folder, batch.format, batch.settings, batch.csv_exporter, file)
                cut = slices(
                    corpus.places(), batch.partition_pages, corpus.max_bytes, {**manifest.stops}
                )
                tasks = (Task(one, order) for one in cut)
                with _shown(manifest.totals, stored) as look:
                    for done in _extracted(tasks, batch.executor, batch.workers, look):
                        manifest.add(done)
                manifest.complete()
            return Outcome(manifest.totals, before, changed)


def check(batch: Batch) -> None:
    """Refuse what cannot be done."""
    if batch.format not in FORMATS:
        raise BatchError(f"there is no format {batch.format!r}; there are {', '.join(FORMATS)}")
    if batch.format == "parquet" and not can_write_parquet():
        raise BatchError(f"to write Parquet: {INSTALL}")
    if batch.partition_pages < 0:
        raise BatchError("--partition-pages is 1 or more, or 0 to cut no file")
    wanted = unpacked_settings(batch.settings).wanted
    for name in ("records", "templates"):
        if getattr(wanted, f"{name}_flat") and batch.format != JSON_LINES:
            raise BatchError(
                f"with TREESIM_{name.upper()}_FLAT rows have other columns on each page, and"
                f" {batch.format} wants the same: give --format jsonl, or set it to False"
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


def _extracted(
    tasks: Iterable[Task], kind: str, workers: int | None, look: Look
) -> Iterator[PartitionDone]:
    """Extract partitions by workers, in whatever order they are done.

    Where a worker dies its partition is begun again; a page at which it dies twice is left out.
    """
    left = iter(tasks)
    unready = 0
    while True:
        with open_executor(kind, workers, PRELOAD, apart=True) as pool:
            gone = yield from _flow(pool, left, look)
        if not gone:
            return
        begun = [task for task in gone if reached(task)]
        unready = 0 if begun else unready + 1
        if unready == MAX_UNREADY:
            raise ExecutorError(
                "workers ended before they began with a page: see what they said, or whether there"
                ' is memory for them; a script that calls this wants an if __name__ == "__main__":'
            )
        left = chain([task for task in gone if task not in begun], left)
        for task in begun:
            yield _alone(task)


def _flow(
    pool: Workers, tasks: Iterator[Task], look: Look
) -> Generator[PartitionDone, None, list[Task]]:
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
            done, _ = wait(pending, LOOK, FIRST_COMPLETED)
            look(pending.values())
            for future in [one for one in pending if one in done]:
                task = pending[future]
                try:
                    found = future.result()
                except BrokenExecutor:
                    return [*pending.values()]
                except Stopped:
                    raise ExecutorError(
                        f"the workers were told to stop: {task.order.running.name} was taken out"
                        f" of {task.order.folder}; the same command goes on"
                    ) from None
                except Exception as error:
                    if not is_of_dask(error):
                        raise
                    if type(error).__name__ != KILLED:
                        raise lost(error, GOES_ON) from None
                    task = _after_death(task)
                    pending[pool.executor.submit(extract, task)] = task
                    del pending[future]
                else:
                    del pending[future]
                    yield found
    except BaseException:
        # Nobody wants the results any more, and workers are waited for.
        for task in pending.values():
            task.order.running.unlink(missing_ok=True)
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
    entry, _ = reached(task) or (None, 0)
    deaths = (*task.deaths, entry)
    if len(deaths) == MAX_DEATHS:
        raise lost(f"{MAX_DEATHS} of them died of partition {task.slice.number}", GOES_ON)
    *_, before, last = (None, *deaths)
    left_out = task.left_out if last is None or last != before else task.left_out | {last}
    return replace(task, left_out=left_out, deaths=deaths)


class _Bar(tqdm):  # type: ignore[type-arg,misc,unused-ignore]
    # No thread that watches over the bar: processes may be forked from this one.
    monitor_interval = 0


@contextmanager
def _shown(totals: Totals, stored: int) -> Iterator[Look]:
    """Show on a terminal the bytes gone through, pages a second and the time left."""
    if not sys.stderr.isatty():
        yield lambda tasks: None
        return
    before, started = totals.pages, monotonic()
    with _Bar(
        total=stored, initial=min(totals.stored, stored), desc="extracting", unit="B",
        unit_scale=True, file=sys.stderr,
    ) as bar:  # fmt: skip

        def look(tasks: Iterable[Task]) -> None:
            at_work = [(reached(one) or (0, 0))[1] for one in islice(tasks, MOST_LOOKED_AT)]
            now = min(stored, totals.stored + sum(at_work))
            rate = (totals.pages - before) / (monotonic() - started)
            bar.set_postfix_str(f"{totals.pages} pages, {rate:.1f}/s", refresh=False)
            bar.update(max(0, now - bar.n))

        yield look
        look(())
        # Bytes behind the last page of a file belong to none.
        bar.update(stored - bar.n)
