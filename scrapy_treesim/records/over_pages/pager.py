"""Numbered pagers: ``1 [2] 3 4``, where the page at hand is the number that is no link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

APART: Final = 14
"""Nodes between two numbers of one pager at most."""
CHARS_APART: Final = 12
"""Characters between them at most: bars, dots, a gap's ellipsis, "next"."""
_LABEL: Final = re.compile(
    rb"(?:\xc2\xa0|\xe3\x80\x80|[\s\[({|.-]){0,40}(\d{1,5})(?:\xc2\xa0|\xe3\x80\x80|[\s\])}|.,-]){0,40}"
)
_LINK: Final = tags.NUMBER["a"]
_CURRENT: Final = re.compile(
    r"(?:^|[\s_-])(?:current|active|selected|cur|on|this|curr|thispage|here|is-active|disabled)"
    r"(?:$|[\s_-])|[Cc]urrent",
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number that stands by itself: its text's node and the link it is in, if any (else -1)."""

    value: int
    node: int
    link: int


def rows_of_numbers(tree: PageTree) -> Iterator[tuple[Number, ...]]:
    """All rows of two numbers or more that grow, in page order; O(nodes)."""
    row: list[Number] = []
    for number in _numbers(tree):
        if row and not _follows(tree, row[-1], number):
            if len(row) > 1:
                yield tuple(row)
            row = []
        row.append(number)
    if len(row) > 1:
        yield tuple(row)


def next_number(tree: PageTree, row: tuple[Number, ...]) -> Number | None:
    """The number after that of the page at hand, which alone is no link or alone is marked.

    None where it is no link, not just one more, or which page is at hand is not clear.
    """
    here = [at for at, one in enumerate(row) if one.link < 0]
    here = here or [at for at, one in enumerate(row) if _is_marked(tree, one.link)]
    if len(here) != 1 or here[0] + 1 == len(row):
        return None
    current, after = row[here[0] : here[0] + 2]
    return after if after.value == current.value + 1 and after.link >= 0 else None


def _follows(tree: PageTree, one: Number, other: Number) -> bool:
    between = tree.chars[other.node] - tree.chars[one.node + 1]
    return other.value > one.value and other.node - one.node <= APART and between <= CHARS_APART


def _numbers(tree: PageTree) -> Iterator[Number]:
    link, stop = -1, 0
    for node, tag in enumerate(tree.tag):
        if tag == _LINK and node >= stop:
            link, stop = node, node + tree.size[node]
        elif tag == tags.TEXT:
            match = _LABEL.fullmatch(tree.text, tree.start[node], tree.start[node + 1])
            if match:
                inside = node < stop
                # "Page 3" in a link is no number by itself.
                if inside and tree.text_chars(link) > tree.text_chars(node) + 5:
                    continue
                yield Number(int(match[1]), node, link if inside else -1)


def _is_marked(tree: PageTree, link: int) -> bool:
    return any(
        _CURRENT.search((tree.get(node, "class") or "")[:200])
        for node in (link, tree.parent[link])
        if node >= 0
    )
