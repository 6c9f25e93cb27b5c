"""Cells of tables under their headers, against pandas.

    python -m benchmarks.grids [--generated 200] [--seed 1] [--data DIR ...] [-v]

Every table with headers, generated or on pages of data sets, is read by ``pandas.read_html`` and as
a list of records. A cell is right where its record has the same text in a column that is named by
the same header. Of a table that is read as no data, all cells are wrong; a table of which pandas
makes no headers, or one that holds tables, is not asked about.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from io import StringIO
from typing import Final

import pandas
from lxml import etree
from lxml import html as lxml_html

from benchmarks.pages import data_arguments
from scrapy_treesim import Page
from scrapy_treesim.reading.data_tables import MAX_JOINED, DataTables
from scrapy_treesim.records.table.columns import table_of
from scrapy_treesim.records.table.naming import unique
from scrapy_treesim.records.table.words import snake
from scrapy_treesim.tree import tags

WORDS: Final = (
    "alder birch cedar daphne elder fern gorse hazel iris juniper kale larch maple nettle oak poppy"
).split()
_TABLE: Final = tags.NUMBER["table"]


@dataclass(slots=True)
class Cells:
    """Cells of tables, and how many of them are right."""

    tables: int = 0
    cells: int = 0
    right: int = 0
    whole: int = 0
    """Tables of which all are right."""

    def add(self, cells: int, right: int) -> None:
        """Add a table."""
        self.tables += 1
        self.cells += cells
        self.right += right
        self.whole += cells == right


def generated_table(chance: random.Random) -> str:
    """A table with one or two rows of headers, cells that span, are empty or are not there."""
    columns, rows = chance.randint(3, 7), chance.randint(3, 12)
    names = [f"{word.title()} {index}" for index, word in enumerate(chance.sample(WORDS, columns))]
    head = "".join(f"<th>{name}</th>" for name in names)
    if chance.random() < 0.4 and columns > 3:
        spanned = chance.randint(2, columns - 1)
        rest = "".join(f"<th rowspan=2>{name}</th>" for name in names[spanned:])
        upper = f"<th colspan={spanned}>{chance.choice(WORDS).title()}</th>{rest}"
        head = f"<tr>{upper}</tr><tr>" + "".join(f"<th>{name}</th>" for name in names[:spanned])
        head += "</tr>"
    else:
        head = f"<tr>{head}</tr>"
    taken = [0] * columns
    body = []
    for row in range(rows):
        cells, column = [], 0
        while column < columns:
            if taken[column]:
                taken[column] -= 1
                column += 1
                continue
            free = next((i for i in range(column, columns) if taken[i]), columns) - column
            width = 2 if free > 1 and column and chance.random() < 0.08 else 1
            height = chance.randint(2, 3) if chance.random() < 0.1 and row + 3 < rows else 1
            for index in range(column, column + width):
                taken[index] = height - 1
            text = "" if column and chance.random() < 0.2 else _text(chance)
            spans = f" colspan={width}" * (width > 1) + f" rowspan={height}" * (height > 1)
            tag = "th" if column == 0 and chance.random() < 0.1 and height == 1 else "td"
            cells.append(f"<{tag}{spans}>{text}</{tag}>")
            column += width
        # Behind a row's last cell pandas moves those that span down into the row.
        while len(cells) > 2 and cells[-1] == "<td></td>" and not any(taken):
            cells.pop()
        body.append(f"<tr>{''.join(cells)}</tr>")
    if chance.random() < 0.5:
        return f"<table><thead>{head}</thead><tbody>{''.join(body)}</tbody></table>"
    return f"<table>{head}{''.join(body)}</table>"


def _text(chance: random.Random) -> str:
    words = " ".join(chance.sample(WORDS, chance.randint(1, 3)))
    return chance.choice(
        (
            words,
            f"<a href=/{words[:4]}>{words}</a>",
            f"<b>{words}</b> {chance.choice(WORDS)}",
            str(chance.randint(1, 9999)),
            f"£{chance.randint(1, 99)}.{chance.randint(10, 99)}",
            f"{chance.randint(1, 28)} May {chance.randint(1990, 2026)}",
            f"<ul><li>{words}</li><li>{chance.choice(WORDS)}</li></ul>",
        )
    )


def cells_of(source: str) -> tuple[int, int] | None:
    """The cells of a table with headers, and how many are right; None of another table."""
    frame = _frame(source)
    if frame is None:
        return None
    names, rows = frame
    page = Page(f"<!doctype html><body>{source}")
    node = next(node for node, tag in enumerate(page.tree.tag) if tag == _TABLE)
    data = page.once(DataTables).around(node)
    wanted = sum(bool(text) for row in rows for text in row)
    if all(text.isdecimal() and int(text) <= 31 for row in rows for text in row if text):
        # The days of a month are no records.
        return None
    if data is None or not data.records:
        return wanted, 0
    # The same row has the same place from the end.
    offset = len(data.grid.rows) - len(rows)
    table = table_of(page, [(data.grid.rows[row],) for row in data.records])
    total = right = 0
    for record, row in enumerate(data.records):
        if not 0 <= row - offset < len(rows):
            continue
        for name, text in zip(names, rows[row - offset], strict=True):
            if text and name:
                total += 1
                right += any(
                    text == squeezed("".join(_texts(column.shown(record))))
                    for column in table.columns
                    if column.name == name
                )
    return total, right


def _texts(shown: str | list[str] | None) -> list[str]:
    return shown if isinstance(shown, list) else [shown or ""]


def _frame(source: str) -> tuple[list[str], list[list[str]]] | None:
    """The names of a table's columns and the texts of its rows by pandas; None without headers."""
    try:
        [first, *_] = pandas.read_html(StringIO(source), flavor="lxml", displayed_only=False)
        as_text = dict.fromkeys(range(first.shape[1]), str)
        [frame, *_] = pandas.read_html(
            StringIO(source),
            flavor="lxml",
            keep_default_na=False,
            converters=as_text,
            thousands=None,
            displayed_only=False,
        )
    except (ValueError, IndexError, etree.LxmlError):
        return None
    heads = [column if isinstance(column, tuple) else (column,) for column in frame.columns]
    if (
        not heads
        or len(frame) < 2
        or any(not isinstance(part, str) for head in heads for part in head)
    ):
        return None
    if len({head[-1].partition(".")[0] for head in heads}) < 2:
        # One header across all is a title.
        return None
    used: set[str] = set()
    names = []
    for head in heads:
        parts = [part for part in dict.fromkeys(head) if not part.startswith("Unnamed: ")]
        # The second column of a name is "name.1" to pandas.
        parts = [part.rpartition(".")[0] if _is_again(part) else part for part in parts]
        # Of several rows of headers that are too long together the last one names the column.
        name = snake(parts[-1] if parts and len(" ".join(parts)) > MAX_JOINED else " ".join(parts))
        names.append(unique(name, used) if name else "")
        used.add(names[-1])
    return names, [[squeezed(str(text)) for text in row] for row in frame.values.tolist()]


