"""The thesis' own way from pages to clusters (Qiu 2013, chapters 2 to 4)."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reference.agglomerative import agglomerate
from reference.sequences import SymbolTable, TagSequence, collapse, sequence_of

from scrapy_treesim import Page
from scrapy_treesim.similarity._sequences_cy import weighted_lcs
from scrapy_treesim.templates.clustering.qiu import MAX_ELEMENTS, depth_weight


def sequence_distance(symbols: SymbolTable) -> Callable[[TagSequence, TagSequence], float]:
    """One less the weight of the longest common subsequence over the heavier's (equation 4-2).

    For sequences whose symbols are in the table already.
    """
    weight = array("d", map(depth_weight, symbols.depth))

    def distance(one: TagSequence, other: TagSequence) -> float:
        a, b = one.symbol[:MAX_ELEMENTS], other.symbol[:MAX_ELEMENTS]
        most = max(sum(weight[symbol] for symbol in both) for both in (a, b))
        return max(0.0, 1.0 - weighted_lcs(a, b, weight) / most) if most else 0.0

    return distance


@dataclass(frozen=True, slots=True)
class Qiu:
    """Agglomerative clustering of pages by their sequences of tags, as published."""

    threshold: float
    """The distance beyond which two clusters are not joined, in [0, 1]."""

    def cluster(self, pages: Sequence[Page]) -> list[int]:
        """The number of each page's cluster, from 0; equal sequences count as one."""
        symbols = SymbolTable()
        sequences = [collapse(sequence_of(page.tree, symbols)) for page in pages]
        between = sequence_distance(symbols)
        copies: dict[bytes, list[int]] = {}
        for i, sequence in enumerate(sequences):
            copies.setdefault(sequence.symbol.tobytes(), []).append(i)
        all = [*copies.values()]
        found = agglomerate(
            len(all),
            lambda i, j: between(sequences[all[i][0]], sequences[all[j][0]]),
            self.threshold,
            [len(each) for each in all],
        )
        label = {i: found.labels[at] for at, each in enumerate(all) for i in each}
        return [label[i] for i in range(len(sequences))]
