"""All that a page declares, best first.

Where it declares little, also things that scripts hold as JSON: states, data layers, objects of
products.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.detail.declared.fields import (
    MAX_CHARS,
    Declaration,
    FieldReader,
    declaration_of,
    first_text,
)
from scrapy_treesim.fields import DetailFields, declared_by
from scrapy_treesim.reading.declared.about import (
    MAX_ADDRESS_CHARS,
    SAME_NAME,
    PageNames,
    are_nested,
)
from scrapy_treesim.reading.declared.json_ld import read_json_ld
from scrapy_treesim.reading.declared.marked_things import NODE, read_microdata, read_rdfa
from scrapy_treesim.reading.declared.meta_tags import MetaTags
from scrapy_treesim.reading.declared.thing import Properties, Thing, lower_types
from scrapy_treesim.reading.declared.types import PRODUCTS, SITES, is_of_sites, is_thing
from scrapy_treesim.reading.declared.values import Values, line_of, raw_text

if TYPE_CHECKING:
    from scrapy_treesim.page import Page


KEYS: Final = {
    **{field: names.scripts for field, names in declared_by(DetailFields).items()},
    "value": "value amount current now raw formatted cents display".split(),
    "url": "url producturl canonicalurl pageurl itemurl link href".split(),
    "offers": "offers offer pricing prices priceinfo pricedata inventory stock stockinfo".split(),
}
"""Keys by what they say, by their letters and digits in lower case."""

FOLDED: Final = frozenset("price brand offers currency rating image old_price availability".split())
"""Keys whose objects are read as part of the object that they stand in."""

TELLING: Final = frozenset(("price", "brand", "gtin", "mpn", "availability", "currency"))
"""Keys of which a product has one."""

SIGN: Final = b"rice"
"""A part of the keys of prices; a script that has it nowhere is not looked at."""

PRICE_KEY: Final = re.compile(r"rice\w{0,12}[\"']?\s{0,3}:")
"""The end of a key of a price; nor is a script that has none."""

MAX_SCRIPT_CHARS: Final = 2_000_000
"""Characters of scripts that are looked at, all together."""
MAX_OBJECTS: Final = 20_000
"""Objects and lists of one script."""
MAX_FOLDED: Final = 3
"""Levels of objects read as parts of the one around them."""
MAX_SCRIPT_THINGS: Final = 40
"""Objects that are read as things."""
MIN_FIELDS: Final = 3
"""Fields that an object of a thing has at least, its name or code among them."""

_DECODER: Final = json.JSONDecoder(strict=False)
_OPENING: Final = re.compile(r'\{\s{0,100}"[^"\\\n]{1,100}"\s{0,9}:')
"""The start of an object in JSON, up to its first value."""
_NO_LETTERS: Final = re.compile(r"[^a-z0-9]+")
_MEANING: Final = {key: name for name, keys in KEYS.items() for key in keys}
_SAYING: Final = frozenset((("brand", "name"), ("image", "url"), ("currency", "name")))
"""Keys of objects that say what the key of the object asks for."""
_PARTS_OF_OFFERS: Final = frozenset(("price", "currency", "old_price", "availability"))


def read_scripts(page: Page) -> list[Declaration]:
    """Read the objects that are likely products, in order."""
    products: dict[tuple[tuple[str, str], ...], Declaration] = {}
    room = MAX_SCRIPT_CHARS
    for encoded in page.scripts_with(SIGN):
        script = encoded.decode("utf-8", "replace")
        if len(script) > room or PRICE_KEY.search(script) is None:
            continue
        room -= len(script)
        for json_object in islice(_objects(script), MAX_OBJECTS):
            fields: dict[str, str] = {}
            _read(json_object, "", MAX_FOLDED, fields)
            named = "name" in fields or ("sku" in fields and "price" in fields)
            if named and len(fields) >= MIN_FIELDS and not fields.keys().isdisjoint(TELLING):
                values = {name: (text,) for name, text in fields.items()}
                products.setdefault(tuple(fields.items()), Declaration("script", (), values))
                if len(products) == MAX_SCRIPT_THINGS:
                    return [*products.values()]
    return [*products.values()]


def _objects(script: str) -> Iterator[dict[str, Any]]:
    """The objects of the JSON that stands in a script, those within others after them."""
    position = 0
    # What is no JSON is tried again at its next brace: so many characters, all together.
    left = 2 * len(script)
    while left > 0 and (begin := _OPENING.search(script, position)) is not None:
        start = begin.start()
        try:
            value, position = _DECODER.raw_decode(script, start)
        except json.JSONDecodeError as error:
            # The error counts the lines before it.
            left -= error.pos - start + error.pos // 64
            position = start + 1
            continue
        except (RecursionError, ValueError):
            return
        waiting = [value]
        for container in waiting:
            if isinstance(container, dict):
                yield container
            members = container.values() if isinstance(container, dict) else container
            waiting += [inner for inner in members if isinstance(inner, (dict, list))]


@lru_cache(maxsize=4096)
def _meaning(key: str) -> str:
    """The field that a key names by its letters and digits; empty of one that is not known."""
    return _MEANING.get(_NO_LETTERS.sub("", key.lower()), "")


def _read(value: dict[str, Any], parent: str, folds: int, fields: dict[str, str]) -> None:
    """Add the fields that an object says, and those of its offers, its brand ...

    ``held`` is the field that it is the value of, empty of a thing itself.
    """
    for key, member in value.items():
        name = _meaning(key[:40])
        if not name:
            continue
        if name in FOLDED and isinstance(member, list) and member:
            member = member[0]
        if isinstance(member, dict):
            if name in FOLDED and folds:
                _read(member, name, folds - 1, fields)
            continue
        field = _within(parent, name) if parent else name
        text = _text(member, field)
        if text and field != "value":
            fields.setdefault(field, text)


def _within(parent: str, name: str) -> str:
    """The field of a key in an object that is the value of another; empty where it is none."""
    if name == "value" or (parent, name) in _SAYING:
        return "" if parent in ("offers", "availability") else parent
    if parent in ("price", "offers", "old_price"):
        # Of the current price and the former one, each says its own.
        return (
            (parent if name == "price" != parent != "offers" else name)
            if name in _PARTS_OF_OFFERS
            else ""
        )
    return name if parent == "rating" and name in ("rating", "reviews") else ""


def _text(value: Any, field: str) -> str:
    """A plain value as text; empty where it is none, or too long."""
    most = MAX_ADDRESS_CHARS if field in ("url", "image") else MAX_CHARS
    line = line_of(raw_text(value)[: 4 * most]) if field else ""
    return line if len(line) <= most else ""


MAX_ATTRIBUTES: Final = 50
"""Further properties."""

_DECLARED: Final = declared_by(DetailFields).values()
_NAMES: Final = {"url": ("og.url",)} | {
    names.things[0]: names.meta for names in _DECLARED if names.things
}
"""The names that say a property of the thing; a dot for each colon."""
_OF_OFFERS: Final = {
    names.offers[0]: names.meta for names in _DECLARED if names.offers and not names.things
}
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
    has_thing = any(properties[name] for name in _NAMES) or offer["price"]
    return [Thing("opengraph", types, properties)] if has_thing else []


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
        chain.from_iterable(islice(_things_in(same_syntax), MAX_THINGS) for same_syntax in read),
        ((thing, False) for thing in read_open_graph(page)),
    )
    # Those who wrote a review, and whom a thing is of, are many.
    selected = [pair for pair in things if not (pair[1] and is_of_sites(pair[0].types))]
    unscored = [declaration_of(thing, reader) for thing, _ in selected]
    ranked = _scored(names, unscored, [is_nested for _, is_nested in selected])
    if not any(map(_says_enough, ranked)):
        # Objects of scripts have no properties of schema.org; they are read as they stand.
        scripts = page.once(read_scripts)
        ranked += _scored(names, scripts, [False] * len(scripts))
    ranked.sort(key=lambda declaration: -declaration.about)
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
    names: PageNames, unscored: Sequence[Declaration], nested: Sequence[bool]
) -> list[Declaration]:
    """Score declarations by how plainly they are of the page's thing."""
    counts = Counter((declaration.syntax, declaration.types) for declaration in unscored)
    seen: set[tuple[str, tuple[str, ...]]] = set()
    ranked = []
    for declaration, is_nested in zip(unscored, nested, strict=True):
        key = declaration.syntax, declaration.types
        score = about(names, declaration, is_nested, counts[key] == 1, key not in seen)
        seen.add(key)
        ranked.append(replace(declaration, about=score))
    return ranked


def _says_enough(declaration: Declaration) -> bool:
    return (
        declaration.about >= MIN_ABOUT
        and declaration.values.keys() >= ENOUGH
        and declaration.syntax != "opengraph"
        and not PRODUCTS.isdisjoint(lower_types(declaration.types))
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
    for breadcrumbs in islice(lists, MAX_LISTS):
        names = _names(breadcrumbs, values)
        if not names:
            continue
        if page.once(PageNames.of).likeness(names[-1]) >= SAME_NAME:
            names.pop()
        if names:
            return tuple(names)
    return ()


def _names(listed: Properties, values: Values) -> list[str]:
    """The names of the entries by their places."""
    positioned: list[tuple[float, str]] = []
    for number, entry in enumerate(values.nodes(listed.get("itemListElement"))):
        name = first_text(values, entry, ("name", "item"), ("name",))
        if name and len(positioned) < MAX_CRUMBS:
            position = first_text(values, entry, ("position",))
            is_number = position.isdecimal() and len(position) < 5
            positioned.append((float(position) if is_number else float(number + 1), name))
    return [name for _, name in sorted(positioned, key=lambda pair: pair[0])]
