"""Columns named by an example: each after the field whose nodes it has."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Final

from scrapy_treesim.records.table.columns import SEPARATOR, Column, Table
from scrapy_treesim.records.table.naming import Name, Source, unique
from scrapy_treesim.records.table.standard_fields import ADDRESSES, IMAGE, SINGLE, URL
from scrapy_treesim.tree import tags
from scrapy_treesim.values.text_kinds import NUMBER, PRICE, RATING, TEXT

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

OTHER_KIND: Final = 0.7
"""Factor of a column's cells of a field, if the column is of another kind; set by hand."""
MAX_NODES: Final = 5
"""Largest number of nodes of an element with the value of a text: more are of a whole line."""
MIN_SHARE: Final = 0.3
"""Least share of a column's cells with leaves of a field; set by hand."""
MAX_ABOVE: Final = 3
"""Largest number of elements from a leaf up to its attribute."""
_NUMERIC: Final = frozenset((NUMBER, PRICE, RATING))
_ADDRESS: Final = {URL: "href", IMAGE: "src"}


@dataclass(frozen=True, slots=True)
class FieldNodes:
    """A field that an example names, with its leaves in the records of a page."""

    name: str
    kind: str
    """Kind of its values; ``@`` and the name of the attribute that has them."""
    leaves: list[tuple[int, int]]
    """First node and end of each leaf, in page order."""
    texts: tuple[str, ...] = ()
    """The value at each leaf, if that is not its text or attribute."""

    def between(self, start: int, stop: int) -> list[tuple[int, int]]:
        """Return the leaves from one node to another."""
        return self.leaves[bisect_left(self.leaves, (start,)) : bisect_left(self.leaves, (stop,))]

    def has(self, node: int, stop: int) -> bool:
        """Tell whether a subtree has a leaf, or is within one."""
        index = bisect_left(self.leaves, (node,))
        is_before = index < len(self.leaves) and self.leaves[index][0] < stop
        return is_before or (index > 0 and stop <= self.leaves[index - 1][1])


def with_fields(
    page: Page, table: Table, records: Sequence[Sequence[int]], fields: Sequence[FieldNodes]
) -> Table:
    """Return the table with the columns of fields under their names; those it lacks are added."""
    # What a column is shows by several records alone.
    names = _names_of(page, table, fields) if len(records) > 1 else {}
    absent = {field.name: field for field in reversed(fields) if field.name not in names.values()}
    columns, used = [], {field.name for field in fields}
    for index, column in enumerate(table.columns):
        usual = None if column.standard in used else column.usual
        if (name := names.get(index)) is not None:
            columns.append(replace(column, name=name, usual=_usual(name) or usual, source=_SOURCE))
            continue
        name = unique(column.name, used)
        used.add(name)
        columns.append(replace(column, name=name, usual=usual))
    added = (_column(page, field, records) for field in reversed(absent.values()))
    return Table((*columns, *added))


_SOURCE: Final = Source("example")


def _usual(name: str) -> Name | None:
    return Name(name, _SOURCE) if name in SINGLE else None


def _names_of(page: Page, table: Table, fields: Sequence[FieldNodes]) -> dict[int, str]:
    """Return the names of columns with most leaves of a field, each name once."""
    scores = []
    for order, field in enumerate(fields):
        for index, column in enumerate(table.columns):
            kinds = {column.kind, field.kind}
            if len(kinds) == 1 or not (kinds.intersection(ADDRESSES) or field.kind[0] == "@"):
                cells = [_has(page, field, chain(*nodes)) for nodes in column.nodes if nodes]
                factor = 1.0 if len(kinds) == 1 or kinds <= _NUMERIC else OTHER_KIND
                score = factor * sum(cells) / max(1, len(cells))
                scores.append((score, -order, -index, field.name))
    names: dict[int, str] = {}
    for score, _, index, name in sorted(scores, reverse=True):
        if score >= MIN_SHARE and -index not in names and name not in names.values():
            names[-index] = name
    return names


def _has(page: Page, field: FieldNodes, nodes: Iterable[int]) -> bool:
    return any(
        field.has(node, node + page.tree.size[node])
        for node in nodes
        if field.kind in ADDRESSES or page.tree.size[node] <= MAX_NODES
    )


def _column(page: Page, field: FieldNodes, records: Sequence[Sequence[int]]) -> Column:
    """Return the column of a field's own leaves: of what all records have, or of an attribute."""
    cells, nodes = [], []
    texts = dict(zip(field.leaves, field.texts, strict=False))
    for record in records:
        leaves = field.between(record[0], record[-1] + page.tree.size[record[-1]])
        values = {leaf[0]: texts.get(leaf) or _value(page, field.kind, *leaf) for leaf in leaves}
        cells.append(SEPARATOR.join(dict.fromkeys(filter(None, values.values()))) or None)
        nodes.append(tuple((node,) for node, value in values.items() if value))
    return Column(
        field.name, TEXT if field.kind[0] == "@" else field.kind, (*cells,), (*nodes,), "",
        language=page.language, source=_SOURCE, usual=_usual(field.name), moment=page.moment,
        url=page.url,
    )  # fmt: skip


def _value(page: Page, kind: str, start: int, stop: int) -> str | None:
    tree, name = page.tree, _ADDRESS.get(kind, kind[1:] if kind[0] == "@" else "")
    if not name:
        texts = (
            tree.plain_text(node) for node in range(start, stop) if tree.tag[node] == tags.TEXT
        )
        return " ".join(filter(None, texts))
    values = (tree.get(node, name) for node in tree.upward(start, MAX_ABOVE))
    value = next(filter(None, values), None)
    return page.absolute(value) if value and kind in _ADDRESS else value
