"""Names of the columns of a site's lists, counted over its pages, and their file.

Pages are read with the saved names, never with those from other pages of the same crawl: so the
items of a page depend neither on the order of pages nor on the process that reads them. Counts add
up to the same in any order, too, within the bounds below.
"""

from __future__ import annotations

import json
from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scrapy_treesim.files.file_lock import locked
from scrapy_treesim.files.json_file import by_name, fitting, load_json, parts, several, text, whole
from scrapy_treesim.files.whole_file import write_whole
from scrapy_treesim.records.table.columns import MAX_COLUMNS, SavedColumn
from scrapy_treesim.values.addresses import MAX_SITE, site_of
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.records.table.columns import Column

VERSION: Final = 7
"""Version of the file format."""
MAX_BYTES: Final = 100_000_000
"""Largest size of a file; the sites not seen for longest are left out of a larger one."""
MAX_SITES: Final = 500
"""Largest number of sites; the one not seen for longest is forgotten first."""
MAX_LISTS: Final = 20
"""Largest number of lists of a site; the one not seen for longest is forgotten first."""
MAX_CHARS: Final = 10_000
"""Largest number of characters in the names and paths of a list's columns; the rest is left out."""
MAX_KEY: Final = 200
"""Largest number of characters of a list's key; a list with a longer key is left out."""
MAX_PAGES: Final = 10**12
"""Largest number of pages counted of a column in a file."""
MEND: Final = "delete it to start afresh"


class MemoryFileError(ValueError):
    """Unreadable file of site memory; one line says why and how to mend it.

    >>> try:
    ...     SiteMemory.load("/dev/null")
    ... except MemoryFileError:
    ...     print("refused")
    refused
    """


@dataclass(frozen=True, slots=True, order=True)
class CountedColumn:
    """Column under one of its names on pages; its pages are counted."""

    path: str
    """Position in the records."""
    name: str
    is_list: bool


Columns: TypeAlias = "Counter[CountedColumn]"
Lists: TypeAlias = "OrderedDict[str, Columns]"
"""Columns by the key of their list, the latest list last."""
Sites: TypeAlias = "OrderedDict[str, Lists]"


def add_columns(sites: Sites, site: str, key: str, columns: Mapping[CountedColumn, int]) -> None:
    """Count the columns of a list, which becomes its site's latest, as far as there is room."""
    lists = sites.setdefault(site, OrderedDict())
    counts = lists.setdefault(key, Counter())
    room = MAX_CHARS - sum(len(column.path) + len(column.name) for column in counts)
    # Columns of most pages first, then by path: the room always goes to the same ones.
    for column, pages in _ranked(columns):
        if column not in counts:
            size = len(column.path) + len(column.name)
            if size > room or len(counts) >= MAX_COLUMNS:
                continue
            room -= size
        counts[column] = min(counts[column] + pages, MAX_PAGES)
    lists.move_to_end(key)
    sites.move_to_end(site)
    if len(lists) > MAX_LISTS:
        lists.popitem(last=False)
    if len(sites) > MAX_SITES:
        sites.popitem(last=False)


def add_sites(sites: Sites, added: Sites) -> None:
    """Add the counts of other pages, as the latest."""
    for site, lists in added.items():
        for key, columns in lists.items():
            add_columns(sites, site, key, columns)


def named(columns: Columns) -> dict[str, SavedColumn]:
    """Return the columns of a list by path, each under its most frequent name; those of most pages
    first."""
    lists = {column.path for column in columns if column.is_list}
    by_path: dict[str, SavedColumn] = {}
    for column, _ in _ranked(columns):
        by_path.setdefault(column.path, SavedColumn(column.name, column.path in lists))
    return by_path


def _ranked(columns: Mapping[CountedColumn, int]) -> list[tuple[CountedColumn, int]]:
    return sorted(columns.items(), key=lambda item: (-item[1], item[0]))


def as_bytes(sites: Sites) -> bytes:
    """Return the content of a file, with the latest sites that fit."""
    start, between, end = f'{{"version": {VERSION}, "sites": {{'.encode(), b", ", b"}}"
    written: list[bytes] = []
    room = MAX_BYTES - len(start) - len(end)
    for site, lists in reversed(sites.items()):
        values = {
            key: [
                [column.path, column.name, column.is_list, pages]
                for column, pages in _ranked(columns)
            ]
            for key, columns in lists.items()
        }
        line = f"{json.dumps(site)}: {json.dumps(values, ensure_ascii=False)}"
        written.append(line.encode("utf-8", "replace"))
        room -= len(written[-1]) + len(between)
        if room < 0:
            written.pop()
            break
    return start + between.join(reversed(written)) + end


