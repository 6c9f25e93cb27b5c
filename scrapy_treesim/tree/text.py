"""The text of a subtree, as a person reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

INLINE: Final = tags.numbers(
    "<text> a abbr acronym b bdi bdo big blink button cite code data del dfn em font i img input "
    "ins kbd label mark meter nobr output progress q rb rp rt rtc ruby s samp small span strike "
    "strong sub sup time tt u var wbr picture source svg path use map object"
)
"""What does not start a new line; every other tag, custom elements too, does."""

PREFORMATTED: Final = tags.numbers("pre listing xmp plaintext")
"""Where white space is kept."""

SILENT: Final = tags.numbers(
    "script style template select option optgroup datalist textarea rp head"
)
"""What holds no text to read."""

BREAK = tags.NUMBER["br"]
_CELLS = tags.numbers("td th")


class _Lines:
    """Lines of text in the making; a line may hold cells."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self._cells: list[list[str]] = [[]]

    def add(self, piece: str) -> None:
        self._cells[-1].append(piece)

    def cell(self) -> None:
        self._cells.append([])

    def end(self) -> None:
        if self._cells == [[]]:
            return
        cells = (" ".join("".join(pieces).split()) for pieces in self._cells)
        line = "\t".join(filter(None, cells))
        if line:
            self.done.append(line)
        self._cells = [[]]


def text_of(tree: PageTree, node: int = 0, keep: bytearray | None = None) -> str:
    """The text below ``node``, blocks on lines of their own, cells apart by tabs.

    White space is collapsed except inside ``<pre>``. ``keep`` holds a flag for every node of the
    page; text nodes without theirs are passed over.
    """
    lines = _Lines()
    open_blocks: list[int] = []
    tag_of, size = tree.tag, tree.size
    stop = node + size[node]
    i = node
    while i < stop:
        while open_blocks and i >= open_blocks[-1]:
            open_blocks.pop()
            lines.end()
        tag = tag_of[i]
        if tag == tags.TEXT:
            if keep is None or keep[i]:
                lines.add(tree.raw_text(i))
        elif keep is not None and tag not in INLINE and keep.find(1, i, i + size[i]) < 0:
            # A block with nothing to keep, cells among them, only parts what stands around it.
            if tag in _CELLS:
                lines.cell()
            else:
                lines.end()
            i += size[i]
            continue
        elif tag in SILENT and i != node:
            lines.add(_space_after(tree, i))
            i += tree.size[i]
            continue
        elif tag in PREFORMATTED:
            lines.end()
            written = preformatted(tree, i, keep).strip("\n")
            if written.strip():
                lines.done.append(written)
            i += tree.size[i]
            continue
        else:
            if tag in _CELLS:
                lines.cell()
            elif tag not in INLINE:
                lines.end()
                if tree.size[i] > 1:
                    open_blocks.append(i + tree.size[i])
            if tree.has_gap(i):
                lines.add(" ")
        i += 1
    lines.end()
    return "\n".join(lines.done)


def preformatted(tree: PageTree, node: int, keep: bytearray | None = None) -> str:
    """The text below ``node`` with its white space as it stands; ``<br>`` ends a line."""
    pieces: list[str] = []
    for i in range(node, node + tree.size[node]):
        if tree.tag[i] == BREAK:
            pieces.append("\n")
        if tree.tag[i] == tags.TEXT:
            if keep is None or keep[i]:
                pieces.append(tree.raw_text(i))
        elif tree.has_gap(i):
            pieces.append(tree.text[tree.start[i] : tree.start[i + 1]].decode("utf-8", "replace"))
    return "".join(pieces)


def _space_after(tree: PageTree, node: int) -> str:
    end = tree.start[node + tree.size[node]]
    return " " if tree.text[max(end - 1, 0) : end].isspace() else ""
