"""From a page to its data regions, by the method of choice."""

from __future__ import annotations

from scrapy_treesim.page import Page, Source
from scrapy_treesim.records.gong import Gong, regions
from scrapy_treesim.records.record import Region


def records(page: Page | Source, method: Gong | None = None) -> list[Region]:
    """The page's data regions, best first, each with its records; empty where nothing repeats.

    ``method`` carries the parameters of the method to use; ``Gong()``, the paper's, where left out.
    """
    return regions(page if isinstance(page, Page) else Page(page), method or Gong())
