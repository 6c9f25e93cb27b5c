"""Automatic record extraction (Gong): main region, clustering of its children, segmentation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapy_treesim.records.record import Region, read_record
from scrapy_treesim.regions.gong.clustering import cluster
from scrapy_treesim.regions.gong.segmentation import best_segmentation
from scrapy_treesim.similarity import BoundedComparison, measure_over
from scrapy_treesim.tree import ELEMENTS_AND_TEXT, tags

if TYPE_CHECKING:
    from array import array

    from scrapy_treesim.page import Page
    from scrapy_treesim.similarity import Compare
    from scrapy_treesim.tree import Tree


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


MAX_CANDIDATES = 20
"""Nodes that each heuristic proposes; the main region is never far down."""


def regions(page: Page, parameters: Gong) -> list[Region]:
    """The page's regions, best first; those that overlap a better one are left out."""
    tree, shapes = page.cleaned(ELEMENTS_AND_TEXT)
    table = page.shape_table
    compare = BoundedComparison(measure_over(table, parameters.measure), table, len(tree))
    found: list[Region] = []
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
) -> Region | None:
    children = tree.children(node)
    child_shapes = [shapes[child] for child in children]
    letters = cluster(child_shapes, compare, parameters.max_distance)
    best = best_segmentation(letters, child_shapes, page.shape_table, compare)
    if best is None or len(best.cuts) < parameters.min_records:
        return None
    runs = ([tree.origin[child] for child in children[a:b]] for a, b in best.cuts)
    records = tuple(
        read_record(page, nodes, best.similarity) for nodes in runs if _says_something(page, nodes)
    )
    if len(records) < parameters.min_records:
        return None
    return Region(records, best.similarity, tree.origin[node], page)


def _says_something(page: Page, nodes: list[int]) -> bool:
    """Tell whether a run of nodes has an element, and text, a link or an image."""
    if all(page.tree.tag[node] == tags.TEXT for node in nodes):
        return False
    # Not asked of the record itself, which would keep the answers.
    record = read_record(page, nodes, 0.0)
    return bool(record.text or record.links or record.images)
