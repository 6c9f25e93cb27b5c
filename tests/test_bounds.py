"""A page chooses the numbers that kernels index with: none of them leads outside an array."""

from __future__ import annotations

import importlib
import os
import re
import sys
from array import array
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from checked_subscripts import AskingLoader, asked
from hypothesis import given
from hypothesis import strategies as st
from trees import examples

import scrapy_treesim
from scrapy_treesim import LearnedThread, Page, comments
from scrapy_treesim.comments.extract import thread
from scrapy_treesim.comments.extract._posts_cy import check_spans
from scrapy_treesim.comments.extract.rows import climbed
from scrapy_treesim.comments.extract.thread import read_thread
from scrapy_treesim.comments.find import leaves_of
from scrapy_treesim.reading.analysis import analyse
from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.records.regions._candidates_cy import Candidates
from scrapy_treesim.tree import _hashing_cy, _text_cy, checked, tags
from scrapy_treesim.tree._flat_cy import check_runs, fill_heights, fill_sums
from scrapy_treesim.tree.page_tree import assemble
from scrapy_treesim.tree.walk import Read, read_lxml

SOURCES = Path(__file__).parent.parent / "scrapy_treesim"
UNCHECKED = {
    "tree/_text_cy.py", "tree/_libxml2_cy.py", "tree/_hashing_cy.py", "network/_layers_cy.py",
    "reading/_rows_cy.py",
}  # fmt: skip
"""Kernels with functions that reach memory by pointers, and ask for themselves, or that do nothing
but arithmetic."""
SWALLOWS = re.compile(r"noexcept|exceptval\(check=False")


def ints(*numbers: int) -> array[int]:
    return array("i", numbers)


# Which build runs


def test_the_tests_run_what_they_are_said_to_run() -> None:
    expected = os.environ.get("TREESIM_EXPECT")

    assert expected in (None, "compiled", "checked", "interpreted")
    runs = "checked" if checked else "compiled" if scrapy_treesim.compiled else "interpreted"
    assert expected in (None, runs)


# Posts at different depths


DEPTHS = (
    "<html><body><div><section><section><section><form><ul><dt><a>said October, 2011</a></dt><dd>"
    "<div class=comment><p>Are you sure you have not gone into hiding? </p></div></dd></ul></form>"
    "</section></section></section></div>{}<dd><div class=comment><p>SAID</p></div></dd>"
)


SAID = "The ferry was late again, and nobody on the quay could say for how long."


@pytest.mark.parametrize("padding", ["", "<i></i>" * 50, "<i></i>" * 5_000])
def test_posts_at_different_depths_are_read(padding: str) -> None:
    # What stands before the second post holds the first.
    page = Page(DEPTHS.format(padding).replace("SAID", SAID))
    spans = [
        (node, node + page.tree.size[node])
        for node in range(len(page.tree))
        if page.tree.get(node, "class") == "comment"
    ]
    for _ in range(20):
        found = read_thread(page, leaves_of(page), spans, 0.9)

        assert [comment.text for comment in found] == [
            "Are you sure you have not gone into hiding?",
            SAID,
        ]


_NAMED = st.sampled_from(["<a>Ada Lum</a>", "<b>3 May 2024</b>", "<i>Reply</i>", "<hr>", ""])


@st.composite
def threads(draw: st.DrawFn) -> str:
    """Posts at any depth, inside one another or not, with bylines before or after them."""
    pieces = []
    for number in range(draw(st.integers(2, 6))):
        depth = draw(st.integers(0, 3))
        post = f"<div class=comment><p>I said so in words of number {number}.</p></div>"
        if draw(st.booleans()):
            post = post.replace("</p>", "</p>{}")
        pieces += [
            *("<section>" for _ in range(depth)),
            *draw(st.lists(_NAMED, max_size=3)),
            post,
            *draw(st.lists(_NAMED, max_size=3)),
            *("</section>" for _ in range(draw(st.integers(0, depth)))),
        ]
    source = ""
    for piece in pieces:
        source = source.replace("{}", piece, 1) if "{}" in source else source + piece
    return source.replace("{}", "")


