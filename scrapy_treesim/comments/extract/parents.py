"""The post that each post answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.comments.extract._posts_cy import Posts
    from scrapy_treesim.tree import PageTree

MAX_ABOVE: Final = 3
"""Elements around a post that may indent it."""
MAX_BEFORE: Final = 12
"""Nodes of a post, up to its first text, that may."""
MAX_STYLE: Final = 300
"""Characters of a style that are read."""

_INDENTS: Final = re.compile(r"\s?(?:margin|padding)(?:-left)?\s?:", re.IGNORECASE)
_LENGTH: Final = re.compile(
    r"(?<![\w.-])(-?\d{1,6}(?:\.\d{1,6})?)(?:px|em|rem|%|pt)", re.IGNORECASE
)
_LEVEL: Final = re.compile(r"(?<![a-z])(?:depth|level|indent)[-_]?(\d{1,6})", re.IGNORECASE)
_IMAGE: Final = tags.NUMBER["img"]


def parents_of(tree: PageTree, posts: Posts) -> list[int | None]:
    """For each post the one it answers: that which it stands in, else the nearest before that is
    less indented, or less deep in the page and in an element that holds both."""
    levels: list[float] = [tree.depth[low] for low in posts.low]
    ends = [tree.parent[low] + tree.size[tree.parent[low]] for low in posts.low]
    indents = [_indent(tree, posts, post) for post in range(posts.count)]
    known = [one for one in indents if one is not None]
    if 2 * len(known) >= posts.count and len(set(known)) > 1:
        levels, ends = [one or 0.0 for one in indents], [len(tree)] * posts.count
    parents: list[int | None] = []
    open_posts: list[int] = []
    for post, low in enumerate(posts.low):
        while open_posts and (
            levels[open_posts[-1]] >= levels[post] or ends[open_posts[-1]] <= low
        ):
            open_posts.pop()
        above = open_posts[-1] if open_posts else None
        parents.append(posts.holder[post] if posts.holder[post] >= 0 else above)
        open_posts.append(post)
    return parents


def _indent(tree: PageTree, posts: Posts, post: int) -> float | None:
    """Indent of a post, by margin, class name's level or flat picture."""
    for node in _indenting(tree, posts, post):
        for declaration in (tree.get(node, "style") or "")[:MAX_STYLE].split(";"):
            if _INDENTS.match(declaration) and (lengths := _LENGTH.findall(declaration)):
                # Of several, the last is the left one.
                return float(lengths[-1])
        level = _LEVEL.search(tree.get(node, "class") or "")
        if level is not None:
            return float(level[1])
        if tree.tag[node] == _IMAGE and (tree.get(node, "height") or "") in ("0", "1"):
            width = tree.get(node, "width") or ""
            return float(width[:6]) if width.isdecimal() else 0.0
    return None


def _indenting(tree: PageTree, posts: Posts, post: int) -> Iterator[int]:
    """The nodes of a post before its first text, then the elements around it and no other post."""
    low, before = posts.low[post], posts.low[post - 1] if post else -1
    for node in range(low, min(low + MAX_BEFORE, posts.high[post])):
        if tree.tag[node] == tags.TEXT:
            break
        yield node
    above = tree.parent[low]
    for _ in range(MAX_ABOVE):
        if above <= max(before, 0):
            return
        yield above
        above = tree.parent[above]
