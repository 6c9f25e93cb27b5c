"""A page in a file of its own: as it is, or as Scrapy's HTTP cache keeps it.

``FilesystemCacheStorage`` makes a folder a response; ``meta`` in it is the repr of a dict, read by
its few known shapes; the pickles beside it never are. The place of a file in a mirror tells its
address.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dbm import whichdb
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
    bytes_of,
    charset,
    checked,
    decoded,
    is_gzipped,
    start_of,
    starts_like_html,
)
from scrapy_treesim.http_date import http_date

ENDINGS: Final = tuple(
    ending + packed for packed in ("", ".gz") for ending in (".html", ".htm", ".xhtml", ".shtml")
)
"""Names of pages; files of other names are pages if they start like one."""

_HOST = re.compile(r"(?:[a-z0-9-]+\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)(?:[:+][0-9]{1,5})?", re.I)
_FILE_NAME = re.compile(r"\.(?:html?|xhtml|shtml|gz|php|jsonl|jl|zip|tar)$", re.I)

META: Final = "meta"
HEADERS: Final = "response_headers"
BODY: Final = "response_body"

MAX_META: Final = 100_000
"""Bytes of ``meta``, and of the headers."""

# One item of the dict: no brackets, so that nothing nests.
_ITEM = re.compile(
    r"""'(response_url|url|status)': ('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[0-9]{1,9})(?=[,}])"""
)


def html_file_entries(place: Place, max_bytes: int) -> Iterator[Entry]:
    """The one page of a file."""
    yield Entry(place.key, place.stored, partial(_load_file, place, max_bytes))


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


def _load_file(place: Place, max_bytes: int) -> SavedPage:
    if not is_page(place.path):
        raise Unreadable("not_html", "neither its name nor its start is a page's")
    body = bytes_of(place.path, max_bytes, is_gzipped(place.path))
    return checked(SavedPage(place.key, place.url, body), max_bytes)


def cached_response_entries(place: Place, max_bytes: int) -> Iterator[Entry]:
    """The one page of a cached response."""
    yield Entry(place.key, place.stored, partial(_load_cached, place, max_bytes))


def is_pickled_cache(path: Path) -> bool:
    """Tell whether it is the file of a ``DbmCacheStorage``."""
    if ".db" not in path.suffixes:
        return False
    whole = str(path)
    # Some kinds of DBM add an ending of their own.
    return any(map(whichdb, (whole, whole.removesuffix(".db"), str(path.with_suffix("")))))


def _load_cached(place: Place, max_bytes: int) -> SavedPage:
    # HTTPCACHE_GZIP packs all files; a body may be packed by its server too.
    folder = place.path.parent
    gzipped = is_gzipped(folder / META)
    meta = _meta(bytes_of(folder / META, MAX_META, gzipped))
    headers = _headers(bytes_of(folder / HEADERS, MAX_META, gzipped))
    body = bytes_of(place.path, max_bytes, gzipped)
    body = decoded(body, headers.get("content-encoding", ""), max_bytes)
    content_type = headers.get("content-type", "")
    status = meta.get("status", 0)
    page = SavedPage(
        place.key,
        str(meta.get("response_url") or meta.get("url") or ""),
        body,
        charset(content_type),
        status if isinstance(status, int) and status else None,
        http_date(headers.get("date", "")),
    )
    return checked(page, max_bytes, content_type)


def _meta(content: bytes) -> dict[str, str | int]:
    """The ``url``, ``response_url`` and ``status`` in ``meta``."""
    try:
        items = _ITEM.findall(content.decode())
        meta = {name: ast.literal_eval(value) for name, value in reversed(items)}
    except (ValueError, SyntaxError) as error:
        raise Unreadable("broken", f"its {META}: {error}") from None
    if not meta:
        raise Unreadable("broken", f"its {META} is none of Scrapy's")
    return meta


def _headers(content: bytes) -> dict[str, str]:
    """Headers by name in lower case; of several of a name, joined by commas."""
    headers: dict[str, str] = {}
    for line in content.decode("latin-1").splitlines():
        name, colon, value = line.partition(":")
        if colon:
            name, value = name.strip().lower(), value.strip()
            headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers
