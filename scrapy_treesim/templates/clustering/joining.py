"""Clusters of one site's pages, with no threshold of distance: fine ones, joined by evidence.

Pages of a site share so much that no distance tells one template from two, site after site. So
clusters are made too fine first (:func:`micro_clusters`), and two of them are joined unless each
side has something for its own. Atoms weigh by their agreement with others: what
crosses the templates is boilerplate.

For two clusters and each atom, the gain is how many bits fewer it takes to say which pages have it
when the clusters are separate: with a uniform prior the code of k of n pages is ``log2(n + 1) +
log2 C(n, k)`` bits. Gains are summed apart for what is commoner in one and in the other, and the
geometric mean of both sums counts: an optional block, however large, is evidence in one direction
only. The mean is taken

- over the root of the site's pages (to the power of .3), so that few can be separated as many can;
- times the root of the labels that nearly all pages of one have and hardly any of the other, of
  whichever has fewer, and a little (to the power of .15) of the other's: pages of two templates
  differ in more than details, and bare pages must not bring all others together;
- over the root of the labels that both have and the site's other pages have not: what two clusters
  alone have in common makes them one.

Pages of two designs are never joined: they share hardly anything. A site that was made anew and
kept its old pages, a blog beside a shop, several sites in one folder: of the pairs of the smaller
page hardly one in ten is on the other. Pages of two templates of one design share half of them and
more, for they have the boilerplate in common.

An optional block of forty classes is on a page or is not: as forty features it would be forty
witnesses for a template of its own. Features that the same pages have are one atom, whose size says
how large the block is.

Boilerplate divides the pages of a site across its templates, and so separates none. A header
in another language, a sidebar that some pages have, a full basket: each divides the pages
of all templates alike. Templates are kinds of pages, and kinds of kinds: of two atoms that indicate
them, the pages of one are among the pages of the other, or none has both, or all have one of them.
Where there are pages with both, with either and with neither (the four-gamete test, Hudson and
Kaplan 1985), the atoms are of different things, and only one of them can indicate templates.

Two atoms cross as far as the rarest of the four is as common as chance would have it; they agree as
far as they are correlated and do not cross. An atom's weight is its agreement with the others over
its agreement and crossings, each of the others counted by its own weight: the division that most of
the site's atoms bear out stays, and what crosses it counts for little. So does content, as tables
and emphasis that pages of every template have here and there.
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
    """The atoms of a set of pages."""

    size: array[float]
    """Number of features that each atom stands for."""
    start: array[int]
    """First entry of each page in :attr:`items`; one entry more than pages."""
    items: array[int]
    """The atoms of each page, ascending."""

    def __len__(self) -> int:
        return len(self.size)

    def matrix(self) -> Any:
        """A row for each page with 1 for each atom that it has, else 0."""
        import numpy as np

        has = np.zeros((len(self.start) - 1, len(self)))
        for row, (start, stop) in zip(has, pairwise(self.start), strict=True):
            row[self.items[start:stop]] = 1.0
        return has


MAX_ATOMS: Final = 5_000
"""Atoms that are kept: the largest, and those that divide the pages most evenly."""
CONTENT: Final = 40
"""Inverse of the share of pages below which a feature is content,
however many pages those are."""


def atoms_of(pages: Sequence[Sequence[int]]) -> Atoms:
    """The atoms of pages given as the numbers of their features, each once a page.

    What one page alone has, or one in :data:`CONTENT`, is content and left out; so is what all
    pages have. O(features of all pages).
    """
    found = Counter(feature for page in pages for feature in page)
    least = max(2, len(pages) // CONTENT)
    # Which pages have a feature, as the sum of the pages' random numbers.
    draw = Random(0)
    where = dict.fromkeys((one for one, count in found.items() if least <= count < len(pages)), 0)
    for page in pages:
        mark = draw.getrandbits(62)
        for feature in page:
            if feature in where:
                where[feature] += mark
    together = Counter(where.values())
    if len(together) > MAX_ATOMS:
        on = {mark: found[one] for one, mark in where.items()}
        evenness = {
            mark: many * on[mark] * (len(pages) - on[mark]) for mark, many in together.items()
        }
        together = Counter(
            {mark: together[mark] for mark in nlargest(MAX_ATOMS, evenness, evenness.__getitem__)}
        )
        where = {one: mark for one, mark in where.items() if mark in together}
    number = {mark: at for at, mark in enumerate(together)}
    size = array("d", map(float, together.values()))
    start = array("i", [0])
    items = array("i")
    for page in pages:
        items.extend(sorted({number[where[one]] for one in page if one in where}))
        start.append(len(items))
    return Atoms(size, start, items)


MAX_REFERENCES: Final = 400
"""Atoms that the others are compared with: those that weigh most."""
ROUNDS: Final = 10
"""Times that the weights are taken from those before; they hardly change any more after five."""


def agreement_weights(atoms: Atoms, weights: array[float]) -> array[float]:
    """The weight of each atom by its agreement with the others, in [0, 1].

    The others are counted by their weights. O(pages * atoms * MAX_REFERENCES).
    """
    # NumPy takes long to import, and only who learns pays for it.
    import numpy as np

    references = sorted(nlargest(MAX_REFERENCES, range(len(atoms)), key=lambda one: weights[one]))
    on = atoms.matrix()
    some = on[:, references]
    among = _crossings(some, some)
    weight = np.array([weights[one] for one in references])
    agreed = np.ones(len(references))
    for _ in range(ROUNDS):
        agreed = _share_of_agreement(among, weight * agreed)
    found = _share_of_agreement(_crossings(on, some), weight * agreed)
    return array("d", found.tolist())


def _crossings(on: Any, references: Any) -> tuple[Any, Any]:
    """The degree to which each atom crosses each reference, and agrees with it.

    By matrices of pages and atoms: each of the four that pages may have over what chance has.
    """
    import numpy as np

    both = on.T @ references
    one, other = on.sum(0)[:, None], references.sum(0)[None, :]
    none, neither = len(on) - one, len(on) - other
    with np.errstate(divide="ignore", invalid="ignore"):
        least = np.minimum(both / (one * other), (one - both) / (one * neither))
        least = np.minimum(least, (other - both) / (none * other))
        least = np.minimum(least, (none - other + both) / (none * neither))
        cross = np.clip(least * len(on), 0.0, 1.0)
        agree = np.abs(len(on) * both - one * other) / np.sqrt(one * other * none * neither)
        agree = (1.0 - cross) * agree
    # What all pages have, or none, indicates nothing.
    return np.nan_to_num(cross, posinf=0.0), np.nan_to_num(agree, posinf=0.0)


def _share_of_agreement(crossings: tuple[Any, Any], weight: Any) -> Any:
    import numpy as np

    crossed, agreed = (one @ weight for one in crossings)
    return np.where(crossed > 0, agreed / np.where(crossed > 0, agreed + crossed, 1.0), 1.0)


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
    led = Counter(group)
    size = array("i", [led[leader] for leader in first])
    place = {page: at for at, page in enumerate(first)}
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


LIMIT: Final = 4.0
"""Two clusters that are farther apart are two templates. From 3 to 5 about the same."""
MIN_GAIN: Final = 0.02
"""A page goes to another cluster if its similarity to that one's pages is higher by this."""