@examples(300)
@given(threads())
def test_posts_keep_their_order_whatever_surrounds_them(source: str) -> None:
    page = Page(f"<html><body>{source}")
    tree = page.tree
    posts = [node for node in range(len(tree)) if "comment" in tree.attributes(node).values()]
    spans = [(post, post + tree.size[post]) for post in posts]
    leaves = leaves_of(page)
    wide = climbed(tree, leaves, spans)

    check_spans(ints(*(low for low, _ in wide)), ints(*(high for _, high in wide)), len(tree))
    thread.parts_of(page, leaves, spans)
    comments(page, method=LearnedThread(min_confidence=0))


# What kernels refuse


@pytest.mark.parametrize(
    ("low", "high"),
    [
        ([], []),
        ([1, 3], [2]),
        ([8, 2], [10, 4]),
        ([2, 2], [9, 4]),
        ([2, 4], [6, 8]),
        ([2, 3, 5], [9, 6, 7]),
        ([2], [2]),
        ([3], [2]),
        ([-1], [2]),
        ([2], [11]),
        ([10], [11]),
    ],
)
def test_spans_out_of_order_are_refused(low: list[int], high: list[int]) -> None:
    with pytest.raises(ValueError, match="span"):
        check_spans(ints(*low), ints(*high), 10)


@pytest.mark.parametrize(("low", "high"), [(-1, 3), (3, 2), (0, 10**6), (-5, -3)])
def test_candidates_refuse_nodes_that_the_page_has_not(low: int, high: int) -> None:
    page = Page("<html><body><p>a</p><p>b</p>")
    with pytest.raises(ValueError, match="nodes"):
        Candidates(page.once(analysis_of), 100).add_span(low, high)


@pytest.mark.parametrize(
    ("tag", "parent"),
    [
        ([1, 1], [-1, -1]),
        ([1, 1], [-1, 1]),
        ([1, 1], [-2, 0]),
        ([1, 1, 1], [-1, 2, 0]),
        ([1, 9], [-1, 0]),
        ([-1, 1], [-1, 0]),
    ],
)
def test_a_walk_out_of_preorder_is_refused(tag: list[int], parent: list[int]) -> None:
    room = [array("i", bytes(4 * (len(tag) + 1))) for _ in range(4)]
    with pytest.raises(ValueError, match="node"):
        fill_sums(ints(*tag), ints(*parent), room[0], room[1], room[2], room[3], ints(*[0] * 5))


@pytest.mark.parametrize("start", [[], [-1, 5], [0, 6, 5], [0, 4], [3, 2, 5]])
def test_places_that_do_not_go_up_are_refused(start: list[int]) -> None:
    with pytest.raises(ValueError, match="offset"):
        check_runs(ints(*start), 5)


@pytest.mark.parametrize("field", [3, 6, 8])
@pytest.mark.parametrize("wrong", [-1, 10**6])
def test_a_reader_that_is_wrong_of_its_places_is_not_believed(field: int, wrong: int) -> None:
    def read(root: Any, names: list[str]) -> Read:
        arrays: list[Any] = list(read_lxml(root, names))
        arrays[field][0] = wrong
        return tuple(arrays)

    with pytest.raises(ValueError, match="offset"):
        assemble(read, Page("<p class=a>b</p>").root)


def test_text_is_not_read_outside_the_page() -> None:
    tree = Page("<html><body><p>one</p><pre>two</pre>").tree
    kinds = bytes(len(tags.NAMES))
    for node in (-1, len(tree), 10**9, -(10**9)):
        with pytest.raises(IndexError, match="no node"):
            _text_cy.preformatted(tree.tag, tree.size, tree.start, tree.text, None, node)
    for size, start in (
        (ints(*[10**6] * len(tree)), tree.start),
        (tree.size, tree.start[:-1]),
        (tree.size[:-1], tree.start),
        (ints(*[-1] * len(tree)), tree.start),
    ):
        with pytest.raises(IndexError, match=r"no node|of one page"):
            _text_cy.lines(tree.tag, tree.parent, size, start, tree.text, kinds, None, 0)
    with pytest.raises(IndexError, match="kinds"):
        _text_cy.lines(tree.tag, tree.parent, tree.size, tree.start, tree.text, b"", None, 0)


@pytest.mark.skipif(not scrapy_treesim.compiled, reason="Python cuts such runs by itself")
def test_runs_outside_the_text_are_not_read() -> None:
    tree = Page("<html><body><p>one</p><pre>two</pre>").tree
    kinds = bytes(len(tags.NAMES))
    for start in (
        ints(*[0] * len(tree), 10**6),
        ints(*[-(10**6)] * len(tree), 10**6),
        ints(*[2, 3] * 9)[: len(tree) + 1],
    ):
        with pytest.raises(IndexError, match="do not fit"):
            _text_cy.lines(tree.tag, tree.parent, tree.size, start, tree.text, kinds, None, 0)
    with pytest.raises(IndexError, match="do not fit"):
        _text_cy.collapsed(b"short", 2, 10**6)
    with pytest.raises(IndexError, match="do not fit"):
        _text_cy.collapsed(b"short", -(10**6), 5)


