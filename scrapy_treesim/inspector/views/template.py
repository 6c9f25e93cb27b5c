"""A page beside its template: what all pages of it have, what some have, what differs; fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.inspector.views.marks import Found, Group, Mark, percent, rounded
from scrapy_treesim.inspector.views.rule_words import rule_in_words
from scrapy_treesim.inspector.views.template_nodes import mark_outline
from scrapy_treesim.templates.match.match import within
from scrapy_treesim.templates.rules import apply_rules
from scrapy_treesim.tree import tags
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scrapy_treesim.findings import Wanted
    from scrapy_treesim.inspector.views.choices import Chosen
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.rules.applying import FieldValue
    from scrapy_treesim.templates.template import Template

TEMPLATE_CHOICES: Final = ("template", "threshold")
"""What may be chosen."""

MATCH: Final = ""
"""The choice of the template that the page is of."""
MAX_CANDIDATES: Final = 200
"""Templates to choose from, those that the page is most like."""
MAX_VALUE: Final = 1_000
"""Characters of a field's value that are shown."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """The template that is shown."""

    template: Template
    confidence: float
    matched: bool
    """Whether the page is of it."""


def template_view(page: Page, chosen: Chosen, wanted: Wanted) -> Found:
    """The template that the page is of, or the one chosen.

    Raises:
        ChoiceError: a choice that there is not.
    """
    candidates = wanted.templates.ranked(page)[:MAX_CANDIDATES]
    found = Found(
        {
            "type": "fields",
            "template": None,
            "confidence": None,
            "candidates": [
                {"id": one.id, "confidence": rounded(likeness)} for one, likeness in candidates
            ],
            "rows": [],
        }
    )
    shown = _chosen(candidates, chosen, wanted)
    if shown is None:
        found.summary = "No template"
        found.notes += _why_none(len(wanted.templates), candidates)
        return found
    if not shown.matched:
        found.notes.append(
            f"The page is not of {shown.template.id}: it is {shown.confidence:.2f} like it. What "
            "is shown is what that template would find here; a crawl exports nothing of it."
        )
    _show(page, shown, found)
    return found


def _chosen(
    candidates: Sequence[tuple[Template, float]], chosen: Chosen, wanted: Wanted
) -> _Shown | None:
    threshold = chosen.share(
        "threshold",
        "Least confidence",
        wanted.templates_min_confidence,
        "a page less like a template than this is not of it, whatever the template itself says",
    )
    match = within(candidates, threshold)
    options = {MATCH: f"the page's own: {match[0].id if match else 'none'}"}
    options |= {one.id: f"{one.id} ({likeness:.2f})" for one, likeness in candidates}
    id = chosen.select("template", "Template", options, MATCH, "which template to lay on the page")
    if id == MATCH:
        return _Shown(*match, True) if match else None
    template, confidence = next(one for one in candidates if one[0].id == id)
    return _Shown(template, confidence, match is not None and match[0].id == id)


def _why_none(loaded: int, candidates: Sequence[tuple[Template, float]]) -> list[str]:
    if not loaded:
        return [
            "No templates are loaded. Learn some of saved pages of the site: "
            "`scrapy treesim learn PAGES -o templates.json`, then inspect the page with them: "
            "`scrapy treesim inspect templates.json PAGE`."
        ]
    how = "Save more pages like this one and learn again: `scrapy treesim learn PAGES -o FILE`."
    if not candidates:
        return [f"None of the {counted(loaded, 'template')} is of this page's site. {how}"]
    nearest, confidence = candidates[0]
    least = nearest.signature.threshold
    return [
        f"The page is of no template. The most similar is {nearest.id}: {confidence:.2f} like it, "
        f"and its pages are at least {least:.2f}. Choose it to see what differs. {how}"
    ]


def _show(page: Page, shown: _Shown, found: Found) -> None:
    template = shown.template
    values = apply_rules(template.fields, page) if template.fields else {}
    found.export |= {"template": template.id, "confidence": rounded(shown.confidence)}
    why = _mark_fields(page, found, template, values)
    why = [f"{percent(shown.confidence)} like the template's pages in its labels and paths", *why]
    if template.outline is None:
        found.notes.append("This template has no outline: learn it anew to see its nodes.")
    else:
        essential = mark_outline(page, template.outline, found.marks)
        why.insert(1, essential)
    found.groups.append(
        Group(
            f"{template.id}: learned from {counted(template.pages, 'page')}",
            0,
            page.xpath(0),
            shown.confidence,
            tuple(why),
        )
    )
    fields = f"{len(values):,} of {counted(len(template.fields), 'field')} found"
    found.summary = f"{template.id}, {fields if template.fields else 'no fields labelled yet'}"


def _mark_fields(
    page: Page, found: Found, template: Template, values: Mapping[str, FieldValue]
) -> list[str]:
    """Mark the labelled fields and add their rows; what there is to say of them all."""
    for column, name in enumerate(template.fields):
        value = values.get(name)
        row: dict[str, Any] = {"name": name, "values": [], "confidence": None, "nodes": []}
        found.export["rows"].append(row)
        if value is None:
            continue
        why = _why_found(value)
        row["confidence"] = value.confidence
        for number, (said, node, xpath) in enumerate(
            zip(value.values, value.nodes, value.xpaths, strict=True)
        ):
            element = page.tree.parent[node] if page.tree.tag[node] == tags.TEXT else node
            row["values"].append(said)
            row["nodes"].append(element)
            found.marks.add(
                Mark(
                    "field", (element,), name, 0, value.confidence, why, said, number, column, xpath
                )
            )
    if not template.fields:
        found.notes.append(
            "No field is labelled yet: click a value on the page and name it, or give examples: "
            "`scrapy treesim label templates.json --examples labels.jsonl`."
        )
        return []
    lacking = [name for name in template.fields if name not in values]
    return [f"not on this page: {', '.join(lacking)}"] if lacking else []


def _why_found(value: FieldValue) -> tuple[str, ...]:
    """The number of rules that agree, and the place where the first one that is used looks."""
    said = []
    for by in value.found_by[:3]:
        others = f"{by.agreeing} of {counted(by.of, 'rule')} find just this"
        said.append(f"{others}; the first: {rule_in_words(by.rule)}")
    return tuple(said)
