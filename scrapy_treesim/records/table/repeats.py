"""Siblings that the alignment gave a slot each, and that are the items of one list.

Alignment knows a list by its number of items, which varies. Tags that all records have three of,
or each with a class name of its own, get slots: three columns of one field. Here such slots become
one, where their values tell: the same ones stand in several slots, or they are sentences. Runs of
text in one element are one text, a line each.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from scrapy_treesim.records.table.cells import LeafValues, is_constant, texts
from scrapy_treesim.records.table.common_leaves import Leaf, Nodes
from scrapy_treesim.records.table.words import noun_of
from scrapy_treesim.values.text_kinds import PASSAGE, TEXT

MIN_SLOTS: Final = 3
"""Slots from which their values are looked at."""
MIN_NAMED: Final = 2
"""The same where the page has one noun for them."""
OVERLAP: Final = 0.1
"""Share of distinct values that stand in more than one slot, from which slots are of one list."""
SENTENCE: Final = 20
"""Mean characters from which the items of a list need not be alike."""
LINE: Final = 40
"""The same of runs of text in one element."""
VARIED: Final = 0.5
"""Share of distinct values from which values are as good as all different."""

_PLACE: Final = re.compile(r"\[\d{1,4}\]\Z")
_NAMES: Final = re.compile(r"\.[^/]{0,2000}|\[\d{1,4}\](?=/)")
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
    siblings: dict[tuple[str, bool], list[int]] = {}
    for place, one in enumerate(readings):
        path, _, _ = one.leaf.path.rpartition("/")
        # Those with a label are told apart.
        if "(" not in path and not (one.is_constant and one.leaf.attribute is None):
            bare = _NAMES.sub("", one.leaf.path), one.kind in (TEXT, PASSAGE)
            siblings.setdefault(bare, []).append(place)
    lists: set[tuple[str, str]] = set()
    waiting: list[tuple[list[int], tuple[str, str]]] = []
    for places in siblings.values():
        if len(places) < MIN_NAMED:
            continue
        same = [(place, readings[place].leaf.path.split("/")) for place in places]
        if len({len(steps) for _, steps in same}) > 1:
            # A class name with a slash in it.
            continue
        for group, where in _like(same):
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
    path up to that step, and of that step the tag and the class names that all have."""
    left = [*same]
    while len(left) >= MIN_NAMED:
        (first, steps), *others = left
        group, where, left = [first], -1, []
        common: set[str] = set()
        for place, other in others:
            differing = [i for i, (a, b) in enumerate(zip(steps, other, strict=True)) if a != b]
            at = differing[0] if len(differing) == 1 else -1
            if at < 0 or where not in (-1, at):
                left.append((place, other))
                continue
            names = common if where == at else _names_in(steps[at])
            own = _names_in(other[at])
            if names == own or names & own:
                group.append(place)
                where, common = at, names & own
            else:
                left.append((place, other))
        if len(group) >= MIN_NAMED:
            tag = _PLACE.sub("", steps[where]).partition(".")[0]
            yield group, ("/".join(steps[:where]), ".".join((tag, *sorted(common))))


def _names_in(step: str) -> set[str]:
    return {*_PLACE.sub("", step).split(".")[1:]}


def _is_list(slots: Sequence[LeafValues], where: tuple[str, str]) -> bool:
    """Tell whether the values of slots are those of one field."""
    tag, *names = where[1].split(".")
    if tag in _CELLS:
        return False
    if slots[0].leaf.attribute is None and slots[0].kind not in (TEXT, PASSAGE):
        return False
    if len(slots) < MIN_SLOTS:
        return slots[0].leaf.attribute is None and any(map(noun_of, names))
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
        return False
    if any(map(noun_of, names)):
        # The page has one noun for all of them.
        return True
    return tag in _ITEMS and varied and chars >= SENTENCE


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
