"""Typed values of lists: what items say under standard names, beside the truth.

    python -m benchmarks.list_cells DATA [--half a|b|c] [--wrong] [--set NAME] [--pages]

DATA is a folder with the sets that README.md names, which also says how the pages were drawn.

Two ways: ``found``, where the records are those that are found on the page, each matched to a true
one of the same text nodes (Jaccard of 0.9), and ``true``, where the table is that of the true
records, so that what is wrong is the columns' doing. For each field: precision, the share of its
values that is right, and recall, the share of the true values for which the right one is said; over
all values (micro) and as the mean of the pages that have any (macro). Values of records that match
none of the true ones count nowhere, values of true records that are not found are missed. Where the
truth is not known nothing counts.

columns: of the tables of true lists, the median and the largest number of columns, and those whose
names no person would give (:class:`Names`), which ``--wrong`` prints with every wrong value. Of
halves ``b`` and ``c`` nothing is printed but figures.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from pydoc_data import topics
from statistics import mean, median
from typing import Any, Final, NamedTuple, TypeAlias

from benchmarks.figures import Share, Sums
from benchmarks.list_truth import (
    FIELDS,
    WRAPPED,
    PageOfLists,
    Places,
    is_right,
    labelled_pages,
    match,
    wrapped_pages,
)
from benchmarks.pages import DataSet
from scrapy_treesim import Page, records
from scrapy_treesim.findings.as_items import record_items
from scrapy_treesim.items import RecordItem
from scrapy_treesim.records.record import read_records
from scrapy_treesim.records.table.columns import Table, table_of
from scrapy_treesim.tree import tags

PROSE: Final = ("article/wcxb", "article/wcxb_rest")
"""Sets whose texts say what English words are."""
MIN_PAGES: Final = 3
"""Pages that an English word stands on."""
LOOKS: Final = frozenset(
    "widget wrapper wrap container col cols row rows div span inner outer flex grid css sc jsx js "
    "module component node elem element px md lg sm xs mt mb pt pb hover hidden active "
    "swiper slick carousel wp elementor woocommerce shopify bootstrap gray grey white black blue "
    "green underline bold lighter darker muted opacity rounded border truncate relative".split()
)
"""Words of class names that say where something stands, how it looks or which software wrote it."""
HEADS: Final = frozenset(
    "url sku isbn id mpn gtin ean upc cta faq gpa km mi mph mpg hp kg lb oz ml cm mm ft sq sqft br "
    "ba qty gb tb mb ghz mhz asin isrc byline swatch fullname username dept".split()
)
"""Words that people call columns, though few articles have them."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_MIXED: Final = re.compile(r"\d[^\W\d_]|[^\W\d_]\d")


class Names:
    """Tells names of columns apart, with the English words of a folder of sets."""

    def __init__(self, data: Path) -> None:
        self.words = english_words(data) | HEADS | {*FIELDS, "description"}

    def generated(self, page: Page, names: list[str]) -> list[str]:
        """The names of a page's columns that a person would not give."""
        texts = set(shown_texts(page))
        shown = {word for text in texts for word in re.findall(r"[^\W_]+", text)}
        return [name for name in names if not self._is_name(name.lower(), texts, shown)]

    def _is_name(self, name: str, texts: set[str], shown: set[str]) -> bool:
        tokens = [token for token in name.split("_") if token]
        if " ".join(tokens) in texts:
            return True
        words = [token for token in tokens if not token.isdigit()]
        return bool(words) and all(
            word not in LOOKS
            and (word in shown or (not _MIXED.search(word) and self._is_word(word)))
            for word in words
        )

    def _is_word(self, word: str) -> bool:
        stems = {word, word.removesuffix("s"), word.removesuffix("es"), f"{word}s"}
        return not stems.isdisjoint(self.words)


