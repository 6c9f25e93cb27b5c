"""Sequences of tags as the thesis writes and cuts them (Qiu 2013, chapters 3 and 5)."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from scrapy_treesim.templates.clustering.qiu import repeats_of, rows_of, simplify
from scrapy_treesim.tree import PageTree, Tree


class SymbolTable:
    """Numbers of the symbols ``(tag, depth)``, one table for all pages that are to be compared.

    It grows with the pages' different tags and depths, not with their number.
    """

    depth: array[int]
    """The depth of each symbol."""

    def __init__(self) -> None:
        self.depth = array("i")
        self._tags: list[str] = []
        self._known: dict[tuple[str, int], int] = {}

    def __len__(self) -> int:
        return len(self.depth)

    def add(self, tag: str, depth: int) -> int:
        """The symbol's number, a new one where it has none."""
        number = self._known.setdefault((tag, depth), len(self._tags))
        if number == len(self._tags):
            self._tags.append(tag)
            self.depth.append(depth)
        return number

    def name(self, symbol: int) -> str:
        """The symbol as the thesis writes it: ``<div2>``."""
        return f"<{self._tags[symbol]}{self.depth[symbol]}>"


@dataclass(frozen=True, slots=True)
class Repeat:
    """A part of a sequence that stands for several equal records under one parent."""

    start: int
    """Where the one that was kept begins in the sequence."""
    length: int
    """Its elements."""
    nodes: tuple[int, ...]
    """The node of the page that each record begins with, the kept one's first."""


@dataclass(frozen=True, slots=True, repr=False)
class TagSequence:
    """A page's elements in preorder.

    As a subtree's elements follow its root, the sequence holds the whole tree.
    """

    symbol: array[int]
    """Numbers in a :class:`SymbolTable`."""
    depth: array[int]
    """Elements above each one."""
    node: array[int]
    """The node of the page's tree that each one came from."""
    repeats: tuple[Repeat, ...] = ()
    """What was collapsed, in order; none of them overlap (see :func:`collapse`)."""

    def __len__(self) -> int:
        return len(self.symbol)

    def __repr__(self) -> str:
        return f"<TagSequence of {len(self)} elements, {len(self.repeats)} repeats>"


def sequence_of(tree: PageTree, symbols: SymbolTable) -> TagSequence:
    """The simplified page's sequence, nothing collapsed; O(nodes)."""
    return tree_sequence(simplify(tree), symbols)


def tree_sequence(tree: Tree, symbols: SymbolTable) -> TagSequence:
    """The sequence of a tree that some profile left; O(nodes)."""
    depths = rows_of(tree)[1]
    both = zip(tree.tag, depths, strict=True)
    symbol = array("i", [symbols.add(tree.names[tag], depth) for tag, depth in both])
    return TagSequence(symbol, depths, tree.origin)


def collapse(sequence: TagSequence) -> TagSequence:
    """The sequence with repeated records collapsed; its own ``repeats`` are not looked at."""
    length, group, removed = repeats_of(sequence.symbol, sequence.depth)
    kept = [i for i in range(len(sequence)) if not removed[i]]
    members: dict[int, list[int]] = {}
    for i, number in enumerate(group):
        if number >= 0:
            members.setdefault(number, []).append(i)
    place = {old: new for new, old in enumerate(kept)}
    repeats = tuple(
        Repeat(place[all[0]], length[all[0]], tuple(sequence.node[i] for i in all))
        for all in members.values()
    )
    symbol, depth, node = (
        array("i", [values[i] for i in kept])
        for values in (sequence.symbol, sequence.depth, sequence.node)
    )
    return TagSequence(symbol, depth, node, repeats)


def written(sequence: TagSequence, symbols: SymbolTable) -> str:
    """The sequence as the thesis writes it: ``<html0><body1><div2>``, repeats as ``(...)+``."""
    names = [symbols.name(symbol) for symbol in sequence.symbol]
    for repeat in sequence.repeats:
        names[repeat.start] = f"({names[repeat.start]}"
        names[repeat.start + repeat.length - 1] += ")+"
    return "".join(names)
