"""Scrapy's exporters as findings want them: CSV without formulas, JSON lines, XML."""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import BytesIO
from numbers import Number
from typing import Any, Final

from itemadapter import ItemAdapter
from scrapy.exporters import CsvItemExporter, JsonLinesItemExporter, XmlItemExporter
from scrapy.utils.python import to_bytes

from scrapy_treesim.item import Item, Row

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


class FindingLinesExporter(JsonLinesItemExporter):
    """Writes the lines that Scrapy's exporter writes, byte for byte.

    The values of findings are JSON as they are; to ask each field how it wants to be written takes
    most of the time that writing takes.
    """

    def export_item(self, item: Any) -> None:
        """Write one line."""
        values = self._plain(item) if self.fields_to_export is None else None
        if values is None:
            super().export_item(item)
        else:
            self.file.write(to_bytes(f"{self.encoder.encode(values)}\n", self.encoding))

    @staticmethod
    def _plain(item: Any) -> dict[str, Any] | None:
        """The values of a finding that has what the others have."""
        if isinstance(item, Item):
            return item.carried_values()
        return item if isinstance(item, Row) else None


class FindingXmlExporter(XmlItemExporter):
    """Leaves out what a finding has not, where Scrapy's exporter writes the word ``None``."""

    def export_item(self, item: Any) -> None:
        """Write one element."""
        super().export_item(_without_none(ItemAdapter(item).asdict()))


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_none(one) for name, one in value.items() if one is not None}
    return [_without_none(one) for one in value] if isinstance(value, list) else value
