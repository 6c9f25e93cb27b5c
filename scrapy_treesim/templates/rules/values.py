"""The value of a node under a rule: its text or an attribute, without the texts around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import text_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

TEXT: Final = "text"
"""What is taken of a node where no attribute is."""
SHOWN: Final = ("content", "alt", "title", "datetime", "value")
"""Attributes that may hold a value as it is shown."""
LINKED: Final = ("href", "src", "data-src")
"""Attributes that hold an address, taken as they stand or made absolute."""
ABSOLUTE: Final = "absolute "
ALLOWED: Final = 20
"""How many times a page's nodes and bytes of text may be read."""
ALLOWED_ANYWAY: Final = 1 << 20
TAKES: Final = frozenset((TEXT, *SHOWN, *LINKED, *(ABSOLUTE + name for name in LINKED)))


class NodeTexts:
    """The texts and attributes of a page's nodes, read once each.

    Elements hold one another, so that their texts may be many times the page's: what goes beyond
    that a few times over reads as empty.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._known: dict[tuple[int, str], str] = {}
        self._left = ALLOWED * (len(page.tree) + len(page.tree.text)) + ALLOWED_ANYWAY

    def taken(self, node: int, take: str) -> str:
        """A node's text on one line, or its attribute; empty where there is none."""
        known = self._known.get((node, take))
        if known is None:
            known = self._known[node, take] = self._read(node, take)
        return known

    def _read(self, node: int, take: str) -> str:
        tree = self._page.tree
        if take == TEXT:
            stop = node + tree.size[node]
            self._left -= stop - node + tree.start[stop] - tree.start[node]
            if self._left < 0:
                return ""
            if tree.tag[node] == tags.TEXT:
                return tree.plain_text(node)
            return " ".join(text_of(tree, node).split())
        if tree.tag[node] == tags.TEXT:
            return ""
        if take.startswith(ABSOLUTE):
            return self._page.absolute(tree.get(node, take[len(ABSOLUTE) :]) or "") or ""
        return " ".join((tree.get(node, take) or "").split())


def bare(text: str, prefix: str, suffix: str) -> str:
    """The value between what stands around it; empty where that does not stand there."""
    if not prefix and not suffix:
        return text
    if len(text) < len(prefix) + len(suffix):
        return ""
    if not text.startswith(prefix) or not text.endswith(suffix):
        return ""
    return text[len(prefix) : len(text) - len(suffix)].strip()


def picked(found: list[tuple[int, str]], pick: int, among: int = 0) -> list[tuple[int, str]]:
    """All that was found (0), or the one of a number (from 1), or the last (-1).

    Nothing where fewer were found than ``among``.
    """
    if len(found) < among:
        return []
    if not pick or not found:
        return found
    return found[-1:] if pick < 0 else found[pick - 1 : pick]
