"""A feed of JSON lines with ``url`` and ``body`` (or ``html``) as its pages."""

from __future__ import annotations

import binascii
import json
import zlib
from base64 import b64decode
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

from scrapy_treesim.corpus.saved_page import (
    Entry,
    Place,
    SavedPage,
    Start,
    Unreadable,
    checked,
    is_gzipped,
    no_page,
    unpacked,
)

ENDINGS: Final = tuple(
    ending + packed for packed in ("", ".gz") for ending in (".jsonl", ".jl", ".ndjson")
)

FIELDS: Final = ("body", "html")
"""Where the HTML is: the first of these that is there. As text, or as bytes in base64."""

ESCAPED: Final = 3
"""How many times longer a page may be as a JSON string: a character of two bytes takes six."""


def feed_entries(place: Place, max_bytes: int) -> Iterator[Entry]:
    """One entry a line; keys are the file's and the line's number, from 1.

    A file that is no feed of pages, by its first lines, is passed over as a whole.
    """
    try:
        if not place.start.number and not is_feed(place.path, max_bytes):
            yield no_page(place.key, "not_html", f"no lines with {' or '.join(FIELDS)}")
            return
        with place.path.open("rb") as file:
            yield from _entries(place, file, max_bytes)
    except (OSError, EOFError, zlib.error) as error:
        yield no_page(place.key, "broken", str(error))


def is_feed(path: Path, max_bytes: int) -> bool:
    """Tell whether one of the first three lines that can be read as JSON has a page.

    Raises:
        OSError, EOFError, zlib.error: the file cannot be read.
    """
    with path.open("rb") as file:
        first = islice(_entries(Place(path, "", feed_entries), file, max_bytes), 3)
        return any(_reason(entry) not in ("broken", "not_html") for entry in first)


def _reason(entry: Entry) -> str:
    try:
        entry.load()
    except Unreadable as error:
        return error.reason
    return ""


def _entries(place: Place, file: IO[bytes], max_bytes: int) -> Iterator[Entry]:
    lines = unpacked(file, is_gzipped(place.path))
    most = ESCAPED * max_bytes
    number, position = place.start
    lines.seek(position)
    before = file.tell() if number else 0
    while line := lines.readline(most):
        number += 1
        whole = len(line) < most or line.endswith(b"\n")
        while not whole:
            # The rest of a line that is too long.
            whole = not (rest := lines.readline(most)) or rest.endswith(b"\n")
            line = b""
        after = file.tell()
        key = f"{place.key}#{number}"
        if line.strip() or not line:
            start = Start(number - 1, position)
            yield Entry(key, after - before, partial(_load, key, line, max_bytes), start)
            before = after
        position = lines.tell()


def _load(key: str, line: bytes, max_bytes: int) -> SavedPage:
    if not line:
        raise Unreadable("too_large", f"a line of more than {ESCAPED * max_bytes} bytes")
    try:
        # Numbers are of no use here, and a very long one costs much.
        held = json.loads(line, parse_int=str, parse_float=str)
    except (ValueError, RecursionError) as error:
        raise Unreadable("broken", f"no JSON: {error}") from None
    if not isinstance(held, dict):
        raise Unreadable("broken", "no JSON object")
    content = next((held[name] for name in FIELDS if held.get(name) is not None), None)
    if not isinstance(content, str):
        raise Unreadable("not_html", f"none of the fields {', '.join(FIELDS)} holds text")
    body = _bytes(content)
    if body is None:
        raise Unreadable("not_html", "no tag in it")
    page = SavedPage(key, _text(held.get("url")), body, status=_status(held))
    return checked(page, max_bytes)


def _bytes(content: str) -> bytes | None:
    """The page, None where there is none; base64 has no ``<``, and HTML has some."""
    if "<" in content or not content.strip():
        return content.encode("utf-8", "replace")
    try:
        body = b64decode("".join(content.split()), validate=True)
    except (binascii.Error, ValueError):
        return None
    return body if b"<" in body else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _status(held: dict[str, Any]) -> int | None:
    status = held.get("status")
    plain = isinstance(status, str) and len(status) == 3 and status.isascii() and status.isdigit()
    return int(status) if isinstance(status, str) and plain else None
