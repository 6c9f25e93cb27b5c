"""Depth-weighted longest common subsequence (Qiu 2013, equation 4-2).

The sequences of :mod:`.lcs`, but every matched node counts ``f(depth)``, over ``max(sum f(A), sum
f(B))``. The thesis asks that f falls, for a template shows at the top of a page, and leaves open
how; here ``f(depth) = 1 / (1 + depth)``, the root's depth being 0.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from scrapy_treesim.similarity._lcs_cy import number_symbols, weighted_lcs
from scrapy_treesim.similarity.lcs import sequence_of
from scrapy_treesim.similarity.measure import ProfileMeasure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_treesim.tree import ShapeTable

MAX_NODES: Final = 10_000
"""Of a larger tree the top is compared; a fraction of a second a pair at most."""


class DepthWeightedSubsequence(ProfileMeasure):
    """Heaviest common subsequence of two shapes over the heavier sequence.

    O(nodes of one * nodes of the other) at worst, mostly far less; O(nodes) memory.
    """

    max_nodes = MAX_NODES

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The sequence."""
        return sequence_of(table, shape)

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
