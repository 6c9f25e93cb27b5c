"""Kernel of min-hashes: which of a page's features comes first, in many orders."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Ints, Longs
    from cython.cimports.scrapy_treesim.templates.clustering.constants import *
else:
    from scrapy_treesim._cython import Ints, Longs
    from scrapy_treesim.templates.clustering.constants import *

LAST = cython.declare(cython.longlong, 0x7FFFFFFFFFFFFFFF)


@cython.locals(order=cython.Py_ssize_t, i=cython.Py_ssize_t)
def min_hashes(features: Longs, scale: Ints, low: Longs, high: Longs, out: Ints) -> None:
    """Fill, for each of ``len(out)`` orders, the hash of the feature that comes first in it.

    ``features`` are ``array("q")`` of numbers from 0 to 2^62 - 1, ``low`` and ``high`` of numbers
    from 1 to 2^31 - 2, one an order. ``scale``, ``array("i")``, puts each feature off by so much:
    it comes first with a probability of about ``1 / scale`` over the sum of these of all; if it is
    empty, all have 1. Without features all are 0. O(features * orders).
    """
    scaled: cython.bint = len(scale) > 0
    for order in range(len(out)):
        best: cython.longlong = LAST
        found: cython.int = 0
        for i in range(len(features)):
            number: cython.longlong = (
                (features[i] & PRIME) * low[order] + (features[i] >> 31) * high[order]
            ) % PRIME
            place: cython.longlong = number * scale[i] if scaled else number
            if place < best:
                best = place
                found = number
        out[order] = found


@cython.locals(i=cython.Py_ssize_t)
def agreeing(one: Ints, other: Ints) -> cython.Py_ssize_t:
    """In how many numbers two sketches of one length, ``array("i")``, agree."""
    count: cython.Py_ssize_t = 0
    for i in range(len(one)):
        if one[i] == other[i]:
            count += 1
    return count
