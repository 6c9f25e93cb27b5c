"""A file read to a bounded length, unpacked where it is gzipped."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path
from typing import IO, Final, cast

from scrapy_treesim.corpus.saved_page import Unreadable

GZIP_MAGIC: Final = b"\x1f\x8b"


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
