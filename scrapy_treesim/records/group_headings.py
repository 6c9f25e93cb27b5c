"""Groups of records: the headings between them, or above."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from itertools import chain, islice
from operator import itemgetter
from typing import TYPE_CHECKING, Final, TypeAlias

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
_SPAN: Final = re.compile(r"(?<!\d)(\d{1,7})\D{1,5}(\d{1,7})(?!\d)")
_HEADINGS: Final = tags.numbers("h1 h2 h3 h4 h5 h6 caption dt legend summary")
_PAGE_HEADING: Final = tags.NUMBER["h1"]
_ROW: Final = tags.NUMBER["tr"]
_LINK: Final = tags.NUMBER["a"]
_Form: TypeAlias = "tuple[int, str | None]"


def groups_of(page: Page, records: Sequence[Sequence[int]]) -> list[str | None]:
    """The group of each record, None of one in none.

    It is the row across above it in its table; else the heading between it and the record before,
    or that record's group. The first record's is the heading right above the list, but for the
    page's own. Where not all have one, texts of one form between them may be it. ``records``: the
    nodes of each, in document order. O(nodes between the records).
    """
    tree = page.tree
    groups: list[str | None] = []
    # Headings as in the records are those of records that were missed.
    headings = _HEADINGS - _headings_in(tree, records[:SAMPLE])
    heading: str | None = None
    end = -1
    for nodes in records:
        start = nodes[0]
        if end < 0:
            heading = _heading_above(tree, start, headings)
            if heading and _counts(heading, len(records)):
                heading = None
        else:
            for node in range(end, start):
                if tree.tag[node] in headings:
                    heading = _text(tree, node) or heading
        end = max(end, nodes[-1] + tree.size[nodes[-1]])
        groups.append(_row_across(page, start) or heading)
    plain = _plain_groups(tree, records) if None in groups else groups
    return plain if plain.count(None) < groups.count(None) else groups


def _row_across(page: Page, record: int) -> str | None:
    """The text of the row across above a record that is a row of a table of data."""
    table = page.once(DataTables).around(record) if page.tree.tag[record] == _ROW else None
    return table.group_of(record) if table else None


def _plain_groups(tree: PageTree, records: Sequence[Sequence[int]]) -> list[str | None]:
    """The groups by texts that are all there is right before some records: of one form, no link's,
    each another, and none as in the records."""
    texts = _texts_between(tree, records)
    form, count = _form_between(tree, records, texts)
    names = [_text(tree, i) if i >= 0 and _form(tree, i) == form else None for i in texts]
    if not 2 <= count <= len(records) / 2 or len({*names} - {None}) < count:
        return [None] * len(records)
    for position in range(1, len(names)):
        names[position] = names[position] or names[position - 1]
    return names


def _texts_between(tree: PageTree, records: Sequence[Sequence[int]]) -> list[int]:
    """The only text between each record and the one before, or right before the first; -1 for none
    or several, and for links."""
    texts: list[int] = []
    end = 0
    for nodes in records:
        before = range(nodes[0] - 1, end - 1, -1)
        filled = (node for node in before if tree.tag[node] == tags.TEXT and tree.text_chars(node))
        text = next(filled, -1)
        is_alone = (end == 0 or next(filled, -1) < 0) and text >= 0 and not tree.linked_chars(text)
        texts.append(text if is_alone else -1)
        end = max(end, nodes[-1] + tree.size[nodes[-1]])
    return texts


def _form_between(
    tree: PageTree, records: Sequence[Sequence[int]], texts: Sequence[int]
) -> tuple[_Form | None, int]:
    """The most common form of texts that no text in the records has, and how many have it."""
    forms = Counter(_form(tree, text) for text in texts if text >= 0)
    spans = (range(node, node + tree.size[node]) for nodes in records[:SAMPLE] for node in nodes)
    for node in chain.from_iterable(spans):
        if tree.tag[node] == tags.TEXT:
            forms.pop(_form(tree, node), None)
    return max(forms.items(), key=itemgetter(1), default=(None, 0))


def _counts(heading: str, records: int) -> bool:
    """Tell whether a heading counts the records: ``Showing 11 - 20 of 91``."""
    span = _SPAN.search(heading)
    return span is not None and int(span[2]) - int(span[1]) + 1 == records


def _form(tree: PageTree, text: int) -> _Form:
    """The tag and the class names of the element around a text."""
    return tree.tag[tree.parent[text]], tree.get(tree.parent[text], "class")


def _headings_in(tree: PageTree, records: Sequence[Sequence[int]]) -> Set[int]:
    """The tags of headings inside records."""
    spans = (tree.tag[node : node + tree.size[node]] for nodes in records for node in nodes)
    return _HEADINGS.intersection(chain.from_iterable(spans))


def _text(tree: PageTree, node: int) -> str | None:
    if not 0 < tree.text_chars(node) <= MAX_CHARS:
        return None
    if tree.tag[node : node + tree.size[node]].count(_LINK) > 1:
        # Pages to go to, or orders to sort by.
        return None
    return _EDIT.sub("", plain_line(tree, node)) or None


def _heading_above(tree: PageTree, record: int, headings: Set[int]) -> str | None:
    """The heading right above the first record, for all it stands beside; with little text between.

    It stands in an element around the record, or is all that an element there holds.
    """
    above = record
    while above > 0:
        inside, above = above, tree.parent[above]
        siblings = [node for node in tree.children(above) if node < inside]
        for sibling in reversed(siblings):
            if tree.chars[record] - tree.chars[sibling + tree.size[sibling]] > MAX_BETWEEN:
                return None
            for node in islice(narrowing(tree, sibling), MAX_LEVELS + 1):
                if tree.tag[node] in _HEADINGS:
                    is_group = tree.tag[node] in headings and tree.tag[node] != _PAGE_HEADING
                    return _text(tree, node) if is_group else None
    return None
