"""From the posts of a thread to comments: bodies, authors, times, parents and all else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from math import isnan, nan
from types import FrameType
from typing import Any

import pytest
from interpreted import interpreted, module
from posted import NAMES, PATTERNS, SAID, posts

from scrapy_treesim import Comment, Page
from scrapy_treesim.comments.extract.features import WIDTH
from scrapy_treesim.comments.extract.thread import name_in, parts_of, read_thread
from scrapy_treesim.comments.find import leaves_of
from scrapy_treesim.findings.as_items import items_of
from scrapy_treesim.items import CommentItem

URL = "https://example.org/thread"


def nodes_of(page: Page, xpath: str) -> list[int]:
    """The nodes that an XPath finds."""
    found: Any = page.root.xpath(xpath)
    return page.nodes_of(found)


def read(inner: str, xpath: str, *, until: str = "", url: str = URL) -> list[Comment]:
    """The comments of the posts that the XPath finds; each goes on ``until`` another's elements."""
    page = Page(f"<html><body><h1>Canal</h1>{inner}</body></html>", url)
    starts = nodes_of(page, xpath)
    ends = nodes_of(page, until) if until else starts
    spans = [(low, end + page.tree.size[end]) for low, end in zip(starts, ends, strict=True)]
    return read_thread(page, leaves_of(page), spans, 0.9)


def told(found: Sequence[Comment], count: int = 6) -> None:
    """All names and texts are those of the posts."""
    assert [one.text for one in found] == list(SAID[:count])
    assert [one.author for one in found] == list(NAMES[:count])
    days = [int(one.date[8:10]) if one.date else None for one in found]
    assert days == [n + 11 for n in range(count)]


@pytest.mark.parametrize("kind", PATTERNS)
def test_author_time_and_text_stand_where_all_posts_have_theirs(kind: str) -> None:
    told(read(f"<ol>{posts(PATTERNS[kind])}</ol>", "//li"))


def test_every_feature_of_a_text_is_written() -> None:
    page = Page(f"<ol>{posts(PATTERNS[next(iter(PATTERNS))])}</ol>", URL)
    spans = [(node, node + page.tree.size[node]) for node in nodes_of(page, "//li")]
    parts = parts_of(page, leaves_of(page), spans)
    row = parts.row
    for text in range(parts.posts.text_count):
        for at in range(WIDTH):
            row[at] = nan
        parts.describe(text, parts.author)
        assert [at for at in range(WIDTH) if isnan(row[at])] == []


# Authors


def numbered(
    name: str, says: tuple[str, ...], *, middle: str = "<i>2021-03-1№</i>"
) -> list[Comment]:
    """The posts of people whose names differ in their numbers alone."""
    inner = "".join(
        f"<li><b>{name} {n}</b>{middle.replace('№', str(n))}<p>{said}</p></li>"
        for n, said in enumerate(says)
    )
    return read(f"<ol>{inner}</ol>", "//li")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada says:", "Ada"), ("Ada wrote", "Ada"), ("Ada 写道：", "Ada"), ("Ada sagt:", "Ada"),
        ("Posted by Ada on March 3, 2021", "Ada"), ("by Ada Byron", "Ada Byron"),
        ("Comment by Ada — 17.07, 2011 @ 13:37", "Ada"), ("von Ada am 3. März", "Ada"),
        ("Mira K. says:", "Mira K."), ("Ada comentó:", "Ada"), ("Ada napisał(a):", "Ada"),
    ],
)  # fmt: skip
def test_a_name_among_the_words_that_lead_over(text: str, name: str) -> None:
    assert name_in(text, says=True) == name


REVIEWS = [
    "<li><h4>Lovely lamp №</h4><div>By NAME on 2021-03-DAY</div><p>SAID</p></li>",
    "<li><b>Lovely lamp №</b><br>Reviewed by NAME on March DAY, 2021<p>SAID</p></li>",
    "<li><a href=/r/№>Lovely lamp №</a> Review by <span>NAME</span><div>SAID "
    "<small>(Posted on 2021-03-DAY)</small></div></li>",
    "<li><h3>Lovely lamp №</h3><p>SAID</p><p>Review by NAME / (Posted on 2021-03-DAY)</p></li>",
    "<li><h4><a href='#c№'>RE: Lamp</a></h4><div>By <a href=/u/№>NAME</a> on "
    "<span>3/DAY/2021 2:04 PM</span></div><p>SAID</p></li>",
    "<li><a href=/m/№>msg№ (view)</a> <i>Author: NAME</i> <i>2021-03-DAY</i><p>SAID</p></li>",
]


