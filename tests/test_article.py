"""The main text: what all methods share, and the method of Wang 2010: large blocks, small ones like
the title or a heading."""

from __future__ import annotations

import json
import re
from math import isclose
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from scrapy_treesim import Article, Learned, Page, Wang, article
from scrapy_treesim.article import METHODS, Method
from scrapy_treesim.values.terms import terms

SITE = Path(__file__).parents[1] / "example_project" / "site"
TRUTH: dict[str, dict[str, Any]] = json.loads((SITE / "TRUTH.json").read_text("utf-8"))
ARTICLES = [name for name, page in TRUTH.items() if page["article_starts"]]

each_method = pytest.mark.parametrize("method", METHODS)

DEFAULTS = settings(max_examples=150, deadline=None, derandomize=True, database=None)


def prose(chars: int, word: str = "lorem") -> str:
    """Text of exactly so many characters, white space collapsed."""
    return ((word + " ") * (chars // len(word) + 1))[: chars - 1] + "."


def document(body: str, title: str = "", head: str = "") -> str:
    return f"<html><head><title>{title}</title>{head}</head><body>{body}</body></html>"


def text_of(source: str | bytes, method: Method | str = "wang") -> str | None:
    found = article(source, method=method)
    return found.text if found else None


def read(source: str, method: Method | str = "wang", url: str | None = None) -> Article:
    found = article(Page(source, url=url), method=method)
    assert found is not None
    return found


def said(html: str) -> str:
    """The text of clean HTML, read as XML but for ``<br>`` and the like, which have no end."""
    xml = re.sub(r"<(br|hr|img)\b[^>]*>", "", f"<x>{html}</x>")
    return "".join(map(str, etree.fromstring(xml).itertext()))


def letters(text: str) -> str:
    return "".join(text.split())


# Large blocks


@pytest.mark.parametrize(("chars", "found"), [(0, False), (249, False), (250, True), (251, True)])
def test_a_block_is_large_from_250_characters(chars: int, found: bool) -> None:
    text = prose(chars) if chars else ""
    assert text_of(document(f"<div>{text}</div>")) == (text if found else None)


def test_text_of_paragraphs_lists_and_headings_belongs_to_their_container() -> None:
    parts = f"<p>{prose(90)}</p><ul><li>{prose(90)}</li></ul><h2>Sub</h2><p>{prose(90)}</p>"
    assert text_of(document(f"<div>{parts}</div>")) == "\n".join(
        (prose(90), prose(90), "Sub", prose(90))
    )


@pytest.mark.parametrize(("links", "found"), [(9, True), (10, True), (11, False), (40, False)])
def test_a_large_block_has_25_characters_for_each_link(links: int, found: bool) -> None:
    text = prose(250)
    source = document(f"<div>{'<a href=/></a>' * links}{text}</div>")
    assert text_of(source) == (text if found else None)


# The methods


@each_method
def test_a_method_can_be_chosen_by_its_name_or_as_it_is(method: str) -> None:
    source = document(f"<div>{prose(300)}</div>")
    assert article(source, method=method) == article(source, method=METHODS[method]())
    assert text_of(source, method) == prose(300)


def test_the_method_must_be_known() -> None:
    with pytest.raises(ValueError, match=r"'nope'.*learned, wang"):
        article(document(""), method="nope")


@each_method
def test_a_source_that_is_no_page_is_refused(method: str) -> None:
    with pytest.raises(TypeError, match="int"):
        article(3, method=method)  # type: ignore[arg-type]


@each_method
@pytest.mark.parametrize("source", ["", " ", "<p></p>", "<script>var a;</script>", "...", b""])
def test_a_page_that_says_nothing_has_no_article(source: str | bytes, method: str) -> None:
    assert article(source, method=method) is None


# Small blocks


TITLE = "Ferry returns to the Narrows"


def test_a_small_block_like_the_title_is_kept_and_others_are_not() -> None:
    source = document(
        f"<div>The ferry returns to the Narrows!</div><div>{prose(300)}</div><div>Unrelated</div>",
        TITLE,
    )
    assert text_of(source) == "The ferry returns to the Narrows!\n" + prose(300)


def test_the_likeness_must_exceed_beta() -> None:
    source = document(f"<div>ferry tickets</div><div>{prose(300)}</div>", TITLE)
    # Found by halving: the largest beta that keeps the small block.
    low, value = 0.0, 1.0
    for _ in range(40):
        middle = (low + value) / 2
        if text_of(source, Wang(title_similarity=middle)) == prose(300):
            value = middle
        else:
            low = middle
    assert 0.1 < value < 0.7
    assert text_of(source, Wang(title_similarity=value)) == prose(300)
    kept = text_of(source, Wang(title_similarity=value - 1e-9))
    assert kept == "ferry tickets\n" + prose(300)


@given(st.lists(st.sampled_from(TITLE.split()), min_size=1, max_size=8))
def test_nothing_exceeds_the_likeness_of_equal_texts(words: list[str]) -> None:
    line = " ".join(words)
    source = document(f"<div>{line}</div><div>{prose(300)}</div>", line)
    assert text_of(source, Wang(title_similarity=1.0)) == prose(300)


# Where the text lies


@pytest.mark.parametrize("tag", ["nav", "aside", "footer"])
def test_text_set_aside_is_left_out(tag: str) -> None:
    source = document(f"<main>{prose(700)}</main><{tag}><div>{prose(300, 'aside')}</div></{tag}>")
    assert text_of(source) == prose(700)


@each_method
def test_white_space_between_two_marks_keeps_their_words_apart(method: str) -> None:
    source = document(f"<div><p>It is <em>very</em> <b>good</b>.</p><p>{prose(300)}</p></div>")
    found = read(source, method)
    assert found.text.splitlines()[0] == "It is very good."
    assert said(found.html).split()[:4] == ["It", "is", "very", "good."]


# Title and headline


@each_method
def test_the_headline_is_apart_from_the_text(method: str) -> None:
    found = read(
        document(f"<div><h1>{TITLE}</h1><p>{prose(300)}</p></div>", f"{TITLE} - News"), method
    )
    assert found.title == f"{TITLE} - News"
    assert found.headline == TITLE
    assert found.text == prose(300)
    assert TITLE not in found.html


@each_method
def test_the_headline_is_the_heading_that_the_title_is_about(method: str) -> None:
    source = document(
        f"<h1>The Valley Times</h1><div><h2>{TITLE}</h2><p>{prose(300)}</p><h2>Weather</h2></div>",
        f"{TITLE} - The Valley Times",
    )
    assert read(source, method).headline == TITLE


# Place, confidence, HTML


def test_confidence_is_the_share_of_plain_text_kept() -> None:
    assert read(document(f"<div>{prose(300)}</div>")).confidence == 1.0
    half = document(f"<div>{prose(300)}</div>" + f"<div>{prose(100)}</div>" * 3)
    assert isclose(read(half).confidence, 0.5)
    links = "<div>" + "<a href='/'>link text</a> " * 40 + "</div>"
    assert read(document(f"<div>{prose(300)}</div>{links}")).confidence == 1.0


FULL = document(
    "<div class=body id=b><h2 class=x onclick='x()'>Part</h2>"
    f"<p style='color:red'>{prose(300)} <a href='/more' onclick='x()' target=_blank>more</a>, "
    "<b>bold</b> &amp; <i>a &lt; b</i></p><script>alert(1)</script><style>p{}</style>"
    "<a href='javascript:alert(1)'>bad link</a><ul><li>one<li>two</ul>"
    "<x-widget>inside</x-widget><blockquote>quoted</blockquote>"
    f"<table><tr><td colspan=2>{prose(260)}</td></tr></table></div>"
)


def test_html_is_clean_and_parseable() -> None:
    found = read(FULL, url="https://news.example/a/b")
    tree = etree.fromstring(f"<x>{found.html}</x>")
    tags = {element.tag for element in tree.iter()} - {"x"}
    assert tags == {"h2", "p", "a", "b", "i", "ul", "li", "blockquote", "table", "tr", "td"}
    attributes = {name for element in tree.iter() for name in element.attrib}
    assert attributes == {"href", "colspan"}
    assert [a.get("href") for a in tree.iter("a")] == ["https://news.example/more", None]
    assert "alert" not in found.html


@each_method
def test_html_and_text_hold_no_markup_of_the_page_by_way_of_entities(method: str) -> None:
    source = document(f"<div>{prose(300)} &lt;script&gt;alert(1)&lt;/script&gt;</div>")
    found = read(source, method)
    assert "<script>" in found.text
    assert "<script" not in found.html
    assert "&lt;script&gt;" in found.html


# Terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {}),
        ("... !?", {}),
        ("Word, word; WORD other", {"word": 3, "other": 1}),
        ("in 2024", {"in": 1, "2024": 1}),
        ("naïve café", {"naïve": 1, "café": 1}),
        ("中文", {"中文": 1}),
        ("中文字", {"中文": 1, "文字": 1}),
        ("字", {"字": 1}),
        ("中文，中文", {"中文": 2}),
        ("用Python写", {"用": 1, "python": 1, "写": 1}),
        ("ひらがな", {"ひら": 1, "らが": 1, "がな": 1}),
        ("ไทย", {"ไท": 1, "ทย": 1}),
        ("𠀀𠀁𠀂", {"𠀀𠀁": 1, "𠀁𠀂": 1}),
        ("한국어 말", {"한국어": 1, "말": 1}),
    ],
)
def test_terms_are_words_or_pairs_of_unspaced_characters(
    text: str, expected: dict[str, int]
) -> None:
    assert terms(text) == expected


