"""Kernel of micro-clusters: distances of pages by their atoms, complete linkage."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Doubles, Ints
else:
    from scrapy_treesim._cython import Doubles, Ints


@cython.locals(a=cython.Py_ssize_t, b=cython.Py_ssize_t, i=cython.Py_ssize_t)
def distances(start: Ints, items: Ints, weight: Doubles, total: Doubles, distance: Doubles) -> None:
    """One less the weighted Jaccard similarity of every two pages, into a full matrix.

    ``total`` is room for a number a page. Pages without atoms are equal to each other.
    """
    n: cython.Py_ssize_t = len(start) - 1
    for a in range(n):
        total[a] = 0.0
        for i in range(start[a], start[a + 1]):
            total[a] += weight[items[i]]
    for a in range(n):
        distance[a * n + a] = 0.0
        for b in range(a + 1, n):
            both: cython.double = 0.0
            i = start[a]
            j: cython.Py_ssize_t = start[b]
            while i < start[a + 1] and j < start[b + 1]:
                if items[i] == items[j]:
                    both += weight[items[i]]
                    i += 1
                    j += 1
                elif items[i] < items[j]:
                    i += 1
                else:
                    j += 1
            either: cython.double = total[a] + total[b] - both
            apart: cython.double = 1.0 - both / either if either > 0.0 else 0.0
            distance[a * n + b] = apart
            distance[b * n + a] = apart


@cython.locals(i=cython.Py_ssize_t, j=cython.Py_ssize_t)
def complete_linkage(
    distance: Doubles, limit: cython.double, group: Ints, alive: Ints, chain: Ints
) -> None:
    """Join the closest clusters while their farthest members are within ``limit``.

    ``distance`` is a full matrix, and used up. ``group`` gets the first member of each member's
    cluster; ``alive`` and ``chain`` are room for all members. By nearest-neighbour chains, O(k^2).
    """
    k: cython.Py_ssize_t = len(group)
    for i in range(k):
        group[i] = i
        alive[i] = 1
    length: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t = 0
    while True:
        if length == 0:
            while start < k and not alive[start]:
                start += 1
            if start == k:
                break
            chain[0] = start
            length = 1
        here: cython.Py_ssize_t = chain[length - 1]
        before: cython.Py_ssize_t = chain[length - 2] if length > 1 else -1
        nearest: cython.Py_ssize_t = before
        for j in range(k):
            if j == here or not alive[j]:
                continue
            if nearest < 0 or distance[here * k + j] < distance[here * k + nearest]:
                nearest = j
        if nearest < 0 or distance[here * k + nearest] > limit:
            # Nothing will come nearer: distances only grow as clusters join.
            alive[here] = 0
            length -= 1
        elif nearest == before:
            length -= 2
            low: cython.Py_ssize_t = min(here, nearest)
            high: cython.Py_ssize_t = max(here, nearest)
            for j in range(k):
                if distance[high * k + j] > distance[low * k + j]:
                    distance[low * k + j] = distance[high * k + j]
                    distance[j * k + low] = distance[high * k + j]
            alive[high] = 0
            group[high] = low
        else:
            chain[length] = nearest
            length += 1
    for i in range(k):
        # Groups point backwards.
        group[i] = group[group[i]]
