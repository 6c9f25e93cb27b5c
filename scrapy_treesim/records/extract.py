"""From a page to its data regions, by the method of choice."""

from __future__ import annotations

from typing import Final, TypeAlias

from scrapy_treesim.page import Page, Source
from scrapy_treesim.papers import gong
from scrapy_treesim.papers.gong import Gong
from scrapy_treesim.papers.methods import chosen
from scrapy_treesim.records.json_records import json_regions
from scrapy_treesim.records.record import Region, read_records
from scrapy_treesim.records.regions import extract
from scrapy_treesim.records.regions.extract import Ranked

Method: TypeAlias = Ranked | Gong

METHODS: Final[dict[str, type[Method]]] = {"ranked": Ranked, "gong": Gong}
"""The methods by name."""


def records(page: Page | Source, *, method: Method | str = "ranked") -> list[Region]:
    """Return the page's data regions, best first, each with its records.

    Those of JSON are its lists of like objects. There are none where nothing repeats, and none on
    an oversized page. ``method`` is a method's
    name, or the method with parameters of your own.

    >>> fruit = {"Apple": 1, "Pear": 2, "Plum": 3, "Fig": 4, "Quince": 5, "Cherry": 6}
    >>> page = "".join(f"<li><a href=/{n}>{name}</a> <b>${n}.50</b>" for name, n in fruit.items())
    >>> [region] = records(f"<ul>{page}</ul>")
    >>> [record.text for record in region.records][:2]
    ['Apple $1.50', 'Pear $2.50']

    Raises:
        ValueError: the method or its measure is unknown.
        TypeError: the source cannot be read as a page, or the method is none.
    """
    method = chosen(method, METHODS)
    page = Page.of(page)
    if (of_json := json_regions(page)) is not None:
        return of_json
    if page.is_oversized:
        return []
    if isinstance(method, Ranked):
        return extract.regions(page, method)
    return [_region(page, region) for region in gong.regions(page, method)]


def _region(page: Page, region: gong.GongRegion) -> Region:
    records = read_records(page, ((nodes, region.similarity) for nodes in region.records))
    return Region(tuple(records), region.similarity, region.node, page)
