"""The columns of records that are rows of tables of data: those of the table's grid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from scrapy_treesim.reading.data_tables import DataTables
from scrapy_treesim.records.table.cells import LeafValues, read_leaf
from scrapy_treesim.records.table.common_leaves import Content, GridColumn, leaves_by_column
from scrapy_treesim.records.table.prices import with_prices
from scrapy_treesim.records.table.scores import with_scores
from scrapy_treesim.records.table.words import standard_names

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree.grid import Cell


def columns_of_rows(page: Page, records: Sequence[Sequence[int]]) -> list[GridColumn] | None:
    """The columns of records that are rows of data tables with the same headers; None of others.

    Rows across below a record are columns without a header, after the others.
    """
    tables = page.once(DataTables)
    names: tuple[str, ...] | None = None
    rows: list[Sequence[Cell | None]] = []
    details: list[Sequence[int]] = []
    for nodes in records:
        table = tables.around(nodes[0])
        row = None if table is None else table.row_of(nodes[0])
        if table is None or row is None:
            return None
        if len(nodes) > 1 and tuple(nodes) != table.record_at(row):
            return None
        if names is None or (len(names) == len(table.names) and not any(names)):
            names = table.names
        elif names != table.names and (table.has_headers or len(names) != len(table.names)):
            return None
        rows.append(table.grid.slots[row])
        details.append(nodes[1:])
    columns = zip(names or (), zip(*rows, strict=True), strict=True)
    most = max(map(len, details), default=0)
    return [
        GridColumn(name, tuple(-1 if cell is None else cell.node for cell in cells))
        for column, (name, cells) in enumerate(columns)
        # What spans two columns in all rows is one.
        if any(cell is None or cell.column == column for cell in cells)
    ] + [
        GridColumn("", tuple(own[index] if index < len(own) else -1 for own in details))
        for index in range(most)
    ]


_Add: TypeAlias = "Callable[[Page, list[LeafValues], Sequence[Sequence[int]]], list[LeafValues]]"


def read_columns(page: Page, content: Content, columns: Sequence[GridColumn]) -> list[LeafValues]:
    """Read the leaves of all columns.

    What all cells of a column say keeps its header. Prices and ratings are those of one column, the
    one whose header says so where several have amounts; nothing is made of the cells of several.
    """
    readings = [
        [read_leaf(page, leaf, content.texts) for leaf in leaves]
        for leaves in leaves_by_column(content, columns)
    ]
    for add in (with_prices, with_scores):
        found = [_of_column(add, page, *pair) for pair in zip(readings, columns, strict=True)]
        names = [{one.name for one in own if one.name} for own in found]
        counts = Counter(chain.from_iterable(names))
        for index, column in enumerate(columns):
            of_header = {*standard_names(column.header)[:1]}
            if names[index] & of_header or all(counts[name] == 1 for name in names[index]):
                readings[index] = found[index]
    return [*chain.from_iterable(readings)]


def _of_column(
    add: _Add, page: Page, readings: list[LeafValues], column: GridColumn
) -> list[LeafValues]:
    """A column's readings with those of its prices or ratings; all that its cells say stays."""
    if not readings:
        return readings
    whole = readings[0]
    cells = [(node,) if node >= 0 else () for node in column.cells]
    found = add(page, readings, cells)
    if not column.header or found is readings:
        return found
    more: list[LeafValues] = []
    for reading in found:
        if reading.name and reading.values == whole.values:
            whole = replace(whole, kind=reading.kind, name=reading.name)
        elif reading is not readings[0]:
            more.append(reading)
    return [whole, *more]
