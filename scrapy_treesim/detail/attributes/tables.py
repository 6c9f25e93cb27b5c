"""Facts of tables: which cell is the label of which, by the grid of the table.

A column of labels has a column of values beside it, or a row of labels stands above a row of
values. Of several things side by side only the one counts whose column is headed as the page is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.grid import Cell, Grid, grid_of

if TYPE_CHECKING:
    from scrapy_treesim.detail.attributes._pairs_cy import PairScan
    from scrapy_treesim.tree import PageTree

MAX_NODES: Final = 20_000
"""Nodes of a table of facts."""
MIN_FILLED: Final = 0.25
"""Share of rows with a cell from which a column holds values, not remarks. Set by hand."""
MIN_CONTINUED: Final = 0.3
"""Share of rows that cells of the first column reach down into where it names groups. Set by
hand."""
MAX_WORD: Final = 40
"""Characters of a label beside the name of its group."""
MAX_BYTES: Final = 400
"""Bytes of a cell that are read."""

_THEAD: Final = tags.NUMBER["thead"]
_BOLD: Final = tags.numbers("b strong")


def add_table_facts(tree: PageTree, table: int, name: str, scan: PairScan) -> None:
    """Add the facts of a table to a scan; ``name`` is that of the page's thing.

    O(nodes of the table + slots of its grid).
    """
    grid = grid_of(tree, table) if tree.size[table] <= MAX_NODES else None
    if grid is not None and grid.width > 1:
        reader = _Reader(tree, grid, scan)
        if not reader.add_below_labels():
            reader.add_beside_labels(name)


class _Reader:
    """Tells labels and values of one table apart."""

    def __init__(self, tree: PageTree, grid: Grid, scan: PairScan) -> None:
        self._tree, self._grid, self._scan = tree, grid, scan
        self._rows: dict[int, list[Cell]] = {}
        """The cells that show something by row, those that reach down into it among them."""
        for row, slots in enumerate(grid.slots):
            cells = {cell.column: cell for cell in slots if cell and scan.has_letter(cell.node)}
            if any(cell.row == row for cell in cells.values()):
                self._rows[row] = [*cells.values()]
        self._headers = self._header_rows()
        self._body = {row: cells for row, cells in self._rows.items() if row not in self._headers}

    def add_below_labels(self) -> bool:
        """Add the facts of rows of values, each below one of labels; False if it is no such table.

        Each value has its own label, of the same width.
        """
        rows = [*self._rows]
        are_headers = [row in self._headers or self._is_header(row) for row in rows[::2]]
        if not self._headers or len(rows) % 2 or not all(are_headers):
            return False
        facts = [
            (row, self._grid.slots[header][value.column], value)
            for header, row in zip(rows[::2], rows[1::2], strict=True)
            for value in self._rows[row]
        ]
        for _, label, value in facts:
            has_label = label is not None and self._scan.has_letter(label.node)
            if value.is_head or not has_label or label.width != value.width:
                return False
        for row, label, value in facts:
            self._add(row, label, value, 0)
        return True

    def add_beside_labels(self, name: str) -> None:
        """Add the facts of columns of labels and of values."""
        section = 0
        group_column, spans = self._columns(name)
        for row, cells in self._body.items():
            if len(cells) == 1 and cells[0].column == 0 and cells[0].width > 1:
                section = cells[0].node
                continue
            is_grouped = cells[0].column == group_column and len(cells) > 2
            group = cells[0].node if is_grouped else section
            value = None
            for column, first, stop in spans:
                label = self._grid.slots[row][column]
                values = [cell for cell in cells if first <= cell.column < stop]
                # A value may span the further labels of its row.
                if label is not None and label in cells and label is not value and len(values) == 1:
                    value = values[0]
                    self._add(row, label, value, group)

    def _add(self, row: int, label: Cell, value: Cell, group: int) -> None:
        self._scan.add(self._grid.rows[row], label.node, value.node, value.node, group)

    def _header_rows(self) -> list[int]:
        """The rows of nothing but labels: ``<th>``, ``<thead>``, or the first one in bold."""
        several = {row: cells for row, cells in self._rows.items() if len(cells) > 1}
        headers = [row for row in several if self._is_header(row)]
        if headers:
            return headers if len(headers) < len(several) else []
        are_bold = [all(map(self._is_bold, cells)) for cells in [*several.values()][:2]]
        # Of two cells in bold one may be the value of the other.
        is_bold = are_bold == [True, False] and len(next(iter(several.values()))) > 2
        return [*several][:1] if is_bold else []

    def _is_header(self, row: int) -> bool:
        are_heads = {cell.is_head for cell in self._rows[row]}
        return are_heads == {True} or (True not in are_heads and self._grid.groups[row] == _THEAD)

    def _columns(self, name: str) -> tuple[int, list[tuple[int, int, int]]]:
        """The column of groups' names, -1 for none; and each column of labels with the first one of
        its values and that after the last."""
        body = {row: cells for row, cells in self._body.items() if len(cells) > 1}
        cells: dict[int, list[Cell]] = {}
        for row in (*self._headers, *body):
            for cell in self._rows[row]:
                own = cells.setdefault(cell.column, [])
                if cell.row == row and row in body:
                    own.append(cell)
        columns, group_column = sorted(cells), -1
        continued = sum(own[0].row < row for row, own in body.items())
        if (
            len(columns) == 3
            and continued >= MIN_CONTINUED * len(body)
            and _are_mostly(self._is_word, cells[columns[1]])
        ):
            group_column = columns.pop(0)
        while len(columns) > 2 and _are_mostly(
            # Labels further in have cells of nothing before them.
            lambda cell: cell.column + cell.width > columns[1],
            cells[columns[0]],
        ):
            del columns[0]
        spans = []
        labels = self._label_columns(columns, cells)
        for label, stop in zip(labels, [*labels, self._grid.width][1:], strict=True):
            values = [
                column
                for column in columns
                if label < column < stop
                and (self._heading(column) or len(cells[column]) >= MIN_FILLED * len(body))
            ]
            named = [column for column in values if self._heading(column) == name.casefold()]
            if len(values) == 1:
                spans.append((label, label + 1, stop))
            elif len(named) == 1:
                spans.append((label, named[0], named[0] + 1))
        return group_column, spans

    def _label_columns(self, columns: list[int], cells: dict[int, list[Cell]]) -> list[int]:
        """The columns of ``<th>``, of colons, or of another look than those between them; else the
        first one."""
        if len(columns) > 2:
            for test in (attrgetter("is_head"), lambda cell: self._scan.has_colon(cell.node)):
                labels = [column for column in columns if _are_mostly(test, cells[column])]
                if 0 < len(labels) < len(columns):
                    return labels
            looks = [Counter(map(self._look, cells[column])).most_common(1) for column in columns]
            looks = [[look for look, _ in common] for common in looks]
            if looks[0] != looks[1] and looks == looks[:2] * (len(columns) // 2):
                return columns[::2]
        return columns[:1]

    # Cells

    def _text(self, cell: Cell | None) -> str:
        """The start of what a cell shows, on one line."""
        if cell is None:
            return ""
        start, stop = (
            self._tree.start[node] for node in (cell.node, cell.node + self._tree.size[cell.node])
        )
        text = self._tree.text[start : min(stop, start + MAX_BYTES)]
        return " ".join(text.decode("utf-8", "replace").split())

    def _heading(self, column: int) -> str:
        """What stands above a column, without case; empty for nothing."""
        return (
            self._text(self._grid.slots[self._headers[-1]][column]).casefold()
            if self._headers
            else ""
        )

    def _is_word(self, cell: Cell) -> bool:
        text = self._text(cell)
        return 0 < len(text) <= MAX_WORD and not any(map(str.isdigit, text))

    def _is_bold(self, cell: Cell) -> bool:
        tree, node = self._tree, cell.node
        inside = range(node + 1, min(node + tree.size[node], node + 4))
        chars = tree.text_chars(node)
        return any(tree.tag[one] in _BOLD and tree.text_chars(one) == chars for one in inside)

    def _look(self, cell: Cell) -> tuple[bool, str | None]:
        return self._is_bold(cell), self._tree.get(cell.node, "class")


def _are_mostly(test: Callable[[Cell], bool], cells: list[Cell]) -> bool:
    return 2 * sum(map(test, cells)) > len(cells)
