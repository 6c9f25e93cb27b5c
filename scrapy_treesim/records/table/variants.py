"""Leaves that are one field of cards of two makes: the page calls them the same, and no record has
both."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from scrapy_treesim.records.table.cells import LeafValues
from scrapy_treesim.records.table.column_features import ColumnFeatures
from scrapy_treesim.records.table.column_set import Candidate
from scrapy_treesim.records.table.common_leaves import Leaf
from scrapy_treesim.values.text_kinds import PRICE, RATING


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
    called: dict[object, list[Candidate]] = {}
    gone: set[int] = set()
    for one in kept:
        name = _called(features[one.place])
        if name is None:
            continue
        others = called.setdefault(name, [])
        for number, other in enumerate(others):
            if one.path in known and other.path in known:
                continue
            if not any(a is not None and b is not None
                       for a, b in zip(one.cells, other.cells, strict=True)):  # fmt: skip
                first, second = (one, other) if one.path in known else (other, one)
                found[first.place] = _joined(found[first.place], found[second.place])
                features[first.place] = _both(features[first.place], features[second.place])
                cells = tuple(a or b for a, b in zip(first.cells, second.cells, strict=True))
                parts = tuple(a or b for a, b in zip(first.parts, second.parts, strict=True))
                others[number] = replace(first, cells=cells, parts=parts)
                gone.add(second.place)
                break
        else:
            others.append(one)
    if not gone:
        return [*kept]
    joined = {one.place: one for others in called.values() for one in others}
    return [joined.get(one.place, one) for one in kept if one.place not in gone]


def _called(column: ColumnFeatures) -> object:
    """The page's own words for a column, of one kind; None where it has none."""
    if column.kind in (PRICE, RATING):
        # The one or the other tells prices apart.
        return None
    own = column.classes[0] if column.classes else ()
    if not (own or column.label or column.header or column.itemprops):
        return None
    return (column.kind, frozenset(own), column.label, column.header, column.itemprops[:1])


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
