"""Findings as notebooks show them, and the notebook of the guides."""

from __future__ import annotations

import json
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

import scrapy_treesim as treesim
from scrapy_treesim.values.as_html import table_html

DOCS = Path(__file__).parents[1] / "docs"
SITE = DOCS.parent / "example_project" / "site"
TAGS = {"div", "b", "table", "tr", "th", "td", "p", "br", "a"}
EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>&#60;"


def is_harmless(shown: str) -> bool:
    """Tell whether HTML has nothing but tables, paragraphs and links to the web."""
    shown.encode()
    root = html.fragment_fromstring(shown)
    for element in root.iter():
        if element.tag not in TAGS or {*element.keys()} - {"class", "href", "rel"}:
            return False
        href = element.get("href", "https://")
        if not href.lower().startswith(("http://", "https://")) or any(map(str.isspace, href)):
            return False
    # Nor are prices formulas.
    return "mathjax_ignore" in root.get("class", "")


def rows_of(finding: Any) -> list[list[str]]:
    table = html.fragment_fromstring(finding._repr_html_())
    return [[cell.text_content() for cell in row] for row in table.iter("tr")]


def test_a_region_is_a_table_of_its_columns_and_has_its_records() -> None:
    (region,) = treesim.records(SITE / "shop" / "index.html")
    head, *rows = rows_of(region)
    assert head == [column.name for column in region.table.columns]
    assert len(rows) == len(region) == len(region.records)
    assert [*region] == [*region.records]
    titles = [row[head.index("title")] for row in rows]
    assert titles == [record.title for record in region]


def test_comments_are_a_table_of_a_thread() -> None:
    posts = treesim.comments(SITE / "blog" / "night-train-to-vestmar.html")
    head, *rows = rows_of(posts)
    assert head == ["author", "date", "text"]
    for post, (author, day, text) in zip(posts, rows, strict=True):
        assert author == "› " * post.depth + (post.author or "")
        assert (day, text[:20]) == (post.date, post.text[:20])


def test_an_article_a_detail_and_a_page_show_their_fields() -> None:
    article = treesim.article(SITE / "blog" / "night-train-to-vestmar.html")
    assert article is not None
    assert ["author", article.author] in rows_of(article)
    assert ["", article.text.splitlines()[4]] in rows_of(article)
    page = treesim.Page.of(SITE / "shop" / "enamel-storm-lantern.html")
    detail = treesim.detail(page)
    assert detail is not None
    assert ["price", str(detail.price), detail.sources["price"].source] in rows_of(detail)
    assert not any(row[0] == "mpn" for row in rows_of(detail))
    assert [*next(iter(detail.attributes.items()))] in rows_of(detail)
    assert ["title", page.title] in rows_of(page)


def test_what_pages_say_is_escaped_wherever_it_is() -> None:
    evil = EVIL.replace("&", "&amp;").replace("<", "&lt;")
    address = "https://a.example/&quot;onmouseover=&quot;alert(1)"
    listed = "".join(
        f"<li><a href='{address}{n}'>{evil} {n}</a> <i>$2.50</i> <em>javascript:alert({n})</em>"
        for n in range(60)
    )
    sentence = "<p>Many words, of which this is an ordinary sentence about a ferry."
    post = f"<li><b class=author>{evil}</b> <time>2024-05-10</time><p>{evil} was late.</li>"
    page = treesim.Page(
        f"<html lang='\"><script>'><title>{evil}</title><ul>{listed}</ul><h1>{evil}</h1>"
        f"{20 * sentence}{evil}<h2>Comments</h2><ol>{6 * post}</ol>",
        url="https://a.example/<script>",
    )
    findings: list[Any] = [page, treesim.article(page), treesim.comments(page)]
    findings += [treesim.detail(page), *treesim.records(page)]
    assert all(finding is None or is_harmless(finding._repr_html_()) for finding in findings)
    texts = [finding._repr_html_() for finding in findings if finding is not None]
    assert any("javascript:alert" in text for text in texts)
    assert any("more</p>" in text for text in texts)


VALUES = st.none() | st.text(st.characters()) | st.floats() | st.sampled_from(
    [EVIL, "https://a.example/\"'<b>", "HTTP://a\u2028b", "javascript:1", "\ud800"]
)  # fmt: skip


@given(
    st.text(),
    st.lists(st.lists(VALUES | st.lists(VALUES) | st.dictionaries(st.text(), VALUES))),
    st.lists(st.text()),
)
def test_no_values_are_too_odd_for_a_table(title: str, rows: list[Any], head: list[str]) -> None:
    assert is_harmless(table_html(title, rows, head))


def test_tables_are_of_bounded_length() -> None:
    quotes = "'" * 10**5
    row = [
        "https://a.example/" + 280 * "'",
        quotes,
        [quotes] * 100,
        [f"https://a.example/{quotes}"],
    ]
    shown = table_html(quotes, [row * 100] * 1000, [quotes] * 1000)
    assert len(shown) < 2 * 10**6
    assert shown.endswith("<p>… 980 more</p></div>")


def test_the_notebook_shows_what_it_has_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("pandas", "pyarrow"):
        pytest.importorskip(module)
    run = run_path(str(DOCS / "notebook.py"))
    notebook = json.loads(run["NOTEBOOK"].read_text("utf-8"))
    monkeypatch.chdir(run["NOTEBOOK"].parent)
    saved = json.loads(json.dumps(notebook))["cells"]
    of_findings = 0
    for cell, value in run["shown"](notebook):
        (before,) = (one for one in saved if one["id"] == cell["id"])
        # Tables of pandas look as its version has them.
        if type(value).__module__.startswith("scrapy_treesim"):
            of_findings += 1
            assert run["outputs"](value, before["execution_count"]) == before["outputs"]
        else:
            assert bool(before["outputs"]) == (value is not None)
    assert of_findings == 4
