"""True lists of pages, and what Gong's method, its rivals and the default find of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, combinations, pairwise
from typing import Final, TypeAlias

from benchmarks.figures import Share
from benchmarks.list_truth import Covered, Places, match
from benchmarks.pages import LabelledPage
from scrapy_treesim import Page, records
from scrapy_treesim.papers import gong
from scrapy_treesim.papers.gong import Gong
from scrapy_treesim.records import Ranked
from scrapy_treesim.similarity import BoundedComparison, measure_over
from scrapy_treesim.tree import ELEMENTS, ELEMENTS_AND_TEXT, Tree, tags

WEIGHTS: Final = {
    "fan-out": (1.0, 0.0, 0.0),
    "content": (0.0, 1.0, 0.0),
    "tags": (0.0, 0.0, 1.0),
    "fan-out + content": (1.0, 1.0, 0.0),
    "fan-out + tags": (1.0, 0.0, 1.0),
    "content + tags": (0.0, 1.0, 1.0),
    "all three": (1.0, 1.0, 1.0),
}
"""The heuristics, alone and combined."""
ALL_THREE: Final = "all three"
DISTANCES: Final = tuple(step / 20 for step in range(1, 11))
"""Values of ``d0``."""
MOST_REGIONS: Final = 10
"""Lists of a page that a method may return at most."""
GONG, MDR, SIBLINGS = "Gong", "MDR's idea", "siblings"
MDR_ONE: Final = "MDR's idea, one element"
"""Where a record is one element, not up to 10."""
FIRST, DEFAULT = "default, first list", "default, all lists"
INNER: Final = "default, lists in records too"
METHODS: Final = (GONG, MDR, MDR_ONE, SIBLINGS, FIRST, DEFAULT, INNER)

ELEMENT, RUN = "one element", "run of siblings"
PARENTS, APART, NESTED = "several parents", "parts apart", "list in a record"
SHAPES: Final = {
    ELEMENT: "each record one element, all under one parent",
    RUN: "records of several neighbouring elements, all under one parent",
    PARENTS: "each record under one parent, which is not the same for all",
    APART: "records of elements that have others between them, or several parents",
    NESTED: "lists inside a record of another list",
}
"""Kinds of lists by what their records are made of; the paper's method is for the first two."""

_Nodes: TypeAlias = "Sequence[int]"
_Regions: TypeAlias = "Sequence[Sequence[_Nodes]]"
"""Regions of a page, the best first: of each record, its nodes of the page's tree."""


@dataclass(frozen=True, slots=True)
class _List:
    """A true list of a page."""

    records: list[Covered]
    holder: int
    """The smallest element that holds all records."""
    shape: str


