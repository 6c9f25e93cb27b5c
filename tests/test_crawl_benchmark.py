"""The benchmark of a crawl's speed: its pages, their server, one measured crawl, and its table."""

from __future__ import annotations

import asyncio
import gzip
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kind_pages import article, goods_list

from benchmarks.crawl_speed import (
    SELECTOR,
    SIDES,
    Side,
    bars,
    failures,
    one_crawl,
    over_selector,
    pages_of,
    sides_of,
    table,
)
from benchmarks.generated_pages import dressed, generated_pages
from benchmarks.loop_lag import LoopLag
from benchmarks.page_folder import addresses_of, bodies_of, pages_below, write_pages
from benchmarks.page_server import served

pytestmark = pytest.mark.waits

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def taken(seconds: float, **more: Any) -> dict[str, Any]:
    lag = {"p50": 1.0, "p95": 2.0, "p99": 3.0, "most": 4.0}
    return {"pages": 100, "seconds": seconds, "cpu": seconds, "workers_cpu": 0.0, "served": 100,
            "server_cpu": 0.0, "peak": 1e6, "workers_peak": 0, "lag": lag, "failures": {},
            **more}  # fmt: skip


def test_generated_pages_are_the_same_again_and_of_four_kinds() -> None:
    pages = [*generated_pages(8)]
    assert [page.html for page in pages] == [page.html for page in generated_pages(8)]
    assert all(page.url.startswith(("http://", "https://")) for page in pages)
    assert all(10_000 < len(page.html) < 1_000_000 for page in pages)
    assert [page.id[0] for page in pages] == ["a", "s", "d", "c"] * 2


def test_a_dressed_page_keeps_what_it_says() -> None:
    page = dressed(article(), Random(1))
    for part in ("<title>The ferry returns", "<h1>The ferry returns</h1>", 'class="site-menu"'):
        assert page.count(part) == 1
    assert page.index("site-menu") < page.index("<h1>") < page.index("site-links")


def test_pages_of_any_folder(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "a.html").write_bytes(b"<p>one")
    (tmp_path / "b" / "b.html.gz").write_bytes(gzip.compress(b"<p>two"))
    (tmp_path / "other.txt").write_bytes(b"three")
    found = [("http://pages.example/a.html", b"<p>one"),
             ("http://pages.example/b/b.html.gz", b"<p>two")]  # fmt: skip
    assert [*pages_below(tmp_path, None)] == found
    assert [*pages_of([tmp_path, tmp_path], 2)] == [found[0]] * 2 + [found[1]] * 2


def test_pages_are_written_and_read(tmp_path: Path) -> None:
    assert (
        write_pages(tmp_path, [("https://x.example/a b", b"one"), ("http://y.example", b"")]) == 2
    )
    assert addresses_of(tmp_path) == ["http://x.example/a%20b", "http://y.example"]
    assert bodies_of(tmp_path) == [b"one", b""]


@linux_only
@pytest.mark.parametrize(
    "side", [Side("selector"), Side(settings={"ADDONS": {"scrapy_treesim.Addon": 500}})]
)
def test_a_crawl_is_measured(tmp_path: Path, side: Side) -> None:
    pages, feeds = tmp_path / "pages", tmp_path / "feeds"
    pages.mkdir()
    feeds.mkdir()
    write_pages(pages, [("https://narrows.example/a", article().encode()),
                        ("https://narrows.example/b", goods_list().encode())])  # fmt: skip
    with served(pages) as (port, server):
        asked = {"folder": str(pages), "feeds": str(feeds), "port": port, "pages": 5, "warm": 2,
                 "sample_every": 3}  # fmt: skip
        made = one_crawl(side, asked, [], server)
    assert made["failures"] == {}
    assert made["seconds"] > 0 < made["cpu"]
    assert [pages for pages, _ in made["samples"]] == [3, 6]
    assert made["peak"] >= made["samples"][0][1] > 1_000_000
    assert made["lag"]["p50"] <= made["lag"]["p99"] <= made["lag"]["most"]
    assert (made["items"], made["findings"] > 0) == ((0, True) if side.settings else (7, False))
    written = (feeds / ("article.jsonl" if side.settings else "own.jsonl")).read_text("utf-8")
    assert "The ferry returns" in written
    assert "narrows.example/a" in written


async def test_the_lag_is_how_late_a_callback_is() -> None:
    lag = LoopLag()
    assert lag.milliseconds()["p99"] == 0
    lag.start()
    await asyncio.sleep(0.01)
    lag.stop()
    told = lag.milliseconds()
    lag.seconds = [0.001] * 98 + [0.05, 0.5]
    assert 0 <= told["p50"] <= told["most"]
    assert lag.milliseconds() == {"p50": 1, "p95": 1, "p99": 500, "most": 500}


def test_sides_that_the_package_has() -> None:
    sides, left_out = sides_of(SIDES)
    assert {SELECTOR, "nothing", "default", "article"} <= sides.keys()
    assert sides.keys() | {*left_out} == {*SIDES}
    assert not sides.keys() & {*left_out}


def test_the_table_and_the_bars() -> None:
    rounds = [
        {SELECTOR: taken(1.0), "default": taken(2.0)},
        {SELECTOR: taken(1.0), "default": taken(1.25)},
        {SELECTOR: taken(2.0), "default": taken(2.5, failures={"retry/count": 1})},
    ]
    assert over_selector("default", rounds) == [0.5, 0.8, 0.8]
    row = [cell.strip() for cell in table([SELECTOR, "default"], rounds).splitlines()[3].split("|")]
    assert row[1:5] == ["default", "50 (40 to 80)", "0.80 (0.50 to 0.80)", "0.80"]
    assert [*bars(rounds)] == [
        "default: 0.80 of one selector (meets 0.60), lag p99 3 ms (meets 60)"
    ]
    assert [*failures(rounds)] == ["FAILED in round 3: default: retry/count 1"]
