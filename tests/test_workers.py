"""``TREESIM_WORKERS``: processes find what the crawl's own would, and their deaths lose no page."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from crawling import Target, crawl
from hypothesis import given
from hypothesis import strategies as st
from scrapy.http import HtmlResponse, Request
from scrapy.utils.asyncgen import as_async_generator
from scrapy.utils.test import get_crawler

from scrapy_treesim import SiteMemory
from scrapy_treesim.crawl.middleware import FindingsMiddleware
from scrapy_treesim.crawl.reader import KeyTreeSeen, PageReading, Problem, TemplateSeen
from scrapy_treesim.crawl.workers import messages
from scrapy_treesim.crawl.workers import pool as served
from scrapy_treesim.crawl.workers.pool import WorkerDied, WorkerLost, WorkerPool
from scrapy_treesim.items import Item, RecordRow, TemplateRow

pytestmark = [
    pytest.mark.waits,
    pytest.mark.skipif(os.name != "posix", reason="workers need POSIX"),
]


PROJECT = Path(__file__).parents[1] / "example_project"


SITE = PROJECT / "site"


PAGES = sorted(SITE.rglob("*.html"))


LOGGER = "scrapy_treesim.crawl.middleware"


BODY = (SITE / "shop" / "index.html").read_bytes()


def plain(items: list[Any]) -> list[Any]:
    """The findings as plain dicts; the spider's own items come before their page's, whenever."""
    return [dict(one) for one in items if isinstance(one, (Item, RecordRow))]


def told(stats: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in stats.items()
        if name.startswith("treesim/") and name != "treesim/seconds"
    }


def page(url: str = "https://shop.example/", body: bytes = BODY, meta: Any = None) -> Any:
    return messages.PageToRead(url, body, "utf-8", None, meta, False)


def ids_of(pool: WorkerPool) -> list[int]:
    """The numbers of its processes."""
    return [one._process._process.pid for one in pool._workers]


@pytest.fixture
def died() -> list[str]:
    """The ways in which workers of the pool ended."""
    return []


@pytest.fixture
async def pool(died: list[str]) -> AsyncIterator[WorkerPool]:
    """A pool of one worker."""
    pool = WorkerPool(1, {}, died.append)
    yield pool
    await pool.close()


# The same as without


@pytest.mark.parametrize("settings", [{}, {"TREESIM_EMIT": "all", "TREESIM_ARTICLE_FIELDS": "all"}])
async def test_a_crawl_with_workers_finds_what_it_finds_without(settings: dict[str, Any]) -> None:
    one_by_one = {"CONCURRENT_REQUESTS": 1, **settings}
    items, stats = await crawl(*PAGES, **one_by_one)
    again, stats_again = await crawl(*PAGES, TREESIM_WORKERS=2, **one_by_one)
    assert plain(again) == plain(items)
    assert told(stats_again) == told(stats)
    assert any(isinstance(one, Item) and one.kind == "comments" for one in again)


async def test_a_request_may_ask_for_something_else() -> None:
    shop = SITE / "shop" / "index.html"
    targets: list[Target] = [
        (shop, {"treesim": False}),
        (shop, {"treesim": "records"}),
        (shop, {"treesim": {"kinds": ["nope"]}}),
        (shop, {"treesim": {"similar": {"examples": ("li",), "threshold": None}}}),
        (shop, {"treesim": {"similar": {"li"}}}),
    ]
    items, stats = await crawl(*targets, CONCURRENT_REQUESTS=1)
    again, stats_again = await crawl(*targets, CONCURRENT_REQUESTS=1, TREESIM_WORKERS=1)
    # What is no JSON does not go to a worker.
    assert sorted(map(str, plain(again))) == sorted(map(str, plain(items)))
    assert told(stats_again) == told(stats)


async def test_what_workers_learn_of_sites_is_saved(tmp_path: Path) -> None:
    paths = [tmp_path / "one.json", tmp_path / "two.json"]
    for number, path in enumerate(paths, 1):
        pool = WorkerPool(number, {"TREESIM_SITE_MEMORY": str(path)}, print)
        urls = [f"https://shop{n % 3}.example/" for n in range(9)]
        await asyncio.gather(*(pool.read(page(url)) for url in urls))
        assert [one["error"] for one in await pool.close()] == [""] * number
    one, two = (json.loads(path.read_text("utf-8")) for path in paths)
    assert one == two
    assert len(SiteMemory.load(paths[1])) == 3


# In order


async def test_readings_come_in_the_order_they_were_asked_for() -> None:
    pool = WorkerPool(2, {}, print)
    long = b"<p>some text of a page that takes a while, and more of it</p>" * 20_000
    done: list[str] = []

    async def read(url: str, body: bytes) -> None:
        await pool.read(page(url, body))
        done.append(url)

    urls = ["https://slow.example/", *(f"https://quick{n}.example/" for n in range(9))]
    bodies = [long, *[BODY] * 9]
    await asyncio.gather(*map(read, urls, bodies))
    await pool.close()
    assert done == urls


# Deaths


async def test_a_worker_that_is_killed_loses_no_page(pool: WorkerPool, died: list[str]) -> None:
    first = await pool.read(page())
    asked = [asyncio.create_task(pool.read(page(f"https://shop.example/{n}"))) for n in range(6)]
    await asyncio.sleep(0)
    os.kill(ids_of(pool)[0], signal.SIGKILL)
    readings = await asyncio.gather(*asked)
    assert died == ["signal 9"]
    assert [len(one.findings["records"]) for one in readings] == [12] * 6
    assert len(first.findings["records"]) == 12


async def test_a_page_that_takes_too_long_ends_its_worker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []

    def died(why: str) -> None:
        told.append(why)
        monkeypatch.undo()

    pool = WorkerPool(1, {"TREESIM_KINDS": "records"}, died)
    try:
        await pool.read(page())
        # Stopped, it does not answer at all.
        os.kill(ids_of(pool)[0], signal.SIGSTOP)
        monkeypatch.setattr(served, "MAX_SECONDS", 0.1)
        asked = [pool.read(page(f"https://shop.example/{name}")) for name in ("hangs", "other")]
        assert all(one.findings for one in await asyncio.gather(*asked))
    finally:
        await pool.close()
    assert told == ["no answer in 0.1 seconds"]


def wait_for_the_end(id: int) -> None:
    """Hold up the loop until a worker has ended."""
    os.waitid(os.P_PID, id, os.WEXITED | os.WNOWAIT)


async def test_a_page_that_two_workers_end_with_is_given_up_and_no_other(
    pool: WorkerPool, died: list[str]
) -> None:
    await pool.read(page())
    broken = replace(page(), moment=NoMoment())
    ending = asyncio.create_task(pool.read(broken))
    other = asyncio.create_task(pool.read(page("https://shop.example/other")))
    with pytest.raises(WorkerDied, match="exit code 1"):
        await ending
    assert (await other).findings
    assert died == ["exit code 1"] * 2


async def test_a_page_that_was_answered_is_not_blamed_for_the_next(
    pool: WorkerPool, died: list[str]
) -> None:
    await pool.read(page())
    broken = replace(page(), moment=NoMoment())
    asked = [asyncio.create_task(pool.read(one)) for one in (page(), broken)]
    await asyncio.sleep(0)
    # The loop is busy while the worker answers and ends; then it sends before it listens.
    wait_for_the_end(ids_of(pool)[0])
    asked.append(asyncio.create_task(pool.read(page())))
    first, second, third = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(first, PageReading)
    assert isinstance(second, WorkerDied)
    assert isinstance(third, PageReading)
    assert died == ["exit code 1"] * 2


async def test_a_worker_that_ends_when_it_has_no_page_is_none_of_the_next_ones_fault(
    pool: WorkerPool, died: list[str]
) -> None:
    for _ in range(served.MAX_UNREADY + 1):
        await pool.read(page())
        os.kill(ids_of(pool)[0], signal.SIGKILL)
        wait_for_the_end(ids_of(pool)[0])
    with pytest.raises(WorkerDied):
        await pool.read(replace(page(), moment=NoMoment()))
    assert died == ["signal 9"] * (served.MAX_UNREADY + 1) + ["exit code 1"] * 2


SLOW_TO_END = """
import os, sys, time
os.close(int(sys.argv[1]))
open("hung-up", "wb").close()
while not os.path.exists("end"):
    time.sleep(0.01)
