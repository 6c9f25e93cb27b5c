"""Average-linkage clustering of a region's children (Gong, algorithm 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

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
    """The first shape of each shape's cluster, by nearest-neighbour chains, O(k^2).

    Average linkage is reducible: chains find the same tree as always joining the closest pair.
    """
    k = len(shapes)
    distance = [[0.0] * k for _ in range(k)]
    for i in range(k):
        for j in range(i):
            distance[i][j] = distance[j][i] = 1 - compare(shapes[i], shapes[j])
    size = list(weights)
    joined = list(range(k))
    active = set(range(k))
    chain: list[int] = []
    while active:
        if not chain:
            chain.append(min(active))
        here = chain[-1]
        row = distance[here]
        before = chain[-2] if len(chain) > 1 else -1
        others = active - {here}
        nearest = min(others, key=lambda j: (row[j], j != before, j), default=-1)
        if nearest < 0 or row[nearest] >= max_distance:
            # Nothing will come nearer: distances only grow as clusters join.
            active.discard(here)
            chain.pop()
        elif nearest == before:
            chain.pop()
            chain.pop()
            low, high = min(here, nearest), max(here, nearest)
            both = size[low] + size[high]
            for j in active:
                mean = (size[low] * distance[low][j] + size[high] * distance[high][j]) / both
                distance[low][j] = distance[j][low] = mean
            size[low] = both
            joined[high] = low
            active.discard(high)
        else:
            chain.append(nearest)
    return {shapes[i]: shapes[_leader(joined, i)] for i in range(k)}


def _leader(joined: list[int], i: int) -> int:
    while joined[i] != i:
        i = joined[i]
    return i
