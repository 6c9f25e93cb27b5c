"""Texts that are cut short on the page, as ``title`` around them has them whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

ELLIPSES: Final = ("...", "…")
"""What a text that is cut short ends with."""
MAX_LEVELS: Final = 3
"""Elements around a text that are asked for their ``title``."""
MIN_CHARS: Final = 3
"""Characters of a text before the ellipsis from which it is known again."""


def whole_text(tree: PageTree, node: int, text: str) -> str:
    """The whole of a text that stands at a node, where the page cut it: the ``title`` around it
    that begins as it does; else the text.

    ``text``: white space collapsed.
    """
    if not text.endswith(ELLIPSES):
        return text
    start = text.rstrip(".… ")
    for _ in range(MAX_LEVELS if len(start) >= MIN_CHARS else 0):
        said = " ".join((tree.get(node, "title") or "").split())
        if len(said) > len(start) and said.startswith(start) and not said.endswith(ELLIPSES):
            return said
        node = tree.parent[node]
        if node <= 0:
            break
    return text
