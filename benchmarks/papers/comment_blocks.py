"""Comment blocks as Zhu finds them, at every threshold at once, and which of them are true.

The children of a node are compared once. Of each child only its similarities to the siblings most
like it are kept, so that whether it is a comment at another threshold costs no comparison.
"""

from __future__ import annotations

import re
from argparse import Namespace
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any, Final, NamedTuple, TypeAlias

import scrapy_treesim as treesim
from benchmarks.comment_truth import (
    SAME,
    Threads,
    Tokens,
    judge_threads,
    known_parents,
    match,
    table,
    true_fields,
    true_parents,
)
from benchmarks.comments import Found, find
from benchmarks.figures import Share, can_be_parsed, one_to_one
from benchmarks.pages import LabelledPage
from benchmarks.papers.data import Data
from scrapy_treesim import Page
from scrapy_treesim.papers.zhu import WINDOW, Zhu, has_time
from scrapy_treesim.similarity import BoundedComparison, measure_over
from scrapy_treesim.tree import ELEMENTS
from scrapy_treesim.tree.text import text_of

Method: TypeAlias = "Zhu | str"
"""The paper's method with some parameters, or ``DEFAULT``."""

KINDS: Final = {"forum": "forum", "blog": "blog", "news": "news", "shop": "shop", "sns": "social"}
"""Kinds of sites, by their names in the truth."""
DEFAULT: Final = "default"
"""Stands for what the package does by default."""
PAPER: Final = Zhu(require_time=False)
"""The paper's method with its parameters."""
TIMED: Final = Zhu()
"""The same with the package's test: half a region's members name a time."""
FEW: Final = replace(PAPER, min_comments=2)
"""The same on pages with few comments: from three."""
THEIRS: Final = ("pol", "ted", "stm", "lcsubstr", "mct")
"""The measures that the paper compares."""
OURS: Final = ("free", "lcs", "lcs-depth", "tags", "tags-jaccard", "paths", "shingles", "fft")
"""The package's other ones."""
THRESHOLDS: Final = tuple(percent / 100 for percent in range(50, 100, 5))
LEVELS: Final = tuple(replace(PAPER, min_height=level) for level in range(2, 11))
TIMED_LEVELS: Final = tuple(replace(level, require_time=True) for level in LEVELS)
LEAST: Final = tuple(replace(PAPER, min_comments=b) for b in (2, 8, 12))
MOST: Final = 12
"""The largest ``b`` that can be asked for."""


def at(measure: str, threshold: float) -> Zhu:
    """The paper's method with another measure and threshold."""
    return replace(PAPER, measure=measure, min_similarity=threshold)


Siblings: TypeAlias = tuple[int, tuple[int, ...], tuple[tuple[float, ...], ...]]
"""Of one node the height, the children as nodes of the page, and of each child its similarities to
the siblings most like it, falling, ``MOST`` at most."""


def siblings(page: Page, least: Zhu) -> list[Siblings]:
    """The children of each node that is high and wide enough for these parameters.

    As in the package, a child is compared with so many different ones on either side, by the
    parameters' measure and within the budget for hostile pages.
    """
    tree, shapes = page.cleaned(ELEMENTS)
    heights = tree.heights()
    shape_table = page.shape_table
    compare = BoundedComparison(measure_over(shape_table, least.measure), shape_table, len(tree))
    found: list[Siblings] = []
    for node in range(len(tree)):
        if heights[node] <= least.min_height:
            continue
        children = tree.children(node)
        if len(children) <= least.min_comments:
            continue
        members = tuple(tree.origin[child] for child in children)
        nearest = _nearest([shapes[child] for child in children], compare)
        found.append((heights[node], members, nearest))
    return found


