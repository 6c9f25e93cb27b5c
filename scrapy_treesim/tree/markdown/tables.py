"""Tables of Markdown: those that hold lines alone, as a grid of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import html, tags
from scrapy_treesim.tree.text import BREAK, INLINE, PREFORMATTED

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

UNWRITTEN: Final = html.UNWRITTEN | tags.numbers("rp rt rtc")
"""What is left out with all it holds: what is left out of HTML, and the readings of ruby."""
ON_THE_LINE: Final = INLINE | {BREAK}
"""Every other tag, custom elements too, is a block."""

_NAMES: Final = {
    "bullets": "ul menu dir",
    "numbers": "ol",
    "item": "li",
    "quotation": "blockquote",
    "rule": "hr",
    "term": "dt",
    "link": "a",
    "image": "img",
    "code": "code kbd samp tt annotation",
    "strong": "b strong",
    "emphasis": "i em",
    "break": "br",
    "table": "table",
    "row": "tr",
    "cell": "td th",
    "caption": "caption",
    "heading": "h1 h2 h3 h4 h5 h6",
}
ROLE_OF: Final = {
    **dict.fromkeys(PREFORMATTED, "preformatted"),
    **{tag: role for role, names in _NAMES.items() for tag in tags.numbers(names)},
}
"""What a tag is written as."""

_TABLE: Final = tags.NUMBER["table"]
MAX_SPAN: Final = 20
"""Columns that a cell takes up at most."""


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
        return "\n".join([f"| {' | '.join(row)} |" for row in rows])


class OpenTable:
    """The state of a table that is being read."""

    def __init__(self, node: int, end: int) -> None:
        self.node = node
        self.end = end
        self.row_end = self.cell_end = self.caption_end = self.block_end = 0
        self.rows = self.columns = self.widest = self.counted_row = self.counted_cell = 0
        self.is_filled = False
        self.is_plain = True

    def open(self, node: int, role: str | None, is_block: bool, end: int) -> None:
        """An element of the table that is no table itself."""
        inside = node < self.cell_end or node < self.caption_end
        if role == "row" and not inside:
            self.row_end = end
        elif role == "cell" and not inside and node < self.row_end:
            self.cell_end = end
        elif role == "caption" and not inside:
            self.caption_end = end
        elif role == "preformatted" or (inside and is_block):
            self.block_end = max(self.block_end, end)

    def fill(self, node: int) -> None:
        """Text or an image of the table."""
        self.is_filled = True
        if node < self.caption_end:
            # One that comes late would have to be written in the midst of the table.
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


def plain_tables(tree: PageTree, keep: bytearray, node: int = 0) -> set[int]:
    """The tables of two rows and two columns or more that hold lines alone; others lay out."""
    found: set[int] = set()
    tables: list[OpenTable] = []
    stop = node + tree.size[node]
    if _TABLE not in tree.tag[node:stop]:
        return found
    kept = i = node
    while i < stop:
        while tables and i >= tables[-1].end:
            _close(tables, found)
        after = i + tree.size[i]
        if 0 <= kept < i or i == node:
            kept = keep.find(1, i, stop)
        tag = tree.tag[i]
        if not 0 <= kept < after or tag in UNWRITTEN:
            i = after
            continue
        role = ROLE_OF.get(tag)
        if role == "table":
            tables.append(OpenTable(i, after))
        elif tables and (role == "image" or tag == tags.TEXT):
            tables[-1].fill(i)
        elif tables:
            tables[-1].open(i, role, tag not in ON_THE_LINE, after)
        i += 1
    while tables:
        _close(tables, found)
    return found


def _close(tables: list[OpenTable], found: set[int]) -> None:
    table = tables.pop()
    if table.is_plain and table.rows > 1 and table.widest > 1:
        found.add(table.node)
    if table.is_filled and tables:
        tables[-1].is_filled = True
        tables[-1].is_plain = False