@cache
def english_words(data: Path) -> frozenset[str]:
    """The words of Python's own manual and of English articles, for want of a dictionary."""
    pages: Counter[str] = Counter()
    for name in PROSE:
        folder = data / name / "dev"
        for truth in DataSet(folder).truths() if folder.is_dir() else ():
            if truth.get("lang") == "en":
                pages.update({word.lower() for word in _WORD.findall(truth["text"] or "")})
    manual = {
        word.lower()
        for text in topics.topics.values()
        for word in _WORD.findall(text)
        if len(word) > 2
    }
    return frozenset(manual) | {word for word, count in pages.items() if count >= MIN_PAGES}


def shown_texts(page: Page) -> Iterator[str]:
    """Yield each text of a page in lower case, with one space between words."""
    tree = page.tree
    for node in range(len(tree)):
        if tree.tag[node] == tags.TEXT:
            parent = tree.names[tree.tag[tree.parent[node]]]
            if parent not in ("script", "style"):
                text = " ".join(re.findall(r"[^\W_]+", tree.raw_text(node).lower()))
                if text:
                    yield text


MODES: Final = ("found", "true")
Found: TypeAlias = "tuple[Table, list[RecordItem]]"
"""A table and the items of its records."""


@dataclass(slots=True)
class Result(Sums):
    """The figures of one way on all pages of a set."""

    pages: list[dict[str, Share]] = field(default_factory=list)
    """By field; found is what items say."""
    columns: list[int] = field(default_factory=list)
    """The number of columns of each table."""
    generated: list[str] = field(default_factory=list)
    """Page and name of the columns whose names no person would give."""
    records: int = 0
    matched: int = 0
    others: int = 0
    """Records of the same tables that are no true ones."""
    wrong: list[str] = field(default_factory=list)


class Place(NamedTuple):
    """The position of an item."""

    table: int
    item: int


def said_by(item: RecordItem) -> dict[str, Any]:
    """The values of an item, by the names of the labelled fields."""
    values = {name: getattr(item, name, None) for name in FIELDS}
    values["url"] = item.link
    values["availability"] = values["availability"] or item.fields.get("availability")
    return {name: value for name, value in values.items() if value is not None}


def found_tables(page: Page) -> Iterator[Found]:
    """The regions' tables and the items of their records."""
    for place, region in enumerate(records(page)):
        items = record_items(region.records, page.url, place, region.table)
        yield region.table, list(items)


def true_tables(page: Page, one: PageOfLists) -> Iterator[Found]:
    """Tables and items of the true lists, as far as their records are in the page."""
    places = Places(page)
    for true in one.lists:
        elements = [[places.element(xpath) for xpath in xpaths] for xpaths in true.records]
        nodes = [
            page.nodes_of([element for element in record if element is not None])
            for record in elements
            if None not in record
        ]
        if nodes:
            table = table_of(page, nodes)
            read = read_records(page, ((record, 1.0) for record in nodes))
            yield table, list(record_items(read, page.url, 0, table))


def true_rows(one: PageOfLists, tables: Sequence[Found], places: Places) -> dict[int, Place]:
    """The position of the item that each true record is, by its number over all lists."""
    items = [
        (covered, Place(number, place))
        for number, (_, of_table) in enumerate(tables)
        for place, item in enumerate(of_table)
        if (covered := places.covered(item.xpath.split(" | "))) is not None
    ]
    records_of = [xpaths for of_list in one.lists for xpaths in of_list.records]
    true = [
        (row, covered)
        for row, xpaths in enumerate(records_of)
        if (covered := places.covered(xpaths)) is not None
    ]
    pairs = match([covered for covered, _ in items], [record for _, record in true])
    return {true[place][0]: items[number][1] for place, number in pairs.items()}


