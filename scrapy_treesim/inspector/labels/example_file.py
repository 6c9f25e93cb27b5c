"""The file of examples that labels are kept in."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.file_lock import locked
from scrapy_treesim.inspector.inspection import file_of
from scrapy_treesim.templates.labels.label_examples import (
    Entry,
    ExampleFileError,
    entries_in,
    entry_of,
    is_list,
    page_in,
    read_text,
)
from scrapy_treesim.templates.rules.values import shown
from scrapy_treesim.whole_file import write_whole

if TYPE_CHECKING:
    from scrapy_treesim.inspector.labels.same_template import TemplatePages
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.rules import Example
    from scrapy_treesim.templates.store.store import Templates
    from scrapy_treesim.templates.template import Template

MAX_EXAMPLES: Final = 30
"""Examples that a field is learned from, the last ones."""
LOOKED_AT: Final = 60
"""Examples of a field, of whatever template, whose pages are looked for; the last ones too."""
NAMED: Final = 2
"""Values or pages that a sentence names; of others their number."""
PAGES: Final = 60
"""Pages of examples that are kept in memory."""


@dataclass(slots=True)
class LabelFile:
    """The file of labelled examples, which need not be there yet, and where their pages are."""

    path: Path
    pages: TemplatePages
    _pages: dict[tuple[Path, int], Page] = field(default_factory=dict)

    def entries(self) -> list[Entry]:
        """All examples as they stand in the file now."""
        return entries_in(self.path, read_text(self.path)) if self.path.exists() else []

    def put(self, url: str, name: str, value: str | list[str], xpaths: list[str]) -> None:
        """Keep a page's values of a field, in place of those there were.

        Args:
            url: the page's; of a file ``file:///...``.
            name: the field's.
            value: as the page has it, or all of them.
            xpaths: where they stand.

        Raises:
            ExampleFileError: the file holds something else; it stays as it is.
            OSError: it cannot be written.
        """
        wanted = plain_url(url)

        def change(entries: list[Entry]) -> list[Entry]:
            same = [number for number, one in enumerate(entries) if wanted in urls_of(one)]
            first: Mapping[str, Any] = {**self._place(url), "fields": {}}
            if same:
                first = entries[same[0]].written
            fields = {**first["fields"], name: value}
            places = {**first.get("xpaths", {}), name: xpaths}
            new = self._entry({**first, "fields": fields, "xpaths": places})
            after = [
                self._without(one, name) if number in same else one
                for number, one in enumerate(entries)
            ]
            return [*after[: same[0]], new, *after[same[0] + 1 :]] if same else [*after, new]

        self._change(change)

    def drop(self, name: str, urls: Iterable[str]) -> None:
        """Forget a field's examples on some pages."""
        gone = {*map(plain_url, urls)}
        self._change(
            lambda entries: [
                one if gone.isdisjoint(urls_of(one)) else self._without(one, name)
                for one in entries
            ]
        )

    def _change(self, change: Callable[[list[Entry]], list[Entry]]) -> None:
        with locked(self.path):
            text = read_text(self.path) if self.path.exists() else ""
            before = entries_in(self.path, text)
            after = [one for one in change(before) if one.written["fields"]]
            if after != before:
                write_whole(self.path, _laid_out(after, is_list(text)).encode("utf-8", "replace"))

    def _entry(self, written: Mapping[str, Any]) -> Entry:
        return entry_of(self.path, "labelled here", written)

    def _without(self, entry: Entry, name: str) -> Entry:
        """The example without a field; one that has no other is an entry of no fields."""
        written = entry.written
        if name not in written["fields"]:
            return entry
        kept = {key: value for key, value in written.items() if key != "xpaths"}
        kept["fields"] = {key: value for key, value in written["fields"].items() if key != name}
        xpaths = {key: value for key, value in written.get("xpaths", {}).items() if key != name}
        kept |= {"xpaths": xpaths} if xpaths else {}
        if kept["fields"]:
            return self._entry(kept)
        return replace(entry, fields={}, xpaths={}, written=kept, line="")

    def _place(self, url: str) -> dict[str, str]:
        """The page's name in the file."""
        file = file_of(url)
        if file is None:
            return {"url": url}
        folder = self.path.resolve().parent
        try:
            return {"page": Path(os.path.relpath(file, folder)).as_posix()}
        except ValueError:  # Another drive.
            return {"page": file.as_posix()}

    def of(
        self, templates: Templates, template: Template, field: str, but: Page
    ) -> tuple[list[Example], list[str]]:
        """A field's examples on other pages of a template than one; and notes, sentences."""
        own = plain_url(but.url)
        found: list[Example] = []
        notes: list[str] = []
        away = 0
        for entry in self._entries(field):
            if own in urls_of(entry):
                value = entry.fields[field]
                values = [value] if isinstance(value, str) else value
                notes.append(
                    f"This takes the place of what was labelled on this page: {some_of(values)}."
                )
                continue
            page = self._page(entry)
            away += page is None
            if page is None or self.pages.id_of(templates, page) != template.id:
                continue
            try:
                found.append(entry.labelled(page, [field]))
            except ExampleFileError as error:
                notes.append(f"An earlier example is left out: {error}.")
        if away:
            what = "one earlier example" if away == 1 else f"{away} earlier examples"
            notes.append(
                f"The pages of {what} in {self.path.name} are not at hand, so what is learned"
                " leaves them out."
            )
        elif field in template.fields and not found and not notes:
            notes.append(
                f"{template.id} has the field {field} already, from examples that are not at hand:"
                " saving replaces its rules."
            )
        return found[:MAX_EXAMPLES], notes

    def urls(self, templates: Templates, template: Template, field: str) -> list[str]:
        """The addresses of a template's pages that have examples of a field."""
        found: list[str] = []
        for entry in self._entries(field):
            page = self._page(entry)
            if page is not None and self.pages.id_of(templates, page) == template.id:
                found += urls_of(entry)
        return found

    def _entries(self, field: str) -> list[Entry]:
        entries = [one for one in self.entries() if field in one.fields]
        entries = entries[: -LOOKED_AT - 1 : -1]
        self.pages.seek(one.url for one in entries if one.url and self._page(one) is None)
        return entries

    def _page(self, entry: Entry) -> Page | None:
        """The page of an example, None where it cannot be had; files are read once."""
        file = entry.file or file_of(entry.url)
        found = next(filter(None, map(self.pages.with_url, urls_of(entry))), None)
        if found is not None or file is None:
            return found
        try:
            key = (file, file.stat().st_mtime_ns)
            if key not in self._pages:
                self._pages[key] = page_in(replace(entry, file=file))
                if len(self._pages) > PAGES:
                    self._pages.pop(next(iter(self._pages)))
        except (OSError, ExampleFileError):
            return None
        return self._pages[key]


def _laid_out(entries: Sequence[Entry], as_list: bool) -> str:
    lines = [one.line or json.dumps(one.written, ensure_ascii=False) for one in entries]
    if as_list:
        return "[\n" + ",\n".join(lines) + "\n]\n"
    return "".join(line + "\n" for line in lines)


def urls_of(entry: Entry) -> tuple[str, ...]:
    """The addresses that an example's page may be known by; of a file ``file:///...``."""
    file = () if entry.file is None else (entry.file.resolve().as_uri(),)
    return (*file, plain_url(entry.url)) if entry.url else file


@lru_cache(4096)
def plain_url(url: str) -> str:
    """An address; of a file always written the same."""
    file = file_of(url)
    return url if file is None else file.resolve().as_uri()


def some_of(values: Sequence[str]) -> str:
    """Some of several values, for a sentence."""
    more = len(values) - NAMED
    return ", ".join(map(shown, values[:NAMED])) + (f" and {more} more" if more > 0 else "")
