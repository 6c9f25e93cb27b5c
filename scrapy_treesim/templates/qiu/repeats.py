"""Repeated records collapsed into one (Qiu 2013, chapter 3).

Of each element the longest repeat is looked for: what its subtree has in common, from its root on,
with that of another child of its parent. So a repeat stays inside one subtree, shares its parent
with its like, and is as long as it can be. Where two overlap the deeper is kept, where one holds
the other the longer. Equal repeats under one parent collapse into the first of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from scrapy_treesim.templates.qiu import _repeats_cy
from scrapy_treesim.templates.qiu.sequence import Repeat, TagSequence


def collapse(sequence: TagSequence) -> TagSequence:
    """The sequence with repeated records collapsed; its own ``repeats`` are not looked at.

    O(n log n) at the worst, about O(n) on pages.
    """
    n = len(sequence)
    closed, count = closed_symbols(sequence.symbol)
    suffix = _zeros(n + 1)
    parent, size, length, group = (_zeros(n) for _ in range(4))
    removed = bytearray(n)
    _repeats_cy.sort_suffixes(closed, count, suffix)
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


def closed_symbols(symbols: Sequence[int]) -> tuple[array[int], int]:
    """The symbols as numbers from 1 with a closing 0, and one more than the highest of them."""
    numbers: dict[int, int] = {}
    closed = array("i", [numbers.setdefault(each, len(numbers) + 1) for each in symbols])
    closed.append(0)
    return closed, len(numbers) + 1


def _zeros(n: int) -> array[int]:
    return array("i", bytes(4 * n))
