"""From the posts of a thread to comments: bodies, authors, times, parents and all else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

import pytest
from posted import NAMES, PATTERNS, SAID, posts
from test_kernels import interpreted, posts_by

from scrapy_treesim import Comment, Page, comments
from scrapy_treesim.comments.extract.byline import name_in
from scrapy_treesim.comments.extract.thread import read_thread
from scrapy_treesim.comments.leaves import leaves_of
from scrapy_treesim.items import comment_items

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


AFTER = "<li><div>SAID</div><small>NAME, DAY.03.2021 14:05</small></li>"


@pytest.mark.parametrize("kind", PATTERNS)
def test_author_time_and_text_stand_where_all_posts_have_theirs(kind: str) -> None:
    told(read(f"<ol>{posts(PATTERNS[kind])}</ol>", "//li"))


def test_a_byline_after_the_body_is_not_said() -> None:
    found = read(f"<ol>{posts(AFTER)}</ol>", "//li")
    assert [one.text for one in found] == list(SAID)
    assert [int(one.date[8:10]) for one in found if one.date] == [n + 11 for n in range(6)]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_few_posts_are_read_like_many(count: int) -> None:
    told(read(f"<ol>{posts(PATTERNS['blog'], count)}</ol>", "//li"), count)


def test_a_list_of_terms() -> None:
    inner = posts("<dt><a href=/u/№>NAME</a> <i>2021-03-DAY</i></dt><dd><p>SAID</p></dd>")
    told(read(f"<dl>{inner}</dl>", "//dt", until="//dd"))


def test_rows_two_a_post() -> None:
    row = "<tr><td>NAME</td><td>DAY Mar 2021, 18:44</td></tr><tr><td colspan=2>SAID</td></tr>"
    told(read(f"<table>{posts(row)}</table>", "//tr[1 = position() mod 2]",
              until="//tr[0 = position() mod 2]"))  # fmt: skip


def test_runs_of_paragraphs() -> None:
    run = "<h4>NAME</h4><p><small>March DAY, 2021</small></p><p>SAID</p>"
    told(read(f"<div>{posts(run)}</div>", "//h4", until="//p[0 = position() mod 2]"))


def test_names_of_elements_are_believed() -> None:
    inner = posts(
        "<li><span itemprop=name>Canal, part №</span><p>SAID</p><span class=author>NAME</span>"
        "<span class=date>2021-03-DAY</span></li>"
    )
    told(read(f"<ol>{inner}</ol>", "//li"))


# Authors


def test_what_all_posts_have_is_no_name() -> None:
    inner = posts("<li><b>Verified buyer</b><u>NAME</u><i>2021-03-DAY</i><p>SAID</p></li>")
    assert [one.author for one in read(f"<ol>{inner}</ol>", "//li")] == list(NAMES)


def test_one_author_may_post_often() -> None:
    inner = "".join(
        f"<li><b>{('Ada', 'Jo')[n % 2]}</b><i>2021-03-{n + 11}</i><p>{SAID[n]}</p></li>"
        for n in range(6)
    )
    assert [one.author for one in read(f"<ol>{inner}</ol>", "//li")] == ["Ada", "Jo"] * 3


def numbered(
    name: str, says: tuple[str, ...], *, middle: str = "<i>2021-03-1№</i>"
) -> list[Comment]:
    """The posts of people whose names differ in their numbers alone."""
    inner = "".join(
        f"<li><b>{name} {n}</b>{middle.replace('№', str(n))}<p>{said}</p></li>"
        for n, said in enumerate(says)
    )
    return read(f"<ol>{inner}</ol>", "//li")


LINES = (
    "The ferry was late again, but the coffee on board is better than it used to be.",
    "I went last Sunday and the whole crossing took forty minutes.",
    "Has anyone tried the night boat? My sister says it is quiet.",
)


@pytest.mark.parametrize("name", ["User", "Ada Quist"])
def test_names_may_differ_in_their_numbers_alone(name: str) -> None:
    found = numbered(name, LINES)
    assert [one.author for one in found] == [f"{name} {n}" for n in range(3)]
    assert [one.text for one in found] == list(LINES)


def test_the_number_of_a_comment_is_no_name() -> None:
    assert {one.author for one in numbered("Comment", LINES)} == {None}
    assert {one.author for one in numbered("Chapter", LINES, middle="<p>__</p>")} == {None}


def test_posts_without_a_name_have_none() -> None:
    inner = posts("<li><i>2021-03-DAY</i><p>SAID</p></li>")
    assert {one.author for one in read(f"<ol>{inner}</ol>", "//li")} == {None}


def test_the_address_of_an_author_is_absolute() -> None:
    found = read(f"<ol>{posts(PATTERNS['blog'])}</ol>", "//li")
    assert [one.author_url for one in found][:2] == [
        "https://example.org/u/1", "https://example.org/u/2",
    ]  # fmt: skip
    assert read(f"<ol>{posts(PATTERNS['title of the time'])}</ol>", "//li")[0].author_url is None


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


def test_a_name_alone_stays_as_it_is() -> None:
    assert name_in("Mira K.", says=False) == "Mira K."
    assert name_in("by the river", says=False) == "by the river"
    assert name_in("-thh", says=False) == "-thh"


# Times


def test_when_somebody_joined_is_not_when_they_wrote() -> None:
    inner = posts(
        "<li><b>NAME</b><p>Registered: 2010-01-DAY</p><p>SAID</p><p>2021-03-DAY 10:00</p></li>"
    )
    assert {one.time[:4] for one in read(f"<ol>{inner}</ol>", "//li") if one.time} == {"2021"}


def test_when_it_was_edited_is_not_when_it_was_written() -> None:
    inner = posts(
        "<li><b>NAME</b><p>SAID</p><p>last edited 2022-04-DAY</p><p>posted 2021-03-DAY</p></li>"
    )
    found = read(f"<ol>{inner}</ol>", "//li")
    assert {int(one.date[:4]) for one in found if one.date} == {2021}
    assert len(found) == 6


def test_a_date_that_is_said_is_not_when_it_was_said() -> None:
    inner = posts("<li><b>NAME</b><i>2021-03-DAY</i><p>SAID</p><p>See 2019-01-01.</p></li>")
    found = read(f"<ol>{inner}</ol>", "//li")
    assert {int(one.date[:4]) for one in found if one.date} == {2021}


def test_what_is_relative_is_a_time_and_no_date() -> None:
    inner = posts("<li><b>NAME</b><i>№ days ago</i><p>SAID</p></li>")
    found = read(f"<ol>{inner}</ol>", "//li")
    assert [one.time for one in found] == [f"{n} days ago" for n in range(1, 7)]
    assert {one.date for one in found} == {None}


def test_the_thread_tells_whether_the_day_comes_first() -> None:
    inner = posts("<li><b>NAME</b><i>0№/03/2021</i><p>SAID</p></li>", 5)
    dates = [one.date for one in read(f"<ol>{inner}</ol>", "//li")]
    assert dates[0] is None
    inner += "<li><b>Jo</b><i>28/03/2021</i><p>Well, yes, that is just as I have it.</p></li>"
    dates = [one.date for one in read(f"<ol>{inner}</ol>", "//li")]
    assert dates[0] == "2021-03-01"


def test_a_time_without_text_is_declared() -> None:
    inner = posts("<li><b>NAME</b><time datetime='2021-03-DAY'></time><p>SAID</p></li>")
    told(read(f"<ol>{inner}</ol>", "//li"))


# Bodies


def test_controls_and_counts_are_not_said() -> None:
    inner = posts(
        "<li><b>NAME</b><i>2021-03-DAY</i><div>SAID</div><div><a href=#q>Quote</a> | "
        "<a href=#r>Report</a> | <span>№ likes</span></div></li>"
    )
    found = read(f"<ol>{inner}</ol>", "//li")
    assert [one.text for one in found] == list(SAID)
    assert [one.score for one in found] == [1, 2, 3, 4, 5, 6]


def test_a_body_in_pieces_without_an_element_of_its_own() -> None:
    inner = posts("<li><b>NAME</b> 2021-03-DAY<br>SAID</li>")
    inner = inner.replace(SAID[2], f"{SAID[2]}<br>And <i>that</i> is so.")
    found = read(f"<ol>{inner}</ol>", "//li")
    assert [one.text for one in found] == [*SAID[:2], f"{SAID[2]}\nAnd that is so.", *SAID[3:]]


def test_bodies_of_many_paragraphs_are_whole() -> None:
    inner = posts(PATTERNS["blog"])
    inner = inner.replace(SAID[2], f"{SAID[2]}</p><p>See <a href=/map>the map</a>.")
    inner = inner.replace(SAID[4], f"Hello,</p><p>{SAID[4]}</p><ul><li>Bob</li></ul><p>")
    found = read(f"<ol>{inner}</ol>", "//ol/li")
    assert found[2].text == f"{SAID[2]}\nSee the map."
    assert found[4].text == f"Hello,\n{SAID[4]}\nBob"


def test_the_same_answer_by_most_is_an_answer() -> None:
    inner = "".join(
        f"<li><b>{NAMES[n]}</b><i>2021-03-{n + 11}</i><p>Thanks!</p></li>" for n in range(6)
    )
    assert [one.text for one in read(f"<ol>{inner}</ol>", "//li")] == ["Thanks!"] * 6


def test_posts_that_say_nothing_are_left_out() -> None:
    found = read("<ol><li><i></i></li><li><b>Ada</b><p>Here, and at length.</p></li></ol>", "//li")
    assert len(found) == 1
    assert found[0].position == 0


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


def test_whom_a_quotation_quotes_goes_with_it() -> None:
    found = quoting(0, "<div class=quote><b>Jo said:</b><div>Is it?</div></div>")
    assert found[0].text == SAID[0]
    assert found[0].quotes == ("Jo said:\nIs it?",)


def test_of_very_many_quotations_the_last_are_one() -> None:
    few = "".join(f"<q class=quote>So {n}?</q> No, it is not so. " for n in range(200))
    assert quoting(0, f"<p>{few}</p>")[0].quotes == tuple(f"So {n}?" for n in range(200))
    many = "".join(f"<q class=quote>So {n}?</q> No, it is not so. " for n in range(203))
    *found, last = quoting(0, f"<p>{many}</p>")[0].quotes
    assert found == [f"So {n}?" for n in range(199)]
    assert last.replace(" ", "") == "So199?So200?So201?So202?"


def test_a_long_quotation_stays_where_little_is_said() -> None:
    found = quoting(1, f"<blockquote>{SAID[0]}</blockquote>")
    assert found[1].text == f"{SAID[0]}\n{SAID[1]}"
    assert found[1].quotes == (SAID[0],)


def test_a_body_that_is_all_quotation_is_said() -> None:
    inner = posts(PATTERNS["blog"].replace("<p>SAID</p>", "<blockquote>SAID</blockquote>"))
    found = read(f"<ol>{inner}</ol>", "//li")
    assert [one.text for one in found] == list(SAID)
    assert found[0].quotes == ()


def test_a_signature_is_kept_apart() -> None:
    marked = posts(PATTERNS["blog"].replace("<p>SAID</p>", "<p>SAID</p><p>____</p><p>Boat №</p>"))
    found = read(f"<ol>{marked}</ol>", "//li")
    assert found[0].text == SAID[0]
    assert found[0].signature == "____\nBoat 1"
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


def test_html_stands_alone() -> None:
    row = "<tr><td>NAME</td><td>2021-03-DAY</td><td>SAID</td></tr>"
    assert read(f"<table>{posts(row)}</table>", "//tr")[0].html == SAID[0]
    inner = "<dt>NAME</dt><dd><i>2021-03-DAY</i> SAID</dd>"
    assert read(f"<dl>{posts(inner)}</dl>", "//dd")[0].html == SAID[0]


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


@pytest.mark.parametrize("xpath", ["//li", "//ol", "//li | //ol/ol"])
def test_a_comment_and_its_one_reply(xpath: str) -> None:
    inner = entry(0, f"<ol>{entry(1)}</ol>")
    found = read(f"<p>March 3, 2020</p><div><ol>{inner}</ol><p>Closed.</p></div>", xpath)
    told(found, 2)
    assert [one.parent for one in found] == [None, 0]


def test_replies_beside_in_lists_of_their_own() -> None:
    def one(n: int) -> str:
        return f"<article><b>{NAMES[n]}</b><i>2021-03-{n + 11}</i><p>{SAID[n]}</p></article>"

    inner = one(0) + f"<div>{one(1)}{one(2)}<div>{one(3)}</div></div>" + one(4) + one(5)
    found = read(f"<section>{inner}</section>", "//article")
    told(found)
    assert [each.parent for each in found] == PARENTS


LEVELS = (0, 1, 1, 2, 0, 0)


def test_posts_in_a_row_answer_nothing() -> None:
    found = read(f"<ol>{posts(PATTERNS['blog'])}</ol>", "//li")
    assert {one.parent for one in found} == {None}
    assert {one.depth for one in found} == {0}


# What else they tell


def test_permalinks() -> None:
    found = read(f"<ol>{posts(PATTERNS['blog'])}</ol>", "//li")
    assert [one.permalink for one in found][:2] == [f"{URL}#c-1", f"{URL}#c-2"]
    inner = posts("<li id=comment-№><b>NAME</b><i>2021-03-DAY</i><p>SAID</p></li>")
    found = read(f"<ol>{inner}</ol>", "//li")
    assert [one.permalink for one in found][:2] == [f"{URL}#comment-1", f"{URL}#comment-2"]
    inner = posts("<li><b>NAME</b><i>2021-03-DAY</i><p>SAID</p></li>")
    assert read(f"<ol>{inner}</ol>", "//li")[0].permalink is None


@pytest.mark.parametrize("name", ["review-12№", "review12№", "customer_review_12№"])
def test_the_permalink_of_a_review(name: str) -> None:
    inner = posts(f"<li><article id={name}><b>NAME</b><p>★★★★☆</p><p>SAID</p></article></li>")
    found = read(f"<ol>{inner}</ol>", "//li")
    assert found[0].permalink == f"{URL}#{name.replace('№', '1')}"


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


def test_no_rating_where_none_is_given() -> None:
    assert read(f"<ol>{posts(PATTERNS['blog'])}</ol>", "//li")[0].rating is None


def test_votes_may_be_below_zero() -> None:
    inner = posts("<li><span class=score>-№</span><b>NAME</b><i>2021-03-DAY</i><p>SAID</p></li>")
    assert [one.score for one in read(f"<ol>{inner}</ol>", "//li")][:2] == [-1, -2]


def test_the_number_of_a_post_is_no_score() -> None:
    found = read(f"<ol>{posts(PATTERNS['side cell'])}</ol>", "//li")
    assert {one.score for one in found} == {None}


def test_a_forums_first_post() -> None:
    thread = f"<ol>{posts(PATTERNS['side cell'])}</ol>"
    assert [one.is_first_post for one in read(thread, "//li")] == [True] + [False] * 5
    later = read(thread, "//li", url=f"{URL}?page=2")
    assert not any(one.is_first_post for one in later)
    numbered = read(f"<ol>{posts(PATTERNS['side cell'].replace('#№', '#2№'))}</ol>", "//li")
    assert not any(one.is_first_post for one in numbered)


def test_comments_on_an_article_have_no_first_post() -> None:
    article = "".join(f"<p>{said} {said}</p>" for said in SAID)
    found = read(f"{article}<ol>{posts(PATTERNS['blog'])}</ol>", "//li")
    assert not any(one.is_first_post for one in found)


def test_confidence_and_place_are_those_of_the_posts() -> None:
    found = read(f"<ol>{posts(PATTERNS['blog'])}</ol>", "//li")
    assert {one.confidence for one in found} == {0.9}
    assert [one.xpath for one in found][:2] == ["/html/body/ol/li[1]", "/html/body/ol/li[2]"]


def test_the_place_of_a_comment_is_its_element_not_its_body() -> None:
    found = read(f"<ol>{posts(PATTERNS['blog'])}</ol>", "//li/div[3]")
    assert [one.xpath for one in found][:2] == ["/html/body/ol/li[1]", "/html/body/ol/li[2]"]


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
    return lines_run(lambda: list(comment_items(found, URL)))


def test_what_a_comment_tells_costs_as_much_among_many() -> None:
    lines_to_tell(6)  # Patterns and the like are made at first use.
    assert lines_to_tell(240) < 5 * lines_to_tell(60)


def lines_to_find_bodies(paragraphs: int) -> int:
    """How many lines run to find the bodies of three posts, with nothing compiled."""
    pattern = PATTERNS["blog"].replace("<p>SAID</p>", "<p>SAID</p>" * paragraphs)
    inner = f"<ol>{posts(pattern, 3)}</ol>"
    with posts_by(interpreted):
        return lines_run(lambda: read(inner, "//li"), "_parts_cy.py")


def test_a_paragraph_costs_as_much_among_many() -> None:
    assert lines_to_find_bodies(320) < 5 * lines_to_find_bodies(80)


def test_spans_may_come_in_any_order_and_twice() -> None:
    page = Page(f"<ol>{posts(PATTERNS['blog'])}</ol>", URL)
    nodes = nodes_of(page, "//li")
    spans = [(node, node + page.tree.size[node]) for node in nodes]
    leaves = leaves_of(page)
    assert read_thread(page, leaves, spans[::-1] + spans, 1.0) == read_thread(
        page, leaves, spans, 1.0
    )
    assert read_thread(page, leaves, [], 1.0) == []


def test_a_comment_made_by_hand_tells_what_it_was_given() -> None:
    made = Comment("So it is.", "Ada", "3 May 2021")
    assert made.date == "2021-05-03"
    assert (made.xpath, made.html, made.quotes, made.signature) == ("", "", (), None)
    assert (made.author_url, made.permalink, made.rating) == (None, None, None)


def test_the_page_s_own_address_may_have_any_words() -> None:
    entries = "".join(
        f"<li id='comment-{n}'><b>{name}</b> <a href='/annual-report/#comment-{n}'>May {n}, 2021 "
        f"at 9:1{n} am</a><p>{text}</p>"
        f"<a href='/annual-report/?replytocom={n}#respond'>Reply</a></li>"
        for n, (name, text) in enumerate(
            [
                ("Ada", "I cut mine in March and they came back stronger."),
                ("Bob", "Never cut below the graft, whatever the books say!"),
                ("Carla", "Thanks for this. Which shears would you buy today?"),
            ],
            1,
        )
    )
    source = f"<html><body><h2>3 Comments</h2><ol>{entries}</ol></body></html>"
    url = "https://shares.example/annual-report/"

    assert [one.permalink for one in comments(Page(source, url=url))] == [
        f"{url}#comment-{n}" for n in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    ("shown", "score"), [("1.25k", 1250), ("3k", 3000), ("1,234", 1234), ("-4", -4), ("17", 17)]
)
def test_scores_are_read_as_they_are_meant(shown: str, score: int) -> None:
    entries = "".join(
        f"<li class=comment><b class=author>{name}</b> <i>May {n}, 2021</i>"
        f"<span class=score>{shown if n == 1 else n * 11}</span>"
        f"<p>{text} Which shears would you buy today, and where did you get yours?</p></li>"
        for n, (name, text) in enumerate(
            [("Ada", "March is best."), ("Bob", "Never cut low!"), ("Carla", "Thanks!")], 1
        )
    )
    found = comments(f"<html><body><h2>3 Comments</h2><ol>{entries}</ol></body></html>")

    assert [one.score for one in found] == [score, 22, 33]
