"""Templates of a site's pages, and matches of pages with their fields."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from posixpath import commonpath
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.templates.drift import Expectation
from scrapy_treesim.templates.match.signature import TemplateSignature
from scrapy_treesim.templates.outline import TemplateOutline
from scrapy_treesim.templates.rules import FieldRules, apply_rules
from scrapy_treesim.values.field_types import LIST, typed
from scrapy_treesim.values.fields import plain_values
from scrapy_treesim.wording import shortened

if TYPE_CHECKING:
    from scrapy_treesim.page import Page


@dataclass(frozen=True, slots=True, repr=False)
class TemplateMatch:
    """Match of a page with a template, and the page's fields.

    >>> TemplateMatch("shop.example/0", 0.9, {"name": "Oak stool"}).fields["name"]
    'Oak stool'
    """

    template: str
    """Id of the template."""
    confidence: float
    """Similarity of the page to the template's pages, in [0, 1]."""
    fields: Mapping[str, str | list[str]] = field(default_factory=dict)
    """Values of the labelled fields, in the template's order.
    A text, or all texts of a list. Fields without a value are left out."""
    xpaths: Mapping[str, list[str]] = field(default_factory=dict)
    """XPaths of the values by field."""
    sure: Mapping[str, float] = field(default_factory=dict)
    """Confidence of each field's rules, in [0, 1]."""
    typed: Mapping[str, Any] = field(default_factory=dict)
    """Values of fields with a type, as plain values; texts that do not fit it are left out."""

    def __repr__(self) -> str:
        fields = f" with {shortened(', '.join(self.fields), 80)}" if self.fields else ""
        return f"<TemplateMatch {self.template}{fields}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the match as plain values, ready for JSON."""
        names = ("template", "xpath", "confidence", "fields", "xpaths", "sure", "typed")
        return plain_values(self, names)

    @property
    def xpath(self) -> str:
        """XPath of the smallest element around all values; the root's if there are none."""
        paths = [path for field in self.xpaths.values() for path in field]
        common = commonpath(paths) if paths else "/"
        return "/html" if common == "/" else common


def within(
    likeness: Sequence[tuple[Template, float]], min_confidence: float = 0.0
) -> tuple[Template, float] | None:
    """Return the first template with its threshold reached, or None; the best comes first."""
    for template, similarity in likeness:
        if similarity >= max(template.signature.threshold, min_confidence):
            return template, similarity
    return None


def extracted(template: Template, confidence: float, page: Page) -> TemplateMatch:
    """Apply a template's rules to one of its pages; an oversized page has no fields."""
    fields: dict[str, str | list[str]] = {}
    xpaths: dict[str, list[str]] = {}
    sure: dict[str, float] = {}
    values: dict[str, Any] = {}
    rules = {} if page.is_oversized else template.fields
    for name, value in apply_rules(rules, page).items() if rules else ():
        if not value.values:
            continue
        type = template.fields[name].type
        is_list = type == LIST or (not type and len(value.values) > 1)
        fields[name] = [*value.values] if is_list else value.values[0]
        xpaths[name] = [*(value.xpaths if is_list else value.xpaths[:1])]
        sure[name] = value.confidence
        of_type = typed(type, value.values, page.url, page.language) if type else None
        if of_type is not None:
            values[name] = of_type
    return TemplateMatch(template.id, confidence, fields, xpaths, sure, values)


ANY_SITE: Final = "any"
"""Site in ids of templates for any site."""

MAX_ADDRESS: Final = 10_000
"""Most characters of a medoid's address."""
MAX_NAME: Final = 60
"""Most characters of a field's name."""

_LETTERS = (
    "A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d"
    "\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
FIELD_NAME: Final = rf"^[{_LETTERS}][{_LETTERS}\-.0-9\u00b7\u0300-\u036f\u203f-\u2040]*$"
"""Pattern of XML names without the colon, fit for elements of feeds and headings of columns."""

_field_name = re.compile(FIELD_NAME)


def check_field_name(name: object) -> str:
    """Return the name of a field if it can be an element of an XML feed."""
    if isinstance(name, str) and len(name) <= MAX_NAME and _field_name.fullmatch(name):
        return name
    raise ValueError(
        f"{name!r:.80} is no name for a field: give at most {MAX_NAME} letters, digits, _, - and .,"
        " a letter or _ first"
    )


@dataclass(frozen=True, slots=True)
class Template:
    """One kind of page of a site.

    >>> from scrapy_treesim.templates.match.signature import TemplateSignature
    >>> Template(TemplateSignature({}, frozenset(), 1.0), id="shop.example/0", pages=12)
    <Template shop.example/0 of 12 pages>
    """

    signature: TemplateSignature
    """Signature by which pages are matched."""
    site: str = ""
    """Site by :func:`scrapy_treesim.values.addresses.site_of`; empty for pages of any site."""
    id: str = ""
    """Id such as ``shop.example/3``; empty until added to a site's templates. Never reused."""
    pages: int = 0
    """Number of pages it was learned from."""
    medoid: str = ""
    """Address of the page nearest to all others."""
    outline: TemplateOutline | None = None
    """Essential and optional nodes."""
    fields: Mapping[str, FieldRules] = field(default_factory=dict)
    """Rules to find each labelled field, by name; none until labelled."""
    expected: Expectation | None = None
    """Rates on the pages it was learned from; needed to notice drift."""

    def __repr__(self) -> str:
        fields = f" with {', '.join(self.fields)}" if self.fields else ""
        return f"<Template {self.id or 'without id'} of {self.pages} pages{fields}>"
