"""Tables of data: the grid of a table with its headers, records and groups.

A row of headers names the columns, be it of ``<th>`` or of cells that look unlike those below; with
several such rows a name has a part of each. A row of one cell across is the group of those below.
A table without headers is one of data if its rows are alike; one that lays out a page is none.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.grid import Cell, Grid, grid_of
from scrapy_treesim.tree.text import narrowing, text_of
from scrapy_treesim.values.text_kinds import TEXT, kind_of, without_marks

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_NAME: Final = 80
"""Characters of a row that may name columns, though not in ``<th>``; otherwise twice as many."""
MAX_JOINED: Final = 40
"""Characters of a name of several rows of headers; of a longer one the last row's is left."""
MAX_TEXT: Final = 400
"""Characters of a cell's text that are read."""
DAYS: Final = 7
"""Columns of a month."""
MAX_HEAD_ROWS: Final = 4
"""Rows of headers above a table's records."""
SAMPLE: Final = 12
"""Rows below that the first ones are compared with."""
MIN_NUMBERS: Final = 0.8
"""Share of a column's cells with digits from which a header without is unlike them, and of all
cells that are days of a month. Set by hand."""
MAX_EMPHASISED: Final = 0.5
"""Share of emphasised cells in rows of data, below rows of headers that are. Set by hand."""
DETAILS: Final = 0.5
"""Rows across for each other row from which they tell more of the row above. Set by hand."""

_EMPHASIS: Final = tags.numbers("b strong th big u h1 h2 h3 h4 h5 h6")
_HEAD: Final = tags.NUMBER["thead"]
_FOOT: Final = tags.NUMBER["tfoot"]
_IMAGE: Final = tags.NUMBER["img"]
_TABLE: Final = tags.NUMBER["table"]


@dataclass(frozen=True, slots=True)
class DataTable:
    """A table of data."""

    grid: Grid
    names: tuple[str, ...]
    """The header of each column, the parts of several rows one after the other; empty for none."""
    records: tuple[int, ...]
    """Rows of the grid with a record each."""
    details: tuple[tuple[int, ...], ...]
    """Rows across below each record, with more about it."""
    groups: tuple[str | None, ...]
    """Text of the row across above each record."""
    has_headers: bool
    """True if columns have names."""
    is_explicit: bool
    """True if these stand in ``<th>`` or ``<thead>``."""

    def row_of(self, node: int) -> int | None:
        """The number of a row's node in the grid; None of no row of this table."""
        rows = self.grid.rows
        index = bisect_left(rows, node)
        return index if index < len(rows) and rows[index] == node else None

    def nodes_of(self, index: int) -> tuple[int, ...]:
        """The nodes of a record: its row, and the rows across below it."""
        rows = self.grid.rows
        return (rows[self.records[index]], *(rows[row] for row in self.details[index]))

    def record_at(self, row: int) -> tuple[int, ...] | None:
        """The nodes of the record from a row on; None if none begins there."""
        index = bisect_left(self.records, row)
        is_record = index < len(self.records) and self.records[index] == row
        return self.nodes_of(index) if is_record else None

    def group_of(self, node: int) -> str | None:
        """The row across above a record, by the node of its row."""
        row = self.row_of(node)
        if row is None or self.record_at(row) is None:
            return None
        return self.groups[bisect_left(self.records, row)]


class DataTables:
    """Data tables of a page, each read on first access."""

    def __init__(self, page: Page) -> None:
        self._tree = page.tree
        self._tables: dict[int, DataTable | None] = {}

    def around(self, node: int) -> DataTable | None:
        """The data table around a row, or a node in a row; None for no such table."""
        tree = self._tree
        node = next((above for above in tree.upward(node) if tree.tag[above] == _TABLE), 0)
        if not node:
            return None
        if node not in self._tables:
            self._tables[node] = data_table_of(tree, node)
        return self._tables[node]


def data_table_of(tree: PageTree, table: int) -> DataTable | None:
    """Read a table; None if it lays out a page, or has no records."""
    inside = _chars_in_tables(tree, table)
    if 2 * inside > tree.text_chars(table) or not tree.text_chars(table):
        return None
    grid = grid_of(tree, table)
    if grid is None or grid.width < 2 or len(grid.rows) < 2:
        return None
    return _Reader(tree, grid, inside).read()