def measure(one: PageOfLists, mode: str, known: Names) -> Result:
    """Measure a page in one way."""
    page = Page(one.html, one.url)
    tables = list(found_tables(page) if mode == "found" else true_tables(page, one))
    rows = true_rows(one, tables, Places(page))
    cells = [row for of_list in one.lists for row in of_list.cells]
    result = Result(records=len(cells), matched=len(rows))
    counts: dict[str, Share] = defaultdict(Share)
    for number, row in enumerate(cells):
        place = rows.get(number)
        said = said_by(tables[place.table][1][place.item]) if place else {}
        for name in FIELDS:
            wrong = add(counts[name], name, said.get(name), row.get(name, ()))
            if wrong:
                result.wrong.append(f"{one.id} #{number} {name}: {wrong}")
    result.pages.append(counts)
    for table, items in (tables[number] for number in {place.table for place in rows.values()}):
        names = [column.name for column in table.columns]
        result.columns.append(len(names))
        result.generated += [f"{one.id} {name}" for name in known.generated(page, names)]
        result.others += len(items)
    result.others -= len(rows)
    return result


def add(count: Share, name: str, said: Any, true: Sequence[str] | None) -> str:
    """Count a value; what is wrong with it, in words, where anything is."""
    if true is None:
        return ""
    right = said is not None and is_right(name, said, true)
    count.found += said is not None
    count.right += right
    count.true += bool(true)
    if right or (said is None and not true):
        return ""
    return f"said {said!r}, true {' / '.join(true) if true else None!r}"[:300]


def rows(pages: Iterable[dict[str, Share]]) -> Iterator[str]:
    """Micro and macro precision and recall of each field."""
    pages = list(pages)
    for name in FIELDS:
        counts = [page[name] for page in pages if page[name].found or page[name].true]
        if not counts:
            continue
        said, true = sum(one.found for one in counts), sum(one.true for one in counts)
        right = sum(one.right for one in counts)
        precisions = [one.precision for one in counts if one.found]
        recalls = [one.recall for one in counts if one.true]
        figures = (
            right / said if said else None,
            right / true if true else None,
            mean(precisions) if precisions else None,
            mean(recalls) if recalls else None,
        )
        shown = " ".join("      -" if one is None else f"{one:7.3f}" for one in figures)
        yield f"    {name:13} {shown} {said:6} {true:6} {len(counts):6}"


def report(title: str, result: Result, wrong: bool) -> None:
    """Print what one way says of a set."""
    print(f"\n{title}: {result.matched} of {result.records} true ones, {result.others} others")
    print(f"    {'':13} {'precis.':>7} {'recall':>7} {'macro P':>7} {'macro R':>7}", end="")
    print(f" {'said':>6} {'true':>6} {'pages':>6}")
    for row in rows(result.pages):
        print(row)
    if result.columns:
        print(
            f"    columns: {median(result.columns):g} median, {max(result.columns)} at most, "
            f"{len(result.generated)} with generated names, {len(result.columns)} lists"
        )
    if wrong:
        for name, count in Counter(result.generated).items():
            print(f"      generated name: {name}" + (f" ({count} times)" if count > 1 else ""))
        for line in result.wrong:
            print(f"      {line}")


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, metavar="DATA")
    parser.add_argument("--half", choices=tuple("abc"), default="a", help="of the labelled pages")
    parser.add_argument("--wrong", action="store_true", help="name all that is wrong")
    parser.add_argument("--pages", action="store_true", help="each page by itself as well")
    parser.add_argument("--set", choices=("webdext", "synthetic", "labelled"), action="append")
    arguments = parser.parse_args()
    if arguments.half != "a" and (arguments.wrong or arguments.pages):
        parser.error(f"of half {arguments.half} nothing is printed but figures")
    sets: dict[str, Iterable[PageOfLists]] = {
        name.partition("/")[2]: wrapped_pages(arguments.data, name) for name in WRAPPED
    }
    sets["labelled"] = labelled_pages(arguments.data, arguments.half)
    known = Names(arguments.data)
    for name, pages in sets.items():
        if arguments.set and name not in arguments.set:
            continue
        results = {mode: Result() for mode in MODES}
        for page in pages:
            for mode, result in results.items():
                own = measure(page, mode, known)
                if arguments.pages:
                    report(f"{page.id}, {mode} records", own, False)
                result.add(own)
        for mode, result in results.items():
            half = f" half {arguments.half}" if name == "labelled" else ""
            report(f"{name}{half}, {mode} records", result, arguments.wrong)


if __name__ == "__main__":
    main()
