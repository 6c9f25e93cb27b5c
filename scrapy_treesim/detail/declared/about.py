"""A score of declared things: the one that the page is about has the most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.metadata.addresses import MAX_ADDRESS_CHARS, key_on
from scrapy_treesim.article.metadata.meta_tags import MetaTags
from scrapy_treesim.article.terms import terms
from scrapy_treesim.detail.declared.declaration import Declaration
from scrapy_treesim.detail.declared.thing_types import PRODUCTS, SITES

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

OF_SYNTAX: Final = {
    "json-ld": 0.15,
    "microdata": 0.15,
    "rdfa": 0.1,
    "opengraph": 0.05,
    "script": 0.0,
}
"""How much what is declared in each syntax is worth more than in scripts; hand-set, as all here."""
OF_PRODUCTS: Final = 0.25
"""For a thing that is sold."""
OF_THINGS: Final = 0.15
"""For a thing of another type; none for those of sites, their authors and articles."""
OF_ADDRESS: Final = 0.2
"""For the page's address."""
OF_OTHER_ADDRESS: Final = -0.2
"""For the address of another page."""
OF_CODE: Final = 0.1
"""For a number or code that is in the page's address."""
OF_NAME: Final = 0.25
"""For a name as the page's headline or title; in part, the part of it."""
OF_ONLY: Final = 0.05
"""For the only one of its type and syntax, in which the first one has as much."""
OF_NESTED: Final = -0.4
"""For what is said of another thing: related to it, or listed."""
OF_OFFER: Final = 0.05
"""For a price."""

MAX_CODE_CHARS: Final = 60
"""Characters of a code that is looked for in the page's address."""
MIN_CODE_CHARS: Final = 4
"""The least of them."""
MAX_TITLE_CHARS: Final = 500
"""Characters of a name or title whose terms are compared."""


@dataclass(frozen=True, slots=True)
class Told:
    """The names and addresses that the page is told by."""

    keys: set[str]
    """Its addresses' keys."""
    paths: set[str]
    """The same without queries."""
    address: str
    """Its address in lower case."""
    titles: tuple[Counter[str], ...]
    """The terms of its headline and titles."""
    page: Page
    known: dict[str, float] = field(default_factory=dict)
    """Names that were asked for, each with its likeness."""
    known_keys: dict[str, str] = field(default_factory=dict)
    """Addresses that were asked for, each with its key."""

    @classmethod
    def of(cls, page: Page) -> Told:
        """Read it of a page."""
        meta = page.once(MetaTags.read)
        headline = page.once(headline_of)
        said = [page.title or "", *meta.values.get("og.title", ())[:1]]
        if headline is not None:
            said.append(page.tree.raw_text(headline.node))
        titles = [terms(title[:MAX_TITLE_CHARS]) for title in dict.fromkeys(said)]
        paths = {key.partition("?")[0] for key in meta.addresses}
        address = unquote(page.url[:MAX_ADDRESS_CHARS]).lower()
        return cls(meta.addresses, paths, address, tuple(filter(None, titles)), page)

    def is_own(self, address: str) -> bool:
        """Tell whether an address is the page's."""
        return bool(key := self._key(address)) and key in self.keys

    def address_says(self, addresses: Sequence[str]) -> float:
        """Score the addresses of a thing: of this page, of another, or none."""
        keys = list(filter(None, map(self._key, addresses[:5])))
        if any(key in self.keys for key in keys):
            return OF_ADDRESS
        if any(key.partition("?")[0] in self.paths for key in keys):
            return OF_ADDRESS / 2
        return OF_OTHER_ADDRESS if any("/" in key for key in keys) else 0.0

    def is_in_address(self, codes: Sequence[str]) -> bool:
        """Tell whether the page's address has one of these codes in it."""
        return any(
            MIN_CODE_CHARS <= len(code) <= MAX_CODE_CHARS and code.lower() in self.address
            for code in codes[:5]
        )

    def likeness(self, name: str) -> float:
        """Dice's coefficient of the terms of a name and of the title most like it."""
        name = name[:MAX_TITLE_CHARS]
        if name not in self.known:
            self.known[name] = self._likeness(terms(name)) if name else 0.0
        return self.known[name]

    def _likeness(self, own: Counter[str]) -> float:
        total = own.total()
        return max(
            (
                2 * sum(min(count, title[term]) for term, count in own.items())
                / (total + title.total())
                for title in self.titles
            ),
            default=0.0,
        )  # fmt: skip

    def _key(self, address: str) -> str:
        key = self.known_keys.get(address)
        if key is None:
            key = self.known_keys[address] = key_on(self.page, address)
        return key


def about(
    told: Told, declaration: Declaration, is_nested: bool, is_only: bool, is_first: bool
) -> float:
    """Score a declaration by how plainly it is of the page's thing, in [0, 1]: a sum of hints."""
    values = declaration.values
    types = set(map(str.lower, declaration.types))
    score = OF_SYNTAX[declaration.syntax]
    if types & PRODUCTS:
        score += OF_PRODUCTS
    elif types - SITES:
        score += OF_THINGS
    score += told.address_says(values.get("url", ()))
    codes = (*values.get("sku", ())[:2], *values.get("mpn", ())[:1], *values.get("gtin", ())[:1])
    score += OF_CODE * told.is_in_address(codes)
    score += OF_NAME * told.likeness(next(iter(values.get("name", ())), ""))
    score += OF_OFFER * ("price" in values)
    score += OF_NESTED * is_nested + OF_ONLY * (is_only + is_first)
    return min(1.0, max(0.0, score))
