"""Clusters of pages: the pages of a site that are of one template.

In come the pages of a site, out comes the number of each page's cluster. By evidence:
:mod:`.atoms`, :mod:`.joining`. By a distance: :mod:`.medoids`. :mod:`.methods` has both by name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from scrapy_treesim.templates.clustering.methods import (
    METHODS,
    Classes,
    Joining,
    LeafPaths,
    Method,
    Sequences,
    Shingles,
)

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

__all__ = [
    "METHODS",
    "Classes",
    "Joining",
    "LeafPaths",
    "Method",
    "Sequences",
    "Shingles",
    "cluster",
]


def cluster(pages: Iterable[Page], method: Method | str = "joining") -> list[int]:
    """The number of each page's cluster, from 0, in the order in which they first occur.

    The pages are those of one site. ``method`` is a method's name, or the method with parameters of
    your own. No page is kept longer than it takes to read it.

    Raises:
        ValueError: no method has that name.
    """
    if isinstance(method, str):
        if method not in METHODS:
            raise ValueError(f"no method is called {method!r}; there are {', '.join(METHODS)}")
        method = METHODS[method]
    return method.cluster([method.read(page.tree) for page in pages])