@pytest.mark.parametrize("pattern", REVIEWS)
def test_the_title_of_a_review_is_not_its_author(pattern: str) -> None:
    found = read(f"<ol>{posts(pattern)}</ol>", "//li")
    assert [comment.author for comment in found] == list(NAMES)


def test_a_line_with_a_time_alone_is_not_the_author() -> None:
    html = f"<div>Posted at: BBS (Wed Jan 27 09:48:05 2016, EST)<br><br>{SAID[0]}</div>"
    (post,) = read(html, "//div")
    assert (post.author, post.date) == (None, "2016-01-27T09:48:05")


def test_who_is_answered_or_has_edited_is_not_the_author() -> None:
    inner = posts(
        "<li><h4>NAME</h4><i>2021-03-DAY</i><blockquote>Posted by <b>Bob</b> long ago</blockquote>"
        "<p>SAID</p><div>Last edited by <b>Eve</b></div></li>"
    )
    found = read(f"<ol>{inner}</ol>", "//li")
    assert [comment.author for comment in found] == list(NAMES)


def test_an_author_that_stands_apart_is_that_of_the_text_that_follows() -> None:
    inner = "".join(
        f"<div class=row><div><h4>{name}</h4><i>Posts: {n}</i></div>"
        f"<div><time>2021-03-1{n}</time><p>{text}</p></div></div>"
        for n, (name, text) in enumerate(zip(("junc", "sh4k"), SAID, strict=False))
    )
    thread = read(inner, "//div[@class='row']/div")
    assert [comment.author for comment in thread] == ["junc", "sh4k"]


# Times


def test_what_is_relative_is_a_time_and_no_date() -> None:
    inner = posts("<li><b>NAME</b><i>№ days ago</i><p>SAID</p></li>")
    found = read(f"<ol>{inner}</ol>", "//li")
    assert [one.time for one in found] == [f"{n} days ago" for n in range(1, 7)]
    assert {one.date for one in found} == {None}


def test_the_thread_tells_whether_the_day_comes_first() -> None:
    inner = posts("<li><b>NAME</b><i>0№/03/2021</i><p>SAID</p></li>", 2)
    dates = [one.date for one in read(f"<ol>{inner}</ol>", "//li")]
    assert dates[0] is None
    inner += "<li><b>Jo</b><i>28/03/2021</i><p>Well, yes, that is just as I have it.</p></li>"
    dates = [one.date for one in read(f"<ol>{inner}</ol>", "//li")]
    assert dates[0] == "2021-03-01"


# Bodies


def test_controls_and_counts_are_not_said() -> None:
    inner = posts(
        "<li><b>NAME</b><i>2021-03-DAY</i><div>SAID</div><div><a href=#q>Quote</a> | "
        "<a href=#r>Report</a> | <span>№ likes</span></div></li>"
    )
    found = read(f"<ol>{inner}</ol>", "//li")
    assert [one.text for one in found] == list(SAID)
    assert [one.score for one in found] == [1, 2, 3, 4, 5, 6]


def test_bodies_of_many_paragraphs_are_whole() -> None:
    inner = posts(PATTERNS["blog"])
    inner = inner.replace(SAID[2], f"{SAID[2]}</p><p>See <a href=/map>the map</a>.")
    inner = inner.replace(SAID[4], f"Hello,</p><p>{SAID[4]}</p><ul><li>Bob</li></ul><p>")
    found = read(f"<ol>{inner}</ol>", "//ol/li")
    assert found[2].text == f"{SAID[2]}\nSee the map."
    assert found[4].text == f"Hello,\n{SAID[4]}\nBob"


def quoting(post: int, quotation: str) -> list[Comment]:
    """The posts, one of which quotes something."""
    inner = posts(PATTERNS["blog"]).replace(SAID[post], f"{quotation}<p>{SAID[post]}</p>")
    return read(f"<ol>{inner}</ol>", "//li")


