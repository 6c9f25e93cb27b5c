"""Leaves of a record paired with those of an example, and the fields found by that.

The leaves most alike are paired first: of one kind, with the same class names, at about the same
position. A redesign changes some of these, and seldom all.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Final

from scrapy_treesim.records.table.named_fields import FieldNodes
from scrapy_treesim.templates.by_example.example_record import (
    ExampleLeaf,
    ExampleRecord,
    NamedField,
    leaves_of,
)

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

LEVELS: Final[tuple[tuple[float, Callable[[ExampleLeaf], tuple[object, ...]]], ...]] = (
    (1.0, lambda leaf: (leaf.kind, leaf.linked, leaf.heading, leaf.chars.bit_length())),
    (0.85, lambda leaf: (leaf.kind, leaf.linked, leaf.heading)),
    (0.6, lambda leaf: (_coarse_kind(leaf), leaf.linked)),
    (0.35, lambda leaf: (_coarse_kind(leaf),)),
)
"""Worth of two paired leaves, with the properties they must have in common."""
SAME_NAMES: Final = 0.4
"""Worth of the same class names, in addition; set by hand."""
BESIDE: Final = 0.25
"""Worth of the same leaf before, and of the same after: labels stay; set by hand."""
POSITION: Final = 0.3
"""Largest loss of worth by another position; set by hand."""
MISSED: Final = 0.5
"""Loss for each leaf of an example without a pair, to choose among examples; set by hand."""
MIN_SCORE: Final = 0.75
"""Least score of a pair whose leaf has the field of the example's; chosen on the sites of the
benchmark of own fields, where wrong values halve and right ones stay."""
MAX_PAIRS: Final = 400_000
"""Largest number of pairs of leaves compared on a page; records after that have no fields."""


def _coarse_kind(leaf: ExampleLeaf) -> str:
    return "text" if leaf.chars else leaf.kind


def page_leaves(page: Page) -> list[tuple[int, ExampleLeaf]]:
    """Return the leaves of a page; for :meth:`.Page.once`."""
    return leaves_of(page.tree)


def fields_of(
    page: Page, examples: Sequence[ExampleRecord], roots: Iterable[int]
) -> list[FieldNodes]:
    """Return the fields that the examples name, with their nodes in the records at ``roots``."""
    examples = [example for example in examples if any(leaf.fields for leaf in example.leaves)]
    if not examples:
        return []
    leaves = page.once(page_leaves)
    starts = [node for node, _ in leaves]
    fields: dict[NamedField, list[tuple[int, int]]] = {}
    paired: dict[tuple[ExampleLeaf, ...], dict[NamedField, list[int]]] = {}
    budget = MAX_PAIRS
    for root in roots:
        stop = root + page.tree.size[root]
        first, last = bisect_left(starts, root), bisect_left(starts, stop)
        record = tuple(leaf for _, leaf in leaves[first:last])
        if record not in paired:
            budget -= sum(len(record) * len(example.leaves) for example in examples)
            if budget < 0:
                break
            paired[record] = _best_pairs(record, examples)
        ends = [*starts[first + 1 : last], stop]
        for field, indices in paired[record].items():
            leaves_of_field = ((starts[first + index], ends[index]) for index in indices)
            fields.setdefault(field, []).extend(leaves_of_field)
    return [FieldNodes(*field, sorted(ranges)) for field, ranges in fields.items()]


def _best_pairs(
    record: Sequence[ExampleLeaf], examples: Sequence[ExampleRecord]
) -> dict[NamedField, list[int]]:
    """Return the leaves of a record with each field: of the example most like it that names it."""
    fields: dict[NamedField, list[int]] = {}
    for _, pairs in sorted((_pairs(record, example) for example in examples), key=_total):
        fields |= pairs
    return fields


def _pairs(
    record: Sequence[ExampleLeaf], example: ExampleRecord
) -> tuple[float, dict[NamedField, list[int]]]:
    """Return the worth of all pairs, and the leaves of a record with each field."""
    scores = []
    example_leaves = example.plain_leaves
    for (i, leaf), (k, other) in product(enumerate(record), enumerate(example_leaves)):
        if worth := _worth(leaf, other):
            distance = abs(i / len(record) - k / len(example_leaves))
            beside = sum(_are_alike(record, i + step, example_leaves, k + step) for step in (-1, 1))
            scores.append((worth + BESIDE * beside - POSITION * distance, i, k))
    free, left = {*range(len(record))}, {*range(len(example.leaves))}
    total, fields = 0.0, dict[NamedField, list[int]]()
    for score, i, k in sorted(scores, key=lambda pair: (-pair[0], *pair[1:])):
        if i in free and k in left:
            free.remove(i)
            left.remove(k)
            total += score
            for field in example.leaves[k].fields if score >= MIN_SCORE else ():
                fields.setdefault(field, []).append(i)
    return total - MISSED * len(left), fields


def _are_alike(
    leaves: Sequence[ExampleLeaf], i: int, example_leaves: Sequence[ExampleLeaf], k: int
) -> bool:
    """Tell whether two leaves are of one kind and length, as a label is, or both are missing."""
    if not (0 <= i < len(leaves) and 0 <= k < len(example_leaves)):
        return not (0 <= i < len(leaves) or 0 <= k < len(example_leaves))
    return leaves[i][:2] == example_leaves[k][:2]


def _total(paired: tuple[float, object]) -> float:
    return paired[0]


def _worth(leaf: ExampleLeaf, other: ExampleLeaf) -> float:
    """Return the worth of a pair, from 0 to 1 and :data:`SAME_NAMES` more."""
    worth = next((worth for worth, common in LEVELS if common(leaf) == common(other)), 0.0)
    names = {*leaf.names}
    shared = len(names.intersection(other.names)) / max(len(names), len(other.names), 1)
    return worth + SAME_NAMES * shared if worth else 0.0
