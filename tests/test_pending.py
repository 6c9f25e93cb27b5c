"""The store of pages that are of no template: durable, bounded, shared, each page once."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import zlib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapy_treesim.templates.store import pending
from scrapy_treesim.templates.store.pending import Added, PendingStore, PendingStoreError
from scrapy_treesim.values.addresses import site_of


def body(number: int, size: int = 0) -> bytes:
    """A page of that number, with so many bytes that do not get smaller."""
    noise = b"".join(
        zlib.crc32(b"%d %d" % (number, k)).to_bytes(4, "big") for k in range(size // 4)
    )
    return b"<p>page %d</p><!--%s-->" % (number, noise)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pending.sqlite"


def urls(store: PendingStore, site: str | None = None) -> list[str]:
    pages = (page.url for page in store.pages())
    return [url for url in pages if site in (None, site_of(url))]


def test_pages_come_back_as_they_were_the_oldest_first(path: Path) -> None:
    given = [(f"https://a.example/{n}", body(n, 100)) for n in range(100)]
    with PendingStore(path) as store:
        for url, html in given:
            assert store.add(url, html, "cp1251") == Added(True)
    with PendingStore(path) as store:
        found = [*store.pages()]
        assert [(page.url, page.body) for page in found] == given
        assert {page.encoding for page in found} == {"cp1251"}
        assert len({page.key for page in found}) == len(store) == 100


def test_pages_learned_from_are_removed(path: Path) -> None:
    with PendingStore(path) as store:
        for n in range(6):
            store.add(f"https://a.example/{n}", body(n))
        keys = [page.key for page in store.pages()]
        assert store.remove([*keys[:4], keys[0], "999"]) == 4
        assert store.remove([]) == 0
        assert urls(store) == ["https://a.example/4", "https://a.example/5"]
        assert [*store.read(keys[3:5])] == [*store.pages()][:1]
        # A key is never another page's.
        store.remove(keys[4:])
        store.add("https://a.example/new", body(9))
        assert not {page.key for page in store.pages()} & set(keys)


def test_the_oldest_page_of_the_largest_site_makes_room(path: Path) -> None:
    with PendingStore(path, max_pages=6) as store:
        store.add("https://small.example/", body(1000))
        for n in range(5):
            assert store.add(f"https://big.example/{n}", body(n)) == Added(True)
        assert store.add("https://big.example/5", body(5)) == Added(True, 1)
        assert store.add("https://other.example/", body(2000)) == Added(True, 1)
        assert store.sites() == {"big.example": 4, "other.example": 1, "small.example": 1}
        assert urls(store, "big.example") == [f"https://big.example/{n}" for n in range(2, 6)]


def test_bytes_are_bounded_as_pages_are(path: Path) -> None:
    with PendingStore(path, max_bytes=20_000) as store:
        for n in range(40):
            store.add(f"https://a.example/{n}", body(n, 2_000))
        assert 5 <= len(store) <= 10
        assert store.add("https://a.example/large", body(99, 15_000)).dropped > 3
        assert store.add("https://a.example/huge", body(99, 30_000)) == Added(False)
        assert "https://a.example/huge" not in urls(store)
    assert path.stat().st_size < 100_000


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 30), st.integers(0, 900))),
    st.integers(1, 8),
    st.integers(500, 4_000),
)
def test_the_bounds_hold_and_sums_are_those_of_the_pages(
    tmp_path_factory: pytest.TempPathFactory,
    given: list[tuple[str, int, int]],
    pages: int,
    size: int,
) -> None:
    path = tmp_path_factory.mktemp("p") / "p.sqlite"
    with PendingStore(path, pages, size) as store:
        kept = dropped = 0
        for site, number, length in given:
            added = store.add(
                "" if number > 25 else f"http://{site}/{number}", body(number, length)
            )
            kept += added.stored
            dropped += added.dropped
        held = [*store.pages()]
        assert len(held) == len(store) <= pages
        assert sum(len(zlib.compress(page.body, 1)) for page in held) <= size
        assert len({page.body for page in held}) == len(held) <= kept - dropped
        assert sum(store.sites().values()) == len(held)
        assert Counter(page.url[7:8] for page in held) == store.sites()
        assert store.remove(page.key for page in held) == len(held)
        assert store.sites() == {}


ADD = """
import sys
from scrapy_treesim.templates.store.pending import PendingStore
start, stop = int(sys.argv[2]), int(sys.argv[3])
with PendingStore(sys.argv[1], wait=600) as store:
    for n in range(start, stop):
        store.add(f"https://{n % 3}.example/{n}", b"<p>page %d</p>" % n)
        print(n, flush=True)
