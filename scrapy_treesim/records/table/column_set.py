"""Choice of the leaves that become columns.

No labels, nothing twice, and no more than a person would write for a list of cards.

Of many, the usual fields stay, then what most records have.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from scrapy_treesim.records.table.cells import LeafValues
from scrapy_treesim.records.table.column_features import ColumnFeatures
from scrapy_treesim.records.table.common_leaves import Leaf
from scrapy_treesim.values.text_kinds import PASSAGE, PRICE, RATING, TEXT

MAX_OF_CARDS: Final = 15
"""Columns of records that are no rows of a table."""
MAX_STEPS: Final = 20
"""Elements of a path that are asked whether they wrap others."""
MANY_RECORDS: Final = 10
"""Records from which what one of them alone has is no column."""

Cells: TypeAlias = "tuple[str | None, ...]"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A leaf that may be a column."""

    place: int
    """Among the leaves."""
    kind: str
    cells: Cells
    path: str
    parts: tuple[tuple[str, ...], ...]
    """The values of each cell one by one."""
    first: int | None
    """The first record that has it."""


def without_copies(
    candidates: Sequence[Candidate], kept: Container[int], known: Container[str]
) -> list[Candidate]:
    """Leave out what says nothing but what another one says in the same records; but no columns
    whose place is ``kept``, nor those of ``known`` paths.

    Costs pairs of one kind.
    """
    by_kind: dict[str, list[Candidate]] = {}
    for one in candidates:
        by_kind.setdefault(one.kind, []).append(one)
    return [
        one
        for one in candidates
        if one.path in known
        or one.place in kept
        or not any(_is_copy(one, other, kept) for other in by_kind[one.kind])
    ]


def _is_copy(one: Candidate, other: Candidate, kept: Container[int]) -> bool:
    if one is other or (one.first is not None and other.cells[one.first] != one.cells[one.first]):
        return False
    missing = False
    for cell, also in zip(one.cells, other.cells, strict=True):
        if cell is None:
            missing = missing or also is not None
        elif cell != also:
            return False
    # Of two that are the same the first stays, or the one that is kept anyway.
    return missing or other.place in kept or other.place < one.place


def most_telling(
    features: Mapping[int, ColumnFeatures],
    given: Mapping[int, str | None],
    standard: Container[int],
    limit: int,
) -> set[int]:
    """The places of at most ``limit`` columns, those with names ``given`` first, then ``standard``
    ones, and none that hardly any record has.

    ``features`` are by place, in reading order.
    """
    kept = {place for place in features if given[place] is not None}
    rest = [
        place
        for place in features
        if place not in kept and (place in standard or not _is_rare(features[place]))
    ]
    room = max(0, limit - len(kept))
    if len(rest) > room:
        rest.sort(key=lambda place: (place not in standard, -features[place].share))
    return kept.union(rest[:room])


def _is_rare(column: ColumnFeatures) -> bool:
    is_named = bool(column.label or column.header or column.itemprops)
    return column.records >= MANY_RECORDS and column.share * column.records < 1.5 and not is_named


def with_variants(
    found: list[LeafValues],
    kept: Sequence[Candidate],
    features: dict[int, ColumnFeatures],
    known: Container[str],
) -> list[Candidate]:
    """Join candidates that are one field; what they say together is put where the first of them,
    or the one of a ``known`` path, is in ``found`` and ``features``.

    Costs candidates x candidates that the page calls the same.
    """
    paths = _paths_without_wrapper(kept, features)
    joined: list[Candidate] = []
    by_key: dict[object, list[int]] = {}
    """By what candidates are called, and by their path, their places among those joined."""
    for candidate in kept:
        keys = [_called(features[candidate.place]), paths.get(candidate.place)]
        keys = [key for key in keys if key is not None]
        alike = (index for key in keys for index in by_key.get(key, ()))
        index = next((i for i in alike if _may_join(joined[i], candidate, known)), len(joined))
        if index == len(joined):
            joined.append(candidate)
        else:
            other = joined[index]
            is_known = candidate.path in known
            first, second = (candidate, other) if is_known else (other, candidate)
            found[first.place] = _joined(found[first.place], found[second.place])
            features[first.place] = _both(features[first.place], features[second.place])
            cells = tuple(a or b for a, b in zip(first.cells, second.cells, strict=True))
            parts = tuple(a or b for a, b in zip(first.parts, second.parts, strict=True))
            joined[index] = replace(first, cells=cells, parts=parts)
        for key in keys:
            by_key.setdefault(key, []).append(index)
    by_place = {candidate.place: candidate for candidate in joined}
    return [by_place[one.place] for one in kept if one.place in by_place]


def _may_join(one: Candidate, other: Candidate, known: Container[str]) -> bool:
    """Tell whether no record has both, and not both are ``known`` columns."""
    if one.path in known and other.path in known:
        return False
    cells = zip(one.cells, other.cells, strict=True)
    return not any(a is not None and b is not None for a, b in cells)


def _called(column: ColumnFeatures) -> object:
    """The page's own words for a column, of one kind; None where it has none."""
    if column.kind in (PRICE, RATING) or column.header:
        # The one or the other tells prices apart.
        return None
    own = column.classes[0] if column.classes else ()
    if not (own or column.label or column.header or column.itemprops):
        return None
    return (column.kind, frozenset(own), column.label, column.header, column.itemprops[:1])


def _paths_without_wrapper(
    candidates: Sequence[Candidate], features: Mapping[int, ColumnFeatures]
) -> dict[int, tuple[str, str]]:
    """By place the path, with its kind, of columns whose elements only some records wrap in one
    more, and of those of the other records; two layouts of one list differ by such a wrapper."""
    by_path = {
        (_KIND.get(one.kind, one.kind), one.path): one.place
        for one in candidates
        if not _is_called(features[one.place])
    }
    keys: dict[int, tuple[str, str]] = {}
    for (kind, path), place in by_path.items():
        steps = path.split("/")
        for index in range(1, min(len(steps), MAX_STEPS) - 2):
            shorter = (kind, "/".join((*steps[:index], *steps[index + 1 :])))
            if shorter in by_path:
                keys[place] = keys[by_path[shorter]] = shorter
    return keys


_KIND: Final = {PASSAGE: TEXT}
"""Kinds that count as others."""


def _is_called(column: ColumnFeatures) -> bool:
    """Tell whether the page names a column by more than classes, or its kind tells it apart."""
    is_told = column.kind in (PRICE, RATING) or bool(column.header)
    return is_told or bool(column.label or column.itemprops)


def _joined(one: LeafValues, other: LeafValues) -> LeafValues:
    cells = tuple(a or b for a, b in zip(one.leaf.cells, other.leaf.cells, strict=True))
    values = [a or b for a, b in zip(one.values, other.values, strict=True)]
    leaf = Leaf(one.leaf.path, cells, one.leaf.rows)
    return replace(one, leaf=leaf, values=values, is_constant=False)


def _both(one: ColumnFeatures, other: ColumnFeatures) -> ColumnFeatures:
    share = one.share + other.share
    weights = one.share / share, other.share / share
    return replace(
        one,
        share=share,
        distinct=weights[0] * one.distinct + weights[1] * other.distinct,
        chars=weights[0] * one.chars + weights[1] * other.chars,
        several=one.several or other.several,
        in_heading=one.in_heading or other.in_heading,
        in_link=one.in_link or other.in_link,
    )
