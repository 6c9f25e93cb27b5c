"""A corpus: many saved pages, gone through one at a time, as often as wanted."""

from __future__ import annotations

import logging
import os
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from pathlib import Path, PurePath
from typing import Final

from scrapy_treesim.corpus import formats
from scrapy_treesim.corpus.formats import (
    BODY,
    META,
    cached_response_entries,
    html_file_entries,
    is_page,
    mirrored_url,
)
from scrapy_treesim.corpus.saved_page import MAX_BYTES, Entry, Place, SavedPage, Unreadable
from scrapy_treesim.wording import named

logger = logging.getLogger(__name__)

KINDS: Final = (
    "a folder of HTML files, a .warc or .warc.gz file, a folder of Scrapy's HTTP cache or a"
    " .jsonl or .jl feed with the fields url and body"
)

MAX_TOLD: Final = 100
"""Damaged files that are warned of, one by one; further ones are counted."""

LOOKED_AT: Final = 10_000
"""Files of a folder among which a page must be."""


class CorpusError(ValueError):
    """A path that no pages can be read from; one line says why and how to mend it."""


class CorpusPages(Iterator[SavedPage]):
    """One pass through a corpus. What cannot be read is counted and left out, never raised."""

    def __init__(
        self, entries: Iterator[Entry], wanted: Callable[[str], bool], total: Callable[[], int]
    ) -> None:
        self._entries = entries
        self._wanted = wanted
        self._total = total
        self.counts: Counter[str] = Counter()
        """Entries passed up to now: ``pages``, ``known`` ones that were passed over unread since
        the reader has them already, and what is no page by the reason, as ``not_html``."""
        self._warned = False
        self._damaged_file = ""
        self.stored: int = 0
        """Bytes on the disk gone through, of :attr:`total`."""
        self.damaged: int = 0
        """Times that a file was cut off or damaged, so that pages may be missing."""

    def __next__(self) -> SavedPage:
        for entry in self._entries:
            self.stored += entry.stored
            if not self._wanted(entry.key):
                self.counts["known"] += 1
                continue
            try:
                page = entry.load()
            except Unreadable as error:
                self._leave_out(entry.key, error)
            except OSError as error:
                self._leave_out(entry.key, Unreadable("broken", str(error), damaged=True))
            else:
                self.counts["pages"] += 1
                return page
        raise StopIteration

    @property
    def total(self) -> int:
        """Bytes on the disk that a whole pass goes through."""
        return self._total()

    def _leave_out(self, key: str, error: Unreadable) -> None:
        """Count; warn of damaged files and of the first page that is broken, log the others."""
        if error.damaged and key == self._damaged_file:
            # Its last record has told so already.
            return
        self._damaged_file = key.rpartition("#")[0] if error.damaged else ""
        self.damaged += error.damaged
        self.counts[error.reason] += 1
        first = error.reason == "broken" and not (self._warned or error.damaged)
        self._warned = self._warned or first
        is_told = self.damaged <= MAX_TOLD if error.damaged else first
        logger.log(
            logging.WARNING if is_told else logging.DEBUG,
            "treesim left out %s, %s: %s%s",
            named(key),
            error.reason,
            named(str(error)),
            " (of others that are broken only their number will be told)" if first else "",
        )


@dataclass(frozen=True, repr=False)
class Corpus:
    """Saved pages below one path or several; made by ``open_corpus``.

    Holds no page: memory is that of one page, and of the names in one folder.
    """

    paths: tuple[Path, ...]
    places: Callable[[], Iterator[Place]]
    """The files and cached responses, in the order in which :meth:`pages` goes through them."""
    max_bytes: int
    """Bytes of one page, unpacked, at most."""

    def __repr__(self) -> str:
        return f"<Corpus of {', '.join(map(str, self.paths))}>"

    @cached_property
    def stored(self) -> int:
        """Bytes on the disk, for a progress bar; the files are listed for it, once."""
        return sum(place.stored for place in self.places())

    def pages(self, skip: Container[str] = ()) -> CorpusPages:
        """All pages, always in the same order, but for those whose key is in ``skip``.

        What is skipped is not read from files and caches, and not parsed from feeds.
        """
        return self._reading(self._entries(), lambda key: key not in skip)

    def read(self, keys: Collection[str]) -> CorpusPages:
        """The pages of these keys, in the order of the corpus; one pass, ended with the last."""
        wanted = frozenset(keys)
        return self._reading(_up_to_last(self._entries(), wanted), wanted.__contains__)

    def _reading(self, entries: Iterator[Entry], wanted: Callable[[str], bool]) -> CorpusPages:
        return CorpusPages(entries, wanted, lambda: self.stored)

    def _entries(self) -> Iterator[Entry]:
        places = self.places()
        return chain.from_iterable(place.entries(place, self.max_bytes) for place in places)


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
    alike = Counter(path.name for path in paths)
    keys = [path.name if alike[path.name] == 1 else path.as_posix() for path in paths]

    def places() -> Iterator[Place]:
        return chain.from_iterable(map(places_at, paths, keys))

    return Corpus(tuple(paths), places, max_bytes)


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
        for place in islice(places_at(path, ""), LOOKED_AT):
            if _holds_pages(place, max_bytes):
                return
    except (OSError, EOFError, zlib.error) as error:
        raise CorpusError(f"{given} cannot be read: {error}") from None
    raise CorpusError(f"there are no saved pages in {given}: give {KINDS}")


def _holds_pages(place: Place, max_bytes: int) -> bool:
    if not os.path.isfile(place.path):
        return False
    if place.entries is formats.warc_entries:
        if not formats.can_read_warc():
            raise CorpusError(f"to read the WARC file {place.path}: {formats.INSTALL}")
        return True
    if place.entries is formats.feed_entries:
        return formats.is_feed(place.path, max_bytes)
    return place.entries is cached_response_entries or is_page(place.path)


def places_at(root: Path, key: str) -> Iterator[Place]:
    """The file, or all files below a folder by their names; links to folders are not followed.

    A folder with ``meta`` and ``response_body`` in it is one cached response. What is no regular
    file is passed over, as are files that cannot be looked at.
    """
    if not root.is_dir():
        yield _place_of(root, key)
    for folder, folders, names in os.walk(root):
        folders.sort()
        below = PurePath(folder).relative_to(root)
        if META in names and BODY in names:
            yield Place(Path(folder, BODY), _joined(key, below), cached_response_entries)
            folders.clear()
            continue
        for name in sorted(names):
            path = Path(folder, name)
            if os.path.isfile(path):
                url = mirrored_url(below / name, root.name)
                yield _place_of(path, _joined(key, below / name), url)


def _place_of(path: Path, key: str, url: str = "") -> Place:
    """A file, as its name says what it is."""
    name = path.name.lower()
    if name.endswith(formats.WARC_ENDINGS):
        return Place(path, key, formats.warc_entries, holds_many=True)
    if name.endswith(formats.FEED_ENDINGS):
        return Place(path, key, formats.feed_entries, holds_many=True)
    return Place(path, key, html_file_entries, url)


def _up_to_last(entries: Iterator[Entry], wanted: frozenset[str]) -> Iterator[Entry]:
    missing = len(wanted)
    while missing and (entry := next(entries, None)) is not None:
        missing -= entry.key in wanted
        yield entry


def _joined(key: str, below: PurePath) -> str:
    # Names that are no UTF-8 come with surrogates, which no store takes.
    return "/".join((key, *below.parts)).encode("utf-8", "backslashreplace").decode()
