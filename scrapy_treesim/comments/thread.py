"""From a chosen thread to its comments."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.dates import is_day_first
from scrapy_treesim.analysis.typed_values import number_of
from scrapy_treesim.comments.authors import name_beside_time, name_in
from scrapy_treesim.comments.bodies import read_bodies
from scrapy_treesim.comments.comment import Comment, Thread
from scrapy_treesim.comments.first_post import begins_thread
from scrapy_treesim.comments.leaves import WORDS
from scrapy_treesim.comments.mentions import mentioned
from scrapy_treesim.comments.parents import NAMED, Answered, parents_of
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import INLINE, text_of

if TYPE_CHECKING:
    from scrapy_treesim.comments._bylines_cy import Bylines
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.comments._posts_cy import Posts
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

_SAYS: Final = 1 << list(WORDS).index("says")
_BREAK: Final = tags.NUMBER["br"]
# A year and one more digit at least.
_MOMENT = re.compile(r"(?=(?:\D*\d){5}).*?\d{4}", re.DOTALL)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_ONLY_YEAR = re.compile(r"\W*(?:19|20)\d\d\W*")
_NUMBER = re.compile(r"[-−–]?(\d+(?:[.,]\d+)*\s?[kK]?)")
MOST_PIECES: Final = 4
"""Texts that a date may stand in."""
MAX_SCORE: Final = 40
"""Characters of a text that are read for a score."""
MAX_PIECE: Final = 12
"""Characters of what may be part of one."""
MOST_ABOVE: Final = 3
"""Elements above a text that may bear its moment."""


def read_thread(
    page: Page, leaves: Leaves, spans: Sequence[tuple[int, int]], confidence: float
) -> list[Comment]:
    """The comments of the posts that stand in these spans of nodes, in page order.

    A post is the nodes from the first up to the second number; one that lies in another is a reply
    to it, and none of its text. Posts that say nothing are left out.
    """
    spans = _in_order(spans)
    if not spans:
        return []
    found = read_bodies(page, leaves, spans)
    keep = bytearray(len(page.tree))
    found.part_bodies(keep)
    times = _times(page.tree, found)
    language = page.tree.get(0, "lang")
    texts = [_text(page.tree, found, post, keep) for post in range(len(spans))]
    authors = _authors(page.tree, found)
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
                _score(page.tree, found, post),
                not comments and begins_thread(page, leaves, found),
                confidence,
                thread,
                post,
            )
        )
    return comments


def _in_order(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
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


def _text(tree: PageTree, found: Bylines, post: int, keep: bytearray) -> str:
    """What the post says: the flagged texts of its body."""
    bodies, posts = found.bodies, found.posts
    low, high = bodies.low[post], bodies.high[post]
    inner = post + 1
    hidden: list[tuple[int, bytearray]] = []
    while inner < posts.count and posts.low[inner] < high:
        # Posts inside it have their own flags in the same array.
        start, stop = posts.low[inner], posts.high[inner]
        if start >= low:
            hidden.append((start, keep[start:stop]))
            keep[start:stop] = bytes(stop - start)
        while inner < posts.count and posts.low[inner] < stop:
            inner += 1
    if low + tree.size[low] >= high:
        text = text_of(tree, low, keep)
    else:
        text = _text_of_run(tree, low, high, keep)
    for start, flags in hidden:
        keep[start : start + len(flags)] = flags
    return text


def _text_of_run(tree: PageTree, low: int, high: int, keep: bytearray) -> str:
    """The text of siblings: what is inline stays on its line."""
    lines: list[list[str]] = [[]]
    node = low
    while node < high:
        inline = tree.tag[node] in INLINE
        if tree.tag[node] == _BREAK or not inline:
            lines.append([])
        if keep.find(1, node, node + tree.size[node]) >= 0:
            piece = text_of(tree, node, keep).rstrip()
            if piece:
                lines[-1].append(piece if lines[-1] else piece.lstrip())
        if not inline:
            lines.append([])
        node += tree.size[node]
    return "\n".join(" ".join(pieces) for pieces in lines if pieces)


def _times(tree: PageTree, found: Bylines) -> list[str | None]:
    """When each post was written, as the page says."""
    posts = found.posts
    analysis = posts.analysis
    times: list[str | None] = []
    for post in range(posts.count):
        own = found.time[post]
        if own >= 0:
            declared = _moment(tree, analysis.text_node[posts.own[own]], posts.low[post])
            times.append(declared or _in_pieces(tree, posts, own))
            continue
        node = posts.dated[post]
        times.append(_declared(tree, node) if node >= 0 else None)
    return times


def _moment(tree: PageTree, node: int, low: int) -> str | None:
    """The moment that an element around the text declares."""
    for _ in range(MOST_ABOVE):
        node = tree.parent[node]
        if node < low:
            break
        declared = _declared(tree, node)
        if declared is not None:
            return declared
    return None


def _in_pieces(tree: PageTree, posts: Posts, own: int) -> str:
    """What a text says of the time, with the year where that stands just after it alone."""
    analysis = posts.analysis
    text = tree.plain_text(analysis.text_node[posts.own[own]])
    if len(text) > MAX_PIECE or _YEAR.search(text):
        return text
    stop = min(own + MOST_PIECES, posts.first_own[posts.post[own] + 1])
    pieces = [tree.plain_text(analysis.text_node[posts.own[k]]) for k in range(own + 1, stop)]
    for place, piece in enumerate(pieces):
        if len(piece) <= MAX_PIECE and _ONLY_YEAR.fullmatch(piece):
            return " ".join((text, *pieces[: place + 1]))
    return text


def _declared(tree: PageTree, node: int) -> str | None:
    for name in ("datetime", "content", "title"):
        value = tree.get(node, name)
        if value and _MOMENT.match(value):
            return " ".join(value.split())
    return None


def _authors(tree: PageTree, found: Bylines) -> list[str | None]:
    """Who wrote each post."""
    posts = found.posts
    analysis, bits = posts.analysis, posts.leaves.bits
    authors: list[str | None] = []
    for own in found.author:
        if own < 0:
            authors.append(None)
            continue
        text = posts.own[own]
        authors.append(
            name_in(tree.plain_text(analysis.text_node[text]), says=bool(bits[text] & _SAYS))
        )
    if 2 * sum(map(bool, authors)) < len(authors):
        for post, own in enumerate(found.time):
            if own >= 0 and authors[post] is None:
                said = tree.plain_text(analysis.text_node[posts.own[own]])
                authors[post] = name_beside_time(said)
    return authors


def _score(tree: PageTree, found: Bylines, post: int) -> int | None:
    own = found.score[post]
    if own < 0:
        return None
    posts = found.posts
    text = tree.plain_text(posts.analysis.text_node[posts.own[own]])
    said = _NUMBER.search(text[:MAX_SCORE])
    value = None if said is None else number_of(said[1])
    if said is None or value is None:
        return None
    return -int(value) if said[0][0] in "-−–" else int(value)
