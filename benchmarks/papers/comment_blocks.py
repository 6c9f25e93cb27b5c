"""Comment blocks as Zhu finds them, at every threshold at once, and which of them are true.

The children of a node are compared once. Of each child only its similarities to the siblings most
like it are kept, so that whether it is a comment at another threshold costs no comparison.
"""

from __future__ import annotations

import re
from argparse import Namespace
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any, Final

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
from benchmarks.figures import Share, can_be_parsed, mean, one_to_one
from benchmarks.pages import LabelledPage
from benchmarks.papers.data import Data
from scrapy_treesim import Page
from scrapy_treesim.papers.zhu import WINDOW, Zhu, has_time
from scrapy_treesim.similarity import BoundedComparison, Compare, measure_over
from scrapy_treesim.similarity.profiles import CommonSubstring
from scrapy_treesim.tree import ELEMENTS, ShapeTable
from scrapy_treesim.tree.text import text_of

MOST: Final = 12
"""The largest ``b`` that can be asked for."""
PAPER: Final = Zhu(require_time=False)
"""The paper's method with its parameters."""
TIMED: Final = Zhu()
"""The same with the package's test: half a region's members name a time."""
FEW: Final = replace(PAPER, min_comments=2)
"""The same on pages with few comments: from three."""
THEIRS: Final = ("pol", "ted", "stm", "lcsubstr", "mct")
"""The measures that the paper compares."""
SHORTER: Final = "lcsubstr-shorter"
"""The longest common substring over the shorter string: the paper does not say over which."""
OURS: Final = (
    "free", "lcs", "lcs-depth", "tags", "tags-jaccard", "paths", "shingles", "fft", SHORTER,
)  # fmt: skip
"""The package's other ones, and another reading of the paper's."""
THRESHOLDS: Final = tuple(percent / 100 for percent in range(50, 100, 5))
LEVELS: Final = tuple(replace(PAPER, min_height=level) for level in range(13))
TIMED_LEVELS: Final = tuple(replace(level, require_time=True) for level in LEVELS)
LEAST: Final = tuple(replace(PAPER, min_comments=b) for b in range(2, MOST + 1))
DEFAULT: Final = "default"
"""Stands for what the package does by default."""


@dataclass(frozen=True, slots=True)
class Siblings:
    """The children of one node, with all that decides whether they are comments."""

    height: int
    """Nodes on the longest path down from the node."""
    members: tuple[int, ...]
    """The children, as nodes of the page."""
    nearest: tuple[tuple[float, ...], ...]
    """Of each child its similarities to the siblings most like it, falling, ``MOST`` at most."""

    def comments(self, parameters: Zhu) -> list[int]:
        """The children that are comments; none where they are too few."""
        place = parameters.min_comments - 2
        found = [
            member
            for member, nearest in zip(self.members, self.nearest, strict=True)
            if place < 0 or (len(nearest) > place and nearest[place] > parameters.min_similarity)
        ]
        return found if len(found) > parameters.min_comments else []


class ShorterSubstring(CommonSubstring):
    """Longest common substring of two shapes over the shorter string; O(nodes)."""

    def of_profiles(self, x: array[int], y: array[int]) -> float:
        """The length of the longest common substring over that of the shorter string."""
        longer = max(len(x), len(y))
        return super().of_profiles(x, y) * longer / (len(x) + len(y) - longer)


def measure_of(table: ShapeTable, measure: str) -> Compare:
    """A comparison of the table's shapes by the measure's name."""
    return ShorterSubstring(table) if measure == SHORTER else measure_over(table, measure)


def siblings(page: Page, least: Zhu, window: int = WINDOW) -> list[Siblings]:
    """The children of each node that is high and wide enough for these parameters.

    As in the package, a child is compared with so many different ones on either side, by the
    parameters' measure and within the budget for hostile pages.
    """
    tree, shapes = page.cleaned(ELEMENTS)
    heights = tree.heights()
    table = page.shape_table
    compare = BoundedComparison(measure_of(table, least.measure), table, len(tree))
    found: list[Siblings] = []
    for node in range(len(tree)):
        if heights[node] <= least.min_height:
            continue
        children = tree.children(node)
        if len(children) <= least.min_comments:
            continue
        members = tuple(tree.origin[child] for child in children)
        nearest = _nearest([shapes[child] for child in children], compare, window)
        found.append(Siblings(heights[node], members, nearest))
    return found


def _nearest(
    shapes: Sequence[int], compare: BoundedComparison, window: int
) -> tuple[tuple[float, ...], ...]:
    counts = Counter(shapes)
    distinct = list(counts)
    partners = {shape: [(1.0, count - 1)] for shape, count in counts.items()}
    for place, one in enumerate(distinct):
        for other in distinct[place + 1 : place + 1 + window]:
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
    for one in found:
        if one.height <= parameters.min_height:
            continue
        members = one.comments(parameters)
        if members and parameters.require_time:
            timed = sum(has_time(page.tree, member) for member in members)
            members = members if 2 * timed >= len(members) else []
        nodes.update(members)
    return sorted(nodes)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Which of a page's true comments were found, and the blocks that are none of them."""

    right: frozenset[int]
    wrong: tuple[int, ...] = ()
    """Nodes of the page."""

    @property
    def found(self) -> int:
        """How many were taken for comments."""
        return len(self.right) + len(self.wrong)


