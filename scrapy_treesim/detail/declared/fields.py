"""The fields of a declared thing, by its properties in any syntax."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from itertools import chain
from typing import Any, Final, TypeAlias

from scrapy_treesim.article.metadata.metadata import iso_date
from scrapy_treesim.reading.declared.about import MAX_ADDRESS_CHARS
from scrapy_treesim.reading.declared.thing import Marked, Properties, Thing, local_name
from scrapy_treesim.reading.declared.values import MAX_VALUES, Values, line_of, raw_text
from scrapy_treesim.tree.text import text_of
from scrapy_treesim.values.fields import DetailFields, declared_by

MAX_ATTRIBUTES: Final = 100
"""Largest number of further properties of a thing."""
MAX_CHARS: Final = 300
"""Largest number of characters of a plain value; longer ones are left out."""
MAX_ATTRIBUTE_CHARS: Final = 2_000
"""Largest number of characters of a further property, all its values together."""
MAX_DESCRIPTION_CHARS: Final = 5_000
"""Number of characters at which a description is cut."""

_Table: TypeAlias = dict[str, tuple[tuple[str, ...], tuple[str, ...]]]
"""Properties of each field, and those to read in a value that is a further thing."""


def _properties(group: str) -> _Table:
    """Return the table of one group of names: ``things``, ``offers`` or ``ratings``."""
    declared = declared_by(DetailFields)
    table = {field: (getattr(names, group), names.inside) for field, names in declared.items()}
    return {field: properties for field, properties in table.items() if properties[0]}


_THING_PROPERTIES: Final = _properties("things")
# The order of a variant's fields: its address comes before its brand and its picture.
_THING_PROPERTIES.update(
    {"url": (("url", "mainEntityOfPage", "@id"), ("url", "@id"))},
    **{field: _THING_PROPERTIES.pop(field) for field in ("brand", "image")},
)
_RATING_PROPERTIES: Final = _properties("ratings")
_OFFER_PROPERTIES: Final = _properties("offers")
_PRICE_PROPERTIES: Final[_Table] = {"price": _OFFER_PROPERTIES.pop("price")}
_MAX_CHARS_OF: Final = {
    "description": MAX_DESCRIPTION_CHARS,
    "url": MAX_ADDRESS_CHARS,
    "image": MAX_ADDRESS_CHARS,
}
_READ: Final = frozenset(chain(*(names for names, _ in _THING_PROPERTIES.values()))) | frozenset(
    "@context @type offers priceSpecification price priceCurrency availability aggregateRating "
    "review reviews hasVariant isVariantOf additionalProperty isRelatedTo isSimilarTo "
    "potentialAction isAccessoryOrSparePartFor isConsumableFor subjectOf recipeIngredient "
    "ingredients recipeInstructions step openingHours openingHoursSpecification".split()
)
"""Properties that are no attributes: read as fields or lists, or left out."""
_RECIPE_LISTS: Final = {
    "ingredients": ("recipeIngredient", "ingredients"),
    "steps": ("recipeInstructions", "step"),
}
"""Lists of a recipe, each with its properties."""
_JOB_ATTRIBUTES: Final = {
    "hiringOrganization": "company",
    "jobLocation": "place",
    "baseSalary": "salary",
    "estimatedSalary": "salary",
}
"""Properties of jobs, each with the name of its attribute."""
_LOCATIONS: Final = frozenset(("location", "jobLocation"))
_DAYS: Final = {
    f"{day}day": day[:2].title() for day in "mon tues wednes thurs fri satur sun".split()
}
_DATES: Final = frozenset("startDate endDate datePosted validThrough birthDate deathDate".split())
"""Properties that are written as ISO 8601."""
MAX_LINES: Final = 200
"""Largest number of lines of a list, and of values that are read for them."""
MAX_LINE_CHARS: Final = 2_000
"""Largest number of characters of a line of a list."""
_END_OF_LINE: Final = re.compile(r"[\r\n]+|<br[ /]*>|</(?:p|li|div)>", re.I)
_FORMER_PRICE_TYPES: Final = frozenset("listprice strikethroughprice srp msrp regularprice".split())
_PREFIXED = re.compile(r"(isbn|ean|gtin|upc|mpn|sku|asin)(?:1[234]|8)?:\s?(.*)", re.IGNORECASE)
_PREFIXES: Final = {"isbn": "gtin", "ean": "gtin", "gtin": "gtin", "upc": "gtin", "mpn": "mpn"}


@dataclass(frozen=True, slots=True)
class Declaration:
    """One thing declared by a page."""

    syntax: str
    """``json-ld``, ``microdata``, ``rdfa``, ``opengraph`` or ``script``."""
    types: tuple[str, ...]
    """Types by their local names, as ``Product``; empty without any."""
    values: Mapping[str, tuple[str, ...]]
    """Values by field, also ``url``, ``currency`` and ``description``, as declared; of several
    offers, those of the page's own come first, then those in stock."""
    attributes: Mapping[str, str | list[str]] = field(default_factory=dict)
    """Further plain properties by name: ``color``, ``numberOfPages``, and those with names of their
    own (``additionalProperty``); a recipe's lists."""
    variants: tuple[Mapping[str, str], ...] = ()
    """Declared variants, each with its distinguishing values."""
    is_main: bool = False
    """True for the page's one main thing."""
    about: float = 0.0
    """Evidence that the page is about it, in [0, 1]: address, name, position."""
    node: int | None = None
    """Element of the declaration in microdata and RDFa."""
    nodes: Mapping[str, int] = field(default_factory=dict)
    """Element of each field's first value in microdata and RDFa."""


