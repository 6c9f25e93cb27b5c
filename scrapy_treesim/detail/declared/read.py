"""All that a page declares, best first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail.declared.fields import (
    Declaration,
    FieldReader,
    declaration_of,
    first_text,
)
from scrapy_treesim.detail.declared.scripts import read_scripts
from scrapy_treesim.fields import DetailFields, declared_by
from scrapy_treesim.reading.declared.about import (
    SAME_NAME,
    PageNames,
    are_nested,
)
from scrapy_treesim.reading.declared.json_ld import read_json_ld
from scrapy_treesim.reading.declared.marked_things import NODE, read_microdata, read_rdfa
from scrapy_treesim.reading.declared.meta_tags import MetaTags
from scrapy_treesim.reading.declared.thing import Properties, Thing, lower_types
from scrapy_treesim.reading.declared.types import PRODUCTS, SITES, is_of_sites, is_thing
from scrapy_treesim.reading.declared.values import Values

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_ATTRIBUTES: Final = 50
"""Further properties."""

_DECLARED: Final = declared_by(DetailFields).values()
_NAMES: Final = {"url": ("og.url",)} | {one.things[0]: one.meta for one in _DECLARED if one.things}
"""The names that say a property of the thing; a dot for each colon."""
_OF_OFFERS: Final = {one.offers[0]: one.meta for one in _DECLARED if one.offers and not one.things}
"""The same of its offer."""
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
_READ: Final = frozenset(chain(*_NAMES.values(), *_OF_OFFERS.values()))


def read_open_graph(page: Page) -> list[Thing]:
    """The one thing that they tell of, if they tell of one."""
    meta = page.once(MetaTags.read)
    values = meta.values

    properties: Properties = {name: [*meta.texts(*names)] for name, names in _NAMES.items()}
    offer: Properties = {name: [*meta.texts(*names)] for name, names in _OF_OFFERS.items()}
    # Where a lower price is said too, the price is the former one.
    if "product.sale_price.amount" in values and len(set(offer["price"])) > 1:
        offer["priceSpecification"] = {"priceType": "ListPrice", "price": offer["price"][1]}
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


OF_SYNTAX: Final = {
    "json-ld": 0.15,
    "microdata": 0.15,
    "rdfa": 0.1,
    "opengraph": 0.05,
    "script": 0.0,
}
"""Weight of each syntax above that of scripts; hand-set, as all here."""
OF_PRODUCTS: Final = 0.25
"""For a thing that is sold."""
OF_THINGS: Final = 0.15
"""For a thing of another type; none for those of sites, their authors and articles."""
OF_NAME: Final = 0.25
"""For a name as the page's headline or title; in part, the part of it."""
OF_ONLY: Final = 0.05
"""For the only one of its type and syntax, in which the first one has as much."""
OF_NESTED: Final = -0.4
"""For what is said of another thing: related to it, or listed."""
OF_OFFER: Final = 0.05
"""For a price."""


def about(
    names: PageNames, declaration: Declaration, is_nested: bool, is_only: bool, is_first: bool
) -> float:
    """Score a declaration by how plainly it is of the page's thing, in [0, 1]: a sum of hints."""
    values = declaration.values
    types = {*lower_types(declaration.types)}
    score = OF_SYNTAX[declaration.syntax]
    if types & PRODUCTS:
        score += OF_PRODUCTS
    elif types - SITES:
        score += OF_THINGS
    score += names.address_score(values.get("url", ()))
    score += OF_NAME * names.likeness(next(iter(values.get("name", ())), ""))
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
    names = page.once(PageNames.of)
    reader = FieldReader(Values(json_ld.by_id), names.is_own)
    read = (json_ld.things, page.once(read_microdata), page.once(read_rdfa))
    things = chain(
        chain.from_iterable(islice(_things_in(one), MAX_THINGS) for one in read),
        ((one, False) for one in read_open_graph(page)),
    )
    # Those who wrote a review, and whom a thing is of, are many.
    kept = [one for one in things if not (one[1] and is_of_sites(one[0].types))]
    found = [declaration_of(thing, reader) for thing, _ in kept]
    ranked = _scored(names, found, [is_nested for _, is_nested in kept])
    if not any(map(_says_enough, ranked)):
        # Objects of scripts have no properties of schema.org; they are read as they stand.
        scripts = page.once(read_scripts)
        ranked += _scored(names, scripts, [False] * len(scripts))
    ranked.sort(key=lambda one: -one.about)
    return tuple(ranked[:MAX_DECLARATIONS])


_OF_GROUPS: Final = frozenset(("hasVariant", "isVariantOf", "model"))
_NAMING: Final = frozenset(("@id", "@type", "@context", NODE))


def _things_in(things: Sequence[Thing]) -> Iterator[tuple[Thing, bool]]:
    """Those of one syntax that a page may be about, each with whether it is nested.

    Variants are not among them: they are read with their group.
    """
    grouped: list[bool] = []
    for thing, is_nested in zip(things, are_nested(things), strict=True):
        above = thing.above
        is_grouped = above is not None and (
            grouped[above] or (bool(things[above].types) and thing.of in _OF_GROUPS)
        )
        grouped.append(is_grouped)
        # A mere reference says nothing.
        if not is_grouped and is_thing(thing.types) and thing.properties.keys() - _NAMING:
            yield thing, is_nested


def _scored(
    names: PageNames, found: Sequence[Declaration], nested: Sequence[bool]
) -> list[Declaration]:
    """Score declarations by how plainly they are of the page's thing."""
    counts = Counter((one.syntax, one.types) for one in found)
    seen: set[tuple[str, tuple[str, ...]]] = set()
    ranked = []
    for one, is_nested in zip(found, nested, strict=True):
        key = one.syntax, one.types
        score = about(names, one, is_nested, counts[key] == 1, key not in seen)
        seen.add(key)
        ranked.append(replace(one, about=score))
    return ranked


def _says_enough(one: Declaration) -> bool:
    return (
        one.about >= MIN_ABOUT
        and one.values.keys() >= ENOUGH
        and one.syntax != "opengraph"
        and not PRODUCTS.isdisjoint(lower_types(one.types))
    )


MAX_LISTS: Final = 10
"""Lists that are looked at."""
MAX_CRUMBS: Final = 30
"""Entries of a list."""


def breadcrumbs_declared(page: Page) -> tuple[str, ...]:
    """The first list that names categories, the widest first, without the page itself."""
    json_ld = page.once(read_json_ld)
    things = chain(json_ld.things, page.once(read_microdata), page.once(read_rdfa))
    lists = (thing.properties for thing in things if "BreadcrumbList" in thing.types)
    values = Values(json_ld.by_id)
    for one in islice(lists, MAX_LISTS):
        names = _names(one, values)
        if not names:
            continue
        if page.once(PageNames.of).likeness(names[-1]) >= SAME_NAME:
            names.pop()
        if names:
            return tuple(names)
    return ()


def _names(listed: Properties, values: Values) -> list[str]:
    """The names of the entries by their places."""
    found: list[tuple[float, str]] = []
    for number, entry in enumerate(values.nodes(listed.get("itemListElement"))):
        name = first_text(values, entry, ("name", "item"), ("name",))
        if name and len(found) < MAX_CRUMBS:
            place = first_text(values, entry, ("position",))
            known = place.isdecimal() and len(place) < 5
            found.append((float(place) if known else float(number + 1), name))
    return [name for _, name in sorted(found, key=lambda one: one[0])]
