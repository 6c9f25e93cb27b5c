"""Pages of no template, kept in a file until there are enough of them to learn from.

Beside them stands, by address, what templates found on other pages, to know their fields again
after a redesign. It is data: what is no such row is passed over.

One SQLite database with a write-ahead log. A page whose ``add`` has returned is in the file, also
if the process is killed the moment after; should the whole machine go down, the latest may be
missing and the file is whole (``synchronous=NORMAL``). Several processes may write to it at a time.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.corpus import SavedPage
from scrapy_treesim.corpus.site import site_of
from scrapy_treesim.json_file import by_name, parse_json, several, text
from scrapy_treesim.templates.store.database import FileKind, writing

if TYPE_CHECKING:
    from typing_extensions import Self

_SEEN: Final = (
    "CREATE TABLE seen (id INTEGER PRIMARY KEY AUTOINCREMENT, site TEXT NOT NULL,"
    " url TEXT NOT NULL UNIQUE, template TEXT NOT NULL, fields TEXT NOT NULL)",
    "CREATE INDEX seen_of_template ON seen (template, id)",
)

MAX_OF_TEMPLATE: Final = 500
"""Pages of a template that are remembered, the latest."""
MAX_SEEN: Final = 20_000
"""Pages that are remembered in all."""
ASKED_EVERY: Final = 64
"""Pages after which their number is looked at anew."""
MAX_FIELDS: Final = 100
MAX_VALUES: Final = 50
"""Of a field of a page."""
MAX_CHARS: Final = 1_000
"""Of a value; a longer one is not remembered."""
MAX_ROW: Final = 100_000
"""Characters of a page's fields as JSON."""

Values = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page and its fields as they were found on it."""

    url: str
    template: str
    """The id of the template that found them."""
    fields: Mapping[str, Values]


class SeenValues:
    """A table of at most MAX_OF_TEMPLATE pages of a template and some MAX_SEEN in all."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._added = 0

    def remember(self, url: str, template: str, fields: Mapping[str, str | Sequence[str]]) -> None:
        """Note the fields of a page, in place of what was noted of its address before.

        A field that its template found there before and lacks now keeps its value: it may stand
        where the template's rules no longer look.

        Raises:
            sqlite3.Error: it could not be written.
        """
        url = url.encode("utf-8", "replace").decode()
        said = _written(fields)
        if not url or not said:
            return
        known = self._database.execute(
            "SELECT template, fields FROM seen WHERE url = ?", (url,)
        ).fetchone()
        if known == (template, said):
            return
        before = _read(url, *known) if known else None
        if before is not None and before.template == template:
            said = _written({**before.fields, **fields})
            if known == (template, said):
                return
        with writing(self._database) as database:
            database.execute("DELETE FROM seen WHERE url = ?", (url,))
            self._make_room(template)
            database.execute(
                "INSERT INTO seen (site, url, template, fields) VALUES (?, ?, ?, ?)",
                (site_of(url), url, template, said),
            )

    def pages(self) -> Iterator[SeenPage]:
        """The pages, the oldest first."""
        with suppress(UnicodeDecodeError):
            rows = self._database.execute(
                "SELECT url, template, fields FROM seen ORDER BY id LIMIT ?", (2 * MAX_SEEN,)
            )
            for url, template, said in rows:
                page = _read(url, template, said)
                if page is not None:
                    yield page

    def _make_room(self, template: str) -> None:
        database = self._database
        (count,) = database.execute(
            "SELECT count(*) FROM seen WHERE template = ?", (template,)
        ).fetchone()
        if count >= MAX_OF_TEMPLATE:
            database.execute(
                "DELETE FROM seen WHERE id IN (SELECT id FROM seen WHERE template = ? ORDER BY id"
                " LIMIT ?)",
                (template, count - MAX_OF_TEMPLATE + 1),
            )
        if self._added % ASKED_EVERY == 0:
            (count,) = database.execute("SELECT count(*) FROM seen").fetchone()
            if count >= MAX_SEEN:
                database.execute(
                    "DELETE FROM seen WHERE id IN (SELECT id FROM seen ORDER BY id LIMIT ?)",
                    (count - MAX_SEEN + ASKED_EVERY,),
                )
        self._added += 1


def _written(fields: Mapping[str, str | Sequence[str]]) -> str:
    """The fields as JSON; empty where there are none to remember."""
    kept: dict[str, list[str]] = {}
    for name, value in [*fields.items()][:MAX_FIELDS]:
        values = [value] if isinstance(value, str) else [*value]
        if len(values) <= MAX_VALUES and all(0 < len(one) <= MAX_CHARS for one in values):
            kept[name] = values
    said = json.dumps(kept, ensure_ascii=True) if kept else ""
    return said if len(said) <= MAX_ROW else ""


