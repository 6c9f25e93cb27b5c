"""Automatic record extraction (Gong): main region, clustering of its children, segmentation."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.similarity import BoundedComparison, measure_over
from scrapy_treesim.similarity._linkage_cy import join_clusters
from scrapy_treesim.tree import ELEMENTS_AND_TEXT, tags
from scrapy_treesim.tree.picture_address import picture_address
from scrapy_treesim.tree.text import text_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.similarity import Compare
    from scrapy_treesim.tree import ShapeTable, Tree


@dataclass(frozen=True, slots=True)
class Gong:
    """The method's parameters; the paper gives the distance, not the weights."""

    max_distance: float = 0.15
    """``d0``: children closer to each other than this (1 - similarity, mean) are of one kind."""
    measure: str = "stm"
    """The similarity measure, see :data:`scrapy_treesim.similarity.MEASURES`."""
    weights: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Of the heuristics' ranks: fan-out, content increase, tags inside."""
    max_regions: int = 1
    """Regions to return; the paper's method knows one a page."""
    min_records: int = 3
    """Records that a region holds at least."""


class Found(NamedTuple):
    """A region: the page's nodes of each record, and of what holds them."""

    records: list[list[int]]
    similarity: float
    """The mean similarity of the records."""
    node: int


MAX_CANDIDATES: Final = 20
"""Nodes that each heuristic proposes; the main region is never far down."""
MAX_SHAPES: Final = 120
"""Distinct shapes clustered exactly. What lies beyond joins the nearest cluster's first member, or
starts its own, so that the work stays linear in the region."""
ARTIFICIAL_ROOT: Final = -1
"""The tag of the root put over a record's subtrees; no page has it."""
MAX_LETTERS: Final = 20
"""Clusters that records may start or end with, the most frequent ones."""
MAX_PAIRWISE: Final = 40
"""Distinct record shapes compared each with each; beyond, each is compared with the next."""


def regions(page: Page, parameters: Gong) -> list[Found]:
    """The page's regions, best first; those that overlap a better one are left out."""
    tree, shapes = page.cleaned(ELEMENTS_AND_TEXT)
    table = page.shape_table
    compare = BoundedComparison(measure_over(table, parameters.measure), table, len(tree))
    found: list[Found] = []
    taken: list[range] = []
    for node in rank_regions(page, tree, parameters.weights):
        span = range(node, node + tree.size[node])
        if any(node in other or other.start in span for other in taken):
            continue
        region = _read_region(page, tree, shapes, node, parameters, compare)
        if region is not None:
            found.append(region)
            taken.append(span)
            if len(found) == parameters.max_regions:
                break
    return found


def rank_regions(page: Page, tree: Tree, weights: tuple[float, float, float]) -> list[int]:
    """Nodes by the weighted mean of their ranks under the three heuristics (Gong, section 2.2).

    Largest fan-out; largest content increase (characters of text less their mean a child); most
    nodes inside, which is silent between a node and its ancestor. O(nodes) but for the candidates.
    """
    fan_out = [0] * len(tree)
    for above in tree.parent[1:]:
        fan_out[above] += 1
    branching = [node for node in range(len(tree)) if fan_out[node] > 1]
    increase = {
        node: page.tree.text_chars(tree.origin[node]) * (1 - 1 / fan_out[node])
        for node in branching
    }
    by_fan_out = sorted(branching, key=lambda node: (-fan_out[node], node))
    by_increase = sorted(branching, key=lambda node: (-increase[node], node))
    chosen = {*by_fan_out[:MAX_CANDIDATES], *by_increase[:MAX_CANDIDATES]}

    def related(one: int, other: int) -> bool:
        return one < other < one + tree.size[one] or other < one < other + tree.size[other]

    def rank(node: int) -> float:
        larger = sum(
            tree.size[other] > tree.size[node] and not related(node, other) for other in chosen
        )
        places = (fan_place[node], increase_place[node], larger)
        return sum(weight * place for weight, place in zip(weights, places, strict=True))

    fan_place = {node: place for place, node in enumerate(n for n in by_fan_out if n in chosen)}
    increase_place = {
        node: place for place, node in enumerate(n for n in by_increase if n in chosen)
    }
    return sorted(chosen, key=lambda node: (rank(node), node))


def _read_region(
    page: Page,
    tree: Tree,
    shapes: array[int],
    node: int,
    parameters: Gong,
    compare: Compare,
) -> Found | None:
    children = tree.children(node)
    child_shapes = [shapes[child] for child in children]
    letters = cluster(child_shapes, compare, parameters.max_distance)
    best = best_segmentation(letters, child_shapes, page.shape_table, compare)
    if best is None or len(best.cuts) < parameters.min_records:
        return None
    runs = ([tree.origin[child] for child in children[a:b]] for a, b in best.cuts)
    records = [nodes for nodes in runs if _says_something(page, nodes)]
    if len(records) < parameters.min_records:
        return None
    return Found(records, best.similarity, tree.origin[node])


def _says_something(page: Page, nodes: list[int]) -> bool:
    """Tell whether a run of nodes has an element, and text, a link or an image."""
    tree = page.tree
    if all(tree.tag[node] == tags.TEXT for node in nodes):
        return False
    return any(text_of(tree, node) for node in nodes) or any(
        _address(page, node) for root in nodes for node in range(root, root + tree.size[root])
    )


