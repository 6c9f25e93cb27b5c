"""The file of labelled examples, and other pages of a template to check a label on.

The other pages are open ones and those of a corpus. A corpus may have a million pages, so it is
read a little at a time, for all templates at once: each call goes on where the last one stopped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from scrapy_treesim.files.file_lock import locked
from scrapy_treesim.files.whole_file import write_whole
from scrapy_treesim.inspector.inspection import InspectedPage, addressed, file_of
from scrapy_treesim.templates.labels.label_examples import (
    ExampleEntry,
    ExampleFileError,
    entries_in,
    entry_of,
    is_list,
    page_in,
    read_text,
)
from scrapy_treesim.templates.labels.labelling import in_words
from scrapy_treesim.values.addresses import site_of

if TYPE_CHECKING:
    from scrapy_treesim.files.corpus import Corpus, CorpusPages
    from scrapy_treesim.files.saved_page import SavedPage
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.rules import Example
    from scrapy_treesim.templates.store.store import Templates
    from scrapy_treesim.templates.template import Template

MAX_EXAMPLES: Final = 30
"""Largest number of examples to learn a field from, the last ones."""
MAX_EXAMPLES_READ: Final = 60
"""Largest number of examples of a field, of any template, to look for pages of; the last ones."""
MAX_EXAMPLE_PAGES: Final = 60
"""Largest number of examples' pages to keep in memory."""


@dataclass(slots=True)
class LabelFile:
    """The file of labelled examples, which may not exist yet, and their pages."""

    path: Path
    pages: TemplatePages
    _pages: dict[tuple[Path, int], Page] = field(default_factory=dict)

    def entries(self) -> list[ExampleEntry]:
        """Return all examples in the file."""
        return entries_in(self.path, read_text(self.path)) if self.path.exists() else []

    def put(self, url: str, name: str, value: str | list[str], xpaths: list[str]) -> None:
        """Write a page's value of a field, or all its values, in place of earlier ones.

        Raises:
            ExampleFileError: the file has other content; it stays as it is.
            OSError: the file cannot be written.
        """
        address = plain_url(url)

        def change(entries: list[ExampleEntry]) -> list[ExampleEntry]:
            same = [number for number, entry in enumerate(entries) if address in urls_of(entry)]
            first: Mapping[str, Any] = {**self._page_key(url), "fields": {}}
            if same:
                first = entries[same[0]].written
            fields = {**first["fields"], name: value}
            all_xpaths = {**first.get("xpaths", {}), name: xpaths}
            new = self._entry({**first, "fields": fields, "xpaths": all_xpaths})
            after = [
                self._without(entry, name) if number in same else entry
                for number, entry in enumerate(entries)
            ]
            return [*after[: same[0]], new, *after[same[0] + 1 :]] if same else [*after, new]

        self._change(change)

    def drop(self, name: str, urls: Iterable[str]) -> None:
        """Delete a field's examples on the pages."""
        gone = {*map(plain_url, urls)}
        self._change(
            lambda entries: [
                entry if gone.isdisjoint(urls_of(entry)) else self._without(entry, name)
                for entry in entries
            ]
        )

    def _change(self, change: Callable[[list[ExampleEntry]], list[ExampleEntry]]) -> None:
        with locked(self.path):
            text = read_text(self.path) if self.path.exists() else ""
            before = entries_in(self.path, text)
            after = [entry for entry in change(before) if entry.written["fields"]]
            if after != before:
                write_whole(self.path, _laid_out(after, is_list(text)).encode("utf-8", "replace"))

    def _entry(self, written: Mapping[str, Any]) -> ExampleEntry:
        return entry_of(self.path, "labelled here", written)

    def _without(self, entry: ExampleEntry, name: str) -> ExampleEntry:
        """Return the example without a field; without its only field, an entry of no fields."""
        written = entry.written
        if name not in written["fields"]:
            return entry
        rest = {key: value for key, value in written.items() if key != "xpaths"}
        rest["fields"] = {key: value for key, value in written["fields"].items() if key != name}
        xpaths = {key: value for key, value in written.get("xpaths", {}).items() if key != name}
        rest |= {"xpaths": xpaths} if xpaths else {}
        if rest["fields"]:
            return self._entry(rest)
        return replace(entry, fields={}, xpaths={}, written=rest, line="")

    def _page_key(self, url: str) -> dict[str, str]:
        """Return the page's name in the file."""
        file = file_of(url)
        if file is None:
            return {"url": url}
        folder = self.path.resolve().parent
        try:
            return {"page": Path(os.path.relpath(file, folder)).as_posix()}
        except ValueError:  # Another drive.
            return {"page": file.as_posix()}

    def of(
        self, templates: Templates, template: Template, field: str, current: Page
    ) -> tuple[list[Example], list[str]]:
        """Return a field's examples on other pages of a template, and notes in sentences."""
        address = plain_url(current.url)
        examples: list[Example] = []
        notes: list[str] = []
        missing = 0
        for entry in self._entries(field):
            if address in urls_of(entry):
                value = entry.fields[field]
                values = [value] if isinstance(value, str) else value
                notes.append(
                    f"This takes the place of what was labelled on this page: {in_words(values)}."
                )
                continue
            page = self._page(entry)
            missing += page is None
            if page is None or self.pages.id_of(templates, page) != template.id:
                continue
            try:
                examples.append(entry.labelled(page, [field]))
            except ExampleFileError as error:
                notes.append(f"An earlier example is left out: {error}.")
        if missing:
            what = "one earlier example" if missing == 1 else f"{missing} earlier examples"
            notes.append(
                f"The pages of {what} in {self.path.name} are not at hand, so what is learned"
                " leaves them out."
            )
        elif field in template.fields and not examples and not notes:
            notes.append(
                f"{template.id} has the field {field} already, from examples that are not at hand:"
                " saving replaces its rules."
            )
        return examples[:MAX_EXAMPLES], notes

    def urls(self, templates: Templates, template: Template, field: str) -> list[str]:
        """Return the addresses of a template's pages with examples of a field."""
        return [
            url
            for entry in self._entries(field)
            if (page := self._page(entry)) and self.pages.id_of(templates, page) == template.id
            for url in urls_of(entry)
        ]

    def _entries(self, field: str) -> list[ExampleEntry]:
        entries = [entry for entry in self.entries() if field in entry.fields]
        entries = entries[: -MAX_EXAMPLES_READ - 1 : -1]
        self.pages.seek(entry.url for entry in entries if entry.url and self._page(entry) is None)
        return entries

    def _page(self, entry: ExampleEntry) -> Page | None:
        """Return the page of an example, None if it is not at hand; files are read once."""
        file = entry.file or file_of(entry.url)
        page = next(filter(None, map(self.pages.with_url, urls_of(entry))), None)
        if page is not None or file is None:
            return page
        try:
            key = (file, file.stat().st_mtime_ns)
            if key not in self._pages:
                self._pages[key] = page_in(replace(entry, file=file))
                if len(self._pages) > MAX_EXAMPLE_PAGES:
                    self._pages.pop(next(iter(self._pages)))
        except (OSError, ExampleFileError):
            return None
        return self._pages[key]


