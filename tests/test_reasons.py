"""Reasons: why findings are findings, in words, and where their parts stand."""

from __future__ import annotations

from array import array
from dataclasses import replace
from math import isnan, log, nan
from pathlib import Path
from typing import Any

import pytest
from posted import SAID, posts

from scrapy_treesim import (
    Comment,
    Gong,
    Page,
    Region,
    Zhu,
    comments,
    explain,
    records,
    similar,
)
from scrapy_treesim.comments.explain import comment_nodes, comment_reasons
from scrapy_treesim.comments.extract.thread import read_thread
from scrapy_treesim.comments.find import leaves_of
from scrapy_treesim.records.record import read_records
from scrapy_treesim.records.regions._features_cy import Features as Writer
from scrapy_treesim.records.regions.explain import (
    AGAINST,
    MAX_PHRASES,
    PHRASES,
    phrase_of,
    record_reasons,
    region_reasons,
)
from scrapy_treesim.records.regions.features import FEATURES, WIDTH, RegionFeature
from scrapy_treesim.records.regions.model import candidates_of, likely_records
from scrapy_treesim.records.table.columns import SavedColumn, table_of
from scrapy_treesim.wording import listed, of_all, percent, quoted

SITE = Path(__file__).parents[1] / "example_project" / "site"


NAMES = (
    "Copper kettle", "Bread knife", "Oak stool", "Linen apron", "Storm lantern", "Garden fork",
    "Wool blanket", "Slate board", "Iron griddle", "Clay jug", "Birch broom", "Felt slippers",
)  # fmt: skip


SENTENCE = "Made by hand in a small workshop, and sent to you within three days."


NAMED = ("Ada", "Jo", "Max")


URL = "https://shop.example/list"


def product(number: int, name: str) -> str:
    price = "" if number == 2 else f"<span class=product-price>£{number + 3}.50</span>"
    old = f"<del>£{number + 9}.00</del>" if number < 2 else ""
    return (
        f"<li><h2><a href=/p/{number}>{name}</a></h2><img src=/i/{number}.jpg>"
        f"<p>{name}: {SENTENCE}</p>{price}{old}<p>Maker: <b>{name[::-1].title()}</b></p></li>"
    )


def shop(before: str = "", after: str = "") -> Page:
    items = "".join(product(*one) for one in enumerate(NAMES))
    menu = "".join(f"<li><a href=/m/{n}>Page {n}</a></li>" for n in "abcde")
    return Page(
        f"<title>Shop</title><body><ul class=menu>{menu}</ul>{before}<ul>{items}</ul>{after}", URL
    )


def only(regions: list[Region]) -> Region:
    (region,) = regions
    return region


# Regions


def archive() -> Page:
    days = "".join(f"<li><a href=/{n}>{n} July</a> ({n})</li>" for n in range(2011, 2017))
    return Page(
        f"<body><div class='sidebar widget'><h3>Archive</h3><ul>{days}</ul></div>"
        f"<p>{SENTENCE}</p><p>{SENTENCE[::-1]}</p>"
    )


def test_the_share_of_the_page_is_told_in_percent() -> None:
    def size(share: float, is_for: bool) -> str | None:
        features = dict.fromkeys(FEATURES, 0.0) | {"log_share": log(share + 0.001)}
        return phrase_of("size", features, is_for)

    assert size(0.4, True) == "40 % of the page's text"
    assert size(0.4, False) is None
    assert size(0.02, False) == "2 % of the page's text" + AGAINST


def test_what_speaks_against_a_region_is_marked_and_never_left_out() -> None:
    page = archive()
    region = records(page, method="ranked")[0]
    reasons = region_reasons(page, region)
    assert "most lack a heading, an image, a price or a date" + AGAINST in reasons
    assert region.confidence < 0.9


@pytest.mark.parametrize("path", ["shop/index.html", "news/index.html", "blog/index.html"])
def test_all_regions_of_a_page_have_reasons(path: str) -> None:
    page = Page((SITE / path).read_bytes(), url="https://example.com/")
    regions = records(page)
    assert regions
    for region in regions:
        reasons = region_reasons(page, region)
        assert 2 <= len(reasons) <= MAX_PHRASES
        assert len(set(reasons)) == len(reasons)
        assert f"{len(region.records)} neighbours" in reasons[0]


def test_regions_by_gong_are_told_by_number_likeness_and_measure() -> None:
    page = shop()
    region = only(records(page, method=Gong(measure="ted")))
    (said,) = region_reasons(page, region, measure="ted")
    assert said == '5 neighbours, 100 % alike by the measure "ted"'
    assert region_reasons(page, region) == ("5 neighbours, 100 % alike",)


