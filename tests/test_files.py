"""Every format of files: what was written is read again, and what was spoiled is used or refused.

``TREESIM_EXAMPLES=5000`` spoils more of them, at random.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest
from file_strategies import (
    as_lines,
    example_files,
    key_tree_files,
    mutated,
    site_memory_files,
    template_files,
)
from hypothesis import given
from hypothesis import strategies as st
from kind_pages import goods_list
from template_site import HOST, product, templates, url_of
from trees import examples

from scrapy_treesim import (
    KeyTreeFileError,
    KeyTrees,
    MemoryFileError,
    Page,
    SiteMemory,
    TemplateFileError,
    Templates,
    find_records,
    page_kind,
    records,
    similar,
)
from scrapy_treesim.inspector.labels.example_file import LabelFile, TemplatePages
from scrapy_treesim.templates.drift import DriftWatch
from scrapy_treesim.templates.eject import EjectedTemplate, eject_fields, module_of
from scrapy_treesim.templates.labels.label_examples import ExampleFileError, read_entries
from scrapy_treesim.templates.labels.labelling import label
from scrapy_treesim.templates.rules import LabelError
from scrapy_treesim.templates.store.pending import PendingStore, PendingStoreError

T = TypeVar("T")

PRODUCT = product(3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("files")


@pytest.fixture(scope="module", autouse=True)
def hasty() -> Iterator[None]:
    """What is lost if the machine goes down is lost: disks are slow."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda file: None)
        yield


def read(load: Callable[[Path], T], path: Path, refusal: type[Exception]) -> T | None:
    """What is in a file; None where it is refused as it should be, in one line with its name."""
    try:
        return load(path)
    except refusal as error:
        said = str(error)
        assert str(path) in said
        assert len(said.splitlines()) == 1
        assert len(said) < 800 + 2 * len(str(path))
        return None


def written(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value), "utf-8")
    return path


# Site memory


def use_memory(memory: SiteMemory, path: Path) -> None:
    for url in (f"https://{HOST}/new", "https://other.example/"):
        page = Page(goods_list(), url=url)
        assert sum(page_kind(page, memory=memory).probabilities.values()) == pytest.approx(1)
        lists = [region.records for region in records(page)]
        for records_of_one, region in zip(lists, memory.regions(page, lists), strict=True):
            names = [column.name for column in region.table(page, records_of_one).columns]
            assert len(names) == len({*names})
    memory.save(path)
    again = path.with_name("again.json")
    again.unlink(missing_ok=True)
    memory.save(again)
    assert SiteMemory.load(again)._sites == memory._sites


@examples(60)
@given(site_memory_files())
def test_a_file_of_site_memory_is_read_used_and_written(folder: Path, value: Any) -> None:
    path = written(folder / "memory.json", value)
    memory = SiteMemory.load(path)
    assert len(memory) == len(value["sites"])
    use_memory(memory, path)


@examples(150)
@given(mutated(site_memory_files()))
def test_a_spoiled_file_of_site_memory_is_used_or_refused(folder: Path, data: bytes) -> None:
    path = folder / "memory.json"
    path.write_bytes(data)
    memory = read(SiteMemory.load, path, MemoryFileError)
    if memory is not None:
        use_memory(memory, path)


# Key trees

LIST = (
    f"<ul class=goods>{'<li><a href=/x><img></a><h3>Lamp</h3><p class=price>€ 9</p></li>' * 4}</ul>"
)


def use_key_trees(trees: KeyTrees, path: Path) -> None:
    page = Page(LIST, url=f"https://{HOST}/list")
    trees.for_url(page.url)
    for one in trees.named:
        assert all(0 <= record.similarity <= 1 for record in find_records(page, one.key).records)
        similar(page, one.key)
    trees.save(path)
    again = KeyTrees.load(path)
    assert [one.name for one in again.named] == [one.name for one in trees.named]
    assert [one.key.examples for one in again.named] == [one.key.examples for one in trees.named]


@examples(40)
@given(key_tree_files())
def test_a_file_of_key_trees_is_read_used_and_written(folder: Path, value: Any) -> None:
    path = written(folder / "trees.json", value)
    trees = KeyTrees.load(path)
    assert [one.name for one in trees.named] == [*value["key_trees"]]
    use_key_trees(trees, path)


@examples(100)
@given(mutated(key_tree_files()))
def test_a_spoiled_file_of_key_trees_is_used_or_refused(folder: Path, data: bytes) -> None:
    path = folder / "trees.json"
    path.write_bytes(data)
    trees = read(KeyTrees.load, path, KeyTreeFileError)
    if trees is not None:
        use_key_trees(trees, path)


# Templates


def use_templates(path: Path) -> None:
    found = Templates.load(path)
    page = Page(PRODUCT, url_of("goods", 3))
    found.extract(page)
    watch = DriftWatch(found)
    for one in found:
        watch.matched(one, url_of("goods", 3), 1.0, ("name",))
        if one.fields:
            code = module_of([EjectedTemplate(one, eject_fields(one.fields, [page]))], "both")
            compile(code, "ejected.py", "exec")
    found.joined([*found][:1]).save(path)
    again = Templates.load(path)
    assert [one.id for one in again][: len(found)] == [one.id for one in found]
    before = path.read_bytes()
    again.save(path)
    assert path.read_bytes() == before


