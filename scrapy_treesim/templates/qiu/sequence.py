"""A page as the sequence of its elements, repeated records collapsed into one (Qiu 2013).

The page is simplified, each element a tag and a depth (section 2.2.2). Then (chapter 3) of each
element the longest repeat is looked for: what its subtree has in common, from its root on,
with that of another child of its parent. So a repeat stays inside one subtree, shares its parent
with its like, and is as long as it can be. Where two overlap the deeper is kept, where one holds
the other the longer. Equal repeats under one parent collapse into the first of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final, NamedTuple

from scrapy_treesim.similarity import _sequences_cy
from scrapy_treesim.similarity.sequences import closed_symbols
from scrapy_treesim.templates.qiu import _repeats_cy
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

    O(n log n) at the worst, about O(n) on pages.
    """
    n = len(symbols)
    closed, count = closed_symbols(symbols)
    suffix = _zeros(n + 1)
    parent, size, length, group = (_zeros(n) for _ in range(4))
    removed = bytearray(n)
    _sequences_cy.sort_suffixes(closed, count, suffix)
    _repeats_cy.fill_families(depths, parent, size)
    groups = _repeats_cy.group_siblings(closed, suffix, parent, size, length, group)
    _repeats_cy.keep_deeper(length, group, groups)
    _repeats_cy.keep_longer(length, group, groups, removed)
    return Repeats(length, group, removed)


def _zeros(n: int) -> array[int]:
    return array("i", bytes(4 * n))
