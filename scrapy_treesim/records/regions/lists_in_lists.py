"""Lists in lists: groups of records, or records with a list inside.

A group is a short head and then entries, in one more than in another, as the month of an archive
and its posts. A record begins with its link, is a row of a table, or has more than a head.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from scrapy_treesim.reading.analysis.constants import ROW
from scrapy_treesim.records.regions._candidates_cy import lies_in
from scrapy_treesim.values.constants import DATE, NUMBER, TIME

if TYPE_CHECKING:
    from scrapy_treesim.records.regions._candidates_cy import Candidates

MAX_HEAD: Final = 40
"""Characters of the head of a group, on average. Set by hand."""
MIN_OWN: Final = 0.8
"""Share of the entries of a list in a record with several parts and a distinct first text.
Set by hand."""


def are_groups(candidates: Candidates, groups: int, entries: int) -> bool:
    """Tell whether each record of a candidate is a head and then records of another."""
    if candidates.size(entries) <= candidates.size(groups) or not lies_in(
        candidates, entries, groups
    ):
        return False
    analysis, outer = candidates.analysis, _extents(candidates, groups)
    if analysis.roles[outer[0][0]] & ROW:
        return False
    texts, links, chars = analysis.texts, analysis.links, analysis.chars
    extents = _extents(candidates, entries)
    begun = [texts[low] for low, _ in extents]
    counts, head_chars = set(), 0
    for low, high in outer:
        inside = extents[bisect_left(begun, texts[low]) : bisect_left(begun, texts[high])]
        if not inside or texts[inside[0][0]] == texts[low]:
            return False
        first = inside[0][0]
        is_number = analysis.kinds[texts[low]] & (DATE | NUMBER)
        if links[first] > links[low] and not is_number:
            return False
        if sum(texts[end] - texts[start] for start, end in inside) < texts[high] - texts[first]:
            return False
        counts.add(len(inside))
        head_chars += chars[first] - chars[low]
    return len(counts) > 1 and head_chars <= MAX_HEAD * candidates.size(groups)


def hold_records(candidates: Candidates, outer: int, inner: int) -> bool:
    """Tell whether most records of a candidate hold a list of entries like records.

    Such entries are of several parts each, begin with a time or something of their own, and are
    more in one record than in another: labels repeat, and parts in the same number are fields.
    """
    several = lies_in(candidates, inner, outer)
    if 2 * several < candidates.size(outer):
        return False
    analysis = candidates.analysis
    texts, entries = analysis.texts, _extents(candidates, inner)
    if analysis.roles[entries[0][0]] & ROW or analysis.roles[analysis.parent[entries[0][0]]] & ROW:
        return False
    begun = [texts[low] for low, _ in entries]
    counts = {
        bisect_left(begun, texts[high]) - bisect_left(begun, texts[low])
        for low, high in _extents(candidates, outer)
    }
    parts = sum(texts[high] - texts[low] > 1 for low, high in entries)
    timed = [first for first in begun if analysis.kinds[first] & (DATE | TIME)]
    distinct = len({analysis.hashes[first] for first in {*begun}.difference(timed)})
    return len(counts) > 1 and min(parts, distinct + len(timed)) >= MIN_OWN * len(entries)


def _extents(candidates: Candidates, candidate: int) -> list[tuple[int, int]]:
    """The first node of each record, and the one after its last."""
    # Each access to an array of a kernel's object makes a view of it.
    low, high = memoryview(candidates.low), memoryview(candidates.high)
    first, stop = memoryview(candidates.first_record)[candidate : candidate + 2]
    spans = memoryview(candidates.first_span)[first : stop + 1].tolist()
    return [(low[span], high[after - 1]) for span, after in pairwise(spans)]
