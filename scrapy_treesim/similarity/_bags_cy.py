# cython: cdivision=True
"""Kernel of the measures that count what two trees have in common: tags, paths, windows of paths.

A path is a number, made of the tags from the root down by two polynomials modulo a prime: of 62
bits, so that two paths of one number are not to be expected, and the same wherever it is computed.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Ints, Longs
    from cython.cimports.scrapy_treesim.similarity.constants import *
else:
    from scrapy_treesim._cython import Ints, Longs
    from scrapy_treesim.similarity.constants import *


@cython.locals(node=cython.Py_ssize_t)
def path_hashes(code: Ints, parent: Ints, paths: Longs) -> None:
    """Fill the number of the path of codes from the root to each node.

    Nodes are in preorder or level by level, the root's parent is -1, and a code, a number for the
    node's tag, is from 0 to 2^31 - 2. O(nodes).
    """
    for node in range(len(code)):
        low: cython.longlong = 0
        high: cython.longlong = 0
        if parent[node] >= 0:
            low = paths[parent[node]] & PRIME
            high = paths[parent[node]] >> 31
        low = (low * LOW + code[node]) % PRIME
        high = (high * HIGH + code[node]) % PRIME
        paths[node] = (high << 31) + low


@cython.locals(first=cython.Py_ssize_t, k=cython.Py_ssize_t)
def window_hashes(paths: Longs, width: cython.Py_ssize_t, windows: Longs) -> None:
    """Fill the number of every ``width`` paths in a row, or of all where there are fewer.

    The numbers are spread evenly: the smallest are a fair sample of any set of them. There are
    ``max(len(paths) - width + 1, 1)``. O(paths * width).
    """
    for first in range(len(windows)):
        low: cython.longlong = 0
        high: cython.longlong = 0
        for k in range(first, min(first + width, len(paths))):
            low = (low * WINDOW_LOW + (paths[k] & PRIME) + 1) % PRIME
            high = (high * WINDOW_HIGH + (paths[k] >> 31) + 1) % PRIME
        mixed: cython.longlong = (low * MIX_LOW % PRIME + high * MIX_HIGH) % PRIME
        windows[first] = (mixed << 31) + low


def shared(x: Longs, y: Longs) -> cython.Py_ssize_t:
    """Count the numbers that two sorted arrays share, each as often as in both; O(len)."""
    i: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0
    while i < len(x) and j < len(y):
        if x[i] == y[j]:
            count += 1
            i += 1
            j += 1
        elif x[i] < y[j]:
            i += 1
        else:
            j += 1
    return count


def sampled_resemblance(x: Longs, y: Longs, most: cython.Py_ssize_t) -> cython.double:
    """Of the ``most`` smallest numbers of two sorted arrays without repeats: the share in both.

    Not both are empty; ``most`` is 1 or more. O(most).
    """
    i: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0
    seen: cython.Py_ssize_t = 0
    while seen < most and (i < len(x) or j < len(y)):
        seen += 1
        if j == len(y) or (i < len(x) and x[i] < y[j]):
            i += 1
        elif i == len(x) or y[j] < x[i]:
            j += 1
        else:
            count += 1
            i += 1
            j += 1
    return 1.0 * count / seen
