"""The parts of a sequence that occur more than once, by its suffixes in order (Qiu 2013, 3.2)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RepeatedPart:
    """A part of a sequence that occurs more than once, an inner node of the suffix tree."""

    start: int
    """One place where it occurs."""
    length: int
    times: int


def repeated_parts(symbols: Sequence[int]) -> list[RepeatedPart]:
    """The parts that occur more than once and cannot all be continued in the same way.

    ``BANANA`` has ``A`` three times, ``ANA`` and ``NA`` twice. There are fewer of them than
    symbols; occurrences may overlap. Sorts plainly: O(n^2 log n).
    """
    # The end is less than all symbols.
    closed = array("i", [*symbols, min(symbols, default=0) - 1])
    n = len(closed)
    suffix = array("i", sorted(range(n), key=lambda start: closed[start:]))
    shared, first, last, length = (array("i", bytes(4 * n)) for _ in range(4))
    shared_prefixes(closed, suffix, shared)
    found = inner_nodes(shared, first, last, length)
    return [RepeatedPart(suffix[first[i]], length[i], last[i] - first[i] + 1) for i in range(found)]


def shared_prefixes(symbol: array[int], suffix: array[int], shared: array[int]) -> None:
    """Fill ``shared`` with what each suffix has in common with the one before it in order; O(n).

    Kasai and others 2001.
    """
    n = len(symbol)
    rank = array("i", bytes(4 * n))
    for i in range(n):
        rank[suffix[i]] = i
    length = 0
    shared[0] = 0
    for i in range(n):
        if rank[i] == 0:
            length = 0
            continue
        j = suffix[rank[i] - 1]
        while i + length < n and j + length < n and symbol[i + length] == symbol[j + length]:
            length += 1
        shared[rank[i]] = length
        if length > 0:
            length -= 1


def inner_nodes(shared: array[int], first: array[int], last: array[int], length: array[int]) -> int:
    """The inner nodes of the suffix tree: how many there are.

    Of each, the range of suffixes in order that it is a prefix of, and its length. O(n).
    """
    n = len(shared)
    open_first = array("i", bytes(4 * (n + 1)))
    open_length = array("i", bytes(4 * (n + 1)))
    depth = 0
    count = 0
    for i in range(1, n + 1):
        here = shared[i] if i < n else 0
        start = i - 1
        while depth > 0 and open_length[depth - 1] > here:
            depth -= 1
            start = open_first[depth]
            first[count] = start
            last[count] = i - 1
            length[count] = open_length[depth]
            count += 1
        if here > 0 and (depth == 0 or open_length[depth - 1] < here):
            open_first[depth] = start
            open_length[depth] = here
            depth += 1
    return count