def _laid_out(entries: Sequence[ExampleEntry], as_list: bool) -> str:
    lines = [entry.line or json.dumps(entry.written, ensure_ascii=False) for entry in entries]
    if as_list:
        return "[\n" + ",\n".join(lines) + "\n]\n"
    return "".join(line + "\n" for line in lines)


def urls_of(entry: ExampleEntry) -> tuple[str, ...]:
    """Return the possible addresses of an example's page; of a file ``file:///...``."""
    file = () if entry.file is None else (entry.file.resolve().as_uri(),)
    return (*file, plain_url(entry.url)) if entry.url else file


@lru_cache(4096)
def plain_url(url: str) -> str:
    """Return an address; a file always has the same."""
    file = file_of(url)
    return url if file is None else file.resolve().as_uri()


SHOWN: Final = 5
"""Largest number of a template's pages in a preview."""
MAX_PAGES: Final = 12
"""Largest number of a template's pages to keep."""
MAX_MATCHED: Final = 300
"""Largest number of pages of the corpus to match per call."""
MAX_SECONDS: Final = 3.0
"""Approximate time per call."""
MAX_BYTES: Final = 32_000_000
"""Largest number of bytes of pages to keep, of all templates; further ones are skipped."""


@dataclass(frozen=True, slots=True)
class OtherPage:
    """Another page of the same template."""

    name: str
    url: str
    page: Page
    number: int | None = None
    """Index among the open pages; None for one of the corpus."""


