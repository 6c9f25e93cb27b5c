"""The lines of text near a headline, and at the end of an article, piece by piece."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import INLINE

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

MAX_PIECES: Final = 150
"""Runs of text that are looked at in one place."""
MAX_NODES: Final = 5_000
"""Nodes that are looked at in one place."""
MAX_LEVELS: Final = 50
"""Inline elements around a run of text at most."""
MAX_PIECE_CHARS: Final = 300
"""Characters of a run of text at most; what is longer is a passage."""
MAX_CLASS_CHARS: Final = 500
"""Characters of an element's class names and id that are read."""
_CLASS_WORDS: Final = re.compile(r"[A-Z]?[a-z]{1,30}|[A-Z]{2,30}")
_SILENT: Final = tags.numbers(
    "head script style template select option textarea noscript title svg button"
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text."""

    node: int
    text: str
    """White space collapsed; empty of a passage."""
    line: int
    """The block-level element that it stands in."""


def pieces_between(tree: PageTree, first: int, stop: int) -> Iterator[Piece]:
    """The runs of text from one node to another, as many as are looked at."""
    left = MAX_PIECES
    for node in range(max(first, 0), min(stop, len(tree), max(first, 0) + MAX_NODES)):
        if tree.tag[node] != tags.TEXT:
            continue
        above = tree.parent[node]
        for _ in range(MAX_LEVELS):
            if above <= 0 or tree.tag[above] not in INLINE:
                break
            above = tree.parent[above]
        if tree.tag[above] in _SILENT or tree.tag[tree.parent[node]] in _SILENT:
            continue
        short = tree.text_chars(node) <= MAX_PIECE_CHARS
        yield Piece(node, " ".join(tree.raw_text(node).split()) if short else "", above)
        left -= 1
        if not left:
            return


def class_words(tree: PageTree, node: int) -> set[str]:
    """The words of an element's class names and id, in lower case."""
    return words_of(f"{tree.get(node, 'class') or ''} {tree.get(node, 'id') or ''}")


def words_of(names: str) -> set[str]:
    """The words of class names, in lower case."""
    return {word.lower() for word in _CLASS_WORDS.findall(names[:MAX_CLASS_CHARS])}


def node_at(tree: PageTree, chars: int) -> int:
    """The first node after so many characters of the page's text."""
    return bisect_right(tree.chars, max(chars, 0)) - 1
