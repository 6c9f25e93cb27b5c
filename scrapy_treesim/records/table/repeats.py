"""Siblings that the alignment gave a slot each, and that are the items of one list.

Alignment knows a list by its number of items, which varies. Tags that all records have three of,
or each with a class name of its own, get slots: three columns of one field. Here such slots become
one, where their values tell: the same ones stand in several slots, or records fill the slots from
the first on, or they are sentences. Runs of text in one element are one text, a line each.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Final

from scrapy_treesim.analysis.text_kinds import PASSAGE, TEXT
from scrapy_treesim.records.table.cells import LeafValues, is_constant, texts
from scrapy_treesim.records.table.common_leaves import Leaf
from scrapy_treesim.records.table.pieces import Nodes
from scrapy_treesim.records.table.words import noun_of

MIN_SLOTS: Final = 3
"""Slots from which their values are looked at."""
OVERLAP: Final = 0.1
"""Share of distinct values that stand in more than one slot, from which slots are of one list."""
IN_TURN: Final = 0.95
"""Share of records that fill a slot only where they fill the one before."""
SENTENCE: Final = 20
"""Mean characters from which the items of a list need not be alike."""
LINE: Final = 40
"""The same of runs of text in one element."""
VARIED: Final = 0.5
"""Share of distinct values from which values are as good as all different."""

_PLACE: Final = re.compile(r"\[\d{1,4}\]\Z")
_CELLS: Final = ("td", "th")
_ITEMS: Final = ("li", "p", "dd", "option", "a", "img")
_TEXT_STEP: Final = "text"
_LINES: Final = (_TEXT_STEP, "p")


def with_lists(readings: list[LeafValues]) -> list[LeafValues]:
    """The readings, with those of like siblings as one, at the place of the first.

    Costs readings x steps.
    """
    found: dict[int, LeafValues] = {}
    gone: set[int] = set()
    for group, tag in _groups(readings):
        first, *others = group
        found[first] = _joined([readings[place] for place in group], tag)
        gone.update(others)
    if not found:
        return readings
    return [found.get(i, one) for i, one in enumerate(readings) if i not in gone]


def _groups(readings: Sequence[LeafValues]) -> Iterator[tuple[list[int], str]]:
    """The places of readings that are one field, in order, with the tag that they are told by."""
    siblings: dict[tuple[str, bool], list[tuple[int, list[str]]]] = {}
    for place, one in enumerate(readings):
        steps = one.leaf.path.split("/")
        is_labelled = any("(" in step for step in steps[:-1])
        if is_labelled or (one.is_constant and one.leaf.attribute is None):
            continue
        bare = "/".join(_PLACE.sub("", step).partition(".")[0] for step in steps)
        siblings.setdefault((bare, one.kind in (TEXT, PASSAGE)), []).append((place, steps))
    lists: set[tuple[str, str]] = set()
    waiting: list[tuple[list[int], tuple[str, str]]] = []
    for same in siblings.values():
        for group, where in _like(same) if len(same) >= MIN_SLOTS else ():
            if _is_list([readings[place] for place in group], where):
                lists.add(where)
                yield group, where[1].partition(".")[0]
            else:
                waiting.append((group, where))
    # The addresses of a list's items, and what else its items have.
    for group, where in waiting:
        if where in lists and readings[group[0]].kind not in (TEXT, PASSAGE):
            yield group, where[1].partition(".")[0]


def _like(
    same: Sequence[tuple[int, list[str]]],
) -> Iterator[tuple[list[int], tuple[str, str]]]:
    """Readings whose paths differ in one step alone, by place or by some class names; with the
    path up to that step, and that step of the first."""
    left = [*same]
    while len(left) >= MIN_SLOTS:
        (first, steps), *others = left
        group, where, left = [first], -1, []
        for place, other in others:
            differing = [i for i, (a, b) in enumerate(zip(steps, other, strict=True)) if a != b]
            at = differing[0] if len(differing) == 1 else -1
            if at >= 0 and where in (-1, at) and _is_near(steps[at], other[at]):
                group.append(place)
                where = at
            else:
                left.append((place, other))
        if len(group) >= MIN_SLOTS:
            yield group, ("/".join(steps[:where]), _PLACE.sub("", steps[where]))


def _is_near(one: str, other: str) -> bool:
    """Tell whether two steps of a tag share a class name, or have none."""
    names = {*_PLACE.sub("", one).split(".")[1:]}
    others = {*_PLACE.sub("", other).split(".")[1:]}
    return names == others or bool(names & others)


def _is_list(slots: Sequence[LeafValues], where: tuple[str, str]) -> bool:
    """Tell whether the values of slots are those of one field."""
    tag, *names = where[1].split(".")
    if tag in _CELLS:
        return False
    if slots[0].leaf.attribute is None and slots[0].kind not in (TEXT, PASSAGE):
        return False
    said = [set(texts(one.values)) for one in slots]
    counts = Counter(chain.from_iterable(said))
    values = [value for one in slots for value in texts(one.values)]
    chars = sum(map(len, values)) / max(1, len(values))
    varied = len(counts) >= VARIED * len(values)
    if tag == _TEXT_STEP:
        return varied and chars >= LINE
    shared = sum(count > 1 for count in counts.values())
    if shared >= OVERLAP * len(counts) and len(counts) > MIN_SLOTS:
        return True
    if slots[0].leaf.attribute is not None:
        return tag in _ITEMS and _in_turn(slots)
    if any(map(noun_of, names)):
        # The page has one noun for all of them.
        return True
    return tag in _ITEMS and ((varied and chars >= SENTENCE) or (_in_turn(slots) and varied))


def _in_turn(slots: Sequence[LeafValues]) -> bool:
    """Tell whether records fill the slots from the first on, some more of them than others."""
    filled = [[*map(bool, one.values)] for one in slots]
    counts = [*map(sum, filled)]
    if counts[0] == counts[-1]:
        return False
    return all(
        sum(a and b for a, b in zip(one, other, strict=True)) >= IN_TURN * sum(other)
        for one, other in pairwise(filled)
    )


def _joined(slots: Sequence[LeafValues], tag: str) -> LeafValues:
    """One reading of the values of several, record by record."""
    first = slots[0]
    cells: list[tuple[Nodes, ...]] = []
    values: list[list[str]] = []
    as_text = first.leaf.attribute is None and tag in _LINES
    for record in range(len(first.values)):
        held = [nodes for one in slots for nodes in one.leaf.cells[record]]
        said = [value for one in slots for value in one.values[record]]
        if as_text and said:
            cells.append((tuple(sorted(node for nodes in held for node in nodes)),))
            values.append(["\n".join(said)])
        else:
            cells.append(tuple(held))
            values.append(said)
    rows = sum(map(len, cells))
    kind = PASSAGE if any(one.kind == PASSAGE for one in slots) else first.kind
    leaf = Leaf(first.leaf.path, tuple(cells), rows)
    return LeafValues(leaf, kind, values, is_constant(leaf, values), None)
