"""Kernel of the article: the choice among scored blocks, and Wang's containers."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Buffer, Doubles, Floats, Ints
from scrapy_treesim.network._layers_cy import probability
from scrapy_treesim.reading.constants import *

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree


def take_first(
    labels: Floats, width: cython.Py_ssize_t, limit: cython.double, log_odds: Doubles
) -> None:
    """Fill in the first label of each block, between the limits."""
    for b in range(len(log_odds)):
        x: cython.double = labels[b * width]
        log_odds[b] = -limit if x < -limit else (limit if x > limit else x)


@cython.cclass
class Choice:
    """The blocks of a page to be chosen from, by their sizes and log-odds."""

    units: Ints
    """The size of each."""
    log_odds: Doubles
    """That each is part of the article."""
    likely: Doubles
    """The same as probabilities."""

    def __init__(self, units: Ints, log_odds: Doubles, likely: Doubles) -> None:
        self.units, self.log_odds, self.likely = units, log_odds, likely
        for b in range(len(log_odds)):
            likely[b] = probability(log_odds[b])

    def best_subtree(self, size: Ints, before: Ints, weights: Doubles) -> int:
        """The node whose blocks' weighted log-odds add up to most, the deepest and last of such.

        ``weights`` are by size, the last for all that are larger.
        """
        scores: Doubles = array("d", bytes(8 * (len(self.units) + 1)))
        for b in range(len(self.units)):
            units: cython.int = self.units[b]
            units = units if units < len(weights) else len(weights) - 1
            scores[b + 1] = scores[b] + weights[units] * self.log_odds[b]
        best: cython.Py_ssize_t = 0
        most: cython.double = scores[before[len(size)]] - scores[before[0]]
        for node in range(1, len(size)):
            score: cython.double = scores[before[node + size[node]]] - scores[before[node]]
            # The same blocks give the same sum to the last bit, so a chain ends at its deepest.
            if score >= most and before[node + size[node]] > before[node]:
                most = score
                best = node
        return best

    def expected(self, first: cython.Py_ssize_t, last: cython.Py_ssize_t) -> float:
        """The likely part of the blocks from one up to another, by size."""
        total: cython.double = 0.0
        for b in range(first, last):
            total += self.units[b] * self.likely[b]
        return total

    def keep(
        self, kept: Buffer, first: cython.Py_ssize_t, last: cython.Py_ssize_t,
        min_inside: cython.double, min_outside: cython.double,
    ) -> None:  # fmt: skip
        """Flag the blocks that are likely enough, inside the body or outside of it."""
        for b in range(len(self.likely)):
            inside: cython.bint = first <= b < last
            kept[b] = self.likely[b] >= (min_inside if inside else min_outside)

    def f1(self, kept: Buffer) -> float:
        """The F1 to be expected of those that are kept.

        Twice what is right of them, over them and all that is right.
        """
        right: cython.double = 0.0
        units: cython.longlong = 0
        for b in range(len(self.units)):
            if kept[b]:
                right += self.units[b] * self.likely[b]
                units += self.units[b]
        both = units + self.expected(0, len(self.units))
        return 2 * right / both if both else 0.0


def fill_containers(
    tree: PageTree,
    kinds: Ints,
    owner: Ints,
    own_chars: Ints,
    own_links: Ints,
) -> None:
    """Fill, for every node, its container (``NO_BLOCK`` where dropped) and the containers' sums.

    ``kinds`` says by tag what a node is. ``own_chars`` and ``own_links`` come as zeros and count
    what a container holds outside of containers inside it.
    """
    tag: Ints = tree.tag
    parent: Ints = tree.parent
    size: Ints = tree.size
    chars: Ints = tree.chars
    n: cython.Py_ssize_t = len(tag)
    i: cython.Py_ssize_t = 0
    while i < n:
        kind: cython.int = kinds[tag[i]]
        stop: cython.Py_ssize_t = i + size[i]
        # Set aside, unless half the page's text lies in it: some pages wrap everything in an aside.
        if kind == ASIDE and 2 * (chars[stop] - chars[i]) < chars[n]:
            kind = DROP
        if kind == DROP:
            while i < stop:
                owner[i] = NO_BLOCK
                i += 1
            continue
        if kind == BLOCK or kind == ASIDE or i == 0:
            owner[i] = i
        else:
            block: cython.int = owner[parent[i]]
            owner[i] = block
            if tag[i] == 0:
                own_chars[block] += chars[i + 1] - chars[i]
            elif kind == LINK:
                own_links[block] += 1
        i += 1
