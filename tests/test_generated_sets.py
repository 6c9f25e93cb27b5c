"""The generators of pages: the same each time, and their truth leads where it says."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import lxml.html
import pytest

from training import article_pages, comment_pages
from training.comment_free import all_pages
from training.comment_pages import Draft, new_page, new_site, text_of, written
from training.data_set import write_set
from training.detail_pages.data import write_set as write_details
from training.record_pages import plain

COMMENT_FREE = list(all_pages())
WRITERS: dict[str, Callable[[Path, int, int], object]] = {
    "article": lambda folder, pages, seed: article_pages.write_set(folder, pages=pages, seed=seed),
    "comment": lambda folder, pages, seed: comment_pages.write_set(folder, pages=pages, seed=seed),
    "detail": lambda folder, pages, seed: write_details(folder, pages=pages, seed=seed),
    "comment-free": lambda folder, pages, seed: write_set(folder, all_pages()),
}
UNSEEN = ("script", "style", "noscript", "template", "textarea", "option")
RUNS = ("tr", "dt", "dd", "a", "p", "h3", "h4", "h5", "div", "hr", "blockquote")
"""Elements that may be but the first of a comment."""


class Made(NamedTuple):
    """A page that was written: its truth, its text and its tree."""

    truth: dict[str, Any]
    html: str
    root: Any


@cache
def made(kind: str) -> list[Made]:
    """Some pages of a generator, as its set holds them."""
    out = []
    with TemporaryDirectory() as name:
        folder = Path(name)
        WRITERS[kind](folder, 220, 4)
        for line in (folder / "truth.jsonl").read_text("utf-8").splitlines():
            truth = json.loads(line)
            packed = (folder / "pages" / f"{truth['id']}.html.gz").read_bytes()
            html = gzip.decompress(packed).decode()
            assert article_pages.MARK not in html
            out.append(Made(truth, html, lxml.html.document_fromstring(html.encode())))
    return out


def letters(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("kind", WRITERS)
def test_the_same_seed_writes_the_same_files(kind: str, tmp_path: Path) -> None:
    for name, seed in (("one", 3), ("two", 3), ("other", 4)):
        WRITERS[kind](tmp_path / name, 12, seed)
    one, two, other = (
        {
            path.relative_to(tmp_path / name): path.read_bytes()
            for path in (tmp_path / name).rglob("*")
            if path.is_file()
        }
        for name in ("one", "two", "other")
    )
    assert len(one) == (len(COMMENT_FREE) if kind == "comment-free" else 12) + 1
    assert one == two
    assert (one != other) is (kind != "comment-free")


# Articles


def texts(page: Made) -> list[tuple[str, str]]:
    """All that is to be read on the page, each text with its role."""
    roles = {page.root.xpath(one["xpath"])[0]: one["role"] for one in page.truth["places"]}
    out: list[tuple[str, str]] = []
    for node in page.root.find("body").xpath(".//text()"):
        holder = node.getparent()
        if (holder.tag in UNSEEN and not node.is_tail) or not isinstance(holder.tag, str):
            continue
        above = holder.getparent() if node.is_tail else holder
        if any(one.tag in UNSEEN for one in above.iterancestors()) or above.tag in UNSEEN:
            continue
        while above not in roles:
            above = above.getparent()
        if letters(node):
            out.append((roles[above], letters(node)))
    return out


def test_every_text_of_an_article_has_a_role_and_the_main_ones_make_up_the_truth() -> None:
    for page in made("article"):
        assert all(len(page.root.xpath(one["xpath"])) == 1 for one in page.truth["places"])
        said = texts(page)
        main = "".join(text for role, text in said if role == "main")
        assert main == letters(page.truth["text"]) != "", page.truth["id"]
        headlines = "".join(text for role, text in said if role == "headline")
        assert letters(page.truth["title"]) in headlines, page.truth["id"]


def test_all_roles_kinds_and_languages_of_articles_come_up() -> None:
    pages = made("article")
    kinds = Counter(page.truth["kind"] for page in pages)
    assert set(kinds) == {"article", "thread", "detail", "list"}
    assert 0.65 < kinds["article"] / len(pages) < 0.9
    assert {"en", "de", "zh", "ja", "ru", "ar"} <= {page.truth["lang"] for page in pages}
    share = Counter(role for page in pages for role in {role for role, _ in texts(page)})
    assert set(share) == set(article_pages.ROLES)
    for role in ("caption", "comment", "related", "advert", "byline"):
        assert 0.2 * len(pages) < share[role] < 0.99 * len(pages), role


# Comments


def own_text(element: Any, others: set[Any]) -> str:
    """The element's text without that of the other comments' elements."""
    parts: list[str] = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str) and child not in others:
            parts.append(own_text(child, others))
        parts.append(child.tail or "")
    return "".join(parts)


def test_every_comment_lies_where_the_truth_says() -> None:
    for page in made("comment"):
        found = [page.root.xpath(comment["xpath"]) for comment in page.truth["comments"]]
        assert all(len(elements) == 1 for elements in found)
        elements = [element for (element,) in found]
        assert len(set(elements)) == len(elements)
        for comment, element in zip(page.truth["comments"], elements, strict=True):
            text, block = letters(own_text(element, set(elements))), letters(comment["block"])
            assert text == block or (element.tag in RUNS and block.startswith(text))


def test_a_comment_has_its_fields_in_its_block_and_is_one_deeper_than_its_parent() -> None:
    for page in made("comment"):
        comments = page.truth["comments"]
        for index, comment in enumerate(comments):
            assert letters(comment["text"])
            assert letters(comment["text"]) in letters(comment["block"])
            for key in ("author", "date"):
                assert comment[key] is None or comment[key] in comment["block"]
            parent = comment["parent"]
            assert parent is None or parent < index
            assert comment["depth"] == (0 if parent is None else comments[parent]["depth"] + 1)


def test_pages_of_all_kinds_with_comments_and_without() -> None:
    expected = {
        "blog": {"comment", "pingback"},
        "news": {"comment"},
        "forum": {"post"},
        "qa": {"question", "answer", "comment"},
        "shop": {"review", "comment"},
        "sns": {"comment"},
    }
    truths = [page.truth for page in made("comment")]
    assert {truth["kind"] for truth in truths if truth["has_comments"]} == expected.keys()
    assert 0.4 < sum(truth["has_comments"] for truth in truths) / len(truths) < 0.7
    for truth in truths:
        types = {comment["type"] for comment in truth["comments"]}
        assert types <= expected.get(truth["kind"], set())


def drafts(kind: str) -> list[Draft]:
    """Pages of sites of one kind."""
    sites = (new_site(f"d{number}") for number in range(80))
    return [new_page(site, 0) for site in sites if site.kind == kind]


@pytest.mark.parametrize("kind", ["blog", "forum", "sns"])
def test_quotes_and_signatures_are_no_part_of_the_text(kind: str) -> None:
    quoting = 0
    for draft in drafts(kind):
        _, found = written(draft.root, draft.comments, new_site("d1").hand)
        for comment, truth in zip(draft.comments, found, strict=True):
            for left_out in (comment.quote, comment.signature):
                words = text_of(left_out)
                assert not words or words not in truth["text"]
                quoting += bool(words)
    assert quoting or kind != "forum"
    line = plain("p", "one", plain("b", "two"), plain("br"), "three")
    four = plain("div", "four")
    assert text_of([line, four, plain("div", "five")], {id(four)}) == "onetwo three five"


# Pages without comments


def test_enough_pages_without_comments_of_enough_platforms() -> None:
    assert len({truth["platform"] for truth, _ in COMMENT_FREE}) >= 30
    assert {truth["lang"] for truth, _ in COMMENT_FREE} == {
        "en", "de", "fr", "es", "zh", "ja", "ru",
    }  # fmt: skip
    known = ((truth["id"], truth["host"], html) for truth, html in COMMENT_FREE)
    columns = zip(*known, strict=True)
    assert all(len(set(values)) == len(COMMENT_FREE) >= 60 for values in columns)
    for page, (truth, html) in zip(made("comment-free"), COMMENT_FREE, strict=True):
        assert (page.truth, page.html) == (truth, html)
        assert (truth["has_comments"], truth["comments"], truth["comments_text"]) == (
            False, [], None,
        )  # fmt: skip
        rows = Counter(
            (element.getparent(), element.tag)
            for element in page.root.iter("tr", "li", "div", "article", "tbody")
        )
        assert max(rows.values()) >= 5
        text = "".join(str(run) for run in page.root.itertext())
        assert len(text) > 400
        assert "{" not in text


# Details


def words(element: Any) -> str:
    return " ".join(" ".join(element.itertext()).split())


def digits(text: str) -> str:
    return "".join(sign for sign in text if sign.isdecimal())


def goods() -> list[Made]:
    return [page for page in made("detail") if page.truth["sold"]]


def test_values_of_a_detail_stand_where_the_truth_says() -> None:
    for page in made("detail"):
        assert page.truth["kind"] == "detail"
        for one in page.truth["places"]:
            (element,) = page.root.xpath(one["xpath"])
            assert words(element) == one["text"]
    for truth, html, root in goods():
        text = letters("".join(root.itertext()))
        attributes = " ".join(value for element in root.iter() for value in element.attrib.values())
        seen = f"{truth['url']} {text} {attributes} {html}"
        for name in ("name", "sku", "mpn", "gtin", "brand"):
            for value in truth["fields"].get(name, []):
                assert letters(value) in seen or value in seen, (truth["id"], name)
        assert truth["fields"]["image"][0] in attributes
        for name in ("price", "old_price"):
            shown = [digits(one["text"]) for one in truth["places"] if one["field"] == name]
            values = truth["fields"].get(name, [])
            assert bool(shown) == bool(values)
            for value in values:
                assert any(digits(value.split(".")[0]) in one for one in shown)


def test_fields_come_up_and_some_pages_lack_them() -> None:
    pages = goods()
    assert 0.65 < len(pages) / len(made("detail")) < 0.88
    for name in ("price", "currency", "old_price", "sku", "mpn", "gtin", "brand", "rating"):
        count = sum(name in page.truth["fields"] for page in pages)
        assert 0.1 * len(pages) < count < len(pages)
    assert all({"name", "availability", "image"} <= page.truth["fields"].keys() for page in pages)


def test_declarations_mostly_agree_with_the_page() -> None:
    agree: list[bool] = []
    for truth, _, root in goods():
        for text in root.xpath("//script[@type='application/ld+json']/text()"):
            offer = json.loads(text).get("offers")
            if isinstance(offer, dict) and "price" in offer:
                state = offer["availability"].rpartition("/")[2]
                same = float(offer["price"]) == float(truth["fields"]["price"][0])
                agree.append(same and [state] == truth["fields"]["availability"])
    assert 0.7 < sum(agree) / len(agree) < 1
