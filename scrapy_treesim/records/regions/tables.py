"""Records of tables of data: their rows, whatever of them repeats most evenly."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.reading.analysis.class_names import OF_NODES
from scrapy_treesim.reading.data_tables import DataTable, DataTables
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

Nodes: TypeAlias = "tuple[int, ...]"

_ROW: Final = tags.NUMBER["tr"]
_IS_TABLE: Final = bytes(name == "table" for name in tags.NAMES)
_IS_HEADER: Final = bytes(name in ("th", "thead") for name in tags.NAMES)
_BESIDE: Final = sum(
    1 << bit for bit, cue in enumerate(OF_NODES) if cue in ("navigation", "footer", "advert")
)
_DIALOG: Final = re.compile(r"\bmodal\b|dialog", re.IGNORECASE)
MAX_LEVELS: Final = 50
"""Most elements checked around a table."""
MAX_NAMES: Final = 500
"""Characters of an element's names that are read."""


@dataclass(slots=True)
class TableRows:
    """Rows of one list."""

    tables: list[DataTable] = field(default_factory=list)
    """The tables with headers that they are all records of; empty where there are none."""
    nodes: list[Nodes] = field(default_factory=list)


def rows_of_tables(page: Page, records: Sequence[Nodes]) -> list[TableRows] | None:
    """The rows of the data tables around records.

    Tables with the same headers are one list, with one that has none and as many columns; others
    are lists of their own. None where not all records are such rows, or no table has headers.
    """
    reader = page.once(DataTables)
    tables: dict[int, DataTable] = {}
    rows: dict[int, list[Nodes]] = {}
    for nodes in records:
        table = reader.around(nodes[0])
        if table is None or not _are_rows(page, nodes, table):
            return None
        tables[table.grid.node] = table
        rows.setdefault(table.grid.node, []).append(nodes)
    if not any(table.has_headers for table in tables.values()):
        return None
    lists = _lists(table for table in tables.values() if table.has_headers)
    by_width = {rows.tables[0].grid.width: rows for rows in reversed(lists)}
    for node, table in tables.items():
        if not table.has_headers:
            width = table.grid.width
            if width not in by_width:
                by_width[width] = TableRows()
                lists.append(by_width[width])
            by_width[width].nodes += rows[node]
    for alike in lists:
        alike.nodes.sort()
    return lists


def lists_of_tables(page: Page, read: Set[int]) -> list[TableRows]:
    """The rows of all tables with headers in ``<th>`` or ``<thead>``.

    Not of those that are ``read`` already, or stand in a menu, a footer or a dialog.
    """
    reader, tree = page.once(DataTables), page.tree
    headers = nodes_of(tree.tag, _IS_HEADER)
    tables = (
        reader.around(node)
        for node in nodes_of(tree.tag, _IS_TABLE)
        if node not in read
        and bisect_left(headers, node) < bisect_left(headers, node + tree.size[node])
        and not _is_beside(page, node)
    )
    return _lists(
        table for table in tables if table is not None and table.is_explicit and table.records
    )


def _is_beside(page: Page, node: int) -> bool:
    """Tell whether a table lies in a menu, a footer or a dialog of less than half the page."""
    tree, cues = page.tree, page.once(analysis_of).cues
    for above in tree.upward(node, MAX_LEVELS):
        if 2 * tree.text_chars(above) >= tree.text_chars(0):
            break
        begins = cues[above] & _BESIDE & ~cues[tree.parent[above]]
        names = " ".join(tree.get(above, name) or "" for name in ("class", "id", "role"))
        if begins or _DIALOG.search(names[:MAX_NAMES]):
            return True
    return False


def _lists(tables: Iterable[DataTable]) -> list[TableRows]:
    """The lists of tables with headers, one for the same headers."""
    lists: dict[tuple[str, ...], TableRows] = {}
    for table in tables:
        rows = lists.setdefault(table.names, TableRows())
        rows.tables.append(table)
        rows.nodes += map(table.nodes_of, range(len(table.records)))
    return [*lists.values()]


def _are_rows(page: Page, nodes: Nodes, table: DataTable) -> bool:
    """Tell whether a record is a row of a table.

    Where headers say what its columns are, it may be several rows, or a part of one.
    """
    if page.tree.tag[nodes[0]] == _ROW:
        return table.row_of(nodes[0]) is not None and (len(nodes) == 1 or table.has_headers)
    return table.is_explicit and table.grid.node < nodes[0]
