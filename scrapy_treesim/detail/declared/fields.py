"""The fields of a thing, as its properties say them in whatever syntax."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from itertools import chain
from typing import Any, Final, TypeAlias

from scrapy_treesim.fields import DetailFields, declared_by
from scrapy_treesim.reading.declared.about import MAX_ADDRESS_CHARS
from scrapy_treesim.reading.declared.thing import Marked, Properties, Thing, local_name
from scrapy_treesim.reading.declared.values import MAX_VALUES, Values, line_of, raw_text
from scrapy_treesim.tree.text import text_of

MAX_ATTRIBUTES: Final = 100
"""Further properties that are kept of a thing."""
MAX_CHARS: Final = 300
"""Characters of a plain value; longer ones are left out."""
MAX_ATTRIBUTE_CHARS: Final = 2_000
"""Characters of a further property, all its values together."""
MAX_DESCRIPTION_CHARS: Final = 5_000
"""Characters of a description, which is cut there."""

_Table: TypeAlias = dict[str, tuple[tuple[str, ...], tuple[str, ...]]]


def _properties(group: str) -> _Table:
    """The properties that say each field, and those that do in a thing which is their value."""
    declared = declared_by(DetailFields)
    table = {field: (getattr(names, group), names.inside) for field, names in declared.items()}
    return {field: properties for field, properties in table.items() if properties[0]}


_OF_THINGS: Final = _properties("things")
# Variants have their addresses before these.
_OF_THINGS.update(
    {"url": (("url", "mainEntityOfPage", "@id"), ("url", "@id"))},
    **{field: _OF_THINGS.pop(field) for field in ("brand", "image")},
)
_OF_RATINGS: Final = _properties("ratings")
_OF_OFFERS: Final = _properties("offers")
_PRICES: Final[_Table] = {"price": _OF_OFFERS.pop("price")}
_LONGEST: Final = {
    "description": MAX_DESCRIPTION_CHARS,
    "url": MAX_ADDRESS_CHARS,
    "image": MAX_ADDRESS_CHARS,
}
_READ: Final = frozenset(chain(*(names for names, _ in _OF_THINGS.values()))) | frozenset(
    "@context @type offers priceSpecification price priceCurrency availability aggregateRating "
    "review reviews hasVariant isVariantOf additionalProperty isRelatedTo isSimilarTo "
    "potentialAction isAccessoryOrSparePartFor isConsumableFor subjectOf recipeIngredient "
    "ingredients recipeInstructions step".split()
)
"""Properties that are no further attributes."""
_LISTS: Final = {
    "ingredients": ("recipeIngredient", "ingredients"),
    "steps": ("recipeInstructions", "step"),
}
"""The lists of a recipe by the properties that say them."""
_STANDARD: Final = {
    "hiringOrganization": "company",
    "jobLocation": "place",
    "baseSalary": "salary",
    "estimatedSalary": "salary",
}
"""Properties of jobs by the names that their attributes have."""
MAX_LINES: Final = 200
"""Lines of a list, and values that they are looked for in."""
MAX_LINE_CHARS: Final = 2_000
"""Characters of a line of a list."""
_END_OF_LINE: Final = re.compile(r"[\r\n]+|<br[ /]*>|</(?:p|li|div)>", re.I)
_FORMER: Final = frozenset("listprice strikethroughprice srp msrp regularprice".split())
_PREFIXED = re.compile(r"(isbn|ean|gtin|upc|mpn|sku|asin)(?:1[234]|8)?:\s?(.*)", re.IGNORECASE)
_PREFIXES: Final = {"isbn": "gtin", "ean": "gtin", "gtin": "gtin", "upc": "gtin", "mpn": "mpn"}


@dataclass(frozen=True, slots=True)
class Declaration:
    """One thing that a page declares."""

    syntax: str
    """``json-ld``, ``microdata``, ``rdfa``, ``opengraph`` or ``script``."""
    types: tuple[str, ...]
    """Its types by their local names, as ``Product``; none where it names none."""
    values: Mapping[str, tuple[str, ...]]
    """Values by field, also ``url``, ``currency`` and ``description``, as they stand;
    of several offers, those of the page's own come first, then those of what can be had."""
    attributes: Mapping[str, str | list[str]] = field(default_factory=dict)
    """Its further plain properties, by their names: ``color``, ``numberOfPages``, and those that it
    names itself (``additionalProperty``); a recipe's lists."""
    variants: tuple[Mapping[str, str], ...] = ()
    """The variants that it declares, each with what it is told by."""
    about: float = 0.0
    """Evidence that the page is about it, in [0, 1]: address, name, position."""
    node: int | None = None
    """The element that declares it, of microdata and RDFa."""
    nodes: Mapping[str, int] = field(default_factory=dict)
    """The element of each field's first value, of microdata and RDFa."""


