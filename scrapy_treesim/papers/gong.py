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
    """The method's parameters; the paper gives the distance, not the weights.

    >>> names = "Apple Pear Plum Fig Quince Cherry".split()
    >>> rows = "".join(f"<li><a href=/{name}>{name}</a> <b>$2.50</b>" for name in names)
    >>> records(f"<ul>{rows}</ul>", method=Gong(max_regions=2))
    [<Region ul/li of 6 records>]
    """

    max_distance: float = 0.15
    """Value of ``d0``: children with a mean distance (1 - similarity) below it are of one kind."""
    measure: str = "stm"
    """The similarity measure, see :data:`scrapy_treesim.similarity.MEASURES`."""
    weights: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Weights of the heuristics' ranks: fan-out, content increase, tags inside."""
    max_regions: int = 1
    """Largest number of regions to return; the paper's method returns one a page."""
    min_records: int = 3
    """Least number of records of a region."""


class GongRegion(NamedTuple):
    """A region: the page's nodes of each record, and the node around them."""

    records: list[list[int]]
    similarity: float
    """Mean similarity of the records, in [0, 1]."""
    node: int


MAX_CANDIDATES: Final = 20
"""Number of nodes proposed by each heuristic; the main region is never far down."""
MAX_SHAPES: Final = 120
"""Number of distinct shapes clustered exactly. Each further one joins the nearest cluster's first
member, or starts its own cluster, so that the work stays linear in the region."""
ARTIFICIAL_ROOT: Final = -1
"""The tag of the root put over a record's subtrees; no page has it."""
MAX_LETTERS: Final = 20
"""Number of clusters, the most frequent ones, tried as the start or end of records."""
MAX_PAIRWISE: Final = 40
"""Number of distinct record shapes compared each with each; if more, each only with the next."""


def regions(page: Page, parameters: Gong) -> list[GongRegion]:
    """Find the page's regions, best first, without those overlapping a better one."""
    tree, shapes = page.cleaned(ELEMENTS_AND_TEXT)
    table = page.shape_table
    compare = BoundedComparison(measure_over(table, parameters.measure), table, len(tree))
    results: list[GongRegion] = []
    spans: list[range] = []
    for node in rank_regions(page, tree, parameters.weights):
        span = range(node, node + tree.size[node])
        if any(node in better or better.start in span for better in spans):
            continue
        region = _read_region(page, tree, shapes, node, parameters, compare)
        if region is not None:
            results.append(region)
            spans.append(span)
            if len(results) == parameters.max_regions:
                break
    return results


def rank_regions(page: Page, tree: Tree, weights: tuple[float, float, float]) -> list[int]:
    """Rank nodes by the weighted mean of their ranks under three heuristics (Gong, section 2.2).

    They are: largest fan-out; largest content increase (characters of text less their mean per
    child); most nodes inside, never compared between a node and its ancestor. O(nodes), plus the
    work on the candidates.
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

    def related(a: int, b: int) -> bool:
        return a < b < a + tree.size[a] or b < a < b + tree.size[b]

    def rank(node: int) -> float:
        larger = sum(tree.size[n] > tree.size[node] and not related(node, n) for n in chosen)
        ranks = (fan_ranks[node], increase_ranks[node], larger)
        return sum(weight * value for weight, value in zip(weights, ranks, strict=True))

    fan_ranks = _ranks([node for node in by_fan_out if node in chosen])
    increase_ranks = _ranks([node for node in by_increase if node in chosen])
    return sorted(chosen, key=lambda node: (rank(node), node))


def _ranks(order: Sequence[int]) -> dict[int, int]:
    return dict(zip(order, range(len(order)), strict=True))


def _read_region(
    page: Page,
    tree: Tree,
    shapes: array[int],
    node: int,
    parameters: Gong,
    compare: Compare,
) -> GongRegion | None:
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
    return GongRegion(records, best.similarity, tree.origin[node])


def _says_something(page: Page, nodes: list[int]) -> bool:
    """Tell whether a run of nodes has an element, and text, a link or an image."""
    tree = page.tree
    if all(tree.tag[node] == tags.TEXT for node in nodes):
        return False
    return any(text_of(tree, node) for node in nodes) or any(
        _address(page, node) for root in nodes for node in range(root, root + tree.size[root])
    )


def _address(page: Page, node: int) -> str | None:
    """The absolute address of a node's link or image."""
    tree = page.tree
    address = tree.get(node, "href") if tree.tag[node] == tags.NUMBER["a"] else None
    if tree.tag[node] == tags.NUMBER["img"]:
        address = picture_address(tree, node)
    return page.absolute(address) if address and not address.startswith("#") else None


