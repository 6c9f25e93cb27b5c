# cython: cdivision=True
"""Kernel of the measures that compare profiles of trees: their nodes in a row, sets, spectra.

A path is a number, made of the tags from the root down by two polynomials modulo a prime: of 62
bits, so that two paths of one number are not to be expected, and the same wherever it is computed.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.libc.math import M_PI as pi
    from cython.cimports.libc.math import cos, sin, sqrt
    from cython.cimports.scrapy_treesim._cython import Doubles, Ints, Longs
    from cython.cimports.scrapy_treesim.similarity.constants import *
    from cython.cimports.scrapy_treesim.tree._shapes_cy import ShapeTable
else:
    from math import cos, pi, sin, sqrt

    from scrapy_treesim._cython import Doubles, Ints, Longs
    from scrapy_treesim.similarity.constants import *
    from scrapy_treesim.tree._shapes_cy import ShapeTable


@cython.locals(node=cython.Py_ssize_t, k=cython.Py_ssize_t, kids=tuple)
def preorder(table: ShapeTable, shape: cython.int) -> tuple[array[int], array[int]]:
    """Return the tag and the parent (-1 of the root) of every node, in preorder; O(nodes)."""
    for_each = bytes(4 * table.size[shape])
    tags, parents = array("i", for_each), array("i", for_each)
    tag: Ints = tags
    parent: Ints = parents
    waiting: Ints = array("i", for_each)
    above: Ints = array("i", for_each)
    waiting[0] = shape
    above[0] = -1
    left: cython.Py_ssize_t = 1
    for node in range(len(tag)):
        left -= 1
        one: cython.int = waiting[left]
        tag[node] = table.tag[one]
        parent[node] = above[left]
        kids = table.children[one]
        for k in range(len(kids) - 1, -1, -1):
            waiting[left] = kids[k]
            above[left] = node
            left += 1
    return tags, parents


@cython.locals(node=cython.Py_ssize_t, k=cython.Py_ssize_t, kids=tuple)
def breadth_first(table: ShapeTable, shape: cython.int, tag: Ints) -> None:
    """Fill the tag of every node, level by level; O(nodes)."""
    waiting: Ints = array("i", bytes(4 * len(tag)))
    waiting[0] = shape
    last: cython.Py_ssize_t = 1
    for node in range(len(tag)):
        tag[node] = table.tag[waiting[node]]
        kids = table.children[waiting[node]]
        for k in range(len(kids)):
            waiting[last] = kids[k]
            last += 1


@cython.locals(node=cython.Py_ssize_t)
def tag_at_depth(tag: Ints, parent: Ints, out: Longs) -> None:
    """Fill one number for the tag and the depth of every node: ``depth << 32 | tag + 1``.

    The depth of the root is 0; an artificial root may have the tag -1. O(nodes).
    """
    for node in range(len(tag)):
        above: cython.longlong = -1
        if parent[node] >= 0:
            above = out[parent[node]] >> 32
        out[node] = ((above + 1) << 32) + tag[node] + 1


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


@cython.locals(node=cython.Py_ssize_t)
def fill_signal(tag: Ints, parent: Ints, base: cython.double, signal: Doubles) -> None:
    """Fill a value for every start tag and every end tag, twice as many as nodes in preorder.

    O(nodes).
    """
    nodes: cython.Py_ssize_t = len(tag)
    scale: Doubles = array("d", bytes(8 * nodes))
    around: Doubles = array("d", bytes(8 * nodes))
    at: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = -1
    for node in range(nodes):
        # The nodes that are open and do not hold this one end here.
        while last != parent[node]:
            signal[at] = around[last] - (tag[last] + 1) * scale[last]
            at += 1
            last = parent[last]
        scale[node] = 1.0
        if last >= 0:
            scale[node] = scale[last] / base
            around[node] = around[last] + (tag[last] + 1) * scale[last]
        signal[at] = around[node] + (tag[node] + 1) * scale[node]
        at += 1
        last = node
    while last >= 0:
        signal[at] = around[last] - (tag[last] + 1) * scale[last]
        at += 1
        last = parent[last]


@cython.locals(i=cython.Py_ssize_t, start=cython.Py_ssize_t, k=cython.Py_ssize_t)
def transform(real: Doubles, imaginary: Doubles) -> None:
    """The discrete Fourier transform in place; as many points as a power of two, O(n log n)."""
    n: cython.Py_ssize_t = len(real)
    turn: cython.Py_ssize_t = 0
    for i in range(1, n):
        bit: cython.Py_ssize_t = n >> 1
        while turn & bit:
            turn ^= bit
            bit >>= 1
        turn |= bit
        if i < turn:
            real[i], real[turn] = real[turn], real[i]
            imaginary[i], imaginary[turn] = imaginary[turn], imaginary[i]
    cosine: Doubles = array("d", bytes(8 * (n // 2 + 1)))
    sine: Doubles = array("d", bytes(8 * (n // 2 + 1)))
    for i in range(n // 2):
        cosine[i] = cos(2 * pi * i / n)
        sine[i] = -sin(2 * pi * i / n)
    half: cython.Py_ssize_t = 1
    while half < n:
        apart: cython.Py_ssize_t = n // (2 * half)
        for start in range(0, n, 2 * half):
            for k in range(half):
                i = start + k
                j: cython.Py_ssize_t = i + half
                c: cython.double = cosine[k * apart]
                s: cython.double = sine[k * apart]
                re: cython.double = real[j] * c - imaginary[j] * s
                im: cython.double = real[j] * s + imaginary[j] * c
                real[j] = real[i] - re
                imaginary[j] = imaginary[i] - im
                real[i] += re
                imaginary[i] += im
        half *= 2


@cython.locals(k=cython.Py_ssize_t)
def spectra(real: Doubles, imaginary: Doubles) -> tuple[float, float]:
    """Separate two real signals that were transformed as one complex signal.

    Over the frequencies from 1 to half the points: the sum of the squared differences of their
    magnitudes, and the sum of both magnitudes' squares.
    """
    n: cython.Py_ssize_t = len(real)
    apart: cython.double = 0.0
    squares: cython.double = 0.0
    for k in range(1, n // 2 + 1):
        # The spectrum of a real signal is Hermitian, that of an imaginary one the opposite.
        a: cython.double = (real[k] + real[n - k]) / 2
        b: cython.double = (imaginary[k] - imaginary[n - k]) / 2
        c: cython.double = (imaginary[k] + imaginary[n - k]) / 2
        d: cython.double = (real[n - k] - real[k]) / 2
        one: cython.double = a * a + b * b
        other: cython.double = c * c + d * d
        squares += one + other
        apart += (sqrt(one) - sqrt(other)) * (sqrt(one) - sqrt(other))
    return apart, squares
