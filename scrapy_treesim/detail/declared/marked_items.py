"""Things that attributes of elements declare: the scopes of microdata and RDFa."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail.declared.thing import Marked, Properties
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

MAX_MARKED: Final = 10_000
"""Elements with such attributes that are looked at."""
MAX_PROPERTIES: Final = 10
"""Properties that one element has."""
MAX_VALUES: Final = 100
"""Values that are kept of one property."""


@dataclass(frozen=True, slots=True)
class Item:
    """One scope: an element and what is said of it."""

    node: int
    types: tuple[str, ...]
    properties: Properties
    above: int | None
    """The item that it stands in, by its place among them."""
    of: str
    """The property of that item that it is; empty where it is none."""


def marked_nodes(tree: PageTree, names: str) -> list[int]:
    """The nodes that have one of these attributes, in order; the first of very many."""
    wanted = names.split()
    entries = nodes_of(tree.attribute, bytes(name in wanted for name in tags.ATTRIBUTES))
    starts = tree.first_attribute
    found: list[int] = []
    for entry in entries[: 4 * MAX_MARKED]:
        if not found or entry >= starts[found[-1] + 1]:
            found.append(bisect_right(starts, entry) - 1)
    return found[:MAX_MARKED]


def items_of(
    tree: PageTree,
    marked: list[int],
    types: Callable[[PageTree, int], tuple[str, ...] | None],
    names: Callable[[PageTree, int], list[str]],
) -> list[Item]:
    """The items of marked nodes, in order.

    ``types`` gives the types of a node that is an item, None of what is none; ``names`` the
    properties that a node is.
    """
    items: list[Item] = []
    open_items: list[int] = []
    for node in marked:
        while open_items and node >= _end(tree, items[open_items[-1]].node):
            open_items.pop()
        above = open_items[-1] if open_items else None
        properties = names(tree, node)[:MAX_PROPERTIES]
        kinds = types(tree, node)
        if kinds is not None:
            of = properties[0] if properties else ""
            open_items.append(len(items))
            items.append(Item(node, kinds, {"@type": list(kinds)}, above, of))
        if above is not None:
            for name in properties:
                said = Marked(tree, node, name) if kinds is None else items[-1].properties
                add(items[above].properties, name, said)
    return items


def add(properties: Properties, name: str, value: Marked | Properties) -> None:
    """Add a value of a property."""
    values = properties.setdefault(name, [])
    if len(values) < MAX_VALUES and name != "@type":
        values.append(value)


def between(marked: list[int], start: int, stop: int) -> list[int]:
    """The marked nodes from one node up to another."""
    return marked[bisect_left(marked, start) : bisect_left(marked, stop)]


def _end(tree: PageTree, node: int) -> int:
    return node + tree.size[node]
