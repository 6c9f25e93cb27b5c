"""The pages of a pending store as those of a corpus."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator

from scrapy_treesim.templates.corpus import SavedPage
from scrapy_treesim.templates.pending import PendingStore


class PendingPages:
    """What a crawl has put into the store up to now; what it adds meanwhile may be among it."""

    def __init__(self, store: PendingStore) -> None:
        self._store = store

    def pages(self, skip: Container[str] = ()) -> Iterator[SavedPage]:
        """All pages but for those whose keys are in ``skip``, the oldest first."""
        return (page for page in self._store.pages() if page.key not in skip)

    def read(self, keys: Collection[str]) -> Iterator[SavedPage]:
        """The pages of these keys."""
        wanted = frozenset(keys)
        return (page for page in self._store.pages() if page.key in wanted)
