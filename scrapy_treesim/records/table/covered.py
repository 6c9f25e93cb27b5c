"""Columns that are read from whole elements of records, in place of those of single texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.records.table.cells import LeafValues

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.records.table.common_leaves import Nodes

COVERED: Final = 0.5
"""Share of a column's cells that others are read from, from which it is no column of its own."""
MORE: Final = 12
"""Characters of an element that are not read of it."""


def without_cells(
    page: Page, readings: Sequence[LeafValues], found: Sequence[LeafValues]
) -> list[LeafValues]:
    """The readings with those found in place of all that they are read from."""
    size = page.tree.size
    covered: list[list[tuple[int, int]]] = [[] for _ in found[0].leaf.cells]
    for one in found:
        for spans, cell, values in zip(covered, one.leaf.cells, one.values, strict=True):
            spans += [
                (node, node + size[node])
                for (node,), value in zip(cell, values, strict=True)
                if page.tree.text_chars(node) <= len(value) + MORE
            ]
    kept: list[LeafValues] = []
    place: int | None = None
    for reading in readings:
        is_taken = _is_taken(reading, covered) or any(
            reading.kind == one.kind and reading.values == one.values for one in found
        )
        if is_taken and place is None:
            place = len(kept)
        if not is_taken:
            kept.append(reading)
    if place is None:
        place = _place(kept, found[0])
    return [*kept[:place], *found, *kept[place:]]


def _is_taken(reading: LeafValues, covered: Sequence[Sequence[tuple[int, int]]]) -> bool:
    """Tell whether most of a reading's cells lie in the elements that others are read from."""
    if reading.leaf.attribute is not None or reading.name is not None:
        return False
    taken = held = 0
    for cell, spans in zip(reading.leaf.cells, covered, strict=True):
        if cell:
            held += 1
            taken += bool(spans) and _is_within(cell, spans)
    return taken > 0 and taken >= COVERED * held


def _is_within(cell: Sequence[Nodes], spans: Sequence[tuple[int, int]]) -> bool:
    for nodes in cell:
        for node in nodes:
            for first, stop in spans:
                if first <= node < stop:
                    break
            else:
                return False
    return True


def _place(readings: Sequence[LeafValues], found: LeafValues) -> int:
    """The place of a reading among others, by the first record that has it."""
    row = next(row for row, cell in enumerate(found.leaf.cells) if cell)
    node = found.leaf.cells[row][0][0]
    place = 0
    for number, one in enumerate(readings, 1):
        if one.leaf.cells[row] and one.leaf.cells[row][0][0] < node:
            place = number
    return place
