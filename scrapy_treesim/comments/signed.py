"""The comments of talk pages: paragraphs and items that end with their author's link and a time."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MIN_SIGNED: Final = 2
"""Least number of signed comments of a talk page."""
MAX_TAIL: Final = 8
"""Largest number of texts from an author's link to the end of a comment."""
_OF_COMMENTS: Final = tags.numbers("p dd li")
_MOMENT: Final = re.compile(r"(?=.*\d:\d\d)(?=.*\d{4}).{12,60}\Z", re.DOTALL)


def signed_posts(page: Page) -> list[tuple[int, int]]:
    """Return the first node of each signed comment and the node after its last; none if few.

    A signature is a link whose address ends with its text, a name, and then a time with a clock
    and a year. Paragraphs without one above a signed paragraph are part of its comment.
    """
    if page.once(analysis_of).clocks < MIN_SIGNED:
        return []
    tree, blocks = page.tree, page.once(reading_of).blocks
    spans: list[tuple[int, int]] = []
    start = -1
    for block, first in enumerate(blocks.first):
        owner = blocks.owner[first]
        if tree.tag[owner] not in _OF_COMMENTS:
            start = -1
            continue
        if start < 0 or tree.parent[start] != tree.parent[owner]:
            start = owner
        # A text alone has no link and a time behind it.
        if blocks.last[block] > first and _is_signed(page, first, blocks.last[block]):
            spans.append((start, owner + tree.size[owner]))
            start = -1
    return spans if len(spans) >= MIN_SIGNED else []


def _is_signed(page: Page, first: int, last: int) -> bool:
    tree = page.tree
    tail = [n for n in range(first + 1, last + 1) if tree.tag[n] == tags.TEXT][-MAX_TAIL:]
    moments = [at for at, node in enumerate(tail) if _MOMENT.match(tree.plain_text(node))]
    for node in tail[: moments[-1]] if moments else []:
        name = tree.plain_text(node).strip().replace(" ", "_")
        address = tree.get(tree.parent[node], "href") or ""
        if name and unquote(address).endswith(name):
            return True
    return False
