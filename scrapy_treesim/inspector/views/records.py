"""The records of a page, marked with their cells, and the tables that a crawl makes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.findings import LIKE_EXAMPLE, records_method, wanted_key_trees
from scrapy_treesim.inspector.views.parts import (
    ChoiceError,
    Group,
    Mark,
    View,
    cut,
    elements_of,
    holder,
    note_of_less,
)
from scrapy_treesim.kind.page_kind import kind_of
from scrapy_treesim.kind.roles import region_roles
from scrapy_treesim.records import (
    ExampleNotFound,
    Gong,
    Ranked,
    Region,
    find_records,
    records,
    similar,
)
from scrapy_treesim.records.by_example.key_tree import THRESHOLD
from scrapy_treesim.regions.explain import reasons_of_records, region_reasons
from scrapy_treesim.similarity import MEASURES
from scrapy_treesim.tree import tags
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.findings import Wanted
    from scrapy_treesim.inspector.views.parts import Chosen
    from scrapy_treesim.kind.roles import Role
    from scrapy_treesim.page import Page
    from scrapy_treesim.records import NamedKeyTree, Record
    from scrapy_treesim.records.table.columns import Column, Table
    from scrapy_treesim.tree import PageTree

RECORDS_CHOICES: Final = ("method", "measure", "threshold", "example")
"""What may be chosen."""

MAX_CELLS: Final = 20_000
"""Cells of all tables that are shown."""
MAX_CELL: Final = 1_000
"""Characters of a cell that are shown."""
MAX_OF_RECORD: Final = 50
"""Elements of a record that are marked: one that is a run of siblings has several."""
MAX_OF_CELL: Final = 4
"""Elements of a cell that are marked."""

KEY_TREE: Final = "key_tree"
EXAMPLE: Final = "example"

MEASURE_OPTIONS: Final[Mapping[str, str]] = {name: name for name in MEASURES}
"""Similarity measures to choose from."""

_METHODS: Final = {
    "ranked": "all that repeats, by evidence (ranked)",
    "gong": "the largest list, by similarity (gong)",
    EXAMPLE: "all that is like an example",
    KEY_TREE: "by the key tree for this page",
}


def records_view(page: Page, chosen: Chosen, wanted: Wanted) -> View:
    """The records, by the method chosen."""
    found = View({"type": "tables", "tables": []})
    lists = _chosen_lists(page, chosen, wanted, found.notes)
    shown = _Shown(page, found)
    for one in lists:
        shown.add(one)
    found.count = count = sum(len(one.region.records) for one in lists)
    found.summary = f"{counted(len(lists), 'list')}, {counted(count, 'record')}"
    secondary = sum(not one.role.is_main for one in lists)
    if 0 < secondary < len(lists):
        found.summary += f"; {counted(secondary, 'list')} secondary"
    shown.tell_what_was_cut()
    return found


class _Shown:
    """Lists as they become groups, marks and tables."""

    def __init__(self, page: Page, found: View) -> None:
        self._page = page
        self._found = found
        self._cells = MAX_CELLS
        self._rows_left_out = 0
        self._was_cut = False

    def add(self, one: RecordList) -> None:
        region = one.region
        why = region_reasons(self._page, region, measure=one.measure, by_example=one.by_example)
        number = len(self._found.groups)
        self._found.groups.append(
            Group(
                one.title, region.node, region.xpath, region.confidence, (*why, *one.why), one.role
            )
        )
        table = _title_first(region.table)
        rows = min(len(region.records), self._cells // max(1, len(table.columns)))
        self._cells -= rows * len(table.columns)
        self._rows_left_out += len(region.records) - rows
        self._found.export["tables"].append(
            {
                "group": number,
                "columns": [
                    {"name": column.name, "kind": column.kind, "why": column.reason}
                    for column in table.columns
                ],
                "rows": [
                    [self._shown(column.cells[row]) for column in table.columns]
                    for row in range(rows)
                ],
            }
        )
        self._mark(one, table, number)

    def _mark(self, one: RecordList, table: Table, group: int) -> None:
        found = self._found
        reasons = [_reasons_of(column, len(one.region.records)) for column in table.columns]
        why_record = reasons_of_records(
            self._page, one.region, measure=one.measure, by_example=one.by_example
        )
        for row in range(len(one.region.records)):
            if not found.room:
                # Counted without being made.
                found.left_out += len(one.region.records) - row
                return
            nodes = self._mark_record(one, group, row, why_record(row))
            for number, column in enumerate(table.columns):
                cell = column.cells[row]
                if cell is not None:
                    found.add(
                        Mark(
                            "column",
                            _nodes_of_cell(self._page.tree, column, row, nodes),
                            column.name,
                            group,
                            one.region.records[row].similarity,
                            reasons[number],
                            cell,
                            row,
                            number,
                        )
                    )

    def _mark_record(
        self, one: RecordList, group: int, row: int, why: tuple[str, ...]
    ) -> tuple[int, ...]:
        """Mark a record; the elements that it is."""
        record = one.region.records[row]
        nodes = _nodes_of_record(self._page.tree, record.nodes)
        self._found.add(
            Mark(
                "record",
                nodes,
                f"record {row + 1}",
                group,
                record.similarity,
                why,
                " ".join(record.text.split()),
                row,
                xpath=" | ".join(record.xpaths[:MAX_OF_RECORD]),
            )
        )
        return nodes

    def _shown(self, cell: str | None) -> str | None:
        if cell is None or len(cell) <= MAX_CELL:
            return cell
        self._was_cut = True
        return cut(cell, MAX_CELL)

    def tell_what_was_cut(self) -> None:
        """Note what the tables lack."""
        if self._rows_left_out:
            self._found.notes.append(
                f"The tables are cut here: {counted(self._rows_left_out, 'more record')} would be "
                "exported."
            )
        if self._was_cut:
            self._found.notes.append(
                f"Cells of more than {MAX_CELL:,} characters are cut here, not in the export."
            )


def _is_no_title(column: Column) -> bool:
    return column.name != "title"


def _title_first(table: Table) -> Table:
    """The table with the column that its records are known by before all others."""
    return replace(table, columns=tuple(sorted(table.columns, key=_is_no_title)))


def _reasons_of(column: Column, records: int) -> tuple[str, ...]:
    if column.reason:
        return (column.reason,)
    having = sum(cell is not None for cell in column.cells)
    return (f"in {having:,} of {counted(records, 'record')}",)


def _nodes_of_record(tree: PageTree, nodes: Sequence[int]) -> tuple[int, ...]:
    """A record's elements. What is text between them would mark all that is around it."""
    own = [node for node in nodes if tree.tag[node] != tags.TEXT]
    return elements_of(tree, own or nodes)[:MAX_OF_RECORD]


