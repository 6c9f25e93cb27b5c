"""Kernel of min-hashes: which of a page's features comes first, in many orders."""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]

# Compiled, constants of C.
if not cython.compiled:
    PRIME = 2147483647
    LAST = 0x7FFFFFFFFFFFFFFF


def min_hashes(
    features: array[int],
    scale: array[int],
    low: array[int],
    high: array[int],
    out: array[int],
) -> None:
    """Fill, for each of ``len(out)`` orders, the hash of the feature that comes first in it.

    ``features`` are ``array("q")`` of numbers from 0 to 2^62 - 1, ``low`` and ``high`` of numbers
    from 1 to 2^31 - 2, one an order. ``scale``, ``array("i")``, puts each feature off by so much:
    it comes first with a probability of about ``1 / scale`` over the sum of these of all; if it is
    empty, all have 1. Without features all are 0. O(features * orders).
    """
    scaled = len(scale) > 0
    for order in range(len(out)):
        best = LAST
        found = 0
        for i in range(len(features)):
            number = (
                (features[i] & PRIME) * low[order] + (features[i] >> 31) * high[order]
            ) % PRIME
            place = number * scale[i] if scaled else number
            if place < best:
                best = place
                found = number
        out[order] = found


def agreeing(one: array[int], other: array[int]) -> int:
    """In how many numbers two sketches of one length, ``array("i")``, agree."""
    count = 0
    for i in range(len(one)):
        if one[i] == other[i]:
            count += 1
    return count
