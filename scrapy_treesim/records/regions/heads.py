"""Beginnings of records: alternating siblings cut at their heads.

Dates and their files in turn are cut at the dates, also where a block like the files stands before
the first date, or a date has none. Heads are alike, short, and differ in what they say; one of them
comes first. What follows a head may be missing, empty, or several.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise
from math import log, sqrt
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.reading.analysis.constants import HEADING, RULE, SKIP
from scrapy_treesim.tree import tags
from scrapy_treesim.values.constants import DATE

if TYPE_CHECKING:
    from scrapy_treesim.reading.analysis._analysis_cy import Analysis

MIN_RECORDS: Final = 3
MAX_CHILDREN: Final = 10_000
"""Siblings that are cut; of more the records stay as they are."""
MAX_KINDS: Final = 8
"""Kinds of siblings that records may begin with, the commonest ones."""
MAX_PARENTS: Final = 100
MIN_TAILED: Final = 0.6
"""Share of records that go on after their head, and of those that have their commonest tail."""
LEAD: Final = 1.0
"""Score by which the heads of siblings that are records each are better than the other kinds."""
MARGIN: Final = 0.5
"""Evidence by which other heads are better than those that records begin with."""

_HEADS: Final = tags.numbers("b strong th dt summary caption legend")


class _Cut(NamedTuple):
    """Siblings cut into records at one kind of them."""

    records: list[list[int]]
    evidence: float
    """How much that kind looks like heads, and comes first."""
    strength: float
    """How much it looks like heads."""


def cut_at_heads(
    analysis: Analysis, records: Sequence[Sequence[int]], done: set[int]
) -> Sequence[Sequence[int]] | None:
    """Cut records of several siblings at their heads; None if they begin there, or have none.

    ``done``: the parents of first records, of which the best are cut and no others. O(siblings of
    the records).
    """
    if len(records) < 2 or analysis.parent[records[0][0]] in done:
        return None
    done.add(analysis.parent[records[0][0]])
    parents = dict.fromkeys(analysis.parent[node] for nodes in records for node in nodes)
    if min(parents) < 0 or len(parents) > MAX_PARENTS:
        return None
    siblings = [child for parent in parents for child in _children(analysis, parent)]
    if len(siblings) > MAX_CHILDREN:
        return None
    best = _best_cut(analysis, records, [*_cuts(analysis, siblings)])
    cut_records = _without_prose(analysis, records) if best is None else best.records
    if _spans(analysis, cut_records) == _spans(analysis, records):
        return None
    return cut_records


class _Steps(NamedTuple):
    """The heads of a cut beside the first texts of the records."""

    heads: int
    in_step: int
    """Number of heads that records begin with."""
    out_of_step: int
    """Number of heads inside records."""
    records: int
    """Number of records from the first head to the last: what stands before or after is none."""

    @classmethod
    def of(cls, heads: Sequence[int], begun: Set[int], inside: Set[int]) -> _Steps:
        """Count the first texts of a cut among the first texts of records and those inside."""
        return cls(
            len(heads),
            sum(head in begun for head in heads),
            sum(head in inside for head in heads),
            sum(heads[0] <= text <= heads[-1] for text in begun),
        )

    @property
    def has_as_many(self) -> bool:
        """Tell whether there are about as many heads as records."""
        return self.records <= 2.5 * self.heads <= 5 * self.records

    @property
    def are_records(self) -> bool:
        """Tell whether most heads begin records, and are nearly as many."""
        return self.out_of_step < self.in_step and self.heads >= 0.8 * self.records


def _best_cut(
    analysis: Analysis, records: Sequence[Sequence[int]], cuts: Sequence[_Cut]
) -> _Cut | None:
    """Return the cut with the most evidence that is better than the records; None for none."""
    begun = {analysis.texts[nodes[0]] for nodes in records}
    inside = {analysis.texts[node] for nodes in records for node in nodes} - begun
    several = sum(len(nodes) > 1 for nodes in records)
    are_runs = 2 * several >= len(records)
    best = same = None
    rival = float("-inf")
    for cut in cuts:
        steps = _Steps.of(_first_texts(analysis, cut), begun, inside)
        if 5 * steps.in_step >= 4 * steps.records:
            # The records begin at these, be they all of their kind or not.
            rival = max(rival, cut.evidence)
        if are_runs and steps.has_as_many and steps.are_records:
            same = max(same or cut, cut, key=attrgetter("evidence"))
        elif _are_others(steps, are_runs) or (
            not several and steps.has_as_many and _stands_out(cut, cuts)
        ):
            best = max(best or cut, cut, key=attrgetter("evidence"))
    if best and rival + MARGIN >= best.evidence:
        best = None
    if same and (best is None or same.evidence + MARGIN >= best.evidence):
        return same if _begin_all(_first_texts(analysis, same), begun) else None
    return best


def _are_others(steps: _Steps, are_runs: bool) -> bool:
    """Tell whether most heads of a cut are other than those that records begin with."""
    is_out = 2 * steps.out_of_step >= steps.heads
    if are_runs:
        return steps.has_as_many and (is_out or 2 * steps.in_step < steps.heads)
    return is_out


def _first_texts(analysis: Analysis, cut: _Cut) -> list[int]:
    return [analysis.texts[nodes[0]] for nodes in cut.records]


def _begin_all(heads: Sequence[int], begun: set[int]) -> bool:
    """Tell whether the first head begins a record, and a head each record up to the last."""
    return heads[0] in begun and not any(
        heads[0] <= text <= heads[-1] for text in begun.difference(heads)
    )


def _without_prose(analysis: Analysis, records: Sequence[Sequence[int]]) -> Sequence[Sequence[int]]:
    """Leave out single siblings with sentences around runs of which none begins with one."""

    def is_prose(nodes: Sequence[int]) -> bool:
        sentences, end = analysis.sentences, nodes[0] + analysis.size[nodes[0]]
        return sentences[end] > sentences[nodes[0]]

    runs = [index for index, nodes in enumerate(records) if len(nodes) > 1]
    if not runs:
        return records
    first, stop = runs[0], runs[-1] + 1
    while first > 0 and not is_prose(records[first - 1]):
        first -= 1
    while stop < len(records) and not is_prose(records[stop]):
        stop += 1
    if any(is_prose(nodes) for nodes in records[first:stop]):
        return records
    return records[first:stop]


def _stands_out(cut: _Cut, cuts: Sequence[_Cut]) -> bool:
    """Tell whether a cut's heads are much more like heads than all other siblings."""
    others = (other.strength for other in cuts if other is not cut)
    return cut.strength >= LEAD + max(others, default=0.0)


