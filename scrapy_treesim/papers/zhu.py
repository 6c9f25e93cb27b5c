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
    """The method's parameters, with the paper's values.

    >>> page = "<h2>Comments</h2><ol>" + "".join(
    ...     f"<li><b class=author>{name}</b> <time>2024-05-1{day}</time><p>It was never late.</p>"
    ...     for day, name in enumerate(["Ann", "Ben", "Cy"])
    ... )
    >>> len(comments(page, method=Zhu(min_comments=2, min_height=1)))
    3
    """

    min_similarity: float = 0.8
    """Value of ``a``, in [0, 1]: the similarity of two comments exceeds it."""
    min_comments: int = 5
    """Value of ``b``: a comment is like at least b - 1 siblings; a region has more than b."""
    min_height: int = 6
    """Value of ``level``: the longest path down from a region has more nodes than this."""
    measure: str = "pol"
    """The similarity measure, see :data:`scrapy_treesim.similarity.MEASURES`."""
    require_time: bool = True
    """True if at least half of a region's members must name a time.
    The paper has no such test, and takes navigation, listings and paragraphs for comments; False is
    the paper's method."""


MAX_TIME_CHARS: Final = 60
"""Largest number of characters of a time; a longer text only mentions one."""

# Words that are common in sentences too: a time only in a very short text.
_DAY_WORD = re.compile(r"\b(?:yesterday|today|just\s+now)\b|昨天|刚刚|前天", re.IGNORECASE)
MAX_DAY_WORD_CHARS: Final = 20

_TIME_TAG = tags.NUMBER["time"]
WINDOW: Final = 40
"""Number of distinct shapes on either side compared with a child; keeps the walk linear."""


@dataclass(frozen=True, slots=True)
class CommentRegion:
    """A node of the page and its children that are comments, in order."""

    node: int
    members: tuple[int, ...]


class Discussion(NamedTuple):
    """The posts of one discussion."""

    spans: list[tuple[int, int]]
    """First node of each post and the one after its last; replies are inside other posts."""
    timed: float
    """Share of the outer members that name a time, in [0, 1]; lists without times are no talk."""


def regions(page: Page, parameters: Zhu) -> list[CommentRegion]:
    """Find all comment regions of the page by the paper's method, in page order; they may nest."""
    tree, shapes = page.cleaned(ELEMENTS)
    heights = tree.heights()
    table = page.shape_table
    compare = BoundedComparison(measure_over(table, parameters.measure), table, len(tree))
    comment_regions: list[CommentRegion] = []
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
            comment_regions.append(CommentRegion(tree.origin[node], members))
    return comment_regions


def _alike(shapes: Sequence[int], compare: Compare, parameters: Zhu) -> list[bool]:
    """Tell for each sibling whether it is like ``min_comments - 1`` other ones."""
    counts = Counter(shapes)
    distinct = list(counts)
    needed = parameters.min_comments - 1
    partners = {shape: count - 1 for shape, count in counts.items()}
    for index, first in enumerate(distinct):
        for second in distinct[index + 1 : index + 1 + WINDOW]:
            if partners[first] >= needed and partners[second] >= needed:
                continue
            if compare(first, second) > parameters.min_similarity:
                partners[first] += counts[second]
                partners[second] += counts[first]
    return [partners[shape] >= needed for shape in shapes]


def threads(page: Page, parameters: Zhu) -> list[Discussion]:
    """Collect the members of all regions; nested regions are one discussion."""
    selected = regions(page, parameters)
    timed = {
        region: sum(has_time(page.tree, member) for member in region.members) / len(region.members)
        for region in selected
    }
    if parameters.require_time:
        selected = [region for region in selected if timed[region] >= 0.5]
    discussions: list[Discussion] = []
    for thread in _threads(page.tree, selected):
        members = sorted({member for region in thread for member in region.members})
        spans = [(member, member + page.tree.size[member]) for member in members]
        discussions.append(Discussion(spans, max(timed[region] for region in thread)))
    return discussions


def _threads(tree: PageTree, regions: Sequence[CommentRegion]) -> list[list[CommentRegion]]:
    """Group the regions: those inside a member of another region join it."""
    threads: list[list[CommentRegion]] = []
    end = -1
    for region in sorted(regions, key=lambda region: region.node):
        if region.node >= end:
            threads.append([])
            end = region.node + tree.size[region.node]
        threads[-1].append(region)
    return threads


def has_time(tree: PageTree, node: int) -> bool:
    """Tell whether a ``<time>`` or a short text below the node names a date or a time."""
    for inner in range(node, node + tree.size[node]):
        if tree.tag[inner] == _TIME_TAG and (tree.get(inner, "datetime") or tree.text_chars(inner)):
            return True
        if tree.tag[inner] == tags.TEXT and tree.text_chars(inner) <= MAX_TIME_CHARS:
            text = tree.plain_text(inner)
            if names_time(text) or (len(text) <= MAX_DAY_WORD_CHARS and _DAY_WORD.search(text)):
                return True
    return False
