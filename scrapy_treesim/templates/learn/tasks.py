"""Tasks of learning: read pages, cluster them, tell their kinds, describe templates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scrapy_treesim.corpus import SavedPage
from scrapy_treesim.templates.clustering import METHODS
from scrapy_treesim.templates.drift import Expectation
from scrapy_treesim.templates.learn.error_pages import is_error_page
from scrapy_treesim.templates.learn.work import PageRead, WorkPage
from scrapy_treesim.templates.match.signature import (
    PageFeatures,
    TemplateSignature,
    best_match,
    feature_names,
    features_of,
    medoid_of,
    template_signatures,
)
from scrapy_treesim.templates.outline import TemplateOutline, induce

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree


def read_batch(pages: Sequence[SavedPage], method: str, keep_errors: bool) -> list[PageRead]:
    """Parse the pages and take their features; a page that cannot be read only says so."""
    return [_read(page, method, keep_errors) for page in pages]


def _read(saved: SavedPage, method: str, keep_errors: bool) -> PageRead:
    try:
        page = saved.page()
        if not keep_errors and is_error_page(page, saved.status):
            return PageRead(saved.key, saved.url, "error")
        reading = METHODS[method].read(page.tree)
        if isinstance(reading, PageFeatures):
            return PageRead(saved.key, saved.url, "page", reading)
        return PageRead(saved.key, saved.url, "page", features_of(page.tree), reading)
    except Exception:
        # Whatever a page brings about is counted, and the next one is read.
        return PageRead(saved.key, saved.url, "failed")


def cluster_pages(
    site: tuple[str, Sequence[WorkPage]], method: str, min_pages: int
) -> tuple[str, list[int], list[list[int]]]:
    """The site, the numbers of its pages, and those of its clusters of enough pages.

    Of each cluster the medoid comes first. The largest comes first; of equals that of the first
    page.
    """
    name, pages = site
    readings: list[Any] = [
        page.features if page.reading is None else page.reading for page in pages
    ]
    members: dict[int, list[WorkPage]] = {}
    for page, cluster in zip(pages, METHODS[method].cluster(readings), strict=True):
        members.setdefault(cluster, []).append(page)
    found = []
    for group in sorted(members.values(), key=len, reverse=True):
        if len(group) >= min_pages:
            medoid = group.pop(medoid_of([page.features for page in group]))
            found.append([page.number for page in (medoid, *group)])
    return name, [page.number for page in pages], found


def assign(
    pages: Sequence[WorkPage], kinds: Sequence[tuple[int, TemplateSignature]]
) -> dict[int, int]:
    """The kind of each page that is of one of these, by the page's number."""
    signatures = [signature for _, signature in kinds]
    matches = {page.number: best_match(page.features, signatures) for page in pages}
    return {number: kinds[match[0]][0] for number, match in matches.items() if match}


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


def sign(
    site: tuple[Sequence[Sequence[PageFeatures]], Mapping[int, str]],
) -> list[tuple[TemplateSignature, Expectation]]:
    """The signature of each kind of a site, and how it does on the pages it was made of.

    Given are the features of pages of each kind, and the names of features.
    """
    groups, names = site
    signatures = template_signatures(groups, names)
    found = []
    for number, group in enumerate(groups):
        matches = [best_match(features, signatures) for features in group]
        own = [(match[1], ()) if match and match[0] == number else None for match in matches]
        found.append((signatures[number], Expectation.of(own)))
    return found
