"""Memory and steps grow with the page, on pages that nobody wrote for reading."""

from __future__ import annotations

import gc
import random
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

import pytest
from lxml import etree

import scrapy_treesim as treesim
from benchmarks.hostile_pages import SHAPES, page_of, page_of_bytes, page_of_nodes
from benchmarks.page_findings import FINDINGS, SELECTORS, URL
from scrapy_treesim import Page, explain
from scrapy_treesim.reading import blocks
from scrapy_treesim.reading import read as reading

compiled_only = pytest.mark.skipif(
    not treesim.compiled, reason="plain Python takes minutes, for the same arrays"
)

SMALL = 100_000
"""A fiftieth of the pages that the bounds were chosen for."""
LARGE = 5_000_000
TIMES = 42
"""Bytes that a finding may take for each byte of such a page. 9,000 records take 37 in a new
process, and 40.1 where fields of others were read before: Python gives them larger dicts then."""
TINY = "<h1>a</h1><p>some text</p>"
DENSE = ["siblings", "list items", "breaks", "double breaks", "table", "nested, text at each level",
         "custom tags", "pictures", "first headings far down", "definitions"]  # fmt: skip
MEASURED = ["article", "article, wang", "explain", "explain, wang", "records", "records, gong",
            "comments", "comments, zhu", "key tree", "template"]  # fmt: skip
OF_NODES = ["records", "records, gong", "comments", "comments, zhu"]
"""Findings that oversized pages have none of."""
NODE = 600
"""Bytes that they may take for each node of any other."""


