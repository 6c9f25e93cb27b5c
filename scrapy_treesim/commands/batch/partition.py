"""Extraction of one partition: pages read in order, findings written. Runs in a worker."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from scrapy.http import HtmlResponse
from scrapy.settings import BaseSettings, Settings

import scrapy_treesim
from scrapy_treesim.commands.batch.parts import PartitionParts
from scrapy_treesim.crawl.reader import PageReader, PageReading
from scrapy_treesim.crawl.settings import PREFIX, TreesimSettings, files_in, read_settings
from scrapy_treesim.crawl.workers.pool import worker_settings
from scrapy_treesim.files.executors import ExecutorError
from scrapy_treesim.files.saved_page import Entry, SavedPage, SourceFile, Start
from scrapy_treesim.files.slices import Slice, Stop

if TYPE_CHECKING:
    from scrapy_treesim.files.corpus import Corpus

JSON_LINES: Final = "jsonl"
"""Default format of parts."""
PARTITION_PAGES: Final = 1_000
"""Default number of pages of a partition."""

_CRAWL_SETTINGS: Final = frozenset(
    "TREESIM_ENABLED TREESIM_FOLLOW_NEXT TREESIM_DROP_DUPLICATES TREESIM_TEMPLATES_PENDING"
    " TREESIM_TEMPLATES_PENDING_MAX_MB".split()
)
"""Settings without effect on one page's findings, beside those of :func:`.worker_settings`."""
_FILE_SETTINGS: Final = ("TREESIM_TEMPLATES", "TREESIM_KEY_TREES", "TREESIM_SITE_MEMORY")


class BatchError(ValueError):
    """An impossible extraction; one line says why and how to fix it."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Options of an extraction. May be sent to another process."""

    corpus: tuple[str, ...]
    """Paths of saved pages."""
    folder: Path
    settings: str
    """Settings as text, by :func:`packed_settings`."""
    format: str = JSON_LINES
    partition_pages: int = PARTITION_PAGES
    """Number of pages of a partition; with 0 no file of many pages is cut."""
    executor: str = "local"
    workers: int | None = None
    csv_exporter: str = "scrapy.exporters.CsvItemExporter"
    """Name of the exporter's class for CSV."""


def packed_settings(settings: BaseSettings) -> str:
    """The settings that change findings as text, for :func:`unpacked_settings` elsewhere."""
    pairs = ((name, settings[name]) for name in sorted(settings) if name.startswith(PREFIX))
    values = {
        name: _absolute(value) if name in _FILE_SETTINGS else value
        for name, value in worker_settings(pairs).items()
        if name not in _CRAWL_SETTINGS and value is not None
    }
    return json.dumps(values)


@lru_cache(maxsize=2)
def unpacked_settings(packed: str) -> TreesimSettings:
    """Read and check packed settings."""
    return read_settings(Settings(json.loads(packed)))


def digest_of_options(packed: str, options: Mapping[str, Any]) -> str:
    """A digest of options, settings and the files named in them: equal for equal findings."""
    digest = blake2b(digest_size=16)
    digest.update(repr((scrapy_treesim.__version__, sorted(options.items()), packed)).encode())
    values = json.loads(packed)
    for path in (Path(file) for name in _FILE_SETTINGS for file in files_in(values.get(name))):
        if os.path.isfile(path):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _absolute(value: Any) -> Any:
    """A setting of files with absolute paths, for processes in another folder."""
    paths = [os.path.abspath(path) if os.path.isfile(path) else path for path in files_in(value)]
    return ",".join(paths) if isinstance(value, str) else paths or value


