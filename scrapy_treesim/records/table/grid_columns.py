"""Columns of rows of data tables: those of the table's grid."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.reading.data_tables import DataTable, DataTables
from scrapy_treesim.records.table.cells import LeafValues, read_leaf
from scrapy_treesim.records.table.common_leaves import Content, Descent, Leaf
from scrapy_treesim.records.table.prices import with_prices
from scrapy_treesim.records.table.scores import with_scores
from scrapy_treesim.records.table.words import standard_names
from scrapy_treesim.tree.text import narrowing
from scrapy_treesim.values.other_things import names_other

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree.grid import Cell


COMMON: Final = 0.8
"""Share of a column's cells that have a part, from which it may be a column of its own."""
_NAMING: Final = re.compile(r"/(?:a|h[1-6])(?:[./\[(]|$)")
"""The end of a path of a link's or a heading's text, or of what lies in one."""


@dataclass(frozen=True, slots=True)
class GridColumn:
    """A column of a table of data."""

    header: str
    """Its name; empty for none."""
    cells: tuple[int, ...]
    """The node of each record's cell; -1 where it has none."""


def columns_of_rows(page: Page, records: Sequence[Sequence[int]]) -> list[GridColumn] | None:
    """The columns of rows of data tables with the same headers; None of other records.

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
        names = _common_names(names, table)
        if names is None:
            return None
        rows.append(table.grid.slots[row])
        details.append(nodes[1:])
    across = zip_longest(*details, fillvalue=-1)
    return _spanned_once(names or (), rows) + [GridColumn("", cells) for cells in across]


def _common_names(names: tuple[str, ...] | None, table: DataTable) -> tuple[str, ...] | None:
    """The headers of the rows so far and of a further table; None if they differ."""
    if names is None or (len(names) == len(table.names) and not any(names)):
        return table.names
    is_same = not table.has_headers and len(names) == len(table.names)
    return names if is_same or names == table.names else None


def _spanned_once(names: Sequence[str], rows: Sequence[Sequence[Cell | None]]) -> list[GridColumn]:
    """The columns of the rows' cells; what spans two columns in all rows is one."""
    columns = zip(names, zip(*rows, strict=True), strict=True)
    return [
        GridColumn(name, tuple(-1 if cell is None else cell.node for cell in cells))
        for column, (name, cells) in enumerate(columns)
        if any(cell is None or cell.column == column for cell in cells)
    ]


_Add: TypeAlias = "Callable[[Page, list[LeafValues], Sequence[Sequence[int]]], list[LeafValues]]"


def read_columns(page: Page, content: Content, columns: Sequence[GridColumn]) -> list[LeafValues]:
    """Read the leaves of all columns.

    Cells stand in their columns whatever they are like; what lies in those of one column is aligned
    as in other records. What all cells of a column say keeps its header. Prices and ratings are
    those of one column, the one whose header says so where several have amounts; nothing is made of
    the cells of several.
    """
    descent = Descent(content)
    readings = [
        [
            read_leaf(page, leaf, content.texts)
            for leaf in _leaves_of(content, descent, f"td[{number}]", column)
        ]
        for number, column in enumerate(columns, 1)
    ]
    for add in (with_prices, with_scores):
        added = [_of_column(add, page, *pair) for pair in zip(readings, columns, strict=True)]
        names = [_names_of(*pair) for pair in zip(added, columns, strict=True)]
        counts = Counter(chain.from_iterable(names))
        for index, column in enumerate(columns):
            of_header = {*standard_names(column.header)[:1]}
            if names[index] and (
                names[index] & of_header or all(counts[name] == 1 for name in names[index])
            ):
                readings[index] = added[index]
    return [*chain.from_iterable(readings)]


def _names_of(readings: Sequence[LeafValues], column: GridColumn) -> set[str]:
    """Return the names of readings; none if the header is of another thing."""
    names = {reading.name for reading in readings if reading.name}
    return set() if any(names_other(name, column.header) for name in names) else names


def _leaves_of(content: Content, descent: Descent, step: str, column: GridColumn) -> list[Leaf]:
    """The leaves of one column: first its cells as wholes, then their parts.

    Parts are leaves as well where nearly all cells have them, or have a link or a heading among
    others, or where most are several blocks. A list, or a text, that is all they say stands for it.
    """
    tree, bits = content.tree, content.nodes.bits
    nodes = [node if node >= 0 and bits[node] else -1 for node in column.cells]
    inner = [[*narrowing(tree, node)][-1] if node >= 0 else -1 for node in nodes]
    parts = descent.leaves_below(step, nodes)
    texts = [leaf for leaf in parts if leaf.attribute is None]
    addresses = [
        replace(leaf, header=column.header) for leaf in parts if leaf.attribute is not None
    ]
    has_parts = len(texts) > 1 and _are_parts(content, texts, [node for node in inner if node >= 0])
    cells = tuple(((node,),) if node >= 0 else () for node in inner)
    whole = Leaf(f"{step}/text()", cells, len(nodes), column.header, has_parts)
    if len(texts) == 1 and _chars(content, texts[0]) == _chars(content, whole):
        return [replace(texts[0], header=column.header), *addresses]
    if "author" in standard_names(column.header)[:1]:
        # Beside a name may be the day that it wrote.
        texts = [replace(leaf, label=column.header) if _NAMING.search(leaf.path) else leaf
                 for leaf in texts]  # fmt: skip
    return [whole, *(texts if has_parts else ()), *addresses]


def _are_parts(content: Content, texts: Sequence[Leaf], cells: Sequence[int]) -> bool:
    """Tell whether texts in the cells of a column are leaves beside the cells as wholes."""
    common = [leaf for leaf in texts if sum(map(bool, leaf.cells)) >= COMMON * len(cells)]
    if len(common) == len(texts) or any(_NAMING.search(leaf.path) for leaf in common):
        return True
    flow, children = content.nodes.flow, content.tree.children
    several = sum(any(flow[child] for child in children(node)) for node in cells)
    return 2 * several > len(cells)


def _chars(content: Content, leaf: Leaf) -> list[int]:
    """Characters of a leaf's text in each record."""
    chars = content.tree.text_chars
    return [sum(chars(node) for nodes in cell for node in nodes) for cell in leaf.cells]


def _of_column(
    add: _Add, page: Page, readings: list[LeafValues], column: GridColumn
) -> list[LeafValues]:
    """Add a column's prices or ratings to its readings; its cells as wholes stay."""
    if not readings:
        return readings
    whole = readings[0]
    cells = [(node,) if node >= 0 else () for node in column.cells]
    added = add(page, readings, cells)
    if not column.header or added is readings:
        return added
    more: list[LeafValues] = []
    for reading in added:
        if reading.name and reading.values == whole.values:
            whole = replace(whole, kind=reading.kind, name=reading.name)
        elif reading is not readings[0]:
            more.append(reading)
    return [whole, *more]
