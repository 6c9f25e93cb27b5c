"""The pages of a pending store as those of a corpus."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator
from dataclasses import replace
from hashlib import blake2b

from scrapy_treesim.corpus import SavedPage
from scrapy_treesim.templates.store.pending import PendingStore


class PendingPages:
    """The pages that a crawl put into the store; what it adds meanwhile may be among them.

    The store's own keys are numbers, which another store gives to other pages. Here a page's key is
    a hash of all there is of it: what a work file knows of a key holds in whichever store.
    """

    def __init__(self, store: PendingStore) -> None:
        self._store = store
        self._stored: dict[str, str] = {}
        """By the key of a page that was read, its key in the store."""

    def pages(self, skip: Container[str] = ()) -> Iterator[SavedPage]:
        """All pages but for those whose keys are in ``skip``, the oldest first."""
        return (page for page in self._read() if page.key not in skip)

    def read(self, keys: Collection[str]) -> Iterator[SavedPage]:
        """The pages of these keys."""
        wanted = frozenset(keys)
        return (page for page in self._read() if page.key in wanted)

    def remove(self, keys: Iterable[str]) -> int:
        """Take out of the store those of these pages that were read from it; how many there were.

        Raises:
            sqlite3.Error: they could not be removed, as ``PendingStore.add`` says.
        """
        return self._store.remove(self._stored[key] for key in keys if key in self._stored)

    def _read(self) -> Iterator[SavedPage]:
        for page in self._store.pages():
            key = _key(page)
            self._stored[key] = page.key
            yield replace(page, key=key)


def _key(page: SavedPage) -> str:
    """In 32 hexadecimal digits, all that a page is learned from."""
    digest = blake2b(repr((page.url, page.encoding)).encode(), digest_size=16)
    digest.update(page.body)
    return digest.hexdigest()