def test_records_by_example_are_told_by_their_likeness_to_it() -> None:
    page = shop()
    found = similar(page, "ul:not(.menu) > li", threshold=0.5)
    region = Region(tuple(found), 0.9, 0, page)
    first, least = region_reasons(page, region, measure="free", by_example=True)
    mean = sum(one.similarity for one in found) / len(found)
    assert first == (
        f'12 parts of the page are like the example, {percent(mean)} by the measure "free"'
    )
    assert least == f"the least alike {percent(min(one.similarity for one in found))}"
    assert record_reasons(page, region, by_example=True)(0)[0] == "100 % like the example"


def test_a_region_of_no_record_or_of_one_has_little_to_tell() -> None:
    page = shop()
    one = records(page)[0].records[:1]
    assert region_reasons(page, Region((), 0.0, 0, page)) == ()
    assert region_reasons(page, Region(one, 0.5, 0, page)) == ("one record alone",)
    assert record_reasons(page, Region(one, 0.5, 0, page))(0) == ()


def test_phrases_are_of_topics_that_features_have() -> None:
    topics = {feature.topic for feature in RegionFeature}
    assert topics >= {topic for topic, *_ in PHRASES}
    for topic, _, phrase, _ in PHRASES:
        said = {phrase_of(topic, dict.fromkeys(FEATURES, n), is_for) for n in (0, 1)
                for is_for in (True, False)}  # fmt: skip
        assert said - {None}, phrase
    assert len(set(FEATURES)) == len(FEATURES)


def test_every_feature_of_a_candidate_is_written() -> None:
    page = shop()
    candidates = candidates_of(page)
    row = array("d", [nan]) * WIDTH
    for candidate in range(candidates.count):
        Writer(candidates, likely_records(page)).fill(candidate, row, 0)
        assert {feature.name for feature in RegionFeature if isnan(row[feature])} == set()
        row[:] = array("d", [nan]) * WIDTH


# Records


def test_a_record_is_told_by_its_neighbours() -> None:
    page = shop()
    region = records(page)[0]
    reasons = record_reasons(page, region)(5)
    assert reasons == (
        "100 % like its neighbours",
        "has a link, a heading, an image and a price, as most do",
    )


def test_what_a_record_lacks_speaks_against_it() -> None:
    page = shop()
    region = records(page)[0]
    assert record_reasons(page, region)(2)[-1] == "lacks a price, which most have" + AGAINST
    with pytest.raises(IndexError):
        record_reasons(page, region)(12)


def test_a_record_unlike_its_neighbours_says_so() -> None:
    page = shop(before="<table><tr><td>1<td>2</table>")
    table = nodes_of(page, "//table")[0]
    given = records(page)[0]
    odd = Region((*read_records(page, [((table,), 1.0)]), *given.records), 0.5, 0, page)
    first, *_, last = record_reasons(page, odd)(0)
    assert first.endswith("like its neighbours" + AGAINST)
    assert last == "lacks a link, a heading, an image and a price, which most have" + AGAINST


# Columns


def reasons_of(page: Page) -> dict[str, str]:
    return {column.name: column.reason for column in records(page)[0].table.columns}


def test_columns_tell_what_they_are_named_after() -> None:
    assert reasons_of(shop()) == {
        "title": "a heading in the record; in 12 of 12 records",
        "url": 'the address of the column "title"; in 12 of 12 records',
        "image": "the one of its kind that most records have; in 12 of 12 records",
        "description": "a long text in the record; in 12 of 12 records",
        "price": "found by how the records write it; the values are prices; in 11 of 12 records",
        "old_price": "found by how the records write it; the values are prices; in 2 of 12 records",
        "maker": 'named after the label "Maker:" beside it; in 12 of 12 records',
    }


def test_columns_named_by_site_memory_say_so() -> None:
    page = shop()
    nodes = [record.nodes for record in records(page)[0].records]
    title = records(page)[0].table["title"]
    table = table_of(page, nodes, {title.path: SavedColumn("product", False)})
    assert table["product"].reason == "named as on other pages of its site; in 12 of 12 records"


# Comments


def nodes_of(page: Page, xpath: str) -> list[int]:
    """The nodes that an XPath finds."""
    found: Any = page.root.xpath(xpath)
    return page.nodes_of(found)


def read(inner: str, xpath: str) -> list[Comment]:
    """The comments of the posts that the XPath finds."""
    page = Page(f"<html><body><h1>Canal</h1>{inner}</body></html>", URL)
    spans = [(low, low + page.tree.size[low]) for low in nodes_of(page, xpath)]
    return read_thread(page, leaves_of(page), spans, 0.9)


