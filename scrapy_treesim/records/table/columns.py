"""The table of a region: the fields of its records as columns with a cell a record.

A leaf that says the same in nearly all records is no data; it is a label, and a good name for the
value beside it. What says the same but is there in some records only (``Sold out``) is data, and so
is what the page calls their availability (``In stock``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.records.table import naming
from scrapy_treesim.records.table.bylines import with_bylines
from scrapy_treesim.records.table.cells import (
    SEPARATOR,
    LeafValues,
    joined,
    read_leaf,
    with_availability,
)
from scrapy_treesim.records.table.column_features import (
    ColumnFeatures,
    Surroundings,
    features_of,
    labels_of,
)
from scrapy_treesim.records.table.column_set import (
    MAX_OF_CARDS,
    Candidate,
    most_telling,
    with_variants,
    without_copies,
)
from scrapy_treesim.records.table.common_leaves import Content, Descent, Nodes
from scrapy_treesim.records.table.descriptions import with_whole_description
from scrapy_treesim.records.table.grid_columns import columns_of_rows, read_columns
from scrapy_treesim.records.table.prices import currencies_named, with_prices
from scrapy_treesim.records.table.scores import with_scores
from scrapy_treesim.records.table.standard_fields import ADDRESSES, SINGLE
from scrapy_treesim.records.table.words import snake
from scrapy_treesim.values.dates import date_of, is_day_first
from scrapy_treesim.values.money import price_of
from scrapy_treesim.values.quantities import dimension_of, quantity_of
from scrapy_treesim.values.ratings import rating_of
from scrapy_treesim.values.text_kinds import (
    DATE,
    NUMBER,
    PASSAGE,
    PRICE,
    RATING,
    TEXT,
    is_separator,
)
from scrapy_treesim.values.typed_values import Quantity, Value, decimal_point, number_of
from scrapy_treesim.wording import quoted, shortened

if TYPE_CHECKING:
    from datetime import date, datetime

    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

_REASONS: Final = {
    "itemprop": "named after the itemprop {word}",
    "header": "named after the column head {word}",
    "label": "named after the label {word} beside it",
    "class": "named after the class {word}",
    "unit": "named after the word {word} after its numbers",
    "column": "the address of the column {word}",
    "heading": "a heading in the record",
    "link": "the text of a link in the record",
    "long": "a long text in the record",
    "first": "a text that most records have, and most of them another",
    "fullest": "the one of its kind that most records have",
    "values": "",
    "kind": "named after its kind, for want of another name",
    "written": "found by how the records write it",
    "key": "named after the key {word}",
    "state": "from the state in the script at {word}",
    "saved": "named as on other pages of its site",
    "example": "named by an example, which has its value here",
}
_KINDS: Final = {PRICE: "prices", DATE: "dates", RATING: "ratings", NUMBER: "numbers"}


SAMPLE: Final = 5
"""Most cells of a column checked for values for programs."""
MAX_UNREAD: Final = 0.1
"""Share of cells that are no quantities, from which a column is none of quantities."""
SURE: Final = 0.6
"""Confidence from which a column's values are what it says."""
MAX_COLUMNS: Final = 200
"""Columns of one table, the first ones."""

_YEAR: Final = re.compile(r"\d{4}")
"""The year in a date for programs: of two digits it may be a day."""
_MACHINE: Final = ("datetime", "content", "value")
__all__ = ["SEPARATOR", "Column", "SavedColumn", "Table", "table_of"]


class SavedColumn(NamedTuple):
    """A column as other pages of its site have it."""

    name: str
    is_list: bool
    """True if its values are lists."""


