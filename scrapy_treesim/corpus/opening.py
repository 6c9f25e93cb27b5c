"""The kind of corpus at a path, and the corpus opened."""

from __future__ import annotations

import os
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from scrapy_treesim.corpus import feed, warc
from scrapy_treesim.corpus.corpus import Corpus
from scrapy_treesim.corpus.folder import is_regular, place_of, places_below
from scrapy_treesim.corpus.html_file import is_page
from scrapy_treesim.corpus.httpcache import cached_response_entries, is_pickled_cache
from scrapy_treesim.corpus.saved_page import MAX_BYTES, Place

KINDS: Final = (
    "a folder of HTML files, a .warc or .warc.gz file, a folder of Scrapy's HTTP cache or a"
    " .jsonl or .jl feed with the fields url and body"
)

LOOKED_AT: Final = 10_000
"""Files of a folder among which a page must be."""


class CorpusError(ValueError):
    """A path that no pages can be read from; one line says why and how to mend it."""


def open_corpus(
    path: str | os.PathLike[str],
    *more: str | os.PathLike[str],
    max_bytes: int = MAX_BYTES,
) -> Corpus:
    """The saved pages at one path or several.

    What lies there is told by its name: ``.warc`` and ``.warc.gz`` are WARC files, ``.jsonl`` and
    ``.jl`` (also with ``.gz``) feeds, all else a page if it is called ``.html`` or the like (also
    with ``.gz``) or starts like one. In a folder all of these may lie side by side, at any depth,
    with the folders of Scrapy's HTTP cache among them. A page longer than ``max_bytes``, unpacked,
    is left out.

    The address of a page that is a file is told by its folder only: below a folder called like a
    host, as ``wget -r`` makes them, it is ``http://host/path``; elsewhere it is empty.

    A key begins with the last part of the path given, wherever that lies. Of two paths that end
    alike keys begin with the whole paths.

    Raises:
        CorpusError: there is nothing, or nothing with a page in it, or a path is, or lies in, one
            that is given too.
    """
    paths = [Path(os.path.abspath(one)) for one in (path, *more)]
    for given, one in zip((path, *more), paths, strict=True):
        _check(given, one, max_bytes)
    _check_apart(paths)
    keys = _keys(paths)

    def places() -> Iterator[Place]:
        for one, key in zip(paths, keys, strict=True):
            if one.is_dir():
                yield from places_below(one, key)
            else:
                yield place_of(one, key)

    return Corpus(paths, places, max_bytes)


def _keys(paths: Sequence[Path]) -> list[str]:
    alike = Counter(path.name for path in paths)
    return [path.name if alike[path.name] == 1 else path.as_posix() for path in paths]


def _check_apart(paths: Sequence[Path]) -> None:
    """Refuse paths that lead to the same pages, which would all be read twice."""
    places = [path.resolve() for path in paths]
    known = dict(zip(places, paths, strict=True))
    for place, path in zip(places, paths, strict=True):
        if known[place] is not path:
            raise CorpusError(f"{path} is the same as {known[place]}: give it once")
        if outer := next((known[one] for one in place.parents if one in known), None):
            raise CorpusError(f"{path} lies in {outer}, which is given too: give one of them")


def _check(given: str | os.PathLike[str], path: Path, max_bytes: int) -> None:
    if not path.exists():
        raise CorpusError(f"there is no {given}: give {KINDS}")
    try:
        places = places_below(path, "") if path.is_dir() else iter([place_of(path, "")])
        pickled = False
        for place in islice(places, LOOKED_AT):
            if _holds_pages(place, max_bytes):
                return
            pickled = pickled or is_pickled_cache(place.path)
    except (OSError, EOFError, zlib.error) as error:
        raise CorpusError(f"{given} cannot be read: {error}") from None
    if pickled:
        raise CorpusError(
            f"{given} is an HTTP cache of Scrapy's DbmCacheStorage, whose pickles are not read, as"
            " they can run any code: crawl once more with HTTPCACHE_STORAGE ="
            ' "scrapy.extensions.httpcache.FilesystemCacheStorage"'
        )
    raise CorpusError(f"there are no saved pages in {given}: give {KINDS}")


def _holds_pages(place: Place, max_bytes: int) -> bool:
    if place.entries is not cached_response_entries and not is_regular(place.path):
        return False
    if place.entries is warc.warc_entries:
        if not warc.can_read():
            raise CorpusError(f"to read the WARC file {place.path}: {warc.INSTALL}")
        return True
    if place.entries is feed.feed_entries:
        return feed.is_feed(place.path, max_bytes)
    if place.entries is cached_response_entries:
        return True
    return is_page(place.path)
