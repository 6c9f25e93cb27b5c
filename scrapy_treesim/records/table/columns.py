"""The table of a region: what its records have in common as named columns with a cell a record.

A leaf that says the same in nearly all records is no data; it is a label, and a good name for the
value beside it. What says the same but is there in some records only (``Sold out``) is data, and so
is what the page calls their availability (``In stock``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final, Protocol

from scrapy_treesim.analysis.dates import date_of, is_day_first
from scrapy_treesim.analysis.text_kinds import DATE, NUMBER, PASSAGE, PRICE, RATING, TEXT
from scrapy_treesim.analysis.typed_values import Value, number_of, price_of, rating_of
from scrapy_treesim.records.table.availability import is_availability
from scrapy_treesim.records.table.cells import SEPARATOR, LeafValues, read_leaf
from scrapy_treesim.records.table.column_features import (
    Surroundings,
    features_of,
    is_link_text,
    labels_of,
)
from scrapy_treesim.records.table.common_leaves import leaves
from scrapy_treesim.records.table.drawn_ratings import with_drawn_rating
from scrapy_treesim.records.table.naming import Name, names_of
from scrapy_treesim.records.table.pieces import Nodes
from scrapy_treesim.records.table.prices import with_prices
from scrapy_treesim.records.table.reasons import column_reason
from scrapy_treesim.tree.tags import TEXT as TEXT_NODE
from scrapy_treesim.wording import shortened

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

SAMPLE: Final = 5
"""Cells of a column that are asked whether they say anything to programs."""
MAX_COLUMNS: Final = 200
"""Columns of one table, the first ones."""

_MACHINE: Final = ("datetime", "content", "value")

__all__ = ["SEPARATOR", "Column", "Named", "Table", "table_of"]


class Named(Protocol):
    """What later pages need to know of a column."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def kind(self) -> str:
        """The kind of its values."""

    @property
    def path(self) -> str:
        """Where it stands in the records."""


@dataclass(frozen=True, repr=False)
class Column:
    """One field of a region's records."""

    name: str
    """Lower case, ``_`` between words; each once in a table."""
    kind: str
    """``text``, ``passage``, ``number``, ``price``, ``date``, ``rating``, ``url`` or ``image``."""
    cells: tuple[str | None, ...]
    """A cell a record, as the page has it; None where a record has no such field. Several values
    of one record stand apart by :data:`SEPARATOR`."""
    nodes: tuple[tuple[Nodes, ...], ...]
    """The page nodes that each cell's values came from: of text, or the elements whose address it
    is."""
    path: str
    """Where it stands in the records, the same on all pages of a template."""
    machine: tuple[str | None, ...] = ()
    """What attributes such as ``datetime`` say of each cell; empty where there are none."""
    language: str | None = None
    """Of the page."""
    named: Name | None = field(default=None, repr=False, compare=False)
    """What its page alone would call it, and after what; None where the page lacks it."""

    def __repr__(self) -> str:
        return f"<Column {self.name} of {len(self.cells)} cells, {self.kind}>"

    @property
    def reason(self) -> str:
        """Why it has its name, what its values are and how many records have it, in words."""
        return column_reason(self.name, self.kind, self.cells, self.named)

    @cached_property
    def values(self) -> tuple[Value | None, ...]:
        """The cells as typed values: amounts, numbers, ratings, dates; any other is its text.

        None where a cell is missing, or is not what the column's kind says.
        """
        machine = self.machine or (None,) * len(self.cells)
        texts = [given or cell for given, cell in zip(machine, self.cells, strict=True)]
        if self.kind == PRICE:
            return tuple(price_of(text) if text else None for text in texts)
        if self.kind == NUMBER:
            return tuple(number_of(text) if text else None for text in texts)
        if self.kind == RATING:
            return tuple(rating_of(text) if text else None for text in texts)
        if self.kind == DATE:
            day_first = is_day_first(filter(None, texts))
            return tuple(date_of(t, self.language, day_first) if t else None for t in texts)
        return self.cells


