"""Comment regions as repeated, deep, similar siblings (Zhu 2013)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from scrapy_treesim.comments.extract.thread import read_thread
from scrapy_treesim.comments.leaves import leaves_of
from scrapy_treesim.comments.times import has_time
from scrapy_treesim.similarity import BoundedComparison, measure_over
from scrapy_treesim.tree import ELEMENTS

if TYPE_CHECKING:
    from scrapy_treesim.comments.comment import Comment
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
    """Whether only regions count in which at least half the members name a time. The paper has no
    such test, and takes navigation, listings and paragraphs for comments; False is the paper."""


WINDOW: Final = 40
"""Distinct shapes on either side that a child is compared with: what keeps the walk linear."""


@dataclass(frozen=True, slots=True)
class CommentRegion:
    """A node of the page and those of its children that are its comments, in order."""

    node: int
    members: tuple[int, ...]


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


def zhu_comments(page: Page, parameters: Zhu) -> list[Comment]:
    """The members of all regions, those inside one another as answers. A comment's confidence is
    the share of those around it that name a time: lists that do not are no talk."""
    found = regions(page, parameters)
    timed = {region: _timed_share(page.tree, region) for region in found}
    if parameters.require_time:
        found = [region for region in found if timed[region] >= 0.5]
    read: list[Comment] = []
    if not found:
        return read
    leaves = leaves_of(page)
    for thread in _threads(page.tree, found):
        members = sorted({member for region in thread for member in region.members})
        spans = [(member, member + page.tree.size[member]) for member in members]
        share = max(timed[region] for region in thread)
        read.extend(_numbered(read_thread(page, leaves, spans, share), len(read)))
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


def _numbered(read: Sequence[Comment], before: int) -> Iterator[Comment]:
    """The comments of a thread, numbered on from those before it."""
    for one in read:
        parent = None if one.parent is None else one.parent + before
        yield replace(one, parent=parent, position=one.position + before) if before else one
