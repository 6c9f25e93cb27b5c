"""The six functions that the measuring runners call; each a few lines over the public API."""

from __future__ import annotations

import scrapy_treesim as treesim


def article(html: bytes, url: str) -> str:
    """The main text of a page, empty where it has none."""
    found = treesim.article(treesim.Page(html, url=url))
    return found.text if found else ""


def article_site(pages: list[tuple[bytes, str]], online: bool) -> list[str]:
    """The main text of each page of one site, with site memory: of the pages before it (online),
    or of all pages."""
    memory = treesim.SiteMemory()
    if not online:
        for html, url in pages:
            treesim.article(treesim.Page(html, url=url), memory=memory)
    found = [treesim.article(treesim.Page(html, url=url), memory=memory) for html, url in pages]
    return [one.text if one else "" for one in found]


def records(html: bytes, url: str) -> list[list[list[str]]]:
    """The regions of a page, best first, as lists of records, as lists of XPaths."""
    regions = treesim.records(treesim.Page(html, url=url))
    return [[list(record.xpaths) for record in region.records] for region in regions]


def comments(html: bytes, url: str) -> list[str]:
    """The texts of a page's comments, in page order."""
    return [comment.text for comment in treesim.comments(treesim.Page(html, url=url))]


def clusters(pages: list[bytes]) -> list[int]:
    """One cluster for all: pages are not grouped by template yet."""
    return [0] * len(pages)


def fields(
    train: list[tuple[bytes, dict[str, list[str]]]], test: list[bytes]
) -> list[dict[str, list[str]]]:
    """No field of any page: fields are not learnt from labelled pages yet."""
    return [{} for _ in test]
