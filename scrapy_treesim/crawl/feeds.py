"""Feeds of findings: ``TREESIM_FEEDS``, written by Scrapy's exporters to Scrapy's storages.

The exporters write CSV without formulas, JSON lines quickly, and XML without the word ``None``.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timezone
from io import BytesIO, IOBase
from numbers import Number
from pathlib import Path, PureWindowsPath
from pkgutil import resolve_name
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from itemadapter import ItemAdapter
from scrapy.exceptions import NotConfigured
from scrapy.exporters import CsvItemExporter, JsonLinesItemExporter, XmlItemExporter
from scrapy.extensions.feedexport import FileFeedStorage
from scrapy.extensions.postprocessing import PostProcessingManager
from scrapy.utils.conf import feed_complete_default_values_from_settings
from scrapy.utils.defer import deferred_from_coro, ensure_awaitable
from scrapy.utils.misc import build_from_crawler, load_object
from scrapy.utils.python import to_bytes
from w3lib.url import file_uri_to_path

from scrapy_treesim.crawl.unfinished_line import finish_last_line
from scrapy_treesim.item import Item, Row
from scrapy_treesim.items import CLASSES, FINDINGS, RecordRow, TemplateRow

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings
    from twisted.internet.defer import Deferred

logger = logging.getLogger(__name__)

# The inspector's export.js has the same expressions, written the same.
UNSEEN: Final = (
    r"""[\0-\x20"'\x7f-\xa0\xad\u034f\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000"""
    r"""\ufe00-\ufe0f\ufeff]*"""
)
"""White space, unseen characters and quotation marks: some spreadsheets drop what leads a cell."""
SIGN: Final = r"""[=@\uff1d\uff20\t\n\r]|[-+\uff0d\uff0b](?![0-9., ]*%?(?![\s\S]))"""
"""Start of a formula; numbers, shares and telephone numbers begin otherwise."""
_FORMULA: Final = re.compile(f"(?:{UNSEEN})(?:{SIGN})")


def plain_cell(value: Any) -> Any:
    """A cell's value as a spreadsheet reads it; what looks like a formula gets an apostrophe first.

    Numbers, ``None`` and all other text stay as they are.

    >>> plain_cell('=HYPERLINK("https://evil.example")')
    '\\'=HYPERLINK("https://evil.example")'
    >>> plain_cell(-3.5), plain_cell("-3.5"), plain_cell("Iron pan")
    (-3.5, '-3.5', 'Iron pan')
    """
    if value is None or isinstance(value, Number):
        return value
    text = value if isinstance(value, str) else str(value)
    return f"'{text}" if _FORMULA.match(text) else value


class SafeCsvItemExporter(CsvItemExporter):
    """Scrapy's exporter of CSV, its cells and column names made plain by :func:`plain_cell`.

    ``FEED_EXPORTERS = {"csv": "scrapy_treesim.crawl.feeds.SafeCsvItemExporter"}`` makes it the one
    of all CSV feeds of a project; under another name it is the one of feeds with that ``format``.
    """

    def __init__(self, file: BytesIO, *args: Any, **kwargs: Any) -> None:
        super().__init__(file, *args, **kwargs)
        writerow = self.csv_writer.writerow
        # All that is written goes through it, the line of column names too.
        self.csv_writer: Any = SimpleNamespace(
            writerow=lambda row: writerow([plain_cell(value) for value in row])
        )


class FindingLinesExporter(JsonLinesItemExporter):
    """Writes the lines that Scrapy's exporter writes, byte for byte.

    The values of findings are JSON as they are; to ask each field how it wants to be written takes
    most of the time that writing takes.
    """

    def export_item(self, item: Any) -> None:
        """Write one line."""
        if self.fields_to_export is None and isinstance(item, (Item, Row)):
            values = item.to_dict() if isinstance(item, Item) else item
            self.file.write(to_bytes(f"{self.encoder.encode(values)}\n", self.encoding))
        else:
            super().export_item(item)


class FindingXmlExporter(XmlItemExporter):
    """Leaves out what a finding has not, where Scrapy's exporter writes the word ``None``."""

    def export_item(self, item: Any) -> None:
        """Write one element."""
        super().export_item(_without_none(ItemAdapter(item).asdict()))


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_none(one) for name, one in value.items() if one is not None}
    return [_without_none(one) for one in value] if isinstance(value, list) else value


