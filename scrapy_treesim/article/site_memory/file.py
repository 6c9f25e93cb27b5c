"""The file of a site memory: bounded as written, and checked as read."""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from scrapy_treesim.article.site_memory import site
from scrapy_treesim.article.site_memory.site import Site, Texts, Votes
from scrapy_treesim.json_file import read_json

VERSION: Final = 2
"""Of the file format."""

MAX_BYTES: Final = 100_000_000
"""Of a file; of what would make a larger one, the hosts not seen for longest are left out."""

MAX_COUNT: Final = 10**9
"""Pages that anything in a file is counted on; more are as many."""

MAX_SUM: Final = 1e12
"""What their votes or log-odds make at most, above 0 or below; more is as much."""

BEYOND: Final = 1_000
"""How often as much in a file as that is no count and no sum."""

MAX_HOST: Final = 300
"""Characters of a host; a longer one is not remembered."""

MEND: Final = "delete it to start afresh"


class MemoryFileError(ValueError):
    """A file that site memory cannot be read from; one line says why and how to mend it."""


def state_of(path: Path) -> tuple[int, ...]:
    """The state that a file was written in; empty where there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns


def as_bytes(sites: Mapping[str, Site]) -> bytes:
    """The file, of the latest hosts that there is room for."""
    start, between, end = f'{{"version": {VERSION}, "sites": {{', ", ", "}}"
    written: list[str] = []
    room = MAX_BYTES - len(start) - len(end)
    for host, one in reversed([*sites.items()]):
        values = {
            "pages": one.pages,
            "containers": dict(one.containers),
            "places": dict(one.places),
            "texts": dict(one.texts),
            "addresses": list(one.addresses),
        }
        text = f"{json.dumps(host)}: {json.dumps(values)}"
        room -= len(text) + len(between)
        if room < 0:
            break
        written.append(text)
    return f"{start}{between.join(reversed(written))}{end}".encode()


def load_sites(path: Path) -> OrderedDict[str, Site]:
    """The hosts of a file.

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
        hosts = list(held["sites"].items())[-site.MAX_HOSTS :]
        return OrderedDict((_host_of(host), _site_of(held)) for host, held in hosts)
    except (
        ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError
    ) as error:  # fmt: skip
        what = f"{type(error).__name__}: {error}"
        raise MemoryFileError(f"{path} holds no site memory ({what:.200}): {MEND}") from None


def _host_of(name: str) -> str:
    if len(name) > MAX_HOST:
        raise ValueError(f"{name!r:.40} is too long for a host")
    return name


def _site_of(held: dict[str, Any]) -> Site:
    def votes(of: dict[str, Any]) -> Votes:
        pairs = ((kind, one) for kind, one in list(of.items())[-site.MAX_KINDS :])
        return Votes(
            (_hash(kind), (_count(pages, 1), _sum(total))) for kind, (pages, total) in pairs
        )

    texts = list(held["texts"].items())[-site.MAX_TEXTS :]
    return Site(
        pages=_count(held["pages"]),
        containers=votes(held["containers"]),
        places=votes(held["places"]),
        texts=Texts((_hash(text), _count(pages, 1)) for text, pages in texts),
        addresses=OrderedDict.fromkeys(map(_number, held["addresses"][-site.MAX_ADDRESSES :])),
    )


_HASH: Final = re.compile("[0-9]{1,20}")


def _hash(text: str) -> int:
    if not _HASH.fullmatch(text):
        raise ValueError(f"{text!r:.40} is no hash")
    return _number(int(text))


def _number(number: object) -> int:
    if type(number) is not int or not 0 <= number < 1 << 64:
        raise ValueError(f"{number!r:.40} is no hash")
    return number


def _count(number: object, least: int = 0) -> int:
    if type(number) is not int or not least <= number <= BEYOND * MAX_COUNT:
        raise ValueError(f"{number!r:.40} is no number of pages")
    return min(number, MAX_COUNT)


def _sum(number: Any) -> float:
    is_number = isinstance(number, (int, float)) and not isinstance(number, bool)
    if not is_number or not -BEYOND * MAX_SUM <= number <= BEYOND * MAX_SUM:
        raise ValueError(f"{number!r:.40} is no sum of votes")
    return min(MAX_SUM, max(-MAX_SUM, float(number)))
