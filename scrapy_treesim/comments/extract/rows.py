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
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.tree import PageTree

Span: TypeAlias = "tuple[int, int]"

MAX_SIBLINGS: Final = 4000
"""Siblings among which lines are sought."""
MAX_SIBLINGS_A_POST: Final = 40
"""The same, times the posts, if that is less."""
MAX_STEPS: Final = 12
"""Elements above a post up to which lines are sought beside it."""
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
    above = tree.parent[wide[0][0]]
    are_beside = all(tree.parent[low] == above for low, _ in wide) and all(
        one[1] <= other[0] for one, other in pairwise(wide)
    )
    if above < 0 or len(wide) == 1 or not are_beside:
        return list(spans)
    return _cut(_Rows(tree, leaves, _siblings(tree, leaves, above, len(wide)))) or list(spans)


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


def _siblings(tree: PageTree, leaves: Leaves, above: int, posts: int) -> list[int]:
    """The children of an element that hold text; none where these are too many for the posts."""
    texts, size = leaves.analysis.texts, tree.size
    most = min(MAX_SIBLINGS, MAX_SIBLINGS_A_POST * (posts + 1))
    nodes = (node for node in tree.children(above) if texts[node + size[node]] > texts[node])
    found = [*islice(nodes, most + 1)]
    return found if len(found) <= most else []


def _cut(rows: _Rows) -> list[Span] | None:
    """The posts from each line to the next one, or from the one before; None without lines."""
    places = _lines(rows)
    if not places:
        return None
    # The last post has as many siblings as others have at most, and so has the first.
    most = max(other - one for one, other in pairwise(places))
    nodes = rows.nodes
    if _begin(rows, places):
        last = min(len(nodes), places[-1] + most) - 1
        starts = [nodes[place] for place in places]
        return [*zip(starts, [*starts[1:], rows.end(last)], strict=True)]
    ends = [*map(rows.end, places)]
    return [*zip([nodes[max(0, places[0] - most + 1)], *ends[:-1]], ends, strict=True)]


def _lines(rows: _Rows) -> list[int]:
    """The places of the siblings that are lines: of several kinds the one of most times that says
    least."""
    by_key: dict[tuple[int, int], list[int]] = {}
    for place in range(len(rows.nodes)):
        by_key.setdefault(rows.key(place), []).append(place)
    best: list[int] = []
    most = (0, 0)
    for places in sorted(by_key.values(), key=len, reverse=True)[:MAX_KINDS]:
        gaps = [range(one + 1, other) for one, other in pairwise(places)]
        speaking = sum(any(rows.held(p) > 1 for p in gap) for gap in gaps)
        are_lines = sum(map(rows.is_line, places)) >= MOST * len(places)
        if gaps and are_lines and speaking >= MOST * len(gaps):
            sure = sum(map(rows.dated, places)), -sum(map(rows.held, places))
            if not best or sure > most:
                best, most = places, sure
    return best


def _begin(rows: _Rows, places: Sequence[int]) -> bool:
    """True if lines share their own numbers rather with what follows them than with what
    precedes."""
    places = places[: MAX_COMPARED + 1]
    own = [rows.numbers(p, p + 1) for p in places]
    seen = Counter(number for numbers in own for number in numbers)
    following = 0
    for at, (one, other) in enumerate(pairwise(places)):
        between = rows.numbers(one + 1, other)
        following += any(seen[number] == 1 for number in own[at] & between)
        following -= any(seen[number] == 1 for number in own[at + 1] & between)
    return following >= 0
