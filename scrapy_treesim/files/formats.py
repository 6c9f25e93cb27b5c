"""Formats of saved pages: a file for each page, Scrapy's HTTP cache, feeds, WARC files.

``FilesystemCacheStorage`` makes a folder a response; ``meta`` in it is the repr of a dict, matched
by a pattern; the pickles beside it are never read. The path of a file in a mirror gives its
address. A feed has JSON lines with ``url`` and ``body`` (or ``html``). WARC files, web pages as
crawlers archive them, are read by FastWARC, an optional dependency.
"""

from __future__ import annotations

import ast
import binascii
import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterator
from datetime import datetime, timezone
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path, PurePath
from typing import IO, TYPE_CHECKING, Final
from urllib.parse import quote

from w3lib.http import headers_raw_to_dict

from scrapy_treesim.files.saved_page import (
    GZIP_MAGIC,
    SNIFFED,
    Entry,
    SavedPage,
    SourceFile,
    Start,
    Unreadable,
    bytes_of,
    charset,
    checked,
    decoded,
    http_date,
    is_gzipped,
    no_page,
    start_of,
    starts_like_html,
    unpacked,
)
from scrapy_treesim.tree.parsing.decoding import is_json

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord

PAGE_ENDINGS: Final = tuple(
    ending + packed for packed in ("", ".gz") for ending in (".html", ".htm", ".xhtml", ".shtml")
)
"""Endings of names of pages; files with other names are pages if they start like one."""

_STATUS: Final = re.compile("[0-9]{3}")
_HOST = re.compile(r"(?:[a-z0-9-]+\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)(?:[:+][0-9]{1,5})?", re.I)
_FILE_NAME = re.compile(r"\.(?:html?|xhtml|shtml|gz|php|jsonl|jl|zip|tar)$", re.I)

META: Final = "meta"
HEADERS: Final = "response_headers"
BODY: Final = "response_body"

MAX_META: Final = 100_000
"""Largest number of bytes of ``meta``, and of the headers."""

# One item of the dict: no brackets, so that nothing nests.
_ITEM = re.compile(
    r"""'(response_url|url|status)': ('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[0-9]{1,9})(?=[,}])"""
)


def html_file_entries(source: SourceFile, max_bytes: int) -> Iterator[Entry]:
    """Yield the only page of a file."""
    yield Entry(source.key, source.stored, partial(_load_file, source, max_bytes))


def is_page(path: Path) -> bool:
    """Tell whether a file is a page, by its name or else by its start."""
    if path.name.lower().endswith(PAGE_ENDINGS):
        return True
    return starts_like_html(start_of(path, SNIFFED))


def mirrored_url(below: PurePath, root: str) -> str:
    """The address of a file in a mirror, as ``wget -r`` lays it out: ``host/path``.

    The host is the first folder of ``below`` or, failing that, the name of the folder ``root``
    itself; if neither is like a host's name, the address is unknown and empty.
    """
    host, *path = below.parts
    if not path or not _is_host(host):
        host, path = root, list(below.parts)
    if not _is_host(host):
        return ""
    if path[-1].endswith(".gz"):
        path[-1] = path[-1][: -len(".gz")]
    address = "/".join((host.replace("+", ":"), *path))
    return "http://" + quote(address, safe="/:?&=;,+@!$'()*~%", errors="replace")


def _is_host(name: str) -> bool:
    return _HOST.fullmatch(name) is not None and not _FILE_NAME.search(name)


def _load_file(source: SourceFile, max_bytes: int) -> SavedPage:
    if not is_page(source.path):
        raise Unreadable("not_html", "neither its name nor its start is a page's")
    body = bytes_of(source.path, max_bytes, is_gzipped(source.path))
    return checked(SavedPage(source.key, source.url, body), max_bytes)


def json_file_entries(source: SourceFile, max_bytes: int) -> Iterator[Entry]:
    """Yield the only document of a file of JSON."""
    yield Entry(source.key, source.stored, partial(_load_json_file, source, max_bytes))


