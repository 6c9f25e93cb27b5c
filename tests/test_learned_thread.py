"""Comments by likely posts: which are seen in which shape, and where there is none."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from trees import examples, pages

from scrapy_treesim import LearnedThread, Page, comments
from scrapy_treesim.comments.find import likely_posts

ARTICLE = "<h1>How to prune roses</h1>" + "".join(
    f"<p>Paragraph {number} of a long article on roses, which goes on about soil, sun and water, "
    "about the tools that one needs, and about the right time of the year.</p>"
    for number in range(6)
)
SAID = (
    ("Ada Quist", "May 3, 2021 at 9:12 am", "I cut mine in March and they came back stronger."),
    ("bob77", "May 3, 2021 at 11:40 am", "Never cut below the graft, whatever the books say!"),
    ("Carla", "May 4, 2021 at 7:05 pm", "Thanks for this. Which shears would you buy today?"),
    ("Dmitri K", "May 6, 2021 at 8:30 am", "Ours have black spot every year, is it the shade?"),
)


def entry(name: str, time: str, text: str) -> str:
    return f"<b>{name}</b> <i>{time}</i><p>{text}</p><a href='#r'>Reply</a>"


def page(thread: str, heading: str = "4 Comments") -> str:
    return (
        "<html><body><ul><li><a href='/'>Home</a></li><li><a href='/blog'>Blog</a></li></ul>"
        f"<div>{ARTICLE}</div><h2>{heading}</h2>{thread}"
        "<form><textarea name='c'></textarea></form></body></html>"
    )


ENTRIES = [entry(*one) for one in SAID]
THREADS = {
    "siblings": "<ol>" + "".join(f"<li>{one}</li>" for one in ENTRIES) + "</ol>",
    "nested": "<ol>"
    + "<ul>".join(f"<li>{one}" for one in ENTRIES)
    + "</li></ul>" * (len(ENTRIES) - 1)
    + "</li></ol>",
    "each in a parent of its own": "".join(
        f"<div><section><article>{one}</article></section></div>" for one in ENTRIES
    ),
    "rows": "<table>" + "".join(f"<tr><td>{one}</td></tr>" for one in ENTRIES) + "</table>",
    "details": "<details><summary>Show</summary>"
    + "".join(f"<div>{one}</div>" for one in ENTRIES)
    + "</details>",
    "who and what in two elements": "<section class=replies>"
    + "".join(
        f"<div class=reply-head><span class=date>{time}</span> <a href='#p{n}'>#{n}</a></div>"
        f"<div class=reply><b class=author>{name}</b><div class=reply-content><p>{text}</p></div>"
        "</div>"
        for n, (name, time, text) in enumerate(SAID)
    )
    + "</section>",
}


@pytest.mark.parametrize("shape", THREADS)
def test_comments_are_found_in_any_shape(shape: str) -> None:
    found = comments(page(THREADS[shape]))

    assert [one.text for one in found] == [text for _, _, text in SAID]
    assert [one.author for one in found] == [name for name, _, _ in SAID]


def test_replies_know_what_they_answer() -> None:
    found = comments(page(THREADS["nested"]))

    assert [one.parent for one in found] == [None, 0, 1, 2]
    assert [one.depth for one in found] == [0, 1, 2, 3]


def answered(number: int, answers: str = "") -> str:
    name, _, text = SAID[number % len(SAID)]
    byline = f"By <a href=/u/{number}>{name}</a> on"
    return (
        f"<div class=item><div class=head><a href='?c={number}#c'>RE: Roses</a><div "
        f"style='display:none'>{byline} 5/{number + 13}/21</div></div><div><div class=sub>{byline} "
        f"<span>5/{number + 13}/2021 2:04 PM</span></div><div><span class=said>{text}</span></div>"
        f"</div><div class=answers>{answers}</div></div>"
    )


def test_a_post_around_its_answers_is_one_like_them() -> None:
    answers = answered(1, answered(2)) + answered(3, answered(4, answered(5)))
    login = "<table><tr><td>Username<td><input><tr><td>Password<td><input type=password></table>"
    thread = f"<div id=tree>{answered(0, answers)}{answered(6)}</div>"
    found = comments(f"{ARTICLE}<div class=all><span>Comments</span>{login}{thread}</div>")
    assert [comment.parent for comment in found] == [None, 0, 1, 0, 3, 4, None]


def test_a_page_for_browsers_without_scripts_is_read() -> None:
    thread = "".join(f"<div><div>{one}</div></div>" for one in ENTRIES)
    source = f"<html><body><noscript><div>{ARTICLE}</div>{thread}</noscript></body></html>"

    assert [one.text for one in comments(source)] == [text for _, _, text in SAID]


@pytest.mark.parametrize(
    "thread",
    [
        "",
        "<p>Be the first to comment.</p>",
        "<ul>"
        + "".join(f"<li><a href='/p{n}'>Story number {n}</a></li>" for n in range(9))
        + "</ul>",
    ],
    ids=["none", "a form alone", "a list of links"],
)
def test_a_page_without_comments_has_none(thread: str) -> None:
    assert comments(page(thread, heading="Leave a comment")) == []


def test_a_list_of_threads_is_no_thread() -> None:
    rows = "".join(
        f"<tr><td><a href='/t/{n}'>How do I get rid of greenfly on row {n}?</a></td>"
        f"<td>{n * 7}</td><td>{n * 311}</td><td>May {n + 1}, 2021 by user{n}</td></tr>"
        for n in range(12)
    )

    assert comments(f"<html><body><h1>Garden forum</h1><table>{rows}</table></body></html>") == []


def test_the_threshold_is_one() -> None:
    source = page(THREADS["siblings"])
    sure = comments(source)[0].confidence

    assert 0 < sure <= 1
    assert comments(source, method=LearnedThread(min_confidence=min(1.0, sure + 1e-9))) == []


@examples(60)
@given(html=pages())
def test_posts_are_siblings_in_the_order_of_the_page(html: str) -> None:
    source = Page(html)
    tree = source.tree
    for found in likely_posts(source):
        assert 0 < found.confidence < 1
        assert found.spans
        assert all(one[0] < other[0] for one, other in pairwise(found.spans))
        for low, high in found.spans:
            above = tree.parent[low]
            assert low + tree.size[low] <= high <= (above + tree.size[above] if low else len(tree))


TERMS = "".join(
    f"<dt><cite>{name}</cite> <small>{time}</small></dt><dd><p>{text}</p><p>{text[::-1]}</p></dd>"
    for name, time, text in SAID
)


def test_a_post_of_several_siblings_is_one() -> None:
    found = comments(page(f"<dl class=comments>{TERMS}</dl>"))

    assert [one.text for one in found] == [f"{text}\n{text[::-1]}" for _, _, text in SAID]
    assert [one.author for one in found] == [name for name, _, _ in SAID]


def test_very_many_comments_are_found() -> None:
    words = [f"{one}{other}" for one in "bdfgklmn" for other in ("a", "erst", "ond", "ule", "ip")]
    texts = [
        " ".join(words[(n * 7 + place * (n % 13 + 1)) % len(words)] for place in range(5 + n % 31))
        for n in range(1000)
    ]
    entries = "".join(
        f"<li><b>Name {n}</b> <i>May 3, 2021</i><p>{text}.</p></li>" for n, text in enumerate(texts)
    )
    found = comments(page(f"<ol>{entries}</ol>", heading="1000 Comments"))

    assert [one.text for one in found] == [f"{text}." for text in texts]


def test_posts_of_more_authors_than_any_page_has_are_read_to_their_end() -> None:
    entries = "".join(
        f"<li><div><div><div><div><div><b>n{n}</b><i>May 3, 2021</i><p>It is {n} now.</p></div>"
        "</div></div></div></div></li>"
        for n in range(9000)
    )

    assert len(comments(f"<html><body><ol>{entries}</ol></body></html>", method="zhu")) == 9000
