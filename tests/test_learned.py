"""The main text by scored blocks: blocks, words, features, model, assembly."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from trees import SITE, examples, pages

from scrapy_treesim import Article, BlockExplanation, Learned, Page, Wang, article, explain
from scrapy_treesim.article.learned import MAX_LOG_ODDS, assemble
from scrapy_treesim.network._layers_cy import probability
from scrapy_treesim.network.weights import ROLES
from scrapy_treesim.reading.blocks import blocks_of
from scrapy_treesim.reading.headline import headline_of
from scrapy_treesim.reading.inputs import GROUPS
from scrapy_treesim.tree import PageTree

TRUTH: dict[str, dict[str, Any]] = json.loads((SITE / "TRUTH.json").read_text("utf-8"))


ARTICLES = [name for name, page in TRUTH.items() if page["article_starts"]]


LISTINGS = ["news/index.html", "news-zh/index.html"]
"""Those of teasers that each have a linked heading and little else."""


TITLE = "Ferry returns to the Narrows"


BODY = [
    "The ferry that links the two banks of the Narrows will sail again on Monday, after a winter "
    "in the yard that was meant to last three weeks and lasted four months.",
    "Its crew of six spent the time repainting the hull, replacing both engines and arguing over "
    "the colour of the funnel, which will be green, as it was when the ship was built.",
    "The first boat leaves the eastern pier at six in the morning. Tickets cost as much as they "
    "did last year, the council said, and children under ten travel free of charge.",
    "Those who have made do with the bridge until now will save an hour on each crossing, and "
    "the baker by the western pier expects to sell twice as many rolls as he did in March.",
]


MENU = "".join(f"<li><a href='/{word}'>{word}</a></li>" for word in ("Home", "News", "Sport"))


FOOT = "<footer><p>Copyright 2024 The Valley Times. All rights reserved.</p></footer>"


def document(body: str, title: str = TITLE, head: str = "") -> str:
    return f"<html><head><title>{title}</title>{head}</head><body>{body}</body></html>"


def prose(*paragraphs: str) -> str:
    return "".join(f"<p>{one}</p>" for one in paragraphs or BODY)


def news(body: str = "", head: str = "") -> str:
    return document(
        f"<nav><ul>{MENU}</ul></nav>"
        f"<main><article><h1>{TITLE}</h1>{body or prose()}</article></main>"
        f"{FOOT}",
        f"{TITLE} - The Valley Times",
        head,
    )


def found_in(source: str | bytes | Page) -> Article:
    found = article(source)
    assert found is not None
    return found


# Blocks


def blocks(html: str) -> list[str]:
    tree = Page(html).tree
    held = blocks_of(tree)
    texts: list[list[str]] = [[] for _ in held.first]
    for node, block in enumerate(held.block):
        if block >= 0:
            texts[block].append(tree.raw_text(node))
    return ["|".join(" ".join(piece.split()) for piece in pieces) for pieces in texts]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a <b>b</b> c</p><p>d</p>", ["a|b|c", "d"]),
        ("<div>a<div>b</div>c</div>", ["a", "b", "c"]),
        ("<span>a<div>b</div>c</span>", ["a", "b", "c"]),
        ("<div><b>a</b> <i>b</i></div>", ["a|b"]),
        ("<table><tr><td>a</td><td>b</td></tr></table>", ["a", "b"]),
        ("<ul><li>a<li>b</ul>", ["a", "b"]),
        ("<x-card>a</x-card>b", ["a", "b"]),
        ("a<hr>b", ["a", "b"]),
        ("a<img src=x>b", ["a|b"]),
        ("a<!-- c -->b", ["a|b"]),
        ("<p> </p><p>&nbsp;</p>", []),
        ("<header>a<header>b</header>c</header>", ["a", "b", "c"]),
        ("<div>a<button>b<span>c</span></button>d</div>", ["a", "b|c", "d"]),
        ("<button>a<button>b</button></button>", ["a", "b"]),
        # Two breaks end a block, and one does not.
        ("<p>a<br>b<br> <br>c<br><!-- x --><br>d</p>", ["a|b", "c", "d"]),
        ("<p><br><br>a<br><br></p>", ["a"]),
        # What is no text of the page is in no block.
        *(
            (f"<div>a<{tag}>b</{tag}></div><p>c</p>", ["a", "c"])
            for tag in "script style template textarea select iframe canvas svg object map".split()
        ),
        ("", []),
    ],
)
def test_a_block_is_a_run_of_inline_content(html: str, expected: list[str]) -> None:
    assert blocks(html) == expected


def test_noscript_is_read_only_when_hardly_anything_else_is_there() -> None:
    assert blocks(f"<p>{BODY[0]}</p><noscript><p>Turn it on.</p></noscript>") == [BODY[0]]
    assert blocks(f"<noscript><p>{BODY[0]}</p></noscript>") == [BODY[0]]
    assert blocks(f"<p>Loads.</p><noscript><p>{BODY[0]}</p></noscript>") == ["Loads.", BODY[0]]


@examples(150)
@given(html=pages())
def test_blocks_lie_in_page_order_and_hold_every_text_once(html: str) -> None:
    tree = Page(html).tree
    held = blocks_of(tree)
    numbers = [block for block in held.block if block >= 0]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(len(held)))
    for node, block in enumerate(held.block):
        if block >= 0:
            assert tree.tag[node] == 0
            assert held.owner[node] == held.owner[held.first[block]]
            assert held.first[block] <= node <= held.last[block]
    assert held.before[0] == 0
    assert held.before[-1] == len(held)
    for block, node in enumerate(held.first):
        assert held.before[node] == block
        assert held.before[node + 1] == block + 1


# Scores


# The body


def tree_of(html: str) -> PageTree:
    return Page(f"<html><body>{html}").tree


def name(tree: PageTree, node: int) -> str:
    return f"{tree.name(node)}#{tree.get(node, 'id') or ''}"


def top_of(html: str, log_odds: list[float]) -> str:
    tree = tree_of(html)
    return name(tree, assemble(tree, blocks_of(tree), [40] * len(log_odds), log_odds).top)


def test_the_best_subtree_is_the_one_whose_blocks_speak_for_it() -> None:
    html = "<div id=a><p>1</p><p>2</p></div><div id=b><p>3</p><p>4</p></div>"
    assert top_of(html, [-2, -2, 3, 3]) == "div#b"
    assert top_of(html, [3, 3, -2, -2]) == "div#a"
    assert top_of(html, [3, 3, 3, 3]) == "body#"
    assert top_of("<div id=a><p>1</p><p>2</p></div><p>3</p>", [5, -2, -2]) not in ("div#a", "body#")


def assembled(html: str, units: list[int], log_odds: list[float]) -> tuple[list[bool], str, float]:
    tree = tree_of(html)
    made = assemble(tree, blocks_of(tree), units, log_odds)
    return list(map(bool, made.selected)), name(tree, made.top), made.confidence


def test_what_stands_outside_the_body_must_be_much_likelier() -> None:
    html = "<p>0</p><p>1</p><div id=a><p>2</p><p>3</p><p>4</p></div><p>5</p>"
    kept, top, _ = assembled(html, [4, 4, 90, 4, 90, 4], [0.5, 2.0, 4.0, -0.3, 4.0, -3.0])
    assert top == "div#a"
    assert kept == [False, True, True, True, True, False]


def test_what_is_rather_one_body_need_not_hold_most_of_what_is_likely() -> None:
    tree = tree_of(3 * "<div><p>x</p><p>y</p></div>")
    of_blocks = blocks_of(tree), 3 * [30, 60], 3 * [1.0, -3.0]
    scattered, one = (assemble(tree, *of_blocks, is_one) for is_one in (False, True))
    assert [*scattered.selected] == 3 * [1, 0]
    assert sum(one.selected) == 1
    assert tree.name(tree.parent[one.top]) == "p"


_ROWS = st.lists(
    st.tuples(st.integers(0, 400), st.floats(-MAX_LOG_ODDS, MAX_LOG_ODDS)), min_size=1, max_size=12
)


@examples(200)
@given(drawn=_ROWS, nested=st.lists(st.booleans(), min_size=12, max_size=12))
def test_any_scores_are_assembled(drawn: list[tuple[int, float]], nested: list[bool]) -> None:
    html = "".join(f"<div><p>{n}</p>" + "</div>" * nested[n] for n in range(len(drawn)))
    tree = tree_of(html)
    made = assemble(
        tree, blocks_of(tree), [size for size, _ in drawn], [log_odds for _, log_odds in drawn]
    )
    assert len(made.selected) == len(drawn)
    assert 0 <= made.top < len(tree)
    # The F1 to be expected: of what was kept and what is likely, twice what is both.
    likely = sum(size * probability(log_odds) for size, log_odds in drawn)
    right = sum(
        s * probability(o) for (s, o), kept in zip(drawn, made.selected, strict=True) if kept
    )
    kept_units = sum(size for (size, _), kept in zip(drawn, made.selected, strict=True) if kept)
    assert 0.0 <= made.confidence <= 1.0
    assert made.confidence == pytest.approx(2 * right / (kept_units + likely or 1))
    if any(size for size, _ in drawn):
        assert any(made.selected)


# The article


def test_menus_footers_and_the_headline_are_no_part_of_the_text() -> None:
    found = found_in(news())
    assert found.text == "\n".join(BODY)
    assert found.headline == TITLE
    assert found.xpath == "/html/body/main/article"
    assert 0.8 < found.confidence <= 1.0


def test_the_least_confidence_is_a_parameter() -> None:
    sure = found_in(news()).confidence
    assert article(news(), method=Learned(min_confidence=sure)) is not None
    assert article(news(), method=Learned(min_confidence=sure + 1e-9)) is None
    weak = document("<ul><li><a href=/>One</a><li><a href=/>Two</a></ul>")
    assert article(weak) is None


def test_what_is_not_asked_for_is_not_made() -> None:
    made = {"html", "markdown", "_metadata", "image", "_shown"}
    found = found_in(news())
    assert not made & set(vars(found))
    assert found.html is found.html
    assert made & set(vars(found)) == {"html", "_shown"}
    assert "_page" not in repr(found)


HEAD = (
    "<meta property=og:image content='/og.png'><meta property=og:type content=article>"
    "<meta name=author content='Ada Lovelace'>"
    "<meta property=article:published_time content='2024-03-01T08:00:00+01:00'>"
)


def test_the_article_has_what_the_page_declares() -> None:
    source = news(head=HEAD).replace("<html>", "<html lang=en>")
    found = found_in(Page(source, url="https://valley.example/news/"))
    assert found.author == "Ada Lovelace"
    assert (found.date or "").startswith("2024-03-01")
    assert found.language == "en"
    assert found.page_type == "article"
    assert found.image == "https://valley.example/og.png"


def test_the_first_picture_in_the_text_is_the_image_where_none_is_declared() -> None:
    body = f"{prose(*BODY[:2])}<figure><img src='a.png'></figure>{prose(*BODY[2:])}"
    logo = "<img src='logo.png'>"
    found = found_in(Page(news(body).replace("<nav>", f"{logo}<nav>"), url="https://x.example/n/"))
    assert found.image == "https://x.example/n/a.png"
    assert '<img src="https://x.example/n/a.png"' in found.html
    assert "logo" not in found.html


def test_headings_lists_tables_and_code_within_the_text_stay() -> None:
    code = "def sail():\n    return 1"
    body = (
        f"{prose(*BODY[:2])}<h2 class=x onclick='x()'>What it costs</h2>{prose(BODY[2])}"
        f"<ul><li>{BODY[3]}</li><li>{BODY[0]}</li></ul><pre>{code}</pre>"
        f"<blockquote>{BODY[1]}</blockquote><table><tr><td colspan=2>{BODY[2]}</td></tr></table>"
        f"{prose(BODY[3])}<script>alert(1)</script><style>p{{}}</style>"
    )
    found = found_in(news(body))
    assert found.text.splitlines()[:5] == [*BODY[:2], "What it costs", *BODY[2:4]]
    assert f"\n{code}\n" in found.text
    tree = etree.fromstring(f"<x>{found.html}</x>")
    tags = {element.tag for element in tree.iter()}
    assert {"h2", "p", "ul", "li", "pre", "blockquote", "table", "tr", "td"} <= tags
    assert {name for element in tree.iter() for name in element.attrib} <= {"colspan"}
    assert "alert" not in found.html + found.text + found.markdown


# Headline


def headline(body: str, title: str = TITLE) -> str | None:
    """The text of the headline."""
    page = Page(document(body, title))
    found = headline_of(page)
    return None if found is None else page.text(found.node)


def test_the_heading_that_the_title_is_about_is_chosen() -> None:
    assert headline(f"<h1>The Times</h1><h2>{TITLE}</h2>") == TITLE
    assert headline(f"<h2>Weather</h2><h3>{TITLE}</h3><h1>Other</h1>") == TITLE
    assert headline(f"<h2>Weather</h2><h4>{TITLE}</h4><h1>Other</h1>") == "Other"
    assert headline("<h2>Weather</h2>") is None
    assert headline(f"<h1>One</h1><h1>{TITLE}</h1>", "") == "One"


def test_the_highest_and_first_of_equals_is_the_headline() -> None:
    page = Page(document(f"<h2>{TITLE}</h2><h1>{TITLE}</h1><h1>{TITLE}</h1>"))
    found = headline_of(page)
    assert found is not None
    assert page.xpath(found.node) == "/html/body/h1[1]"
    assert found.likeness == 1.0


# Explained


def explained(source: str | bytes) -> list[BlockExplanation]:
    return explain(source)


def test_every_block_is_explained_in_page_order() -> None:
    explanations = explained(news())
    assert [one.text for one in explanations] == [
        *("Home", "News", "Sport", TITLE),
        *BODY,
        "Copyright 2024 The Valley Times. All rights reserved.",
    ]
    assert explanations[4].xpath == "/html/body/main/article/p[1]"
    assert [one.text for one in explanations if one.kept and one.text != TITLE] == BODY
    for one in explanations:
        assert 0.0 < one.confidence < 1.0
        assert one.role in ROLES
        assert 1 / len(ROLES) <= one.role_confidence <= 1.0
        assert one.reason
    assert [one.role for one in explanations if one.text in BODY] == ["main"] * len(BODY)


def test_only_a_page_can_be_explained() -> None:
    with pytest.raises(TypeError, match="int"):
        explain(3)  # type: ignore[call-overload]


def test_words_of_lines_are_apart_where_they_are_explained() -> None:
    (explanation,) = explain("<p>one<br>two</p>")
    assert explanation.text == "one two"


def test_a_explanation_shows_where_it_stands_and_how_its_text_begins() -> None:
    short, long = explain(f"<p>one two</p><p>{'word ' * 40}</p>")
    assert repr(short) == (
        f"BlockExplanation(xpath={short.xpath!r}, text='one two', "
        f"confidence={short.confidence!r}, role={short.role!r}, kept={short.kept!r}, "
        f"reason={short.reason!r})"
    )
    shown = f"text='{('word ' * 12)[:59]}…', confidence"
    assert shown in repr(long)


def test_a_block_is_explained_by_the_inputs_that_change_its_score() -> None:
    menu, *_, paragraph, _ = explained(news())
    for one, sign in ((menu, -1), (paragraph, 1)):
        effects = one.effects
        changes = [abs(effect.change) for effect in effects]
        assert changes == sorted(changes, reverse=True)
        assert sum(effect.change for effect in effects[:5]) * sign > 0
        assert {effect.name for effect in effects} <= set(GROUPS)
        assert all(effect.phrase for effect in effects)
    assert explain(Page(news()), method="wang")[0].effects == ()


def letters(text: str) -> str:
    return "".join(text.split())


# The example project's site


@pytest.mark.parametrize("path", ARTICLES)
def test_every_article_of_the_example_site_is_found_from_start_to_end(path: str) -> None:
    found = found_in((SITE / path).read_bytes())
    start = found.text.index(TRUTH[path]["article_starts"])
    assert start < found.text.index(TRUTH[path]["article_ends"])
    assert found.headline == TRUTH[path]["headline"]
    # Shops say it twice: it ends the way that leads to the product.
    assert found.headline not in found.text.splitlines() or path.startswith("shop/")
    # What belongs to the text of a product is less sure than of an article.
    assert (0.7 if path.startswith("shop/") else 0.8) < found.confidence <= 1.0


def test_the_learned_method_reads_what_is_too_short_for_wangs() -> None:
    short = [
        path for path in ARTICLES if article((SITE / path).read_bytes(), method=Wang()) is None
    ]
    assert len(short) == 2
    for path in short:
        found = found_in((SITE / path).read_bytes())
        assert found.text.startswith(TRUTH[path]["article_starts"])
        assert found.text.endswith(TRUTH[path]["article_ends"])


# Listings


@pytest.mark.parametrize("path", LISTINGS)
def test_a_listing_of_the_example_site_is_no_sure_article(path: str) -> None:
    found = article((SITE / path).read_bytes())
    assert found is None or found.confidence < 0.8
