"""Things declared in JSON-LD."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.article.metadata.json_scripts import json_values
from scrapy_treesim.detail.declared.thing import Properties, Thing, local_name
from scrapy_treesim.detail.declared.thing_types import is_thing

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_NODES: Final = 10_000
"""Objects and lists that are looked at, all scripts together."""
MAX_THINGS: Final = 100
"""Things that are read."""
MAX_TYPES: Final = 10
"""Types of one thing."""

_WAYS: Final = frozenset(("@graph", "mainEntity", "mainEntityOfPage", "about", "itemOffered"))
"""Properties that lead to what the page is about, not to what is said of it."""
_OF_GROUPS: Final = frozenset(("hasVariant", "isVariantOf", "model"))


@dataclass(frozen=True, slots=True)
class JsonLd:
    """The declarations of a page's scripts of JSON-LD."""

    things: list[Thing]
    by_id: dict[str, Properties]
    lists: list[Properties]
    """Lists of breadcrumbs."""


def read_json_ld(page: Page) -> JsonLd:
    """Read all of them, the outermost things first."""
    found = JsonLd([], {}, [])
    waiting: deque[tuple[Any, bool]] = deque((one, False) for one in page.once(json_values))
    for _ in range(MAX_NODES):
        if not waiting:
            break
        value, is_nested = waiting.popleft()
        if isinstance(value, list):
            waiting.extend((one, is_nested) for one in value if isinstance(one, (dict, list)))
        elif isinstance(value, dict):
            types = types_of(value)
            _keep(found, value, types, is_nested)
            for name, one in value.items():
                # Variants are read with their group.
                if isinstance(one, (dict, list)) and not (types and name in _OF_GROUPS):
                    waiting.append((one, is_nested or (bool(types) and name not in _WAYS)))
    return found


def _keep(found: JsonLd, value: Properties, types: tuple[str, ...], is_nested: bool) -> None:
    name = value.get("@id")
    if isinstance(name, str) and len(value) > len(found.by_id.get(name, ())):
        found.by_id[name] = value
    if "BreadcrumbList" in types:
        found.lists.append(value)
    if not is_thing(types) or len(found.things) >= MAX_THINGS:
        return
    # A mere reference says nothing.
    if len(value.keys() - {"@id", "@type", "@context"}) > 0:
        found.things.append(Thing("json-ld", types, value, is_nested))


def types_of(value: Properties) -> tuple[str, ...]:
    """The types of a node by their local names."""
    said = value.get("@type")
    names = said[:MAX_TYPES] if isinstance(said, list) else [said]
    found = (local_name(name) for name in names if isinstance(name, str))
    return tuple(filter(None, found))
