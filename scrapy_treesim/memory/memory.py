"""The memory of sites that kinds of pages and lists are read with, and its file.

The file is bounded as written, and checked as read.
"""

from __future__ import annotations

import json
import re
from array import array
from collections import OrderedDict
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from scrapy_treesim.file_lock import locked
from scrapy_treesim.json_file import load_json, read_part
from scrapy_treesim.memory import regions, site
from scrapy_treesim.memory import site as bounds
from scrapy_treesim.memory.regions import KnownRegion, SiteRegions, forget, look_of
from scrapy_treesim.memory.site import (
    FILES,
    MAX_NAME,
    MAX_SKETCH,
    Look,
    Site,
    add_sites,
    bounded,
    lean,
    look_of_page,
    site_of,
)
from scrapy_treesim.network.weights import KINDS
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.records.over_pages.known_columns import KnownColumn
from scrapy_treesim.records.over_pages.region_key import MAX_FEATURES
from scrapy_treesim.whole_file import state_of, write_whole
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.memory.regions import Records
    from scrapy_treesim.page import Page


VERSION: Final = 6
"""Of the file format."""
MAX_BYTES: Final = 100_000_000
"""Of a file; of what would make a larger one, the sites not seen for longest are left out."""
MAX_COUNT: Final = 10**12
"""The number of a list in a file at most."""
MAX_HASH: Final = (1 << 64) - 1
MEND: Final = "delete it to start afresh"

_HASH: Final = re.compile("[0-9]{1,20}")


class MemoryFileError(ValueError):
    """A file that site memory cannot be read from; one line says why and how to mend it."""


def as_bytes(sites: OrderedDict[str, Site]) -> bytes:
    """The file, of the latest sites that there is room for."""
    start, between, end = f'{{"version": {VERSION}, "sites": {{'.encode(), b", ", b"}}"
    written: list[bytes] = []
    room = MAX_BYTES - len(start) - len(end)
    for name, one in reversed(sites.items()):
        values = {
            "looks": {
                address: [sorted(look.sketch), look.log_odds] for address, look in one.looks.items()
            },
            "regions": [
                [region.number, region.key, sorted(region.shape), _written(region)]
                for region in one.regions.known.values()
            ],
            "by_example": {
                example: _written(region) for example, region in one.regions.by_example.items()
            },
        }
        text = f"{json.dumps(name)}: {json.dumps(values, ensure_ascii=False)}"
        written.append(text.encode("utf-8", "replace"))
        room -= len(written[-1]) + len(between)
        if room < 0:
            written.pop()
            break
    return start + between.join(reversed(written)) + end


def _written(region: KnownRegion) -> list[Any]:
    return [[one.name, one.kind, one.path, one.is_list] for one in region.columns]


def load_sites(path: Path) -> OrderedDict[str, Site]:
    """The sites of a file.

    Raises:
        MemoryFileError: it cannot be read or holds no site memory.
    """
    sites: OrderedDict[str, Site] = load_json(path, MAX_BYTES, _sites_in, MemoryFileError, MEND)
    return sites


def _sites_in(held: Any) -> OrderedDict[str, Site]:
    if not isinstance(held, dict) or held.get("version") != VERSION:
        version = held.get("version") if isinstance(held, dict) else None
        raise ValueError(f"holds no site memory: it is of version {version!r:.20}, not {VERSION}")
    return read_part(".sites", _latest, held.get("sites"))  # type: ignore[no-any-return]


def _latest(held: Any) -> OrderedDict[str, Site]:
    latest = [*held.items()][-bounds.MAX_SITES :]
    return OrderedDict((_name_of(name), _site_of(one)) for name, one in latest)


def _name_of(name: str) -> str:
    if len(name) > MAX_NAME:
        raise ValueError(f"{name!r:.40} is too long for a host")
    return name


def _site_of(held: dict[str, Any]) -> Site:
    found = Site(regions=_regions_of(held))
    for address, (sketch, log_odds) in [*held.get("looks", {}).items()][-site.MAX_LOOKS :]:
        if not _HASH.fullmatch(address):
            raise ValueError(f"{address!r:.40} is no hash")
        found.see(_number(int(address)), _look(sketch, log_odds))
    return found


def _look(sketch: list[int], log_odds: list[float]) -> Look:
    if len(log_odds) != len(KINDS) or not all(type(one) in (int, float) for one in log_odds):
        raise ValueError(f"{log_odds!r:.40} are no log-odds of {len(KINDS)} kinds")
    if not all(map(isfinite, log_odds)):
        raise ValueError("some log-odds are no numbers")
    return Look(frozenset(map(_number, sketch[:MAX_SKETCH])), bounded(log_odds))


