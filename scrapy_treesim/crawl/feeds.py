"""Feeds of findings, ``TREESIM_FEEDS``: Scrapy's feeds, of a guest.

The exporters write CSV without formulas, JSON lines quickly, and XML without the word ``None``.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field
from io import BytesIO, IOBase
from numbers import Number
from pathlib import Path, PureWindowsPath
from pkgutil import resolve_name
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import urlsplit

from itemadapter import ItemAdapter
from scrapy.exceptions import NotConfigured
from scrapy.exporters import CsvItemExporter, JsonLinesItemExporter, XmlItemExporter
from scrapy.extensions.feedexport import FeedExporter, FeedSlot, FileFeedStorage
from scrapy.extensions.postprocessing import PostProcessingManager
from scrapy.signalmanager import SignalManager
from scrapy.statscollectors import StatsCollector
from scrapy.utils.python import to_bytes
from w3lib.url import file_uri_to_path

from scrapy_treesim.crawl.parquet import INSTALL, can_write_parquet
from scrapy_treesim.crawl.unfinished_line import finish_last_line
from scrapy_treesim.items import (
    CLASSES,
    FINDINGS,
    Item,
    RecordRow,
    Row,
    TemplateRow,
    own_item_class,
)
from scrapy_treesim.values.fields import names_of
from scrapy_treesim.wording import meant

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

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


OnFailure: TypeAlias = Callable[[str, Exception], None]


class FindingsExporter(FeedExporter):
    """Scrapy's exporter of feeds for those of ``TREESIM_FEEDS``.

    Its stats begin with ``treesim/``, and its signals reach nobody unless findings are the spider's
    items. A full disk or a kill tears no line.

    ``fail`` is called with the address of a feed that cannot be finished, and the error.

    Raises:
        ValueError: a feed has no storage, or a value for its address is missing.
    """

    def __init__(
        self, crawler: Crawler, feeds: Iterable[FeedOptions], fail: OnFailure, *, is_mixed: bool
    ) -> None:
        self._fail = fail
        try:
            super().__init__(_as_guest(crawler, feeds, is_mixed=is_mixed))
        except NotConfigured:
            raise ValueError("the error logged before this one says why") from None
        self.exporters = {
            name: _EXPORTERS.get(exporter, exporter) for name, exporter in self.exporters.items()
        }
        self.written: dict[str, str] = {}
        """Address of the latest file with findings by feed, without a password."""
        self._torn: dict[FeedSlot, int] = {}
        """Positions in files of findings that were not written in full."""
        assert crawler.spider is not None
        self._spider = crawler.spider
        try:
            self.open_spider(self._spider)
        except KeyError as error:
            raise ValueError(f"there is no value for %({error.args[0]})s") from None

    def _get_uri_params(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        # Without placeholders, no attribute of the spider is read.
        needed = any("%(" in uri for uri in self.feeds)
        return super()._get_uri_params(*args, **kwargs) if needed else {}

    def write(self, slot: FeedSlot, item: Any) -> None:
        """Write an item to a file, or nothing of it."""
        slot.uri = without_password(slot.uri)
        if slot.file is None:
            _finish_last_line(slot)
        self._take_back(slot)
        before, count = _position(slot.file), slot.itemcount
        try:
            self.item_scraped(item, slot.spider)
            if isinstance(slot.file, IOBase) and slot in self.slots:
                # Were the process killed, a resumed crawl might not come back to the page.
                slot.file.flush()
        except OSError:
            slot.itemcount = count
            if before is not None:
                self._torn[slot] = before
            with suppress(OSError):
                self._take_back(slot)
            raise
        if slot.itemcount > count:
            self.written[slot.uri_template] = slot.uri

    def _take_back(self, slot: FeedSlot) -> None:
        """Cut off a finding written in part; may fail as long as the disk is full."""
        if slot in self._torn:
            assert slot.file is not None
            slot.file.seek(self._torn[slot])
            slot.file.truncate()
            del self._torn[slot]

    async def close(self) -> None:
        """Store all files; those of an earlier crawl to be overwritten are emptied."""
        for slot in self.slots:
            storage = slot.storage
            if isinstance(storage, FileFeedStorage) and storage.write_mode == "wb":
                slot.store_empty = slot.store_empty or os.path.isfile(storage.path)
            slot.uri = without_password(slot.uri)
            with suppress(OSError):
                self._take_back(slot)
        await self.close_spider(self._spider)

    async def _close_slot(self, slot: FeedSlot, spider: Spider) -> None:
        try:
            await super()._close_slot(slot, spider)
        except Exception as error:
            self._fail(slot.uri, error)
            with suppress(OSError, AttributeError):
                slot.file.close()  # type: ignore[union-attr]


def _position(file: Any) -> int | None:
    """The position in a file; a compressed one has none, nor has a pipe."""
    with suppress(OSError, AttributeError):
        return None if isinstance(file, PostProcessingManager) else int(file.tell())
    return None


def _finish_last_line(slot: FeedSlot) -> None:
    """Finish the last line of a file that an earlier crawl left unfinished."""
    storage, options = slot.storage, slot.feed_options
    exporter = slot.exporters[slot.format]
    kinds = exporter.__mro__ if isinstance(exporter, type) else ()
    is_json = JsonLinesItemExporter in kinds
    if (
        (is_json or CsvItemExporter in kinds)
        and (isinstance(storage, FileFeedStorage) and storage.write_mode == "ab")
        and os.path.isfile(storage.path)
        and "postprocessing" not in options
        and "\n".encode(options["encoding"]) == b"\n"
        and (done := finish_last_line(Path(storage.path), is_json=is_json))
    ):
        message = "treesim goes on with %s, at whose end a crawl before had left %s"
        logger.warning(message, slot.uri, done)


_ITEM_OPTIONS = {"fields": None, "store_empty": False, "batch_item_count": 0}
"""Options that replace the project's feed settings, made for its items."""
_EXPORTERS: dict[Any, Any] = {
    JsonLinesItemExporter: FindingLinesExporter,
    XmlItemExporter: FindingXmlExporter,
}
"""Exporters of findings, by the exporter of Scrapy's that they replace; a project's own stay."""


