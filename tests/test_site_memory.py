"""What a site's pages teach of one another, and how much of it is remembered."""

from __future__ import annotations

import json
import subprocess
import sys
from array import array
from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kind_pages import goods_list
from trees import SITE, examples, pages

from scrapy_treesim import (
    Article,
    MemoryFileError,
    Page,
    SiteMemory,
    article,
    explain,
    page_kind,
    records,
    similar,
)
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.learned import ScoredBlocks, score_blocks
from scrapy_treesim.memory import file
from scrapy_treesim.memory import memory as known
from scrapy_treesim.memory import site as bounds
from scrapy_treesim.memory._containers_cy import PARTS
from scrapy_treesim.memory.file import VERSION
from scrapy_treesim.memory.site import (
    MAX_ADDRESSES,
    MAX_KINDS,
    MAX_SITES,
    MAX_TEXTS,
    Look,
    Site,
    Votes,
)
from scrapy_treesim.network.weights import KINDS

NEWS = [path for path in sorted((SITE / "news").glob("*.html")) if path.name != "index.html"]


def site_of(memory: SiteMemory, host: str = "x.example") -> Site:
    return memory._sites[host]


def page_of(body: str, number: int = 0, host: str = "x.example") -> Page:
    return Page(f"<html><body>{body}", url=f"https://{host}/{number}")


def reading_of(page: Page, memory: SiteMemory | None = None) -> ScoredBlocks:
    reading = score_blocks(page, headline_of(page), memory)
    assert reading is not None
    return reading


def story(number: int, sentences: int = 6) -> str:
    """Paragraphs that no other number has."""
    words = ("river", "bridge", "harbour", "engine", "winter", "ticket", "baker", "clock", "market")
    said = []
    for sentence in range(sentences):
        a, b, c = (words[(number * k + sentence * 2 + k) % len(words)] for k in (1, 2, 4))
        said.append(
            f"<p>On day {number} the {a} was closed because of the {b}, and those who came by the "
            f"{c} had to wait story{chr(97 + number % 26)}{chr(97 + sentence)} for an hour, as "
            f"the council had said they would, before the {a} was opened again.</p>"
        )
    return "".join(said)


BOX = "<p>Our paper is made by twelve people in a house by the river. Tell us what you think.</p>"


def themed(number: int, sentences: int = 6) -> str:
    return (
        "<div class=top><p>The Valley Times</p></div>"
        f"<div class='story-body'>{story(number, sentences)}</div><div class=box>{BOX}</div>"
    )


# Who is asked


def same(one: Article | None, other: Article | None) -> bool:
    return one == other and (one is None or other is None or one.html == other.html)


@pytest.mark.parametrize("url", ["", "/relative", "mailto:a@b"])
def test_pages_that_came_without_a_host_are_one_site(url: str) -> None:
    memory = SiteMemory()
    for path in NEWS[:3]:
        article(Page(path.read_bytes(), url=url), memory=memory)
    assert len(memory) == 1


@pytest.mark.parametrize("url", ["file:///a/b.html", "http://["])
def test_a_page_of_a_file_is_read_as_alone_and_not_remembered(url: str) -> None:
    memory = SiteMemory()
    for path in NEWS[:3]:
        page = Page(path.read_bytes(), url=url)
        assert same(article(page, memory=memory), article(page))
    assert len(memory) == 0


def test_the_memory_makes_no_article_of_a_page_without_one() -> None:
    memory = SiteMemory()
    for number in range(5):
        story = "".join(
            f"<p>Page {number} paragraph {i} tells of the ferry {number * i} and the narrows, "
            f"and how the {number} people met again in spring {i}.</p>"
            for i in range(6)
        )
        html = f"<title>Story {number}</title><h1>Story {number}</h1><div class=story>{story}</div>"
        assert article(Page(html, url=f"http://e.example/{number}"), memory=memory) is not None
    html = "<title>Story</title><h1>Oops</h1><div class=story><p>Please log in</p></div>"
    page = Page(html, url="http://e.example/x")
    assert article(page) is None
    assert article(page, memory=memory) is None


def test_the_first_page_of_a_host_is_read_as_alone() -> None:
    for number, path in enumerate(NEWS):
        memory = SiteMemory()
        page = Page(path.read_bytes(), url=f"https://h{number}.example/")
        assert same(article(page, memory=memory), article(page))
        assert len(memory) == 1


@examples(60)
@given(html=pages())
def test_the_first_page_is_read_as_alone_whatever_it_is(html: str) -> None:
    page = Page(html, url="https://x.example/")
    assert same(article(page, memory=SiteMemory()), article(page))


def test_wangs_method_has_no_use_for_memory() -> None:
    memory = SiteMemory()
    for path in NEWS[:3]:
        page = Page(path.read_bytes(), url="https://x.example/")
        assert same(article(page, "wang", memory), article(page, "wang"))
    assert len(memory) == 0


