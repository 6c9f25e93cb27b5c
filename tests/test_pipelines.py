"""The item pipelines: main text and comments of any item's HTML, duplicate records dropped."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import pytest
import scrapy
from crawling import PagesSpider, crawl
from itemadapter import ItemAdapter
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem, NotConfigured
from scrapy.utils.test import get_crawler

from scrapy_treesim.crawl import pipelines
from scrapy_treesim.crawl.pipelines import (
    CommentsPipeline,
    DuplicateRecordsPipeline,
    MainTextPipeline,
)
from scrapy_treesim.items import ArticleItem, CommentItem, Item, RecordItem

SITE = Path(__file__).parents[1] / "example_project" / "site"
LOGGER = "scrapy_treesim.crawl.pipelines"

WORDS = "word " * 80
ARTICLE = (
    f"<div><nav><a href='/'>Home</a></nav><div class=body><p>{WORDS}</p><p>The end.</p></div>"
    "<div class=share>Share this!</div></div>"
)
MAIN_TEXT = f"{WORDS.strip()}\nThe end."


SAID = {
    "Lotte": "The ferry was late again, but the coffee on board is better than it used to be.",
    "Matthias": "I went last Sunday and the whole crossing took forty minutes.",
    "Old Tom": "Has anyone tried the night boat? My sister says that it is quiet.",
    "Verity": "We did, in March, and slept through the whole of it.",
    "Dougal S": "They want eleven for a bicycle now. Eleven!",
    "Imogen": "Thank you for writing this down. My grandfather was a pilot there.",
}


def thread(count: int = 6) -> str:
    entries = "".join(
        f"<li><div><div><div><div><section><b>{name}</b><i>{n + 1} days ago</i>"
        f"<p>{said}</p><a href='/r{n}'>Reply</a></section></div></div></div></div></li>"
        for n, (name, said) in enumerate([*SAID.items()][:count])
    )
    return f"<ol>{entries}</ol>"


@dataclass
class Post:
    body: str = ""
    text: str = ""
    comments: list[dict[str, Any]] = field(default_factory=list)


class ScrapyPost(scrapy.Item):
    body = scrapy.Field()
    text = scrapy.Field()
    comments = scrapy.Field()


def crawler_with(**settings: Any) -> tuple[Crawler, dict[str, Any]]:
    crawler = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False, **settings})
    assert crawler.stats is not None
    return crawler, crawler.stats.get_stats()


def main_text(fields: Any, **settings: Any) -> tuple[MainTextPipeline, dict[str, Any]]:
    crawler, stats = crawler_with(TREESIM_MAIN_TEXT_FROM=fields, **settings)
    return MainTextPipeline.from_crawler(crawler), stats


def comment_fields(fields: Any, **settings: Any) -> tuple[CommentsPipeline, dict[str, Any]]:
    crawler, stats = crawler_with(TREESIM_COMMENTS_FROM=fields, **settings)
    return CommentsPipeline.from_crawler(crawler), stats


def items(**values: Any) -> list[Any]:
    return [dict(values), Post(**values), ScrapyPost(**values)]


# Main text


@pytest.mark.parametrize("item", items(body=ARTICLE), ids=lambda item: type(item).__name__)
def test_main_text_takes_the_place_of_the_html(item: Any) -> None:
    pipeline, stats = main_text(["body"])
    assert pipeline.process_item(item) is item
    assert ItemAdapter(item)["body"] == MAIN_TEXT
    assert stats == {"treesim/main_text/fields": 1}


@pytest.mark.parametrize("item", items(body=ARTICLE), ids=lambda item: type(item).__name__)
def test_main_text_goes_to_a_field_of_its_own(item: Any) -> None:
    pipeline, _ = main_text({"body": "text"})
    pipeline.process_item(item)
    assert ItemAdapter(item)["body"] == ARTICLE
    assert ItemAdapter(item)["text"] == MAIN_TEXT


def test_several_fields_are_read() -> None:
    pipeline, stats = main_text({"body": "text", "lead": "lead"})
    item = {"body": ARTICLE, "lead": "<p>A <b>short</b> lead.</p><script>x</script>"}
    assert pipeline.process_item(item) == {
        "body": ARTICLE,
        "text": MAIN_TEXT,
        "lead": "A short lead.",
    }
    assert stats["treesim/main_text/fields"] == 2


def test_where_there_is_no_article_all_text_is_taken() -> None:
    pipeline, _ = main_text(["body"], TREESIM_ARTICLE_METHOD_OPTIONS={"min_confidence": 1})
    item = {"body": "<div><h2>Head</h2><p>One<br>two</p> <script>no()</script><p>three</p></div>"}
    assert pipeline.process_item(item) == {"body": "Head\nOne\ntwo\nthree"}


def test_text_without_markup_stays_text() -> None:
    pipeline, _ = main_text(["body"])
    assert pipeline.process_item({"body": "just   text"}) == {"body": "just text"}


@pytest.mark.parametrize("value", [None, "", "  \n", 5, ["<p>x</p>"], b"<p>x</p>"])
def test_what_is_no_html_is_passed_over(value: Any) -> None:
    pipeline, stats = main_text({"body": "text"})
    assert pipeline.process_item({"body": value}) == {"body": value}
    assert stats == {}


@pytest.mark.parametrize("item", [{}, {"other": 1}, Post(), ScrapyPost()])
def test_a_field_that_is_missing_is_passed_over(item: Any) -> None:
    pipeline, stats = main_text({"nothing": "text"})
    before = dict(ItemAdapter(item))
    assert pipeline.process_item(item) is item
    assert dict(ItemAdapter(item)) == before
    assert stats == {}


def test_the_method_s_parameters_are_those_of_the_settings() -> None:
    pipeline, _ = main_text(
        ["body"], TREESIM_ARTICLE_METHOD="wang", TREESIM_ARTICLE_METHOD_OPTIONS={"min_text": 15}
    )
    html = "<div><div>not large</div><div>large enough now</div></div>"
    assert pipeline.process_item({"body": html}) == {"body": "large enough now"}


def test_a_field_is_read_by_itself_whatever_fields_came_before() -> None:
    pipeline, _ = main_text({"body": "text"})
    texts = [
        pipeline.process_item({"url": "https://x.example/", "body": ARTICLE})["text"]
        for _ in range(5)
    ]
    assert texts == [MAIN_TEXT] * 5


@pytest.mark.parametrize("item", [Post(body=ARTICLE), ScrapyPost(body=ARTICLE)])
def test_an_item_without_the_target_field_stays_as_it_was_and_is_told_once(
    item: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, LOGGER)
    pipeline, stats = main_text({"body": "no_such_field"})
    before = dict(ItemAdapter(item))
    for _ in range(3):
        assert pipeline.process_item(item) is item
    assert dict(ItemAdapter(item)) == before
    assert stats == {"treesim/main_text/failed/KeyError": 3}
    assert [record.levelname for record in caplog.records] == ["WARNING", "DEBUG", "DEBUG"]
    assert "no_such_field" in caplog.records[0].getMessage()


def test_an_item_of_our_own_can_be_read_too() -> None:
    pipeline, _ = main_text({"html": "text"})
    item = ArticleItem("u", "article", "/", 1.0, html=ARTICLE)
    assert pipeline.process_item(item).text == MAIN_TEXT


@pytest.mark.parametrize("pipeline", [MainTextPipeline, CommentsPipeline, DuplicateRecordsPipeline])
def test_a_pipeline_that_nothing_asks_for_is_not_configured(pipeline: Any) -> None:
    crawler, _ = crawler_with()
    with pytest.raises(NotConfigured):
        pipeline.from_crawler(crawler)


# Comments


@pytest.mark.parametrize("item", items(body=thread()), ids=lambda item: type(item).__name__)
def test_comments_become_a_list_of_dicts(item: Any) -> None:
    pipeline, stats = comment_fields({"body": "comments"})
    assert pipeline.process_item(item) is item
    found = ItemAdapter(item)["comments"]
    assert len(found) == 6
    names = {one.name for one in fields(CommentItem)}
    assert set(found[0]) == names - {one.name for one in fields(Item)} | {"xpath", "confidence"}
    assert {one["author"]: one["text"] for one in found} == SAID
    assert found[2]["html"] == f"<p>{found[2]['text']}</p>"
    assert found[2]["time"] == "3 days ago"
    assert found[2]["date"] is None
    assert [one["position"] for one in found] == [*range(6)]
    assert 0.6 <= found[2]["confidence"] <= 1.0
    json.dumps(found)
    assert ItemAdapter(item)["body"] == thread()
    assert stats == {"treesim/comments/fields": 1}


def test_html_without_comments_gives_an_empty_list() -> None:
    pipeline, stats = comment_fields({"body": "comments"})
    assert pipeline.process_item({"body": "<p>x</p>"}) == {"body": "<p>x</p>", "comments": []}
    assert stats == {"treesim/comments/fields": 1}


def test_comments_follow_the_settings() -> None:
    by_zhu = {"TREESIM_COMMENTS_METHOD": "zhu"}
    pipeline, _ = comment_fields(
        {"body": "c"}, TREESIM_COMMENTS_METHOD_OPTIONS={"min_comments": 2}, **by_zhu
    )
    assert len(pipeline.process_item({"body": thread(3)})["c"]) == 3
    strict, _ = comment_fields({"body": "c"}, **by_zhu)
    assert strict.process_item({"body": thread(3)})["c"] == []
    sure, _ = comment_fields({"body": "c"}, TREESIM_COMMENTS_METHOD_OPTIONS={"min_confidence": 1})
    assert sure.process_item({"body": thread()})["c"] == []


@pytest.mark.parametrize("value", [None, "", 5, b"<p>x</p>"])
def test_what_is_no_html_has_no_comments(value: Any) -> None:
    pipeline, stats = comment_fields({"body": "comments"})
    assert pipeline.process_item({"body": value}) == {"body": value}
    assert stats == {}


# Duplicates


def duplicates(**settings: Any) -> tuple[DuplicateRecordsPipeline, dict[str, Any]]:
    crawler, stats = crawler_with(TREESIM_DROP_DUPLICATES=True, **settings)
    return DuplicateRecordsPipeline.from_crawler(crawler), stats


def record(text: str, page: str, *links: str) -> RecordItem:
    return RecordItem(f"https://x.example/{page}", "records", "/r", 1.0, text=text, links=[*links])


def passes(pipeline: DuplicateRecordsPipeline, item: Any) -> bool:
    try:
        return pipeline.process_item(item) is item
    except DropItem:
        return False


def test_a_record_seen_on_an_earlier_page_is_dropped() -> None:
    pipeline, stats = duplicates()
    assert passes(pipeline, record("menu", "1", "/a"))
    assert passes(pipeline, record("other", "2", "/a"))
    assert not passes(pipeline, record("menu", "2", "/a"))
    assert not passes(pipeline, record("menu", "3", "/a"))
    assert stats == {"treesim/duplicates": 2}


def test_repetitions_on_one_page_stay() -> None:
    pipeline, stats = duplicates()
    assert all(passes(pipeline, record("row", "1", "/a")) for _ in range(3))
    assert not passes(pipeline, record("row", "2", "/a"))
    assert passes(pipeline, record("row", "1", "/a"))
    assert stats == {"treesim/duplicates": 1}


def test_records_are_alike_by_text_and_links_alone() -> None:
    pipeline, _ = duplicates()
    assert passes(pipeline, record("a", "1", "/x", "/y"))
    assert passes(pipeline, record("a", "2", "/x", "/z"))
    assert passes(pipeline, record("a", "2", "/y", "/x"))
    assert passes(pipeline, record("b", "2", "/x", "/y"))
    assert passes(pipeline, record("a", "2"))
    moved = record("a", "2", "/x", "/y")
    moved.xpath, moved.position, moved.image, moved.confidence = "/else", 7, "/i.png", 0.5
    assert not passes(pipeline, moved)


def test_records_that_are_nothing_but_pictures_are_told_apart_by_them() -> None:
    pipeline, _ = duplicates()
    one, other, again = record("", "1"), record("", "2"), record("", "2")
    one.images, other.images, again.images = ["/1.png"], ["/2.png"], ["/1.png"]
    assert passes(pipeline, one)
    assert passes(pipeline, other)
    assert not passes(pipeline, again)


def test_text_and_links_cannot_be_mistaken_for_each_other() -> None:
    pipeline, _ = duplicates()
    assert passes(pipeline, record("a", "1", "b", "c"))
    assert passes(pipeline, record("a b", "2", "c"))
    assert passes(pipeline, record("a", "2", "b c"))


def test_other_items_go_through() -> None:
    pipeline, stats = duplicates()
    for page in ("1", "2"):
        for item in (
            {"text": "same"},
            ArticleItem(page, "article", "/", 1.0, text="same"),
            CommentItem(page, "comments", "/", 1.0, text="same"),
        ):
            assert passes(pipeline, item)
    assert stats == {}


def test_only_the_latest_records_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipelines, "MAX_REMEMBERED", 3)
    pipeline, _ = duplicates()
    for text in "abcd":
        assert passes(pipeline, record(text, "1"))
    # a was pushed out by d; b, c and d are known.
    for text in "bcd":
        assert not passes(pipeline, record(text, "2"))
    assert passes(pipeline, record("a", "2"))


def test_a_record_that_comes_again_is_remembered_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipelines, "MAX_REMEMBERED", 2)
    pipeline, _ = duplicates()
    assert passes(pipeline, record("menu", "1"))
    for page in range(2, 9):
        assert not passes(pipeline, record("menu", str(page)))
        assert passes(pipeline, record(f"new {page}", str(page)))


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipelines, "MAX_REMEMBERED", 50)
    pipeline, _ = duplicates()
    for number in range(1_000):
        assert passes(pipeline, record(str(number), str(number)))
    remembered = [len(value) for value in vars(pipeline).values() if hasattr(value, "__len__")]
    assert max(remembered) == 50


@pytest.mark.parametrize("text", ["", "\ud800 lone surrogate", "a\x00b"])
def test_any_text_can_be_remembered(text: str) -> None:
    pipeline, _ = duplicates()
    assert passes(pipeline, record(text, "1"))
    assert not passes(pipeline, record(text, "2"))


# In a crawl


async def test_a_crawl_drops_what_repeats_from_page_to_page() -> None:
    # Both show the same third thing beside their own.
    shop = SITE / "shop"
    pages = [shop / "ashwood-splitting-hatchet.html", shop / "galvanised-watering-can-8-l.html"]
    settings = {"TREESIM_KINDS": "records", "TREESIM_EMIT": "all"}
    everything, _ = await crawl(*pages, **settings)
    found, stats = await crawl(*pages, **settings, TREESIM_DROP_DUPLICATES=True)
    dropped = stats["treesim/duplicates"]
    assert dropped > 0
    assert len(found) == len(everything) - dropped
    # Nothing of it was an item of the spider's.
    assert "item_dropped_count" not in stats
    assert stats["treesim/items/records"] == len(everything) - len(pages)


async def test_in_a_crawl_comments_are_read_before_text_takes_the_place_of_the_html(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def parse(self: PagesSpider, response: Any) -> Any:
        yield {"body": ARTICLE + thread(), "url": response.url}

    monkeypatch.setattr(PagesSpider, "parse", parse)
    (item,), stats = await crawl(
        SITE / "odd" / "broken.html",
        TREESIM_KINDS=[],
        TREESIM_MAIN_TEXT_FROM=["body"],
        TREESIM_COMMENTS_FROM={"body": "comments"},
    )
    assert item["body"].startswith(MAIN_TEXT)
    assert "<" not in item["body"]
    assert len(item["comments"]) == 6
    assert stats["treesim/main_text/fields"] == stats["treesim/comments/fields"] == 1