def cluster(pages: Sequence[PageFeatures]) -> list[int]:
    """The number of each page's cluster, from 0, in the order in which they first occur.

    Pages of several designs, as of several sites, are clustered apart. O(pages^2).
    """
    if len(pages) < 2:
        return [0] * len(pages)
    fine = _micro_clusters(pages)
    parts = designs(pages, fine.group)
    if len(parts) == 1:
        return numbered(_joined(pages, fine))
    found = [(0, 0)] * len(pages)
    for number, places in enumerate(parts):
        alone = [pages[place] for place in places]
        for place, inner in zip(places, _joined(alone, _micro_clusters(alone)), strict=True):
            found[place] = number, inner
    return numbered(found)


@dataclass(frozen=True, slots=True)
class _Fine:
    """Micro-clusters, and what they were made by."""

    group: array[int]
    """The first page of each page's micro-cluster."""
    pairs: Atoms
    labels: Atoms
    agreement: array[float]
    """Of each atom of pairs."""


def _micro_clusters(pages: Sequence[PageFeatures]) -> _Fine:
    pairs = atoms_of([page.pairs for page in pages])
    labels = atoms_of([page.labels for page in pages])
    # The larger an atom is, the more it weighs.
    weights = array("d", [1 + log(size) for size in pairs.size])
    agreement = agreement_weights(pairs, weights)
    group = micro_clusters(pairs, array("d", map(mul, weights, agreement)))
    return _Fine(group, pairs, labels, agreement)


def _joined(pages: Sequence[PageFeatures], fine: _Fine) -> list[int]:
    """The same for pages of one design."""
    place = {first: at for at, first in enumerate(sorted(set(fine.group)))}
    into = _Clusters([place[first] for first in fine.group], fine).join(LIMIT)
    return _settled(pages, [into[place[first]] for first in fine.group])


def _settled(pages: Sequence[PageFeatures], clusters: Sequence[int]) -> list[int]:
    """The same clusters, but for pages that are more similar to another's: these go there."""
    members: dict[int, list[PageFeatures]] = {}
    for page, one in zip(pages, clusters, strict=True):
        members.setdefault(one, []).append(page)
    signed = dict(zip(members, template_signatures([*members.values()]), strict=True))
    settled = []
    for page, one in zip(pages, clusters, strict=True):
        alike = {other: signature.agreement(page) for other, signature in signed.items()}
        best = max(alike, key=lambda other: alike[other])
        settled.append(best if alike[best] > alike[one] + MIN_GAIN else one)
    return settled


