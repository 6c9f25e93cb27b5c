"""Posts of several rows, such as a line with the date and the text below it, put together again.

Where each post is some siblings in a row, a list of posts may be cut at the wrong sibling: each
text with the line of the next post. One line of every post, told by its tag and class, names a
time, or links to a place in the page, and says little; text stands between these lines. Whether
they begin their posts or end them is told by numbers that line and text share and no other line
has: a post's own, in ids and addresses.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.tree import PageTree

Span: TypeAlias = "tuple[int, int]"

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
MAX_KINDS: Final = 8
"""The most frequent kinds of siblings, of which one may be the lines."""
MAX_LINE_CHARS: Final = 160
"""Characters said in a line that most lines have at most."""
MOST: Final = 0.8
"""Share of the lines of which something holds that holds of lines."""
MAX_COMPARED: Final = 12
"""Lines whose numbers are compared with those of their texts."""
MAX_VALUES: Final = 6000
"""Bytes of attributes that are read for the numbers of one line or text."""
_NUMBER: Final = re.compile(rb"(?<!\d)\d{2,20}(?!\d)")


@dataclass(frozen=True, slots=True)
class _Rows:
    """The siblings among which a thread's posts stand."""

    tree: PageTree
    leaves: Leaves
    nodes: Sequence[int]

    def end(self, place: int) -> int:
        """The node after a sibling."""
        return self.nodes[place] + self.tree.size[self.nodes[place]]

    def key(self, place: int) -> tuple[int, int]:
        """The tag and class of a sibling."""
        node = self.nodes[place]
        return self.tree.tag[node], self.leaves.analysis.name[node]

    def held(self, place: int) -> int:
        """The characters said in a sibling."""
        return self.leaves.plain[self.end(place)] - self.leaves.plain[self.nodes[place]]

    def dated(self, place: int) -> bool:
        """True if a sibling names a time."""
        return self.leaves.whens[self.end(place)] > self.leaves.whens[self.nodes[place]]

    def is_line(self, place: int) -> bool:
        """True if a sibling is short with a time or numbered link."""
        jumps = self.leaves.jumps
        has_jump = jumps[self.end(place)] > jumps[self.nodes[place]]
        return self.held(place) <= MAX_LINE_CHARS and (has_jump or self.dated(place))

    def numbers(self, low: int, high: int) -> set[bytes]:
        """The numbers in attributes of the siblings at some places."""
        if low >= high:
            return set()
        tree = self.tree
        start = tree.value_start[tree.first_attribute[self.nodes[low]]]
        stop = tree.value_start[tree.first_attribute[self.end(high - 1)]]
        return set(_NUMBER.findall(tree.values, start, min(stop, start + MAX_VALUES)))


def in_rows(tree: PageTree, leaves: Leaves, spans: Sequence[Span]) -> list[Span]:
    """The posts, cut anew where each is a line and text beside it; else as they are."""
    wide = climbed(tree, leaves, spans)
    above = _above(tree, wide)
    nodes = None if above is None else _siblings(tree, leaves, above, len(wide))
    found = None if nodes is None else _cut(_Rows(tree, leaves, nodes), wide)
    return found or _inside(tree, leaves, spans) or list(spans)


def _inside(tree: PageTree, leaves: Leaves, spans: Sequence[Span]) -> list[Span] | None:
    """The posts that stand in what was taken for one to three of them; None where these are
    posts."""
    for low, high in reversed(spans if len(spans) <= MAX_HOLDERS else ()):
        node = low if low + tree.size[low] == high else -1
        for _level in range(MAX_LEVELS_INSIDE):
            nodes = None if node < 0 else _siblings(tree, leaves, node, MAX_HOLDERS)
            if not nodes:
                break
            found = _cut(_Rows(tree, leaves, nodes), [(low, high)])
            if found:
                return found
            plain = leaves.plain
            node = max(nodes, key=lambda one: plain[one + tree.size[one]] - plain[one])
    return None


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


def _cut(rows: _Rows, spans: Sequence[Span]) -> list[Span] | None:
    """The posts from each line to the next one, or from the one before; None without lines."""
    lines = _lines(rows, spans)
    if lines is None:
        return None
    places, begins = lines
    # The last post has as many siblings as others have at most, and so has the first.
    gaps = [range(one + 1, other) for one, other in pairwise(places)]
    known = {rows.key(p) for gap in gaps for p in gap}
    most = max(map(len, gaps))
    first, last = places[0], places[-1]
    if begins:
        stop = min(len(rows.nodes), last + 1 + most)
        last = next((p for p in range(last + 1, stop) if rows.key(p) not in known), stop) - 1
        ends = [*(rows.nodes[p] for p in places[1:]), rows.end(last)]
        return list(zip((rows.nodes[p] for p in places), ends, strict=True))
    stop = max(-1, first - 1 - most)
    first = next((p for p in range(first - 1, stop, -1) if rows.key(p) not in known), stop) + 1
    starts = [rows.nodes[first], *map(rows.end, places[:-1])]
    return list(zip(starts, map(rows.end, places), strict=True))


def _lines(rows: _Rows, spans: Sequence[Span]) -> tuple[list[int], bool] | None:
    """The places of the siblings that are lines, and whether they begin their posts; of several
    kinds the one of most times that says least. None where there are none."""
    first, last = spans[0][0], spans[-1][1]
    by_key: dict[tuple[int, int], list[int]] = {}
    for place in range(len(rows.nodes) if len(rows.nodes) >= MIN_SIBLINGS else 0):
        by_key.setdefault(rows.key(place), []).append(place)
    best: list[int] = []
    most = (0, 0)
    for places in sorted(by_key.values(), key=len, reverse=True)[:MAX_KINDS]:
        count = len(places)
        held = sum(first <= rows.nodes[place] < last for place in places)
        if count < 2 or held == 0 or 2 * held < len(spans) - 1:
            continue
        gaps = [range(one + 1, other) for one, other in pairwise(places)]
        speaking = sum(any(rows.held(p) > 1 for p in gap) for gap in gaps)
        if sum(map(rows.is_line, places)) < MOST * count or speaking < MOST * len(gaps):
            continue
        sure = sum(map(rows.dated, places)), -sum(map(rows.held, places))
        if not best or sure > most:
            best, most = places, sure
    begins = _begin(rows, best) if best else None
    return None if begins is None else (best, begins)


def _begin(rows: _Rows, places: Sequence[int]) -> bool | None:
    """True if lines share their own numbers with what follows them.

    False if they share them with what precedes; None where neither is clear.
    """
    places = places[: MAX_COMPARED + 1]
    own = [rows.numbers(p, p + 1) for p in places]
    seen = Counter(number for numbers in own for number in numbers)
    following = preceding = 0
    for at, (one, other) in enumerate(pairwise(places)):
        between = rows.numbers(one + 1, other)
        following += any(seen[number] == 1 for number in own[at] & between)
        preceding += any(seen[number] == 1 for number in own[at + 1] & between)
    most = max(following, preceding)
    if following == preceding or 2 * most < len(places) - 1:
        return None
    return following > preceding if 3 * min(following, preceding) <= most else None