def _is_again(part: str) -> bool:
    return part.rpartition(".")[2].isdigit() and bool(part.rpartition(".")[0])


def squeezed(text: str) -> str:
    """A text without white space, of which renderers make more or less."""
    return "".join(text.split())


def tables_on(source: bytes) -> Iterator[str]:
    """The source of each table of a page that holds no other table."""
    try:
        root = lxml_html.document_fromstring(source)
    except (etree.LxmlError, ValueError):
        return
    for table in root.iter("table"):
        if table.find(".//table") is None and len(table.findall(".//tr")) > 2:
            table.tail = None
            yield etree.tostring(table, method="html", encoding="unicode")


def main(arguments: Sequence[str] | None = None) -> None:
    """Count the cells of generated tables, then those of each data set."""
    parser = data_arguments(__doc__, required=False)
    parser.add_argument("--generated", type=int, default=200, help="tables that are generated")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-v", "--verbose", action="store_true", help="print tables that are wrong")
    options = parser.parse_args(arguments)
    chance = random.Random(options.seed)
    sets = {"generated": [generated_table(chance) for _ in range(options.generated)]}
    for data in options.data:
        pages = data.pages(options.limit)
        sets[data.name] = [table for page in pages for table in tables_on(page.html)]
    for name, tables in sets.items():
        total = Cells()
        for source in tables:
            counted = cells_of(source)
            if counted is None or not counted[0]:
                continue
            total.add(*counted)
            if options.verbose and counted[0] > counted[1]:
                print(f"{counted[1]} of {counted[0]}: {escape(source)[:2000]}\n")
        share = total.right / max(1, total.cells)
        print(
            f"{name}: {total.tables} tables, {total.cells} cells, "
            f"{share:.4f} under their headers, {total.whole} tables without a fault"
        )


if __name__ == "__main__":
    main()