_OF_THE_PROJECTS_ITEMS = {"fields": None, "store_empty": False, "batch_item_count": 0}
"""Options in which the project's feed settings do not apply to findings."""
_OF_FINDINGS = {JsonLinesItemExporter: FindingLinesExporter, XmlItemExporter: FindingXmlExporter}
"""The exporters of findings in place of Scrapy's; a project's own stay."""


class FindingsFeed:
    """Writes findings to one file after the other, the first when there is something to write."""

    def __init__(self, feed: FeedOptions, crawler: Crawler, spider: Spider) -> None:
        """Prepare the feed.

        Raises:
            ValueError: the storage cannot be used, or its address has an unknown placeholder.
        """
        self.written = 0
        """Findings written to it."""
        self._feed = feed
        self._crawler = crawler
        self._spider = spider
        self._options = _options(feed, crawler.settings)
        self._storage_class = _component(crawler.settings, "FEED_STORAGES", scheme_of(feed.uri))
        item_filter = self._options.get("item_filter")
        self._filter: Any = load_object(item_filter)(self._options) if item_filter else None
        self._batch = self._next_batch(1)
        self._on_their_way: list[Deferred[None]] = []

    @property
    def uri(self) -> str:
        """The address that it writes to, without a password."""
        return without_password(self._batch.uri)

    def accepts(self, finding: Any) -> bool:
        """Tell whether the finding is of the feed's classes."""
        return isinstance(finding, self._feed.classes)

    def add(self, finding: Any) -> None:
        """Write one finding, if the feed's own filter accepts it.

        Raises:
            Exception: whatever the exporter or the storage fails with.
        """
        if self._filter is not None and not self._filter.accepts(finding):
            return
        batch = self._batch
        batch.add(finding)
        self.written += 1
        if batch.count == self._options["batch_item_count"]:
            # The crawl does not wait for it.
            self._on_their_way.append(deferred_from_coro(batch.close()))
            self._batch = self._next_batch(batch.number + 1)

    async def close(self) -> None:
        """Finish the last file and store all; without a finding there is none, unless asked for.

        Raises:
            Exception: the first that a file could not be stored for; all are tried.
        """
        if not self.written and (self._options["store_empty"] or self._is_stale()):
            self._batch.start()
        self._on_their_way.append(deferred_from_coro(self._batch.close()))
        failures = []
        for one in self._on_their_way:
            try:
                await ensure_awaitable(one)
            except Exception as error:
                failures.append(error)
        if failures:
            raise failures[0]

    def _is_stale(self) -> bool:
        """Tell whether the file is of a crawl before, and was to be written anew."""
        storage = self._batch.storage
        is_file = isinstance(storage, FileFeedStorage) and os.path.isfile(storage.path)
        return is_file and bool(self._options.get("overwrite"))

    def _next_batch(self, number: int) -> _Batch:
        uri = self._feed.uri
        # Else nothing of the spider is touched.
        if _PLACEHOLDER.search(uri):
            uri = with_parameters(uri, self._parameters(number))
        try:
            storage = build_from_crawler(
                self._storage_class, self._crawler, uri, feed_options=self._options
            )
        except NotConfigured as error:
            raise ValueError(f"{uri} cannot be stored: {error}") from None
        return _Batch(number, uri, storage, self._options, self._crawler, self._spider)

    def _parameters(self, number: int) -> Mapping[str, Any]:
        """Fill-ins for an address, as Scrapy has them."""
        now = datetime.now(timezone.utc)
        changed = self._options["uri_params"]
        parameters = {name: getattr(self._spider, name) for name in dir(self._spider)} | {
            "time": now.replace(microsecond=0).isoformat().replace(":", "-"),
            "batch_time": now.isoformat().replace(":", "-"),
            "batch_id": number,
        }
        return (
            load_object(changed)(parameters, self._spider) or parameters if changed else parameters
        )


