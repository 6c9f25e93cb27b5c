"""Pages that are of a kind that is known already, told by its signature."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from scrapy_treesim.templates.learn.executors import Workers
from scrapy_treesim.templates.learn.packed import PackedPages
from scrapy_treesim.templates.learn.work import WorkFile
from scrapy_treesim.templates.match.signature import Signature, likest

AT_ONCE: Final = 500
"""Pages that a worker is given at a time."""


@dataclass(frozen=True, slots=True)
class AssignOrder:
    """What a worker assigns at a time."""

    numbers: tuple[int, ...]
    """Of the pages in the work file."""
    pages: PackedPages
    kinds: tuple[tuple[int, Signature], ...]
    """Their numbers and signatures."""


def assign(order: AssignOrder) -> dict[int, int]:
    """The kind of each page that is of one, by the pages' numbers."""
    signatures = [signature for _, signature in order.kinds]
    found: dict[int, int] = {}
    for number, features in zip(order.numbers, order.pages.features(), strict=True):
        if match := likest(features, signatures):
            found[number] = order.kinds[match[0]][0]
    return found


def assign_waiting(
    file: WorkFile, workers: Workers, site: str, kinds: Sequence[tuple[int, Signature]]
) -> None:
    """Note of all pages of a site that wait whether they are of one of these kinds."""
    for kind_of in workers.each(assign, _orders(file, site, tuple(kinds))):
        file.set_kind(kind_of)


def _orders(
    file: WorkFile, site: str, kinds: tuple[tuple[int, Signature], ...]
) -> Iterator[AssignOrder]:
    after = -1
    while pages := file.pages(site, None, AT_ONCE, after):
        after = pages[-1].mark
        packed = PackedPages.of([page.features for page in pages])
        yield AssignOrder(tuple(page.number for page in pages), packed, kinds)
