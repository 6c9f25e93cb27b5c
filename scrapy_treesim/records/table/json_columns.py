"""Columns of JSON: of lists of objects, and of the same records that a page shows.

Where a script holds what the page shows, its numbers, currencies, dates and ids complete the table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.reading.json_tree.fields import READERS, cell_of, read_row, text_of
from scrapy_treesim.reading.json_tree.leaves import Path, plain_key
from scrapy_treesim.reading.json_tree.lists import JsonList, JsonTree
from scrapy_treesim.reading.json_tree.steps import jmespath_of
from scrapy_treesim.records.table.columns import SEPARATOR, Column, Table
from scrapy_treesim.records.table.naming import Name, Source, unique
from scrapy_treesim.records.table.standard_fields import SINGLE, URL
from scrapy_treesim.records.table.words import snake
from scrapy_treesim.values.text_kinds import DATE, NUMBER, PRICE, TEXT
from scrapy_treesim.values.typed_values import Price

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.json_tree.lists import JsonObject

MAX_COLUMNS: Final = 60
"""Largest number of columns of a list, the first ones."""
MAX_COMPARED, MAX_TITLES = 5, 1_000
"""Largest number of lists whose titles are compared with a page's, and of titles of each."""
MIN_SAME: Final = 0.8
"""Least share of the titles of a table that are those of a list; of prices, of its prices."""
_KINDS: Final = {
    "price": PRICE, "old_price": PRICE, "date": DATE, "rating": NUMBER, "reviews": NUMBER,
    "url": URL, "image": "image",
}  # fmt: skip
_COMPLETING: Final = frozenset(
    "price old_price currency date rating reviews availability author".split()
)
"""Usual fields that complete a table without them."""
_ID: Final = re.compile(r"(?:.*_)?(?:id|sku|gtin|ean|upc|isbn|mpn|uuid|asin)\d*")


def columns_of(
    page: Page, paths: Mapping[str, Path], rows: Sequence[Mapping[Path, Any]]
) -> list[Column]:
    """Return the columns of objects in the order of their keys: usual fields, and other paths.

    Keys name a value that all of them share, as the head of a table does. Where there are too many
    columns these are left out.
    """
    usual = {path: name for name, path in paths.items() if name in SINGLE}
    if "body" in paths and "description" not in paths:
        usual[paths["body"]] = "description"
    values = [read_row(page, {name: path for path, name in usual.items()}, row) for row in rows]
    used, columns = {*usual.values()}, []
    for path in dict.fromkeys(path for row in rows for path in row):
        if name := usual.get(path):
            columns.append(_usual_column(path, name, [row.get(name) for row in values]))
        else:
            columns.append(_own_column(page, path, [row.get(path) for row in rows], used))
            used.add(columns[-1].name)
    if len(columns) > MAX_COLUMNS:
        columns = [column for column in columns if column.standard or _differs(column)]
    return columns[:MAX_COLUMNS]


def _differs(column: Column) -> bool:
    """Tell whether the records differ in a column."""
    return len({*column.cells}) > 1


def _usual_column(path: Path, name: str, values: Sequence[Any]) -> Column:
    cells = tuple(None if value is None else cell_of(value) for value in values)
    source = Source("key", jmespath(path))
    return Column(
        name, _KINDS.get(name, TEXT), cells, ((),) * len(cells), jmespath(path), source=source,
        usual=Name(name, source), typed=tuple(values),
    )  # fmt: skip


def _own_column(page: Page, path: Path, values: Sequence[Any], used: set[str]) -> Column:
    """Return the column of a path of no usual field."""
    texts = [*map(_texts_of, values)]
    is_number = {*map(type, values)} <= {int, float, type(None)}
    cells = tuple(SEPARATOR.join(text) or None for text in texts)
    words = snake(" ".join(key for key in path if not key.isdecimal()))
    return Column(
        unique(words or "value", used), NUMBER if is_number else TEXT, cells,
        ((),) * len(cells), jmespath(path),
        source=Source("key", jmespath(path)),
        parts=tuple(texts) if any(isinstance(value, list) for value in values) else None,
        typed=tuple(READERS["score"](page, path, v, {}) for v in values) if is_number else cells,
    )  # fmt: skip


