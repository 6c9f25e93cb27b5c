"""The thesis' clusters of pages: sequences of tags, repeats collapsed, around medoids (Qiu 2013).

The page is simplified, each element a tag and a depth (section 2.2.2). Then (chapter 3) the longest
repeat of each element is computed: the sequence common to its subtree, from its root on, and that
of another child of its parent. So a repeat stays inside one subtree, shares its parent with equal
ones, and is as long as possible. Of two that overlap the deeper is kept, of nested ones the longer.
Equal repeats under one parent collapse into the first of them.

Each page begins as its own cluster. The two clusters with the nearest medoids are joined, until no
two are within the threshold; a medoid is the member with the smallest sum of distances to all other
members (section 4.3).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import combinations, pairwise
from typing import Final, NamedTuple, TypeAlias

from scrapy_treesim.similarity.sequences import weighted_lcs
from scrapy_treesim.templates.clustering.joining import numbered
from scrapy_treesim.tree import PageTree, Profile, Tree, clean
from scrapy_treesim.tree.tags import tag_code

_DROPPED = "script style link input br img meta wbr"
_UNWRAPPED = "strong em font b p li ul ol td tr th tbody table"

SIMPLIFIED: Final = Profile(drop=frozenset(_DROPPED.split()), unwrap=frozenset(_UNWRAPPED.split()))
"""Profile after table 6.3: tags without meaning for the template are dropped; tags for text, lists
and tables are unwrapped, so that their content moves up a level."""

MAX_ELEMENTS: Final = 2_000
"""Most elements of a sequence, the first ones; comparing two such takes a hundredth of a second at
worst. The longest of a thousand pages of 28 sites, repeats collapsed, had 560."""


def depth_weight(depth: int) -> float:
    """Return the weight of an element of this depth: shallow ones are mostly the template's.

    The thesis requires a function that falls with depth, and names none.
    """
    return 1 / (1 + depth)


def rows_of(tree: Tree) -> tuple[array[int], array[int]]:
    """Return a number for the tag and depth of each element, and its depth; O(nodes)."""
    depths = array("i")
    for parent in tree.parent:
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
    both = zip(tree.tag, depths, strict=True)
    return array("q", [depth << 32 | tag for tag, depth in both]), depths


class Repeats(NamedTuple):
    """Repeated records of a sequence, by their first element; none overlap."""

    length: array[int]
    """Number of elements of the record."""
    group: array[int]
    """Number shared by equal records under one parent; -1 for elements that begin none."""
    removed: bytearray
    """1 for the elements of a group's records after the first."""


def repeats_of(symbols: Sequence[int], depths: array[int]) -> Repeats:
    """Find the repeated records of a sequence of elements, numbered by tag and depth.

    O(elements * depth) at worst, about O(n) on pages.
    """
    children, size = _families(depths)
    length, group, groups = _shared_lengths(symbols, children, size)
    _keep_deeper(length, group, groups)
    return Repeats(length, group, _keep_longer(length, group, groups))


def _families(depths: array[int]) -> tuple[dict[int, list[int]], array[int]]:
    """Return the children of each element (-1 for none), and the size of each subtree."""
    size = array("i", [1]) * len(depths)
    parent = array("i")
    children: dict[int, list[int]] = {}
    for node, depth in enumerate(depths):
        ancestor = node - 1
        while ancestor >= 0 and depths[ancestor] >= depth:
            ancestor = parent[ancestor]
        parent.append(ancestor)
        children.setdefault(ancestor, []).append(node)
    for node in range(len(depths) - 1, -1, -1):
        if parent[node] >= 0:
            size[parent[node]] += size[node]
    return children, size


def _shared_lengths(
    symbols: Sequence[int], children: dict[int, list[int]], size: array[int]
) -> tuple[array[int], array[int], int]:
    """Return the longest prefix each subtree shares with a sibling's, and groups of equal ones."""
    row = array("q", symbols)
    length, group = array("i", bytes(4 * len(row))), array("i", [-1]) * len(row)
    groups = 0
    for siblings in children.values():
        if len(siblings) < 2:
            continue
        subtrees = sorted((row[node : node + size[node]], node) for node in siblings)
        shared = [0, *(_common_length(a, b) for (a, _), (b, _) in pairwise(subtrees)), 0]
        open_groups: list[tuple[int, int]] = []
        for (_, node), before, after in zip(subtrees, shared, shared[1:], strict=False):
            length[node] = max(before, after)
            while open_groups and open_groups[-1][0] > before:
                open_groups.pop()
            if length[node] and (not open_groups or open_groups[-1][0] < length[node]):
                open_groups.append((length[node], groups))
                groups += 1
            if length[node]:
                group[node] = open_groups[-1][1]
    return length, group, groups


def _common_length(first: array[int], second: array[int]) -> int:
    same = zip(first, second, strict=False)
    return next((i for i, (a, b) in enumerate(same) if a != b), min(len(first), len(second)))


