"""The thesis' clusters of pages: sequences of tags, repeats collapsed, around medoids (Qiu 2013).

The page is simplified, each element a tag and a depth (section 2.2.2). Then (chapter 3) of each
element the longest repeat is looked for: what its subtree has in common, from its root on,
with that of another child of its parent. So a repeat stays inside one subtree, shares its parent
with its like, and is as long as it can be. Where two overlap the deeper is kept, where one holds
the other the longer. Equal repeats under one parent collapse into the first of them.

Each page begins as a cluster of its own. The two clusters whose medoids are nearest become one,
until no two lie within the threshold; a medoid is the member with the least sum of distances to all
others (section 4.3).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import combinations, pairwise
from typing import Final, NamedTuple, TypeAlias

from scrapy_treesim.similarity._sequences_cy import weighted_lcs
from scrapy_treesim.templates.clustering.joining import numbered
from scrapy_treesim.tree import PageTree, Profile, Tree, clean
from scrapy_treesim.tree.tags import tag_code

_DROPPED = "script style link input br img meta wbr"
_UNWRAPPED = "strong em font b p li ul ol td tr th tbody table"

SIMPLIFIED: Final = Profile(drop=frozenset(_DROPPED.split()), unwrap=frozenset(_UNWRAPPED.split()))
"""Table 6.3: what says nothing of the template is dropped; of what marks up text, lists and tables
the tag alone, so that what it holds moves up a level."""

MAX_ELEMENTS: Final = 2_000
"""Elements of a sequence that are compared, the first ones; two such take a hundredth of a second
at the worst. The longest of a thousand pages of 28 sites, repeats collapsed, had 560."""


def depth_weight(depth: int) -> float:
    """The weight of an element of this depth: the less deep, the likelier it is the template's.

    The thesis wants a function that falls with depth and does not say which.
    """
    return 1 / (1 + depth)


def simplify(tree: PageTree) -> Tree:
    """The page's elements as the thesis compares them; O(nodes)."""
    return clean(tree, SIMPLIFIED)


def rows_of(tree: Tree) -> tuple[array[int], array[int]]:
    """A number for the tag and depth of each of a tree's elements, and its depth; O(nodes)."""
    depths = array("i")
    for parent in tree.parent:
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
    both = zip(tree.tag, depths, strict=True)
    return array("q", [depth << 32 | tag for tag, depth in both]), depths


class Repeats(NamedTuple):
    """The repeated records of a sequence, by the element that each begins with; none overlap."""

    length: array[int]
    """Elements of the record."""
    group: array[int]
    """A number for the records that are equal under one parent; -1 where none begins."""
    removed: bytearray
    """1 for the elements of all records of a group but the first."""


def repeats_of(symbols: Sequence[int], depths: array[int]) -> Repeats:
    """The repeated records of a sequence of elements, given a number for the tag and depth of each.

    O(elements * depth) at the worst, about O(n) on pages.
    """
    children, size = _families(depths)
    length, group, groups = _alike(symbols, children, size)
    _keep_deeper(length, group, groups)
    return Repeats(length, group, _keep_longer(length, group, groups))


def _families(depths: array[int]) -> tuple[dict[int, list[int]], array[int]]:
    """The children of each element (-1 for none), and how many elements each subtree has."""
    size = array("i", [1]) * len(depths)
    parent = array("i")
    children: dict[int, list[int]] = {}
    for one, depth in enumerate(depths):
        above = one - 1
        while above >= 0 and depths[above] >= depth:
            above = parent[above]
        parent.append(above)
        children.setdefault(above, []).append(one)
    for one in range(len(depths) - 1, -1, -1):
        if parent[one] >= 0:
            size[parent[one]] += size[one]
    return children, size


def _alike(
    symbols: Sequence[int], children: dict[int, list[int]], size: array[int]
) -> tuple[array[int], array[int], int]:
    """The length that each element's subtree shares with a sibling's, and groups of the same."""
    row = array("q", symbols)
    length, group = array("i", bytes(4 * len(row))), array("i", [-1]) * len(row)
    groups = 0
    for siblings in children.values():
        if len(siblings) < 2:
            continue
        subtrees = sorted((row[one : one + size[one]], one) for one in siblings)
        shared = [0, *(_shared(a, b) for (a, _), (b, _) in pairwise(subtrees)), 0]
        open_groups: list[tuple[int, int]] = []
        for (_, one), before, after in zip(subtrees, shared, shared[1:], strict=False):
            length[one] = max(before, after)
            while open_groups and open_groups[-1][0] > before:
                open_groups.pop()
            if length[one] and (not open_groups or open_groups[-1][0] < length[one]):
                open_groups.append((length[one], groups))
                groups += 1
            if length[one]:
                group[one] = open_groups[-1][1]
    return length, group, groups


def _shared(one: array[int], other: array[int]) -> int:
    same = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(same) if a != b), min(len(one), len(other)))


