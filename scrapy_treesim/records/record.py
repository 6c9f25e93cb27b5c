"""Records and regions, and how nodes of a page become them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from scrapy_treesim.detached import Detachable
from scrapy_treesim.fields import plain_values
from scrapy_treesim.records.over_pages.region_key import region_key
from scrapy_treesim.records.table.columns import table_of
from scrapy_treesim.records.table.standard_fields import standard_fields
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.tree.picture_address import picture_address
from scrapy_treesim.tree.text import text_of
from scrapy_treesim.wording import counted, shortened

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.records.table.columns import Table

_IS_LINK = bytes(number == tags.NUMBER["a"] for number in range(len(tags.KNOWN)))
_IS_IMAGE = bytes(number == tags.NUMBER["img"] for number in range(len(tags.KNOWN)))


@dataclass(frozen=True, eq=False, repr=False)
class Record(Detachable):
    """One record: a subtree, a run of neighbouring ones, or several that lie apart.

    What is not asked for is not made: see the properties.
    """

    similarity: float
    """Found by itself: how sure it belongs to its region, or the mean similarity of the region's
    records (gong); by example: its own to the example. In [0, 1]."""
    nodes: tuple[int, ...] = field(repr=False)
    """The nodes of the page's tree that it is made of, in order."""
    _page: Page = field(repr=False)
    regions: tuple[Region, ...] = field(default=(), repr=False)
    """The lists inside it, a region each."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return (self.xpaths, self.text, self.links, self.images, self.similarity, self.regions) == (
            other.xpaths, other.text, other.links, other.images, other.similarity, other.regions,
        )  # fmt: skip

    def __hash__(self) -> int:
        return hash((self.xpaths, self.similarity))

    def __repr__(self) -> str:
        return f"<Record {shortened(self.text)!r}>"

    def to_dict(self) -> dict[str, Any]:
        """All it says as plain values, ready for JSON."""
        own = plain_values(self, ("xpaths", "similarity", "text", "links", "images"))
        return {**own, "regions": [region.to_dict() for region in self.regions]}

    @cached_property
    def xpaths(self) -> tuple[str, ...]:
        """The elements it is made of, in order."""
        tree = self._page.tree
        return tuple(self._page.xpath(node) for node in self.nodes if tree.tag[node] != tags.TEXT)

    @cached_property
    def text(self) -> str:
        """Its text, blocks on lines of their own."""
        return "\n".join(filter(None, (text_of(self._page.tree, node) for node in self.nodes)))

    @cached_property
    def links(self) -> tuple[str, ...]:
        """Addresses of its links, absolute, each once."""
        tree = self._page.tree
        addresses = (tree.get(node, "href") for node in self._among(self._page.once(_links_of)))
        return self._absolute(addresses)

    @cached_property
    def images(self) -> tuple[str, ...]:
        """Addresses of its images, absolute, each once."""
        tree = self._page.tree
        images = self._among(self._page.once(_images_of))
        return self._absolute(picture_address(tree, node) for node in images)

    def _among(self, nodes: Sequence[int]) -> Iterable[int]:
        """Those of the page's nodes of a tag that lie in the record."""
        size = self._page.tree.size
        for root in self.nodes:
            first = bisect_left(nodes, root)
            yield from nodes[first : bisect_left(nodes, root + size[root], first)]

    def _absolute(self, addresses: Iterable[str | None]) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for address in addresses:
            if address and not address.startswith("#"):
                absolute = self._page.absolute(address)
                if absolute:
                    found[absolute] = None
        return tuple(found)


@dataclass(frozen=True, eq=False, repr=False)
class Region(Detachable):
    """A part of a page that repeats, with its records in page order."""

    records: tuple[Record, ...]
    confidence: float
    """Confidence of the method, in [0, 1].
    The probability that its records are data, or their mean similarity (gong)."""
    node: int = field(repr=False)
    """The node of the page's tree that holds all its records."""
    _page: Page = field(repr=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Region):
            return NotImplemented
        return (self.xpath, self.records, self.confidence) == (
            other.xpath, other.records, other.confidence,
        )  # fmt: skip

    def __hash__(self) -> int:
        return hash((self.xpath, self.records))

    def __repr__(self) -> str:
        return f"<Region {self.key} of {counted(len(self.records), 'record')}>"

    def to_dict(self) -> dict[str, Any]:
        """All it says as plain values, ready for JSON; of a record also its ``fields``, as the page
        has them, and the typed ``values`` of the usual ones."""
        typed = standard_fields(self.table, len(self.records))
        return {
            "key": self.key,
            "xpath": self.xpath,
            "confidence": self.confidence,
            "columns": {column.name: column.kind for column in self.table.columns},
            "records": [
                {**record.to_dict(), "fields": self.table.row(place), "values": values}
                for place, (record, values) in enumerate(zip(self.records, typed, strict=True))
            ],
        }

    @cached_property
    def xpath(self) -> str:
        """The smallest element that holds all its records."""
        return self._page.xpath(self.node)

    @cached_property
    def key(self) -> str:
        """A short path that is the same for this list on all its pages, in any crawl."""
        return region_key(self._page.tree, [record.nodes for record in self.records])

    @cached_property
    def table(self) -> Table:
        """Its records as a table: a row a record, columns with names and typed values."""
        return table_of(self._page, [record.nodes for record in self.records])


def _links_of(page: Page) -> list[int]:
    return nodes_of(page.tree.tag, _IS_LINK)


def _images_of(page: Page) -> list[int]:
    return nodes_of(page.tree.tag, _IS_IMAGE)


def read_record(page: Page, nodes: Sequence[int], similarity: float) -> Record:
    """The record that lies in these subtrees of the page."""
    return Record(similarity, tuple(nodes), page)