@dataclass(frozen=True, repr=False)
class Column:
    """One field of a region's records."""

    name: str
    """Lower case, ``_`` between words; each once in a table."""
    kind: str
    """``text``, ``passage``, ``number``, ``price``, ``date``, ``rating``, ``url`` or ``image``."""
    cells: tuple[str | None, ...]
    """A cell a record, as the page has it; None where a record has no such field. Several values
    of one record are joined by :data:`SEPARATOR`."""
    nodes: tuple[tuple[Nodes, ...], ...]
    """The page nodes that each cell's values came from: of text, or the elements whose address it
    is."""
    path: str
    """Position in the records, the same on all pages of a template."""
    machine: tuple[str | None, ...] = ()
    """Values of attributes such as ``datetime`` for each cell; empty if none."""
    language: str | None = None
    """Language of the page."""
    source: naming.Source | None = field(default=None, compare=False)
    """Origin of its name."""
    usual: naming.Name | None = field(default=None, compare=False)
    """The usual field that it is, and what makes it that field; None for none."""
    parts: tuple[tuple[str, ...], ...] | None = None
    """The values of each cell one by one, where a record may have several; None of a column that is
    no list."""
    moment: datetime | None = field(default=None, compare=False)
    """Time when the page came, for dates that are relative to it."""
    url: str = field(default="", compare=False)
    """Address of the page."""
    currencies: frozenset[str] = field(default=frozenset(), compare=False)
    """Codes of the currencies that the page names to programs."""
    typed: tuple[Value | None, ...] | None = field(default=None, compare=False)
    """The values of a column of JSON; None of any other."""

    def __repr__(self) -> str:
        return f"<Column {self.name} of {len(self.cells)} cells, {self.kind}>"

    @property
    def standard(self) -> str | None:
        """Its usual field, of :data:`.standard_fields.STANDARD_FIELDS`; None for none."""
        return self.usual.name if self.usual else None

    @property
    def is_list(self) -> bool:
        """True if its values are lists."""
        return self.parts is not None

    def shown(self, record: int) -> str | list[str] | None:
        """A record's text as the page has it, or its items' texts."""
        return self.cells[record] if self.parts is None else [*self.parts[record]] or None

    @property
    def reason(self) -> str:
        """Explanation of its name, values and number of records, in words."""
        source = self.source or naming.Source("saved")
        why = _REASONS[source.origin].format(word=quoted(source.word or ""))
        values = f"the values are {_KINDS[self.kind]}" if self.kind in _KINDS else ""
        having = sum(cell is not None for cell in self.cells)
        number = f"in {having} of {len(self.cells)} records"
        doubt = "" if self.confidence >= SURE else f"a {self.standard} by its looks alone"
        return "; ".join(filter(None, (why, values, number, doubt)))

    @property
    def confidence(self) -> float:
        """Probability that its values are those of its usual field, in [0, 1]; 1 without one."""
        origin = self.usual.source.origin if self.usual else ""
        if origin not in naming.CONFIDENCE:
            return 1.0
        is_of_some = origin in naming.LOOKS and any(cell is None for cell in self.cells)
        return naming.CONFIDENCE[origin] * (naming.OF_SOME if is_of_some else 1.0)

    @cached_property
    def values(self) -> tuple[Value | None, ...]:
        """The cells as typed values: amounts, numbers, ratings, quantities, dates; any other is its
        text, and of a list the texts of its items.

        None where a cell is missing, or is not what the column's kind says.
        """
        if self.parts is not None:
            return tuple([*texts] or None for texts in self.parts)
        if self.typed is not None:
            return self.typed
        quantities = self._quantities()
        if quantities is not None:
            return quantities
        if self.kind == DATE:
            return self._dates()
        texts = [value or cell for value, cell in zip(self._machine(), self.cells, strict=True)]
        read = self._reader(filter(None, texts))
        return self.cells if read is None else tuple(map(read, texts))

    def _machine(self) -> tuple[str | None, ...]:
        return self.machine or (None,) * len(self.cells)

    def _reader(self, texts: Iterable[str]) -> Callable[[str | None], Value | None] | None:
        """The reader of a cell's text by the kind of the column; None of mere texts."""
        if self.kind == PRICE:
            context = (self.url, self.language, self.currencies)
            return lambda text: price_of(text, *context) if text else None
        if self.kind == NUMBER and self.standard != "rating":
            point = decimal_point(texts)
            return lambda text: number_of(text, point) if text else None
        is_rating = self.kind in (NUMBER, RATING)
        return (lambda text: rating_of(text) if text else None) if is_rating else None

    def _dates(self) -> tuple[datetime | date | None, ...]:
        """The dates for programs, where they have a year, or else those of the cells."""
        pairs = [*zip(self._machine(), self.cells, strict=True)]
        day_first = is_day_first(filter(None, (value or cell for value, cell in pairs)))
        return tuple(
            (self._date(value, day_first) if value and _YEAR.search(value) else None)
            or self._date(cell, day_first)
            for value, cell in pairs
        )

    def _quantities(self) -> tuple[Quantity | None, ...] | None:
        """The cells as quantities, if nearly all are of one dimension."""
        if self.kind not in (NUMBER, TEXT) or self.machine:
            return None
        texts = [cell for cell in self.cells if cell]
        if dimension_of(texts[:SAMPLE]) is None:
            return None
        quantities = tuple(quantity_of(cell) if cell else None for cell in self.cells)
        unread = len(texts) - sum(map(bool, quantities))
        return quantities if unread < MAX_UNREAD * len(texts) else None

    def _date(self, text: str | None, day_first: bool | None) -> datetime | date | None:
        return date_of(text, self.language, day_first, self.moment) if text else None


