"""Messages between a crawl and its workers, and the process of a worker.

Messages are JSON, and a page's bytes as they are: nothing from a process that read hostile pages is
unpickled.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import lru_cache
from struct import Struct
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from scrapy.http import HtmlResponse
from scrapy.settings import Settings

from scrapy_treesim.crawl.reader import KeyTreeSeen, PageReader, PageReading, Problem, TemplateSeen
from scrapy_treesim.crawl.settings import SettingError, read_settings, request_options
from scrapy_treesim.items import CLASSES, Finding, RecordRow, TemplateRow

if TYPE_CHECKING:
    from scrapy_treesim.crawl.settings import TreesimSettings

LENGTHS: Final = Struct("!IQ")
"""Head of a message: the lengths of its JSON and of the bytes after it."""

MAX_BYTES: Final = 2_000_000_000
"""Largest number of bytes of a message; larger ones are refused."""

_ITEMS: Final = {item_class.__name__: item_class for item_class in CLASSES.values()}
_ROWS: Final[dict[str, type[RecordRow | TemplateRow]]] = {
    row_class.__name__: row_class for row_class in (RecordRow, TemplateRow)
}


@dataclass(frozen=True, slots=True)
class PageToRead:
    """A page on its way to a worker."""

    url: str
    body: bytes
    encoding: str
    """Encoding that the crawl reads it in."""
    moment: datetime | None
    meta: Any
    """``meta["treesim"]`` of its request."""
    follow: bool
    """True to look for the address of the next page."""


def packed(values: Any, body: bytes = b"") -> bytes:
    """Return a message of plain values, and bytes after them."""
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    written = text.encode("utf-8", "surrogatepass")
    return b"".join((LENGTHS.pack(len(written), len(body)), written, body))


def unpacked(message: bytes) -> Any:
    """Return the values of a message's JSON."""
    return json.loads(message.decode("utf-8", "surrogatepass"))


def page_message(page: PageToRead) -> bytes:
    """Return the request to read a page.

    Raises:
        TypeError: its meta is no JSON.
    """
    moment = None if page.moment is None else page.moment.isoformat()
    try:
        return packed([page.url, page.encoding, moment, page.meta, page.follow], page.body)
    except (ValueError, RecursionError) as error:
        raise TypeError(str(error)) from error


def page_of(values: Any, body: bytes) -> PageToRead:
    """Return the page of a request."""
    url, encoding, moment, meta, follow = values
    when = None if moment is None else datetime.fromisoformat(moment)
    return PageToRead(url, body, encoding, when, meta, follow)


def reading_message(reading: PageReading) -> bytes:
    """Return the answer of a reading."""
    values = asdict(replace(reading, findings={}))
    for kind, items in reading.findings.items():
        values["findings"][kind] = [_values_of(item) for item in items]
    return packed(values)


def reading_of(values: Any) -> PageReading:
    """Return the reading of an answer.

    Raises:
        ValueError: the values are no reading.
    """
    try:
        findings, problems, key_trees, template = map(values.pop, _STRUCTURED)
        return PageReading(
            findings={
                kind: [_finding_of(*item) for item in items] for kind, items in findings.items()
            },
            problems=[Problem(**problem) for problem in problems],
            key_trees=[KeyTreeSeen(**key_tree) for key_tree in key_trees],
            template=None if template is None else TemplateSeen(**template),
            **values,
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"no reading of a page: {error!r}") from error


_STRUCTURED: Final = ("findings", "problems", "key_trees", "template")
"""Parts of a reading that are not plain values."""


def _values_of(finding: Finding) -> tuple[str, dict[str, Any], list[str] | None, str]:
    """The class of a finding, its values, the fields of its feeds, and its identity."""
    name, identity = type(finding).__name__, finding.identity.hex()
    if isinstance(finding, (RecordRow, TemplateRow)):
        return name, finding, None, identity
    return name, finding.to_dict(), finding.carried, identity


def _finding_of(
    name: str, values: dict[str, Any], carried: list[str] | None, identity: str
) -> Finding:
    if name in _ROWS:
        return _ROWS[name](values, bytes.fromhex(identity))
    item = _ITEMS[name].holding(values, None if carried is None else _shared(*carried))
    item.identity = bytes.fromhex(identity)
    return item


@lru_cache(maxsize=1_000)
def _shared(*names: str) -> frozenset[str]:
    """A frozenset of names, shared by all items with them."""
    return frozenset(names)


def main(to_crawl: int) -> None:
    """Read pages from standard input and answer to a pipe, until the crawl hangs up."""
    from_crawl = os.dup(0)
    # Code that reads standard input or prints must not do so between the messages.
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    try:
        with open(from_crawl, "rb") as requests, open(to_crawl, "wb") as answers:
            _serve(requests, answers)
    except (OSError, EOFError):
        # The crawl is gone.
        sys.exit(1)


def _serve(requests: BinaryIO, answers: BinaryIO) -> None:
    settings = read_settings(Settings(unpacked(_received(requests)[0])))
    reader = PageReader(settings)
    _send(answers, packed("ready"))
    while True:
        try:
            message, body = _received(requests)
        except EOFError:
            return
        _send(answers, packed("begun"))
        values = unpacked(message)
        if values == "learned":
            _send(answers, packed({"error": reader.save()}))
        else:
            _send(answers, reading_message(_read(reader, settings, page_of(values, body))))


def _read(reader: PageReader, settings: TreesimSettings, page: PageToRead) -> PageReading:
    try:
        options = request_options(page.meta, settings.options)
    except SettingError as error:
        return PageReading(problems=[Problem.of("meta", error)])
    if options is None:
        return PageReading()
    response = HtmlResponse(page.url, body=page.body, encoding=page.encoding)
    return reader.read(response, options, page.moment, follow=page.follow)


def _received(requests: BinaryIO) -> tuple[bytes, bytes]:
    length, body_length = LENGTHS.unpack(_exactly(requests, LENGTHS.size))
    return _exactly(requests, length), _exactly(requests, body_length)


def _exactly(stream: BinaryIO, length: int) -> bytes:
    read = stream.read(length)
    if len(read) < length:
        raise EOFError
    return read


def _send(answers: BinaryIO, message: bytes) -> None:
    answers.write(message)
    answers.flush()
