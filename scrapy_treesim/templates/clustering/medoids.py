"""Agglomerative clustering around medoids over candidates: never all pairs (Qiu 2013, section 4.3).

Each item begins as a cluster of its own. The two clusters whose medoids are nearest become one,
until no two lie within the threshold; a medoid is the member with the least sum of distances to all
others. The thesis compares all pairs. Here

- pages are compared if they are candidates, and two clusters if some pages of theirs are
  candidates within the threshold;
- distances that were not compared count as 1 in a sum; of a cluster of 16 and more the medoid is
  sought anew when the cluster has grown by a sixteenth.

Where all pairs are candidates, clusters of fewer than 16 are the same.

Candidates are pages that may be alike (Broder 1997; Indyk 1998). A sketch is the min-hashes of a
page's features: of all features, hashed in so many ways, the least
hash of each. Two pages agree in one with a probability of their resemblance ``J`` (Jaccard's). The
numbers are parted into bands of ``rows`` each; pages that agree in a whole band fall into one of
its buckets and may be candidates. With ``b`` bands that has a probability of ``1 - (1 -
J^rows)^b``, a steep S: more rows leave out more of what is not alike, more bands miss less of what
is. As many rows are taken as the longest sketch allows, with the least bands that bring together
pages just at the threshold in :data:`MIN_PROBABILITY` of all cases:

====  ====  =====  ============================
J     rows  bands  candidates of J, J - .2, + .2
====  ====  =====  ============================
1/3      2     26  .95, .37, 1
.5       3     23  .95, .47, 1
.7       5     17  .96, .42, 1
====  ====  =====  ============================

A bucket of thousands of pages must not make millions of pairs. So it remembers its first
:data:`MAX_REMEMBERED` pages alone, and every later one meets just these; it is then parted by the
band that follows, where it meets those that are still more like it, and so on (the prefix trees of
Bawa 2005, a few levels deep). Of all that a page meets, the :data:`MAX_CANDIDATES` are its
candidates whose sketches agree in most numbers with its own.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush, nsmallest
from math import ceil, log
from random import Random
from typing import Final, TypeAlias

from scrapy_treesim.templates.clustering._clusters_cy import agreeing, min_hashes

MAX_SKETCH: Final = 128
"""Numbers of a sketch at most, 4 bytes each."""
MIN_PROBABILITY: Final = 0.95
"""How likely pages just at the threshold are to be candidates."""
MAX_REMEMBERED: Final = 3
"""Pages that a bucket remembers."""
MAX_CANDIDATES: Final = 16
"""Candidates of a page."""
MAX_LEVELS: Final = 4
"""Bands by which a bucket is parted at most, its own among them."""

_PRIME: Final = 2**31 - 1
_NO_SCALE: Final = array("i")


@dataclass(frozen=True, slots=True)
class Banding:
    """The division of a sketch into bands."""

    rows: int
    """Numbers of a band."""
    bands: int

    @classmethod
    def at(cls, resemblance: float) -> Banding:
        """The banding that finds pages of this resemblance, in [0, 1], and above."""
        rows = 1
        while rows < MAX_SKETCH and _bands_needed(resemblance, rows + 1) <= MAX_SKETCH // (
            rows + 1
        ):
            rows += 1
        return cls(rows, min(MAX_SKETCH // rows, _bands_needed(resemblance, rows)))

    @property
    def length(self) -> int:
        """Numbers of a sketch."""
        return self.rows * self.bands


def _bands_needed(resemblance: float, rows: int) -> int:
    agree = min(resemblance**rows, MIN_PROBABILITY)
    return ceil(log(1 - MIN_PROBABILITY) / log(1 - agree)) if agree > 1e-9 else 2**31


class Sketches:
    """Makes sketches of one banding; the same in every run and process."""

    def __init__(self, banding: Banding) -> None:
        draw = Random(0)
        self._low, self._high = (
            array("q", [draw.randrange(1, _PRIME) for _ in range(MAX_SKETCH)])[: banding.length]
            for _ in range(2)
        )

    def __call__(self, features: array[int], scale: array[int] = _NO_SCALE) -> array[int]:
        """The sketch of a page, given its features as numbers below 2^62, each once.

        Features count ``1 / scale``, if that is given. O(features * length).
        """
        sketch = array("i", bytes(4 * len(self._low)))
        min_hashes(features, scale, self._low, self._high, sketch)
        return sketch


def candidates(sketches: Sequence[array[int]], banding: Banding) -> Iterator[list[int]]:
    """For each page in turn, the pages before it that may be alike, ascending; few of them.

    :data:`MAX_CANDIDATES` at most. A page takes O(bands * MAX_LEVELS) memory, and time of so many
    times a sketch's length at the worst.
    """
    buckets: dict[tuple[int, bytes], list[int]] = {}
    for page, sketch in enumerate(sketches):
        near: set[int] = set()
        # A band's next is the one after it, the last one's the first.
        ring = (sketch + sketch).tobytes()
        width = sketch.itemsize * banding.rows
        for band in range(banding.bands):
            for level in range(1, MAX_LEVELS + 1):
                key = band, ring[band * width : (band + level) * width]
                first = buckets.setdefault(key, [])
                near.update(first)
                if len(first) < MAX_REMEMBERED:
                    first.append(page)
                    break
        yield sorted(near if len(near) <= MAX_CANDIDATES else _most_alike(sketch, near, sketches))


def _most_alike(
    sketch: array[int], near: Iterable[int], sketches: Sequence[array[int]]
) -> Iterable[int]:
    return nsmallest(
        MAX_CANDIDATES, near, key=lambda page: (-agreeing(sketch, sketches[page]), page)
    )


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
