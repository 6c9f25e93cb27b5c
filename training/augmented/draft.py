"""A page with its truth while it is changed: an lxml tree, read from bytes and written to them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from lxml import etree

import scrapy_treesim as treesim
from benchmarks.quality import tokens
from scrapy_treesim.reading.blocks import Blocks, blocks_of
from training.block_labels import labels_of, words_of

ROLE = "data-treesim-role"
"""The attribute that carries the role of what was put in; no page that is given out has it."""
_ROLE = re.compile(rf' {ROLE}="[a-z-]+"')
PHRASING = frozenset(
    "p span a b i em strong font h1 h2 h3 h4 h5 h6 u small big label ul ol dl table tbody tr"
    " thead tfoot".split()
)
"""Tags that are no containers of paragraphs and boxes."""


@dataclass(frozen=True)
class Variant:
    """A page changed, with its main text."""

    html: bytes
    text: str
    lang: str
    change: str
    roles: tuple[tuple[str, str], ...] = ()
    """XPath and role (``comments``, ``related`` ...) of what was put in and is not main."""


@dataclass
class Draft:
    """A page that is being changed."""

    html: bytes
    text: str
    lang: str
    page: treesim.Page = field(init=False)

    def __post_init__(self) -> None:
        self.page = treesim.Page(self.html)

    @property
    def root(self) -> etree._Element:
        """The tree, to be changed."""
        return self.page.root

    @cached_property
    def body(self) -> etree._Element:
        """The body, or the root where there is none."""
        body = self.root.find("body")
        return self.root if body is None else body

    @cached_property
    def blocks(self) -> Blocks:
        """The blocks of the page as it was read."""
        return blocks_of(self.page.tree)

    @cached_property
    def words(self) -> list[list[str]]:
        """The tokens of every block."""
        return words_of(self.page, self.blocks, self.lang)

    @cached_property
    def labels(self) -> list[bool]:
        """Whether each block is main text."""
        return [one > 0 for one in labels_of(self.words, tokens(self.text, self.lang))]

    @cached_property
    def elements(self) -> dict[int, etree._Element]:
        """The elements by their node; read before anything is changed."""
        every = [one for one in self.root.iter("*") if isinstance(one.tag, str)]
        return dict(zip(self.page.nodes_of(every), every, strict=True))

    @cached_property
    def main(self) -> etree._Element | None:
        """The smallest element that holds all main blocks and may hold paragraphs and boxes."""
        mains = [block for block, is_main in enumerate(self.labels) if is_main]
        if not mains:
            return None
        tree = self.page.tree
        first, last = self.blocks.first[mains[0]], self.blocks.last[mains[-1]]
        node = tree.parent[first]
        while node > 0 and not (
            node + tree.size[node] > last and self.elements[node].tag not in PHRASING
        ):
            node = tree.parent[node]
        found = self.elements.get(node)
        return found if found is not None and found.tag not in ("html", "head") else None

    def share_of_main(self, element: etree._Element) -> float:
        """The share of the words below an element that are in main blocks."""
        (node,) = self.page.nodes_of([element])
        before = self.blocks.before
        inside = range(before[node], before[node + self.page.tree.size[node]])
        sizes = [(len(self.words[block]), self.labels[block]) for block in inside]
        every = sum(size for size, _ in sizes)
        return sum(size for size, is_main in sizes if is_main) / max(every, 1)

    def main_owners(self) -> list[etree._Element]:
        """The block-level elements that the main blocks stand in, in page order, each once."""
        owners = {
            self.blocks.owner[self.blocks.first[block]]: None
            for block, is_main in enumerate(self.labels)
            if is_main
        }
        return [self.elements[node] for node in owners if node in self.elements]

    def written(self) -> bytes:
        """The page as UTF-8 that says so."""
        for other in list(self.root.itersiblings("*")):
            self.body.append(other)
        head = self.root.find("head")
        if head is None:
            head = etree.Element("head")
            self.root.insert(0, head)
        for meta in list(head.iter("meta")):
            declares = (meta.get("http-equiv") or "").lower() == "content-type"
            if meta.get("charset") is not None or declares:
                remove(meta)
        head.insert(0, etree.Element("meta", charset="utf-8"))
        written = etree.tostring(
            self.root, encoding="unicode", method="html", doctype="<!DOCTYPE html>", with_tail=False
        )
        return written.encode("utf-8", "replace")

    def changed(self) -> Draft:
        """The page read anew, after a change."""
        return Draft(self.written(), self.text, self.lang)

    def variant(self, change: str) -> Variant:
        """The page as it is given out."""
        html = self.written()
        read = treesim.Page(html)
        put_in = [one for one in read.root.iter("*") if one.get(ROLE) is not None]
        nodes = read.nodes_of(put_in)
        roles = tuple(
            (read.xpath(node), one.get(ROLE) or "") for node, one in zip(nodes, put_in, strict=True)
        )
        html = _ROLE.sub("", html.decode()).encode()
        return Variant(html, self.text, self.lang, change, roles)


def remove(element: etree._Element) -> None:
    """Take an element out; the text after it stays."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is None:
            parent.text = (parent.text or "") + element.tail
        else:
            before.tail = (before.tail or "") + element.tail
        element.tail = None
    parent.remove(element)
