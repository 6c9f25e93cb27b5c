"""The opening post of a thread: outside the list of replies, alone, a question; none on a blog."""

from __future__ import annotations

import pytest

from scrapy_treesim import Page, comments, extract

URL = "https://forum.example/t/771-gate"
ASKED = (
    "The upper gate sticks when the water is low. I have greased both hinges and it made no "
    "difference at all. Has anybody here had the same, and what did you do about it in the end?"
)
REPLIES = (
    ("tinpot", "12", "Mine did as well until I took the silt out from below the sill."),
    ("Mira Lum", "13", "Look at the lower pin first, it wears faster than the hinge does."),
    ("old_fox", "14", "Same here every summer. In the end we planed the edge a little."),
)
BYLINE = "<a class=author href=/u/{0}>{0}</a> <time datetime=2023-05-{1}T09:20:00>{1} May</time>"
LISTED = "<ol class=replies>{}</ol>".format(
    "".join(
        f"<li class=reply><div>{BYLINE.format(name, day)}</div><div class=body><p>{text}</p></div>"
        f"<a href='?quote={day}'>Quote</a></li>"
        for name, day, text in REPLIES
    )
)
OPENED = BYLINE.format("Ada Byron", "11")
OPENINGS = {
    "box": f"<h1>Gate sticks</h1><div class=topic><div>{OPENED}</div><p>{ASKED}</p></div>",
    "article": f"<h1>Gate sticks</h1><article class=post><header>{OPENED}</header><p>{ASKED}</p>"
    "</article>",
    "table": f"<h1>Gate sticks</h1><table><tr><td>{OPENED}</td><td><p>{ASKED}</p></td></tr>"
    "</table>",
    "byline below": f"<h1>Gate sticks</h1><section><p>{ASKED}</p><footer>{OPENED}</footer>"
    "</section>",
}  # fmt: skip


def thread(opening: str, replies: str = LISTED, url: str = URL) -> Page:
    return Page(
        "<html><head><title>Gate sticks - Canal forum</title></head><body><nav><a href=/>Forum</a> "
        f"<a href=/login>Log in</a></nav><main>{opening}<h2>3 replies</h2>{replies}</main><form>"
        "<textarea name=reply></textarea><button>Post reply</button></form></body></html>",
        url=url,
    )


@pytest.mark.parametrize("shape", OPENINGS)
def test_the_opening_post_is_the_first_comment_and_the_others_answer_it(shape: str) -> None:
    first, *others = comments(thread(OPENINGS[shape]))

    assert (first.author, first.text, first.date) == ("Ada Byron", ASKED, "2023-05-11T09:20:00")
    assert first.is_first_post
    assert [(one.author, one.text) for one in others] == [(name, text) for name, _, text in REPLIES]
    assert {(one.parent, one.depth, one.is_first_post) for one in others} == {(0, 1, False)}
    assert [one.position for one in others] == [1, 2, 3]


@pytest.mark.parametrize(
    ("plain", "marked"),
    [
        ("<li class=reply>", "<li class=reply itemprop=acceptedAnswer>"),
        ("<li class=reply>", "<li class='reply accepted-answer'>"),
        ("<li class=reply>", "<li class='reply reply--accepted'>"),
        ("<li class=reply>", "<li class='reply best-answer'>"),
    ],
)
def test_the_accepted_answer_is_marked(plain: str, marked: str) -> None:
    before, second = LISTED.rsplit(plain, 1)
    posts = comments(thread(OPENINGS["box"], marked.join((before, second))))

    assert [post.is_accepted for post in posts] == [False, False, False, True]


@pytest.mark.parametrize("name", ["has-accepted-answer", "accepted-answers", "accept-cookies"])
def test_a_name_around_all_answers_marks_none(name: str) -> None:
    posts = comments(thread(OPENINGS["box"], f"<div class={name}>{LISTED}</div>"))

    assert [post.is_accepted for post in posts] == [False] * 4


def test_an_opening_post_without_answers_is_the_one_comment() -> None:
    (only,) = comments(thread(OPENINGS["box"], ""))

    assert (only.author, only.text, only.is_first_post) == ("Ada Byron", ASKED, True)


def test_text_before_the_replies_without_a_name_or_a_time_is_no_opening_post() -> None:
    posts = comments(thread(f"<h1>Gate sticks</h1><div class=topic><p>{ASKED}</p></div>"))

    assert [post.author for post in posts] == [name for name, _, _ in REPLIES]
    assert not any(post.is_first_post for post in posts)


