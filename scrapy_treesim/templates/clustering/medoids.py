"""Agglomerative clustering around medoids (Qiu 2013, section 4.3), of many items by a sample.

Each item begins as a cluster of its own. The two clusters whose medoids are nearest become one,
until no two lie within the threshold; a medoid is the member with the least sum of distances to all
others. The thesis compares all pairs. Here those of a sample are compared; of the other items each
joins the nearest medoid within the threshold, and the rest is clustered in its turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import combinations
from typing import Final, TypeAlias

SAMPLE_ITEMS: Final = 400
"""Items of which all pairs are compared."""
MIN_MEMBERS: Final = 2
"""Items of a cluster that others join."""


@dataclass(frozen=True, slots=True)
class Clusters:
    """The cluster that each item is in, and the item in the middle of each cluster."""

    labels: tuple[int, ...]
    """A number from 0 for each item, in the order in which the clusters first occur."""
    medoids: tuple[int, ...]
    """The item in the middle of each cluster."""


Distance: TypeAlias = Callable[[int, int], float]
"""How far apart two items are, 0 or more; symmetric."""


def cluster_around_medoids(
    weights: Sequence[int], distance: Distance, threshold: float
) -> Clusters:
    """The clusters of items, of which each counts so often when a middle is sought.

    O(items) comparisons where the clusters are of a bounded number.
    """
    middle = [-1] * len(weights)
    left = [*range(len(weights))]
    while left:
        step = max(1, len(left) / SAMPLE_ITEMS)
        sample = [left[int(at * step)] for at in range(min(len(left), SAMPLE_ITEMS))]
        large = []
        for medoid, members in _agglomerated(sample, weights, distance, threshold):
            for item in members:
                middle[item] = medoid
            if len(members) >= MIN_MEMBERS:
                large.append(medoid)
        left = [item for item in left if middle[item] < 0]
        for item in left if large else ():
            apart, medoid = min((distance(item, medoid), medoid) for medoid in large)
            if apart <= threshold:
                middle[item] = medoid
        left = [item for item in left if middle[item] < 0]
    number = {medoid: at for at, medoid in enumerate(dict.fromkeys(middle))}
    return Clusters(tuple(number[medoid] for medoid in middle), tuple(number))


def _agglomerated(
    items: Sequence[int], weights: Sequence[int], distance: Distance, threshold: float
) -> Iterator[tuple[int, list[int]]]:
    """The medoid and the members of each cluster; O(items^2 log(items))."""
    apart: dict[tuple[int, int], float] = {}
    for one, other in combinations(items, 2):
        apart[one, other] = apart[other, one] = distance(one, other)
    clusters = {item: [item] for item in items}
    far = dict.fromkeys(items, 0.0)
    near = [(gap, *two) for two, gap in apart.items() if gap <= threshold and two[0] < two[1]]
    heapify(near)
    while near:
        _, one, other = heappop(near)
        if one not in clusters or other not in clusters:
            continue
        some, others = clusters.pop(one), clusters.pop(other)
        for item in some:
            for beside in others:
                far[item] += weights[beside] * apart[item, beside]
                far[beside] += weights[item] * apart[item, beside]
        members = some + others
        medoid = min(members, key=lambda item: (far[item], item))
        for beside in clusters:
            if apart[medoid, beside] <= threshold:
                heappush(near, (apart[medoid, beside], min(medoid, beside), max(medoid, beside)))
        clusters[medoid] = members
    yield from clusters.items()
