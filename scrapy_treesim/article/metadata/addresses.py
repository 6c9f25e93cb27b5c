"""Addresses of pages and images."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from scrapy_treesim.reading.declared.meta_tags import MetaTags
from scrapy_treesim.reading.declared.values import CONTROL

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_ADDRESS_CHARS: Final = 2_000
"""Characters of an address that are looked at."""
_PLAIN: Final = re.compile(r"https?://([a-z0-9.-]+)(/[!$-:=@-Z_a-z~]*)?(\?[!-\"$-~]*)?(?:#[!-~]*)?")


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


def key_on(page: Page, address: str) -> str:
    """The key of an address that a page names; empty where it is none."""
    address = address[:MAX_ADDRESS_CHARS]
    # Most are written out whole and plainly; to take the others apart costs far more.
    if (plain := _PLAIN.fullmatch(address)) is None:
        return address_key(page.absolute(address))
    host, path, query = plain.groups("")
    return host.removeprefix("www.") + unquote(path).rstrip("/") + (query if query != "?" else "")


def own_keys(page: Page) -> frozenset[str]:
    """The keys of the page's own addresses, as it is asked for and as it declares them."""
    meta = page.once(MetaTags.read)
    said = (page.url, *meta.links.get("canonical", ()), *meta.texts("og.url"))
    return frozenset(key for one in said if (key := key_on(page, one)))
