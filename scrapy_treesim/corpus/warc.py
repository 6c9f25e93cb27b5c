"""A WARC file: web pages as crawlers archive them; read by FastWARC, an optional dependency."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timezone
from functools import partial
from importlib.util import find_spec
from typing import IO, TYPE_CHECKING, Final

from scrapy_treesim.corpus.saved_page import (
    GZIP_MAGIC,
    Entry,
    Place,
    SavedPage,
    Start,
    Unreadable,
    charset,
    checked,
    decoded,
    no_page,
)
from scrapy_treesim.http_date import http_date

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord

ENDINGS: Final = (".warc", ".warc.gz")

INSTALL: Final = 'pip install "scrapy-treesim[warc]"'

MAX_HEADERS: Final = 64_000
"""Bytes of HTTP headers, beyond those of the page."""

MAX_RESTARTS: Final = 1_000
"""Times that reading goes on behind a broken record, a file."""

_BLOCK = 1_000_000
_DATE_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
_PACKED_START = re.compile(rb"\x1f\x8b\x08")
_PLAIN_START = re.compile(rb"WARC/1\.[01]\r?\n")


def can_read() -> bool:
    """Tell whether FastWARC is installed."""
    return find_spec("fastwarc") is not None


def warc_entries(place: Place, max_bytes: int) -> Iterator[Entry]:
    """One entry a response or resource; keys are the file's and its number among these, from 1.

    Behind a broken record reading goes on with the next that can be found.
    """
    if not can_read():
        yield no_page(place.key, "broken", f"FastWARC is not installed: {INSTALL}")
        return
    try:
        with place.path.open("rb") as file:
            yield from _entries(place, file, max_bytes)
    except OSError as error:
        yield no_page(place.key, "broken", str(error))


def _entries(place: Place, file: IO[bytes], max_bytes: int) -> Iterator[Entry]:
    packed = file.read(2) == GZIP_MAGIC
    number, position = place.start
    done = position
    told = -1
    for _ in range(MAX_RESTARTS):
        records = _records(file, position)
        while True:
            try:
                record = next(records, None)
            except Exception as error:
                # It has several kinds, and all mean that the bytes are none of a WARC file.
                if number > told:
                    yield no_page(place.key, "broken", f"after record {number}: {error}")
                told = number
                break
            if record is None:
                return
            start = Start(number, record.stream_pos)
            number += 1
            position = max(position, record.stream_pos)
            key = f"{place.key}#{number}"
            yield Entry(key, position - done, partial(_load, key, record, max_bytes), start)
            done = position
        restart = _next_start(file, position + 1, packed)
        if restart is None:
            return
        position = restart


def _records(file: IO[bytes], position: int) -> Iterator[WarcRecord]:
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    file.seek(position)
    kinds = WarcRecordType.response | WarcRecordType.resource
    return iter(ArchiveIterator(file, record_types=kinds, parse_http=False))


def _next_start(file: IO[bytes], position: int, packed: bool) -> int | None:
    """The next start of a record (or of packed data that may hold one), from a position on."""
    pattern = _PACKED_START if packed else _PLAIN_START
    file.seek(position)
    kept = b""
    while block := file.read(_BLOCK):
        if found := pattern.search(kept + block):
            return position - len(kept) + found.start()
        position += len(block)
        kept = (kept + block)[-16:]
    return None


def _load(key: str, record: WarcRecord, max_bytes: int) -> SavedPage:
    from fastwarc.warc import WarcRecordType

    length = record.content_length
    if length > max_bytes + MAX_HEADERS:
        raise Unreadable("too_large", f"more than {max_bytes} bytes")
    block = record.reader.read(length) if length else b""
    if len(block) < length:
        raise Unreadable("broken", f"cut off after {len(block)} of {length} bytes")
    url = (record.headers.get("WARC-Target-URI") or "").strip("<>")
    if record.record_type == WarcRecordType.resource:
        content_type = record.headers.get("Content-Type") or ""
        page = SavedPage(key, url, block, charset(content_type), moment=_archived(record))
        return checked(page, max_bytes, content_type)
    if not record.is_http:
        raise Unreadable("not_html", "no HTTP response")
    return _response(key, url, block, max_bytes, _archived(record))


def _archived(record: WarcRecord) -> datetime | None:
    """The moment that a record says it was made at."""
    try:
        # Whatever offset it names: it is to be UTC.
        return datetime.strptime(record.headers.get("WARC-Date") or "", _DATE_FORMAT).replace(
            tzinfo=timezone.utc
        )
    except ValueError:
        return None


def _response(
    key: str, url: str, block: bytes, max_bytes: int, archived: datetime | None
) -> SavedPage:
    from fastwarc.warc import WarcRecord

    # Apart from its file, what is wrong within a response stays within it.
    response = WarcRecord()
    response.set_bytes_content(block)
    response.is_http = True
    try:
        response.parse_http(auto_decode="transfer", max_header_len=MAX_HEADERS)
        body = response.reader.read(max_bytes + 1)
        headers = response.http_headers
        content_type = headers.get("Content-Type") or ""
        encoding = headers.get("Content-Encoding") or ""
        status = headers.status_code
        moment = http_date(headers.get("Date") or "") or archived
    except Exception as error:
        raise Unreadable("broken", f"its HTTP response: {error}") from None
    body = decoded(body, encoding, max_bytes)
    page = SavedPage(key, url, body, charset(content_type), status, moment)
    return checked(page, max_bytes, content_type)
