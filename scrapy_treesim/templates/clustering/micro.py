"""Micro-clusters: pages so alike that they are of one template for certain, too fine on purpose."""

from __future__ import annotations

from array import array
from math import log, log2
from typing import Final

from scrapy_treesim.templates.clustering import _micro_cy
from scrapy_treesim.templates.clustering.atoms import Atoms

TOO_FAR: Final = 0.5
"""Distance beyond which two pages are never in one micro-cluster; .55 does as well, .45 and .6 are
worse."""


def micro_clusters(atoms: Atoms, pages: int) -> array[int]:
    """The first page of each page's micro-cluster; O(pages^2).

    Pages are as far apart as their atoms differ (weighted Jaccard), each weighing the more the
    evener it divides the pages and the larger it is; complete linkage, so that no page of a
    micro-cluster is far from another.
    """
    distance = array("d", bytes(8 * pages * pages))
    room = array("d", bytes(8 * pages))
    _micro_cy.distances(atoms.start, atoms.items, _weights(atoms, pages), room, distance)
    group, alive, chain = (array("i", bytes(4 * pages)) for _ in range(3))
    _micro_cy.complete_linkage(distance, TOO_FAR, group, alive, chain)
    return group


def _weights(atoms: Atoms, pages: int) -> array[float]:
    count = [0] * len(atoms)
    for atom in atoms.items:
        count[atom] += 1
    sizes = zip(count, atoms.size, strict=True)
    return array("d", [_entropy(k / pages) * (1 + log(size)) for k, size in sizes])


def _entropy(share: float) -> float:
    if not 0 < share < 1:
        return 0.0
    return -share * log2(share) - (1 - share) * log2(1 - share)
