"""What a method of clustering is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree


class Method(Protocol):
    """Reads each page by itself and keeps little of it; clusters the pages by what was kept."""

    def read(self, tree: PageTree, /) -> Any:
        """What is kept of a page: small, the same in every process, fit to be pickled; O(nodes)."""

    def cluster(self, readings: Sequence[Any], /) -> list[int]:
        """The number of each page's cluster, from 0, in the order in which they first occur."""
