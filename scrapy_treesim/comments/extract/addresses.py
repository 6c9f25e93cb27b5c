"""Addresses that belong to a comment: its author's, and its own."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

_LINK: Final = tags.NUMBER["a"]
MAX_ANCESTORS: Final = 4
"""Elements above a name or a time that may be its link."""
MAX_LINKS: Final = 40
"""Links of a comment that are asked."""
MAX_ID_CHARS: Final = 200
"""Characters of an ``id`` that may be a comment's: one element's may be read for all of them."""

_PLACE = re.compile(r"#[^/#\d]*\d")
_ACTION = re.compile(
    r"(?<![a-z])(?:repl(?:y|ies)\w*|respond|quot\w*|report|(?:up|down)?vote\w*|delete|edit|share"
    r"|login)(?![a-z])",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"(?:.*[-_])?(?:comment|cmt|post|message|msg|reply|answer|review|entry|floor|pid|p|c|m)"
    r"(?:[-_]?(?:id|content))?[-_:]?\d+|\d{2,}",
    re.IGNORECASE,
)


def link_around(page: Page, node: int, low: int = 0) -> str | None:
    """The address of the link around a text, absolute; looked for below ``low``."""
    address = _href_around(page.tree, node, low)
    if address is None or address.startswith("#"):
        return None
    return page.absolute(address)


def _href_around(tree: PageTree, node: int, low: int) -> str | None:
    for _ in range(MAX_ANCESTORS):
        node = tree.parent[node]
        if node < low:
            break
        if tree.tag[node] == _LINK:
            return tree.get(node, "href")
    return None


def permalink_of(page: Page, low: int, stop: int, time: int | None) -> str | None:
    """The own address of the comment in these nodes: that which its time links to, that of a link
    to a place in a page, or its element's ``id`` as a place in this page."""
    tree = page.tree
    if time is not None:
        address = _href_around(tree, time, low)
        if address and not _is_to_act(page, address):
            return page.absolute(address)
    for node in _links_to_places(tree, low, stop):
        address = tree.get(node, "href") or ""
        if _PLACE.search(address) and not _is_to_act(page, address):
            return page.absolute(address)
    name = _id_of(tree, low)
    return page.absolute(f"#{name}") if name and page.url else None


def _links_to_places(tree: PageTree, low: int, stop: int) -> Iterator[int]:
    """The first links of these nodes; none where no attribute of theirs may have a place."""
    first, last = tree.first_attribute[low], tree.first_attribute[stop]
    if tree.values.find(b"#", tree.value_start[first], tree.value_start[last]) < 0:
        return iter(())
    links = (node for node in range(low, stop) if tree.tag[node] == _LINK)
    return islice(links, MAX_LINKS)


def _is_to_act(page: Page, address: str) -> bool:
    """Tell whether an address is for answering, voting and the like.

    The page's own path may have any words.
    """
    try:
        parts = urlsplit(address)
        own = urlsplit(page.url).path
    except ValueError:
        return True
    last = "" if parts.path == own else parts.path.rstrip("/").rpartition("/")[2]
    return _ACTION.search(f"{last} {parts.query} {parts.fragment}") is not None


def _id_of(tree: PageTree, low: int) -> str | None:
    """Tell what the post, or the first that stands in it, or its parent, is called as a comment."""
    for node in (low, low + 1, low + 2, tree.parent[low]):
        if 0 <= node < len(tree):
            for attribute in ("id", "name"):
                name = tree.get(node, attribute)
                # Most names end otherwise than in a digit.
                if not name or not name[-1].isdecimal() or len(name) > MAX_ID_CHARS:
                    continue
                if _NAME.fullmatch(name):
                    return name
    return None
