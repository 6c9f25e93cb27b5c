"""The map of learned templates: each site's, and how alike they are."""

from __future__ import annotations

import json
from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import fsum
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.inspector.map.wireframe import Box, wireframe
from scrapy_treesim.templates.outline.template_outline import suggested
from scrapy_treesim.templates.template import ANY_SITE

if TYPE_CHECKING:
    from scrapy_treesim.templates.match.signature import TemplateSignature
    from scrapy_treesim.templates.outline.template_outline import TemplateOutline
    from scrapy_treesim.templates.store.store import Templates
    from scrapy_treesim.templates.template import Template

MAX_TEMPLATES: Final = 1_000
"""Of the map, those of most pages."""
MAX_IN_TREE: Final = 200
"""Templates of a site in its tree, those of most pages; all pairs of them are compared."""
MAX_COMPARED: Final = 40_000
"""Pairs of templates that are compared for all sites together, the largest sites first."""
OUTLINES_BYTES: Final = 8_000_000
"""Characters of outlines in a static map."""

MAX_FIELDS: Final = 60
"""Fields of a card."""
MAX_SUGGESTED: Final = 8
"""Places of a card that are suggested to be labelled."""
MAX_TELLING: Final = 5
"""Features of a card that tell the template from others."""
MAX_SAID: Final = 300
"""Characters of an address or a label."""

_PATHS = "/"


@dataclass(frozen=True, slots=True)
class SiteMap:
    """The templates of a site."""

    site: str
    """``any`` for those of no site in particular."""
    pages: int
    templates: tuple[TemplateCard, ...]
    """Those of most pages first."""
    tree: ClusterTree
    """Its leaves are the first of the templates, by their places in the above."""
    notes: tuple[str, ...] = ()
    """What is left out."""

    def to_json(self) -> dict[str, Any]:
        """Plain values; a merge is ``[one, other, height]``."""
        merges = [[one.one, one.other, one.height] for one in self.tree.merges]
        return {
            **asdict(self),
            "tree": {"merges": merges, "order": [*self.tree.order]},
        }


@dataclass(frozen=True, slots=True)
class ClusterMap:
    """The sites, those of most pages first."""

    sites: tuple[SiteMap, ...]
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"sites": [one.to_json() for one in self.sites], "notes": [*self.notes]}


def cluster_map(templates: Templates, with_page: Collection[str] = ()) -> ClusterMap:
    """The map of all templates.

    ``with_page``: ids of those whose medoid's page is at hand. Takes time in proportion to
    the templates' outlines, and to the pairs of templates of a site as far as they are compared.
    """
    numbered = sorted(enumerate(templates), key=lambda one: -one[1].pages)
    pages = {"": 0}
    for _, template in numbered:
        pages[template.site] = pages.get(template.site, 0) + template.pages
    by_site: dict[str, list[tuple[int, Template]]] = {}
    for number, template in numbered[:MAX_TEMPLATES]:
        by_site.setdefault(template.site, []).append((number, template))
    sites = sorted(by_site, key=lambda site: (-pages[site], site))
    left = MAX_COMPARED
    maps = []
    for site in sites:
        in_tree = _compared(len(by_site[site]), left)
        left -= in_tree * (in_tree - 1) // 2
        maps.append(_site_map(site, pages[site], by_site[site], in_tree, with_page))
    return ClusterMap(tuple(maps), tuple(_left_out(len(templates), MAX_TEMPLATES, "shown")))


def _compared(templates: int, pairs: int) -> int:
    """The number of a site's templates that are compared, with so many pairs left."""
    some = min(templates, MAX_IN_TREE)
    return some if some * (some - 1) // 2 <= pairs else 1


def _site_map(
    site: str,
    pages: int,
    numbered: Sequence[tuple[int, Template]],
    in_tree: int,
    with_page: Collection[str],
) -> SiteMap:
    cards = tuple(
        template_card(one, number, pages, one.id in with_page) for number, one in numbered
    )
    signatures = [one.signature for _, one in numbered[:in_tree]]
    tree = cluster_tree(distances(signatures), [one.pages for one in cards[:in_tree]])
    notes = tuple(_left_out(len(cards), in_tree, "in the tree"))
    return SiteMap(site or ANY_SITE, pages, cards, tree, notes)


def _left_out(all: int, most: int, where: str) -> Iterator[str]:
    if all > most:
        yield f"{most:,} of {all:,} templates are {where}, those of most pages."


def static_map(
    templates: Templates, with_page: Collection[str] = (), room: int = OUTLINES_BYTES
) -> dict[str, Any]:
    """The map as a file has it that asks nobody: with outlines, as many as there is room for.

    ``room`` is in characters of JSON; templates of most pages come first. ``with_page`` stays empty
    where the pages do not go with the file.
    """
    made = cluster_map(templates, with_page)
    outlines: dict[str, Any] = {}
    shown = (card for site in made.sites for card in site.templates if card.outline)
    for card in sorted(shown, key=lambda card: -card.pages):
        outline = outline_json(templates[card.number])
        room -= len(json.dumps(outline, ensure_ascii=False))
        if room < 0:
            break
        outlines[card.id] = outline
    return {**made.to_json(), "outlines": outlines}


