"""Tables with one-line cells, written as lines of cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.tree.grid import Cell, grid_of
from scrapy_treesim.tree.markdown.roles import IN_LINE, ROLES, UNWRITTEN, Role

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

_IS_TABLE: Final = bytes(ROLES.get(tag) is Role.TABLE for tag in range(len(tags.NAMES)))


def table_as_lines(tree: PageTree, table: int, cells: Mapping[int, str]) -> str:
    """Write a table, its first row as the head; ``cells`` are Markdown by node.

    Spans are padded with empty cells, and empty rows are left out.
    """
    grid = grid_of(tree, table)
    # A table without a grid is written cell by cell.
    rows = [[text] for text in cells.values() if text and grid is None]
    for index, slots in enumerate(grid.slots if grid else ()):
        row = _row(slots, index, cells)
        if any(row):
            rows.append(row)
    if not rows:
        return ""
    width = max(map(len, rows))
    head, *body = rows
    head += [""] * (width - len(head))
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * width, *body])


def _row(slots: Sequence[Cell | None], index: int, cells: Mapping[int, str]) -> list[str]:
    """The texts of the cells that begin in a row, at their columns."""
    row: list[str] = []
    for column, cell in enumerate(slots):
        if cell is not None and cell.row == index:
            row += [""] * (column - len(row))
            row.append(cells.get(cell.node, "") if cell.column == column else "")
    return row


@dataclass(slots=True)
class _OpenTable:
    """A table, with the ends of the last elements of each kind in it and the counts so far."""

    node: int
    end: int
    row_end: int = 0
    cell_end: int = 0
    caption_end: int = 0
    block_end: int = 0
    rows: int = 0
    columns: int = 0
    widest: int = 0
    counted_row: int = 0
    counted_cell: int = 0
    is_filled: bool = False
    is_plain: bool = True

    def open(self, node: int, role: Role | None, is_block: bool, end: int) -> None:
        """Enter an element of the table, except a table."""
        inside = node < self.cell_end or node < self.caption_end
        if role is Role.CODE_BLOCK or (inside and is_block):
            self.block_end = max(self.block_end, end)
        elif inside:
            return
        elif role is Role.ROW:
            self.row_end = end
        elif role is Role.CELL and node < self.row_end:
            self.cell_end = end
        elif role is Role.CAPTION:
            self.caption_end = end

    def fill(self, node: int) -> None:
        """Record text or an image of the table."""
        self.is_filled = True
        if node < self.caption_end:
            # A late caption would have to be written in the middle of the table.
            self.is_plain = self.is_plain and not self.rows
        elif node >= self.cell_end or node < self.block_end:
            self.is_plain = False
        elif self.counted_cell != self.cell_end:
            if self.counted_row != self.row_end:
                self.rows += 1
                self.columns = 0
            self.columns += 1
            self.widest = max(self.widest, self.columns)
            self.counted_row, self.counted_cell = self.row_end, self.cell_end


def plain_tables(tree: PageTree, keep: bytearray, node: int) -> set[int]:
    """Return the data tables: at least two rows and columns, and one-line cells alone."""
    plain: set[int] = set()
    done = node
    for table in nodes_of(tree.tag, _IS_TABLE):
        if done <= table < node + tree.size[node]:
            done = table + tree.size[table]
            plain.update(_plain_in(tree, keep, table))
    return plain


def _plain_in(tree: PageTree, keep: bytearray, outermost: int) -> set[int]:
    """Return the data tables among a table and those inside it."""
    plain: set[int] = set()
    tables: list[_OpenTable] = []

    def close() -> None:
        table = tables.pop()
        if table.is_plain and table.rows > 1 and table.widest > 1:
            plain.add(table.node)
        if table.is_filled and tables:
            tables[-1].is_filled, tables[-1].is_plain = True, False

    node, stop, flagged = outermost, outermost + tree.size[outermost], -1
    while node < stop:
        while tables and node >= tables[-1].end:
            close()
        tag, after = tree.tag[node], node + tree.size[node]
        if flagged < node:
            flagged = keep.find(1, node, stop)
            if flagged < 0:
                break
        if flagged >= after or tag in UNWRITTEN:
            node = after
            continue
        role = ROLES.get(tag)
        if role is Role.TABLE:
            tables.append(_OpenTable(node, after))
        elif role is Role.IMAGE or tag == tags.TEXT:
            tables[-1].fill(node)
        else:
            tables[-1].open(node, role, tag not in IN_LINE, after)
        node += 1
    while tables:
        close()
    return plain
