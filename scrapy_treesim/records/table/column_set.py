"""Choice of columns among the leaves.

No labels, nothing twice, and no more than a person would write for a list of cards.

Of many, the usual fields stay, then what most records have.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, TypeVar

from scrapy_treesim.records.table.cells import LeafValues
from scrapy_treesim.records.table.column_features import ColumnFeatures
from scrapy_treesim.records.table.common_leaves import Leaf
from scrapy_treesim.values.text_kinds import PASSAGE, PRICE, RATING, TEXT

MAX_OF_CARDS: Final = 15
"""Columns of records that are no rows of a table."""
MAX_STEPS: Final = 20
"""Most elements of a path checked for wrappers."""
MANY_RECORDS: Final = 10
"""Records from which what one of them alone has is no column."""

T = TypeVar("T")
Cells: TypeAlias = "tuple[str | None, ...]"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A leaf as a possible column."""

    index: int
    """Among the leaves."""
    kind: str
    cells: Cells
    path: str
    parts: tuple[tuple[str, ...], ...]
    """The values of each cell one by one."""
    first: int | None
    """The first record that has it."""


def without_copies(
    candidates: Sequence[Candidate], named: Container[int], saved: Container[str]
) -> list[Candidate]:
    """Leave out repetitions of another candidate in the same records.

    Columns that are ``named`` stay, and those of ``saved`` paths. Costs pairs of one kind.
    """
    by_kind: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        by_kind.setdefault(candidate.kind, []).append(candidate)
    return [
        candidate
        for candidate in candidates
        if candidate.path in saved
        or candidate.index in named
        or not any(_is_copy(candidate, other, named) for other in by_kind[candidate.kind])
    ]


def _is_copy(candidate: Candidate, other: Candidate, named: Container[int]) -> bool:
    first = candidate.first
    if candidate is other or (first is not None and other.cells[first] != candidate.cells[first]):
        return False
    missing = False
    for cell, also in zip(candidate.cells, other.cells, strict=True):
        if cell is None:
            missing = missing or also is not None
        elif cell != also:
            return False
    # Of two that are the same the first stays, or the one that is named.
    return missing or other.index in named or other.index < candidate.index


def most_telling(
    features: Mapping[int, ColumnFeatures],
    preset: Mapping[int, str | None],
    usual: Container[int],
    limit: int,
) -> set[int]:
    """The indices of at most ``limit`` columns, and none of hardly any record.

    Those with ``preset`` names go first, then ``usual`` ones. ``features`` are in reading order.
    """
    named = {index for index in features if preset[index] is not None}
    rest = [
        index
        for index in features
        if index not in named and (index in usual or not _is_rare(features[index]))
    ]
    room = max(0, limit - len(named))
    if len(rest) > room:
        rest.sort(key=lambda index: (index not in usual, -features[index].share))
    return named.union(rest[:room])


def _is_rare(column: ColumnFeatures) -> bool:
    is_named = bool(column.label or column.header or column.itemprops)
    return column.records >= MANY_RECORDS and column.share * column.records < 1.5 and not is_named


MIN_DISTINCT: Final = 0.5
"""Smallest share of distinct texts of a column of names."""


def with_variants(
    readings: list[LeafValues],
    candidates: Sequence[Candidate],
    features: dict[int, ColumnFeatures],
    saved: Container[str],
) -> list[Candidate]:
    """Join candidates of one field.

    What they say together is put where the first of them, or the one of a ``saved`` path, is in
    ``readings`` and ``features``. Costs candidates x candidates that the page calls the same.
    """
    paths = _paths_without_wrapper(candidates, features)
    fields: list[Candidate] = []
    by_key: dict[object, list[int]] = {}
    """Numbers among the fields, by the names and the path of candidates."""
    for candidate in candidates:
        column = features[candidate.index]
        keys = [*filter(None, (_called(column), paths.get(candidate.index), _named_by(column)))]
        alike = (number for key in keys for number in by_key.get(key, ()))
        number = next((i for i in alike if _may_join(fields[i], candidate, saved)), len(fields))
        if number == len(fields):
            fields.append(candidate)
        else:
            pair = fields[number], candidate
            first, second = pair[::-1] if candidate.path in saved else pair
            readings[first.index] = _joined(readings[first.index], readings[second.index])
            features[first.index] = _both(features[first.index], features[second.index])
            cells, parts = _either(first.cells, second.cells), _either(first.parts, second.parts)
            fields[number] = replace(first, cells=cells, parts=parts)
        for key in keys:
            by_key.setdefault(key, []).append(number)
    by_index = {candidate.index: candidate for candidate in fields}
    return [by_index[candidate.index] for candidate in candidates if candidate.index in by_index]


