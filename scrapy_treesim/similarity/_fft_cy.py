# cython: cdivision=True
"""Kernel of the spectra: the signal of a tree, and Cooley and Tukey's fast Fourier transform."""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from math import cos, pi, sin, sqrt


def fill_signal(tag: array[int], parent: array[int], base: float, signal: array[float]) -> None:
    """Fill a value for every start tag and every end tag, twice as many as nodes in preorder.

    O(nodes).
    """
    nodes = len(tag)
    scale = array("d", bytes(8 * nodes))
    around = array("d", bytes(8 * nodes))
    at = 0
    last = -1
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


def transform(real: array[float], imaginary: array[float]) -> None:
    """The discrete Fourier transform in place; as many points as a power of two, O(n log n)."""
    n = len(real)
    turn = 0
    for i in range(1, n):
        bit = n >> 1
        while turn & bit:
            turn ^= bit
            bit >>= 1
        turn |= bit
        if i < turn:
            real[i], real[turn] = real[turn], real[i]
            imaginary[i], imaginary[turn] = imaginary[turn], imaginary[i]
    cosine = array("d", bytes(8 * (n // 2 + 1)))
    sine = array("d", bytes(8 * (n // 2 + 1)))
    for i in range(n // 2):
        cosine[i] = cos(2 * pi * i / n)
        sine[i] = -sin(2 * pi * i / n)
    half = 1
    while half < n:
        apart = n // (2 * half)
        for start in range(0, n, 2 * half):
            for k in range(half):
                i = start + k
                j = i + half
                c = cosine[k * apart]
                s = sine[k * apart]
                re = real[j] * c - imaginary[j] * s
                im = real[j] * s + imaginary[j] * c
                real[j] = real[i] - re
                imaginary[j] = imaginary[i] - im
                real[i] += re
                imaginary[i] += im
        half *= 2


def spectra(real: array[float], imaginary: array[float]) -> tuple[float, float]:
    """Separate two real signals that were transformed as one complex signal.

    Over the frequencies from 1 to half the points: the sum of the squared differences of their
    magnitudes, and the sum of both magnitudes' squares.
    """
    n = len(real)
    apart = 0.0
    squares = 0.0
    for k in range(1, n // 2 + 1):
        # The spectrum of a real signal is Hermitian, that of an imaginary one the opposite.
        a = (real[k] + real[n - k]) / 2
        b = (imaginary[k] - imaginary[n - k]) / 2
        c = (imaginary[k] + imaginary[n - k]) / 2
        d = (real[n - k] - real[k]) / 2
        one = a * a + b * b
        other = c * c + d * d
        squares += one + other
        apart += (sqrt(one) - sqrt(other)) * (sqrt(one) - sqrt(other))
    return apart, squares
