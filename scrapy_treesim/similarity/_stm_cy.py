"""Simple tree matching (Gong, algorithm 1; Song 2011's ordered matching).

``STM(A, B)`` is 0 where the roots' tags differ, else 1 + the best order-preserving one-to-one
alignment of the children, weighted by their own STM; ``sim = 2 STM(A, B) / (|A| + |B|)``.

Song's ordered matching maximises ``sum (|A_i| + |B_j|) sim(A_i, B_j)`` over such alignments and
takes that sum plus 2 over ``|A| + |B|``. Written out, ``(|A| + |B|) sim(A, B)`` is 2 for the roots
and the same again for every matched pair below: twice the number of nodes that simple tree matching
counts. The two are one measure under two names; the tests hold it to the recursion as Song has it.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Ints
    from cython.cimports.scrapy_treesim.tree._shapes_cy import ShapeTable
else:
    from scrapy_treesim._cython import Ints
    from scrapy_treesim.tree._shapes_cy import ShapeTable


_UNKNOWN = -1


@cython.cclass
class SimpleTreeMatching:
    """STM of two shapes, exact, memoised on pairs of shapes.

    O(m n) a pair of nodes with m and n children, after equal children at either end are set
    aside: an optimal alignment always pairs those with each other.
    """

    _table: ShapeTable
    """The shapes' table."""
    _memo: dict[int, int]
    """Pairs matched, by pair of shapes."""

    def __init__(self, table: ShapeTable) -> None:
        self._table = table
        self._memo = {}

    def __call__(self, a: int, b: int) -> float:
        """Similarity in [0, 1] of two shapes of the table."""
        table = self._table
        return 2.0 * self.matched(a, b) / (table.size[a] + table.size[b])

    @cython.ccall
    @cython.locals(x=cython.longlong, y=cython.longlong)
    def matched(self, a: cython.int, b: cython.int) -> cython.int:
        """STM itself: the nodes of the largest order-preserving top-down matching."""
        value: cython.int = self._weight(a, b)
        if value != _UNKNOWN:
            return value
        pending: list[tuple[int, int]] = [(a, b)]
        while pending:
            x, y = pending[-1]
            value = self._weight(x, y)
            if value == _UNKNOWN:
                value = self._align(x, y, pending)
            if value != _UNKNOWN:
                self._memo[(x << 32 | y) if x < y else (y << 32 | x)] = value
                pending.pop()
        return value

    @cython.cfunc
    def _weight(self, a: cython.longlong, b: cython.longlong) -> cython.int:
        """STM where it needs no alignment or is known."""
        table = self._table
        if a == b:
            return table.size[a]
        if table.tag[a] != table.tag[b]:
            return 0
        if table.size[a] == 1 or table.size[b] == 1:
            return 1
        return self._memo.get((a << 32 | b) if a < b else (b << 32 | a), _UNKNOWN)

    @cython.cfunc
    @cython.locals(
        last_a=cython.int, last_b=cython.int, i=cython.int, j=cython.int, u=cython.int,
        v=cython.int, us=tuple, vs=tuple,
    )  # fmt: skip
    def _align(self, a: cython.int, b: cython.int, pending: list[tuple[int, int]]) -> cython.int:
        """STM of two shapes, or ``_UNKNOWN`` after naming the pairs of children it waits for."""
        sizes = self._table.size
        us, vs = self._table.children[a], self._table.children[b]
        total: cython.int = 1
        first: cython.int = 0
        last_a, last_b = len(us), len(vs)
        while first < last_a and first < last_b and us[first] == vs[first]:
            total += sizes[us[first]]
            first += 1
        while last_a > first and last_b > first and us[last_a - 1] == vs[last_b - 1]:
            last_a -= 1
            last_b -= 1
            total += sizes[us[last_a]]
        if first == last_a or first == last_b:
            return total
        missing: cython.bint = False
        distinct = set(vs[first:last_b])
        for u in set(us[first:last_a]):
            for v in distinct:
                if self._weight(u, v) == _UNKNOWN:
                    pending.append((u, v))
                    missing = True
        if missing:
            return _UNKNOWN
        row: Ints = array("i", bytes(4 * (last_b - first + 1)))
        for i in range(first, last_a):
            u = us[i]
            diagonal: cython.int = 0
            for j in range(first, last_b):
                above: cython.int = row[j - first + 1]
                best: cython.int = above if above > row[j - first] else row[j - first]
                weight: cython.int = self._weight(u, vs[j])
                if weight and diagonal + weight > best:
                    best = diagonal + weight
                row[j - first + 1] = best
                diagonal = above
        return total + row[last_b - first]