def _nodes_of_cell(
    tree: PageTree, column: Column, row: int, record: Sequence[int]
) -> tuple[int, ...]:
    """A cell's elements within its record; those of the record where its text stands in none."""
    pieces = islice(chain.from_iterable(column.nodes[row]), MAX_OF_RECORD)
    within = [
        node
        for node in elements_of(tree, pieces)
        if any(one <= node < one + tree.size[one] for one in record)
    ]
    return tuple(within[:MAX_OF_CELL]) or tuple(record)


@dataclass(frozen=True, slots=True)
class RecordList:
    """Records that make one table."""

    title: str
    region: Region
    measure: str | None = None
    """By which they were found; None where none was used."""
    by_example: bool = False
    """Whether their ``similarity`` is that to an example."""
    why: tuple[str, ...] = ()
    """What more there is to say of it."""
    role: Role = LIKE_EXAMPLE
    """What it is on its page."""


def _chosen_lists(page: Page, chosen: Chosen, wanted: Wanted, notes: list[str]) -> list[RecordList]:
    """The page's lists by the method chosen; without a choice, by what a crawl finds them by."""
    key_trees = _key_trees(page, wanted)
    usual = wanted.records
    first = "gong" if isinstance(usual, Gong) else "ranked"
    if key_trees:
        first = KEY_TREE
    elif wanted.similar:
        first = EXAMPLE
    methods = {name: label for name, label in _METHODS.items() if key_trees or name != KEY_TREE}
    method = chosen.select("method", "Method", methods, first, "how records are found")
    if method == KEY_TREE:
        return _by_key_trees(page, key_trees, notes)
    if method == EXAMPLE:
        return _by_example(page, chosen, wanted, notes)
    if method == "gong":
        return _by_gong(page, chosen, usual if isinstance(usual, Gong) else Gong(), notes)
    return _by_evidence(page, chosen, usual if isinstance(usual, Ranked) else Ranked(), notes)


def _key_trees(page: Page, wanted: Wanted) -> list[NamedKeyTree]:
    try:
        return wanted_key_trees(wanted, page.url)
    except LookupError:
        return []


