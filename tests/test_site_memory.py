"""What a site's saved memory says of columns; pages of one crawl teach one another nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from crawling import crawl
from hypothesis import given
from hypothesis import strategies as st
from kind_pages import goods_list, thread
from trees import examples

from scrapy_treesim import MemoryFileError, Page, SiteMemory, extract, page_kind
from scrapy_treesim.records.over_pages import memory as bounds
from scrapy_treesim.records.over_pages.memory import MAX_CHARS, MAX_LISTS, MAX_SITES, VERSION
from scrapy_treesim.records.table.columns import MAX_COLUMNS

SITE = Path(__file__).parents[1] / "example_project" / "site"
NAMES = "copper kettle,iron pan,oak board,linen bag,wool cap,tin can,slate tray,horn spoon".split(
    ","
)


def goods(*numbers: int, more: str = "", name: str = "goods") -> str:
    """A list of goods, each with something more."""
    rows = (
        f"<li class=card><h3><a href=/p/{n}>{NAMES[n % 8].title()} {n}</a></h3>"
        f"<p class=price>€{n + 1}.50</p>{more.format(n)}</li>"
        for n in numbers
    )
    return f"<html><body><main><ul class={name}>{''.join(rows)}</ul></main></body></html>"


def read(memory: SiteMemory | None, html: str, host: str = "x.example") -> list[str]:
    """The names of the fields of a page's records."""
    records = extract(html, url=f"https://{host}/list", memory=memory)["records"]
    return [*dict.fromkeys(name for record in records for name in record["fields"])]


def learn(memory: SiteMemory, *numbers: int, host: str = "x.example") -> SiteMemory:
    for number in numbers:
        read(memory, goods(*range(number, number + 6)), host)
    return memory


def taught(path: Path, *pages: str) -> SiteMemory:
    """A memory that was saved after these pages."""
    memory = SiteMemory()
    for html in pages:
        assert read(memory, html)
    memory.save(path)
    return SiteMemory.load(path)


# The same items in every order


PAGES = [path for path in sorted(SITE.glob("*/*.html")) if path.parent.name != "odd"]


def address_of(path: Path) -> str:
    return f"https://site.example/{path.relative_to(SITE)}"


@cache
def by_itself(path: Path) -> dict[str, Any]:
    return extract(path, url=address_of(path))


@examples(10)
@given(order=st.permutations(range(0, len(PAGES), 3)))
def test_a_page_yields_the_same_whatever_came_before(order: list[int]) -> None:
    memory = SiteMemory()
    for path in (PAGES[number] for number in order):
        assert extract(path, url=address_of(path), memory=memory) == by_itself(path)


async def test_a_crawl_yields_the_same_in_any_order_and_with_any_number_of_workers(
    tmp_path: Path,
) -> None:
    lists, threads = goods_list(), thread()
    pages = []
    for number in range(6):
        for kind, html in (("list", lists), ("thread", threads)):
            page = tmp_path / f"{kind}-{number}.html"
            # No class name tells one kind from the other.
            page.write_text(html.replace(" class=", " data-was="), "utf-8")
            pages.append(page.as_uri().replace("file://", "file://localhost"))
    found = []
    for seed, workers in ((0, 0), (1, 0), (2, 2)):
        Random(seed).shuffle(pages)
        items, _ = await crawl(*pages, TREESIM_WORKERS=workers)
        found.append(sorted(json.dumps(dict(item), default=str) for item in items))
    assert found[0] == found[1] == found[2]
    assert sum('"kind": "comments"' in line for line in found[0]) >= 6


def test_lists_of_a_host_make_no_list_of_a_thread() -> None:
    memory = learn(SiteMemory(), *range(6))
    with pytest.deprecated_call():
        kind = page_kind(Page(thread(), url="https://x.example/t"), memory=memory)
    assert kind == page_kind(Page(thread(), url="https://x.example/t"))
    assert kind.kind == "thread"


# What is saved counts


COLUMN: Any = ["li/h3", "title", False, 3]


def file_of(lists: Any, host: str = "x.example") -> str:
    return json.dumps({"version": VERSION, "sites": {host: lists}})


KEY = "ul.goods/li.card"
NAME, PRICE = "li.card/h3/a/text/text()", "price()"


def remembering(path: Path, *columns: list[Any]) -> SiteMemory:
    """A memory with such columns of the goods."""
    path.write_text(file_of({KEY: [*columns]}), "utf-8")
    return SiteMemory.load(path)


