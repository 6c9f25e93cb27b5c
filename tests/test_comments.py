"""Comments as repeated, deep, similar siblings (Zhu 2013), and the fields of each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from scrapy_treesim import Comment, Page, Zhu, comments, similarity
from scrapy_treesim.papers.zhu import WINDOW, has_time, regions

SITE = Path(__file__).parents[1] / "example_project" / "site"
TRUTH: dict[str, dict[str, Any]] = json.loads((SITE / "TRUTH.json").read_text("utf-8"))

PAPER = Zhu(require_time=False)


def nested(height: int, innermost: str = "x") -> str:
    """A subtree of so many nodes one below the other."""
    return "<div>" * height + innermost + "</div>" * height


def body(inner: str) -> str:
    return f"<html><body>{inner}</body></html>"


def members(source: str, method: Zhu) -> list[str]:
    page = Page(source)
    return [page.xpath(node) for region in regions(page, method) for node in region.members]


def thread(entries: Sequence[str]) -> str:
    """A list deep enough for the method, one entry a comment."""
    deep = [
        f"<li><article><div><div><div><section>{entry}</section></div></div></div></article></li>"
        for entry in entries
    ]
    return body(f"<ol>{''.join(deep)}</ol>")


def read(entry: str, count: int = 6, **parameters: Any) -> Comment:
    """The first of several comments of this markup."""
    found = comments(thread([entry] * count), method=Zhu(**parameters))
    assert len(found) == count
    return found[0]


def entry(number: int, time: str = "2024-05-01 10:00") -> str:
    return f"<b>User {number}</b><i>{time}</i><p>What number {number} has to say, at length.</p>"


# The rule


@pytest.mark.parametrize(("height", "count"), [(5, 0), (6, 0), (7, 6), (8, 6)])
def test_the_longest_path_down_from_a_region_is_longer_than_the_level(
    height: int, count: int
) -> None:
    source = body(f"<ul>{nested(height - 1) * 6}</ul>")
    assert len(members(source, PAPER)) == count


@pytest.mark.parametrize(("count", "found"), [(4, 0), (5, 0), (6, 6), (7, 7)])
def test_a_region_has_more_members_than_b(count: int, found: int) -> None:
    source = body(f"<ul>{nested(6) * count}</ul>")
    assert len(members(source, PAPER)) == found


SHORT = "<div><div><div><div><div><p>a</p></div></div></div></div></div>"
LONG = "<div><div><div><div><div><p>a</p><i>b</i><u>c</u></div></div></div></div></div>"
LIKENESS = similarity(SHORT, LONG, measure="pol")


@pytest.mark.parametrize(
    ("least", "count"), [(LIKENESS - 1e-6, 6), (LIKENESS, 0), (LIKENESS + 1e-6, 0)]
)
def test_comments_are_more_alike_than_a(least: float, count: int) -> None:
    # Three of each: a comment has four like it only if the other kind counts.
    assert 0.5 < LIKENESS < 1
    source = body(f"<ul>{(SHORT + LONG) * 3}</ul>")
    assert len(members(source, Zhu(min_similarity=least))) == count


def test_a_member_is_like_b_minus_1_of_its_siblings() -> None:
    # Six alike, and one that is like none of them.
    odd = "<section>" + nested(5) + "</section>"
    source = body(f"<ul>{nested(6) * 3}{odd}{nested(6) * 3}</ul>")
    found = members(source, PAPER)
    assert found == [f"/html/body/ul/div[{n}]" for n in range(1, 7)]
    # Two kinds of three are no six.
    assert members(body(f"<ul>{nested(6) * 3}{odd * 3}</ul>"), PAPER) == []


def test_the_measure_is_a_parameter_and_must_be_known() -> None:
    source = body(f"<ul>{(SHORT + LONG) * 3}</ul>")
    by_free = similarity(SHORT, LONG, measure="free")
    assert by_free != LIKENESS
    assert len(members(source, Zhu(measure="free", min_similarity=by_free - 1e-6))) == 6
    assert members(source, Zhu(measure="free", min_similarity=by_free)) == []
    with pytest.raises(ValueError, match="'nope'"):
        comments(source, method=Zhu(measure="nope"))


def test_the_method_can_be_chosen_by_name_and_must_be_known() -> None:
    source = thread([entry(n) for n in range(6)])
    assert comments(source, method="zhu") == comments(source, method=Zhu())
    with pytest.raises(ValueError, match=r"'nope'.*zhu"):
        comments(source, method="nope")


def test_many_different_siblings_are_compared_within_a_window() -> None:
    # Each kind once a round, so that five of a kind lie further apart than the window reaches.
    kinds = [f"<div><div><div><div><div><x-{n}>a</x-{n}></div></div></div></div></div>" for n in
             range(3 * WINDOW)]  # fmt: skip
    distinct = body(f"<ul>{''.join(kinds)}</ul>")
    assert members(distinct, Zhu(require_time=False, min_similarity=0.99)) == []
    # Equal shapes are counted wherever they stand.
    assert len(members(body(f"<ul>{''.join(kinds * 6)}</ul>"), PAPER)) == 6 * len(kinds)


# The test for times, which the paper has not


def test_the_paper_takes_a_list_without_times_for_comments() -> None:
    source = thread([entry(n, time="") for n in range(6)])
    assert len(comments(source, method=PAPER)) == 6
    assert comments(source, method="zhu") == []


@pytest.mark.parametrize(("timed", "found"), [(6, 6), (4, 6), (3, 6), (2, 0), (0, 0)])
def test_half_the_members_name_a_time(timed: int, found: int) -> None:
    source = thread([entry(n, "3 days ago" if n < timed else "soon") for n in range(6)])
    assert len(comments(source, method="zhu")) == found


TIMES = """
    2024-03-01 | 2024/3/1 9:15 | 2024.03.01 | 2024年3月1日 | 3月1日 | 01/03/2024 | 1.3.24 | 14:05
    March 1st, 2024 | Posted on Mar 1, 2024 | 1 March 2024 | 1. März | 1er 1 février | 1 de marzo
    3 days ago | 5 mins ago | an hour ago | 3天前 | 5 分钟前 | 昨天 | 刚刚 | just now
    yesterday at noon | 9:30 pm | il y a 3 jours | vor 2 Tagen | hace 5 horas
