"""CSV feeds for spreadsheets: what a page wrote is text in them, and never a formula."""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import BytesIO
from numbers import Number
from typing import Any, Final

from scrapy.exporters import CsvItemExporter

# The inspector's export.js has the same expressions, written the same.
UNSEEN: Final = (
    r"""[\0-\x20"'\x7f-\xa0\xad\u034f\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000"""
    r"""\ufe00-\ufe0f\ufeff]*"""
)
"""White space, unseen characters and quotation marks: some spreadsheets drop what leads a cell."""
SIGN: Final = r"""[=@\uff1d\uff20\t\n\r]|[-+\uff0d\uff0b](?![0-9., ]*%?(?![\s\S]))"""
"""How a formula begins; numbers, shares and telephone numbers begin otherwise."""
_FORMULA: Final = re.compile(f"(?:{UNSEEN})(?:{SIGN})")


def plain_cell(value: Any) -> Any:
    """A cell's value as a spreadsheet reads it; what looks like a formula gets an apostrophe first.

    Numbers, ``None`` and all other text stay as they are.

    >>> plain_cell('=HYPERLINK("https://evil.example")')
    '\\'=HYPERLINK("https://evil.example")'
    >>> plain_cell(-3.5), plain_cell("-3.5"), plain_cell("Iron pan")
    (-3.5, '-3.5', 'Iron pan')
    """
    if value is None or isinstance(value, Number):
        return value
    text = value if isinstance(value, str) else str(value)
    return f"'{text}" if _FORMULA.match(text) else value


class SafeCsvItemExporter(CsvItemExporter):
    """Scrapy's exporter of CSV, its cells and column names made plain by :func:`plain_cell`.

    ``FEED_EXPORTERS = {"csv": "scrapy_treesim.feeds.SafeCsvItemExporter"}`` makes it the one of all
    CSV feeds of a project; under another name it is the one of feeds with that ``format``.
    """

    def __init__(self, file: BytesIO, *args: Any, **kwargs: Any) -> None:
        super().__init__(file, *args, **kwargs)
        # All that is written goes through it, the line of column names too.
        self.csv_writer: Any = _PlainWriter(self.csv_writer)


class _PlainWriter:
    """A ``csv.writer`` of plain cells."""

    def __init__(self, writer: Any) -> None:
        self._writer = writer

    def writerow(self, row: Iterable[Any]) -> None:
        self._writer.writerow([plain_cell(value) for value in row])

    def writerows(self, rows: Iterable[Iterable[Any]]) -> None:
        for row in rows:
            self.writerow(row)
