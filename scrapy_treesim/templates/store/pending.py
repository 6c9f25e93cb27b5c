"""Store of pages without a template, until there are enough of them to learn from.

A second table has the fields of other pages by address, to recover them after a redesign. Its rows
are untrusted data: invalid ones are skipped.

One SQLite database with a write-ahead log. After ``add`` returns, the page is in the file, even if
the process is killed at once; if the whole machine goes down, the latest pages may be missing, but
the file is whole (``synchronous=NORMAL``). Several processes may write to it at a time.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from itertools import starmap
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.files.json_file import by_name, parse_json, several, text
from scrapy_treesim.files.saved_page import SavedPage
from scrapy_treesim.templates.store.database import FileKind, writing
from scrapy_treesim.values.addresses import site_of

if TYPE_CHECKING:
    from typing_extensions import Self

_SEEN: Final = (
    "CREATE TABLE seen (id INTEGER PRIMARY KEY AUTOINCREMENT, site TEXT NOT NULL,"
    " url TEXT NOT NULL UNIQUE, template TEXT NOT NULL, fields TEXT NOT NULL)",
    "CREATE INDEX seen_of_template ON seen (template, id)",
)

MAX_OF_TEMPLATE: Final = 500
"""Most pages of a template that are remembered, the latest."""
MAX_SEEN: Final = 20_000
"""Most pages that are remembered in all."""
COUNTED_EVERY: Final = 64
"""Number of new pages between two counts of all pages."""
MAX_FIELDS: Final = 100
MAX_VALUES: Final = 50
"""Most values of a field on a page."""
MAX_CHARS: Final = 1_000
"""Most characters of a value; a longer one is not remembered."""
MAX_ROW: Final = 100_000
"""Most characters of a page's fields as JSON."""

Values = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeenPage:
    """One page with the fields found on it."""

    url: str
    template: str
    """Id of the template of the fields."""
    fields: Mapping[str, Values]


class SeenValues:
    """Table of at most MAX_OF_TEMPLATE pages of a template and some MAX_SEEN in all."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._added = 0

    def remember(self, url: str, template: str, fields: Mapping[str, str | Sequence[str]]) -> None:
        """Remember the fields of a page; replace the earlier ones of its address.

        A field found there before by the same template and missing now keeps its value, which may
        still be on the page where the template's rules miss it.
        """
        url = url.encode("utf-8", "replace").decode()
        content = _as_json(fields)
        if not url or not content:
            return
        row = self._database.execute(
            "SELECT template, fields FROM seen WHERE url = ?", (url,)
        ).fetchone()
        before = _page_of_row(url, *row) if row and row != (template, content) else None
        if before is not None and before.template == template:
            content = _as_json({**before.fields, **fields})
        if row == (template, content):
            return
        with writing(self._database) as database:
            database.execute("DELETE FROM seen WHERE url = ?", (url,))
            self._make_room(template)
            database.execute(
                "INSERT INTO seen (site, url, template, fields) VALUES (?, ?, ?, ?)",
                (site_of(url), url, template, content),
            )

    def pages(self) -> Iterator[SeenPage]:
        """Yield the pages, oldest first."""
        with suppress(UnicodeDecodeError):
            rows = self._database.execute(
                "SELECT url, template, fields FROM seen ORDER BY id LIMIT ?", (2 * MAX_SEEN,)
            )
            yield from filter(None, starmap(_page_of_row, rows))

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
        if self._added % COUNTED_EVERY == 0:
            (count,) = database.execute("SELECT count(*) FROM seen").fetchone()
            if count >= MAX_SEEN:
                database.execute(
                    "DELETE FROM seen WHERE id IN (SELECT id FROM seen ORDER BY id LIMIT ?)",
                    (count - MAX_SEEN + COUNTED_EVERY,),
                )
        self._added += 1


def _as_json(fields: Mapping[str, str | Sequence[str]]) -> str:
    """Return the fields as JSON; empty if there is nothing to remember."""
    remembered: dict[str, list[str]] = {}
    for name, value in [*fields.items()][:MAX_FIELDS]:
        values = [value] if isinstance(value, str) else [*value]
        if len(values) <= MAX_VALUES and all(0 < len(text) <= MAX_CHARS for text in values):
            remembered[name] = values
    content = json.dumps(remembered, ensure_ascii=True) if remembered else ""
    return content if len(content) <= MAX_ROW else ""


_FIELDS: Final = by_name(text(MAX_ROW), several(text(MAX_CHARS), MAX_VALUES, 1), MAX_FIELDS)


def _page_of_row(url: Any, template: Any, content: Any) -> SeenPage | None:
    """Return the page of a row; None if it is invalid."""
    if (
        not all(isinstance(text, str) for text in (url, template, content))
        or len(content) > MAX_ROW
    ):
        return None
    try:
        fields = _FIELDS(parse_json(content))
    except ValueError:
        return None
    return SeenPage(url, template, {name: tuple(values) for name, values in fields.items()})


VERSION: Final = 2
"""Version of the database's tables."""

