"""Song and Zhang 2011: free matching and the key tree."""

from __future__ import annotations

from typing import Final

from benchmarks.papers.data import Data
from benchmarks.papers.report import Cell, Compared, Section, Table
from benchmarks.papers.song_zhang_pages import RULES, SETS, likeness, ordered_above, sampled
from benchmarks.papers.song_zhang_records import records_by_example
from benchmarks.papers.song_zhang_times import FEW_SIZES, SIZES, Node, by_package, recursion, times
from scrapy_treesim import Page
from scrapy_treesim.tree import ELEMENTS, ShapeTable, clean

_EXAMPLE: Final = (
    "<div><i></i><p><b></b></p><i></i></div>",
    "<div><i></i><u><s></s></u><p><b></b></p></div>",
)
"""The paper's figure 2, its letters written as tags."""
_PAPERS: Final = 9 / 11

_INTRODUCTION: Final = """
The paper compares two pages as trees of elements. Trees whose roots differ have nothing in common;
otherwise the likeness of the children, weighted by their sizes, makes that of the parents. Its new
rule is *free* matching: each child takes the most similar child of the other side, and one child
may serve many. Its rival is *ordered* matching, one to one and in order. Then it extracts products
by the measure: one of them, the *key tree*, finds the others. We run both as the paper defines
them, on trees without scripts, comments and line breaks, as the paper's are.

## The measure

On the paper's worked example, two trees of five and six nodes, free matching gives {example:.4f};
the paper says 9/11 = {paper:.4f} ({table}).
"""


def reproduce(data: Data) -> Section:
    """Run the paper's experiments."""
    samples = {name: sampled(data, name) for name in SETS}
    pairs = [pair for sample in samples.values() for pair in sample.pairs]
    trees = [page.tree for sample in samples.values() for page in sample.pages]
    example, value = _worked_example()
    of_times, compared_times = times(pairs, trees, SIZES if data.limit is None else FEW_SIZES)
    of_records, compared_records = records_by_example(data)
    above = f"{ordered_above(pairs)} of {len(pairs):,}"
    return Section(
        "song-zhang",
        "Song and Zhang 2011: free matching and the key tree",
        [
            _INTRODUCTION.format(example=value, paper=_PAPERS, table=example.link),
            example,
            *likeness(samples),
            *of_times,
            *of_records,
        ],
        [
            Compared(
                "similarity of the worked example",
                f"{_PAPERS:.3f}",
                f"{value:.3f}",
                "the same",
                "S1",
            ),
            Compared("pairs with ordered above free matching", "none", above, "the same", "S2"),
            compared_times,
            compared_records,
        ],
    )


def _worked_example() -> tuple[Table, float]:
    """The example by both rules; its value by free matching."""
    one, other = (clean(Page.of_snippet(html).tree, ELEMENTS) for html in _EXAMPLE)
    table = ShapeTable()
    nodes = Node.of(one, table), Node.of(other, table)
    papers: dict[str, Cell] = {"free": _PAPERS}
    rows = [
        [rule, recursion(rule)(*nodes), by_package(one, other, rule), papers.get(rule)]
        for rule in RULES
    ]
    return (
        Table(
            "S1",
            "Similarity of the two trees of the paper's figure 2",
            ("rule", "plain recursion", "package", "paper"),
            rows,
            digits=4,
        ),
        recursion("free")(*nodes),
    )
