"""Clusters of pages: the pages of a site that are of one template.

In come the pages of a site, out comes the number of each page's cluster. By evidence:
:mod:`.joining`. As Qiu's thesis has it: :mod:`.qiu`.
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
    """Reads each page by itself and keeps little of it; clusters the pages by what was kept."""

    def read(self, tree: PageTree, /) -> Any:
        """Read a page: what is kept is small, the same in every process, picklable; O(nodes)."""

    def cluster(self, readings: Sequence[Any], /) -> list[int]:
        """The number of each page's cluster, from 0, in the order in which they first occur."""


@dataclass(frozen=True, slots=True)
class Joining:
    """Fine clusters, joined unless each has something for its own: no threshold to choose."""

    def read(self, tree: PageTree) -> PageFeatures:
        """Pairs of labels, leaf paths, labels."""
        return features_of(tree)

    def cluster(self, readings: Sequence[PageFeatures]) -> list[int]:
        """See :mod:`.joining`."""
        return joining.cluster(readings)


MAX_PAGES: Final = 2_000
"""Pages that are clustered at a time."""
METHODS: Final[dict[str, Method]] = {"joining": Joining(), "qiu": Sequences()}
"""The methods by name, with their defaults."""


def cluster(pages: Iterable[Page], method: Method | str = "joining") -> list[int]:
    """The number of each page's cluster, from 0, in the order in which they first occur.

    The pages are those of one site, at most MAX_PAGES: of more, learning clusters a sample.
    ``method`` is a method's name, or the method with parameters of your own. No page is kept longer
    than it takes to read it. O(pages^2).

    Raises:
        ValueError: no method has that name, or there are more pages.
    """
    if isinstance(method, str):
        if method not in METHODS:
            raise ValueError(f"no method is called {method!r}; there are {', '.join(METHODS)}")
        method = METHODS[method]
    readings = [method.read(page.tree) for page in islice(pages, MAX_PAGES + 1)]
    if len(readings) > MAX_PAGES:
        raise ValueError(f"{MAX_PAGES:,} pages are clustered at most: learn takes samples of more")
    return method.cluster(readings)
