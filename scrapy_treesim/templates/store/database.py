"""Kinds of SQLite files with the tables of one application."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PATIENCE: Final = 50
"""Tenths of a second to wait for another process, if SQLite does not wait by itself."""


@dataclass(frozen=True, slots=True)
class FileKind:
    """Stamp and tables of one kind of file."""

    holds: str
    """Word for the content, in messages."""
    application: int
    """SQLite application id of the files."""
    version: int
    """Version of the tables."""
    tables: Sequence[str]
    """Statements that create the tables."""
    error: type[ValueError]
    """Error for an unusable file, with one line of reason and remedy."""

    def open(self, path: Path, wait: float = 5.0) -> sqlite3.Connection:
        """Open a file, created if missing; several processes may do so at a time.

        Changes go to a log beside the file, so that each is stored when its transaction has ended.
        """
        if not path.parent.is_dir():
            raise self.error(f"there is no folder {path.parent}")
        try:
            database = sqlite3.connect(path, timeout=wait, isolation_level=None)
        except sqlite3.Error as error:
            raise self.error(f"{path} cannot be opened: {error}") from None
        try:
            database.execute("PRAGMA trusted_schema = OFF")
            self._prepare(database, path)
        except BaseException as error:
            database.close()
            # SQLite's message on a damaged file quotes it.
            if isinstance(error, (sqlite3.Error, UnicodeDecodeError)):
                raise self.error(f"{path} cannot hold {self.holds}: {error}") from None
            raise
        return database

    def _prepare(self, database: sqlite3.Connection, path: Path) -> None:
        # Another process may be creating the tables.
        with writing(database):
            stamp = _stamp(database)
            is_new = not database.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
            if is_new and stamp == (0, 0):
                for statement in self.tables:
                    database.execute(statement)
                database.execute(f"PRAGMA application_id = {self.application}")
                database.execute(f"PRAGMA user_version = {self.version}")
                stamp = _stamp(database)
        if stamp[0] != self.application:
            raise self.error(f"{path} is another program's database: name another file")
        if stamp[1] != self.version:
            age = "a newer" if stamp[1] > self.version else "an older"
            raise self.error(f"{path} was made by {age} scrapy-treesim: name another file")
        _write_ahead(database)
        database.execute("PRAGMA synchronous = NORMAL")


@contextmanager
def writing(database: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Transaction with the right to write from its beginning."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield database
    except BaseException as error:
        database.rollback()
        if isinstance(error, UnicodeDecodeError):
            # SQLite's message on a damaged file quotes it.
            raise sqlite3.DatabaseError("it is damaged: delete it to start afresh") from None
        raise
    database.commit()


def _stamp(database: sqlite3.Connection) -> tuple[int, int]:
    application = database.execute("PRAGMA application_id").fetchone()[0]
    return application, database.execute("PRAGMA user_version").fetchone()[0]


def _write_ahead(database: sqlite3.Connection) -> None:
    """Keep a log of changes beside the file; SQLite does not wait for other processes here."""
    for attempt in range(PATIENCE):
        try:
            database.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if attempt == PATIENCE - 1:
                raise
            time.sleep(0.1)
        else:
            return
