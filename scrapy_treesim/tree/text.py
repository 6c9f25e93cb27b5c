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

_SILENT = tags.numbers("template select option optgroup datalist textarea rp head")
_PREFORMATTED = tags.numbers("pre listing xmp plaintext")
_BREAK = tags.NUMBER["br"]
_CELLS = tags.numbers("td th")


def text_of(tree: PageTree, node: int = 0, keep: bytearray | None = None) -> str:
    """The text below ``node``, blocks on lines of their own, cells apart by tabs.

    White space is collapsed except inside ``<pre>``. ``keep`` holds a flag for every node of the
    page; text nodes without theirs are passed over.
    """
    lines: list[str] = []
    line: list[str] = []
    open_blocks: list[int] = []
    cell = False
    plain_until = 0

    def end_line() -> None:
        words = "".join(line).split(" \t ") if cell else ["".join(line)]
        full = "\t".join(filter(None, (" ".join(part.split()) for part in words)))
        if full:
            lines.append(full)
        line.clear()

    stop = node + tree.size[node]
    i = node
    while i < stop:
        while open_blocks and i >= open_blocks[-1]:
            open_blocks.pop()
            end_line()
        tag = tree.tag[i]
        if tag == tags.TEXT:
            if keep is None or keep[i]:
                if i < plain_until:
                    end_line()
                    lines.append(tree.raw_text(i).strip("\n"))
                else:
                    line.append(tree.raw_text(i))
        elif tag in _SILENT and i != node:
            i += tree.size[i]
            continue
        elif tag in _CELLS:
            cell = True
            line.append(" \t ")
        elif tag == _BREAK or tag not in INLINE:
            if line:
                end_line()
            if tag in _PREFORMATTED:
                plain_until = max(plain_until, i + tree.size[i])
            if tree.size[i] > 1:
                open_blocks.append(i + tree.size[i])
        i += 1
    end_line()
    return "\n".join(lines)
