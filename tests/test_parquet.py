"""Parquet as a format of feeds: one typed table of whatever items there are."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from crawling import crawl
from hypothesis import given
from hypothesis import strategies as st

from scrapy_treesim.crawl.feeds import feeds_of
from scrapy_treesim.crawl.parquet import ParquetItemExporter
from scrapy_treesim.items import ArticleItem, DetailItem, Item, RecordItem, RecordRow

pytest.importorskip("pyarrow")

SHOP = Path(__file__).parents[1] / "example_project" / "site" / "shop"
GOODS = SHOP / "ashwood-splitting-hatchet.html"
GZIP = ["scrapy.extensions.postprocessing.GzipPlugin"]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def table_of(source: Any) -> Any:
    parquet: Any = import_module("pyarrow.parquet")
    return parquet.read_table(source)


def exported(*items: Any, **options: Any) -> Any:
    """The table that the exporter makes of items."""
    file = BytesIO()
    exporter = ParquetItemExporter(file, **options)
    exporter.start_exporting()
    for item in items:
        exporter.export_item(item)
    exporter.finish_exporting()
    return table_of(BytesIO(file.getvalue()))


def types_of(table: Any) -> dict[str, str]:
    return {column.name: str(column.type) for column in table.schema}


def article(**values: Any) -> ArticleItem:
    return ArticleItem("https://a.example/", "article", "/html", 0.5, **values)


async def test_any_feed_may_be_parquet() -> None:
    feeds: dict[str, Any] = {"%(kind)s.parquet": {}, "all.parquet": {}}
    own: dict[str, Any] = {
        "mixed.parquet": {"format": "parquet", "overwrite": True},
        "packed.gz": {"format": "parquet", "postprocessing": GZIP, "overwrite": True},
    }
    for _ in range(2):
        items, _ = await crawl(SHOP / "index.html", GOODS, TREESIM_FEEDS=feeds, FEEDS=own)
    records, details = table_of("records.parquet"), table_of("detail.parquet")
    assert records.num_rows == sum(isinstance(item, RecordItem) for item in items)
    assert details.num_rows == sum(isinstance(item, DetailItem) for item in items) == 1
    assert table_of("all.parquet").num_rows == len(items) - 2
    mixed = table_of("mixed.parquet").to_pylist()
    assert [row["own"] for row in mixed] == [dict(item).get("own") for item in items]
    assert mixed == table_of(BytesIO(gzip.decompress(Path("packed.gz").read_bytes()))).to_pylist()
    (detail,) = details.to_pylist()
    (item,) = (item for item in items if isinstance(item, DetailItem))
    assert {name: detail[name] for name in ("name", "price", "currency", "breadcrumbs")} == {
        name: item[name] for name in ("name", "price", "currency", "breadcrumbs")
    }
    assert dict(detail["attributes"]) == item.attributes


async def test_the_projects_own_exporter_of_the_format_stays() -> None:
    own = {"FEED_EXPORTERS": {"parquet": "scrapy.exporters.JsonLinesItemExporter"}}
    feeds = {"a.parquet": {"format": "parquet"}}
    await crawl(GOODS, FEEDS=feeds, TREESIM_FEEDS={"b.parquet": {}}, **own)
    assert Path("a.parquet").read_bytes()[:1] == Path("b.parquet").read_bytes()[:1] == b"{"


def test_fields_of_findings_have_the_types_of_their_class() -> None:
    types = types_of(exported(RecordItem("u", "records", "/a", 1, fields={"a": ["b", "c"]})))
    assert types["fields"] == "map<string, string ('fields')>"
    assert (types["price"], types["reviews"], types["position"]) == ("double", "int64", "int64")
    assert (types["confidence"], types["doubtful"]) == ("double", "list<element: string>")


def test_a_list_in_a_map_is_json() -> None:
    table = exported(RecordItem("u", "records", "/a", 1, fields={"a": ["b", "ü"], "c": "d"}))
    assert table["fields"].to_pylist() == [[("a", '["b", "ü"]'), ("c", "d")]]


@dataclass
class Offer:
    """An item of a project."""

    name: str
    sizes: list[str]


def test_items_of_any_class_share_the_columns_of_all() -> None:
    rows = exported(Offer("pan", ["S"]), {"name": None, "day": date(2026, 1, 2)}, article(tags=[]))
    types = types_of(rows)
    assert [*types][:3] == ["name", "sizes", "day"]
    assert (types["sizes"], types["day"]) == ("list<element: string>", "date32[day]")
    assert rows["name"].to_pylist() == ["pan", None, None]
    assert rows["day"].to_pylist() == [None, date(2026, 1, 2), None]


@pytest.mark.parametrize(
    ("values", "kind", "written"),
    [
        ([1, 2.5], "double", [1.0, 2.5]),
        ([1, None], "int64", [1, None]),
        ([True, 1], "string", ["true", "1"]),
        ([1, "a"], "string", ["1", "a"]),
        ([2**70, 1], "string", [str(2**70), "1"]),
        ([Decimal("1.50"), None], "string", ["1.50", None]),
        ([[1], []], "list<element: int64>", [[1], []]),
        ([[1, "a"]], "string", ['[1, "a"]']),
        ([[], None], "string", ["[]", None]),
        ([{"a": "b"}, {}], "map<string, string ('x')>", [[("a", "b")], []]),
        ([{"a": {"b": 1}}, {}], "string", ['{"a": {"b": 1}}', "{}"]),
        ([None], "string", [None]),
        (["a\ud800"], "string", ["a?"]),
    ],
    ids=str,
)
def test_other_columns_have_the_type_of_their_values(
    values: list[Any], kind: str, written: list[Any]
) -> None:
    table = exported(*({"x": value} for value in values))
    assert (str(table.schema.field("x").type), table["x"].to_pylist()) == (kind, written)


def test_a_field_that_a_pipeline_changed_is_written_too() -> None:
    changed = article()
    changed["confidence"], changed["tags"], changed["text"] = "high", "a", 5
    table = exported(article(tags=["a"]), changed)
    assert table["confidence"].to_pylist() == ["0.5", "high"]
    assert table["tags"].to_pylist() == ['["a"]', "a"]
    assert table["text"].to_pylist()[1] == "5"


def test_chosen_fields_are_the_columns() -> None:
    table = exported(article(text="a"), fields_to_export={"text": "body", "no": "none"})
    assert table.to_pylist() == [{"body": "a", "none": None}]


def test_rows_are_typed_by_their_values() -> None:
    row = RecordRow({"url": "u", "position": 0, "Größe": None, "price": 1.5})
    types = types_of(exported(row))
    assert types == {"url": "string", "position": "int64", "Größe": "string", "price": "double"}


def test_nothing_is_appended_to_a_table() -> None:
    Path("a").write_bytes(b"PAR1")
    with Path("a").open("ab") as file, pytest.raises(ValueError, match="overwrite it, with -O"):
        ParquetItemExporter(file)


def test_an_item_that_cannot_be_kept_spoils_no_other() -> None:
    file = BytesIO()
    exporter = ParquetItemExporter(file)
    exporter.export_item({"title": "first"})
    with pytest.raises(Exception, match="pickle"):
        exporter.export_item({"html": "x" * 70_000, "call": lambda: 1})
    exporter.export_item({"title": "second", "meta": {"price": 1, "k": 2}})
    exporter.finish_exporting()
    assert table_of(BytesIO(file.getvalue())).to_pylist() == [
        {"title": "first", "meta": None},
        {"title": "second", "meta": '{"price": 1, "k": 2}'},
    ]


def test_names_that_are_no_unicode_are_columns_too() -> None:
    assert exported({"\ud800": 1}).to_pylist() == [{"?": 1}]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
async def test_a_table_that_cannot_be_finished_is_counted_and_others_are_written() -> None:
    feeds: dict[str, Any] = {"file:///dev/full": {"format": "parquet"}, "a.parquet": {}}
    _, stats = await crawl(GOODS, TREESIM_FEEDS=feeds)
    assert stats["treesim/failed/feeds/OSError"] == 1
    assert table_of("a.parquet").num_rows == 1


def test_a_table_cannot_be_added_to() -> None:
    with pytest.raises(ValueError, match="leave out its overwrite"):
        list(feeds_of("a.parquet", {"overwrite": False}))


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(st.lists(st.dictionaries(st.sampled_from(["price", "text", "tags", "x"]), VALUES)), VALUES)
def test_no_values_are_too_odd_for_a_table(rows: list[dict[str, Any]], value: Any) -> None:
    items: list[Any] = [*rows, RecordItem("u", "records", "/a", 1.0, fields=value, doubtful=value)]
    items += [article(text=row.get("text"), tags=row.get("tags")) for row in rows]
    assert all(isinstance(item, (dict, Item)) for item in items)
    assert exported(*items).num_rows == len(items)