_FIELDS: Final = by_name(text(MAX_ROW), several(text(MAX_CHARS), MAX_VALUES, 1), MAX_FIELDS)


def _read(url: Any, template: Any, said: Any) -> SeenPage | None:
    """A row; None where it is none."""
    if not all(isinstance(one, str) for one in (url, template, said)) or len(said) > MAX_ROW:
        return None
    try:
        fields = _FIELDS(parse_json(said))
    except ValueError:
        return None
    return SeenPage(url, template, {name: tuple(values) for name, values in fields.items()})


VERSION: Final = 2
"""Of the database's tables."""

APPLICATION: Final = 0x74726565
"""SQLite application id of such a file: ``tree``."""

MAX_PAGES: Final = 20_000
MAX_STORED: Final = 1_000_000_000
"""Bytes, as compressed."""

MAX_BODY: Final = 100_000_000
"""Bytes of a page, not compressed, that are read back."""

LEVEL: Final = 1
"""Of zlib: the quickest; the highest saves a fifth more and takes five times as long."""

AT_ONCE: Final = 32
"""Pages read from the file at a time."""

_TABLES: Final = (
    "CREATE TABLE pages (id INTEGER PRIMARY KEY AUTOINCREMENT, site TEXT NOT NULL,"
    " url TEXT NOT NULL, encoding TEXT, hash BLOB NOT NULL UNIQUE, body BLOB NOT NULL)",
    "CREATE INDEX pages_of_site ON pages (site, id)",
    "CREATE UNIQUE INDEX pages_of_url ON pages (url) WHERE url <> ''",
    "CREATE TABLE sites (site TEXT PRIMARY KEY, pages INTEGER NOT NULL, stored INTEGER NOT NULL)"
    " WITHOUT ROWID",
    "CREATE TRIGGER page_added AFTER INSERT ON pages BEGIN"
    " INSERT INTO sites VALUES (NEW.site, 1, length(NEW.body)) ON CONFLICT (site)"
    " DO UPDATE SET pages = pages + 1, stored = stored + excluded.stored; END",
    "CREATE TRIGGER page_removed AFTER DELETE ON pages BEGIN"
    " UPDATE sites SET pages = pages - 1, stored = stored - length(OLD.body) WHERE site = OLD.site;"
    " DELETE FROM sites WHERE site = OLD.site AND pages = 0; END",
)


class PendingStoreError(ValueError):
    """A file that cannot hold pages; one line says why and how to mend it."""


_KIND: Final = FileKind("pages", APPLICATION, VERSION, (*_TABLES, *_SEEN), PendingStoreError)


@dataclass(frozen=True, slots=True)
class Added:
    """The result of adding a page."""

    kept: bool
    """False for a page that was there already, and for one too large for the store."""
    dropped: int = 0
    """Pages that had to make room."""


