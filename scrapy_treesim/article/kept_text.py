"""The text of flagged nodes, measured run by run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree


def kept_runs(flags: bytearray, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """The runs of flagged nodes between two, each with its end."""
    first = flags.find(1, start, stop)
    while first >= 0:
        end = flags.find(0, first, stop)
        if end < 0:
            end = stop
        yield first, end
        first = flags.find(1, end, stop)


def kept_chars(tree: PageTree, flags: bytearray, start: int, stop: int) -> int:
    """Characters of flagged text between two nodes."""
    chars = tree.chars
    return sum(chars[end] - chars[first] for first, end in kept_runs(flags, start, stop))


def kept_linked(tree: PageTree, flags: bytearray, start: int, stop: int) -> int:
    """The part of :func:`kept_chars` that lies inside links."""
    linked = tree.linked
    return sum(linked[end] - linked[first] for first, end in kept_runs(flags, start, stop))