def _nearest(shapes: Sequence[int], compare: BoundedComparison) -> tuple[tuple[float, ...], ...]:
    counts = Counter(shapes)
    distinct = list(counts)
    partners = {shape: [(1.0, count - 1)] for shape, count in counts.items()}
    for index, one in enumerate(distinct):
        for other in distinct[index + 1 : index + 1 + WINDOW]:
            value = compare(one, other)
            partners[one].append((value, counts[other]))
            partners[other].append((value, counts[one]))
    nearest: dict[int, tuple[float, ...]] = {}
    for shape, values in partners.items():
        each: list[float] = []
        for value, count in sorted(values, reverse=True):
            each += [value] * min(count, MOST - len(each))
        nearest[shape] = tuple(each)
    return tuple(nearest[shape] for shape in shapes)


def comments(page: Page, found: Sequence[Siblings], parameters: Zhu) -> list[int]:
    """The nodes of all comments of the page, in page order; they may nest."""
    nodes: set[int] = set()
    index = parameters.min_comments - 2
    for height, children, similarities in found:
        if height <= parameters.min_height:
            continue
        members = [
            child
            for child, nearest in zip(children, similarities, strict=True)
            if len(nearest) > index and nearest[index] > parameters.min_similarity
        ]
        if len(members) > parameters.min_comments:
            timed = parameters.require_time and sum(has_time(page.tree, one) for one in members)
            if not parameters.require_time or 2 * timed >= len(members):
                nodes.update(members)
    return sorted(nodes)


class Outcome(NamedTuple):
    """Which of a page's true comments were found, and how many blocks were taken for comments."""

    right: frozenset[int]
    found: int


class Judge:
    """Matches blocks of a page with its true comments.

    A block is one where its text has a token F1 of 0.8 with the true comment's body, or with all of
    the true comment, as in :mod:`benchmarks.comment_truth`. Blocks inside it are left out, as the
    truth leaves out answers.
    """

    def __init__(self, page: Page, true: Sequence[Mapping[str, Any]]) -> None:
        self._tree = page.tree
        self._readings = [
            [Tokens.of(one[name]) for name in ("text", "block") if one.get(name)] for one in true
        ]
        self._alike: dict[tuple[int, ...], list[tuple[float, int]] | None] = {}

    def outcome(self, nodes: Collection[int]) -> Outcome:
        """Judge the blocks at these nodes, in page order; those without text do not count."""
        pairs: list[tuple[float, int, int]] = []
        found = 0
        for node, inside in _outermost(nodes, self._tree.size):
            alike = self.alike(node, *inside)
            if alike is not None:
                pairs += ((score, node, one) for score, one in alike)
                found += 1
        return Outcome(frozenset(one_to_one(pairs).values()), found)

    def alike(self, node: int, *without: int) -> list[tuple[float, int]] | None:
        """The true comments that a block may be, with scores; None if it has no text."""
        key = (node, *without)
        if key not in self._alike:
            keep = None
            if without:
                keep = bytearray(b"\1" * len(self._tree))
                for one in without:
                    size = self._tree.size[one]
                    keep[one : one + size] = bytes(size)
            tokens = Tokens.of(text_of(self._tree, node, keep))
            scores = (
                (max((tokens.f1(one) for one in ways if tokens.may_match(one)), default=0.0), n)
                for n, ways in enumerate(self._readings)
            )
            alike = [one for one in scores if one[0] >= SAME]
            self._alike[key] = alike if tokens.length else None
        return self._alike[key]


def _outermost(nodes: Collection[int], size: Sequence[int]) -> list[tuple[int, list[int]]]:
    """Each node with the outermost of the others inside it."""
    found: list[tuple[int, list[int]]] = []
    around: list[tuple[int, list[int]]] = []
    for node in nodes:
        while around and node >= around[-1][0] + size[around[-1][0]]:
            around.pop()
        if around:
            around[-1][1].append(node)
        around.append((node, []))
        found.append(around[-1])
    return found


