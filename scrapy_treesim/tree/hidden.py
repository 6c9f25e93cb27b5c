"""Hidden elements: those that their own attributes hide."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.tree.constants import CLOSED, HIDDEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_treesim.tree.page_tree import PageTree

MAX_STYLE_BYTES: Final = 500
"""Bytes of a style that are read."""
STREAMED: Final = "S:"
"""The beginning of ids that React gives to what it sends ahead, hidden until a script places it."""

_STYLE: Final = tags.ATTRIBUTES.index("style")
_IS_HIDDEN: Final = bytes(name == "hidden" for name in tags.ATTRIBUTES)
_IS_DIALOG: Final = bytes(name == "dialog" for name in tags.KNOWN)
# Not in a longer word, as in backface-visibility.
_HIDES: Final = re.compile(
    rb"(?:\A|[\x00-\x20;])(?:display[\t-\r ]{0,3}:[\t-\r ]{0,3}none"
    rb"|visibility[\t-\r ]{0,3}:[\t-\r ]{0,3}hidden)"
)


def hidden_elements(tree: PageTree) -> bytearray:
    """A flag for every node: :data:`~.constants.HIDDEN`, :data:`~.constants.CLOSED` or 0.

    What stands below such an element has no flag of its own, nor has what is shown later without
    anyone's doing: ``hidden="until-found"``, and parts that React sends ahead.
    """
    hidden = bytearray(len(tree))
    starts, values = tree.value_start, tree.values
    hiding = [
        entry
        for entry in nodes_of(tree.attribute, _IS_HIDDEN)
        if not values.startswith(b"until-found", starts[entry], starts[entry + 1])
    ]
    for entry in (*hiding, *_hiding_styles(tree, b"display"), *_hiding_styles(tree, b"visibility")):
        node = bisect_right(tree.first_attribute, entry) - 1
        if not (tree.get(node, "id") or "").startswith(STREAMED):
            hidden[node] = HIDDEN
    for node in nodes_of(tree.tag, _IS_DIALOG):
        if tree.get(node, "open") is None:
            hidden[node] = CLOSED
    return hidden


def _hiding_styles(tree: PageTree, word: bytes) -> Iterator[int]:
    """The entries of styles that hide their elements, and have a word in them."""
    starts, values = tree.value_start, tree.values
    at = values.find(word)
    while at >= 0:
        entry = bisect_right(starts, at) - 1
        stop = min(starts[entry + 1], starts[entry] + MAX_STYLE_BYTES)
        if tree.attribute[entry] == _STYLE and _HIDES.search(values[starts[entry] : stop]):
            yield entry
        at = values.find(word, starts[entry + 1])
