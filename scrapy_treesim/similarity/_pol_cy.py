"""Leaf-path similarity of subtrees (Zhu 2013, section 3.3).

A leaf path is the set of its <tag, index among the parent's children> pairs, from the subtree's
root (whose own place does not count) to a leaf. Two paths compare by the cosine of their binary
vectors. Every path takes its best match in the other tree, weighted by its length in nodes:
``(sum_i max_j s(i,j) len_i + sum_j max_i s(i,j) len_j) / (sum len_i + sum len_j)``.
"""

from __future__ import annotations

from math import sqrt

from scrapy_treesim.tree._shapes_cy import ShapeTable


class LeafPaths:
    """Leaf-path similarity of two shapes, exact, memoised on the pair; 0 where roots differ.

    Costs the product of the trees' distinct leaf paths: :meth:`mass` tells beforehand.
    """

    def __init__(self, table: ShapeTable) -> None:
        self._table = table
        self._paths: dict[int, dict[frozenset[int], int]] = {}
        self._memo: dict[int, float] = {}
        self._leaves: list[int] = []
        self._mass: list[int] = []

    def __call__(self, a: int, b: int) -> float:
        """Similarity in [0, 1] of two shapes of the table."""
        if a == b:
            return 1.0
        if self._table.tag[a] != self._table.tag[b]:
            return 0.0
        key = (a << 32 | b) if a < b else (b << 32 | a)
        known = self._memo.get(key)
        if known is None:
            x, y = self._leaf_paths(a), self._leaf_paths(b)
            known = (_one_way(x, y) + _one_way(y, x)) / (sum(x.values()) + sum(y.values()))
            self._memo[key] = known
        return known

    def mass(self, shape: int) -> int:
        """Nodes on all leaf paths of the shape together, what comparing it costs in memory."""
        if len(self._mass) <= shape:
            self._extend()
        return self._mass[shape]

    def _extend(self) -> None:
        for shape in range(len(self._mass), len(self._table.tag)):
            leaves = mass = 0
            for child in self._table.children[shape]:
                leaves += self._leaves[child]
                mass += self._mass[child]
            leaves = leaves or 1
            self._leaves.append(leaves)
            self._mass.append(mass + leaves)

    def _leaf_paths(self, shape: int) -> dict[frozenset[int], int]:
        """The distinct paths, each with the length in nodes of all that share its pairs."""
        known = self._paths.get(shape)
        if known is not None:
            return known
        table = self._table
        paths: dict[frozenset[int], int] = {}
        # One entry a level: the shapes still to visit there and the index of the next.
        route: list[int] = [table.tag[shape]]
        levels = [(table.children[shape], 0)]
        while levels:
            kids, index = levels.pop()
            if not kids:
                path = frozenset(route)
                paths[path] = paths.get(path, 0) + len(route)
            elif index < len(kids):
                levels.append((kids, index + 1))
                route.append(index << 32 | table.tag[kids[index]])
                levels.append((table.children[kids[index]], 0))
                continue
            route.pop()
        self._paths[shape] = paths
        return paths


def _one_way(paths: dict[frozenset[int], int], others: dict[frozenset[int], int]) -> float:
    """``sum_i max_j s(i,j) len_i``."""
    total = 0.0
    for path, length in paths.items():
        best = 0.0
        if path in others:
            best = 1.0
        else:
            for other in others:
                value = len(path & other) / sqrt(len(path) * len(other))
                if value > best:
                    best = value
        total += best * length
    return total