def _load_json_file(source: SourceFile, max_bytes: int) -> SavedPage:
    body = bytes_of(source.path, max_bytes, is_gzipped(source.path))
    if not is_json(body):
        raise Unreadable("not_html", "its name is that of JSON, and it is none")
    return SavedPage(source.key, source.url, body)


def cached_response_entries(source: SourceFile, max_bytes: int) -> Iterator[Entry]:
    """Yield the only page of a cached response."""
    yield Entry(source.key, source.stored, partial(_load_cached, source, max_bytes))


def _load_cached(source: SourceFile, max_bytes: int) -> SavedPage:
    # HTTPCACHE_GZIP compresses all files; a body may be compressed by its server too.
    folder = source.path.parent
    gzipped = is_gzipped(folder / META)
    meta = _meta(bytes_of(folder / META, MAX_META, gzipped))
    headers = _headers(bytes_of(folder / HEADERS, MAX_META, gzipped))
    body = bytes_of(source.path, max_bytes, gzipped)
    body = decoded(body, headers.get("content-encoding", ""), max_bytes)
    content_type = headers.get("content-type", "")
    status = meta.get("status", 0)
    page = SavedPage(
        source.key,
        str(meta.get("response_url") or meta.get("url") or ""),
        body,
        charset(content_type),
        status if isinstance(status, int) and status else None,
        http_date(headers.get("date", "")),
    )
    return checked(page, max_bytes, content_type)


def _meta(content: bytes) -> dict[str, str | int]:
    """The ``url``, ``response_url`` and ``status`` in ``meta``."""
    try:
        items = _ITEM.findall(content.decode())
        meta = {name: ast.literal_eval(value) for name, value in reversed(items)}
    except (ValueError, SyntaxError) as error:
        raise Unreadable("broken", f"its {META}: {error}", damaged=True) from None
    if not meta:
        raise Unreadable("broken", f"its {META} is none of Scrapy's", damaged=True)
    return meta


def _headers(content: bytes) -> dict[str, str]:
    """Headers by name in lower case; several of one name are joined by commas."""
    headers = headers_raw_to_dict(content) or {}
    return {
        name.decode("latin-1").lower(): b", ".join(values).decode("latin-1")
        for name, values in headers.items()
    }


# Feeds

FEED_ENDINGS: Final = tuple(
    ending + packed for packed in ("", ".gz") for ending in (".jsonl", ".jl", ".ndjson")
)

FIELDS: Final = ("body", "html")
"""Fields of HTML: the first present is read, text or base64 bytes."""

_EXTRA: Final = ("url", "status")

ESCAPED: Final = 3
"""Largest growth factor of a page in JSON: two bytes become six."""


def feed_entries(source: SourceFile, max_bytes: int) -> Iterator[Entry]:
    """Yield one entry a line; keys are the file's and the line's number, from 1.

    A file that is no feed of pages, by its first lines, is skipped as a whole.
    """
    try:
        if not source.start.number and not is_feed(source.path, max_bytes):
            yield no_page(source.key, "not_html", f"no lines with {' or '.join(FIELDS)}")
            return
        with source.path.open("rb") as file:
            yield from _lines_of(source, file, max_bytes)
    except (OSError, EOFError, zlib.error) as error:
        yield no_page(source.key, "broken", str(error))


def is_feed(path: Path, max_bytes: int) -> bool:
    """Tell whether one of the first three lines of valid JSON has a page."""
    with path.open("rb") as file:
        for entry in islice(_lines_of(SourceFile(path, "", feed_entries), file, max_bytes), 3):
            try:
                entry.load()
            except Unreadable as error:
                if error.reason in ("broken", "not_html"):
                    continue
            return True
    return False


def _lines_of(source: SourceFile, file: IO[bytes], max_bytes: int) -> Iterator[Entry]:
    lines = unpacked(file, is_gzipped(source.path))
    most = ESCAPED * max_bytes
    number, position = source.start
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
        key = f"{source.key}#{number}"
        if line.strip() or not line:
            start = Start(number - 1, position)
            yield Entry(key, after - before, partial(_load_line, key, line, max_bytes), start)
            before = after
        position = lines.tell()


