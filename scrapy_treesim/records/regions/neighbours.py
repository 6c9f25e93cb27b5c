"""How one record compares with others of its region: by its paths, and by what it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.tree._outline_cy import Outline

SKIP: Final = 1
"""The outline's role of what does not show, as ``script``."""
MARKS: Final = ("a link", "a heading", "an image", "a price", "a date")
"""What a record may have that people see at a glance."""
MOST_NODES: Final = 50
"""Outermost nodes of a record that are asked what they hold."""


def likeness(outline: Outline, nodes: Sequence[int], others: Sequence[Sequence[int]]) -> float:
    """The share of paths that a record has in common with each of some others, on average, in
    [0, 1]: paths of tags, as candidates are weighed by. O(nodes of the records)."""
    own = set(_paths(outline, nodes))
    shares = []
    for other in others:
        paths = set(_paths(outline, other))
        shares.append(2 * len(own & paths) / (len(own) + len(paths) or 1))
    return sum(shares) / len(shares) if shares else 0.0


def texts_alike(
    outline: Outline, nodes: Sequence[int], others: Sequence[Sequence[int]]
) -> tuple[int, int]:
    """How many of a record's texts stand where others have one too, and how many it has."""
    known = {path for other in others for path in _paths(outline, other, texts=True)}
    own = list(_paths(outline, nodes, texts=True))
    return sum(path in known for path in own), len(own)


def _paths(outline: Outline, nodes: Sequence[int], texts: bool = False) -> Iterator[int]:
    """The paths of all nodes of a record that show, or of its texts alone."""
    roles, plain, tag, size = outline.roles, outline.plain, outline.tag, outline.size
    for top in nodes:
        for node in range(top, top + size[top]):
            if not roles[node] & SKIP and (not texts or tag[node] == tags.TEXT):
                yield plain[node]


def marks_of(outline: Outline, records: Iterable[Sequence[int]]) -> list[frozenset[str]]:
    """Which of :data:`MARKS` each of some records has."""
    sums = (outline.links, outline.headings, outline.images, outline.prices, outline.dates)
    size = outline.size
    found = []
    for nodes in records:
        spans = [(node, node + size[node]) for node in nodes[:MOST_NODES]]
        found.append(
            frozenset(
                mark
                for mark, before in zip(MARKS, sums, strict=True)
                if any(before[stop] > before[node] for node, stop in spans)
            )
        )
    return found
