"""Things declared in microdata."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail.declared.marked_items import (
    Item,
    add,
    between,
    items_of,
    marked_nodes,
)
from scrapy_treesim.detail.declared.thing import Marked, Properties, Thing, local_name
from scrapy_treesim.detail.declared.thing_types import is_thing
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_REFERENCES: Final = 20
"""References (``itemref``) that are followed, all items together."""
MAX_REFERRED: Final = 500
"""Marked elements that one reference brings."""
MAX_DEPTH: Final = 100
"""Items within each other that are asked what they say of each other."""
MAX_THINGS: Final = 100
"""Things that are read."""

_WAYS: Final = frozenset(("", "mainEntity", "mainEntityOfPage", "about", "itemOffered"))
_IS_REFERENCE = bytes(name == "itemref" for name in tags.ATTRIBUTES)


def read_microdata(page: Page) -> tuple[list[Thing], list[Properties]]:
    """Read the things in order, and the lists of breadcrumbs."""
    tree = page.tree
    marked = marked_nodes(tree, "itemprop itemscope itemtype")
    items = items_of(tree, marked, _types, _names)
    if items and nodes_of(tree.attribute, _IS_REFERENCE):
        _follow_references(tree, marked, items)
    things = [
        Thing("microdata", item.types, item.properties, _is_nested(items, item), item.node)
        for item in items
        if is_thing(item.types) and item.of not in ("hasVariant", "isVariantOf", "model")
    ]
    lists = [item.properties for item in items if "BreadcrumbList" in item.types]
    return things[:MAX_THINGS], lists


def _types(tree: PageTree, node: int) -> tuple[str, ...] | None:
    said = tree.get(node, "itemtype")
    if said is None:
        return None if tree.get(node, "itemscope") is None else ()
    names = (local_name(name) for name in said[:1_000].split()[:10])
    return tuple(filter(None, names))


def _names(tree: PageTree, node: int) -> list[str]:
    said = tree.get(node, "itemprop")
    return [local_name(name) for name in said[:1_000].split()] if said else []


def _is_nested(items: list[Item], item: Item) -> bool:
    """Tell whether it is said of, or stands in, another thing."""
    for _ in range(MAX_DEPTH):
        if item.above is None:
            return False
        above = items[item.above]
        if item.of not in _WAYS or is_thing(above.types):
            return True
        item = above
    return True


def _follow_references(tree: PageTree, marked: list[int], items: list[Item]) -> None:
    """Add what stands elsewhere and is referred to (``itemref``) to its item."""
    ids: dict[str, int] = {}
    for node in marked_nodes(tree, "id"):
        ids.setdefault(tree.get(node, "id") or "", node)
    by_node = {item.node: item for item in items}
    left = MAX_REFERENCES
    for item in items:
        for name in (tree.get(item.node, "itemref") or "")[:1_000].split():
            left -= 1
            if left < 0:
                return
            if name not in ids:
                continue
            node = ids[name]
            if node <= item.node < node + tree.size[node]:
                continue
            _add_all(tree, between(marked, node, node + tree.size[node]), by_node, item)


def _add_all(tree: PageTree, marked: list[int], by_node: dict[int, Item], item: Item) -> None:
    stop = -1
    for node in marked[:MAX_REFERRED]:
        if node < stop:
            continue
        inner = by_node.get(node)
        if inner is not None:
            stop = node + tree.size[node]
        for name in _names(tree, node):
            value = Marked(tree, node, name) if inner is None else inner.properties
            add(item.properties, name, value)