def _load_line(key: str, line: bytes, max_bytes: int) -> SavedPage:
    if not line:
        raise Unreadable("too_large", f"a line of more than {ESCAPED * max_bytes} bytes")
    try:
        # Numbers are not needed here, and parsing a very long one is slow.
        row = json.loads(line, parse_int=str, parse_float=str)
    except (ValueError, RecursionError) as error:
        # A last line without a line end was not written in full.
        is_cut = not line.endswith(b"\n")
        raise Unreadable("broken", f"no JSON: {error}", damaged=is_cut) from None
    if not isinstance(row, dict):
        raise Unreadable("broken", "no JSON object")
    content = next((row[name] for name in FIELDS if row.get(name) is not None), None)
    if not isinstance(content, str):
        raise Unreadable("not_html", f"none of the fields {', '.join(FIELDS)} holds text")
    body = _bytes_in(content)
    if body is None:
        raise Unreadable("not_html", "no tag in it")
    url, status = (value if isinstance(value := row.get(name), str) else "" for name in _EXTRA)
    is_status = _STATUS.fullmatch(status)
    page = SavedPage(key, url, body, status=int(status) if is_status else None)
    return checked(page, max_bytes)


def _bytes_in(content: str) -> bytes | None:
    """The page, or None; text with ``<`` is HTML, other text may be base64."""
    if "<" in content or not content.strip():
        return content.encode("utf-8", "replace")
    try:
        body = b64decode("".join(content.split()), validate=True)
    except (binascii.Error, ValueError):
        return None
    return body if b"<" in body else None


# WARC files

WARC_ENDINGS: Final = (".warc", ".warc.gz")

INSTALL: Final = "pip install fastwarc"

MAX_HEADERS: Final = 64_000
"""Largest number of bytes of HTTP headers, beyond those of the page."""

MAX_RESTARTS: Final = 1_000
"""Largest number of restarts after broken records in a file."""

MAX_AGAIN: Final = 10
"""Largest number of bytes read in all, as a multiple of the file's, whatever its records claim."""

_BLOCK = 1_000_000
_PACKED_BLOCK = 16_000
"""Bytes decompressed at a time, to 16 MB at most."""
_DATE_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
_PACKED_START = re.compile(rb"\x1f\x8b\x08")
_PLAIN_START = re.compile(rb"WARC/1\.[01]\r?\n")


def can_read_warc() -> bool:
    """Tell whether FastWARC is installed."""
    return find_spec("fastwarc") is not None


def warc_entries(source: SourceFile, max_bytes: int) -> Iterator[Entry]:
    """Yield one entry a response or resource; keys are the file's and its number, from 1.

    After a broken record reading goes on with the next that can be found.
    """
    if not can_read_warc():
        yield no_page(source.key, "broken", f"FastWARC is not installed: {INSTALL}")
        return
    try:
        with source.path.open("rb") as file:
            yield from _records_from(source, file, max_bytes)
    except OSError as error:
        yield no_page(source.key, "broken", str(error))


def _records_from(source: SourceFile, file: IO[bytes], max_bytes: int) -> Iterator[Entry]:
    packed = file.read(2) == GZIP_MAGIC
    number, position = source.start
    done = position
    reported = -1
    remaining = MAX_AGAIN * source.stored
    for _ in range(MAX_RESTARTS):
        begin = position
        records = _records(file, begin, packed)
        while True:
            try:
                record = next(records, None)
            except Exception as error:
                # FastWARC raises several kinds, all for bytes that are no WARC file.
                if number > reported:
                    yield no_page(source.key, "broken", f"after record {number}: {error}")
                reported = number
                remaining -= file.tell() - begin
                break
            if record is None:
                return
            start = Start(number, record.stream_pos)
            number += 1
            position = max(position, record.stream_pos)
            key = f"{source.key}#{number}"
            yield Entry(key, position - done, partial(_load_record, key, record, max_bytes), start)
            done = position
        restart = _next_start(file, position + 1, packed)
        if restart is None or remaining < 0:
            return
        position = restart


