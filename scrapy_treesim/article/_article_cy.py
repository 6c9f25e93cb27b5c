"""Kernel of the article: the subtree that most of it stands in."""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Doubles, Ints


def best_subtree(size: Ints, before: Ints, units: Ints, log_odds: Doubles, weights: Doubles) -> int:
    """The node whose blocks' weighted log-odds add up to most, the deepest and last of such.

    ``size`` and ``before`` are of all nodes: those in each, and the blocks that begin before it;
    ``units`` and ``log_odds`` are of all blocks; ``weights`` by units, the last for all that are
    larger.
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