def _keep_deeper(length: array[int], group: array[int], groups: int) -> None:
    """Take out of its group what overlaps with a deeper repeat, and groups of one altogether.

    Two overlap where the deeper begins inside the other and ends beyond it. O(n α(n)).
    """
    alive, first = [0] * groups, [0] * groups
    members: list[list[int]] = [[] for _ in range(groups)]
    # From each place, the next one that is not known to lie inside a repeat.
    free = [*range(len(length) + 1)]

    def next_free(place: int) -> int:
        while free[place] != place:
            free[place] = free[free[place]]
            place = free[place]
        return place

    for one in range(len(length) - 1, -1, -1):
        if group[one] >= 0:
            alive[group[one]] += 1
            first[group[one]] = one
    for one in range(len(length) - 1, -1, -1):
        number, end = group[one], one + length[one]
        if number < 0:
            continue
        if alive[number] < 2 or (end < len(length) and free[end] != end):
            group[one] = -1
            alive[number] -= 1
        else:
            members[number].append(one)
        if one != first[number]:
            continue
        # Its siblings have all been looked at, and so has what they hold.
        for member in members[number]:
            if alive[number] < 2:
                group[member] = -1
                continue
            inside = next_free(member + 1)
            while inside < member + length[member]:
                free[inside] = inside + 1
                inside = next_free(inside)


def _keep_longer(length: array[int], group: array[int], groups: int) -> bytearray:
    """Of repeats that hold others keep the longer; flags of the elements that go. O(n).

    ``group`` keeps the members that are not inside another repeat, where there are two.
    """
    removed = bytearray(len(length))
    left = Counter(group)
    seen = bytearray(groups)
    end = repeated = 0
    for one, number in enumerate(group):
        if one < end:
            removed[one] = repeated
            left[number] -= 1
            group[one] = -1
        elif number >= 0 and (seen[number] or left[number] > 1):
            removed[one] = repeated = seen[number]
            seen[number] = 1
            end = one + length[one]
        else:
            group[one] = -1
    return removed


Distance: TypeAlias = Callable[[int, int], float]
"""Distance between two items, 0 or more; symmetric."""


def cluster_around_medoids(
    weights: Sequence[int], distance: Distance, threshold: float
) -> list[int]:
    """The item in the middle of each item's cluster.

    An item counts as often as its weight says when a middle is sought. O(items^2 log(items)).
    """
    many = len(weights)
    apart = [array("d", bytes(8 * many)) for _ in range(many)]
    near = []
    for one, other in combinations(range(many), 2):
        gap = apart[one][other] = apart[other][one] = distance(one, other)
        if gap <= threshold:
            near.append((gap, one, other))
    clusters = {item: [item] for item in range(many)}
    far = [0.0] * many
    heapify(near)
    while near:
        _, one, other = heappop(near)
        if one not in clusters or other not in clusters:
            continue
        some, others = clusters.pop(one), clusters.pop(other)
        for item in some:
            for beside in others:
                far[item] += weights[beside] * apart[item][beside]
                far[beside] += weights[item] * apart[item][beside]
        members = some + others
        medoid = min(members, key=lambda item: (far[item], item))
        for beside in clusters:
            if apart[medoid][beside] <= threshold:
                heappush(near, (apart[medoid][beside], min(medoid, beside), max(medoid, beside)))
        clusters[medoid] = members
    middle = {item: medoid for medoid, members in clusters.items() for item in members}
    return [middle[item] for item in range(many)]


_DEPTHS: Final = 16
"""Bits of a depth; what is deeper counts as the deepest."""
_DEEPEST: Final = (1 << _DEPTHS) - 1


@dataclass(frozen=True, slots=True)
class Sequences:
    """As the thesis has it: by the depth-weighted longest common subsequence (equation 4-2)."""

    threshold: float = 0.5
    """The distance beyond which two clusters are not joined, in [0, 1]."""

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise ValueError(f"threshold is a distance in [0, 1], not {self.threshold!r}")

    def read(self, tree: PageTree) -> array[int]:
        """Tag and depth of each element, repeats collapsed, as ``array("q")``; some hundreds."""
        elements = simplify(tree)
        symbols, depths = rows_of(elements)
        removed = repeats_of(symbols, depths).removed
        codes = [tag_code(name) << _DEPTHS for name in elements.names]
        kept = [one for one, is_gone in enumerate(removed) if not is_gone][:MAX_ELEMENTS]
        return array("q", [codes[elements.tag[i]] | min(depths[i], _DEEPEST) for i in kept])

    def cluster(self, readings: Sequence[array[int]]) -> list[int]:
        """The number of each page's cluster, from 0, in the order in which they first occur.

        Pages that read alike are one.
        """
        copies: dict[bytes, list[int]] = {}
        for page, reading in enumerate(readings):
            copies.setdefault(reading.tobytes(), []).append(page)
        pages = [*copies.values()]
        distance = self._distances([readings[first] for first, *_ in pages])
        middle = cluster_around_medoids([*map(len, pages)], distance, self.threshold)
        of_page = {page: middle[at] for at, each in enumerate(pages) for page in each}
        return numbered([of_page[page] for page in range(len(readings))])

    def _distances(self, readings: Sequence[array[int]]) -> Distance:
        numbers: dict[int, int] = {}
        symbols = [
            array("i", [numbers.setdefault(key, len(numbers)) for key in keys]) for keys in readings
        ]
        weight = array("d", [depth_weight(key & _DEEPEST) for key in numbers])
        heavy = [sum(weight[symbol] for symbol in each) for each in symbols]

        def distance(i: int, j: int) -> float:
            common = weighted_lcs(symbols[i], symbols[j], weight)
            return max(0.0, 1 - common / max(heavy[i], heavy[j]))

        return distance
