"""Kernel of relocation: likeness of an interval's leaves to a key tree."""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Doubles, Ints, Longs


class LeafCounts:
    """A page's leaves as groups of a key tree.

    ``group`` holds four numbers a leaf, one for each level from the finest to the coarsest, -1
    where the key tree has no such leaf. ``low[g]`` and ``high[g]`` are how many leaves of the group
    the examples have at least and at most; ``several[g]`` marks groups of which there may be more.
    ``names`` is, leaf by leaf, a set of the key tree's class names as bits.
    """

    _group: Ints
    """The groups of each leaf, from the finest level to the coarsest."""
    _low: Ints
    """Smallest number of leaves of each group in an example."""
    _high: Ints
    """Largest number of leaves of each group in an example."""
    _several: Ints
    """1 for groups of which there may be more than that."""
    _count: Ints
    """Scratch space for the leaves of each group in one interval."""
    _sums: Ints
    """Scratch space for sums over all groups of one interval."""
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
        """Return the likeness of the leaves from ``first`` to ``last`` to the key tree, in [0, 1].

        ``weights``: the worth of a pair on each of the four levels; that of the leaves in all
        examples; the weights of a missing leaf and of an extra one; the share of an extra one that
        is taken off in an inner list; and the share of the rest that one class name makes up for.
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
        shared_names: cython.int = 0
        while names:
            shared_names += names & 1
            names >>= 1
        return value + (1 - value) * weights[8] * shared_names

    def _count_leaves(self, first: cython.Py_ssize_t, last: cython.Py_ssize_t) -> cython.longlong:
        """Count into the sums; return the set of class names.

        The sums are, for each level, the leaves that the most and then those that the least of the
        examples account for (4 and 4), and what an inner list has more than any example's.
        """
        sums: Ints = self._sums
        for level in range(9):
            sums[level] = 0
        for position in range(4 * first, 4 * last):
            group: cython.int = self._group[position]
            if group < 0:
                continue
            level = position & 3
            count: cython.int = self._count[group] + 1
            self._count[group] = count
            if count <= self._high[group]:
                sums[level] += 1
            elif self._several[group]:
                sums[8] += 1
            if count <= self._low[group]:
                sums[4 + level] += 1
        names: cython.longlong = 0
        for position in range(4 * first, 4 * last):
            group = self._group[position]
            if group >= 0:
                self._count[group] = 0
        for position in range(first, last):
            names |= self._names[position]
        return names
