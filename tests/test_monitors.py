"""Monitors of Spidermon on crawls of the example's pages."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from crawling import crawl

pytest.importorskip("spidermon")

from scrapy.settings import Settings
from spidermon.runners import MonitorRunner

from scrapy_treesim.crawl.monitors import FindingsMonitorSuite

# Spidermon logs by Spider.log().
pytestmark = pytest.mark.filterwarnings("ignore::scrapy.exceptions.ScrapyDeprecationWarning")

SHOP = Path(__file__).parents[1] / "example_project" / "site" / "shop"
SUITE = "scrapy_treesim.crawl.monitors.FindingsMonitorSuite"


async def outcome(caplog: pytest.LogCaptureFixture, *pages: Path, **settings: Any) -> str:
    """What Spidermon logs of a crawl of some pages."""
    with caplog.at_level(logging.INFO):
        await crawl(
            *pages,
            EXTENSIONS={"spidermon.contrib.scrapy.extensions.Spidermon": 500},
            SPIDERMON_ENABLED=True,
            SPIDERMON_SPIDER_CLOSE_MONITORS=(SUITE,),
            LOG_LEVEL="INFO",
            **settings,
        )
    return caplog.text


async def test_a_good_crawl_passes(caplog: pytest.LogCaptureFixture) -> None:
    wanted = {"SPIDERMON_TREESIM_FINDINGS": {"detail": 0.5}}
    said = await outcome(caplog, SHOP / "ashwood-splitting-hatchet.html", **wanted)
    assert "no drift... OK" in said
    assert "... FAIL" not in said


async def test_findings_and_kinds_that_are_missing_fail(caplog: pytest.LogCaptureFixture) -> None:
    said = await outcome(
        caplog,
        SHOP / "index.html",
        SPIDERMON_TREESIM_FINDINGS={"detail": 0.5},
        SPIDERMON_TREESIM_PAGE_KINDS='{"list": 1.0, "thread": 0.1}',
        SPIDERMON_TREESIM_MAX_DRIFT="0.5",
    )
    assert "detail on 0 of 1 pages, 50% wanted" in said
    assert "thread on 0 of 1 pages, 10% wanted" in said
    assert "list on" not in said


async def test_a_crawl_of_nothing_fails(caplog: pytest.LogCaptureFixture) -> None:
    assert "no page was read for findings" in await outcome(caplog)


class Crawler:
    settings = Settings()


@pytest.mark.parametrize(
    ("stats", "said"),
    [
        ({"treesim/pages": 9, "treesim/failed": 1}, "1 failures on 9 pages"),
        ({"treesim/pages": 9, "treesim/template/drift/a/1": 0.5}, "template/drift/a/1 0.50"),
        ({"treesim/pages": 9, "treesim/key_tree/a/drift": 0.4}, "key_tree/a/drift 0.40"),
        ({"treesim/pages": 9, "treesim/key_tree/a/drift": 0.2, "treesim/failed": 0}, ""),
    ],
)
def test_stats_that_tell_of_trouble_fail(stats: dict[str, float], said: str) -> None:
    runner = MonitorRunner()
    result = runner.run(FindingsMonitorSuite(), stats=stats, crawler=Crawler())
    reasons = [one.error for one in result.monitor_results if one.error]
    assert len(reasons) == bool(said)
    assert said in " ".join(reasons)
