"""A corpus cut into slices, each of which can be read by itself and by another process.

Only files of many pages are read for it, and of these no page is loaded. They are cut where reading
may begin; each begins a slice, and what lies in files of their own is put together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, NamedTuple

from scrapy_treesim.corpus.corpus import CorpusPages
from scrapy_treesim.corpus.saved_page import FILE_START, Entry, Place, SavedPage, Start, Unreadable

TOGETHER: Final = 1_000
"""Pages in files of their own that make a slice where no number is asked for."""


class Stop(NamedTuple):
    """The place that a slice ends before: where the next one begins."""

    place: int
    """Its number among the files and cached responses of the corpus, from 0."""
    start: Start = FILE_START


@dataclass(frozen=True, slots=True)
class Piece:
    """Consecutive entries of one file."""

    place: Place
    count: int | None
    """None for all to the file's end."""


@dataclass(frozen=True, slots=True)
class Slice:
    """Consecutive entries of a corpus. May be sent to another process that sees its files."""

    number: int
    """From 0."""
    pieces: tuple[Piece, ...]
    stored: int
    """Bytes on the disk that are gone through with it, about: for a progress bar."""
    stop: Stop

    def pages(
        self,
        max_bytes: int,
        left_out: Set[int] = frozenset(),
        begun: Callable[[int, Place, Entry], object] | None = None,
    ) -> CorpusPages:
        """Its pages, but for the entries of these numbers, from 0.

        ``begun`` is called before each entry that is read, with its number and where it stands.
        """
        stored = (
            (piece.place, entry)
            for piece in self.pieces
            for entry in islice(piece.place.entries(piece.place, max_bytes), piece.count)
        )

        def entries() -> Iterator[Entry]:
            for number, (place, entry) in enumerate(stored):
                if number not in left_out:
                    if begun is not None:
                        begun(number, place, entry)
                    yield entry

        return CorpusPages(entries(), lambda _: True, lambda: self.stored)


def slices(
    places: Iterable[Place], most: int, max_bytes: int, done: Mapping[int, Stop]
) -> Iterator[Slice]:
    """The slices of so many entries each, but for those whose numbers are in ``done``.

    ``most`` of 0 cuts no file: each of many pages makes one slice. What is done is not read again.
    """
    numbered = enumerate(places)
    current = next(numbered, None)
    begin, number = Stop(0), 0
    while True:
        while number in done:
            begin, number = done[number], number + 1
        while current is not None and current[0] < begin.place:
            current = next(numbered, None)
        if current is None:
            return
        index, place = current
        pieces: list[Piece] = []
        if place.holds_many:
            count, stored, after = _cut(replace(place, start=begin.start), most, max_bytes)
            if count != 0:
                pieces.append(Piece(replace(place, start=begin.start), count))
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


def _cut(place: Place, most: int, max_bytes: int) -> tuple[int | None, int, Start | None]:
    """The entries of a slice of a file, None for all to its end; their bytes; where to go on."""
    if not most:
        return None, place.stored, None
    count, stored = 0, 0
    for entry in place.entries(place, max_bytes):
        if count >= most and entry.start and _begins(place, entry, max_bytes):
            return count, stored, entry.start
        count += 1
        stored += entry.stored
    return None if count else 0, stored, None


def _begins(place: Place, entry: Entry, max_bytes: int) -> bool:
    """Tell whether reading can begin with an entry: not in the midst of what is packed as one."""
    assert entry.start is not None
    other = replace(place, start=entry.start)
    # Its file is open as long as these are there.
    entries = other.entries(other, max_bytes)
    first = next(entries, None)
    return first is not None and _loaded(first) == _loaded(entry)


def _loaded(entry: Entry) -> SavedPage | tuple[str, str]:
    try:
        return entry.load()
    except Unreadable as error:
        return entry.key, error.reason
