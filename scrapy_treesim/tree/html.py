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
    through ``absolute``, and where it gives None the attribute is left out. Containers dissolve.
    """
    flagged_before = list(accumulate(keep, initial=0))
    out = _Writer()
    # Where an open element ends, its end tag, and whether it is a block.
    open_tags: list[tuple[int, str, bool]] = []

    def close() -> None:
        _, end_tag, block = open_tags.pop()
        if end_tag:
            out.closing(end_tag)
        if block:
            out.line()

    stop = node + tree.size[node]
    i = node
    while i < stop:
        while open_tags and i >= open_tags[-1][0]:
            close()
        tag = tree.tag[i]
        after = i + tree.size[i]
        if tag in UNWRITTEN or flagged_before[after] == flagged_before[i]:
            i = after
            continue
        block = tag not in INLINE and tag != BREAK
        if tag == tags.TEXT:
            out.text(tree.raw_text(i))
        elif tag in PREFORMATTED:
            out.line()
            out.markup(f"<pre>{escape(preformatted(tree, i, keep), quote=False)}</pre>")
            out.line()
            i = after
            continue
        else:
            if block:
                out.line()
            name = tree.name(i) if tag in _SPOKEN else ""
            if name:
                out.markup(f"<{name}{_attributes(tree, i, absolute)}>")
            end_tag = f"</{name}>" if name and tag not in _VOID else ""
            open_tags.append((after, end_tag, block))
            if tree.has_gap(i):
                out.text(" ")
        i += 1
    while open_tags:
        close()
    return out.result()


def _attributes(tree: PageTree, node: int, absolute: Callable[[str], str | None]) -> str:
    written = []
    for name, value in tree.attributes(node).items():
        if name not in _ATTRIBUTES:
            continue
        kept = absolute(value) if name in _ADDRESSES else value
        if kept is not None:
            written.append(f' {name}="{escape(kept)}"')
    return "".join(written)
