"""The file of examples that labels are kept in, and its place in memory where there is none."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.file_lock import locked
from scrapy_treesim.inspector.inspection import file_of
from scrapy_treesim.templates.labels.label_examples import (
    Entry,
    ExampleFileError,
    entry_of,
    is_list,
    objects_in,
    page_in,
    read_text,
)
from scrapy_treesim.templates.labels.labelling import LabelledPage
from scrapy_treesim.templates.rules.values import shown
from scrapy_treesim.whole_file import write_whole

if TYPE_CHECKING:
    from scrapy_treesim.inspector.labels.same_template import TemplatePages
    from scrapy_treesim.page import Page
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


@dataclass(frozen=True, slots=True)
class NewExample:
    """One page's labels, to be added to the file."""

    url: str
    """The page's; of a file ``file:///...``."""
    field: str
    value: str | list[str]
    xpaths: list[str]


@dataclass(slots=True)
class LabelFile:
    """Labelled examples, in a file or, with ``path`` None, until the end only."""

    path: Path | None
    _kept: list[Entry] = field(default_factory=list)
    _pages: dict[tuple[Path, int], Page] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name that messages use."""
        return self.path.name if self.path else "this session"

    def entries(self) -> list[Entry]:
        """All examples as they stand in the file now."""
        if self.path is None:
            return self._kept
        if not self.path.exists():
            return []
        objects = objects_in(self.path, read_text(self.path))
        return [entry_of(self.path, place, written) for place, written in objects]

    def page_of(self, entry: Entry, with_url: Callable[[str], Page | None]) -> Page | None:
        """The page of an example, None where it cannot be had; files are read once."""
        file = entry.file or file_of(entry.url)
        found = next(filter(None, map(with_url, urls_of(entry))), None)
        if found is not None or file is None:
            return found
        try:
            key = (file, file.stat().st_mtime_ns)
            if key not in self._pages:
                self._pages[key] = page_in(Entry(entry.place, entry.url, file, entry.fields))
                if len(self._pages) > PAGES:
                    self._pages.pop(next(iter(self._pages)))
        except (OSError, ExampleFileError):
            return None
        return self._pages[key]

    def put(self, new: NewExample) -> None:
        """Keep an example; it takes the place of one of the same field and page.

        Raises:
            ExampleFileError: the file holds something else; it stays as it is.
            OSError: it cannot be written.
        """
        self._change(lambda written: _with(written, new, self._place(new.url)))

    def drop(self, name: str, urls: Iterable[str]) -> None:
        """Forget a field's examples on some pages."""
        gone = {*map(plain_url, urls)}

        def without(written: list[_Written]) -> list[_Written]:
            return [one if gone.isdisjoint(one.urls) else _without(one, name) for one in written]

        self._change(without)

    def _change(self, change: Callable[[list[_Written]], list[_Written]]) -> None:
        if self.path is None:
            path = Path("labels")
            kept = [_Written(_object(one), urls_of(one)) for one in self._kept]
            after = _with_fields(change(kept))
            self._kept = [entry_of(path, "labelled here", one.value) for one in after]
            return
        with locked(self.path):
            text = read_text(self.path) if self.path.exists() else ""
            written = self._written(text)
            after = _with_fields(change(written))
            if after != written:
                write_whole(self.path, _laid_out(after, is_list(text)).encode("utf-8", "replace"))

    def _written(self, text: str) -> list[_Written]:
        """Each line of the file, or each member of its list, with the address of its page."""
        assert self.path is not None
        if is_list(text):
            pairs = [*objects_in(self.path, text)]
            entries = [entry_of(self.path, place, value) for place, value in pairs]
            values = [value for _, value in pairs]
            return [_Written(v, urls_of(e)) for v, e in zip(values, entries, strict=True)]
        found = []
        lines = text.split("\n")
        for number, line in enumerate(lines if lines[-1] else lines[:-1], 1):
            if not line.strip():
                found.append(_Written(None, (), line))
                continue
            ((_, value),) = objects_in(self.path, line)
            entry = entry_of(self.path, f"{self.path}, line {number}", value)
            found.append(_Written(value, urls_of(entry), line))
        return found

    def _place(self, url: str) -> dict[str, str]:
        """The page's name in the file."""
        file = file_of(url)
        if file is None or self.path is None:
            return {"url": url}
        folder = self.path.resolve().parent
        try:
            return {"page": Path(os.path.relpath(file, folder)).as_posix()}
        except ValueError:  # Another drive.
            return {"page": file.as_posix()}