class _Known:
    """A page with its true lists."""

    def __init__(self, labelled: LabelledPage) -> None:
        # The XPaths of the truth hold in lxml's tree.
        self.page = Page(labelled.html, labelled.url, html5=False)
        self._texts_before = [0, *accumulate(tag == tags.TEXT for tag in self.page.tree.tag)]
        places = Places(self.page)
        found = [
            [places.covered(record["xpaths"]) for record in region["records"]]
            for region in labelled.truth["regions"]
        ]
        lists = [[one for one in region if one is not None and one.texts] for region in found]
        self.lists = [
            _List(one, self.holder([record.nodes for record in one]), self._shape(one, lists))
            for one in lists
            if one
        ]
        self.records = [record for one in self.lists for record in one.records]

    def covered(self, records: Iterable[_Nodes]) -> list[Covered]:
        """The records of these nodes that have text in an element."""
        tree, before = self.page.tree, self._texts_before
        found = []
        for nodes in records:
            elements = tuple(node for node in nodes if tree.tag[node] != tags.TEXT)
            texts = frozenset(
                text
                for node in elements
                for text in range(before[node], before[node + tree.size[node]])
            )
            if texts:
                found.append(Covered(elements, texts))
        return found

    def holder(self, records: Sequence[_Nodes]) -> int:
        """The smallest element that holds all these records."""
        tree = self.page.tree
        first = min(nodes[0] for nodes in records)
        last = max(node + tree.size[node] for nodes in records for node in nodes)
        node = max(0, tree.parent[first])
        while node > 0 and node + tree.size[node] < last:
            node = tree.parent[node]
        return node

    def kept_above(self, node: int, kept: Container[int]) -> int:
        """The node itself, or the nearest one above it, that cleaning has kept."""
        while node not in kept:
            node = self.page.tree.parent[node]
        return node

    def _shape(self, one: list[Covered], lists: list[list[Covered]]) -> str:
        tree = self.page.tree
        others = [record for other in lists if other is not one for record in other]
        if all(any(record.texts < other.texts for other in others) for record in one):
            return NESTED
        if not all(self._is_run(record.nodes) for record in one):
            return APART
        if len({tree.parent[node] for record in one for node in record.nodes}) > 1:
            return PARENTS
        return RUN if any(len(record.nodes) > 1 for record in one) else ELEMENT

    def _is_run(self, nodes: _Nodes) -> bool:
        """Tell whether nothing but text and what does not show lies between these siblings."""
        tree = self.page.tree
        for one, other in pairwise(nodes):
            node = one + tree.size[one]
            while node < other and (
                tree.tag[node] == tags.TEXT or tree.names[tree.tag[node]] in ELEMENTS.drop
            ):
                node += tree.size[node]
            if node != other or tree.parent[one] != tree.parent[other]:
                return False
        return True

    def share(self, regions: _Regions, true: Sequence[Covered] | None = None) -> Share:
        """How many records of these regions are true ones, of the page or as given."""
        found = self.covered(nodes for region in regions for nodes in region)
        true = self.records if true is None else true
        return Share(len(match(found, true)), len(found), len(true))


# The methods.


def _by_gong(page: Page, parameters: Gong) -> _Regions:
    return [[*found.records] for found in gong.regions(page, parameters)]


def _by_default(page: Page) -> tuple[_Regions, _Regions]:
    """The regions of the page, and those inside their records."""
    regions = records(page, method=Ranked())
    inner = [one for region in regions for record in region.records for one in record.regions]
    outside, inside = (
        [[record.nodes for record in region.records] for region in found]
        for found in (regions, inner)
    )
    return outside, inside


def _by_siblings(page: Page) -> _Regions:
    """The siblings of one tag and class, three or more, that have most text."""
    tree = page.tree
    groups: dict[tuple[int, int, str | None], list[int]] = defaultdict(list)
    for node in range(1, len(tree)):
        if tree.tag[node] != tags.TEXT and tree.names[tree.tag[node]] not in ELEMENTS.drop:
            groups[tree.parent[node], tree.tag[node], tree.get(node, "class")].append(node)
    lists = [group for group in groups.values() if len(group) >= Gong().min_records]
    return _with_most_text(page, [[(node,) for node in group] for group in lists])


def _with_most_text(page: Page, regions: _Regions) -> _Regions:
    def chars(region: Sequence[_Nodes]) -> int:
        return sum(page.tree.text_chars(node) for nodes in region for node in nodes)

    return [max(regions, key=chars)] if regions else []


_MDR_LONGEST: Final = 10
"""Most neighbouring elements that MDR takes for one record."""
_MDR_DISTANCE: Final = 0.3
"""Edit distance over the mean length, up to which MDR takes two strings of tags for alike."""
_MDR_HEIGHT: Final = 3
"""Levels of elements that a region has at least."""


