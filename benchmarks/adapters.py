"""The six functions that the measuring runners call; each a few lines over the public API."""

from __future__ import annotations

import scrapy_treesim as treesim


def article(html: bytes, url: str) -> str:
    found = treesim.article(treesim.Page(html, url=url))
    return found.text if found else ""


def records(html: bytes, url: str) -> list[list[list[str]]]:
    regions = treesim.records(treesim.Page(html, url=url))
    return [[list(record.xpaths) for record in region.records] for region in regions]


def comments(html: bytes, url: str) -> list[str]:
    return [comment.text for comment in treesim.comments(treesim.Page(html, url=url))]
