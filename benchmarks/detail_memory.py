"""Fields of pages about one thing, each by itself and in the light of its site's other pages.

    python -m benchmarks.detail_memory --data DIR [--data DIR ...]

The pages of a site are read in the order of the set, each once; those are measured whose truth has
a field and no list. A row a field: how many of the values found are right (P), how many pages have
a right one (R), by themselves and with a :class:`~scrapy_treesim.SiteMemory`, as without what
pages declare with ``--stripped``; and how much of the detail's own CPU time the memory costs.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from time import process_time
from typing import Any, Final

import scrapy_treesim as treesim
from benchmarks.declared_products import stripped
from benchmarks.details import Count, is_right, table
from benchmarks.pages import DataSet, LabelledPage
from scrapy_treesim.values.money import amount_of

FIELDS: Final = ("name", "price", "old_price", "sku")
AMOUNTS: Final = ("price", "old_price")


def labelled(data: Iterable[DataSet]) -> Iterator[tuple[str, LabelledPage]]:
    """The pages about one thing whose fields are known, each with its site."""
    for one in data:
        for page in one.pages(None):
            fields = page.truth.get("fields") or {}
            if any(fields.get(name) for name in FIELDS) and "list" not in fields:
                yield f"{one.name}-{page.truth['site']}".lower().replace("/", "-"), page


def is_found(field: str, found: Any, truth: Sequence[str]) -> bool:
    """Say whether a value is one of the true ones."""
    if field not in AMOUNTS:
        return is_right(field, found, truth)
    return Decimal(str(found)) in [amount_of(one, None) for one in truth]


def main() -> None:
    """Measure both ways of reading on the same pages."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", action="append", default=[], metavar="DIR")
    parser.add_argument("--stripped", action="store_true", help="without declarations")
    parser.add_argument(
        "-v", dest="tell", action="store_true", help="print what the memory changes"
    )
    given = parser.parse_args()
    memory = treesim.SiteMemory()
    counts = {way: {field: Count() for field in FIELDS} for way in ("alone", "memory")}
    seconds = dict.fromkeys(counts, 0.0)
    for site, page in labelled(DataSet(Path(one)) for one in given.data):
        html = stripped(page.html) if given.stripped else page.html
        right: dict[str, list[bool]] = {}
        told: dict[str, list[Any]] = {}
        for way, rows in counts.items():
            read = treesim.Page(html, url=page.url or f"https://{site}.example/{page.id}")
            treesim.page_kind(read)
            started = process_time()
            found = treesim.detail(read, memory if way == "memory" else None)
            seconds[way] += process_time() - started
            for field, count in rows.items():
                true = page.truth["fields"].get(field)
                value = getattr(found, field, None)
                if not true:
                    continue
                is_one = value is not None and is_found(field, value, true)
                count.add(found=value is not None, right=is_one, shown=True)
                right.setdefault(field, []).append(is_one)
                told.setdefault(field, [true]).append(value)
        if given.tell:
            for field, (before, after) in right.items():
                if before != after:
                    print("+" if after else "-", page.id[-40:], field, told[field])
    for way, rows in counts.items():
        print(way, f"{1000 * seconds[way] / max(1, rows['name'].pages):.2f} ms a page")
        kept = ("n", "P", "R", "F1")
        print(table({field: {k: count.row()[k] for k in kept} for field, count in rows.items()}))


if __name__ == "__main__":
    main()
