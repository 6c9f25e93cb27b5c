"""Clusters of one site's pages without a distance threshold: micro-clusters, joined by evidence.

Pages of a site share so much that no distance separates templates on all sites. So clusters are
made too fine first (:func:`micro_clusters`), and two of them are joined unless each has something
of its own. Atoms are weighted by their agreement with the rest: whatever crosses the templates is
boilerplate.

For two clusters and each atom, the gain is the number of bits saved in coding the pages with the
atom if the clusters are separate: with a uniform prior the code of k of n pages is ``log2(n + 1) +
log2 C(n, k)`` bits. Gains are summed separately for atoms more common in one cluster and in the
other, and the geometric mean of both sums counts: an optional block, however large, is evidence in
one direction only. The mean is

- divided by a root of the site's pages (to the power of .3), so that few pages can be separated as
  well as many;
- multiplied by the root of the labels on nearly all pages of one cluster and hardly any of the
  other, for the cluster with fewer, and by a lower power (.15) of the other's: pages of two
  templates differ in more than details, and bare pages must not join all other clusters;
- divided by the root of the labels common to both and missing on the site's other pages: two
  clusters with something in common that is found nowhere else are one template.

Pages of two designs are never joined: they share hardly anything. A redesigned site with some old
pages left, a blog beside a shop, several sites in one folder: hardly one in ten of the smaller
page's pairs is on the other page. Pages of two templates of one design share half of them and more,
since they have the boilerplate in common.

An optional block of forty classes is on a page or is not: as forty features it would be forty
witnesses for a separate template. Features on exactly the same pages are one atom, with the number
of features as its size.

Boilerplate divides the pages of a site across its templates, and so separates none. A header in
another language, an optional sidebar, a full basket: each divides the pages of all templates alike.
Templates are kinds of pages, and kinds of kinds: for two atoms that indicate them, the pages of one
are a subset of the other's, or none has both, or all have one of them. If there are pages with
both, with either and with neither (the four-gamete test, Hudson and Kaplan 1985), the atoms are
unrelated, and only one of them can indicate templates.

Two atoms cross to the degree that the rarest of the four cases is as common as by chance; they
agree to the degree that they are correlated and do not cross. An atom's weight is its agreement
with the rest over its agreement and crossings, each of the rest counted by its own weight: the
division supported by most of the site's atoms stays, and atoms that cross it count for little. So
does content, such as tables and emphasis on some pages of every template.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import pairwise
from math import inf, lgamma, log, log2, nextafter
from operator import mul
from random import Random
from typing import Any, Final

from scrapy_treesim.similarity._linkage_cy import join_clusters
from scrapy_treesim.templates.match.signature import PageFeatures, template_signatures


@dataclass(frozen=True, slots=True)
class Atoms:
    """Atoms of a set of pages: groups of features on exactly the same pages."""

    size: array[float]
    """Number of features of each atom."""
    start: array[int]
    """First entry of each page in :attr:`items`; one entry more than pages."""
    items: array[int]
    """Atoms of each page, ascending."""

    def __len__(self) -> int:
        return len(self.size)

    def matrix(self) -> Any:
        """Return a row for each page with 1 for each of its atoms, else 0."""
        import numpy as np

        has = np.zeros((len(self.start) - 1, len(self)))
        for row, (start, stop) in zip(has, pairwise(self.start), strict=True):
            row[self.items[start:stop]] = 1.0
        return has


MAX_ATOMS: Final = 5_000
"""Most atoms, ranked by size times evenness of the division of the pages."""
CONTENT: Final = 40
"""Inverse of the least share of pages with a feature; rarer ones are content, however many pages
have them."""


def atoms_of(pages: Sequence[Sequence[int]]) -> Atoms:
    """Return the atoms of pages with these numbers of features, distinct on a page.

    Features of a single page, or of fewer than one page in :data:`CONTENT`, are content and left
    out; so are features of all pages. O(features of all pages).
    """
    counts = Counter(feature for page in pages for feature in page)
    least = max(2, len(pages) // CONTENT)
    # The set of pages with a feature, as the sum of the pages' random numbers.
    draw = Random(0)
    mark_of = dict.fromkeys(
        (feature for feature, count in counts.items() if least <= count < len(pages)), 0
    )
    for page in pages:
        mark = draw.getrandbits(62)
        for feature in page:
            if feature in mark_of:
                mark_of[feature] += mark
    sizes = Counter(mark_of.values())
    if len(sizes) > MAX_ATOMS:
        on = {mark: counts[feature] for feature, mark in mark_of.items()}
        evenness = {
            mark: features * on[mark] * (len(pages) - on[mark]) for mark, features in sizes.items()
        }
        sizes = Counter(
            {mark: sizes[mark] for mark in nlargest(MAX_ATOMS, evenness, evenness.__getitem__)}
        )
        mark_of = {feature: mark for feature, mark in mark_of.items() if mark in sizes}
    number = {mark: index for index, mark in enumerate(sizes)}
    size = array("d", map(float, sizes.values()))
    start = array("i", [0])
    items = array("i")
    for page in pages:
        items.extend(sorted({number[mark_of[feature]] for feature in page if feature in mark_of}))
        start.append(len(items))
    return Atoms(size, start, items)


MAX_REFERENCES: Final = 400
"""Most atoms for comparison with all, those with the largest weights."""
ROUNDS: Final = 10
"""Number of iterations of the weights; they hardly change after five."""


def agreement_weights(atoms: Atoms, weights: array[float]) -> array[float]:
    """Return the weight of each atom by its agreement with the rest, in [0, 1].

    The rest is counted by weights. O(pages * atoms * MAX_REFERENCES).
    """
    # NumPy takes long to import; only learning needs it.
    import numpy as np

    references = sorted(nlargest(MAX_REFERENCES, range(len(atoms)), key=lambda atom: weights[atom]))
    on = atoms.matrix()
    on_references = on[:, references]
    reference_crossings = _crossings(on_references, on_references)
    weight = np.array([weights[atom] for atom in references])
    agreed = np.ones(len(references))
    for _ in range(ROUNDS):
        agreed = _share_of_agreement(reference_crossings, weight * agreed)
    shares = _share_of_agreement(_crossings(on, on_references), weight * agreed)
    return array("d", shares.tolist())


def _crossings(on: Any, references: Any) -> tuple[Any, Any]:
    """Return the degrees of crossing and of agreement of each atom with each reference.

    From matrices of pages and atoms: the frequency of each of the four cases over that by chance.
    """
    import numpy as np

    both = on.T @ references
    has, ref_has = on.sum(0)[:, None], references.sum(0)[None, :]
    lacks, ref_lacks = len(on) - has, len(on) - ref_has
    with np.errstate(divide="ignore", invalid="ignore"):
        least = np.minimum(both / (has * ref_has), (has - both) / (has * ref_lacks))
        least = np.minimum(least, (ref_has - both) / (lacks * ref_has))
        least = np.minimum(least, (lacks - ref_has + both) / (lacks * ref_lacks))
        cross = np.clip(least * len(on), 0.0, 1.0)
        agree = np.abs(len(on) * both - has * ref_has) / np.sqrt(has * ref_has * lacks * ref_lacks)
        agree = (1.0 - cross) * agree
    # An atom of all pages, or of none, indicates nothing.
    return np.nan_to_num(cross, posinf=0.0), np.nan_to_num(agree, posinf=0.0)


def _share_of_agreement(crossings: tuple[Any, Any], weight: Any) -> Any:
    import numpy as np

    crossed, agreed = (matrix @ weight for matrix in crossings)
    return np.where(crossed > 0, agreed / np.where(crossed > 0, agreed + crossed, 1.0), 1.0)


MIN_SHARED: Final = 0.12
"""Least share of the smaller page's pairs in common of two pages of one design."""