class Judge:
    """Tells which blocks of a page are true comments.

    A block is one where its text has a token F1 of 0.8 with the true comment's body, or with all of
    the true comment, as in :mod:`benchmarks.comment_truth`. Blocks inside it are left out, as the
    truth leaves out answers.
    """

    def __init__(self, page: Page, true: Sequence[Mapping[str, Any]]) -> None:
        self._page = page
        self._readings = [
            [Tokens.of(one[name]) for name in ("text", "block") if one.get(name)] for one in true
        ]
        self._alike: dict[tuple[int, ...], list[tuple[float, int]] | None] = {}

    def outcome(self, nodes: Collection[int]) -> Outcome:
        """Judge the blocks at these nodes, in page order; those without text do not count."""
        pairs: list[tuple[float, int, int]] = []
        found: list[int] = []
        for node, inside in _outermost(nodes, self._page.tree.size):
            alike = self.alike(node, *inside)
            if alike is not None:
                pairs += ((score, node, one) for score, one in alike)
                found.append(node)
        matched = one_to_one(pairs)
        wrong = tuple(node for node in found if node not in matched)
        return Outcome(frozenset(matched.values()), wrong)

    def alike(self, node: int, *without: int) -> list[tuple[float, int]] | None:
        """The true comments that a block may be, with scores; None if it has no text."""
        key = (node, *without)
        if key not in self._alike:
            tree = self._page.tree
            keep = None
            if without:
                keep = bytearray(b"\1" * len(tree))
                for one in without:
                    keep[one : one + tree.size[one]] = bytes(tree.size[one])
            tokens = Tokens.of(text_of(tree, node, keep))
            self._alike[key] = [*self._scores(tokens)] if tokens.length else None
        return self._alike[key]

    def _scores(self, tokens: Tokens) -> Iterator[tuple[float, int]]:
        for number, readings in enumerate(self._readings):
            near = [tokens.f1(one) for one in readings if tokens.may_match(one)]
            if near and max(near) >= SAME:
                yield max(near), number


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


def at(measure: str, threshold: float) -> Zhu:
    """The paper's method with another measure and threshold."""
    return replace(PAPER, measure=measure, min_similarity=threshold)


@dataclass(frozen=True, slots=True)
class Seen:
    """One page with true comments, one by one, and what was found on it."""

    id: str
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
    shown: Mapping[Zhu | str, frozenset[int]]
    """The comments found once ``<noscript>`` is shown; empty where none are inside."""
    reachable: frozenset[int]
    """Those that some measure finds at some threshold, or that stand where one could."""
    outcomes: Mapping[Zhu, Outcome]
    default: Outcome
    bodies: Outcome
    """Of the default, only where the text is the comment's body, without author and date."""
    threads: Threads
    """Of the default."""
    apart: Mapping[str, tuple[float, float, float] | None]
    """By measure: how alike true comments are, how alike other siblings, and how often one of the
    first is more alike than one of the second; None where either is missing."""
    wrong: Mapping[str, int]
    """What the paper's method takes for comments wrongly, by what it is."""
    whole: Outcome
    """Of the paper's method, if a child is compared with all its siblings."""

    def outcome(self, method: Zhu | str) -> Outcome:
        """What a method found."""
        return self.default if isinstance(method, str) else self.outcomes[method]


def share(pages: Iterable[Seen], method: Zhu | str) -> Share:
    """Sum what a method found on these pages."""
    total = Share()
    for page in pages:
        outcome = page.outcome(method)
        total.add(Share(len(outcome.right), outcome.found, page.true))
    return total


def recall_of(
    pages: Iterable[Seen], method: Zhu | str, some: Callable[[Seen], frozenset[int]]
) -> float:
    """The recall of some of the true comments."""
    right = true = 0
    for page in pages:
        wanted = some(page)
        true += len(wanted)
        right += len(wanted & page.outcome(method).right)
    return right / max(1, true)


def seen(data: Data, *names: str) -> list[Seen]:
    """Look at all pages of these sets whose comments are known one by one."""
    return [
        _look(labelled)
        for name in names
        for labelled in data.pages(name)
        if labelled.truth.get("comments") and can_be_parsed(labelled.html)
    ]