def test_a_further_page_of_a_thread_has_no_opening_post() -> None:
    posts = comments(thread("<h1>Gate sticks</h1>", url=f"{URL}?page=2"))

    assert {(post.parent, post.is_first_post) for post in posts} == {(None, False)}


def test_the_text_of_a_blog_is_its_article_and_no_comment() -> None:
    paragraphs = "".join(
        f"<p>Paragraph {number} of the story of a gate, and of the river, and of the winter that "
        "broke it and the summer in which four of us mended it with what lay about.</p>"
        for number in range(6)
    )
    blog = f"<article class=entry><h1>The gate</h1><p>By {OPENED}</p>{paragraphs}</article>"
    listed = LISTED.replace("replies", "comment-list").replace("reply", "comment")
    source = (
        "<html><head><title>The gate - A blog</title><meta property=og:type content=article></head>"
        "<body><nav><a href=/>Home</a> <a href=/about>About</a></nav>"
        f"{blog}<h3>3 comments</h3>{listed}</body></html>"
    )
    found = extract(source, url="https://blog.example/2023/05/the-gate")

    assert found["article"]["author"] == "Ada Byron"
    assert [post["author"] for post in found["comments"]] == [name for name, _, _ in REPLIES]
    assert not any(post["is_first_post"] for post in found["comments"])


POST = (
    "<div class={}><div class=votes><div class=vote-count>19</div></div><div class=cell><div "
    "class=prose><p>{}</p></div><div class=sig><div class=user-time>asked <span title='2023-05-{}"
    " 09:20:00Z'>May 12 '23 at 9:20</span></div><div class=user><a href=/u/{}>{}</a></div></div>"
    "</div>{}</div>"
)
SMALL = (
    "<li class=comment><div class=comment-text><span class=comment-copy>{}</span> &ndash; <a "
    "class=comment-user href=/u/{}>{}</a> <span class=comment-date><span title='2023-05-{} "
    "11:00:00Z'>2023-05-14</span></span></div></li>"
)


def test_a_question_its_answer_and_small_comments_on_it() -> None:
    small = "".join(
        SMALL.format(f"{text} Is that so?", name, name, day) for name, day, text in REPLIES
    )
    answer = POST.format(
        "answer",
        f"Lift it off. {ASKED}",
        12,
        "ivo",
        "Ivo Brandl",
        f"<div class=comments><ul>{small}</ul></div>",
    )
    question = POST.format("question", ASKED, 11, "sam", "Sam Linn", "")
    posts = comments(
        thread(
            f"<h1>Gate sticks?</h1>{question}", f"<div id=answers><h2>1 Answer</h2>{answer}</div>"
        )
    )

    assert [(post.author, post.depth, post.parent) for post in posts] == [
        ("Sam Linn", 0, None),
        ("Ivo Brandl", 1, 0),
        *((name, 2, 1) for name, _, _ in REPLIES),
    ]
    assert [post.score for post in posts[:2]] == [19, 19]
    assert posts[1].text == f"Lift it off. {ASKED}"


def test_small_comments_in_boxes_of_answers_are_comments_each() -> None:
    def answer(number: int) -> str:
        small = "".join(
            f"<p>{text} Is that so? <a href=/u/{day}>{name}</a> <span>{day} May 2023</span></p>"
            for name, day, text in REPLIES[: 1 + number % 3]
        )
        box = f"<div class=notes><div>{small}</div></div>"
        name = f"Ivo{number} Brandl"
        mark = "answer" if number else "'answer accepted-answer'"
        return POST.format(mark, f"Number {number}. {ASKED}", 12 + number, number, name, box)

    question = POST.format("question", ASKED, 11, "sam", "Sam Linn", "")
    answers = "".join(map(answer, range(4)))
    posts = comments(
        thread(
            f"<h1>Gate sticks?</h1>{question}", f"<div id=answers><h2>4 Answers</h2>{answers}</div>"
        )
    )

    assert [post.author for post in posts if post.depth == 2] == [
        name for number in range(4) for name, _, _ in REPLIES[: 1 + number % 3]
    ]
    assert [post.author for post in posts if post.is_accepted] == ["Ivo0 Brandl"]


def test_posts_of_a_sure_thread_need_no_author_and_no_time() -> None:
    listed = "".join(
        f"<div class=post><div class=post-body><p>{text} And number {number} of it all.</p></div>"
        f"<a href=?quote={number}>Quote</a> <a href=?reply={number}>Reply</a></div>"
        for number, (_, _, text) in enumerate(REPLIES * 3)
    )
    posts = comments(thread("<h1>Gate sticks</h1>", f"<div class=posts>{listed}</div>"))

    assert [post.text.split()[-4] for post in posts] == [*map(str, range(9))]