@dataclass(frozen=True, slots=True)
class PageResults:
    """One page with true comments, and which of them each method found."""

    kind: str
    year: int | None
    """The median year that its comments name."""
    html: bytes
    true: int
    """How many comments it has."""
    nested: frozenset[int]
    """Those that answer another one of the page."""
    hidden: frozenset[int]
    """Those inside ``<noscript>``."""
    reachable: frozenset[int]
    """Those that some measure finds at some threshold, or that stand where one could."""
    outcomes: Mapping[Method, Outcome]
    shown: Mapping[Method, Outcome]
    """The same once ``<noscript>`` is shown; empty where none are inside."""
    threads: Threads
    """The default's parents of answers."""


def share(pages: Iterable[PageResults], method: Method) -> Share:
    """Sum what a method found on these pages."""
    total = Share()
    for page in pages:
        outcome = page.outcomes[method]
        total.add(Share(len(outcome.right), outcome.found, page.true))
    return total


def results(data: Data, name: str) -> list[PageResults]:
    """Run all methods on the pages of a set whose comments are known one by one."""
    return [
        _results(labelled)
        for labelled in data.pages(name)
        if labelled.truth.get("comments") and can_be_parsed(labelled.html)
    ]


def _results(labelled: LabelledPage) -> PageResults:
    true: list[dict[str, Any]] = labelled.truth["comments"]
    page = Page(labelled.html, url=labelled.url)
    judge = Judge(page, true)
    outcomes: dict[Method, Outcome] = {}
    reachable: set[int] = set()
    for measure in (*THEIRS, *OURS):
        found = siblings(page, at(measure, 0))
        for threshold in THRESHOLDS:
            method = at(measure, threshold)
            outcomes[method] = judge.outcome(comments(page, found, method))
            reachable |= outcomes[method].right
    for _, children, _ in found:
        for child in children:
            reachable.update(number for _, number in judge.alike(child) or ())
    found = siblings(page, replace(FEW, min_height=LEVELS[0].min_height))
    for method in (*LEVELS, *TIMED_LEVELS, *LEAST):
        outcomes[method] = judge.outcome(comments(page, found, method))
    read = find(labelled, Namespace(strip=False, method=None))
    matched = match(read.texts, true, lenient=True)
    outcomes[DEFAULT] = Outcome(frozenset(matched.values()), len(read.texts))
    parents = _parents(labelled)
    hidden = frozenset(n for n, one in enumerate(true) if "/noscript" in one.get("xpath", ""))
    return PageResults(
        kind=KINDS.get(labelled.truth.get("kind", ""), "other"),
        year=_year(labelled),
        html=labelled.html,
        true=len(true),
        nested=frozenset(n for n, parent in enumerate(parents) if parent is not None),
        hidden=hidden,
        reachable=frozenset(reachable),
        outcomes=outcomes,
        shown=_shown(labelled) if hidden else {},
        threads=judge_threads(parents, read.parents, matched),
    )


def _shown(labelled: LabelledPage) -> dict[Method, Outcome]:
    """What is found on the page as a browser without scripts shows it."""
    html = re.sub(rb"(?i)<(/?)noscript\b", rb"<\1div", labelled.html)
    page = Page(html, url=labelled.url)
    true = labelled.truth["comments"]
    nodes = comments(page, siblings(page, PAPER), PAPER)
    texts = Found.of(treesim.comments(page)).texts
    by_default = match(texts, true, lenient=True)
    return {
        PAPER: Judge(page, true).outcome(nodes),
        DEFAULT: Outcome(frozenset(by_default.values()), len(texts)),
    }


def _parents(labelled: LabelledPage) -> list[int | None]:
    true = labelled.truth["comments"]
    entry = table()["pages"].get(labelled.id, {})
    if labelled.id in table()["unthreaded"]:
        return [None] * len(true)
    if "parent" in entry:
        return known_parents(labelled.html, labelled.truth, entry)
    return true_parents(true)


def _year(labelled: LabelledPage) -> int | None:
    entry = table()["pages"].get(labelled.id)
    if entry is None:
        return None
    fields = true_fields(labelled.html, labelled.truth, entry)
    years = [day.year for field in fields for day in field.days]
    return int(median(years)) if years else None
