"""Shape of a region, regardless of content and position on the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
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
MAX_NAME: Final = 200
"""Characters of a class or id that are read."""

Shape = frozenset[int]
"""Hashes of paths of tags, and of tags with a class name: in the records, and around them."""


def shape_of(tree: PageTree, records: Sequence[Sequence[int]]) -> Shape:
    """The shape of the region that the records make.

    ``records``: the page nodes that each is made of. Looks at so many nodes at most, however large
    the page.
    """
    step = max(1, -(-len(records) // SAMPLE))
    found: dict[str, None] = {}
    seen: set[tuple[str, str]] = set()
    for record in records[::step]:
        for root in record[:MAX_NODES]:
            if len(found) < MAX_FEATURES:
                _add_inside(tree, root, found, seen)
    first = next((record[0] for record in records if record), 0)
    found = dict.fromkeys(islice(found, MAX_FEATURES)) | dict.fromkeys(_around(tree, first))
    return frozenset(crc32(one.encode("utf-8", "replace")) for one in islice(found, MAX_FEATURES))


def likeness(one: Shape, other: Shape) -> float:
    """The share of features that both have of those that either has, in [0, 1] (Jaccard)."""
    return len(one & other) / len(one | other) if one or other else 1.0


def _add_inside(
    tree: PageTree, root: int, found: dict[str, None], seen: set[tuple[str, str]]
) -> None:
    """Add the features of a subtree; ``seen`` has the tags with class names added before."""
    paths: list[str] = []
    above = tree.depth[root]
    for node in range(root, root + min(tree.size[root], MAX_NODES)):
        level = tree.depth[node] - above
        if tree.tag[node] == tags.TEXT or level > MAX_DEPTH:
            continue
        name = tree.name(node)
        del paths[level:]
        paths.append(f"{paths[-1]}/{name}" if paths else name)
        found[paths[-1]] = None
        names = tree.get(node, "class")
        if names and (name, names) not in seen:
            seen.add((name, names))
            found.update(dict.fromkeys(_named(names, f"{name}.")))


def _around(tree: PageTree, node: int) -> Iterator[str]:
    """The features of the elements above a node."""
    for level in range(MAX_DEPTH):
        node = tree.parent[node]
        if node < 0:
            break
        name = tree.name(node)
        # The nearest steps tell one list from another, the same tags above are every page's.
        yield f"^{level} {name}"
        yield from _named(tree.get(node, "class") or "", f"^{name}.")
        if identifier := (tree.get(node, "id") or "")[:MAX_NAME]:
            yield f"^{name}#{identifier}"


def _named(names: str, start: str) -> list[str]:
    return [start + word for word in names[:MAX_NAME].split()[:MAX_WORDS]]