def _texts_of(value: Any) -> tuple[str, ...]:
    """Return each plain value of a cell as text."""
    members = value if isinstance(value, list) else [] if value is None else [value]
    return tuple(map(cell_of, members))


def jmespath(path: Path) -> str:
    """Return the JMESPath of a value in an object."""
    return jmespath_of(tuple(0 if key == "0" else key for key in path))


_OPINIONS: Final = ("reviews", "ratings", "comments", "testimonials", "questions")
"""Ends of keys of lists about things of the same titles, with authors and ratings of their own."""


def completed(page: Page, table: Table) -> Table:
    """Return a table with what a script holds of the same records, if one does."""
    titles = next((column for column in table.columns if column.standard == "title"), None)
    if titles is None or not page.tree.scripts:
        return table
    objects = page.once(_objects_by_title)
    counts = Counter(number for cell in {*titles.cells} for number in objects.get(cell or "", ()))
    number, count = max(counts.items(), key=lambda pair: pair[1], default=(0, 0))
    if count < 2 or count < MIN_SAME * len(titles.cells):
        return table
    listed = page.once(JsonTree.read).lists[number]
    same = [objects.get(cell or "", {}).get(number) for cell in titles.cells]
    rows = [item.leaves() if item else {} for item in same]
    return Table((*table.columns, *_further(page, table, listed, rows)))


def _objects_by_title(page: Page) -> dict[str, dict[int, JsonObject]]:
    """Return the objects of the best lists by their titles, one of each list."""
    objects: dict[str, dict[int, JsonObject]] = {}
    for number, listed in enumerate(page.once(JsonTree.read).lists[:MAX_COMPARED]):
        if plain_key(listed.location.pointer.rpartition("/")[2]).endswith(_OPINIONS):
            continue
        path = listed.paths.get("title", ())
        titles = [text_of(item.leaves().get(path)) for item in listed.objects[:MAX_TITLES]]
        counts = Counter(titles)
        for title, item in zip(titles, listed.objects, strict=False):
            # Of several with one title none is surely the one that the page shows.
            if title and counts[title] == 1:
                objects.setdefault(title, {})[number] = item
    return objects


def _further(
    page: Page, table: Table, listed: JsonList, rows: Sequence[Mapping[Path, Any]]
) -> list[Column]:
    """Return the columns of the objects that the table lacks: some usual fields, and ids."""
    used = {column.name for column in table.columns}
    usual = {column.standard: column for column in table.columns if column.standard}
    columns = columns_of(page, listed.paths, rows)
    further = []
    for column in columns if "price" not in usual else _agreeing(usual["price"].values, columns):
        is_usual = column.standard in _COMPLETING and column.standard not in usual
        is_id = column.standard is None and _ID.fullmatch(column.name) and _differs(column)
        if is_usual or is_id:
            name = unique(column.name, used)
            used.add(name)
            source = Source("state", f"{listed.location.pointer}: {column.path}")
            further.append(replace(column, name=name, source=source))
    return further


def _agreeing(prices: Sequence[Any], columns: Sequence[Column]) -> list[Column]:
    """Return the columns that agree with the prices that a page shows: if the price does not, none
    with prices; and no currency beside a shown one."""
    pairs = [
        (left.amount, right.amount)
        for column in columns if column.standard == "price"
        for left, right in zip(prices, column.values, strict=True)
        if isinstance(left, Price) and isinstance(right, Price)
    ]  # fmt: skip
    is_same = sum(left == right for left, right in pairs) >= MIN_SAME * len(pairs)
    has_currency = any(isinstance(value, Price) and value.currency for value in prices)
    return [
        column
        for column in columns
        if (is_same or column.kind != PRICE)
        and not (has_currency and column.standard == "currency")
    ]
