"""Earlier labels of a field of a template, with their pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.inspector.labels.example_file import LabelFile, plain_url, urls_of
from scrapy_treesim.inspector.labels.notes import left_out, lost, replaced, unknown_examples
from scrapy_treesim.templates.labels.label_examples import Entry, ExampleFileError

if TYPE_CHECKING:
    from scrapy_treesim.inspector.labels.same_template import TemplatePages
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.labels.labelling import LabelledPage
    from scrapy_treesim.templates.store.store import Templates
    from scrapy_treesim.templates.template import Template

MAX_EXAMPLES: Final = 30
"""Examples that a field is learned from, the last ones."""
LOOKED_AT: Final = 60
"""Examples of a field, of whatever template, whose pages are looked for; the last ones too."""


@dataclass(frozen=True, slots=True)
class KnownExamples:
    """The examples of a file, and where their pages are found."""

    file: LabelFile
    pages: TemplatePages

    def of(
        self, templates: Templates, template: Template, field: str, but: Page
    ) -> tuple[list[LabelledPage], list[str]]:
        """A field's examples on other pages of a template than one; and notes, sentences.

        Raises:
            ExampleFileError: the file cannot be read.
        """
        own = plain_url(but.url)
        found: list[LabelledPage] = []
        notes: list[str] = []
        away = 0
        for entry in self._entries(field):
            if own in urls_of(entry):
                notes.append(replaced(entry.fields[field]))
                continue
            page = self._page(entry)
            away += page is None
            if page is None or self.pages.id_of(templates, page) != template.id:
                continue
            try:
                found.append(entry.labelled(page, [field]))
            except ExampleFileError as error:
                notes.append(left_out(error))
        if away:
            notes.append(lost(away, self.file.name))
        elif field in template.fields and not found and not notes:
            notes.append(unknown_examples(template.id, field))
        return found[:MAX_EXAMPLES], notes

    def urls(self, templates: Templates, template: Template, field: str) -> list[str]:
        """The addresses of a template's pages that have examples of a field.

        Raises:
            ExampleFileError: the file cannot be read.
        """
        found: list[str] = []
        for entry in self._entries(field):
            page = self._page(entry)
            if page is not None and self.pages.id_of(templates, page) == template.id:
                found += urls_of(entry)
        return found

    def _entries(self, field: str) -> list[Entry]:
        entries = [one for one in self.file.entries() if field in one.fields]
        entries = entries[: -LOOKED_AT - 1 : -1]
        self.pages.seek(one.url for one in entries if one.url and self._page(one) is None)
        return entries

    def _page(self, entry: Entry) -> Page | None:
        return self.file.page_of(entry, self.pages.with_url)