def _by_mdr(page: Page, longest: int = _MDR_LONGEST) -> _Regions:
    """The region with most text of those whose neighbouring strings of tags are alike.

    The idea of MDR (Liu and others 2003), written anew: from the root down, the runs of records of
    1 to ``longest`` neighbouring elements each; what a run covers is not searched again.
    """
    tree, _ = page.cleaned(ELEMENTS)
    heights = tree.heights()
    found: list[list[list[int]]] = []
    left = [0]
    while left:
        node = left.pop()
        if heights[node] < _MDR_HEIGHT:
            continue
        children = tree.children(node)
        start = 0
        while start < len(children):
            at, length, count = _longest_run(tree, children, start, longest)
            stop = at + length * count if count else len(children)
            left += children[start : at if count else stop]
            if count:
                found.append(_mdr_records(tree, children[at:stop], length))
            start = stop
    regions = [[[tree.origin[node] for node in one] for one in region] for region in found]
    return _with_most_text(page, [region for region in regions if len(region) > 1])


def _longest_run(tree: Tree, children: list[int], start: int, longest: int) -> tuple[int, int, int]:
    """Of the runs of records that are alike, the one of most elements: its first position, the
    elements of a record, and how many records."""
    best = (start, 0, 0)
    for length in range(1, longest + 1):
        for first in range(start, start + length):
            at, count = first, 0
            while at + 2 * length <= len(children):
                one, other = (children[b : b + length] for b in (at, at + length))
                if _are_alike(_tags_of(tree, one), _tags_of(tree, other)):
                    count = count + 1 if count else 2
                elif count:
                    break
                at += length
            begin = at - length * (count - 1)
            if count and length * count > best[1] * best[2] and (not best[2] or begin <= best[0]):
                best = (begin, length, count)
    return best


def _tags_of(tree: Tree, siblings: list[int]) -> Sequence[int]:
    return tree.tag[siblings[0] : siblings[-1] + tree.size[siblings[-1]]]


def _mdr_records(tree: Tree, nodes: list[int], length: int) -> list[list[int]]:
    """The records of a run; where the elements of one are alike and no cells, each is a record."""
    found: list[list[int]] = []
    for at in range(0, len(nodes), length):
        inner = tree.children(nodes[at]) if length == 1 else []
        is_row = (
            tree.names[tree.tag[nodes[at]]] == "tr"
            or max((tree.size[one] for one in inner), default=1) == 1
        )
        strings = [_tags_of(tree, [node]) for node in inner]
        alike = all(_are_alike(one, other) for one, other in combinations(strings, 2))
        if len(inner) > 1 and alike and not is_row:
            found += ([node] for node in inner)
        else:
            found.append(nodes[at : at + length])
    return found


def _are_alike(one: Sequence[int], other: Sequence[int]) -> bool:
    most = _MDR_DISTANCE * (len(one) + len(other)) / 2
    if one == other or abs(len(one) - len(other)) > most:
        return one == other
    return _edit_distance(one, other) <= most


def _edit_distance(one: Sequence[int], other: Sequence[int]) -> int:
    """Levenshtein's distance, a column of the table in the bits of a number (Hyyro 2003)."""
    full, last = (1 << len(one)) - 1, 1 << (len(one) - 1)
    equal: dict[int, int] = defaultdict(int)
    for at, symbol in enumerate(one):
        equal[symbol] |= 1 << at
    rising, falling, distance = full, 0, len(one)
    for symbol in other:
        same = equal.get(symbol, 0)
        crossing = (((same & rising) + rising) ^ rising) | same
        same |= falling
        right_up = falling | ~(crossing | rising)
        right_down = rising & crossing
        distance += bool(right_up & last) - bool(right_down & last)
        right_up = (right_up << 1) | 1
        rising = ((right_down << 1) | ~(same | right_up)) & full
        falling = right_up & same & full
    return distance


# What is measured of a page, and of all.


@dataclass(frozen=True, slots=True)
class Given:
    """What segmentation makes of a true list's holder, by the paper's way of cutting."""

    children: int
    clusters: int
    cuts: int
    chosen: Share
    best: Share
    """Of the candidate that has most true records, the fewest wrong ones of those."""


@dataclass(frozen=True, slots=True)
class ListFigures:
    """A true list: its shape, what each method finds of it, and its holder cut at each ``d0``."""

    shape: str
    whole: dict[str, Share]
    given: dict[float, Given]


