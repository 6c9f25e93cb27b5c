"""How one record compares with others of its region: by its paths, and by what it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.analysis._analysis_cy import Analysis

SKIP: Final = 1
"""The analysis's role of what does not show, as ``script``."""
MARKS: Final = ("a link", "a heading", "an image", "a price", "a date")
"""What a record may have that people see at a glance."""
MAX_NODES: Final = 50
"""Outermost nodes of a record that are asked what they hold."""


def likeness(analysis: Analysis, nodes: Sequence[int], others: Sequence[Sequence[int]]) -> float:
    """The share of paths that a record has in common with each of some others, on average, in
    [0, 1]: paths of tags, as in the features of candidates. O(nodes of the records)."""
    own = set(_paths(analysis, nodes))
    shares = []
    for other in others:
        paths = set(_paths(analysis, other))
        shares.append(2 * len(own & paths) / (len(own) + len(paths) or 1))
    return sum(shares) / len(shares) if shares else 0.0


def texts_alike(
    analysis: Analysis, nodes: Sequence[int], others: Sequence[Sequence[int]]
) -> tuple[int, int]:
    """How many of a record's texts stand where others have one too, and how many it has."""
    known = {path for other in others for path in _paths(analysis, other, texts=True)}
    own = list(_paths(analysis, nodes, texts=True))
    return sum(path in known for path in own), len(own)


def _paths(analysis: Analysis, nodes: Sequence[int], texts: bool = False) -> Iterator[int]:
    """The paths of all nodes of a record that show, or of its texts alone."""
    roles, plain, tag, size = analysis.roles, analysis.plain, analysis.tag, analysis.size
    for top in nodes:
        for node in range(top, top + size[top]):
            if not roles[node] & SKIP and (not texts or tag[node] == tags.TEXT):
                yield plain[node]


def marks_of(analysis: Analysis, records: Iterable[Sequence[int]]) -> list[frozenset[str]]:
    """Which of :data:`MARKS` each of some records has."""
    sums = (analysis.links, analysis.headings, analysis.images, analysis.prices, analysis.dates)
    size = analysis.size
    found = []
    for nodes in records:
        spans = [(node, node + size[node]) for node in nodes[:MAX_NODES]]
        found.append(
            frozenset(
                mark
                for mark, before in zip(MARKS, sums, strict=True)
                if any(before[stop] > before[node] for node, stop in spans)
            )
        )
    return found
