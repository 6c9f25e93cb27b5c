"""A page beside its template: nodes on all pages, on some pages, or that differ; fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.inspector.views.parts import Chosen, View, ViewChoice, cut, rounded
from scrapy_treesim.templates.outline import OutlineAlignment, TemplateOutline, align
from scrapy_treesim.templates.rules import apply_rules
from scrapy_treesim.templates.template import Template, within
from scrapy_treesim.tree import tags
from scrapy_treesim.wording import counted, percent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scrapy_treesim.findings.kinds import FindingOptions
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.rules.rule import FieldValue

MATCH: Final = ""
"""Choice of the page's own template."""
MAX_CANDIDATES: Final = 200
"""Largest number of templates to choose from, the most similar ones."""
MAX_VALUE: Final = 1_000
"""Largest number of characters to show of a field's value."""

MAX_ELEMENTS: Final = 1_000
"""Largest number of elements to mark for one node of an outline, if it repeats."""
MAX_LABEL: Final = 120
"""Largest number of characters of a label."""
MAX_STEPS: Final = 3
"""Largest number of nested elements in a label."""


def template_view(page: Page, chosen: Chosen, settings: FindingOptions) -> View:
    """Return the view of the page's template, or of the one chosen."""
    candidates = settings.templates.ranked(page)[:MAX_CANDIDATES]
    offered = [
        {"id": template.id, "confidence": rounded(likeness)} for template, likeness in candidates
    ]
    view = View(
        {"type": "fields", "template": None, "confidence": None, "candidates": offered, "rows": []}
    )
    selected = _chosen(candidates, chosen, settings)
    if selected is None:
        view.summary = "No template"
        view.notes += _why_none(len(settings.templates), candidates)
        return view
    template, confidence, is_matched = selected
    if not is_matched:
        view.notes.append(
            f"The page is not of {template.id}: it is {confidence:.2f} like it. What "
            "is shown is what that template would find here; a crawl exports nothing of it."
        )
    # A template without fields has no items.
    view.count = int(is_matched and bool(template.fields))
    _show(page, template, confidence, view)
    return view


def _chosen(
    candidates: Sequence[tuple[Template, float]], chosen: Chosen, settings: FindingOptions
) -> tuple[Template, float, bool] | None:
    """Return the template to show, the page's similarity to it, and True if it matches."""
    help = "a page less like a template than this is not of it, whatever the template itself says"
    least = ViewChoice(
        "threshold", "Least confidence", help, value=settings.template_min_confidence
    )
    threshold = chosen.read(least)
    match = within(candidates, threshold)
    options = {MATCH: f"the page's own: {match[0].id if match else 'none'}"}
    options |= {template.id: f"{template.id} ({likeness:.2f})" for template, likeness in candidates}
    help = "which template to lay on the page"
    id = chosen.read(ViewChoice("template", "Template", help, "select", MATCH, options))
    if id == MATCH:
        return (*match, True) if match else None
    template, confidence = next(candidate for candidate in candidates if candidate[0].id == id)
    return template, confidence, match is not None and match[0].id == id


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


def _show(page: Page, template: Template, confidence: float, view: View) -> None:
    values = apply_rules(template.fields, page) if template.fields else {}
    view.export |= {"template": template.id, "confidence": rounded(confidence)}
    why = _mark_fields(page, view, template, values)
    why = [f"{percent(confidence)} like the template's pages in its labels and paths", *why]
    if template.outline is None:
        view.notes.append("This template has no outline: learn it anew to see its nodes.")
    else:
        essential = mark_outline(page, template.outline, view)
        why.insert(1, essential)
    title = f"{template.id}: learned from {counted(template.pages, 'page')}"
    view.group(page, title, 0, confidence, why)
    fields = f"{len(values):,} of {counted(len(template.fields), 'field')} found"
    view.summary = f"{template.id}, {fields if template.fields else 'no fields labelled yet'}"


def _mark_fields(
    page: Page, view: View, template: Template, values: Mapping[str, FieldValue]
) -> list[str]:
    """Mark the labelled fields and add their rows; return remarks on all of them."""
    for column, name in enumerate(template.fields):
        value = values.get(name)
        row: dict[str, Any] = {"name": name, "values": [], "confidence": None, "nodes": []}
        view.export["rows"].append(row)
        if value is None:
            continue
        why = (f"{percent(value.confidence)} of its rules, by weight, find just this",)
        row["confidence"] = value.confidence
        for number, (text, node, xpath) in enumerate(
            zip(value.values, value.nodes, value.xpaths, strict=True)
        ):
            element = page.tree.element(node)
            row["values"].append(text)
            row["nodes"].append(element)
            view.mark(
                "field", [element], name, confidence=value.confidence, why=why, value=text,
                row=number, column=column, xpath=xpath,
            )  # fmt: skip
    if not template.fields:
        view.notes.append(
            "No field is labelled yet: click a value on the page and name it, or give examples: "
            "`scrapy treesim label templates.json --examples labels.jsonl`."
        )
        return []
    missing = [name for name in template.fields if name not in values]
    return [f"not on this page: {', '.join(missing)}"] if missing else []


def mark_outline(page: Page, outline: TemplateOutline, view: View) -> str:
    """Mark the outline's nodes and the page's own data; return the share on the page, in words."""
    alignment = align(outline, page.tree)
    tree = page.tree
    for index, nodes in sorted(alignment.nodes().items()):
        elements = [node for node in nodes if tree.tag[node] != tags.TEXT][:MAX_ELEMENTS]
        if elements:
            role = "essential" if outline.is_essential(index) else "optional"
            label = cut(outline.nodes[index].label, MAX_LABEL)
            probability = outline.probability(index)
            view.mark(role, elements, label, confidence=probability, why=_why(outline, index))
    _mark_data(page, outline, alignment, view)
    return f"has {percent(alignment.confidence)} of its essential elements and texts"


def _why(outline: TemplateOutline, index: int) -> tuple[str, ...]:
    on, pages = outline.nodes[index].on, outline.pages
    phrase = (
        f"on all {pages:,} pages" if on == pages else f"on {percent(on / pages)} of {pages:,} pages"
    )
    return (phrase, "repeats on a page") if outline.nodes[index].repeats else (phrase,)


def _mark_data(
    page: Page, outline: TemplateOutline, alignment: OutlineAlignment, view: View
) -> None:
    """Mark each element with texts other than the template's own."""
    tree = page.tree
    texts: dict[int, tuple[int, list[int]]] = {}
    for index, nodes in alignment.data().items():
        for node in nodes:
            texts.setdefault(tree.parent[node], (index, []))[1].append(node)
    for element, (index, nodes) in sorted(texts.items()):
        value = " ".join(filter(None, map(tree.plain_text, nodes)))
        label, why = _path(outline, index), _why_data(outline, index)
        view.mark("data", [element], label, why=why, value=value)


def _why_data(outline: TemplateOutline, index: int) -> tuple[str, ...]:
    node = outline.nodes[index]
    if not node.is_data:
        return ("a text that the template's other pages do not have",)
    reasons = ["differs from page to page", *_why(outline, index)]
    if node.example:
        reasons.append(f"on another page: “{node.example}”")
    return tuple(reasons)


def _path(outline: TemplateOutline, index: int) -> str:
    """Join the labels of the elements around a node, the outer one first."""
    steps: list[str] = []
    node = outline.nodes[index]
    above = node.parent if node.is_data else index
    while above >= 0 and len(steps) < MAX_STEPS:
        steps.append(cut(outline.nodes[above].label, MAX_LABEL))
        above = outline.nodes[above].parent
    return " > ".join(reversed(steps))
