"""One partition: its order, its pages read in order, their findings written. Runs in a worker."""

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
from scrapy_treesim.batch.parts import Parts
from scrapy_treesim.corpus.saved_page import Entry, Place, SavedPage, Start
from scrapy_treesim.corpus.slices import Slice, Stop
from scrapy_treesim.crawl.reader import Reader
from scrapy_treesim.crawl.settings import PREFIX, TreesimSettings, files_in, read_settings
from scrapy_treesim.crawl.workers.pool import worker_settings
from scrapy_treesim.executors import ExecutorError

if TYPE_CHECKING:
    from scrapy_treesim.corpus import Corpus

JSON_LINES: Final = "jsonl"
"""The format of parts, where none is asked for."""
PARTITION_PAGES: Final = 1_000
"""Pages of a partition, where no number is asked for."""

_OF_CRAWLS: Final = frozenset(
    "TREESIM_ENABLED TREESIM_FOLLOW_NEXT TREESIM_DROP_DUPLICATES TREESIM_TEMPLATES_PENDING"
    " TREESIM_TEMPLATES_PENDING_MAX_MB".split()
)
"""Settings that change nothing in what one page holds, beside those of :func:`.worker_settings`."""
_OF_FILES: Final = ("TREESIM_TEMPLATES", "TREESIM_KEY_TREES", "TREESIM_SITE_MEMORY")


class BatchError(ValueError):
    """An extraction that cannot be done; one line says why and how to mend it."""


@dataclass(frozen=True, slots=True)
class Batch:
    """An extraction as it is asked for. May be sent to another process."""

    corpus: tuple[str, ...]
    """Paths of saved pages."""
    folder: Path
    settings: str
    """Packed by :func:`packed_settings`."""
    format: str = JSON_LINES
    partition_pages: int = PARTITION_PAGES
    """Pages of a partition; 0 cuts no file of many pages."""
    executor: str = "local"
    workers: int | None = None
    csv_exporter: str = "scrapy.exporters.CsvItemExporter"
    """The class that writes CSV, by its name."""


def packed_settings(settings: BaseSettings) -> str:
    """The settings that change findings, for :func:`unpacked_settings` in another process."""
    given = ((name, settings[name]) for name in sorted(settings) if name.startswith(PREFIX))
    values = {
        name: _absolute(value) if name in _OF_FILES else value
        for name, value in worker_settings(given).items()
        if name not in _OF_CRAWLS and value is not None
    }
    return json.dumps(values)


@lru_cache(maxsize=2)
def unpacked_settings(packed: str) -> TreesimSettings:
    """The settings, read."""
    return read_settings(Settings(json.loads(packed)))


def digest_of_options(packed: str, options: Mapping[str, Any]) -> str:
    """The same for options, settings and files named in them that lead to the same findings."""
    digest = blake2b(digest_size=16)
    digest.update(repr((scrapy_treesim.__version__, sorted(options.items()), packed)).encode())
    values = json.loads(packed)
    for path in (Path(one) for name in _OF_FILES for one in files_in(values.get(name))):
        if os.path.isfile(path):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _absolute(value: Any) -> Any:
    """A setting that names files, which another process may look for from elsewhere."""
    paths = [os.path.abspath(one) if os.path.isfile(one) else one for one in files_in(value)]
    return ",".join(paths) if isinstance(value, str) else paths or value