def _as_guest(crawler: Crawler, feeds: Iterable[FeedOptions], *, is_mixed: bool) -> Crawler:
    """The crawler with feeds of findings as its feeds, and no other."""
    guest, settings = copy(crawler), copy(crawler.settings)
    own: dict[str, Any] = {
        "FEED_EXPORTERS": exporters_of(settings),
        "FEEDS": {
            feed.uri: {
                **_ITEM_OPTIONS,
                "encoding": settings["FEED_EXPORT_ENCODING"] or "utf-8",
                **feed.options,
                _CLASSES: feed.classes,
            }
            for feed in feeds
        },
    }
    replaced = {*own, "FEED_URI"}
    settings.attributes = {
        name: value for name, value in settings.attributes.items() if name not in replaced
    }
    settings.frozen = False
    settings.update(own)
    guest.settings = settings
    guest.stats = _PrefixedStats(crawler)
    if not is_mixed:
        guest.signals = SignalManager(guest)
    return guest


class _PrefixedStats(StatsCollector):
    """Stats of the crawl, under ``treesim/``."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        assert crawler.stats is not None
        self._inner = crawler.stats

    def inc_value(self, key: str, *args: Any, **kwargs: Any) -> None:
        """Increase a stat."""
        self._inner.inc_value(f"treesim/{key}", *args, **kwargs)


def exporters_of(settings: BaseSettings) -> dict[str, Any]:
    """The exporters of feeds by format; the add-on's own give way to the project's."""
    exporters = dict(settings.getwithbase("FEED_EXPORTERS"))
    exporters.setdefault(PARQUET, PARQUET_EXPORTER)
    return exporters


PARQUET: Final = "parquet"
PARQUET_EXPORTER: Final = "scrapy_treesim.crawl.parquet.ParquetItemExporter"
_CLASSES: Final = "finding_classes"
"""Option of a feed of findings with their classes, whatever items are made of them."""

_ROWS: Final[dict[str, tuple[type, ...]]] = {"records": (RecordRow,), "template": (TemplateRow,)}
CLASSES_OF_KIND: Final[dict[str, tuple[type, ...]]] = {
    kind: (item_class, *_ROWS.get(kind, ())) for kind, item_class in CLASSES.items()
}
"""Classes of findings by the value of ``%(kind)s`` in an address."""


def classes_by_name(schemas: Iterable[type]) -> dict[str, tuple[type, ...]]:
    """Return the classes of findings by kind, and those of schemas by their names."""
    return CLASSES_OF_KIND | {schema.__name__: (own_item_class(schema),) for schema in schemas}


_KIND: Final = "%(kind)s"
_BATCH: Final = re.compile(r"%\(batch_(?:id|time)\)")


@dataclass(frozen=True, slots=True)
class FeedOptions:
    """One feed of findings."""

    uri: str
    """Address, with Scrapy's ``%(name)s``, ``%(time)s`` and the like."""
    classes: tuple[type, ...] = FINDINGS
    options: dict[str, Any] = field(default_factory=dict)
    """Options as in ``FEEDS``, always with ``format``."""


