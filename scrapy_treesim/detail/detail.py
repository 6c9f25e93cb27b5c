"""A page about one thing: its fields, and where each value comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from scrapy_treesim.wording import shortened


@dataclass(frozen=True, slots=True)
class FieldSource:
    """The source of a field's value, and how sure it is."""

    source: str
    """What says it: ``json-ld``, ``microdata``, ``rdfa``, ``opengraph`` or ``script`` where it is
    declared; ``shown`` where the page shows it, ``label`` beside a label, ``address``."""
    probability: float
    """That the value is right, in [0, 1]."""
    xpath: str | None = None
    """Where the page shows it, or declares it in an element."""
    text: str | None = None
    """The same as the page has it."""
    others: tuple[tuple[str, float, str], ...] = ()
    """Further values that it might have been, the likeliest first: the text, the probability and
    the source of each. Those that are declared of the thing are always among them."""


@dataclass(frozen=True, slots=True, repr=False)
class Detail:
    """The one thing that a page is about: a product, a job, a place, a person, a book."""

    xpath: str
    """The element that holds what the page shows of it."""
    confidence: float
    """The probability that the page is about one thing, in [0, 1]."""
    name: str | None = None
    """What it is called."""
    price: float | None = None
    """What it costs, without the currency; of a range, the lower end."""
    currency: str | None = None
    """The price's currency by ISO 4217, as ``EUR``."""
    old_price: float | None = None
    """The price that is struck out or said to be the former one."""
    availability: str | None = None
    """``InStock``, ``OutOfStock``, ``PreOrder`` ...: a name of schema.org's ItemAvailability."""
    sku: str | None = None
    """The number or code that the site has for it."""
    mpn: str | None = None
    """The number that its maker has for it."""
    gtin: str | None = None
    """Its EAN, UPC, ISBN or GTIN: 8, 10, 12, 13 or 14 digits, of which the last one checks."""
    brand: str | None = None
    """Its brand or maker."""
    image: str | None = None
    """The address of its main picture."""
    images: tuple[str, ...] = ()
    """The addresses of all its pictures, the main one first."""
    rating: float | None = None
    """Its rating, in the page's own scale."""
    reviews: int | None = None
    """How many rated or reviewed it."""
    description: str | None = None
    """What is said of it, a paragraph a line."""
    breadcrumbs: tuple[str, ...] = ()
    """The categories above it, the widest first."""
    variants: tuple[Mapping[str, str], ...] = ()
    """Its variants, each with what it is told by, where the page declares them plainly."""
    attributes: Mapping[str, str] = field(default_factory=dict)
    """Its further facts, by their labels: the rows of a specification, ``Label: value`` lines."""
    declared_type: str | None = None
    """What the page declares it to be, as ``Product``: a name of a type of schema.org."""
    sources: Mapping[str, FieldSource] = field(default_factory=dict)
    """Where the values of the fields from ``name`` to ``reviews`` come from, by the field's name;
    none of ``currency`` and ``images``, which go with the price and the main picture."""

    def __repr__(self) -> str:
        return f"<Detail {shortened(self.name or '')!r} {self.confidence:.2f}>"

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain values, ready for JSON."""
        found = asdict(self)
        for name in ("images", "breadcrumbs", "variants"):
            found[name] = [*found[name]]
        for source in found["sources"].values():
            source["others"] = [[*other] for other in source["others"]]
        return found
