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
from scrapy_treesim.items import CLASSES, FINDINGS, Item, RecordRow, Row, TemplateRow

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings
    from twisted.internet.defer import Deferred

logger = logging.getLogger(__name__)

# The inspector's export.js has the same expressions, character by character.
UNSEEN: Final = (
    r"""[\0-\x20"'\x7f-\xa0\xad\u034f\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000"""
    r"""\ufe00-\ufe0f\ufeff]*"""
)
"""White space, unseen characters and quotation marks: some spreadsheets drop them from a start."""
SIGN: Final = r"""[=@\uff1d\uff20\t\n\r]|[-+\uff0d\uff0b](?![0-9., ]*%?(?![\s\S]))"""
"""Start of a formula, not of a number, a share or a telephone number."""
_FORMULA: Final = re.compile(f"(?:{UNSEEN})(?:{SIGN})")


def plain_cell(value: Any) -> Any:
    """Return a value safe for a cell of a spreadsheet: possible formulas get an apostrophe first.

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

    ``FEED_EXPORTERS = {"csv": "scrapy_treesim.crawl.feeds.SafeCsvItemExporter"}`` makes it the
    exporter of all CSV feeds of a project; under another name, of feeds with that ``format``.
    """

    def __init__(self, file: BytesIO, *args: Any, **kwargs: Any) -> None:
        super().__init__(file, *args, **kwargs)
        writerow = self.csv_writer.writerow
        # All rows go through it, the line of column names too.
        self.csv_writer: Any = SimpleNamespace(
            writerow=lambda row: writerow([plain_cell(value) for value in row])
        )


class FindingLinesExporter(JsonLinesItemExporter):
    """Faster exporter with the same lines as Scrapy's, byte for byte.

    The values of findings are JSON as they are; looking up a serializer for each field would take
    most of the time of writing.
    """

    def export_item(self, item: Any) -> None:
        """Write one line."""
        if self.fields_to_export is None and isinstance(item, (Item, Row)):
            values = item.to_dict() if isinstance(item, Item) else item
            self.file.write(to_bytes(f"{self.encoder.encode(values)}\n", self.encoding))
        else:
            super().export_item(item)


class FindingXmlExporter(XmlItemExporter):
    """Exporter of XML without the absent fields; Scrapy's writes the word ``None`` for them."""

    def export_item(self, item: Any) -> None:
        """Write one element."""
        super().export_item(_without_none(ItemAdapter(item).asdict()))


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_none(child) for name, child in value.items() if child is not None}
    return [_without_none(child) for child in value] if isinstance(value, list) else value


_ITEM_OPTIONS = {"fields": None, "store_empty": False, "batch_item_count": 0}
"""Options that replace the project's feed settings, made for its items."""
_EXPORTERS = {JsonLinesItemExporter: FindingLinesExporter, XmlItemExporter: FindingXmlExporter}
"""Exporters of findings, by the exporter of Scrapy's that they replace; a project's own stay."""


