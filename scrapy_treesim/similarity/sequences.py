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

from rapidfuzz.distance import LCSseq

from scrapy_treesim.similarity._profiles_cy import preorder, tag_at_depth
from scrapy_treesim.similarity._sequences_cy import (
    longest_shared,
    number_symbols,
    sort_suffixes,
    weighted_lcs,
)
from scrapy_treesim.similarity.measure import ProfileMeasure, share
from scrapy_treesim.similarity.sets import tags_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
        tag, parent = preorder(table, shape)
        sequence = array("q", bytes(8 * len(tag)))
        tag_at_depth(tag, parent, sequence)
        return sequence

    def of_profiles(self, x: array[int], y: array[int]) -> float:
        """The length of the longest common subsequence over that of the longer sequence."""
        self.spent += len(x) + len(y) + len(x) * len(y) // PAIRS_A_STEP
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
        a, b = array("i", bytes(4 * len(x))), array("i", bytes(4 * len(y)))
        number_symbols(x, symbols, a)
        number_symbols(y, symbols, b)
        weight = array("d", [1 / (1 + (symbol >> 32)) for symbol in symbols])
        return weighted_lcs(a, b, weight) / max(_total(a, weight), _total(b, weight))


def _total(symbols: Iterable[int], weight: array[float]) -> float:
    return sum(weight[symbol] for symbol in symbols)


STEPS_A_NODE: Final = 100
"""Steps that a node takes: it is numbered, sorted and compared."""
_PARTING: Final = -2
"""Stands between two strings of tags; none of theirs."""


class CommonSubstring(ProfileMeasure):
    """Longest common substring of two shapes over the longer string; O(nodes)."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The string."""
        return tags_of(table, shape)

    def of_profiles(self, x: array[int], y: array[int]) -> float:
        """The length of the longest common substring over that of the longer string."""
        self.spent += STEPS_A_NODE * (len(x) + len(y))
        return share(longest_substring(x, y), x, y)


def longest_substring(one: Sequence[int], other: Sequence[int]) -> int:
    """The length of the longest piece of one string of numbers that is in another too; O(length).

    The numbers are -1 and above.
    """
    symbol, symbols = closed_symbols([*one, _PARTING, *other])
    suffix = array("i", bytes(4 * len(symbol)))
    sort_suffixes(symbol, symbols, suffix)
    return longest_shared(symbol, suffix, len(one))


def closed_symbols(symbols: Sequence[int]) -> tuple[array[int], int]:
    """The symbols as numbers from 1 with a closing 0, and one more than the highest of them."""
    numbers: dict[int, int] = {}
    closed = array("i", [numbers.setdefault(each, len(numbers) + 1) for each in symbols])
    closed.append(0)
    return closed, len(numbers) + 1