def test_a_page_without_text_teaches_nothing() -> None:
    memory = SiteMemory()
    assert article(page_of(""), memory=memory) is None
    assert len(memory) == 0


def test_hosts_are_apart_and_their_case_is_not() -> None:
    memory = SiteMemory()
    for number in range(4):
        article(page_of(themed(number), number, "one.example"), memory=memory)
    other = page_of(themed(9), 9, "two.example")
    assert same(article(other, memory=memory), article(other))
    article(page_of(themed(5), 5, "ada:pw@ONE.example"), memory=memory)
    assert len(memory) == 2
    assert (site_of(memory, "one.example").pages, site_of(memory, "two.example").pages) == (5, 1)


def test_what_one_host_teaches_changes_nothing_for_another() -> None:
    alone, beside = SiteMemory(), SiteMemory()
    for number in range(5):
        article(page_of(story(number + 9) + BOX, number, "other.example"), memory=beside)
        page = page_of(themed(number), number)
        assert same(article(page, memory=alone), article(page, memory=beside))
    assert site_of(alone) == site_of(beside)


# What is learnt


def test_the_articles_of_the_example_site_are_still_found_whole() -> None:
    memory = SiteMemory()
    truth = json.loads((SITE / "TRUTH.json").read_text("utf-8"))
    for folder in ("news", "news-zh", "blog"):
        for path in sorted((SITE / folder).glob("*.html")):
            told = truth[f"{folder}/{path.name}"]
            page = Page(path.read_bytes(), url=f"https://{folder}.example/{path.name}")
            found = article(page, memory=memory)
            if told["article_starts"]:
                assert found is not None
                assert told["article_starts"] in found.text
                assert told["article_ends"] in found.text
                assert 0.0 <= found.confidence <= 1.0


AMBIGUOUS = (
    "<div class=top><p>The Valley Times</p></div><div class='story-body'>{}</div>"
    "<div class=reader-letter>{}</div>"
)
TEASERS = "".join(
    f"<div class=teaser><a href='/{n}'>{line}</a></div>"
    for n, line in enumerate(
        ("Clock runs again", "Seeds lent", "Bridge closed", "Bread at night") * 9
    )
)


def test_the_container_of_the_sites_articles_is_chosen_on_an_ambiguous_page() -> None:
    memory = SiteMemory()
    page = page_of(AMBIGUOUS.format(story(30, 4), story(31, 4)), 30)
    alone = article(page)
    assert alone is not None
    assert "On day 31 " in alone.text
    for number in range(8):
        article(page_of(f"{TEASERS}{themed(number)}{TEASERS}", number), memory=memory)
    before, after = _means(reading_of(page), page), _means(reading_of(page, memory), page)
    assert after["story-body"] > before["story-body"]
    assert after["reader-letter"] < before["reader-letter"] - 1


def keys_of(scored: ScoredBlocks) -> list[int]:
    """What the memory knows the texts of blocks by."""
    hashes = zip(*known.texts_of(scored), strict=True)
    return [letters << 32 | digits for letters, digits in hashes]


def _means(reading: ScoredBlocks, page: Page) -> dict[str, float]:
    """The mean log-odds of the blocks in each class."""
    log_odds: dict[str, list[float]] = {}
    for block, node in enumerate(reading.blocks.first):
        box = page.tree.parent[reading.blocks.owner[node]]
        log_odds.setdefault(page.tree.get(box, "class") or "", []).append(reading.log_odds[block])
    return {name: sum(each) / len(each) for name, each in log_odds.items()}


def test_texts_that_are_on_other_pages_are_dropped() -> None:
    memory = SiteMemory()
    # Alone it is likely enough, but not by much.
    body = f"<div class='story-body'>{{}}<blockquote>{BOX}</blockquote></div>"
    for number in range(3):
        page = page_of(body.format(story(number)), number)
        alone, log_odds = reading_of(page).log_odds, reading_of(page, memory).log_odds
        # The paragraph before it is as much inside or outside, and no other page's.
        lost = (alone[-1] - log_odds[-1]) - (alone[-2] - log_odds[-2])
        assert (lost > 2) == (number >= known.MIN_REPEATS)
    page = page_of(body.format(story(7)), 7)
    by_itself, found = article(page), article(page, memory=memory)
    assert by_itself is not None
    assert found is not None
    assert "twelve people" in by_itself.text
    assert "twelve people" not in found.text
    assert found.text.count("On day 7 ") == by_itself.text.count("On day 7 ") == 6


def test_texts_are_known_by_their_letters_and_digits() -> None:
    memory = SiteMemory()
    for number in range(3):
        page = page_of(f"{story(number)}<p>So far, comments!</p><p>{number} comments</p>", number)
        reading_of(page, memory)
    so_far, other, one = keys_of(
        reading_of(page_of("<p>SO FAR... comments</p><p>Others</p><p>1 comments</p>"))
    )
    assert site_of(memory).texts[so_far] == (3, 0.0)
    assert site_of(memory).texts[one] == (1, 0.0)
    assert other not in site_of(memory).texts