def _chars_in_tables(tree: PageTree, table: int) -> int:
    """Characters of the tables inside a table."""
    chars = 0
    node, stop = table + 1, table + tree.size[table]
    while node < stop:
        is_table = tree.tag[node] == _TABLE
        chars += tree.text_chars(node) if is_table else 0
        node += tree.size[node] if is_table else 1
    return chars


def _line(tree: PageTree, cell: int) -> str:
    """A cell's text on one line."""
    if tree.text_chars(cell) > MAX_TEXT:
        # Longer than any name or number: its start is enough.
        start = tree.start[cell]
        return tree.text[start : start + MAX_TEXT].decode("utf-8", "replace")
    return without_marks(" ".join(text_of(tree, cell).split()))


@dataclass(slots=True)
class _Body:
    """The rows below the headers."""

    records: list[int] = field(default_factory=list)
    details: list[list[int]] = field(default_factory=list)
    groups: list[str | None] = field(default_factory=list)
    varying: set[int] = field(default_factory=set)
    """Columns whose header is another in each row of headers: these name groups."""

    def add(self, row: int, group: str | None) -> None:
        """Add a record of a group, without details."""
        self.records.append(row)
        self.details.append([])
        self.groups.append(group)


class _Reader:
    """Reader of the rows of one table: headers, groups and records."""

    def __init__(self, tree: PageTree, grid: Grid, inside: int) -> None:
        self._tree = tree
        self._grid = grid
        self._inside = inside
        """Characters in tables inside."""
        self._read: dict[int, str] = {}
        self._filled = [
            [cell for cell in grid.cells(row) if self._is_filled(cell.node)]
            for row in range(len(grid.rows))
        ]
        """The cells of each row that hold something."""

    def read(self) -> DataTable | None:
        heads = self._head_rows()
        if not heads and (self._inside or self._lays_out()):
            return None
        body = self._body(heads)
        names = tuple(
            "" if column in body.varying else name for column, name in enumerate(self._names(heads))
        )
        has_headers = sum(map(bool, names)) > 1
        least = 0 if has_headers else 2
        if len(body.records) < least or self._is_calendar(body.records):
            return None
        return DataTable(
            self._grid,
            names,
            tuple(body.records),
            tuple(map(tuple, body.details)),
            tuple(body.groups),
            has_headers,
            has_headers and self._are_marked(heads),
        )

    def _are_marked(self, heads: Sequence[int]) -> bool:
        """Tell whether markup makes a cell of the rows a header."""
        return any(
            cell.is_head or self._grid.groups[cell.row] == _HEAD
            for row in heads
            for cell in self._filled[row]
        )

    def _body(self, heads: Sequence[int]) -> _Body:
        """Sort the rows below the headers into records, groups and details."""
        first = heads[-1] + 1 if heads else 0
        rows = [
            row
            for row in range(first, len(self._filled))
            if self._filled[row] and self._grid.groups[row] != _FOOT
        ]
        head_texts = [self._texts(row) for row in heads]
        across = self._across(rows, bool(heads))
        body = _Body()
        head_rows = {row for row in rows if self._are_heads(row)}
        body.varying = self._varying([*heads[-1:], *sorted(head_rows)] if heads else [])
        group = self._names_at(heads[-1], body.varying) if body.varying else None
        are_details = self._are_details(across)
        for row, is_across in zip(rows, across, strict=True):
            if is_across and not are_details:
                group = self._group_of(row) or group
            elif is_across and body.records:
                body.details[-1].append(row)
            elif body.varying and row in head_rows:
                group = self._names_at(row, body.varying)
            elif not is_across and row not in head_rows and not self._repeats(row, head_texts):
                body.add(row, group)
        return body

    def _across(self, rows: Sequence[int], has_heads: bool) -> list[bool]:
        """Tell of each row below the headers whether one cell stands for all columns."""
        # A first cell alone is a group's name where the first of all is.
        alone = [self._is_alone(row) for row in rows]
        are_alone = has_heads and alone[:1] == [True] and 2 * sum(alone) <= len(rows)
        return [
            self._is_across(row) or (are_alone and is_alone)
            for row, is_alone in zip(rows, alone, strict=True)
        ]

    def _are_details(self, across: Sequence[bool]) -> bool:
        """Tell whether rows across are details of the record before, not names of groups."""
        records = len(across) - sum(across)
        return bool(across) and not across[0] and sum(across) >= DETAILS * records

    # Cells

    def _is_filled(self, node: int) -> bool:
        tree = self._tree
        return tree.text_chars(node) > 0 or any(
            tree.tag[below] == _IMAGE for below in range(node, node + tree.size[node])
        )

    def _text(self, cell: Cell) -> str:
        text = self._read.get(cell.node)
        if text is None:
            text = self._read[cell.node] = _line(self._tree, cell.node)
        return text

    def _texts(self, row: int) -> list[str]:
        return [self._text(cell) for cell in self._filled[row]]

    def _is_calendar(self, records: Sequence[int]) -> bool:
        """Tell whether nearly all cells are days of a month."""
        # The week's number may stand before its days.
        if self._grid.width not in (DAYS, DAYS + 1):
            return False
        cells = [cell for row in records for cell in self._filled[row]]
        days = sum(self._text(cell).isdecimal() and int(self._text(cell)) <= 31 for cell in cells)
        return days >= MIN_NUMBERS * len(cells)

    def _lays_out(self) -> bool:
        """Tell whether the page calls the table a layout."""
        return (self._tree.get(self._grid.node, "role") or "").lower() in ("presentation", "none")

    # Rows

    def _is_across(self, row: int) -> bool:
        """Tell whether a row is one cell, over most columns or with no other beside it."""
        if len(self._filled[row]) != 1 or any(
            cell is not None and cell.row < row for cell in self._grid.slots[row]
        ):
            return False
        [cell] = self._filled[row]
        if cell.width > 1:
            # Headers that span all columns but that of row heads are a level of headers.
            least = self._grid.width if cell.is_head else self._grid.width / 2 + 1
            return cell.width >= least
        is_alone = sum(1 for _ in self._grid.cells(row)) == 1
        return is_alone and self._grid.width > 2

    def _is_alone(self, row: int) -> bool:
        """Tell whether nothing but a row's first cell holds something, of three or more."""
        cells = self._filled[row]
        return self._grid.width > 2 and len(cells) == 1 and cells[0].column == 0

    def _group_of(self, row: int) -> str | None:
        text = self._text(self._filled[row][0])
        # Numbers alone lead to further pages.
        is_name = any(map(str.isalpha, text)) and len(text) <= 2 * MAX_NAME
        return text if is_name else None

    def _are_heads(self, row: int) -> bool:
        """Tell whether a row's cells are ``<th>``, but for an empty corner."""
        filled = self._filled[row]
        is_several = len(filled) > 1 or any(cell.width > 1 for cell in filled)
        return is_several and all(cell.is_head for cell in filled)

    def _repeats(self, row: int, head_texts: Sequence[Sequence[str]]) -> bool:
        """Tell whether a row says the same as a row of headers."""
        first = self._text(self._filled[row][0]) if head_texts else ""
        return any(texts[0] == first and texts == self._texts(row) for texts in head_texts)

    def _are_mostly_heads(self, row: int) -> bool:
        """Tell whether a first row has several ``<th>`` among other short texts without numbers."""
        cells = self._filled[row]
        heads = sum(cell.is_head for cell in cells)
        are_names = all(
            len(text) <= MAX_NAME and any(map(str.isalpha, text))
            for text in filter(None, map(self._text, cells))
        )
        below = self._filled[row + 1 : row + 1 + SAMPLE]
        is_alone = all(sum(cell.is_head for cell in other) < heads for other in below)
        return are_names and heads > 1 and is_alone

    def _head_rows(self) -> list[int]:
        """The rows of headers, in order."""
        heads: list[int] = []
        body = sum(group != _HEAD for group in self._grid.groups)
        for row in range(len(self._filled)):
            if not self._filled[row]:
                continue
            is_in_head = body > 0 and self._grid.groups[row] == _HEAD
            if self._is_across(row) and not (is_in_head and heads):
                if heads:
                    break
                continue
            if len(heads) == MAX_HEAD_ROWS or not (
                is_in_head or self._are_heads(row) or (not heads and self._are_mostly_heads(row))
            ):
                break
            heads.append(row)
        if len(heads) + 1 > sum(map(bool, self._filled)):
            return heads[:1]
        return heads or self._unlike_rows()

    def _unlike_rows(self) -> list[int]:
        """The first row, if it looks unlike those below; and the next, below headers across."""
        rows = [row for row, cells in enumerate(self._filled) if cells and not self._is_across(row)]
        if not rows:
            return []
        first, below = rows[0], rows[1 : 1 + SAMPLE]
        looks_unlike = self._looks_unlike(first, below)
        if not any(cell.width > 1 for cell in self._filled[first]):
            return [first] if looks_unlike else []
        if len(rows) > 1 and self._looks_unlike(rows[1], rows[2 : 2 + SAMPLE]):
            return rows[:2]
        return [first] if looks_unlike else []

    def _looks_unlike(self, row: int, below: Sequence[int]) -> bool:
        return len(below) > 1 and (self._is_emphasised(row, below) or self._is_unlike(row, below))

    def _is_emphasised(self, row: int, below: Sequence[int]) -> bool:
        """Tell whether all texts of a row are bold or so, and most below are not."""
        if not self._may_be_heads(row) or not all(map(self._is_bold, self._filled[row])):
            return False
        cells = [cell for other in below for cell in self._filled[other]]
        return sum(map(self._is_bold, cells)) <= MAX_EMPHASISED * len(cells)

    def _is_unlike(self, row: int, below: Sequence[int]) -> bool:
        """Tell whether a row has words above numbers, dates and the like."""
        if self._grid.width < 3 or not self._may_be_heads(row):
            return False
        unlike = 0
        for column, cell in enumerate(self._grid.slots[row]):
            texts = [
                self._text(other)
                for index in below
                if (other := self._grid.slots[index][column]) is not None
            ]
            texts = [*filter(None, texts)]
            numbers = sum(kind_of(text) != TEXT or text[0].isdigit() for text in texts)
            if cell is None or not texts or numbers < MIN_NUMBERS * len(texts):
                continue
            if any(map(str.isdigit, self._text(cell))):
                return False
            unlike += 1
        return unlike > 0

    def _may_be_heads(self, row: int) -> bool:
        """Tell whether a row's texts are short, distinct, no numbers, and in nearly all columns."""
        texts = self._texts(row)
        covered = sum(cell.width for cell in self._filled[row])
        return (
            len(set(texts)) == len(texts) > 1
            and covered >= self._grid.width - 1
            and all(len(text) <= MAX_NAME and kind_of(text) == TEXT for text in texts)
        )

    def _is_bold(self, cell: Cell) -> bool:
        """Tell whether one element around all of a cell's text emphasises it."""
        return any(
            self._tree.tag[node] in _EMPHASIS
            or "bold" in (self._tree.get(node, "style") or "")
            or "head" in (self._tree.get(node, "class") or "").lower()
            for node in narrowing(self._tree, cell.node)
        )

    def _varying(self, heads: Sequence[int]) -> set[int]:
        """The columns whose header is another in further rows of headers; none if most are so."""
        if len(heads) < 2:
            return set()
        slots = zip(*(self._grid.slots[row] for row in heads), strict=True)
        texts = [{"" if cell is None else self._text(cell) for cell in cells} for cells in slots]
        varying = {column for column, names in enumerate(texts) if len(names) > 1}
        return varying if 2 * len(varying) <= len(texts) else set()

    def _names_at(self, row: int, columns: Set[int]) -> str | None:
        """The headers of some columns in one row."""
        texts = [self._text(cell) for cell in self._filled[row] if cell.column in columns]
        return " ".join(filter(None, texts))[: 2 * MAX_NAME] or None

    def _names(self, heads: Sequence[int]) -> tuple[str, ...]:
        """The name of each column by the rows of headers."""
        names: list[str] = []
        for column in range(self._grid.width):
            parts: dict[int, str] = {}
            for row in heads:
                cell = self._grid.slots[row][column]
                # What spans all columns names none.
                if cell is not None and cell.width < self._grid.width:
                    parts[cell.node] = self._text(cell)
            texts = [
                text for text in dict.fromkeys(parts.values()) if 0 < len(text) <= 2 * MAX_NAME
            ]
            name = " ".join(texts)
            # What would be cut off tells the columns apart.
            names.append(texts[-1] if len(name) > MAX_JOINED and texts else name)
        return tuple(names)
