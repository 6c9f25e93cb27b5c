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
from scrapy_treesim.corpus.folder import holds_many, stored_bytes
from scrapy_treesim.corpus.saved_page import (
    FILE_START,
    Entry,
    Place,
    SavedPage,
    Start,
    Unreadable,
)

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
        return CorpusPages(
            self._entries(max_bytes, left_out, begun), lambda _: True, lambda: self.stored
        )

    def _entries(
        self,
        max_bytes: int,
        left_out: Set[int],
        begun: Callable[[int, Place, Entry], object] | None,
    ) -> Iterator[Entry]:
        number = -1
        for piece in self.pieces:
            entries = piece.place.entries(piece.place, max_bytes)
            for entry in islice(entries, piece.count):
                number += 1
                if number in left_out:
                    continue
                if begun is not None:
                    begun(number, piece.place, entry)
                yield entry


def slices(
    places: Iterable[Place], most: int, max_bytes: int, done: Mapping[int, Stop]
) -> Iterator[Slice]:
    """The slices of so many entries each, but for those whose numbers are in ``done``.

    ``most`` of 0 cuts no file: each of many pages makes one slice. What is done is not read again.
    """
    cutting = _Cutting(most, max_bytes, done)
    for index, place in enumerate(places):
        yield from cutting.slices_of(index, place)
    yield from cutting.rest()


class _Cutting:
    """The state between two places."""

    def __init__(self, most: int, max_bytes: int, done: Mapping[int, Stop]) -> None:
        self._most = most
        self._max_bytes = max_bytes
        self._done = done
        self._number = 0
        self._from = Stop(0)
        self._waiting: list[Place] = []
        self._index = 0

    def slices_of(self, index: int, place: Place) -> Iterator[Slice]:
        """The slices that end with this place, or within."""
        self._index = index
        if not self._waiting:
            self._pass_over()
        if index < self._from.place:
            return
        if not holds_many(place):
            self._waiting.append(place)
            if len(self._waiting) == (self._most or TOGETHER):
                yield from self.rest(index + 1)
            return
        yield from self.rest(index)
        self._pass_over()
        if index >= self._from.place:
            yield from self._of_file(index, place)

    def rest(self, stop: int | None = None) -> Iterator[Slice]:
        """The slice of the files of one page that wait, if there are some."""
        if self._waiting:
            pieces = tuple(Piece(one, 1) for one in self._waiting)
            stored = sum(map(stored_bytes, self._waiting))
            self._waiting = []
            yield self._next(pieces, stored, Stop(self._index + 1 if stop is None else stop))

    def _of_file(self, index: int, place: Place) -> Iterator[Slice]:
        """The slices of a file of many pages."""
        start: Start | None = self._from.start if self._from.place == index else place.start
        while start is not None:
            for piece, stored, after in self._pieces(replace(place, start=start)):
                stop = Stop(index + 1) if after is None else Stop(index, after)
                yield self._next((piece,), stored, stop)
                if self._number in self._done:
                    break
            else:
                return
            self._pass_over()
            start = self._from.start if self._from.place == index else None

    def _pieces(self, place: Place) -> Iterator[tuple[Piece, int, Start | None]]:
        """Pieces of a file, their bytes, and where the next one begins."""
        if not self._most:
            yield Piece(place, None), stored_bytes(place), None
            return
        at, count, stored = place, 0, 0
        for entry in place.entries(place, self._max_bytes):
            if count >= self._most and entry.start and _begins(place, entry, self._max_bytes):
                yield Piece(at, count), stored, entry.start
                at, count, stored = replace(place, start=entry.start), 0, 0
            count += 1
            stored += entry.stored
        if count:
            yield Piece(at, None), stored, None

    def _next(self, pieces: tuple[Piece, ...], stored: int, stop: Stop) -> Slice:
        number = self._number
        self._number += 1
        return Slice(number, pieces, stored, stop)

    def _pass_over(self) -> None:
        """Go to the end of the slices that are done."""
        while (stop := self._done.get(self._number)) is not None:
            self._number += 1
            self._from = stop


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