def test_a_quotation_is_kept_apart() -> None:
    found = quoting(0, "<blockquote>Is it open?</blockquote>")
    assert found[0].text == SAID[0]
    assert found[0].quotes == ("Is it open?",)
    assert "Is it open?" not in found[0].html
    assert found[1].quotes == ()


def test_of_very_many_quotations_the_last_are_one() -> None:
    few = "".join(f"<q class=quote>So {n}?</q> No, it is not so. " for n in range(200))
    assert quoting(0, f"<p>{few}</p>")[0].quotes == tuple(f"So {n}?" for n in range(200))
    many = "".join(f"<q class=quote>So {n}?</q> No, it is not so. " for n in range(203))
    *found, last = quoting(0, f"<p>{many}</p>")[0].quotes
    assert found == [f"So {n}?" for n in range(199)]
    assert last.replace(" ", "") == "So199?So200?So201?So202?"


def test_a_signature_is_kept_apart() -> None:
    called = posts(
        PATTERNS["blog"].replace("<p>SAID</p>", "<p>SAID</p><p class=signature>Boat №</p>")
    )
    found = read(f"<ol>{called}</ol>", "//li")
    assert (found[0].text, found[0].signature) == (SAID[0], "Boat 1")


def test_html_is_of_the_body_alone() -> None:
    inner = posts(PATTERNS["blog"]).replace(
        SAID[1], f"{SAID[1]} <em>Really</em>, <a href=/x>so</a>"
    )
    found = read(f"<ol>{inner}</ol>", "//li")
    assert found[0].html == f"<p>{SAID[0]}</p>"
    assert found[1].html == (
        f'<p>{SAID[1]} <em>Really</em>, <a href="https://example.org/x">so</a></p>'
    )


def test_html_of_several_cells_is_a_table() -> None:
    row = "<tr><td>NAME</td><td>2021-03-DAY</td></tr><tr><td>SAID</td><td>SAID Ah.</td></tr>"
    written = read(
        f"<table>{posts(row)}</table>",
        "//tr[1 = position() mod 2]",
        until="//tr[0 = position() mod 2]",
    )[0].html
    assert "".join(written.split("\n")) == (
        f"<table><tr><td>{SAID[0]}</td><td>{SAID[0]} Ah.</td></tr></table>"
    )


# Threads


def entry(n: int, inner: str = "") -> str:
    body = f"<b>{NAMES[n]}</b><i>2021-03-{n + 11}</i><p>{SAID[n]}</p>"
    return f"<li><div>{body}</div>{inner}</li>"


NESTED = (
    "<ol>"
    + entry(0, "<ol>" + entry(1) + entry(2, "<ol>" + entry(3) + "</ol>") + "</ol>")
    + entry(4)
    + entry(5)
    + "</ol>"
)
PARENTS = [None, 0, 0, 2, None, None]


@pytest.mark.parametrize("xpath", ["//li", "//li/div", "//li/div/p"])
def test_replies_inside(xpath: str) -> None:
    found = read(NESTED, xpath)
    told(found)
    assert [one.parent for one in found] == PARENTS
    assert [one.depth for one in found] == [0, 1, 1, 2, 0, 0]
    assert [one.position for one in found] == list(range(6))


LEVELS = (0, 1, 1, 2, 0, 0)


@pytest.mark.parametrize(
    "shift",
    [
        "<div style='margin-left: {px}px'>", "<div style='padding-left:{px}px'>",
        "<div class='c depth-{level}'>", "<div class='indent{level}'>",
    ],
)  # fmt: skip
def test_replies_that_are_shifted(shift: str) -> None:
    inner = "".join(
        shift.format(px=20 * level, level=level) + f"<b>{NAMES[n]}</b><i>2021-03-{n + 11}</i>"
        f"<p>{SAID[n]}</p></div>"
        for n, level in enumerate(LEVELS)
    )
    found = read(f"<section>{inner}</section>", "//section/div")
    assert [one.parent for one in found] == PARENTS