@dataclass(slots=True)
class TemplatePages:
    """The further pages of templates, searched for on request."""

    opened: Sequence[InspectedPage]
    corpus: Corpus | None = None
    _templates: tuple[tuple[str, int, str], ...] = ()
    _id_of: WeakKeyDictionary[Page, str] = field(default_factory=WeakKeyDictionary)
    _reading: CorpusPages | None = None
    _saved_pages: dict[str, dict[str, Page]] = field(default_factory=dict)
    _bytes: int = 0
    _search: CorpusPages | None = None
    _search_urls: set[str] = field(default_factory=set)
    _by_url: dict[str, Page | None] = field(default_factory=dict)

    def of(self, templates: Templates, template: Template, page: Page) -> list[OtherPage]:
        """Return pages of a template other than ``page``, MAX_PAGES at most.

        Open pages come first; a page with the same text as an earlier one is left out.
        """
        seen = {page.text()}
        pages = []
        for other in [*self._opened(templates, template, page), *self._saved(templates, template)]:
            if (text := other.page.text()) not in seen:
                seen.add(text)
                pages.append(other)
        return pages[:MAX_PAGES]

    def named(self, name: str) -> OtherPage | None:
        """Return the page of the corpus with a name from an earlier answer, if it is still kept."""
        page = next((pages[name] for pages in self._saved_pages.values() if name in pages), None)
        return None if page is None else OtherPage(name, page.url, page)

    def with_url(self, url: str) -> Page | None:
        """Return an open, saved or searched page by its address, as :func:`plain_url` writes it."""
        pages = [opened.page for opened in self.opened]
        for saved_pages in self._saved_pages.values():
            pages += saved_pages.values()
        match = next((page for page in pages if plain_url(page.url) == url), None)
        return match or self._by_url.get(url)

    def seek(self, urls: Iterable[str]) -> None:
        """Search the corpus for pages of these addresses, also a little at a time.

        For few addresses: all pages found are kept.
        """
        missing = {url for url in urls if url not in self._by_url and not url.startswith("file:")}
        if self.corpus is None or not missing:
            return
        if self._search is None or not missing <= self._search_urls:
            self._search, self._search_urls = self.corpus.pages(), {*missing}
        until = monotonic() + MAX_SECONDS
        while missing and monotonic() < until:
            saved = next(self._search, None)
            if saved is None:
                self._by_url.update(dict.fromkeys(missing))
                self._search = None
                break
            if saved.url in missing:
                missing.discard(saved.url)
                self._by_url[saved.url] = self._parsed(saved)

    def id_of(self, templates: Templates, page: Page) -> str:
        """Return the id of the page's template, empty without any; matched once a page."""
        self._forget_if_changed(templates)
        id = self._id_of.get(page)
        if id is None:
            match = templates.match(page)
            id = self._id_of[page] = match[0].id if match else ""
        return id

    def _forget_if_changed(self, templates: Templates) -> None:
        versions = tuple((template.id, template.pages, template.medoid) for template in templates)
        if versions != self._templates:
            self._templates = versions
            self._id_of.clear()
            self._saved_pages.clear()
            self._reading, self._bytes = None, 0

    def _opened(self, templates: Templates, template: Template, page: Page) -> Iterator[OtherPage]:
        for number, opened in enumerate(self.opened):
            if opened.page is page or (page.url and opened.page.url == page.url):
                continue
            if self.id_of(templates, opened.page) == template.id:
                yield OtherPage(opened.name, opened.page.url, opened.page, number)

    def _saved(self, templates: Templates, template: Template) -> list[OtherPage]:
        """Return the pages of the corpus found so far, after a search if they are few."""
        if self.corpus is None:
            return []
        self._forget_if_changed(templates)
        reading = self._reading = self._reading or self.corpus.pages()
        pages = self._saved_pages.setdefault(template.id, {})
        sites = {template.site for template in templates}
        until, matched = monotonic() + MAX_SECONDS, 0
        while len(pages) < MAX_PAGES and matched < MAX_MATCHED and monotonic() < until:
            saved = next(reading, None)
            if saved is None:
                break
            if "" in sites or not saved.url or site_of(saved.url) in ("", *sites):
                matched += 1
                self._keep(templates, saved)
        return [OtherPage(key, page.url, page) for key, page in pages.items()]

    def _keep(self, templates: Templates, saved: SavedPage) -> None:
        """Keep a page of the corpus with those of its template, if there is room."""
        page = self._parsed(saved)
        id = self.id_of(templates, page) if page is not None else ""
        pages = self._saved_pages.setdefault(id, {})
        if page is not None and id and len(pages) < MAX_PAGES and self._bytes < MAX_BYTES:
            pages[saved.key] = page
            self._bytes += len(saved.body)

    def _parsed(self, saved: SavedPage) -> Page | None:
        """Parse a page; one without an address gets its file's."""
        try:
            return (addressed(self.corpus, saved) if self.corpus else saved).page()
        except Exception:
            return None