def load_sites(path: Path) -> Sites:
    """Return the sites of a file."""
    saved = load_json(path, MAX_BYTES, _file, MemoryFileError, MEND)
    sites: Sites = OrderedDict()
    for site, lists in saved["sites"].items():
        for key, columns in lists.items():
            add_columns(sites, site, key, dict(columns))
    return sites


def _file(value: Any) -> Any:
    version = value.get("version") if isinstance(value, dict) else None
    if version != VERSION:
        raise ValueError(f"holds no site memory: it is of version {version!r:.20}, not {VERSION}")
    return _SITES(value)


def _column(value: Any) -> tuple[CountedColumn, int]:
    path, name, is_list, pages = value
    return CountedColumn(_TEXT(path), _TEXT(name), _FLAG(is_list)), _PAGES(pages)


_TEXT: Final = text(MAX_CHARS)
_FLAG: Final = fitting("true or false", lambda value: type(value) is bool)
_PAGES: Final = whole(1, MAX_PAGES)
_LISTS: Final = by_name(text(MAX_KEY), several(_column, MAX_COLUMNS), MAX_LISTS)
_SITES: Final = parts(
    {"version": whole(VERSION, VERSION), "sites": by_name(text(MAX_SITE), _LISTS, MAX_SITES)}
)


def _site_of(page: Page) -> str:
    """Return the site of a page as text for a file."""
    return site_of(page.url).encode("utf-8", "replace").decode()


class SiteMemory:
    """Names of the columns of each site's lists; bounded, with quick access.

    A page is read with the names saved before. Names learned from it count once they are saved.
    Not for use by several threads at a time.

    >>> names = "Apple Pear Plum Fig Quince Cherry".split()
    >>> rows = "".join(f"<li><a href=/{name}>{name}</a> <b>$2.50</b>" for name in names)
    >>> memory = SiteMemory()
    >>> items = extract(f"<ul>{rows}</ul>", url="https://shop.example/", memory=memory)
    >>> memory
    <SiteMemory of 1 site>
    """

    def __init__(self) -> None:
        self._saved: Sites = OrderedDict()
        self._learned: Sites = OrderedDict()
        """Columns learned from pages since."""
        self._file: Path | None = None
        """File that was loaded or saved last."""

    def __len__(self) -> int:
        """Return the number of sites."""
        return len(self._saved.keys() | self._learned.keys())

    def __repr__(self) -> str:
        return f"<SiteMemory of {counted(len(self), 'site')}>"

    def save(self, path: str | Path) -> None:
        """Write the memory as JSON; the file is replaced at once or not at all.

        The file keeps what others have written to it since: only what this memory has learned since
        it was loaded from it or saved to it is added, and all of it to another file.

        Raises:
            OSError: it cannot be written.
            MemoryFileError: there is such a file, and it holds something else.
        """
        path = Path(path).resolve()
        with locked(path):
            sites = load_sites(path) if path.exists() else OrderedDict()
            if path != self._file or not path.exists():
                add_sites(sites, self._saved)
            add_sites(sites, self._learned)
            write_whole(path, as_bytes(sites))
        self._file = path
        add_sites(self._saved, self._learned)
        self._learned.clear()

    @classmethod
    def load(cls, path: str | Path) -> SiteMemory:
        """Return the memory in a file.

        Raises:
            MemoryFileError: the file cannot be read or holds no such memory.
        """
        memory = cls()
        memory._file = Path(path).resolve()
        memory._saved = load_sites(Path(path))
        return memory

    def columns(self, page: Page, key: str) -> dict[str, SavedColumn]:
        """Return the saved columns of a list of the page's site by path.

        ``key``: that of the region, or of the example that finds the list.
        """
        lists = self._saved.get(_site_of(page))
        return named(lists[key]) if lists and key in lists else {}

    def learn(self, page: Page, key: str, columns: Iterable[Column]) -> None:
        """Count the columns of a list on a page; pages without a host are left out."""
        site = _site_of(page)
        if site and len(key) <= MAX_KEY:
            counts = {
                CountedColumn(column.path, column.name, column.is_list): 1 for column in columns
            }
            add_columns(self._learned, site, key, counts)
