"""The add-on from end to end: a crawl of local pages into items."""

from __future__ import annotations

from pathlib import Path

import pytest
from crawling import crawl
from scrapy.settings import Settings

from scrapy_treesim import Addon
from scrapy_treesim.items import ArticleItem, CommentItem, RecordItem

SITE = Path(__file__).parents[1] / "example_project" / "site"


async def test_one_line_in_settings_yields_article_comments_and_records() -> None:
    items, stats = await crawl(
        SITE / "blog" / "night-train-to-vestmar.html", SITE / "shop" / "index.html"
    )
    articles = [item for item in items if isinstance(item, ArticleItem)]
    comments = [item for item in items if isinstance(item, CommentItem)]
    records = [item for item in items if isinstance(item, RecordItem)]
    own = [item for item in items if isinstance(item, dict)]

    (post,) = articles
    assert post.headline == "Notes from the night train to Vestmar"
    assert post.url.endswith("night-train-to-vestmar.html")
    assert "leaves from the far end of platform nine" in post.text
    assert "markdown" not in post
    assert (post.date, post.language, post.author) == ("2024-04-20", "en", "Dov Hartigan")
    assert comments[0].author == "Signe Norrby"
    assert comments[0].time == "2024-04-20T11:49:00"
    assert comments[0].date == "2024-04-20T11:49:00"
    assert comments[0].text.startswith("I have been taking this train")
    answer = comments[2]
    assert (answer.author, answer.parent, answer.depth) == ("Signe Norrby", 1, 1)
    assert answer.permalink == f"{answer.url}#comment-1152"
    assert len(records) == 12
    assert all(record.url.endswith("shop/index.html") for record in records)
    kinds = {(item.page_kind, item.kind) for item in (post, *comments, *records)}
    assert kinds == {("article", "article"), ("article", "comments"), ("list", "records")}
    assert len(own) == 2
    assert stats["treesim/pages"] == 2
    assert "treesim/failed" not in stats


def test_the_provider_is_added_where_scrapy_poet_is_switched_on() -> None:
    provider = pytest.importorskip("scrapy_treesim.poet").FindingsProvider
    for own, expected in (
        ({}, None),
        ({"ADDONS": {"scrapy_poet.Addon": 300}}, {provider: 1500}),
        ({"ADDONS": {"scrapy_poet.Addon": 300}, "SCRAPY_POET_PROVIDERS": {provider: 9}},
         {provider: 9}),
    ):  # fmt: skip
        settings = Settings(own)
        Addon().update_settings(settings)
        assert settings.get("SCRAPY_POET_PROVIDERS") == expected
