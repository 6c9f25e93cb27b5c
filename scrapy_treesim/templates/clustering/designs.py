"""Designs: pages that share hardly anything are of two sites in one, and no template has both.

A site that was made anew and kept its old pages, a blog beside a shop, several sites in one folder:
of the pairs of the smaller page hardly one in ten is on the other. Pages of two templates of one
design share half of them and more, for they have the chrome in common.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import inf, nextafter
from typing import TYPE_CHECKING, Final

from scrapy_treesim.similarity._linkage_cy import join_clusters

if TYPE_CHECKING:
    from scrapy_treesim.templates.match.features import PageFeatures

MIN_SHARED: Final = 0.12
"""Share of the smaller page's pairs that two pages of one design have in common at least."""


def designs(pages: Sequence[PageFeatures], group: Sequence[int]) -> list[list[int]]:
    """The places of each design's pages, given the first page of each page's micro-cluster.

    By average linkage of the micro-clusters' first pages. O(micro-clusters^2 * pairs of a page).
    """
    first = sorted(set(group))
    pairs = [frozenset(pages[one].pairs) for one in first]
    many = len(first)
    distance = array("d", bytes(8 * many * many))
    for i, one in enumerate(pairs):
        for j in range(i):
            least = min(len(one), len(pairs[j]))
            share = len(one & pairs[j]) / least if least else 1.0
            distance[i * many + j] = distance[j * many + i] = 1 - share
    size = array("i", [0] * many)
    place = {page: at for at, page in enumerate(first)}
    for leader in group:
        size[place[leader]] += 1
    found, chain = (array("i", bytes(4 * many)) for _ in range(2))
    join_clusters(distance, size, nextafter(1 - MIN_SHARED, inf), True, found, chain)
    members: dict[int, list[int]] = {}
    for at, leader in enumerate(group):
        members.setdefault(found[place[leader]], []).append(at)
    return [*members.values()]
