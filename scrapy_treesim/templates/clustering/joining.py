"""Clusters of one site's pages, with no threshold of distance: fine ones, joined by evidence.

Pages of a site share so much that no distance tells one template from two, site after site. So
clusters are made too fine first (:func:`micro_clusters`), and two of them are joined unless each
side has something for its own. Atoms (:mod:`.atoms`) weigh what they are worth: what crosses the
templates is chrome. Of many pages a sample is clustered and the others are assigned, so that time
is near-linear.

For two clusters and each atom, the gain is how many bits fewer it takes to say which pages have it
when the clusters are told apart: with a uniform prior the code of k of n pages is ``log2(n + 1) +
log2 C(n, k)`` bits. Gains are summed apart for what is commoner in one and in the other, and the
geometric mean of both sums counts: an optional block, however large, is evidence in one direction
only. The mean is taken

- over the root of the site's pages (to the power of .3), so that few can be told apart as many can;
- times the root of the labels that nearly all pages of one have and hardly any of the other, of
  whichever has fewer, and a little (to the power of .15) of the other's: pages of two templates
  differ in more than details, and bare pages must not bring all others together;
- over the root of the labels that both have and the site's other pages have not: what two clusters
  alone have in common makes them one.

Pages of two designs are never joined: they share hardly anything. A site that was made anew and
kept its old pages, a blog beside a shop, several sites in one folder: of the pairs of the smaller
page hardly one in ten is on the other. Pages of two templates of one design share half of them and
more, for they have the chrome in common.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, lgamma, log, log2, nextafter, sqrt
from operator import mul
from typing import TYPE_CHECKING, Final

from scrapy_treesim.similarity._linkage_cy import join_clusters
from scrapy_treesim.templates.clustering._clusters_cy import Joining
from scrapy_treesim.templates.clustering.atoms import Atoms, atoms_of, worths
from scrapy_treesim.templates.match.signature import (
    TemplateSignature,
    best_match,
    template_signatures,
)

if TYPE_CHECKING:
    from scrapy_treesim.templates.match.signature import PageFeatures


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


TOO_FAR: Final = 0.45
"""Distance beyond which two pages are never in one micro-cluster; .5 does about as well."""


def micro_clusters(atoms: Atoms, weights: array[float]) -> array[int]:
    """The first page of each page's micro-cluster; O(pages^2).

    Pages are as far apart as their atoms differ (weighted Jaccard); complete linkage, so that no
    page of a micro-cluster is far from another.
    """
    import numpy as np

    pages = len(atoms.start) - 1
    on, weight = atoms.matrix(), np.array(weights)
    both, total = (on * weight) @ on.T, on @ weight
    either = total[:, None] + total[None, :] - both
    # Pages without atoms are equal to each other.
    apart = np.where(either > 0, 1.0 - both / np.where(either > 0, either, 1.0), 0.0)
    distance = array("d", apart.clip(0.0).ravel().tolist())
    group, chain = (array("i", bytes(4 * pages)) for _ in range(2))
    limit = nextafter(TOO_FAR, inf)
    join_clusters(distance, array("i", [1] * pages), limit, False, group, chain)
    return group


def _weights(atoms: Atoms) -> array[float]:
    """Each atom weighs the more, the evener it divides the pages and the larger it is."""
    pages = len(atoms.start) - 1
    sizes = zip(atoms.counts(), atoms.size, strict=True)
    return array("d", [_entropy(k / pages) * (1 + log(size)) for k, size in sizes])


def _entropy(share: float) -> float:
    if not 0 < share < 1:
        return 0.0
    return -share * log2(share) - (1 - share) * log2(1 - share)


LIMIT: Final = 4.0
"""Two clusters that are farther apart are two templates. From 3 to 5 about the same."""
MIN_GAIN: Final = 0.02
"""A page goes to another cluster if its similarity to that one's pages is higher by this."""
WITNESSES: Final = 80
"""More pages than this are as much evidence as this many: pages of a site are not independent."""


