"""Posts of several rows, such as a line with the date and the text below it, put together again.

Where each post is some siblings in a row, a list of posts may be cut at the wrong sibling: each
text with the line of the next post. One line of every post, told by its tag, its class or what it
holds, names a time, or links to a place in the page, and says little; text stands between these
lines. Whether such a line begins a post or ends it is decided once for all posts of a thread: by
numbers that line and text share and no other line has (a post's own, in ids and addresses), else by
whether text stands before the first line or after the last one, else by the line's tag.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.tree import PageTree

Span: TypeAlias = "tuple[int, int]"

MAX_SIBLINGS: Final = 4000
"""Siblings among which lines are sought."""
MAX_SIBLINGS_A_POST: Final = 40
"""The same, times the posts, if that is less."""
MIN_SIBLINGS: Final = 3
"""Siblings that are two posts at least."""
MAX_HOLDERS: Final = 3
"""Posts that may turn out to hold the posts."""
MAX_LEVELS_INSIDE: Final = 6
"""Elements inside one another in which these are sought."""
MAX_LINE_CHARS: Final = 160
"""Characters said in a line that most lines have at most."""
MAX_COMPARED: Final = 12
"""Lines whose numbers are compared with those of their texts."""
MAX_VALUES: Final = 6000
"""Bytes of attributes that are read for the numbers of one line or text."""

_NUMBER: Final = re.compile(rb"(?<!\d)\d{2,20}(?!\d)")
_LEADING: Final = tags.numbers("h1 h2 h3 h4 h5 h6 dt header summary legend caption")
_CLOSING: Final = tags.numbers("footer")


@dataclass(frozen=True, slots=True)
class _Rows:
    """The siblings among which a thread's posts stand."""

    tree: PageTree
    leaves: Leaves
    nodes: Sequence[int]
    """The siblings."""
    keys: Sequence[tuple[int, ...]]
    """The kind of each sibling."""

    def held(self, place: int) -> int:
        """The characters said in a sibling."""
        node = self.nodes[place]
        return self.leaves.plain[node + self.tree.size[node]] - self.leaves.plain[node]

    def end(self, place: int) -> int:
        """The node after a sibling."""
        return self.nodes[place] + self.tree.size[self.nodes[place]]

    def marked(self, place: int) -> bool:
        """Whether a sibling names a time or links to a numbered place in a page."""
        node, end = self.nodes[place], self.end(place)
        leaves = self.leaves
        return leaves.whens[end] > leaves.whens[node] or leaves.jumps[end] > leaves.jumps[node]

    def dated(self, place: int) -> bool:
        """Whether a sibling names a time."""
        return self.leaves.whens[self.end(place)] > self.leaves.whens[self.nodes[place]]


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines of a thread, one a post, and what stands between them."""

    rows: _Rows
    places: Sequence[int]
    """The places of the lines among the siblings."""
    said: frozenset[tuple[int, ...]]
    """The kinds of siblings that say something between most lines."""
    known: frozenset[tuple[int, ...]]
    """All kinds of siblings between lines."""
    most: int
    """The most siblings between two lines."""

    def before(self) -> range:
        """The siblings before the first line that may be of its post."""
        first = low = self.places[0]
        while low > 0 and first - low < self.most and self.rows.keys[low - 1] in self.known:
            low -= 1
        return range(low, first)

    def after(self) -> range:
        """The siblings after the last line that may be of its post."""
        last = high = self.places[-1] + 1
        keys = self.rows.keys
        while high < len(keys) and high - last < self.most and keys[high] in self.known:
            high += 1
        return range(last, high)

    def says(self, places: range) -> bool:
        """Whether anything there is said as between lines."""
        return any(self.rows.keys[p] in self.said and self.rows.held(p) > 1 for p in places)


def in_rows(tree: PageTree, leaves: Leaves, spans: Sequence[Span]) -> list[Span]:
    """The posts, cut anew where each is a line and text beside it; else as they are."""
    inside = _inside(tree, leaves, spans)
    if inside:
        return inside
    above = _above(tree, spans)
    nodes = None if above is None else _siblings(tree, leaves, above, len(spans))
    if nodes is None or len(nodes) < MIN_SIBLINGS:
        return list(spans)
    for kind in (_by_class, _by_tag):
        lines = _lines(_Rows(tree, leaves, nodes, kind(tree, leaves, nodes)), spans)
        if lines is not None:
            begins = _begin(lines)
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
                rows = _Rows(tree, leaves, nodes, _by_class(tree, leaves, nodes))
                lines = _lines(rows, [(low, low + 1), (low, high)])
                if lines is not None and all(map(rows.dated, lines.places)):
                    begins = _begin_by_number(lines)
                    if begins is not None:
                        return _cut(lines, begins=begins)
            node = max(nodes, key=lambda one: leaves.plain[one + tree.size[one]] - leaves.plain[one])
    return []


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


def _by_class(tree: PageTree, leaves: Leaves, nodes: Sequence[int]) -> list[tuple[int, ...]]:
    """Siblings of one tag and class are of one kind."""
    return [(tree.tag[node], leaves.analysis.name[node]) for node in nodes]


def _by_tag(tree: PageTree, leaves: Leaves, nodes: Sequence[int]) -> list[tuple[int, ...]]:
    """Siblings of one tag are of one kind where both or none of them name a time in few words."""
    kinds = []
    for node in nodes:
        end = node + tree.size[node]
        line = leaves.whens[end] > leaves.whens[node]
        line = line and leaves.plain[end] - leaves.plain[node] <= MAX_LINE_CHARS // 2
        kinds.append((tree.tag[node], int(line)))
    return kinds


def _lines(rows: _Rows, spans: Sequence[Span]) -> _Lines | None:
    """The lines, if one kind of siblings is all of them."""
    first, last = spans[0][0], spans[-1][1]
    inside = [p for p, node in enumerate(rows.nodes) if first <= node < last]
    posts = set(spans)
    best: _Lines | None = None
    for key, count in Counter(rows.keys[p] for p in inside).items():
        if 2 * count < len(spans) - 1:
            continue
        places = [p for p, one in enumerate(rows.keys) if one == key]
        # Lines that are fewer than the posts were each taken for one.
        fewer = len(places) < len(spans) - 1
        if fewer and any((rows.nodes[p], rows.end(p)) not in posts for p in places):
            continue
        lines = _checked(rows, places)
        if fewer and lines is not None and _begin_by_number(lines) is None:
            continue
        if lines is not None and (best is None or _dated(lines) > _dated(best)):
            best = lines
    return best


def _dated(lines: _Lines) -> int:
    return sum(map(lines.rows.dated, lines.places))


def _checked(rows: _Rows, places: list[int]) -> _Lines | None:
    """The lines at these places, if they are lines: short, marked, with text between."""
    if len(places) < 2:
        return None
    if 10 * sum(map(rows.marked, places)) < 8 * len(places):
        return None
    if 10 * sum(rows.held(p) <= MAX_LINE_CHARS for p in places) < 8 * len(places):
        return None
    gaps = [range(one + 1, other) for one, other in zip(places, places[1:], strict=False)]
    dated = sum(any(map(rows.dated, gap)) for gap in gaps)
    lines_dated = sum(map(rows.dated, places))
    # What has a time of its own is a post, not a text of one.
    if 2 * dated > len(gaps) and 2 * lines_dated <= 3 * dated:
        return None
    speaking = sum(any(rows.held(p) > 1 for p in gap) for gap in gaps)
    if 10 * speaking < 8 * len(gaps):
        return None
    chars = sum(rows.held(p) for gap in gaps for p in gap)
    if chars < sum(map(rows.held, places)):
        return None
    having: Counter[tuple[int, ...]] = Counter()
    known: set[tuple[int, ...]] = set()
    for gap in gaps:
        having.update({rows.keys[p] for p in gap if rows.held(p) > 1})
        known.update(rows.keys[p] for p in gap)
    said = frozenset(key for key, count in having.items() if 2 * count >= len(gaps))
    if not said:
        return None
    return _Lines(rows, places, said, frozenset(known), max(map(len, gaps)))


def _begin(lines: _Lines) -> bool | None:
    """Whether the lines begin their posts; None where nothing tells."""
    by_number = _begin_by_number(lines)
    if by_number is not None:
        return by_number
    before, after = lines.says(lines.before()), lines.says(lines.after())
    if before != after:
        return after
    tag = lines.rows.tree.tag[lines.rows.nodes[lines.places[0]]]
    if tag in _LEADING:
        return True
    return False if tag in _CLOSING else None


def _begin_by_number(lines: _Lines) -> bool | None:
    """Whether lines share their own numbers with what follows them, or with what precedes."""
    rows = lines.rows
    places = lines.places[: MAX_COMPARED + 1]
    own = [_numbers(rows, p, p + 1) for p in places]
    seen = Counter(number for numbers in own for number in numbers)
    following = preceding = 0
    for at, (one, other) in enumerate(zip(places, places[1:], strict=False)):
        between = _numbers(rows, one + 1, other)
        following += any(seen[number] == 1 for number in own[at] & between)
        preceding += any(seen[number] == 1 for number in own[at + 1] & between)
    if following == preceding or 2 * max(following, preceding) < len(places) - 1:
        return None
    if 3 * min(following, preceding) > max(following, preceding):
        return None
    return following > preceding


def _numbers(rows: _Rows, low: int, high: int) -> set[bytes]:
    """The numbers in attributes of the siblings at some places."""
    if low >= high:
        return set()
    tree = rows.tree
    start = tree.value_start[tree.first_attribute[rows.nodes[low]]]
    stop = tree.value_start[tree.first_attribute[rows.end(high - 1)]]
    return set(_NUMBER.findall(tree.values, start, min(stop, start + MAX_VALUES)))


def _cut(lines: _Lines, *, begins: bool) -> list[Span]:
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


