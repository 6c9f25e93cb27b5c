"""Pages of no template, kept in a file until there are enough of them to learn from.

Beside them stands what templates found on other pages (:mod:`.seen_values`).

One SQLite database with a write-ahead log. A page whose ``add`` has returned is in the file, also
if the process is killed the moment after; should the whole machine go down, the latest may be
missing and the file is whole (``synchronous=NORMAL``). Several processes may write to it at a time.
"""

from __future__ import annotations

import sqlite3
import time
import zlib
from collections.abc import Collection, Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.corpus import SavedPage
from scrapy_treesim.corpus.site import site_of
from scrapy_treesim.templates.store.seen_values import TABLES, SeenValues

if TYPE_CHECKING:
    from typing_extensions import Self


VERSION: Final = 2
"""Of the database's tables; those of version 1 get the table of values that they lack."""

APPLICATION: Final = 0x74726565
"""What SQLite says such a file is: ``tree``."""

MAX_PAGES: Final = 20_000
MAX_STORED: Final = 1_000_000_000
"""Bytes, as compressed."""

MAX_BODY: Final = 100_000_000
"""Bytes of a page, not compressed, that are read back."""

LEVEL: Final = 1
"""Of zlib: the quickest; the highest saves a fifth more and takes five times as long."""

AT_ONCE: Final = 32
"""Pages read from the file at a time."""

_TABLES: Final = f"""
CREATE TABLE pages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    site TEXT NOT NULL,
    url TEXT NOT NULL,
    encoding TEXT,
    hash BLOB NOT NULL UNIQUE,
    body BLOB NOT NULL
);
CREATE INDEX pages_of_site ON pages (site, id);
CREATE UNIQUE INDEX pages_of_url ON pages (url) WHERE url <> '';
CREATE TABLE sites (
    site TEXT PRIMARY KEY,
    pages INTEGER NOT NULL,
    stored INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TRIGGER page_added AFTER INSERT ON pages BEGIN
    INSERT INTO sites VALUES (NEW.site, 1, length(NEW.body)) ON CONFLICT (site)
    DO UPDATE SET pages = pages + 1, stored = stored + excluded.stored;
END;
CREATE TRIGGER page_removed AFTER DELETE ON pages BEGIN
    UPDATE sites SET pages = pages - 1, stored = stored - length(OLD.body) WHERE site = OLD.site;
    DELETE FROM sites WHERE site = OLD.site AND pages = 0;
END;
PRAGMA application_id = {APPLICATION};
"""