@dataclass(frozen=True, repr=False)
class Table:
    """A region's records as rows, their fields as columns."""

    columns: tuple[Column, ...]
    """In reading order, those that earlier pages have first."""

    def __repr__(self) -> str:
        return f"<Table of {shortened(', '.join(one.name for one in self.columns), 80)}>"

    def row(self, record: int) -> dict[str, str]:
        """What one record has, by column name."""
        return {
            column.name: cell
            for column in self.columns
            if (cell := column.cells[record]) is not None
        }

    def __getitem__(self, name: str) -> Column:
        """The column of a name.

        Raises:
            KeyError: there is none.
        """
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)


def table_of(page: Page, records: Sequence[Sequence[int]], known: Sequence[Named] = ()) -> Table:
    """The records' fields, aligned and named.

    ``records``: the page nodes that each record is made of, in document order; subtrees that do
    not overlap. ``known``: the columns of an earlier page of the same template; columns that stand
    at the same place keep their name and come first, in the same order.
    """
    surroundings = Surroundings(page.tree, records)
    read = [read_leaf(page, leaf) for leaf in leaves(page.tree, records)]
    read = with_prices(page, read, records)
    found = with_drawn_rating(page, read, records, surroundings)
    earlier = {column.path: place for place, column in enumerate(known)}
    kept = _columns_of(page, found, earlier, surroundings)
    labels = labels_of(found)
    features = [features_of(page, found[i], labels.get(i), surroundings) for i, _ in kept]
    paths = [found[i].leaf.path for i, _ in kept]
    own = [found[i].name for i, _ in kept]
    given = [
        name or (known[earlier[path]].name if path in earlier else None)
        for name, path in zip(own, paths, strict=True)
    ]
    # What is known for sure has its name, whatever had it on an earlier page.
    given = [
        one if one == name or one not in own else None for one, name in zip(given, own, strict=True)
    ]
    language = _language(page)
    return Table(
        tuple(
            Column(
                name.name,
                found[place].kind,
                cells,
                found[place].leaf.cells,
                found[place].leaf.path,
                _machine(page, found[place]),
                language,
                name,
            )
            for name, (place, cells) in zip(names_of(features, given), kept, strict=True)
        )
    )


def _columns_of(
    page: Page,
    found: Sequence[LeafValues],
    earlier: Mapping[str, int],
    surroundings: Surroundings,
) -> list[tuple[int, tuple[str | None, ...]]]:
    """The places of the leaves that are columns, each with its cells: no labels, nothing twice;
    those of ``earlier`` pages first."""
    kept: dict[tuple[str, tuple[str | None, ...]], int] = {}
    for place, one in enumerate(found):
        is_label = (
            not is_availability(page, one, surroundings)
            if one.is_constant
            else is_link_text(found, place)
        )
        if not is_label or one.leaf.path in earlier:
            cells = one.cells(page)
            if any(cells) and len(kept) < MAX_COLUMNS:
                kept.setdefault((one.kind, cells), place)
    columns = [(place, cells) for (_, cells), place in kept.items()]
    return sorted(columns, key=lambda one: earlier.get(found[one[0]].leaf.path, len(earlier)))


def _machine(page: Page, values: LeafValues) -> tuple[str | None, ...]:
    """What ``datetime``, ``content`` or ``value`` beside each cell says to programs."""
    if values.leaf.attribute is not None or values.kind in (TEXT, PASSAGE):
        return ()
    tree = page.tree
    found: list[str | None] = []
    shown = [cell[0][0] for cell in values.leaf.cells if cell][:SAMPLE]
    if not any(_said_to_programs(tree, node) for node in shown):
        return ()
    for cell in values.leaf.cells:
        found.append(_said_to_programs(tree, cell[0][0]) if cell else None)
    return tuple(found)


def _said_to_programs(tree: PageTree, node: int) -> str | None:
    if tree.tag[node] == TEXT_NODE:
        node = tree.parent[node]
    return next(filter(None, (tree.get(node, name) for name in _MACHINE)), None)


def _language(page: Page) -> str | None:
    tree = page.tree
    return tree.get(0, "lang") if len(tree) else None
