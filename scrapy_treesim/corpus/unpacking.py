"""Bytes unpacked to a bounded length: those of a file, and a body with a Content-Encoding."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Final, cast

from scrapy_treesim.corpus.saved_page import Unreadable, starts_like_html

GZIP_MAGIC: Final = b"\x1f\x8b"

MAX_ENCODINGS: Final = 5
"""Encodings on top of one another."""


def is_gzipped(path: Path) -> bool:
    """Tell whether the file begins as gzip does.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        return file.read(2) == GZIP_MAGIC


def unpacked(file: IO[bytes], gzipped: bool) -> IO[bytes]:
    """The file as it is, or what is packed in it."""
    return cast("IO[bytes]", gzip.GzipFile(fileobj=file)) if gzipped else file


def start_of(path: Path, length: int) -> bytes:
    """The first bytes of what is in the file; none where it cannot be read."""
    try:
        gzipped = is_gzipped(path)
        with path.open("rb") as file:
            return unpacked(file, gzipped).read(length)
    except (OSError, EOFError, zlib.error):
        return b""


def bytes_of(path: Path, most: int, gzipped: bool) -> bytes:
    """All that is in the file.

    Raises:
        Unreadable: ``broken``, or ``too_large`` with more than ``most`` bytes.
    """
    try:
        with path.open("rb") as file:
            content = unpacked(file, gzipped).read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise Unreadable("broken", str(error)) from None
    if len(content) > most:
        raise Unreadable("too_large", f"more than {most} bytes")
    return content


def decoded(body: bytes, content_encoding: str, max_bytes: int) -> bytes:
    """The body as it was before the encodings that the header names.

    Programs that save pages often keep the header of a body they have unpacked: what already
    starts like HTML is taken as it is.

    Raises:
        Unreadable: ``broken``, also by an encoding that is not known; ``too_large`` beyond
            ``max_bytes``, found out without unpacking more.
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


def _gunzip(body: bytes, most: int) -> bytes:
    return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(body, most)


def _inflate(body: bytes, most: int) -> bytes:
    try:
        return zlib.decompressobj().decompress(body, most)
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
    unpacked: bytes = _zstd().ZstdDecompressor().decompress(body, most)
    return unpacked


def _zstd() -> Any:
    try:
        return import_module("compression.zstd")
    except ImportError:
        return import_module("backports.zstd")


_UNDO: Final[dict[str, Callable[[bytes, int], bytes]]] = {
    "gzip": _gunzip,
    "x-gzip": _gunzip,
    "deflate": _inflate,
    "br": _unbrotli,
    "zstd": _unzstd,
}
