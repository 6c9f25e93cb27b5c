"""From a click and a name to rules, their values on other pages, and both files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scrapy_treesim.inspector.labels.example_file import SHOWN, LabelFile, OtherPage, TemplatePages
from scrapy_treesim.inspector.labels.values import (
    Label,
    LabelledValues,
    NodeReader,
    labelled_values,
)
from scrapy_treesim.inspector.views.parts import elements_of
from scrapy_treesim.reading.occurrences import TEXT, squeezed
from scrapy_treesim.templates.labels.label_examples import xpath_of
from scrapy_treesim.templates.labels.labelling import failures, learned_fields, nearest_template
from scrapy_treesim.templates.labels.proposed import proposed_labels
from scrapy_treesim.templates.rules import Example, FieldRules, FieldValue, LabelError, apply_rules
from scrapy_treesim.templates.template import Template, check_field_name
from scrapy_treesim.values.field_types import LIST, type_of

if TYPE_CHECKING:
    from scrapy_treesim.inspector.inspection import InspectedPage, Inspection
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.store.store import Templates


def page_values(
    page: Page, field: FieldValue | None, by_node: Mapping[int, str]
) -> list[dict[str, Any]]:
    """Return each value of a field on a page with the elements around it, its ``nodes``.

    ``by_node`` has the labelled values: of equal values on the page, rules return the first only.
    """
    if field is None:
        return []
    nodes: dict[str, list[int]] = {}
    for value, node in zip(field.values, field.nodes, strict=True):
        nodes.setdefault(squeezed(value), []).append(node)
    for node, value in by_node.items():
        if squeezed(value) in nodes:
            nodes[squeezed(value)].append(node)
    return [
        {"value": value, "nodes": elements_of(page.tree, sorted(nodes[squeezed(value)]))}
        for value in field.values
    ]


class Labelling:
    """The labels of one session; for one thread at a time."""

    def __init__(self, inspection: Inspection) -> None:
        self._inspection = inspection
        self._files = inspection.template_files
        self._pages = TemplatePages(inspection.pages, inspection.corpus)
        self._examples = LabelFile(inspection.files.examples, self._pages)

    @property
    def templates(self) -> Templates:
        """Templates of the files in their present state."""
        return self._files.load()

    def preview(self, label: Label) -> dict[str, Any]:
        """Show the effect of a label; nothing is written.

        ``here`` has the values on its page, ``elsewhere`` those on up to five other pages of its
        ``template``: a ``number`` is the page's index among the open ones, None for one of the
        corpus. ``notes`` are sentences for people, ``saved`` is the file written to.

        Raises:
            LabelError: nothing can be learned from it, for a reason given in one line.
            LookupError: there is no such page.
            ExampleFileError, TemplateFileError: a file that cannot be read.
        """
        return self._learned(label)[0]

    def save(self, label: Label) -> dict[str, Any]:
        """Save a label as an example, and write the rules of its field."""
        preview, labelled, rules, pages = self._learned(label)
        page = self._inspection.page(label.page).page
        take = "" if labelled.take == TEXT else labelled.take
        xpaths = [xpath_of(page, node, take) for node in labelled.by_node]
        values = labelled.values
        if page.url:
            value = [*values] if label.all else values[0]
            # Written first: if the rest fails, the command "label" can still learn it.
            self._examples.put(page.url, label.field, value, xpaths)
        matched = [label.field in apply_rules({label.field: rules}, other.page) for other in pages]
        share = sum(matched) / len(matched) if matched else None
        path = self._files.put(preview["template"], label.field, rules, share, len(matched))
        return preview | {"saved": path.name}

    def remove(self, field: str, page: int) -> dict[str, str]:
        """Remove a field from a page's template, and its examples from the file."""
        opened = self._inspection.page(page)
        template = self._template_of(opened)
        urls = self._examples.urls(self.templates, template, field)
        path = self._files.remove(template.id, field)
        self._examples.drop(field, urls)
        return {"saved": path.name}

    def proposed(self, page: int) -> list[dict[str, Any]]:
        """Propose labels of a page, found on it and on others of its template.

        Each has its ``field``, ``node``, ``take``, ``value``, its ``part`` of the text or attribute
        unless it is the whole, the number of ``pages`` with it of those ``looked`` at, and a
        ``score``.
        """
        opened = self._inspection.page(page)
        template = self._template_of(opened)
        pages = self._pages.of(self.templates, template, opened.page)
        reader = NodeReader(opened.page)
        proposals = []
        for label in proposed_labels(template, [opened.page, *(other.page for other in pages)]):
            if (here := label.on(0)) is not None:
                is_whole = squeezed(reader.read(here.node, here.take)) == squeezed(here.value)
                proposals.append({
                    "field": label.field, "node": here.node, "take": here.take, "value": here.value,
                    "part": None if is_whole else here.value, "pages": len(label.values),
                    "looked": label.pages, "score": round(label.score, 4),
                })  # fmt: skip
        return proposals

    def open(self, name: str) -> int:
        """Open a page of the corpus by its name in an earlier answer; return its number."""
        other_page = self._pages.named(name)
        if other_page is None:
            raise LookupError(f"there is no page {name!r:.200}")
        return self._inspection.open(name, other_page.page)

    def _learned(
        self, label: Label
    ) -> tuple[dict[str, Any], LabelledValues, FieldRules, list[OtherPage]]:
        """Learn a label: return its preview, values, rules, and the template's other pages."""
        try:
            check_field_name(label.field)
        except ValueError as error:
            raise LabelError(str(error)) from None
        opened = self._inspection.page(label.page)
        template = self._template_of(opened)
        labelled = labelled_values(opened.page, label)
        example = Example(
            opened.page, {label.field: labelled.values}, {label.field: [*labelled.by_node]},
            {label.field: labelled.take}, name=opened.name,
        )  # fmt: skip
        earlier, notes = self._examples.of(self.templates, template, label.field, opened.page)
        other_pages = self._pages.of(self.templates, template, opened.page)
        rules, examples, bad = _rules([example, *earlier])
        before = template.fields.get(label.field)
        field_type = LIST if label.all else before.type if before else ""
        rules = replace(rules, type=field_type or type_of(labelled.values[:1]))
        alone = replace(template, fields={label.field: rules})
        notes += [*bad, *failures(alone, examples, [other.page for other in other_pages])]
        if label.all and len(labelled.values) == 1:
            notes.append("Nothing else on this page is in the same position as this value.")
        if not other_pages:
            notes.append(
                "No other page of this template is at hand to see it on: give saved pages with"
                " --pages, or inspect several pages at once."
            )
        if not opened.page.url:
            notes.append(
                "The page has no address, so its label is learned from but not kept in"
                f" {self._examples.path.name}."
            )
        field = apply_rules(alone.fields, opened.page).get(label.field)
        elsewhere = []
        for other in other_pages[:SHOWN]:
            there = apply_rules(alone.fields, other.page).get(label.field)
            elsewhere.append({
                "name": other.name, "url": other.url, "number": other.number,
                "values": there.values if there else (),
                "confidence": there.confidence if there else None,
            })  # fmt: skip
        preview = {
            "field": label.field, "template": template.id,
            "here": page_values(opened.page, field, labelled.by_node),
            "elsewhere": elsewhere, "notes": notes, "saved": None,
        }  # fmt: skip
        return preview, labelled, rules, other_pages

    def _template_of(self, opened: InspectedPage) -> Template:
        templates = self.templates
        if not templates:
            raise LabelError(
                "there are no templates to label: learn some of the site's pages with"
                " scrapy treesim learn, and give their file"
            )
        id = self._pages.id_of(templates, opened.page)
        if not id:
            near = nearest_template(templates, opened.page)
            raise LabelError(f"{opened.name} is of no template{near}")
        return templates.by_id(id)


def _rules(pages: list[Example]) -> tuple[FieldRules, list[Example], list[str]]:
    """Learn the only field of the pages: return rules, pages used, and notes on the rest."""
    notes = []
    while True:
        try:
            ((_, rules),) = learned_fields(pages).items()
        except LabelError as error:
            if not error.number:
                raise
            del pages[error.number]
            notes.append(f"An earlier example is left out: {error}.")
        else:
            return rules, pages, notes