POST = (
    "<li class=comment><b><a href=/u/№>NAME</a></b> <time datetime=2021-03-DAY>March DAY</time>"
    "<p>SAID <em>№</em></p><p>It is said that SAID</p><a href='?re=№'>Reply</a></li>"
)


def test_a_comment_is_told_by_its_byline_its_thread_and_its_controls() -> None:
    found = read(f"<ol>{posts(POST)}</ol>", "//li")
    opening = replace(found[0], is_first_post=True)
    assert comment_reasons(opening)[2] == "the first post, which the others answer"
    assert comment_reasons(found[1]) == (
        'author "tinpot" and time "2021-03-12" in it',
        "one of 6 posts, all with a time",
        'called "comment" by its class',
    )


def test_a_reply_says_what_makes_it_one() -> None:
    def reason(found: list[Comment], number: int) -> str:
        return comment_reasons(found[number])[2]

    one, two, three = (
        f"<b>{NAMED[n]}</b><i>2021-03-{n + 11}</i><p>{SAID[n]}</p>" for n in range(3)
    )
    inside = read(f"<div>{one}<div>{two}</div></div><div>{three}</div>", "//div")
    assert reason(inside, 1) == "answers comment 1: it stands inside it"
    shifted = "<article style='margin-left: {}px'>{}</article>"
    said = zip((0, 20, 0), (one, two, three), strict=True)
    indented = read("".join(shifted.format(*each) for each in said), "//article")
    assert reason(indented, 1) == "answers comment 1: it comes after it"


@pytest.mark.parametrize(
    "path", ["blog/night-train-to-vestmar.html", "forum/thread-1029.html", "forum/thread-1033.html"]
)
def test_all_comments_have_reasons_and_parts_within_them(path: str) -> None:
    page = Page((SITE / path).read_bytes(), url="https://example.com/")
    found = comments(page)
    assert found
    for one in found:
        nodes = comment_nodes(one)
        spans = [range(node, node + page.tree.size[node]) for node in nodes.nodes]
        for part in (nodes.author, nodes.time, nodes.body):
            assert part
            assert all(any(node in span for span in spans) for node in part)
        assert page.xpath(nodes.nodes[0]) == one.xpath
        assert (one.author or "?") in page.text(nodes.author[0])
        assert 2 <= len(comment_reasons(one)) <= 6


def test_comments_by_zhu_have_reasons_too() -> None:
    page = Page((SITE / "forum/thread-1029.html").read_bytes())
    found = comments(page, method=Zhu(min_comments=3, min_height=3))
    assert all(len(comment_reasons(one)) > 1 for one in found)
    assert all(comment_nodes(one).body for one in found)


# Articles


def test_wangs_explanations_give_his_rules_as_reasons() -> None:
    body = f"<p>{SENTENCE * 5}</p>"
    links = "".join(f"<a href=/{n}>link {n}</a> " for n in range(20))
    page = Page(
        f"<title>Halls of the valley</title><body><div><h1>Halls of the valley</h1></div>"
        f"<div>{body}</div><div>{links}</div><div>Short words.</div><div>Halls of the valley</div>"
        "<footer>Small print</footer>"
    )
    explanations = {one.text[:12]: one for one in explain(page, method="wang")}
    reasons = {text: (one.kept, one.reason) for text, one in explanations.items()}
    chars = page.tree.text_chars(explanations["Made by hand"].node)
    assert reasons["Made by hand"] == (
        True, f"{chars} characters and 0 links in its container: large enough",
    )  # fmt: skip
    assert reasons["link 0 link "][0] is False
    assert reasons["link 0 link "][1].endswith("20 links in its container: too many links")
    assert reasons["Short words."][1].endswith("small, and not like the title or a heading")
    assert reasons["Small print"] == (
        False, "in what is set aside: a nav, an aside, a footer, the choices of a form",
    )  # fmt: skip
    assert explanations["Made by hand"].confidence == 1.0
    assert explanations["Short words."].confidence == 0.0


def test_only_methods_of_articles_explain() -> None:
    with pytest.raises(ValueError, match="learned"):
        explain("<p>x", method="gong")
    with pytest.raises(TypeError, match="Learned"):
        explain("<p>x", method=Gong())  # type: ignore[call-overload]
    assert explain("", method="wang") == []


def test_shares_are_said_as_people_say_them() -> None:
    assert [percent(one) for one in (0, 0.004, 0.374, 0.996, 1)] == [
        "0 %", "less than 1 %", "37 %", "99 %", "100 %",
    ]  # fmt: skip
    assert [of_all(*one) for one in ((12, 12), (2, 2), (11, 12), (0, 3))] == [
        "all", "both", "11 of 12", "none",
    ]  # fmt: skip
    assert [listed("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert quoted("two\n words") == '"two words"'
    assert len(quoted("x" * 10_000)) < 70
