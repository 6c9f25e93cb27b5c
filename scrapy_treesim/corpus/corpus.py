"""A corpus: many saved pages, gone through one at a time, as often as wanted."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from scrapy_treesim.corpus.folder import stored_bytes
from scrapy_treesim.corpus.saved_page import Entry, Place, SavedPage, Unreadable
from scrapy_treesim.wording import named

logger = logging.getLogger(__name__)

Places = Callable[[], Iterator[Place]]


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts of the entries passed, up to now."""

    pages: int = 0
    known: int = 0
    """Passed over unread, since the reader has them already."""
    not_html: int = 0
    redirect: int = 0
    empty: int = 0
    too_large: int = 0
    broken: int = 0
    """Files, records or lines that cannot be read, in part or at all."""


class CorpusPages(Iterator[SavedPage]):
    """One pass through a corpus. What cannot be read is counted and left out, never raised."""

    def __init__(
        self, entries: Iterator[Entry], wanted: Callable[[str], bool], total: Callable[[], int]
    ) -> None:
        self._entries = entries
        self._wanted = wanted
        self._total = total
        self._counted: Counter[str] = Counter()
        self._warned = False
        self.stored: int = 0
        """Bytes on the disk gone through, of :attr:`total`."""

    def __next__(self) -> SavedPage:
        for entry in self._entries:
            self.stored += entry.stored
            if not self._wanted(entry.key):
                self._counted["known"] += 1
                continue
            try:
                page = entry.load()
            except Unreadable as error:
                self._leave_out(entry.key, error)
            except OSError as error:
                self._leave_out(entry.key, Unreadable("broken", str(error)))
            else:
                self._counted["pages"] += 1
                return page
        raise StopIteration

    @property
    def counts(self) -> Counts:
        """The counts of the entries passed, up to now."""
        return Counts(**self._counted)

    @property
    def total(self) -> int:
        """Bytes on the disk that a whole pass goes through."""
        return self._total()

    def _leave_out(self, key: str, error: Unreadable) -> None:
        """Count; warn of the first that is broken, log the others for who wants to know."""
        self._counted[error.reason] += 1
        first = error.reason == "broken" and not self._warned
        self._warned = self._warned or first
        logger.log(
            logging.WARNING if first else logging.DEBUG,
            "treesim left out %s, %s: %s%s",
            named(key),
            error.reason,
            named(str(error)),
            " (of others that are broken only their number will be told)" if first else "",
        )


class Corpus:
    """Saved pages below one path or several; made by ``open_corpus``.

    Holds no page: memory is that of one page, and of the names in one folder.
    """

    def __init__(self, paths: Sequence[Path], places: Places, max_bytes: int) -> None:
        self.paths: tuple[Path, ...] = tuple(paths)
        self._places = places
        self.max_bytes: int = max_bytes
        """Bytes of one page, unpacked, at most."""
        self._stored: int | None = None

    def __repr__(self) -> str:
        return f"<Corpus of {', '.join(map(str, self.paths))}>"

    @property
    def stored(self) -> int:
        """Bytes on the disk, for a progress bar; the files are listed for it, once."""
        if self._stored is None:
            self._stored = sum(map(stored_bytes, self._places()))
        return self._stored

    def places(self) -> Iterator[Place]:
        """The files and cached responses, in the order in which :meth:`pages` goes through them."""
        return self._places()

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
        places = self._places()
        return chain.from_iterable(place.entries(place, self.max_bytes) for place in places)


def _up_to_last(entries: Iterator[Entry], wanted: frozenset[str]) -> Iterator[Entry]:
    missing = len(wanted)
    while missing and (entry := next(entries, None)) is not None:
        missing -= entry.key in wanted
        yield entry
