"""Records and regions, and how nodes of a page become them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, KeysView, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final

from scrapy_treesim.files.detached import Detachable
from scrapy_treesim.page import Page
from scrapy_treesim.records.group_headings import groups_of
from scrapy_treesim.records.over_pages.region_key import region_key
from scrapy_treesim.records.table.columns import table_of
from scrapy_treesim.records.table.json_columns import completed
from scrapy_treesim.records.table.named_fields import FieldNodes, with_fields
from scrapy_treesim.records.table.standard_fields import ADDRESSES, SINGLE, Plain, standard_fields
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.tree.picture_address import (
    background_address,
    backgrounds,
    picture_address,
)
from scrapy_treesim.tree.text import text_of
from scrapy_treesim.values.as_html import table_html
from scrapy_treesim.values.fields import plain_values
from scrapy_treesim.wording import counted, shortened

if TYPE_CHECKING:
    from scrapy_treesim.records.table.columns import Table

_IS_LINK = bytes(number == tags.NUMBER["a"] for number in range(len(tags.NAMES)))
_IMAGE = tags.NUMBER["img"]
_IS_IMAGE = bytes(number == tags.NUMBER["img"] for number in range(len(tags.NAMES)))


class RecordRows:
    """Records of one list, with their table, made on first use."""

    def __init__(
        self, page: Page, nodes: list[tuple[int, ...]], fields: Sequence[FieldNodes] = ()
    ) -> None:
        self._page = page
        self._fields = fields
        self.nodes = nodes
        """The nodes of each record."""
        self.regions_in: Callable[[Sequence[int]], Iterable[Region]] = lambda nodes: ()
        """Finds the lists inside the nodes of a record."""

    @cached_property
    def table(self) -> Table:
        """A row a record, columns with names and typed values."""
        table = completed(self._page, table_of(self._page, self.nodes))
        return with_fields(self._page, table, self.nodes, self._fields) if self._fields else table

    @cached_property
    def groups(self) -> list[str | None]:
        """The group of each record."""
        return groups_of(self._page, self.nodes)

    @cached_property
    def values(self) -> list[dict[str, Plain]]:
        """The usual fields of each record."""
        return standard_fields(self.table, len(self.nodes))


@dataclass(frozen=True, eq=False, repr=False)
class Record(Detachable):
    """One record: a subtree, a run of neighbouring ones, or several with others between.

    Properties are computed on first use. The usual fields are attributes, None where the record
    has none; each column of its table is a key, with the value as the page has it.

    >>> from scrapy_treesim import similar
    >>> fruit = {"Apple": 1, "Pear": 2, "Plum": 3, "Fig": 4, "Quince": 5, "Cherry": 6}
    >>> rows = "".join(f"<li><a href=/{n}>{name}</a> <b>${n}.50</b>" for name, n in fruit.items())
    >>> pear = similar(f"<ul>{rows}</ul>", "li")[1]
    >>> pear.title, pear.price, pear.rating, pear["price"]
    ('Pear', 2.5, None, '$2.50')
    """

    _of_page: ClassVar[tuple[str, ...]] = ("_page", "_rows")

    similarity: float
    """Likeness to the example, in [0, 1]; of a record found without one, the probability that it
    belongs to its region, or the mean similarity of the region's records (gong)."""
    nodes: tuple[int, ...] = field(repr=False)
    """The record's nodes in the page's tree, in order."""
    _page: Page = field(repr=False)
    _rows: RecordRows = field(repr=False, compare=False)
    _row: int = field(repr=False)
    """Row of the record in its table."""

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
        """Return the record as plain values, ready for JSON."""
        values = plain_values(self, ("xpaths", "similarity", "text", "links", "images"))
        return {**values, "regions": [region.to_dict() for region in self.regions]}

    def __getattr__(self, name: str) -> Any:
        if name in USUAL:
            return self.values.get(name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __getitem__(self, name: str) -> str | list[str]:
        return self.fields[name]

    def __contains__(self, name: object) -> bool:
        return name in self.fields

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def keys(self) -> KeysView[str]:
        """Return the names of the columns with a value in this record."""
        return self.fields.keys()

    @cached_property
    def values(self) -> dict[str, Plain]:
        """The usual fields by name, typed; absent ones are left out."""
        return self._rows.values[self._row]

    @cached_property
    def fields(self) -> dict[str, str | list[str]]:
        """The cells by the names of their columns, as the page has them."""
        return self._rows.table.row(self._row)

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The lists inside the record, a region each."""
        return tuple(self._rows.regions_in(self.nodes))

    @cached_property
    def group(self) -> str | None:
        """The heading, or the row across the table, above the record; None without."""
        return self._rows.groups[self._row]

    @property
    def xpath(self) -> str:
        """The record's elements as one XPath expression."""
        return " | ".join(self.xpaths)

    @cached_property
    def xpaths(self) -> tuple[str, ...]:
        """The XPaths of the record's elements, in order."""
        tree = self._page.tree
        return tuple(self._page.xpath(node) for node in self.nodes if tree.tag[node] != tags.TEXT)

    @cached_property
    def text(self) -> str:
        """The record's text, blocks on lines of their own."""
        return "\n".join(filter(None, (text_of(self._page.tree, node) for node in self.nodes)))

    @cached_property
    def links(self) -> tuple[str, ...]:
        """Addresses of the record's links, absolute, each once."""
        tree = self._page.tree
        addresses = (tree.get(node, "href") for node in self._among(self._page.once(_links_of)))
        return self._absolute(addresses)

    @cached_property
    def images(self) -> tuple[str, ...]:
        """Addresses of the record's images, absolute, each once."""
        tree = self._page.tree
        return self._absolute(
            picture_address(tree, node)
            if tree.tag[node] == _IMAGE
            else background_address(tree, node)
            for node in self._among(self._page.once(_images_of))
        )

    def _among(self, nodes: Sequence[int]) -> Iterable[int]:
        """Yield the nodes inside the record, of ``nodes`` in page order."""
        size = self._page.tree.size
        for root in self.nodes:
            first = bisect_left(nodes, root)
            yield from nodes[first : bisect_left(nodes, root + size[root], first)]

    def _absolute(self, addresses: Iterable[str | None]) -> tuple[str, ...]:
        written = (address for address in addresses if address and not address.startswith("#"))
        return tuple(dict.fromkeys(filter(None, map(self._page.absolute, written))))


@dataclass(frozen=True, repr=False)
class Region(Detachable):
    """A repeated part of a page, with its records in page order; it iterates over them.

    >>> names = "Apple Pear Plum Fig Quince Cherry".split()
    >>> rows = "".join(f"<li><a href=/{name}>{name}</a> <b>$2.50</b>" for name in names)
    >>> (region,) = records(f"<ul>{rows}</ul>")
    >>> [column.name for column in region.table.columns]
    ['title', 'url', 'price']
    """

    records: tuple[Record, ...]
    confidence: float
    """Confidence of the method, in [0, 1].
    The probability that the records are data, or their mean similarity (gong)."""
    node: int = field(repr=False)
    """The node of the page's tree around all its records."""
    _page: Page = field(repr=False, compare=False)
    reasons: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """Reasons that came with it, of a list of JSON; empty where the page has them."""

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    def __repr__(self) -> str:
        return f"<Region {self.key} of {counted(len(self.records), 'record')}>"

    def _repr_html_(self) -> str:
        columns = self.table.columns
        rows = ([column.shown(row) for column in columns] for row in range(len(self)))
        return table_html(repr(self), rows, [column.name for column in columns])

    def to_dict(self) -> dict[str, Any]:
        """Return the region as plain values, ready for JSON; each record also has its ``fields``,
        as the page has them, and the typed ``values`` of the usual ones."""
        return {
            "key": self.key,
            "xpath": self.xpath,
            "confidence": self.confidence,
            "columns": {column.name: column.kind for column in self.table.columns},
            "records": [
                {**record.to_dict(), "fields": record.fields, "values": record.values}
                for record in self.records
            ],
        }

    @cached_property
    def xpath(self) -> str:
        """The smallest element around all its records."""
        return self._page.xpath(self.node)

    @cached_property
    def key(self) -> str:
        """A short path, the same for this list on all its pages, in any crawl."""
        return region_key(self._page.tree, [record.nodes for record in self.records])

    @cached_property
    def table(self) -> Table:
        """The records as a table: a row a record, columns with names and typed values."""
        nodes = [record.nodes for record in self.records]
        # Records of one list have it already.
        rows = self.records[0]._rows if nodes else None
        return rows.table if rows and rows.nodes == nodes else RecordRows(self._page, nodes).table


def _links_of(page: Page) -> list[int]:
    return nodes_of(page.tree.tag, _IS_LINK)


def _images_of(page: Page) -> list[int]:
    images = nodes_of(page.tree.tag, _IS_IMAGE)
    behind = backgrounds(page.tree)
    return sorted({*images, *behind}) if behind else images


USUAL: Final = SINGLE - {*ADDRESSES}
"""The usual fields of a record without addresses."""


def read_records(
    page: Page,
    records_nodes: Iterable[tuple[Sequence[int], float]],
    fields: Sequence[FieldNodes] = (),
) -> list[Record]:
    """Make the records of one list from the nodes and the similarity of each.

    ``fields`` are those that an example names.
    """
    rows, records = RecordRows(page, [], fields), []
    for row, (nodes, similarity) in enumerate(records_nodes):
        records.append(Record(similarity, tuple(nodes), page, rows, row))
        rows.nodes.append(records[-1].nodes)
    return records
