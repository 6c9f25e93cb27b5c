"""Repeated records are found and collapsed."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.repeated_parts import repeated_parts
from reference.sequences import (
    SymbolTable,
    TagSequence,
    collapse,
    part_of,
    repeated,
    sequence_of,
    written,
)
from trees import examples

from scrapy_treesim import Page


def sequence(text: str, symbols: SymbolTable) -> TagSequence:
    """``<div3><a4>`` as a sequence whose nodes are counted from 0."""
    found = [(tag, int(depth)) for tag, depth in re.findall(r"<([a-z]+)(\d+)>", text)]
    return TagSequence(
        array("i", [symbols.add(*each) for each in found]),
        array("i", [depth for _, depth in found]),
        array("i", range(len(found))),
    )


def collapsed(text: str) -> str:
    symbols = SymbolTable()
    return written(collapse(sequence(text, symbols)), symbols)


# Repeats of any sequence


def parts(text: str) -> dict[str, int]:
    found = repeated_parts([ord(letter) for letter in text])
    named = {text[one.start : one.start + one.length]: one.times for one in found}
    assert len(named) == len(found)
    return named


def test_banana() -> None:
    assert parts("BANANA") == {"A": 3, "ANA": 2, "NA": 2}


def test_what_never_repeats() -> None:
    assert parts("APLE") == parts("A") == parts("") == {}


@examples(200)
@given(text=st.text("ab", max_size=14) | st.text("abc", max_size=14))
def test_parts_are_those_that_can_go_on_in_different_ways(text: str) -> None:
    following: dict[str, list[str]] = {}
    for start in range(len(text)):
        for stop in range(start + 1, len(text) + 1):
            # The end is like no other place.
            after = text[stop] if stop < len(text) else f"end {start}"
            following.setdefault(text[start:stop], []).append(after)

    assert parts(text) == {
        part: len(after) for part, after in following.items() if len(set(after)) > 1
    }


# Records


def test_of_repeats_that_overlap_the_deeper_is_kept() -> None:
    assert (
        collapsed("<div3><div4><div3><div4><a5><img5><div4><a5><img5>")
        == "<div3><div4><div3>(<div4><a5><img5>)+"
    )


def test_equal_records_of_one_parent_are_one() -> None:
    assert collapsed("<ul1><a2><ul1><a2><ul1><a2>") == "(<ul1><a2>)+"


def test_records_of_several_parents_stay_apart() -> None:
    assert (
        collapsed("<div0><ul1><a2><a2><hr1><ol1><a2><a2><a2>")
        == "<div0><ul1>(<a2>)+<hr1><ol1>(<a2>)+"
    )


def test_equal_records_need_not_follow_one_another() -> None:
    assert collapsed("<div0><p1><a2><hr1><p1><a2>") == "<div0>(<p1><a2>)+<hr1>"


def test_records_of_different_parents_do_not_repeat() -> None:
    one_each = "<div0><ul1><a2><ol1><a2>"

    assert collapsed(one_each) == one_each


def test_of_repeats_in_one_another_the_longer_is_kept() -> None:
    assert collapsed("<div0><ul1><a2><a2><ul1><a2><a2>") == "<div0>(<ul1><a2><a2>)+"


def test_what_records_do_not_have_in_common_is_left() -> None:
    # They begin alike, and only that repeats.
    assert collapsed("<div0><p1><a2><b2><p1><a2><i2>") == "<div0>(<p1><a2>)+<b2><i2>"


def test_the_longest_repeat_counts_and_not_a_shorter_one_that_is_commoner() -> None:
    assert collapsed("<div0><p1><a2><p1><a2><b2><p1><a2><b2>") == "<div0><p1><a2>(<p1><a2><b2>)+"


def test_records_know_their_nodes() -> None:
    page = Page("<body><div><a>1</a></div><p>-</p><div><a>2</a></div><div><a>3</a></div>")
    found = collapse(sequence_of(page.tree, SymbolTable()))

    (repeat,) = found.repeats
    assert (repeat.start, repeat.length) == (2, 2)
    assert [page.tree.plain_text(node) for node in repeat.nodes] == ["1", "2", "3"]
    assert [*repeated(found)] == [0, 0, 1, 1]


def test_a_part_keeps_what_lies_in_it_of_repeats() -> None:
    symbols = SymbolTable()
    found = collapse(sequence("<div0><ul1><a2><ul1><a2><hr1><b1><b1>", symbols))

    assert written(found, symbols) == "<div0>(<ul1><a2>)+<hr1>(<b1>)+"
    assert written(part_of(found, 2, 5), symbols) == "(<a2>)+<hr1>(<b1>)+"
    assert written(part_of(found, 0, 1), symbols) == "<div0>"


def test_nothing_to_collapse() -> None:
    assert collapsed("") == ""
    assert collapsed("<a0>") == "<a0>"


# The rules, written down plainly


def plainly(symbols: Sequence[int], depths: Sequence[int]) -> tuple[list[int], set[frozenset[int]]]:
    """Places that stay, and the starts of equal repeats."""
    n = len(symbols)
    parent = [max((j for j in range(i) if depths[j] < depths[i]), default=-1) for i in range(n)]
    # The nearest before that is less deep.
    stop = [next((j for j in range(i + 1, n) if depths[j] <= depths[i]), n) for i in range(n)]

    def shared(i: int, j: int) -> int:
        most = min(stop[i] - i, stop[j] - j)
        return next((k for k in range(most) if symbols[i + k] != symbols[j + k]), most)

    longest = [
        max((shared(i, j) for j in range(n) if j != i and parent[j] == parent[i]), default=0)
        for i in range(n)
    ]
    repeats: dict[tuple[object, ...], set[int]] = {}
    for i in range(n):
        if longest[i]:
            repeats.setdefault((parent[i], *symbols[i : i + longest[i]]), set()).add(i)
    groups = [group for group in repeats.values() if len(group) > 1]
    # The deepest first: what is overlapped by a deeper one that stays goes.
    for group in sorted(groups, key=lambda group: -depths[min(group)]):
        for i in [*group]:
            inside = range(i + 1, i + longest[i])
            if any(
                j in inside and j + longest[j] > i + longest[i]
                for other in groups
                if len(other) > 1
                for j in other
            ):
                group.discard(i)
        if len(group) < 2:
            group.clear()
    # The longest first: what lies in one that stays goes.
    stay: list[set[int]] = []
    covered: set[int] = set()
    for group in sorted(groups, key=lambda group: depths[min(group)] if group else 0):
        left = {i for i in group if i not in covered}
        if len(left) > 1:
            stay.append(left)
            for i in left:
                covered |= {*range(i, i + longest[i])}
    gone = {k for group in stay for i in group - {min(group)} for k in range(i, i + longest[i])}
    return [i for i in range(n) if i not in gone], {frozenset(group) for group in stay}


@examples(600)
@given(
    drawn=st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 3)), max_size=16),
)
def test_records_collapse_as_the_rules_say(drawn: list[tuple[str, int]]) -> None:
    table = SymbolTable()
    written = "".join(f"<{tag}{depth}>" for tag, depth in drawn)
    given_sequence = sequence(written, table)
    found = collapse(given_sequence)
    kept, groups = plainly(given_sequence.symbol, given_sequence.depth)

    assert found.node.tolist() == kept
    assert {frozenset(repeat.nodes) for repeat in found.repeats} == groups


# Pages that are not meant well


def fibonacci(n: int) -> list[int]:
    one, other = [0], [0, 1]
    while len(other) < n:
        one, other = other, other + one
    return other[:n]


LONG = 30_000
HOSTILE = {
    "equal siblings": ([0] * LONG, [1] * LONG),
    "Fibonacci": (fibonacci(LONG), [1] * LONG),
    "Thue-Morse by depth": (
        [i.bit_count() % 2 for i in range(LONG)],
        [1 + i.bit_count() % 2 for i in range(LONG)],
    ),
    "deep": ([*range(LONG)], [*range(LONG)]),
    "a comb": ([i % 2 for i in range(LONG)], [i // 2 for i in range(LONG)]),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_long_rows_are_collapsed(name: str) -> None:
    symbols, depths = HOSTILE[name]
    table = SymbolTable()
    numbers = array("i", [table.add("ab"[s % 2], d) for s, d in zip(symbols, depths, strict=True)])
    found = collapse(TagSequence(numbers, array("i", depths), array("i", range(LONG))))

    assert len(repeated_parts(numbers)) < LONG
    if name != "deep" and name != "a comb":
        assert len(found) < 100
