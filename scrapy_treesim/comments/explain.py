"""Reasons why a comment is one, and the nodes of its parts.

The reasons are worded for people who write spiders.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress, count
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.analysis import class_names
from scrapy_treesim.tree import tags
from scrapy_treesim.wording import of_all, quoted

if TYPE_CHECKING:
    from scrapy_treesim.comments.comment import Comment, Thread

MAX_COUNTED: Final = 500
"""Posts of a thread up to which those with a time are counted."""
_CALLED: Final = class_names.OF_COMMENTS.split()
MAX_NAME: Final = 200
"""Characters of a class or id that are looked through."""


class CommentNodes(NamedTuple):
    """The elements of a comment and of its parts, by their numbers in the page's tree, in page
    order; none inside another of the same part. Empty where the page has no such part."""

    nodes: tuple[int, ...]
    """The outermost elements of the comment, with name and time."""
    author: tuple[int, ...]
    time: tuple[int, ...]
    body: tuple[int, ...]
    """Nodes of the comment's text; for bare text, the element around it."""


def comment_reasons(comment: Comment) -> tuple[str, ...]:
    """Tell what speaks for a comment: phrases such as ``one of 12 posts, all with a time``.

    They are two to five; other comments are numbered from 1, as people count. O(the comment's
    texts).

    >>> from scrapy_treesim import comments
    >>> page = "<h2>Comments</h2><ol>" + "".join(
    ...     f"<li><b class=author>{author}</b> <time>2024-05-1{n}</time><p>{text}</p></li>"
    ...     for n, (author, text) in enumerate({
    ...         "Ann": "I took it twice last week, and it was never late.",
    ...         "Ben": "Does it still stop at the lighthouse in the evening?",
    ...         "Cy": "Only on Sundays, says the board on the quay.",
    ...     }.items())
    ... )
    >>> comment_reasons(comments(page)[0])[0]
    'author "Ann" and time "2024-05-10" in it'
    """
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
    """Tell where a comment, its author, its time and its text stand. O(nodes of the page).

    >>> from scrapy_treesim import Page, comments
    >>> page = Page("<h2>Comments</h2><ol>" + "".join(
    ...     f"<li><b class=author>{author}</b> <time>2024-05-1{n}</time><p>{text}</p></li>"
    ...     for n, (author, text) in enumerate({
    ...         "Ann": "I took it twice last week, and it was never late.",
    ...         "Ben": "Does it still stop at the lighthouse in the evening?",
    ...         "Cy": "Only on Sundays, says the board on the quay.",
    ...     }.items())
    ... ))
    >>> [page.xpath(node) for node in comment_nodes(comments(page)[1]).author]
    ['/html/body/ol/li[2]/b']
    """
    thread = comment._thread
    found, post = thread.parts, comment._post
    time = thread.node(found.time[post]) if found.time[post] >= 0 else found.posts.dated[post]
    author = thread.node(found.author[post]) if found.author[post] >= 0 else time
    return CommentNodes(
        _own_elements(thread, post),
        _elements(thread, [author]) if comment.author and author >= 0 else (),
        _elements(thread, [time]) if comment.time and time >= 0 else (),
        _elements(thread, compress(count(), found.kept(post))),
    )


def _byline(comment: Comment) -> str:
    known = {"author": comment.author, "time": comment.time}
    said = [f"{part} {quoted(value)}" for part, value in known.items() if value]
    return f"{' and '.join(said)} in it" if said else "neither author nor time in it (against)"


def _among_posts(thread: Thread) -> str:
    """Tell how many posts the thread has, and how many of them a time."""
    posts = thread.parts.posts.count
    if posts == 1:
        return "the only one of its kind"
    if posts > MAX_COUNTED:
        return f"one of {posts:,} posts"
    found = thread.parts
    timed = sum(
        one >= 0 or other >= 0 for one, other in zip(found.time, found.posts.dated, strict=True)
    )
    having = of_all(timed, posts)
    return f"one of {posts} posts, {having} with a time" + ("" if timed else " (against)")


def _answers(comment: Comment, thread: Thread) -> str:
    if comment.parent is None:
        return "the first post, which the others answer" if comment.is_first_post else ""
    how = "it is indented, after it"
    if thread.parts.posts.holder[comment._post] >= 0:
        how = "it stands inside it"
    return f"answers comment {comment.parent + 1}: {how}"


def _name(thread: Thread, post: int) -> str:
    """Tell what the page calls the post, where that is a word for comments or posts."""
    tree = thread.page.tree
    for node in (thread.spans[post][0], thread.parts.posts.low[post]):
        for attribute in ("class", "id"):
            name = tree.get(node, attribute)
            if name and any(word in name[:MAX_NAME].lower() for word in _CALLED):
                return f"called {quoted(name)} by its {attribute}"
    return ""


def _own_elements(thread: Thread, post: int) -> tuple[int, ...]:
    """The outermost elements of a post; what stands around its texts only where it has no other."""
    tree, posts = thread.page.tree, thread.parts.posts
    node, stop = posts.low[post], posts.high[post]
    nodes = []
    while node < stop:
        nodes.append(node)
        node += tree.size[node]
    return _elements(thread, [node for node in nodes if tree.tag[node] != tags.TEXT] or nodes)


def _elements(thread: Thread, nodes: Iterable[int]) -> tuple[int, ...]:
    """The nodes, of texts the elements around them; none that lies in another."""
    tree = thread.page.tree
    elements = {tree.parent[node] if tree.tag[node] == tags.TEXT else node for node in nodes}
    found: list[int] = []
    for node in sorted(elements):
        if not found or node >= found[-1] + tree.size[found[-1]]:
            found.append(node)
    return tuple(found)
