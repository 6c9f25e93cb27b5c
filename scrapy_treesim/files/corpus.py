"""A corpus: many saved pages, iterated one at a time, as often as needed."""

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

from scrapy_treesim.files import formats
from scrapy_treesim.files.formats import (
    BODY,
    META,
    cached_response_entries,
    html_file_entries,
    is_page,
    mirrored_url,
)
from scrapy_treesim.files.saved_page import MAX_BYTES, Entry, SavedPage, SourceFile, Unreadable
from scrapy_treesim.wording import named

logger = logging.getLogger(__name__)

SUPPORTED: Final = (
    "a folder of HTML files, a .warc or .warc.gz file, a folder of Scrapy's HTTP cache or a"
    " .jsonl or .jl feed with the fields url and body"
)

MAX_WARNINGS: Final = 100
"""Largest number of damaged files to warn of one by one; further ones are counted."""

MAX_CHECKED: Final = 10_000
"""Largest number of files of a folder to search for a first page."""


class CorpusError(ValueError):
    """A path without readable pages; one line says why and how to fix it."""


class CorpusPages(Iterator[SavedPage]):
    """One pass through a corpus. Unreadable entries are counted and left out, never raised."""

    def __init__(
        self, entries: Iterator[Entry], is_selected: Callable[[str], bool], total: Callable[[], int]
    ) -> None:
        self._entries = entries
        self._is_selected = is_selected
        self._total = total
        self.counts: Counter[str] = Counter()
        """Counts of entries up to now: ``pages``, ``known`` ones skipped unread because the caller
        has them already, and entries that are no page by the reason, as ``not_html``."""
        self._warned = False
        self._damaged_file = ""
        self.stored: int = 0
        """Bytes on the disk read up to now, of :attr:`total`."""
        self.damaged: int = 0
        """Number of times a file was cut off or damaged, so that pages may be missing."""

    def __next__(self) -> SavedPage:
        for entry in self._entries:
            self.stored += entry.stored
            if not self._is_selected(entry.key):
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
        """Bytes on the disk of a whole pass."""
        return self._total()

    def _leave_out(self, key: str, error: Unreadable) -> None:
        """Count an entry; warn of damaged files and of the first broken page, log the others."""
        if error.damaged and key == self._damaged_file:
            # Already reported with its last record.
            return
        self._damaged_file = key.rpartition("#")[0] if error.damaged else ""
        self.damaged += error.damaged
        self.counts[error.reason] += 1
        first = error.reason == "broken" and not (self._warned or error.damaged)
        self._warned = self._warned or first
        is_warning = self.damaged <= MAX_WARNINGS if error.damaged else first
        logger.log(
            logging.WARNING if is_warning else logging.DEBUG,
            "treesim left out %s, %s: %s%s",
            named(key),
            error.reason,
            named(str(error)),
            " (further broken pages are only counted)" if first else "",
        )


@dataclass(frozen=True, repr=False)
class Corpus:
    """Saved pages below one path or several; made by ``open_corpus``.

    It has no page in memory but one at a time, and the names in one folder.
    """

    paths: tuple[Path, ...]
    sources: Callable[[], Iterator[SourceFile]]
    """The files and cached responses, in the order in which :meth:`pages` goes through them."""
    max_bytes: int
    """Largest number of bytes of one page, unpacked."""

    def __repr__(self) -> str:
        return f"<Corpus of {', '.join(map(str, self.paths))}>"

    @cached_property
    def stored(self) -> int:
        """Bytes on the disk, for a progress bar; listing the files once."""
        return sum(source.stored for source in self.sources())

    def pages(self, skip: Container[str] = ()) -> CorpusPages:
        """All pages, always in the same order, except for the keys in ``skip``.

        Skipped pages are not read from files and caches, and not parsed from feeds.
        """
        return self._reading(self._entries(), lambda key: key not in skip)

    def read(self, keys: Collection[str]) -> CorpusPages:
        """The pages of these keys, in the order of the corpus; one pass, ended with the last."""
        selected = frozenset(keys)
        return self._reading(_up_to_last(self._entries(), selected), selected.__contains__)

    def _reading(self, entries: Iterator[Entry], is_selected: Callable[[str], bool]) -> CorpusPages:
        return CorpusPages(entries, is_selected, lambda: self.stored)

    def _entries(self) -> Iterator[Entry]:
        sources = self.sources()
        return chain.from_iterable(source.entries(source, self.max_bytes) for source in sources)


