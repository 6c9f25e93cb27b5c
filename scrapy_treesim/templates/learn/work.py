"""Work file of learning: the features of a corpus' pages, and each page's template.

One SQLite database, so that memory does not grow with the pages. A page with its features in the
file is not read again, even if the process was killed in between. Without a name it is temporary.
"""

from __future__ import annotations

import tempfile
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from scrapy_treesim.files.saved_page import SavedPage
from scrapy_treesim.templates.match.signature import PageFeatures
from scrapy_treesim.templates.store.database import FileKind, writing
from scrapy_treesim.values.addresses import site_of

if TYPE_CHECKING:
    from typing_extensions import Self

APPLICATION: Final = 0x74726577
"""SQLite application id: ``trew``."""

LEFT: Final = -1
"""Kind of the pages of no template."""

_TABLES: Final = (
    "CREATE TABLE made (by TEXT NOT NULL)",
    "CREATE TABLE pages (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, site TEXT NOT NULL,"
    " url TEXT NOT NULL, outcome TEXT NOT NULL, mark INTEGER NOT NULL, kind INTEGER)",
    "CREATE INDEX pages_of_kind ON pages (site, kind, mark) WHERE outcome = 'page'",
    "CREATE TABLE features (id INTEGER PRIMARY KEY, pairs BLOB NOT NULL, labels BLOB NOT NULL,"
    " reading BLOB)",
    "CREATE TABLE bodies (key BLOB PRIMARY KEY, url TEXT NOT NULL, encoding TEXT, status INTEGER,"
    " body BLOB NOT NULL)",
)


class WorkFileError(ValueError):
    """Unusable work file; the message is one line with the reason and a remedy."""


_KIND: Final = FileKind("work", APPLICATION, 2, _TABLES, WorkFileError)


@dataclass(frozen=True, slots=True)
class PageRead:
    """Outcome and features of one page."""

    key: str
    url: str
    outcome: Literal["page", "error", "failed"]
    features: PageFeatures | None = None
    """Features of a ``page``; None for other outcomes."""
    reading: array[int] | None = None
    """Data for the clustering method; None if that is the features."""


@dataclass(frozen=True, slots=True)
class WorkPage:
    """Page in the work file."""

    number: int
    mark: int
    """Hash that orders the pages, and so samples them."""
    features: PageFeatures
    reading: array[int] | None
    """Data for the clustering method; None if that is the features."""


