"""The exporter of findings writes what Scrapy's own exporter of JSON lines writes."""

from __future__ import annotations

from datetime import date
from io import BytesIO
from typing import Any

import pytest
from scrapy.exporters import JsonLinesItemExporter

from scrapy_treesim.crawl.feeds import FindingLinesExporter
from scrapy_treesim.items import ArticleItem, RecordItem, RecordRow


def with_added(item: Any, **added: Any) -> Any:
    for name, value in added.items():
        item[name] = value
    return item


def without(item: Any, name: str) -> Any:
    del item[name]
    return item


def an_article(**values: Any) -> ArticleItem:
    return ArticleItem("https://a.example/", "article", "/html", 0.5, **values)


ITEMS = [
    an_article(text="Größe 5 €\u2028", tags=["a", "b"]),
    without(an_article(text="a"), "html"),
    with_added(an_article(), reviewed=date(2026, 1, 2), parts=[{"a": (1, 2)}]),
    RecordItem.holding({"url": "u", "title": "t"}, frozenset(("url", "title"))),
    RecordItem.holding({"url": "u", "text": "t", "kind": "records"}, frozenset(("url", "text"))),
    RecordItem("u", "records", "/a", 1.0, fields={"sizes": ["S", "M"], "name": "x"}),
    RecordRow({"url": "u", "region": 0, "größe": None}),
    {"own": 1},
]


@pytest.mark.parametrize("item", ITEMS, ids=str)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"encoding": "latin-1"},
        {"encoding": "utf-8"},
        {"indent": 2},
        {"fields_to_export": ["url"]},
        {"fields_to_export": {"url": "address"}, "export_empty_fields": True},
    ],
    ids=str,
)
def test_the_line_is_that_of_scrapys_exporter(item: Any, options: dict[str, Any]) -> None:
    written = []
    for exporter_class in (JsonLinesItemExporter, FindingLinesExporter):
        file = BytesIO()
        try:
            exporter_class(file, **options).export_item(item)
        except UnicodeEncodeError as error:
            file.write(str(error).encode())
        written.append(file.getvalue())
    assert written[0] == written[1]
    assert written[0]
