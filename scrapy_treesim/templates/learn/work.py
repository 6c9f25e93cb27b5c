"""A file of a corpus' pages while templates are learned: features, and each page's template.

One SQLite database, so that memory does not grow with the pages. A page whose features are in it is
not read again, also if the process was killed in between. Without a name it is a temporary file.
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

from scrapy_treesim.corpus import SavedPage
from scrapy_treesim.corpus.site import site_of
from scrapy_treesim.templates.match.signature import PageFeatures
from scrapy_treesim.templates.store.database import FileKind, writing

if TYPE_CHECKING:
    from typing_extensions import Self

APPLICATION: Final = 0x74726577
"""SQLite application id of such a file: ``trew``."""

LEFT: Final = -1
"""The kind of pages that are of none."""

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
    """A file that no work can be kept in; one line says why and how to mend it."""


_KIND: Final = FileKind("work", APPLICATION, 2, _TABLES, WorkFileError)


@dataclass(frozen=True, slots=True)
class PageRead:
    """The part of a page that is kept."""

    key: str
    url: str
    outcome: Literal["page", "error", "failed"]
    features: PageFeatures | None = None
    """None of what is no ``page``."""
    reading: array[int] | None = None
    """Data for the clustering method; None where that is the features."""


@dataclass(frozen=True, slots=True)
class WorkPage:
    """A page in the file."""

    number: int
    mark: int
    """A hash, by which pages are ordered and so sampled."""
    features: PageFeatures
    reading: array[int] | None
    """Data for the clustering method; None where that is the features."""


class WorkFile:
    """The pages of one corpus, in an order that is the same at every run: that of a hash.

    Args:
        path: the file, made where there is none; None for a temporary one.
        made_by: what the features depend on; a file of other features is refused.

    Raises:
        WorkFileError: it is something else, of another corpus or other options, or not writable.
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
        found = self._database.execute("SELECT 1 FROM pages WHERE key = ?", (_key(str(key)),))
        return found.fetchone() is not None

    def add(self, pages: Iterable[PageRead]) -> None:
        """Keep what was read of some pages; when this returns, it is in the file."""
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
        found = self._database.execute("SELECT outcome, count(*) FROM pages GROUP BY outcome")
        return dict(found.fetchall())

    # Kinds of pages

    def forget_kinds(self) -> None:
        """Begin anew to tell which page is of which kind."""
        self._database.execute("UPDATE pages SET kind = NULL WHERE kind IS NOT NULL")
        self._database.execute("DELETE FROM bodies")

    def waiting(self) -> dict[str, int]:
        """Count the pages that have no kind yet, by site."""
        return dict(self._database.execute(
            "SELECT site, count(*) FROM pages WHERE outcome = 'page' AND kind IS NULL"
            " GROUP BY site ORDER BY site"
        ).fetchall())  # fmt: skip

    def pages(self, site: str, kind: int | None, most: int, after: int = -1) -> list[WorkPage]:
        """Pages of a site and kind, None for those that wait, in the order of their marks.

        The first ``most`` of those whose mark is above ``after``.
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
        """Note the kinds of pages, by their numbers."""
        with writing(self._database) as database:
            database.executemany(
                "UPDATE pages SET kind = ? WHERE id = ?",
                ((kind, page) for page, kind in kind_of.items()),
            )

    def dissolve(self, kind: int | None) -> None:
        """The pages of a kind, with None those that still wait for one, are of none."""
        self._database.execute(
            "UPDATE pages SET kind = ? WHERE outcome = 'page' AND kind IS ?", (LEFT, kind)
        )

    def sizes(self) -> dict[int, int]:
        """Count the pages of each kind."""
        return dict(self._database.execute(
            "SELECT kind, count(*) FROM pages WHERE kind IS NOT NULL GROUP BY kind"
        ).fetchall())  # fmt: skip

    def members(self) -> Iterator[tuple[str, int]]:
        """The key and the kind of each page that has one."""
        query = "SELECT key, kind FROM pages WHERE kind >= 0 ORDER BY kind, mark, key"
        for key, kind in self._database.execute(query):
            yield _name(key), kind

    def named(self, pages: Iterable[int]) -> list[tuple[str, str]]:
        """The keys and addresses of pages by their numbers."""
        query = "SELECT key, url FROM pages WHERE id = ?"
        found = [self._database.execute(query, (page,)).fetchone() for page in pages]
        return [(_name(key), url) for key, url in found]

    # Bodies of a few

    def keep(self, page: SavedPage) -> None:
        """Keep a page itself."""
        self._database.execute(
            "INSERT OR REPLACE INTO bodies VALUES (?, ?, ?, ?, ?)",
            (_key(page.key), _text(page.url), page.encoding, page.status,
             zlib.compress(page.body, 1)),
        )  # fmt: skip

    def kept(self, keys: Iterable[str]) -> list[SavedPage]:
        """Pages that were kept; what was not is not among them."""
        found = []
        for key in keys:
            query = "SELECT * FROM bodies WHERE key = ?"
            if row := self._database.execute(query, (_key(key),)).fetchone():
                _, url, encoding, status, body = row
                found.append(SavedPage(key, url, zlib.decompress(body), encoding, status))
        return found

    def forget_bodies(self) -> None:
        """Drop the pages that were kept."""
        self._database.execute("DELETE FROM bodies")


def _mark(key: bytes) -> int:
    """A positive number."""
    return int.from_bytes(blake2b(key, digest_size=8).digest(), "big") >> 1


# Lone surrogates, as in names of files, are no text to SQLite.


def _key(key: str) -> bytes:
    return key.encode("utf-8", "surrogatepass")


def _name(key: bytes) -> str:
    return key.decode("utf-8", "surrogatepass")


def _text(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
