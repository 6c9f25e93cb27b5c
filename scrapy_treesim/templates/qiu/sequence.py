"""A page as the sequence of its elements, repeated records collapsed into one (Qiu 2013).

The page is simplified, each element a tag and a depth (section 2.2.2). Then (chapter 3) of each
element the longest repeat is looked for: what its subtree has in common, from its root on,
with that of another child of its parent. So a repeat stays inside one subtree, shares its parent
with its like, and is as long as it can be. Where two overlap the deeper is kept, where one holds
the other the longer. Equal repeats under one parent collapse into the first of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

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


class SymbolTable:
    """Numbers of the symbols ``(tag, depth)``, one table for all pages that are to be compared.

    It grows with the pages' different tags and depths, not with their number.
    """

    depth: array[int]
    """The depth of each symbol."""

    def __init__(self) -> None:
        self.depth = array("i")
        self._tags: list[str] = []
        self._known: dict[tuple[str, int], int] = {}

    def __len__(self) -> int:
        return len(self.depth)

    def add(self, tag: str, depth: int) -> int:
        """The symbol's number, a new one where it has none."""
        number = self._known.setdefault((tag, depth), len(self._tags))
        if number == len(self._tags):
            self._tags.append(tag)
            self.depth.append(depth)
        return number

    def name(self, symbol: int) -> str:
        """The symbol as the thesis writes it: ``<div2>``."""
        return f"<{self._tags[symbol]}{self.depth[symbol]}>"


@dataclass(frozen=True, slots=True)
class Repeat:
    """A part of a sequence that stands for several equal records under one parent."""

    start: int
    """Where the one that was kept begins in the sequence."""
    length: int
    """Its elements."""
    nodes: tuple[int, ...]
    """The node of the page that each record begins with, the kept one's first."""


@dataclass(frozen=True, slots=True, repr=False)
class TagSequence:
    """A page's elements in preorder.

    As a subtree's elements follow its root, the sequence holds the whole tree.
    """

    symbol: array[int]
    """Numbers in a :class:`SymbolTable`."""
    depth: array[int]
    """Elements above each one."""
    node: array[int]
    """The node of the page's tree that each one came from."""
    repeats: tuple[Repeat, ...] = ()
    """What was collapsed, in order; none of them overlap (see :func:`collapse`)."""

    def __len__(self) -> int:
        return len(self.symbol)

    def __repr__(self) -> str:
        return f"<TagSequence of {len(self)} elements, {len(self.repeats)} repeats>"


def sequence_of(tree: PageTree, symbols: SymbolTable) -> TagSequence:
    """The simplified page's sequence, nothing collapsed; O(nodes)."""
    return tree_sequence(simplify(tree), symbols)


def tree_sequence(tree: Tree, symbols: SymbolTable) -> TagSequence:
    """The sequence of a tree that some profile left; O(nodes)."""
    depth = _depths(tree.parent)
    numbers: dict[int, int] = {}
    symbol = array("i")
    for tag, level in zip(tree.tag, depth, strict=True):
        key = level << 32 | tag
        number = numbers.get(key)
        if number is None:
            number = numbers[key] = symbols.add(tree.names[tag], level)
        symbol.append(number)
    return TagSequence(symbol, depth, tree.origin)


def _depths(parents: Iterable[int]) -> array[int]:
    """Nodes above each node, by the parents of all."""
    depth = array("i")
    for parent in parents:
        depth.append(depth[parent] + 1 if parent >= 0 else 0)
    return depth


def collapse(sequence: TagSequence) -> TagSequence:
    """The sequence with repeated records collapsed; its own ``repeats`` are not looked at.

    O(n log n) at the worst, about O(n) on pages.
    """
    n = len(sequence)
    closed, count = closed_symbols(sequence.symbol)
    suffix = _zeros(n + 1)
    parent, size, length, group = (_zeros(n) for _ in range(4))
    removed = bytearray(n)
    _sequences_cy.sort_suffixes(closed, count, suffix)
    _repeats_cy.fill_families(sequence.depth, parent, size)
    groups = _repeats_cy.group_siblings(closed, suffix, parent, size, length, group)
    _repeats_cy.keep_deeper(length, group, groups)
    _repeats_cy.keep_longer(length, group, groups, removed)
    return _without_removed(sequence, length, group, removed)


def _without_removed(
    sequence: TagSequence, length: array[int], group: array[int], removed: bytearray
) -> TagSequence:
    kept = [i for i in range(len(sequence)) if not removed[i]]
    members: dict[int, list[int]] = {}
    for i, number in enumerate(group):
        if number >= 0:
            members.setdefault(number, []).append(i)
    place = {old: new for new, old in enumerate(kept)}
    repeats = tuple(
        Repeat(place[all[0]], length[all[0]], tuple(sequence.node[i] for i in all))
        for all in members.values()
    )
    symbol, depth, node = (
        array("i", [values[i] for i in kept])
        for values in (sequence.symbol, sequence.depth, sequence.node)
    )
    return TagSequence(symbol, depth, node, repeats)


def _zeros(n: int) -> array[int]:
    return array("i", bytes(4 * n))
