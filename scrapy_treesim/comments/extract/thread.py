"""From a chosen thread to its comments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scrapy_treesim.comments.comment import Comment, Thread
from scrapy_treesim.comments.extract.author import authors_of
from scrapy_treesim.comments.extract.first_post import begins_thread
from scrapy_treesim.comments.extract.mentions import mentioned
from scrapy_treesim.comments.extract.parents import NAMED, Answered, parents_of
from scrapy_treesim.comments.extract.parts import parts_of
from scrapy_treesim.comments.extract.rows import in_rows
from scrapy_treesim.comments.extract.score import score_of
from scrapy_treesim.comments.extract.text import body_text
from scrapy_treesim.comments.extract.time import times_of
from scrapy_treesim.values.dates import is_day_first

if TYPE_CHECKING:
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.page import Page


def read_thread(
    page: Page, leaves: Leaves, spans: Sequence[tuple[int, int]], confidence: float
) -> list[Comment]:
    """The comments of the posts that stand in these spans of nodes, in page order.

    A post is the nodes from the first up to the second number; one that lies in another is a reply
    to it, and none of its text. Posts that say nothing are left out.
    """
    spans = in_order(spans)
    if not spans:
        return []
    spans = in_rows(page.tree, leaves, spans)
    found = parts_of(page, leaves, spans)
    keep = bytearray(len(page.tree))
    found.set_apart(keep)
    times = times_of(page.tree, found)
    language = page.language
    texts = [body_text(page.tree, found, post, keep) for post in range(len(spans))]
    authors = authors_of(page.tree, found)
    answered = parents_of(page.tree, found)
    if not any(parent is not None for parent in answered.parents):
        answered = Answered(mentioned(page.tree, found, authors, texts), NAMED)
    day_first = is_day_first(filter(None, times))
    thread = Thread(page, found, spans, language, day_first, answered.by)
    parents = _of_speaking(answered.parents, texts)
    speaking = (post for post, text in enumerate(texts) if text)
    number = {post: place for place, post in enumerate(speaking)}
    comments: list[Comment] = []
    for post in number:
        above = parents[post]
        parent = None if above is None else number[above]
        comments.append(
            Comment(
                texts[post],
                authors[post],
                times[post],
                parent,
                0 if parent is None else comments[parent].depth + 1,
                len(comments),
                score_of(page.tree, found, post),
                not comments and begins_thread(page, leaves, found),
                confidence,
                thread,
                post,
            )
        )
    return comments


def in_order(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans in page order, outer ones first, each once and none across another's end."""
    ordered: list[tuple[int, int]] = []
    ends: list[int] = []
    for low, high in sorted(set(spans), key=lambda span: (span[0], -span[1])):
        while ends and ends[-1] <= low:
            ends.pop()
        if high > low and (not ends or high <= ends[-1]):
            ordered.append((low, high))
            ends.append(high)
    return ordered


def _of_speaking(parents: Sequence[int | None], texts: Sequence[str]) -> list[int | None]:
    """The parents, past those that say nothing."""
    known: list[int | None] = []
    for parent in parents:
        # A parent stands before what answers it: that one's own is known.
        known.append(parent if parent is None or texts[parent] else known[parent])
    return known
