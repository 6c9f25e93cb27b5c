"""Slices of a corpus, each readable by itself and by another process.

Only files of many pages are read for it, and of these no page is loaded. They are cut at positions
to begin reading at; each begins a slice, and pages in files of their own are put together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, NamedTuple

from scrapy_treesim.files.corpus import CorpusPages
from scrapy_treesim.files.saved_page import (
    FILE_START,
    Entry,
    SavedPage,
    SourceFile,
    Start,
    Unreadable,
)

TOGETHER: Final = 1_000
"""Default number of pages in files of their own in a slice."""


class Stop(NamedTuple):
    """End of a slice, before the start of the next one."""

    file_index: int
    """Index among the files and cached responses of the corpus, from 0."""
    start: Start = FILE_START


@dataclass(frozen=True, slots=True)
class Piece:
    """Consecutive entries of one file."""

    source: SourceFile
    count: int | None
    """Number of entries; None for all to the file's end."""


@dataclass(frozen=True, slots=True)
class Slice:
    """Consecutive entries of a corpus. May be sent to another process with access to its files."""

    number: int
    """Index among the slices, from 0."""
    pieces: tuple[Piece, ...]
    stored: int
    """Bytes on the disk read with it, about: for a progress bar."""
    stop: Stop

    def pages(
        self,
        max_bytes: int,
        left_out: Set[int] = frozenset(),
        on_entry: Callable[[int, SourceFile, Entry], object] | None = None,
    ) -> CorpusPages:
        """The pages of the slice, but for the entries with the numbers ``left_out``, from 0.

        ``on_entry`` is called before each entry that is read, with its number and its file.
        """
        stored = (
            (piece.source, entry)
            for piece in self.pieces
            for entry in islice(piece.source.entries(piece.source, max_bytes), piece.count)
        )

        def entries() -> Iterator[Entry]:
            for number, (source, entry) in enumerate(stored):
                if number not in left_out:
                    if on_entry is not None:
                        on_entry(number, source, entry)
                    yield entry

        return CorpusPages(entries(), lambda _: True, lambda: self.stored)


def slices(
    sources: Iterable[SourceFile], most: int, max_bytes: int, done: Mapping[int, Stop]
) -> Iterator[Slice]:
    """Yield the slices of at most ``most`` entries each, but for the numbers in ``done``.

    With ``most`` of 0 no file is cut: each of many pages makes one slice. None is read again.
    """
    numbered = enumerate(sources)
    current = next(numbered, None)
    begin, number = Stop(0), 0
    while True:
        while number in done:
            begin, number = done[number], number + 1
        while current is not None and current[0] < begin.file_index:
            current = next(numbered, None)
        if current is None:
            return
        index, source = current
        pieces: list[Piece] = []
        if source.holds_many:
            count, stored, after = _cut(replace(source, start=begin.start), most, max_bytes)
            if count != 0:
                pieces.append(Piece(replace(source, start=begin.start), count))
            stop = Stop(index + 1) if after is None else Stop(index, after)
        else:
            stored = 0
            while current is not None and not current[1].holds_many:
                pieces.append(Piece(current[1], 1))
                stored += current[1].stored
                if len(pieces) == (most or TOGETHER):
                    break
                current = next(numbered, None)
            stop = Stop(index + len(pieces))
        begin = stop
        if pieces:
            yield Slice(number, tuple(pieces), stored, stop)
            number += 1


def _cut(source: SourceFile, most: int, max_bytes: int) -> tuple[int | None, int, Start | None]:
    """Number of entries of a slice of a file, None for all to its end; bytes; start of the next."""
    if not most:
        return None, source.stored, None
    count, stored = 0, 0
    for entry in source.entries(source, max_bytes):
        if count >= most and entry.start and _begins(source, entry, max_bytes):
            return count, stored, entry.start
        count += 1
        stored += entry.stored
    return None if count else 0, stored, None


def _begins(source: SourceFile, entry: Entry, max_bytes: int) -> bool:
    """Tell whether reading can begin with an entry: not in the middle of a gzip member."""
    assert entry.start is not None
    other = replace(source, start=entry.start)
    # The file is open as long as these entries are referenced.
    entries = other.entries(other, max_bytes)
    first = next(entries, None)
    return first is not None and _loaded(first) == _loaded(entry)


def _loaded(entry: Entry) -> SavedPage | tuple[str, str]:
    try:
        return entry.load()
    except Unreadable as error:
        return entry.key, error.reason
