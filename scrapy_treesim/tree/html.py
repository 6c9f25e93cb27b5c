"""Clean HTML of part of a page: the tags that carry meaning, safe to show and to store."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import BREAK, INLINE, PREFORMATTED, SILENT, preformatted

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

_SPOKEN: Final = tags.numbers(
    "a abbr b blockquote br caption cite code dd del dfn dl dt em figcaption figure h1 h2 h3 h4 h5 "
    "h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small strong sub sup table tbody td "
    "tfoot th thead time tr u ul var"
)
UNWRITTEN: Final = (SILENT - tags.numbers("rp")) | tags.numbers("noscript iframe object")
"""What is left out with all it holds."""

_HELD: Final = tags.numbers("caption dd dt figcaption li rp rt td th")
"""What stands only in its list, its table and the like."""
_VOID = tags.numbers("br hr img")
_ATTRIBUTES: Final = ("href", "src", "alt", "title", "datetime", "colspan", "rowspan")
_ADDRESSES = ("href", "src")
_WHITE = re.compile(r"\s+")


class _Writer:
    """HTML in the making, white space collapsed and a line for each block."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._at_start = True
        self._space = False

    def line(self) -> None:
        """Go to a new line, if not on one."""
        self._space = False
        if not self._at_start:
            self._pieces.append("\n")
            self._at_start = True

    def text(self, raw: str) -> None:
        """Text to be escaped and collapsed."""
        written = _WHITE.sub(" ", raw)
        if written.startswith(" "):
            self._space = True
        inner = written.strip(" ")
        if inner:
            self.markup(escape(inner, quote=False))
            self._space = written.endswith(" ")

    def markup(self, written: str) -> None:
        """Something to be written as it is."""
        if self._space and not self._at_start:
            self._pieces.append(" ")
        self._space = False
        self._at_start = False
        self._pieces.append(written)

    def closing(self, written: str) -> None:
        """An end tag; a space due before it comes after it."""
        self._pieces.append(written)
        self._at_start = False

    def result(self) -> str:
        return "".join(self._pieces).strip("\n")


def html_of(
    tree: PageTree,
    keep: bytearray,
    node: int = 0,
    absolute: Callable[[str], str | None] = lambda address: address,
) -> str:
    """The flagged nodes below ``node`` as clean HTML.

    Of elements only those that speak (headings, paragraphs, lists, tables, links, images ...) and
    hold something flagged are written, of attributes only the harmless ones; addresses pass
    through ``absolute``, and where it gives None the attribute is left out. Containers dissolve,
    and so does ``node`` itself if it is a cell or an item, which stands in nothing here.
    """
    stop = node + tree.size[node]
    first, last = keep.find(1, node, stop), keep.rfind(1, node, stop)
    if first < 0:
        return ""
    flagged_before = list(accumulate(keep[first : last + 1], initial=0))
    # What stands before the first flagged node is not even asked: it may be most of a page.
    way = _way_down(tree, node, first)
    out = _Writer()
    # Where an open element ends, its end tag, and whether it is a block.
    open_tags: list[tuple[int, str, bool]] = []

    def close() -> None:
        _, end_tag, block = open_tags.pop()
        if end_tag:
            out.closing(end_tag)
        if block:
            out.line()

    i = node
    while i <= last:
        while open_tags and i >= open_tags[-1][0]:
            close()
        tag = tree.tag[i]
        after = i + tree.size[i]
        flagged = (
            i < first or flagged_before[min(after, last + 1) - first] > flagged_before[i - first]
        )
        if tag in UNWRITTEN or not flagged:
            way.clear()
            i = after
            continue
        block = tag not in INLINE and tag != BREAK
        if tag == tags.TEXT:
            out.text(tree.raw_text(i))
        elif tag in PREFORMATTED:
            out.line()
            out.markup(f"<pre>{escape(preformatted(tree, i, keep), quote=False)}</pre>")
            out.line()
            way.clear()
            i = after
            continue
        else:
            if block:
                out.line()
            spoken = tag in _SPOKEN and not (i == node and tag in _HELD)
            name = tree.name(i) if spoken else ""
            if name:
                out.markup(f"<{name}{_attributes(tree, i, absolute)}>")
            end_tag = f"</{name}>" if name and tag not in _VOID else ""
            open_tags.append((after, end_tag, block))
            if tree.has_gap(i):
                out.text(" ")
        i = way.pop() if way else i + 1
    while open_tags:
        close()
    return out.result()


def _way_down(tree: PageTree, top: int, node: int) -> list[int]:
    """The nodes from the node up to below the top one."""
    way = []
    while node > top:
        way.append(node)
        node = tree.parent[node]
    return way


def _attributes(tree: PageTree, node: int, absolute: Callable[[str], str | None]) -> str:
    written = []
    for name, value in tree.attributes(node).items():
        if name not in _ATTRIBUTES:
            continue
        kept = absolute(value) if name in _ADDRESSES else value
        if kept is not None:
            written.append(f' {name}="{escape(kept)}"')
    return "".join(written)