def _look(labelled: LabelledPage) -> Seen:
    true: list[dict[str, Any]] = labelled.truth["comments"]
    page = Page(labelled.html, url=labelled.url)
    judge = Judge(page, true)
    outcomes: dict[Zhu, Outcome] = {}
    apart: dict[str, tuple[float, float, float] | None] = {}
    reachable: set[int] = set()
    for measure in (*THEIRS, *OURS):
        found = siblings(page, at(measure, 0))
        for threshold in THRESHOLDS:
            method = at(measure, threshold)
            outcomes[method] = judge.outcome(comments(page, found, method))
            reachable |= outcomes[method].right
        apart[measure] = _apart(found, judge)
        reachable.update(
            number
            for one in found
            for member in one.members
            for _, number in judge.alike(member) or ()
        )
    found = siblings(page, replace(PAPER, min_height=0, min_comments=2))
    for method in (*LEVELS, *TIMED_LEVELS, *LEAST):
        outcomes[method] = judge.outcome(comments(page, found, method))
    whole = comments(page, siblings(page, PAPER, window=len(page.tree)), PAPER)
    read = find(labelled, Namespace(strip=False, method=None))
    matched, bodies = (match(read.texts, true, lenient=lenient) for lenient in (True, False))
    parents = _parents(labelled)
    hidden = frozenset(n for n, one in enumerate(true) if "/noscript" in one.get("xpath", ""))
    return Seen(
        id=labelled.id,
        kind=labelled.truth.get("kind") or "",
        year=_year(labelled),
        html=labelled.html,
        true=len(true),
        nested=frozenset(n for n, parent in enumerate(parents) if parent is not None),
        hidden=hidden,
        shown=_shown(labelled) if hidden else {},
        reachable=frozenset(reachable),
        outcomes=outcomes,
        default=_outcome(read, matched),
        bodies=_outcome(read, bodies),
        threads=judge_threads(parents, read.parents, matched),
        apart=apart,
        wrong=_wrong(page, outcomes[PAPER].wrong),
        whole=judge.outcome(whole),
    )


def _shown(labelled: LabelledPage) -> dict[Zhu | str, frozenset[int]]:
    """The comments found on the page as a browser without scripts shows it."""
    html = re.sub(rb"(?i)<(/?)noscript\b", rb"<\1div", labelled.html)
    page = Page(html, url=labelled.url)
    true = labelled.truth["comments"]
    nodes = comments(page, siblings(page, PAPER), PAPER)
    texts = Found.of(treesim.comments(page)).texts
    by_default = match(texts, true, lenient=True)
    return {
        PAPER: Judge(page, true).outcome(nodes).right,
        DEFAULT: frozenset(by_default.values()),
    }


def _outcome(read: Found, matched: Mapping[int, int]) -> Outcome:
    wrong = tuple(number for number in range(len(read.texts)) if number not in matched)
    return Outcome(frozenset(matched.values()), wrong)


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


def _apart(found: Sequence[Siblings], judge: Judge) -> tuple[float, float, float] | None:
    """How alike comments and others are to their siblings, and how well that parts them.

    That is the similarity that decides: to the sibling that is the last one needed.
    """
    last = PAPER.min_comments - 2
    sides: dict[bool, list[float]] = {True: [], False: []}
    for one in found:
        for member, nearest in zip(one.members, one.nearest, strict=True):
            alike = judge.alike(member)
            if alike is not None:
                sides[bool(alike)].append(nearest[last])
    good, bad = sides[True], sorted(sides[False])
    if not good or not bad:
        return None
    ahead = sum(bisect_left(bad, value) + bisect_right(bad, value) for value in good)
    return mean(good), mean(bad), ahead / (2 * len(good) * len(bad))


WRONG: Final = ("half its text or more is links", "other text with a time", "other text")


def _wrong(page: Page, nodes: Sequence[int]) -> dict[str, int]:
    tree = page.tree
    counts = dict.fromkeys(WRONG, 0)
    for node in nodes:
        if 2 * tree.linked_chars(node) >= tree.text_chars(node):
            counts[WRONG[0]] += 1
        else:
            counts[WRONG[1 if has_time(tree, node) else 2]] += 1
    return counts


@dataclass(frozen=True, slots=True)
class Told:
    """Whether each method finds comments on a page, and how many of them are right."""

    name: str
    kind: str
    has_comments: bool
    doubtful: bool
    """Whether the truth may have overlooked comments."""
    shares: Mapping[Zhu | str, Share]


def told(data: Data, *names: str) -> list[Told]:
    """Look at all pages of these sets, bodies being read in the same way after each method."""
    return [
        _tell(name, labelled)
        for name in names
        for labelled in data.pages(name)
        if can_be_parsed(labelled.html)
    ]


def _tell(name: str, labelled: LabelledPage) -> Told:
    truth = labelled.truth
    page = Page(labelled.html, url=labelled.url)
    true = truth.get("comments") or []
    shares: dict[Zhu | str, Share] = {}
    for method in (PAPER, TIMED, "learned"):
        texts = Found.of(treesim.comments(page, method=method)).texts
        right = len(match(texts, true, lenient=True))
        shares[DEFAULT if isinstance(method, str) else method] = Share(right, len(texts), len(true))
    return Told(
        name=name,
        kind=truth.get("kind") or "",
        has_comments=bool(truth.get("has_comments")),
        doubtful=bool(truth.get("neg_suspect")),
        shares=shares,
    )
