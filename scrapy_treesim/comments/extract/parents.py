"""Which comment each comment answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.comments.extract._parts_cy import Parts
    from scrapy_treesim.comments.extract._posts_cy import Posts
    from scrapy_treesim.tree import PageTree

_LENGTH: Final = r"(-?\d{1,20}(?:\.\d{1,20})?)\s*(?:px|em|rem|%|pt)"
_SHIFTING = re.compile(r"(?:margin|padding)(?:-left)?\s*:", re.IGNORECASE)
_LENGTHS = re.compile(rf"(?<!\S){_LENGTH}", re.IGNORECASE)
_SHIFT = re.compile(rf"{_SHIFTING.pattern}{_LENGTH}", re.IGNORECASE)
_LEVEL = re.compile(r"(?:depth|level|indent)[-_]?(\d{1,20})", re.IGNORECASE)
_IMAGE: Final = tags.NUMBER["img"]


def parents_of(tree: PageTree, found: Parts) -> tuple[list[int | None], bool]:
    """For each post the one it answers: that which it stands in, is shifted under, or follows
    deeper in the page; and whether it is shifts that tell."""
    posts = found.posts
    count = posts.count
    holders = list(posts.holder)
    levels = _levels(tree, posts)
    if levels is not None:
        return _nearest(posts, levels, [len(tree)] * count), True
    analysis = posts.analysis
    depths = [analysis.depth[low] for low in posts.low]
    if max(holders, default=-1) < 0 and min(depths) == max(depths):
        return [None] * count, False
    above = [analysis.parent[low] for low in posts.low]
    ends = [node + analysis.size[node] for node in above]
    return _nearest(posts, depths, ends), False


def _nearest(posts: Posts, levels: Sequence[float], ends: Sequence[int]) -> list[int | None]:
    """The post around, or the nearest before of a lower level that does not end before."""
    parents: list[int | None] = []
    open_posts: list[int] = []
    for post, level in enumerate(levels):
        low = posts.low[post]
        while open_posts and (levels[open_posts[-1]] >= level or ends[open_posts[-1]] <= low):
            open_posts.pop()
        above = open_posts[-1] if open_posts else None
        parents.append(posts.holder[post] if posts.holder[post] >= 0 else above)
        open_posts.append(post)
    return parents


def _levels(tree: PageTree, posts: Posts) -> list[float] | None:
    """Tell how far each post is shifted to the right; None where that tells nothing."""
    marked = [node for node in posts.indented if node >= 0]
    if 2 * len(marked) < posts.count:
        return None
    levels = [_level(tree, node) if node >= 0 else 0.0 for node in posts.indented]
    return levels if len(set(levels)) > 1 else None


def _level(tree: PageTree, node: int) -> float:
    shift = _shift(tree.get(node, "style") or "")
    if shift is not None:
        return shift
    level = _LEVEL.search(tree.get(node, "class") or "")
    if level is not None:
        return float(level[1])
    width = tree.get(node, "width") or ""
    return float(width) if tree.tag[node] == _IMAGE and width.isdecimal() else 0.0


def _shift(style: str) -> float | None:
    """The last length of the first margin or padding that has one: the left one, of several."""
    for declaration in style.split(";"):
        named = _SHIFTING.search(declaration)
        if named is None:
            continue
        lengths = _LENGTHS.findall(declaration[named.end() :])
        if lengths:
            return float(lengths[-1])
        # Where a semicolon is missing, the next one's length may follow its name at once.
        found = _SHIFT.search(declaration)
        if found is not None:
            return float(found[1])
    return None
