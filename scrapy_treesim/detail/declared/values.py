"""The fields of a thing, as its properties say them in whatever syntax."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html import unescape
from itertools import chain, islice
from math import isfinite
from typing import Any, Final

from scrapy_treesim.article.metadata.values import CONTROL
from scrapy_treesim.detail.declared.declaration import Declaration
from scrapy_treesim.detail.declared.thing import Marked, Properties, Thing, local_name

MAX_VALUES: Final = 50
"""Values of one property, and offers or variants, that are looked at."""
MAX_ATTRIBUTES: Final = 100
"""Further properties that are kept of a thing."""
MAX_CHARS: Final = 300
"""Characters of a plain value; longer ones are left out."""
MAX_ADDRESS_CHARS: Final = 2_000
"""Characters of an address."""
MAX_DESCRIPTION_CHARS: Final = 5_000
"""Characters of a description, which is cut there."""
MAX_READ: Final = 20_000
"""Values and properties that are looked at, of all things of a page."""
_MOST_OF_NUMBER: Final = 10**30

_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,2000}>")

_PLAIN: Final = {
    "name": ("name", "title"),
    "sku": ("sku", "productID", "productId"),
    "mpn": ("mpn",),
    "gtin": ("gtin13", "gtin", "gtin14", "gtin12", "gtin8", "ean", "isbn", "upc"),
    "description": ("description",),
}
"""The properties that say a field, the first ones first."""
_INSIDE: Final = {
    "url": (("url", "mainEntityOfPage", "@id"), ("url", "@id")),
    "brand": (("brand", "manufacturer"), ("name", "legalName")),
    "image": (
        ("image", "photo", "thumbnailUrl"),
        ("url", "contentUrl", "thumbnailUrl", "@id"),
    ),
}
"""The same where a further thing may say it, by these of its properties."""
_LONGEST: Final = {
    "description": MAX_DESCRIPTION_CHARS,
    "url": MAX_ADDRESS_CHARS,
    "image": MAX_ADDRESS_CHARS,
}
_READ: Final = frozenset(
    chain(*_PLAIN.values(), *(names for names, _ in _INSIDE.values()))
) | frozenset(
    "@context @type offers priceSpecification price priceCurrency availability aggregateRating "
    "review reviews hasVariant isVariantOf additionalProperty isRelatedTo isSimilarTo "
    "potentialAction isAccessoryOrSparePartFor isConsumableFor subjectOf".split()
)
"""Properties that are no further attributes."""
_FORMER: Final = ("listprice", "strikethroughprice", "srp", "msrp", "regularprice")
_PREFIXED = re.compile(r"(isbn|ean|gtin|upc|mpn|sku|asin)(?:1[234]|8)?:\s?(.*)", re.IGNORECASE)
_PREFIXES: Final = {"isbn": "gtin", "ean": "gtin", "gtin": "gtin", "upc": "gtin", "mpn": "mpn"}


@dataclass(frozen=True, slots=True)
class Context:
    """The surroundings that properties refer to."""

    by_id: dict[str, Properties] = field(default_factory=dict)
    """Properties by their ``@id``."""
    is_own: Callable[[str], bool] = lambda address: False
    """Tells whether an address is the page's."""
    left: Iterator[int] = field(default_factory=lambda: iter(range(MAX_READ)))
    """Room for what is looked at: a page may refer to the same again and again."""


def declaration_of(thing: Thing, context: Context) -> Declaration:
    """Read the fields of a thing; of what it does not say, those of the group it belongs to."""
    found = _Fields(context)
    found.read(thing.properties)
    variants = [*found.nodes(thing.properties.get("hasVariant"))]
    if len(variants) > 1:
        variants.sort(key=lambda one: not found.is_own(one))
    for other in (*variants[:1], *found.nodes(thing.properties.get("isVariantOf"))):
        further = _Fields(context)
        further.read(other)
        found.fill(further)
    return Declaration(
        syntax=thing.syntax,
        types=thing.types,
        values={name: tuple(dict.fromkeys(values)) for name, values in found.values.items()},
        attributes=found.attributes(thing.properties),
        variants=tuple(filter(None, map(found.variant, variants))),
        node=thing.node,
        nodes=found.elements,
    )