def joined(pages: Sequence[PageFeatures]) -> list[int]:
    """The number of each page's cluster, from 0, in the order in which they first occur.

    O(pages^2): see :func:`cluster` for many.
    """
    if len(pages) < 2:
        return [0] * len(pages)
    fine = _micro_clusters(pages)
    parts = designs(pages, fine.group)
    if len(parts) == 1:
        return numbered(_joined(pages, fine))
    found = [0] * len(pages)
    clusters = 0
    for places in parts:
        part = [pages[place] for place in places]
        inner = _joined(part, _micro_clusters(part))
        for place, one in zip(places, inner, strict=True):
            found[place] = clusters + one
        clusters += 1 + max(inner)
    return numbered(found)


@dataclass(frozen=True, slots=True)
class _Fine:
    """Micro-clusters, and what they were made by."""

    group: array[int]
    """The first page of each page's micro-cluster."""
    pairs: Atoms
    labels: Atoms
    pairs_worth: array[float]
    labels_worth: array[float]


def _micro_clusters(pages: Sequence[PageFeatures]) -> _Fine:
    pairs = atoms_of([page.pairs for page in pages])
    labels = atoms_of([page.labels for page in pages], on_all=True)
    weights = _weights(pairs)
    pairs_worth, labels_worth = worths(pairs, weights, labels)
    group = micro_clusters(pairs, array("d", map(mul, weights, pairs_worth)))
    return _Fine(group, pairs, labels, pairs_worth, labels_worth)


def _joined(pages: Sequence[PageFeatures], fine: _Fine) -> list[int]:
    """The same for pages of one design."""
    place = {first: at for at, first in enumerate(sorted(set(fine.group)))}
    into = _join(
        [place[first] for first in fine.group], len(place),
        fine.pairs, array("d", map(mul, map(sqrt, fine.pairs.size), fine.pairs_worth)),
        fine.labels, array("d", map(mul, fine.labels.size, fine.labels_worth)),
    )  # fmt: skip
    return _settled(pages, [into[place[first]] for first in fine.group])


def _settled(pages: Sequence[PageFeatures], clusters: Sequence[int]) -> list[int]:
    """The same clusters, but for pages that are more similar to another's: these go there."""
    members: dict[int, list[PageFeatures]] = {}
    for page, one in zip(pages, clusters, strict=True):
        members.setdefault(one, []).append(page)
    signed = dict(zip(members, template_signatures([*members.values()], {}), strict=True))
    settled = []
    for page, one in zip(pages, clusters, strict=True):
        alike = {other: signature.agreement(page) for other, signature in signed.items()}
        best = max(alike, key=lambda other: alike[other])
        settled.append(best if alike[best] > alike[one] + MIN_GAIN else one)
    return settled


def numbered(clusters: Sequence[int]) -> list[int]:
    """The same clusters, with numbers from 0 in the order in which they first occur."""
    number: dict[int, int] = {}
    return [number.setdefault(one, len(number)) for one in clusters]


def _join(
    cluster: Sequence[int], count: int,
    pairs: Atoms, pair_weights: array[float], labels: Atoms, label_weights: array[float],
) -> array[int]:  # fmt: skip
    """The cluster that each of ``count`` clusters of pages ends in."""
    pages = array("d", bytes(8 * count))
    for one in cluster:
        pages[one] += 1
    scale = min(1.0, WITNESSES / len(cluster))
    joining = Joining(
        pages, _counted(cluster, count, pairs), pair_weights,
        _counted(cluster, count, labels), label_weights,
        array("d", [log2(n * scale + 1) for n in range(len(cluster) + 1)]),
        array("d", [lgamma(n * scale + 1) / log(2) for n in range(len(cluster) + 1)]),
        log2(max(2, len(pairs))) / 2, len(cluster) * scale,
    )  # fmt: skip
    alive, into = (array("i", bytes(4 * count)) for _ in range(2))
    joining.join_all(LIMIT, array("d", bytes(8 * count * count)), alive, into)
    return into


def _counted(cluster: Sequence[int], count: int, atoms: Atoms) -> array[float]:
    """For each cluster, the pages of it that have each atom."""
    has = array("d", bytes(8 * count * len(atoms)))
    for page, one in enumerate(cluster):
        for atom in atoms.of(page):
            has[one * len(atoms) + atom] += 1.0
    return has


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
