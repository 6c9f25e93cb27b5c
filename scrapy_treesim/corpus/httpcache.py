"""Scrapy's HTTP cache, as ``FilesystemCacheStorage`` lays it out: one folder a response.

``meta`` is the repr of a dict, read by its few known shapes; the pickles beside it never are.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dbm import whichdb
from functools import partial
from pathlib import Path
from typing import Final

from scrapy_treesim.corpus.saved_page import (
    Entry,
    Place,
    SavedPage,
    Unreadable,
    charset,
    checked,
)
from scrapy_treesim.corpus.unpacking import bytes_of, decoded, is_gzipped
from scrapy_treesim.http_date import http_date

META: Final = "meta"
HEADERS: Final = "response_headers"
BODY: Final = "response_body"

MAX_META: Final = 100_000
"""Bytes of ``meta``, and of the headers."""

# One item of the dict: no brackets, so that nothing nests.
_ITEM = re.compile(
    r"""'(response_url|url|status)': ('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[0-9]{1,9})(?=[,}])"""
)


def is_cached_response(names: list[str]) -> bool:
    """Tell whether a folder with these files in it is one response of the cache."""
    return META in names and BODY in names


def cached_response_entries(place: Place, max_bytes: int) -> Iterator[Entry]:
    """The one page of a cached response."""
    yield Entry(place.key, place.stored, partial(_load, place, max_bytes))


def is_pickled_cache(path: Path) -> bool:
    """Tell whether it is the file of a ``DbmCacheStorage``."""
    if ".db" not in path.suffixes:
        return False
    whole = str(path)
    # Some kinds of DBM add an ending of their own.
    return any(map(whichdb, (whole, whole.removesuffix(".db"), str(path.with_suffix("")))))


def _load(place: Place, max_bytes: int) -> SavedPage:
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
