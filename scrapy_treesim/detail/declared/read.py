"""All declarations of a page, best first.

Where no markup declares enough of the page's product, objects of JSON in scripts are read too:
states, data layers, products.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.detail.declared.fields import (
    Declaration,
    FieldReader,
    declaration_of,
    first_text,
)
from scrapy_treesim.reading.declared.about import (
    SAME_NAME,
    PageNames,
    are_nested,
)
from scrapy_treesim.reading.declared.json_ld import read_json_ld
from scrapy_treesim.reading.declared.main_thing import main_things
from scrapy_treesim.reading.declared.marked_things import NODE, read_microdata, read_rdfa
from scrapy_treesim.reading.declared.meta_tags import MetaTags
from scrapy_treesim.reading.declared.thing import Properties, Thing, lower_types
from scrapy_treesim.reading.declared.types import PRODUCTS, SITES, is_of_sites, is_thing
from scrapy_treesim.reading.declared.values import Values
from scrapy_treesim.reading.json_tree.documents import Scripts
from scrapy_treesim.reading.json_tree.fields import cell_of, paths_of, read_row
from scrapy_treesim.reading.json_tree.leaves import field_names, leaves_of
from scrapy_treesim.values.fields import DetailFields, declared_by

if TYPE_CHECKING:
    from scrapy_treesim.page import Page


PRODUCT_FIELDS: Final = frozenset(("price", "brand", "gtin", "mpn", "availability", "currency"))
"""Fields of products: an object without any of them is no product."""

SCRIPT_FIELDS: Final = (
    "title", "url", "price", "old_price", "currency", "availability", "sku", "mpn", "gtin", "brand",
    "image", "rating", "reviews",
)  # fmt: skip
"""Fields that are read of objects in scripts."""
_NAMES_OF: Final = {"title": "name"}

PRICE_KEY_PART: Final = b"rice"
"""Part of the keys of prices; a script without it is not read."""

PRICE_KEY: Final = re.compile(rb"rice\w{0,12}[\"']?\s{0,3}:")
"""End of a key of a price; a script without it is not read either."""

MAX_SCRIPT_CHARS: Final = 2_000_000
"""Largest number of bytes read of scripts, all together."""
MAX_OBJECTS: Final = 20_000
"""Largest number of objects and lists of one script."""
MAX_SCRIPT_THINGS: Final = 40
"""Largest number of objects that are read as things."""
MIN_FIELDS: Final = 3
"""Smallest number of fields of a thing's object, its name or code among them."""


def read_scripts(page: Page) -> list[Declaration]:
    """Read the likely products among the objects of scripts, in order."""
    products: dict[tuple[tuple[str, str], ...], Declaration] = {}
    room = MAX_SCRIPT_CHARS
    for number in page.scripts_with(PRICE_KEY_PART):
        script = page.tree.scripts[number][1]
        if len(script) > room or PRICE_KEY.search(script) is None:
            continue
        room -= len(script)
        values_in_script = page.once(Scripts).values(number)
        for json_object in islice(_objects(values_in_script), MAX_OBJECTS):
            fields = _fields_of(page, json_object)
            if _is_product(fields):
                values = {name: (text,) for name, text in fields.items()}
                products.setdefault(tuple(fields.items()), Declaration("script", (), values))
                if len(products) == MAX_SCRIPT_THINGS:
                    return [*products.values()]
    return [*products.values()]


def _is_product(fields: Mapping[str, str]) -> bool:
    is_named = "name" in fields or ("sku" in fields and "price" in fields)
    return is_named and len(fields) >= MIN_FIELDS and not PRODUCT_FIELDS.isdisjoint(fields)


def _objects(values: list[Any]) -> Iterator[dict[str, Any]]:
    """Yield the objects in the values of a script, inner ones after outer ones."""
    for outer in chain.from_iterable(v if isinstance(v, list) else [v] for v in values):
        waiting = [outer] if isinstance(outer, (dict, list)) else []
        for container in waiting:
            if isinstance(container, dict):
                yield container
            members = container.values() if isinstance(container, dict) else container
            waiting += [inner for inner in members if isinstance(inner, (dict, list))]


def _fields_of(page: Page, json_object: dict[str, Any]) -> dict[str, str]:
    """Return the fields of an object with a name or a code, as text."""
    if field_names(json_object).isdisjoint(("title", "sku")):
        return {}
    leaves = leaves_of(json_object, {})
    values = read_row(page, paths_of(page, [leaves]), leaves)
    if (price := values.get("price")) and price.currency:
        values["currency"] = price.currency
    return {
        _NAMES_OF.get(name, name): cell_of(values[name]) for name in SCRIPT_FIELDS if name in values
    }


