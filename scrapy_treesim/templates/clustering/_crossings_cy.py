# cython: cdivision=True
"""Kernel of chrome: how far atoms cross one another, and what each is worth by that."""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.scrapy_treesim._cython import Doubles, Ints
else:
    from math import sqrt

    from scrapy_treesim._cython import Doubles, Ints


@cython.cclass
class Crossings:
    """The degree to which atoms cross those that are heard, and agree with them.

    The atoms of each page are ``items[start[page]:start[page + 1]]``, those of them all that are
    heard likewise ``heard_items``, numbered from 0; ``on`` and ``heard_on`` count the pages that
    have each. O(pages * atoms of a page * heard atoms of a page + atoms * heard atoms).
    """

    _cross: Doubles
    _agree: Doubles
    _heard: cython.Py_ssize_t

    @cython.locals(
        page=cython.Py_ssize_t, i=cython.Py_ssize_t, j=cython.Py_ssize_t, row=cython.Py_ssize_t
    )
    def __init__(
        self,
        start: array[int],
        items: array[int],
        on: array[float],
        heard_start: array[int],
        heard_items: array[int],
        heard_on: array[float],
    ) -> None:
        pages: cython.Py_ssize_t = len(start) - 1
        self._heard = len(heard_on)
        # First the pages that have both.
        self._cross = array("d", bytes(8 * len(on) * len(heard_on)))
        self._agree = array("d", bytes(8 * len(on) * len(heard_on)))
        atoms: Ints = items
        others: Ints = heard_items
        first: Ints = start
        first_heard: Ints = heard_start
        for page in range(pages):
            for i in range(first[page], first[page + 1]):
                row = atoms[i] * self._heard
                for j in range(first_heard[page], first_heard[page + 1]):
                    self._cross[row + others[j]] += 1.0
        count: Doubles = on
        count_heard: Doubles = heard_on
        for i in range(len(count)):
            for j in range(self._heard):
                self._tell(i * self._heard + j, float(pages), count[i], count_heard[j])

    @cython.cfunc
    @cython.inline
    def _tell(
        self, at: cython.Py_ssize_t, pages: cython.double, one: cython.double, other: cython.double
    ) -> cython.void:
        """Of two atoms on so many pages, from how many have both: crossing and agreement."""
        both: cython.double = self._cross[at]
        none_one: cython.double = pages - one
        none_other: cython.double = pages - other
        if one <= 0.0 or other <= 0.0 or none_one <= 0.0 or none_other <= 0.0:
            self._cross[at] = 0.0
            return
        # Each of the four over what chance would have.
        least: cython.double = min(both / (one * other), (one - both) / (one * none_other))
        least = min(least, (other - both) / (none_one * other))
        least = min(least, (none_one - other + both) / (none_one * none_other))
        least = min(max(least * pages, 0.0), 1.0)
        apart: cython.double = pages * both - one * other
        self._cross[at] = least
        self._agree[at] = (1.0 - least) * abs(apart) / sqrt(one * other * none_one * none_other)

    @cython.locals(i=cython.Py_ssize_t, j=cython.Py_ssize_t)
    def worths(self, weight: Doubles, worth: Doubles) -> None:
        """Fill the worth of each atom, in [0, 1], given the weights of those that are heard."""
        for i in range(len(worth)):
            crossed: cython.double = 0.0
            agreed: cython.double = 0.0
            for j in range(self._heard):
                crossed += weight[j] * self._cross[i * self._heard + j]
                agreed += weight[j] * self._agree[i * self._heard + j]
            worth[i] = agreed / (agreed + crossed) if crossed > 0.0 else 1.0