def _regions_of(held: dict[str, Any]) -> SiteRegions:
    found = SiteRegions()
    for number, key, shape, columns in held.get("regions", []):
        if type(key) is not str:
            raise ValueError(f"{key!r:.40} is no key of a list")
        looks = frozenset(map(_number, shape[:MAX_FEATURES])), key
        region = _with_columns(KnownRegion(_number(number, MAX_COUNT), *looks), columns)
        found.known[region.number] = region
    for name, columns in held.get("by_example", {}).items():
        found.by_example[name] = _with_columns(KnownRegion(0), columns)
    forget(found.known, regions.MAX_REGIONS)
    forget(found.by_example, regions.MAX_REGIONS)
    return found


def _with_columns(region: KnownRegion, held: list[list[Any]]) -> KnownRegion:
    for one in held:
        if [*map(type, one)] != [str, str, str, bool]:
            raise ValueError(f"{one!r:.40} is no column")
    region.add(KnownRegion(0, columns=[KnownColumn(*one) for one in held]))
    return region


def _number(number: object, most: int = MAX_HASH) -> int:
    if type(number) is not int or not 0 <= number <= most:
        raise ValueError(f"{number!r:.40} is no number from 0 to {most}")
    return number


class SiteMemory:
    """Per site, what kinds of pages look how and which columns lists have; bounded, cheap to ask.

    Not for use by several threads at a time.
    """

    def __init__(self) -> None:
        self._sites: OrderedDict[str, Site] = OrderedDict()
        self._before: dict[str, Site] = {}
        """Of sites of which something may have been learned that the file lacks, what it has; none
        before there is a file."""
        self._file: Path | None = None
        """Loaded or saved last."""
        self._state: tuple[int, ...] = ()
        """Its state when it had just this memory; empty if it has more, of others."""

    def __len__(self) -> int:
        """Hosts remembered; folders of files are none."""
        return sum(not name.startswith(FILES) for name in self._sites)

    def __repr__(self) -> str:
        return f"<SiteMemory of {counted(len(self), 'site')}>"

    def save(self, path: str | Path) -> None:
        """Write the memory as JSON; the file is replaced at once or not at all.

        What others have put into the file since stays: only what this memory has learned since it
        was loaded from it or saved to it is added, and all of it to another file.

        Raises:
            OSError: it cannot be written.
            MemoryFileError: there is such a file, and it holds something else.
        """
        path = Path(path).resolve()
        is_same = path == self._file
        with locked(path):
            sites = self._sites
            if path.exists() and not (is_same and state_of(path) == self._state):
                sites = load_sites(path)
                add_sites(sites, self._learned() if is_same else self._sites)
            write_whole(path, as_bytes(sites))
            self._file, self._state = path, state_of(path) if sites is self._sites else ()
        self._before.clear()

    @classmethod
    def load(cls, path: str | Path) -> SiteMemory:
        """The memory that was saved.

        Raises:
            MemoryFileError: the file cannot be read or holds no such memory.
        """
        memory = cls()
        memory._file = Path(path).resolve()
        memory._state = state_of(memory._file)
        memory._sites = load_sites(Path(path))
        return memory

    def kind(self, page: Page, alone: array[float]) -> array[float]:
        """A page's log-odds of the kinds in the light of the site's other pages that look alike."""
        name = site_of(page.url)
        if not name or name.startswith(FILES) or not len(page.once(reading_of)):
            return alone
        site, own, address = self._site(name), look_of_page(page, alone), _address_of(page)
        leant = lean(site.looks, own, address)
        site.see(address, own)
        return array("d", leant)

    def regions(
        self, page: Page, regions: Sequence[Records], keys: Sequence[str] = ()
    ) -> list[KnownRegion]:
        """For the records of each region of a page, the site's region that it is; no two the same.

        ``keys``: those of the regions, as far as they are known.
        """
        pairs = zip(regions, [*keys, *[""] * len(regions)], strict=False)
        return self._site(site_of(page.url)).regions.of([look_of(page, *one) for one in pairs])

    def by_example(self, page: Page, name: str) -> KnownRegion:
        """The region that a key tree or an example of this name finds on the page's site."""
        return self._site(site_of(page.url)).regions.of_example(name)

    def _site(self, name: str | None) -> Site:
        """The memory of a site, to learn into as well; of one without a name nothing is kept."""
        if name is None:
            return Site()
        if name not in self._sites:
            self._sites[name] = Site()
        self._sites.move_to_end(name)
        if self._file is not None and name not in self._before:
            self._before[name] = self._sites[name].copy()
        if len(self._sites) > bounds.MAX_SITES:
            forgotten, _ = self._sites.popitem(last=False)
            self._before.pop(forgotten, None)
        return self._sites[name]

    def _learned(self) -> dict[str, Site]:
        """The part that the file does not have, the sites in their order."""
        return {
            name: site.since(self._before[name])
            for name, site in self._sites.items()
            if name in self._before
        }


def _address_of(page: Page) -> int:
    """Hash a page's address and title, or its text, by which it is known again."""
    named = f"{page.url} {page.title}".encode("utf-8", "replace")
    return crc32(named if page.url else page.tree.text)