def _may_join(candidate: Candidate, other: Candidate, saved: Container[str]) -> bool:
    """Tell whether no record has both, and not both are ``saved`` columns."""
    if candidate.path in saved and other.path in saved:
        return False
    cells = zip(candidate.cells, other.cells, strict=True)
    return not any(a is not None and b is not None for a, b in cells)


def _named_by(column: ColumnFeatures) -> object:
    """The key of columns that name their records by headings: of any layout; None for others."""
    is_name = column.kind == TEXT and column.in_heading and not column.several
    return "heading" if is_name and column.distinct > MIN_DISTINCT else None


def _called(column: ColumnFeatures) -> object:
    """The page's own words for a column, of one kind; None for none."""
    if column.kind in (PRICE, RATING) or column.header:
        # The one or the other tells prices apart.
        return None
    classes = column.classes[0] if column.classes else ()
    if not (classes or column.label or column.itemprops):
        return None
    return (column.kind, frozenset(classes), column.label, column.itemprops[:1])


def _paths_without_wrapper(
    candidates: Sequence[Candidate], features: Mapping[int, ColumnFeatures]
) -> dict[int, tuple[str, str]]:
    """The path, with its kind, of columns in two layouts of one list, by index.

    They differ by one element more, which wraps those of some records only.
    """
    by_path = {
        (TEXT if candidate.kind == PASSAGE else candidate.kind, candidate.path): candidate.index
        for candidate in candidates
        if not _is_called(features[candidate.index])
    }
    keys: dict[int, tuple[str, str]] = {}
    for (kind, path), at in by_path.items():
        steps = path.split("/")
        for index in range(1, min(len(steps), MAX_STEPS) - 2):
            shorter = (kind, "/".join((*steps[:index], *steps[index + 1 :])))
            if shorter in by_path:
                keys[at] = keys[by_path[shorter]] = shorter
    return keys


def _is_called(column: ColumnFeatures) -> bool:
    """Tell whether a column is named by more than classes, or known by its kind."""
    is_distinct = column.kind in (PRICE, RATING) or bool(column.header)
    return is_distinct or bool(column.label or column.itemprops)


def _either(values: Sequence[T], others: Sequence[T]) -> tuple[T, ...]:
    """The value of each record in one column or else in the other."""
    return tuple(a or b for a, b in zip(values, others, strict=True))


def _joined(reading: LeafValues, other: LeafValues) -> LeafValues:
    cells = _either(reading.leaf.cells, other.leaf.cells)
    values = [*_either(reading.values, other.values)]
    leaf = Leaf(reading.leaf.path, cells, reading.leaf.rows)
    return replace(reading, leaf=leaf, values=values, is_constant=False)


def _both(column: ColumnFeatures, other: ColumnFeatures) -> ColumnFeatures:
    share = column.share + other.share
    weights = column.share / share, other.share / share
    return replace(
        column,
        share=share,
        distinct=weights[0] * column.distinct + weights[1] * other.distinct,
        chars=weights[0] * column.chars + weights[1] * other.chars,
        several=column.several or other.several,
        in_heading=column.in_heading or other.in_heading,
        in_link=column.in_link or other.in_link,
    )
