"""From a page to its data regions, by the method of choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scrapy_treesim.methods import chosen
from scrapy_treesim.page import Page, Source
from scrapy_treesim.records.gong import Gong, regions
from scrapy_treesim.records.record import Region

METHODS: Final[dict[str, Callable[[], Gong]]] = {"gong": Gong}
"""The methods by name."""


def records(page: Page | Source, method: Gong | str = "gong") -> list[Region]:
    """The page's data regions, best first, each with its records; empty where nothing repeats.

    ``method`` is a method's name, or the method with parameters of your own.

    Raises:
        ValueError: no method, or no measure that it names, has that name.
        TypeError: the source cannot be read as a page.
    """
    return regions(Page.of(page), chosen(method, METHODS))
