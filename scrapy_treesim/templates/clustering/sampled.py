"""Clusters of any number of pages, near-linear: a sample is clustered, the others are assigned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.clustering.joining import joined, numbered
from scrapy_treesim.templates.match.signature import (
    TemplateSignature,
    best_match,
    template_signatures,
)

if TYPE_CHECKING:
    from scrapy_treesim.templates.match.features import PageFeatures

SAMPLE_PAGES: Final = 800
"""Pages that are clustered at a time."""
MIN_SHARED_LABELS: Final = 0.4
"""Share of a page's labels that pages of one site have in common at least."""
MIN_CLUSTER_PAGES: Final = 3
"""Pages of a cluster that others are assigned to."""


def cluster(pages: Sequence[PageFeatures]) -> list[int]:
    """The number of each page's cluster, from 0, in the order in which they first occur.

    Pages of several sites are told apart first, and then those of each found site.

    Up to :data:`SAMPLE_PAGES` pages are clustered as they are; of more, as many from all parts of
    the sequence. Of the others, those that are like one of the clusters join it, and the rest is
    clustered in its turn. O(pages) where the pages are of a bounded number of templates.
    """
    first = _clustered(pages)
    if not is_pool(pages):
        return first
    members: dict[int, list[int]] = {}
    for place, one in enumerate(first):
        members.setdefault(one, []).append(place)
    found = [0] * len(pages)
    clusters = 0
    for places in members.values():
        inner = _clustered([pages[place] for place in places])
        for place, one in zip(places, inner, strict=True):
            found[place] = clusters + one
        clusters += 1 + max(inner)
    return numbered(found)


def is_pool(pages: Sequence[PageFeatures]) -> bool:
    """Tell whether the pages are of several sites: hardly any label is on half of them.

    Of the labels of a site's page, two in three or more are on half of the site's pages.
    """
    found = Counter(label for page in pages for label in page.labels)
    common = {label for label, count in found.items() if count >= len(pages) / 2}
    counted = [(sum(one in common for one in page.labels), len(page.labels)) for page in pages]
    return sum(met / max(1, all) for met, all in counted) < MIN_SHARED_LABELS * len(pages)


def _clustered(pages: Sequence[PageFeatures]) -> list[int]:
    found = [-1] * len(pages)
    left = [*range(len(pages))]
    clusters = 0
    while left:
        sample = left if len(left) <= SAMPLE_PAGES else _spread(left)
        for place, one in zip(sample, joined([pages[place] for place in sample]), strict=True):
            found[place] = clusters + one
        first, clusters = clusters, 1 + max(found)
        left = [place for place in left if found[place] < 0]
        if left:
            _assign(pages, found, left, range(first, clusters))
            left = [place for place in left if found[place] < 0]
    return numbered(found)


def _spread(places: Sequence[int]) -> list[int]:
    return [places[at * len(places) // SAMPLE_PAGES] for at in range(SAMPLE_PAGES)]


def _assign(
    pages: Sequence[PageFeatures], found: list[int], left: Sequence[int], clusters: range
) -> None:
    """Note the cluster of each page left that is like one of these."""
    members: dict[int, list[PageFeatures]] = {}
    for page, one in zip(pages, found, strict=True):
        if one in clusters:
            members.setdefault(one, []).append(page)
    large = [one for one in clusters if len(members[one]) >= MIN_CLUSTER_PAGES]
    signatures: list[TemplateSignature] = template_signatures([members[one] for one in large], {})
    for place in left:
        match = best_match(pages[place], signatures)
        if match is not None:
            found[place] = large[match[0]]
