"""What a site's pages teach of one another, and how much of it is remembered."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from kind_pages import goods_list
from trees import examples, pages

from scrapy_treesim import MemoryFileError, Page, PageKind, SiteMemory, page_kind, records, similar
from scrapy_treesim.memory import memory as memory_file
from scrapy_treesim.memory import regions as region_bounds
from scrapy_treesim.memory import site as bounds
from scrapy_treesim.memory.memory import VERSION
from scrapy_treesim.memory.regions import MAX_CHARS, MAX_REGIONS
from scrapy_treesim.memory.site import MAX_LOOKS, MAX_NAME, MAX_SITES, Site
from scrapy_treesim.network.weights import KINDS
from scrapy_treesim.records.over_pages.region_key import MAX_FEATURES
from scrapy_treesim.records.table.columns import MAX_COLUMNS


def site_of(memory: SiteMemory, host: str = "x.example") -> Site:
    return memory._sites[host]


def page_of(body: str, number: int = 0, host: str = "x.example") -> Page:
    return Page(f"<html><body>{body}", url=f"https://{host}/{number}")


def goods(number: int, host: str = "x.example") -> Page:
    return Page(goods_list(), url=f"https://{host}/goods/{number}.html")


def read(memory: SiteMemory, page: Page) -> list[list[str]]:
    """Read the kind of a page and its lists; the columns of each list."""
    assert sum(page_kind(page, memory=memory).probabilities.values()) == pytest.approx(1)
    regions = records(page)
    known = memory.regions(page, [one.records for one in regions], [one.key for one in regions])
    tables = [mine.table(page, one.records) for mine, one in zip(known, regions, strict=True)]
    found = [[column.name for column in table.columns] for table in tables]
    assert all(len(names) == len({*names}) for names in found)
    return found


def read_goods(memory: SiteMemory, *numbers: int, host: str = "x.example") -> list[list[str]]:
    """Read as many pages with one list; the columns of each."""
    found = []
    for number in numbers:
        (columns,) = read(memory, goods(number, host))
        found.append(columns)
    return found


def learn(memory: SiteMemory, *numbers: int, host: str = "one.example") -> SiteMemory:
    read_goods(memory, *numbers, host=host)
    return memory


def same(one: PageKind, other: PageKind) -> bool:
    return one.probabilities == pytest.approx(other.probabilities, abs=0.001)


# Who is asked


@pytest.mark.parametrize("url", ["", "/relative", "mailto:a@b"])
def test_pages_that_came_without_a_host_are_one_site(url: str) -> None:
    memory = SiteMemory()
    for _ in range(3):
        page = Page(goods_list(), url=url)
        assert page_kind(page, memory=memory) == page_kind(page)
        read(memory, page)
    assert len(memory) == 1
    assert len(site_of(memory, "").regions.known) == 1


@pytest.mark.parametrize("url", ["http://[", f"https://{'h' * MAX_NAME}.example/"])
def test_a_page_of_no_host_or_one_too_long_is_not_remembered(url: str) -> None:
    memory = SiteMemory()
    for _ in range(3):
        page = Page(goods_list(), url=url)
        assert page_kind(page, memory=memory) == page_kind(page)
        read(memory, page)
    assert not memory._sites


@examples(60)
@given(html=pages())
def test_the_first_page_is_read_as_alone_whatever_it_is(html: str) -> None:
    page = Page(html, url="https://x.example/")
    assert same(page_kind(page, memory=SiteMemory()), page_kind(page))


def test_hosts_are_apart_and_their_case_is_not() -> None:
    memory = SiteMemory()
    read_goods(memory, *range(4), host="one.example")
    assert same(
        page_kind(goods(9, "two.example"), memory=memory), page_kind(goods(9, "two.example"))
    )
    read_goods(memory, 5, host="ada:pw@ONE.example")
    assert len(memory) == 2
    assert len(site_of(memory, "one.example").looks) == 5
    assert len(site_of(memory, "two.example").looks) == 1
    assert not site_of(memory, "two.example").regions.known


# What is learnt


def test_a_page_is_not_among_its_own_like() -> None:
    memory = SiteMemory()
    alone = page_kind(goods(1), memory=memory)
    assert page_kind(goods(1), memory=memory) == alone
    assert page_kind(goods(2), memory=memory) != alone
    assert page_kind(goods(2), memory=memory) == page_kind(goods(2), memory=memory)


# How much is remembered


def test_no_more_of_a_host_is_remembered_than_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MAX_LOOKS", 3)
    monkeypatch.setattr(region_bounds, "MAX_REGIONS", 4)
    memory = SiteMemory()
    for number in range(9):
        letter = "abcdefghi"[number]
        rows = f"<i class={letter}><b class={letter}{letter}>text</b></i>" * 5
        page = page_of(f"<div class={letter}-s>{rows}</div>", number)
        page_kind(page, memory=memory)
        (known,) = memory.regions(page, [similar(page, "i")])
        assert known.number == number
        memory.by_example(page, letter)
    site = site_of(memory)
    assert len(site.looks) == 3
    assert [*site.regions.known] == [5, 6, 7, 8]
    assert [*site.regions.by_example] == [*"fghi"]


# Saved and loaded


def filled(count: int = 4) -> SiteMemory:
    memory = SiteMemory()
    for host in ("one.example", "two.example"):
        learn(memory, *range(count), host=host)
    return memory


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    memory = filled()
    memory.save(tmp_path / "memory.json")
    loaded = SiteMemory.load(str(tmp_path / "memory.json"))
    assert loaded._sites == memory._sites
    for host in memory._sites:
        site = site_of(loaded, host)
        assert [*site.looks] == [*site_of(memory, host).looks]
        assert len(site.looks) == 4
        assert {len(one.log_odds) for one in site.looks.values()} == {len(KINDS)}
        assert [len(region.columns) > 1 for region in site.regions.known.values()] == [True]
    page = goods(9, "one.example")
    assert page_kind(page, memory=memory) == page_kind(page, memory=loaded) != page_kind(page)
    assert read_goods(loaded, 9) == read_goods(memory, 9)
    assert loaded._sites == memory._sites
    assert [path.name for path in tmp_path.iterdir()] == ["memory.json"]


def same_but_for_order(one: Site, other: Site) -> None:
    assert one.looks.keys() == other.looks.keys()
    for address, look in one.looks.items():
        assert look.sketch == other.looks[address].sketch
        # Sums of other processes may be rounded otherwise.
        assert look.log_odds == pytest.approx(other.looks[address].log_odds, abs=0.001)
    assert [*one.regions.known.values()] == [*other.regions.known.values()]
    assert dict(one.regions.by_example) == dict(other.regions.by_example)


def test_what_others_saved_meanwhile_stays(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    learn(SiteMemory(), 0, 1).save(path)
    first, second = SiteMemory.load(path), SiteMemory.load(path)
    learn(learn(first, 2, 3), 4, host="two.example").save(path)
    learn(second, 5, 6).save(path)
    learn(first, 7).save(path)
    learn(first, 8).save(path)
    SiteMemory().save(path)
    alone = learn(learn(SiteMemory(), 0, 1, 2, 3, 5, 6, 7, 8), 4, host="two.example")
    merged = SiteMemory.load(path)
    assert merged._sites.keys() == alone._sites.keys()
    for host, site in alone._sites.items():
        same_but_for_order(site_of(merged, host), site)
    latest = [next(reversed(site_of(one, "one.example").looks)) for one in (merged, first)]
    assert latest[0] == latest[1]
    assert [one.name for one in tmp_path.iterdir()] == ["memory.json"]


def test_a_list_has_the_columns_that_crawls_found_by_themselves(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    row = "<li><h3><a href=/{0}>{0} of it</a></h3><p class=price>€{1}.50</p>{2}</li>"
    found = []
    for crawl, more in enumerate(("<i class=badge>{}</i>", "<b class=stock>{} left</b>", "")):
        memory = SiteMemory.load(path) if crawl == 2 else SiteMemory()
        words = ("kettle", "pan", "board", "bag", "cap")
        rows = [row.format(word, n + 3, more.format(word)) for n, word in enumerate(words)]
        page = Page(f"<ul class=goods>{''.join(rows)}</ul>", url=f"https://x.example/{crawl}")
        known = memory.by_example(page, "goods")
        found.append({one.name for one in known.table(page, similar(page, "li")).columns})
        memory.save(path)
    assert found[2] == found[0] | found[1]
    assert len(found[2]) == len(found[0]) + 1 == len(found[1]) + 1


def test_a_memory_is_saved_once_however_often(tmp_path: Path) -> None:
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


def test_merged_memories_keep_their_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MAX_SITES", 3)
    monkeypatch.setattr(bounds, "MAX_LOOKS", 2)
    monkeypatch.setattr(region_bounds, "MAX_REGIONS", 1)
    path = tmp_path / "memory.json"
    first, second = SiteMemory(), SiteMemory()
    for host in ("a.example", "b.example"):
        learn(first, 0, 1, host=host)
        learn(second, 2, 3, host=host)
        first.by_example(goods(1, host), "before")
        second.by_example(goods(1, host), "goods")
    learn(second, 4, host="c.example")
    learn(second, 5, host="d.example")
    first.save(path)
    second.save(path)
    merged = SiteMemory.load(path)
    assert [*json.loads(path.read_text())["sites"]] == ["b.example", "c.example", "d.example"]
    site = site_of(merged, "b.example")
    assert [*site.looks] == [*site_of(second, "b.example").looks]
    assert len(site.looks) == 2
    assert len(site.regions.known) == 1
    assert [*site.regions.by_example] == ["goods"]


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
    monkeypatch.setattr(memory_file, "MAX_BYTES", most)
    assert f"is larger than {most:,} bytes: delete it to start afresh" in refused(path)
    path.unlink()
    memory.save(path)
    assert [*SiteMemory.load(path)._sites] == [f"h{number}.example" for number in range(1, 5)]


@pytest.mark.parametrize(
    "url",
    [f"https://{'h' * (MAX_NAME - 8)}.example/", "https://\udcff.example/", 'https://\x00"/'],
    ids=["long", "half a character", "signs"],
)
def test_a_host_that_is_none_spoils_no_file(url: str, tmp_path: Path) -> None:
    memory = SiteMemory()
    read(memory, Page(goods_list(), url=url))
    assert len(memory) == 1
    memory.save(tmp_path / "memory.json")
    assert SiteMemory.load(tmp_path / "memory.json")._sites == memory._sites


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
    same_but_for_order(
        site_of(SiteMemory.load(path), "one.example"),
        site_of(learn(SiteMemory(), *range(10)), "one.example"),
    )


def refused(path: Path) -> str:
    """The one line that says why."""
    with pytest.raises(MemoryFileError) as caught:
        SiteMemory.load(path)
    assert isinstance(caught.value, ValueError)
    said = str(caught.value)
    assert str(path) in said
    assert len(said.splitlines()) == 1
    assert len(said) < 1_000 + len(str(path))
    return said


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "No such file" in refused(tmp_path / "memory.json")
    refused(tmp_path)


COLUMNS = [["title", "text", "li/h3", False], ["tags", "text", "li/i", True]]
LOOK: Any = [[0, 7], [3.0, 1.0, -1.0, -1.0, -2.0]]
REGION: Any = [3, "ul/li", [1, 2], COLUMNS]


SITE_JSON = {"looks": {"9": LOOK}, "regions": [REGION], "by_example": {"goods": COLUMNS[:1]}}


def held(**given: Any) -> str:
    return json.dumps({"version": VERSION, "sites": {"x.example": {**SITE_JSON, **given}}})


def look_held(**given: Any) -> str:
    """A file with a look whose sketch or log-odds begin with what is given."""
    sketch, log_odds = ([*one] for one in LOOK)
    sketch[0], log_odds[0] = given.get("sketch", 0), given.get("log_odds", 0.0)
    return held(looks={"3": [sketch, log_odds]})


def test_such_a_file_would_be_read(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    path.write_text(held())
    memory = SiteMemory.load(path)
    site = site_of(memory)
    assert {
        address: [sorted(one.sketch), [*one.log_odds]] for address, one in site.looks.items()
    } == {9: LOOK}
    (region,) = site.regions.known.values()
    assert (region.number, region.key, {*region.shape}) == (3, "ul/li", {1, 2})
    assert [[*astuple(column)] for column in region.columns] == COLUMNS
    assert [*site.regions.by_example] == ["goods"]


@pytest.mark.parametrize("version", range(VERSION))
def test_a_file_of_an_older_version_is_refused(version: int, tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    path.write_text(json.dumps({"version": version, "sites": {}}))
    assert f"version {version}, not {VERSION}" in refused(path)


BROKEN: dict[str, str | bytes] = {
    "empty": "",
    "no text": b"\xff\xfe\x00\x80" * 100,
    "cut short": held()[:-9],
    "no sites": json.dumps({"version": VERSION}),
    "a site that is null": json.dumps({"version": VERSION, "sites": {"x.example": None}}),
    "a host without end": json.dumps({"version": VERSION, "sites": {"h" * 1_000: SITE_JSON}}),
    "a host twice": held().replace('"x.example":', '"x.example": null, "x.example":'),
    "looks in a list": held(looks=[1]),
    "an address beyond all hashes": held(looks={str(1 << 64): LOOK}),
    "an address of many digits": held(looks={"9" * 9_000: LOOK}),
    "half a hash": look_held(sketch=0.5),
    "a hash beyond all counting": look_held(sketch=10**400),
    "log-odds that are no number": look_held(log_odds=float("nan")),
    "log-odds beyond all counting": look_held(log_odds=10**400),
    "a look without kinds": held(looks={"3": [LOOK[0], []]}),
    "a sketch of texts": held(looks={"3": [["div"], LOOK[1]]}),
    "a region of less": held(regions=[[3, "ul/li", [1]]]),
    "a region beyond all counting": held(regions=[[10**400, "ul/li", [1], []]]),
    "columns are null": held(by_example={"goods": None}),
    "a column without a path": held(by_example={"goods": [["title", "text", None, False]]}),
    "half a character": held(looks={"\udcff": LOOK}),
    "lists in a site": f'{{"version": {VERSION}, "sites": {{"x.example": {"[" * 100_000}',
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_or_foreign_file_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    text = BROKEN[name]
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    assert "delete it to start afresh" in refused(path)


def test_no_more_is_loaded_than_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    columns = [[f"c{n}", "text", f"li/a~{n}", False] for n in range(2 * MAX_COLUMNS)]
    long = [[f"c{n}", "text", "a" * (MAX_CHARS // 2) + str(n), False] for n in range(3)]
    many = {
        "looks": {str(n): LOOK for n in range(2 * MAX_LOOKS)},
        "regions": [
            [n, "ul/li", [*range(2 * MAX_FEATURES)], columns] for n in range(2 * MAX_REGIONS)
        ],
        "by_example": {str(n): long for n in range(2 * MAX_REGIONS)},
    }
    sites = {f"h{n}.example": {**SITE_JSON} for n in range(MAX_SITES + 3)}
    sites["last.example"] = many
    path.write_text(json.dumps({"version": VERSION, "sites": sites}))
    memory = SiteMemory.load(path)
    assert len(memory) == MAX_SITES
    site = site_of(memory, "last.example")
    assert [*site.looks] == [*range(MAX_LOOKS, 2 * MAX_LOOKS)]
    latest = [*range(MAX_REGIONS, 2 * MAX_REGIONS)]
    assert [*site.regions.known] == latest
    assert [*site.regions.by_example] == [*map(str, latest)]
    for region in site.regions.known.values():
        assert (len(region.shape), len(region.columns)) == (MAX_FEATURES, MAX_COLUMNS)
    assert {len(one.columns) for one in site.regions.by_example.values()} == {1}
