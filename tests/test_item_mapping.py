"""Items in the hands of others: pipelines, exporters and extensions that know nothing of them."""

from __future__ import annotations

import copy
import csv
import json
import pickle
from collections.abc import Callable
from dataclasses import fields
from io import BytesIO
from typing import Any

import pytest
from itemadapter import ItemAdapter
from scrapy.exporters import CsvItemExporter, JsonLinesItemExporter

from scrapy_treesim.items import ArticleItem, CommentItem, Item, RecordItem, TemplateItem

URL = "https://x.example/a"


def items() -> list[Item]:
    """One of each class."""
    return [
        ArticleItem(URL, "article", "/html", 0.9, title="T", text="one\ntwo"),
        RecordItem(URL, "records", "/r", 0.5, title="Iron pan", fields={"title": "Iron pan"}),
        CommentItem(URL, "comments", "/c", 0.5, author="A", text="said", quotes=["q"]),
        TemplateItem(URL, "template", "/html", 0.9, template="x/1", fields={"name": ["a", "b"]}),
    ]


def names_of(item: Item) -> list[str]:
    return [one.name for one in fields(item)]


every_item = pytest.mark.parametrize("item", items(), ids=lambda item: item.kind)


# As a mapping


@every_item
def test_fields_are_keys_in_their_order(item: Item) -> None:
    names = names_of(item)
    assert [*item] == [*item.keys()] == [*dict(item)] == [*{**item}] == names
    assert len(item) == len(names)
    assert [*item.items()] == [(name, getattr(item, name)) for name in names]
    assert [*item.values()] == [item[name] for name in names]
    assert "url" in item
    assert item.get("url") == item["url"] == URL


@every_item
def test_a_field_set_by_key_is_set_as_attribute(item: Item) -> None:
    item = item.copy()
    item["confidence"] = 0.25
    assert item.confidence == 0.25
    item.confidence = 0.75
    assert item["confidence"] == 0.75
    item.update(xpath="/new", checked=True)
    assert (item.xpath, item["checked"]) == ("/new", True)


@every_item
def test_a_key_that_there_is_not_is_a_key_error(item: Item) -> None:
    item = item.copy()
    with pytest.raises(KeyError, match="nope"):
        item["nope"]
    with pytest.raises(KeyError, match="nope"):
        del item["nope"]
    del item["xpath"]
    with pytest.raises(KeyError, match="xpath"):
        item["xpath"]
    with pytest.raises(KeyError, match="xpath"):
        del item["xpath"]


def test_the_name_of_a_method_or_slot_is_a_key_like_others() -> None:
    (item, *_) = items()
    for name in ("keys", "copy", "_added", "__class__"):
        item[name] = name
    assert [item[name] for name in ("keys", "copy", "_added", "__class__")] == [*item][-4:]
    assert [*item.copy()] == [*item]


def test_items_are_equal_where_all_their_keys_are() -> None:
    one, other = items()[0], items()[0]
    assert one == other
    other["checked"] = True
    assert one != other
    one["checked"] = True
    assert one == other
    one["title"] = "Other"
    assert one != other


# Copies


@pytest.mark.parametrize(
    "way",
    [
        copy.copy,
        copy.deepcopy,
        Item.copy,
        *(lambda item, n=n: pickle.loads(pickle.dumps(item, n)) for n in range(2, 6)),
    ],
)
@every_item
def test_a_copy_has_the_same_class_keys_and_order(item: Item, way: Callable[[Item], Item]) -> None:
    item = item.copy()
    item["_validation"] = {"title": ["too short"]}
    del item["xpath"]
    other = way(item)
    assert type(other) is type(item)
    assert other == item
    assert [*other] == [*item]
    other["more"] = 1
    assert "more" not in item


# Through itemadapter, as Scrapy and its extensions handle items