def _spans(analysis: Analysis, records: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """The number of texts and images before each record, and up to its end."""
    texts, images, size = analysis.texts, analysis.images, analysis.size
    ends = [(nodes[0], nodes[-1] + size[nodes[-1]]) for nodes in records]
    return [(texts[low], texts[stop], images[low], images[stop]) for low, stop in ends]


def _children(analysis: Analysis, parent: int) -> Iterator[int]:
    """The children with text or an image, and the rules."""
    child, stop = parent + 1, parent + analysis.size[parent]
    while child < stop:
        roles = analysis.roles[child]
        if not roles & SKIP and (roles & RULE or _has_content(analysis, child)):
            yield child
        child += analysis.size[child]


def _has_content(analysis: Analysis, node: int) -> bool:
    """Tell whether a node has text or an image."""
    stop, texts, images = node + analysis.size[node], analysis.texts, analysis.images
    return texts[stop] > texts[node] or images[stop] > images[node]


def _strength(analysis: Analysis, nodes: Sequence[int]) -> float:
    """Score of siblings of one kind as heads."""
    size, count = analysis.size, len(nodes)
    texts, sentences = analysis.texts, analysis.sentences
    with_text = [node for node in nodes if texts[node + size[node]] > texts[node]]
    headings = sum(_begins_with_heading(analysis, node) for node in with_text)
    dates = sum(analysis.kinds[texts[node]] & DATE > 0 for node in with_text)
    prose = sum(sentences[node + size[node]] > sentences[node] for node in with_text)
    distinct = {
        analysis.text_hashes[node + size[node]] - analysis.text_hashes[node] for node in nodes
    }
    chars = [analysis.chars[node + size[node]] - analysis.chars[node] for node in nodes]
    mean = sum(chars) / count
    spread = sqrt(sum((length - mean) ** 2 for length in chars) / count) / (mean + 1)
    strength = (headings + 0.7 * dates - prose + len(distinct)) / count
    return strength - min(2.0, spread) - 0.3 * log(mean + 1)


def _begins_with_heading(analysis: Analysis, node: int) -> bool:
    """Tell whether a node's first text stands in a heading or in bold."""
    above = analysis.text_node[analysis.texts[node]]
    while above >= node:
        if analysis.tag[above] in _HEADS or analysis.roles[above] & HEADING:
            return True
        above = analysis.parent[above]
    return False


def _cuts(analysis: Analysis, siblings: Sequence[int]) -> Iterator[_Cut]:
    """The cuts at each kind of siblings, by path."""
    paths = [analysis.named[node] for node in siblings]
    positions: dict[int, list[int]] = {}
    for position, path in enumerate(paths):
        if _has_content(analysis, siblings[position]):
            positions.setdefault(path, []).append(position)
    common = sorted(positions, key=lambda path: -len(positions[path]))[:MAX_KINDS]
    counts = {path: len(positions[path]) for path in common}
    counts = {path: count for path, count in counts.items() if count >= MIN_TAILED * MIN_RECORDS}
    if len(counts) > 1:
        for path in counts:
            cut = _cut_at(analysis, siblings, paths, positions[path], counts)
            if cut is not None:
                yield cut


def _cut_at(
    analysis: Analysis, siblings: Sequence[int], paths: Sequence[int], starts: Sequence[int],
    counts: Mapping[int, int],
) -> _Cut | None:  # fmt: skip
    """Cut siblings at one kind of them; None if most of it is followed by no other.

    ``counts``: of each common kind, how many there are.
    """
    head, least = paths[starts[0]], MIN_TAILED * len(starts)
    if len(starts) < MIN_RECORDS or not any(
        count >= least for path, count in counts.items() if path != head
    ):
        return None
    ends = _ends(analysis, siblings, paths, starts)
    runs = [paths[start:end] for start, end in zip(starts, ends, strict=True)]
    tails = Counter(tail for run in runs for tail in {*run[1:]})
    usual = {tail for tail, count in tails.items() if count >= least and tail in counts}
    if not usual:
        return None
    inside = {head, *(path for path in counts if 4 * tails[path] >= len(runs))}
    strength = _strength(analysis, [siblings[start] for start in starts])
    order = _order(paths, starts[0], inside, usual.difference(runs[-1]))
    cut_records = [list(siblings[start:end]) for start, end in zip(starts, ends, strict=True)]
    return _Cut(cut_records, strength + order, strength)


def _order(paths: Sequence[int], first: int, inside: Set[int], lacking: Set[int]) -> float:
    """Score of heads by what stands before the first, and last among the siblings in records.

    ``inside``: the kinds of siblings in records; ``lacking``: those usual after a head, but not
    after the last.
    """
    before = sum(path in inside for path in paths[:first])
    last = next(path for path in reversed(paths) if path in inside)
    order = (-0.5 * min(3, before) if before else 1) + (last != paths[first])
    # What stands before the first head, and lacks after the last, is part of what follows it.
    return order - (before > 0 and paths[first - 1] in lacking)


def _ends(
    analysis: Analysis, siblings: Sequence[int], paths: Sequence[int], starts: Sequence[int]
) -> list[int]:
    """The end of each record, at the next one or at the end of its parent.

    The last has no more of a kind than the others have. What ends less than a quarter of the
    records stands between them, as advertisements do.
    """
    most: dict[int, int] = {}
    having: dict[int, int] = {}
    for start, end in pairwise(starts):
        counts: dict[int, int] = {}
        for path in paths[start:end]:
            counts[path] = counts.get(path, 0) + 1
        for path, count in counts.items():
            having[path] = having.get(path, 0) + 1
            most[path] = max(most.get(path, 0), count)
    last = starts[-1]
    while last < len(paths) and most.get(paths[last], 0) > 0:
        most[paths[last]] -= 1
        last += 1
    ends = [*starts[1:], last]
    parent = analysis.parent
    for record, start in enumerate(starts):
        end = ends[record]
        while end > start + 1 and (
            4 * having.get(paths[end - 1], 0) < len(starts)
            or parent[siblings[end - 1]] != parent[siblings[start]]
        ):
            end -= 1
        ends[record] = end
    return ends