def designs(pages: Sequence[PageFeatures], group: Sequence[int]) -> list[list[int]]:
    """Return the page indices of each design, from the first page of each page's micro-cluster.

    Average linkage of the micro-clusters' first pages. O(micro-clusters^2 * pairs of a page).
    """
    leaders = sorted(set(group))
    pairs = [frozenset(pages[leader].pairs) for leader in leaders]
    count = len(leaders)
    distance = array("d", bytes(8 * count * count))
    for i, leader_pairs in enumerate(pairs):
        for j in range(i):
            least = min(len(leader_pairs), len(pairs[j]))
            share = len(leader_pairs & pairs[j]) / least if least else 1.0
            distance[i * count + j] = distance[j * count + i] = 1 - share
    sizes = Counter(group)
    size = array("i", [sizes[leader] for leader in leaders])
    index_of = {page: index for index, page in enumerate(leaders)}
    design, chain = (array("i", bytes(4 * count)) for _ in range(2))
    join_clusters(distance, size, nextafter(1 - MIN_SHARED, inf), True, design, chain)
    members: dict[int, list[int]] = {}
    for index, leader in enumerate(group):
        members.setdefault(design[index_of[leader]], []).append(index)
    return [*members.values()]


TOO_FAR: Final = 0.45
"""Largest distance of two pages in one micro-cluster; .5 does about as well."""


