"""Kernel of the assembly: the subtree whose blocks have the highest score."""

from __future__ import annotations

from array import array


def best_subtree(size: array[int], before: array[int], scores: array[float]) -> int:
    """The node whose blocks' scores add up to most, the deepest and last of such.

    ``scores`` are running sums over the blocks, one more than blocks.
    """
    best = 0
    most = scores[before[len(size)]] - scores[before[0]]
    for node in range(1, len(size)):
        score = scores[before[node + size[node]]] - scores[before[node]]
        # The same blocks give the same sum to the last bit, so a chain ends at its deepest.
        if score >= most and before[node + size[node]] > before[node]:
            most = score
            best = node
    return best
