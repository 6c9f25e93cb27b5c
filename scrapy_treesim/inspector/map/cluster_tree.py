"""A tree of what is alike: average-link agglomeration of a few hundred things."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Merge:
    """Two clusters that become one."""

    one: int
    other: int
    """Leaves are ``0 ... n - 1``; the cluster that merge k makes is ``n + k``."""
    height: float
    """The mean distance between members of the two, never less than in earlier merges."""


@dataclass(frozen=True, slots=True)
class ClusterTree:
    """The merges of n leaves, n - 1 of them, and the leaves as they stand in a drawing."""

    merges: tuple[Merge, ...] = ()
    order: tuple[int, ...] = ()
    """So that no lines cross; of two clusters that merge the heavier is first."""


def cluster_tree(distances: Sequence[array[float]], weights: Sequence[int]) -> ClusterTree:
    """The tree of what has these distances, row i those of i to all before it.

    ``weights`` of the leaves decide their order only. O(n^2), by nearest-neighbour chains: average
    linkage is reducible, so that they find the same tree as always joining the nearest pair.
    """
    merges = _numbered(_chained(distances), len(distances))
    return ClusterTree(merges, _order(merges, weights))


def _chained(distances: Sequence[array[float]]) -> list[tuple[int, int, float]]:
    """Pairs of leaves, each of a cluster, that become one; in no order of height."""
    rows = [
        array("d", (_between(distances, i, j) for j in range(len(distances))))
        for i in range(len(distances))
    ]
    sizes = dict.fromkeys(range(len(rows)), 1)
    chain: list[int] = []
    pairs: list[tuple[int, int, float]] = []
    while len(sizes) > 1:
        if not chain:
            chain.append(next(iter(sizes)))
        here, before = chain[-1], chain[-2] if len(chain) > 1 else -1
        # Of equals the one before, or the chain would go round in a circle.
        nearest = min(sizes, key=lambda c: (c == here, rows[here][c], c != before, c))
        if nearest != before:
            chain.append(nearest)
            continue
        del chain[-2:]
        pairs.append((before, here, rows[before][here]))
        _absorb(rows, sizes, before, here)
    return pairs


def _absorb(rows: list[array[float]], sizes: dict[int, int], one: int, other: int) -> None:
    ours, theirs = sizes[one], sizes.pop(other)
    sizes[one] = ours + theirs
    for each in sizes:
        if each != one:
            mean = (ours * rows[one][each] + theirs * rows[other][each]) / (ours + theirs)
            rows[one][each] = rows[each][one] = mean


def _between(distances: Sequence[array[float]], i: int, j: int) -> float:
    return 0.0 if i == j else distances[max(i, j)][min(i, j)]


def _numbered(pairs: list[tuple[int, int, float]], leaves: int) -> tuple[Merge, ...]:
    """The lowest first, clusters called by their numbers."""
    above = list(range(2 * leaves))
    merges: list[Merge] = []
    for one, other, height in sorted(pairs, key=lambda pair: pair[2]):
        left, right = _top(above, one), _top(above, other)
        above[left] = above[right] = leaves + len(merges)
        merges.append(Merge(left, right, round(height, 4)))
    return tuple(merges)


def _top(above: list[int], cluster: int) -> int:
    while above[cluster] != cluster:
        above[cluster] = above[above[cluster]]
        cluster = above[cluster]
    return cluster


def _order(merges: Sequence[Merge], weights: Sequence[int]) -> tuple[int, ...]:
    leaves = len(weights)
    heavy = [*weights]
    for merge in merges:
        heavy.append(heavy[merge.one] + heavy[merge.other])
    order: list[int] = []
    left = [leaves + len(merges) - 1] if leaves else []
    while left:
        cluster = left.pop()
        if cluster < leaves:
            order.append(cluster)
            continue
        merge = merges[cluster - leaves]
        # What is put last comes first.
        left.extend(sorted((merge.one, merge.other), key=lambda one: (heavy[one], -one)))
    return tuple(order)
