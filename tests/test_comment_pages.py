"""The generator of pages with comments: the same each time, and its truth leads where it says."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import lxml.html
import pytest

from training.comment_pages import MARK, Draft, new_page, new_site, text_of, write_set, written
from training.record_pages import plain

RUNS = ("tr", "dt", "dd", "a", "p", "h3", "h4", "h5", "div", "hr", "blockquote")
"""Elements that may be but the first of a comment."""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[dict[str, Any], Any]]:
    """Truth and tree of some pages."""
    folder = tmp_path_factory.mktemp("pages")
    write_set(folder, pages=200, seed=5)
    out: list[tuple[dict[str, Any], Any]] = []
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        truth = json.loads(line)
        html = gzip.decompress((folder / "pages" / f"{truth['id']}.html.gz").read_bytes())
        assert MARK.encode() not in html
        out.append((truth, lxml.html.document_fromstring(html)))
    return out


def drafts(kind: str) -> list[Draft]:
    """Pages of sites of one kind."""
    sites = (new_site(f"d{number}") for number in range(80))
    return [new_page(site, 0) for site in sites if site.kind == kind]


def letters(text: str) -> str:
    return "".join(text.split())


def own_text(element: Any, others: set[Any]) -> str:
    """The element's text without that of the other comments' elements."""
    parts: list[str] = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str) and child not in others:
            parts.append(own_text(child, others))
        parts.append(child.tail or "")
    return "".join(parts)


def test_the_same_seed_writes_the_same_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_set(tmp_path / name, pages=7, seed=3)
    first = sorted(path for path in (tmp_path / "one").rglob("*") if path.is_file())
    second = [tmp_path / "two" / path.relative_to(tmp_path / "one") for path in first]
    assert len(first) == 8
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_another_seed_writes_other_pages(tmp_path: Path) -> None:
    for seed in (1, 2):
        write_set(tmp_path / str(seed), pages=1, seed=seed)
    pages = [next((tmp_path / str(seed) / "pages").iterdir()).read_bytes() for seed in (1, 2)]
    assert pages[0] != pages[1]


def test_every_comment_lies_where_the_truth_says(pages: list[tuple[dict[str, Any], Any]]) -> None:
    for truth, root in pages:
        found = [root.xpath(comment["xpath"]) for comment in truth["comments"]]
        assert all(len(elements) == 1 for elements in found)
        elements = [element for (element,) in found]
        assert len(set(elements)) == len(elements)
        for comment, element in zip(truth["comments"], elements, strict=True):
            text = letters(own_text(element, set(elements)))
            block = letters(comment["block"])
            assert text == block or (element.tag in RUNS and block.startswith(text))


def test_a_block_holds_its_text_author_and_date(pages: list[tuple[dict[str, Any], Any]]) -> None:
    comments = [comment for truth, _ in pages for comment in truth["comments"]]
    assert len(comments) > 200
    for comment in comments:
        assert letters(comment["text"])
        assert letters(comment["text"]) in letters(comment["block"])
        for key in ("author", "date"):
            assert comment[key] is None or comment[key] in comment["block"]


def test_a_reply_is_one_deeper_than_what_it_answers(
    pages: list[tuple[dict[str, Any], Any]],
) -> None:
    for truth, _ in pages:
        comments = truth["comments"]
        for place, comment in enumerate(comments):
            parent = comment["parent"]
            if parent is None:
                assert comment["depth"] == 0
            else:
                assert parent < place
                assert comment["depth"] == comments[parent]["depth"] + 1


def test_pages_of_all_kinds_with_comments_and_without(
    pages: list[tuple[dict[str, Any], Any]],
) -> None:
    talking = {truth["kind"] for truth, _ in pages if truth["has_comments"]}
    silent = {truth["kind"] for truth, _ in pages if not truth["has_comments"]}
    assert talking == {"blog", "news", "forum", "qa", "shop", "sns"}
    assert silent == talking | {"none"}
    share = sum(truth["has_comments"] for truth, _ in pages) / len(pages)
    assert 0.4 < share < 0.7
    counts = [len(truth["comments"]) for truth, _ in pages if truth["has_comments"]]
    assert 0.3 < sum(count < 3 for count in counts) / len(counts) < 0.7


def test_kinds_of_comments_follow_the_kind_of_site(
    pages: list[tuple[dict[str, Any], Any]],
) -> None:
    expected = {
        "blog": {"comment", "pingback"},
        "news": {"comment"},
        "forum": {"post"},
        "qa": {"question", "answer", "comment"},
        "shop": {"review", "comment"},
        "sns": {"comment"},
    }
    for truth, _ in pages:
        types = {comment["type"] for comment in truth["comments"]}
        assert types <= expected.get(truth["kind"], set())


@pytest.mark.parametrize("kind", ["blog", "news", "forum", "qa", "shop", "sns"])
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


def test_text_of_blocks_stands_apart_and_of_lines_does_not() -> None:
    line = plain("p", "one", plain("b", "two"), plain("br"), "three")
    left_out = plain("div", "four")
    assert text_of([line, left_out, plain("div", "five")], {id(left_out)}) == "onetwo three five"
