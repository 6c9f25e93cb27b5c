"""The kind of each page that waits: one of a known signature, or a new cluster of its site.

Of a very large site a sample is clustered, the pages whose keys have the least hashes. Others that
are like one of its clusters are told by the signatures, and the rest is clustered in its turn. In a
second pass some pages of each new kind are read once more, for its outline and names.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from scrapy_treesim.corpus import SavedPage
from scrapy_treesim.executors import Workers
from scrapy_treesim.templates.clustering import METHODS
from scrapy_treesim.templates.drift import Expectation
from scrapy_treesim.templates.learn.reading import features_in, from_bytes
from scrapy_treesim.templates.learn.work import LEFT, WorkFile
from scrapy_treesim.templates.match.signature import (
    PageFeatures,
    TemplateSignature,
    best_match,
    feature_names,
    features_of,
    medoid_of,
    template_signatures,
)
from scrapy_treesim.templates.outline.induction import induce
from scrapy_treesim.templates.outline.template_outline import TemplateOutline
from scrapy_treesim.templates.template import MAX_ADDRESS, Template

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree


SAMPLE_PAGES: Final = 2_000
"""Pages of a site that are clustered at a time."""

MAX_EXAMINED: Final = 20
"""Pages of a cluster that are read once more; the medoid is one of them."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A cluster of pages that is to be a template."""

    number: int
    site: str
    key: str
    """Of the medoid."""
    url: str
    """Of the medoid; empty where it has none."""
    examined: tuple[str, ...]
    """Keys of pages to be read once more, the medoid first."""


@dataclass(frozen=True, slots=True)
class ClusterOrder:
    """An order to cluster some pages of one site, for one worker."""

    features: list[bytes]
    """Packed, like what follows."""
    readings: list[bytes]
    """What the method goes by; none where that is the features."""
    method: str
    min_pages: int


def cluster_pages(order: ClusterOrder) -> list[list[int]]:
    """The clusters of enough pages, as places of pages, the medoid first.

    The largest comes first; of equals that of the first page.
    """
    features = features_in(order.features)
    readings = [*map(from_bytes, order.readings)] or features
    members: dict[int, list[int]] = {}
    for place, cluster in enumerate(METHODS[order.method].cluster(readings)):
        members.setdefault(cluster, []).append(place)
    found = []
    for places in sorted(members.values(), key=lambda places: (-len(places), places[0])):
        if len(places) >= order.min_pages:
            medoid = places[medoid_of([features[place] for place in places])]
            found.append([medoid, *(place for place in places if place != medoid)])
    return found


def new_kinds(
    file: WorkFile, workers: Workers, method: str, min_pages: int, first: int
) -> list[Kind]:
    """Cluster what waits in the work file, site by site; kinds are numbered from ``first``.

    A page of no kind goes on waiting if its site has pages that were not looked at.
    """
    waiting = file.waiting()
    kinds: list[Kind] = []
    under_way: deque[tuple[str, list[int]]] = deque()
    orders = _orders(file, waiting, method, min_pages, under_way)
    for clusters in workers.each(cluster_pages, orders):
        site, pages = under_way.popleft()
        kind_of: dict[int, int] = {}
        for places in clusters:
            members = [pages[place] for place in places]
            kind = _kind(file, first + len(kinds), site, members)
            kind_of.update((page, kind.number) for page in members)
            kinds.append(kind)
        if waiting[site] <= SAMPLE_PAGES or not clusters:
            kind_of = {page: kind_of.get(page, LEFT) for page in pages}
        file.set_kind(kind_of)
    return kinds


def _orders(
    file: WorkFile,
    waiting: Iterable[str],
    method: str,
    min_pages: int,
    under_way: deque[tuple[str, list[int]]],
) -> Iterator[ClusterOrder]:
    """The orders to cluster; the site and the pages of each are added to ``under_way``."""
    for site in waiting:
        pages = file.pages(site, None, SAMPLE_PAGES)
        under_way.append((site, [page.number for page in pages]))
        own = [page.reading for page in pages] if all(page.reading for page in pages) else []
        yield ClusterOrder([page.features for page in pages], own, method, min_pages)


def _kind(file: WorkFile, number: int, site: str, members: Sequence[int]) -> Kind:
    examined = file.named(members[:MAX_EXAMINED])
    key, url = examined[0]
    return Kind(number, site, key, url, tuple(key for key, _ in examined))


AT_ONCE: Final = 500
"""Pages that a worker is given at a time."""


@dataclass(frozen=True, slots=True)
class AssignOrder:
    """An order to assign some pages to kinds, for one worker."""

    numbers: tuple[int, ...]
    """Of the pages in the work file."""
    pages: list[bytes]
    """Their features, packed."""
    kinds: tuple[tuple[int, TemplateSignature], ...]
    """Their numbers and signatures."""


