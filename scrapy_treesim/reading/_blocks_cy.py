"""Kernel of the blocks of a page's text."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Buffer, Doubles, Ints
from scrapy_treesim.reading.constants import *
from scrapy_treesim.tree.constants import CLOSED

if TYPE_CHECKING:
    from scrapy_treesim.reading.blocks import Blocks
    from scrapy_treesim.tree import PageTree


def split(tree: PageTree, kinds: Ints, unseen: Buffer, blocks: Blocks) -> cython.int:
    """Number the blocks; return their number.

    ``kinds`` has the kind of each tag, ``unseen`` flags nodes to leave out. Fills in, for every
    node, its block-level element (``owner``, itself if it is one; ``NO_BLOCK`` if left out)
    and, for text nodes, their ``block`` (else ``NO_BLOCK``); for every block its ``first``
    and ``last`` text node.
    """
    tag: Ints = tree.tag
    parent: Ints = tree.parent
    size: Ints = tree.size
    chars: Ints = tree.chars
    owner: Ints = blocks.owner
    block: Ints = blocks.block
    first: Ints = blocks.first
    last: Ints = blocks.last
    n: cython.Py_ssize_t = len(tag)
    i: cython.Py_ssize_t = 0
    count: cython.int = 0
    boundary: cython.Py_ssize_t = 0
    broken: cython.Py_ssize_t = -1
    formula: cython.Py_ssize_t = -1
    previous: cython.Py_ssize_t = -1
    while i < n:
        kind: cython.int = kinds[tag[i]]
        stop: cython.Py_ssize_t = i + size[i]
        if kind == FORMULA:
            formula = stop
        if i < formula:
            kind = INLINE
        # Read only if it has nearly all of the page's text: a page made by scripts.
        if kind == RESERVE:
            kind = BLOCK if 5 * (chars[stop] - chars[i]) > 4 * chars[n] else DROP
        if kind == DROP or kind == SKIP or (unseen[i] and i > 0):
            # The text around it continues, unless a block would have ended it.
            if kind == DROP or kind == BLOCK:
                boundary = stop
            elif broken == i:
                broken = stop
            while i < stop:
                owner[i] = NO_BLOCK
                block[i] = NO_BLOCK
                i += 1
            continue
        block[i] = NO_BLOCK
        if kind == BLOCK or i == 0:
            owner[i] = i
            boundary = i
        else:
            owner[i] = owner[parent[i]]
            if kind == BREAK:
                if broken == i:
                    boundary = i
                broken = stop
            elif tag[i] == 0:
                if previous < 0 or boundary > previous or owner[previous] != owner[i]:
                    first[count] = i
                    count += 1
                block[i] = count - 1
                last[count - 1] = i
                previous = i
        i += 1
    return count


def flag_unseen(tree: PageTree, kinds: Ints, hidden: Buffer, unseen: Buffer) -> cython.Py_ssize_t:
    """Flag the invisible elements among ``hidden``; return the number of their characters.

    Hidden blocks are as often text that unfolds, so only hidden inline elements and closed dialogs
    are flagged. ``kinds`` is as for :func:`split`.
    """
    tag: Ints = tree.tag
    size: Ints = tree.size
    chars: Ints = tree.chars
    count: cython.Py_ssize_t = 0
    stop: cython.Py_ssize_t = 0
    for node in range(len(tag)):
        if node >= stop and (
            hidden[node] == CLOSED or (hidden[node] and kinds[tag[node]] == INLINE)
        ):
            stop = node + size[node]
            unseen[node] = 1
            count += chars[stop] - chars[node]
    return count


def join(
    block: Ints,
    first: Ints,
    last: Ints,
    blocks: cython.int,
    several: cython.int,
) -> cython.int:
    """Join every ``several`` successive blocks into one; return the number left."""
    for i in range(len(block)):
        if block[i] >= 0:
            block[i] = block[i] // several
    for b in range(blocks):
        if b % several == 0:
            first[b // several] = first[b]
        last[b // several] = last[b]
    return (blocks + several - 1) // several


def blocks_before(first: Ints, before: Ints) -> None:
    """Count the blocks starting before each node, and before the end."""
    blocks: cython.Py_ssize_t = len(first)
    started: cython.Py_ssize_t = 0
    for i in range(len(before)):
        before[i] = started
        if started < blocks and first[started] == i:
            started += 1


def flag(block: Ints, selected: Buffer, flags: Buffer) -> None:
    """Flag the text nodes of the selected blocks."""
    for i in range(len(block)):
        if block[i] >= 0:
            flags[i] = selected[block[i]]


def best_subtree(size: Ints, before: Ints, units: Ints, log_odds: Doubles, weights: Doubles) -> int:
    """Find the node with the largest weighted sum of log-odds, the deepest and last of equal ones.

    ``size`` and ``before`` have an entry for each node: the nodes in it, and the blocks that begin
    before it; ``units`` and ``log_odds`` one for each block; ``weights`` one for each number of
    units, the last for all larger ones.
    """
    scores: Doubles = array("d", bytes(8 * (len(units) + 1)))
    for b in range(len(units)):
        weight: cython.double = weights[min(units[b], len(weights) - 1)]
        scores[b + 1] = scores[b] + weight * log_odds[b]
    best: cython.Py_ssize_t = 0
    most: cython.double = scores[before[len(size)]] - scores[before[0]]
    for node in range(1, len(size)):
        score: cython.double = scores[before[node + size[node]]] - scores[before[node]]
        # The same blocks give the same sum to the last bit, so a chain ends at its deepest.
        if score >= most and before[node + size[node]] > before[node]:
            most = score
            best = node
    return best
