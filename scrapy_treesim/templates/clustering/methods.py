"""The methods of clustering by name: by evidence, and by four distances with a threshold.

What distance parts one template from another differs from site to site; the thresholds are those
about which it hardly matters over several, but for the thesis' own. ``joining`` needs none.

By a distance each item begins as a cluster of its own. The two clusters whose medoids are nearest
become one, until no two lie within the threshold; a medoid is the member with the least sum of
distances to all others (Qiu 2013, section 4.3). The thesis compares all pairs. Here those of a
sample are compared; of the other items each joins the nearest medoid within the threshold, and the
rest is clustered in its turn.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from scrapy_treesim.similarity._sequences_cy import number_symbols, weighted_lcs
from scrapy_treesim.similarity.sets import jaccard, page_paths, resemblance, sketch_of
from scrapy_treesim.templates.clustering import joining
from scrapy_treesim.templates.match.signature import PageFeatures, features_of
from scrapy_treesim.templates.qiu.sequence import (
    MAX_ELEMENTS,
    depth_weight,
    repeats_of,
    rows_of,
    simplify,
)
from scrapy_treesim.tree import ELEMENTS, clean
from scrapy_treesim.tree.tags import tag_code

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree


SAMPLE_ITEMS: Final = 400
"""Items of which all pairs are compared."""
MAX_SINGLE: Final = 1_000
"""Items alone in their sample that others may join, the first ones."""


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

    O(items) comparisons, of each item with so many others as are of one sample, with the medoids of
    clusters of several items, and with :data:`MAX_SINGLE` of others at most.
    """
    middle = [-1] * len(weights)
    single = 0
    left = [*range(len(weights))]
    while left:
        step = max(1, len(left) / SAMPLE_ITEMS)
        sample = [left[int(at * step)] for at in range(min(len(left), SAMPLE_ITEMS))]
        joined = []
        for medoid, members in _agglomerated(sample, weights, distance, threshold):
            for item in members:
                middle[item] = medoid
            single += len(members) == 1
            if len(members) > 1 or single <= MAX_SINGLE:
                joined.append(medoid)
        left = [item for item in left if middle[item] < 0]
        for item in left if joined else ():
            apart, medoid = min((distance(item, medoid), medoid) for medoid in joined)
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


class Method(Protocol):
    """Reads each page by itself and keeps little of it; clusters the pages by what was kept."""

    def read(self, tree: PageTree, /) -> Any:
        """Read a page: what is kept is small, the same in every process, picklable; O(nodes)."""

    def cluster(self, readings: Sequence[Any], /) -> list[int]:
        """The number of each page's cluster, from 0, in the order in which they first occur."""


Numbers: TypeAlias = "array[int]"
"""What the distances keep of a page, as ``array("q")``: some hundreds of numbers."""

_DEPTHS: Final = 16
"""Bits of a depth; what is deeper counts as the deepest."""
_DEEPEST: Final = (1 << _DEPTHS) - 1


@dataclass(frozen=True, slots=True)
class Joining:
    """Fine clusters, joined unless each has something for its own: no threshold to choose."""

    def read(self, tree: PageTree) -> PageFeatures:
        """Pairs of labels, leaf paths, labels."""
        return features_of(tree)

    def cluster(self, readings: Sequence[PageFeatures]) -> list[int]:
        """See :mod:`.joining`; of many pages a sample first."""
        return joining.cluster(readings)


@dataclass(frozen=True, slots=True)
class ByDistance:
    """Agglomerative clustering around medoids: pages within a threshold of each other."""

    threshold: float = 0.5
    """The distance beyond which two clusters are not joined, in [0, 1]."""

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise ValueError(f"threshold is a distance in [0, 1], not {self.threshold!r}")

    def cluster(self, readings: Sequence[Numbers]) -> list[int]:
        """The number of each page's cluster, from 0, in the order in which they first occur."""
        return [*self.clusters(readings).labels]

    def clusters(self, readings: Sequence[Numbers]) -> Clusters:
        """The same, with the page in the middle of each cluster. Pages that read alike are one."""
        copies: dict[bytes, list[int]] = {}
        for page, reading in enumerate(readings):
            copies.setdefault(reading.tobytes(), []).append(page)
        pages = [*copies.values()]
        distance = self._distances([readings[first] for first, *_ in pages])
        found = cluster_around_medoids([*map(len, pages)], distance, self.threshold)
        label = {page: found.labels[at] for at, each in enumerate(pages) for page in each}
        return Clusters(
            tuple(label[page] for page in range(len(readings))),
            tuple(pages[medoid][0] for medoid in found.medoids),
        )

    def _distances(self, readings: Sequence[Numbers]) -> Distance:
        """The distance of two readings by their places: by Jaccard's similarity of sorted sets."""
        return lambda i, j: 1 - jaccard(readings[i], readings[j])