class FindingsFeed:
    """Writer of findings to one file after the other; no file before the first finding."""

    def __init__(self, feed: FeedOptions, crawler: Crawler, spider: Spider) -> None:

        self.written = 0
        self._feed = feed
        self._crawler = crawler
        self._spider = spider
        encoding = crawler.settings["FEED_EXPORT_ENCODING"] or "utf-8"
        self._options: dict[str, Any] = feed_complete_default_values_from_settings(
            {**_ITEM_OPTIONS, "encoding": encoding, **feed.options}, crawler.settings
        )
        self._storage_class = _component(crawler.settings, "FEED_STORAGES", scheme_of(feed.uri))
        item_filter = self._options.get("item_filter")
        self._filter: Any = load_object(item_filter)(self._options) if item_filter else None
        self._batch = self._next_batch(1)
        self._closings: list[Deferred[None]] = []

    @property
    def uri(self) -> str:
        """Address of the current file, without a password."""
        return without_password(self._batch.uri)

    def accepts(self, finding: Any) -> bool:
        """Tell whether the finding is of the feed's classes."""
        return isinstance(finding, self._feed.classes)

    def add(self, finding: Any) -> None:
        """Write one finding, if the feed's own filter accepts it."""
        if self._filter is not None and not self._filter.accepts(finding):
            return
        batch = self._batch
        batch.add(finding)
        self.written += 1
        if batch.count == self._options["batch_item_count"]:
            # The crawl does not wait for the file to be stored.
            self._closings.append(deferred_from_coro(batch.close()))
            self._batch = self._next_batch(batch.number + 1)

    async def close(self) -> None:
        """Finish the last file and store all; without findings there is none, unless configured.

        Raises:
            Exception: the first failure to store a file; all are tried.
        """
        if not self.written and (self._options["store_empty"] or self._is_stale()):
            self._batch.start()
        self._closings.append(deferred_from_coro(self._batch.close()))
        failures = []
        for closing in self._closings:
            try:
                await ensure_awaitable(closing)
            except Exception as error:
                failures.append(error)
        if failures:
            raise failures[0]

    def _is_stale(self) -> bool:
        """Tell whether the file is of an earlier crawl and was to be overwritten."""
        storage = self._batch.storage
        is_file = isinstance(storage, FileFeedStorage) and os.path.isfile(storage.path)
        return is_file and bool(self._options.get("overwrite"))

    def _next_batch(self, number: int) -> _Batch:
        uri = self._feed.uri
        # Without placeholders, no attribute of the spider is read.
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
        """Values of the placeholders of an address, as in Scrapy."""
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
    """Position in the file of a finding that was not written in full."""

    def start(self) -> None:
        """Open the file."""
        options = self.options
        exporter = _component(self.crawler.settings, "FEED_EXPORTERS", options["format"])
        self._finish_last_line(exporter)
        file = self.storage.open(self.spider)
        if "postprocessing" in options:
            file = PostProcessingManager(options["postprocessing"], file, options)
        self._exporter = build_from_crawler(
            _EXPORTERS.get(exporter, exporter),
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
        """Finish the last line of a file that an earlier crawl left unfinished."""
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
        # A compressed file has no position, nor has a pipe.
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
        is_processed = isinstance(file, PostProcessingManager)
        try:
            self._take_back()
            self._exporter.finish_exporting()
            if is_processed:
                file.close()
        finally:
            file = file.file if is_processed else file
            await ensure_awaitable(self.storage.store(file))
        logger.info("treesim wrote %d findings to %s", self.count, without_password(self.uri))

    def _take_back(self) -> None:
        """Cut off a finding written in part; may fail as long as the disk is full."""
        if self._torn_at is not None:
            self._file.seek(self._torn_at)
            self._file.truncate()
            self._torn_at = None


def _component(settings: BaseSettings, name: str, key: str) -> Any:
    return load_object(settings.getwithbase(name)[key])


_ROWS: Final[dict[str, tuple[type, ...]]] = {"records": (RecordRow,), "template": (TemplateRow,)}
CLASSES_OF_KIND: Final[dict[str, tuple[type, ...]]] = {
    kind: (item_class, *_ROWS.get(kind, ())) for kind, item_class in CLASSES.items()
}
"""Classes of findings by the value of ``%(kind)s`` in an address."""

_KIND: Final = "%(kind)s"
_BATCH: Final = re.compile(r"%\(batch_(?:id|time)\)")
_PLACEHOLDER: Final = re.compile(r"%\((\w+)\)([-+ #0]*(?:[1-9]\d*)?[ds])")


@dataclass(frozen=True, slots=True)
class FeedOptions:
    """One feed of findings."""

    uri: str
    """Address, with Scrapy's ``%(name)s``, ``%(time)s`` and the like."""
    classes: tuple[type, ...] = FINDINGS
    options: dict[str, Any] = field(default_factory=dict)
    """Options as in ``FEEDS``, always with ``format``."""


def feeds_of(address: Any, options: Any) -> Iterator[FeedOptions]:
    """Yield the feeds of one entry of ``TREESIM_FEEDS``: with ``%(kind)s``, one for each kind.

    Raises:
        ValueError: there is no such feed.
    """
    uri = str(address.absolute()) if isinstance(address, Path) else address
    if not isinstance(uri, str) or not uri.strip():
        raise ValueError(f"{address!r} is no address of a feed")
    if not isinstance(options, Mapping):
        raise ValueError(f'the options of {uri} are no dict: give one such as {{"format": "csv"}}')
    chosen = dict(options)
    chosen.setdefault("format", Path(uri).suffix.removeprefix("."))
    item_classes = chosen.pop("item_classes", None)
    if chosen.get("batch_item_count") and not _BATCH.search(uri):
        raise ValueError(f"{uri} has a batch_item_count: its address must hold %(batch_id)d")
    if _KIND not in uri:
        yield FeedOptions(uri, _classes(uri, item_classes), chosen)
    elif item_classes:
        raise ValueError(f"{uri} has a feed for each kind: leave out its item_classes")
    else:
        for kind, classes in CLASSES_OF_KIND.items():
            yield FeedOptions(uri.replace(_KIND, kind), classes, chosen)


def _classes(uri: str, item_classes: Any) -> tuple[type, ...]:
    """The classes of findings in ``item_classes``."""
    if not item_classes:
        return FINDINGS
    if isinstance(item_classes, str) or not isinstance(item_classes, (list, tuple, set, frozenset)):
        raise ValueError(f"the item_classes of {uri} are no list")
    classes = []
    for name in item_classes:
        item_class = _finding_class(name)
        if item_class is None:
            raise ValueError(
                f"the item_classes of {uri} name {name!r}, which is none of scrapy_treesim.items"
            )
        classes.append(item_class)
    return tuple(classes)


def _finding_class(named: Any) -> type | None:
    """The class itself, or the class of a name; None for any class not of findings."""
    if isinstance(named, str):
        try:
            named = resolve_name(named)
        except (ImportError, AttributeError, ValueError):
            return None
    return named if isinstance(named, type) and issubclass(named, FINDINGS) else None


def finding_classes(options: Mapping[str, Any]) -> tuple[type, ...]:
    """The classes of findings among the ``item_classes`` of a feed of the project's own."""
    classes = options.get("item_classes") or ()
    # Others are the project's business, and loading them is Scrapy's.
    ours = (cls for cls in classes if not isinstance(cls, str) or cls.startswith("scrapy_treesim."))
    return tuple(filter(None, map(_finding_class, ours)))


def check_feeds(feeds: tuple[FeedOptions, ...], settings: BaseSettings) -> None:
    """Refuse feeds without an exporter, a storage or a writable file."""
    formats = [name for name, path in settings.getwithbase("FEED_EXPORTERS").items() if path]
    schemes = [name for name, path in settings.getwithbase("FEED_STORAGES").items() if path]
    for feed in feeds:
        if feed.options["format"] not in formats:
            choices = ", ".join(formats)
            raise ValueError(f"{feed.uri} has no known format: give one of {choices} as its format")
        scheme = scheme_of(feed.uri)
        if scheme not in schemes:
            raise ValueError(f"{feed.uri} is in no known storage: there are {', '.join(schemes)}")
        if scheme in ("", "file"):
            _check_file(feed.uri)


def scheme_of(uri: str) -> str:
    """The scheme of an address, Scrapy's key to the storage."""
    return "" if PureWindowsPath(uri).drive else urlsplit(uri).scheme


def _check_file(uri: str) -> None:
    """Refuse the address of an unwritable file."""
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

    def filled(match: re.Match[str]) -> str:
        if match[1] not in parameters:
            raise ValueError(f"there is no value for %({match[1]}){match[2][-1]} in {uri}")
        return str(f"%{match[2]}" % parameters[match[1]])

    return _PLACEHOLDER.sub(filled, uri)


def without_password(uri: str) -> str:
    """The address as it may be logged.

    >>> without_password("ftp://ann:secret@files.example/%(name)s.csv")
    'ftp://files.example/%(name)s.csv'
    """
    host = urlsplit(uri).netloc if "://" in uri else ""
    return uri.replace(host, host.rpartition("@")[2], 1) if "@" in host else uri
