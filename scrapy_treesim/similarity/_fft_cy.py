# cython: cdivision=True
"""Kernel of the spectra: the signal of a tree, and Cooley and Tukey's fast Fourier transform."""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.libc.math import M_PI as pi
    from cython.cimports.libc.math import cos, sin, sqrt
    from cython.cimports.scrapy_treesim._cython import Doubles, Ints
else:
    from math import cos, pi, sin, sqrt

    from scrapy_treesim._cython import Doubles, Ints


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
