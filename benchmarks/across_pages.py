"""Whether the records of a site's pages land in the same columns, with region memory and without.

    python -m benchmarks.across_pages DATA [--limit N]

DATA, the true regions and the true fields are those of ``benchmarks.cells``. The pages of a host
are read in their order, as a crawl would. On each page the true regions stand among others that
Gong's method finds, in an order drawn at random, so that their place tells nothing.

regions: of the true regions of a host's second and later pages, those that are given the number
that regions of their kind (those of one wrapper) had on the first page that has one.
mixed up: numbers that regions of more than one kind, or no true region, are given.
names: of the fields on second and later pages, those whose column is called as it was where the
field was first seen.
header: of second and later pages, those whose columns begin with all of the columns before, so that
a CSV feed's header stays true.
ratio: CPU time of recognising and aligning, over that of aligning each page by itself.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

import numpy as np
from lxml import etree
from scipy.optimize import linear_sum_assignment

from benchmarks.cells import SETS, WRAPPERS, Cell, Cells, Truth, text_cell, text_nodes
from benchmarks.key_tree import Places
from benchmarks.pages import DataSet, LabelledPage
from scrapy_treesim import Page, SiteMemory
from scrapy_treesim.records import Gong, Record, records
from scrapy_treesim.records.record import read_record
from scrapy_treesim.records.table.columns import SEPARATOR, Table

OTHERS: Final = Gong(max_regions=5)


@dataclass(slots=True)
class TrueRegion:
    """A region of a page, and what is true of it."""

    records: list[Record]
    wrapper: str
    fields: dict[str, Cells]


@dataclass(slots=True)
class Tally:
    """Sums over the pages of a set."""

    regions: int = 0
    rightly_numbered: int = 0
    names: int = 0
    same_names: int = 0
    pages: int = 0
    same_header: int = 0
    seconds: float = 0.0
    kinds_by_number: defaultdict[tuple[str, int], set[str]] = field(
        default_factory=lambda: defaultdict(set)
    )
    number_by_kind: dict[str, int] = field(default_factory=dict)
    name_by_field: dict[str, str] = field(default_factory=dict)
    header_by_kind: dict[str, list[str]] = field(default_factory=dict)

    def add_number(self, host: str, kind: str, number: int) -> None:
        """Note the number of a true region."""
        self.kinds_by_number[host, number].add(kind)
        if kind in self.number_by_kind:
            self.regions += 1
            self.rightly_numbered += self.number_by_kind[kind] == number
        self.number_by_kind.setdefault(kind, number)

    def add_table(self, kind: str, table: Table, fields: dict[str, str]) -> None:
        """Note the columns of a true region: its header, and the name of each field's column."""
        header = [column.name for column in table.columns]
        before = self.header_by_kind.get(kind)
        if before is not None:
            self.pages += 1
            self.same_header += header[: len(before)] == before
        if before is None or len(header) > len(before):
            self.header_by_kind[kind] = header
        for name, column in fields.items():
            key = f"{kind} {name}"
            if key in self.name_by_field:
                self.names += 1
                self.same_names += self.name_by_field[key] == column
            self.name_by_field.setdefault(key, column)

    def row(self, seconds: float) -> str:
        """The figures."""
        mixed = sum(len(kinds) > 1 for kinds in self.kinds_by_number.values())
        regions = self.rightly_numbered / max(1, self.regions)
        names = self.same_names / max(1, self.names)
        header = self.same_header / max(1, self.pages)
        return f"{regions:8.3f} {mixed:9} {names:7.3f} {header:7.3f} {self.seconds / seconds:7.2f}"


