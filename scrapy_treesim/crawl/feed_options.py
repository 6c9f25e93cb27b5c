"""``TREESIM_FEEDS``: feeds of findings, in the form of Scrapy's ``FEEDS``, checked."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PureWindowsPath
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from w3lib.url import file_uri_to_path

from scrapy_treesim.items import CLASSES, FINDINGS, RecordRow, TemplateRow

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

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


def read_feeds(value: Any) -> tuple[FeedOptions, ...]:
    """Read ``TREESIM_FEEDS``; a feed for each kind where an address holds ``%(kind)s``.

    Raises:
        ValueError: it is no such setting.
    """
    given = value
    if isinstance(value, str):
        with suppress(ValueError):
            given = json.loads(value)
    if not isinstance(given, Mapping):
        raise ValueError("give a dict as FEEDS is: the address of a feed, then its options")
    return tuple(feed for uri, options in given.items() for feed in _feeds(uri, options))


def _feeds(given: Any, options: Any) -> Iterator[FeedOptions]:
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
    classes = tuple(map(_loaded, named))
    for one, name in zip(classes, named, strict=True):
        if not is_finding_class(one):
            raise ValueError(
                f"the item_classes of {uri} name {name!r}, which is none of scrapy_treesim.items"
            )
    return classes


def _loaded(named: Any) -> Any:
    """The object of that name; None where there is none."""
    if not isinstance(named, str):
        return named
    try:
        return resolve_name(named)
    except (ImportError, AttributeError, ValueError):
        return None


def is_finding_class(one: Any) -> bool:
    """Tell whether this is a class of findings."""
    return isinstance(one, type) and issubclass(one, FINDINGS)


def finding_classes(options: Mapping[str, Any]) -> tuple[type, ...]:
    """The classes of findings among the ``item_classes`` of a feed of the project's own."""
    named = options.get("item_classes") or ()
    # Others are the project's business, and loading them is Scrapy's.
    ours = (one for one in named if not isinstance(one, str) or one.startswith("scrapy_treesim."))
    return tuple(one for one in map(_loaded, ours) if is_finding_class(one))


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


def parameters_of(uri: str) -> set[str]:
    """The names of an address's placeholders.

    >>> sorted(parameters_of("out/%(name)s-%(batch_id)03d%20.csv"))
    ['batch_id', 'name']
    """
    return {found[1] for found in _PLACEHOLDER.finditer(uri)}


def without_password(uri: str) -> str:
    """The address as it may be logged.

    >>> without_password("ftp://ann:secret@files.example/%(name)s.csv")
    'ftp://files.example/%(name)s.csv'
    """
    host = urlsplit(uri).netloc if "://" in uri else ""
    return uri.replace(host, host.rpartition("@")[2], 1) if "@" in host else uri
