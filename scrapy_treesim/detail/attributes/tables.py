"""Facts of tables: the labels of their cells, by the grid of each table.

A column of labels is beside a column of values, or a row of labels above a row of values. Of things
compared side by side only one counts: the one with the page's headline above its column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.tree._text_cy import collapsed
from scrapy_treesim.tree.grid import Cell, Grid, grid_of

if TYPE_CHECKING:
    from scrapy_treesim.detail.attributes._pairs_cy import PairScan
    from scrapy_treesim.tree import PageTree

MAX_NODES: Final = 100_000
"""Largest number of nodes of all tables of a page; those of nested tables count again."""
MAX_COLUMNS: Final = 40
"""Largest number of columns of a table of facts."""
MAX_BYTES: Final = 300
"""Largest number of bytes read of a cell."""
MIN_ROWS: Final = 0.25
"""Smallest share of rows with a cell in a column of values, or covered by a cell further up in a
column of groups. Set by hand."""

_THEAD: Final = tags.NUMBER["thead"]
_IS_TABLE: Final = bytes(name == "table" for name in tags.NAMES)
_BOLD: Final = tags.numbers("b strong")


def add_table_facts(tree: PageTree, name: str, scan: PairScan) -> None:
    """Add the facts of a page's tables to a scan; ``name`` is the name of the page's thing.

    O(nodes of the tables + slots of their grids).
    """
    remaining = MAX_NODES
    for table in nodes_of(tree.tag, _IS_TABLE):
        if tree.size[table] > remaining:
            continue
        remaining -= tree.size[table]
        grid = grid_of(tree, table)
        if grid is not None and 1 < grid.width <= MAX_COLUMNS:
            reader = _TableReader(tree, grid, scan)
            if not reader.add_below_labels():
                reader.add_beside_labels(name.casefold())


def cell_text(tree: PageTree, node: int) -> str:
    """Return the start of a cell's text, on one line."""
    start, stop = tree.start[node], tree.start[node + tree.size[node]]
    return collapsed(tree.text, start, min(stop, start + MAX_BYTES))