def test_a_column_has_the_name_that_most_saved_pages_give_it(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    assert read(taught(path, goods(*range(6))), goods(*range(6))) == ["title", "url", "price"]
    memory = remembering(path, [NAME, "title", False, 2], [NAME, "product", False, 3])
    assert read(memory, goods(*range(6))) == ["product", "url", "price"]
    assert read(memory, goods(*range(6)), "other.example") == ["title", "url", "price"]


def test_of_two_columns_of_one_name_the_one_of_more_pages_has_it(tmp_path: Path) -> None:
    columns = [NAME, "name", False, 2], ["li.card/h3/a/@href", "name", False, 5]
    memory = remembering(tmp_path / "memory.json", *columns)
    records = extract(goods(*range(6)), url="https://x.example/", memory=memory)["records"]
    assert records[0]["fields"]["name"] == "https://x.example/p/0"
    assert "Copper Kettle 0" in records[0]["fields"].values()


def test_a_list_stays_a_list_on_pages_with_one_value(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    html = goods(*range(6), more="<p class=tags><i class=tag>no {}</i></p>")
    taught(path, html)
    path.write_text(path.read_text("utf-8").replace("false", "true"), "utf-8")
    fields = [
        extract(html, url="https://x.example/", memory=memory)["records"][0]["fields"]
        for memory in (None, SiteMemory.load(path))
    ]
    assert [one["tags"] for one in fields] == ["no 0", ["no 0"]]


def test_what_was_learned_since_counts_once_it_is_saved(tmp_path: Path) -> None:
    memory = taught(tmp_path / "memory.json", goods(*range(6)))
    page = Page(goods(*range(6)), url="https://new.example/")
    extract(page, memory=memory)
    (key,) = memory._learned["new.example"]
    assert memory.columns(page, key) == {}
    memory.save(tmp_path / "memory.json")
    assert {column.name for column in memory.columns(page, key).values()} >= {"title", "price"}


@pytest.mark.parametrize("url", ["", "/relative", "mailto:a@b", "http://[", "file:///a/b.html"])
def test_of_pages_without_a_host_nothing_is_remembered(url: str) -> None:
    memory = SiteMemory()
    extract(Page(goods(*range(6)), url=url), memory=memory)
    assert len(memory) == 0


# Saved and loaded


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    memory = learn(SiteMemory(), 0, 1)
    learn(memory, 2, host="www.two.example")
    memory.save(path)
    loaded = SiteMemory.load(str(path))
    assert loaded._saved == memory._saved
    assert [*loaded._saved] == ["x.example", "two.example"]
    assert repr(loaded) == "<SiteMemory of 2 sites>"
    assert [one.name for one in tmp_path.iterdir()] == ["memory.json"]


@examples(15)
@given(order=st.permutations(range(6)), cut=st.integers(0, 6))
def test_pages_count_the_same_in_any_order_and_by_anybody(
    order: list[int], cut: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("memory")
    learn(SiteMemory(), *range(6)).save(folder / "whole.json")
    for part in (order[:cut], order[cut:]):
        memory = SiteMemory()
        learn(memory, *part).save(folder / "parts.json")
    whole, parts = (json.loads((folder / f"{one}.json").read_text()) for one in ("whole", "parts"))
    assert whole == parts


def test_a_memory_is_counted_once_however_often_it_is_saved(tmp_path: Path) -> None:
    path, other = tmp_path / "memory.json", tmp_path / "other.json"
    memory = learn(SiteMemory(), 0, 1)
    for _ in range(3):
        memory.save(path)
    before = path.read_bytes()
    learn(memory, 2).save(path)
    memory.save(other)
    assert other.read_bytes() == path.read_bytes() != before
    path.unlink()
    memory.save(path)
    assert other.read_bytes() == path.read_bytes()


def test_what_is_no_memory_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    memory = learn(SiteMemory(), 0)
    memory.save(path)
    path.write_text("[]")
    with pytest.raises(MemoryFileError, match="holds no site memory"):
        memory.save(path)
    assert path.read_text() == "[]"


# How much is remembered


def test_no_more_is_remembered_than_the_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "MAX_SITES", 3)
    monkeypatch.setattr(bounds, "MAX_LISTS", 2)
    path = tmp_path / "memory.json"
    memory = SiteMemory()
    for letter in "abcd":
        for name in "uvw":
            read(memory, goods(*range(6), name=f"{name}-list"), f"{letter}.example")
    memory.save(path)
    sites = json.loads(path.read_text())["sites"]
    assert [*sites] == ["b.example", "c.example", "d.example"]
    assert {tuple(lists) for lists in sites.values()} == {
        ("ul.v-list/li.card", "ul.w-list/li.card")
    }


def test_names_of_any_length_are_bounded(tmp_path: Path) -> None:
    long = "w" * 40_000
    rows = "".join(f"<li><h3>{n}</h3><b class={long}>{n} of it</b></li>" for n in NAMES)
    memory = SiteMemory()
    read(memory, f"<html><body><ul class={long}>{rows}</ul>")
    memory.save(tmp_path / "memory.json")
    assert (tmp_path / "memory.json").stat().st_size < 2 * MAX_CHARS


def test_a_file_is_no_larger_than_one_that_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "memory.json"
    memory = SiteMemory()
    for number in range(5):
        learn(memory, number, host=f"h{number}.example")
    memory.save(path)
    assert len(SiteMemory.load(path)) == 5
    most = path.stat().st_size - 1
    monkeypatch.setattr(bounds, "MAX_BYTES", most)
    assert f"is larger than {most:,} bytes: delete it to start afresh" in refused(path)
    path.unlink()
    memory.save(path)
    assert [*SiteMemory.load(path)._saved] == [f"h{number}.example" for number in range(1, 5)]


def test_a_host_that_is_none_spoils_no_file(tmp_path: Path) -> None:
    memory = SiteMemory()
    for host in ("\udcff.example", '\x00"'):
        read(memory, goods(*range(6)), host)
    memory.save(tmp_path / "memory.json")
    assert len(SiteMemory.load(tmp_path / "memory.json")) == len(memory)


LEARN = """
import sys
sys.path[:0] = sys.argv[1:2]
from pathlib import Path
from test_site_memory import learn
from scrapy_treesim import SiteMemory
path, first = Path(sys.argv[2]), int(sys.argv[3])
for number in range(first, first + 5):
    learn(SiteMemory.load(path), number).save(path)
"""


@pytest.mark.waits
def test_processes_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    SiteMemory().save(path)
    command = [sys.executable, "-c", LEARN, str(Path(__file__).parent), str(path)]
    processes = [subprocess.Popen([*command, str(first)]) for first in (0, 5)]
    assert [process.wait() for process in processes] == [0, 0]
    whole = learn(SiteMemory(), *range(10))
    assert SiteMemory.load(path)._saved == whole._learned


# Files of others


def refused(path: Path) -> str:
    """The one line that says why."""
    with pytest.raises(MemoryFileError) as caught:
        SiteMemory.load(path)
    assert isinstance(caught.value, ValueError)
    line = str(caught.value)
    assert str(path) in line
    assert len(line.splitlines()) == 1
    assert len(line) < 1_000 + len(str(path))
    return line


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "No such file" in refused(tmp_path / "memory.json")
    refused(tmp_path)


def test_such_a_file_would_be_read(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    path.write_text(file_of({"ul/li": [COLUMN]}))
    page = Page("<p>", url="https://x.example/")
    assert SiteMemory.load(path).columns(page, "ul/li") == {"li/h3": ("title", False)}


@pytest.mark.parametrize("version", range(VERSION))
def test_a_file_of_an_older_version_is_refused(version: int, tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    path.write_text(json.dumps({"version": version, "sites": {}}))
    assert f"version {version}, not {VERSION}" in refused(path)


BROKEN: dict[str, str | bytes] = {
    "empty": "",
    "no text": b"\xff\xfe\x00\x80" * 100,
    "cut short": file_of({"ul/li": [COLUMN]})[:-9],
    "no sites": json.dumps({"version": VERSION}),
    "a site that is null": file_of(None),
    "a host without end": file_of({}, "h" * 1_000),
    "a host twice": file_of({}).replace('"x.example":', '"x.example": null, "x.example":'),
    "too many sites": json.dumps(
        {"version": VERSION, "sites": {f"{n}.example": {} for n in range(MAX_SITES + 1)}}
    ),
    "too many lists": file_of({f"ul{n}/li": [] for n in range(MAX_LISTS + 1)}),
    "too many columns": file_of({"ul/li": [COLUMN] * (MAX_COLUMNS + 1)}),
    "columns are null": file_of({"ul/li": None}),
    "a column of less": file_of({"ul/li": [COLUMN[:3]]}),
    "a column without a path": file_of({"ul/li": [[None, *COLUMN[1:]]]}),
    "a flag that is none": file_of({"ul/li": [["li", "title", 1, 3]]}),
    "pages beyond all counting": file_of({"ul/li": [["li", "title", False, 10**400]]}),
    "half a character": file_of({"ul/li": [["li", "\udcff", False, 3]]}),
    "lists in a site": f'{{"version": {VERSION}, "sites": {{"x.example": {"[" * 100_000}',
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_or_foreign_file_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    text = BROKEN[name]
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    assert "delete it to start afresh" in refused(path)
