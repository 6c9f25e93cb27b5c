"""The files below a folder: by its name each is a page, a WARC file or a feed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path, PurePath

from scrapy_treesim.corpus import feed, warc
from scrapy_treesim.corpus.html_file import html_file_entries, mirrored_url
from scrapy_treesim.corpus.httpcache import (
    BODY,
    cached_response_entries,
    is_cached_response,
)
from scrapy_treesim.corpus.saved_page import Place


def places_below(root: Path, key: str) -> Iterator[Place]:
    """All files below a folder, in the order of their names; links to folders are not followed.

    A folder with ``meta`` and ``response_body`` in it is one cached response. What is no regular
    file is passed over, as are files that cannot be looked at.
    """
    for folder, folders, names in os.walk(root):
        folders.sort()
        below = PurePath(folder).relative_to(root)
        if is_cached_response(names):
            yield Place(Path(folder), _joined(key, below), cached_response_entries)
            folders.clear()
            continue
        for name in sorted(names):
            path = Path(folder, name)
            if is_regular(path):
                url = mirrored_url(below / name, root.name)
                yield place_of(path, _joined(key, below / name), url)


def place_of(path: Path, key: str, url: str = "") -> Place:
    """A file, as its name says what it is."""
    name = path.name.lower()
    if name.endswith(warc.ENDINGS):
        return Place(path, key, warc.warc_entries)
    if name.endswith(feed.ENDINGS):
        return Place(path, key, feed.feed_entries)
    return Place(path, key, html_file_entries, url)


def holds_many(place: Place) -> bool:
    """Tell whether it is a file of many pages."""
    return place.entries in (warc.warc_entries, feed.feed_entries)


def is_regular(path: Path) -> bool:
    """Tell whether it is a file of bytes, or a link to one: neither pipe nor device."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False


def stored_bytes(place: Place) -> int:
    """Bytes on the disk of a place; 0 where that cannot be told."""
    path = place.path / BODY if place.entries is cached_response_entries else place.path
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _joined(key: str, below: PurePath) -> str:
    # Names that are no UTF-8 come with surrogates, which no store takes.
    return "/".join((key, *below.parts)).encode("utf-8", "backslashreplace").decode()
