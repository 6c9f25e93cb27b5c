"""The table model of HTML: the cells of a table by row and column.

HTML Standard, 4.9.12.1, Forming a table. Cells span rows and columns, rows may be short or long,
and a cell that spans rows ends with its row group.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

MAX_COLUMNS: Final = 200
"""Columns of a table; cells beyond have no slot."""
MAX_SLOTS: Final = 30
"""Slots for each node of a table: one of more is no table, but an attack."""

_TABLE: Final = tags.NUMBER["table"]
_ROW: Final = tags.NUMBER["tr"]
_HEAD_CELL: Final = tags.NUMBER["th"]
_CELLS: Final = tags.numbers("td th")
_GROUPS: Final = tags.numbers("thead tbody tfoot")
_CAPTION: Final = tags.NUMBER["caption"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table and its slots."""

    node: int
    row: int
    column: int
    width: int
    """Columns that it spans."""
    is_head: bool
    """True of ``<th>``."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of a table by row and column."""

    node: int
    """The table."""
    rows: tuple[int, ...]
    """The node of each row."""
    groups: tuple[int, ...]
    """The tag of the row group that each row lies in: ``thead``, ``tbody``, ``tfoot``, or 0."""
    slots: tuple[tuple[Cell | None, ...], ...]
    """Cell over each slot, by row and column; all rows are of one length."""
    caption: int
    """The node of the caption; -1 for none."""

    @property
    def width(self) -> int:
        """Columns."""
        return len(self.slots[0]) if self.slots else 0

    def cells(self, row: int) -> Iterator[Cell]:
        """The cells beginning in a row, in order."""
        for column, cell in enumerate(self.slots[row]):
            if cell is not None and cell.row == row and cell.column == column:
                yield cell


def grid_of(tree: PageTree, table: int) -> Grid | None:
    """Lay the cells of a table in a grid, once; None of one without, or with spans beyond measure.

    O(nodes of the table + slots).
    """
    if table not in tree.grids:
        tree.grids[table] = _laid(tree, table)
    return tree.grids[table]


def _laid(tree: PageTree, table: int) -> Grid | None:
    rows: list[int] = []
    groups: list[int] = []
    slots: list[list[Cell | None]] = []
    open_cells: dict[int, tuple[Cell, int]] = {}
    """Cell that spans down into a column and the number of its further rows, by column."""
    room = MAX_SLOTS * tree.size[table]
    caption = -1
    group = end_of_group = 0
    end_of_row = column = 0
    node, stop = table + 1, table + tree.size[table]
    while node < stop:
        tag, end = tree.tag[node], node + tree.size[node]
        if node >= end_of_group and group:
            group = 0
            open_cells.clear()
        if tag in _GROUPS:
            open_cells.clear()
            group, end_of_group = tag, end
        elif tag == _ROW:
            rows.append(node)
            groups.append(group)
            end_of_row = end
            slots.append([])
            open_cells = _next_row(open_cells, slots[-1])
            room -= len(slots[-1])
            if room < 0:
                return None
            column = 0
        elif tag in _CELLS and node < end_of_row:
            while column < len(slots[-1]) and slots[-1][column] is not None:
                column += 1
            has_spans = tree.first_attribute[node] < tree.first_attribute[node + 1]
            # Without end it spans to the end of the row group.
            height = _span(tree, node, "rowspan", len(tree)) if has_spans else 1
            width = _span(tree, node, "colspan", 1) if has_spans else 1
            width = min(width, MAX_COLUMNS - column)
            room -= width
            if room < 0:
                return None
            if width > 0:
                cell = Cell(node, len(rows) - 1, column, width, tag == _HEAD_CELL)
                for index in range(column, column + width):
                    _fill(slots[-1], index, cell)
                    if height > 1:
                        open_cells[index] = cell, height - 1
        elif tag == _CAPTION and caption < 0:
            caption = node
        if tag in _CELLS or tag in (_CAPTION, _TABLE):
            node = end
        else:
            node += 1
    width = max(map(len, slots), default=0)
    if not width or width * len(rows) > MAX_SLOTS * tree.size[table]:
        return None
    filled = tuple(tuple(row + [None] * (width - len(row))) for row in slots)
    return Grid(table, tuple(rows), tuple(groups), filled, caption)


def _next_row(
    open_cells: dict[int, tuple[Cell, int]], row: list[Cell | None]
) -> dict[int, tuple[Cell, int]]:
    """Fill a new row's slots with the cells spanning down; return those still open."""
    for column, (cell, _) in open_cells.items():
        _fill(row, column, cell)
    return {column: (cell, more - 1) for column, (cell, more) in open_cells.items() if more > 1}


def _fill(row: list[Cell | None], column: int, cell: Cell) -> None:
    if column == len(row):
        row.append(cell)
        return
    row.extend([None] * (column + 1 - len(row)))
    if row[column] is None:
        row[column] = cell


def _span(tree: PageTree, node: int, name: str, of_zero: int) -> int:
    """The number of rows or columns of a cell by its attribute."""
    value = tree.get(node, name)
    if value is None:
        return 1
    value = value.strip()[:6]
    if not (value.isascii() and value.isdigit()):
        return 1
    return int(value) or of_zero