def _by_evidence(page: Page, chosen: Chosen, usual: Ranked, notes: list[str]) -> list[RecordList]:
    threshold = chosen.share(
        "threshold",
        "Least confidence",
        usual.min_confidence,
        "lists less sure than this are left out: 0.5 for fewer menus and link lists",
    )
    kind = kind_of(page)
    method = records_method(replace(usual, min_confidence=threshold), kind)
    found = _numbered(page, records(page, method))
    if found and isinstance(method, Ranked):
        least = min(one.region.confidence for one in found)
        notes += note_of_less(kind, least, threshold, method.min_confidence)
    if not found:
        rest = records(page, replace(usual, min_confidence=0.0)) if threshold else []
        notes.append(
            f"No list is as sure as that; the surest has {rest[0].confidence:.2f}. Lower the "
            "threshold to see it, or show an example of a record."
            if rest
            else "Nothing on this page repeats like records. If you see some, show one: choose the "
            "method by example."
        )
    return found


def _by_gong(page: Page, chosen: Chosen, usual: Gong, notes: list[str]) -> list[RecordList]:
    measure = chosen.select(
        "measure", "Measure", MEASURE_OPTIONS, usual.measure, "how similar two elements are"
    )
    distance = chosen.share(
        "threshold",
        "Largest distance",
        usual.max_distance,
        "elements nearer to each other than this (1 - similarity) are of one kind",
    )
    regions = records(page, replace(usual, measure=measure, max_distance=distance))
    if not regions:
        notes.append(
            "No list was found. Try another distance or measure, or show an example of a record."
        )
    return _numbered(page, regions, measure)


def _numbered(
    page: Page, regions: Sequence[Region], measure: str | None = None
) -> list[RecordList]:
    roles = region_roles(page, kind_of(page), regions)
    return [
        RecordList(f"List {n}: {counted(len(one.records), 'record')}", one, measure, role=role)
        for n, (one, role) in enumerate(zip(regions, roles, strict=True), 1)
    ]


def _by_example(page: Page, chosen: Chosen, wanted: Wanted, notes: list[str]) -> list[RecordList]:
    usual = wanted.similar[0] if len(wanted.similar) == 1 else ""
    example = chosen.text(
        "example", "Example", usual, "a CSS or XPath expression, or the HTML of one record"
    ).strip()
    measure = chosen.select(
        "measure",
        "Measure",
        MEASURE_OPTIONS,
        wanted.similar_measure if wanted.similar else "free",
        "how similar a part of the page is to the example",
    )
    threshold = chosen.share(
        "threshold",
        "Least similarity",
        wanted.similar_threshold if wanted.similar else THRESHOLD,
        "records are more like the example than this",
    )
    if not (examples := (example,) if example else wanted.similar):
        notes.append(
            "Give an example: a CSS or XPath expression that finds one record, or its HTML."
        )
        return []
    try:
        found = similar(page, examples, threshold, measure)
    except ExampleNotFound:
        notes.append("The example is not on this page: the expression finds nothing.")
        return []
    except ValueError as error:
        raise ChoiceError(" ".join(str(error).split())[:300]) from None
    if not found:
        notes.append("Nothing is as much like the example. Lower the threshold.")
        return []
    title = f"{counted(len(found), 'record')} like the example"
    return [RecordList(title, _region(page, found), measure, True)]


def _by_key_trees(
    page: Page, key_trees: Sequence[NamedKeyTree], notes: list[str]
) -> list[RecordList]:
    found = []
    for one in key_trees:
        sighting = find_records(page, one.key)
        number = counted(len(sighting.records), "record")
        if not sighting.holds:
            notes.append(
                f"The key tree {one.name} no longer holds (drift {sighting.drift:.2f}): make it "
                "anew from a record of this page, `scrapy treesim keytree`."
            )
        region = _region(page, sighting.records, sighting.similarity)
        how = "it still holds" if sighting.holds else "it no longer holds"
        drift = f"drift {sighting.drift:.2f} since the key tree was made: {how}"
        # Without records too: a list's number is its place among the key trees.
        title = f"Key tree {one.name}: {number}"
        found.append(RecordList(title, region, one.key.measure, True, (drift,)))
    return found


def _region(page: Page, found: Sequence[Record], similarity: float | None = None) -> Region:
    if similarity is None:
        similarity = sum(one.similarity for one in found) / len(found)
    node = holder(page.tree, (node for record in found for node in record.nodes))
    return Region(tuple(found), similarity, node, page)