class _Fields:
    """The fields of one thing in the making."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.values: dict[str, list[str]] = {}
        self.elements: dict[str, int] = {}

    def read(self, node: Properties) -> None:
        """Read all that the properties say."""
        for name, names in _PLAIN.items():
            self._read(name, node, names)
        for name, (names, inside) in _INSIDE.items():
            self._read(name, node, names, inside)
        self._identifiers()
        for rating in self.nodes(node.get("aggregateRating")):
            self._read("rating", rating, ("ratingValue",))
            self._read("reviews", rating, ("reviewCount", "ratingCount"))
        offers = [*self.nodes(node.get("offers"))]
        if len(offers) > 1:
            offers.sort(key=self._order)
        for offer in (*offers, node):
            self._read_offer(offer)
        for offer in offers:
            for inner in self.nodes(offer.get("offers")):
                self._read_offer(inner)

    def _order(self, offer: Properties) -> tuple[bool, bool]:
        """The offer of the page's address first, then what can be had."""
        said = first_text(offer.get("availability"), self._context)
        return not self.is_own(offer), local_name(said).lower() not in ("instock", "")

    def _read_offer(self, offer: Properties) -> None:
        self._read("price", offer, ("price", "lowPrice"), ("value", "price"))
        for said in self.nodes(offer.get("priceSpecification")):
            kind = next(self._each(said, ("priceType",)), "")
            kind = local_name(str(_raw(kind)).lower())
            name = "old_price" if kind in _FORMER else "price"
            self._read(name, said, ("price", "minPrice"))
            self._read("currency", said, ("priceCurrency",))
        self._read("currency", offer, ("priceCurrency",))
        self._read("availability", offer, ("availability",))
        self._read("sku", offer, ("sku",))
        self._read("mpn", offer, ("mpn",))
        self._read("gtin", offer, _PLAIN["gtin"])
        if "name" not in self.values:
            for item in self.nodes(offer.get("itemOffered")):
                self._read("name", item, ("name",))

    def _identifiers(self) -> None:
        """Give identifiers that say what they are to the field they are of."""
        said = self.values.get("sku", [])
        for value in said[:]:
            if (match := _PREFIXED.match(value)) is not None:
                place = said.index(value)
                name = _PREFIXES.get(match[1].lower(), "sku")
                if name == "sku":
                    said[place] = match[2]
                else:
                    self.values.setdefault(name, []).append(match[2])
                    said.pop(place)
        if not said:
            self.values.pop("sku", None)
            self.elements.pop("sku", None)

    def fill(self, other: _Fields) -> None:
        """Take over the fields that another has and this has not; addresses are its own."""
        for name, values in other.values.items():
            if name not in self.values and name != "url":
                self.values[name] = values
                if name in other.elements:
                    self.elements[name] = other.elements[name]

    def attributes(self, node: Properties) -> dict[str, str]:
        """The further plain properties, and those that it names itself."""
        found: dict[str, str] = {}
        for said in self.nodes(node.get("additionalProperty")):
            label = next(self._written(self._each(said, ("name", "propertyID"))), None)
            value = next(self._written(self._each(said, ("value",))), None)
            if label and value:
                found.setdefault(label, value)
        for name, value in node.items():
            if len(found) >= MAX_ATTRIBUTES:
                break
            if name not in _READ and 0 < len(name) <= MAX_CHARS and not name.startswith("@"):
                inside = ("name", "value", "streetAddress")
                values = self._written(plain_values(value, self._context, inside))
                line = ", ".join(dict.fromkeys(values))
                label = line_of(name)
                if label and 0 < len(line) <= MAX_CHARS:
                    found.setdefault(label, line)
        return found

    def variant(self, node: Properties) -> dict[str, str]:
        """The fields of a variant and its further properties."""
        fields = _Fields(self._context)
        fields.read(node)
        fields.values.pop("description", None)
        first = {name: values[0] for name, values in fields.values.items()}
        return {**fields.attributes(node), **first}

    def is_own(self, node: Properties) -> bool:
        """Tell whether the address of an offer or a variant is the page's."""
        addresses = self._written(self._each(node, ("url", "@id")), MAX_ADDRESS_CHARS)
        return any(map(self._context.is_own, addresses))

    def nodes(self, value: Any) -> Iterator[Properties]:
        """The properties that a value is, has as members or refers to."""
        return iter(()) if value is None else nodes(value, self._context)

    def _each(
        self, node: Properties, names: tuple[str, ...], inside: tuple[str, ...] = ()
    ) -> Iterator[Any]:
        """The plain values of some properties, name by name."""
        for name in names:
            value = node.get(name)
            if value is not None:
                yield from plain_values(value, self._context, inside)

    def _written(self, values: Iterable[Any], most: int = MAX_CHARS) -> Iterator[str]:
        return (text for text in map(line_of, map(_raw, values)) if 0 < len(text) <= most)

    def _read(
        self, name: str, node: Properties, names: tuple[str, ...], inside: tuple[str, ...] = ()
    ) -> None:
        """Add what some properties say of a field; most of them say nothing."""
        for one in names:
            if one not in node:
                continue
            value = node[one]
            if isinstance(value, str):
                self._add(name, (value,))
            elif value is not None:
                self._add(name, plain_values(value, self._context, inside))

    def _add(self, name: str, values: Iterable[Any]) -> None:
        most = _LONGEST.get(name, MAX_CHARS)
        if len(self.values.get(name, ())) >= MAX_VALUES:
            return
        for value in values:
            text = line_of(_raw(value))
            if name == "description":
                text = text[:most].rstrip()
            if not 0 < len(text) <= most:
                continue
            said = self.values.setdefault(name, [])
            if not said and isinstance(value, Marked):
                self.elements[name] = value.node
            said.append(text)
            if len(said) >= MAX_VALUES or name == "description":
                break


