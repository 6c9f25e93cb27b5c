"""From a page to the one thing it is about."""

from __future__ import annotations

from scrapy_treesim.detail.detail import Detail
from scrapy_treesim.kind.page_kind import kind_of
from scrapy_treesim.page import Page, Source


def detail(page: Page | Source) -> Detail | None:
    """Read the one thing that a page is about; None where it shows and declares nothing of one.

    Raises:
        TypeError: the source cannot be read as a page.
    """
    page = Page.of(page)
    return Detail(xpath=page.xpath(0), confidence=kind_of(page).probabilities["detail"])