def looked_at(corpus: Corpus) -> tuple[str, int]:
    """Look at all files of a corpus: a digest of their names, sizes and times, and the bytes."""
    digest = blake2b(digest_size=16)
    stored = 0
    for place in corpus.places():
        size = place.stored
        stored += size
        try:
            changed = place.path.stat().st_mtime_ns
        except OSError:
            changed = 0
        digest.update(f"{place.key}\n{size} {changed}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest(), stored


MAX_PROBLEMS: Final = 10
"""Pages that a partition tells of by name, of those that could not be read."""
MAX_SAID: Final = 300
"""Characters of each text that it tells of them."""
KILLED: Final = "killed"
"""The reason that pages are left out for at which workers died."""


@dataclass(frozen=True, slots=True)
class Task:
    """A partition to extract. May be sent to another process."""

    slice: Slice
    batch: Batch
    """Its folder absolute."""
    running: Path
    """A file that is there as long as the results are wanted."""
    left_out: frozenset[int] = frozenset()
    """Numbers of entries at which workers died."""
    deaths: tuple[int | None, ...] = ()
    """The entries at which workers died, None before the first, in the order of their deaths."""

    @property
    def progress(self) -> Path:
        """A file that tells how far it has got."""
        return self.batch.folder / f".at-{self.slice.number:05d}"


@dataclass(frozen=True, slots=True)
class PartitionDone:
    """The line of the manifest for a partition."""

    partition: int
    pages: int
    """Pages read."""
    items: dict[str, int]
    """Items by folder."""
    bytes: dict[str, int]
    """Bytes written, by folder."""
    left_out: dict[str, int]
    """Entries of which there is no page, by reason."""
    failed: dict[str, int]
    """Errors, as ``records/ValueError``: each cost a page one kind of finding, or all."""
    problems: list[dict[str, str]]
    """The first of them."""
    first: str
    """The key of its first entry."""
    last: str
    stored: int
    """Bytes on the disk gone through."""
    stop: Stop
    damaged: int = 0
    """Times that a file was cut off or damaged, so that pages may be missing."""

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> PartitionDone:
        """The line again."""
        place, start = values["stop"]
        return cls(**{**values, "stop": Stop(place, Start(*start))})


@dataclass(slots=True)
class _Progress:
    """The entry that is being read, told to whoever looks after the workers."""

    file: IO[bytes]
    running: Path
    place: Place | None = None
    first: str = ""
    last: str = ""

    def check(self) -> None:
        """Stop where nobody wants the partition any more."""
        if not self.running.exists():
            raise ExecutorError(f"stopped, for {self.running} is gone: the same command goes on")

    def begin(self, number: int, place: Place, entry: Entry) -> None:
        """Note an entry before it is read."""
        self.check()
        self.file.seek(0)
        self.file.write(b"%19d\n" % number)
        self.place = place
        self.first = self.first or entry.key
        self.last = entry.key


def extract(task: Task) -> PartitionDone:
    """Read the pages of a partition and write what they hold.

    The reader knows nothing of other partitions, so that the findings do not depend on them.

    Raises:
        ExecutorError: nobody wants the results.
        OSError: a part cannot be written.
    """
    settings = unpacked_settings(task.batch.settings)
    reader = Reader(settings)
    failed: Counter[str] = Counter()
    problems: list[dict[str, str]] = []
    statuses = 0
    with (
        _progress(task) as progress,
        Parts(task.slice.number, task.batch, settings.wanted) as parts,
    ):
        progress.check()
        pages = task.slice.pages(settings.max_bytes, task.left_out, progress.begin)
        for page in pages:
            if page.status is not None and not 200 <= page.status < 300:
                # A crawl's callbacks are not called with these.
                statuses += 1
                continue
            response = _response(page, progress.place)
            reading = reader.read(response, settings.wanted, page.moment)
            for kind, items in reading.findings.items():
                try:
                    parts.add(kind, items)
                except (AttributeError, TypeError, ValueError, OverflowError) as error:
                    # Values that the format does not take cost these items, and no others.
                    reading.fail("write", error)
            for one in reading.problems:
                failed[f"{one.where}/{one.error}"] += 1
                said = {"key": page.key, "url": page.url, "where": one.where, "error": one.error}
                problems.append({**said, "said": one.message})
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
        problems=[{name: text[:MAX_SAID] for name, text in one.items()} for one in problems],
        first=progress.first,
        last=progress.last,
        stored=task.slice.stored,
        stop=task.slice.stop,
        damaged=pages.damaged,
    )


def reached(task: Task) -> int | None:
    """The number of the entry that a partition had begun with; None before the first."""
    try:
        return int(task.progress.read_bytes())
    except (OSError, ValueError):
        return None


@contextmanager
def _progress(task: Task) -> Iterator[_Progress]:
    """The file of progress; it stays where the process dies."""
    try:
        with task.progress.open("wb", buffering=0) as file:
            yield _Progress(file, task.running)
    finally:
        with suppress(OSError):
            task.progress.unlink()


def _response(page: SavedPage, place: Place | None) -> HtmlResponse:
    """The page as a crawl would have got it; without an address, that of its file."""
    assert place is not None
    number = page.key.rpartition("#")[2]
    url = page.url or f"{place.path.as_uri()}{f'#{number}' if place.holds_many else ''}"
    charset = f"; charset={page.encoding}" if page.encoding else ""
    return HtmlResponse(url, headers={"Content-Type": f"text/html{charset}"}, body=page.body)