def declaration_of(thing: Thing, reader: FieldReader) -> Declaration:
    """Read the fields of a thing; of what it does not say, those of the group it belongs to."""
    properties = thing.properties
    fields = reader.fields(properties)
    variants = [*reader.values.nodes(properties.get("hasVariant"))]
    variants.sort(key=lambda variant: not reader.is_of_page(variant))
    for other in (*variants[:1], *reader.values.nodes(properties.get("isVariantOf"))):
        fields.fill(reader.fields(other))
    return Declaration(
        syntax=thing.syntax,
        types=thing.types,
        values={name: tuple(dict.fromkeys(texts)) for name, texts in fields.texts.items()},
        attributes=reader.attributes(properties),
        variants=tuple(filter(None, map(reader.variant, variants))),
        node=thing.node,
        nodes=fields.nodes,
    )


class Fields:
    """The fields of one thing in the making."""

    def __init__(self) -> None:
        self.texts: dict[str, list[str]] = {}
        self.nodes: dict[str, int] = {}
        """The element of each field's first text."""

    def add(self, name: str, values: Iterable[Any]) -> None:
        """Add the plain values of a field."""
        most = _LONGEST.get(name, MAX_CHARS)
        texts = self.texts.get(name, [])
        for value in values if len(texts) < MAX_VALUES else ():
            text = line_of(raw_text(value))
            if name == "description":
                text = text[:most].rstrip()
            if not 0 < len(text) <= most:
                continue
            if not texts and isinstance(value, Marked):
                self.nodes[name] = value.node
            texts.append(text)
            self.texts[name] = texts
            if len(texts) >= MAX_VALUES or name == "description":
                break

    def share_identifiers(self) -> None:
        """Give identifiers that say what they are to the field they are of."""
        identifiers = self.texts.pop("sku", [])
        skus: list[str] = []
        for value in identifiers:
            match = _PREFIXED.match(value)
            name = "sku" if match is None else _PREFIXES.get(match[1].lower(), "sku")
            text = value if match is None else match[2].strip()
            if text:
                (skus if name == "sku" else self.texts.setdefault(name, [])).append(text)
        if skus:
            self.texts["sku"] = skus
        else:
            self.nodes.pop("sku", None)

    def fill(self, other: Fields) -> None:
        """Take over the fields that another has and this has not; addresses are its own."""
        for name, texts in other.texts.items():
            if name not in self.texts and name != "url":
                self.texts[name] = texts
                if name in other.nodes:
                    self.nodes[name] = other.nodes[name]