def _address(page: Page, node: int) -> str | None:
    """The address of another page or of an image that a node has."""
    tree = page.tree
    said = tree.get(node, "href") if tree.tag[node] == tags.NUMBER["a"] else None
    if tree.tag[node] == tags.NUMBER["img"]:
        said = picture_address(tree, node)
    return page.absolute(said) if said and not said.startswith("#") else None


def cluster(shapes: Sequence[int], compare: Compare, max_distance: float) -> list[int]:
    """A cluster number for each of ``shapes``, numbered by first appearance.

    Clusters are joined while the mean distance (1 - similarity) of their members, every occurrence
    counted, is below ``max_distance``. Equal shapes are compared once.
    """
    counts = Counter(shapes)
    distinct = list(counts)
    head, tail = distinct[:MAX_SHAPES], distinct[MAX_SHAPES:]
    group = _average_linkage(head, [counts[shape] for shape in head], compare, max_distance)
    leaders: dict[int, int] = {}
    for shape in head:
        leaders.setdefault(group[shape], shape)
    for shape in tail:
        distance, nearest = min((1 - compare(shape, leader), g) for g, leader in leaders.items())
        if distance < max_distance or len(leaders) >= 2 * MAX_SHAPES:
            group[shape] = nearest
        else:
            group[shape] = shape
            leaders[shape] = shape
    numbers: dict[int, int] = {}
    return [numbers.setdefault(group[shape], len(numbers)) for shape in shapes]


def _average_linkage(
    shapes: list[int], weights: list[int], compare: Compare, max_distance: float
) -> dict[int, int]:
    """The first shape of each shape's cluster."""
    k = len(shapes)
    distance = array("d", bytes(8 * k * k))
    for i in range(k):
        for j in range(i):
            distance[i * k + j] = distance[j * k + i] = 1 - compare(shapes[i], shapes[j])
    group, chain = (array("i", bytes(4 * k)) for _ in range(2))
    join_clusters(distance, array("i", weights), max_distance, True, group, chain)
    return {shapes[i]: shapes[group[i]] for i in range(k)}


@dataclass(frozen=True, slots=True)
class Segmentation:
    """Records as slices ``(start, stop)`` of the region's children, and how alike they are."""

    cuts: tuple[tuple[int, int], ...]
    similarity: float
    """Mean similarity of the records, in [0, 1]."""


def best_segmentation(
    letters: Sequence[int], shapes: Sequence[int], table: ShapeTable, compare: Compare
) -> Segmentation | None:
    """The candidate whose records are most alike, or None where no cluster occurs twice.

    ``letters`` are the clusters of a region's children, ``shapes`` their shapes. Of candidates
    equally alike the one with more records wins, then the earlier.
    """
    best: Segmentation | None = None
    for cuts in candidates(letters):
        roots = [table.add(ARTIFICIAL_ROOT, tuple(shapes[a:b])) for a, b in cuts]
        found = Segmentation(cuts, mean_similarity(roots, compare))
        if best is None or (found.similarity, len(cuts)) > (best.similarity, len(best.cuts)):
            best = found
    return best


def candidates(letters: Sequence[int]) -> list[tuple[tuple[int, int], ...]]:
    """For every cluster, the cut in which a record starts, and that in which one ends, at each of
    its occurrences (Alvarez et al. 2008), instead of all 2^(n-1) cuts.

    What follows the last record's start (precedes the first one's end) belongs to it only up to
    the first letter that no other record has.
    """
    found: dict[tuple[tuple[int, int], ...], None] = {}
    places: dict[int, list[int]] = {}
    n = len(letters)
    for place, letter in enumerate(letters):
        places.setdefault(letter, []).append(place)
    frequent = sorted(places.values(), key=len, reverse=True)[:MAX_LETTERS]
    for starts in sorted(one for one in frequent if len(one) > 1):
        found[_cut(letters, starts)] = None
        found[_mirror(_cut(letters[::-1], _mirror_places(starts, n)), n)] = None
    return list(found)


def _cut(letters: Sequence[int], starts: list[int]) -> tuple[tuple[int, int], ...]:
    last = starts[-1]
    usual = set(letters[starts[0] : last])
    stop = last + 1
    while stop < len(letters) and letters[stop] in usual and letters[stop] != letters[last]:
        stop += 1
    return (*pairwise(starts), (last, stop))


def _mirror_places(places: list[int], n: int) -> list[int]:
    return [n - 1 - place for place in reversed(places)]


def _mirror(cuts: tuple[tuple[int, int], ...], n: int) -> tuple[tuple[int, int], ...]:
    return tuple((n - stop, n - start) for start, stop in reversed(cuts))


def mean_similarity(shapes: Sequence[int], compare: Compare) -> float:
    """Mean similarity over all pairs of ``shapes`` (at least two), equal ones compared once."""
    counts = Counter(shapes)
    n = len(shapes)
    if len(counts) > MAX_PAIRWISE:
        return sum(map(compare, shapes, shapes[1:])) / (n - 1)
    distinct = list(counts)
    total = sum(count * (count - 1) / 2 for count in counts.values())
    for i, one in enumerate(distinct):
        for other in distinct[:i]:
            total += counts[one] * counts[other] * compare(one, other)
    return total / (n * (n - 1) / 2)
