"""Listings: pages whose text is the teasers of other pages."""

from __future__ import annotations

from collections import Counter
from itertools import compress
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article import _blocks_cy
from scrapy_treesim.article.feature_table import INDEX
from scrapy_treesim.article.learned import scored_alone
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.article.blocks import Blocks
    from scrapy_treesim.article.features import Features
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MIN_TEASERS: Final = 4
"""Siblings with a linked heading each that make a listing."""

MIN_HEADED: Final = 0.7
"""The share of the siblings of one kind that must have one."""

_LINKED: Final = 0.9
_LINK = tags.NUMBER["a"]


def teasers_alone(page: Page) -> float:
    """The share of the likely main text that stands in teasers, by the page alone, in [0, 1]."""
    scored = page.once(scored_alone)
    if scored is None:
        return 0.0
    return teaser_share(page.tree, scored.blocks, scored.features, scored.assembly.kept)


def teaser_share(tree: PageTree, blocks: Blocks, features: Features, kept: bytearray) -> float:
    """The share of the kept text that stands in teasers, in [0, 1].

    Teasers are siblings of one tag and class of which nearly each has a heading that is a link:
    threads, sections and products of one page have none.
    """
    headings = _linked_headings(tree, blocks, features)
    if len(headings) < MIN_TEASERS:
        return 0.0
    groups: dict[tuple[int, int], set[int]] = {}
    for node in headings:
        while (above := tree.parent[node]) >= 0:
            headed = groups.setdefault((above, features.path[node]), set())
            if node in headed:
                break
            headed.add(node)
            node = above
    units = features.units
    everything = sum(compress(units, kept))
    if not everything:
        return 0.0
    inside = 0
    siblings: dict[int, Counter[int]] = {}
    for (above, path), headed in groups.items():
        if len(headed) < MIN_TEASERS:
            continue
        if above not in siblings:
            siblings[above] = Counter(
                features.path[one] for one in tree.children(above) if tree.tag[one] != tags.TEXT
            )
        if len(headed) < MIN_HEADED * siblings[above][path]:
            continue
        covered = 0
        for node in headed:
            first, stop = blocks.before[node], blocks.before[node + tree.size[node]]
            covered += sum(compress(units[first:stop], kept[first:stop]))
        inside = max(inside, covered)
    return inside / everything


def _linked_headings(tree: PageTree, blocks: Blocks, features: Features) -> list[int]:
    linked = _blocks_cy.linked_headings(
        blocks.first, features.rows, INDEX["heading"], INDEX["link_density"], _LINKED
    )
    return [node for node in linked if _leads_away(tree, node)]


def _leads_away(tree: PageTree, node: int) -> bool:
    """Tell whether the link that a text stands in leads to another page."""
    while node >= 0 and tree.tag[node] != _LINK:
        node = tree.parent[node]
    return node >= 0 and "#" not in (tree.get(node, "href") or "#")
