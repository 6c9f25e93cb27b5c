"""One document, and what is to be read of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.json_documents.content import SITE


@dataclass(frozen=True)
class Truth:
    """A document with the list, or the thread, that it is for."""

    document: Any
    path: str
    """JSON Pointer of the list, in the document."""
    columns: dict[str, list[Any]] = field(default_factory=dict)
    """Values of fields, a record each; dates as datetimes, addresses absolute."""
    kind: str = "records"
    """``records`` or ``comments``."""
    html: str = ""
    """The page around a state; ``{}`` for the state. Empty for a response."""
    next: str | None = None
    """Address of the next page."""
    paths: tuple[str, ...] = ()
    """Further pointers that are right too."""


Build = Callable[[], Truth]
RESPONSES: dict[str, Build] = {}
STATES: dict[str, Build] = {}


def response(name: str) -> Callable[[Build], Build]:
    """Register the builder of a response."""
    return lambda build: RESPONSES.setdefault(name, build)


def state(name: str) -> Callable[[Build], Build]:
    """Register the builder of a state."""
    return lambda build: STATES.setdefault(name, build)


def of(rows: Sequence[dict[str, Any]], base: str = "", **fields: str) -> dict[str, list[Any]]:
    """Values of rows by field: of the key given; links and images below an address."""
    columns: dict[str, list[Any]] = {}
    for name, key in fields.items():
        values = [row[key] for row in rows]
        if name == "link":
            values = [f"{SITE}{base}/{value}" for value in values]
        elif name == "image":
            values = [value if value[:4] == "http" else SITE + value for value in values]
        elif name == "availability":
            values = ["InStock" if value else "OutOfStock" for value in values]
        columns[name] = values
    return columns
