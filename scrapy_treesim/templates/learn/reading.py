"""The first pass over a corpus: of each page its features, and nothing else of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from scrapy_treesim.templates.clustering import METHODS, Method
from scrapy_treesim.templates.corpus import SavedPage
from scrapy_treesim.templates.learn.filter import PageFilter, Unwanted, unwanted
from scrapy_treesim.templates.learn.packed import as_bytes
from scrapy_treesim.templates.match.features import PageFeatures, features_of

Verdict: TypeAlias = Unwanted | Literal["page", "failed"]

BATCH_BYTES: Final = 1_000_000
"""Of pages that are read at a time: some tens, a tenth of a second's work."""
BATCH_PAGES: Final = 100


@dataclass(frozen=True, slots=True)
class PageRead:
    """What is kept of a page."""

    key: str
    url: str
    verdict: Verdict
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
