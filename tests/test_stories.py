"""Several stories on one page, and what of a page is not its text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scrapy_treesim import Page, article, extract, page_kind
from scrapy_treesim.findings.extraction import findings_of
from scrapy_treesim.findings.kinds import FindingOptions

HEADLINES = "Neighbours buy the old orchard", "A heron nests on the town hall", "Last cinema shuts"
BYLINES = ("Maren Holt", "2025-03-24"), ("Peter Lamb", "2025-03-22"), ("Ruth Adler", "2025-03-20")
PARAGRAPHS = (
    "It was decided last week by a group of neighbours who mean to keep it open to everyone who"
    " likes to come along in the autumn, whatever the weather may be like",
    "They had saved for three years, with cake sales and a raffle, and in the end there was a good"
    " price because nobody had the heart to see it built over",
    "Work begins next month, and whoever has a spade is asked to come along on the first Saturday"
    " and help until the tea is ready and the cake has been cut",
)


def body(number: int, count: int = 3) -> str:
    """The paragraphs of a story, each with the words of its headline."""
    return "".join(f"<p>{text}: {HEADLINES[number]}.</p>" for text in PARAGRAPHS[:count])


def in_articles(number: int, text: str) -> str:
    author, day = BYLINES[number]
    head = f"<h1>{HEADLINES[number]}</h1><p>By {author} <time datetime={day}>{day}</time></p>"
    return f"<article><header>{head}</header>{text}</article>"


def in_divs(number: int, text: str) -> str:
    author, day = BYLINES[number]
    link = f"<h2><a href=/p/{number}>{HEADLINES[number]}</a></h2>"
    return f"<div class='post post-{number}'>{link}{text}<div>By {author} | {day}</div></div>"


def in_sections(number: int, text: str) -> str:
    author, day = BYLINES[number]
    head = f"<div><h1>{HEADLINES[number]}</h1><div>By {author}, {day}</div></div>"
    return f"<div><section class=entry>{head}<div>{text}</div></section></div>"


def document(content: str, title: str = HEADLINES[0], around: str = "") -> str:
    return (
        f"<!doctype html><html lang=en><head><title>{title} | Fernside Post</title></head><body>"
        f"{around}<nav><a href=/>Home</a> <a href=/news>News</a></nav><main>{content}</main>"
        "<footer>Fernside Post</footer></body></html>"
    )


MARKUPS = in_articles, in_divs, in_sections


@pytest.mark.parametrize("first", [1, 3])
@pytest.mark.parametrize("markup", MARKUPS)
def test_the_first_of_several_stories_is_the_article(
    markup: Callable[[int, str], str], first: int
) -> None:
    content = "".join(markup(n, body(n, 3 if n else first)) for n in range(3))
    page = Page(document(content), url="https://fernside.example/news/orchard")
    options = FindingOptions(emit="all", page_kind=page_kind(page))
    items = findings_of(page, options)
    assert [(item.role, item.headline, item.author, item.date) for item in items["article"]] == [
        ("secondary" if n else "main", HEADLINES[n], *BYLINES[n]) for n in range(3)
    ]
    for number, item in enumerate(items["article"]):
        assert [HEADLINES[n] in item.text for n in range(3)] == [n == number for n in range(3)]
    assert items["comments"] == []


def test_the_title_tells_which_story_is_the_article() -> None:
    content = "".join(in_articles(n, body(n)) for n in range(3))
    story = article(document(content, title=HEADLINES[1]))
    assert story is not None
    assert (story.headline, story.author) == (HEADLINES[1], BYLINES[1][0])
    assert [other.headline for other in story.stories] == [HEADLINES[0], HEADLINES[2]]
    without_title = article(document(content, title=""))
    assert without_title is not None
    assert without_title.headline == HEADLINES[0]


@pytest.mark.parametrize("level", [1, 2])
def test_sections_of_a_story_are_no_stories(level: int) -> None:
    sections = "".join(
        f"<section class=part><h{level if n else 1}>{HEADLINES[n]}</h{level if n else 1}>{body(n)}"
        "</section>"
        for n in range(3)
    )
    story = article(document(sections))
    assert story is not None
    assert story.stories == ()
    assert all(f": {headline}." in story.text for headline in HEADLINES)


def test_teasers_and_replies_are_no_stories() -> None:
    teasers = "".join(in_articles(n, body(n, 1)) for n in range(1, 3))
    story = article(document(in_articles(0, body(0)) + f"<aside>{teasers}</aside>"))
    assert story is not None
    assert story.stories == ()
    assert HEADLINES[1] not in story.text
    replies = "".join(
        f"<div class=post><h3>{'Re: ' if n else ''}{HEADLINES[0]}</h3><p>by {author} on {day}</p>"
        f"{body(n)}<a href=#>Reply</a></div>"
        for n, (author, day) in enumerate(BYLINES)
    )
    thread = article(document(replies))
    assert thread is None or thread.stories == ()


SHORT = "<h1>Keep a boat</h1><p>You need a permit to keep a boat on the canal for more than a week."
ASKS = "We would like to store things on your device, so that we see what is read. You may refuse."
BANNERS = {
    "role": f"<div role=dialog><p>{ASKS}</p><button>Refuse</button></div>",
    "dialog": f"<dialog open><p>{ASKS}</p><button>Refuse</button></dialog>",
    "label": f"<section aria-label='Avis sur les cookies'><p>{ASKS}</p><a href=#>No</a></section>",
    "class": f"<div class=cookie-banner><p>{ASKS}</p><a href=#>No</a></div>",
    "widget": f"<div id=onetrust-banner-sdk><p>{ASKS}</p><button>Refuse</button></div>",
    "paywall": f"<div class=paywall__box><p>{ASKS}</p><button>Go on</button></div>",
    "links": f"<div><p>{ASKS}</p><a href=/subscribe>Now</a> <a href=/login>Log in</a></div>",
}


@pytest.mark.parametrize("name", BANNERS)
def test_banners_and_boxes_are_no_text(name: str) -> None:
    found = extract(document(SHORT, title="Keep a boat", around=BANNERS[name]), emit="all")
    assert found["article"]["text"] == SHORT.rpartition(">")[2]


def test_a_name_of_a_banner_does_not_make_one() -> None:
    biscuits = f"<h1>Best biscuits</h1><div class=cookie-recipe>{body(0)}<a href=/p>Print</a></div>"
    policy = f"<h1>Cookie policy</h1><div class=cookie-notice>{body(0)}<a href=/p>Print</a></div>"
    for title, content in (("Best biscuits", biscuits), ("Cookie policy", policy)):
        text = article(document(content, title=title))
        assert text is not None
        assert text.text.count(HEADLINES[0]) == len(PARAGRAPHS)


LINES = {
    "By Maren Holt, 24 March 2025": "Maren Holt",
    "Von Jonas Amrein": "Jonas Amrein",
    "作者：王小明": "王小明",
}


@pytest.mark.parametrize(("line", "author"), LINES.items())
def test_a_byline_is_not_the_first_line_of_the_text(line: str, author: str) -> None:
    text = article(document(f"<h1>{HEADLINES[0]}</h1><p class=x>{line}</p>{body(0)}"))
    assert text is not None
    assert text.author == author
    assert text.text.startswith(PARAGRAPHS[0])


def test_rows_of_an_infobox_and_dated_lines_are_text() -> None:
    rows = {
        "Born": "<span>3 May 1931</span>, <a href=/s>Saltby</a>",
        "Height": "1.82 m",
        "Company": "Private",
        "Children": "<ul><li><a href=/a>Ona</a><li><a href=/b>Lisbet</a></ul>",
        "Revenue": "€21.9 million (2023)",
    }
    table = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in rows.items())
    dates = "<ul><li>Opened: 3 August 1922</li><li>Saved: 2 January 2003</li></ul>"
    note = "<span class=mw-editsection>[<a href=/e>edit</a>]</span>"
    content = (
        f"<h1>Ansel Thorne</h1><table class=infobox>{table}</table>{body(0)}"
        f"<h2>History{note}</h2>{body(1)}{dates}<p>Saturday, 5 October 2024, 10 am</p>{body(2)}"
    )
    text = article(document(content, title="Ansel Thorne"))
    assert text is not None
    expected = (
        "3 May 1931",
        "Saltby",
        "Lisbet",
        "Opened: 3 August 1922",
        "2 January 2003",
        "History",
    )
    assert [part for part in expected if part not in text.text] == []
    assert "edit" not in text.text
    assert text.date is None


def test_articles_with_an_h1_each_are_stories_though_the_page_looks_like_a_thread() -> None:
    council = "The {} council voted on Tuesday to keep the {} open through the winter, after a long"
    text = council + (
        " evening of speeches from people who use it every day and from those who pay for it.<p>"
        "Members said that the cost had grown by a third since the last count, and that the money"
        " would have to come from somewhere else in the {}."
    )
    stories = "".join(
        f"<article><header><h1>{headline}</h1><p>By <a rel=author href=/a>{author}</a> <time "
        f"datetime={day}>{day}</time></p></header><div><p>{text.format(place, thing, place)}</div>"
        "</article>"
        for (author, day), headline, place, thing in zip(
            BYLINES,
            HEADLINES,
            ("town", "parish", "county"),
            ("orchard", "lake", "bus"),
            strict=True,
        )
    )
    page = Page(document(stories), url="https://post.example/orchard")
    found = extract(page)

    assert page_kind(page).kind == "thread"
    assert (found["article"]["author"], found["comments"]) == (BYLINES[0][0], [])