"""
NO_TIMES = """
    Reply | 12 | 3 comments | Score 4:3 | Part 99:99 | room 12:345 | 1024x768 | In days ago | 3月
    the summer of 2024 | Maria 28 | Julian 25 | Decker 12
    a text that mentions 2024-03-01 somewhere but goes on for much longer than a time does
"""


@pytest.mark.parametrize(("several", "is_time"), [(TIMES, True), (NO_TIMES, False)])
def test_short_texts_that_name_a_time_are_times(several: str, is_time: bool) -> None:
    for text in several.strip().replace("\n", "|").split("|"):
        assert has_time(Page(f"<p>{text.strip()}</p>").tree, 0) is is_time, text


# Replies


def reply(number: int) -> str:
    text = f"<b>User {number}</b><i>{number} days ago</i><p>Said by number {number}.</p>"
    return f"<li><article><div><div><div><section>{text}</section></div></div></div></article></li>"


def with_replies(number: int) -> str:
    replies = "".join(reply(10 * number + n) for n in range(1, 7))
    return reply(10 * number).replace("</li>", f"<ol>{replies}</ol></li>")


def test_the_text_of_nested_replies_is_theirs_alone() -> None:
    source = body(f"<ol>{''.join(with_replies(n) for n in range(1, 7))}</ol>")
    found = comments(source, method="zhu")
    numbers = [10 * n + m for n in range(1, 7) for m in range(7)]
    assert [comment.text for comment in found] == [f"Said by number {n}." for n in numbers]
    assert [comment.author for comment in found] == [f"User {n}" for n in numbers]
    assert [comment.time for comment in found] == [f"{n} days ago" for n in numbers]


# Fields


WORDPRESS = (
    "<footer class=comment-meta><div class='comment-author vcard'><img src=a.png>"
    "<b class=fn><a href='/u' rel=external class=url>Ada Byron</a></b> "
    "<span class=says>says:</span></div><div class=comment-metadata><a href='#c1'>"
    "<time datetime='2024-03-30T09:20:00+00:00'>March 30, 2024 at 9:20 am</time></a></div>"
    "</footer><div class=comment-content><p>First point.</p><p>Second point, with "
    "<a href='/l'>a link</a> in it.</p></div><div class=reply><a href='#r'>Reply</a></div>"
)
CHINESE = (
    "<div class=user><a href='/u'>桥头老周</a></div><span>发表于 2024-06-18 10:45</span>"
    "<div>在这条街上住了五十年，昨天踩着石板走回家。</div>"
    "<div><a href='#up'>顶(<i>12</i>)</a> <a href='#re'>回复</a></div>"
)
CONTROLS = (
    "<b class=author>Ada 写道：</b><i>2 days ago</i><p>It was <em>very</em> "
    "<a href='/x'>worth</a> it.</p><a href='#q'>Quote</a><a href='#r'>Reply</a><span>14</span>"
)


@pytest.mark.parametrize(
    ("entry", "author", "time", "text"),
    [
        (WORDPRESS, "Ada Byron", "2024-03-30T09:20:00+00:00",
         "First point.\nSecond point, with a link in it."),
        (CHINESE, "桥头老周", "发表于 2024-06-18 10:45",
         "在这条街上住了五十年，昨天踩着石板走回家。"),
        (CONTROLS, "Ada", "2 days ago", "It was very worth it."),
        ("<i>2 days ago</i><p>Something that was worth saying.</p>", None, "2 days ago",
         "Something that was worth saying."),
        ("<b>Ada</b><time>last week</time><p>Something to say.</p>", "Ada", "last week",
         "Something to say."),
    ],
    ids=["WordPress", "Chinese", "controls", "no author", "a time in words"],
)  # fmt: skip
def test_the_fields_of_a_comment(entry: str, author: str | None, time: str, text: str) -> None:
    comment = read(entry)
    assert (comment.author, comment.time, comment.text) == (author, time, text)


@pytest.mark.parametrize("name", ["itemprop=author", "rel=author", "class=username", "class=nick"])
def test_what_is_called_an_author_is_one_wherever_it_stands(name: str) -> None:
    comment = read(
        f"<h4>Great value</h4><p>I have used it every day since.</p><span {name}>Jo Lee</span>"
        "<time datetime=2023-01-02>2 Jan</time>"
    )
    assert comment.author == "Jo Lee"


# The example project's site

ON_ONE_LEVEL = [
    name
    for name, page in TRUTH.items()
    if page["comments"] > 5 and page["type"] in ("forum-thread", "shop-detail")
]
WITH_REPLIES = [
    name for name, page in TRUTH.items() if page["comments"] and name not in ON_ONE_LEVEL
]


def found_on(name: str) -> list[Comment]:
    return comments(Page((SITE / name).read_bytes()), method="zhu")


@pytest.mark.parametrize("name", ON_ONE_LEVEL)
def test_comments_on_one_level_are_all_found(name: str) -> None:
    assert len(found_on(name)) == TRUTH[name]["comments"]


@pytest.mark.parametrize("name", WITH_REPLIES)
def test_comments_with_replies_are_found_at_the_top_level(name: str) -> None:
    found = found_on(name)
    assert 6 <= len(found) <= TRUTH[name]["comments"]
    assert all(comment.time and comment.time.startswith("2024") for comment in found)


@pytest.mark.parametrize(
    "name", ["index.html", "info/about.html", "info/help.html", "shop/index.html",
             "shop/catalogue.html", "shop/enamel-storm-lantern.html", "forum/index.html",
             "news/index.html", "news/night-bakery-cooperative.html", "odd/broken.html"],
)  # fmt: skip
def test_pages_without_comments_yield_none(name: str) -> None:
    assert TRUTH[name]["comments"] == 0
    assert found_on(name) == []
