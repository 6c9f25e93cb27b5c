"""Posts of several rows, such as a line with the date and the text below it, put together again.

Where each post is some siblings in a row, a list of posts may be cut at the wrong sibling: each
text with the line of the next post. One line of every post, told by its tag, its class or what it
holds, names a time, or links to a place in the page, and says little; text stands between these
lines. Whether such a line begins a post or ends it is decided once for all posts of a thread: by
numbers that line and text share and no other line has (a post's own, in ids and addresses), else by
whether text stands before the first line or after the last one, else by the line's tag.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.comments.extract.line_ends import begin, begin_by_number
from scrapy_treesim.comments.extract.lines import KINDS, Lines, Rows, Span, by_class, lines_of

if TYPE_CHECKING:
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.tree import PageTree

MIN_SIBLINGS: Final = 3
"""Siblings that are two posts at least."""
MAX_SIBLINGS: Final = 4000
"""Siblings among which lines are sought."""
MAX_SIBLINGS_A_POST: Final = 40
"""The same, times the posts, if that is less."""
MAX_STEPS: Final = 12
"""Elements above a post up to which lines are sought beside it."""
MAX_HOLDERS: Final = 3
"""Posts that may turn out to hold the posts."""
MAX_LEVELS_INSIDE: Final = 6
"""Elements inside one another in which these are sought."""


def in_rows(tree: PageTree, leaves: Leaves, spans: Sequence[Span]) -> list[Span]:
    """The posts, cut anew where each is a line and text beside it; else as they are."""
    inside = _inside(tree, leaves, spans)
    if inside:
        return inside
    wide = climbed(tree, leaves, spans)
    above = _above(tree, wide)
    nodes = None if above is None else _siblings(tree, leaves, above, len(wide))
    if nodes is None or len(nodes) < MIN_SIBLINGS:
        return list(spans)
    rows = Rows(tree, leaves, nodes)
    for kind in KINDS:
        lines = lines_of(rows, wide, kind(tree, leaves, nodes))
        if lines is not None:
            begins = begin(lines)
            if begins is not None:
                return _cut(lines, begins=begins)
    return list(spans)


def _inside(tree: PageTree, leaves: Leaves, spans: Sequence[Span]) -> list[Span]:
    """The posts that stand in what was taken for one to three of them; none where these are posts.

    Lines in a post make posts of it only where each has a time and shares its number with a text.
    """
    if len(spans) > MAX_HOLDERS:
        return []
    for low, high in reversed(spans):
        node = low if low + tree.size[low] == high else -1
        for _level in range(MAX_LEVELS_INSIDE):
            nodes = None if node < 0 else _siblings(tree, leaves, node, MAX_HOLDERS)
            if not nodes:
                break
            if len(nodes) > MIN_SIBLINGS:
                rows = Rows(tree, leaves, nodes)
                kinds = by_class(tree, leaves, nodes)
                lines = lines_of(rows, [(low, low + 1), (low, high)], kinds)
                if lines is not None and all(map(rows.dated, lines.places)):
                    begins = begin_by_number(lines)
                    if begins is not None:
                        return _cut(lines, begins=begins)
            plain = leaves.plain
            node = max(nodes, key=lambda one: plain[one + tree.size[one]] - plain[one])
    return []


def climbed(tree: PageTree, leaves: Leaves, spans: Sequence[Span]) -> Sequence[Span]:
    """The largest element around each post that holds no other post before, nor a text of it."""
    texts = leaves.analysis.texts
    for _ in range(MAX_STEPS if len(spans) > 1 else 0):
        wider: list[Span] = []
        before = end = -1
        for low, high in spans:
            above = tree.parent[low]
            if above <= max(0, before):
                return spans
            stop = above + tree.size[above]
            # What stands around a reply in the post that it answers is said there.
            if low < end and texts[stop] - texts[above] > texts[high] - texts[low]:
                return spans
            wider.append((above, stop))
            before, end = low, max(end, high)
        spans = wider
    return spans


def _above(tree: PageTree, spans: Sequence[Span]) -> int | None:
    """The element that all posts stand in, beside one another; None where they do not."""
    above = tree.parent[spans[0][0]]
    end = 0
    for low, high in spans:
        if tree.parent[low] != above or low < end:
            return None
        end = high
    return above if len(spans) > 1 and above >= 0 else None


def _siblings(tree: PageTree, leaves: Leaves, above: int, posts: int) -> list[int] | None:
    """The children of an element that hold text; None where these are too many for the posts."""
    nodes = []
    node, stop = above + 1, above + tree.size[above]
    most = min(MAX_SIBLINGS, MAX_SIBLINGS_A_POST * (posts + 1))
    texts = leaves.analysis.texts
    while node < stop:
        after = node + tree.size[node]
        if texts[after] > texts[node]:
            nodes.append(node)
            if len(nodes) > most:
                return None
        node = after
    return nodes


def _cut(lines: Lines, *, begins: bool) -> list[Span]:
    """The posts from each line to the next one, or from the one before."""
    rows, places = lines.rows, lines.places
    if begins:
        # The last post has as many siblings as others have at most.
        after = lines.after()
        ends = [rows.nodes[p] for p in places[1:]]
        ends.append(rows.end(after[-1]) if after else rows.end(places[-1]))
        return [(rows.nodes[p], end) for p, end in zip(places, ends, strict=True)]
    before = lines.before()
    starts = [rows.nodes[before[0]] if before else rows.nodes[places[0]]]
    starts.extend(rows.end(p) for p in places[:-1])
    return [(start, rows.end(p)) for start, p in zip(starts, places, strict=True)]
