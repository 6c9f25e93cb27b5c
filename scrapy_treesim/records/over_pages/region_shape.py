"""What a region looks like, whatever stands in it and wherever on the page it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final
from zlib import crc32

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

SAMPLE: Final = 6
"""Records that are looked at, evenly spread."""
MAX_NODES: Final = 200
"""Nodes of a record that are looked at, the first ones."""
MAX_DEPTH: Final = 8
"""Levels that are looked at: below a record's nodes, and above them."""
MAX_FEATURES: Final = 150
"""Features of a region, the first ones found."""
MAX_WORDS: Final = 20
"""Class names of an element that are read."""

Shape = frozenset[int]
"""Hashes of paths of tags, and of tags with a class name: in the records, and around them."""


def shape_of(tree: PageTree, records: Sequence[Sequence[int]]) -> Shape:
    """The shape of the region that the records make.

    ``records``: the page nodes that each is made of. Looks at so many nodes at most, however large
    the page.
    """
    found: dict[int, None] = {}
    step = max(1, -(-len(records) // SAMPLE))
    for record in records[::step]:
        for root in record[:MAX_NODES]:
            _add_inside(tree, root, found)
    firsts = [record[0] for record in records if record]
    if firsts:
        _add_around(tree, firsts[0], found)
    return frozenset(found)


def likeness(one: Shape, other: Shape) -> float:
    """The share of features that both have of those that either has, in [0, 1] (Jaccard)."""
    return len(one & other) / len(one | other) if one or other else 1.0


def _add_inside(tree: PageTree, root: int, found: dict[int, None]) -> None:
    paths: list[str] = []
    above = tree.depth[root]
    for node in range(root, root + min(tree.size[root], MAX_NODES)):
        level = tree.depth[node] - above
        if tree.tag[node] == tags.TEXT or level > MAX_DEPTH:
            continue
        name = tree.name(node)
        del paths[level:]
        paths.append(f"{paths[-1]}/{name}" if paths else name)
        _add(found, paths[-1])
        _add_names(tree, node, name, "", found)


def _add_around(tree: PageTree, root: int, found: dict[int, None]) -> None:
    node, level = tree.parent[root], 0
    while node >= 0 and level < MAX_DEPTH:
        name = tree.name(node)
        # The nearest steps tell one list from another, the same tags above are every page's.
        _add(found, f"^{level}{name}")
        _add_names(tree, node, name, "^", found)
        node, level = tree.parent[node], level + 1


def _add_names(tree: PageTree, node: int, name: str, mark: str, found: dict[int, None]) -> None:
    words = (tree.get(node, "class") or "").split(maxsplit=MAX_WORDS)[:MAX_WORDS]
    for word in words:
        _add(found, f"{mark}{name}.{word}")
    if mark and (own := tree.get(node, "id")):
        _add(found, f"{mark}{name}#{own}")


def _add(found: dict[int, None], feature: str) -> None:
    if len(found) < MAX_FEATURES:
        found[crc32(feature.encode("utf-8", "replace"))] = None
