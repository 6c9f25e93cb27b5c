"""The surroundings of a thread's posts that are theirs: a date above, a name beside."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from array import array

    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.comments._leaves_cy import Leaves

Span: TypeAlias = "tuple[int, int]"

MAX_STEPS: Final = 12
"""Elements above a post up to which its surroundings are sought."""


def widened(leaves: Leaves, spans: Sequence[Span]) -> list[Span]:
    """The posts, each with all that surrounds it and holds no other post before.

    Where they are siblings and name no time, but what stands between them does, they get that too.
    """
    wide = climbed(leaves, spans)
    if len(spans) < 2:
        return wide
    for sums in (leaves.whens, leaves.persons):
        if 2 * _having(sums, wide) < len(wide):
            for beside in _with_siblings(leaves.analysis, wide):
                if 10 * _having(sums, beside) >= 7 * len(wide):
                    return beside
    return wide


def climbed(leaves: Leaves, spans: Sequence[Span]) -> list[Span]:
    """The largest element around each post that holds no other post before, nor a text of it."""
    wide = list(spans)
    if len(spans) < 2:
        return wide
    for _ in range(MAX_STEPS):
        wider = _parents(leaves.analysis, wide)
        if wider is None:
            break
        wide = wider
    return wide


def _having(sums: array[int], spans: Sequence[Span]) -> int:
    return sum(sums[high] > sums[low] for low, high in spans)


def _parents(analysis: Analysis, spans: Sequence[Span]) -> list[Span] | None:
    """The element around each post, if it holds none of the posts before, nor texts of theirs."""
    wider: list[Span] = []
    before = -1
    end = -1
    for low, high in spans:
        above = analysis.parent[low]
        if above <= 0 or above <= before:
            return None
        stop = above + analysis.size[above]
        # What stands around a reply in the post that it answers is said there.
        if low < end and _texts(analysis, above, stop) > _texts(analysis, low, high):
            return None
        wider.append((above, stop))
        before = low
        end = max(end, high)
    return wider


def _texts(analysis: Analysis, low: int, high: int) -> int:
    """Tell how many texts stand between two nodes."""
    return analysis.texts[high] - analysis.texts[low]


def _with_siblings(analysis: Analysis, spans: Sequence[Span]) -> Iterator[list[Span]]:
    """Each post with the siblings that stand before it, as many as between most posts; or after it;
    or, where fewer stand before the first, with so many before and the rest after."""
    before = _gaps_before(analysis, spans)
    after = _gaps_after(analysis, spans)
    most = _usual(before)
    if not most:
        return
    first = len(before[0])
    if 0 < first < most:
        yield _extended(analysis, spans, before, first, after, most - first)
    yield _extended(analysis, spans, before, most, after, 0)
    yield _extended(analysis, spans, before, 0, after, most)


def _extended(
    analysis: Analysis,
    spans: Sequence[Span],
    before: Sequence[list[int]],
    most_before: int,
    after: Sequence[list[int]],
    most_after: int,
) -> list[Span]:
    """The posts, each with so many of the siblings before it and after it as no other post has."""
    wider: list[Span] = []
    around: list[Span] = []
    floor = 0
    for (low, high), gap, following in zip(spans, before, after, strict=True):
        while around and around[-1][0] <= low:
            floor = max(floor, around.pop()[1])
        stop = high
        if following and most_after:
            last = following[:most_after][-1]
            stop = last + analysis.size[last]
        around.append((high, stop))
        if gap and most_before:
            # What stands between two posts belongs to one of them.
            low = min(low, max(floor, gap[-most_before:][0]))
        wider.append((low, stop))
    return wider


def _gaps_before(analysis: Analysis, spans: Sequence[Span]) -> list[list[int]]:
    """The siblings between each post and the one before; none that holds a post."""
    gaps = []
    last: dict[int, int] = {}
    around: list[int] = []
    end = 0
    for low, high in spans:
        while around and around[-1] <= low:
            end = max(end, around.pop())
        around.append(high)
        above = analysis.parent[low]
        between = _siblings(analysis, last.get(above, above + 1), low)
        gaps.append([sibling for sibling in between if sibling >= end])
        last[above] = high
    return gaps


def _gaps_after(analysis: Analysis, spans: Sequence[Span]) -> list[list[int]]:
    """The siblings between each post and the next; none that holds a post."""
    gaps = []
    following: dict[int, int] = {}
    lows = [low for low, _ in spans]
    for low, high in reversed(spans):
        above = analysis.parent[low]
        stop = following.get(above, above + analysis.size[above])
        behind = bisect_left(lows, high)
        if behind < len(lows):
            stop = min(stop, lows[behind])
        between = _siblings(analysis, high, stop)
        if between and between[-1] + analysis.size[between[-1]] > stop:
            between.pop()
        gaps.append(between)
        following[above] = low
    gaps.reverse()
    return gaps


def _siblings(analysis: Analysis, node: int, stop: int) -> list[int]:
    """The siblings from one node up to another."""
    found = []
    while node < stop:
        found.append(node)
        node += analysis.size[node]
    return found


def _usual(gaps: Sequence[list[int]]) -> int:
    """Tell how many siblings stand between posts, most often; 0 where most posts have none."""
    counts = Counter(len(gap) for gap in gaps if gap)
    if 2 * counts.total() <= len(gaps):
        return 0
    return counts.most_common(1)[0][0]
