"""Projects of others with the add-on's line and without: all that was there stays as it was."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from itemadapter import ItemAdapter
from projects import by_rules, item_classes, loader_to_sqlite, page_objects, plain_dicts, to_csv
from projects.shop import HeardExtension, SeenPipeline
from scrapy.crawler import Crawler
from scrapy.settings import Settings

PROJECTS = [plain_dicts, item_classes, loader_to_sqlite, to_csv, by_rules, page_objects]

OF_EACH_RUN = ("elapsed_time_seconds", "start_time", "finish_time", "items_per_minute",
    "responses_per_minute", "memusage/", "log_count/INFO", "log_count/DEBUG")  # fmt: skip
"""Stats that no two crawls share, and those of the lines that say where findings are."""


@pytest.fixture(params=PROJECTS, ids=lambda project: project.Spider.name)
def project(request: pytest.FixtureRequest) -> ModuleType:
    found: ModuleType = request.param
    return found


class Outcome:
    """All that a crawl of a project leaves behind."""

    def __init__(self, folder: Path, stats: dict[str, Any]) -> None:
        paths = [one for one in folder.rglob("*") if one.is_file()]
        names = {one.relative_to(folder).as_posix(): one for one in paths}
        self.own = {name: one.read_bytes() for name, one in names.items() if "treesim" not in name}
        self.findings = {one.stem: one for name, one in names.items() if "treesim" in name}
        self.seen = [*SeenPipeline.items]
        self.told = [*HeardExtension.told]
        self.stats = {
            name: value
            for name, value in stats.items()
            if not name.startswith((*OF_EACH_RUN, "treesim/"))
        }
        self.all_stats = stats


async def run(
    project: ModuleType, folder: Path, monkeypatch: pytest.MonkeyPatch, **settings: Any
) -> Outcome:
    folder.mkdir()
    monkeypatch.chdir(folder)
    SeenPipeline.items.clear()
    HeardExtension.told.clear()
    chosen = {
        "TWISTED_REACTOR_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "LOG_LEVEL": "INFO",
        # The order of what comes in is that of the feeds.
        "CONCURRENT_REQUESTS": 1,
        "EXTENSIONS": {HeardExtension: 1},
        **project.SETTINGS,
        **settings,
    }
    crawler = Crawler(project.Spider, Settings(chosen))
    await crawler.crawl_async()
    return Outcome(folder, dict(crawler.stats.get_stats()))


LINE = {"ADDONS": {"scrapy_treesim.Addon": 500}}


async def test_the_line_changes_nothing_that_was_there(
    project: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = await run(project, tmp_path / "without", monkeypatch)
    with_it = await run(project, tmp_path / "with", monkeypatch, **LINE)
    assert without.stats["item_scraped_count"] >= 5
    assert without.own.keys() >= {str(name) for name in project.SETTINGS.get("FEEDS", {})}
    assert without.findings == {}
    assert with_it.own == without.own
    assert with_it.seen == without.seen
    assert with_it.told == without.told
    assert with_it.stats == without.stats
    written = {name: one.read_bytes().count(b"\n") for name, one in with_it.findings.items()}
    found = {
        kind: with_it.all_stats[f"treesim/items/{kind}"]
        for kind in ("comments", "detail", "records")
        if f"treesim/items/{kind}" in with_it.all_stats
    }
    # Lists of goods, and goods with reviews: no page is an article.
    assert written == found
    assert found["records"] >= 12
    assert "treesim/failed" not in with_it.all_stats


async def test_the_projects_are_what_they_seem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their pipelines would fail on findings, and they drop, stop and store as they should."""
    dicts = await run(plain_dicts, tmp_path / "dicts", monkeypatch)
    assert dicts.stats["item_dropped_count"] > 0
    rules = await run(by_rules, tmp_path / "rules", monkeypatch)
    assert rules.stats["finish_reason"] == "closespider_itemcount"
    await run(loader_to_sqlite, tmp_path / "loader", monkeypatch)
    with sqlite3.connect("goods.sqlite") as base:
        assert base.execute("select count(*) from goods where price > 0").fetchone()[0] > 20
    base.close()


class ValidationPipeline:
    """Adds a key of its own to each item, as validators do."""

    def process_item(self, item: Any) -> Any:
        adapter = ItemAdapter(item)
        missing = [name for name in ("url", "text") if not adapter.get(name)]
        adapter["_validation"] = {"missing": missing}
        return item


@pytest.mark.parametrize("items", ["items", "dict"])
async def test_a_pipeline_may_add_keys_to_mixed_findings(
    items: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipelines = {"ITEM_PIPELINES": {ValidationPipeline: 300, SeenPipeline: 900}}
    mixing = {
        "TREESIM_MIX": True,
        "TREESIM_ITEMS": items,
        "TREESIM_DROP_DUPLICATES": True,
        "TREESIM_EMIT": "all",
        "CLOSESPIDER_ITEMCOUNT": 0,
    }
    mixed = await run(by_rules, tmp_path / "mixed", monkeypatch, **LINE, **pipelines, **mixing)
    assert all("_validation" in item for _, item in mixed.seen)
    assert mixed.own["rows.jsonl"].count(b'"_validation"') == len(mixed.seen)
    assert ({"dict"} == {name for name, _ in mixed.seen}) == (items == "dict")
    found = [item for _, item in mixed.seen if "kind" in item]
    assert {item["kind"] for item in found} >= {"article", "records", "comments"}
    assert not any(event == "failed" for event, _ in mixed.told)
    duplicates = mixed.all_stats["treesim/duplicates"]
    assert duplicates > 0
    counted = sum(
        count for name, count in mixed.all_stats.items() if name.startswith("treesim/items/")
    )
    assert len(found) == counted - duplicates
