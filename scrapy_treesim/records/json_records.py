"""Regions and records of JSON: lists of like objects, their columns by paths of keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.reading.json_tree.content import content_of
from scrapy_treesim.reading.json_tree.fields import READERS, text_of
from scrapy_treesim.reading.json_tree.jmespath import code_of, list_path, path_of
from scrapy_treesim.reading.json_tree.leaves import Path, leaves_of, ranks_of
from scrapy_treesim.records.over_pages.region_key import shortened_key
from scrapy_treesim.records.record import Record, RecordRows, Region
from scrapy_treesim.records.table.columns import SEPARATOR, Column, Table
from scrapy_treesim.records.table.naming import Name, Source, unique
from scrapy_treesim.records.table.standard_fields import SINGLE, URL
from scrapy_treesim.records.table.words import snake
from scrapy_treesim.values.text_kinds import DATE, NUMBER, PRICE, TEXT
from scrapy_treesim.values.typed_values import Price, Value
from scrapy_treesim.wording import counted, quoted

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.json_tree.lists import JsonList

MAX_COLUMNS: Final = 60
"""Largest number of columns of a list, the first ones."""
MAX_LEVELS: Final = 4
"""Largest number of keys of a column that is no usual field."""
OF_SCORE: Final = 4.0
"""Score of a list with the confidence of a half. Set by hand."""
_KINDS: Final = {
    "price": PRICE, "old_price": PRICE, "date": DATE, "rating": NUMBER, "reviews": NUMBER,
    "url": URL, "image": "image",
}  # fmt: skip


@dataclass(frozen=True, repr=False)
class JsonColumn(Column):
    """A column of values that JSON has typed already, or that its key says the type of."""

    typed: tuple[Value | None, ...] = ()
    why: str = ""
    """Reason for its name."""

    @property
    def reason(self) -> str:
        """Explanation of its name and number of records, in words."""
        having = sum(cell is not None for cell in self.cells)
        return f"{self.why}; in {having} of {len(self.cells)} records"

    @cached_property
    def values(self) -> tuple[Value | None, ...]:
        """The typed values."""
        return self.typed


class JsonRows(RecordRows):
    """Records of one list of JSON."""

    def __init__(self, page: Page, listed: JsonList) -> None:
        super().__init__(page, [()] * len(listed.objects))
        self.listed = listed

    @cached_property
    def leaves(self) -> list[dict[Path, Any]]:
        """The values of each object by path."""
        return [leaves_of(one, self.listed.references) for one in self.listed.objects]

    @cached_property
    def table(self) -> Table:
        """A row a record, columns by path of keys."""
        return json_table(self._page, self.listed, self.leaves)

    @cached_property
    def groups(self) -> list[str | None]:
        """The group of each record: none."""
        return [None] * len(self.leaves)


@dataclass(frozen=True, eq=False, repr=False)
class JsonRecord(Record):
    """One object of a list; its xpath is a JSON Pointer."""

    _rows: JsonRows

    @property
    def table(self) -> Table:
        """The table of its list."""
        return self._rows.table

    @cached_property
    def xpaths(self) -> tuple[str, ...]:
        """The JSON Pointer of the object, behind the XPath of its script."""
        return (self._rows.listed.pointers[self._row],)

    @cached_property
    def text(self) -> str:
        """The texts in it, one a line."""
        texts = map(text_of, self._rows.leaves[self._row].values())
        return "\n".join(dict.fromkeys(filter(None, texts)))

    @cached_property
    def links(self) -> tuple[str, ...]:
        """Its address."""
        return self._addresses_of("url")

    @cached_property
    def images(self) -> tuple[str, ...]:
        """The address of its picture."""
        return self._addresses_of("image")

    def _addresses_of(self, name: str) -> tuple[str, ...]:
        columns = (column for column in self._rows.table.columns if column.standard == name)
        return tuple(filter(None, (column.cells[self._row] for column in columns)))


@dataclass(frozen=True, repr=False)
class JsonRegion(Region):
    """A list of JSON, with its objects as records."""

    _rows: JsonRows = field(repr=False, compare=False, kw_only=True)

    @cached_property
    def xpath(self) -> str:
        """The JSON Pointer of the list, behind the XPath of its script."""
        return self._rows.listed.pointer

    @cached_property
    def key(self) -> str:
        """The JSON Pointer of the list in its document."""
        return shortened_key(self.xpath.partition("#")[2] or "/")

    @cached_property
    def jmespath(self) -> str:
        """The JMESPath of its objects in their document; empty where none leads to them."""
        return list_path(self._page, self._rows.listed)

    @property
    def code(self) -> str:
        """A callback of a spider that reads the list without this package."""
        columns = {column.name: column.path for column in self.table.columns}
        return code_of(self.xpath, self.jmespath, columns)

    @cached_property
    def table(self) -> Table:
        """A row a record, columns by path of keys."""
        return self._rows.table

    @property
    def reasons(self) -> tuple[str, ...]:
        """Reasons to take it for data."""
        listed = self._rows.listed
        return (
            f"{counted(len(listed.objects), 'object')} in JSON, {listed.alike:.0%} of keys in common",
            f"with {', '.join(listed.paths)}",
        )


def json_regions(page: Page) -> list[Region] | None:
    """Return the lists of a page's JSON; None for a page that shows its content as HTML."""
    content = page.once(content_of)
    return None if content is None else [_region(page, listed) for listed in content.lists]