class FieldReader:
    """Reads the fields of a page's things."""

    def __init__(self, values: Values, is_own: Callable[[str], bool]) -> None:
        """``is_own`` tells whether an address is the page's."""
        self.values = values
        self._is_own = is_own
        # With what each was read of, so that no other has its id.
        self._variants: dict[int, tuple[Properties, dict[str, str]]] = {}

    def fields(self, node: Properties) -> Fields:
        """Read all that the properties say."""
        fields = Fields()
        self._read(fields, node, _OF_THINGS)
        fields.share_identifiers()
        for rating in self.values.nodes(node.get("aggregateRating")):
            self._read(fields, rating, _OF_RATINGS)
        offers = [*self.values.nodes(node.get("offers"))]
        if len(offers) > 1:
            offers.sort(key=self._order)
        for offer in (*offers, node):
            self._read_offer(fields, offer)
        for offer in offers:
            for inner in self.values.nodes(offer.get("offers")):
                self._read_offer(fields, inner)
        return fields

    def _order(self, offer: Properties) -> tuple[bool, bool]:
        """The offer of the page's address first, then what can be had."""
        availability = first_text(self.values, offer, ("availability",))
        return not self.is_of_page(offer), local_name(availability).lower() not in ("instock", "")

    def _read_offer(self, fields: Fields, offer: Properties) -> None:
        self._read(fields, offer, _PRICES)
        for specification in self.values.nodes(offer.get("priceSpecification")):
            kind = next(self.values.texts(specification, ("priceType",)), "").lower()
            name = "old_price" if local_name(kind) in _FORMER else "price"
            self._read(fields, specification, {name: (("price", "minPrice"), ())})
            self._read(fields, specification, {"currency": _OF_OFFERS["currency"]})
        self._read(fields, offer, _OF_OFFERS)
        if "name" not in fields.texts:
            for item in self.values.nodes(offer.get("itemOffered")):
                self._read(fields, item, {"name": (("name",), ())})

    def _read(self, fields: Fields, node: Properties, table: _Table) -> None:
        """Add what some properties say of fields; most of them say nothing."""
        for field_name, (names, inside) in table.items():
            for name in names:
                if name in node:
                    value = node[name]
                    plain = (value,) if isinstance(value, str) else self.values.plain(value, inside)
                    fields.add(field_name, plain)

    def attributes(self, node: Properties) -> dict[str, str | list[str]]:
        """The further properties, those that it names itself, and the lists of a recipe."""
        attributes: dict[str, str | list[str]] = {}
        for additional in self.values.nodes(node.get("additionalProperty")):
            label = first_text(self.values, additional, ("name", "propertyID"))
            value = first_text(self.values, additional, ("value",))
            if label and value:
                attributes.setdefault(label, value)
        for name in node:
            if len(attributes) >= MAX_ATTRIBUTES:
                break
            if name not in _READ and 0 < len(name) <= MAX_CHARS and not name.startswith("@"):
                texts = map(raw_text, self.values.plain(node[name], ("name",), whole=True))
                line = ", ".join(dict.fromkeys(_lines(texts, MAX_ATTRIBUTE_CHARS)))
                label = _STANDARD.get(name) or line_of(name)
                if label and 0 < len(line) <= MAX_ATTRIBUTE_CHARS:
                    attributes.setdefault(label, line)
        for label, names in _LISTS.items():
            if lines := self._list([node[name] for name in names if name in node]):
                attributes[label] = lines
        return attributes

    def _list(self, value: Any) -> list[str]:
        """The lines of a property that is a list, or a text with line ends in it."""
        all_lines: list[str] = []
        inside = ("itemListElement", "text", "name")
        for entry in self.values.plain(value, inside, most=MAX_LINES):
            is_marked = isinstance(entry, Marked) and entry.tree.text_chars(entry.node) > 0
            text = text_of(entry.tree, entry.node) if is_marked else raw_text(entry)
            lines = map(line_of, _END_OF_LINE.split(unescape(text[: MAX_LINES * MAX_LINE_CHARS])))
            all_lines += (line[:MAX_LINE_CHARS] for line in lines if line)
        return all_lines[:MAX_LINES]

    def variant(self, node: Properties) -> dict[str, str]:
        """The fields of a variant and its further properties; O(1) of one that was read before."""
        if id(node) not in self._variants:
            fields = variant_of(self.attributes(node), self.fields(node).texts)
            self._variants[id(node)] = node, fields
        return dict(self._variants[id(node)][1])

    def is_of_page(self, node: Properties) -> bool:
        """Tell whether the address of an offer or a variant is the page's."""
        addresses = _lines(self.values.texts(node, ("url", "@id")), MAX_ADDRESS_CHARS)
        return any(map(self._is_own, addresses))


def variant_of(
    attributes: Mapping[str, str | list[str]], texts: Mapping[str, Sequence[str]]
) -> dict[str, str]:
    """Tell a variant by its plain attributes and the first text of each field, descriptions not."""
    plain = {name: value for name, value in attributes.items() if isinstance(value, str)}
    return plain | {name: values[0] for name, values in texts.items() if name != "description"}


def first_text(
    values: Values, node: Properties, names: tuple[str, ...], inside: tuple[str, ...] = ()
) -> str:
    """The first of the plain values of some properties as text; empty where there is none."""
    return next(_lines(values.texts(node, names, inside)), "")


def _lines(texts: Iterable[str], most: int = MAX_CHARS) -> Iterator[str]:
    """The texts that are not empty and not too long, each on one line."""
    return (line for line in map(line_of, texts) if 0 < len(line) <= most)
