"""The process of a worker: reads a page at a time, for as long as its crawl is there."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.http import HtmlResponse
from scrapy.settings import Settings

from scrapy_treesim.reader import Problem, Reader, Reading
from scrapy_treesim.request_meta import wanted_of
from scrapy_treesim.settings import SettingError, read_settings
from scrapy_treesim.workers.messages import (
    LENGTHS,
    packed,
    page_of,
    reading_message,
    unpacked,
)

if TYPE_CHECKING:
    from io import BufferedRWPair

    from scrapy_treesim.settings import TreesimSettings
    from scrapy_treesim.workers.messages import PageToRead


def main() -> None:
    """Serve the crawl at the other end of standard input, a socket, until it hangs up."""
    connection = socket.socket(fileno=os.dup(0))
    # Whatever prints does not print into the messages.
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    try:
        with connection, connection.makefile("rwb") as stream:
            _serve(stream)
    except (OSError, EOFError):
        # The crawl is gone.
        sys.exit(1)


def _serve(stream: BufferedRWPair) -> None:
    settings = read_settings(Settings(_received(stream)[0]))
    reader = Reader(settings)
    known = _sites(reader)
    _send(stream, packed("ready"))
    while True:
        try:
            values, body = _received(stream)
        except EOFError:
            return
        if values == "learned":
            _send(stream, packed(_saved(reader, settings, known)))
        else:
            _send(stream, reading_message(_read(reader, settings, page_of(values, body))))


def _read(reader: Reader, settings: TreesimSettings, page: PageToRead) -> Reading:
    try:
        wanted = wanted_of(page.meta, settings.wanted)
    except SettingError as error:
        return Reading(problems=[Problem.of("meta", error)])
    if wanted is None:
        return Reading()
    response = HtmlResponse(page.url, body=page.body, encoding=page.encoding)
    return reader.read(response, wanted, page.moment, follow=page.follow)


def _saved(reader: Reader, settings: TreesimSettings, known: int) -> dict[str, Any]:
    """Save what was learned of sites where the settings say; tell how many are new."""
    memory, path, error = reader.memory, settings.site_memory, ""
    if memory is not None and isinstance(path, Path):
        try:
            memory.save(path)
        except (OSError, ValueError) as failure:
            error = str(failure)
    return {"sites": max(0, _sites(reader) - known), "error": error}


def _sites(reader: Reader) -> int:
    return 0 if reader.memory is None else len(reader.memory)


def _received(stream: BufferedRWPair) -> tuple[Any, bytes]:
    said, behind = LENGTHS.unpack(_exactly(stream, LENGTHS.size))
    return unpacked(_exactly(stream, said)), _exactly(stream, behind)


def _exactly(stream: BufferedRWPair, length: int) -> bytes:
    read = stream.read(length) if length else b""
    if len(read) < length:
        raise EOFError
    return read


def _send(stream: BufferedRWPair, message: bytes) -> None:
    stream.write(message)
    stream.flush()
