"""Unfinished last lines of feeds, left by a full disk or a kill, finished before more follows.

Half a line of JSON is cut off. A row of CSV may lack nothing but its end, so that it stays, and the
next row begins on a new line, outside quotation marks.
"""

from __future__ import annotations

import json
from codecs import getincrementaldecoder
from contextlib import suppress
from mmap import ACCESS_READ, mmap
from os import SEEK_END
from pathlib import Path


def finish_last_line(path: Path, *, is_json: bool) -> str:
    """Finish or cut off the last line of a file; return a phrase about the change, or nothing."""
    # A file that may only be appended to cannot be read, either; an empty one is no memory map.
    with suppress(FileNotFoundError, PermissionError, ValueError), path.open("r+b") as file:
        with mmap(file.fileno(), 0, access=ACCESS_READ) as data:
            start = data.rfind(b"\n") + 1
            line = data[start:]
        is_open = not is_json and sum(row.count(b'"') for row in file) % 2 == 1
        # A crash of the machine may leave zeros in place of a line.
        if is_json and line[:1] in (b"{", b"\0") and not _is_json(line):
            file.truncate(start)
            return f"half a line of {len(line)} bytes, which were cut off"
        if line or is_open:
            decoder = getincrementaldecoder("utf-8")("replace")
            decoder.decode(line)
            cut_character, _ = decoder.getstate()
            file.truncate(start + len(line) - len(cut_character))
            file.seek(0, SEEK_END)
            file.write(b'"\n' if is_open else b"\n")
            return "a line without its end, which got one"
    return ""


def _is_json(line: bytes) -> bool:
    with suppress(ValueError, RecursionError):
        json.loads(line)
        return True
    return False
