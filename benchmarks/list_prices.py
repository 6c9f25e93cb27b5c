"""Prices of lists against the page's own markup.

    python -m benchmarks.list_prices --data DIR [--data DIR ...] [-v]

The truth of a page is what it declares of the things of its lists (microdata, RDFa, WooCommerce's
class names, JSON-LD with addresses that links of the page lead to) where the price is also shown.
All of that is taken away before the page is read: attributes, scripts, and class names that say
what is a price.

A row a field: of the things whose truth has it (``n``), how many stand in no record of their own
(``apart``), how many values were found of the others, how many of these are right (P), and how many
of all things have a right one (R); R' is the same of the things in records of their own. A value is
that of the item of the record that covers the declaring element. An old price where the page would
declare one and does not is a wrong one.
"""

from __future__ import annotations

import re
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

import scrapy_treesim as treesim
from benchmarks.declared_products import MARK, SAME_RATING, decimal_of, declared_list
from benchmarks.figures import Share, table
from benchmarks.pages import DataSet, LabelledPage, data_arguments
from scrapy_treesim.findings.as_items import record_items

FIELDS: Final = ("price", "old_price", "currency", "rating", "reviews")
_MARK: Final = re.compile(rf' {MARK}="\d+"'.encode())


@dataclass(slots=True)
class Count(Share):
    """Sums of a field."""

    apart: int = 0

    def add_thing(self, field: str, true: Any, found: Any, *, apart: bool) -> bool:
        """Add a thing; say whether all is well with it."""
        has_true, has_found = true is not None, found is not None
        right = has_true and has_found and is_same(field, true, found)
        self.add(Count(right, has_found, has_true, apart and has_true))
        return right or not (has_true or has_found)

    def row(self) -> dict[str, float]:
        """Its shares."""
        return {
            "n": self.true,
            "apart": self.apart,
            "found": self.found,
            "right": self.right,
            "P": self.precision,
            "R": self.recall,
            "R'": self.right / max(1, self.true - self.apart),
        }


@dataclass(frozen=True, slots=True)
class Told:
    """One thing's true values, and those that were read."""

    page: str
    name: str
    truth: dict[str, Any]
    """None where it is true that there is none; without the fields of which nothing is known."""
    found: dict[str, Any] | None
    """None where no record is the thing's own."""


def is_same(field: str, true: Any, found: Any) -> bool:
    """Say whether a value found is the true one; what pages declare of ratings may be rounded."""
    if isinstance(true, str):
        return bool(true == found)
    number = decimal_of(found)
    most = Decimal(0)
    if field == "rating":
        most = Decimal("0.5") if true == true.to_integral_value() else SAME_RATING
    return bool(number is not None and abs(number - Decimal(true)) <= most)


def told_by_markup(page: LabelledPage) -> Iterator[Told]:
    """The things of a page's lists by what it declares, and what is read without that."""
    marked, things = declared_list(page.html, page.url)
    if not things:
        return
    nodes = _marked_nodes(treesim.Page(marked, url=page.url))
    read = treesim.Page(_MARK.sub(b"", marked), url=page.url)
    items = [*_items(read)]
    held = [
        {number for number, own in nodes.items() if any(_covers(read, roots, one) for one in own)}
        for roots, _ in items
    ]
    for thing in things:
        own = [place for place, numbers in enumerate(held) if numbers == {thing.number}]
        yield Told(
            page.id,
            " ".join(str(thing.elements[0].text_content()).split())[:30] if thing.elements else "",
            thing.values,
            items[own[0]][1] if own else None,
        )


def _marked_nodes(page: treesim.Page) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    elements: Any = page.root.xpath(f"//*[@{MARK}]")
    for element, node in zip(elements, page.nodes_of(elements), strict=True):
        found.setdefault(int(element.get(MARK)), []).append(node)
    return found


def _covers(page: treesim.Page, roots: Iterable[int], node: int) -> bool:
    return any(root <= node < root + page.tree.size[root] for root in roots)


def _items(page: treesim.Page) -> Iterator[tuple[tuple[int, ...], dict[str, Any]]]:
    """The nodes of each record and the fields of its item."""
    for region in treesim.records(page):
        items = record_items(region.records, page.url, table=region.table)
        for record, item in zip(region.records, items, strict=True):
            yield record.nodes, {name: getattr(item, name) for name in FIELDS}


def measured(sets: Iterable[DataSet], given: Namespace) -> dict[str, dict[str, float]]:
    """The counts of each field over the sets' pages."""
    counts = {field: Count() for field in FIELDS}
    pages: Counter[str] = Counter()
    for data in sets:
        for page in data.pages(given.limit):
            for told in told_by_markup(page):
                pages[told.page] += 1
                found = told.found or {}
                for name, value in told.truth.items():
                    good = counts[name].add_thing(
                        name, value, found.get(name), apart=told.found is None
                    )
                    if given.tell and not good:
                        print(
                            f"{told.page[-40:]:40} {told.name:30.30} {name:9} {value} "
                            f"found {found.get(name)}{'' if told.found else ' (apart)'}"
                        )
    print(f"{len(pages)} pages, {sum(pages.values())} things")
    return {field: count.row() for field, count in counts.items() if count.true or count.found}


def main() -> None:
    """Measure what is asked for."""
    parser = data_arguments(__doc__)
    parser.add_argument("-v", dest="tell", action="store_true", help="print what is not right")
    given = parser.parse_args()
    print(table(measured(given.data, given)))


if __name__ == "__main__":
    main()
