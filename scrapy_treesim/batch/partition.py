"""One partition: its pages read in order, and their findings written. Runs in a worker."""

from __future__ import annotations

import errno
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from platform import node
from typing import IO, Any, Final

from scrapy.http import HtmlResponse

from scrapy_treesim.batch.order import BatchOrder, unpacked_settings
from scrapy_treesim.batch.parts import Parts
from scrapy_treesim.corpus.saved_page import Entry, Place, SavedPage, Start
from scrapy_treesim.corpus.slices import Slice, Stop
from scrapy_treesim.reader import Reader

MAX_PROBLEMS: Final = 10
"""Pages that a partition tells of by name, of those that could not be read."""
MAX_SAID: Final = 300
"""Characters of each text that it tells of them."""
KILLED: Final = "killed"
"""The reason that pages are left out for at which workers died."""


class Stopped(Exception):
    """Nobody wants the partition any more."""


@dataclass(frozen=True, slots=True)
class Task:
    """A partition to extract. May be sent to another process."""

    slice: Slice
    order: BatchOrder
    left_out: frozenset[int] = frozenset()
    """Numbers of entries at which workers died."""
    deaths: tuple[int | None, ...] = ()
    """The entries at which workers died, None before the first, in the order of their deaths."""

    @property
    def progress(self) -> Path:
        """A file that tells how far it has got."""
        return self.order.folder / f".at-{self.slice.number:05d}"


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
    stored: int = 0

    def begin(self, number: int, place: Place, entry: Entry) -> None:
        """Note an entry before it is read."""
        if not self.running.exists():
            raise Stopped
        self.stored += entry.stored
        self.file.seek(0)
        self.file.write(b"%19d %19d\n" % (number, self.stored))
        self.place = place
        self.first = self.first or entry.key
        self.last = entry.key


def extract(task: Task) -> PartitionDone:
    """Read the pages of a partition and write what they hold.

    The reader knows nothing of other partitions, so that the findings do not depend on them.

    Raises:
        Stopped: nobody wants the results.
        OSError: a part cannot be written, or this worker does not see the files.
    """
    order = task.order
    settings = unpacked_settings(order.settings)
    reader = Reader(settings)
    failed: Counter[str] = Counter()
    problems: list[dict[str, str]] = []
    statuses = 0
    _check_files(task)
    with _progress(task) as progress, Parts(task.slice.number, order, settings.wanted) as parts:
        if not order.running.exists():
            raise Stopped
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
                problems.append({**said, "said": one.said})
                del problems[MAX_PROBLEMS:]
        sizes = parts.finish()
    passed = asdict(pages.counts)
    read = passed.pop("pages") - statuses
    left_out = {**passed, "status": statuses, KILLED: len(task.left_out)}
    return PartitionDone(
        partition=task.slice.number,
        pages=read,
        items=parts.items,
        bytes=sizes,
        left_out={reason: number for reason, number in left_out.items() if number},
        failed=dict(failed),
        problems=[{name: text[:MAX_SAID] for name, text in one.items()} for one in problems],
        first=progress.first,
        last=progress.last,
        stored=task.slice.stored,
        stop=task.slice.stop,
    )


def _check_files(task: Task) -> None:
    """Refuse to work where the files are not to be seen, which would be pages that are no pages."""
    for path in (task.order.folder, *(piece.place.path for piece in task.slice.pieces[:1])):
        if not path.exists():
            raise FileNotFoundError(
                errno.ENOENT, f"not seen by the worker on {node()}, at the same path", str(path)
            )


def reached(task: Task) -> tuple[int, int] | None:
    """The number of the entry that a partition had begun with, and the bytes that it had gone
    through; None before the first."""
    try:
        number, stored = task.progress.read_bytes().split()
        return int(number), int(stored)
    except (OSError, ValueError):
        return None


@contextmanager
def _progress(task: Task) -> Iterator[_Progress]:
    """The file of progress; it stays where the process dies."""
    try:
        with task.progress.open("wb", buffering=0) as file:
            yield _Progress(file, task.order.running)
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