@dataclass(slots=True)
class _Batch:
    """One file of a feed."""

    number: int
    uri: str
    storage: Any
    options: dict[str, Any]
    crawler: Crawler
    spider: Spider
    count: int = 0
    _file: Any = None
    _exporter: Any = None
    _torn_at: int | None = None
    """The place in the file of a finding that could not be written in full."""

    def start(self) -> None:
        """Open the file."""
        options = self.options
        exporter = _component(self.crawler.settings, "FEED_EXPORTERS", options["format"])
        self._finish_last_line(exporter)
        file = self.storage.open(self.spider)
        if "postprocessing" in options:
            file = PostProcessingManager(options["postprocessing"], file, options)
        self._exporter = build_from_crawler(
            _OF_FINDINGS.get(exporter, exporter),
            self.crawler,
            file,
            fields_to_export=options["fields"],
            encoding=options["encoding"],
            indent=options["indent"],
            **options["item_export_kwargs"],
        )
        self._exporter.start_exporting()
        self._file = file

    def _finish_last_line(self, exporter: Any) -> None:
        """Finish what a crawl before left unfinished in a file that is to be gone on with."""
        storage = self.storage
        kinds = exporter.__mro__ if isinstance(exporter, type) else ()
        is_json = JsonLinesItemExporter in kinds
        if (
            (is_json or CsvItemExporter in kinds)
            and (isinstance(storage, FileFeedStorage) and storage.write_mode == "ab")
            and os.path.isfile(storage.path)
            and "postprocessing" not in self.options
            and "\n".encode(self.options["encoding"]) == b"\n"
            and (done := finish_last_line(Path(storage.path), is_json=is_json))
        ):
            logger.warning(
                "treesim goes on with %s, at whose end a crawl before had left %s",
                without_password(self.uri),
                done,
            )

    def add(self, finding: Any) -> None:
        """Write one finding, or nothing of it."""
        if self._file is None:
            self.start()
        self._take_back()
        before = None
        # A file that is packed cannot tell, nor can a pipe.
        with suppress(OSError, AttributeError):
            before = self._file.tell()
        try:
            self._exporter.export_item(finding)
            if isinstance(self._file, IOBase):
                # Were the process killed, a resumed crawl might not come back to the page.
                self._file.flush()
        except OSError:
            self._torn_at = before
            with suppress(OSError):
                self._take_back()
            raise
        self.count += 1

    async def close(self) -> None:
        """Finish the file, if there is one, and store it."""
        if self._file is None:
            return
        file = self._file
        try:
            self._take_back()
            self._exporter.finish_exporting()
            if isinstance(file, PostProcessingManager):
                file.close()
        finally:
            if isinstance(file, PostProcessingManager):
                file = file.file
            await ensure_awaitable(self.storage.store(file))
        logger.info("treesim wrote %d findings to %s", self.count, without_password(self.uri))

    def _take_back(self) -> None:
        """Cut off what was written of a finding; as long as the disk is full, that may fail."""
        if self._torn_at is not None:
            self._file.seek(self._torn_at)
            self._file.truncate()
            self._torn_at = None


def _options(feed: FeedOptions, settings: BaseSettings) -> dict[str, Any]:
    """All options of a feed, the project's own where they are about any feed."""
    encoding = settings["FEED_EXPORT_ENCODING"] or "utf-8"
    given = {**_OF_THE_PROJECTS_ITEMS, "encoding": encoding, **feed.options}
    return feed_complete_default_values_from_settings(given, settings)


def _component(settings: BaseSettings, name: str, key: str) -> Any:
    return load_object(settings.getwithbase(name)[key])


_ROWS: Final[dict[str, tuple[type, ...]]] = {"records": (RecordRow,), "template": (TemplateRow,)}
CLASSES_OF_KIND: Final[dict[str, tuple[type, ...]]] = {
    kind: (item_class, *_ROWS.get(kind, ())) for kind, item_class in CLASSES.items()
}
"""Values of ``%(kind)s`` in an address, and the findings of each feed."""

_KIND: Final = "%(kind)s"
_BATCH: Final = re.compile(r"%\(batch_(?:id|time)\)")
_PLACEHOLDER: Final = re.compile(r"%\((\w+)\)([-+ #0]*(?:[1-9]\d*)?[ds])")


@dataclass(frozen=True, slots=True)
class FeedOptions:
    """One feed of findings."""

    uri: str
    """Its address, which may hold Scrapy's ``%(name)s``, ``%(time)s`` and the like."""
    classes: tuple[type, ...] = FINDINGS
    """The findings that it takes."""
    options: dict[str, Any] = field(default_factory=dict)
    """As in ``FEEDS``; ``format`` is always there."""


def feeds_of(given: Any, options: Any) -> Iterator[FeedOptions]:
    """The feeds of one entry of ``TREESIM_FEEDS``: one for each kind where its address says so.

    Raises:
        ValueError: there is no such feed.
    """
    uri = str(given.absolute()) if isinstance(given, Path) else given
    if not isinstance(uri, str) or not uri.strip():
        raise ValueError(f"{given!r} is no address of a feed")
    if not isinstance(options, Mapping):
        raise ValueError(f'the options of {uri} are no dict: give one such as {{"format": "csv"}}')
    chosen = dict(options)
    chosen.setdefault("format", Path(uri).suffix.removeprefix("."))
    named = chosen.pop("item_classes", None)
    if chosen.get("batch_item_count") and not _BATCH.search(uri):
        raise ValueError(f"{uri} has a batch_item_count: its address must hold %(batch_id)d")
    if _KIND not in uri:
        yield FeedOptions(uri, _classes(uri, named), chosen)
    elif named:
        raise ValueError(f"{uri} has a feed for each kind: leave out its item_classes")
    else:
        for kind, classes in CLASSES_OF_KIND.items():
            yield FeedOptions(uri.replace(_KIND, kind), classes, chosen)