def _region(page: Page, listed: JsonList) -> Region:
    rows, confidence = JsonRows(page, listed), listed.score / (listed.score + OF_SCORE)
    records = tuple(
        JsonRecord(confidence, (), page, rows, row) for row in range(len(listed.objects))
    )
    return JsonRegion(records, confidence, 0, page, _rows=rows)


def json_table(page: Page, listed: JsonList, rows: Sequence[dict[Path, Any]]) -> Table:
    """Return the columns of a list: its usual fields, then further paths that differ."""
    columns: dict[Path, Column] = {}
    paths = {name: path for name, path in listed.paths.items() if name in SINGLE}
    if "body" in listed.paths and "description" not in paths:
        paths["description"] = listed.paths["body"]
    used = {*paths}
    for name, path in paths.items():
        columns[path] = _usual_column(page, name, path, rows)
    every_path = dict.fromkeys(path for row in rows for path in row)
    for path in islice((path for path in every_path if path not in columns), MAX_COLUMNS):
        name = unique(snake(" ".join(_telling(path))) or "value", used)
        if len(path) <= MAX_LEVELS and (column := _own_column(name, path, rows)):
            columns[path] = column
            used.add(name)
    return Table(tuple(columns[path] for path in every_path if path in columns))


def _telling(path: Path) -> list[str]:
    return [key for key in path if not key.isdecimal()]


def _usual_column(page: Page, name: str, path: Path, rows: Sequence[dict[Path, Any]]) -> Column:
    """Return the column of a usual field, of each row the value of its surest path."""
    paths = [path]
    if name == "price":
        # A special price goes before the usual one where there is any.
        others = {p: ranks_of(p)[name] for row in rows[:1] for p in row if name in ranks_of(p)}
        paths += [p for p in sorted(others, key=others.__getitem__) if p[:-1] == path[:-1]]
    read = READERS[name]
    values = []
    for row in rows:
        typed = (read(page, p, row[p], row) for p in paths if p in row)
        values.append(next((value for value in typed if value is not None), None))
    cells = tuple(None if value is None else _cell(value) for value in values)
    return JsonColumn(
        name, _KINDS.get(name, TEXT), cells, (), path_of(path), typed=tuple(values),
        usual=Name(name, Source("json")), why=f"named after the key {quoted(path_of(path))}",
    )  # fmt: skip


def _own_column(name: str, path: Path, rows: Sequence[dict[Path, Any]]) -> Column | None:
    """Return the column of a path that is no usual field; None where all rows say the same."""
    values = [row.get(path) for row in rows]
    texts = [_texts(value) for value in values]
    if len(rows) > 1 and all(text == texts[0] for text in texts):
        return None
    is_list = any(isinstance(value, list) for value in values)
    numbers = [value for value in values if value is not None and not isinstance(value, bool)]
    is_number = all(isinstance(value, (int, float)) for value in numbers)
    kind = NUMBER if numbers and is_number else TEXT
    typed = tuple(READERS["score"](None, path, v, {}) if kind == NUMBER else (_joined(t) or None)
                  for v, t in zip(values, texts, strict=True))  # fmt: skip
    return JsonColumn(
        name, kind, tuple(_joined(text) or None for text in texts), (), path_of(path),
        parts=tuple(map(tuple, texts)) if is_list else None, typed=typed,
        why=f"named after the key {quoted(path_of(path))}",
    )  # fmt: skip


def _texts(value: Any) -> list[str]:
    items = value if isinstance(value, list) else [] if value is None else [value]
    return [*filter(None, (text_of(i) if isinstance(i, str) else _cell(i) for i in items))]


def _joined(texts: Sequence[str]) -> str:
    return SEPARATOR.join(texts)


def _cell(value: Any) -> str:
    """Return a typed value as text."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Price):
        return f"{value.amount:f}"
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
