"""The map of learned templates: each site's, and how alike they are."""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Collection, Sequence
from math import fsum
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.inspector.map.wireframe import wireframe
from scrapy_treesim.inspector.views.parts import cut
from scrapy_treesim.templates.outline.template_outline import suggested
from scrapy_treesim.templates.template import ANY_SITE

if TYPE_CHECKING:
    from scrapy_treesim.templates.match.signature import TemplateSignature
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


def cluster_map(templates: Templates, with_page: Collection[str] = ()) -> dict[str, Any]:
    """The map of all templates as plain values: ``sites``, of most pages first, and ``notes``.

    Of each site: site (``any`` for templates of none in particular), pages, templates (see
    :func:`template_card`), those of most pages first, tree (see :func:`cluster_tree`; its leaves
    are the first of the templates), notes.

    ``with_page``: ids of those whose medoid's page is at hand. Takes time in proportion to
    the templates' outlines, and to the pairs of templates of a site as far as they are compared.
    """
    numbered = sorted(enumerate(templates), key=lambda one: -one[1].pages)
    pages: Counter[str] = Counter()
    for _, template in numbered:
        pages[template.site] += template.pages
    by_site: dict[str, list[tuple[int, Template]]] = {}
    for number, template in numbered[:MAX_TEMPLATES]:
        by_site.setdefault(template.site, []).append((number, template))
    left = MAX_COMPARED
    sites = []
    for site in sorted(by_site, key=lambda site: (-pages[site], site)):
        in_tree = min(len(by_site[site]), MAX_IN_TREE)
        if in_tree * (in_tree - 1) // 2 > left:
            in_tree = 1
        left -= in_tree * (in_tree - 1) // 2
        sites.append(_site_map(site, pages[site], by_site[site], in_tree, with_page))
    return {"sites": sites, "notes": _left_out(len(templates), MAX_TEMPLATES, "shown")}


def _site_map(
    site: str, pages: int, numbered: Sequence[tuple[int, Template]], in_tree: int,
    with_page: Collection[str],
) -> dict[str, Any]:  # fmt: skip
    signatures = [one.signature for _, one in numbered[:in_tree]]
    weights = [one.pages for _, one in numbered[:in_tree]]
    return {
        "site": site or ANY_SITE,
        "pages": pages,
        "templates": [
            template_card(one, number, pages, one.id in with_page) for number, one in numbered
        ],
        "tree": cluster_tree(distances(signatures), weights),
        "notes": _left_out(len(numbered), in_tree, "in the tree"),
    }


def _left_out(all: int, most: int, where: str) -> list[str]:
    if all <= most:
        return []
    return [f"{most:,} of {all:,} templates are {where}, those of most pages."]


def static_map(templates: Templates, room: int = OUTLINES_BYTES) -> dict[str, Any]:
    """The map as a file has it that asks nobody: with outlines, as many as there is room for.

    ``room`` is in characters of JSON; templates of most pages come first.
    """
    made = cluster_map(templates)
    outlines: dict[str, Any] = {}
    shown = (card for site in made["sites"] for card in site["templates"] if card["outline"])
    for card in sorted(shown, key=lambda card: -card["pages"]):
        outline = outline_json(templates[card["number"]])
        room -= len(json.dumps(outline, ensure_ascii=False))
        if room < 0:
            break
        outlines[card["id"]] = outline
    return {**made, "outlines": outlines}


