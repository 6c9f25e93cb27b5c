"""Clean HTML of part of a page: the tags that carry meaning, safe to show and to store."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.constants import LINE, NOTHING, SPACE
from scrapy_treesim.tree.printable import printable, visible
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
_VOID: Final = tags.numbers("br hr img")
_ON_THE_LINE: Final = INLINE | {BREAK}
_ATTRIBUTES: Final = {
    tags.ATTRIBUTES.index(name): name
    for name in "href src alt title datetime colspan rowspan".split()
}
_PARTED: Final = {SPACE: " ", LINE: "\n"}


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

    Raises:
        IndexError: the page has no such node, or ``keep`` is too short.
    """
    if not 0 <= node < len(tree) or len(keep) < len(tree):
        raise IndexError(f"no node {node} among {len(tree)}, or {len(keep)} flags are too few")
    stop = node + tree.size[node]
    first, last = keep.find(1, node, stop), keep.rfind(1, node, stop)
    if first < 0:
        return ""
    # What stands before the first flagged node is not even asked: it may be most of a page.
    way = [first] if first > node else []
    while way and tree.parent[way[-1]] > node:
        way.append(tree.parent[way[-1]])
    writer = _Writer(tree, node, absolute)
    kept = first
    i = node
    while i <= last:
        below = i + tree.size[i]
        tag = tree.tag[i]
        if kept < i:
            kept = keep.find(1, i, stop)
        if kept >= below or tag in UNWRITTEN or tag in PREFORMATTED:
            if kept < below and tag not in UNWRITTEN:
                writer.close_to(tree.parent[i])
                writer.line()
                writer.markup(f"<pre>{escape(preformatted(tree, i, keep), quote=False)}</pre>")
                writer.line()
            way = []
            i = below
            continue
        writer.close_to(tree.parent[i])
        if tag == tags.TEXT:
            writer.text(visible(printable(tree.text[tree.start[i] : tree.start[i + 1]])))
        else:
            writer.open(i)
        i = way.pop() if way else i + 1
    writer.close_to(tree.parent[node])
    return "".join(writer.pieces)


class _Writer:
    """HTML in the making: white space collapsed, every block on a line.

    A space that is due before an end tag comes after it.
    """

    def __init__(self, tree: PageTree, top: int, absolute: Callable[[str], str | None]) -> None:
        self.pieces: list[str] = []
        self._tree = tree
        self._top = top
        self._absolute = absolute
        self._apart = NOTHING
        # The innermost open element, and whether white space came at the start of a line.
        self._open = tree.parent[top]
        self._is_spaced = False

    def line(self) -> None:
        """Go to a new line, if not on one."""
        self._apart = LINE
        self._is_spaced = False

    def markup(self, written: str) -> None:
        """Write something as it is."""
        if self._apart and self.pieces:
            self.pieces.append(_PARTED[self._apart])
        self._apart = NOTHING
        self.pieces.append(written)
        self._is_spaced = False

    def text(self, run: str) -> None:
        """Write a run of text, collapsed and escaped."""
        words = run.split()
        if words:
            if run[0].isspace():
                self._space()
            self.markup(escape(" ".join(words), quote=False))
            self._apart = SPACE if run[-1].isspace() else NOTHING
        elif run and self._apart == LINE:
            self._is_spaced = True
        elif run:
            self._apart = SPACE

    def close_to(self, above: int) -> None:
        """Write the end tags of what ended before a node below ``above``."""
        tree = self._tree
        while self._open != above:
            tag = tree.tag[self._open]
            if self._is_written(self._open) and tag not in _VOID:
                space = SPACE if self._is_spaced or self._apart == SPACE else NOTHING
                if self._apart == SPACE:
                    self._apart = NOTHING
                self.markup(f"</{tree.names[tag]}>")
                self._apart = space
            if tag not in _ON_THE_LINE:
                self.line()
            self._open = tree.parent[self._open]

    def open(self, node: int) -> None:
        """Write the start tag of an element, if it speaks."""
        tree = self._tree
        if tree.tag[node] not in _ON_THE_LINE:
            self.line()
        if self._is_written(node):
            self.markup(f"<{tree.name(node)}{self._attributes(node)}>")
        if tree.has_gap(node):
            self._is_spaced = self._is_spaced or self._apart == LINE
            self._space()
        self._open = node

    def _space(self) -> None:
        self._apart = max(self._apart, SPACE)

    def _is_written(self, node: int) -> bool:
        """Tell whether an element has tags; the top one stands in nothing here."""
        tag = self._tree.tag[node]
        return tag in _SPOKEN and not (node == self._top and tag in _HELD)

    def _attributes(self, node: int) -> str:
        tree = self._tree
        written = ""
        for entry in range(tree.first_attribute[node], tree.first_attribute[node + 1]):
            name = _ATTRIBUTES.get(tree.attribute[entry])
            if name is None:
                continue
            value: str | None = tree.value(entry)
            if name in ("href", "src"):
                value = self._absolute(tree.value(entry))
            if value is not None:
                # Halves of characters are no UTF-8.
                plain = value if value.isascii() else value.encode("utf-8", "replace").decode()
                written += f' {name}="{escape(plain)}"'
        return written
