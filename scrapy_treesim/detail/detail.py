"""Details: the fields of the thing a page is about, and the source of each value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from scrapy_treesim.values.as_html import table_html
from scrapy_treesim.values.fields import DETAIL, DetailFields, names_of, plain_values
from scrapy_treesim.wording import shortened

SOURCES: Final = {
    "json-ld": "declared as JSON-LD",
    "microdata": "declared as microdata",
    "rdfa": "declared as RDFa",
    "opengraph": "declared for Open Graph",
    "script": "declared in a script",
    "shown": "shown on the page",
    "label": "shown beside a label",
    "address": "read in the address",
}
"""Sources in words."""


@dataclass(frozen=True, slots=True)
class FieldSource:
    """Source of a field's value, and how sure it is.

    >>> page = '<h1>Oak stool</h1><div itemscope itemtype="https://schema.org/Product">' + (
    ...     '<b itemprop=name>Oak stool</b> <meta itemprop=price content=48.50>'
    ... )
    >>> detail(page).sources["name"].source
    'shown'
    """

    source: str
    """Source of the value: ``shown`` on the page, ``label`` if beside a label, ``address``; if a
    declaration decided, ``json-ld``, ``microdata``, ``rdfa``, ``opengraph`` or ``script``."""
    confidence: float
    """The probability that the value is right, in [0, 1]."""
    xpath: str | None = None
    """XPath of the element that shows or declares it."""
    text: str | None = None
    """Text of the value, as on the page."""
    others: tuple[tuple[str, float, str], ...] = ()
    """Further possible values, the most probable first: the text, the confidence and the source of
    each. Values that are declared of the thing are always among them."""


@dataclass(slots=True, repr=False)
class Detail(DetailFields):
    """The one thing that a page is about: a product, a job, a place, a person, a book.

    >>> page = '<h1>Oak stool</h1><div itemscope itemtype="https://schema.org/Product">' + (
    ...     '<b itemprop=name>Oak stool</b> <meta itemprop=price content=48.50>'
    ... )
    >>> detail(page).price
    48.5
    """

    xpath: str = field(kw_only=True)
    """XPath of the element with all that the page shows of the thing."""
    confidence: float = field(kw_only=True)
    """The probability that the page is about one thing, in [0, 1]."""
    sources: Mapping[str, FieldSource] = field(default_factory=dict)
    """Sources of the values of fields from ``name`` to ``reviews``, by name;
    none of ``currency`` and ``images``, which go with the price and the main picture."""

    def __repr__(self) -> str:
        return f"<Detail {shortened(self.name or '')!r} {self.confidence:.2f}>"

    def _repr_html_(self) -> str:
        names = [name for name in DETAIL[: DETAIL.index("attributes")] if getattr(self, name)]
        sources = [getattr(self.sources.get(name), "source", "") for name in names]
        rows = zip(names, (getattr(self, name) for name in names), sources, strict=True)
        facts = [*rows, *self.attributes.items()]
        return table_html(repr(self), facts, ("field", "value", "source"))

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain values, ready for JSON."""
        values = plain_values(self, ("xpath", "confidence", *DETAIL))
        keys = names_of(FieldSource)
        sources = {name: plain_values(source, keys) for name, source in self.sources.items()}
        return {**values, "sources": sources}