def feeds_of(address: Any, options: Any, schemas: Iterable[type] = ()) -> Iterator[FeedOptions]:
    """Yield the feeds of one entry of ``TREESIM_FEEDS``: with ``%(kind)s``, one for each kind and
    each schema.

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
    if chosen["format"] == PARQUET and not chosen.setdefault("overwrite", True):
        raise ValueError(f"{uri} is Parquet, and cannot be added to: leave out its overwrite")
    item_classes = chosen.pop("item_classes", None)
    if chosen.get("batch_item_count") and not _BATCH.search(uri):
        raise ValueError(f"{uri} has a batch_item_count: its address must hold %(batch_id)d")
    if _KIND not in uri:
        yield FeedOptions(uri, _classes(uri, item_classes), chosen)
    elif item_classes:
        raise ValueError(f"{uri} has a feed for each kind: leave out its item_classes")
    else:
        for kind, classes in classes_by_name(schemas).items():
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
    """The classes of findings of a feed, or among the ``item_classes`` of one of the project's."""
    if _CLASSES in options:
        classes: tuple[type, ...] = options[_CLASSES]
        return classes
    classes = options.get("item_classes") or ()
    # Others are the project's business, and loading them is Scrapy's.
    ours = (cls for cls in classes if not isinstance(cls, str) or cls.startswith("scrapy_treesim."))
    return tuple(filter(None, map(_finding_class, ours)))


def check_feeds(feeds: tuple[FeedOptions, ...], settings: BaseSettings) -> None:
    """Refuse feeds without an exporter, a storage or a writable file."""
    exporters = {name: path for name, path in exporters_of(settings).items() if path}
    schemes = [name for name, path in settings.getwithbase("FEED_STORAGES").items() if path]
    for feed in feeds:
        name = feed.options["format"]
        if name not in exporters:
            choices = ", ".join(exporters)
            raise ValueError(f"{feed.uri} has no known format: give one of {choices} as its format")
        # Rows have whatever columns a page has.
        if settings.get("TREESIM_ITEMS") != "rows":
            _check_fields(feed)
        if exporters[name] == PARQUET_EXPORTER and not can_write_parquet():
            raise ValueError(f"to write {feed.uri}: {INSTALL}")
        scheme = scheme_of(feed.uri)
        if scheme not in schemes:
            raise ValueError(f"{feed.uri} is in no known storage: there are {', '.join(schemes)}")
        if scheme in ("", "file"):
            _check_file(feed.uri)


def _check_fields(feed: FeedOptions) -> None:
    """Refuse names that are fields of no item."""
    names = ["status", *names_of(*CLASSES.values())]
    for name in feed.options.get("fields") or ():
        if name not in names:
            raise ValueError(f"{feed.uri}: no finding has a field {name!r}: {meant(name, names)}")


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
    folders = [path, *path.parents] if fixed.endswith("/") else path.parents
    folder = next(filter(Path.exists, folders), Path(path.anchor))
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        raise ValueError(f"{uri} cannot be written: {folder} is no folder that can be written to")


def without_password(uri: str) -> str:
    """The address as it may be logged.

    >>> without_password("ftp://ann:secret@files.example/%(name)s.csv")
    'ftp://files.example/%(name)s.csv'
    """
    host = urlsplit(uri).netloc if "://" in uri else ""
    return uri.replace(host, host.rpartition("@")[2], 1) if "@" in host else uri
