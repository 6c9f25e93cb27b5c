"""Saved pages, the files and entries of a corpus, and decompression."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from importlib import import_module
from pathlib import Path
from typing import IO, Final, Literal, NamedTuple, TypeAlias, cast

from w3lib.encoding import http_content_type_encoding

from scrapy_treesim.page import Page
from scrapy_treesim.tree.parsing.decoding import decode, has_giant_tag, is_binary, is_json

MAX_BYTES: Final = 10_000_000
"""Default for the largest number of bytes of one page, unpacked; as ``TREESIM_MAX_BYTES``."""

Reason: TypeAlias = Literal["not_html", "redirect", "empty", "too_large", "broken"]
"""Reasons for the absence of a page where one might have been."""

_HTML_START = re.compile(
    rb"""(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->).)*-->\s*)*
    <(?:!doctype\s+html|html|head|body)[\s>]""",
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)
_HTML_TYPES = frozenset(("text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"))
SNIFFED: Final = 1_024
"""Number of first bytes to recognize HTML by."""


@dataclass(frozen=True, slots=True)
class SavedPage:
    """One page of a corpus. May be sent to another process."""

    key: str
    """Name of the page within its corpus: the same at every reading, so that work can go on where
    it stopped. ``site/a.html`` for a file, ``crawl.warc.gz#17`` for a record or a line."""
    url: str
    """Address of the page; empty if it is unknown."""
    body: bytes
    """Its HTML, unpacked, in whatever encoding."""
    encoding: str | None = None
    """Encoding by the HTTP headers, if known."""
    status: int | None = None
    """HTTP status, if known."""
    moment: datetime | None = None
    """Time of the download, if known; in UTC."""

    def page(self) -> Page:
        """Parse the page."""
        if self.encoding is None or self.encoding == "utf-8":
            # A page tries UTF-8 first, whatever is declared.
            return Page(self.body, self.url, self.moment)
        return Page(decode(self.body, self.encoding)[0], self.url, self.moment)


class Unreadable(Exception):
    """An entry without a page."""

    def __init__(self, reason: Reason, detail: str = "", *, damaged: bool = False) -> None:
        super().__init__(detail or reason)
        self.reason: Reason = reason
        self.damaged = damaged
        """True if the file is cut off or damaged, so that pages may be missing."""


class Start(NamedTuple):
    """A position in a file of many pages to begin reading at."""

    number: int = 0
    """Number of entries before it."""
    position: int = 0
    """Number of bytes before it; in a compressed feed, of decompressed ones."""


FILE_START: Final = Start()


@dataclass(frozen=True, slots=True)
class Entry:
    """A file, record or line to read a page from."""

    key: str
    stored: int
    """Bytes on the disk read with it."""
    load: Callable[[], SavedPage]
    """Function to read the page, before the next entry. Raises :class:`Unreadable`."""
    start: Start | None = None
    """Position in its file to begin reading with it; None if impossible."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file of a corpus (of a cached response, its body) and its reader."""

    path: Path
    key: str
    """Start of the keys of its pages."""
    entries: Callable[[SourceFile, int], Iterator[Entry]]
    """Reader, called with the file and the most bytes of a page; no content makes it raise."""
    url: str = ""
    start: Start = FILE_START
    """Position in the file to begin reading at."""
    holds_many: bool = False
    """True if it is a file of many pages."""

    @property
    def stored(self) -> int:
        """Bytes on the disk; 0 if unknown."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 0


def no_page(key: str, reason: Reason, detail: str) -> Entry:
    """Make an entry without a page, with the reason."""

    def load() -> SavedPage:
        raise Unreadable(reason, detail, damaged=reason == "broken")

    return Entry(key, 0, load)


def checked(page: SavedPage, max_bytes: int, content_type: str | None = None) -> SavedPage:
    """Return the page, if it is one.

    ``content_type`` is the HTTP header; with None the page is taken for HTML unless it is binary.

    Raises:
        Unreadable: it is a redirect, empty, too large, broken or no HTML.
    """
    if page.status is not None and 300 <= page.status < 400:
        raise Unreadable("redirect")
    if not page.body.strip():
        raise Unreadable("empty")
    if len(page.body) > max_bytes:
        raise Unreadable("too_large", f"more than {max_bytes} bytes")
    if content_type is not None and not _is_html(content_type, page.body):
        raise Unreadable("not_html", content_type)
    if is_binary(page.body) or is_json(page.body):
        raise Unreadable("not_html", "binary or JSON")
    if has_giant_tag(page.body):
        raise Unreadable("broken", "a tag with too many attributes")
    return page


def _is_html(content_type: str, body: bytes) -> bool:
    """Tell whether a page is HTML, by the header or, if that is empty, by its first 1,024 bytes."""
    kind = content_type.partition(";")[0].strip().lower()
    return kind in _HTML_TYPES if kind else starts_like_html(body)


def starts_like_html(body: bytes) -> bool:
    """Tell whether a doctype, html, head or body tag comes first, within the first 1,024 bytes."""
    return _HTML_START.match(body[:SNIFFED]) is not None


def charset(content_type: str) -> str | None:
    """Python's name of the encoding in a Content-Type header."""
    return http_content_type_encoding(content_type[:SNIFFED])