class PendingStore:
    """Pages in an SQLite file, each once, as many as it may hold.

    When it is full, the oldest page of the site with most pages (or bytes) makes room, so that no
    site crowds out the others. A page of an address that is there already takes its place. For one
    thread at a time; several processes, each with a store of its own, may share the file.

    Args:
        path: the file; it is made where there is none.
        max_pages: how many to hold.
        max_bytes: how many bytes of them, compressed, to hold; the file is a few percent larger.
        wait: seconds to wait for another process that writes.

    Raises:
        PendingStoreError: its folder does not exist, it is something else, or not to be written.
    """

    def __init__(
        self,
        path: str | Path,
        max_pages: int = MAX_PAGES,
        max_bytes: int = MAX_STORED,
        wait: float = 5.0,
    ) -> None:
        self.path: Path = Path(path)
        self.max_pages: int = max_pages
        self.max_bytes: int = max_bytes
        self._database = _KIND.open(self.path, wait)
        self.seen = SeenValues(self._database)
        """Values that templates found on pages earlier."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def __len__(self) -> int:
        return sum(self.sites().values())

    def close(self) -> None:
        """Close the file; to be called once, or by leaving a ``with``."""
        self._database.close()

    def add(self, url: str, body: bytes, encoding: str | None = None) -> Added:
        """Keep a page; when this returns, it is in the file.

        ``encoding`` is what the HTTP headers say of the body, if they say anything.

        Raises:
            sqlite3.Error: it could not be written, as when the disk is full, another process wrote
                for all of ``wait`` seconds, or the file is damaged.
        """
        # Lone surrogates are no text to SQLite.
        url = url.encode("utf-8", "replace").decode()
        packed = zlib.compress(body, LEVEL)
        if len(packed) > self.max_bytes or len(body) > MAX_BODY or self.max_pages < 1:
            return Added(False)
        mark = blake2b(body, digest_size=16).digest()
        with writing(self._database) as database:
            if database.execute("SELECT 1 FROM pages WHERE hash = ?", (mark,)).fetchone():
                return Added(False)
            if url:
                database.execute("DELETE FROM pages WHERE url = ?", (url,))
            dropped = self._make_room(len(packed))
            database.execute(
                "INSERT INTO pages (site, url, encoding, hash, body) VALUES (?, ?, ?, ?, ?)",
                (site_of(url), url, encoding, mark, packed),
            )
        return Added(True, dropped)

    def sites(self) -> dict[str, int]:
        """Count the pages of each site, most first."""
        rows = self._rows("SELECT site, pages FROM sites ORDER BY pages DESC, site")
        for site, pages in rows:
            if not (isinstance(site, str) and type(pages) is int and 0 < pages < 1 << 40):
                raise self._damaged()
        return dict(rows)

    def pages(self, skip: Container[str] = ()) -> Iterator[SavedPage]:
        """All pages but for those whose keys are in ``skip``, the oldest first.

        A few are in memory at a time. What is added or removed meanwhile may be among them or not;
        nothing is locked. A key has the page's number and a hash of all there is of it, so that no
        page of another store has it.
        """
        last = 0
        query = "SELECT id, url, encoding, body FROM pages WHERE id > ? ORDER BY id LIMIT ?"
        while rows := self._rows(query, last, AT_ONCE):
            for number, url, encoding, packed in rows:
                last = number
                page = self._page(number, url, encoding, packed)
                if page.key not in skip:
                    yield page

    def read(self, keys: Collection[str]) -> Iterator[SavedPage]:
        """The pages of these keys."""
        query = "SELECT id, url, encoding, body FROM pages WHERE id = ?"
        for key in keys:
            for row in self._rows(query, _number(key)):
                page = self._page(*row)
                if page.key == key:
                    yield page

    def remove(self, keys: Iterable[str]) -> int:
        """Take out pages, by their keys, as when they were learned from; how many were there.

        A key of another store, as a work file may have them, takes out nothing.
        """
        numbers = [(_number(page.key),) for page in self.read([*keys])]
        with writing(self._database) as database:
            done = database.executemany("DELETE FROM pages WHERE id = ?", numbers)
            return max(0, done.rowcount)

    def hurry(self) -> None:
        """From now on, do not wait for other processes to finish writing."""
        self._database.execute("PRAGMA busy_timeout = 0")

    def _rows(self, query: str, *given: object) -> list[Any]:
        try:
            return self._database.execute(query, given).fetchall()
        except UnicodeDecodeError:
            # What SQLite says of a damaged file quotes it.
            raise self._damaged() from None

    def _make_room(self, needed: int) -> int:
        """Remove pages until one more of so many bytes fits in; how many."""
        database = self._database
        removed = 0
        pages, stored = database.execute(
            "SELECT CAST(total(pages) AS INTEGER), CAST(total(stored) AS INTEGER) FROM sites"
        ).fetchone()
        while pages and (pages >= self.max_pages or stored + needed > self.max_bytes):
            most = "pages" if pages >= self.max_pages else "stored"
            (site,) = database.execute(
                f"SELECT site FROM sites ORDER BY {most} DESC LIMIT 1"
            ).fetchone()
            oldest = database.execute(
                "SELECT id, length(body) FROM pages WHERE site = ? ORDER BY id LIMIT 1", (site,)
            ).fetchone()
            if oldest is None:
                raise self._damaged()
            number, size = oldest
            database.execute("DELETE FROM pages WHERE id = ?", (number,))
            pages, stored, removed = pages - 1, stored - size, removed + 1
        return removed

    def _page(self, number: int, url: Any, encoding: Any, packed: Any) -> SavedPage:
        """A row as a page, with no more of its body than any page may have."""
        is_whole = isinstance(url, str) and isinstance(encoding, (str, NoneType))
        if not is_whole or not isinstance(packed, bytes):
            raise self._damaged()
        unpacker = zlib.decompressobj()
        try:
            body = unpacker.decompress(packed, MAX_BODY + 1)
        except zlib.error:
            raise self._damaged() from None
        if not unpacker.eof:
            raise self._damaged()
        digest = blake2b(repr((url, encoding)).encode(), digest_size=16)
        digest.update(body)
        return SavedPage(f"{number}-{digest.hexdigest()}", url, body, encoding)

    def _damaged(self) -> PendingStoreError:
        return PendingStoreError(f"{self.path} is damaged: delete it to start afresh")


def _number(key: str) -> int:
    """The number of a page in the store, by its key."""
    return int(key.partition("-")[0])