sys.exit(7)
"""


async def test_the_crawl_goes_on_while_a_worker_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(served, "_START", SLOW_TO_END)
    pool = WorkerPool(1, {}, print)
    reading = asyncio.create_task(pool.read(page()))
    while not Path("hung-up").exists():
        await asyncio.sleep(0.01)
    # Many times the loop comes round before it has ended.
    for _ in range(100):
        await asyncio.sleep(0.005)
    Path("end").touch()
    with pytest.raises(WorkerLost, match="exit code 7"):
        await reading
    await pool.close()


@pytest.mark.parametrize("begun", [True, False])
async def test_a_worker_that_hangs_does_not_hold_up_the_end_of_the_crawl(
    begun: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = WorkerPool(1, {}, print)
    if begun:
        await pool.read(page())
    monkeypatch.setattr(served, "MAX_CLOSING", 0.1)
    monkeypatch.setattr(served, "PATIENCE", 0.1)
    (id,) = ids_of(pool)
    os.kill(id, signal.SIGSTOP)
    assert await asyncio.wait_for(pool.close(), 60) == [{}]
    assert not is_running(id)


async def test_what_is_no_message_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    deep = "'[' * 100_000 + ']' * 100_000"
    for said in (f"b'\\0\\3\\r\\x40' + bytes(8) + ({deep}).encode()", "b'\\xff' * 100"):
        monkeypatch.setattr(
            served, "_START", f"import os, sys; os.write(int(sys.argv[1]), {said}); input()"
        )
        pool = WorkerPool(1, {}, print)
        with pytest.raises(WorkerLost, match="an invalid answer"):
            await pool.read(page())
        await pool.close()


class NoMoment:
    """A moment that no worker can read."""

    def isoformat(self) -> str:
        return "never"


async def test_a_crawl_counts_the_page_that_ends_its_workers(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def ended(self: WorkerPool, asked: Any) -> PageReading:
        raise WorkerDied("signal 11")

    monkeypatch.setattr(WorkerPool, "read", ended)
    items, stats = await crawl(*PAGES[:2], TREESIM_WORKERS=1)
    assert stats["treesim/failed/worker/WorkerDied"] == stats["treesim/failed"] == 2
    assert not any(isinstance(one, Item) for one in items)
    assert len(items) == 2


async def test_where_no_worker_can_be_started_the_crawl_reads_by_itself(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(served, "_START", "import sys; sys.exit(3)")
    caplog.set_level(logging.WARNING, LOGGER)
    items, _ = await crawl(*PAGES[:3], TREESIM_WORKERS=2, CONCURRENT_REQUESTS=1)
    assert plain(items) == plain((await crawl(*PAGES[:3], CONCURRENT_REQUESTS=1))[0])
    said = [one.getMessage() for one in caplog.records if one.name == LOGGER]
    assert said == [
        "treesim reads pages without workers: 3 workers in a row ended before they began with a"
        " page: exit code 3"
    ]


async def test_who_waits_for_workers_that_are_ended_is_told() -> None:
    pool = WorkerPool(2, {}, print)
    sites = ["https://a.example/", "https://b.example/"]
    asked = [asyncio.create_task(pool.read(page(f"{site}{n}"))) for site in sites for n in range(6)]
    await asyncio.sleep(0)
    pool.kill()
    told = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 60)
    assert {type(one) for one in told} == {WorkerLost}


@pytest.mark.parametrize("number", [0, 1])
async def test_a_meta_that_is_nested_too_deeply_costs_its_page_alone(number: int) -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    targets: list[Target] = [(PAGES[0], {"treesim": {"similar": deep}}), PAGES[0]]
    items, stats = await crawl(*targets, TREESIM_WORKERS=number)
    assert stats["treesim/failed/meta/RecursionError"] == stats["treesim/failed"] == 1
    assert any(isinstance(one, Item) for one in items)
    assert len([one for one in items if isinstance(one, dict)]) == 2


async def test_what_is_no_json_does_not_go_to_a_worker(pool: WorkerPool) -> None:
    round: list[Any] = []
    round.append(round)
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for meta in (round, deep, {1, 2}):
        with pytest.raises(TypeError):
            await pool.read(page(meta=meta))


def test_without_a_running_loop_a_middleware_reads_by_itself() -> None:
    crawler = get_crawler(
        settings_dict={"TWISTED_REACTOR_ENABLED": False, "TREESIM_WORKERS": 1, "TREESIM_MIX": True}
    )
    ours = FindingsMiddleware.from_crawler(crawler)
    response = HtmlResponse(
        "https://shop.example/", body=BODY, request=Request("https://s.example")
    )
    ours.process_spider_input(response)

    async def output() -> list[Any]:
        given: AsyncIterator[Any] = as_async_generator([])
        return [one async for one in ours.process_spider_output(response, given)]  # type: ignore

    with pytest.raises(StopIteration) as ended:
        output().send(None)
    assert len(ended.value.value) == 12


def test_workers_end_with_their_crawl(tmp_path: Path) -> None:
    script = tmp_path / "crawls.py"
    script.write_text(
        "import asyncio\n"
        "from scrapy_treesim.crawl.workers.pool import WorkerPool\n"
        "from scrapy_treesim.crawl.workers.messages import PageToRead\n"
        "async def main():\n"
        "    pool = WorkerPool(2, {}, print)\n"
        "    page = PageToRead('https://a.example/', b'<p>a', 'utf-8', None, None, False)\n"
        "    await pool.read(page)\n"
        "    print(*(one._process._process.pid for one in pool._workers), flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())\n",
        "utf-8",
    )
    environment = {**os.environ, "PYTHONPATH": str(PROJECT.parent)}
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=environment
    ) as crawling:
        assert crawling.stdout is not None
        ids = [*map(int, crawling.stdout.readline().split())]
        assert len(ids) == 2
        crawling.kill()
    waited = time.monotonic() + 120
    while any(map(is_running, ids)):
        assert time.monotonic() < waited
        time.sleep(0.05)


def is_running(id: int) -> bool:
    try:
        os.kill(id, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{id}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


# Messages


TEXTS = st.text(st.characters(exclude_categories=()), max_size=20)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | TEXTS,
    lambda each: st.lists(each, max_size=3) | st.dictionaries(TEXTS, each, max_size=3),
    max_leaves=6,
)


@given(TEXTS, st.dictionaries(TEXTS, PLAIN, max_size=3), st.binary(max_size=12))
def test_a_reading_comes_back_as_it_was(text: str, values: dict[str, Any], identity: bytes) -> None:
    reading = PageReading(
        findings={"records": [RecordRow(values, identity)], "template": [TemplateRow(values)]},
        counts={"treesim/pages": 1},
        problems=[Problem("article", "KeyError", text, text)],
        key_trees=[KeyTreeSeen(text, 2, 0.5, 0.25)],
        template=TemplateSeen([text, "b"], "b", 0.5, {text: [text]}),
        oversized=3,
        next_url=text,
        seconds=0.5,
    )
    message = messages.reading_message(reading)
    length, behind = messages.LENGTHS.unpack(message[: messages.LENGTHS.size])
    assert (len(message) - messages.LENGTHS.size, behind) == (length, 0)
    found = messages.reading_of(messages.unpacked(message[messages.LENGTHS.size :]))
    assert found == reading
    (row,) = found.findings["records"]
    assert isinstance(row, RecordRow)
    assert row.identity == identity


@pytest.mark.parametrize("values", [None, [], {}, {"findings": 1}, {"findings": {"a": [[1]]}}])
def test_what_is_no_reading_is_refused(values: Any) -> None:
    with pytest.raises(ValueError, match="no reading of a page"):
        messages.reading_of(values)
