"""Kernel of the heaviest common subsequence (Qiu 2013, equation 4-2; Jacobson and Vo 1992)."""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Doubles, Ints


def weighted_lcs(a: Ints, b: Ints, weight: Doubles) -> cython.double:
    """The weight of the heaviest common subsequence of ``a`` and ``b``.

    ``a`` and ``b`` are ``array("i")`` of symbols, ``weight`` is an ``array("d")`` with the weight
    of each symbol, 0 or more. Symmetric to the last digit; if ``b`` equals ``a``, the sum of the
    weights of ``a`` in order.

    After a common beginning and end, O(pairs of equal symbols + values that change from row to
    row), at most twice ``len(a) * len(b)`` and mostly far less; O(min(len(a), len(b)) + symbols)
    memory. The caller must bound the lengths.

    Raises:
        ValueError: a symbol has no weight.
    """
    check_symbols(a, len(weight))
    check_symbols(b, len(weight))
    if len(a) < len(b):
        a, b = b, a
    total: cython.double = 0.0
    first: cython.Py_ssize_t = 0
    last_a: cython.Py_ssize_t = len(a)
    last_b: cython.Py_ssize_t = len(b)
    while first < last_b and a[first] == b[first]:
        total += weight[a[first]]
        first += 1
    while last_b > first and a[last_a - 1] == b[last_b - 1]:
        last_a -= 1
        last_b -= 1
    total = _heaviest(a, b, weight, first, last_a, last_b, total)
    for i in range(last_a, len(a)):
        total += weight[a[i]]
    return total


@cython.ccall
def check_symbols(a: Ints, symbols: cython.Py_ssize_t) -> cython.void:
    """Refuse numbers outside the symbols.

    Raises:
        ValueError: a number is below 0, or ``symbols`` or above.
    """
    for i in range(len(a)):
        if a[i] < 0 or a[i] >= symbols:
            raise ValueError(f"{a[i]} is no symbol of {symbols}")


def _heaviest(
    a: Ints,
    b: Ints,
    weight: Doubles,
    first: cython.Py_ssize_t,
    last_a: cython.Py_ssize_t,
    last_b: cython.Py_ssize_t,
    start: cython.double,
) -> cython.double:
    """The weight of the heaviest common subsequence of the two parts, plus ``start``."""
    if first == last_b:
        return start
    width: cython.Py_ssize_t = last_b - first
    # Positions in b count from 1; 0 is none.
    latest: Ints = array("i", bytes(4 * len(weight)))
    earlier: Ints = array("i", bytes(4 * (width + 1)))
    for j in range(1, width + 1):
        earlier[j] = latest[b[first + j - 1]]
        latest[b[first + j - 1]] = j
    # best[j]: the heaviest of the rows so far with the first j of b; it never falls along b.
    best: Doubles = array("d", bytes(8 * (width + 1)))
    for j in range(width + 1):
        best[j] = start
    for i in range(first, last_a):
        # From the right: matches further left do not raise the same values again, and still read
        # the previous row.
        j = latest[a[i]]
        while j:
            value: cython.double = best[j - 1] + weight[a[i]]
            k: cython.Py_ssize_t = j
            while k <= width and best[k] < value:
                best[k] = value
                k += 1
            j = earlier[j]
    return best[width]
