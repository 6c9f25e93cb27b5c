"""The file of a site memory: bounded as written, and checked as read."""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from math import isfinite
from pathlib import Path
from typing import Any, Final

from scrapy_treesim.json_file import read_json
from scrapy_treesim.memory import regions, site
from scrapy_treesim.memory.regions import KnownRegion, SiteRegions, forget
from scrapy_treesim.memory.site import MAX_NAME, MAX_SKETCH, Look, Site, bounded
from scrapy_treesim.network.weights import KINDS
from scrapy_treesim.records.over_pages.known_columns import KnownColumn
from scrapy_treesim.records.over_pages.region_shape import MAX_FEATURES

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
    try:
        held = read_json(path, MAX_BYTES)
    except OSError as error:
        raise MemoryFileError(f"{path} cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise MemoryFileError(f"{path} holds no site memory: it {error}: {MEND}") from None
    try:
        if held["version"] != VERSION:
            raise ValueError(f"it is of version {held['version']!r:.20}, not {VERSION}")
        latest = list(held["sites"].items())[-site.MAX_SITES :]
        return OrderedDict((_name_of(name), _site_of(held)) for name, held in latest)
    except (
        ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError
    ) as error:  # fmt: skip
        what = f"{type(error).__name__}: {error}"
        raise MemoryFileError(f"{path} holds no site memory ({what:.200}): {MEND}") from None


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
