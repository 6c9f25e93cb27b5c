"""The items that comments become: plain values, as feeds want them."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from crawling import crawl
from scrapy import Selector

from scrapy_treesim import Page, comments
from scrapy_treesim.items import CommentItem, comment_items, comment_values

SITE = Path(__file__).parents[1] / "example_project" / "site"
THREAD = SITE / "forum" / "thread-1033.html"
POST = SITE / "blog" / "night-train-to-vestmar.html"
REVIEWS = SITE / "shop" / "cast-iron-griddle-28-cm.html"
CHINESE = SITE / "news-zh" / "yeban-gongjiao.html"
TRUTH: dict[str, dict[str, Any]] = json.loads((SITE / "TRUTH.json").read_text("utf-8"))


def items_of(path: Path) -> list[CommentItem]:
    page = Page(path.read_bytes(), url=f"https://site.example/{path.name}")
    return [*comment_items(comments(page), page.url)]


@pytest.mark.parametrize("name", [name for name in TRUTH if name.endswith(".html")])
def test_every_page_of_the_example_site_has_its_comments_and_no_others(name: str) -> None:
    assert [item.author for item in items_of(SITE / name)] == TRUTH[name]["comment_authors"]


def test_an_item_says_where_it_is_from() -> None:
    items = items_of(POST)
    assert {(item.url, item.kind) for item in items} == {
        ("https://site.example/night-train-to-vestmar.html", "comments")
    }
    assert [item.position for item in items] == [*range(len(items))]
    page = Selector(text=POST.read_text("utf-8"))
    for item in items:
        (element,) = page.xpath(item.xpath)
        assert "".join(item.text.split()) in "".join(
            "".join(element.css("*::text").getall()).split()
        )


def test_a_parent_is_the_position_of_what_is_answered() -> None:
    items = items_of(POST)
    answers = [item for item in items if item.parent is not None]
    assert len(answers) == 4
    for item in items:
        above = None if item.parent is None else items[item.parent]
        assert item.depth == (0 if above is None else above.depth + 1)
    assert items[6].author == "Lotte Greave"
    assert [items[6].parent, items[5].parent] == [5, 4]


def test_addresses_are_absolute() -> None:
    items = items_of(THREAD)
    assert items[0].author_url == "https://site.example/login.html#u20661"
    assert items[0].permalink == "https://site.example/thread-1033.html#post_20661"


def test_a_date_is_in_iso_8601_and_the_time_as_the_page_has_it() -> None:
    first = items_of(THREAD)[0]
    assert first.time is not None
    assert "2024-04-15 11:16" in first.time
    assert first.date == "2024-04-15T11:16:00"
    assert items_of(REVIEWS)[0].date == "2023-05-01"


def test_a_time_relative_to_today_has_no_date() -> None:
    page = re.sub(
        r"<time[^>]*>[^<]* at [^<]*</time>", "<time>2 days ago</time>", POST.read_text("utf-8")
    )
    found = [*comment_items(comments(page), "")]
    assert len(found) == 12
    assert {(item.time, item.date) for item in found} == {("2 days ago", None)}


def test_quotations_are_a_list_and_stars_and_votes_numbers() -> None:
    quoting = [item for item in items_of(THREAD) if item.quotes]
    assert len(quoting) == 2
    assert type(quoting[0].quotes) is list
    assert "I do not intend to." in quoting[0].quotes[0]
    assert [item.rating for item in items_of(REVIEWS)] == [5, 5, 4, 5, 2, 5, 4, 5]
    assert items_of(CHINESE)[0].score == 227
    assert {item.rating for item in items_of(THREAD)} == {None}


def test_only_a_threads_first_post_is_one() -> None:
    assert [item.is_first_post for item in items_of(THREAD)] == [True, *[False] * 10]
    assert not any(item.is_first_post for item in (*items_of(POST), *items_of(REVIEWS)))


def test_html_is_the_text_with_its_tags() -> None:
    for path in (POST, THREAD, REVIEWS):
        for item in items_of(path):
            said = "".join(Page(item.html).text().split())
            assert said == "".join(item.text.split())


def test_values_are_those_of_the_item_and_plain() -> None:
    page = Page(THREAD.read_bytes())
    found = comments(page)
    for values, item in zip(map(comment_values, found), comment_items(found, ""), strict=True):
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
    assert (rows[0]["is_first_post"], rows[1]["parent"]) == ("True", "")
