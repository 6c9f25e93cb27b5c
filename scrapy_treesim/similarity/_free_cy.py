"""Free matching of subtrees (Song 2011, equations 1 and 2).

Roots differ: 0. One of the trees a single node: ``2 / (|A| + |B|)``. Else
``(2 + sum_i |A_i| max_j sim(A_i, B_j) + sum_j |B_j| max_i sim(A_i, B_j)) / (|A| + |B|)``:
a child may be the best match of many, so lists of unlike length still match.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim.tree._shapes_cy import ShapeTable
else:
    from scrapy_treesim.tree._shapes_cy import ShapeTable


_UNKNOWN = -1.0


NO_KIDS: dict[int, int] = {}


@cython.cclass
class FreeMatching:
    """Free-matching similarity of two shapes, exact, memoised.

    Order and place do not matter to it, so shapes that differ in the order of children are one
    *form* here, and equal children are counted, not compared again.
    """

    _table: ShapeTable
    """The shapes' table."""
    _form: list[int]
    """The form of each shape."""
    _tag: list[int]
    """The tag of each form."""
    _size: list[int]
    """The nodes of each form."""
    _kids: list[dict[int, int]]
    """How often a form has each other one for a child."""
    _known: dict[int | tuple[int, frozenset[tuple[int, int]]], int]
    """Forms by what they are made of."""
    _memo: dict[int, float]
    """Similarities by pair of forms."""

    def __init__(self, table: ShapeTable) -> None:
        self._table = table
        self._form = []
        self._tag = []
        self._size = []
        self._kids = []
        self._known = {}
        self._memo = {}

    def __call__(self, a: int, b: int) -> float:
        """Similarity in [0, 1] of two shapes of the table."""
        return self.compare(a, b)

    @cython.ccall
    @cython.locals(x=cython.longlong, y=cython.longlong, us=dict, vs=dict)
    def compare(self, a: cython.int, b: cython.int) -> cython.double:
        """The same, for callers that hold the class."""
        if len(self._form) < len(self._table.tag):
            self._extend()
        x, y = self._form[a], self._form[b]
        value: cython.double = self._similarity(x, y)
        if value != _UNKNOWN:
            return value
        pending: list[tuple[int, int]] = [(x, y)]
        while pending:
            x, y = pending[-1]
            value = self._similarity(x, y)
            if value == _UNKNOWN:
                us, vs = self._kids[x], self._kids[y]
                if not self._ready(us, vs, pending):
                    continue
                value = (2.0 + self._one_way(us, vs) + self._one_way(vs, us)) / (
                    self._size[x] + self._size[y]
                )
                self._memo[(x << 32 | y) if x < y else (y << 32 | x)] = value
            pending.pop()
        return value

    @cython.cfunc
    @cython.locals(shape=cython.int, counts=dict)
    def _extend(self) -> cython.void:
        """Give a form to every shape that has none yet; children come before their parents."""
        table = self._table
        for shape in range(len(self._form), len(table.tag)):
            counts = NO_KIDS
            if table.children[shape]:
                counts = {}
                for child in table.children[shape]:
                    kid: cython.int = self._form[child]
                    counts[kid] = counts.get(kid, 0) + 1
            # Leaves are many: they share one count, and their tag alone is their key.
            key = (table.tag[shape], frozenset(counts.items())) if counts else table.tag[shape]
            form: cython.int = self._known.get(key, -1)
            if form < 0:
                form = len(self._tag)
                self._known[key] = form
                self._tag.append(table.tag[shape])
                self._size.append(table.size[shape])
                self._kids.append(counts)
            self._form.append(form)

    @cython.cfunc
    def _similarity(self, a: cython.longlong, b: cython.longlong) -> cython.double:
        """Similarity of two forms where it needs no matching or is known."""
        if a == b:
            return 1.0
        if self._tag[a] != self._tag[b]:
            return 0.0
        if self._size[a] == 1 or self._size[b] == 1:
            return 2.0 / (self._size[a] + self._size[b])
        return self._memo.get((a << 32 | b) if a < b else (b << 32 | a), _UNKNOWN)

    @cython.cfunc
    @cython.locals(u=cython.int, v=cython.int)
    def _ready(
        self, us: dict[int, int], vs: dict[int, int], pending: list[tuple[int, int]]
    ) -> cython.bint:
        """Tell whether all pairs that matter are known; those that are not go on ``pending``."""
        missing: cython.bint = False
        for u in us:
            for v in vs:
                # A child that the other side has too needs no other match.
                if (u not in vs or v not in us) and self._similarity(u, v) == _UNKNOWN:
                    pending.append((u, v))
                    missing = True
        return not missing

    @cython.cfunc
    @cython.locals(u=cython.int, v=cython.int, count=cython.int)
    def _one_way(self, us: dict[int, int], vs: dict[int, int]) -> cython.double:
        """``sum_i |A_i| max_j sim(A_i, B_j)``."""
        total: cython.double = 0.0
        for u, count in us.items():
            best: cython.double = 0.0
            if u in vs:
                best = 1.0
            else:
                for v in vs:
                    value: cython.double = self._similarity(u, v)
                    if value > best:
                        best = value
            total += count * self._size[u] * best
        return total
