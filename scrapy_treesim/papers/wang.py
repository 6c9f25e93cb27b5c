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

from scrapy_treesim.reading import constants
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.printable import printable
from scrapy_treesim.tree.text import INLINE
from scrapy_treesim.values.terms import terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree


@dataclass(frozen=True, slots=True)
class Wang:
    """The method's parameters, with the paper's values.

    >>> page = "<h1>The ferry</h1>" + 6 * "<p>The ferry is back, after a winter in the yard.</p>"
    >>> article(page, method=Wang(min_text=40))
    <Article 'The ferry' of 281 characters>
    """

    min_text: int = 250
    """Value of ``mintextsize``: least characters of a block that is kept by its links alone."""
    chars_per_link: int = 25
    """Value of ``multi``: least characters of text in a block for each of its links."""
    title_similarity: float = 0.7
    """Value of ``beta``, in [0, 1]: a small block's TF-IDF cosine with title or heading tops it."""


MAX_HEADINGS: Final = 100
"""Number of headings, the first ones, compared with small blocks; some papers have a hundred."""
MAX_HEADING_BYTES: Final = 2_000
"""Number of bytes read of a heading, and of characters of a title."""

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
    """Block of every node, as the number of its container; -1 for none."""
    chars: array[int]
    """Number of characters of each container's own text, 0 for none."""
    links: array[int]
    """Number of links of each container."""


def containers_of(tree: PageTree) -> Containers:
    """Read the page's blocks; O(nodes)."""
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
    """The containers of a page, with a flag for each of main text."""

    flags: bytearray
    """Flag of each container, 1 if its block is main text, and a last one, 0, for no block; all are
    0 where no block is large enough."""
    containers: Containers
    parameters: Wang

    def of(self, node: int) -> tuple[bool, str]:
        """Tell whether a node's container is main text, and why, by the rules in their order."""
        owner = self.containers.owner[node]
        if owner == constants.NO_BLOCK or not self.containers.chars[owner]:
            return False, "in what is set aside: a nav, an aside, a footer, the choices of a form"
        main = bool(self.flags[owner])
        chars, links = self.containers.chars[owner], self.containers.links[owner]
        counts = f"{chars} characters and {links} link{'' if links == 1 else 's'} in its container"
        if chars < self.parameters.chars_per_link * links:
            return main, f"{counts}: too many links"
        if chars >= self.parameters.min_text:
            return main, f"{counts}: large enough"
        return main, f"{counts}: small, {'but' if main else 'and not'} like the title or a heading"


def keep_containers(page: Page, parameters: Wang) -> KeptContainers:
    """Flag the containers of main text."""
    containers = containers_of(page.tree)
    flags, small = bytearray(len(page.tree) + 1), bytearray(len(page.tree) + 1)
    for node, chars in enumerate(containers.chars):
        if chars and chars >= parameters.chars_per_link * containers.links[node]:
            (flags if chars >= parameters.min_text else small)[node] = 1
    if any(flags):
        for node in _alike(page, containers.owner, small, parameters.title_similarity):
            flags[node] = 1
    return KeptContainers(flags, containers, parameters)


def kept_nodes(page: Page, parameters: Wang, headline: int | None) -> bytearray | None:
    """Flag every node of main text; None if no block is large enough.

    The headline has a field of its own and is left out.
    """
    tree = page.tree
    selection = keep_containers(page, parameters)
    if not any(selection.flags):
        return None
    # Nodes of no block have the number -1, the index of the last flag.
    flags = bytearray(map(selection.flags.__getitem__, selection.containers.owner))
    if headline is not None:
        flags[headline : headline + tree.size[headline]] = bytes(tree.size[headline])
    return flags


def _alike(page: Page, owner: array[int], small: bytearray, threshold: float) -> Iterator[int]:
    """The small blocks more similar to the title or a heading than ``threshold``."""
    tree = page.tree
    texts: dict[int, list[str]] = defaultdict(list)
    for node, block in enumerate(owner):
        if block != constants.NO_BLOCK and tree.tag[node] == tags.TEXT:
            texts[block].append(tree.raw_text(node))
    documents = {block: terms(" ".join(pieces)) for block, pieces in texts.items()}
    holding = Counter(chain.from_iterable(documents.values()))
    headings = [_tf_idf(terms(text), len(documents), holding) for text in _headings(page)]
    for block in (block for block in documents if small[block]):
        vector = _tf_idf(documents[block], len(documents), holding)
        if any(_cosine(heading, vector) > threshold for heading in headings):
            yield block


def _headings(page: Page) -> Iterator[str]:
    """The first headings of a page, and its title."""
    tree = page.tree
    for node in page.headings()[:MAX_HEADINGS]:
        start, stop = tree.start[node], tree.start[node + tree.size[node]]
        yield printable(tree.text[start : min(stop, start + MAX_HEADING_BYTES)])
    yield (page.title or "")[:MAX_HEADING_BYTES]


def _tf_idf(document: Counter[str], count: int, holding: Counter[str]) -> dict[str, float]:
    """TF-IDF weights (equation 1), scaled to length 1; ``holding``: documents that hold a term."""
    weights = {
        term: frequency * log(1 + (count + 1) / (holding[term] + 1))
        for term, frequency in document.items()
    }
    norm = sqrt(sum(weight * weight for weight in weights.values()))
    return {term: weight / norm for term, weight in weights.items()}


def _cosine(first: Mapping[str, float], second: Mapping[str, float]) -> float:
    """The cosine of vectors of length 1 (equation 2), which rounding takes above 1."""
    return min(1.0, sum(weight * second.get(term, 0.0) for term, weight in first.items()))
