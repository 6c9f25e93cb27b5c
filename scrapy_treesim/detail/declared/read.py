"""All that a page declares, best first."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail.declared.about import Told, about
from scrapy_treesim.detail.declared.declaration import Declaration
from scrapy_treesim.detail.declared.json_ld import read_json_ld
from scrapy_treesim.detail.declared.microdata import read_microdata
from scrapy_treesim.detail.declared.open_graph import read_open_graph
from scrapy_treesim.detail.declared.rdfa import read_rdfa
from scrapy_treesim.detail.declared.scripts import read_scripts
from scrapy_treesim.detail.declared.thing_types import is_of_sites
from scrapy_treesim.detail.declared.values import Context, declaration_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_DECLARATIONS: Final = 40
"""Declarations that are kept, the best ones."""


def declarations(page: Page) -> tuple[Declaration, ...]:
    """Read every thing that a page declares, in whatever syntax; the page's own first."""
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
    # Objects of scripts have no properties of schema.org; they are read as they stand.
    scripts = page.once(read_scripts)
    nested = [thing.is_nested for thing in things] + [False] * len(scripts)
    return _ranked(told, [*found, *scripts], nested)


def _ranked(told: Told, found: list[Declaration], nested: list[bool]) -> tuple[Declaration, ...]:
    counts = Counter((one.syntax, one.types) for one in found)
    seen: set[tuple[str, tuple[str, ...]]] = set()
    ranked = []
    for one, is_nested in zip(found, nested, strict=True):
        key = one.syntax, one.types
        score = about(told, one, is_nested, counts[key] == 1, key not in seen)
        seen.add(key)
        ranked.append(replace(one, about=score))
    ranked.sort(key=lambda one: -one.about)
    return tuple(ranked[:MAX_DECLARATIONS])