def test_a_page_that_comes_again_teaches_nothing_new() -> None:
    memory = SiteMemory()
    for number in range(3):
        article(page_of(themed(number), number), memory=memory)
    taught = dict(site_of(memory).containers), dict(site_of(memory).texts), site_of(memory).pages
    for _ in range(3):
        article(page_of(themed(1), 1), memory=memory)
    site = site_of(memory)
    assert (dict(site.containers), dict(site.texts), site.pages) == taught


def test_a_page_that_comes_again_is_no_copy_of_itself() -> None:
    memory = SiteMemory()
    first = [article(page_of(themed(number), number), memory=memory) for number in range(2)]
    again = [article(page_of(themed(number), number), memory=memory) for number in range(2)]
    assert first[0] is not None
    assert again[0] is not None
    assert all(f"On day {n} " in found.text for n, found in enumerate(again) if found)
    assert first[0].text.count("On day 0 ") == again[0].text.count("On day 0 ") == 6


def test_explaining_a_page_does_not_remember_it() -> None:
    memory = SiteMemory()
    assert explain(page_of(themed(0)), memory) == explain(page_of(themed(0)))
    assert len(memory) == 0
    article(page_of(themed(0)), memory=memory)
    taught = dict(site_of(memory).texts)
    explain(page_of(themed(1), 1), memory)
    assert (dict(site_of(memory).texts), site_of(memory).pages) == (taught, 1)


def test_a_text_counts_once_a_page() -> None:
    memory = SiteMemory()
    reading_of(page_of("<p>Read on</p>" * 20 + story(1)), memory)
    assert set(site_of(memory).texts.values()) == {(1, 0.0)}


def test_what_was_learnt_makes_no_difference_to_what_a_page_teaches() -> None:
    # A page votes as it is judged by itself, so that errors do not feed themselves.
    memory, fresh = SiteMemory(), SiteMemory()
    for number in range(4):
        reading_of(page_of(themed(number), number), memory)
    pages_before = {
        kind: dict(site_of(memory).containers)[kind] for kind in site_of(memory).containers
    }
    reading_of(page_of(themed(8), 8), memory)
    reading_of(page_of(themed(8), 8), fresh)
    for kind, (_, vote) in site_of(fresh).containers.items():
        count, total = pages_before.get(kind, (0, 0.0))
        assert site_of(memory).containers[kind] == (count + 1, total + vote)


def test_the_same_pages_in_the_same_order_teach_the_same() -> None:
    memories = [SiteMemory(), SiteMemory()]
    found = [
        [article(page_of(themed(number), number), memory=memory) for number in range(6)]
        for memory in memories
    ]
    assert found[0] == found[1]
    assert site_of(memories[0]) == site_of(memories[1])
    assert list(site_of(memories[0]).texts) == list(site_of(memories[1]).texts)


@examples(40)
@given(htmls=st.lists(pages(), min_size=1, max_size=5))
def test_any_pages_teach_and_are_read(htmls: list[str]) -> None:
    memory = SiteMemory()
    for number, html in enumerate(htmls):
        page = Page(html, url=f"https://x.example/{number}")
        found = article(page, memory=memory)
        assert found is None or (0.0 <= found.confidence <= 1.0 and found.text)
        explanations = explain(page, memory)
        assert all(0.0 <= one.probability <= 1.0 for one in explanations)


def test_a_page_is_explained_in_the_light_of_the_others() -> None:
    memory = SiteMemory()
    for number in range(6):
        article(page_of(themed(number), number), memory=memory)
    page = page_of(themed(8), 8)
    alone, informed = explain(page), explain(page, memory)
    assert [(one.xpath, one.text) for one in alone] == [(one.xpath, one.text) for one in informed]
    assert informed[-1].probability < alone[-1].probability
    assert not informed[-1].kept
    assert [one.kept for one in informed[1:-1]] == [True] * 6


# How much is remembered


def test_no_more_hosts_are_remembered_than_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MAX_SITES", 5)
    memory = SiteMemory()
    for number in range(12):
        article(page_of("<p>Some words</p>", host=f"h{number}.example"), memory=memory)
        article(page_of("<p>Other words</p>", number, "kept.example"), memory=memory)
        assert len(memory) <= 5
    assert list(memory._sites) == [*(f"h{n}.example" for n in (8, 9, 10, 11)), "kept.example"]
    assert site_of(memory, "kept.example").pages == 12


