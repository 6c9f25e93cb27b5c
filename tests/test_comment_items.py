"""The items that comments become: plain values, as feeds want them."""

from __future__ import annotations

import csv
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from crawling import crawl

from scrapy_treesim import Page, comments
from scrapy_treesim.findings.as_items import comment_values, items_of
from scrapy_treesim.items import CommentItem

SITE = Path(__file__).parents[1] / "example_project" / "site"
THREAD = SITE / "forum" / "thread-1033.html"
REVIEWS = SITE / "shop" / "cast-iron-griddle-28-cm.html"
CHINESE = SITE / "news-zh" / "yeban-gongjiao.html"
TRUTH: dict[str, dict[str, Any]] = json.loads((SITE / "TRUTH.json").read_text("utf-8"))


def items_on(path: Path) -> list[CommentItem]:
    page = Page(path.read_bytes(), url=f"https://site.example/{path.name}")
    return [*items_of(CommentItem, comments(page), page.url)]


@pytest.mark.parametrize("name", [name for name in TRUTH if name.endswith(".html")])
def test_every_page_of_the_example_site_has_its_comments_and_no_others(name: str) -> None:
    assert [item.author for item in items_on(SITE / name)] == TRUTH[name]["comment_authors"]


def test_quotations_are_a_list_and_stars_and_votes_numbers() -> None:
    quoting = [item for item in items_on(THREAD) if item.quotes]
    assert len(quoting) == 2
    assert type(quoting[0].quotes) is list
    assert "I do not intend to." in quoting[0].quotes[0]
    assert [item.rating for item in items_on(REVIEWS)] == [5, 5, 4, 5, 2, 5, 4, 5]
    assert items_on(CHINESE)[0].score == 227
    assert {item.rating for item in items_on(THREAD)} == {None}


def test_values_are_those_of_the_item_and_plain() -> None:
    page = Page(THREAD.read_bytes())
    found = comments(page)
    for values, item in zip(
        map(comment_values, found), items_of(CommentItem, found, ""), strict=True
    ):
        of_page = {"url": "", "kind": "comments", "role": "main", "page_kind": None}
        assert {**of_page, **values} == asdict(item)
        assert json.loads(json.dumps(values)) == values


async def test_a_csv_file_has_a_column_for_each_field(tmp_path: Path) -> None:
    feed = tmp_path / "comments.csv"
    await crawl(
        THREAD,
        TREESIM_KINDS="comments",
        TREESIM_COMMENTS_FIELDS="all",
        FEEDS={feed.as_uri(): {"format": "csv", "item_classes": [CommentItem]}},
    )
    with feed.open(encoding="utf-8", newline="") as lines:
        rows = [*csv.DictReader(lines)]
    assert len(rows) == 11
    assert set(rows[0]) == {*CommentItem.__dataclass_fields__}
    assert (rows[0]["is_first_post"], rows[0]["parent"], rows[1]["parent"]) == ("True", "", "0")
