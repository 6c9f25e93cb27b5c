"""The thesis' own way from pages to clusters (Qiu 2013, chapters 2 to 4)."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from reference.agglomerative import agglomerate
from reference.sequences import SymbolTable, TagSequence, collapse, sequence_of

from scrapy_treesim.similarity._sequences_cy import weighted_lcs
from scrapy_treesim.templates.clustering.qiu import MAX_ELEMENTS, Clusters, depth_weight

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

PageDistance: TypeAlias = "Callable[[Page, Page], float]"
"""How unlike two pages are, in [0, 1]; symmetric."""


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
    """Agglomerative clustering of pages by their sequences of tags, as published.

    Known to be weak within one site, whose pages have much in common whatever their template. All
    pairs of different pages are compared; for many see
    :class:`~scrapy_treesim.templates.clustering.Sequences`.
    """

    threshold: float = 0.5
    """The distance beyond which two clusters are not joined, in [0, 1]."""
    distance: PageDistance | None = None
    """What to compare pages by; by default the thesis' distance of their sequences."""
    max_compared: int = 2_000
    """Different pages of which all pairs are compared. Of the others each joins the cluster whose
    centre is nearest, within the threshold; those that join none are compared in their turn."""

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise ValueError(f"threshold is a distance in [0, 1], not {self.threshold!r}")
        if self.max_compared < 1:
            raise ValueError(f"max_compared is 1 or more, not {self.max_compared!r}")

    def cluster(self, pages: Sequence[Page]) -> list[int]:
        """The number of each page's cluster, from 0, in the order in which they first occur."""
        return [*self.clusters(pages).labels]

    def clusters(self, pages: Sequence[Page]) -> Clusters:
        """The same, with the page in the middle of each cluster."""
        if self.distance is not None:
            apart = self.distance
            return agglomerate(
                len(pages),
                lambda i, j: apart(pages[i], pages[j]),
                self.threshold,
                max_compared=self.max_compared,
            )
        symbols = SymbolTable()
        return self.cluster_sequences(
            [collapse(sequence_of(page.tree, symbols)) for page in pages], symbols
        )

    def cluster_sequences(self, sequences: Sequence[TagSequence], symbols: SymbolTable) -> Clusters:
        """Clusters of the pages' sequences by the thesis' distance; equal ones count as one."""
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
            self.max_compared,
        )
        label = {i: found.labels[at] for at, each in enumerate(all) for i in each}
        return Clusters(
            tuple(label[i] for i in range(len(sequences))), tuple(all[i][0] for i in found.medoids)
        )