class _TableReader:
    """Reader of one table's labels and values."""

    def __init__(self, tree: PageTree, grid: Grid, scan: PairScan) -> None:
        self._tree, self._grid, self._scan = tree, grid, scan
        self._rows: dict[int, list[Cell]] = {}
        """Cells with text by row, also those spanning down into it."""
        for row, slots in enumerate(grid.slots):
            cells = {cell.column: cell for cell in slots if cell and scan.has_letter(cell.node)}
            if any(cell.row == row for cell in cells.values()):
                self._rows[row] = [*cells.values()]
        self._headers = self._header_rows()
        self._body = {row: cells for row, cells in self._rows.items() if row not in self._headers}

    def add_below_labels(self) -> bool:
        """Add the facts of a table in which rows of labels and of values alternate.

        Each value has its own label above it, of the same width; False if any has not.
        """
        rows = [*self._rows]
        are_headers = [row in self._headers or self._is_header(row) for row in rows[::2]]
        if not self._headers or len(rows) % 2 or not all(are_headers):
            return False
        facts = [
            (row, label, value)
            for header, row in zip(rows[::2], rows[1::2], strict=True)
            for value in self._rows[row]
            if (label := self._grid.slots[header][value.column]) is not None
            and label in self._rows[header]
            and label.width == value.width
            and not value.is_head
        ]
        if len(facts) < sum(map(len, [*self._rows.values()][1::2])):
            return False
        for row, label, value in facts:
            self._add(row, label, value, 0)
        return True

    def add_beside_labels(self, name: str) -> None:
        """Add the facts of columns of labels with columns of values beside them."""
        section = 0
        group_column, spans = self._columns(name)
        for row, cells in self._body.items():
            if len(cells) == 1 and cells[0].column == 0 and cells[0].width > 1:
                section = cells[0].node
                continue
            is_grouped = cells[0].column == group_column and len(cells) > 2
            value = None
            for column, first, stop in spans:
                label = self._grid.slots[row][column]
                values = [cell for cell in cells if first <= cell.column < stop]
                # A value may span the further labels of its row.
                if label is not None and label in cells and label is not value and len(values) == 1:
                    value = values[0]
                    self._add(row, label, value, cells[0].node if is_grouped else section)

    def _add(self, row: int, label: Cell, value: Cell, group: int) -> None:
        self._scan.add(self._grid.rows[row], label.node, value.node, value.node, group)

    def _header_rows(self) -> list[int]:
        """Return the rows of labels only: of ``<th>``, in ``<thead>``, or the first if bold."""
        several = [row for row, cells in self._rows.items() if len(cells) > 1]
        headers = [row for row in several if self._is_header(row)]
        are_bold = [all(map(self._is_bold, self._rows[row])) for row in several[:2]]
        # Of two cells in bold one may be the value of the other.
        if not headers and are_bold == [True, False] and len(self._rows[several[0]]) > 2:
            return several[:1]
        return headers if 2 * len(headers) <= len(several) else []

    def _is_header(self, row: int) -> bool:
        are_heads = {cell.is_head for cell in self._rows[row]}
        return are_heads == {True} or (True not in are_heads and self._grid.groups[row] == _THEAD)

    def _columns(self, name: str) -> tuple[int, list[tuple[int, int, int]]]:
        """Return the column that groups or indents labels, -1 for none, and the columns of labels.

        Each of these is followed by the first column of its values and the one after the last.
        """
        body = {row: cells for row, cells in self._body.items() if len(cells) > 1}
        cells: dict[int, list[Cell]] = {}
        for row in (*self._headers, *body):
            for cell in self._rows[row]:
                own_cells = cells.setdefault(cell.column, [])
                own_cells += [cell] if cell.row == row and row in body else []
        columns, group_column = sorted(cells), -1
        # An empty corner is above the labels of things side by side.
        if len(columns) == 3 and [*map(bool, map(self._heading, columns))] != [False, True, True]:
            # The first of three columns may name groups of labels, or have the unindented labels.
            continued = sum(own_cells[0].row < row for row, own_cells in body.items())
            has_words = not _are_mostly(self._has_digit, cells[columns[1]])
            widths = [cell.column + cell.width > columns[1] for cell in cells[columns[0]]]
            if 2 * sum(widths) > len(widths) or (continued >= MIN_ROWS * len(body) and has_words):
                group_column = columns.pop(0)
        spans = []
        labels = self._label_columns(columns, cells)
        for label, stop in zip(labels, [*labels, self._grid.width][1:], strict=True):
            values = [
                column
                for column in columns
                if label < column < stop
                and (self._heading(column) or len(cells[column]) >= MIN_ROWS * len(body))
            ]
            named = [column for column in values if self._heading(column) == name]
            if len(values) == 1:
                spans.append((label, label + 1, stop))
            elif len(named) == 1:
                spans.append((label, named[0], named[0] + 1))
        return group_column, spans

    def _label_columns(self, columns: list[int], cells: dict[int, list[Cell]]) -> list[int]:
        """Return the columns of labels: those of ``<th>``, with colons, or those of one look that
        alternate with columns of another; else the first column."""
        if len(columns) > 2:
            for test in (attrgetter("is_head"), lambda cell: self._scan.has_colon(cell.node)):
                labels = [column for column in columns if _are_mostly(test, cells[column])]
                if 0 < len(labels) < len(columns):
                    return labels
            counts = [Counter(map(self._look, cells[column])) for column in columns]
            looks = [[look for look, _ in count.most_common(1)] for count in counts]
            if looks[0] != looks[1] and looks == looks[:2] * (len(columns) // 2):
                return columns[::2]
        return columns[:1]

    # Cells

    def _heading(self, column: int) -> str:
        """Return the header of a column, without case; empty for none."""
        cell = self._grid.slots[self._headers[-1]][column] if self._headers else None
        return cell_text(self._tree, cell.node).casefold() if cell is not None else ""

    def _has_digit(self, cell: Cell) -> bool:
        return any(map(str.isdigit, cell_text(self._tree, cell.node)))

    def _look(self, cell: Cell) -> tuple[bool, str | None]:
        return self._is_bold(cell), self._tree.get(cell.node, "class")

    def _is_bold(self, cell: Cell) -> bool:
        tree, node = self._tree, cell.node
        inside = range(node + 1, min(node + tree.size[node], node + 4))
        chars = tree.text_chars(node)
        return any(tree.tag[below] in _BOLD and tree.text_chars(below) == chars for below in inside)


def _are_mostly(test: Callable[[Cell], bool], cells: list[Cell]) -> bool:
    return 2 * sum(map(test, cells)) > len(cells)
