"""The card of one template on the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.inspector.map.wireframe import Box, wireframe
from scrapy_treesim.templates.outline.template_outline import suggested

if TYPE_CHECKING:
    from scrapy_treesim.templates.match.signature import TemplateSignature
    from scrapy_treesim.templates.outline.template_outline import TemplateOutline
    from scrapy_treesim.templates.template import Template

MAX_FIELDS: Final = 60
"""Fields of a card."""
MAX_SUGGESTED: Final = 8
"""Places of a card that are suggested to be labelled."""
MAX_TELLING: Final = 5
"""Features of a card that tell the template from others."""
MAX_SAID: Final = 300
"""Characters of an address or a label."""

_PATHS = "/"


@dataclass(frozen=True, slots=True)
class FieldFound:
    """A labelled field."""

    name: str
    found: float | None
    """Of the pages looked at, the share on which it is found, in [0, 1]; None if not looked at."""


@dataclass(frozen=True, slots=True)
class Rates:
    """A template's rates on the pages that it was learned from."""

    pages: int
    matched: float
    """Share of them that match it, in [0, 1]."""
    confidence: float
    """Mean confidence of those, in [0, 1]."""
    low: float
    """The confidence that nine in ten of those are above."""


@dataclass(frozen=True, slots=True)
class OutlineCounts:
    """The size of an outline, in nodes."""

    nodes: int
    essential: int
    data: int


@dataclass(frozen=True, slots=True)
class TemplateCard:
    """A template, as the map shows it; its outline is another answer."""

    id: str
    number: int
    """Its place among all templates."""
    pages: int
    share: float
    """Of the pages of its site, in [0, 1]."""
    medoid: str
    has_page: bool
    """Whether the medoid's page is at hand."""
    threshold: float
    expected: Rates | None
    fields: tuple[FieldFound, ...]
    more_fields: int
    """Fields beyond those."""
    suggested: tuple[str, ...]
    telling: tuple[str, ...]
    """Features that most of its pages have and those of other templates have not."""
    outline: OutlineCounts | None
    wireframe: tuple[Box, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def template_card(template: Template, number: int, site_pages: int, has_page: bool) -> TemplateCard:
    """The card of a template, of a site of so many pages; O(nodes of its outline)."""
    expected = template.expected
    found: Mapping[str, float] = expected.fields if expected else {}
    fields = [FieldFound(name, found.get(name)) for name in template.fields]
    return TemplateCard(
        id=template.id,
        number=number,
        pages=template.pages,
        share=round(template.pages / site_pages, 4) if site_pages else 0.0,
        medoid=cut(template.medoid),
        has_page=has_page,
        threshold=template.signature.threshold,
        expected=Rates(expected.pages, expected.matched, expected.confidence, expected.low)
        if expected
        else None,
        fields=tuple(fields[:MAX_FIELDS]),
        more_fields=max(0, len(fields) - MAX_FIELDS),
        suggested=tuple(map(cut, suggested(template, MAX_SUGGESTED))),
        telling=tuple(map(cut, telling(template.signature))),
        outline=None if template.outline is None else counts(template.outline),
        wireframe=tuple(wireframe(template.outline)),
    )


def telling(signature: TemplateSignature, most: int = MAX_TELLING) -> list[str]:
    """The labels that tell most of the template: on most of its pages, and on few others."""
    traits = [one for one in signature.traits.values() if one.share >= 0.5]
    traits.sort(key=lambda one: (-one.weight * one.share, one.name))
    # Of a pair, the inner label; paths of tags say little to people.
    labels = (one.name.rpartition(" > ")[2] for one in traits if one.name[0] != _PATHS)
    named = (label for label in labels if "." in label or "#" in label)
    return [*dict.fromkeys(named)][:most]


def counts(outline: TemplateOutline) -> OutlineCounts:
    """Count the nodes of an outline."""
    data = sum(one.is_data for one in outline.nodes)
    return OutlineCounts(len(outline), len(outline.essential), data)


def cut(text: str) -> str:
    """At most MAX_SAID characters of a text."""
    return text if len(text) <= MAX_SAID else f"{text[: MAX_SAID - 1]}…"
