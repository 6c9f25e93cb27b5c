"""Reasons for a comment, and the nodes of its parts.

The reasons are worded for people who write spiders.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress, count
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.reading.analysis import class_names
from scrapy_treesim.tree import tags
from scrapy_treesim.wording import of_all, quoted

if TYPE_CHECKING:
    from scrapy_treesim.comments.comment import Comment, ThreadParts

MAX_COUNTED: Final = 500
"""Largest number of posts of a thread whose posts with a time are counted."""
_COMMENT_WORDS: Final = class_names.OF_COMMENTS.split()
MAX_NAME: Final = 200
"""Largest number of characters read of a class or id."""


class CommentNodes(NamedTuple):
    """The elements of a comment and of its parts, by their numbers in the page's tree, in page
    order; none inside another of the same part. Empty if the comment has no such part."""

    nodes: tuple[int, ...]
    """Outermost elements of the comment, with name and time."""
    author: tuple[int, ...]
    time: tuple[int, ...]
    body: tuple[int, ...]
    """Elements of the comment's text; for bare text, the element around it."""


def comment_reasons(comment: Comment) -> tuple[str, ...]:
    """Give the evidence for a comment: phrases such as ``one of 12 posts, all with a time``.

    Two to five phrases; other comments are numbered from 1. O(the comment's texts).
    """
    if comment.reasons:
        return comment.reasons
    thread = comment._thread
    phrases = (
        _byline(comment),
        _among_posts(thread),
        _answers(comment, thread),
        _name(thread, comment._post),
        f"a score, {comment.score}, in it" if comment.score is not None else "",
    )
    return tuple(filter(None, phrases))


def comment_nodes(comment: Comment) -> CommentNodes:
    """Locate a comment, its author, its time and its text on the page. O(nodes of the page)."""
    if comment.reasons:
        # It is no part of the page's tree.
        return CommentNodes((), (), (), ())
    thread = comment._thread
    parts, post = thread.parts, comment._post
    time = thread.node(parts.time[post]) if parts.time[post] >= 0 else parts.posts.dated[post]
    author = thread.node(parts.author[post]) if parts.author[post] >= 0 else time
    return CommentNodes(
        _own_elements(thread, post),
        _elements(thread, [author]) if comment.author and author >= 0 else (),
        _elements(thread, [time]) if comment.time and time >= 0 else (),
        _elements(thread, compress(count(), parts.own_flags(post))),
    )


def _byline(comment: Comment) -> str:
    values = {"author": comment.author, "time": comment.time}
    parts = [f"{part} {quoted(value)}" for part, value in values.items() if value]
    return f"{' and '.join(parts)} in it" if parts else "neither author nor time in it (against)"


def _among_posts(thread: ThreadParts) -> str:
    """The phrase on the number of the thread's posts, and of those with a time."""
    posts = thread.parts.posts.count
    if posts == 1:
        return "the only one of its kind"
    if posts > MAX_COUNTED:
        return f"one of {posts:,} posts"
    parts = thread.parts
    timed = sum(
        text >= 0 or node >= 0 for text, node in zip(parts.time, parts.posts.dated, strict=True)
    )
    having = of_all(timed, posts)
    return f"one of {posts} posts, {having} with a time" + ("" if timed else " (against)")


def _answers(comment: Comment, thread: ThreadParts) -> str:
    if comment.parent is None:
        return "the first post, which the others answer" if comment.is_first_post else ""
    how = "it comes after it" if comment.depth == 1 else "it is indented, after it"
    if thread.parts.posts.outer_post[comment._post] >= 0:
        how = "it stands inside it"
    return f"answers comment {comment.parent + 1}: {how}"


def _name(thread: ThreadParts, post: int) -> str:
    """The post's class or id, if it contains a word for comments or posts."""
    tree = thread.page.tree
    for node in (thread.spans[post][0], thread.parts.posts.low[post]):
        for attribute in ("class", "id"):
            name = tree.get(node, attribute)
            if name and any(word in name[:MAX_NAME].lower() for word in _COMMENT_WORDS):
                return f"called {quoted(name)} by its {attribute}"
    return ""


def _own_elements(thread: ThreadParts, post: int) -> tuple[int, ...]:
    """The outermost elements of a post; if it is only text, the elements around its texts."""
    tree, posts = thread.page.tree, thread.parts.posts
    node, stop = posts.low[post], posts.high[post]
    nodes = []
    while node < stop:
        nodes.append(node)
        node += tree.size[node]
    return _elements(thread, [node for node in nodes if tree.tag[node] != tags.TEXT] or nodes)


def _elements(thread: ThreadParts, nodes: Iterable[int]) -> tuple[int, ...]:
    """The outermost of the nodes; a text is replaced by the element around it."""
    tree = thread.page.tree
    elements = {tree.parent[node] if tree.tag[node] == tags.TEXT else node for node in nodes}
    outermost: list[int] = []
    for node in sorted(elements):
        if not outermost or node >= outermost[-1] + tree.size[outermost[-1]]:
            outermost.append(node)
    return tuple(outermost)