def test_no_more_of_a_host_is_remembered_than_the_most() -> None:
    memory = SiteMemory()
    for turn in range(2):
        body = "".join(
            f"<div class='c{chr(97 + n % 26)}{chr(97 + n // 26)}-{'ab'[turn]}'>"
            f"<p>text {chr(97 + n % 26)}{chr(97 + n // 26)} {'ab'[turn]}</p></div>"
            for n in range(26 * 26)
        )
        reading_of(page_of(body * 2, turn), memory)
        reading_of(page_of(body.replace("text", "more"), turn + 2), memory)
    site = site_of(memory)
    assert site.pages == 4
    assert len(site.containers) == MAX_KINDS
    assert len(site.places) == MAX_KINDS
    assert len(site.texts) <= MAX_TEXTS
    assert len(site.addresses) == 4


def test_no_more_addresses_are_remembered_than_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MAX_ADDRESSES", 5)
    memory = SiteMemory()
    for number in range(9):
        reading_of(page_of("<p>Some words</p>", number), memory)
    assert len(site_of(memory).addresses) == 5


def test_what_was_not_seen_for_longest_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MAX_TEXTS", 8)
    memory = SiteMemory()
    box = "<p>On every page the same</p>"
    known = keys_of(reading_of(page_of(box)))[0]
    for number in range(6):
        reading_of(page_of(f"<p>own {'abcdef'[number]}</p>{story(number)}{box}", number), memory)
    assert len(site_of(memory).texts) == 8
    assert site_of(memory).texts[known] == (6, 0.0)


def test_kinds_are_hashes_however_long_their_names() -> None:
    memory = SiteMemory()
    names = " ".join(f"{'long' * 100}{chr(97 + n)}" for n in range(9))
    reading_of(page_of(f"<div class='{names}'>" + "<x-y>" * 90 + story(1)), memory)
    site = site_of(memory)
    assert max([*site.containers, *site.places]) < 1 << 64


def kinds_in(body: str) -> set[int]:
    memory = SiteMemory()
    reading_of(page_of(f"{body}<p>Some words"), memory)
    return {*site_of(memory).containers}


def test_a_kind_is_its_tag_and_its_first_four_names_without_digits() -> None:
    known = kinds_in("<div class='a b c d'>")
    assert kinds_in("<div class=' a\tb  c\x7fd e '>") == known
    assert kinds_in("<div class='a x1 b 2 c d' id=e>") == known
    assert kinds_in("<div class='b a c d'>") != known
    assert kinds_in("<section class='a b c d'>") != known
    assert kinds_in("<div class='a b c'>") != known


def test_what_has_no_name_is_told_by_what_it_stands_in() -> None:
    # html, body, div and p, and what stands between.
    assert len(kinds_in("<div class='top'><div>")) == 5
    assert len(kinds_in("<div class='1'><div class='2 3'>") - kinds_in("<div><div>")) == 0
    assert len(kinds_in("<div class='top'>") - kinds_in("<div class='other'>")) == 2


# Saved and loaded


def read_goods(memory: SiteMemory, *numbers: int, host: str = "x.example") -> list[list[str]]:
    """Read a list and one of its things as often; the columns of each list."""
    found = []
    for number in numbers:
        page = Page(goods_list(), url=f"https://{host}/goods/{number}.html")
        assert sum(page_kind(page, memory).probabilities.values()) == pytest.approx(1)
        (region,) = records(page)
        (known,) = memory.regions(page, [region.records], [region.key])
        found.append([column.name for column in known.table(page, region.records).columns])
    return found


def filled(count: int = 4) -> SiteMemory:
    memory = SiteMemory()
    for host in ("one.example", "two.example"):
        for number in range(count):
            article(page_of(themed(number), number, host), memory=memory)
            read_goods(memory, number, host=host)
    return memory


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    memory = filled()
    memory.save(tmp_path / "memory.json")
    loaded = SiteMemory.load(str(tmp_path / "memory.json"))
    assert loaded._sites == memory._sites
    for host in memory._sites:
        assert list(site_of(loaded, host).texts) == list(site_of(memory, host).texts)
        assert list(site_of(loaded, host).places) == list(site_of(memory, host).places)
        site = site_of(loaded, host)
        assert len(site.looks) == 4
        assert {len(one.log_odds) for one in site.looks.values()} == {len(KINDS)}
        assert [len(region.columns) > 1 for region in site.regions.known.values()] == [True]
    page = page_of(themed(9), 9, "one.example")
    assert same(article(page, memory=memory), article(page, memory=loaded))
    assert read_goods(loaded, 9) == read_goods(memory, 9)
    assert loaded._sites == memory._sites
    assert [path.name for path in tmp_path.iterdir()] == ["memory.json"]


def test_a_page_is_not_among_its_own_like() -> None:
    memory = SiteMemory()
    page = Page(goods_list(), url="https://x.example/goods/1.html")
    alone = page_kind(page, memory)
    assert page_kind(page, memory) == alone
    other = Page(goods_list(), url="https://x.example/goods/2.html")
    assert page_kind(other, memory) != alone
    assert page_kind(other, memory) == page_kind(other, memory)


