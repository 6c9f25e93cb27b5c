"""From a chosen thread to its comments."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.comments.comment import Comment, Thread
from scrapy_treesim.comments.extract._posts_cy import ASKING, STARRED
from scrapy_treesim.comments.extract.byline import authors_of, times_of
from scrapy_treesim.comments.extract.parents import parents_of
from scrapy_treesim.comments.extract.parts import parts_of
from scrapy_treesim.comments.extract.rating import score_of
from scrapy_treesim.comments.extract.rows import in_rows
from scrapy_treesim.tree.text import text_of
from scrapy_treesim.values.dates import is_day_first

if TYPE_CHECKING:
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.comments.extract._parts_cy import Parts
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree


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
    day_first = is_day_first(filter(None, times))
    thread = Thread(page, found, spans, language, day_first)
    parents = _of_speaking(parents_of(page.tree, found.posts), texts)
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


MAX_BEFORE: Final = 2
"""Long texts before a thread that are a notice yet, and no article."""

_FURTHER_PAGE = re.compile(
    r"[?&;](?:page|p|pg|seite|pagenumber|pn)=(?:[2-9]|\d\d)|[?&;]start=[1-9]|/page[-/]?(?:[2-9]|\d\d)"
    r"|-(?:[2-9]|\d\d)-\d+\.html",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?:#|no\.?|nr\.?|№|post)?\s?(\d{1,9})\s?(?:#|楼|樓)?", re.IGNORECASE)


def begins_thread(page: Page, leaves: Leaves, found: Parts) -> bool:
    """Tell whether the first of the posts is the thread's own first.

    It is where it is called so, or where no article stands before it, and it is neither a review
    nor numbered as a later one.
    """
    posts = found.posts
    low = posts.low[0]
    if posts.rated[0] >= 0 or _FURTHER_PAGE.search(page.url):
        return False
    if posts.told[low - posts.start] & ASKING:
        return True
    if posts.count < 2 or leaves.longs[low] > MAX_BEFORE:
        return False
    own = range(posts.first_own[0], posts.first_own[1])
    if any(posts.words[k] & STARRED for k in own):
        return False
    numbers = (_NUMBER.fullmatch(page.tree.plain_text(posts.analysis.text_node[posts.own[k]]))
               for k in own if k < found.first[0] and posts.alike[k] > 1)  # fmt: skip
    numbered = [int(one[1]) for one in numbers if one is not None and one[0] != one[1]]
    return not numbered or min(numbered) <= 1


def body_text(tree: PageTree, found: Parts, post: int, keep: bytearray) -> str:
    """Tell what the post says: the flagged texts of its body."""
    posts = found.posts
    low, high = posts.low[post], posts.high[post]
    inner = post + 1
    hidden: list[tuple[int, bytearray]] = []
    while inner < posts.count and posts.low[inner] < high:
        # Posts inside it have their own flags in the same array.
        start, stop = posts.low[inner], posts.high[inner]
        hidden.append((start, keep[start:stop]))
        keep[start:stop] = bytes(stop - start)
        while inner < posts.count and posts.low[inner] < stop:
            inner += 1
    pieces = []
    while low < high:
        pieces.append(text_of(tree, low, keep))
        low += tree.size[low]
    for start, flags in hidden:
        keep[start : start + len(flags)] = flags
    return "\n".join(filter(None, pieces))
