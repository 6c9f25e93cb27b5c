"""The columns of a site's lists: the next page's records land in the same ones.

A region is known again by its shape, not by its place on the page. It keeps its columns: their
names and paths, and nothing of any page.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scrapy_treesim.records.over_pages.known_columns import KnownColumn, settled, unique
from scrapy_treesim.records.over_pages.region_key import Shape, likeness, shape_of
from scrapy_treesim.records.table.columns import MAX_COLUMNS, Named, Table, table_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.records.record import Record

Records: TypeAlias = "Sequence[Record]"
Look: TypeAlias = tuple[Shape, str]
"""The shape and the key of a region."""

MAX_REGIONS: Final = 20
"""Regions remembered of a site; the one not seen for longest is forgotten first."""
MAX_CHARS: Final = 10_000
"""Characters of the paths of a region's columns; what comes beyond is not remembered."""
ALIKE: Final = 0.6
"""Likeness of their shapes from which two regions are the same."""
ALIKE_BY_KEY: Final = 0.4
"""The same where their keys are the same; measured: the lists of 37 sites then have one set of
columns a key, but for one or two of 88."""


@dataclass(slots=True)
class KnownRegion:
    """A list of a site, and what it was like on the latest of its pages."""

    number: int
    """Of the site's regions, a later one's than those remembered when it was first seen."""
    shape: Shape = frozenset()
    key: str = ""
    """See :mod:`.region_key`; empty where it is not known."""
    columns: list[KnownColumn] = field(default_factory=list)

    def table(self, page: Page, records: Records) -> Table:
        """The records in the region's columns, which learn those that are new."""
        found = table_of(page, [record.nodes for record in records], self.columns)
        table = settled(found, self.columns, len(records)) if self.columns else found
        self.learn(table.columns[len(self.columns) :])
        return table

    def learn(self, columns: Sequence[Named]) -> None:
        """Know further columns, as many as there is room for."""
        room = MAX_CHARS - sum(len(column.path) for column in self.columns)
        for column in columns[: max(0, MAX_COLUMNS - len(self.columns))]:
            room -= len(column.path)
            if room < 0:
                break
            self.columns.append(KnownColumn.of(column))

    def add(self, other: KnownRegion) -> None:
        """Add the columns that the same list has on other pages."""
        paths = {column.path for column in self.columns}
        names = {column.name for column in self.columns}
        new = [column for column in other.columns if column.path not in paths]
        for place, column in enumerate(new):
            new[place] = replace(column, name=unique(column.name, names))
            names.add(new[place].name)
        self.learn(new)


@dataclass(slots=True)
class SiteRegions:
    """The lists of one site, the latest seen last; bounded."""

    known: OrderedDict[int, KnownRegion] = field(default_factory=OrderedDict)
    """By their number."""
    by_example: OrderedDict[str, KnownRegion] = field(default_factory=OrderedDict)
    """Regions of key trees and examples, by name; without number or shape."""

    def of(self, looks: Sequence[Look]) -> list[KnownRegion]:
        """The site's region that each region of a page is; no two the same.

        What is like none of those remembered is a new one.
        """
        same = _pairs(looks, self.known)
        number = max(self.known, default=-1)
        found = []
        for place, look in enumerate(looks):
            if place not in same:
                number += 1
            region = self.known[same[place]] if place in same else KnownRegion(number)
            region.shape, region.key = look
            found.append(region)
        for region in reversed(found):
            self.known[region.number] = region
            self.known.move_to_end(region.number)
        forget(self.known, MAX_REGIONS)
        return found

    def of_example(self, name: str) -> KnownRegion:
        """The region that a key tree or an example of this name finds."""
        region = self.by_example.setdefault(name, KnownRegion(0))
        self.by_example.move_to_end(name)
        forget(self.by_example, MAX_REGIONS)
        return region

    def add(self, other: SiteRegions) -> None:
        """Add the regions and columns that other pages have, as the latest."""
        latest = [*reversed(other.known.values())]
        same = self.of([(one.shape, one.key) for one in latest])
        for mine, theirs in zip(same, latest, strict=True):
            mine.add(theirs)
        for name, theirs in other.by_example.items():
            self.of_example(name).add(theirs)


def look_of(page: Page, records: Records, key: str = "") -> Look:
    """The shape and the key of a region, by which it is known again."""
    return shape_of(page.tree, [one.nodes for one in records]), key


def _pairs(looks: Sequence[Look], known: OrderedDict[int, KnownRegion]) -> dict[int, int]:
    """The number of the known region that each shape and key is, by place: those of the same key
    first, then the most alike."""
    ranked = []
    for place, (shape, key) in enumerate(looks):
        for number, region in known.items():
            is_called_so = bool(key) and key == region.key
            value = likeness(shape, region.shape)
            if value >= (ALIKE_BY_KEY if is_called_so else ALIKE):
                ranked.append((not is_called_so, -value, place, number))
    found: dict[int, int] = {}
    taken: set[int] = set()
    for _, _, place, number in sorted(ranked):
        if place not in found and number not in taken:
            found[place] = number
            taken.add(number)
    return found


def forget(remembered: OrderedDict[Any, Any], most: int) -> None:
    """Forget what has been there longest, until there are so many."""
    while len(remembered) > most:
        remembered.popitem(last=False)