def cluster(shapes: Sequence[int], compare: Compare, max_distance: float) -> list[int]:
    """Number the cluster of each of ``shapes``, by first appearance.

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
        is_near = distance < max_distance or len(leaders) >= 2 * MAX_SHAPES
        group[shape] = nearest if is_near else shape
        leaders.setdefault(group[shape], shape)
    numbers: dict[int, int] = {}
    return [numbers.setdefault(group[shape], len(numbers)) for shape in shapes]


def _average_linkage(
    shapes: list[int], weights: list[int], compare: Compare, max_distance: float
) -> dict[int, int]:
    """Map each shape to the first shape of its cluster."""
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
    """Choose the cut with the most similar records; None if no cluster occurs twice.

    ``letters`` are the clusters of a region's children, ``shapes`` their shapes. Between equally
    similar cuts, more records win, then the earlier cut.
    """
    best: Segmentation | None = None
    for cuts in candidates(letters):
        roots = [table.add(ARTIFICIAL_ROOT, tuple(shapes[a:b])) for a, b in cuts]
        segmentation = Segmentation(cuts, mean_similarity(roots, compare))
        if best is None or (segmentation.similarity, len(cuts)) > (best.similarity, len(best.cuts)):
            best = segmentation
    return best


def candidates(letters: Sequence[int]) -> list[tuple[tuple[int, int], ...]]:
    """List the candidate cuts: for every cluster, records start, or end, at each occurrence.

    These (Alvarez et al. 2008) stand for all 2^(n-1) cuts. The letters after the last record's
    start (before the first one's end) belong to it only up to the first one that is in no other
    record.
    """
    segmentations: dict[tuple[tuple[int, int], ...], None] = {}
    positions: dict[int, list[int]] = {}
    n = len(letters)
    for position, letter in enumerate(letters):
        positions.setdefault(letter, []).append(position)
    frequent = sorted(positions.values(), key=len, reverse=True)[:MAX_LETTERS]
    for starts in sorted(starts for starts in frequent if len(starts) > 1):
        segmentations[_cut(letters, starts)] = None
        mirrored = _cut(letters[::-1], [n - 1 - start for start in reversed(starts)])
        segmentations[tuple((n - stop, n - start) for start, stop in reversed(mirrored))] = None
    return list(segmentations)


def _cut(letters: Sequence[int], starts: list[int]) -> tuple[tuple[int, int], ...]:
    last = starts[-1]
    usual = set(letters[starts[0] : last])
    stop = last + 1
    while stop < len(letters) and letters[stop] in usual and letters[stop] != letters[last]:
        stop += 1
    return (*pairwise(starts), (last, stop))


def mean_similarity(shapes: Sequence[int], compare: Compare) -> float:
    """Mean similarity over all pairs of ``shapes`` (at least two), equal ones compared once."""
    counts = Counter(shapes)
    n = len(shapes)
    if len(counts) > MAX_PAIRWISE:
        return sum(map(compare, shapes, shapes[1:])) / (n - 1)
    distinct = list(counts)
    total = sum(count * (count - 1) / 2 for count in counts.values())
    for i, first in enumerate(distinct):
        for second in distinct[:i]:
            total += counts[first] * counts[second] * compare(first, second)
    return total / (n * (n - 1) / 2)