@pytest.fixture
def fiftieth(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bounds of a page a fiftieth as large."""
    monkeypatch.setattr(blocks, "MAX_BLOCKS", blocks.MAX_BLOCKS * SMALL // LARGE)
    monkeypatch.setattr("scrapy_treesim.page.MAX_NODES", 500_000 * SMALL // LARGE)
    monkeypatch.setattr(reading, "MAX_ELEMENTS", reading.MAX_ELEMENTS * SMALL // LARGE)


@compiled_only
@pytest.mark.usefixtures("fiftieth")
@pytest.mark.parametrize("shape", DENSE)
def test_a_finding_takes_no_more_than_forty_times_the_page(shape: str) -> None:
    html = page_of_bytes(shape, SMALL)
    root = Page(html, URL).root
    for finding in MEASURED:
        # Of tables that are powers of two some are twice as large here as on the large page.
        # An article is looked through for comments too.
        if shape == "first headings far down" and finding in ("comments", "article"):
            continue
        if finding in OF_NODES and Page(root, URL).is_oversized:
            assert not FINDINGS[finding](Page(root, URL))
            continue
        FINDINGS[finding](Page(TINY, URL))
        # Some tables are of one size, whatever the page.
        times = (peak(finding, Page(root, URL)) - peak(finding, Page(TINY, URL))) / len(html)
        assert times <= TIMES, finding


@compiled_only
@pytest.mark.usefixtures("fiftieth")
@pytest.mark.parametrize("shape", ["siblings", "list items", "table", "pictures"])
def test_a_finding_takes_no_more_than_so_many_bytes_a_node(shape: str) -> None:
    page = Page(page_of_nodes(shape, 9_500), URL)
    assert len(page.tree) > 9_000
    assert not page.is_oversized
    for finding in OF_NODES:
        FINDINGS[finding](Page(TINY, URL))
        taken = peak(finding, Page(page.root, URL)) - peak(finding, Page(TINY, URL))
        assert taken <= NODE * len(page.tree), finding


def peak(finding: str, page: Page) -> int:
    """The most bytes that are taken while a finding runs."""
    # When garbage is collected depends on the tests before.
    gc.collect()
    tracemalloc.start()
    FINDINGS[finding](page)
    taken = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return taken


def steps(run: Callable[[], object]) -> int:
    """How many functions are called while something runs."""
    count = 0

    def called(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    # What is thrown away of tests before would be counted too.
    gc.collect()
    gc.disable()
    before = sys.getprofile()
    sys.setprofile(called)
    try:
        run()
    finally:
        sys.setprofile(before)
        gc.enable()
    return count


@compiled_only
@pytest.mark.parametrize(
    ("shape", "finding"),
    [("nested, text at each level", "explain"), ("nested, text at each level", "explain, told"),
     ("nested, text at each level", "xpaths"), ("nested thread", "xpaths"),
     ("varied cards", "article, wang")],
)  # fmt: skip
def test_steps_grow_with_the_page(shape: str, finding: str) -> None:
    times = {"nested, text at each level": 400, "nested thread": 100}.get(shape, 600)
    one, four = (Page(page_of(shape, many * times), URL) for many in (1, 4))
    FINDINGS[finding](Page("<p>x</p>", URL))
    few = steps(lambda: FINDINGS[finding](one))
    assert steps(lambda: FINDINGS[finding](four)) <= 4.6 * few


NESTED = ["nested, text at each level", "nested, siblings at each level", "list items",
          "items in nested lists", "varied cards", "attributes"]  # fmt: skip


def lines(run: Callable[[], object]) -> int:
    """How many lines of Python are run while something runs, those of loops among them."""
    count = 0

    def traced(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += event == "line"
        return traced

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        run()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("finding", SELECTORS)
def test_css_takes_lines_in_proportion_to_the_page(finding: str) -> None:
    one, four = (
        Page("".join(SHAPES[shape](40 * many) for shape in NESTED), URL) for many in (1, 4)
    )
    few = lines(lambda: SELECTORS[finding](one))
    assert lines(lambda: SELECTORS[finding](four)) <= 4.6 * few + 500


@pytest.mark.parametrize("css", ["ul.products li", "p, li", "p ~ p", "li + li, :has(~ p)"])
def test_records_like_what_css_finds_take_steps_in_proportion_to_the_page(
    css: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # libxml2 would take the square, in steps that are not seen from here.
    monkeypatch.setattr(etree, "XPath", None)
    one, four = (
        Page(SHAPES["items in nested lists"](200 * many) + "<p>x</p>" * 200 * many, URL)
        for many in (1, 4)
    )
    assert treesim.similar(one, css)
    few = steps(lambda: treesim.similar(one, css))
    assert steps(lambda: treesim.similar(four, css)) <= 4.6 * few


@pytest.mark.parametrize("shape", ["nested thread", "a document in each tag", "custom tags"])
def test_xpaths_are_the_same_in_any_order(shape: str) -> None:
    page = Page(page_of(shape, 60) + b"</body></html><p>after</p>")
    nodes = [*range(len(page.tree))]
    random.Random(7).shuffle(nodes)
    for node in nodes:
        assert page.xpath(node) == page.tree.xpath(node)


# Blocks read as one


def test_of_very_many_blocks_neighbours_are_read_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "<div>" + "".join(f"<p>word{n} said</p><hr>" for n in range(25)) + "</div>"
    alone = explain(source)
    monkeypatch.setattr(blocks, "MAX_BLOCKS", 10)
    joined = explain(source)
    assert (len(alone), len(joined)) == (25, 9)
    assert [one.text for one in joined[-2:]] == [
        "word21 said word22 said word23 said",
        "word24 said",
    ]
    assert " ".join(one.text for one in joined) == " ".join(one.text for one in alone)
    assert [one.xpath for one in joined] == [one.xpath for one in alone[::3]]


# Oversized pages


def test_records_and_comments_are_looked_for_up_to_so_many_nodes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = Page(page_of("thread", 12), URL)
    key = treesim.learn_key_tree(page, "div.comment")
    found: list[Callable[[], Sequence[object]]] = [
        lambda: treesim.records(page),
        lambda: treesim.records(page, method="gong"),
        lambda: treesim.comments(page),
        lambda: treesim.comments(page, method=treesim.Zhu(min_height=2)),
        lambda: treesim.similar(page, "div.comment"),
        lambda: treesim.find_records(page, key).records,
    ]
    assert not page.is_oversized
    assert all(find() for find in found)
    monkeypatch.setattr("scrapy_treesim.page.MAX_NODES", len(page.tree))
    assert not page.is_oversized
    monkeypatch.setattr("scrapy_treesim.page.MAX_NODES", len(page.tree) - 1)
    assert page.is_oversized
    assert not any(find() for find in found)