@dataclass(frozen=True, slots=True)
class Classes(ByDistance):
    """By labels below labels, with their class names, and leaf paths."""

    threshold: float = 0.3

    def read(self, tree: PageTree) -> Numbers:
        """The pairs and paths as sorted numbers."""
        return features_of(tree).pairs


@dataclass(frozen=True, slots=True)
class LeafPaths(ByDistance):
    """By the paths of tags from the root to each element that holds no other."""

    threshold: float = 0.3

    def read(self, tree: PageTree) -> Numbers:
        """The paths as sorted numbers."""
        elements = clean(tree, ELEMENTS)
        paths = page_paths(elements)
        leaves = {path for path, size in zip(paths, elements.size, strict=True) if size == 1}
        return array("q", sorted(leaves))


@dataclass(frozen=True, slots=True)
class Shingles(ByDistance):
    """By three paths in a row, of which each page keeps the 256 that are the least."""

    threshold: float = 0.3

    def read(self, tree: PageTree) -> Numbers:
        """The page's sketch (see :mod:`scrapy_treesim.similarity.sets`)."""
        return sketch_of(clean(tree, ELEMENTS))

    def _distances(self, readings: Sequence[Numbers]) -> Distance:
        return lambda i, j: 1 - resemblance(readings[i], readings[j])


@dataclass(frozen=True, slots=True)
class Sequences(ByDistance):
    """As the thesis has it: by the depth-weighted longest common subsequence (equation 4-2)."""

    threshold: float = 0.5

    def read(self, tree: PageTree) -> Numbers:
        """Tag and depth of each element of the simplified page, repeats collapsed, in order."""
        elements = simplify(tree)
        symbols, depths = rows_of(elements)
        removed = repeats_of(symbols, depths).removed
        codes = [tag_code(name) << _DEPTHS for name in elements.names]
        kept = [one for one, is_gone in enumerate(removed) if not is_gone][:MAX_ELEMENTS]
        return array("q", [codes[elements.tag[i]] | min(depths[i], _DEEPEST) for i in kept])

    def _distances(self, readings: Sequence[Numbers]) -> Distance:
        numbers: dict[int, int] = {}
        symbols = []
        for keys in readings:
            symbols.append(array("i", bytes(4 * len(keys))))
            number_symbols(keys, numbers, symbols[-1])
        weight = array("d", [depth_weight(key & _DEEPEST) for key in numbers])
        heavy = [sum(weight[symbol] for symbol in each) for each in symbols]

        def distance(i: int, j: int) -> float:
            common = weighted_lcs(symbols[i], symbols[j], weight)
            return max(0.0, 1 - common / max(heavy[i], heavy[j]))

        return distance


METHODS: Final[dict[str, Method]] = {
    "joining": Joining(),
    "qiu": Sequences(),
    "classes": Classes(),
    "leaf-paths": LeafPaths(),
    "shingles": Shingles(),
}
"""The methods by name, with their defaults."""


def cluster(pages: Iterable[Page], method: Method | str = "joining") -> list[int]:
    """The number of each page's cluster, from 0, in the order in which they first occur.

    The pages are those of one site. ``method`` is a method's name, or the method with parameters of
    your own. No page is kept longer than it takes to read it.

    Raises:
        ValueError: no method has that name.
    """
    if isinstance(method, str):
        if method not in METHODS:
            raise ValueError(f"no method is called {method!r}; there are {', '.join(METHODS)}")
        method = METHODS[method]
    return method.cluster([method.read(page.tree) for page in pages])
