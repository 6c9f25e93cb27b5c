"""Kernel of the article: the subtree with most of its text."""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Doubles, Ints


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