def _keep_deeper(length: array[int], group: array[int], groups: int) -> None:
    """Remove repeats that overlap with a deeper one from their groups, and groups of one.

    Two overlap if the deeper begins inside the other and ends after it. O(n α(n)).
    """
    alive, first = [0] * groups, [0] * groups
    members: list[list[int]] = [[] for _ in range(groups)]
    # From each position, the next one not yet covered by a repeat.
    free = [*range(len(length) + 1)]

    def next_free(position: int) -> int:
        while free[position] != position:
            free[position] = free[free[position]]
            position = free[position]
        return position

    for node in range(len(length) - 1, -1, -1):
        if group[node] >= 0:
            alive[group[node]] += 1
            first[group[node]] = node
    for node in range(len(length) - 1, -1, -1):
        number, end = group[node], node + length[node]
        if number < 0:
            continue
        if alive[number] < 2 or (end < len(length) and free[end] != end):
            group[node] = -1
            alive[number] -= 1
        else:
            members[number].append(node)
        if node != first[number]:
            continue
        # All siblings and their subtrees have been visited.
        for member in members[number]:
            if alive[number] < 2:
                group[member] = -1
                continue
            inside = next_free(member + 1)
            while inside < member + length[member]:
                free[inside] = inside + 1
                inside = next_free(inside)


def _keep_longer(length: array[int], group: array[int], groups: int) -> bytearray:
    """Keep the longer of nested repeats; return flags of the removed elements. O(n).

    ``group`` keeps the members outside other repeats, if there are at least two.
    """
    removed = bytearray(len(length))
    remaining = Counter(group)
    seen = bytearray(groups)
    end = repeated = 0
    for node, number in enumerate(group):
        if node < end:
            removed[node] = repeated
            remaining[number] -= 1
            group[node] = -1
        elif number >= 0 and (seen[number] or remaining[number] > 1):
            removed[node] = repeated = seen[number]
            seen[number] = 1
            end = node + length[node]
        else:
            group[node] = -1
    return removed


Distance: TypeAlias = Callable[[int, int], float]
"""Distance between two items, 0 or more; symmetric."""


def cluster_around_medoids(
    weights: Sequence[int], distance: Distance, threshold: float
) -> list[int]:
    """Return the medoid of each item's cluster.

    An item counts with its weight in the sums of distances. O(items^2 log(items)).
    """
    count = len(weights)
    distances = [array("d", bytes(8 * count)) for _ in range(count)]
    heap = []
    for first, second in combinations(range(count), 2):
        gap = distances[first][second] = distances[second][first] = distance(first, second)
        if gap <= threshold:
            heap.append((gap, first, second))
    clusters = {item: [item] for item in range(count)}
    distance_sums = [0.0] * count
    heapify(heap)
    while heap:
        _, first, second = heappop(heap)
        if first not in clusters or second not in clusters:
            continue
        first_members, second_members = clusters.pop(first), clusters.pop(second)
        for item in first_members:
            for other in second_members:
                distance_sums[item] += weights[other] * distances[item][other]
                distance_sums[other] += weights[item] * distances[item][other]
        members = first_members + second_members
        medoid = min(members, key=lambda item: (distance_sums[item], item))
        for other in clusters:
            if distances[medoid][other] <= threshold:
                heappush(heap, (distances[medoid][other], min(medoid, other), max(medoid, other)))
        clusters[medoid] = members
    medoid_of = {item: medoid for medoid, members in clusters.items() for item in members}
    return [medoid_of[item] for item in range(count)]


_DEPTHS: Final = 16
"""Number of bits of a depth; larger depths count as the largest."""
_DEEPEST: Final = (1 << _DEPTHS) - 1


@dataclass(frozen=True, slots=True)
class Sequences:
    """The thesis' method, by the depth-weighted longest common subsequence (equation 4-2)."""

    threshold: float = 0.5
    """Largest distance of two clusters to be joined, in [0, 1]."""

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise ValueError(f"threshold is a distance in [0, 1], not {self.threshold!r}")

    def read(self, tree: PageTree) -> array[int]:
        """Return the tag and depth of each element, repeats collapsed; some hundreds."""
        elements = clean(tree, SIMPLIFIED)
        symbols, depths = rows_of(elements)
        removed = repeats_of(symbols, depths).removed
        codes = [tag_code(name) << _DEPTHS for name in elements.names]
        selected = [i for i, is_removed in enumerate(removed) if not is_removed][:MAX_ELEMENTS]
        return array("q", [codes[elements.tag[i]] | min(depths[i], _DEEPEST) for i in selected])

    def cluster(self, readings: Sequence[array[int]]) -> list[int]:
        """Return the number of each page's cluster, from 0, in order of first occurrence.

        Pages with equal readings are one item.
        """
        copies: dict[bytes, list[int]] = {}
        for page, reading in enumerate(readings):
            copies.setdefault(reading.tobytes(), []).append(page)
        pages = [*copies.values()]
        distance = self._distances([readings[first] for first, *_ in pages])
        medoids = cluster_around_medoids([*map(len, pages)], distance, self.threshold)
        medoid_of = {page: medoids[index] for index, group in enumerate(pages) for page in group}
        return numbered([medoid_of[page] for page in range(len(readings))])

    def _distances(self, readings: Sequence[array[int]]) -> Distance:
        numbers: dict[int, int] = {}
        symbols = [
            array("i", [numbers.setdefault(key, len(numbers)) for key in keys]) for keys in readings
        ]
        weight = array("d", [depth_weight(key & _DEEPEST) for key in numbers])
        heavy = [sum(weight[symbol] for symbol in sequence) for sequence in symbols]

        def distance(i: int, j: int) -> float:
            common = weighted_lcs(symbols[i], symbols[j], weight)
            return max(0.0, 1 - common / max(heavy[i], heavy[j]))

        return distance