# That this holds for every kernel


@pytest.mark.skipif(not scrapy_treesim.compiled, reason="plain Python has its own bounds")
@pytest.mark.parametrize("index", [2, 10**9])
def test_compiled_kernels_check_every_index(index: int) -> None:
    with pytest.raises(IndexError):
        fill_heights(ints(-1, index), ints(0, 0))
    with pytest.raises(IndexError):
        fill_heights(ints(-1, 0), ints(0))


def test_only_the_network_and_its_inputs_turn_checks_off() -> None:
    off = re.compile(r"boundscheck|wraparound|initializedcheck|nonecheck")
    found = {path.name: {*off.findall(path.read_text())} for path in SOURCES.rglob("_*_cy.py")}
    assert {name: what for name, what in found.items() if what} == {
        "_layers_cy.py": {"boundscheck"},
        # Of a table of logs, which asks first.
        "_rows_cy.py": {"boundscheck"},
    }


def test_no_kernel_swallows_what_its_checks_say() -> None:
    # An error in a function that is declared to have none is printed and forgotten.
    declared = {path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("_*_cy.py")
                if SWALLOWS.search(path.read_text())}  # fmt: skip
    assert declared == UNCHECKED


@pytest.mark.parametrize("index", [-1, slice(-2, None), slice(0, -1)])
def test_kernels_as_plain_python_take_no_index_from_the_end(index: Any, tmp_path: Path) -> None:
    source = tmp_path / "_sample_cy.py"
    source.write_text("def at(held, i): return held[i]\ndef put(held, i): held[i] = 1\n")
    module = ModuleType("_sample_cy")
    AskingLoader("_sample_cy", str(source)).exec_module(module)

    assert module.at([4, 5], 1) == 5
    assert module.at({-1: 6}, -1) == 6
    assert module.at([4, 5], slice(0, None)) == [4, 5]
    with pytest.raises(IndexError, match="from the end"):
        module.at([4, 5], index)
    with pytest.raises(IndexError, match="from the end"):
        module.put([4, 5], index)


class Counted(array):  # type: ignore[type-arg]
    """An array that counts how often a number of it is asked for."""

    times = 0

    def __getitem__(self, index: Any) -> Any:
        Counted.times += 1
        return super().__getitem__(index)


@pytest.mark.skipif(scrapy_treesim.compiled, reason="counts what plain Python looks at")
def test_names_that_share_a_place_share_it_in_one_process_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = [f"{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(400)]
    tree = Page("".join(f"<b class={name}>x</b>" for name in names)).tree
    found, times = [], []
    # 1 puts all keys in one place, as a page could if it knew the number.
    for number in (_hashing_cy.SPREAD, 0x9E3779B97F4A7C15, 1):
        table: Any = ModuleType("_hashing_cy")
        AskingLoader("_hashing_cy", str(SOURCES / "tree" / "_hashing_cy.py")).exec_module(table)
        table.SECRET = number
        table.array = Counted
        monkeypatch.setitem(sys.modules, "scrapy_treesim.tree._hashing_cy", table)
        kernel: Any = ModuleType("_analysis_cy")
        AskingLoader(
            "_analysis_cy", str(SOURCES / "reading" / "analysis" / "_analysis_cy.py")
        ).exec_module(kernel)
        monkeypatch.setattr(analyse, "Analysis", kernel.Analysis)
        Counted.times = 0
        found.append(analyse.analyse(tree).name.tolist())
        times.append(Counted.times)

    assert found[0] == found[1] == found[2]
    assert len(set(found[0])) > len(names)
    assert 4 * max(times[:2]) < times[2]


@pytest.mark.skipif(scrapy_treesim.compiled, reason="for kernels that are plain Python")
def test_the_kernels_under_test_take_none_either() -> None:
    for path in SOURCES.rglob("_*_cy.py"):
        name = ".".join(("scrapy_treesim", *path.relative_to(SOURCES).with_suffix("").parts))
        assert importlib.import_module(name)._index_asked is asked
