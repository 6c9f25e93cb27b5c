"""From a page to its comments, by the method of choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.comments.anchored import Anchored, find_thread
from scrapy_treesim.comments.comment import Comment
from scrapy_treesim.comments.leaves import leaves_of
from scrapy_treesim.comments.thread import read_thread
from scrapy_treesim.comments.times import has_time
from scrapy_treesim.comments.zhu import CommentRegion, Zhu, regions
from scrapy_treesim.methods import chosen
from scrapy_treesim.page import Page, Source

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

Method: TypeAlias = "Anchored | Zhu"

METHODS: Final[dict[str, Callable[[], Method]]] = {"anchored": Anchored, "zhu": Zhu}
"""The methods by name."""


def comments(page: Page | Source, method: Method | str = "anchored") -> list[Comment]:
    """The page's comments in page order; empty where it has none, and where it is oversized.

    ``method`` is a method's name, or the method with parameters of your own.

    Raises:
        ValueError: no method, or no measure that it names, has that name.
        TypeError: the source cannot be read as a page, or the method is none.
    """
    if isinstance(method, str):
        method = chosen(method, METHODS)
    if isinstance(method, Zhu):
        page = Page.of(page)
        return [] if page.is_oversized else _by_zhu(page, method)
    if isinstance(method, Anchored):
        page = Page.of(page)
        if page.is_oversized:
            return []
        found = find_thread(page, method)
        return read_thread(page, *found) if found else []
    raise TypeError(f"a method is its name, Anchored(...) or Zhu(...), not {method!r}")


def _by_zhu(page: Page, parameters: Zhu) -> list[Comment]:
    """The members of all regions, those inside one another as answers. A comment's confidence is
    the share of those around it that name a time: lists that do not are no talk."""
    found = regions(page, parameters)
    timed = {region: _timed_share(page.tree, region) for region in found}
    if parameters.require_time:
        found = [region for region in found if timed[region] >= 0.5]
    read: list[Comment] = []
    if not found:
        return read
    leaves = leaves_of(page.tree, page.analysis)
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
