"""Kernel of relocation: how like a key tree the leaves of an interval are."""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Doubles, Ints, Longs


@cython.cclass
class LeafCounts:
    """A page's leaves as the groups of a key tree that they belong to.

    ``group`` holds four numbers a leaf, one for each level from the finest to the coarsest, -1
    where the key tree has no such leaf. ``low[g]`` and ``high[g]`` are how many leaves of the group
    the examples have at least and at most; ``several[g]`` marks groups of which there may be more.
    ``names`` is, leaf by leaf, a set of the key tree's class names as bits.
    """

    _group: Ints
    """The groups of each leaf, from the finest level to the coarsest."""
    _low: Ints
    """Leaves of each group that the examples have at least."""
    _high: Ints
    """The same at most."""
    _several: Ints
    """Groups of which there may be more than that."""
    _count: Ints
    """Room for the leaves of each group in one place."""
    _sums: Ints
    """Room for sums over all groups of one place."""
    _names: Longs
    """Class names of each leaf, as bits."""

    def __init__(
        self,
        group: array[int],
        low: array[int],
        high: array[int],
        several: array[int],
        names: array[int],
    ) -> None:
        self._group = group
        self._low = low
        self._high = high
        self._several = several
        self._names = names
        self._count = array("i", bytes(4 * len(low)))
        self._sums = array("i", bytes(4 * 9))

    def likeness(
        self, first: cython.Py_ssize_t, last: cython.Py_ssize_t, weights: Doubles
    ) -> cython.double:
        """Likeness of the leaves from ``first`` up to ``last`` to the key tree's, in [0, 1].

        ``weights``: what a pair of each of the four levels is worth; what all examples have, in
        the same measure; what a missing leaf counts, an extra one, what of an extra one is taken
        off in an inner list; and what is made up for by one class name.
        """
        names: cython.longlong = self._count_leaves(first, last)
        sums: Ints = self._sums
        paired: cython.double = 0.0
        accounted: cython.double = 0.0
        pairs: cython.int = 0
        sure: cython.int = 0
        for level in range(4):
            paired += weights[level] * (sums[level] - pairs)
            accounted += weights[level] * (sums[4 + level] - sure)
            pairs = sums[level]
            sure = sums[4 + level]
        if paired <= 0:
            return 0.0
        missing: cython.double = weights[4] - accounted
        if missing < 0:
            missing = 0.0
        extra: cython.double = last - first - paired - weights[7] * sums[8]
        if extra < 0:
            extra = 0.0
        value: cython.double = paired / (paired + weights[5] * missing + weights[6] * extra)
        held: cython.int = 0
        while names:
            held += names & 1
            names >>= 1
        return value + (1 - value) * weights[8] * held

    def _count_leaves(self, first: cython.Py_ssize_t, last: cython.Py_ssize_t) -> cython.longlong:
        """Count into the sums; the set of class names.

        The sums are, for each level, the leaves that the most and then those that the least of the
        examples account for (4 and 4), and what an inner list has more than any example's.
        """
        sums: Ints = self._sums
        for level in range(9):
            sums[level] = 0
        for place in range(4 * first, 4 * last):
            g: cython.int = self._group[place]
            if g < 0:
                continue
            level = place & 3
            seen: cython.int = self._count[g] + 1
            self._count[g] = seen
            if seen <= self._high[g]:
                sums[level] += 1
            elif self._several[g]:
                sums[8] += 1
            if seen <= self._low[g]:
                sums[4 + level] += 1
        names: cython.longlong = 0
        for place in range(4 * first, 4 * last):
            g = self._group[place]
            if g >= 0:
                self._count[g] = 0
        for place in range(first, last):
            names |= self._names[place]
        return names