@examples(25)
@given(template_files())
def test_a_file_of_templates_is_read_used_and_written(folder: Path, value: Any) -> None:
    path = written(folder / "templates.json", value)
    assert [one.id for one in Templates.load(path)] == [one["id"] for one in value["templates"]]
    use_templates(path)


@examples(80)
@given(mutated(template_files()))
def test_a_spoiled_file_of_templates_is_used_or_refused(folder: Path, data: bytes) -> None:
    path = folder / "templates.json"
    path.write_bytes(data)
    if read(Templates.load, path, TemplateFileError) is not None:
        use_templates(path)


# Labelled examples


def use_examples(path: Path) -> None:
    page = Page(PRODUCT, url_of("goods", 3))
    for entry in read_entries(path):
        with suppress(LabelError, ExampleFileError):
            label(templates(), [entry.labelled(page)])
    file = LabelFile(path, TemplatePages([]))
    file.put(url_of("goods", 77), "name", "Lamp", ["/html/body/main/h1"])
    assert file.entries()[-1].fields["name"] == "Lamp"
    file.drop("name", [url_of("goods", 77)])
    assert len(read_entries(path)) == len(file.entries())


@examples(40)
@given(example_files(), st.booleans())
def test_a_file_of_examples_is_read_used_and_written(
    folder: Path, values: list[Any], is_list: bool
) -> None:
    path = folder / "examples.jsonl"
    path.write_text(json.dumps(values) if is_list else as_lines(values), "utf-8")
    assert [dict(entry.fields) for entry in read_entries(path)] == [v["fields"] for v in values]
    use_examples(path)


@examples(120)
@given(mutated(example_files()) | mutated(example_files(), as_lines))
def test_a_spoiled_file_of_examples_is_used_or_refused(folder: Path, data: bytes) -> None:
    path = folder / "examples.jsonl"
    path.write_bytes(data)
    if read(read_entries, path, ExampleFileError) is not None:
        use_examples(path)


# Pages of no template

_CELLS = st.sampled_from(
    (None, 0, -1, 1 << 62, 1.5, float("inf"), "", "x", "utf-8", "\0", b"", b"\xff", b"x\x9c" * 9)
)
_COLUMNS = {
    "pages": ("id", "site", "url", "encoding", "hash", "body"),
    "sites": ("site", "pages", "stored"),
}


def use_store(path: Path) -> None:
    with PendingStore(path, max_pages=3) as store:
        assert len(store) >= 0
        keys = []
        for page in store.pages():
            keys.append(page.key)
            with suppress(ValueError):
                page.page().text()
        store.remove(keys[:1])
        store.add("https://c.example/", b"<p>new")


@pytest.fixture(scope="module")
def store(folder: Path) -> Path:
    """A file of three pages."""
    path = folder / "whole.sqlite"
    with PendingStore(path) as store:
        for number in range(3):
            store.add(f"https://{'ab'[number % 2]}.example/{number}", b"<p>page %d" % number)
    return path


def put(path: Path, data: bytes) -> Path:
    for one in path.parent.glob(f"{path.name}*"):
        one.unlink()
    path.write_bytes(data)
    return path


@examples(80)
@given(
    st.lists(
        st.sampled_from([(table, one) for table, of in _COLUMNS.items() for one in of]).flatmap(
            lambda place: st.tuples(st.just(place), _CELLS, st.booleans())
        ),
        min_size=1,
        max_size=3,
    )
)
def test_rows_that_were_spoiled_are_used_or_refused(
    folder: Path, store: Path, changes: list[tuple[tuple[str, str], Any, bool]]
) -> None:
    path = put(folder / "pending.sqlite", store.read_bytes())
    database = sqlite3.connect(path)
    database.execute("PRAGMA synchronous = OFF")
    for (table, column), cell, of_all in changes:
        first = "" if of_all else f" WHERE rowid = (SELECT min(rowid) FROM {table})"
        if table == "sites":
            first = "" if of_all else " WHERE site = 'a.example'"
        with suppress(sqlite3.Error):
            database.execute(f"UPDATE {table} SET {column} = ?{first}", (cell,))
    database.commit()
    database.close()
    with suppress(PendingStoreError, sqlite3.Error):
        use_store(path)


@examples(60)
@given(st.lists(st.tuples(st.integers(0, 1 << 16), st.integers(1, 255)), min_size=1, max_size=9))
def test_a_store_of_which_bytes_were_flipped_is_used_or_refused(
    folder: Path, store: Path, flips: list[tuple[int, int]]
) -> None:
    data = bytearray(store.read_bytes())
    for at, by in flips:
        data[at % len(data)] ^= by
    path = put(folder / "pending.sqlite", bytes(data))
    with suppress(PendingStoreError, sqlite3.Error):
        use_store(path)