class PendingStoreError(ValueError):
    """A file that cannot hold pages; one line says why and how to mend it."""


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
        if not self.path.parent.is_dir():
            raise PendingStoreError(f"there is no folder {self.path.parent}")
        try:
            self._database = sqlite3.connect(self.path, timeout=wait, isolation_level=None)
        except sqlite3.Error as error:
            raise PendingStoreError(f"{self.path} cannot be opened: {error}") from None
        self.seen = SeenValues(self._database, self._writing)
        """What templates found on pages earlier."""
        try:
            self._prepare()
        except BaseException as error:
            self._database.close()
            # What SQLite says of a damaged file quotes it.
            if isinstance(error, (sqlite3.Error, UnicodeDecodeError)):
                raise PendingStoreError(f"{self.path} cannot hold pages: {error}") from None
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def __len__(self) -> int:
        return self.count()

    def close(self) -> None:
        """Close the file; to be called once, or by leaving a ``with``."""
        self._database.close()

    def add(self, url: str, body: bytes, encoding: str | None = None) -> Added:
        """Keep a page; when this returns, it is in the file.

        ``encoding`` is what the HTTP headers say of the body, if they say anything.

        Raises:
            sqlite3.Error: it could not be written, as when the disk is full or another process
                wrote for all of ``wait`` seconds.
            PendingStoreError: the file is damaged.
        """
        # Lone surrogates are no text to SQLite.
        url = url.encode("utf-8", "replace").decode()
        packed = zlib.compress(body, LEVEL)
        if len(packed) > self.max_bytes or len(body) > MAX_BODY or self.max_pages < 1:
            return Added(False)
        mark = blake2b(body, digest_size=16).digest()
        with self._writing() as database:
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

    def count(self, site: str | None = None) -> int:
        """Count the pages, of one site or of all."""
        sites = self.sites()
        return sum(sites.values()) if site is None else sites.get(site, 0)

    def sites(self) -> dict[str, int]:
        """Count the pages of each site, most first."""
        rows = self._rows("SELECT site, pages FROM sites ORDER BY pages DESC, site")
        for site, pages in rows:
            if not (isinstance(site, str) and type(pages) is int and 0 < pages < 1 << 40):
                raise self._damaged()
        return dict(rows)

    def pages(self, site: str | None = None) -> Iterator[SavedPage]:
        """The pages, the oldest first, of one site or of all; a few are in memory at a time.

        What is added or removed meanwhile may be among them or not; nothing is locked.
        """
        last = 0
        query = "SELECT id, url, encoding, body FROM pages WHERE id > ?"
        query += " AND site = ?" if site is not None else ""
        while True:
            given = (last, AT_ONCE) if site is None else (last, site, AT_ONCE)
            rows = self._rows(f"{query} ORDER BY id LIMIT ?", *given)
            if not rows:
                return
            for number, url, encoding, packed in rows:
                last = number
                is_whole = isinstance(url, str) and isinstance(encoding, (str, NoneType))
                if not is_whole or not isinstance(packed, bytes):
                    raise self._damaged()
                yield SavedPage(str(number), url, self._unpacked(packed), encoding)

    def remove(self, keys: Iterable[str]) -> int:
        """Take out pages, by their keys, as when they were learned from; how many were there."""
        with self._writing() as database:
            done = database.executemany("DELETE FROM pages WHERE id = ?", ((int(k),) for k in keys))
            return max(0, done.rowcount)

    def hurry(self) -> None:
        """From now on, do not wait for other processes to finish writing."""
        self._database.execute("PRAGMA busy_timeout = 0")

    def _prepare(self) -> None:
        database = self._database
        database.execute("PRAGMA trusted_schema = OFF")
        # Another process may be making the tables.
        with self._writing():
            if self._stamp() == (0, 0):
                self._make_tables()
            application, version = self._stamp()
        if application != APPLICATION:
            raise PendingStoreError(f"{self.path} is another program's database: name another file")
        if version > VERSION:
            raise PendingStoreError(
                f"{self.path} was made by a newer scrapy-treesim: upgrade, or name another file"
            )
        if version < VERSION:
            with self._writing():
                # Another process may have added it meanwhile.
                if self._stamp()[1] < VERSION:
                    self._add_seen()
        self._write_ahead()
        database.execute("PRAGMA synchronous = NORMAL")

    def _write_ahead(self) -> None:
        """Keep a log of changes beside the file. SQLite does not wait for others to do this."""
        for attempt in range(50):
            try:
                self._database.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError:
                if attempt == 49:
                    raise
                time.sleep(0.1)
            else:
                return

    def _stamp(self) -> tuple[int, int]:
        execute = self._database.execute
        application = execute("PRAGMA application_id").fetchone()[0]
        return application, execute("PRAGMA user_version").fetchone()[0]

    def _make_tables(self) -> None:
        if self._database.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            raise PendingStoreError(f"{self.path} is another program's database: name another file")
        statement = ""
        for line in _TABLES.splitlines():
            statement += line + "\n"
            if sqlite3.complete_statement(statement):
                self._database.execute(statement)
                statement = ""

        self._add_seen()

    def _add_seen(self) -> None:
        for statement in TABLES:
            self._database.execute(statement)
        self._database.execute(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that has the right to write from its beginning on."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield self._database
        except BaseException as error:
            self._database.rollback()
            if isinstance(error, UnicodeDecodeError):
                raise self._damaged() from None
            raise
        self._database.commit()

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

    def _unpacked(self, packed: bytes) -> bytes:
        """A page's body, no more of it than any page may have."""
        unpacker = zlib.decompressobj()
        try:
            body = unpacker.decompress(packed, MAX_BODY + 1)
            if unpacker.eof:
                return body
        except zlib.error:
            pass
        raise self._damaged()

    def _damaged(self) -> PendingStoreError:
        return PendingStoreError(f"{self.path} is damaged: delete it to start afresh")


class PendingPages:
    """The pages that a crawl put into the store; what it adds meanwhile may be among them.

    The store's own keys are numbers, which another store gives to other pages. Here a page's key is
    a hash of all there is of it: what a work file knows of a key holds in whichever store.
    """

    def __init__(self, store: PendingStore) -> None:
        self._store = store
        self._stored: dict[str, str] = {}
        """By the key of a page that was read, its key in the store."""

    def pages(self, skip: Container[str] = ()) -> Iterator[SavedPage]:
        """All pages but for those whose keys are in ``skip``, the oldest first."""
        return (page for page in self._read() if page.key not in skip)

    def read(self, keys: Collection[str]) -> Iterator[SavedPage]:
        """The pages of these keys."""
        wanted = frozenset(keys)
        return (page for page in self._read() if page.key in wanted)

    def remove(self, keys: Iterable[str]) -> int:
        """Take out of the store those of these pages that were read from it; how many there were.

        Raises:
            sqlite3.Error: they could not be removed, as ``PendingStore.add`` says.
        """
        return self._store.remove(self._stored[key] for key in keys if key in self._stored)

    def _read(self) -> Iterator[SavedPage]:
        for page in self._store.pages():
            key = _key(page)
            self._stored[key] = page.key
            yield replace(page, key=key)


def _key(page: SavedPage) -> str:
    """In 32 hexadecimal digits, all that a page is learned from."""
    digest = blake2b(repr((page.url, page.encoding)).encode(), digest_size=16)
    digest.update(page.body)
    return digest.hexdigest()
