"""Measures of sequences: common subsequences, plain and by depth, and common substrings.

A tree is the sequence of its nodes' (tag, depth) in preorder, from which it could be built again.
``lcs`` is ``|lcs| / max(length)`` (Qiu 2013, equation 4-1). In ``lcs-depth`` every matched node
counts ``f(depth)``, over ``max(sum f(A), sum f(B))`` (equation 4-2). The thesis asks that f falls,
for a template shows at the top of a page, and leaves open how; here ``f(depth) = 1 / (1 + depth)``,
the root's depth being 0.

``lcsubstr`` (a rival of Zhu 2013, section 3.2): the tags in breadth-first order are a string; the
length of the longest piece that both strings have, over the length of the longer one. (Zhu names
the string and the piece; over what the length is taken, as for the subsequence, is ours.)
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from scrapy_treesim.similarity._sequences_cy import weighted_lcs
from scrapy_treesim.similarity.measure import ProfileMeasure, preorder, share
from scrapy_treesim.similarity.sets import tags_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_treesim.tree import ShapeTable


PAIRS_A_STEP: Final = 16
"""Pairs of nodes that take no longer than one does in other measures: 64 are compared at once."""


class CommonSubsequence(ProfileMeasure):
    """Longest common subsequence of two shapes over the longer sequence.

    O(nodes of one * nodes of the other / 64) by rapidfuzz, bit-parallel; O(nodes) memory.
    """

    max_nodes = 30_000
    """Half a second a pair at most."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """A number for every node in preorder, ``depth << 32 | tag + 1``; O(nodes)."""
        sequence = array("q")
        for tag, parent in zip(*preorder(table, shape), strict=True):
            depth = (sequence[parent] >> 32) + 1 if parent >= 0 else 0
            sequence.append((depth << 32) + tag + 1)
        return sequence

    def of_profiles(self, x: array[int], y: array[int]) -> float:
        """The length of the longest common subsequence over that of the longer sequence."""
        self.spent += len(x) + len(y) + len(x) * len(y) // PAIRS_A_STEP
        # Of all that compares pages only this needs it, and it is many times as fast as a table.
        from rapidfuzz.distance import LCSseq

        return share(LCSseq.similarity(x, y), x, y)


class DepthWeightedSubsequence(CommonSubsequence):
    """Heaviest common subsequence of two shapes over the heavier sequence.

    O(nodes of one * nodes of the other) at worst, mostly far less; O(nodes) memory.
    """

    max_nodes = 10_000
    """A fraction of a second a pair at most."""

    def of_profiles(self, x: array[int], y: array[int]) -> float:
        """The weight of the heaviest common subsequence over that of the heavier sequence."""
        self.spent += len(x) * len(y)
        symbols: dict[int, int] = {}
        a, b = (array("i", [symbols.setdefault(one, len(symbols)) for one in z]) for z in (x, y))
        weight = array("d", [1 / (1 + (symbol >> 32)) for symbol in symbols])
        return weighted_lcs(a, b, weight) / max(_total(a, weight), _total(b, weight))


def _total(symbols: Iterable[int], weight: array[float]) -> float:
    return sum(weight[symbol] for symbol in symbols)


STEPS_A_NODE: Final = 400
"""Steps that a node takes: it becomes a state of an automaton, or is read by it."""


class CommonSubstring(ProfileMeasure):
    """Longest common substring of two shapes over the longer string; O(nodes)."""

    max_nodes = 30_000
    """A fraction of a second a pair at most."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The string."""
        return tags_of(table, shape)

    def of_profiles(self, x: array[int], y: array[int]) -> float:
        """The length of the longest common substring over that of the longer string."""
        self.spent += STEPS_A_NODE * (len(x) + len(y))
        return share(longest_substring(x, y), x, y)


def longest_substring(one: Iterable[int], other: Iterable[int]) -> int:
    """The length of the longest piece of one string of numbers that is in another too; O(length).

    By the suffix automaton of one (Blumer and others 1985), which reads the other.
    """
    following: list[dict[int, int]] = [{}]
    link, length = [-1], [0]
    last = 0
    for symbol in one:
        here, at = len(length), last
        following.append({})
        length.append(length[last] + 1)
        link.append(0)
        while at >= 0 and symbol not in following[at]:
            following[at][symbol] = here
            at = link[at]
        if at >= 0:
            state = following[at][symbol]
            if length[at] + 1 < length[state]:
                clone = len(length)
                following.append({**following[state]})
                length.append(length[at] + 1)
                link.append(link[state])
                link[state] = clone
                while at >= 0 and following[at].get(symbol) == state:
                    following[at][symbol] = clone
                    at = link[at]
                state = clone
            link[here] = state
        last = here
    longest = run = at = 0
    for symbol in other:
        while at and symbol not in following[at]:
            at = link[at]
            run = length[at]
        if symbol in following[at]:
            at = following[at][symbol]
            run += 1
        longest = max(longest, run)
    return longest