def micro_clusters(atoms: Atoms, weights: array[float]) -> array[int]:
    """Return the first page of each page's micro-cluster; O(pages^2).

    The distance of pages is the weighted Jaccard distance of their atoms; complete linkage, so that
    all pages of a micro-cluster are near each other.
    """
    import numpy as np

    pages = len(atoms.start) - 1
    on, weight = atoms.matrix(), np.array(weights)
    both, total = (on * weight) @ on.T, on @ weight
    either = total[:, None] + total[None, :] - both
    # Pages without atoms are equal to each other.
    distances = np.where(either > 0, 1.0 - both / np.where(either > 0, either, 1.0), 0.0)
    distance = array("d", distances.clip(0.0).ravel().tolist())
    group, chain = (array("i", bytes(4 * pages)) for _ in range(2))
    limit = nextafter(TOO_FAR, inf)
    join_clusters(distance, array("i", [1] * pages), limit, False, group, chain)
    return group


LIMIT: Final = 4.0
"""Largest distance of two clusters of one template. From 3 to 5 about the same."""
MIN_GAIN: Final = 0.02
"""Least gain in similarity that moves a page to another cluster."""


def cluster(pages: Sequence[PageFeatures]) -> list[int]:
    """Return the number of each page's cluster, from 0, in order of first occurrence.

    Pages of different designs, such as of different sites, are clustered separately. O(pages^2).
    """
    if len(pages) < 2:
        return [0] * len(pages)
    fine = _micro_clusters(pages)
    parts = designs(pages, fine.group)
    if len(parts) == 1:
        return numbered(_join_pages(pages, fine))
    clusters = [(0, 0)] * len(pages)
    for number, indices in enumerate(parts):
        group = [pages[index] for index in indices]
        for index, inner in zip(indices, _join_pages(group, _micro_clusters(group)), strict=True):
            clusters[index] = number, inner
    return numbered(clusters)


@dataclass(frozen=True, slots=True)
class _FineClusters:
    """Micro-clusters with their atoms and weights."""

    group: array[int]
    """First page of each page's micro-cluster."""
    pairs: Atoms
    labels: Atoms
    agreement: array[float]
    """Agreement weight of each atom of pairs."""


def _micro_clusters(pages: Sequence[PageFeatures]) -> _FineClusters:
    pairs = atoms_of([page.pairs for page in pages])
    labels = atoms_of([page.labels for page in pages])
    # The larger an atom is, the larger its weight.
    weights = array("d", [1 + log(size) for size in pairs.size])
    agreement = agreement_weights(pairs, weights)
    group = micro_clusters(pairs, array("d", map(mul, weights, agreement)))
    return _FineClusters(group, pairs, labels, agreement)


def _join_pages(pages: Sequence[PageFeatures], fine: _FineClusters) -> list[int]:
    """Return the cluster of each page of one design."""
    index_of = {first: index for index, first in enumerate(sorted(set(fine.group)))}
    joined = _Clusters([index_of[first] for first in fine.group], fine).join(LIMIT)
    return _reassign(pages, [joined[index_of[first]] for first in fine.group])


def _reassign(pages: Sequence[PageFeatures], clusters: Sequence[int]) -> list[int]:
    """Move pages that are more similar to another cluster's pages to that cluster."""
    members: dict[int, list[PageFeatures]] = {}
    for page, current in zip(pages, clusters, strict=True):
        members.setdefault(current, []).append(page)
    signatures = dict(zip(members, template_signatures([*members.values()]), strict=True))
    settled = []
    for page, current in zip(pages, clusters, strict=True):
        agreements = {number: signature.agreement(page) for number, signature in signatures.items()}
        best = max(agreements, key=lambda number: agreements[number])
        settled.append(best if agreements[best] > agreements[current] + MIN_GAIN else current)
    return settled


def numbered(clusters: Sequence[object]) -> list[int]:
    """Renumber clusters from 0 in order of first occurrence."""
    number: dict[object, int] = {}
    return [number.setdefault(cluster_key, len(number)) for cluster_key in clusters]


