"""Cleaning profiles: the tags of a page visible to each method."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapy_treesim.tree import _flat_cy, tags
from scrapy_treesim.tree.constants import DROP, KEEP, UNWRAP

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree


@dataclass(frozen=True, slots=True)
class Profile:
    """Tags to drop with their content, to dissolve into their parent, or to keep."""

    drop: frozenset[str]
    unwrap: frozenset[str] = frozenset()
    text: bool = False
    """True if text counts as nodes (Gong's ``<text>``)."""


@dataclass(frozen=True, slots=True, repr=False)
class Tree:
    """An ordered labelled tree in flat preorder arrays; subtrees are slices, as in the page."""

    names: list[str]
    tag: array[int]
    parent: array[int]
    size: array[int]
    origin: array[int]
    """Node of the page for each node."""

    def __len__(self) -> int:
        return len(self.tag)

    def __repr__(self) -> str:
        return f"<Tree of {len(self)} nodes>"

    def heights(self) -> array[int]:
        """Return for each node the nodes on the longest path down; 1 for a leaf."""
        height = _zeros(len(self))
        _flat_cy.fill_heights(self.parent, height)
        return height

    def children(self, node: int) -> list[int]:
        """Return the node's children in order."""
        children: list[int] = []
        stop = node + self.size[node]
        child = node + 1
        while child < stop:
            children.append(child)
            child += self.size[child]
        return children


_INVISIBLE = frozenset("head script style link meta base template noscript br wbr".split())
_CONTROLS = frozenset("select option optgroup datalist input textarea".split())
_INLINE = frozenset(
    "b strong i em u s small big font span sup sub mark abbr acronym tt kbd code nobr ins".split()
)

ELEMENTS = Profile(drop=_INVISIBLE)
"""Elements alone, without invisible ones (Song 2011 section 4, Zhu 2013)."""

ELEMENTS_AND_TEXT = Profile(drop=_INVISIBLE | _CONTROLS, unwrap=_INLINE, text=True)
"""Elements and text nodes (Gong), without inline marks: highlighted words make no new shape."""


def clean(page: PageTree, profile: Profile) -> Tree:
    """Return the tree of ``page`` cleaned by ``profile``; its root always stays. O(nodes)."""
    action_of = {**dict.fromkeys(profile.unwrap, UNWRAP), **dict.fromkeys(profile.drop, DROP)}
    actions = array("i", [action_of.get(name, KEEP) for name in page.names])
    actions[tags.TEXT] = KEEP if profile.text else DROP
    n = len(page)
    tag, parent, size, origin = _zeros(n), _zeros(n), _zeros(n), _zeros(n)
    count = _flat_cy.keep_nodes(
        page.tag, page.parent, page.size, actions, _zeros(n), tag, parent, size, origin
    )
    return Tree(page.names, tag[:count], parent[:count], size[:count], origin[:count])


def _zeros(n: int) -> array[int]:
    return array("i", bytes(4 * n))