MAX_ATTRIBUTES: Final = 50
"""Largest number of further properties."""

_DECLARED: Final = declared_by(DetailFields).values()
_META_NAMES: Final = {"url": ("og.url",)} | {
    names.things[0]: names.meta for names in _DECLARED if names.things
}
"""Names of meta tags for each property of the thing; a dot for each colon."""
_OFFER_META_NAMES: Final = {
    names.offers[0]: names.meta for names in _DECLARED if names.offers and not names.things
}
"""Names of meta tags for each property of the thing's offer; a dot for each colon."""
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
_PREFIXES: Final = ("product.", "book.", "place.", "business.", "vehicle.")
_READ: Final = frozenset(chain(*_META_NAMES.values(), *_OFFER_META_NAMES.values()))


def read_open_graph(page: Page) -> list[Thing]:
    """Read the one thing in the meta tags of Open Graph, if any."""
    meta = page.once(MetaTags.read)
    values = meta.values

    properties: Properties = {name: [*meta.texts(*names)] for name, names in _META_NAMES.items()}
    offer: Properties = {name: [*meta.texts(*names)] for name, names in _OFFER_META_NAMES.items()}
    # Beside a sale price, the other price is the former one.
    if "product.sale_price.amount" in values and len(set(offer["price"])) > 1:
        offer["priceSpecification"] = {"priceType": "ListPrice", "price": offer["price"][1]}
    for name in values:
        if name.startswith(_PREFIXES) and name not in _READ and len(properties) < MAX_ATTRIBUTES:
            properties.setdefault(name.rpartition(".")[2], values[name])
    properties["offers"] = offer
    kind = next(iter(values.get("og.type", ())), "").strip().lower().replace(":", ".")
    types = (_TYPES[kind],) if kind in _TYPES else ()
    if not types and offer["price"]:
        types = ("Product",)
    has_thing = any(properties[name] for name in _META_NAMES) or offer["price"]
    return [Thing("opengraph", types, properties)] if has_thing else []


SYNTAX_WEIGHTS: Final = {
    "json-ld": 0.15,
    "microdata": 0.15,
    "rdfa": 0.1,
    "opengraph": 0.05,
    "script": 0.0,
}
"""Weight of each syntax above that of scripts; set by hand, like all weights here."""
PRODUCT_WEIGHT: Final = 0.25
"""Weight of a thing for sale."""
THING_WEIGHT: Final = 0.15
"""Weight of a thing of another type; none for those of sites, their authors and articles."""
NAME_WEIGHT: Final = 0.25
"""Weight of a name like the page's headline or title, times their likeness."""
ONLY_WEIGHT: Final = 0.05
"""Weight of the only one of its type and syntax, and of the first one."""
NESTED_WEIGHT: Final = -0.4
"""Weight of a thing inside another one: related to it, or listed."""
PRICE_WEIGHT: Final = 0.05
"""Weight of a price."""


def about(
    names: PageNames, declaration: Declaration, is_nested: bool, is_only: bool, is_first: bool
) -> float:
    """Score a declaration as the page's own thing, in [0, 1]: a sum of weights."""
    values = declaration.values
    types = {*lower_types(declaration.types)}
    score = SYNTAX_WEIGHTS[declaration.syntax]
    if types & PRODUCTS:
        score += PRODUCT_WEIGHT
    elif types - SITES:
        score += THING_WEIGHT
    score += names.address_score(values.get("url", ()))
    score += NAME_WEIGHT * names.likeness(next(iter(values.get("name", ())), ""))
    score += PRICE_WEIGHT * ("price" in values)
    score += NESTED_WEIGHT * is_nested + ONLY_WEIGHT * (is_only + is_first)
    return min(1.0, max(0.0, score))


MAX_THINGS: Final = 100
"""Largest number of things of one syntax that are read."""
MAX_DECLARATIONS: Final = 40
"""Largest number of declarations, the best ones."""
MIN_ABOUT: Final = 0.6
"""Lowest score of a product that makes scripts superfluous; set by hand. A product with neither
the page's name nor its address nor a code of it has less."""
ENOUGH_FIELDS: Final = frozenset(("price", "sku", "brand", "availability"))
"""Fields of such a product: scripts would add no more than a former price."""


