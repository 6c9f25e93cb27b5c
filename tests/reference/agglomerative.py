"""Agglomerative clustering around medoids, the number of clusters unknown (Qiu 2013, section 4.3).

Each item begins as a cluster of its own. The two clusters whose centres are nearest become one,
until no two centres lie within the threshold. A cluster's centre is its medoid: the member with the
least sum of distances to all others. Centres move as clusters grow and may come nearer again, so
that the shortcuts for average or complete linkage do not hold.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from scrapy_treesim.templates.clustering.qiu import Clusters, Distance


def agglomerate(
    items: int,
    distance: Distance,
    threshold: float,
    weights: Sequence[int] | None = None,
    max_compared: int = 2_000,
) -> Clusters:
    """Clusters of the items ``0 ... items - 1``.

    ``weights`` says how often each item counts when the middle of its cluster is sought, once by
    default. Of equally near clusters the first are joined. All pairs of ``max_compared`` items are
    compared, at 4 bytes a pair. Of the items beyond, each joins the cluster whose centre is
    nearest, within the threshold; those that join none are compared in their turn.
    """
    weights = weights or [1] * items
    labels = [-1] * items
    medoids: list[int] = []
    left = [*range(items)]
    while left:
        some, left = left[:max_compared], left[max_compared:]
        joining = _Joining(some, distance, [weights[item] for item in some])
        while joining.join_nearest(threshold):
            pass
        for medoid, members in joining.clusters():
            for item in members:
                labels[item] = len(medoids)
            medoids.append(medoid)
        left = [i for i in left if not _joins(i, medoids, labels, distance, threshold)]
    new = {label: i for i, label in enumerate(dict.fromkeys(labels))}
    return Clusters(tuple(new[label] for label in labels), tuple(medoids[old] for old in new))


def _joins(
    item: int, medoids: Sequence[int], labels: list[int], distance: Distance, threshold: float
) -> bool:
    """Give the item the label of the nearest medoid, if that is within the threshold."""
    apart, number = min((distance(item, other), i) for i, other in enumerate(medoids))
    if apart <= threshold:
        labels[item] = number
    return apart <= threshold


class _Joining:
    """Clusters in the making, each called by its first member."""

    def __init__(self, items: Sequence[int], distance: Distance, weights: Sequence[int]) -> None:
        self._items = items
        self._rows = [
            array("f", [distance(one, two) for two in items[:i]]) for i, one in enumerate(items)
        ]
        self._weights = weights
        self._members = {i: [i] for i in range(len(items))}
        self._medoid = list(range(len(items)))
        self._sums = [0.0] * len(items)
        """Of each item, its distances to all of its cluster."""
        self._nearest = [-1] * len(items)
        self._near = [float("inf")] * len(items)
        """Never more than the distance to the nearest cluster; just that where it is not stale."""
        self._stale = [True] * len(items)
        for i in range(len(items)):
            self._look_around(i)

    def join_nearest(self, threshold: float) -> bool:
        """Join the two nearest clusters, if they are within the threshold; whether they were."""
        while self._members:
            one = min(self._members, key=self._near.__getitem__)
            if self._near[one] > threshold or self._nearest[one] < 0:
                return False
            if not self._stale[one]:
                self._join(*sorted((one, self._nearest[one])))
                return True
            self._look_around(one)
        return False

    def clusters(self) -> list[tuple[int, list[int]]]:
        """The middle and the members of each that there is now."""
        return [
            (self._items[self._medoid[one]], [self._items[i] for i in members])
            for one, members in sorted(self._members.items())
        ]

    def _between(self, one: int, other: int) -> float:
        if one == other:
            return 0.0
        return self._rows[one][other] if one > other else self._rows[other][one]

    def _apart(self, one: int, other: int) -> float:
        return self._between(self._medoid[one], self._medoid[other])

    def _look_around(self, one: int) -> None:
        others = [other for other in self._members if other != one]
        self._nearest[one] = min(others, key=lambda other: self._apart(one, other), default=-1)
        self._near[one] = self._apart(one, self._nearest[one]) if others else float("inf")
        self._stale[one] = False

    def _join(self, one: int, other: int) -> None:
        ours, theirs = self._members[one], self._members.pop(other)
        for a in ours:
            for b in theirs:
                between = self._between(a, b)
                self._sums[a] += between * self._weights[b]
                self._sums[b] += between * self._weights[a]
        ours.extend(theirs)
        self._medoid[one] = min(ours, key=lambda item: (self._sums[item], item))
        self._look_around(one)
        for cluster in self._members:
            apart = self._apart(cluster, one)
            if cluster != one and apart < self._near[cluster]:
                self._nearest[cluster], self._near[cluster] = one, apart
                self._stale[cluster] = False
            elif self._nearest[cluster] in (one, other):
                self._stale[cluster] = True
