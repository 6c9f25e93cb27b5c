"""Which comment each comment answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.comments._bylines_cy import Bylines
    from scrapy_treesim.comments._posts_cy import Posts
    from scrapy_treesim.tree import PageTree

_SHIFT = re.compile(
    r"(?:margin|padding)(?:-left)?\s*:\s*(?:[^;]*\s)?(-?\d+(?:\.\d+)?)\s*(?:px|em|rem|%|pt)",
    re.IGNORECASE,
)
_LEVEL = re.compile(r"(?:depth|level|indent)[-_]?(\d+)", re.IGNORECASE)
_IMAGE: Final = tags.NUMBER["img"]
SHIFTED, DEEPER, NAMED = "shifted", "deeper", "named"
"""What tells which post one answers that stands in none."""


class Answered(NamedTuple):
    """Which post each post answers, and what told."""

    parents: list[int | None]
    by: str
    """One of :data:`SHIFTED`, :data:`DEEPER`, :data:`NAMED`."""


def parents_of(tree: PageTree, found: Bylines) -> Answered:
    """For each post the one it answers: that which it stands in, is shifted under, or follows
    deeper in the page."""
    posts = found.posts
    count = posts.count
    holders = list(posts.holder)
    levels = _levels(tree, posts)
    if levels is not None:
        return Answered(_by_level(levels, holders), SHIFTED)
    outline = posts.outline
    depths = [outline.depth[low] for low in posts.low]
    if max(holders, default=-1) < 0 and min(depths) == max(depths):
        return Answered([None] * count, DEEPER)
    return Answered(_by_depth(posts, depths, holders), DEEPER)


def _by_level(levels: Sequence[float], holders: Sequence[int]) -> list[int | None]:
    """The nearest post before that is shifted less."""
    parents: list[int | None] = []
    open_posts: list[int] = []
    for post, level in enumerate(levels):
        while open_posts and levels[open_posts[-1]] >= level:
            open_posts.pop()
        above = open_posts[-1] if open_posts else None
        parents.append(holders[post] if holders[post] >= 0 else above)
        open_posts.append(post)
    return parents


def _by_depth(posts: Posts, depths: Sequence[int], holders: Sequence[int]) -> list[int | None]:
    """The post around, or the nearest before that lies less deep and whose parent holds both."""
    outline = posts.outline
    ends = [outline.parent[low] + outline.size[outline.parent[low]] for low in posts.low]
    parents: list[int | None] = []
    open_posts: list[int] = []
    for post, depth in enumerate(depths):
        low = posts.low[post]
        while open_posts and (depths[open_posts[-1]] >= depth or ends[open_posts[-1]] <= low):
            open_posts.pop()
        above = open_posts[-1] if open_posts else None
        parents.append(holders[post] if holders[post] >= 0 else above)
        open_posts.append(post)
    return parents


def _levels(tree: PageTree, posts: Posts) -> list[float] | None:
    """How far each post is shifted to the right; None where that tells nothing."""
    marked = [node for node in posts.indented if node >= 0]
    if 2 * len(marked) < posts.count:
        return None
    levels = [_level(tree, node) if node >= 0 else 0.0 for node in posts.indented]
    return levels if len(set(levels)) > 1 else None


def _level(tree: PageTree, node: int) -> float:
    for name in ("style", "class", "width"):
        value = tree.get(node, name) or ""
        if name == "width":
            return float(value) if tree.tag[node] == _IMAGE and value.isdecimal() else 0.0
        found = (_SHIFT if name == "style" else _LEVEL).search(value)
        if found:
            return float(found[1])
    return 0.0
