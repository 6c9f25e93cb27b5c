"""The middle of a page: what stands between menus and foot, and which comments are in it."""

from __future__ import annotations

from dataclasses import dataclass

from training.comment_pages.comment import Comment, Talk
from training.comment_pages.thread import comment_count, depths, new_comments, page_times
from training.record_pages.markup import Child

HOLDERS = ("div", "li", "article", "section", "details", "fieldset", "blockquote")
"""Elements of a comment that may hold another."""


@dataclass(frozen=True)
class Middle:
    """What is in the middle of a page, and its comments in the page's order."""

    content: list[Child]
    comments: list[Comment]
    shape: str


def drawn(talk: Talk, most: int) -> list[Comment]:
    """As many comments as a page has, up to ``most`` deep."""
    count = max(talk.least_comments, comment_count(talk.writer.draw))
    written, now = page_times(talk.writer.draw)
    return new_comments(talk, depths(talk, count, most), written, now)


def counted_through(groups: list[list[Comment]], base: int | None = None) -> list[Comment]:
    """Comments, each with its own below, in the page's order.

    Where there is a ``base``, the first group's head, all other groups answer it.
    """
    out: list[Comment] = []
    for group in groups:
        head = len(out)
        above = None if head == 0 else base
        for place, comment in enumerate(group):
            comment.place = head + place
            comment.parent = head if place else above
            comment.depth = (above is not None) + (place > 0)
            out.append(comment)
    return out