def test_what_a_page_turned_into_since_is_new() -> None:
    site = Site()
    site.see(1, Look(array("I", [1]), (1.0, -1.0)))
    before = site.copy()
    assert not site.since(before).looks
    site.see(1, Look(array("I", [2]), (1.0, -1.0)))
    assert [*site.since(before).looks] == [1]


def test_an_empty_memory_is_saved_and_loaded(tmp_path: Path) -> None:
    SiteMemory().save(tmp_path / "memory.json")
    assert len(SiteMemory.load(tmp_path / "memory.json")) == 0


def learn(memory: SiteMemory, *numbers: int, host: str = "one.example") -> SiteMemory:
    for number in numbers:
        article(page_of(themed(number), number, host), memory=memory)
    return memory


def same_but_for_order(one: Site, other: Site) -> None:
    assert (one.pages, dict(one.texts)) == (other.pages, dict(other.texts))
    assert one.addresses.keys() == other.addresses.keys()
    for mine, theirs in ((one.containers, other.containers), (one.places, other.places)):
        assert mine.keys() == theirs.keys()
        for kind, (count, total) in mine.items():
            assert theirs[kind][0] == count
            # What a page adds depends a little on those before it.
            assert theirs[kind][1] == pytest.approx(total, rel=1e-4)


def test_what_others_saved_meanwhile_stays(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    learn(SiteMemory(), 0, 1).save(path)
    first, second = SiteMemory.load(path), SiteMemory.load(path)
    learn(learn(first, 2, 3), 4, host="two.example").save(path)
    learn(second, 5, 6).save(path)
    learn(first, 7).save(path)
    learn(first, 8).save(path)
    SiteMemory().save(path)
    alone = learn(learn(SiteMemory(), 0, 1, 2, 3, 5, 6, 7, 8), 4, host="two.example")
    merged = SiteMemory.load(path)
    assert merged._sites.keys() == alone._sites.keys()
    for host, site in alone._sites.items():
        same_but_for_order(site_of(merged, host), site)
    assert (
        list(site_of(merged, "one.example").addresses)[-1]
        == [*site_of(first, "one.example").addresses][-1]
    )
    assert [one.name for one in tmp_path.iterdir()] == ["memory.json"]


def test_crawls_that_begin_without_a_file_are_merged(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    first, second = learn(SiteMemory(), 0, 1), learn(SiteMemory(), 2)
    first.save(path)
    second.save(path)
    same_but_for_order(
        site_of(SiteMemory.load(path), "one.example"),
        site_of(learn(SiteMemory(), 0, 1, 2), "one.example"),
    )


def test_kinds_fields_and_columns_of_crawls_are_merged(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    first, second, alone = SiteMemory(), SiteMemory(), SiteMemory()
    read_goods(first, 0, 1)
    read_goods(second, 2)
    first.save(path)
    second.save(path)
    read_goods(first, 3)
    first.save(path)
    assert read_goods(alone, 0, 1, 2, 3)[0] == read_goods(SiteMemory.load(path), 0)[0]
    merged = site_of(SiteMemory.load(path))
    same_but_for_order(merged, site_of(alone))
    assert [one.columns for one in merged.regions.known.values()] == [
        one.columns for one in site_of(alone).regions.known.values()
    ]


def test_a_list_has_the_columns_that_crawls_found_by_themselves(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    row = "<li><h3><a href=/{0}>{0} of it</a></h3><p class=price>€{1}.50</p>{2}</li>"
    found = []
    for crawl, more in enumerate(("<i class=badge>{}</i>", "<b class=stock>{} left</b>", "")):
        memory = SiteMemory.load(path) if crawl == 2 else SiteMemory()
        words = ("kettle", "pan", "board", "bag", "cap")
        rows = [row.format(word, n + 3, more.format(word)) for n, word in enumerate(words)]
        page = Page(f"<ul class=goods>{''.join(rows)}</ul>", url=f"https://x.example/{crawl}")
        known = memory.by_example(page, "goods")
        found.append({one.name for one in known.table(page, similar(page, "li")).columns})
        memory.save(path)
    assert found[2] == found[0] | found[1]
    assert len(found[2]) == len(found[0]) + 1 == len(found[1]) + 1


def test_pages_that_several_crawls_saw_at_a_time_count_once(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    crawls = [learn(SiteMemory(), *range(4)) for _ in range(4)]
    for memory in crawls:
        memory.save(path)
    merged = SiteMemory.load(path)
    same_but_for_order(site_of(merged, "one.example"), site_of(crawls[0], "one.example"))
    # So their texts are not taken for the site's.
    page = page_of(themed(2), 2, "one.example")
    assert same(article(page, memory=merged), article(page, memory=crawls[0]))
    # What only some pages are common of counts as often as there are pages with it.
    learn(SiteMemory(), 2, 3, 9).save(path)
    site = site_of(SiteMemory.load(path), "one.example")
    assert site.pages == 5
    assert max(site.texts.values()) == (5, 0.0)
    assert {pages for pages, _ in site.containers.values()} <= {*range(1, 6)}


def test_a_memory_is_saved_once_however_often(tmp_path: Path) -> None:
    path, other = tmp_path / "memory.json", tmp_path / "other.json"
    memory = learn(SiteMemory(), 0, 1)
    for _ in range(3):
        memory.save(path)
    before = path.read_bytes()
    learn(memory, 2).save(path)
    memory.save(other)
    assert other.read_bytes() == path.read_bytes() != before
    path.unlink()
    memory.save(path)
    assert other.read_bytes() == path.read_bytes()


def test_what_is_no_memory_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    memory = learn(SiteMemory(), 0)
    memory.save(path)
    path.write_text("[]")
    with pytest.raises(MemoryFileError, match="holds no site memory"):
        memory.save(path)
    assert path.read_text() == "[]"


def test_merged_memories_keep_their_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MAX_SITES", 3)
    monkeypatch.setattr(bounds, "MAX_ADDRESSES", 2)
    monkeypatch.setattr(bounds, "MAX_TEXTS", 8)
    monkeypatch.setattr(bounds, "MAX_KINDS", 2)
    path = tmp_path / "memory.json"
    first, second = SiteMemory(), SiteMemory()
    for host in ("a.example", "b.example"):
        learn(first, 0, 1, host=host)
        learn(second, 2, 3, host=host)
    learn(second, 4, host="c.example")
    learn(second, 5, host="d.example")
    first.save(path)
    second.save(path)
    merged = SiteMemory.load(path)
    assert [*merged._sites] == ["b.example", "c.example", "d.example"]
    site = site_of(merged, "b.example")
    assert [*site.addresses] == [*site_of(second, "b.example").addresses]
    assert (len(site.addresses), len(site.texts)) == (2, 8)
    assert len(site.containers) == len(site.places) == 2


def test_a_file_is_no_larger_than_one_that_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "memory.json"
    memory = SiteMemory()
    for number in range(5):
        learn(memory, number, host=f"h{number}.example")
    memory.save(path)
    assert len(SiteMemory.load(path)) == 5
    most = path.stat().st_size - 1
    monkeypatch.setattr(file, "MAX_BYTES", most)
    assert f"it is larger than {most:,} bytes: delete it to start afresh" in refused(path)
    path.unlink()
    memory.save(path)
    assert [*SiteMemory.load(path)._sites] == [f"h{number}.example" for number in range(1, 5)]


@pytest.mark.parametrize("url", [f"https://{'h' * 400}.example/", "https://\udcff.example/"])
def test_a_host_that_is_none_spoils_no_file(url: str, tmp_path: Path) -> None:
    memory = SiteMemory()
    assert same(
        article(Page(f"<body>{themed(1)}", url=url), memory=memory),
        article(Page(f"<body>{themed(1)}", url=url)),
    )
    memory.save(tmp_path / "memory.json")
    assert SiteMemory.load(tmp_path / "memory.json")._sites == memory._sites


LEARN = """
import sys
sys.path[:0] = sys.argv[1:2]
from pathlib import Path
from test_site_memory import learn
from scrapy_treesim import SiteMemory
path, first = Path(sys.argv[2]), int(sys.argv[3])
for number in range(first, first + 5):
    learn(SiteMemory.load(path), number).save(path)
"""


@pytest.mark.waits
def test_processes_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    SiteMemory().save(path)
    command = [sys.executable, "-c", LEARN, str(Path(__file__).parent), str(path)]
    processes = [subprocess.Popen([*command, str(first)]) for first in (0, 5)]
    assert [process.wait() for process in processes] == [0, 0]
    same_but_for_order(
        site_of(SiteMemory.load(path), "one.example"),
        site_of(learn(SiteMemory(), *range(10)), "one.example"),
    )


def test_a_memory_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        filled(1).save(tmp_path / "nowhere" / "memory.json")


def refused(path: Path) -> str:
    """The one line that says why."""
    with pytest.raises(MemoryFileError) as caught:
        SiteMemory.load(path)
    assert isinstance(caught.value, ValueError)
    said = str(caught.value)
    assert str(path) in said
    assert len(said.splitlines()) == 1
    assert len(said) < 1_000 + len(str(path))
    return said


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "No such file" in refused(tmp_path / "memory.json")
    refused(tmp_path)


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    path.write_text(json.dumps({"version": VERSION + 1, "sites": {}}))
    assert f"version {VERSION + 1}, not {VERSION}" in refused(path)


OF_ARTICLES = {
    "pages": 2,
    "containers": {"3": [1, 0.5]},
    "places": {},
    "texts": {"17": 2},
    "addresses": [5],
}
COLUMNS = [["title", "text", "li/h3", False], ["tags", "text", "li/i", True]]
LOOK: Any = [[0, 7] * (PARTS // 2), [3.0, 1.0, -1.0, -1.0, -2.0]]
SITE_JSON = {
    **OF_ARTICLES,
    "looks": {"9": LOOK},
    "sources": {"price": {"4": [3, 2.5]}},
    "regions": [[3, "ul/li", [1, 2], COLUMNS]],
    "by_example": {"goods": COLUMNS[:1]},
}


def held(**given: Any) -> str:
    return json.dumps({"version": VERSION, "sites": {"x.example": {**SITE_JSON, **given}}})


def test_such_a_file_would_be_read(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    path.write_text(held())
    memory = SiteMemory.load(path)
    assert site_of(memory).containers == {3: (1, 0.5)}
    site = site_of(memory)
    assert site.texts == {17: (2, 0.0)}
    assert list(site.addresses) == [5]
    assert {address: [[*one.sketch], [*one.log_odds]] for address, one in site.looks.items()} == {
        9: LOOK
    }
    (region,) = site.regions.known.values()
    assert (region.number, region.key, {*region.shape}) == (3, "ul/li", {1, 2})
    assert [[*astuple(column)] for column in region.columns] == COLUMNS
    assert [*site.regions.by_example] == ["goods"]


@pytest.mark.parametrize("version", [2, 3])
def test_a_file_of_a_version_before_is_read(version: int, tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    before = OF_ARTICLES | ({"kinds": {"9": [2, -0.5]}} if version == 3 else {})
    path.write_text(json.dumps({"version": version, "sites": {"x.example": before}}))
    memory = SiteMemory.load(path)
    path.write_text(held(looks={}, regions=[], by_example={}))
    assert memory._sites == SiteMemory.load(path)._sites
    memory.save(path)
    assert json.loads(path.read_text())["version"] == VERSION


BROKEN = {
    "empty": "",
    "no JSON": "{",
    "cut short": held()[:-9],
    "HTML": "<html><body>Not found",
    "a list": "[]",
    "a number": "3",
    "null": "null",
    "a text": '"version"',
    "other": '{"features": []}',
    "no sites": json.dumps({"version": VERSION}),
    "sites in a list": json.dumps({"version": VERSION, "sites": [SITE_JSON]}),
    "sites are a text": json.dumps({"version": VERSION, "sites": "x.example"}),
    "a site that is null": json.dumps({"version": VERSION, "sites": {"x.example": None}}),
    "a site in a list": json.dumps({"version": VERSION, "sites": {"x.example": [1]}}),
    "version in lines": json.dumps({"version": "one\ntwo", "sites": {}}),
    "version of many digits": json.dumps({"version": "9" * 9_000, "sites": {}}),
    "pages are a text": held(pages="many"),
    "pages are null": held(pages=None),
    "pages without end": held(pages=float("inf")),
    "pages are no number": held(pages=float("nan")),
    "containers in a list": held(containers=[["p", 1, 0.5]]),
    "a vote of nothing": held(containers={"3": []}),
    "half a vote": held(containers={"3": [1]}),
    "a vote that is a number": held(containers={"3": 1}),
    "a vote that is a text": held(containers={"3": "ab"}),
    "a vote without end": held(containers={"3": [float("inf"), 1.0]}),
    "a sum without end": held(containers={"3": [1, float("inf")]}),
    "a sum that is no number": held(places={"3": [1, float("nan")]}),
    "texts in a list": held(texts=[17]),
    "addresses are a number": held(addresses=17),
    "an address is null": held(addresses=[None]),
    "an address without end": held(addresses=[float("inf")]),
    "a text that is no number": held(texts={"x": 1}),
    "a text seen without end": held(texts={"17": float("inf")}),
    "a text seen null times": held(texts={"17": None}),
    "pages beyond all counting": held(pages=10**400),
    "votes of pages beyond all counting": held(containers={"3": [10**400, 1.0]}),
    "a sum beyond all counting": held(places={"3": [1, 10**400]}),
    "a text seen beyond all counting": held(texts={"17": 10**400}),
    "an address beyond all counting": held(addresses=[10**400]),
    "half a page": held(pages=0.5),
    "pages are true": held(pages=True),
    "no page that voted": held(containers={"3": [0, 1.0]}),
    "a kind that is no hash": held(containers={"div.story": [1, 1.0]}),
    "a kind beyond all hashes": held(containers={str(1 << 64): [1, 1.0]}),
    "a text beyond all hashes": held(texts={str(1 << 64): 1}),
    "a host without end": json.dumps({"version": VERSION, "sites": {"h" * 1_000: SITE_JSON}}),
    "a host twice": held().replace('"x.example":', '"x.example": null, "x.example":'),
    "looks in a list": held(looks=[1]),
    "a look without kinds": held(looks={"3": [LOOK[0], []]}),
    "a sketch of one part": held(looks={"3": [[1], LOOK[1]]}),
    "a sketch of texts": held(looks={"3": [["div"] * PARTS, LOOK[1]]}),
    "a look that is no number": held(looks={"3": [LOOK[0], [float("nan")] * len(KINDS)]}),
    "regions in a dict": held(regions={"3": []}),
    "a region of less": held(regions=[[3, "ul/li", [1]]]),
    "a region without a number": held(regions=[["3", "ul/li", [1], []]]),
    "a region without a key": held(regions=[[3, None, [1], []]]),
    "a shape that is no hash": held(regions=[[3, "ul/li", ["div"], []]]),
    "a column of less": held(regions=[[3, "ul/li", [1], [["title", "text"]]]]),
    "a column without a path": held(by_example={"goods": [["title", "text", None, False]]}),
    "a column that is a text": held(by_example={"goods": ["title"]}),
    "half a character": held(places={"\udcff": [1, 0.5]}),
    "lists in lists": "[" * 100_000,
    "lists in a site": f'{{"version": {VERSION}, "sites": {{"x.example": {"[" * 100_000}',
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_or_foreign_file_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    path.write_text(BROKEN[name])
    assert "delete it to start afresh" in refused(path)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    path.write_bytes(b"\xff\xfe\x00\x80" * 100)
    assert "delete it to start afresh" in refused(path)


_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(("pages", "containers", "places", "texts", "addresses", "17", "3")),
            inner,
            max_size=5,
        ),
    ),
    max_leaves=8,
)


@examples(200)
@given(site=_JSON)
def test_any_json_is_read_or_refused_and_harms_no_page(
    site: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_text(json.dumps({"version": VERSION, "sites": {"x.example": site}}))
    try:
        memory = SiteMemory.load(path)
    except MemoryFileError:
        return
    found = article(page_of(themed(1)), memory=memory)
    assert found is None or 0.0 <= found.confidence <= 1.0


ODD: dict[str, Callable[[list[str]], dict[str, Any]]] = {
    "huge votes": lambda kinds: {"containers": {kind: [1, 1e300] for kind in kinds}},
    "votes below nothing": lambda kinds: {"containers": {kind: [1, -1e300] for kind in kinds}},
    "huge places": lambda kinds: {"places": {kind: [1, 1e300] for kind in kinds}},
    "places below nothing": lambda kinds: {"places": {kind: [1, -1e300] for kind in kinds}},
    "fewer than no pages": lambda kinds: {"places": {kind: [-1, 5.0] for kind in kinds}},
    "no page was seen": lambda kinds: {"pages": 0, "places": {kind: [9, 5.0] for kind in kinds}},
    "less than no page was seen": lambda kinds: {"pages": -1},
    "as likely as can be": lambda kinds: {
        "looks": {kind: [LOOK[0], [1e12, *LOOK[1][1:]]] for kind in kinds}
    },
}


@pytest.mark.parametrize("name", ODD)
def test_odd_numbers_in_a_file_harm_no_page(name: str, tmp_path: Path) -> None:
    memory = filled(1)
    site = site_of(memory, "one.example")
    kinds = [*site.containers, *site.places, *site.looks]
    path = tmp_path / "memory.json"
    path.write_text(held(**ODD[name](kinds)))
    try:
        memory = SiteMemory.load(path)
    except MemoryFileError:
        return
    for number in range(3):
        found = article(page_of(themed(number), number), memory=memory)
        assert found is None or 0.0 <= found.confidence <= 1.0
        read_goods(memory, number, host="one.example")


def test_no_more_is_loaded_than_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    many = {
        "containers": {str(n): [1, 0.5] for n in range(2 * MAX_KINDS)},
        "places": {str(n): [1, 0.5] for n in range(2 * MAX_KINDS)},
        "texts": {str(n): 1 for n in range(2 * MAX_TEXTS)},
        "addresses": [*range(2 * MAX_ADDRESSES)],
    }
    sites = {f"h{n}.example": {**SITE_JSON} for n in range(MAX_SITES + 3)}
    sites["last.example"] = {**SITE_JSON, **many}
    path.write_text(json.dumps({"version": VERSION, "sites": sites}))
    memory = SiteMemory.load(path)
    assert len(memory) == MAX_SITES
    site = site_of(memory, "last.example")
    assert (len(site.containers), len(site.places)) == (MAX_KINDS, MAX_KINDS)
    assert list(site.texts) == list(range(MAX_TEXTS, 2 * MAX_TEXTS))
    assert len(site.addresses) == MAX_ADDRESSES


@examples(60)
@given(
    given=st.lists(st.lists(st.integers(0, 9), max_size=14, unique=True), max_size=12),
    most=st.integers(1, 12),
)
def test_votes_keep_what_was_seen_last(given: list[list[int]], most: int) -> None:
    votes = Votes(most)
    known: dict[int, tuple[int, float]] = {}
    for keys in given:
        votes.see(array("Q", keys), array("d", [key / 2 for key in keys]), len(keys))
        for key in keys:
            pages, total = known.pop(key, (0, 0.0))
            known[key] = pages + 1, total + key / 2
        known = dict([*known.items()][-most:])
        assert [*votes.items()] == [*known.items()]