def outline_json(template: Template) -> dict[str, Any]:
    """A template's outline as plain values, in document order, parents before their children.

    Of each node: label, parent, on (pages), share in [0, 1], role (``essential`` or ``optional``),
    kind (``element``, ``text`` of the template's own, ``data``), repeats, text and example.

    Raises:
        LookupError: the template has none.
    """
    if template.outline is None:
        raise LookupError(f"{template.id} was learned without an outline")
    return {"pages": template.outline.pages, "nodes": [*_nodes(template.outline)]}


def _nodes(outline: TemplateOutline) -> Iterator[dict[str, Any]]:
    for number, node in enumerate(outline.nodes):
        yield {
            "label": node.label,
            "parent": node.parent,
            "on": node.on,
            "share": round(outline.probability(number), 4),
            "role": "essential" if outline.is_essential(number) else "optional",
            "kind": "data" if node.is_data else "element" if node.text is None else "text",
            "repeats": node.repeats,
            "text": node.text,
            "example": node.example,
        }


@dataclass(frozen=True, slots=True)
class Merge:
    """Two clusters that become one."""

    one: int
    other: int
    """Leaves are ``0 ... n - 1``; the cluster that merge k makes is ``n + k``."""
    height: float
    """The mean distance between members of the two, never less than in earlier merges."""


@dataclass(frozen=True, slots=True)
class ClusterTree:
    """The merges of n leaves, n - 1 of them, and the leaves as they stand in a drawing."""

    merges: tuple[Merge, ...] = ()
    order: tuple[int, ...] = ()
    """So that no lines cross; of two clusters that merge the heavier is first."""


def cluster_tree(distances: Sequence[array[float]], weights: Sequence[int]) -> ClusterTree:
    """The tree of what has these distances, row i those of i to all before it.

    ``weights`` of the leaves decide their order only. O(n^2), by nearest-neighbour chains: average
    linkage is reducible, so that they find the same tree as always joining the nearest pair.
    """
    merges = _numbered(_chained(distances), len(distances))
    return ClusterTree(merges, _order(merges, weights))


def _chained(distances: Sequence[array[float]]) -> list[tuple[int, int, float]]:
    """Pairs of leaves, each of a cluster, that become one; in no order of height."""
    rows = [
        array("d", (_between(distances, i, j) for j in range(len(distances))))
        for i in range(len(distances))
    ]
    sizes = dict.fromkeys(range(len(rows)), 1)
    chain: list[int] = []
    pairs: list[tuple[int, int, float]] = []
    while len(sizes) > 1:
        if not chain:
            chain.append(next(iter(sizes)))
        here, before = chain[-1], chain[-2] if len(chain) > 1 else -1
        # Of equals the one before, or the chain would go round in a circle.
        nearest = min(sizes, key=lambda c: (c == here, rows[here][c], c != before, c))
        if nearest != before:
            chain.append(nearest)
            continue
        del chain[-2:]
        pairs.append((before, here, rows[before][here]))
        _absorb(rows, sizes, before, here)
    return pairs


def _absorb(rows: list[array[float]], sizes: dict[int, int], one: int, other: int) -> None:
    ours, theirs = sizes[one], sizes.pop(other)
    sizes[one] = ours + theirs
    for each in sizes:
        if each != one:
            mean = (ours * rows[one][each] + theirs * rows[other][each]) / (ours + theirs)
            rows[one][each] = rows[each][one] = mean


def _between(distances: Sequence[array[float]], i: int, j: int) -> float:
    return 0.0 if i == j else distances[max(i, j)][min(i, j)]


def _numbered(pairs: list[tuple[int, int, float]], leaves: int) -> tuple[Merge, ...]:
    """The lowest first, clusters called by their numbers."""
    above = list(range(2 * leaves))
    merges: list[Merge] = []
    for one, other, height in sorted(pairs, key=lambda pair: pair[2]):
        left, right = _top(above, one), _top(above, other)
        above[left] = above[right] = leaves + len(merges)
        merges.append(Merge(left, right, round(height, 4)))
    return tuple(merges)


def _top(above: list[int], cluster: int) -> int:
    while above[cluster] != cluster:
        above[cluster] = above[above[cluster]]
        cluster = above[cluster]
    return cluster


def _order(merges: Sequence[Merge], weights: Sequence[int]) -> tuple[int, ...]:
    leaves = len(weights)
    heavy = [*weights]
    for merge in merges:
        heavy.append(heavy[merge.one] + heavy[merge.other])
    order: list[int] = []
    left = [leaves + len(merges) - 1] if leaves else []
    while left:
        cluster = left.pop()
        if cluster < leaves:
            order.append(cluster)
            continue
        merge = merges[cluster - leaves]
        # What is put last comes first.
        left.extend(sorted((merge.one, merge.other), key=lambda one: (heavy[one], -one)))
    return tuple(order)


