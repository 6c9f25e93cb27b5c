"""Kernel of the article: the subtree with most of its text, and the names of elements."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Doubles, Ints
from scrapy_treesim.reading.analysis._analysis_cy import cues_in

if TYPE_CHECKING:
    from scrapy_treesim.reading.analysis.analyse import NameReader
    from scrapy_treesim.tree import PageTree

MAX_NAME_BYTES = cython.declare(cython.int, 300)


def marked(tree: PageTree, reader: NameReader, masks: Ints) -> list[tuple[int, int]]:
    """List the nodes with cues in their attributes, with the cues as bits; ``masks`` are the cues
    that count in each attribute."""
    nodes: list[tuple[int, int]] = []
    starts: Ints = tree.first_attribute
    attribute: Ints = tree.attribute
    value_start: Ints = tree.value_start
    values: Bytes = tree.values
    symbols: Bytes = reader.symbols
    following: Ints = reader.following
    meaning: Ints = reader.meaning
    for node in range(len(starts) - 1):
        cues: cython.int = 0
        for entry in range(starts[node], starts[node + 1]):
            mask: cython.int = masks[attribute[entry]]
            if mask != 0:
                start: cython.int = value_start[entry]
                stop: cython.int = min(value_start[entry + 1], start + MAX_NAME_BYTES)
                cues |= mask & cues_in(values, start, stop, symbols, following, meaning)
        if cues != 0:
            nodes.append((node, cues))
    return nodes


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
