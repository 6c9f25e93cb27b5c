"""What the pages of a site teach of its lists: the next page's records land in the same columns.

A region is known again by its shape, not by its place on the page. It keeps its columns: their
names and paths, and nothing of any page.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import urlsplit

from scrapy_treesim.records.over_pages.known_columns import KnownColumn, settled
from scrapy_treesim.records.over_pages.region_shape import Shape, likeness, shape_of
from scrapy_treesim.records.table.columns import MAX_COLUMNS, Table, table_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.records.record import Record

Records: TypeAlias = "Sequence[Record]"

MAX_SITES: Final = 500
"""Sites remembered; the one not seen for longest is forgotten first."""
MAX_REGIONS: Final = 20
"""Regions remembered of a site; likewise."""
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
    """Of the site's regions, in the order in which they were first seen, from 0."""
    shape: Shape = frozenset()
    key: str = ""
    """See :mod:`.region_key`; empty where it is not known."""
    columns: list[KnownColumn] = field(default_factory=list)

    def table(self, page: Page, records: Records) -> Table:
        """The records in the region's columns, which learn those that are new."""
        found = table_of(page, [record.nodes for record in records], self.columns)
        table = settled(found, self.columns, len(records)) if self.columns else found
        room = MAX_CHARS - sum(len(column.path) for column in self.columns)
        for column in table.columns[len(self.columns) : MAX_COLUMNS]:
            room -= len(column.path)
            if room < 0:
                break
            self.columns.append(KnownColumn.of(column))
        return table


@dataclass(slots=True)
class _Site:
    """The regions of one site, the latest seen last."""

    seen: int = 0
    """Regions known so far, forgotten ones among them."""
    regions: OrderedDict[int, KnownRegion] = field(default_factory=OrderedDict)
    by_example: OrderedDict[str, KnownRegion] = field(default_factory=OrderedDict)

    def new(self) -> KnownRegion:
        """A region that was not seen before."""
        region = KnownRegion(self.seen)
        self.seen += 1
        return region


class RegionMemory:
    """Per site, the shapes and columns of its regions; bounded, and for one crawl.

    Not for use by several threads at a time.
    """

    def __init__(self) -> None:
        self._sites: OrderedDict[str, _Site] = OrderedDict()

    def __len__(self) -> int:
        """Sites remembered."""
        return len(self._sites)

    def known(
        self, page: Page, regions: Sequence[Records], keys: Sequence[str] = ()
    ) -> list[KnownRegion]:
        """For the records of each region of a page, the site's region that it is; no two the same.

        What is like none of those remembered is a new one. ``keys``: those of the regions, as far
        as they are known.
        """
        site = self._site(page.url)
        keys = [*keys, *[""] * len(regions)]
        shapes = [shape_of(page.tree, [one.nodes for one in records]) for records in regions]
        looks = [*zip(shapes, keys, strict=False)]
        same = _pairs(looks, site.regions)
        found = []
        for place, look in enumerate(looks):
            region = site.regions[same[place]] if place in same else site.new()
            region.shape, region.key = look
            found.append(region)
        for region in reversed(found):
            site.regions[region.number] = region
            site.regions.move_to_end(region.number)
        _forget(site.regions, MAX_REGIONS)
        return found

    def by_example(self, page: Page, name: str) -> KnownRegion:
        """What a key tree or an example of this name finds on the page's site; it has no number of
        the site's own, and no shape."""
        known = self._site(page.url).by_example
        region = known.setdefault(name, KnownRegion(0))
        known.move_to_end(name)
        _forget(known, MAX_REGIONS)
        return region

    def _site(self, url: str) -> _Site:
        name = site_of(url)
        site = self._sites.setdefault(name, _Site())
        self._sites.move_to_end(name)
        _forget(self._sites, MAX_SITES)
        return site


def _pairs(
    looks: Sequence[tuple[Shape, str]], known: OrderedDict[int, KnownRegion]
) -> dict[int, int]:
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


def site_of(url: str) -> str:
    """The host; of files, their folder; nothing for a page that came without an address."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    if parts.scheme == "file" and not parts.netloc:
        return f"file:{parts.path.rpartition('/')[0]}"
    return parts.netloc.rpartition("@")[2].lower()


def _forget(remembered: OrderedDict[Any, Any], most: int) -> None:
    while len(remembered) > most:
        remembered.popitem(last=False)
