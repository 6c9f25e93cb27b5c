# cython: cdivision=True
"""Kernel of clusters of pages: how far they are apart, and which are joined."""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.libc.math import pow, sqrt
    from cython.cimports.scrapy_treesim._cython import Doubles, Ints
else:
    from math import pow, sqrt

    from scrapy_treesim._cython import Doubles, Ints


ONE_SIDED = cython.declare(cython.double, 0.15)
SITE = cython.declare(cython.double, 0.3)


@cython.cclass
class Joining:
    """Clusters, and what their pages have: joined two by two, the least apart first.

    ``count`` holds the pages of each cluster; ``has`` and ``named`` the pages of it that have each
    atom of pairs and of labels, cluster by cluster; ``size`` and ``names`` how many features each
    such atom stands for, by its worth. All pages are the evidence of ``witnesses``. ``bits[n]``
    is ``log2(n + 1)`` and ``choices[n]`` is ``log2(n!)`` up to the number of all pages. See
    :mod:`.joining` for the measure.
    """

    _count: Doubles
    _has: Doubles
    _size: Doubles
    _named: Doubles
    _names: Doubles
    _bits: Doubles
    _choices: Doubles
    _all: Doubles
    _price: cython.double
    _pages: cython.double
    _of_site: cython.double

    def __init__(
        self,
        count: array[float],
        has: array[float],
        size: array[float],
        named: array[float],
        names: array[float],
        bits: array[float],
        choices: array[float],
        price: float,
        witnesses: float,
    ) -> None:
        self._count = count
        self._has = has
        self._size = size
        self._named = named
        self._names = names
        self._bits = bits
        self._choices = choices
        self._price = price
        self._all = array("d", bytes(8 * len(names)))
        self._pages = 0.0
        self._of_site = pow(witnesses, SITE)
        for c in range(len(count)):
            self._pages += count[c]
            for f in range(len(names)):
                self._all[f] += named[c * len(names) + f]

    @cython.ccall
    @cython.locals(
        f=cython.Py_ssize_t, up=cython.double, down=cython.double, both=cython.double,
        either=cython.double,
    )  # fmt: skip
    def apart(self, a: cython.Py_ssize_t, b: cython.Py_ssize_t) -> cython.double:
        """The degree to which two clusters are two templates, 0 and above."""
        na: cython.Py_ssize_t = int(self._count[a])
        nb: cython.Py_ssize_t = int(self._count[b])
        length: cython.Py_ssize_t = len(self._size)
        up = down = both = either = 0.0
        for f in range(length):
            ka: cython.Py_ssize_t = int(self._has[a * length + f])
            kb: cython.Py_ssize_t = int(self._has[b * length + f])
            if ka == 0 and kb == 0:
                continue
            ra: cython.double = ka / float(na)
            rb: cython.double = kb / float(nb)
            weight: cython.double = self._size[f]
            both += weight * min(ra, rb)
            either += weight * max(ra, rb)
            gain: cython.double = (
                self._code(na + nb, ka + kb) - self._code(na, ka) - self._code(nb, kb)
            )
            gain = gain * weight - self._price
            if gain > 0.0 and ra > rb:
                up += gain
            elif gain > 0.0:
                down += gain
        bits: cython.double = sqrt((up + 0.5) * (down + 0.5)) / self._of_site
        # Of pairs that nothing tells apart, the most similar first.
        tie: cython.double = 1e-4 * (1.0 - both / either) if either > 0.0 else 0.0
        return bits * self._own_share(a, b) + tie

    @cython.cfunc
    @cython.inline
    def _code(self, n: cython.Py_ssize_t, k: cython.Py_ssize_t) -> cython.double:
        """Bits that say which ``k`` of ``n`` pages have a feature."""
        return self._bits[n] + self._choices[n] - self._choices[k] - self._choices[n - k]

    @cython.cfunc
    @cython.locals(
        f=cython.Py_ssize_t, own_a=cython.double, own_b=cython.double, special=cython.double
    )  # fmt: skip
    def _own_share(self, a: cython.Py_ssize_t, b: cython.Py_ssize_t) -> cython.double:
        """Labels that each has for its own, by those that both have and the rest has not."""
        na: cython.double = self._count[a]
        nb: cython.double = self._count[b]
        rest: cython.double = self._pages - na - nb
        length: cython.Py_ssize_t = len(self._names)
        own_a = own_b = special = 0.0
        for f in range(length):
            ka: cython.double = self._named[a * length + f]
            kb: cython.double = self._named[b * length + f]
            ra: cython.double = ka / na
            rb: cython.double = kb / nb
            many: cython.double = self._names[f]
            if ra > 0.8 and rb < 0.2:
                own_a += many
            elif rb > 0.8 and ra < 0.2:
                own_b += many
            if ra > 0.0 and rb > 0.0:
                elsewhere: cython.double = (self._all[f] - ka - kb) / rest if rest > 0.0 else 0.0
                special += many * max(min(ra, rb) - elsewhere, 0.0)
        least: cython.double = min(own_a, own_b)
        most: cython.double = max(own_a, own_b)
        return sqrt((least + 1.0) / (special + 1.0)) * pow(most + 1.0, ONE_SIDED)

    @cython.locals(a=cython.Py_ssize_t, b=cython.Py_ssize_t)
    def join_all(self, limit: cython.double, matrix: Doubles, alive: Ints, into: Ints) -> None:
        """Join clusters, the least apart first, while they are at most ``limit`` apart.

        ``into`` gets the cluster that each ended in. ``matrix`` is room for a number of every two
        clusters, ``alive`` for one of each.
        """
        m: cython.Py_ssize_t = len(self._count)
        for a in range(m):
            alive[a] = 1
            into[a] = a
            for b in range(a):
                matrix[a * m + b] = self.apart(a, b)
        while True:
            low: cython.Py_ssize_t = 0
            high: cython.Py_ssize_t = 0
            least: cython.double = limit
            for a in range(m):
                if not alive[a]:
                    continue
                for b in range(a):
                    if alive[b] and matrix[a * m + b] <= least:
                        least = matrix[a * m + b]
                        low = b
                        high = a
            if high == 0:
                break
            self._join(low, high)
            alive[high] = 0
            for a in range(m):
                if into[a] == high:
                    into[a] = low
                if alive[a] and a > low:
                    matrix[a * m + low] = self.apart(a, low)
                elif alive[a] and a < low:
                    matrix[low * m + a] = self.apart(a, low)

    @cython.cfunc
    @cython.locals(f=cython.Py_ssize_t)
    def _join(self, low: cython.Py_ssize_t, high: cython.Py_ssize_t) -> cython.void:
        self._count[low] += self._count[high]
        for f in range(len(self._size)):
            self._has[low * len(self._size) + f] += self._has[high * len(self._size) + f]
        for f in range(len(self._names)):
            self._named[low * len(self._names) + f] += self._named[high * len(self._names) + f]