def numbered(clusters: Sequence[object]) -> list[int]:
    """The same clusters, with numbers from 0 in the order in which they first occur."""
    number: dict[object, int] = {}
    return [number.setdefault(one, len(number)) for one in clusters]


ONE_SIDED: Final = 0.15
"""The power of the labels that one cluster has for its own where the other has none."""
SITE: Final = 0.3
"""The power of the site's pages over which the gains are taken."""
AT_ONCE: Final = 100
"""Clusters that one is compared with at a time."""


class _Clusters:
    """Clusters of pages of one site, joined two by two, the least different first.

    ``group`` has the number of each page's cluster.
    """

    def __init__(self, group: Sequence[int], fine: _Fine) -> None:
        import numpy as np

        in_cluster = np.zeros((max(group) + 1, len(group)))
        in_cluster[group, range(len(group))] = 1.0
        self._of_the_site = len(group)
        self._pages = in_cluster.sum(1).astype(int)
        self._has = (in_cluster @ fine.pairs.matrix()).astype(int)
        self._named = in_cluster @ fine.labels.matrix()
        self._everywhere = self._named.sum(0)
        self._weight = np.sqrt(fine.pairs.size) * fine.agreement
        self._label_weight = np.array(fine.labels.size)
        # Bits that say which k of n pages have a feature: of n, less those of k and of n - k.
        of = range(len(group) + 1)
        self._choices = np.array([lgamma(n + 1) / log(2) for n in of])
        self._of_all = self._choices + np.array([log2(n + 1) for n in of])
        self._price = log2(max(2, len(fine.pairs))) / 2
        self._of_site = len(group) ** SITE

    def join(self, limit: float) -> list[int]:
        """The cluster that each ends in, joined while two are at most ``limit`` apart."""
        import numpy as np

        many = len(self._pages)
        into = [*range(many)]
        apart = np.full((many, many), inf)
        for one in range(1, many):
            apart[one, :one] = self._apart(one, range(one))
        while many > 1 and (least := apart.min()) <= limit:
            high, low = divmod(int(np.flatnonzero(apart == least)[-1]), many)
            for each in (self._pages, self._has, self._named):
                each[low] += each[high]
            apart[high] = apart[:, high] = inf
            into = [low if one == high else one for one in into]
            alive = sorted({*into} - {low})
            for other, degree in zip(alive, self._apart(low, alive), strict=True):
                apart[max(low, other), min(low, other)] = degree
        return into

    def _apart(self, one: int, others: Sequence[int]) -> Any:
        """The degree to which a cluster and each of some others are two templates."""
        import numpy as np

        some = [[*others[at : at + AT_ONCE]] for at in range(0, len(others), AT_ONCE)]
        found = [self._evidence(one, its) * self._own_share(one, its) for its in some]
        return np.concatenate(found) if found else ()

    def _evidence(self, one: int, others: list[int]) -> Any:
        """The geometric mean of the gains either way."""
        import numpy as np

        k, n = self._has[one], self._pages[one]
        its_k, its_n = self._has[others], self._pages[others, None]
        gain = self._code(n + its_n, k + its_k) - self._code(n, k) - self._code(its_n, its_k)
        gain = np.maximum(gain * self._weight - self._price, 0.0)
        more = k / n > its_k / its_n
        up, down = (gain * more).sum(1), (gain * ~more).sum(1)
        return np.sqrt((up + 0.5) * (down + 0.5)) / self._of_site

    def _code(self, n: Any, k: Any) -> Any:
        return self._of_all[n] - self._choices[k] - self._choices[n - k]

    def _own_share(self, one: int, others: list[int]) -> Any:
        """Labels that each has for its own, by those that both have and the rest has not."""
        import numpy as np

        named, its = self._named[one], self._named[others]
        rate, its_rate = named / self._pages[one], its / self._pages[others, None]
        rest = self._of_the_site - self._pages[one] - self._pages[others, None]
        elsewhere = (self._everywhere - named - its) / np.where(rest > 0, rest, inf)
        common = np.where((rate > 0) & (its_rate > 0), np.minimum(rate, its_rate) - elsewhere, 0.0)
        special = np.maximum(common, 0.0) @ self._label_weight
        own = ((rate > 0.8) & (its_rate < 0.2)) @ self._label_weight
        its_own = ((its_rate > 0.8) & (rate < 0.2)) @ self._label_weight
        least, most = np.minimum(own, its_own), np.maximum(own, its_own)
        return np.sqrt((least + 1) / (special + 1)) * (most + 1) ** ONE_SIDED
