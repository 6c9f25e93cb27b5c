"""The map of learned templates: each site's, and how alike they are."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.inspector.map.card import TemplateCard, template_card
from scrapy_treesim.inspector.map.cluster_tree import ClusterTree, cluster_tree
from scrapy_treesim.inspector.map.distance import distances
from scrapy_treesim.templates.template import ANY_SITE

if TYPE_CHECKING:
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
            "templates": [one.to_json() for one in self.templates],
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