def digest_and_size(corpus: Corpus) -> tuple[str, int]:
    """A digest of the names, sizes and times of all files of a corpus, and their bytes in all."""
    digest = blake2b(digest_size=16)
    stored = 0
    for source in corpus.sources():
        size = source.stored
        stored += size
        try:
            changed = source.path.stat().st_mtime_ns
        except OSError:
            changed = 0
        digest.update(f"{source.key}\n{size} {changed}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest(), stored


MAX_PROBLEMS: Final = 10
"""Largest number of unreadable pages listed for a partition."""
MAX_TEXT: Final = 300
"""Largest number of characters of each text in that list."""
KILLED: Final = "killed"
"""Reason to leave out pages at which workers died."""


@dataclass(frozen=True, slots=True)
class Task:
    """A partition to extract. May be sent to another process."""

    slice: Slice
    batch: Batch
    """Options of the extraction, with an absolute folder."""
    running: Path
    """File that exists as long as the results are needed."""
    left_out: frozenset[int] = frozenset()
    """Numbers of entries at which workers died."""
    deaths: tuple[int | None, ...] = ()
    """The entries at which workers died, None before the first, in the order of their deaths."""

    @property
    def progress(self) -> Path:
        """File with the number of the current entry."""
        return self.batch.folder / f".at-{self.slice.number:05d}"


@dataclass(frozen=True, slots=True)
class PartitionDone:
    """The line of the manifest for a partition."""

    partition: int
    pages: int
    """Number of pages read."""
    items: dict[str, int]
    """Number of items by folder."""
    bytes: dict[str, int]
    """Number of bytes written, by folder."""
    left_out: dict[str, int]
    """Number of entries without a page, by reason."""
    failed: dict[str, int]
    """Number of errors, as ``records/ValueError``: each cost a page some or all findings."""
    problems: list[dict[str, str]]
    """First errors, with their pages."""
    first: str
    """Key of the first entry."""
    last: str
    stored: int
    """Bytes on the disk read."""
    stop: Stop
    damaged: int = 0
    """Number of times a file was cut off or damaged, so that pages may be missing."""

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> PartitionDone:
        """Read the values of a line of the manifest."""
        index, start = values["stop"]
        return cls(**{**values, "stop": Stop(index, Start(*start))})


@dataclass(slots=True)
class _Progress:
    """Progress file with the number of the current entry, for the process of :mod:`.run`."""

    file: IO[bytes]
    running: Path
    source: SourceFile | None = None
    first: str = ""
    last: str = ""

    def check(self) -> None:
        """Stop if the partition is no longer needed."""
        if not self.running.exists():
            raise ExecutorError(f"stopped: {self.running} is gone; the same command resumes")

    def begin(self, number: int, source: SourceFile, entry: Entry) -> None:
        """Note an entry before it is read."""
        self.check()
        self.file.seek(0)
        self.file.write(b"%19d\n" % number)
        self.source = source
        self.first = self.first or entry.key
        self.last = entry.key


def extract(task: Task) -> PartitionDone:
    """Read the pages of a partition and write their findings.

    The reader knows nothing of other partitions, so that the findings do not depend on them.

    Raises:
        ExecutorError: the results are no longer needed.
        OSError: a part cannot be written.
    """
    settings = unpacked_settings(task.batch.settings)
    reader = PageReader(settings)
    failed: Counter[str] = Counter()
    problems: list[dict[str, str]] = []
    statuses = 0
    with (
        _progress(task) as progress,
        PartitionParts(task.slice.number, task.batch, settings.options) as parts,
    ):
        progress.check()
        pages = task.slice.pages(settings.max_bytes, task.left_out, progress.begin)
        for page in pages:
            if page.status is not None and not 200 <= page.status < 300:
                # A crawl's callbacks do not get these.
                statuses += 1
                continue
            assert progress.source is not None
            response = response_of(page, progress.source)
            reading = reader.read(response, settings.options, page.moment)
            _write(parts, reading)
            for fault in reading.problems:
                failed[f"{fault.where}/{fault.error}"] += 1
                row = {"key": page.key, "url": page.url, "where": fault.where, "error": fault.error}
                problems.append({**row, "said": fault.message})
                del problems[MAX_PROBLEMS:]
        sizes = parts.finish()
    passed = dict(pages.counts)
    read = passed.pop("pages", 0) - statuses
    left_out = {**passed, "status": statuses, KILLED: len(task.left_out)}
    return PartitionDone(
        partition=task.slice.number,
        pages=read,
        items=parts.items,
        bytes=sizes,
        left_out={reason: number for reason, number in sorted(left_out.items()) if number},
        failed=dict(failed),
        problems=[{name: text[:MAX_TEXT] for name, text in row.items()} for row in problems],
        first=progress.first,
        last=progress.last,
        stored=task.slice.stored,
        stop=task.slice.stop,
        damaged=pages.damaged,
    )


def _write(parts: PartitionParts, reading: PageReading) -> None:
    for kind, items in reading.findings.items():
        try:
            parts.add(kind, items)
        except (AttributeError, TypeError, ValueError, OverflowError) as error:
            # Values that the format refuses cost these items, and no others.
            reading.fail("write", error)


def reached(task: Task) -> int | None:
    """Number of the last entry begun in a partition; None before the first."""
    try:
        return int(task.progress.read_bytes())
    except (OSError, ValueError):
        return None


@contextmanager
def _progress(task: Task) -> Iterator[_Progress]:
    """Open the progress file; it remains if the process dies."""
    try:
        with task.progress.open("wb", buffering=0) as file:
            yield _Progress(file, task.running)
    finally:
        with suppress(OSError):
            task.progress.unlink()


def response_of(page: SavedPage, source: SourceFile) -> HtmlResponse:
    """The response of a saved page; without an address, with its file's."""
    number = page.key.rpartition("#")[2]
    url = page.url or f"{source.path.as_uri()}{f'#{number}' if source.holds_many else ''}"
    charset = f"; charset={page.encoding}" if page.encoding else ""
    return HtmlResponse(url, headers={"Content-Type": f"text/html{charset}"}, body=page.body)
