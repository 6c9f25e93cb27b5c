"""The lines of a thread's posts: siblings, one a post, that say little and name a time or a place.

They are told from what stands between them by their class, by the tags in them, or by their times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.comments.extract.line_ends import begin_by_number

if TYPE_CHECKING:
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.tree import PageTree

Span: TypeAlias = "tuple[int, int]"
Kinds: TypeAlias = "list[tuple[int, ...]]"
"""The kind of each sibling."""

MAX_KINDS: Final = 8
"""The most frequent kinds of siblings, of which one may be the lines."""
MAX_SHAPE: Final = 14
"""Tags of a sibling and its first descendants that are compared."""
MAX_LINE_CHARS: Final = 160
"""Characters said in a line that most lines have at most."""
MAX_BESIDE_DATE: Final = 60
"""The same where what stands between the lines names times too."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The siblings among which a thread's posts stand."""

    tree: PageTree
    leaves: Leaves
    nodes: Sequence[int]
    """The siblings."""

    def key(self, place: int) -> tuple[int, int]:
        """The tag and class of a sibling."""
        node = self.nodes[place]
        return self.tree.tag[node], self.leaves.analysis.name[node]

    def held(self, place: int) -> int:
        """The characters said in a sibling."""
        node = self.nodes[place]
        return self.leaves.plain[node + self.tree.size[node]] - self.leaves.plain[node]

    def end(self, place: int) -> int:
        """The node after a sibling."""
        return self.nodes[place] + self.tree.size[self.nodes[place]]

    def linked(self, place: int) -> bool:
        """Whether a sibling links to a numbered place in a page."""
        return self.leaves.jumps[self.end(place)] > self.leaves.jumps[self.nodes[place]]

    def marked(self, place: int) -> bool:
        """Whether a sibling names a time or links to a numbered place in a page."""
        return self.dated(place) or self.linked(place)

    def dated(self, place: int) -> bool:
        """Whether a sibling names a time."""
        return self.leaves.whens[self.end(place)] > self.leaves.whens[self.nodes[place]]


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a thread, one a post, and what stands between them."""

    rows: Rows
    places: Sequence[int]
    """The places of the lines among the siblings."""
    said: frozenset[tuple[int, int]]
    """Tags and classes of siblings that say something between most lines."""
    known: frozenset[tuple[int, int]]
    """Tags and classes of all siblings between lines."""
    most: int
    """The most siblings between two lines."""

    def before(self) -> range:
        """The siblings before the first line that may be of its post."""
        first = low = self.places[0]
        while low > 0 and first - low < self.most and self.rows.key(low - 1) in self.known:
            low -= 1
        return range(low, first)

    def after(self) -> range:
        """The siblings after the last line that may be of its post."""
        last = high = self.places[-1] + 1
        rows = self.rows
        stop = min(len(rows.nodes), last + self.most)
        while high < stop and rows.key(high) in self.known:
            high += 1
        return range(last, high)

    def says(self, places: range) -> bool:
        """Whether anything there is said as between lines."""
        return any(self.rows.key(p) in self.said and self.rows.held(p) > 1 for p in places)


def by_class(tree: PageTree, leaves: Leaves, nodes: Sequence[int]) -> Kinds:
    """Siblings of one tag and class are of one kind."""
    name = leaves.analysis.name
    kinds: Kinds = [(tree.tag[node], name[node]) for node in nodes]
    return kinds


def _by_shape(tree: PageTree, leaves: Leaves, nodes: Sequence[int]) -> Kinds:
    """Siblings are of one kind whose first children and their first ones have the same tags."""
    kinds = []
    for node in nodes:
        shape = [tree.tag[node], leaves.analysis.name[node]]
        child, stop = node + 1, node + tree.size[node]
        while child < stop and len(shape) < MAX_SHAPE:
            first = child + 1 if tree.size[child] > 1 else child
            shape += (tree.tag[child], tree.tag[first])
            child += tree.size[child]
        kinds.append(tuple(shape))
    return kinds


def _by_time(tree: PageTree, leaves: Leaves, nodes: Sequence[int]) -> Kinds:
    """Siblings of one tag are of one kind where all of them, or none, name a time in few words."""
    kinds: Kinds = []
    for node in nodes:
        end = node + tree.size[node]
        line = leaves.whens[end] > leaves.whens[node]
        line = line and leaves.plain[end] - leaves.plain[node] <= MAX_BESIDE_DATE
        kinds.append((tree.tag[node], int(line)))
    return kinds


KINDS: Final = (by_class, _by_shape, _by_time)
"""How lines may be told from what stands between them, the surest first."""


def lines_of(rows: Rows, spans: Sequence[Span], kinds: Sequence[tuple[int, ...]]) -> Lines | None:
    """The lines, if one kind of siblings is all of them."""
    first, last = spans[0][0], spans[-1][1]
    inside = [kind for node, kind in zip(rows.nodes, kinds, strict=True) if first <= node < last]
    posts = set(spans)
    best: Lines | None = None
    for kind, count in Counter(inside).most_common(MAX_KINDS):
        if 2 * count < len(spans) - 1:
            continue
        places = [p for p, one in enumerate(kinds) if one == kind]
        # Lines that are fewer than the posts were each taken for one.
        fewer = len(places) < len(spans) - 1
        if fewer and any((rows.nodes[p], rows.end(p)) not in posts for p in places):
            continue
        lines = _checked(rows, places)
        if fewer and lines is not None and begin_by_number(lines) is None:
            continue
        if lines is not None and (best is None or _sureness(lines) > _sureness(best)):
            best = lines
    return best


def _sureness(lines: Lines) -> tuple[int, int, int]:
    """How many lines name a time, how many link to a place, and how little they say."""
    rows, places = lines.rows, lines.places
    linked = sum(map(rows.linked, places))
    return sum(map(rows.dated, places)), linked, -sum(map(rows.held, places))


def _checked(rows: Rows, places: list[int]) -> Lines | None:
    """The lines at these places, if they are lines: short, marked, with text between."""
    if len(places) < 2:
        return None
    if 10 * sum(map(rows.marked, places)) < 8 * len(places):
        return None
    if 10 * sum(rows.held(p) <= MAX_LINE_CHARS for p in places) < 8 * len(places):
        return None
    gaps = [range(one + 1, other) for one, other in pairwise(places)]
    # A text may have a time of its own, that since when its author is a member; lines always do.
    if 2 * sum(any(map(rows.dated, gap)) for gap in gaps) > len(gaps):
        short = sum(rows.dated(p) and rows.held(p) <= MAX_BESIDE_DATE for p in places)
        if 10 * short < 9 * len(places):
            return None
    speaking = sum(any(rows.held(p) > 1 for p in gap) for gap in gaps)
    if 10 * speaking < 8 * len(gaps):
        return None
    chars = sum(rows.held(p) for gap in gaps for p in gap)
    if chars < sum(map(rows.held, places)):
        return None
    having: Counter[tuple[int, int]] = Counter()
    known: set[tuple[int, int]] = set()
    for gap in gaps:
        having.update({rows.key(p) for p in gap if rows.held(p) > 1})
        known.update(rows.key(p) for p in gap)
    said = frozenset(key for key, count in having.items() if 2 * count >= len(gaps))
    if not said:
        return None
    return Lines(rows, places, said, frozenset(known), max(map(len, gaps)))