class WorkFile:
    """Pages of one corpus, ordered by a hash, so equally in every run.

    Without a path the file is temporary. ``made_by`` is the key of the features: a file with
    another key is refused.
    """

    def __init__(self, path: str | Path | None, made_by: str) -> None:
        self._folder = None if path else tempfile.TemporaryDirectory(prefix="treesim-learn-")
        self.path: Path = Path(path or "work.sqlite")
        if self._folder:
            self.path = Path(self._folder.name) / self.path
        self._database = _KIND.open(self.path)
        if self._folder:
            self._database.execute("PRAGMA synchronous = OFF")
        with writing(self._database) as database:
            database.execute(
                "INSERT INTO made SELECT ? WHERE NOT EXISTS (SELECT * FROM made)", (made_by,)
            )
            (made,) = database.execute("SELECT by FROM made").fetchone()
        if made != made_by:
            self._database.close()
            raise WorkFileError(
                f"{self.path} is of other pages or options, or another version: delete it, or name"
                " another file"
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._database.close()
        if self._folder:
            self._folder.cleanup()

    # The first pass

    def __contains__(self, key: object) -> bool:
        cursor = self._database.execute("SELECT 1 FROM pages WHERE key = ?", (_key(str(key)),))
        return cursor.fetchone() is not None

    def add(self, pages: Iterable[PageRead]) -> None:
        """Add some pages; they are in the file on return."""
        with writing(self._database) as database:
            for page in pages:
                key, url = _key(page.key), _text(page.url)
                row = key, site_of(url), url, page.outcome, _mark(key)
                done = database.execute(
                    "INSERT OR IGNORE INTO pages (key, site, url, outcome, mark)"
                    " VALUES (?, ?, ?, ?, ?)",
                    row,
                )
                if done.rowcount and page.features:
                    database.execute(
                        "INSERT OR REPLACE INTO features VALUES (?, ?, ?, ?)",
                        (done.lastrowid, page.features.pairs, page.features.labels, page.reading),
                    )

    def outcomes(self) -> dict[str, int]:
        """Count the pages of each outcome."""
        return dict(self._database.execute("SELECT outcome, count(*) FROM pages GROUP BY outcome"))

    # Kinds of pages

    def forget_kinds(self) -> None:
        """Clear the kinds of all pages."""
        self._database.execute("UPDATE pages SET kind = NULL WHERE kind IS NOT NULL")
        self._database.execute("DELETE FROM bodies")

    def waiting(self) -> dict[str, int]:
        """Count the pages without a kind, by site."""
        query = (
            "SELECT site, count(*) FROM pages WHERE outcome = 'page' AND kind IS NULL"
            " GROUP BY site ORDER BY site"
        )
        return dict(self._database.execute(query))

    def pages(self, site: str, kind: int | None, most: int, after: int = -1) -> list[WorkPage]:
        """Return pages of a site and kind, None for pages without one, in order of their marks.

        The first ``most`` with a mark above ``after``.
        """
        rows = self._database.execute(
            "SELECT id, mark, pairs, labels, reading FROM pages JOIN features USING (id)"
            " WHERE outcome = 'page' AND site = ? AND kind IS ? AND mark > ?"
            " ORDER BY mark, key LIMIT ?",
            (site, kind, after, most),
        )
        return [
            WorkPage(
                number,
                mark,
                PageFeatures(array("q", pairs), array("q", labels)),
                None if reading is None else array("q", reading),
            )
            for number, mark, pairs, labels, reading in rows
        ]

    def set_kind(self, kind_of: Mapping[int, int]) -> None:
        """Store the kinds of pages, by page number."""
        with writing(self._database) as database:
            database.executemany(
                "UPDATE pages SET kind = ? WHERE id = ?",
                ((kind, page) for page, kind in kind_of.items()),
            )

    def dissolve(self, kind: int | None) -> None:
        """Move the pages of a kind, or with None those without one, to :data:`LEFT`."""
        self._database.execute(
            "UPDATE pages SET kind = ? WHERE outcome = 'page' AND kind IS ?", (LEFT, kind)
        )

    def sizes(self) -> dict[int, int]:
        """Count the pages of each kind."""
        query = "SELECT kind, count(*) FROM pages WHERE kind IS NOT NULL GROUP BY kind"
        return dict(self._database.execute(query))

    def members(self) -> Iterator[tuple[str, int]]:
        """Yield the key and the kind of each page of a template."""
        query = "SELECT key, kind FROM pages WHERE kind >= 0 ORDER BY kind, mark, key"
        for key, kind in self._database.execute(query):
            yield _name(key), kind

    def keys_and_urls(self, pages: Iterable[int]) -> list[tuple[str, str]]:
        """Return the keys and addresses of pages by their numbers."""
        query = "SELECT key, url FROM pages WHERE id = ?"
        rows = [self._database.execute(query, (page,)).fetchone() for page in pages]
        return [(_name(key), url) for key, url in rows]

    # Bodies of a few

    def store_body(self, page: SavedPage) -> None:
        """Store a page with its body."""
        self._database.execute(
            "INSERT OR REPLACE INTO bodies VALUES (?, ?, ?, ?, ?)",
            (_key(page.key), _text(page.url), page.encoding, page.status,
             zlib.compress(page.body, 1)),
        )  # fmt: skip

    def stored_bodies(self, keys: Iterable[str]) -> list[SavedPage]:
        """Return the stored pages of these keys; missing ones are left out."""
        pages = []
        for key in keys:
            query = "SELECT * FROM bodies WHERE key = ?"
            if row := self._database.execute(query, (_key(key),)).fetchone():
                _, url, encoding, status, body = row
                pages.append(SavedPage(key, url, zlib.decompress(body), encoding, status))
        return pages

    def forget_bodies(self) -> None:
        """Delete the stored bodies."""
        self._database.execute("DELETE FROM bodies")


def _mark(key: bytes) -> int:
    """Return a positive hash of a key."""
    return int.from_bytes(blake2b(key, digest_size=8).digest(), "big") >> 1


# SQLite refuses texts with lone surrogates, which occur in file names.


def _key(key: str) -> bytes:
    return key.encode("utf-8", "surrogatepass")


def _name(key: bytes) -> str:
    return key.decode("utf-8", "surrogatepass")


def _text(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
