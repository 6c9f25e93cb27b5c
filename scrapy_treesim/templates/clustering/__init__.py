"""Clusters of a site's pages, one for each template.

Takes the pages of a site and gives the number of each page's cluster: by evidence in
:mod:`.joining`, after Qiu's thesis in :mod:`.qiu`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Protocol

from scrapy_treesim.templates.clustering import joining
from scrapy_treesim.templates.clustering.qiu import Sequences
from scrapy_treesim.templates.match.signature import PageFeatures, features_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree


__all__ = ["METHODS", "Joining", "Method", "Sequences", "cluster"]


class Method(Protocol):
    """Clustering method: reads each page by itself into a small reading, and clusters these."""

    def read(self, tree: PageTree, /) -> Any:
        """Read a page into a small picklable reading, equal in every process; O(nodes)."""

    def cluster(self, readings: Sequence[Any], /) -> list[int]:
        """Return the number of each page's cluster, from 0, in order of first occurrence."""


@dataclass(frozen=True, slots=True)
class Joining:
    """Micro-clusters, joined unless each has something of its own; without a threshold."""

    def read(self, tree: PageTree) -> PageFeatures:
        """Read the pairs of labels, leaf paths and labels."""
        return features_of(tree)

    def cluster(self, readings: Sequence[PageFeatures]) -> list[int]:
        """Cluster pages as in :mod:`.joining`."""
        return joining.cluster(readings)


MAX_PAGES: Final = 2_000
"""Most pages that are clustered at a time."""
METHODS: Final[dict[str, Method]] = {"joining": Joining(), "qiu": Sequences()}
"""Methods by name, with their defaults."""


def cluster(pages: Iterable[Page], method: Method | str = "joining") -> list[int]:
    """Return the number of each page's cluster, from 0, in order of first occurrence.

    The pages are those of one site, at most MAX_PAGES: learning clusters a sample of more.
    ``method`` is a method's name, or the method with parameters of your own. Each page is released
    after reading. O(pages^2).

    Raises:
        ValueError: no method has this name, or there are more pages.
    """
    if isinstance(method, str):
        if method not in METHODS:
            raise ValueError(f"no method is called {method!r}; there are {', '.join(METHODS)}")
        method = METHODS[method]
    readings = [method.read(page.tree) for page in islice(pages, MAX_PAGES + 1)]
    if len(readings) > MAX_PAGES:
        raise ValueError(f"{MAX_PAGES:,} pages are clustered at most: learn takes samples of more")
    return method.cluster(readings)
