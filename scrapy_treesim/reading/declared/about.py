"""Evidence for the main declared thing of a page: addresses, names, nesting."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from scrapy_treesim.reading.declared.meta_tags import MetaTags
from scrapy_treesim.reading.declared.thing import Thing, lower_types
from scrapy_treesim.reading.declared.types import is_thing
from scrapy_treesim.reading.headline import headline_of
from scrapy_treesim.values.terms import likeness, terms

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_ADDRESS_CHARS: Final = 2_000
"""Largest number of characters read of an address."""
MAX_TITLE_CHARS: Final = 500
"""Largest number of characters compared of a name or title."""
MAX_ADDRESSES: Final = 5
"""Largest number of addresses compared of a thing."""
SAME_NAME: Final = 0.8
"""Smallest Dice's coefficient of a name and the page's title to be the same name."""
ADDRESS_SCORE: Final = 0.2
"""Score of the page's address; half of it for a different query. Set by hand."""
OTHER_ADDRESS_SCORE: Final = -0.2
"""Score of the address of another page."""

_PLAIN: Final = re.compile(r"https?://([a-z0-9.-]+)(/[!$-:=@-Z_a-z~]*)?(\?[!-\"$-~]*)?(?:#[!-~]*)?")
_ABOUT: Final = frozenset(("", "@graph", "mainEntity", "mainEntityOfPage", "about", "itemOffered"))
"""Properties leading to the main thing of a page, not to a part of it."""


def address_key(address: str | None) -> str:
    """Return the common part of the addresses of one page; empty for an invalid one."""
    try:
        parts = urlsplit(address or "")
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return ""
    query = f"?{parts.query}" if parts.query else ""
    return host + unquote(parts.path).rstrip("/") + query


def key_on(page: Page, address: str) -> str:
    """Return the key of an address on a page, resolved; empty for an invalid one."""
    address = address[:MAX_ADDRESS_CHARS]
    # Most are absolute and plain; to parse the others takes far longer.
    if (plain := _PLAIN.fullmatch(address)) is None:
        return address_key(page.absolute(address))
    host, path, query = plain.groups("")
    return host.removeprefix("www.") + unquote(path).rstrip("/") + (query if query != "?" else "")


@dataclass(frozen=True, slots=True)
class PageNames:
    """Names and addresses of a page."""

    keys: frozenset[str]
    """Keys of its addresses, requested and declared."""
    paths: frozenset[str]
    """Keys of its addresses without queries."""
    titles: tuple[Counter[str], ...]
    """Terms of its headline and titles."""
    page: Page
    likenesses: dict[str, float] = field(default_factory=dict)
    """Cached likeness of each name."""
    keys_by_address: dict[str, str] = field(default_factory=dict)
    """Cached key of each address."""

    @classmethod
    def of(cls, page: Page) -> PageNames:
        """Read the names and addresses of a page; call it through ``page.once``."""
        meta = page.once(MetaTags.read)
        addresses = (page.url, *meta.links.get("canonical", ()), *meta.texts("og.url"))
        keys = frozenset(key for address in addresses if (key := key_on(page, address)))
        paths = frozenset(key.partition("?")[0] for key in keys)
        titles = [page.title or "", *meta.values.get("og.title", ())[:1]]
        if (headline := page.once(headline_of)) is not None:
            titles.append(page.tree.raw_text(headline.node))
        distinct = (terms(title[:MAX_TITLE_CHARS]) for title in dict.fromkeys(titles))
        return cls(keys, paths, tuple(filter(None, distinct)), page)

    def is_own(self, address: str) -> bool:
        """Tell whether an address is of the page itself."""
        return bool(key := self._key(address)) and key in self.keys

    def address_score(self, addresses: Sequence[str]) -> float:
        """Score the addresses of a thing: of this page, of another, or none."""
        keys = list(filter(None, map(self._key, addresses[:MAX_ADDRESSES])))
        if any(key in self.keys for key in keys):
            return ADDRESS_SCORE
        if any(key.partition("?")[0] in self.paths for key in keys):
            return ADDRESS_SCORE / 2
        return OTHER_ADDRESS_SCORE if any("/" in key for key in keys) else 0.0

    def likeness(self, name: str) -> float:
        """Return Dice's coefficient of a name and the most similar title, by their terms."""
        name = name[:MAX_TITLE_CHARS]
        if name not in self.likenesses:
            name_terms = terms(name)
            likenesses = (likeness(name_terms, title) for title in self.titles)
            self.likenesses[name] = max(likenesses, default=0.0)
        return self.likenesses[name]

    def _key(self, address: str) -> str:
        if address not in self.keys_by_address:
            self.keys_by_address[address] = key_on(self.page, address)
        return self.keys_by_address[address]


def are_nested(things: Sequence[Thing]) -> list[bool]:
    """Tell for each thing of one syntax whether it belongs to another one: a related thing, an
    entry of a list, a reviewed product ..."""
    nested: list[bool] = []
    for thing in things:
        is_nested = False
        if thing.above is not None:
            above = things[thing.above].types
            # The questions of an FAQ do not make the page a forum.
            is_way = thing.of in _ABOUT and "faqpage" not in lower_types(above)
            is_way = is_way and (bool(thing.of) or not is_thing(above))
            is_nested = nested[thing.above] or (bool(above) and not is_way)
        nested.append(is_nested)
    return nested
