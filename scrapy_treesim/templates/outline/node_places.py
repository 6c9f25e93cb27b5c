"""Places of nodes as text, and back: the XPaths that a page writes, and no others.

They are compared step by step with what the page would write, never evaluated: whatever a file says
can neither call functions nor take long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_PLACE: Final = 100_000
"""Characters of a place: thousands of elements deep."""

_ATTRIBUTE: Final = re.compile(r"(.*)/@([\w-]{1,20})", re.DOTALL)
_HTML: Final = tags.NUMBER["html"]


def place_of(page: Page, node: int, take: str = "") -> str:
    """The place of a node: ``/html/body/a[2]``, with an attribute ``/html/body/a[2]/@href``."""
    path = page.xpath(node)
    return f"{path}/@{take}" if take else path


def node_at(page: Page, place: str) -> tuple[int, str] | None:
    """The element at a place that :func:`place_of` writes, and the attribute that it names, or "".

    None where the page has no such element. O(nodes).
    """
    if len(place) > MAX_PLACE:
        return None
    attribute = _ATTRIBUTE.fullmatch(place)
    path, take = attribute.groups() if attribute else (place, "")
    for root in _roots(page):
        rest = _after(path, page.xpath(root))
        if rest is not None and (node := _below(page, root, rest)) is not None:
            return node, take
    return None


def _roots(page: Page) -> Iterator[int]:
    """The page's root, and what follows an early end of it."""
    tree = page.tree
    yield 0
    for node in tree.children(0):
        if tree.tag[node] == _HTML == tree.tag[0]:
            yield node


def _below(page: Page, node: int, rest: str) -> int | None:
    tree = page.tree
    while rest:
        for child in tree.children(node):
            if tree.tag[child] == tags.TEXT:
                continue
            left = _after(rest, f"/{tree.xpath_step(child, page.namespaced)}")
            if left is not None:
                node, rest = child, left
                break
        else:
            return None
    return node


def _after(path: str, start: str) -> str | None:
    """The rest of a path after whole steps; None where it does not start with them."""
    if not path.startswith(start):
        return None
    rest = path[len(start) :]
    return rest if not rest or rest.startswith("/") else None
