"""Sequences of tags as the thesis writes and cuts them (Qiu 2013, chapters 3 and 5)."""

from __future__ import annotations

from scrapy_treesim.templates.qiu.sequence import Repeat, SymbolTable, TagSequence


def repeated(sequence: TagSequence) -> bytearray:
    """A flag for each element: 1 where it stands for several records."""
    flags = bytearray(len(sequence))
    for repeat in sequence.repeats:
        flags[repeat.start : repeat.start + repeat.length] = b"\1" * repeat.length
    return flags


def part_of(sequence: TagSequence, first: int, last: int) -> TagSequence:
    """The elements ``first ... last - 1``; of repeats what lies among them."""
    inside = [
        Repeat(start - first, min(last, repeat.start + repeat.length) - start, repeat.nodes)
        for repeat in sequence.repeats
        if repeat.start < last and repeat.start + repeat.length > first
        for start in (max(first, repeat.start),)
    ]
    return TagSequence(
        sequence.symbol[first:last],
        sequence.depth[first:last],
        sequence.node[first:last],
        tuple(inside),
    )


def written(sequence: TagSequence, symbols: SymbolTable) -> str:
    """The sequence as the thesis writes it: ``<html0><body1><div2>``, repeats as ``(...)+``."""
    names = [symbols.name(symbol) for symbol in sequence.symbol]
    for repeat in sequence.repeats:
        names[repeat.start] = f"({names[repeat.start]}"
        names[repeat.start + repeat.length - 1] += ")+"
    return "".join(names)
