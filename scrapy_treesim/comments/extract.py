"""From a page to its comments, by the method of choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.comments.fields import has_time, read_fields
from scrapy_treesim.comments.zhu import CommentRegion, Zhu, regions
from scrapy_treesim.methods import chosen
from scrapy_treesim.page import Page, Source

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment, post or review."""

    text: str
    author: str | None
    """Who wrote it, where the page tells plainly."""
    time: str | None
    """When, in the page's own words (or its ``datetime``), where it tells plainly."""
    xpath: str
    confidence: float
    """Share of the region's members that name a time, in [0, 1]: lists that do not are no talk."""


METHODS: Final[dict[str, Callable[[], Zhu]]] = {"zhu": Zhu}
"""The methods by name."""


def comments(page: Page | Source, method: Zhu | str = "zhu") -> list[Comment]:
    """The page's comments in page order; empty where it has none.

    ``method`` is a method's name, or the method with parameters of your own.

    Raises:
        ValueError: no method, or no measure that it names, has that name.
        TypeError: the source cannot be read as a page.
    """
    page = Page.of(page)
    parameters = chosen(method, METHODS)
    found = regions(page, parameters)
    timed = {region: _timed_share(page.tree, region) for region in found}
    if parameters.require_time:
        found = [region for region in found if timed[region] >= 0.5]
    members = {member: timed[region] for region in found for member in region.members}
    replies = _nested(page.tree, sorted(members))
    flags = bytearray(len(page.tree))
    read = []
    for member in sorted(members):
        fields = read_fields(page, member, replies.get(member, ()), flags)
        if fields.text:
            read.append(
                Comment(
                    fields.text, fields.author, fields.time, page.xpath(member), members[member]
                )
            )
    return read


def _timed_share(tree: PageTree, region: CommentRegion) -> float:
    return sum(has_time(tree, member) for member in region.members) / len(region.members)


def _nested(tree: PageTree, members: list[int]) -> dict[int, list[int]]:
    """For each member, in preorder, the members that lie in it."""
    inside: dict[int, list[int]] = {}
    around: list[int] = []
    for member in members:
        while around and member >= around[-1] + tree.size[around[-1]]:
            around.pop()
        if around:
            inside.setdefault(around[-1], []).append(member)
        around.append(member)
    return inside
