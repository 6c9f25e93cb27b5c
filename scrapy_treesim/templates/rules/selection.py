"""Selections: nodes of a page, and the value taken of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from scrapy_treesim.reading.occurrences import ABSOLUTE, LINKED, SHOWN, TEXT

TAKES: Final = frozenset((TEXT, *SHOWN, *LINKED, *(ABSOLUTE + name for name in LINKED)))

At = TypeVar("At")
Node = TypeVar("Node")


@dataclass(frozen=True, slots=True)
class Selection(Generic[At]):
    """One way to find a value: nodes of a page, and the part taken of them."""

    at: At
    """Description of the nodes: a signature, its hash, or a selector."""
    take: str = TEXT
    """``text``, an attribute, or ``absolute`` and an attribute with an address."""
    pick: int = 0
    """Choice of nodes with a value: all (0), first (1) and so on, last (-1)."""
    prefix: str = ""
    """Text before the value in the part taken.
    A node without it is not one of the field."""
    suffix: str = ""
    """Text after the value."""
    among: int = 0
    """Least number of nodes with a value; with fewer the page lacks it."""

    def picked(self, texts: Iterable[tuple[Node, str]]) -> list[tuple[Node, str]]:
        """Return the chosen nodes and their values, given all nodes with the part taken."""
        values = ((node, bare(text, self.prefix, self.suffix)) for node, text in texts)
        return picked([pair for pair in values if pair[1]], self.pick, self.among)


def bare(text: str, prefix: str, suffix: str) -> str:
    """Return the value between prefix and suffix; empty if the text lacks them."""
    if not prefix and not suffix:
        return text
    is_long = len(text) >= len(prefix) + len(suffix)
    if not is_long or not text.startswith(prefix) or not text.endswith(suffix):
        return ""
    return text[len(prefix) : len(text) - len(suffix)].strip()


def picked(pairs: list[tuple[Node, str]], pick: int, among: int = 0) -> list[tuple[Node, str]]:
    """Return all pairs (0), one by its number (from 1), or the last (-1); none of too few."""
    if len(pairs) < among:
        return []
    if not pick or not pairs:
        return pairs
    return pairs[-1:] if pick < 0 else pairs[pick - 1 : pick]


def fewest(counts: Iterable[tuple[int, object]]) -> int:
    """Return the fewest nodes on pages with values, if pages without have fewer; else 0.

    It separates a former price from the only price of a page, both the first of their kind there.
    ``counts`` are the nodes of each page, and its values.
    """
    counts = [*counts]
    lacking = [count for count, values in counts if not values]
    least = min((count for count, values in counts if values), default=0)
    return least if lacking and least > max(1, *lacking) else 0
