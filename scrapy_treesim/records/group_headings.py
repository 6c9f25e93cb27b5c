"""Groups of records: the headings between them, or above."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.reading.data_tables import DataTables
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import narrowing
from scrapy_treesim.values.text_kinds import plain_line

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_CHARS: Final = 120
"""Characters of a heading that names a group."""
MAX_BETWEEN: Final = 200
"""Characters between a heading and the first record below it."""
MAX_LEVELS: Final = 2
"""Elements around a heading that hold nothing else and are passed to reach its records."""

SAMPLE: Final = 20
"""Most records checked for headings of their own."""

_EDIT: Final = re.compile(r"\s?\[[^\]]{1,20}\]$")
"""What wikis put after their headings."""
_HEADINGS: Final = tags.numbers("h1 h2 h3 h4 h5 h6 caption dt legend summary")
_PAGE_HEADING: Final = tags.NUMBER["h1"]
_ROW: Final = tags.NUMBER["tr"]


def groups_of(page: Page, records: Sequence[Sequence[int]]) -> list[str | None]:
    """The group of each record, None of one in none.

    It is the row across above it in its table; else the heading between it and the record before,
    or that record's group. The first record's is the heading right above the list, but for the
    page's own. ``records``: the nodes of each, in document order. O(nodes between the records).
    """
    tree, tables = page.tree, page.once(DataTables)
    groups: list[str | None] = []
    # Headings as in the records are those of records that were missed.
    headings = _HEADINGS - _headings_in(tree, records[:SAMPLE])
    heading: str | None = None
    end = -1
    for nodes in records:
        start = nodes[0]
        if end < 0:
            heading = _heading_above(tree, start, headings)
        else:
            for node in range(end, start):
                if tree.tag[node] in headings:
                    heading = _text(tree, node) or heading
        end = max(end, nodes[-1] + tree.size[nodes[-1]])
        table = tables.around(start) if tree.tag[start] == _ROW else None
        groups.append((table.group_of(start) if table else None) or heading)
    return groups


def _headings_in(tree: PageTree, records: Sequence[Sequence[int]]) -> Set[int]:
    """The tags of headings inside records."""
    spans = (tree.tag[node : node + tree.size[node]] for nodes in records for node in nodes)
    return _HEADINGS.intersection(chain.from_iterable(spans))


def _text(tree: PageTree, node: int) -> str | None:
    if not 0 < tree.text_chars(node) <= MAX_CHARS:
        return None
    return _EDIT.sub("", plain_line(tree, node)) or None


def _heading_above(tree: PageTree, record: int, headings: Set[int]) -> str | None:
    """The heading right above the first record, for all it stands beside."""
    for node in _headings_before(tree, record):
        is_group = tree.tag[node] in headings and tree.tag[node] != _PAGE_HEADING
        return _text(tree, node) if is_group else None
    return None


def _headings_before(tree: PageTree, record: int) -> Iterator[int]:
    """The headings before a record, the nearest first, as far as little text lies between.

    They stand in an element around the record, or are all that an element there holds.
    """
    above = record
    while above > 0:
        inside, above = above, tree.parent[above]
        siblings = [node for node in tree.children(above) if node < inside]
        for sibling in reversed(siblings):
            if tree.chars[record] - tree.chars[sibling + tree.size[sibling]] > MAX_BETWEEN:
                return
            for node in islice(narrowing(tree, sibling), MAX_LEVELS + 1):
                if tree.tag[node] in _HEADINGS:
                    yield node
                    break
