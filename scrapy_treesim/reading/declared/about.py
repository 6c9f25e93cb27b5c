"""The declared thing that a page is about: by addresses, by names, by nesting."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.terms import likeness, terms
from scrapy_treesim.reading.declared.meta_tags import MetaTags
from scrapy_treesim.reading.declared.thing import Thing, lower_types
from scrapy_treesim.reading.declared.types import is_thing

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_ADDRESS_CHARS: Final = 2_000
"""Characters of an address that are looked at."""
MAX_TITLE_CHARS: Final = 500
"""Characters of a name or title whose terms are compared."""
MAX_ADDRESSES: Final = 5
"""Addresses of a thing that are looked at."""
SAME_NAME: Final = 0.8
"""Dice's coefficient with the page's title from which a name is the page's."""
OF_ADDRESS: Final = 0.2
"""The score of the page's address; half of it where the query is another. Set by hand."""
OF_OTHER_ADDRESS: Final = -0.2
"""The score of the address of another page."""

_PLAIN: Final = re.compile(r"https?://([a-z0-9.-]+)(/[!$-:=@-Z_a-z~]*)?(\?[!-\"$-~]*)?(?:#[!-~]*)?")
_WAYS: Final = frozenset(("", "@graph", "mainEntity", "mainEntityOfPage", "about", "itemOffered"))
"""Properties that lead to what the page is about, not to what is said of it."""


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


@dataclass(frozen=True, slots=True)
class PageNames:
    """The names and addresses of a page."""

    keys: frozenset[str]
    """The keys of its addresses, as it is asked for and as it declares them."""
    paths: frozenset[str]
    """The same without queries."""
    titles: tuple[Counter[str], ...]
    """The terms of its headline and titles."""
    page: Page
    known: dict[str, float] = field(default_factory=dict)
    """Names that were asked for, each with its likeness."""
    known_keys: dict[str, str] = field(default_factory=dict)
    """Addresses that were asked for, each with its key."""

    @classmethod
    def of(cls, page: Page) -> PageNames:
        """Read them of a page; to be asked once a page."""
        meta = page.once(MetaTags.read)
        addresses = (page.url, *meta.links.get("canonical", ()), *meta.texts("og.url"))
        keys = frozenset(key for one in addresses if (key := key_on(page, one)))
        paths = frozenset(key.partition("?")[0] for key in keys)
        titles = [page.title or "", *meta.values.get("og.title", ())[:1]]
        if (headline := page.once(headline_of)) is not None:
            titles.append(page.tree.raw_text(headline.node))
        distinct = (terms(title[:MAX_TITLE_CHARS]) for title in dict.fromkeys(titles))
        return cls(keys, paths, tuple(filter(None, distinct)), page)

    def is_own(self, address: str) -> bool:
        """Tell whether an address is the page's."""
        return bool(key := self._key(address)) and key in self.keys

    def address_score(self, addresses: Sequence[str]) -> float:
        """Score the addresses of a thing: of this page, of another, or none."""
        keys = list(filter(None, map(self._key, addresses[:MAX_ADDRESSES])))
        if any(key in self.keys for key in keys):
            return OF_ADDRESS
        if any(key.partition("?")[0] in self.paths for key in keys):
            return OF_ADDRESS / 2
        return OF_OTHER_ADDRESS if any("/" in key for key in keys) else 0.0

    def likeness(self, name: str) -> float:
        """Dice's coefficient of the terms of a name and of the title most like it."""
        name = name[:MAX_TITLE_CHARS]
        if name not in self.known:
            own = terms(name)
            likenesses = (likeness(own, title) for title in self.titles)
            self.known[name] = max(likenesses, default=0.0)
        return self.known[name]

    def _key(self, address: str) -> str:
        if address not in self.known_keys:
            self.known_keys[address] = key_on(self.page, address)
        return self.known_keys[address]


def are_nested(things: Sequence[Thing]) -> list[bool]:
    """Tell of the things of one syntax which are of another one: related to it, an entry of a list,
    reviewed ..."""
    nested: list[bool] = []
    for thing in things:
        is_nested = False
        if thing.above is not None:
            above = things[thing.above].types
            # The questions of an FAQ are not what the page is: it is no forum.
            is_way = thing.of in _WAYS and "faqpage" not in lower_types(above)
            is_way = is_way and (bool(thing.of) or not is_thing(above))
            is_nested = nested[thing.above] or (bool(above) and not is_way)
        nested.append(is_nested)
    return nested