def open_corpus(
    path: str | os.PathLike[str],
    *more: str | os.PathLike[str],
    max_bytes: int = MAX_BYTES,
) -> Corpus:
    """The saved pages at one path or several.

    The format is recognized by the name: ``.warc`` and ``.warc.gz`` are WARC files, ``.jsonl`` and
    ``.jl`` (also with ``.gz``) feeds, all else a page if it is called ``.html`` or the like (also
    with ``.gz``) or starts like one. A folder may have all of these side by side, at any depth,
    with the folders of Scrapy's HTTP cache among them. A page longer than ``max_bytes``, unpacked,
    is left out.

    The address of a page that is a file depends on its folder only: below a folder called like a
    host, as ``wget -r`` makes them, it is ``http://host/path``; elsewhere it is empty.

    A key begins with the last part of its path; if two paths have the same last part, their keys
    begin with the whole paths.

    Raises:
        CorpusError: there is nothing, or nothing with a page in it, or a path is the same as, or
            inside, another.
    """
    paths = [Path(os.path.abspath(argument)) for argument in (path, *more)]
    for argument, absolute in zip((path, *more), paths, strict=True):
        _check(argument, absolute, max_bytes)
    _check_disjoint(paths)
    name_counts = Counter(path.name for path in paths)
    keys = [path.name if name_counts[path.name] == 1 else path.as_posix() for path in paths]

    def sources() -> Iterator[SourceFile]:
        return chain.from_iterable(map(source_files, paths, keys))

    return Corpus(tuple(paths), sources, max_bytes)


def _check_disjoint(paths: Sequence[Path]) -> None:
    """Refuse paths to the same pages, to read none twice."""
    resolved = [path.resolve() for path in paths]
    path_of = dict(zip(resolved, paths, strict=True))
    for target, path in zip(resolved, paths, strict=True):
        if path_of[target] is not path:
            raise CorpusError(f"{path} is the same as {path_of[target]}: give it once")
        if outer := next((path_of[above] for above in target.parents if above in path_of), None):
            raise CorpusError(f"{path} lies in {outer}, which is given too: give one of them")


def _check(argument: str | os.PathLike[str], path: Path, max_bytes: int) -> None:
    if not path.exists():
        raise CorpusError(f"there is no {argument}: give {SUPPORTED}")
    try:
        for source in islice(source_files(path, ""), MAX_CHECKED):
            if _holds_pages(source, max_bytes):
                return
    except (OSError, EOFError, zlib.error) as error:
        raise CorpusError(f"{argument} cannot be read: {error}") from None
    raise CorpusError(f"there are no saved pages in {argument}: give {SUPPORTED}")


def _holds_pages(source: SourceFile, max_bytes: int) -> bool:
    if not os.path.isfile(source.path):
        return False
    if source.entries is formats.warc_entries:
        if not formats.can_read_warc():
            raise CorpusError(f"to read the WARC file {source.path}: {formats.INSTALL}")
        return True
    if source.entries is formats.feed_entries:
        return formats.is_feed(source.path, max_bytes)
    is_whole = source.entries in (cached_response_entries, formats.json_file_entries)
    return is_whole or is_page(source.path)


def source_files(root: Path, key: str) -> Iterator[SourceFile]:
    """Yield the file, or all files below a folder by name; links to folders are not followed.

    A folder with ``meta`` and ``response_body`` in it is one cached response. Other than regular
    files are skipped, as are files that cannot be examined.
    """
    if root.name.lower().endswith(".json") and not root.is_dir():
        # Below a folder it may be anything.
        yield SourceFile(root, key, formats.json_file_entries)
    elif not root.is_dir():
        yield _source_file(root, key)
    for folder, folders, names in os.walk(root):
        folders.sort()
        below = PurePath(folder).relative_to(root)
        if META in names and BODY in names:
            yield SourceFile(Path(folder, BODY), _joined(key, below), cached_response_entries)
            folders.clear()
            continue
        for name in sorted(names):
            path = Path(folder, name)
            if os.path.isfile(path):
                url = mirrored_url(below / name, root.name)
                yield _source_file(path, _joined(key, below / name), url)


def _source_file(path: Path, key: str, url: str = "") -> SourceFile:
    """A file with its reader, by its name."""
    name = path.name.lower()
    if name.endswith(formats.WARC_ENDINGS):
        return SourceFile(path, key, formats.warc_entries, holds_many=True)
    if name.endswith(formats.FEED_ENDINGS):
        return SourceFile(path, key, formats.feed_entries, holds_many=True)
    return SourceFile(path, key, html_file_entries, url)


def _up_to_last(entries: Iterator[Entry], keys: frozenset[str]) -> Iterator[Entry]:
    missing = len(keys)
    while missing and (entry := next(entries, None)) is not None:
        missing -= entry.key in keys
        yield entry


def _joined(key: str, below: PurePath) -> str:
    # Names that are no UTF-8 come with surrogates, refused by every store.
    return "/".join((key, *below.parts)).encode("utf-8", "backslashreplace").decode()
