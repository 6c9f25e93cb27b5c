"""The process of a worker: reads a page at a time, for as long as its crawl is there."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, BinaryIO

from scrapy.http import HtmlResponse
from scrapy.settings import Settings

from scrapy_treesim.reader import Problem, Reader, Reading
from scrapy_treesim.request_meta import wanted_of
from scrapy_treesim.settings import SettingError, read_settings
from scrapy_treesim.workers.messages import LENGTHS, packed, page_of, reading_message, unpacked

if TYPE_CHECKING:
    from scrapy_treesim.settings import TreesimSettings
    from scrapy_treesim.workers.messages import PageToRead


def main(to_crawl: int) -> None:
    """Read the pages that come through standard input, until the crawl hangs up."""
    from_crawl = os.dup(0)
    # Whatever reads or prints does not do so between the messages.
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    try:
        with open(from_crawl, "rb") as asked, open(to_crawl, "wb") as answers:
            _serve(asked, answers)
    except (OSError, EOFError):
        # The crawl is gone.
        sys.exit(1)


def _serve(asked: BinaryIO, answers: BinaryIO) -> None:
    settings = read_settings(Settings(unpacked(_received(asked)[0])))
    reader = Reader(settings)
    known = reader.sites
    _send(answers, packed("ready"))
    while True:
        try:
            said, body = _received(asked)
        except EOFError:
            return
        _send(answers, packed("begun"))
        values = unpacked(said)
        if values == "learned":
            _send(answers, packed({"error": reader.save(), "sites": max(0, reader.sites - known)}))
        else:
            _send(answers, reading_message(_read(reader, settings, page_of(values, body))))


def _read(reader: Reader, settings: TreesimSettings, page: PageToRead) -> Reading:
    try:
        wanted = wanted_of(page.meta, settings.wanted)
    except SettingError as error:
        return Reading(problems=[Problem.of("meta", error)])
    if wanted is None:
        return Reading()
    response = HtmlResponse(page.url, body=page.body, encoding=page.encoding)
    return reader.read(response, wanted, page.moment, follow=page.follow)


def _received(asked: BinaryIO) -> tuple[bytes, bytes]:
    said, behind = LENGTHS.unpack(_exactly(asked, LENGTHS.size))
    return _exactly(asked, said), _exactly(asked, behind)


def _exactly(asked: BinaryIO, length: int) -> bytes:
    read = asked.read(length)
    if len(read) < length:
        raise EOFError
    return read


def _send(answers: BinaryIO, message: bytes) -> None:
    answers.write(message)
    answers.flush()