def assign(order: AssignOrder) -> dict[int, int]:
    """The kind of each page that is of one, by the pages' numbers."""
    signatures = [signature for _, signature in order.kinds]
    found: dict[int, int] = {}
    for number, features in zip(order.numbers, features_in(order.pages), strict=True):
        if match := best_match(features, signatures):
            found[number] = order.kinds[match[0]][0]
    return found


def assign_waiting(
    file: WorkFile, workers: Workers, site: str, kinds: Sequence[tuple[int, TemplateSignature]]
) -> None:
    """Note of all pages of a site that wait whether they are of one of these kinds."""
    for kind_of in workers.each(assign, _assign_orders(file, site, tuple(kinds))):
        file.set_kind(kind_of)


def _assign_orders(
    file: WorkFile, site: str, kinds: tuple[tuple[int, TemplateSignature], ...]
) -> Iterator[AssignOrder]:
    after = -1
    while pages := file.pages(site, None, AT_ONCE, after):
        after = pages[-1].mark
        features = [page.features for page in pages]
        yield AssignOrder(tuple(page.number for page in pages), features, kinds)


UNSIGNED: Final = TemplateSignature({}, frozenset(), 1.0)
"""The signature of a template in the making, which no page is like."""
MIN_MATCHED: Final = 0.1
"""Share of a kind's own pages that its signature tells; with fewer it is no template."""
GROUP: Final = 500
"""Pages of a kind that its signature is made of."""


@dataclass(frozen=True, slots=True)
class SignOrder:
    """The kinds of one site, and the names of their features."""

    groups: tuple[list[bytes], ...]
    names: dict[int, str]


def describe(pages: Sequence[SavedPage]) -> tuple[TemplateOutline | None, dict[int, str]]:
    """The outline of some pages of a kind, the first in their middle, and their features' names."""
    trees: list[PageTree] = []
    for saved in pages:
        try:
            trees.append(saved.page().tree)
        except Exception:
            # It was read before: the file has changed since.
            continue
    return induce(trees) if trees else None, _names(trees)


def _names(trees: Sequence[PageTree]) -> dict[int, str]:
    """The names of features that more than one page has, and of others of the pages with these."""
    found = [frozenset(features_of(tree).pairs) for tree in trees]
    on = Counter(feature for features in found for feature in features)
    common = {feature for feature, pages in on.items() if pages > 1 or len(trees) == 1}
    names: dict[int, str] = {}
    for tree, features in zip(trees, found, strict=True):
        # To name them takes longer than to parse the page.
        if features & common - names.keys():
            names.update(feature_names(tree))
    return names


def sign(order: SignOrder) -> list[tuple[TemplateSignature, Expectation]]:
    """The signature of each kind, and how it does on the pages it was made of."""
    groups = [*map(features_in, order.groups)]
    signatures = template_signatures(groups, order.names)
    return [
        (signature, _expectation(signatures, place, group))
        for place, (signature, group) in enumerate(zip(signatures, groups, strict=True))
    ]


def _expectation(
    signatures: Sequence[TemplateSignature], place: int, group: Sequence[PageFeatures]
) -> Expectation:
    found = [best_match(features, signatures) for features in group]
    return Expectation.of(
        (match[1], ()) if match is not None and match[0] == place else None for match in found
    )


def draft(
    file: WorkFile,
    workers: Workers,
    pages: Iterable[SavedPage],
    new: Sequence[Kind],
    before: Mapping[int, Template],
) -> dict[int, Template]:
    """The kinds as templates by their numbers, those of before on sites with new ones signed anew.

    ``pages`` are those that are to be examined. A kind of which none is there any more is left out.
    """
    for page in pages:
        file.keep(page)
    drafts = {**before}
    described = workers.each(describe, (file.kept(kind.examined) for kind in new))
    for kind, (outline, names) in zip(new, described, strict=True):
        if outline is None:
            file.dissolve(kind.number)
            continue
        medoid = (kind.url or kind.key)[:MAX_ADDRESS]
        drafts[kind.number] = Template(UNSIGNED, kind.site, medoid=medoid, outline=outline)
        file.keep_names(kind.site, names)
    file.forget_bodies()
    sites = {kind.site for kind in new}
    of_site: dict[str, list[int]] = {}
    for number, one in sorted(drafts.items()):
        if one.site in sites:
            of_site.setdefault(one.site, []).append(number)
    signed = workers.each(sign, _sign_orders(file, of_site))
    for numbers, signatures in zip(of_site.values(), signed, strict=True):
        for number, (signature, expected) in zip(numbers, signatures, strict=True):
            if expected.matched < MIN_MATCHED:
                file.dissolve(number)
                del drafts[number]
                continue
            drafts[number] = replace(drafts[number], signature=signature, expected=expected)
    return drafts


def _sign_orders(file: WorkFile, of_site: Mapping[str, Sequence[int]]) -> Iterator[SignOrder]:
    for site, numbers in of_site.items():
        groups = [file.pages(site, number, GROUP) for number in numbers]
        packed = tuple([page.features for page in pages] for pages in groups)
        yield SignOrder(packed, file.names(site))
