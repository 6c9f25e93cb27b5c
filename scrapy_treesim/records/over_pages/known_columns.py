"""A table in the columns of the pages before: the same names, in the same order.

:func:`~scrapy_treesim.records.table.columns.table_of` knows a column again by its path. Where a
path has changed a little, or a column is missing, the rest is done here.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scrapy_treesim.records.table.columns import Column, Named, Table
from scrapy_treesim.values.text_kinds import NUMBER, TEXT

MAX_TRIED: Final = 20
"""Lacking columns of the same tags that a new one is compared with."""
_NUMBERED: Final = re.compile(r"_\d+\Z")
_PLACE: Final = re.compile(r"\[\d+\]\Z")


@dataclass(frozen=True, slots=True)
class KnownColumn:
    """The part of a column that is kept; nothing of any page."""

    name: str
    kind: str
    path: str
    is_list: bool = False

    @classmethod
    def of(cls, column: Named) -> KnownColumn:
        """The part of a column to be known later."""
        return cls(column.name, column.kind, column.path, column.is_list)


def settled(table: Table, known: Sequence[Named], rows: int) -> Table:
    """The table with all known columns, in their order, then those that are new.

    A column that the page lacks has no cell in any of the ``rows``. A new one takes the place of
    one that is lacking when it stands where that stood, but for some class names, or when the page
    calls it the same.
    """
    at: dict[str, Column] = {}
    for column in table.columns:
        at.setdefault(column.path, column)
    found = {one.name: at[one.path] for one in known if one.path in at}
    old = {id(column) for column in found.values()}
    new = [column for column in table.columns if id(column) not in old]
    lacking = [one for one in known if one.name not in found]
    matches: dict[int, str] = {}
    if lacking and new:
        matches = _by_place(lacking, new)
        matches |= _by_name(lacking, new, matches)
    found |= {name: new[number] for number, name in matches.items()}
    columns = [_called(found[one.name], one.name) if one.name in found else _empty(one, rows)
               for one in known]  # fmt: skip
    names = {one.name for one in known}
    for number, column in enumerate(new):
        if number not in matches:
            name = unique(column.name, names)
            names.add(name)
            columns.append(_called(column, name))
    return Table(tuple(columns))


def unique(name: str, taken: Container[str]) -> str:
    """The name, with a number where it is taken."""
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found


def _by_place(lacking: Sequence[Named], new: Sequence[Column]) -> dict[int, str]:
    """New columns, by number, whose paths differ from a lacking one's by some class names alone."""
    places: dict[tuple[str, str], list[Named]] = {}
    for one in lacking:
        places.setdefault((one.kind, _tags(one.path)), []).append(one)
    matches: dict[int, str] = {}
    for number, column in enumerate(new):
        here = places.get((column.kind, _tags(column.path)), [])[:MAX_TRIED]
        same = next((one for one in here if _is_near(one.path, column.path)), None)
        if same is not None:
            places[column.kind, _tags(column.path)].remove(same)
            matches[number] = same.name
    return matches


def _by_name(
    lacking: Sequence[Named], new: Sequence[Column], matched: dict[int, str]
) -> dict[int, str]:
    """New columns, by number, that the page calls what a lacking one is called."""
    free = {one.name: one.kind for one in lacking}
    for name in matched.values():
        del free[name]
    return {
        number: column.name
        for number, column in enumerate(new)
        if number not in matched
        and free.get(column.name) == column.kind
        and _NUMBERED.sub("", column.name) not in (TEXT, NUMBER)
    }


def _called(column: Column, name: str) -> Column:
    return column if column.name == name else replace(column, name=name)


def _empty(column: Named, rows: int) -> Column:
    nothing = ((),) * rows
    parts = nothing if column.is_list else None
    return Column(column.name, column.kind, (None,) * rows, nothing, column.path, parts=parts)


def _tags(path: str) -> str:
    """The path without class names and numbers."""
    return "/".join(_PLACE.sub("", step.partition(".")[0]) for step in path.split("/"))


def _is_near(one: str, other: str) -> bool:
    """True if at each step either's class names include the other's."""
    for step, also in zip(one.split("/"), other.split("/"), strict=True):
        names = {*_PLACE.sub("", step).split(".")}
        others = {*_PLACE.sub("", also).split(".")}
        if not (names <= others or others <= names):
            return False
    return True
