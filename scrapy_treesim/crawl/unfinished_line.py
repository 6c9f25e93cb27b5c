"""Unfinished last lines of feeds, left by a full disk or a kill, finished before more follows.

Half a line of JSON is cut off. A row of CSV may lack nothing but its end, so that it stays, and the
next row begins on a new line, outside quotation marks.
"""

from __future__ import annotations

import json
from contextlib import suppress
from os import SEEK_END
from pathlib import Path
from typing import IO, Final

_BLOCK: Final = 1_000_000


def finish_last_line(path: Path, *, is_json: bool) -> str:
    """Finish or cut off the last line of a file; return a phrase about the change, or nothing."""
    # A file that may only be appended to cannot be read, either.
    with suppress(FileNotFoundError, PermissionError), path.open("r+b") as file:
        start = _start_of_last_line(file)
        file.seek(start)
        line = file.read()
        is_open = not is_json and _quotes(file) % 2 == 1
        if not line and not is_open:
            return ""
        # A crash of the machine may leave zeros in place of a line.
        if is_json and line[:1] in (b"{", b"\0") and not _is_json(line):
            file.truncate(start)
            return f"half a line of {len(line)} bytes, which were cut off"
        file.truncate(start + len(line) - _bytes_of_cut_character(line))
        file.seek(0, SEEK_END)
        file.write(b'"\n' if is_open else b"\n")
        return "a line without its end, which got one"
    return ""


def _start_of_last_line(file: IO[bytes]) -> int:
    """The position after the last end of a line."""
    end = file.seek(0, SEEK_END)
    while end:
        begin = max(end - _BLOCK, 0)
        file.seek(begin)
        offset = file.read(end - begin).rfind(b"\n")
        if offset >= 0:
            return begin + offset + 1
        end = begin
    return 0


def _is_json(line: bytes) -> bool:
    with suppress(ValueError, RecursionError):
        json.loads(line)
        return True
    return False


def _bytes_of_cut_character(line: bytes) -> int:
    """The number of bytes of a cut character at the end of UTF-8."""
    try:
        line.decode()
    except UnicodeDecodeError as error:
        return len(line) - error.start if error.reason == "unexpected end of data" else 0
    return 0


def _quotes(file: IO[bytes]) -> int:
    """The number of quotation marks in a file."""
    file.seek(0)
    return sum(block.count(b'"') for block in iter(lambda: file.read(_BLOCK), b""))
