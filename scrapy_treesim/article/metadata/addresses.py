"""Addresses of pages and images."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from scrapy_treesim.article.metadata.values import CONTROL

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_ADDRESS_CHARS: Final = 2_000


def image_address(page: Page, address: str) -> str | None:
    """The absolute address of an image; None where it is none."""
    if len(address) > MAX_ADDRESS_CHARS:
        return None
    absolute = page.absolute(address.replace("&amp;", "&"))
    return None if absolute is None or CONTROL.search(absolute) else absolute


def address_key(address: str | None) -> str:
    """The part that addresses of one page have in common; empty where it is none."""
    try:
        parts = urlsplit(address or "")
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return ""
    query = f"?{parts.query}" if parts.query else ""
    return host + unquote(parts.path).rstrip("/") + query
