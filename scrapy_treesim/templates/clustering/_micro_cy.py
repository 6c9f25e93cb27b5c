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
