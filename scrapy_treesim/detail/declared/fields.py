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
    known = declared_by(DetailFields)
    table = {field: (getattr(names, group), names.inside) for field, names in known.items()}
    return {field: said for field, said in table.items() if said[0]}


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
    found = reader.fields(properties)
    variants = [*reader.values.nodes(properties.get("hasVariant"))]
    variants.sort(key=lambda one: not reader.is_of_page(one))
    for other in (*variants[:1], *reader.values.nodes(properties.get("isVariantOf"))):
        found.fill(reader.fields(other))
    return Declaration(
        syntax=thing.syntax,
        types=thing.types,
        values={name: tuple(dict.fromkeys(texts)) for name, texts in found.texts.items()},
        attributes=reader.attributes(properties),
        variants=tuple(filter(None, map(reader.variant, variants))),
        node=thing.node,
        nodes=found.nodes,
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
        said = self.texts.get(name, [])
        for value in values if len(said) < MAX_VALUES else ():
            text = line_of(raw_text(value))
            if name == "description":
                text = text[:most].rstrip()
            if not 0 < len(text) <= most:
                continue
            if not said and isinstance(value, Marked):
                self.nodes[name] = value.node
            said.append(text)
            self.texts[name] = said
            if len(said) >= MAX_VALUES or name == "description":
                break

    def share_identifiers(self) -> None:
        """Give identifiers that say what they are to the field they are of."""
        said = self.texts.pop("sku", [])
        kept: list[str] = []
        for value in said:
            match = _PREFIXED.match(value)
            name = "sku" if match is None else _PREFIXES.get(match[1].lower(), "sku")
            text = value if match is None else match[2].strip()
            if text:
                (kept if name == "sku" else self.texts.setdefault(name, [])).append(text)
        if kept:
            self.texts["sku"] = kept
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
        found = Fields()
        self._read(found, node, _OF_THINGS)
        found.share_identifiers()
        for rating in self.values.nodes(node.get("aggregateRating")):
            self._read(found, rating, _OF_RATINGS)
        offers = [*self.values.nodes(node.get("offers"))]
        if len(offers) > 1:
            offers.sort(key=self._order)
        for offer in (*offers, node):
            self._read_offer(found, offer)
        for offer in offers:
            for inner in self.values.nodes(offer.get("offers")):
                self._read_offer(found, inner)
        return found

    def _order(self, offer: Properties) -> tuple[bool, bool]:
        """The offer of the page's address first, then what can be had."""
        said = first_text(self.values, offer, ("availability",))
        return not self.is_of_page(offer), local_name(said).lower() not in ("instock", "")

    def _read_offer(self, found: Fields, offer: Properties) -> None:
        self._read(found, offer, _PRICES)
        for said in self.values.nodes(offer.get("priceSpecification")):
            kind = next(self.values.texts(said, ("priceType",)), "").lower()
            name = "old_price" if local_name(kind) in _FORMER else "price"
            self._read(found, said, {name: (("price", "minPrice"), ())})
            self._read(found, said, {"currency": _OF_OFFERS["currency"]})
        self._read(found, offer, _OF_OFFERS)
        if "name" not in found.texts:
            for item in self.values.nodes(offer.get("itemOffered")):
                self._read(found, item, {"name": (("name",), ())})

    def _read(self, found: Fields, node: Properties, table: _Table) -> None:
        """Add what some properties say of fields; most of them say nothing."""
        for wanted, (names, inside) in table.items():
            for name in names:
                if name in node:
                    value = node[name]
                    plain = (value,) if isinstance(value, str) else self.values.plain(value, inside)
                    found.add(wanted, plain)

    def attributes(self, node: Properties) -> dict[str, str | list[str]]:
        """The further properties, those that it names itself, and the lists of a recipe."""
        found: dict[str, str | list[str]] = {}
        for said in self.values.nodes(node.get("additionalProperty")):
            label = first_text(self.values, said, ("name", "propertyID"))
            value = first_text(self.values, said, ("value",))
            if label and value:
                found.setdefault(label, value)
        for name in node:
            if len(found) >= MAX_ATTRIBUTES:
                break
            if name not in _READ and 0 < len(name) <= MAX_CHARS and not name.startswith("@"):
                texts = map(raw_text, self.values.plain(node[name], ("name",), whole=True))
                line = ", ".join(dict.fromkeys(_lines(texts, MAX_ATTRIBUTE_CHARS)))
                label = _STANDARD.get(name) or line_of(name)
                if label and 0 < len(line) <= MAX_ATTRIBUTE_CHARS:
                    found.setdefault(label, line)
        for label, names in _LISTS.items():
            if lines := self._list([node[name] for name in names if name in node]):
                found[label] = lines
        return found

    def _list(self, value: Any) -> list[str]:
        """The lines of a property that is a list, or a text with line ends in it."""
        found: list[str] = []
        inside = ("itemListElement", "text", "name")
        for one in self.values.plain(value, inside, most=MAX_LINES):
            is_marked = isinstance(one, Marked) and one.tree.text_chars(one.node) > 0
            text = text_of(one.tree, one.node) if is_marked else raw_text(one)
            lines = map(line_of, _END_OF_LINE.split(unescape(text[: MAX_LINES * MAX_LINE_CHARS])))
            found += (line[:MAX_LINE_CHARS] for line in lines if line)
        return found[:MAX_LINES]

    def variant(self, node: Properties) -> dict[str, str]:
        """The fields of a variant and its further properties; O(1) of one that was read before."""
        if id(node) not in self._variants:
            found = variant_of(self.attributes(node), self.fields(node).texts)
            self._variants[id(node)] = node, found
        return dict(self._variants[id(node)][1])

    def is_of_page(self, node: Properties) -> bool:
        """Tell whether the address of an offer or a variant is the page's."""
        addresses = _lines(self.values.texts(node, ("url", "@id")), MAX_ADDRESS_CHARS)
        return any(map(self._is_own, addresses))


def variant_of(
    attributes: Mapping[str, str | list[str]], texts: Mapping[str, Sequence[str]]
) -> dict[str, str]:
    """Tell a variant by its plain attributes and the first text of each field, descriptions not."""
    plain = {name: one for name, one in attributes.items() if isinstance(one, str)}
    return plain | {name: said[0] for name, said in texts.items() if name != "description"}


def first_text(
    values: Values, node: Properties, names: tuple[str, ...], inside: tuple[str, ...] = ()
) -> str:
    """The first of the plain values of some properties as text; empty where there is none."""
    return next(_lines(values.texts(node, names, inside)), "")


def _lines(texts: Iterable[str], most: int = MAX_CHARS) -> Iterator[str]:
    """The texts that are not empty and not too long, each on one line."""
    return (line for line in map(line_of, texts) if 0 < len(line) <= most)