def nodes(value: Any, context: Context) -> Iterator[Properties]:
    """The properties that a value is, has as members or refers to."""
    waiting = deque((value,))
    for _ in islice(context.left, MAX_VALUES):
        one = waiting.popleft()
        if isinstance(one, list):
            waiting.extendleft(reversed(one[:MAX_VALUES]))
        elif isinstance(one, dict):
            yield _resolved(one, context)
        if not waiting:
            return


def plain_values(value: Any, context: Context, inside: tuple[str, ...] = ()) -> Iterator[Any]:
    """The plain values that a value is or has: of further things by these properties."""
    waiting = deque((value,))
    for _ in islice(context.left, MAX_VALUES):
        one = waiting.popleft()
        if isinstance(one, list):
            waiting.extendleft(reversed(one[:MAX_VALUES]))
        elif isinstance(one, dict):
            node = _resolved(one, context)
            held = (node[name] for name in (*inside, "@value") if node.get(name))
            further = next(held, None)
            if further is not None:
                waiting.appendleft(further)
        elif one is not None:
            yield one
        if not waiting:
            return


def first_text(value: Any, context: Context, inside: tuple[str, ...] = ()) -> str:
    """The first of the plain values as text; empty where there is none."""
    lines = (line_of(_raw(one)) for one in plain_values(value, context, inside))
    return next((line for line in lines if 0 < len(line) <= MAX_CHARS), "")


def _resolved(node: Properties, context: Context) -> Properties:
    """The node that a mere reference refers to; else the node itself."""
    name = node.get("@id")
    if isinstance(name, str) and len(node) <= 2 and not node.keys() - {"@id", "@type"}:
        return context.by_id.get(name, node)
    return node


def _raw(value: Any) -> str:
    """A plain value as text; empty where it is none, or no number that anything has."""
    if isinstance(value, str):
        return value
    if isinstance(value, Marked):
        return value.read()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < _MOST_OF_NUMBER else ""
    if isinstance(value, float) and isfinite(value) and abs(value) < _MOST_OF_NUMBER:
        return str(int(value)) if value == int(value) else repr(value)
    return ""


def line_of(text: str) -> str:
    """One line of plain text, of what may be HTML."""
    text = text[: 4 * MAX_DESCRIPTION_CHARS]
    if "&" in text:
        text = unescape(unescape(text))
    if "<" in text:
        text = _TAG.sub(" ", text)
    if not text.isprintable():
        text = CONTROL.sub(" ", text)
    return " ".join(text.split())