@dataclass(frozen=True, slots=True)
class PageFigures:
    """What all methods make of a page."""

    set: str
    elements: int
    split: int
    """Records of more than one element."""
    is_assumed: bool
    """Whether its only list is of a shape that the paper is for."""
    lists: list[ListFigures]
    ranks: dict[str, int | None]
    """By heuristic, the rank of the first node that holds a true list, from 1."""
    holds: dict[str, bool]
    """By method, whether its first region has the holder of a true list."""
    methods: dict[str, Share] = field(default_factory=dict)
    heuristics: dict[str, Share] = field(default_factory=dict)
    distances: dict[float, Share] = field(default_factory=dict)
    allowed: dict[str, list[Share]] = field(default_factory=dict)
    """With 1, 2, ... regions of a page allowed."""


def measured(name: str, labelled: LabelledPage) -> PageFigures | None:
    known = _Known(labelled)
    if not known.lists:
        return None
    page = known.page
    tree, _ = page.cleaned(ELEMENTS_AND_TEXT)
    kept = {*tree.origin}
    holders = {known.kept_above(one.holder, kept) for one in known.lists}
    ranks: dict[str, int | None] = {}
    for heuristic, weights in WEIGHTS.items():
        ranked = gong.rank_regions(page, tree, weights)
        hits = (rank for rank, node in enumerate(ranked, 1) if tree.origin[node] in holders)
        ranks[heuristic] = next(hits, None)
    several = _by_gong(page, Gong(max_regions=MOST_REGIONS))
    default, inside = _by_default(page)
    found = {
        GONG: several[:1],
        MDR: _by_mdr(page),
        MDR_ONE: _by_mdr(page, longest=1),
        SIBLINGS: _by_siblings(page),
        FIRST: default[:1],
        DEFAULT: default,
        INNER: [*default, *inside],
    }
    shapes = {one.shape for one in known.lists}
    return PageFigures(
        name,
        sum(tag != tags.TEXT for tag in page.tree.tag),
        sum(len(record.nodes) > 1 for record in known.records),
        len(known.lists) == 1 and shapes <= {ELEMENT, RUN},
        [
            ListFigures(
                one.shape,
                {method: known.share(regions, one.records) for method, regions in found.items()},
                {distance: _given(known, one, distance) for distance in DISTANCES},
            )
            for one in known.lists
        ],
        ranks,
        {
            method: bool(regions)
            and known.holder(regions[0]) in {one.holder for one in known.lists}
            for method, regions in found.items()
        },
        {method: known.share(regions) for method, regions in found.items()},
        {
            heuristic: known.share(_by_gong(page, Gong(weights=weights)))
            for heuristic, weights in WEIGHTS.items()
        },
        {
            distance: known.share(_by_gong(page, Gong(max_distance=distance)))
            for distance in DISTANCES
        },
        {
            method: [known.share(regions[:most]) for most in range(1, MOST_REGIONS + 1)]
            for method, regions in ((GONG, several), (DEFAULT, default))
        },
    )


def _given(known: _Known, one: _List, distance: float) -> Given:
    page = known.page
    tree, shapes = page.cleaned(ELEMENTS_AND_TEXT)
    table = page.shape_table
    compare = BoundedComparison(measure_over(table, Gong().measure), table, len(tree))
    positions = {origin: node for node, origin in enumerate(tree.origin)}
    children = tree.children(positions[known.kept_above(one.holder, positions)])
    of_children = [shapes[child] for child in children]
    letters = gong.cluster(of_children, compare, distance)
    cuts = gong.candidates(letters)

    def share(cut: Iterable[tuple[int, int]]) -> Share:
        found = [[tree.origin[child] for child in children[a:b]] for a, b in cut]
        return known.share([found], one.records)

    chosen = gong.best_segmentation(letters, of_children, table, compare)
    shares = [share(cut) for cut in cuts]
    return Given(
        len(children),
        len({*letters}),
        len(cuts),
        share(chosen.cuts if chosen else ()),
        max(shares, key=lambda one: (one.right, -one.found), default=share(())),
    )
