"""The template of a page, and the fields that it finds there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from scrapy_treesim.templates.match.features import features_of
from scrapy_treesim.templates.rules import apply_rules
from scrapy_treesim.templates.rules.field_type import LIST_TYPE, typed
from scrapy_treesim.wording import shortened

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.template import Template


@dataclass(frozen=True, slots=True, repr=False)
class TemplateMatch:
    """A page's template, and what it says of the page."""

    template: str
    """The template's id."""
    confidence: float
    """How like the template's pages the page is, in [0, 1]."""
    fields: Mapping[str, str | list[str]] = field(default_factory=dict)
    """What was found of each labelled field, in the template's order: a text, or all texts of a
    list. A field that the page lacks is not there."""
    xpaths: Mapping[str, list[str]] = field(default_factory=dict)
    """Where each was found."""
    sure: Mapping[str, float] = field(default_factory=dict)
    """How sure its rule is of each, in [0, 1]."""
    typed: Mapping[str, Any] = field(default_factory=dict)
    """The values of fields with a type, as plain values of it; not of one whose text is none."""

    def __repr__(self) -> str:
        fields = f" with {shortened(', '.join(self.fields), 80)}" if self.fields else ""
        return f"<TemplateMatch {self.template}{fields}>"

    def to_dict(self) -> dict[str, Any]:
        """All it says as plain values, ready for JSON."""
        return {
            "template": self.template,
            "xpath": self.xpath,
            "confidence": self.confidence,
            "fields": {**self.fields},
            "xpaths": {**self.xpaths},
            "sure": {**self.sure},
            "typed": {**self.typed},
        }

    @property
    def xpath(self) -> str:
        """The smallest element that holds all that was found; the root where nothing was."""
        paths = [path.split("/") for all in self.xpaths.values() for path in all]
        if not paths:
            return "/html"
        steps = takewhile(lambda step: len(set(step)) == 1, zip(*paths, strict=False))
        return "/".join(step[0] for step in steps) or "/html"


def ranked(templates: Iterable[Template], page: Page) -> list[tuple[Template, float]]:
    """The templates with the page's similarity to each, highest first; equals in their order."""
    candidates = [*templates]
    if not candidates:
        return []
    features = features_of(page.tree)
    likeness = [(one, one.signature.similarity(features)) for one in candidates]
    return sorted(likeness, key=lambda one: -one[1])


def within(
    likeness: Sequence[tuple[Template, float]], min_confidence: float = 0.0
) -> tuple[Template, float] | None:
    """The most similar template of those that the page is similar enough to."""
    for template, similarity in likeness:
        if similarity >= max(template.signature.threshold, min_confidence):
            return template, similarity
    return None


def extracted(template: Template, confidence: float, page: Page) -> TemplateMatch:
    """Apply the template's rules to a page of it; they find nothing on an oversized one."""
    fields: dict[str, str | list[str]] = {}
    xpaths: dict[str, list[str]] = {}
    sure: dict[str, float] = {}
    values: dict[str, Any] = {}
    rules = {} if page.is_oversized else template.fields
    for name, value in apply_rules(rules, page).items() if rules else ():
        if not value.values:
            continue
        type = template.fields[name].type
        is_list = type == LIST_TYPE or (not type and len(value.values) > 1)
        fields[name] = [*value.values] if is_list else value.values[0]
        xpaths[name] = [*(value.xpaths if is_list else value.xpaths[:1])]
        sure[name] = value.confidence
        of_type = typed(type, value.values, page.url, page.language) if type else None
        if of_type is not None:
            values[name] = of_type
    return TemplateMatch(template.id, confidence, fields, xpaths, sure, values)
