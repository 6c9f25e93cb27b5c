"""The second pass: some pages of each new kind are read once more, for its outline and names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.corpus import SavedPage
from scrapy_treesim.executors import Workers
from scrapy_treesim.templates.drift import Expectation
from scrapy_treesim.templates.learn.kinds import Kind
from scrapy_treesim.templates.learn.reading import PackedPages
from scrapy_treesim.templates.learn.work import WorkFile
from scrapy_treesim.templates.match.features import PageFeatures, feature_names, features_of
from scrapy_treesim.templates.match.signature import (
    TemplateSignature,
    best_match,
    template_signatures,
)
from scrapy_treesim.templates.outline.induction import induce
from scrapy_treesim.templates.outline.template_outline import TemplateOutline

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

MIN_MATCHED: Final = 0.1
"""Share of a kind's own pages that its signature tells; with fewer it is no template."""
GROUP: Final = 500
"""Pages of a kind that its signature is made of."""


@dataclass(frozen=True, slots=True)
class Description:
    """A description of a kind of pages, of which some were read once more."""

    outline: TemplateOutline | None
    names: dict[int, str]


@dataclass(frozen=True, slots=True)
class Drafted:
    """A new kind of pages: all of a template but its id and the number of its pages."""

    kind: Kind
    outline: TemplateOutline
    signature: TemplateSignature
    expected: Expectation


@dataclass(frozen=True, slots=True)
class SignOrder:
    """The kinds of one site, and the names of their features."""

    groups: tuple[PackedPages, ...]
    names: dict[int, str]


def describe(pages: Sequence[SavedPage]) -> Description:
    """The outline of some pages of a kind, the first in their middle, and their features' names."""
    trees: list[PageTree] = []
    for saved in pages:
        try:
            trees.append(saved.page().tree)
        except Exception:
            # It was read before: the file has changed since.
            continue
    return Description(induce(trees) if trees else None, _names(trees))


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
    groups = [packed.features() for packed in order.groups]
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
    before: Mapping[int, Drafted],
) -> dict[int, Drafted]:
    """The kinds by their numbers, those of before whose sites have new ones signed anew.

    ``pages`` are those that are to be examined. A kind of which none is there any more is left out.
    """
    for page in pages:
        file.keep(page)
    outlines: dict[int, tuple[Kind, TemplateOutline]] = {
        number: (drafted.kind, drafted.outline) for number, drafted in before.items()
    }
    described = workers.each(describe, (file.kept(kind.examined) for kind in new))
    for kind, description in zip(new, described, strict=True):
        if description.outline is None:
            file.dissolve(kind.number)
            continue
        outlines[kind.number] = kind, description.outline
        file.keep_names(kind.site, description.names)
    file.forget_bodies()
    return {**before, **_signed(file, workers, {kind.site for kind in new}, outlines)}


def _signed(
    file: WorkFile,
    workers: Workers,
    sites: Collection[str],
    outlines: Mapping[int, tuple[Kind, TemplateOutline]],
) -> dict[int, Drafted]:
    of_site: dict[str, list[int]] = {}
    for number, (kind, _) in sorted(outlines.items()):
        if kind.site in sites:
            of_site.setdefault(kind.site, []).append(number)
    drafted: dict[int, Drafted] = {}
    signed = workers.each(sign, _orders(file, of_site))
    for numbers, signatures in zip(of_site.values(), signed, strict=True):
        for number, (signature, expected) in zip(numbers, signatures, strict=True):
            if expected.matched < MIN_MATCHED:
                file.dissolve(number)
                continue
            drafted[number] = Drafted(*outlines[number], signature, expected)
    return drafted


def _orders(file: WorkFile, of_site: Mapping[str, Sequence[int]]) -> Iterator[SignOrder]:
    for site, numbers in of_site.items():
        groups = [file.pages(site, number, GROUP) for number in numbers]
        packed = (PackedPages.of([page.features for page in pages]) for pages in groups)
        yield SignOrder(tuple(packed), file.names(site))