"""


def started(path: Path, start: int, stop: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", ADD, str(path), str(start), str(stop)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.waits
def test_several_processes_write_to_one_file(path: Path) -> None:
    writers = [started(path, start, start + 60) for start in (0, 40, 100)]
    for writer in writers:
        writer.communicate()
        assert writer.returncode == 0
    with PendingStore(path) as store:
        assert len(store) == 160
        assert {page.body for page in store.pages()} == {b"<p>page %d</p>" % n for n in range(160)}


@pytest.mark.waits
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("after", [1, 50, 333])
def test_a_killed_process_loses_no_page_that_was_acknowledged(path: Path, after: int) -> None:
    writer = started(path, 0, 10**9)
    assert writer.stdout is not None
    acknowledged = [int(writer.stdout.readline()) for _ in range(after)]
    os.kill(writer.pid, signal.SIGKILL)
    acknowledged += map(int, writer.stdout.read().split())
    writer.stdout.close()
    assert writer.wait() == -signal.SIGKILL
    with PendingStore(path) as store:
        held = {page.body for page in store.pages()}
        assert held >= {b"<p>page %d</p>" % n for n in acknowledged}
        assert len(held) <= len(acknowledged) + 1
        assert store.add("https://a.example/after", body(5)).stored


def test_a_file_that_is_something_else_is_left_as_it_is(path: Path) -> None:
    path.write_text("Not a database, but long enough to have been one. " * 40)
    before = path.read_bytes()
    with pytest.raises(PendingStoreError, match="cannot hold pages: file is not a database"):
        PendingStore(path)
    assert path.read_bytes() == before
    other = path.with_name("other.sqlite")
    database = sqlite3.connect(other)
    database.execute("CREATE TABLE mine (x)")
    database.close()
    with pytest.raises(PendingStoreError, match="another program's database"):
        PendingStore(other)


def test_a_file_of_a_newer_version_is_refused(path: Path) -> None:
    PendingStore(path).close()
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 3")
    database.close()
    with pytest.raises(PendingStoreError, match="made by a newer scrapy-treesim"):
        PendingStore(path)


def test_a_folder_that_there_is_not(tmp_path: Path) -> None:
    with pytest.raises(PendingStoreError, match="there is no folder"):
        PendingStore(tmp_path / "none" / "p.sqlite")
    with pytest.raises(PendingStoreError, match="cannot be opened"):
        PendingStore(tmp_path)


@pytest.mark.parametrize(
    "damage", ["body = x'00'", "body = 'text'", "body = 5", "url = x'ff'", "encoding = x'ff'"]
)
def test_a_page_that_is_damaged_is_told_of(path: Path, damage: str) -> None:
    with PendingStore(path) as store:
        store.add("https://a.example/", body(1), "utf-8")
        database = sqlite3.connect(path)
        database.execute(f"UPDATE pages SET {damage}")
        database.commit()
        database.close()
        with pytest.raises(PendingStoreError, match="is damaged"):
            [*store.pages()]


# Values seen


def test_values_are_remembered_the_latest_of_each_address(path: Path) -> None:
    with PendingStore(path) as store:
        store.seen.remember(
            "http://a.example/1", "a.example/1", {"name": "Pan", "sizes": ["1", "2"]}
        )
        store.seen.remember("http://a.example/2", "a.example/1", {"name": "Pot"})
        store.seen.remember("http://a.example/1", "a.example/1", {"name": "Big pan"})
        store.seen.remember("http://a.example/3", "a.example/1", {"long": "x" * 2_000})
        store.seen.remember("", "a.example/1", {"name": "Lid"})
    with PendingStore(path) as store:
        assert [(one.url, one.template, one.fields) for one in store.seen.pages()] == [
            ("http://a.example/2", "a.example/1", {"name": ("Pot",)}),
            # What is no longer found there may be looked for elsewhere.
            ("http://a.example/1", "a.example/1", {"name": ("Big pan",), "sizes": ("1", "2")}),
        ]
        store.seen.remember("http://a.example/1", "a.example/2", {"name": "Big pan"})
        assert [one.fields for one in store.seen.pages()][-1] == {"name": ("Big pan",)}
        assert len(store) == 0


def test_values_are_bounded_by_template(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pending, "MAX_OF_TEMPLATE", 3)
    monkeypatch.setattr(pending, "MAX_SEEN", 5)
    monkeypatch.setattr(pending, "COUNTED_EVERY", 1)
    with PendingStore(path) as store:
        for number in range(10):
            for template in ("a/1", "a/2"):
                store.seen.remember(f"http://a/{template}/{number}", template, {"n": str(number)})
        assert [one.url for one in store.seen.pages()] == [
            f"http://a/{template}/{number}" for number in (7, 8, 9) for template in ("a/1", "a/2")
        ][1:]


@pytest.mark.parametrize("said", ["[]", "{", '{"a": "b"}', '{"a": [1]}', '{"a": []}', b"\xff"])
def test_a_row_that_is_none_is_passed_over(path: Path, said: str | bytes) -> None:
    with PendingStore(path) as store:
        store.seen.remember("http://a/1", "a/1", {"name": "Pan"})
        store.seen.remember("http://a/2", "a/1", {"name": "Pot"})
    database = sqlite3.connect(path)
    database.execute("UPDATE seen SET fields = ? WHERE url = 'http://a/1'", (said,))
    database.commit()
    database.close()
    with PendingStore(path) as store:
        assert [one.url for one in store.seen.pages()] == ["http://a/2"]