def _records(file: IO[bytes], position: int, packed: bool) -> Iterator[WarcRecord]:
    """Yield the responses and resources from a position on; fail where a record ends too early."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    kinds = WarcRecordType.response | WarcRecordType.resource
    start: int | None = position
    while start is not None:
        file.seek(start)
        last = start
        for record in ArchiveIterator(file, record_types=kinds, parse_http=False):
            last = record.stream_pos
            yield record
        start = _after_end(file, last, start, packed)


def _after_end(file: IO[bytes], last: int, begin: int, packed: bool) -> int | None:
    """Start of data ignored by FastWARC: after an empty gzip member, as in joined files; or None.

    ``last`` is the start of the last response, unless the file was compressed as a whole.

    Raises:
        Exception: the file ends within a record, at which FastWARC silently stops, too.
    """
    from fastwarc.warc import ArchiveIterator

    behind = None
    if packed:
        file.seek(last)
        if not _PACKED_START.match(file.read(3)):
            last = begin
        behind = _behind_empty_member(file, last)
    file.seek(last)
    for record in ArchiveIterator(file, parse_http=False):
        if "Content-Length" not in record.headers:
            raise ValueError("the file ends within the header of a record")
        missing = record.content_length
        while missing > 0 and (block := record.reader.read(min(missing, _BLOCK))):
            missing -= len(block)
        if missing > 0:
            raise ValueError(f"the file ends before a record of {record.content_length} bytes does")
    return behind


def _behind_empty_member(file: IO[bytes], position: int) -> int | None:
    """Start of the first gzip member with content after an empty one, or None; from a position."""
    file.seek(position)
    packed = b""
    was_empty = False
    # Members may be followed by zeros.
    while packed := packed.lstrip(b"\0") or file.read(_PACKED_BLOCK).lstrip(b"\0"):
        start = file.tell() - len(packed)
        member = zlib.decompressobj(wbits=31)
        is_empty = True
        while not member.eof:
            if not (packed := packed or file.read(_PACKED_BLOCK)):
                raise ValueError("the file ends within packed data")
            is_empty = not member.decompress(packed) and is_empty
            packed = member.unused_data
            if was_empty and not is_empty:
                return start
        was_empty = was_empty or is_empty
    return None


def _next_start(file: IO[bytes], position: int, packed: bool) -> int | None:
    """Next start of a record (or of a gzip member, if ``packed``), from a position on."""
    pattern = _PACKED_START if packed else _PLAIN_START
    file.seek(position)
    tail = b""
    while block := file.read(_BLOCK):
        if match := pattern.search(tail + block):
            return position - len(tail) + match.start()
        position += len(block)
        tail = (tail + block)[-16:]
    return None


def _load_record(key: str, record: WarcRecord, max_bytes: int) -> SavedPage:
    from fastwarc.warc import WarcRecordType

    length = record.content_length
    if length > max_bytes + MAX_HEADERS:
        raise Unreadable("too_large", f"more than {max_bytes} bytes")
    block = record.reader.read(length) if length else b""
    if len(block) < length:
        detail = f"cut off after {len(block)} of {length} bytes"
        raise Unreadable("broken", detail, damaged=True)
    url = (record.headers.get("WARC-Target-URI") or "").strip("<>")
    if record.record_type == WarcRecordType.resource:
        content_type = record.headers.get("Content-Type") or ""
        page = SavedPage(key, url, block, charset(content_type), moment=_archived(record))
        return checked(page, max_bytes, content_type)
    if not record.is_http:
        raise Unreadable("not_html", "no HTTP response")
    return _response(key, url, block, max_bytes, _archived(record))


def _archived(record: WarcRecord) -> datetime | None:
    """Time of the record, by its header, in UTC."""
    try:
        # The dates of WARC files are in UTC.
        return datetime.strptime(record.headers.get("WARC-Date") or "", _DATE_FORMAT).replace(
            tzinfo=timezone.utc
        )
    except ValueError:
        return None


def _response(
    key: str, url: str, block: bytes, max_bytes: int, archived: datetime | None
) -> SavedPage:
    from fastwarc.warc import WarcRecord

    # In a record of its own, an error within a response does not affect the file.
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
