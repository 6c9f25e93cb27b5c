"""The first pass over a corpus: the features of each page, packed, and nothing else of it.

Packed features are kept in the work file and sent to other processes.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tqdm import tqdm

from scrapy_treesim.corpus import CorpusPages, SavedPage
from scrapy_treesim.templates.clustering import METHODS, Method
from scrapy_treesim.templates.learn.filter import PageFilter, Unwanted, unwanted
from scrapy_treesim.templates.match.signature import PageFeatures, features_of

_NUMBERS: Final = -1
"""Stands where the number of pairs does, for numbers that are no features."""


def as_bytes(reading: PageFeatures | array[int]) -> bytes:
    """A page's features, or other numbers: 8 bytes each, the lowest byte first."""
    if isinstance(reading, PageFeatures):
        return _bytes((len(reading.pairs), *reading.pairs, *reading.labels))
    return _bytes((_NUMBERS, *reading))


def from_bytes(data: bytes) -> PageFeatures | array[int]:
    """The features that :func:`as_bytes` was given.

    Raises:
        ValueError: these are no bytes that it made.
    """
    numbers = array("q", data)
    if sys.byteorder == "big":
        numbers.byteswap()
    if not numbers or not _NUMBERS <= numbers[0] < len(numbers):
        raise ValueError("these are no readings of a page")
    if numbers[0] == _NUMBERS:
        return numbers[1:]
    stop = numbers[0] + 1
    return PageFeatures(numbers[1:stop], numbers[stop:])


def features_in(packed: Iterable[bytes]) -> list[PageFeatures]:
    """The features of several pages, packed by :func:`as_bytes`."""
    return [one for one in map(from_bytes, packed) if isinstance(one, PageFeatures)]


def _bytes(numbers: Iterable[int]) -> bytes:
    made = array("q", numbers)
    if sys.byteorder == "big":
        made.byteswap()
    return made.tobytes()


Outcome: TypeAlias = Unwanted | Literal["page", "failed"]

BATCH_BYTES: Final = 1_000_000
"""Of pages that are read at a time: some tens, a tenth of a second's work."""
BATCH_PAGES: Final = 100


@dataclass(frozen=True, slots=True)
class PageRead:
    """The part of a page that is kept."""

    key: str
    url: str
    outcome: Outcome
    features: bytes = b""
    """Packed; of what is no ``page`` none."""
    reading: bytes = b""
    """What the method of clustering keeps of the page, packed; empty where that is the features."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Pages that one worker reads at a time."""

    pages: tuple[SavedPage, ...]
    chosen: PageFilter
    method: str = "joining"


def batches(pages: Iterable[SavedPage], chosen: PageFilter, method: str) -> Iterator[Batch]:
    """The pages in batches of about a megabyte."""
    batch: list[SavedPage] = []
    size = 0
    for page in pages:
        batch.append(page)
        size += len(page.body)
        if size >= BATCH_BYTES or len(batch) >= BATCH_PAGES:
            yield Batch(tuple(batch), chosen, method)
            batch, size = [], 0
    if batch:
        yield Batch(tuple(batch), chosen, method)


def read_batch(batch: Batch) -> Sequence[PageRead]:
    """Parse the pages and take their features; a page that cannot be read only says so."""
    return [_read(page, batch.chosen, METHODS[batch.method]) for page in batch.pages]


def _read(saved: SavedPage, chosen: PageFilter, method: Method) -> PageRead:
    try:
        page = saved.page()
        if why := unwanted(page, saved.url, saved.status, chosen):
            return PageRead(saved.key, saved.url, why)
        reading = method.read(page.tree)
        if isinstance(reading, PageFeatures):
            return PageRead(saved.key, saved.url, "page", as_bytes(reading))
        features = features_of(page.tree)
        return PageRead(saved.key, saved.url, "page", as_bytes(features), as_bytes(reading))
    except Exception:
        # Whatever a page brings about is counted, and the next one is read.
        return PageRead(saved.key, saved.url, "failed")


def with_progress(reading: CorpusPages, what: str) -> Iterator[SavedPage]:
    """The pages of a reading, with a bar of the bytes gone through and the number of pages."""
    shown = sys.stderr.isatty()
    # Its files are listed for the total: not where nobody sees it.
    total = reading.total if shown else None
    with _Bar(
        total=total, desc=what, unit="B", unit_scale=True, disable=not shown, file=sys.stderr
    ) as bar:
        for page in reading:
            yield page
            bar.set_postfix_str(f"{reading.counts.pages} pages", refresh=False)
            bar.update(min(reading.stored, total or 0) - bar.n)
        bar.update((total or 0) - bar.n)


class _Bar(tqdm):  # type: ignore[type-arg,misc,unused-ignore]
    # No thread that watches over the bar: processes may be forked from this one.
    monitor_interval = 0
