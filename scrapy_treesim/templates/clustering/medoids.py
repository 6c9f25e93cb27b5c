"""Agglomerative clustering around medoids over candidates: never all pairs (Qiu 2013, section 4.3).

Each item begins as a cluster of its own. The two clusters whose medoids are nearest become one,
until no two lie within the threshold; a medoid is the member with the least sum of distances to all
others. The thesis compares all pairs. Here

- pages are compared if they are candidates (:mod:`.candidates`), and two clusters if some pages of
  theirs are candidates within the threshold;
- distances that were not compared count as 1 in a sum; of a cluster of 16 and more the medoid is
  sought anew when the cluster has grown by a sixteenth.

Where all pairs are candidates, clusters of fewer than 16 are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Clusters:
    """The cluster that each item is in, and the item in the middle of each cluster."""

    labels: tuple[int, ...]
    """A number from 0 for each item, in the order in which the clusters first occur."""
    medoids: tuple[int, ...]
    """The item in the middle of each cluster."""


Distance: TypeAlias = Callable[[int, int], float]
"""How far apart two items are, 0 or more; symmetric."""


def cluster_candidates(
    candidates: Iterable[Sequence[int]],
    distance: Distance,
    threshold: float,
    weights: Sequence[int] | None = None,
) -> Clusters:
    """Clusters of the items, given for each those before it that it is to be compared with.

    ``weights`` says how often each item counts when the middle of its cluster is sought, once by
    default. ``distance`` is in [0, 1]. O(candidates * log^2(items)) comparisons at the very worst,
    on pages about one a candidate; O(candidates) memory.
    """
    known: list[dict[int, float]] = []
    for item, others in enumerate(candidates):
        known.append({other: distance(item, other) for other in others})
        for other, apart in known[item].items():
            known[other][item] = apart
    joining = _Joining(known, distance, threshold, weights or [1] * len(known))
    while joining.join_nearest():
        pass
    return joining.clusters()


class _Joining:
    """Clusters in the making, each called by one of its members."""

    def __init__(
        self,
        known: list[dict[int, float]],
        distance: Distance,
        threshold: float,
        weights: Sequence[int],
    ) -> None:
        self._known = known
        self._distance = distance
        self._threshold = threshold
        self._weights = weights
        items = range(len(known))
        self._cluster = [*items]
        self._members = {item: [item] for item in items}
        self._medoid = [*items]
        self._seek_at = [2] * len(known)
        """The size at which each cluster's medoid is sought anew."""
        self._close = [float(weight) for weight in weights]
        """Of each item, how close it is to all of its cluster: 1 less the distance, summed."""
        self._beside = [
            {other for other, apart in row.items() if apart <= threshold} for row in known
        ]
        """The clusters that each cluster is to be compared with."""
        self._nearest = [
            (known[item][other], other, item)
            for item in items
            for other in self._beside[item]
            if other < item
        ]
        """Distances of two clusters' medoids, and these; out of date where they are no more."""
        heapify(self._nearest)

    def join_nearest(self) -> bool:
        """Join the two nearest clusters, if they are within the threshold; whether they were."""
        while self._nearest:
            _, low, high = heappop(self._nearest)
            one, other = self._cluster[low], self._cluster[high]
            if one != other and (self._medoid[one], self._medoid[other]) == (low, high):
                if len(self._members[one]) < len(self._members[other]):
                    one, other = other, one
                self._join(one, other)
                return True
        return False

    def clusters(self) -> Clusters:
        """The clusters that there are now."""
        number = {cluster: i for i, cluster in enumerate(dict.fromkeys(self._cluster))}
        return Clusters(
            tuple(number[cluster] for cluster in self._cluster),
            tuple(self._medoid[cluster] for cluster in number),
        )

    def _join(self, large: int, small: int) -> None:
        """Every item is in the smaller of two but log2(items) times."""
        members = self._members[large]
        moved = self._members.pop(small)
        for item in moved:
            for other, apart in self._known[item].items():
                if self._cluster[other] == large:
                    self._close[item] += (1 - apart) * self._weights[other]
                    self._close[other] += (1 - apart) * self._weights[item]
        for item in moved:
            self._cluster[item] = large
        members.extend(moved)
        new = self._move_neighbours(large, small)
        self._compare(large, self._beside[large] if self._seek_medoid(large) else new)

    def _move_neighbours(self, large: int, small: int) -> set[int]:
        """The neighbours that the larger gets from the smaller."""
        beside, moved = self._beside[large], self._beside[small]
        beside.discard(small)
        moved.discard(large)
        for cluster in moved:
            self._beside[cluster].discard(small)
            self._beside[cluster].add(large)
        new = moved - beside
        beside |= moved
        self._beside[small] = set()
        return new

    def _seek_medoid(self, cluster: int) -> bool:
        """Seek the medoid anew; tell whether it is another one."""
        members = self._members[cluster]
        if len(members) < self._seek_at[cluster]:
            return False
        self._seek_at[cluster] = len(members) + 1 + len(members) // 16
        medoid = min(members, key=lambda item: (-self._close[item], item))
        changed: bool = medoid != self._medoid[cluster]
        self._medoid[cluster] = medoid
        return changed

    def _compare(self, cluster: int, others: Iterable[int]) -> None:
        one = self._medoid[cluster]
        for beside in others:
            other = self._medoid[beside]
            apart = self._known[one].get(other)
            if apart is None:
                apart = self._distance(one, other)
                self._known[one][other] = self._known[other][one] = apart
            if apart <= self._threshold:
                heappush(self._nearest, (apart, min(one, other), max(one, other)))
