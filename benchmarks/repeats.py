"""How long the repeated records are that a corpus' pages hold (Qiu 2013, table 6.4).

    python -m benchmarks.repeats CORPUS [CORPUS ...] [--limit N]

A corpus is whatever ``open_corpus`` reads: a folder of HTML, a WARC file, an HTTP cache, a feed.
For each length, in elements: how many records of that length were collapsed, those that stand for
them counted in; how many groups of equal ones under one parent they made; and on how many pages.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from time import process_time
from typing import Final

import lxml.html

from scrapy_treesim.corpus import SavedPage, open_corpus
from scrapy_treesim.templates.clustering.qiu import repeats_of, rows_of, simplify

LONGEST: Final = 10
"""Records of so many elements and more are one row, as in the thesis."""


@dataclass(slots=True)
class Repeats:
    """What was found on the pages so far."""

    records: Counter[int] = field(default_factory=Counter)
    groups: Counter[int] = field(default_factory=Counter)
    pages_with: Counter[int] = field(default_factory=Counter)
    pages: int = 0
    elements: int = 0
    left: int = 0
    """Elements when repeats are collapsed."""
    parsing: float = 0.0
    collapsing: float = 0.0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", nargs="+", help="folder, WARC file, HTTP cache or feed")
    parser.add_argument("--limit", type=int, metavar="N", help="the first N pages")
    arguments = parser.parse_args()
    repeats = Repeats()
    for saved in islice(open_corpus(*arguments.corpus).pages(), arguments.limit):
        count(saved, repeats)
    report(repeats)


def count(saved: SavedPage, repeats: Repeats) -> None:
    started = process_time()
    lxml.html.document_fromstring(saved.body)
    repeats.parsing += process_time() - started
    tree = saved.page().tree
    started = process_time()
    found = repeats_of(*rows_of(simplify(tree)))
    repeats.collapsing += process_time() - started
    repeats.pages += 1
    repeats.elements += len(found.removed)
    repeats.left += found.removed.count(0)
    records = [
        (group, length)
        for group, length in zip(found.group, found.length, strict=True)
        if group >= 0
    ]
    repeats.records.update(length for _, length in records)
    repeats.groups.update(dict(records).values())
    repeats.pages_with.update({min(length, LONGEST) for _, length in records})


def report(repeats: Repeats) -> None:
    print(f"{'length':>8} {'records':>10} {'groups':>10} {'pages':>10}")
    for length in range(1, LONGEST):
        print(
            f"{length:8} {repeats.records[length]:10} {repeats.groups[length]:10} "
            f"{repeats.pages_with[length]:10}"
        )
    records, groups = (
        sum(count for length, count in counts.items() if length >= LONGEST)
        for counts in (repeats.records, repeats.groups)
    )
    last = f">= {LONGEST}"
    print(f"{last:>8} {records:10} {groups:10} {repeats.pages_with[LONGEST]:10}")
    if repeats.pages:
        print(
            f"{repeats.pages} pages; {repeats.elements / repeats.pages:.0f} elements a page, "
            f"{repeats.left / repeats.pages:.0f} once collapsed; "
            f"{repeats.collapsing / repeats.parsing:.2f} of lxml's parse"
        )


if __name__ == "__main__":
    main()
