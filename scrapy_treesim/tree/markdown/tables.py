"""Tables: those that hold lines alone, as a grid of cells."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.markdown.unwritten import UNWRITTEN
from scrapy_treesim.tree.text import BREAK, INLINE, PREFORMATTED

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

MAX_SPAN: Final = 20
"""Columns that a cell takes up at most."""

_TABLE = tags.NUMBER["table"]
_CAPTION = tags.NUMBER["caption"]
ROW = tags.NUMBER["tr"]
CELLS = tags.numbers("td th")
_IMAGE = tags.NUMBER["img"]


class Grid:
    """A table in the making; spans are made up for by empty cells."""

    def __init__(self) -> None:
        self._rows: list[list[str]] = []
        self._row: list[str] = []
        # For how many rows, this one included, a cell takes up a column.
        self._taken: dict[int, int] = {}

    def cell(self, written: str, columns: int, rows: int) -> None:
        """Add a cell to the row."""
        while len(self._row) in self._taken:
            self._row.append("")
        start = len(self._row)
        self._row += [written, *[""] * (columns - 1)]
        if rows > 1:
            stop = min(len(self._row), MAX_SPAN)
            self._taken.update(dict.fromkeys(range(start, stop), rows))

    def end_row(self) -> None:
        """End the row, which is written if it holds something."""
        if any(self._row):
            self._rows.append(self._row)
        self._row = []
        self._taken = {column: rows - 1 for column, rows in self._taken.items() if rows > 1}

    def result(self) -> str:
        """The table as Markdown, its first row as the head."""
        if not self._rows:
            return ""
        width = max(map(len, self._rows))
        head, *others = self._rows
        head += [""] * (width - len(head))
        rows = [head, ["---"] * width, *others]
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)


@dataclass(slots=True, eq=False)
class _OpenTable:
    """The state of a table that is being written."""

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
    filled: bool = False
    plain: bool = True

    def open(self, node: int, tag: int, end: int) -> None:
        """An element of the table that is no table itself."""
        inside = node < max(self.cell_end, self.caption_end)
        if tag == ROW and not inside:
            self.row_end = end
        elif tag in CELLS and not inside and node < self.row_end:
            self.cell_end = end
        elif tag == _CAPTION and not inside:
            self.caption_end = end
        elif tag in PREFORMATTED or (inside and tag not in INLINE and tag != BREAK):
            self.block_end = max(self.block_end, end)

    def fill(self, node: int) -> None:
        """Text or an image of the table."""
        self.filled = True
        if node < self.caption_end:
            # One that comes late would have to be written in the midst of the table.
            self.plain &= not self.rows
        elif node >= self.cell_end or node < self.block_end:
            self.plain = False
        elif self.counted_cell != self.cell_end:
            if self.counted_row != self.row_end:
                self.rows += 1
                self.columns = 0
            self.columns += 1
            self.widest = max(self.widest, self.columns)
            self.counted_row, self.counted_cell = self.row_end, self.cell_end


def plain_tables(tree: PageTree, flagged_before: array[int], node: int) -> set[int]:
    """The tables of two rows and two columns or more that hold lines alone; others lay out."""
    found: set[int] = set()
    open_tables: list[_OpenTable] = []

    def close() -> None:
        table = open_tables.pop()
        if table.plain and table.rows > 1 and table.widest > 1:
            found.add(table.node)
        if table.filled and open_tables:
            open_tables[-1].filled = True
            open_tables[-1].plain = False

    stop = node + tree.size[node]
    i = node
    while i < stop:
        while open_tables and i >= open_tables[-1].end:
            close()
        tag = tree.tag[i]
        after = i + tree.size[i]
        if tag in UNWRITTEN or flagged_before[after] == flagged_before[i]:
            i = after
            continue
        if tag == _TABLE:
            open_tables.append(_OpenTable(i, after))
        elif open_tables and tag in (tags.TEXT, _IMAGE):
            open_tables[-1].fill(i)
        elif open_tables:
            open_tables[-1].open(i, tag, after)
        i += 1
    while open_tables:
        close()
    return found
