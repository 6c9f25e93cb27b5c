"""True lists of pages, and what Gong's method, its rivals and the default find of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final, TypeAlias

from rapidfuzz.distance import Levenshtein

from benchmarks.figures import Share
from benchmarks.list_truth import Covered, Places, match
from benchmarks.pages import LabelledPage
from scrapy_treesim import Page, Region, records
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
ALLOWED: Final = (1, 3, 10)
"""How many lists of a page a method may return."""
GONG, MDR, SIBLINGS = "Gong", "MDR's idea", "siblings"
MDR_ONE: Final = "MDR's idea, one element"
"""Where a record is one element, not up to 10."""
FIRST, DEFAULT = "default, first list", "default, all lists"
INNER: Final = "default, lists in records too"
METHODS: Final = (GONG, MDR, MDR_ONE, SIBLINGS, FIRST, DEFAULT, INNER)

ELEMENT, RUN = "one element", "run of siblings"
PARENTS, APART, NESTED = "several parents", "parts apart", "list in a record"
SHAPES: Final = (ELEMENT, RUN, PARENTS, APART, NESTED)
"""Kinds of lists by what their records are made of: one element each, or neighbouring siblings, all
under one parent, as in the paper; under parents that are not the same for all; of elements that
have others between them, or several parents; inside a record of another list."""

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
        every = [*self.page.root.iter("*")]
        self._elements = dict(zip(self.page.nodes_of(every), every, strict=True))
        self._places = Places(self.page)
        found = [
            [self._places.covered(record["xpaths"]) for record in region["records"]]
            for region in labelled.truth["regions"]
        ]
        lists = [[one for one in region if one is not None and one.texts] for region in found]
        self.lists = [
            _List(one, self.holder([record.nodes for record in one]), self._shape(one, lists))
            for one in lists
            if one
        ]
        self.records = [record for one in self.lists for record in one.records]

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
        elements = (
            [self._elements[node] for node in nodes if node in self._elements]
            for region in regions
            for nodes in region
        )
        found = [one for one in map(self._places.covered_by, elements) if one.texts]
        true = self.records if true is None else true
        return Share(len(match(found, true)), len(found), len(true))


# The methods.


def _by_gong(page: Page, parameters: Gong) -> _Regions:
    return [[*found.records] for found in gong.regions(page, parameters)]


def _by_default(page: Page) -> tuple[_Regions, _Regions]:
    """The regions of the page, and those inside their records."""
    outside = records(page, method=Ranked())
    inside = [one for region in outside for record in region.records for one in record.regions]
    return _nodes(outside), _nodes(inside)


def _nodes(regions: Iterable[Region]) -> _Regions:
    return [[record.nodes for record in region.records] for region in regions]


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
            left += children[start:at]
            start = at + length * count
            if count:
                found.append(_mdr_records(tree, children[at:start], length))
    regions = [[[tree.origin[node] for node in one] for one in region] for region in found]
    return _with_most_text(page, [region for region in regions if len(region) > 1])


def _longest_run(tree: Tree, children: list[int], start: int, longest: int) -> tuple[int, int, int]:
    """Of the runs of records that are alike, the one of most elements: its first position, or the
    end where there is none, the elements of a record, and how many records."""
    best = (len(children), 0, 0)
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
            if length * count > best[1] * best[2] and begin <= best[0]:
                best = (begin, length, count)
    return best


def _tags_of(tree: Tree, siblings: list[int]) -> Sequence[int]:
    return tree.tag[siblings[0] : siblings[-1] + tree.size[siblings[-1]]]


def _mdr_records(tree: Tree, nodes: list[int], length: int) -> list[list[int]]:
    """The records of a run; where the elements of one are alike and no cells, each is a record."""
    found: list[list[int]] = []
    for at in range(0, len(nodes), length):
        inner = tree.children(nodes[at]) if length == 1 else []
        is_row = tree.names[tree.tag[nodes[at]]] == "tr" or all(
            tree.size[one] == 1 for one in inner
        )
        strings = [_tags_of(tree, [node]) for node in inner]
        alike = all(_are_alike(one, other) for one, other in combinations(strings, 2))
        if len(inner) > 1 and alike and not is_row:
            found += ([node] for node in inner)
        else:
            found.append(nodes[at : at + length])
    return found


def _are_alike(one: Sequence[int], other: Sequence[int]) -> bool:
    most = int(_MDR_DISTANCE * (len(one) + len(other)) / 2)
    return Levenshtein.distance(one, other, score_cutoff=most) <= most


# What is measured of a page.


@dataclass(frozen=True, slots=True)
class ListFigures:
    """A true list, and what is found of it."""

    shape: str
    found: dict[str, Share]
    """By method, on the whole page."""
    given: dict[float, tuple[Share, Share]]
    """By ``d0``, where the node that holds the list is given: of the cut that is chosen, and of
    that with most true records."""


@dataclass(frozen=True, slots=True)
class PageFigures:
    """What all methods make of a page."""

    set: str
    lists: list[ListFigures]
    is_assumed: bool
    """Whether its only list is of a shape that the paper is for."""
    ranks: dict[str, int | None]
    """By heuristic, the rank of the first node that holds a true list, from 1."""
    holds: dict[str, bool]
    """By method, whether its first region has the holder of a true list."""
    found: dict[str | float | tuple[str, int], Share]
    """By method, heuristic, ``d0``, and method with the number of lists allowed."""


def measured(name: str, labelled: LabelledPage) -> PageFigures | None:
    """Run all methods on a page of this set; None where it has no true list."""
    known = _Known(labelled)
    if not known.lists:
        return None
    page = known.page
    tree, _ = page.cleaned(ELEMENTS_AND_TEXT)
    kept = {*tree.origin}
    holders = {known.kept_above(one.holder, kept) for one in known.lists}
    ranks: dict[str, int | None] = {}
    for heuristic, weights in WEIGHTS.items():
        ranked = (tree.origin[node] for node in gong.rank_regions(page, tree, weights))
        hits = (rank for rank, node in enumerate(ranked, 1) if node in holders)
        ranks[heuristic] = next(hits, None)
    several = _by_gong(page, Gong(max_regions=ALLOWED[-1]))
    default, inside = _by_default(page)
    regions = {
        GONG: several[:1],
        MDR: _by_mdr(page),
        MDR_ONE: _by_mdr(page, longest=1),
        SIBLINGS: _by_siblings(page),
        FIRST: default[:1],
        DEFAULT: default,
        INNER: [*default, *inside],
    }
    tried: dict[str | float | tuple[str, int], _Regions] = dict(regions.items())
    for heuristic, weights in WEIGHTS.items():
        tried[heuristic] = _by_gong(page, Gong(weights=weights))
    for distance in DISTANCES:
        tried[distance] = _by_gong(page, Gong(max_distance=distance))
    for most in ALLOWED:
        tried[GONG, most], tried[DEFAULT, most] = several[:most], default[:most]
    true_holders = {one.holder for one in known.lists}
    return PageFigures(
        name,
        [
            ListFigures(
                one.shape,
                {method: known.share(found, one.records) for method, found in regions.items()},
                {distance: _given(known, one, distance) for distance in DISTANCES},
            )
            for one in known.lists
        ],
        len(known.lists) == 1 and known.lists[0].shape in {ELEMENT, RUN},
        ranks,
        {
            method: bool(found) and known.holder(found[0]) in true_holders
            for method, found in regions.items()
        },
        {key: known.share(found) for key, found in tried.items()},
    )


def _given(known: _Known, one: _List, distance: float) -> tuple[Share, Share]:
    """Cut the node that holds a true list by the paper's way."""
    page = known.page
    tree, shapes = page.cleaned(ELEMENTS_AND_TEXT)
    table = page.shape_table
    compare = BoundedComparison(measure_over(table, Gong().measure), table, len(tree))
    positions = {origin: node for node, origin in enumerate(tree.origin)}
    children = tree.children(positions[known.kept_above(one.holder, positions)])
    of_children = [shapes[child] for child in children]
    letters = gong.cluster(of_children, compare, distance)

    def share(cut: Iterable[tuple[int, int]]) -> Share:
        found = [[tree.origin[child] for child in children[a:b]] for a, b in cut]
        return known.share([found], one.records)

    chosen = gong.best_segmentation(letters, of_children, table, compare)
    shares = [share(cut) for cut in gong.candidates(letters)]
    best = max(shares, key=lambda one: (one.right, -one.found), default=share(()))
    return share(chosen.cuts if chosen else ()), best
