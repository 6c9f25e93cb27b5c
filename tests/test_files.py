"""Every format of files: what was written is read again, and what was spoiled is used or refused.

``TREESIM_EXAMPLES=5000`` spoils more of them, at random.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
    records,
    similar,
)
from scrapy_treesim.inspector.labels.example_file import LabelFile, TemplatePages
from scrapy_treesim.records.table.columns import table_of
from scrapy_treesim.templates.drift import DriftWatch
from scrapy_treesim.templates.labels.label_examples import ExampleFileError, read_entries
from scrapy_treesim.templates.labels.labelling import label
from scrapy_treesim.templates.rules import LabelError
from scrapy_treesim.templates.rules.ejecting import EjectedTemplate, eject_fields
from scrapy_treesim.templates.rules.module_code import module_of
from scrapy_treesim.templates.store.pending import PendingStore, PendingStoreError

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


# Site memory


def use_memory(path: Path) -> None:
    memory = SiteMemory.load(path)
    for url in (f"https://{HOST}/new", "https://other.example/"):
        page = Page(goods_list(), url=url)
        for region in records(page):
            nodes = [record.nodes for record in region.records]
            table = table_of(page, nodes, memory.columns(page, region.key))
            names = [column.name for column in table.columns]
            assert len(names) == len({*names})
            memory.learn(page, region.key, table.columns)
    memory.save(path)
    again = path.with_name("again.json")
    again.unlink(missing_ok=True)
    memory.save(again)
    assert SiteMemory.load(again)._saved == memory._saved


# Key trees

LIST = (
    f"<ul class=goods>{'<li><a href=/x><img></a><h3>Lamp</h3><p class=price>€ 9</p></li>' * 4}</ul>"
)


def use_key_trees(path: Path) -> None:
    trees = KeyTrees.load(path)
    page = Page(LIST, url=f"https://{HOST}/list")
    trees.for_url(page.url)
    for one in trees.named:
        assert all(0 <= record.similarity <= 1 for record in find_records(page, one.key).records)
        similar(page, one.key)
    trees.save(path)
    again = KeyTrees.load(path)
    assert [one.name for one in again.named] == [one.name for one in trees.named]
    assert [one.key.examples for one in again.named] == [one.key.examples for one in trees.named]


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


# All of them


@dataclass(frozen=True)
class Format:
    """A format: files of it, and what is done with them."""

    files: st.SearchStrategy[Any]
    load: Callable[[Path], Any]
    refusal: type[Exception]
    use: Callable[[Path], None]
    names: Callable[[Any], list[Any]]
    """What a file's value names."""
    loaded: Callable[[Any], list[Any]]
    """The same of what was loaded."""
    writers: tuple[Callable[[Any], str], ...] = (json.dumps,)


FORMATS = {
    "site memory": Format(
        site_memory_files(), SiteMemory.load, MemoryFileError, use_memory,
        lambda value: [site for site, lists in value["sites"].items() if lists],
        lambda memory: [*memory._saved],
    ),
    "key trees": Format(
        key_tree_files(), KeyTrees.load, KeyTreeFileError, use_key_trees,
        lambda value: [*value["key_trees"]], lambda trees: [one.name for one in trees.named],
    ),
    "templates": Format(
        template_files(), Templates.load, TemplateFileError, use_templates,
        lambda value: [one["id"] for one in value["templates"]],
        lambda found: [one.id for one in found],
    ),
    "examples": Format(
        example_files(), read_entries, ExampleFileError, use_examples,
        lambda values: [one["fields"] for one in values],
        lambda entries: [dict(entry.fields) for entry in entries],
        (json.dumps, as_lines),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
@examples(40)
@given(drawn=st.data())
def test_a_file_is_read_used_and_written(folder: Path, name: str, drawn: st.DataObject) -> None:
    form, path = FORMATS[name], folder / "whole.json"
    value = drawn.draw(form.files)
    path.write_text(drawn.draw(st.sampled_from(form.writers))(value), "utf-8")
    assert form.loaded(form.load(path)) == form.names(value)
    form.use(path)


@pytest.mark.parametrize("name", FORMATS)
@examples(120)
@given(drawn=st.data())
def test_a_spoiled_file_is_used_or_refused(folder: Path, name: str, drawn: st.DataObject) -> None:
    form, path = FORMATS[name], folder / "spoiled.json"
    path.write_bytes(drawn.draw(st.one_of(*(mutated(form.files, one) for one in form.writers))))
    if is_read(form, path):
        form.use(path)


def is_read(form: Format, path: Path) -> bool:
    """Whether a file is read, or else refused as it should be, in one line with its name."""
    try:
        form.load(path)
    except form.refusal as error:
        said = str(error)
        assert str(path) in said
        assert len(said.splitlines()) == 1
        assert len(said) < 800 + 2 * len(str(path))
        return False
    return True


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
