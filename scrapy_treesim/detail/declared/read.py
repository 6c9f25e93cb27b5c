"""All that a page declares, best first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail.declared.about import Told, about
from scrapy_treesim.detail.declared.declaration import Declaration
from scrapy_treesim.detail.declared.json_ld import read_json_ld
from scrapy_treesim.detail.declared.microdata import read_microdata
from scrapy_treesim.detail.declared.open_graph import read_open_graph
from scrapy_treesim.detail.declared.rdfa import read_rdfa
from scrapy_treesim.detail.declared.scripts import read_scripts
from scrapy_treesim.detail.declared.thing_types import PRODUCTS, is_of_sites
from scrapy_treesim.detail.declared.values import Context, declaration_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_DECLARATIONS: Final = 40
"""Declarations that are kept, the best ones."""
MIN_ABOUT: Final = 0.6
"""Of a product declared so plainly that scripts are not asked; hand-set. One that has
neither the page's name nor its address nor a code of it has less."""
ENOUGH: Final = frozenset(("price", "sku", "brand", "availability"))
"""The fields that such a product has: scripts would add no more than a former price."""


def declarations(page: Page) -> tuple[Declaration, ...]:
    """Read every thing that a page declares, in whatever syntax; the page's own first.

    Scripts are read only where no markup says enough of the page's product.
    """
    json_ld = page.once(read_json_ld)
    told = page.once(Told.of)
    context = Context(json_ld.by_id, told.is_own)
    things = [
        *json_ld.things,
        *page.once(read_microdata)[0],
        *page.once(read_rdfa)[0],
        *read_open_graph(page),
    ]
    # Those who wrote a review, and whom a thing is of, are many.
    things = [one for one in things if not (one.is_nested and is_of_sites(one.types))]
    found = [declaration_of(thing, context) for thing in things]
    ranked = _scored(told, found, [thing.is_nested for thing in things])
    if not any(map(_says_enough, ranked)):
        # Objects of scripts have no properties of schema.org; they are read as they stand.
        scripts = page.once(read_scripts)
        ranked += _scored(told, scripts, [False] * len(scripts))
    ranked.sort(key=lambda one: -one.about)
    return tuple(ranked[:MAX_DECLARATIONS])


def _scored(told: Told, found: Sequence[Declaration], nested: Sequence[bool]) -> list[Declaration]:
    """Score declarations by how plainly they are of the page's thing."""
    counts = Counter((one.syntax, one.types) for one in found)
    seen: set[tuple[str, tuple[str, ...]]] = set()
    ranked = []
    for one, is_nested in zip(found, nested, strict=True):
        key = one.syntax, one.types
        score = about(told, one, is_nested, counts[key] == 1, key not in seen)
        seen.add(key)
        ranked.append(one.scored(score))
    return ranked


def _says_enough(one: Declaration) -> bool:
    return (
        one.about >= MIN_ABOUT
        and one.values.keys() >= ENOUGH
        and one.syntax != "opengraph"
        and not PRODUCTS.isdisjoint(map(str.lower, one.types))
    )
