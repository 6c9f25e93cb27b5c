"""Relations (``rel``) of links that declare something."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.tree.printable import printable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy_treesim.page import Page

MAX_RELATION_BYTES: Final = 200
"""Bytes of a ``rel`` that are read."""

DECLARING: Final = frozenset("author canonical category licence license next prev tag".split())
"""The relations that are read, in lower case."""
_IS_REL: Final = bytes(name == "rel" for name in tags.ATTRIBUTES)


def relations_of(page: Page) -> Mapping[int, frozenset[str]]:
    """The nodes that have such relations, in order, with them; to be asked once a page."""
    tree = page.tree
    found: dict[int, frozenset[str]] = {}
    values, starts = tree.values, tree.value_start
    for entry in nodes_of(tree.attribute, _IS_REL):
        start = starts[entry]
        if said := _relations_in(
            values[start : min(starts[entry + 1], start + MAX_RELATION_BYTES)]
        ):
            found[bisect_right(tree.first_attribute, entry) - 1] = said
    return found


@lru_cache(maxsize=1024)
def _relations_in(said: bytes) -> frozenset[str]:
    return DECLARING & {*printable(said).lower().split()}
