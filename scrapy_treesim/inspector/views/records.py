"""The records of a page, marked with their cells, and the tables that a crawl makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.inspector.views.marks import Found, Group, Mark, cut, elements_of
from scrapy_treesim.inspector.views.record_lists import RecordList, chosen_lists
from scrapy_treesim.regions.explain import reasons_of_records, region_reasons
from scrapy_treesim.tree import tags
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.findings import Wanted
    from scrapy_treesim.inspector.views.choices import Chosen
    from scrapy_treesim.page import Page
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


def records_view(page: Page, chosen: Chosen, wanted: Wanted) -> Found:
    """The records, by the method chosen.

    Raises:
        ChoiceError: a choice that there is not.
    """
    lists = chosen_lists(page, chosen, wanted)
    found = Found({"type": "tables", "tables": []}, notes=lists.notes)
    shown = _Shown(page, found)
    for one in lists.lists:
        shown.add(one)
    count = sum(len(one.region.records) for one in lists.lists)
    found.count = count
    found.summary = f"{counted(len(lists.lists), 'list')}, {counted(count, 'record')}"
    secondary = sum(not one.role.is_main for one in lists.lists)
    if 0 < secondary < len(lists.lists):
        found.summary += f"; {counted(secondary, 'list')} secondary"
    shown.tell_what_was_cut()
    return found


class _Shown:
    """Lists as they become groups, marks and tables."""

    def __init__(self, page: Page, found: Found) -> None:
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
        marks = self._found.marks
        reasons = [_reasons_of(column, len(one.region.records)) for column in table.columns]
        why_record = reasons_of_records(
            self._page, one.region, measure=one.measure, by_example=one.by_example
        )
        for row in range(len(one.region.records)):
            if not marks.room:
                # Counted without being made.
                marks.left_out += len(one.region.records) - row
                return
            nodes = self._mark_record(one, group, row, why_record(row))
            for number, column in enumerate(table.columns):
                cell = column.cells[row]
                if cell is not None:
                    marks.add(
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
        self._found.marks.add(
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
