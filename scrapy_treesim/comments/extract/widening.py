"""The elements around a thread's posts that are theirs: a date above, a name beside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.comments._leaves_cy import Leaves

Span: TypeAlias = "tuple[int, int]"

MAX_STEPS: Final = 12
"""Elements above a post up to which its surroundings are sought."""


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
