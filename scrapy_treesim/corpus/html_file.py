"""A page that is a file, and the address that its place in a mirror tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path, PurePath
from typing import Final
from urllib.parse import quote

from scrapy_treesim.corpus.saved_page import (
    SNIFFED,
    Entry,
    Place,
    SavedPage,
    Unreadable,
    checked,
    starts_like_html,
)
from scrapy_treesim.corpus.unpacking import bytes_of, is_gzipped, start_of

ENDINGS: Final = tuple(
    ending + packed for packed in ("", ".gz") for ending in (".html", ".htm", ".xhtml", ".shtml")
)
"""Names of pages; files of other names are pages if they start like one."""

_HOST = re.compile(r"(?:[a-z0-9-]+\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)(?:[:+][0-9]{1,5})?", re.I)
_FILE_NAME = re.compile(r"\.(?:html?|xhtml|shtml|gz|php|jsonl|jl|zip|tar)$", re.I)


def html_file_entries(place: Place, max_bytes: int) -> Iterator[Entry]:
    """The one page of a file."""
    yield Entry(place.key, place.stored, partial(_load, place, max_bytes))


def is_page(path: Path) -> bool:
    """Tell whether a file is a page, by its name or else by its start."""
    if path.name.lower().endswith(ENDINGS):
        return True
    return starts_like_html(start_of(path, SNIFFED))


def mirrored_url(below: PurePath, root: str) -> str:
    """The address of a file in a mirror, as ``wget -r`` lays it out: ``host/path``.

    The host is the first folder of ``below`` or, failing that, the name of the folder ``root``
    itself; where neither is like a host's name, the address is not known and empty.
    """
    host, *path = below.parts
    if not path or not _is_host(host):
        host, path = root, list(below.parts)
    if not _is_host(host):
        return ""
    if path[-1].endswith(".gz"):
        path[-1] = path[-1][: -len(".gz")]
    address = "/".join((host.replace("+", ":"), *path))
    return "http://" + quote(address, safe="/:?&=;,+@!$'()*~%", errors="replace")


def _is_host(name: str) -> bool:
    return _HOST.fullmatch(name) is not None and not _FILE_NAME.search(name)


def _load(place: Place, max_bytes: int) -> SavedPage:
    if not is_page(place.path):
        raise Unreadable("not_html", "neither its name nor its start is a page's")
    body = bytes_of(place.path, max_bytes, is_gzipped(place.path))
    return checked(SavedPage(place.key, place.url, body), max_bytes)
