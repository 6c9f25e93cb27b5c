"""An extraction from beginning to end, or from where it stopped."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import scrapy_treesim
from scrapy_treesim.batch.manifest import NAME, Heading, Manifest, Totals
from scrapy_treesim.batch.order import (
    FORMATS,
    PARTITION_PAGES,
    BatchError,
    BatchOrder,
    digest_of_options,
    looked_at,
    unpacked_settings,
)
from scrapy_treesim.batch.parquet import INSTALL, can_write
from scrapy_treesim.batch.partition import Task
from scrapy_treesim.batch.parts import UNFINISHED
from scrapy_treesim.batch.progress import shown
from scrapy_treesim.batch.tasks import Running, extracted
from scrapy_treesim.corpus import open_corpus
from scrapy_treesim.corpus.slices import slices
from scrapy_treesim.file_lock import locked

WAIT: Final = 1.0
"""Seconds to wait for another extraction into the same folder."""
CSV_EXPORTER: Final = "scrapy.exporters.CsvItemExporter"
_RUNNING: Final = ".running-"
_PROGRESS: Final = ".at-*"


@dataclass(frozen=True, slots=True)
class Batch:
    """An extraction as it is asked for."""

    corpus: tuple[str, ...]
    """Paths of saved pages."""
    folder: Path
    settings: bytes
    """Packed by :func:`.order.packed_settings`."""
    format: str = FORMATS[0]
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
            if not manifest.is_complete:
                order = BatchOrder(folder, batch.format, batch.settings, batch.csv_exporter, file)
                cut = slices(
                    corpus.places(), batch.partition_pages, corpus.max_bytes, {**manifest.stops}
                )
                tasks = (Task(one, order) for one in cut)
                running = Running(stop=partial(file.unlink, missing_ok=True))
                with shown(manifest.totals, stored, running):
                    for done in extracted(tasks, batch.executor, batch.workers, running):
                        manifest.add(done)
                manifest.complete()
            return Outcome(manifest.totals, before)


def check(batch: Batch) -> None:
    """Refuse what cannot be done.

    Raises:
        BatchError: says why.
        SettingError: a setting that cannot be used.
    """
    if batch.format not in FORMATS:
        raise BatchError(f"there is no format {batch.format!r}; there are {', '.join(FORMATS)}")
    if batch.format == "parquet" and not can_write():
        raise BatchError(f"to write Parquet: {INSTALL}")
    if batch.partition_pages < 0:
        raise BatchError("--partition-pages is 1 or more, or 0 to cut no file")
    wanted = unpacked_settings(batch.settings).wanted
    for name in ("records", "templates"):
        if getattr(wanted, f"{name}_flat") and batch.format != FORMATS[0]:
            raise BatchError(
                f"with TREESIM_{name.upper()}_FLAT rows have other columns on each page, and"
                f" {batch.format} wants the same: give --format jsonl, or set it to False"
            )


def _prepare(folder: Path) -> None:
    """Make the folder; refuse a file, and a folder that holds something else.

    Raises:
        BatchError: it is one of these.
        OSError: it cannot be made.
    """
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
    for pattern in (f"{_RUNNING}*", _PROGRESS, f"*/{UNFINISHED}"):
        for left in folder.glob(pattern):
            with suppress(OSError):
                left.unlink()
    running = folder / f"{_RUNNING}{secrets.token_hex(8)}"
    running.touch()
    try:
        yield running
    finally:
        with suppress(OSError):
            running.unlink()
