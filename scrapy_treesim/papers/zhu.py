"""Comment regions as repeated, deep, similar siblings (Zhu 2013)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.similarity import BoundedComparison, measure_over
from scrapy_treesim.tree import ELEMENTS, tags
from scrapy_treesim.values.text_kinds import names_time

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.similarity import Compare
    from scrapy_treesim.tree import PageTree


@dataclass(frozen=True, slots=True)
class Zhu:
    """The method's parameters, with the paper's values."""

    min_similarity: float = 0.8
    """``a``: similarity that two comments exceed, in [0, 1]."""
    min_comments: int = 5
    """``b``: a comment is like b - 1 siblings at least; a region has more than b of them."""
    min_height: int = 6
    """``level``: nodes on the longest path down from a region, which must be more than this."""
    measure: str = "pol"
    """The similarity measure, see :data:`scrapy_treesim.similarity.MEASURES`."""
    require_time: bool = True
    """True if at least half a region's members must name a time.
    The paper has no such test, and takes navigation, listings and paragraphs for comments; False is
    the paper."""


MAX_TIME_CHARS: Final = 60
"""A text longer than this mentions a time; it is not one."""

# Words that people use in sentences too: a time only where little else is said.
_DAY_WORD = re.compile(r"\b(?:yesterday|today|just\s+now)\b|昨天|刚刚|前天", re.IGNORECASE)
MAX_DAY_WORD_CHARS: Final = 20

_TIME_TAG = tags.NUMBER["time"]
WINDOW: Final = 40
"""Distinct shapes on either side that a child is compared with: what keeps the walk linear."""


@dataclass(frozen=True, slots=True)
class CommentRegion:
    """A node of the page and those of its children that are its comments, in order."""

    node: int
    members: tuple[int, ...]


class Thread(NamedTuple):
    """The posts of one discussion."""

    spans: list[tuple[int, int]]
    """The first node of each and the one after its last; answers lie in others."""
    timed: float
    """The share of those around it that name a time, in [0, 1]: lists that do not are no talk."""


def regions(page: Page, parameters: Zhu) -> list[CommentRegion]:
    """All comment regions of the page as the paper finds them, in page order; they may nest."""
    tree, shapes = page.cleaned(ELEMENTS)
    heights = tree.heights()
    table = page.shape_table
    compare = BoundedComparison(measure_over(table, parameters.measure), table, len(tree))
    found: list[CommentRegion] = []
    for node in range(len(tree)):
        if heights[node] <= parameters.min_height:
            continue
        children = tree.children(node)
        if len(children) <= parameters.min_comments:
            continue
        alike = _alike([shapes[child] for child in children], compare, parameters)
        members = tuple(
            tree.origin[child] for child, flag in zip(children, alike, strict=True) if flag
        )
        if len(members) > parameters.min_comments:
            found.append(CommentRegion(tree.origin[node], members))
    return found


def _alike(shapes: Sequence[int], compare: Compare, parameters: Zhu) -> list[bool]:
    """Tell whether each of these siblings is like ``min_comments - 1`` others."""
    counts = Counter(shapes)
    distinct = list(counts)
    needed = parameters.min_comments - 1
    partners = {shape: count - 1 for shape, count in counts.items()}
    for place, one in enumerate(distinct):
        for other in distinct[place + 1 : place + 1 + WINDOW]:
            if partners[one] >= needed and partners[other] >= needed:
                continue
            if compare(one, other) > parameters.min_similarity:
                partners[one] += counts[other]
                partners[other] += counts[one]
    return [partners[shape] >= needed for shape in shapes]


def threads(page: Page, parameters: Zhu) -> list[Thread]:
    """The members of all regions, those inside one another as one thread."""
    found = regions(page, parameters)
    timed = {region: _timed_share(page.tree, region) for region in found}
    if parameters.require_time:
        found = [region for region in found if timed[region] >= 0.5]
    read: list[Thread] = []
    for thread in _threads(page.tree, found):
        members = sorted({member for region in thread for member in region.members})
        spans = [(member, member + page.tree.size[member]) for member in members]
        read.append(Thread(spans, max(timed[region] for region in thread)))
    return read


def _timed_share(tree: PageTree, region: CommentRegion) -> float:
    return sum(has_time(tree, member) for member in region.members) / len(region.members)


def _threads(tree: PageTree, found: Sequence[CommentRegion]) -> list[list[CommentRegion]]:
    """The regions, those inside a member of another with that one."""
    threads: list[list[CommentRegion]] = []
    end = -1
    for region in sorted(found, key=lambda region: region.node):
        if region.node >= end:
            threads.append([])
            end = region.node + tree.size[region.node]
        threads[-1].append(region)
    return threads


def has_time(tree: PageTree, node: int) -> bool:
    """Tell whether a ``<time>`` or a short text below the node names a date or a time."""
    for one in range(node, node + tree.size[node]):
        if tree.tag[one] == _TIME_TAG and (tree.get(one, "datetime") or tree.text_chars(one)):
            return True
        short = tree.tag[one] == tags.TEXT and tree.text_chars(one) <= MAX_TIME_CHARS
        if short and _is_time(tree.plain_text(one)):
            return True
    return False


def _is_time(text: str) -> bool:
    if names_time(text):
        return True
    return len(text) <= MAX_DAY_WORD_CHARS and _DAY_WORD.search(text) is not None
