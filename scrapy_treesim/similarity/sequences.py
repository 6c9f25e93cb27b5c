"""The heaviest common subsequence (Qiu 2013, equation 4-2)."""

from __future__ import annotations

from array import array
from collections import defaultdict


def weighted_lcs(a: array[int], b: array[int], weight: array[float]) -> float:
    """Return the weight of the heaviest common subsequence of ``a`` and ``b``.

    ``a`` and ``b`` are ``array("i")`` of symbols, ``weight`` is an ``array("d")`` with the weight
    of each symbol, 0 or more. Symmetric to the last digit; if ``b`` equals ``a``, the sum of the
    weights of ``a`` in order.

    After a common beginning and end, O(len(a) * len(b)), a row of it at once; O(len(a) + len(b) +
    symbols) memory. The caller must bound the lengths.

    Raises:
        ValueError: a symbol has no weight.
    """
    import numpy as np

    for symbol in (*a, *b):
        if not 0 <= symbol < len(weight):
            raise ValueError(f"{symbol} is no symbol of {len(weight)}")
    if len(a) > len(b):
        a, b = b, a
    first, tail = _common_ends(a, b)
    total = 0.0
    for symbol in a[:first]:
        total += weight[symbol]
    positions: dict[int, list[int]] = defaultdict(list)
    for position, symbol in enumerate(b[first : len(b) - tail]):
        positions[symbol].append(position)
    after = {symbol: np.array(some) + 1 for symbol, some in positions.items()}
    # Of the symbols so far with the first j of b, the heaviest is best[j].
    best = np.full(len(b) - tail - first + 1, total)
    for symbol in a[first : len(a) - tail]:
        if symbol in after:
            stops = after[symbol]
            best[stops] = np.maximum(best[stops], best[stops - 1] + weight[symbol])
            np.maximum.accumulate(best, out=best)
    total = float(best[-1])
    for symbol in a[len(a) - tail :]:
        total += weight[symbol]
    return total


def _common_ends(a: array[int], b: array[int]) -> tuple[int, int]:
    """The lengths of a common beginning and a common end; ``a`` is no longer than ``b``."""
    first = tail = 0
    while first < len(a) and a[first] == b[first]:
        first += 1
    while tail < len(a) - first and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    return first, tail
