"""All that a page declares, best first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.metadata.addresses import MAX_ADDRESS_CHARS, key_on, own_keys
from scrapy_treesim.article.terms import terms
from scrapy_treesim.detail.declared.declaration import Declaration
from scrapy_treesim.detail.declared.fields import FieldReader, declaration_of
from scrapy_treesim.detail.declared.scripts import read_scripts
from scrapy_treesim.detail.declared.thing_types import PRODUCTS, SITES, is_of_sites, things_in
from scrapy_treesim.fields import DetailFields, declared_by
from scrapy_treesim.reading.declared.json_ld import read_json_ld
from scrapy_treesim.reading.declared.marked_things import read_microdata, read_rdfa
from scrapy_treesim.reading.declared.meta_tags import MetaTags
from scrapy_treesim.reading.declared.thing import Properties, Thing, lower_types
from scrapy_treesim.reading.declared.values import Values
from scrapy_treesim.values.lexicon import prices

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_ATTRIBUTES: Final = 50
"""Further properties."""

_DECLARED: Final = declared_by(DetailFields).values()
_NAMES: Final = {"url": ("og.url",)} | {one.things[0]: one.meta for one in _DECLARED if one.things}
"""The names that say a property of the thing; a dot for each colon."""
_OF_OFFERS: Final = {one.offers[0]: one.meta for one in _DECLARED if one.offers and not one.things}
"""The same of its offer."""
_FORMER: Final = ("product.original_price.amount", "og.price.standard_amount")
_TYPES: Final = {
    "product": "Product",
    "product.item": "Product",
    "product.group": "ProductGroup",
    "og.product": "Product",
    "book": "Book",
    "books.book": "Book",
    "restaurant.restaurant": "Restaurant",
    "place": "Place",
    "profile": "Person",
    "article": "Article",
}
"""Types of schema.org by ``og:type``, a dot for each colon."""
_OF_TYPES: Final = ("product.", "book.", "place.", "business.", "vehicle.")
_READ: Final = frozenset(chain(*_NAMES.values(), *_OF_OFFERS.values(), _FORMER))
_PRICE_LABELS: Final = frozenset(prices.LABELS.split())


def read_open_graph(page: Page) -> list[Thing]:
    """The one thing that they tell of, if they tell of one."""
    meta = page.once(MetaTags.read)
    values = meta.values

    properties: Properties = {name: [*meta.texts(*names)] for name, names in _NAMES.items()}
    offer: Properties = {name: [*meta.texts(*names)] for name, names in _OF_OFFERS.items()}
    # Where a lower price is said too, the price is the former one.
    if "product.sale_price.amount" in values and len(set(offer["price"])) > 1:
        offer["priceSpecification"] = _former(offer["price"][1])
    elif former := [*meta.texts(*_FORMER)]:
        offer["priceSpecification"] = _former(former[0])
    _read_cards(values, properties, offer)
    for name in values:
        if name.startswith(_OF_TYPES) and name not in _READ and len(properties) < MAX_ATTRIBUTES:
            properties.setdefault(name.rpartition(".")[2], values[name])
    properties["offers"] = offer
    kind = next(iter(values.get("og.type", ())), "").strip().lower().replace(":", ".")
    types = (_TYPES[kind],) if kind in _TYPES else ()
    if not types and offer["price"]:
        types = ("Product",)
    found = any(properties[name] for name in _NAMES) or offer["price"]
    return [Thing("opengraph", types, properties)] if found else []


def _former(price: str) -> Properties:
    return {"priceType": "ListPrice", "price": price}


def _read_cards(values: Mapping[str, list[str]], properties: Properties, offer: Properties) -> None:
    """The pairs of labels and data that Twitter's cards show."""
    for number in "1234":
        label = next(iter(values.get(f"twitter.label{number}", ())), "").strip()
        data = next(iter(values.get(f"twitter.data{number}", ())), "").strip()
        if not label or not data:
            continue
        if label.lower() in _PRICE_LABELS:
            offer["price"].append(data)
        else:
            properties.setdefault(label[:MAX_LABEL_CHARS], data)


MAX_LABEL_CHARS: Final = 60
"""Characters of a label."""


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

    keys: frozenset[str]
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
        headline = page.once(headline_of)
        said = [page.title or "", *page.once(MetaTags.read).values.get("og.title", ())[:1]]
        if headline is not None:
            said.append(page.tree.raw_text(headline.node))
        titles = [terms(title[:MAX_TITLE_CHARS]) for title in dict.fromkeys(said)]
        keys = page.once(own_keys)
        paths = {key.partition("?")[0] for key in keys}
        address = unquote(page.url[:MAX_ADDRESS_CHARS]).lower()
        return cls(keys, paths, address, tuple(filter(None, titles)), page)

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
    types = {*lower_types(declaration.types)}
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


MAX_THINGS: Final = 100
"""Things of one syntax that are read."""
MAX_DECLARATIONS: Final = 40
"""Declarations that are kept, the best ones."""
MIN_ABOUT: Final = 0.6
"""Of a product declared so plainly that scripts are not asked; hand-set. One that has
neither the page's name nor its address nor a code of it has less."""
ENOUGH: Final = frozenset(("price", "sku", "brand", "availability"))
"""The fields that such a product has: scripts would add no more than a former price."""


def declarations(page: Page) -> tuple[Declaration, ...]:
    """Read every thing that a page declares, in whatever syntax; the page's own first.

    Scripts are read only where no markup says enough of the page's product.
    """
    json_ld = page.once(read_json_ld)
    told = page.once(Told.of)
    reader = FieldReader(Values(json_ld.by_id), told.is_own)
    read = (json_ld.things, page.once(read_microdata), page.once(read_rdfa))
    things = chain(
        chain.from_iterable(islice(things_in(one), MAX_THINGS) for one in read),
        ((one, False) for one in read_open_graph(page)),
    )
    # Those who wrote a review, and whom a thing is of, are many.
    kept = [one for one in things if not (one[1] and is_of_sites(one[0].types))]
    found = [declaration_of(thing, reader) for thing, _ in kept]
    ranked = _scored(told, found, [is_nested for _, is_nested in kept])
    if not any(map(_says_enough, ranked)):
        # Objects of scripts have no properties of schema.org; they are read as they stand.
        scripts = page.once(read_scripts)
        ranked += _scored(told, scripts, [False] * len(scripts))
    ranked.sort(key=lambda one: -one.about)
    return tuple(ranked[:MAX_DECLARATIONS])


def _scored(told: Told, found: Sequence[Declaration], nested: Sequence[bool]) -> list[Declaration]:
    """Score declarations by how plainly they are of the page's thing."""
    counts = Counter((one.syntax, one.types) for one in found)
    seen: set[tuple[str, tuple[str, ...]]] = set()
    ranked = []
    for one, is_nested in zip(found, nested, strict=True):
        key = one.syntax, one.types
        score = about(told, one, is_nested, counts[key] == 1, key not in seen)
        seen.add(key)
        ranked.append(one.scored(score))
    return ranked


def _says_enough(one: Declaration) -> bool:
    return (
        one.about >= MIN_ABOUT
        and one.values.keys() >= ENOUGH
        and one.syntax != "opengraph"
        and not PRODUCTS.isdisjoint(lower_types(one.types))
    )