APPLICATION: Final = 0x74726565
"""SQLite application id: ``tree``."""

MAX_PAGES: Final = 20_000
MAX_STORED: Final = 1_000_000_000
"""Most bytes of all pages, compressed."""

MAX_BODY: Final = 100_000_000
"""Most bytes of a page, not compressed."""

LEVEL: Final = 1
"""Level of zlib, the fastest; the highest saves a fifth more and takes five times as long."""

AT_ONCE: Final = 32
"""Number of pages read from the file at a time."""

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
    """Unusable file of pages; the message is one line with the reason and a remedy."""


_KIND: Final = FileKind("pages", APPLICATION, VERSION, (*_TABLES, *_SEEN), PendingStoreError)


@dataclass(frozen=True, slots=True)
class Added:
    """Result of adding a page."""

    stored: bool
    """False for a page in the store already, and for one too large."""
    dropped: int = 0
    """Number of pages removed to make room."""


class PendingStore:
    """Distinct pages in an SQLite file of limited size.

    When it is full, the oldest page of the site with most pages (or bytes) is removed, so that no
    site crowds out the others. A page replaces an earlier one of its address. For one thread at a
    time; several processes, each with its own store, may share the file.

    Args:
        path: the file; created if missing.
        max_pages: largest number of pages.
        max_bytes: largest number of their bytes, compressed; the file is a few percent larger.
        wait: seconds to wait for another process that writes.

    Raises:
        PendingStoreError: its folder does not exist, it is another kind of file, or not writable.
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
        """Values found by templates on earlier pages."""

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
        """Store a page; it is in the file on return.

        ``encoding`` is the body's one by the HTTP headers, if any.

        Raises:
            sqlite3.Error: it could not be written, for example since the disk is full, another
                process wrote for all of ``wait`` seconds, or the file is damaged.
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
        """Yield all pages without a key in ``skip``, oldest first.

        A few are in memory at a time. Pages added or removed meanwhile may be included or not;
        nothing is locked. A key has the page's number and a hash of its content, so that no page of
        another store has the same.
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
        """Yield the pages of these keys."""
        query = "SELECT id, url, encoding, body FROM pages WHERE id = ?"
        for key in keys:
            for row in self._rows(query, _number(key)):
                page = self._page(*row)
                if page.key == key:
                    yield page

    def remove(self, keys: Iterable[str]) -> int:
        """Remove pages by their keys, and return the number of removed pages.

        A key of another store, such as one of a work file, removes nothing.
        """
        numbers = [(_number(page.key),) for page in self.read([*keys])]
        with writing(self._database) as database:
            done = database.executemany("DELETE FROM pages WHERE id = ?", numbers)
            return max(0, done.rowcount)

    def hurry(self) -> None:
        """Stop waiting for other processes to finish writing."""
        self._database.execute("PRAGMA busy_timeout = 0")

    def _rows(self, query: str, *parameters: object) -> list[Any]:
        try:
            return self._database.execute(query, parameters).fetchall()
        except UnicodeDecodeError:
            # SQLite's message on a damaged file quotes it.
            raise self._damaged() from None

    def _make_room(self, needed: int) -> int:
        """Remove pages until ``needed`` bytes fit in; return the number of removed pages."""
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
        """Return the page of a row, with at most :data:`MAX_BODY` bytes and one more."""
        unpacker = zlib.decompressobj()
        is_whole = isinstance(url, str) and isinstance(encoding, (str, NoneType))
        try:
            body = unpacker.decompress(packed, MAX_BODY + 1) if isinstance(packed, bytes) else b""
        except zlib.error:
            raise self._damaged() from None
        if not is_whole or not unpacker.eof:
            raise self._damaged()
        digest = blake2b(repr((url, encoding)).encode(), digest_size=16)
        digest.update(body)
        return SavedPage(f"{number}-{digest.hexdigest()}", url, body, encoding)

    def _damaged(self) -> PendingStoreError:
        return PendingStoreError(f"{self.path} is damaged: delete it to start afresh")


def _number(key: str) -> int:
    """Return the number of a page in the store, from its key."""
    return int(key.partition("-")[0])