def outline_json(template: Template) -> dict[str, Any]:
    """A template's outline as plain values, in document order, parents before their children.

    Of each node: label, parent, on (pages), share in [0, 1], role (``essential`` or ``optional``),
    kind (``element``, ``text`` of the template's own, ``data``), repeats, text and example.

    Raises:
        LookupError: the template has none.
    """
    if template.outline is None:
        raise LookupError(f"{template.id} was learned without an outline")
    outline = template.outline
    nodes = [
        {
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
        for number, node in enumerate(outline.nodes)
    ]
    return {"pages": outline.pages, "nodes": nodes}


def cluster_tree(distances: Sequence[array[float]], weights: Sequence[int]) -> dict[str, Any]:
    """The tree of what has these distances, row i those of i to all before it, as plain values.

    ``merges``, n - 1 of them, are ``[one, other, height]``: leaves are ``0 ... n - 1``, the cluster
    that merge k makes is ``n + k``, and the height is the mean distance between members of the two,
    never less than in earlier merges. ``order`` has the leaves so that no lines cross in a drawing;
    of two clusters that merge the heavier by ``weights`` is first. O(n^2), by nearest-neighbour
    chains: average linkage is reducible, so that they find the same tree as always joining the
    nearest pair.
    """
    merges = _numbered(_chained(distances), len(distances))
    return {"merges": merges, "order": _order(merges, weights)}


def _chained(distances: Sequence[array[float]]) -> list[tuple[int, int, float]]:
    """Pairs of leaves, each of a cluster, that become one; in no order of height."""
    count = len(distances)
    rows = [
        [*row, 0.0, *(after[i] for after in distances[i + 1 :])] for i, row in enumerate(distances)
    ]
    sizes = dict.fromkeys(range(count), 1)
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


def _absorb(rows: list[list[float]], sizes: dict[int, int], one: int, other: int) -> None:
    ours, theirs = sizes[one], sizes.pop(other)
    sizes[one] = ours + theirs
    for each in sizes:
        if each != one:
            mean = (ours * rows[one][each] + theirs * rows[other][each]) / (ours + theirs)
            rows[one][each] = rows[each][one] = mean


def _numbered(pairs: list[tuple[int, int, float]], leaves: int) -> list[tuple[int, int, float]]:
    """The lowest first, clusters called by their numbers."""
    above = list(range(2 * leaves))
    merges: list[tuple[int, int, float]] = []
    for one, other, height in sorted(pairs, key=lambda pair: pair[2]):
        left, right = _top(above, one), _top(above, other)
        above[left] = above[right] = leaves + len(merges)
        merges.append((left, right, round(height, 4)))
    return merges


def _top(above: list[int], cluster: int) -> int:
    while above[cluster] != cluster:
        above[cluster] = above[above[cluster]]
        cluster = above[cluster]
    return cluster


def _order(merges: Sequence[tuple[int, int, float]], weights: Sequence[int]) -> list[int]:
    leaves = len(weights)
    heavy = [*weights]
    for one, other, _ in merges:
        heavy.append(heavy[one] + heavy[other])
    order: list[int] = []
    left = [leaves + len(merges) - 1] if leaves else []
    while left:
        cluster = left.pop()
        if cluster < leaves:
            order.append(cluster)
        else:
            # What is put last comes first.
            left.extend(sorted(merges[cluster - leaves][:2], key=lambda one: (heavy[one], -one)))
    return order


def distances(signatures: Sequence[TemplateSignature]) -> list[array[float]]:
    """The distance of each to those before it: row i has i numbers in [0, 1].

    That is of what pages of the two have the part that they have not in common, Soergel's distance
    between the shares of pages that have each feature: the sum of the differences over the sum of
    the greater shares. Symmetric, and 0 for equal shares. The weights of features play no part:
    they are great where templates differ, so that by them all would be far apart.

    O(pairs x features they have in common).
    """
    told = [{key: trait.share for key, trait in one.traits.items()} for one in signatures]
    return [
        array("d", (_distance(ours, one.known, told[j], signatures[j].known) for j in range(i)))
        for i, (one, ours) in enumerate(zip(signatures, told, strict=True))
    ]


def _distance(
    ours: dict[int, float], known_to_us: frozenset[int],
    theirs: dict[int, float], known_to_them: frozenset[int],
) -> float:  # fmt: skip
    common = fsum(min(ours[key], theirs[key]) for key in ours.keys() & theirs.keys())
    # Of a feature that is only known its share is not: it speaks neither for nor against.
    us = fsum(ours.values()) - fsum(ours[key] for key in ours.keys() & known_to_them)
    them = fsum(theirs.values()) - fsum(theirs[key] for key in theirs.keys() & known_to_us)
    all = us + them - common
    return min(1.0, max(0.0, 1 - common / all)) if all > 0 else 1.0


def template_card(
    template: Template, number: int, site_pages: int, has_page: bool
) -> dict[str, Any]:
    """The card of a template, of a site of so many pages, as plain values; its outline is another
    answer. O(nodes of its outline).

    ``share`` is of the pages of its site; ``has_page`` whether the medoid's page is at hand.
    ``expected`` are the rates on the pages that it was learned from: the share that matches, the
    mean confidence of those, and ``low``, that nine in ten of them are above. Of each field
    ``found`` is the share of pages that it is found on, None if nobody looked; ``more_fields``
    counts those left out. Shares and confidences are in [0, 1].
    """
    expected, outline = template.expected, template.outline
    fields = [
        {"name": name, "found": expected.fields.get(name) if expected else None}
        for name in template.fields
    ]
    return {
        "id": template.id,
        "number": number,
        "pages": template.pages,
        "share": round(template.pages / site_pages, 4) if site_pages else 0.0,
        "medoid": cut(template.medoid, MAX_SAID),
        "has_page": has_page,
        "threshold": template.signature.threshold,
        "expected": expected
        and {
            "pages": expected.pages,
            "matched": expected.matched,
            "confidence": expected.confidence,
            "low": expected.low,
        },
        "fields": fields[:MAX_FIELDS],
        "more_fields": max(0, len(fields) - MAX_FIELDS),
        "suggested": [cut(one, MAX_SAID) for one in suggested(template, MAX_SUGGESTED)],
        "telling": [cut(one, MAX_SAID) for one in _telling(template.signature)],
        "outline": outline
        and {
            "nodes": len(outline),
            "essential": len(outline.essential),
            "data": sum(one.is_data for one in outline.nodes),
        },
        "wireframe": wireframe(outline),
    }


def _telling(signature: TemplateSignature) -> list[str]:
    """The labels that most pages of the template have, and few of others; at most MAX_TELLING."""
    traits = [one for one in signature.traits.values() if one.share >= 0.5]
    traits.sort(key=lambda one: (-one.weight * one.share, one.name))
    # Of a pair, the inner label; paths of tags say little to people.
    labels = (one.name.rpartition(" > ")[2] for one in traits if one.name[0] != _PATHS)
    named = (label for label in labels if "." in label or "#" in label)
    return [*dict.fromkeys(named)][:MAX_TELLING]