def test_replies_behind_a_wide_picture() -> None:
    inner = "".join(
        f"<tr><td class=ind><img src=s.gif height=1 width={40 * level}></td><td><a href=/u/{n}>"
        f"{NAMES[n]}</a> <i>2021-03-{n + 11}</i><p>{SAID[n]}</p></td></tr>"
        for n, level in enumerate(LEVELS)
    )
    found = read(f"<table>{inner}</table>", "//tr")
    assert [one.parent for one in found] == PARENTS


# What else they tell


def test_permalinks() -> None:
    found = read(f"<ol>{posts(PATTERNS['blog'])}</ol>", "//li")
    assert [one.permalink for one in found][:2] == [f"{URL}#c-1", f"{URL}#c-2"]
    inner = posts("<li id=comment-№><b>NAME</b><i>2021-03-DAY</i><p>SAID</p></li>")
    found = read(f"<ol>{inner}</ol>", "//li")
    assert [one.permalink for one in found][:2] == [f"{URL}#comment-1", f"{URL}#comment-2"]
    inner = posts("<li><b>NAME</b><i>2021-03-DAY</i><p>SAID</p></li>")
    assert read(f"<ol>{inner}</ol>", "//li")[0].permalink is None


@pytest.mark.parametrize(
    ("stars", "rating"),
    [
        ("<span>★★★★☆</span>", 4), ("<span>4 out of 5 stars</span>", 4),
        ("<span class=rating>4/5</span>", 4), ("<span class=stars>8/10</span>", 4),
        ("<span class=rating title='4.5 out of 5'></span>", 4.5),
        ("<span itemprop=ratingValue content=4></span>", 4),
        ("<span class=stars><i style='width:80%'></i></span>", 4),
        ("<i class='star-rating rating-4'></i>", 4),
    ],
)  # fmt: skip
def test_ratings(stars: str, rating: float) -> None:
    inner = posts(f"<li>{stars}<b>NAME</b><i>2021-03-DAY</i><p>SAID</p></li>")
    assert {one.rating for one in read(f"<ol>{inner}</ol>", "//li")} == {rating}


def lines_run(done: Callable[[], object], within: str = "") -> int:
    """How many lines run to do it, of files so called; what is compiled counts for nothing."""
    run = 0

    def traced(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal run
        run += event == "line"
        return traced if frame.f_code.co_filename.endswith(within) else None

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        done()
    finally:
        sys.settrace(before)
    return run


def lines_to_tell(count: int) -> int:
    """How many lines run to tell everything of so many comments."""
    inner = "".join(
        f"<li id=c-{n}><b>{NAMES[n % 6]}</b><i>2021-03-11</i><p>{SAID[n % 6]}</p></li>"
        for n in range(count)
    )
    found = read(f"<ol>{inner}</ol>", "//li")
    return lines_run(lambda: list(items_of(CommentItem, found, URL)))


def test_what_a_comment_tells_costs_as_much_among_many() -> None:
    lines_to_tell(6)  # Patterns and the like are made at first use.
    assert lines_to_tell(240) < 5 * lines_to_tell(60)


def lines_to_find_bodies(paragraphs: int) -> int:
    """How many lines run to find the bodies of three posts, with nothing compiled."""
    pattern = PATTERNS["blog"].replace("<p>SAID</p>", "<p>SAID</p>" * paragraphs)
    source = f"<html><body><h1>Canal</h1><ol>{posts(pattern, 3)}</ol></body></html>"
    with interpreted():
        method = module("").LearnedThread(min_confidence=0)
        found = lines_run(lambda: module("").comments(source, method=method), "_parts_cy.py")
    assert found
    return found


def test_a_paragraph_costs_as_much_among_many() -> None:
    # Of posts with fewer paragraphs the network takes others for the thread.
    assert lines_to_find_bodies(480) < 2.5 * lines_to_find_bodies(240)


def test_spans_may_come_in_any_order_and_twice() -> None:
    page = Page(f"<ol>{posts(PATTERNS['blog'])}</ol>", URL)
    nodes = nodes_of(page, "//li")
    spans = [(node, node + page.tree.size[node]) for node in nodes]
    leaves = leaves_of(page)
    assert read_thread(page, leaves, spans[::-1] + spans, 1.0) == read_thread(
        page, leaves, spans, 1.0
    )
    assert read_thread(page, leaves, [], 1.0) == []
