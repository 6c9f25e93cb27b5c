"""The messages between a crawl and its workers, and the process of a worker that answers them.

Messages are JSON, and a page's bytes as they are: nothing that comes out of a process which read
hostile pages is unpickled.
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

from scrapy_treesim.crawl.reader import KeyTreeSeen, Problem, Reader, Reading, TemplateSeen
from scrapy_treesim.crawl.settings import SettingError, read_settings, wanted_of
from scrapy_treesim.items import CLASSES, Finding, RecordRow, TemplateRow

if TYPE_CHECKING:
    from scrapy_treesim.crawl.settings import TreesimSettings

LENGTHS: Final = Struct("!IQ")
"""Head of a message: lengths of its JSON and the bytes after."""

MAX_BYTES: Final = 2_000_000_000
"""Bytes of a message; whoever sends more is not listened to."""

_ITEMS: Final = {one.__name__: one for one in CLASSES.values()}
_ROWS: Final[dict[str, type[RecordRow | TemplateRow]]] = {
    one.__name__: one for one in (RecordRow, TemplateRow)
}


@dataclass(frozen=True, slots=True)
class PageToRead:
    """A page on its way to a worker."""

    url: str
    body: bytes
    encoding: str
    """The one that the crawl reads it in."""
    moment: datetime | None
    meta: Any
    """``meta["treesim"]`` of its request."""
    follow: bool
    """True if the address of the next page is wanted."""


def packed(values: Any, body: bytes = b"") -> bytes:
    """A message of plain values, and bytes behind them.

    Raises:
        TypeError: the values are no JSON.
    """
    said = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    written = said.encode("utf-8", "surrogatepass")
    return b"".join((LENGTHS.pack(len(written), len(body)), written, body))


def unpacked(said: bytes) -> Any:
    """The values of a message's JSON.

    Raises:
        ValueError: it is none.
    """
    return json.loads(said.decode("utf-8", "surrogatepass"))


def page_message(page: PageToRead) -> bytes:
    """The message that asks for a page to be read.

    Raises:
        TypeError: its meta is no JSON.
    """
    moment = None if page.moment is None else page.moment.isoformat()
    try:
        return packed([page.url, page.encoding, moment, page.meta, page.follow], page.body)
    except (ValueError, RecursionError) as error:
        raise TypeError(str(error)) from error


def page_of(values: Any, body: bytes) -> PageToRead:
    """The page that is asked for."""
    url, encoding, moment, meta, follow = values
    when = None if moment is None else datetime.fromisoformat(moment)
    return PageToRead(url, body, encoding, when, meta, follow)


def reading_message(reading: Reading) -> bytes:
    """The message that answers."""
    values = asdict(replace(reading, findings={}))
    for kind, items in reading.findings.items():
        values["findings"][kind] = [_values_of(one) for one in items]
    return packed(values)


def reading_of(values: Any) -> Reading:
    """The answer.

    Raises:
        ValueError: it is none.
    """
    try:
        findings, problems, key_trees, template = map(values.pop, _OF_CLASSES)
        return Reading(
            findings={
                kind: [_finding_of(*one) for one in items] for kind, items in findings.items()
            },
            problems=[Problem(**one) for one in problems],
            key_trees=[KeyTreeSeen(**one) for one in key_trees],
            template=None if template is None else TemplateSeen(**template),
            **values,
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"no reading of a page: {error!r}") from error


_OF_CLASSES: Final = ("findings", "problems", "key_trees", "template")
"""Those parts of a reading that JSON does not have as they are."""


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
    """The set of some names, one for all items that carry them."""
    return frozenset(names)


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
    _send(answers, packed("ready"))
    while True:
        try:
            said, body = _received(asked)
        except EOFError:
            return
        _send(answers, packed("begun"))
        values = unpacked(said)
        if values == "learned":
            _send(answers, packed({"error": reader.save()}))
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