def _classes(uri: str, named: Any) -> tuple[type, ...]:
    """The classes of findings that ``item_classes`` names."""
    if not named:
        return FINDINGS
    if isinstance(named, str) or not isinstance(named, (list, tuple, set, frozenset)):
        raise ValueError(f"the item_classes of {uri} are no list")
    classes = []
    for name in named:
        one = _finding_class(name)
        if one is None:
            raise ValueError(
                f"the item_classes of {uri} name {name!r}, which is none of scrapy_treesim.items"
            )
        classes.append(one)
    return tuple(classes)


def _finding_class(named: Any) -> type | None:
    """The class itself, or by its name; None where there is none, or none of findings."""
    if isinstance(named, str):
        try:
            named = resolve_name(named)
        except (ImportError, AttributeError, ValueError):
            return None
    return named if isinstance(named, type) and issubclass(named, FINDINGS) else None


def finding_classes(options: Mapping[str, Any]) -> tuple[type, ...]:
    """The classes of findings among the ``item_classes`` of a feed of the project's own."""
    named = options.get("item_classes") or ()
    # Others are the project's business, and loading them is Scrapy's.
    ours = (one for one in named if not isinstance(one, str) or one.startswith("scrapy_treesim."))
    return tuple(filter(None, map(_finding_class, ours)))


def check_feeds(feeds: tuple[FeedOptions, ...], settings: BaseSettings) -> None:
    """Refuse feeds that the project's exporters and storages cannot write.

    Raises:
        ValueError: a format or storage that there is not, or a place that cannot be written to.
    """
    formats = [name for name, one in settings.getwithbase("FEED_EXPORTERS").items() if one]
    schemes = [name for name, one in settings.getwithbase("FEED_STORAGES").items() if one]
    for feed in feeds:
        if feed.options["format"] not in formats:
            known = ", ".join(formats)
            raise ValueError(f"{feed.uri} has no known format: give one of {known} as its format")
        scheme = scheme_of(feed.uri)
        if scheme not in schemes:
            raise ValueError(f"{feed.uri} is in no known storage: there are {', '.join(schemes)}")
        if scheme in ("", "file"):
            _check_place(feed.uri)


def scheme_of(uri: str) -> str:
    """The address's scheme, by which Scrapy chooses the storage."""
    return "" if PureWindowsPath(uri).drive else urlsplit(uri).scheme


def _check_place(uri: str) -> None:
    """Refuse a file that cannot be written to."""
    fixed = uri.partition("%(")[0]
    path = Path(file_uri_to_path(fixed) if fixed.startswith("file:") else fixed).absolute()
    if fixed == uri and path.exists():
        if path.is_dir() or not os.access(path, os.W_OK):
            raise ValueError(f"{uri} is no file that can be written to")
        return
    folder = path if fixed.endswith("/") else path.parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        raise ValueError(f"{uri} cannot be written: {folder} is no folder that can be written to")


def with_parameters(uri: str, parameters: Mapping[str, Any]) -> str:
    """The address with its placeholders filled in; any other percent sign stays.

    Raises:
        ValueError: there is no value for a placeholder.

    >>> with_parameters("out/%(name)s-%(batch_id)03d%20.csv", {"name": "shop", "batch_id": 7})
    'out/shop-007%20.csv'
    """

    def filled(found: re.Match[str]) -> str:
        if found[1] not in parameters:
            raise ValueError(f"nothing is known of %({found[1]}){found[2][-1]} in {uri}")
        return str(f"%{found[2]}" % parameters[found[1]])

    return _PLACEHOLDER.sub(filled, uri)


def without_password(uri: str) -> str:
    """The address as it may be logged.

    >>> without_password("ftp://ann:secret@files.example/%(name)s.csv")
    'ftp://files.example/%(name)s.csv'
    """
    host = urlsplit(uri).netloc if "://" in uri else ""
    return uri.replace(host, host.rpartition("@")[2], 1) if "@" in host else uri
