"""Kernel of tables with one-line cells, written as lines of cells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints
from scrapy_treesim.tree import tags as html
from scrapy_treesim.tree.grid import grid_of
from scrapy_treesim.tree.markdown.constants import *

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

_TEXT = cython.declare(cython.int, html.TEXT)
_TAG_COUNT = cython.declare(cython.int, len(html.NAMES))


def table_as_lines(tree: PageTree, table: int, cells: Mapping[int, str]) -> str:
    """Write a table, its first row as the head; ``cells`` are Markdown by node.

    Spans are padded with empty cells, and empty rows are left out.
    """
    grid = grid_of(tree, table)
    # A table without a grid is written cell by cell.
    rows = [[text] for text in cells.values() if text and grid is None]
    for index, slots in enumerate(grid.slots if grid else ()):
        row: list[str] = []
        for column, cell in enumerate(slots):
            if cell is not None and cell.row == index:
                row += [""] * (column - len(row))
                row.append(cells.get(cell.node, "") if cell.column == column else "")
        if any(row):
            rows.append(row)
    if not rows:
        return ""
    width = max(map(len, rows))
    head, *body = rows
    head += [""] * (width - len(head))
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * width, *body])


class OpenTable:
    """State of an open table."""

    def __init__(self, node: cython.int, end: cython.int) -> None:
        self.node = node
        self.end = end
        self.row_end: cython.int = 0
        self.cell_end: cython.int = 0
        self.caption_end: cython.int = 0
        self.block_end: cython.int = 0
        self.rows: cython.int = 0
        self.columns: cython.int = 0
        self.widest: cython.int = 0
        self.counted_row: cython.int = 0
        self.counted_cell: cython.int = 0
        self.is_filled: cython.bint = False
        self.is_plain: cython.bint = True

    @cython.cfunc
    def open(
        self, node: cython.int, role: cython.int, is_block: cython.bint, end: cython.int
    ) -> None:
        """Enter an element of the table, except a table."""
        inside: cython.bint = node < self.cell_end or node < self.caption_end
        if role == ROW and not inside:
            self.row_end = end
        elif role == CELL and not inside and node < self.row_end:
            self.cell_end = end
        elif role == CAPTION and not inside:
            self.caption_end = end
        elif role == CODE_BLOCK or (inside and is_block):
            self.block_end = max(self.block_end, end)

    @cython.cfunc
    def fill(self, node: cython.int) -> None:
        """Record text or an image of the table."""
        self.is_filled = True
        if node < self.caption_end:
            # A late caption would have to be written in the middle of the table.
            if self.rows:
                self.is_plain = False
        elif node >= self.cell_end or node < self.block_end:
            self.is_plain = False
        elif self.counted_cell != self.cell_end:
            if self.counted_row != self.row_end:
                self.rows += 1
                self.columns = 0
            self.columns += 1
            self.widest = max(self.widest, self.columns)
            self.counted_row = self.row_end
            self.counted_cell = self.cell_end


def plain_tables(
    tag: Ints, size: Ints, keep: Bytes, roles: Bytes, kinds: Bytes, node: cython.int
) -> set[int]:
    """Return the data tables: at least two rows and columns, and one-line cells alone."""
    plain: set[int] = set()
    tables: list[OpenTable] = []
    stop: cython.int = node + size[node]
    flagged: cython.int = node
    i: cython.int = node
    while i < stop:
        while tables:
            table: OpenTable = tables[len(tables) - 1]
            if i < table.end:
                break
            _close(tables, plain)
        after: cython.int = i + size[i]
        while flagged < i or (flagged < stop and keep[flagged] != 1):
            flagged += 1
        role: cython.int = roles[tag[i]] if tag[i] < _TAG_COUNT else NO_ROLE
        kind: cython.int = kinds[tag[i]] if tag[i] < _TAG_COUNT else IS_BLOCK
        if flagged >= after or kind & IS_UNWRITTEN:
            i = after
            continue
        if role == TABLE:
            tables.append(OpenTable(i, after))
        elif tables:
            table = tables[len(tables) - 1]
            if role == IMAGE or tag[i] == _TEXT:
                table.fill(i)
            else:
                table.open(i, role, (kind & IS_BLOCK) != 0, after)
        i += 1
    while tables:
        _close(tables, plain)
    return plain


def _close(tables: list[OpenTable], plain: set[int]) -> cython.void:
    table: OpenTable = tables.pop()
    if table.is_plain and table.rows > 1 and table.widest > 1:
        plain.add(table.node)
    if table.is_filled and tables:
        outer: OpenTable = tables[len(tables) - 1]
        outer.is_filled = True
        outer.is_plain = False
