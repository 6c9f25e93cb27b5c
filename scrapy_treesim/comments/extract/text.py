"""The text of a post."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import INLINE, text_of

if TYPE_CHECKING:
    from scrapy_treesim.comments.extract._parts_cy import Parts
    from scrapy_treesim.tree import PageTree

_BREAK: Final = tags.NUMBER["br"]


def body_text(tree: PageTree, found: Parts, post: int, keep: bytearray) -> str:
    """Tell what the post says: the flagged texts of its body."""
    posts = found.posts
    low, high = posts.low[post], posts.high[post]
    inner = post + 1
    hidden: list[tuple[int, bytearray]] = []
    while inner < posts.count and posts.low[inner] < high:
        # Posts inside it have their own flags in the same array.
        start, stop = posts.low[inner], posts.high[inner]
        hidden.append((start, keep[start:stop]))
        keep[start:stop] = bytes(stop - start)
        while inner < posts.count and posts.low[inner] < stop:
            inner += 1
    if low + tree.size[low] >= high:
        text = text_of(tree, low, keep)
    else:
        text = _text_of_run(tree, low, high, keep)
    for start, flags in hidden:
        keep[start : start + len(flags)] = flags
    return text


def _text_of_run(tree: PageTree, low: int, high: int, keep: bytearray) -> str:
    """The text of siblings: what is inline stays on its line."""
    lines: list[list[str]] = [[]]
    node = low
    while node < high:
        inline = tree.tag[node] in INLINE
        if tree.tag[node] == _BREAK or not inline:
            lines.append([])
        if keep.find(1, node, node + tree.size[node]) >= 0:
            piece = text_of(tree, node, keep).rstrip()
            if piece:
                lines[-1].append(piece if lines[-1] else piece.lstrip())
        if not inline:
            lines.append([])
        node += tree.size[node]
    return "\n".join(" ".join(pieces) for pieces in lines if pieces)
