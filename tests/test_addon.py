"""The add-on from end to end: a crawl of local pages into items."""

from __future__ import annotations

from pathlib import Path

from crawling import crawl

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

    # A list of products reads as an article too, of less confidence.
    assert {article.url.rpartition("/")[2]: article.headline for article in articles} == {
        "night-train-to-vestmar.html": "Notes from the night train to Vestmar",
        "index.html": "All goods",
    }
    post = max(articles, key=lambda article: article.confidence)
    assert "leaves from the far end of platform nine" in post.text
    assert "leaves from the far end of platform nine" in post.markdown
    assert (post.date, post.language, post.author) == ("2024-04-20T00:00:00", "en", None)
    assert comments[0].author == "Signe Norrby"
    assert comments[0].time == "2024-04-20T11:49:00"
    assert comments[0].date == "2024-04-20T11:49:00"
    assert comments[0].text.startswith("I have been taking this train")
    answer = comments[2]
    assert (answer.author, answer.parent, answer.depth) == ("Signe Norrby", 1, 1)
    assert answer.permalink == f"{answer.url}#comment-1152"
    assert sum(record.url.endswith("shop/index.html") for record in records) == 12
    assert len(own) == 2
    assert stats["treesim/pages"] == 2
    assert "treesim/failed" not in stats