def true_regions(labelled: LabelledPage, page: Page, wrappers: dict[str, Any]) -> list[TrueRegion]:
    """The page's true regions with their fields."""
    places = Places(page)
    truth = Truth(page, places)
    found = []
    for region in labelled.truth["regions"]:
        elements = [
            [one for xpath in record["xpaths"] if (one := places.element(xpath)) is not None]
            for record in region["records"]
        ]
        number, wrapper = next(
            (number, one)
            for number, one in enumerate(wrappers[labelled.truth["host"]])
            if etree.XPath(f"boolean({one['record']})")(elements[0][0])
        )
        roots = [page.nodes_of(record) for record in elements]
        found.append(
            TrueRegion(
                [read_record(page, one, 1.0) for one in roots],
                f"{labelled.truth['host']} {number}",
                truth.fields(wrapper, elements),
            )
        )
    return found


def other_regions(page: Page, true: Sequence[TrueRegion]) -> list[list[Record]]:
    """Regions of the page that share no record's node with a true one."""
    tree = page.tree
    inside = {
        node
        for region in true
        for record in region.records
        for root in record.nodes
        for node in range(root, root + tree.size[root])
    }
    return [
        list(region.records)
        for region in records(page, method=OTHERS)
        if not any(
            node in inside
            for record in region.records
            for root in record.nodes
            for node in range(root, root + tree.size[root])
        )
    ]


def columns_of_fields(page: Page, table: Table, fields: dict[str, Cells]) -> dict[str, str]:
    """The name of the column that holds each field, where one does."""
    columns = [
        [
            Cell(addresses=frozenset(value.split(SEPARATOR) if value else ()))
            if column.kind in ("url", "image")
            else text_cell(page, text_nodes(page, [node for one in held for node in one]))
            for value, held in zip(column.cells, column.nodes, strict=True)
        ]
        for column in table.columns
    ]
    right = np.array(
        [
            [
                sum(
                    bool(a) and bool(b) and a.is_right(b)
                    for a, b in zip(cells, true.cells, strict=True)
                )
                for cells in columns
            ]
            for true in fields.values()
        ]
    ).reshape(len(fields), len(columns))
    names = list(fields)
    return {
        names[i]: table.columns[j].name
        for i, j in zip(*linear_sum_assignment(-right), strict=True)
        if right[i, j]
    }


def read_page(
    labelled: LabelledPage,
    wrappers: dict[str, Any],
    memory: SiteMemory,
    remembering: Tally,
    alone: Tally,
) -> None:
    """Read one page with the memory, and by itself."""
    page = Page(labelled.html, f"https://{labelled.truth['host']}/{labelled.id}")
    true = true_regions(labelled, page, wrappers)
    regions: list[tuple[list[Record], TrueRegion | None]] = [(one.records, one) for one in true]
    regions += [(one, None) for one in other_regions(page, true)]
    Random(labelled.id).shuffle(regions)
    host = labelled.truth["host"]
    for tally, known in ((alone, SiteMemory()), (remembering, memory)):
        started = process_time()
        found = known.regions(page, [one for one, _ in regions])
        tables = [region.table(page, one) for region, (one, _) in zip(found, regions, strict=True)]
        tally.seconds += process_time() - started
        for region, table, (_, truth) in zip(found, tables, regions, strict=True):
            if truth is None:
                tally.kinds_by_number[host, region.number].add("none")
                continue
            tally.add_number(host, truth.wrapper, region.number)
            fields = columns_of_fields(page, table, truth.fields)
            tally.add_table(truth.wrapper, table, fields)


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, metavar="DATA")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N pages of a set")
    arguments = parser.parse_args()
    wrappers = json.loads(WRAPPERS.read_text(encoding="utf-8"))
    print(
        f"{'set':18} {'':10} {'regions':>8} {'mixed up':>9} {'names':>7} {'header':>7} {'ratio':>7}"
    )
    folders = [arguments.data / one for one in SETS if (arguments.data / one).is_dir()]
    for folder in folders or [arguments.data]:
        data = DataSet(folder)
        memory, remembering, alone = SiteMemory(), Tally(), Tally()
        for labelled in data.pages(arguments.limit):
            read_page(labelled, wrappers, memory, remembering, alone)
        print(f"{data.name:18} {'remembering':10} {remembering.row(alone.seconds)}")
        print(f"{data.name:18} {'by itself':10} {alone.row(alone.seconds)}")


if __name__ == "__main__":
    main()
