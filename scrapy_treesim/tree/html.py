"""Clean HTML of part of a page: the tags that carry meaning, safe to show and to store."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.printable import visible
from scrapy_treesim.tree.text import ANNOTATIONS, BREAK, INLINE, PREFORMATTED, SILENT, preformatted

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

_SPOKEN: Final = tags.numbers(
    "a abbr b blockquote br caption cite code dd del dfn dl dt em figcaption figure h1 h2 h3 h4 h5 "
    "h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small strong sub sup table tbody td "
    "tfoot th thead time tr u ul var"
)
UNWRITTEN: Final = (SILENT - ANNOTATIONS - tags.numbers("rp rt rtc")) | tags.numbers(
    "noscript iframe object"
)
"""What is left out with all it holds."""

_HELD: Final = tags.numbers("caption dd dt figcaption li rp rt td th")
"""What stands only in its list, its table and the like."""
_VOID = tags.numbers("br hr img")
_ATTRIBUTES: Final = ("href", "src", "alt", "title", "datetime", "colspan", "rowspan")
_ADDRESSES = ("href", "src")
_WHITE = re.compile(r"\s+")


class _Writer:
    """HTML in the making, white space collapsed and a line for each block.

    A space due before an end tag comes after it.
    """

    def __init__(
        self, tree: PageTree, keep: bytearray, absolute: Callable[[str], str | None]
    ) -> None:
        self._tree, self._keep, self._absolute = tree, keep, absolute
        self._pieces: list[str] = []
        self._at_start = True
        self._space = False
        # Where an open element ends, its end tag, and whether it is a block.
        self._open: list[tuple[int, str, bool]] = []

    def close_before(self, node: int) -> None:
        """Write the end tags of what ends before a node."""
        while self._open and node >= self._open[-1][0]:
            _, end_tag, block = self._open.pop()
            if end_tag:
                self._pieces.append(end_tag)
                self._at_start = False
            if block:
                self.line()

    def open(self, node: int, is_top: bool) -> None:
        """Write the start tag of an element, if it speaks."""
        tree, tag = self._tree, self._tree.tag[node]
        block = tag not in INLINE and tag != BREAK
        if block:
            self.line()
        name = tree.name(node) if tag in _SPOKEN and not (is_top and tag in _HELD) else ""
        if name:
            self.markup(f"<{name}{_attributes(tree, node, self._absolute)}>")
        end_tag = f"</{name}>" if name and tag not in _VOID else ""
        self._open.append((node + tree.size[node], end_tag, block))
        if tree.has_gap(node):
            self.text(" ")

    def preformatted(self, node: int) -> None:
        """Write text with its white space as it stands."""
        self.line()
        written = preformatted(self._tree, node, self._keep)
        self.markup(f"<pre>{escape(written, quote=False)}</pre>")
        self.line()

    def line(self) -> None:
        """Go to a new line, if not on one."""
        self._space = False
        if not self._at_start:
            self._pieces.append("\n")
            self._at_start = True

    def text(self, raw: str) -> None:
        """Text to be escaped and collapsed."""
        written = _WHITE.sub(" ", visible(raw))
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
    out = _Writer(tree, keep, absolute)
    i = node
    while i <= last:
        out.close_before(i)
        tag = tree.tag[i]
        after = i + tree.size[i]
        flagged = (
            i < first or flagged_before[min(after, last + 1) - first] > flagged_before[i - first]
        )
        if tag not in UNWRITTEN and flagged and tag not in PREFORMATTED:
            if tag == tags.TEXT:
                out.text(tree.raw_text(i))
            else:
                out.open(i, i == node)
            i = way.pop() if way else i + 1
            continue
        if tag not in UNWRITTEN and flagged:
            out.preformatted(i)
        way.clear()
        i = after
    out.close_before(len(tree))
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
