"""The columns that lists of real pages get: how many, and what they are called after.

    python -m benchmarks.columns --data DIR[:TYPE,TYPE] [--data ...] [--limit N] [--show]

The regions are those that a crawl would find, by themselves; of a set whose truth names the
``page_type`` or ``kind`` of pages, ``:TYPE`` takes the pages of these types alone.

columns: of a region, the median, the 9th decile, the most, and the regions with more than
:data:`MANY` (rows of tables with a header count apart: their columns are the table's).
lists: columns with several values in a record.
names: columns by what they are called after. generated: those that are called after a class name
and of which a word is no noun of the lexicon, or looks like a code (:func:`looks_generated`).
series: names with a number from 4 on (``text_7``).
ratio: CPU time of all tables over that of lxml's parse of the same pages.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Final

import lxml.html

from benchmarks.pages import DataSet, LabelledPage
from scrapy_treesim import Page, records
from scrapy_treesim.analysis.lexicon.nouns import NOUNS
from scrapy_treesim.records import Region
from scrapy_treesim.records.table.columns import Column, table_of
from scrapy_treesim.records.table.words import plural_of, standard_names
from scrapy_treesim.tree import tags

MANY: Final = 15
"""Columns that a person would write for a list of cards at most."""
_NUMBER: Final = re.compile(r"_(\d+)\Z")
_ROW: Final = tags.NUMBER["tr"]
_NOUNS: Final = frozenset({*NOUNS, *map(plural_of, NOUNS), "image", "url", "link"})


@dataclass(slots=True)
class Tally:
    """Sums over the regions of a set."""

    pages: int = 0
    columns: list[int] = field(default_factory=list)
    of_tables: list[int] = field(default_factory=list)
    lists: int = 0
    generated: int = 0
    series: int = 0
    sources: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    parse: float = 0.0

    def row(self) -> str:
        """The sums in one line."""
        counts = sorted(self.columns) or [0]
        ninth = counts[min(len(counts) - 1, len(counts) * 9 // 10)]
        many = sum(count > MANY for count in counts)
        wide = sum(count > MANY for count in self.of_tables)
        ratio = self.seconds / self.parse if self.parse else 0.0
        return (
            f"{self.pages:6} {len(self.columns):8} {counts[len(counts) // 2]:7} {ninth:4} "
            f"{counts[-1]:4} {many:5} {wide:4}/{len(self.of_tables):<4} {sum(counts):7} "
            f"{self.lists:6} {self.generated:10} {self.series:7} {ratio:6.2f}"
        )


def looks_generated(column: Column) -> bool:
    """Tell whether a name was made of what is no word for people."""
    if column.named is None or column.named.source.origin != "class":
        return False
    name = _NUMBER.sub("", column.name).removesuffix("_url").removesuffix("_image")
    return any(any(map(str.isdigit, part)) or not is_noun(part) for part in name.split("_") if part)


def is_noun(word: str) -> bool:
    """Tell whether the lexicon has a word as a name of fields."""
    return bool(standard_names(word)) or word in _NOUNS


def is_row(page: Page, region: Region) -> bool:
    """Tell whether a region's records are rows of a table."""
    first = region.records[0].nodes
    return bool(first) and page.tree.tag[first[0]] == _ROW


def read_page(labelled: LabelledPage, tally: Tally, show: bool) -> None:
    """Add the regions of a page."""
    started = process_time()
    lxml.html.document_fromstring(labelled.html)
    tally.parse += process_time() - started
    page = Page(labelled.html, labelled.url)
    tally.pages += 1
    for place, region in enumerate(records(page)):
        nodes = [record.nodes for record in region.records]
        started = process_time()
        table = table_of(page, nodes)
        tally.seconds += process_time() - started
        (tally.of_tables if is_row(page, region) else tally.columns).append(len(table.columns))
        if show:
            print(f"\n{labelled.id} {place} {region.key} {len(nodes)} records")
        for column in table.columns:
            origin = column.named.source.origin if column.named else "earlier"
            tally.sources[origin] += 1
            several = any(len(cell) > 1 for cell in column.nodes)
            tally.lists += several
            tally.generated += looks_generated(column)
            number = _NUMBER.search(column.name)
            tally.series += number is not None and int(number[1]) > 3
            if show:
                having = sum(cell is not None for cell in column.cells)
                first = next(filter(None, column.cells), "")
                mark = "!" if looks_generated(column) else "*" if several else " "
                print(
                    f"  {mark} {column.name:28} {column.kind:8} {origin:9} {having:4} "
                    f"{str(first)[:60]!r}  {column.path[-60:]}"
                )


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", action="append", required=True, metavar="DIR[:TYPE,TYPE]")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N pages of a set")
    parser.add_argument("--show", action="store_true", help="print the columns of every region")
    given = parser.parse_args()
    found: list[tuple[str, Tally]] = []
    for data in given.data:
        folder, _, types = data.partition(":")
        tally = Tally()
        wanted = set(filter(None, types.split(",")))
        read = 0
        for labelled in DataSet(Path(folder)).pages():
            said = labelled.truth.get("page_type") or labelled.truth.get("kind")
            if (wanted and said not in wanted) or (given.limit and read >= given.limit):
                continue
            read += 1
            read_page(labelled, tally, given.show)
        found.append((DataSet(Path(folder)).name, tally))
    print(
        f"\n{'set':18} {'pages':>6} {'regions':>8} {'columns':>7} {'9/10':>4} {'most':>4} "
        f"{'>15':>5} {'tables>15':>9} {'all':>7} {'lists':>6} {'generated':>10} {'series':>7} "
        f"{'ratio':>6}"
    )
    for name, tally in found:
        print(f"{name:18} {tally.row()}")
        print(f"{'':18} names: {dict(tally.sources.most_common())}")


if __name__ == "__main__":
    main()
