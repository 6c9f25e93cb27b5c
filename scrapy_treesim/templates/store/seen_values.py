"""Values that templates found on pages earlier, to know their fields again after a redesign.

A table in the file of pages of no template: by address, the fields of the page as they were found
when it was crawled last. It is data: what is no such row is passed over.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from scrapy_treesim.corpus.site import site_of
from scrapy_treesim.json_file import parse_json
from scrapy_treesim.templates.store.database import writing

TABLES: Final = (
    "CREATE TABLE seen (id INTEGER PRIMARY KEY AUTOINCREMENT, site TEXT NOT NULL,"
    " url TEXT NOT NULL UNIQUE, template TEXT NOT NULL, fields TEXT NOT NULL)",
    "CREATE INDEX seen_of_template ON seen (template, id)",
)
"""What makes the table."""

MAX_OF_TEMPLATE: Final = 500
"""Pages of a template that are remembered, the latest."""
MAX_PAGES: Final = 20_000
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
    """A table of at most MAX_OF_TEMPLATE pages of a template and some MAX_PAGES in all."""

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
                "SELECT url, template, fields FROM seen ORDER BY id LIMIT ?", (2 * MAX_PAGES,)
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
            if count >= MAX_PAGES:
                database.execute(
                    "DELETE FROM seen WHERE id IN (SELECT id FROM seen ORDER BY id LIMIT ?)",
                    (count - MAX_PAGES + ASKED_EVERY,),
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


def _read(url: Any, template: Any, said: Any) -> SeenPage | None:
    """A row; None where it is none."""
    if not (isinstance(url, str) and isinstance(template, str) and isinstance(said, str)):
        return None
    if len(said) > MAX_ROW:
        return None
    try:
        fields = parse_json(said)
    except ValueError:
        return None
    if not isinstance(fields, dict) or len(fields) > MAX_FIELDS:
        return None
    read: dict[str, Values] = {}
    for name, values in fields.items():
        if not isinstance(values, list) or not 0 < len(values) <= MAX_VALUES:
            return None
        if not all(isinstance(one, str) and len(one) <= MAX_CHARS for one in values):
            return None
        read[name] = tuple(values)
    return SeenPage(url, template, read)
