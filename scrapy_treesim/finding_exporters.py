"""Scrapy's exporters of JSON lines and of XML, as feeds of findings use them."""

from __future__ import annotations

from typing import Any

from itemadapter import ItemAdapter
from scrapy.exporters import JsonLinesItemExporter, XmlItemExporter
from scrapy.utils.python import to_bytes

from scrapy_treesim.item import Item, Row


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
