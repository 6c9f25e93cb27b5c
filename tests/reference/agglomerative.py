"""Agglomerative clustering around medoids, the number of clusters unknown (Qiu 2013, section 4.3).

Each item begins as a cluster of its own. The two clusters whose centres are nearest become one,
until no two centres lie within the threshold. A cluster's centre is its medoid: the member with the
least sum of distances to all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from scrapy_treesim.templates.clustering.qiu import Clusters, Distance


def agglomerate(
    items: int, distance: Distance, threshold: float, weights: Sequence[int] | None = None
) -> Clusters:
    """Clusters of the items ``0 ... items - 1``, as the thesis has it: O(items^3).

    ``weights`` says how often each item counts when the middle of its cluster is sought, once by
    default. Of equally near clusters the first are joined.
    """
    often = weights or [1] * items
    clusters = {item: [item] for item in range(items)}
    while len(clusters) > 1:
        apart, one, other = min((distance(a, b), a, b) for a, b in combinations(clusters, 2))
        if apart > threshold:
            break
        members = clusters.pop(one) + clusters.pop(other)
        sums = {
            item: sum(distance(item, each) * often[each] for each in members if each != item)
            for item in members
        }
        clusters[min(members, key=lambda item: (sums[item], item))] = members
        clusters = dict(sorted(clusters.items()))
    middle = {item: medoid for medoid, members in clusters.items() for item in members}
    number: dict[int, int] = {}
    labels = [number.setdefault(middle[item], len(number)) for item in range(items)]
    return Clusters(tuple(labels), tuple(number))