@dataclass(frozen=True, repr=False)
class Table:
    """A region's records as rows, their fields as columns."""

    columns: tuple[Column, ...]
    """Columns in reading order."""

    def __repr__(self) -> str:
        return f"<Table of {shortened(', '.join(column.name for column in self.columns), 80)}>"

    def row(self, record: int) -> dict[str, str | list[str]]:
        """Values of one record, by column name; a list in each column of lists."""
        return {
            column.name: shown
            for column in self.columns
            if (shown := column.shown(record)) is not None
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


_NO_COLUMNS: Final[Mapping[str, SavedColumn]] = {}


def table_of(
    page: Page,
    records: Sequence[Sequence[int]],
    saved: Mapping[str, SavedColumn] = _NO_COLUMNS,
) -> Table:
    """The records' fields, aligned and named.

    ``records``: the page nodes that each record is made of, in document order; subtrees that do
    not overlap. ``saved``: columns of the same list on other pages, by path, whose names they
    keep; those of most pages first.
    """
    surroundings = Surroundings(page.tree, records)
    readings = _readings(page, records)
    candidates = _candidates(page, readings, saved)
    labels = labels_of(readings)
    features = {
        index: features_of(page, readings[index], labels.get(index), surroundings)
        for index in (candidate.index for candidate in candidates)
    }
    candidates = with_variants(readings, candidates, features, saved)
    preset = _preset_names(readings, candidates, saved)
    limit = MAX_COLUMNS if surroundings.are_rows else MAX_OF_CARDS
    candidates, names, usual = _chosen(candidates, features, preset, saved, limit)
    columns: list[Column] = []
    for candidate, name in zip(candidates, names, strict=True):
        index, reading = candidate.index, readings[candidate.index]
        if reading.name and not features[index].header:
            name = naming.Name(name.name, naming.Source("written"))
        on_other_pages = saved.get(candidate.path)
        columns.append(_column(page, candidate, reading, name, usual.get(index), on_other_pages))
    return Table(tuple(with_whole_description(page, columns, readings, records)))


def _readings(page: Page, records: Sequence[Sequence[int]]) -> list[LeafValues]:
    """The leaves of the records as they are read, those of one thing put together."""
    content = Content(page.tree, records)
    columns = columns_of_rows(page, records)
    if columns is None:
        readings = [read_leaf(page, leaf, content.texts) for leaf in Descent(content).leaves()]
        readings = with_scores(page, with_prices(page, readings, records), records)
    else:
        readings = read_columns(page, content, columns)
    if columns is None or not any(column.header for column in columns):
        readings = with_bylines(page, readings, records)
    return with_availability(readings)


def _column(
    page: Page, candidate: Candidate, reading: LeafValues, name: naming.Name,
    usual: naming.Name | None, saved: SavedColumn | None,
) -> Column:  # fmt: skip
    """The column of a candidate, a list if a record has several values, here or elsewhere."""
    is_list = (saved and saved.is_list) or any(len(values) > 1 for values in candidate.parts)
    return Column(
        name.name,
        candidate.kind,
        candidate.cells,
        reading.leaf.cells,
        candidate.path,
        _machine(page, reading),
        page.language,
        source=name.source,
        usual=usual,
        parts=candidate.parts if is_list and usual is None else None,
        moment=page.moment,
        url=page.url,
        currencies=page.once(currencies_named) if candidate.kind == PRICE else frozenset(),
    )


def _chosen(
    candidates: Sequence[Candidate],
    features: Mapping[int, ColumnFeatures],
    preset: Mapping[int, str | None],
    saved: Container[str],
    limit: int,
) -> tuple[list[Candidate], list[naming.Name], dict[int, naming.Name]]:
    """Choose at most ``limit`` candidates as columns, and name them.

    The last are the usual fields that they are, by index. A column of a table is called what its
    header says, whatever usual field it is.
    """
    indices = [candidate.index for candidate in candidates]
    usual = {
        indices[number]: name
        for number, name in naming.standard_columns(
            [features[i] for i in indices], [preset[i] for i in indices]
        )
    }
    headers = _headers(
        features, {name for index, name in preset.items() if name and not features[index].header}
    )
    named = {index for index, name in preset.items() if name is not None}
    candidates = without_copies(candidates, named.union(usual, headers), saved)
    distinct = {candidate.index: features[candidate.index] for candidate in candidates}
    telling = most_telling(distinct, preset, usual, limit)
    candidates = [candidate for candidate in candidates if candidate.index in telling]
    indices = [candidate.index for candidate in candidates]
    names = naming.names_of(
        [features[i] for i in indices],
        [headers[i].name if i in headers else preset[i] for i in indices],
        [None if i in headers else usual.get(i) for i in indices],
    )
    names = [headers.get(index, name) for index, name in zip(indices, names, strict=True)]
    fields = {
        index: naming.Name(name, naming.Source("saved"))
        for index, name in preset.items()
        if name is not None and name in SINGLE
    }
    return candidates, names, fields | usual


def _headers(features: Mapping[int, ColumnFeatures], used: set[str]) -> dict[int, naming.Name]:
    """The names of columns by their headers, each once and none of those ``used``."""
    used = {*used}
    names: dict[int, naming.Name] = {}
    for index, column in features.items():
        if column.kind not in ADDRESSES and column.header and (name := snake(column.header)):
            names[index] = naming.Name(
                naming.unique(name, used), naming.Source("header", column.header)
            )
            used.add(names[index].name)
    return names


def _preset_names(
    readings: Sequence[LeafValues],
    candidates: Sequence[Candidate],
    saved: Mapping[str, SavedColumn],
) -> dict[int, str | None]:
    """Names of columns by their way of reading, or from other pages.

    What was read for sure has its name, whatever has it on other pages. Of two that have one name
    on other pages it is the first of ``saved`` that has it here, too.
    """
    names = {candidate.index: readings[candidate.index].name for candidate in candidates}
    used = {*names.values()}
    unnamed = {
        candidate.path: candidate.index
        for candidate in candidates
        if names[candidate.index] is None and not readings[candidate.index].leaf.header
    }
    for path, column in saved.items():
        if path in unnamed and column.name not in used:
            names[unnamed[path]] = column.name
            used.add(column.name)
    return names


def _candidates(
    page: Page, readings: Sequence[LeafValues], saved: Container[str]
) -> list[Candidate]:
    """The leaves for columns: no labels, unless their path is ``saved``."""
    candidates: list[Candidate] = []
    for index, reading in enumerate(readings):
        leaf = reading.leaf
        is_cell = bool(leaf.header) and leaf.attribute is None
        if not reading.is_constant or is_cell or leaf.path in saved:
            parts = reading.parts(page)
            cells = tuple(map(joined, parts))
            if _says_something(cells, reading.kind) and len(candidates) < MAX_COLUMNS:
                first = next((row for row, cell in enumerate(cells) if cell is not None), None)
                candidates.append(Candidate(index, reading.kind, cells, leaf.path, parts, first))
    return candidates


def _says_something(cells: Sequence[str | None], kind: str) -> bool:
    """Tell whether any cell is more than a sign between others."""
    if kind != TEXT:
        return any(cells)
    return any(cell and not is_separator(cell) for cell in cells)


def _machine(page: Page, values: LeafValues) -> tuple[str | None, ...]:
    """Value for programs beside each cell: ``datetime``, ``content`` or ``value``."""
    if values.leaf.attribute is not None or values.kind in (TEXT, PASSAGE):
        return ()
    firsts = [cell[0][0] if cell else None for cell in values.leaf.cells]
    asked = [node for node in firsts if node is not None][:SAMPLE]
    if not any(_value_for_programs(page.tree, node) for node in asked):
        return ()
    return tuple(None if node is None else _value_for_programs(page.tree, node) for node in firsts)


def _value_for_programs(tree: PageTree, node: int) -> str | None:
    element = tree.element(node)
    return next(filter(None, (tree.get(element, name) for name in _MACHINE)), None)
