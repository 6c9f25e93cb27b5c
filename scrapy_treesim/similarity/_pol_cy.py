# cython: cdivision=True
"""Leaf-path similarity of subtrees (Zhu 2013, section 3.3).

A leaf path is the set of its <tag, index among the parent's children> pairs, from the subtree's
root (whose own place does not count) to a leaf. Two paths compare by the cosine of their binary
vectors. Every path takes its best match in the other tree, weighted by its length in nodes:
``(sum_i max_j s(i,j) len_i + sum_j max_i s(i,j) len_j) / (sum len_i + sum len_j)``.
"""

from __future__ import annotations

from array import array
from math import sqrt

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


MAX_REMEMBERED = 1_000
"""Nodes of a shape whose outline is kept: a deep page has as many large shapes as nodes."""


@cython.cclass
class LeafPaths:
    """Leaf-path similarity of two shapes, exact, memoised on the pair; 0 where roots differ.

    O(leaves of one * nodes of the other): paths that share a beginning share the counting.
    """

    _table: ShapeTable
    """The shapes' table."""
    _outlines: dict[int, Outline]
    """What was read of each shape so far."""
    _memo: dict[int, float]
    """Similarities by pair of shapes."""
    _tokens: dict[int, int]
    """A number for each <tag, index> pair."""
    _mark: array[int]
    """By token, when it was last seen."""
    _stamp: cython.int
    """Counts the paths looked at: what is marked with another number is not marked."""

    def __init__(self, table: ShapeTable) -> None:
        self._table = table
        self._outlines = {}
        self._memo = {}
        self._tokens = {}
        self._mark = array("i")
        self._stamp = 0

    def __call__(self, a: int, b: int) -> float:
        """Similarity in [0, 1] of two shapes of the table."""
        if a == b:
            return 1.0
        if self._table.tag[a] != self._table.tag[b]:
            return 0.0
        key = (a << 32 | b) if a < b else (b << 32 | a)
        known = self._memo.get(key)
        if known is None:
            x, y = self.outline(a), self.outline(b)
            known = (self._one_way(x, y) + self._one_way(y, x)) / (x.total + y.total)
            self._memo[key] = known
        return known

    def outline(self, shape: int) -> Outline:
        """The shape's nodes as tokens, made once unless it is large; O(nodes)."""
        known = self._outlines.get(shape)
        if known is None:
            known = self._read(shape)
            if self._table.size[shape] <= MAX_REMEMBERED:
                self._outlines[shape] = known
            if len(self._tokens) > len(self._mark):
                self._mark = array("i", bytes(8 * len(self._tokens)))
        return known

    @cython.cfunc
    @cython.locals(
        one=cython.int, token=cython.int, above=cython.int, level=cython.int, distinct=cython.int,
        node=cython.int, index=cython.int, kids=tuple,
    )  # fmt: skip
    def _read(self, shape: cython.int) -> Outline:
        table = self._table
        outline: Outline = Outline(table.size[shape])
        on_path: dict[int, int] = {}
        # (shape, its token, node above), or, once it is done with, (-1, its token, 0).
        pending = [(shape, self._token(0, table.tag[shape]), -1)]
        level = distinct = node = 0
        while pending:
            one, token, above = pending.pop()
            if one < 0:
                level -= 1
                on_path[token] -= 1
                distinct -= on_path[token] == 0
                continue
            level += 1
            on_path[token] = on_path.get(token, 0) + 1
            distinct += on_path[token] == 1
            outline.token[node] = token
            outline.above[node] = above
            outline.distinct[node] = distinct
            pending.append((-1, token, 0))
            kids = table.children[one]
            if not kids:
                outline.length[node] = level
                outline.total += level
            for index in range(len(kids) - 1, -1, -1):
                kid: cython.int = kids[index]
                pending.append((kid, self._token(index, table.tag[kid]), node))
            node += 1
        return outline

    @cython.cfunc
    def _token(self, index: cython.longlong, tag: cython.longlong) -> cython.int:
        return self._tokens.setdefault(index << 32 | tag, len(self._tokens))

    @cython.cfunc
    @cython.locals(leaf=cython.Py_ssize_t)
    def _one_way(self, a: Outline, b: Outline) -> cython.double:
        """``sum_i max_j s(i,j) len_i``."""
        mark: Ints = self._mark
        shared: Ints = array("i", bytes(4 * len(b.token)))
        total: cython.double = 0.0
        for leaf in range(len(a.token)):
            if a.length[leaf] == 0:
                continue
            self._stamp += 1
            stamp: cython.int = self._stamp
            node: cython.Py_ssize_t = leaf
            while node >= 0:
                mark[a.token[node]] = stamp
                node = a.above[node]
            best: cython.double = 0.0
            for node in range(len(b.token)):
                above: cython.Py_ssize_t = b.above[node]
                common: cython.int = 0
                fresh: cython.int = 1
                if above >= 0:
                    common = shared[above]
                    fresh = b.distinct[node] - b.distinct[above]
                if fresh and mark[b.token[node]] == stamp:
                    common += 1
                shared[node] = common
                if b.length[node]:
                    value: cython.double = 1.0 * common * common / b.distinct[node]
                    if value > best:
                        best = value
            total += sqrt(best / a.distinct[leaf]) * a.length[leaf]
        return total


@cython.cclass
class Outline:
    """A shape's nodes in preorder, as leaf paths see them."""

    token = cython.declare(Ints, visibility="readonly")
    """The number of the node's <tag, index> pair."""
    above = cython.declare(Ints, visibility="readonly")
    """The parent, -1 for the root."""
    distinct = cython.declare(Ints, visibility="readonly")
    """Different pairs from the root to the node."""
    length = cython.declare(Ints, visibility="readonly")
    """Nodes from the root to the node where it is a leaf, else 0."""
    total = cython.declare(cython.double, visibility="readonly")
    """Sum of the leaves' lengths."""

    def __init__(self, nodes: int) -> None:
        self.token = array("i", bytes(4 * nodes))
        self.above = array("i", bytes(4 * nodes))
        self.distinct = array("i", bytes(4 * nodes))
        self.length = array("i", bytes(4 * nodes))
        self.total = 0
