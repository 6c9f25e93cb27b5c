"""What a region looks like, whatever stands in it and wherever on the page it is."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final
from zlib import crc32

from scrapy_treesim.records.over_pages import _shape_cy
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
    attributes = (tree.first_attribute, tree.attribute, tree.value_start, tree.values)
    names = _NAMES + array("I", map(_name_hash, tree.names[len(_NAMES) :]))
    paths = array("I", bytes(4 * (MAX_DEPTH + 1)))
    step = max(1, -(-len(records) // SAMPLE))
    for record in records[::step]:
        for root in record[:MAX_NODES]:
            stop = root + min(tree.size[root], MAX_NODES)
            _shape_cy.add_inside(
                tree.tag, tree.depth, *attributes, names, root, stop, paths, MAX_FEATURES,
                MAX_WORDS, found,
            )  # fmt: skip
    firsts = [record[0] for record in records if record]
    if firsts:
        _shape_cy.add_around(
            tree.tag, tree.parent, *attributes, names, firsts[0], MAX_DEPTH, MAX_FEATURES,
            MAX_WORDS, found,
        )  # fmt: skip
    return frozenset(found)


def likeness(one: Shape, other: Shape) -> float:
    """The share of features that both have of those that either has, in [0, 1] (Jaccard)."""
    return len(one & other) / len(one | other) if one or other else 1.0


def _name_hash(name: str) -> int:
    return crc32(name.encode("utf-8", "replace"))


_NAMES: Final = array("I", map(_name_hash, tags.KNOWN))