@dataclass(frozen=True, slots=True)
class KnownExamples:
    """The examples of a file, and where their pages are found."""

    file: LabelFile
    pages: TemplatePages

    def of(
        self, templates: Templates, template: Template, field: str, but: Page
    ) -> tuple[list[LabelledPage], list[str]]:
        """A field's examples on other pages of a template than one; and notes, sentences."""
        own = plain_url(but.url)
        found: list[LabelledPage] = []
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
                f"The pages of {what} in {self.file.name} are not at hand, so what is learned"
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
        entries = [one for one in self.file.entries() if field in one.fields]
        entries = entries[: -LOOKED_AT - 1 : -1]
        self.pages.seek(one.url for one in entries if one.url and self._page(one) is None)
        return entries

    def _page(self, entry: Entry) -> Page | None:
        return self.file.page_of(entry, self.pages.with_url)


@dataclass(frozen=True, slots=True)
class _Written:
    """One example as it is written."""

    value: dict[str, Any] | None
    urls: tuple[str, ...]
    """By which its page may be known."""
    line: str | None = None
    """As it stands in the file; None where it was changed."""

    def text(self) -> str:
        return json.dumps(self.value, ensure_ascii=False) if self.line is None else self.line


def _with_fields(written: Iterable[_Written]) -> list[_Written]:
    return [one for one in written if one.value is None or one.value["fields"]]


def urls_of(entry: Entry) -> tuple[str, ...]:
    """The addresses that an example's page may be known by; of a file ``file:///...``."""
    file = () if entry.file is None else (entry.file.resolve().as_uri(),)
    return (*file, plain_url(entry.url)) if entry.url else file


@lru_cache(4096)
def plain_url(url: str) -> str:
    """An address; of a file always written the same."""
    file = file_of(url)
    return url if file is None else file.resolve().as_uri()


def _object(entry: Entry) -> dict[str, Any]:
    written = {"url": entry.url, "fields": dict(entry.fields), "xpaths": dict(entry.xpaths)}
    return {**written, "types": dict(entry.types)} if entry.types else written


def _with(written: Sequence[_Written], new: NewExample, place: Mapping[str, str]) -> list[_Written]:
    """The examples with a new one, beside the others of its page."""
    url = plain_url(new.url)
    after = [_without(one, new.field) if url in one.urls else one for one in written]
    at = next((number for number, one in enumerate(after) if url in one.urls), len(after))
    if at == len(after):
        after.append(_Written({**place, "fields": {}}, (url,)))
    value = after[at].value
    assert value is not None
    fields = {**value["fields"], new.field: new.value}
    xpaths = {**value.get("xpaths", {}), new.field: new.xpaths}
    after[at] = _Written({**value, "fields": fields, "xpaths": xpaths}, after[at].urls)
    return after


def _without(one: _Written, name: str) -> _Written:
    if one.value is None or name not in one.value["fields"]:
        return one
    value = {key: said for key, said in one.value.items() if key != "xpaths"}
    value["fields"] = {key: said for key, said in value["fields"].items() if key != name}
    xpaths = {key: said for key, said in one.value.get("xpaths", {}).items() if key != name}
    return _Written(value | ({"xpaths": xpaths} if xpaths else {}), one.urls)


def _laid_out(written: Sequence[_Written], as_list: bool) -> str:
    lines = [one.text() for one in written]
    if as_list:
        return "[\n" + ",\n".join(lines) + "\n]\n"
    return "".join(line + "\n" for line in lines)


def some_of(values: Sequence[str]) -> str:
    """Some of several values, for a sentence."""
    more = len(values) - NAMED
    return ", ".join(map(shown, values[:NAMED])) + (f" and {more} more" if more > 0 else "")