@every_item
def test_an_adapter_reaches_added_keys(item: Item) -> None:
    item = item.copy()
    adapter = ItemAdapter(item)
    adapter["_validation"] = {"title": ["too short"]}
    assert item["_validation"] == adapter["_validation"] == {"title": ["too short"]}
    assert [*adapter.field_names()] == [*adapter.asdict()] == [*names_of(item), "_validation"]
    assert adapter.asdict() == dict(item)
    assert adapter.get_field_meta("_validation") == adapter.get_field_meta("url") == {}
    assert len(adapter) == len(item)
    del adapter["_validation"]
    assert "_validation" not in item


@every_item
def test_the_class_is_one_of_items_with_fields(item: Item) -> None:
    assert ItemAdapter.is_item(item)
    assert ItemAdapter.is_item_class(type(item))
    assert ItemAdapter.get_field_names_from_class(type(item)) == names_of(item)


def exported(exporter: Any, *found: Any) -> str:
    file = BytesIO()
    writer = exporter(file)
    writer.start_exporting()
    for item in found:
        writer.export_item(item)
    writer.finish_exporting()
    # The exporter of CSV wraps the file, and would close it.
    return file.getvalue().decode()


@every_item
def test_exporters_write_added_keys_after_the_fields(item: Item) -> None:
    item = item.copy()
    assert [*json.loads(exported(JsonLinesItemExporter, item))] == names_of(item)
    item["checked"] = True
    assert [*json.loads(exported(JsonLinesItemExporter, item))] == [*names_of(item), "checked"]
    header, row = csv.reader(exported(CsvItemExporter, item).splitlines())
    assert header == [*names_of(item), "checked"]
    assert row[-1] == "True"


def test_lists_and_dicts_are_json_in_cells_of_csv() -> None:
    fields: dict[str, str | list[str]] = {"name": "Töpfe", "sizes": ["S", "M, L"]}
    links = ["https://a.example/?a=1,2", "https://a.example/b"]
    item = RecordItem(URL, "records", "/", 1.0, fields=fields, links=links)
    header, row = csv.reader(exported(CsvItemExporter, item).splitlines())
    cell = dict(zip(header, row, strict=True))
    assert (json.loads(cell["fields"]), json.loads(cell["links"])) == (fields, links)
    assert "Töpfe" in cell["fields"]
    assert json.loads(exported(JsonLinesItemExporter, item))["fields"] == fields


def test_a_pickled_feed_needs_no_add_on_to_be_read() -> None:
    item = RecordItem(
        URL, "records", "/", 1.0, fields={"sizes": ["S"]}, links=["https://a.example/"]
    )
    adapter = ItemAdapter(item)
    for name in ("fields", "links"):
        written = adapter.get_field_meta(name)["serializer"](item[name])
        assert type(pickle.loads(pickle.dumps(written))) in (dict, list)


# On one line


@pytest.mark.parametrize(
    ("item", "shown"),
    [
        (ArticleItem(URL, "article", "/", 1.0, text="a " * 99), f"'{'a ' * 19}a…'"),
        (ArticleItem(URL, "article", "/", 1.0, text=" \n" * 9999 + "a"), "'…'"),
        (RecordItem(URL, "records", "/", 1.0, title="Iron\npan"), "'Iron pan'"),
        (TemplateItem(URL, "template", "/", 1.0, template="x/1"), "'x/1'"),
        (CommentItem(URL, "comments", "/", 1.0), "''"),
    ],
)
def test_a_repr_is_one_short_line(item: Item, shown: str) -> None:
    assert repr(item) == str(item) == f"<{type(item).__name__} {shown} {URL}>"


@pytest.mark.skipif(not hasattr(ItemAdapter, "get_json_schema"), reason="an older itemadapter")
def test_classes_of_items_have_a_schema_of_their_fields() -> None:
    schema = ItemAdapter.get_json_schema(ArticleItem)
    assert schema["properties"]["url"]["type"] == "string"
    assert schema["properties"]["text"]["description"]
