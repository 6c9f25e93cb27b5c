"""Main text by size and by likeness to the title and headings (Wang 2010).

A page becomes a small tree of text blocks: containers are its nodes, and all the text of a
container's inline content (paragraphs, lists and headings among it) belongs to it, so that a body
spread over many ``td`` or ``div`` survives. A large block with enough text for its links is main
text; a small one must resemble the title or a heading.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import chain
from math import log, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.article.terms import terms
from scrapy_treesim.reading import constants
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.printable import printable
from scrapy_treesim.tree.text import INLINE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree


@dataclass(frozen=True, slots=True)
class Wang:
    """The method's parameters, with the paper's values."""

    min_text: int = 250
    """``mintextsize``: characters from which a block is kept by its links alone."""
    chars_per_link: int = 25
    """``multi``: characters of text that a block must hold for each of its links."""
    title_similarity: float = 0.7
    """``beta``: TF-IDF cosine with title or heading that a small block must exceed, in [0, 1]."""


MAX_HEADINGS: Final = 100
"""Headings that small blocks are compared with, the first ones; some papers have a hundred."""
MAX_HEADING_BYTES: Final = 2_000
"""Bytes of a heading that are read, or four times as many characters of a title at most."""

_PROSE = tags.numbers(
    "p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre table tbody thead tfoot tr caption "
    "center hr figure figcaption picture address hgroup font details summary ruby audio video "
    "canvas"
)
_LINK = tags.NUMBER["a"]
_WITHIN = (INLINE | _PROSE | {_LINK}) - tags.numbers("button")
_ASIDE = tags.numbers("nav aside footer")
_DROPPED = tags.numbers(
    "head script style noscript template select option optgroup datalist textarea svg math iframe "
    "object embed noembed noframes map"
)


class Containers(NamedTuple):
    """The text blocks of a page: containers with text of their own."""

    owner: array[int]
    """The block of every node, by the number of its container; -1 for none."""
    chars: array[int]
    """Characters of text of every container, 0 where it has none of its own."""
    links: array[int]
    """Links of every container."""


def containers_of(tree: PageTree) -> Containers:
    """The page's blocks; O(nodes)."""
    zeros = bytes(4 * len(tree))
    owner = array("i", [constants.NO_BLOCK]) * len(tree)
    chars, links = array("i", zeros), array("i", zeros)
    dropped = 0
    for node, tag in enumerate(tree.tag):
        # Some pages wrap everything in an aside.
        is_aside = tag in _ASIDE and 2 * tree.text_chars(node) < tree.chars[-1]
        if node >= dropped and (tag in _DROPPED or is_aside):
            dropped = node + tree.size[node]
        if node < dropped:
            continue
        if tag not in _WITHIN or node == 0:
            owner[node] = node
            continue
        block = owner[node] = owner[tree.parent[node]]
        if tag == tags.TEXT:
            chars[block] += tree.text_chars(node)
        links[block] += tag == _LINK
    return Containers(owner, chars, links)


class KeptContainers(NamedTuple):
    """The containers of a page with a flag for those that are main text."""

    flags: bytearray
    """A flag for every container whose block is main text, and a last one, 0, for no block; none is
    set where no block is large enough."""
    containers: Containers
    parameters: Wang

    def of(self, node: int) -> tuple[bool, str]:
        """Tell whether a node's container is main text, and why, by the rules in their order."""
        owner = self.containers.owner[node]
        if owner == constants.NO_BLOCK or not self.containers.chars[owner]:
            return False, "in what is set aside: a nav, an aside, a footer, the choices of a form"
        kept = bool(self.flags[owner])
        chars, links = self.containers.chars[owner], self.containers.links[owner]
        said = f"{chars} characters and {links} link{'' if links == 1 else 's'} in its container"
        if chars < self.parameters.chars_per_link * links:
            return kept, f"{said}: too many links"
        if chars >= self.parameters.min_text:
            return kept, f"{said}: large enough"
        return kept, f"{said}: small, {'but' if kept else 'and not'} like the title or a heading"


def keep_containers(page: Page, parameters: Wang) -> KeptContainers:
    """Flag the containers whose text is main text."""
    containers = containers_of(page.tree)
    kept, small = bytearray(len(page.tree) + 1), bytearray(len(page.tree) + 1)
    for node, chars in enumerate(containers.chars):
        if chars and chars >= parameters.chars_per_link * containers.links[node]:
            (kept if chars >= parameters.min_text else small)[node] = 1
    if any(kept):
        for node in _alike(page, containers.owner, small, parameters.title_similarity):
            kept[node] = 1
    return KeptContainers(kept, containers, parameters)


def kept_nodes(page: Page, parameters: Wang, headline: int | None) -> bytearray | None:
    """A flag for every node whose block is main text, or None where no block is large enough.

    The headline has a field of its own and is left out.
    """
    tree = page.tree
    kept = keep_containers(page, parameters)
    if not any(kept.flags):
        return None
    # Nodes of no block have the number -1, and that is the last.
    flags = bytearray(map(kept.flags.__getitem__, kept.containers.owner))
    if headline is not None:
        flags[headline : headline + tree.size[headline]] = bytes(tree.size[headline])
    return flags


def _alike(page: Page, owner: array[int], small: bytearray, threshold: float) -> Iterator[int]:
    """Those of the small blocks that resemble the title or a heading more than ``threshold``."""
    tree = page.tree
    texts: dict[int, list[str]] = defaultdict(list)
    for node, block in enumerate(owner):
        if block != constants.NO_BLOCK and tree.tag[node] == tags.TEXT:
            texts[block].append(tree.raw_text(node))
    documents = {block: terms(" ".join(pieces)) for block, pieces in texts.items()}
    holding = Counter(chain.from_iterable(documents.values()))

    def vector(document: Counter[str]) -> dict[str, float]:
        """TF-IDF weights (equation 1), scaled to length 1."""
        weights = {
            term: count * log(1 + (len(documents) + 1) / (holding[term] + 1))
            for term, count in document.items()
        }
        norm = sqrt(sum(weight * weight for weight in weights.values()))
        return {term: weight / norm for term, weight in weights.items()}

    starts = ((node, tree.start[node]) for node in page.headings()[:MAX_HEADINGS])
    stops = ((at, min(tree.start[n + tree.size[n]], at + MAX_HEADING_BYTES)) for n, at in starts)
    headings = [printable(tree.text[at:stop]) for at, stop in stops]
    headings.append((page.title or "")[:MAX_HEADING_BYTES])
    vectors = [vector(terms(heading)) for heading in headings]
    for block in (one for one in documents if small[one]):
        own = vector(documents[block])
        # The cosine (equation 2); of equal texts, rounding takes it above 1.
        if any(
            min(1.0, sum(weight * own.get(term, 0.0) for term, weight in one.items())) > threshold
            for one in vectors
        ):
            yield block