def declaration_of(thing: Thing, reader: FieldReader, is_main: bool = False) -> Declaration:
    """Read a thing; missing fields are those of one of its variants, or of its group."""
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
        is_main=is_main,
        node=thing.node,
        nodes=fields.nodes,
    )


class Fields:
    """Fields of one thing while it is read."""

    def __init__(self) -> None:
        self.texts: dict[str, list[str]] = {}
        self.nodes: dict[str, int] = {}
        """Element of each field's first text."""

    def add(self, name: str, values: Iterable[Any]) -> None:
        """Add the plain values of a field."""
        most = _MAX_CHARS_OF.get(name, MAX_CHARS)
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
        """Move identifiers with a prefix, such as ``isbn:``, to their field."""
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
        """Add the missing fields of another thing, except addresses."""
        for name, texts in other.texts.items():
            if name not in self.texts and name != "url":
                self.texts[name] = texts
                if name in other.nodes:
                    self.nodes[name] = other.nodes[name]


class FieldReader:
    """Reader of the fields of a page's things."""

    def __init__(self, values: Values, is_own: Callable[[str], bool]) -> None:
        """Take the values of a page; ``is_own`` tells whether an address is the page's."""
        self.values = values
        self._is_own = is_own
        # By the id of the properties, which are stored too, so that no other object gets the id.
        self._variants: dict[int, tuple[Properties, dict[str, str]]] = {}

    def fields(self, properties: Properties) -> Fields:
        """Read all fields of the properties."""
        fields = Fields()
        self._read(fields, properties, _THING_PROPERTIES)
        fields.share_identifiers()
        for rating in self.values.nodes(properties.get("aggregateRating")):
            self._read(fields, rating, _RATING_PROPERTIES)
        offers = [*self.values.nodes(properties.get("offers"))]
        if len(offers) > 1:
            offers.sort(key=self._order)
        for offer in (*offers, properties):
            self._read_offer(fields, offer)
        for offer in offers:
            for inner in self.values.nodes(offer.get("offers")):
                self._read_offer(fields, inner)
        return fields

    def _order(self, offer: Properties) -> tuple[bool, bool]:
        """Return a sort key: the offer of the page's address first, then those in stock."""
        availability = first_text(self.values, offer, ("availability",))
        return not self.is_of_page(offer), local_name(availability).lower() not in ("instock", "")

    def _read_offer(self, fields: Fields, offer: Properties) -> None:
        self._read(fields, offer, _PRICE_PROPERTIES)
        for specification in self.values.nodes(offer.get("priceSpecification")):
            kind = next(self.values.texts(specification, ("priceType",)), "").lower()
            name = "old_price" if local_name(kind) in _FORMER_PRICE_TYPES else "price"
            self._read(fields, specification, {name: (("price", "minPrice"), ())})
            self._read(fields, specification, {"currency": _OFFER_PROPERTIES["currency"]})
        self._read(fields, offer, _OFFER_PROPERTIES)
        if "name" not in fields.texts:
            for item in self.values.nodes(offer.get("itemOffered")):
                self._read(fields, item, {"name": (("name",), ())})

    def _read(self, fields: Fields, properties: Properties, table: _Table) -> None:
        """Add the fields of some properties by a table."""
        for field_name, (names, inside) in table.items():
            for name in names:
                if name in properties:
                    value = properties[name]
                    plain = (value,) if isinstance(value, str) else self.values.plain(value, inside)
                    fields.add(field_name, plain)

    def attributes(self, properties: Properties) -> dict[str, str | list[str]]:
        """Return the further properties, those with names of their own, and a recipe's lists."""
        attributes: dict[str, str | list[str]] = {}
        for additional in self.values.nodes(properties.get("additionalProperty")):
            label = first_text(self.values, additional, ("name", "propertyID"))
            value = first_text(self.values, additional, ("value",))
            if label and value:
                attributes.setdefault(label, value)
        for name in properties:
            if len(attributes) >= MAX_ATTRIBUTES:
                break
            if name not in _READ and 0 < len(name) <= MAX_CHARS and not name.startswith("@"):
                line = ", ".join(dict.fromkeys(self._texts(name, properties[name])))
                label = _JOB_ATTRIBUTES.get(name) or line_of(name)
                if label and 0 < len(line) <= MAX_ATTRIBUTE_CHARS:
                    attributes.setdefault(label, line)
        if hours := self._hours(properties):
            attributes["openingHours"] = hours
        for label, names in _RECIPE_LISTS.items():
            if lines := self._list([properties[name] for name in names if name in properties]):
                attributes[label] = lines
        return attributes

    def _texts(self, name: str, value: Any) -> list[str]:
        """Return the texts of a further property: days in ISO 8601, the name and the address of a
        location, the amounts of a salary with its currency and unit; of others all values."""
        values, most = self.values, MAX_ATTRIBUTE_CHARS
        texts: list[str] = []
        if name in _LOCATIONS:
            parts = (node.get(part) for node in values.nodes(value) for part in ("name", "address"))
            inner = chain.from_iterable(values.plain(part, whole=True) for part in parts)
            texts = [*_lines(map(raw_text, inner), most)]
        elif _JOB_ATTRIBUTES.get(name) == "salary":
            texts = [*filter(None, map(self._salary, values.nodes(value)))]
        plain = values.plain(value, ("name",), whole=True)
        texts = texts or [*_lines(map(raw_text, plain), most)]
        return [iso_date(text) or text for text in texts] if name in _DATES else texts

    def _salary(self, salary: Properties) -> str:
        """Return a salary as ``30000-40000 GBP YEAR``; empty for one without an amount."""
        amount = {**salary, **next(self.values.nodes(salary.get("value")), {})}
        ends = [first_text(self.values, amount, (end,)) for end in ("minValue", "maxValue")]
        value = "-".join(filter(None, ends)) or first_text(self.values, amount, ("value",))
        units = (first_text(self.values, amount, (name,)) for name in ("currency", "unitText"))
        return " ".join(filter(None, (value, *units))) if value else ""

    def _hours(self, properties: Properties) -> list[str]:
        """Return opening hours in schema.org's form, as ``Mo,Tu 10:00-18:00``, those of single
        days of the year left out."""
        hours = [*_lines(self.values.texts(properties, ("openingHours",)))]
        for node in self.values.nodes(properties.get("openingHoursSpecification")):
            days = _lines(self.values.texts(node, ("dayOfWeek",), ("name", "@id")))
            times = [first_text(self.values, node, (end,))[:5] for end in ("opens", "closes")]
            if all(times) and not node.keys() & {"validFrom", "validThrough"}:
                names = (_DAYS.get(name.lower(), name) for name in map(local_name, days))
                hours.append(f"{','.join(names)} {'-'.join(times)}".strip())
        return [*dict.fromkeys(hours)]

    def _list(self, value: Any) -> list[str]:
        """Return the lines of a property, a list or a text with line ends in it."""
        all_lines: list[str] = []
        inside = ("itemListElement", "text", "name")
        for entry in self.values.plain(value, inside, most=MAX_LINES):
            is_marked = isinstance(entry, Marked) and entry.tree.text_chars(entry.node) > 0
            text = text_of(entry.tree, entry.node) if is_marked else raw_text(entry)
            lines = map(line_of, _END_OF_LINE.split(unescape(text[: MAX_LINES * MAX_LINE_CHARS])))
            all_lines += (line[:MAX_LINE_CHARS] for line in lines if line)
        return all_lines[:MAX_LINES]

    def variant(self, properties: Properties) -> dict[str, str]:
        """Return the fields and further properties of a variant; O(1) for one read before."""
        if id(properties) not in self._variants:
            fields = variant_of(self.attributes(properties), self.fields(properties).texts)
            self._variants[id(properties)] = properties, fields
        return dict(self._variants[id(properties)][1])

    def is_of_page(self, properties: Properties) -> bool:
        """Tell whether the address of an offer or a variant is the page's."""
        addresses = _lines(self.values.texts(properties, ("url", "@id")), MAX_ADDRESS_CHARS)
        return any(map(self._is_own, addresses))


def variant_of(
    attributes: Mapping[str, str | list[str]], texts: Mapping[str, Sequence[str]]
) -> dict[str, str]:
    """Return a variant's plain attributes and the first text of each field but the description."""
    plain = {name: value for name, value in attributes.items() if isinstance(value, str)}
    return plain | {name: values[0] for name, values in texts.items() if name != "description"}


def first_text(
    values: Values, properties: Properties, names: tuple[str, ...], inside: tuple[str, ...] = ()
) -> str:
    """Return the first plain value of some properties as text; empty without one."""
    return next(_lines(values.texts(properties, names, inside)), "")


def _lines(texts: Iterable[str], most: int = MAX_CHARS) -> Iterator[str]:
    """Yield the texts on one line each, without empty and too long ones."""
    return (line for line in map(line_of, texts) if 0 < len(line) <= most)