def distance(one: TemplateSignature, other: TemplateSignature) -> float:
    """Of what pages of the two have, the part that they have not in common, in [0, 1].

    It is Soergel's distance between the shares of pages that have each feature: the sum of the
    differences over the sum of the greater shares. Symmetric, and 0 for equal shares. The weights
    of features play no part: they are great where templates differ, so that by them all would be
    far apart.
    """
    return _distance(_shares(one), one.known, _shares(other), other.known)


def distances(signatures: Sequence[TemplateSignature]) -> list[array[float]]:
    """The distance of each to those before it: row i has i numbers.

    O(pairs x features they have in common).
    """
    told = [_shares(one) for one in signatures]
    return [
        array(
            "d",
            (_distance(told[i], one.known, told[j], signatures[j].known) for j in range(i)),
        )
        for i, one in enumerate(signatures)
    ]


def _shares(signature: TemplateSignature) -> dict[int, float]:
    return {key: trait.share for key, trait in signature.traits.items()}


def _distance(
    ours: dict[int, float],
    known_to_us: frozenset[int],
    theirs: dict[int, float],
    known_to_them: frozenset[int],
) -> float:
    common = fsum(min(ours[key], theirs[key]) for key in ours.keys() & theirs.keys())
    # Of a feature that is only known its share is not: it speaks neither for nor against.
    us = fsum(ours.values()) - fsum(ours[key] for key in ours.keys() & known_to_them)
    them = fsum(theirs.values()) - fsum(theirs[key] for key in theirs.keys() & known_to_us)
    all = us + them - common
    return min(1.0, max(0.0, 1 - common / all)) if all > 0 else 1.0


@dataclass(frozen=True, slots=True)
class FieldFound:
    """A labelled field."""

    name: str
    found: float | None
    """Of the pages looked at, the share on which it is found, in [0, 1]; None if not looked at."""


@dataclass(frozen=True, slots=True)
class Rates:
    """A template's rates on the pages that it was learned from."""

    pages: int
    matched: float
    """Share of them that match it, in [0, 1]."""
    confidence: float
    """Mean confidence of those, in [0, 1]."""
    low: float
    """The confidence that nine in ten of those are above."""


@dataclass(frozen=True, slots=True)
class OutlineCounts:
    """The size of an outline, in nodes."""

    nodes: int
    essential: int
    data: int


@dataclass(frozen=True, slots=True)
class TemplateCard:
    """A template, as the map shows it; its outline is another answer."""

    id: str
    number: int
    """Its place among all templates."""
    pages: int
    share: float
    """Of the pages of its site, in [0, 1]."""
    medoid: str
    has_page: bool
    """Whether the medoid's page is at hand."""
    threshold: float
    expected: Rates | None
    fields: tuple[FieldFound, ...]
    more_fields: int
    """Fields beyond those."""
    suggested: tuple[str, ...]
    telling: tuple[str, ...]
    """Features that most of its pages have and those of other templates have not."""
    outline: OutlineCounts | None
    wireframe: tuple[Box, ...]


def template_card(template: Template, number: int, site_pages: int, has_page: bool) -> TemplateCard:
    """The card of a template, of a site of so many pages; O(nodes of its outline)."""
    expected = template.expected
    found: Mapping[str, float] = expected.fields if expected else {}
    fields = [FieldFound(name, found.get(name)) for name in template.fields]
    return TemplateCard(
        id=template.id,
        number=number,
        pages=template.pages,
        share=round(template.pages / site_pages, 4) if site_pages else 0.0,
        medoid=cut(template.medoid),
        has_page=has_page,
        threshold=template.signature.threshold,
        expected=Rates(expected.pages, expected.matched, expected.confidence, expected.low)
        if expected
        else None,
        fields=tuple(fields[:MAX_FIELDS]),
        more_fields=max(0, len(fields) - MAX_FIELDS),
        suggested=tuple(map(cut, suggested(template, MAX_SUGGESTED))),
        telling=tuple(map(cut, telling(template.signature))),
        outline=None if template.outline is None else counts(template.outline),
        wireframe=tuple(wireframe(template.outline)),
    )


def telling(signature: TemplateSignature, most: int = MAX_TELLING) -> list[str]:
    """The labels that tell most of the template: on most of its pages, and on few others."""
    traits = [one for one in signature.traits.values() if one.share >= 0.5]
    traits.sort(key=lambda one: (-one.weight * one.share, one.name))
    # Of a pair, the inner label; paths of tags say little to people.
    labels = (one.name.rpartition(" > ")[2] for one in traits if one.name[0] != _PATHS)
    named = (label for label in labels if "." in label or "#" in label)
    return [*dict.fromkeys(named)][:most]


def counts(outline: TemplateOutline) -> OutlineCounts:
    """Count the nodes of an outline."""
    data = sum(one.is_data for one in outline.nodes)
    return OutlineCounts(len(outline), len(outline.essential), data)


def cut(text: str) -> str:
    """At most MAX_SAID characters of a text."""
    return text if len(text) <= MAX_SAID else f"{text[: MAX_SAID - 1]}…"
