"""A click and a name: the rules that they teach, what these find, and both written to the files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scrapy_treesim.inspector.labels.clicked import Label, Shown, shown_values
from scrapy_treesim.inspector.labels.example_file import LabelFile, NewExample
from scrapy_treesim.inspector.labels.known_examples import KnownExamples
from scrapy_treesim.inspector.labels.notes import left_out, not_kept, notes_of
from scrapy_treesim.inspector.labels.preview import Elsewhere, Here, Preview, found_here
from scrapy_treesim.inspector.labels.proposals import Proposal, proposals
from scrapy_treesim.inspector.labels.same_template import SHOWN, OtherPage, TemplatePages
from scrapy_treesim.templates.labels.labelling import LabelledPage, learned_fields, nearest_template
from scrapy_treesim.templates.outline.node_places import place_of
from scrapy_treesim.templates.rules import FieldRules, LabelError, apply_rules
from scrapy_treesim.templates.rules.field_type import LIST_TYPE, type_of
from scrapy_treesim.templates.rules.values import TEXT
from scrapy_treesim.templates.template import Template, check_field_name

if TYPE_CHECKING:
    from scrapy_treesim.inspector.inspected import InspectedPage
    from scrapy_treesim.inspector.inspection import Inspection
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.store.store import Templates

__all__ = ["Elsewhere", "Here", "Label", "Labelling", "Preview"]


@dataclass(frozen=True, slots=True)
class _Learned:
    """All that one label leads to."""

    template: Template
    shown: Shown
    rules: FieldRules
    others: Sequence[OtherPage]
    preview: Preview


class Labelling:
    """The labels of one session. For one thread at a time."""

    def __init__(self, inspection: Inspection) -> None:
        self._inspection = inspection
        self._files = inspection.template_files
        self._pages = TemplatePages(inspection.pages, inspection.corpus)
        self._known = KnownExamples(LabelFile(inspection.files.examples), self._pages)

    @property
    def templates(self) -> Templates:
        """The templates as they stand in the files now.

        Raises:
            TemplateFileError: a file that cannot be read.
        """
        return self._files.load()

    def preview(self, label: Label) -> Preview:
        """Show the effect of a label; nothing is written.

        Raises:
            LabelError: nothing can be learned of it; one line says why.
            LookupError: there is no such page.
            ExampleFileError, TemplateFileError: a file that cannot be read.
        """
        return self._learned(label).preview

    def save(self, label: Label) -> Preview:
        """Keep a label as an example, and write the rules of its field.

        Raises:
            As :meth:`preview`.
            OSError: a file cannot be written.
        """
        learned = self._learned(label)
        page = self._inspection.page(label.page).page
        take = "" if learned.shown.take == TEXT else learned.shown.take
        places = [place_of(page, node, take) for node in learned.shown.meant]
        values = learned.shown.values
        if page.url:
            value = [*values] if label.all else values[0]
            # First: whatever happens then, the command "label" can learn the same of it.
            self._known.file.put(NewExample(page.url, label.field, value, places))
        found = [
            label.field in apply_rules({label.field: learned.rules}, one.page)
            for one in learned.others
        ]
        share = sum(found) / len(found) if found else None
        path = self._files.put(learned.template.id, label.field, learned.rules, share, len(found))
        return replace(learned.preview, saved=path.name)

    def remove(self, field: str, page: int) -> dict[str, str]:
        """Take a field off a page's template, and its examples out of the file.

        Raises:
            LookupError: there is no such page or field.
            LabelError: the page is of no template.
            OSError, ExampleFileError, TemplateFileError: a file cannot be read or written.
        """
        shown = self._inspection.page(page)
        template = self._template_of(shown)
        urls = self._known.urls(self.templates, template, field)
        path = self._files.remove(template.id, field)
        self._known.file.drop(field, urls)
        return {"saved": path.name}

    def proposed(self, page: int) -> list[Proposal]:
        """The labels that a page might be given, found on it and others of its template.

        Raises:
            LookupError: there is no such page.
            LabelError: the page is of no template.
            TemplateFileError: a file that cannot be read.
        """
        opened = self._inspection.page(page)
        template = self._template_of(opened)
        others = self._pages.of(self.templates, template, opened.page)
        return proposals(template, opened.page, [one.page for one in others])

    def open(self, name: str) -> int:
        """Open the page of the corpus that an answer called so; its number.

        Raises:
            LookupError: there is none of that name.
            ValueError: too many are open.
        """
        found = self._pages.named(name)
        if found is None:
            raise LookupError(f"there is no page {name!r:.200}")
        return self._inspection.open(name, found.page)

    def _learned(self, label: Label) -> _Learned:
        try:
            check_field_name(label.field)
        except ValueError as error:
            raise LabelError(str(error)) from None
        opened = self._inspection.page(label.page)
        template = self._template_of(opened)
        shown = shown_values(opened.page, label)
        own = LabelledPage(
            opened.name, opened.page, {label.field: shown.values},
            {label.field: [*shown.meant]}, {label.field: shown.take},
        )  # fmt: skip
        earlier, notes = self._known.of(self.templates, template, label.field, opened.page)
        others = self._pages.of(self.templates, template, opened.page)
        rules, earlier, bad = _rules([own, *earlier], [one.page for one in others])
        rules = replace(rules, type=_type(label, shown, template))
        preview = self._previewed(label, template, shown, rules, others[:SHOWN])
        notes += [*bad, *notes_of(preview, shown.values, rules, earlier)]
        if not opened.page.url:
            notes.append(not_kept(self._known.file.name))
        return _Learned(template, shown, rules, others, replace(preview, notes=tuple(notes)))

    def _previewed(
        self, label: Label, template: Template, shown: Shown, rules: FieldRules,
        others: Sequence[OtherPage],
    ) -> Preview:  # fmt: skip
        alone = {label.field: rules}
        opened = self._inspection.page(label.page)
        found = apply_rules(alone, opened.page).get(label.field)
        here, confidence = found_here(opened.page, found, shown.meant)
        elsewhere = []
        for one in others:
            value = apply_rules(alone, one.page).get(label.field)
            values = value.values if value else ()
            elsewhere.append(
                Elsewhere(
                    one.name, one.url, one.number, values, value.confidence if value else None
                )
            )
        return Preview(
            label.field, template.id, shown.meant.get(label.node, shown.values[0]), label.all,
            here, confidence, tuple(elsewhere), tuple(shown.choices),
        )  # fmt: skip

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


def _type(label: Label, shown: Shown, template: Template) -> str:
    """The type of a field: what it was, or else what the values shown tell."""
    before = template.fields.get(label.field)
    if label.all:
        return LIST_TYPE
    return (before.type if before else "") or type_of(shown.values[:1])


def _rules(
    pages: list[LabelledPage], others: Sequence[Page]
) -> tuple[FieldRules, list[LabelledPage], list[str]]:
    """The rules of the one field of some pages; the earlier ones that it was learned from, and of
    those that could not be used why.

    Raises:
        LabelError: the first page is of no use.
    """
    notes = []
    while True:
        try:
            ((_, rules),) = learned_fields(pages, others).items()
        except LabelError as error:
            if not error.number:
                raise
            del pages[error.number]
            notes.append(left_out(error))
        else:
            return rules, pages[1:], notes
