"""Main text by size and by likeness to the title and headings (Wang 2010).

A page becomes a small tree of text blocks: containers are its nodes, and all the text of a
container's inline content (paragraphs, lists and headings among it) belongs to it, so that a body
spread over many ``td`` or ``div`` survives. A large block with enough text for its links speaks
for itself; a small one must resemble the title or a heading.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from scrapy_treesim.article import _containers_cy
from scrapy_treesim.article.terms import Nearest, TfIdf, terms
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import INLINE

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree


@dataclass(frozen=True, slots=True)
class Wang:
    """The method's parameters, with the paper's values."""

    min_text: int = 250
    """``mintextsize``: characters from which a block is judged by its links alone."""
    chars_per_link: int = 25
    """``multi``: characters of text that a block must hold for each of its links."""
    title_similarity: float = 0.7
    """``beta``: TF-IDF cosine with title or heading that a small block must exceed, in [0, 1]."""


@dataclass(frozen=True, slots=True)
class Block:
    """A container and the text that is its own, not that of containers inside it."""

    node: int
    chars: int
    links: int


_PROSE = tags.numbers(
    "p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre table tbody thead tfoot tr caption "
    "center hr figure figcaption picture address hgroup font details summary ruby audio video "
    "canvas"
)
_ASIDE = tags.numbers("nav aside footer")
_DROPPED = tags.numbers(
    "head script style noscript template select option optgroup datalist textarea svg math iframe "
    "object embed noembed noframes map"
)


def blocks_of(tree: PageTree) -> tuple[list[Block], array[int]]:
    """The blocks that hold text, in page order, and the block node of every node (-1: none)."""
    kinds = array("i", [_containers_cy.CONTAINER]) * len(tree.names)
    for number in INLINE | _PROSE:
        kinds[number] = _containers_cy.INLINE
    for number in _DROPPED:
        kinds[number] = _containers_cy.DROP
    for number in _ASIDE:
        kinds[number] = _containers_cy.ASIDE
    kinds[tags.NUMBER["button"]] = _containers_cy.CONTAINER
    kinds[tags.NUMBER["a"]] = _containers_cy.LINK
    zeros = bytes(4 * len(tree))
    owner, chars, links = array("i", zeros), array("i", zeros), array("i", zeros)
    _containers_cy.assign(tree.tag, tree.parent, tree.size, tree.chars, kinds, owner, chars, links)
    return [
        Block(node, chars[node], links[node]) for node in range(len(tree)) if chars[node]
    ], owner


class Judged(NamedTuple):
    """What the method made of a page."""

    kept: set[int]
    """The blocks that are main text, by their nodes; empty where none is large enough."""
    blocks: dict[int, Block]
    """All blocks that hold text, by their nodes."""
    owner: array[int]
    """The block node of every node (-1: none)."""
    parameters: Wang

    def of(self, node: int) -> tuple[bool, str]:
        """Whether a node's block is main text, and why."""
        block = self.blocks.get(self.owner[node])
        if block is None:
            return False, "in what is set aside: a nav, an aside, a footer, the choices of a form"
        kept = block.node in self.kept
        return kept, _reason(block, self.parameters, kept)


def judge(page: Page, parameters: Wang) -> Judged:
    """Which blocks of the page are main text."""
    blocks, owner = blocks_of(page.tree)
    worded = [block for block in blocks if block.chars >= parameters.chars_per_link * block.links]
    kept = {block.node for block in worded if block.chars >= parameters.min_text}
    if kept:
        small = {block.node for block in worded} - kept
        kept |= _alike(page, owner, small, parameters.title_similarity)
    return Judged(kept, {block.node: block for block in blocks}, owner, parameters)


def kept_nodes(page: Page, parameters: Wang, headline: int | None) -> bytearray | None:
    """A flag for every node whose block is main text, or None where no block is large enough.

    The headline has a field of its own and is left out.
    """
    tree = page.tree
    judged = judge(page, parameters)
    if not judged.kept:
        return None
    flags = bytearray(block in judged.kept for block in judged.owner)
    if headline is not None:
        flags[headline : headline + tree.size[headline]] = bytes(tree.size[headline])
    return flags


def _reason(block: Block, parameters: Wang, kept: bool) -> str:
    """Why a block is main text or not, by the rules in their order."""
    links = f"{block.links} link{'' if block.links == 1 else 's'}"
    said = f"{block.chars} characters and {links} in its container"
    if block.chars < parameters.chars_per_link * block.links:
        return f"{said}: too many links"
    if block.chars >= parameters.min_text:
        return f"{said}: large enough"
    return f"{said}: small, {'but' if kept else 'and not'} like the title or a heading"


def _alike(page: Page, owner: array[int], small: set[int], threshold: float) -> set[int]:
    """Those of the small blocks that resemble the title or a heading more than ``threshold``."""
    tree = page.tree
    own_texts: dict[int, list[str]] = {}
    for node, tag in enumerate(tree.tag):
        if tag == tags.TEXT and owner[node] != _containers_cy.NO_BLOCK:
            own_texts.setdefault(owner[node], []).append(tree.raw_text(node))
    documents = {block: terms(" ".join(texts)) for block, texts in own_texts.items()}
    headings = [terms(tree.raw_text(node)) for node in page.headings()]
    headings.append(terms(page.title or ""))
    known_terms: set[str] = set().union(*headings)
    weights = TfIdf(documents.values())
    nearest = Nearest(map(weights.vector, headings))
    return {
        block
        for block, document in documents.items()
        if block in small
        and not known_terms.isdisjoint(document)
        and nearest.cosine(weights.vector(document)) > threshold
    }