ONE_SIDED: Final = 0.15
"""Power of the labels of only one cluster, for the cluster with more."""
SITE: Final = 0.3
"""Power of the number of the site's pages that divides the gains."""
AT_ONCE: Final = 100
"""Most clusters that are compared with one at a time."""


class _Clusters:
    """Agglomerative clusters of one site's pages, at first of ``group``; the nearest join first."""

    def __init__(self, group: Sequence[int], fine: _FineClusters) -> None:
        import numpy as np

        in_cluster = np.zeros((max(group) + 1, len(group)))
        in_cluster[group, range(len(group))] = 1.0
        self._site_pages = len(group)
        self._pages = in_cluster.sum(1).astype(int)
        self._pair_counts = (in_cluster @ fine.pairs.matrix()).astype(int)
        self._label_counts = in_cluster @ fine.labels.matrix()
        self._site_labels = self._label_counts.sum(0)
        self._weight = np.sqrt(fine.pairs.size) * fine.agreement
        self._label_weight = np.array(fine.labels.size)
        # Bits to code k of n pages: those of n, less those of k and of n - k.
        counts = range(len(group) + 1)
        self._choices = np.array([lgamma(n + 1) / log(2) for n in counts])
        self._total_bits = self._choices + np.array([log2(n + 1) for n in counts])
        self._price = log2(max(2, len(fine.pairs))) / 2
        self._site_factor = len(group) ** SITE

    def join(self, limit: float) -> list[int]:
        """Join clusters up to a distance of ``limit``; return the final cluster of each."""
        import numpy as np

        count = len(self._pages)
        into = [*range(count)]
        distances = np.full((count, count), inf)
        for index in range(1, count):
            distances[index, :index] = self._distances(index, range(index))
        while count > 1 and (least := distances.min()) <= limit:
            high, low = divmod(int(np.flatnonzero(distances == least)[-1]), count)
            for counts in (self._pages, self._pair_counts, self._label_counts):
                counts[low] += counts[high]
            distances[high] = distances[:, high] = inf
            into = [low if number == high else number for number in into]
            alive = sorted({*into} - {low})
            for other, distance in zip(alive, self._distances(low, alive), strict=True):
                distances[max(low, other), min(low, other)] = distance
        return into

    def _distances(self, index: int, candidates: Sequence[int]) -> Any:
        """Return the distances of a cluster to each candidate: evidence for two templates."""
        import numpy as np

        batches = [[*candidates[i : i + AT_ONCE]] for i in range(0, len(candidates), AT_ONCE)]
        values = [
            self._evidence(index, batch) * self._separation(index, batch) for batch in batches
        ]
        return np.concatenate(values) if values else ()

    def _evidence(self, index: int, candidates: list[int]) -> Any:
        """Return the geometric mean of the gains in both directions."""
        import numpy as np

        k, n = self._pair_counts[index], self._pages[index]
        its_k, its_n = self._pair_counts[candidates], self._pages[candidates, None]
        gain = self._code(n + its_n, k + its_k) - self._code(n, k) - self._code(its_n, its_k)
        gain = np.maximum(gain * self._weight - self._price, 0.0)
        more = k / n > its_k / its_n
        up, down = (gain * more).sum(1), (gain * ~more).sum(1)
        return np.sqrt((up + 0.5) * (down + 0.5)) / self._site_factor

    def _code(self, n: Any, k: Any) -> Any:
        return self._total_bits[n] - self._choices[k] - self._choices[n - k]

    def _separation(self, index: int, candidates: list[int]) -> Any:
        """Return the factor of labels of only one cluster, over labels of only these two."""
        import numpy as np

        labels, its_labels = self._label_counts[index], self._label_counts[candidates]
        rate, its_rate = labels / self._pages[index], its_labels / self._pages[candidates, None]
        rest = self._site_pages - self._pages[index] - self._pages[candidates, None]
        elsewhere = (self._site_labels - labels - its_labels) / np.where(rest > 0, rest, inf)
        common = np.where((rate > 0) & (its_rate > 0), np.minimum(rate, its_rate) - elsewhere, 0.0)
        special = np.maximum(common, 0.0) @ self._label_weight
        exclusive = ((rate > 0.8) & (its_rate < 0.2)) @ self._label_weight
        its_exclusive = ((its_rate > 0.8) & (rate < 0.2)) @ self._label_weight
        least, most = np.minimum(exclusive, its_exclusive), np.maximum(exclusive, its_exclusive)
        return np.sqrt((least + 1) / (special + 1)) * (most + 1) ** ONE_SIDED
