"""What a record and a region are, and how nodes of a page become them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import text_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

_LINK = tags.NUMBER["a"]
_IMAGE = tags.NUMBER["img"]


@dataclass(frozen=True, slots=True)
class Record:
    """One record: a subtree, or a run of neighbouring ones."""

    xpaths: tuple[str, ...]
    """The elements it is made of, in order."""
    text: str
    """Its text, blocks on lines of their own."""
    links: tuple[str, ...]
    """Addresses of its links, absolute, each once."""
    images: tuple[str, ...]
    """Addresses of its images, absolute, each once."""
    similarity: float
    """Found by itself: the mean similarity of its region's records; by example: its own to the
    example. In [0, 1]."""


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a page that repeats, with its records in page order."""

    xpath: str
    """The smallest element that holds all its records."""
    records: tuple[Record, ...]
    confidence: float
    """Mean similarity of its records, in [0, 1]."""


def read_record(page: Page, nodes: Sequence[int], similarity: float) -> Record:
    """The record that lies in these sibling subtrees of the page."""
    tree = page.tree
    links: dict[str, None] = {}
    images: dict[str, None] = {}
    for root in nodes:
        for node in range(root, root + tree.size[root]):
            if tree.tag[node] == _LINK:
                _add(links, page, tree.get(node, "href"))
            elif tree.tag[node] == _IMAGE:
                source = tree.get(node, "src") or ""
                # A placeholder in src, the picture's address in an attribute for scripts.
                if not source or source.startswith("data:"):
                    source = tree.get(node, "data-src") or tree.get(node, "data-original") or ""
                _add(images, page, source)
    return Record(
        xpaths=tuple(page.xpath(node) for node in nodes if tree.tag[node] != tags.TEXT),
        text="\n".join(filter(None, (text_of(tree, node) for node in nodes))),
        links=tuple(links),
        images=tuple(images),
        similarity=similarity,
    )


def _add(found: dict[str, None], page: Page, address: str | None) -> None:
    if address and not address.startswith("#") and (absolute := page.absolute(address)):
        found[absolute] = None
