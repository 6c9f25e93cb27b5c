"""Cutting a region's children into records (Gong, sections 2.4 and 2.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from scrapy_treesim.similarity import Compare
    from scrapy_treesim.tree import ShapeTable

ARTIFICIAL_ROOT: Final = -1
"""The tag of the root put over a record's subtrees; no page has it."""
MAX_LETTERS: Final = 20
"""Clusters that records may start or end with, the most frequent ones."""
MAX_PAIRWISE: Final = 40
"""Distinct record shapes compared each with each; beyond, each is compared with the next."""


@dataclass(frozen=True, slots=True)
class Segmentation:
    """Records as slices ``(start, stop)`` of the region's children, and how alike they are."""

    cuts: tuple[tuple[int, int], ...]
    similarity: float
    """Mean similarity of the records, in [0, 1]."""


def best_segmentation(
    letters: Sequence[int], shapes: Sequence[int], table: ShapeTable, compare: Compare
) -> Segmentation | None:
    """The candidate whose records are most alike, or None where no cluster occurs twice.

    ``letters`` are the clusters of a region's children, ``shapes`` their shapes. Of candidates
    equally alike the one with more records wins, then the earlier.
    """
    best: Segmentation | None = None
    for cuts in candidates(letters):
        roots = [table.add(ARTIFICIAL_ROOT, tuple(shapes[a:b])) for a, b in cuts]
        found = Segmentation(cuts, mean_similarity(roots, compare))
        if best is None or (found.similarity, len(cuts)) > (best.similarity, len(best.cuts)):
            best = found
    return best


def candidates(letters: Sequence[int]) -> list[tuple[tuple[int, int], ...]]:
    """For every cluster, the cut in which a record starts, and that in which one ends, at each of
    its occurrences (Alvarez et al. 2008), instead of all 2^(n-1) cuts.

    What follows the last record's start (precedes the first one's end) belongs to it only up to
    the first letter that no other record has.
    """
    found: dict[tuple[tuple[int, int], ...], None] = {}
    places: dict[int, list[int]] = {}
    n = len(letters)
    for place, letter in enumerate(letters):
        places.setdefault(letter, []).append(place)
    frequent = sorted(places.values(), key=len, reverse=True)[:MAX_LETTERS]
    for starts in sorted(one for one in frequent if len(one) > 1):
        found[_cut(letters, starts)] = None
        found[_mirror(_cut(letters[::-1], _mirror_places(starts, n)), n)] = None
    return list(found)


def _cut(letters: Sequence[int], starts: list[int]) -> tuple[tuple[int, int], ...]:
    last = starts[-1]
    usual = set(letters[starts[0] : last])
    stop = last + 1
    while stop < len(letters) and letters[stop] in usual and letters[stop] != letters[last]:
        stop += 1
    return (*pairwise(starts), (last, stop))


def _mirror_places(places: list[int], n: int) -> list[int]:
    return [n - 1 - place for place in reversed(places)]


def _mirror(cuts: tuple[tuple[int, int], ...], n: int) -> tuple[tuple[int, int], ...]:
    return tuple((n - stop, n - start) for start, stop in reversed(cuts))


def mean_similarity(shapes: Sequence[int], compare: Compare) -> float:
    """Mean similarity over all pairs of ``shapes`` (at least two), equal ones compared once."""
    counts = Counter(shapes)
    n = len(shapes)
    if len(counts) > MAX_PAIRWISE:
        return sum(map(compare, shapes, shapes[1:])) / (n - 1)
    distinct = list(counts)
    total = sum(count * (count - 1) / 2 for count in counts.values())
    for i, one in enumerate(distinct):
        for other in distinct[:i]:
            total += counts[one] * counts[other] * compare(one, other)
    return total / (n * (n - 1) / 2)
