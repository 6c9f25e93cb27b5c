"""The blocks of a page with what a method decided of each."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article import Wang, explain
from scrapy_treesim.article.blocks import blocks_of
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_treesim.article import Learned
    from scrapy_treesim.article.blocks import Blocks
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

HEADLINE: Final = "the headline, a field of its own"
"""The reason that is told of the blocks of the headline."""
MAX_ELEMENTS: Final = 8
"""Elements that one block is marked by."""
MAX_ABOVE: Final = 30
"""Inline elements around the beginning of a block that are looked through."""


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A block of the page."""

    nodes: tuple[int, ...]
    """The elements that it is, or stands in where it is but bare text."""
    texts: tuple[int, int]
    """Its first and last run of text."""
    xpath: str
    """The block-level element around it."""
    text: str
    kept: bool
    """Whether it is in the article."""
    probability: float | None
    """That it is of the article, in [0, 1]; None where the method knows none."""
    role: str | None
    """What it most probably is; None where the method knows no roles."""
    role_probability: float
    """That it is that, in [0, 1]."""
    reason: str


def shown_blocks(page: Page, method: Learned | Wang, has_article: bool) -> list[ShownBlock]:
    """All blocks, in page order; without an article none is kept."""
    blocks = blocks_of(page.tree)
    found = []
    for number, one in enumerate(explain(page, method=method)):
        kept, reason = one.kept and has_article, one.reason
        if one.kept and not has_article:
            reason = f"{reason}; but the page is not sure enough to have an article"
        found.append(
            ShownBlock(
                _elements_of(page.tree, blocks, number),
                (blocks.first[number], blocks.last[number]),
                one.xpath,
                one.text,
                kept,
                # Wang's method knows none.
                None if isinstance(method, Wang) else one.probability,
                one.role or None,
                one.role_probability,
                reason,
            )
        )
    return found


def _elements_of(tree: PageTree, blocks: Blocks, number: int) -> tuple[int, ...]:
    """The element around a block, or where that holds others too, the block's own in it."""
    first, last = blocks.first[number], blocks.last[number]
    owner = blocks.owner[first]
    if blocks.before[owner + tree.size[owner]] - blocks.before[owner] == 1:
        return (owner,)
    node = first
    for _ in range(MAX_ABOVE):
        if tree.parent[node] == owner:
            break
        node = tree.parent[node]
    else:
        return (owner,)
    own = islice(_elements_from(tree, node, last), MAX_ELEMENTS)
    return tuple(own) or (owner,)


def _elements_from(tree: PageTree, node: int, last: int) -> Iterator[int]:
    """A node and the siblings after it up to one of some number, those that are elements."""
    while node <= last:
        if tree.tag[node] != tags.TEXT:
            yield node
        node += tree.size[node]
