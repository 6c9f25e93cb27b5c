"""Kernel of clustering by distance: average linkage (Gong, algorithm 2) and complete linkage."""

from __future__ import annotations

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Doubles, Ints


@cython.ccall
def join_clusters(
    distance: Doubles, size: Ints, limit: cython.double, average: cython.bint, group: Ints,
    chain: Ints,
) -> cython.void:  # fmt: skip
    """Join the closest clusters while their distance is below ``limit``.

    It is the mean distance of their members, or that of the farthest two. ``distance`` is a full
    matrix, ``size`` the weight of each member; both are overwritten. ``group`` gets the first
    member of each member's cluster, ``chain`` is room for all members. By nearest-neighbour chains,
    O(k^2): both linkages are reducible, so chains find the same tree as always joining the closest
    pair.
    """
    k: cython.Py_ssize_t = len(size)
    for i in range(k):
        group[i] = i
    # A finished cluster has a negative size: no other will come nearer; a joined one has size 0.
    length: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t = 0
    while True:
        if length == 0:
            while start < k and size[start] <= 0:
                start += 1
            if start == k:
                break
            chain[0] = start
            length = 1
        here: cython.Py_ssize_t = chain[length - 1]
        before: cython.Py_ssize_t = chain[length - 2] if length > 1 else -1
        nearest: cython.Py_ssize_t = _nearest(distance, size, here, before)
        if nearest < 0 or distance[here * k + nearest] >= limit:
            # Distances only grow as clusters join.
            size[here] = -size[here]
            length -= 1
        elif nearest == before:
            length -= 2
            _join(distance, size, min(here, nearest), max(here, nearest), average)
            group[max(here, nearest)] = min(here, nearest)
        else:
            chain[length] = nearest
            length += 1
    for i in range(k):
        # A joined cluster's leader comes earlier and is final.
        group[i] = group[group[i]]


def _nearest(
    distance: Doubles, size: Ints, here: cython.Py_ssize_t, before: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return the cluster nearest to ``here``, ``before`` if it is as near; below 0 if none is."""
    k: cython.Py_ssize_t = len(size)
    nearest: cython.Py_ssize_t = before
    for j in range(k):
        if j == here or size[j] <= 0:
            continue
        if nearest < 0 or distance[here * k + j] < distance[here * k + nearest]:
            nearest = j
    return nearest


def _join(
    distance: Doubles, size: Ints, low: cython.Py_ssize_t, high: cython.Py_ssize_t,
    average: cython.bint,
) -> cython.void:  # fmt: skip
    """Join the cluster ``high`` to ``low``."""
    k: cython.Py_ssize_t = len(size)
    for j in range(k):
        if size[j] <= 0:
            continue
        to_low: cython.double = distance[low * k + j]
        to_high: cython.double = distance[high * k + j]
        if average:
            to_low = (size[low] * to_low + size[high] * to_high) / (size[low] + size[high])
        elif to_high > to_low:
            to_low = to_high
        distance[low * k + j] = to_low
        distance[j * k + low] = to_low
    size[low] += size[high]
    size[high] = 0
