"""A page as the sequence of its elements, repeated records collapsed into one (Qiu 2013).

The page is simplified, each element a tag and a depth (section 2.2.2). Then (chapter 3) of each
element the longest repeat is looked for: what its subtree has in common, from its root on,
with that of another child of its parent. So a repeat stays inside one subtree, shares its parent
with its like, and is as long as it can be. Where two overlap the deeper is kept, where one holds
the other the longer. Equal repeats under one parent collapse into the first of them.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from scrapy_treesim.tree import PageTree, Profile, Tree, clean

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