def test_terms_do_not_depend_on_case() -> None:
    assert terms("STRASSE Ünder") == terms("strasse üNDER")


# The example project's site


@each_method
@pytest.mark.parametrize("name", [name for name in ARTICLES if name.startswith("news/")])
def test_the_news_hold_nothing_but_the_article(name: str, method: str) -> None:
    found = article((SITE / name).read_bytes(), method=method)
    assert found is not None
    assert found.text.startswith(TRUTH[name]["article_starts"])
    assert found.text.endswith(TRUTH[name]["article_ends"])


@pytest.mark.parametrize(
    "name",
    ["blog/index.html", "forum/index.html", "news/index.html", "news-zh/index.html",
     "shop/index.html", "shop/catalogue.html", "odd/empty.html", "odd/index.html"],
)  # fmt: skip
def test_pages_without_an_article_have_none(name: str) -> None:
    assert article((SITE / name).read_bytes(), method="wang") is None


@pytest.mark.parametrize("method", [Learned(), Wang(min_text=150)], ids=METHODS)
@pytest.mark.parametrize("name", ARTICLES)
def test_the_html_of_every_article_parses_and_says_what_the_text_says(
    name: str, method: Method
) -> None:
    found = article((SITE / name).read_bytes(), method=method)
    assert found is not None
    assert letters(said(found.html)) == letters(found.text)
