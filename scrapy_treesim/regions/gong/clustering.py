"""Average-linkage clustering of a region's children (Gong, algorithm 2)."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.similarity._linkage_cy import join_clusters

if TYPE_CHECKING:
    from scrapy_treesim.similarity import Compare

MAX_SHAPES: Final = 120
"""Distinct shapes clustered exactly. What lies beyond joins the nearest cluster's first member, or
starts its own, so that the work stays linear in the region."""


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