MAX_DATE: Final = 100
"""Number of characters of an HTTP date to read."""


def http_date(text: str) -> datetime | None:
    """The time of an HTTP date, in UTC; None if it is no date.

    >>> http_date("Sun, 31 May 2026 14:00:00 +0200")
    datetime.datetime(2026, 5, 31, 12, 0, tzinfo=datetime.timezone.utc)
    """
    try:
        moment = parsedate_to_datetime(text[:MAX_DATE])
        if moment.tzinfo is None:
            return moment.replace(tzinfo=timezone.utc)
        return moment.astimezone(timezone.utc)
    except (ValueError, TypeError, OverflowError):
        return None


GZIP_MAGIC: Final = b"\x1f\x8b"

MAX_ENCODINGS: Final = 5
"""Largest number of content encodings on top of one another."""


def is_gzipped(path: Path) -> bool:
    """Tell whether the file begins as gzip does."""
    with path.open("rb") as file:
        return file.read(2) == GZIP_MAGIC


def unpacked(file: IO[bytes], gzipped: bool) -> IO[bytes]:
    """The file as it is, or a file of its decompressed bytes."""
    return cast("IO[bytes]", gzip.GzipFile(fileobj=file)) if gzipped else file


def start_of(path: Path, length: int) -> bytes:
    """The first bytes of a file, decompressed; none if it cannot be read."""
    try:
        gzipped = is_gzipped(path)
        with path.open("rb") as file:
            return unpacked(file, gzipped).read(length)
    except (OSError, EOFError, zlib.error):
        return b""


def bytes_of(path: Path, most: int, gzipped: bool) -> bytes:
    """All bytes of a file, decompressed if ``gzipped``; unreadable beyond ``most`` bytes."""
    try:
        with path.open("rb") as file:
            content = unpacked(file, gzipped).read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise Unreadable("broken", str(error), damaged=True) from None
    if len(content) > most:
        raise Unreadable("too_large", f"more than {most} bytes")
    return content


def decoded(body: bytes, content_encoding: str, max_bytes: int) -> bytes:
    """Undo the content encodings of a body, named in the header.

    Programs that save pages often keep the header of a body they have decompressed: a body that
    already starts like HTML is taken as it is.

    Raises:
        Unreadable: ``broken``, also by an unknown encoding; ``too_large`` beyond ``max_bytes``,
            without decompressing more.
    """
    names = [name.strip().lower() for name in content_encoding.split(",", MAX_ENCODINGS)]
    for name in reversed([name for name in names if name not in ("", "identity")]):
        if starts_like_html(body):
            return body
        body = _undone(name, body, max_bytes)
        if len(body) > max_bytes:
            raise Unreadable("too_large", f"more than {max_bytes} bytes unpacked")
    return body


def _undone(name: str, body: bytes, max_bytes: int) -> bytes:
    undo = _UNDO.get(name)
    if undo is None:
        raise Unreadable("broken", f"content encoding {name[:40]!r}")
    try:
        return undo(body, max_bytes + 1)
    except ImportError:
        raise Unreadable("broken", f"content encoding {name}: no decoder is installed") from None
    except Exception as error:
        # Each decoder has errors of its own.
        raise Unreadable("broken", f"content encoding {name}: {error}") from None


def _unzipped(body: bytes, most: int) -> bytes:
    try:
        # With the header of gzip or of zlib.
        return zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(body, most)
    except zlib.error:
        # Some servers send it without zlib's header.
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(body, most)


def _unbrotli(body: bytes, most: int) -> bytes:
    decoder = import_module("brotli").Decompressor()
    pieces = [decoder.process(body, output_buffer_limit=most)]
    length = len(pieces[0])
    while length < most and not decoder.is_finished():
        piece = decoder.process(b"", output_buffer_limit=most - length)
        if not piece:
            break
        pieces.append(piece)
        length += len(piece)
    return b"".join(pieces)


def _unzstd(body: bytes, most: int) -> bytes:
    try:
        zstd = import_module("compression.zstd")
    except ImportError:
        zstd = import_module("backports.zstd")
    unpacked: bytes = zstd.ZstdDecompressor().decompress(body, most)
    return unpacked


_UNDO: Final[dict[str, Callable[[bytes, int], bytes]]] = {
    "gzip": _unzipped,
    "x-gzip": _unzipped,
    "deflate": _unzipped,
    "br": _unbrotli,
    "zstd": _unzstd,
}