def declarations(page: Page) -> tuple[Declaration, ...]:
    """Read every thing declared by a page, in any syntax; its main thing and its own first.

    Scripts are read only if no markup has enough fields of the page's product.
    """
    json_ld = page.once(read_json_ld)
    names = page.once(PageNames.of)
    reader = FieldReader(Values(json_ld.by_id), names.is_own)
    markup = (json_ld.things, page.once(read_microdata), page.once(read_rdfa))
    things = chain(
        chain.from_iterable(islice(_things_in(same_syntax), MAX_THINGS) for same_syntax in markup),
        ((thing, False) for thing in read_open_graph(page)),
    )
    # Authors of reviews and organizations inside things are left out: they are many.
    selected = [pair for pair in things if not (pair[1] and is_of_sites(pair[0].types))]
    main = {id(thing) for thing in page.once(main_things)}
    unscored = [declaration_of(thing, reader, id(thing) in main) for thing, _ in selected]
    ranked = _scored(names, unscored, [is_nested for _, is_nested in selected])
    if not any(map(_is_sufficient, ranked)):
        # Objects of scripts have no properties of schema.org; they are read as they are.
        scripts = page.once(read_scripts)
        ranked += _scored(names, scripts, [False] * len(scripts))
    ranked.sort(key=lambda declaration: (not declaration.is_main, -declaration.about))
    return tuple(ranked[:MAX_DECLARATIONS])


_GROUP_PROPERTIES: Final = frozenset(("hasVariant", "isVariantOf", "model"))
_NAMING: Final = frozenset(("@id", "@type", "@context", NODE))


def _things_in(things: Sequence[Thing]) -> Iterator[tuple[Thing, bool]]:
    """Yield the things of one syntax that a page may be about, and whether each is nested.

    Variants are left out: they are read with their group.
    """
    grouped: list[bool] = []
    for thing, is_nested in zip(things, are_nested(things), strict=True):
        above = thing.above
        is_grouped = above is not None and (
            grouped[above] or (bool(things[above].types) and thing.of in _GROUP_PROPERTIES)
        )
        grouped.append(is_grouped)
        # A mere reference has no fields.
        if not is_grouped and is_thing(thing.types) and thing.properties.keys() - _NAMING:
            yield thing, is_nested


def _scored(
    names: PageNames, unscored: Sequence[Declaration], nested: Sequence[bool]
) -> list[Declaration]:
    """Score each declaration as the page's own thing."""
    counts = Counter((declaration.syntax, declaration.types) for declaration in unscored)
    seen: set[tuple[str, tuple[str, ...]]] = set()
    ranked = []
    for declaration, is_nested in zip(unscored, nested, strict=True):
        key = declaration.syntax, declaration.types
        score = about(names, declaration, is_nested, counts[key] == 1, key not in seen)
        seen.add(key)
        ranked.append(replace(declaration, about=score))
    return ranked


def _is_sufficient(declaration: Declaration) -> bool:
    return (
        declaration.about >= MIN_ABOUT
        and declaration.values.keys() >= ENOUGH_FIELDS
        and declaration.syntax != "opengraph"
        and not PRODUCTS.isdisjoint(lower_types(declaration.types))
    )


MAX_LISTS: Final = 10
"""Largest number of breadcrumb lists that are read."""
MAX_CRUMBS: Final = 30
"""Largest number of entries of a breadcrumb list."""


def breadcrumbs_declared(page: Page) -> tuple[str, ...]:
    """Return the first declared breadcrumbs, the widest category first, without the page itself."""
    json_ld = page.once(read_json_ld)
    things = chain(json_ld.things, page.once(read_microdata), page.once(read_rdfa))
    lists = (thing.properties for thing in things if "BreadcrumbList" in thing.types)
    values = Values(json_ld.by_id)
    for breadcrumbs in islice(lists, MAX_LISTS):
        names = _names(breadcrumbs, values)
        if not names:
            continue
        if page.once(PageNames.of).likeness(names[-1]) >= SAME_NAME:
            names.pop()
        if names:
            return tuple(names)
    return ()


def _names(breadcrumbs: Properties, values: Values) -> list[str]:
    """Return the names of a breadcrumb list's entries, in the order of their positions."""
    positioned: list[tuple[float, str]] = []
    for number, entry in enumerate(values.nodes(breadcrumbs.get("itemListElement"))):
        name = first_text(values, entry, ("name", "item"), ("name",))
        if name and len(positioned) < MAX_CRUMBS:
            position = first_text(values, entry, ("position",))
            is_number = position.isdecimal() and len(position) < 5
            positioned.append((float(position) if is_number else float(number + 1), name))
    return [name for _, name in sorted(positioned, key=lambda pair: pair[0])]
