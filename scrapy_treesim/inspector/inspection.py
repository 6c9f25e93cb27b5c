"""The pages, files, templates and key trees under inspection. No web framework in here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from time import monotonic
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

from scrapy_treesim.file_lock import locked
from scrapy_treesim.findings import KINDS, Wanted
from scrapy_treesim.inspector.views.article import article_view, comments_view, detail_view
from scrapy_treesim.inspector.views.parts import (
    MAX_MARKS,
    MAX_PARTS,
    ChoiceError,
    Chosen,
    Group,
    View,
    page_kind_view,
)
from scrapy_treesim.inspector.views.records import records_view
from scrapy_treesim.inspector.views.template import template_view
from scrapy_treesim.records import KeyTrees
from scrapy_treesim.templates.store.store import Templates
from scrapy_treesim.whole_file import state_of

if TYPE_CHECKING:
    from scrapy_treesim.corpus import Corpus, SavedPage
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.rules import FieldRules
    from scrapy_treesim.templates.template import Template


@dataclass(frozen=True, slots=True)
class InspectedPage:
    """A page that was opened."""

    name: str
    """Short, for people."""
    page: Page
    root: Path | None = None
    """The folder whose pictures and styles it may show; of pages of the web None."""


@dataclass(frozen=True, slots=True)
class InspectionFiles:
    """The files that the inspector reads and writes."""

    templates: tuple[Path, ...] = ()
    key_trees: tuple[Path, ...] = ()
    """New ones go into the first."""
    examples: Path = Path("labels.jsonl")
    """File of labelled examples, as ``scrapy treesim label`` reads them."""


def root_of(url: str, root: Path | None) -> Path | None:
    """The folder whose pictures and styles a page may show: ``root`` or the page's own; of pages
    of the web None."""
    file = file_of(url)
    return None if file is None else root or file.parent


def addressed(corpus: Corpus, saved: SavedPage) -> SavedPage:
    """A saved page with an address: its own, or that of its file; as it is where it has neither."""
    return saved if saved.url else replace(saved, url=_file_address(corpus, saved.key))


def _file_address(corpus: Corpus, key: str) -> str:
    for path in corpus.paths:
        for file in (path, path.parent / key):
            if file.name == PurePath(key).name and file.is_file():
                return file.as_uri()
    return ""


def file_of(url: str) -> Path | None:
    """The file that an address names; None for other addresses, and for what is none."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return Path(url2pathname(parts.path)) if parts.scheme == "file" else None


MAX_PAGES: Final = 200
"""Pages that are open at a time."""

MAX_SAVED_PAGES: Final = 20_000
"""Saved pages that are gone through for medoids."""
MAX_SECONDS: Final = 10.0
"""That are spent on it."""
MAX_BYTES: Final = 200_000_000
"""Of the pages kept."""


@dataclass(slots=True)
class Inspection:
    """The pages that are open, and what they are looked at with."""

    pages: list[InspectedPage]
    files: InspectionFiles = field(default_factory=InspectionFiles)
    settings: Wanted = field(default_factory=Wanted)
    """The settings: what the kinds are found by before anybody chooses otherwise."""
    kinds: tuple[str, ...] = tuple(KINDS)
    corpus: Corpus | None = None
    """Saved pages to check labels on."""
    root: Path | None = None
    """Folder of local pages' pictures and styles; None for each page's folder."""
    template_files: TemplateFiles = field(init=False, repr=False)
    """The templates as they stand in :attr:`files`."""

    def __post_init__(self) -> None:
        self.template_files = TemplateFiles(self.files.templates)

    def page(self, number: int) -> InspectedPage:
        """The page of a number.

        Raises:
            LookupError: there is none.
        """
        if not 0 <= number < len(self.pages):
            raise LookupError(f"there is no page {number}")
        return self.pages[number]

    def open(self, name: str, page: Page) -> int:
        """The number of a page among those that are open, added if it is not.

        Raises:
            ValueError: too many are open.
        """
        for number, opened in enumerate(self.pages):
            if opened.page is page or (page.url and opened.page.url == page.url):
                return number
        if len(self.pages) >= MAX_PAGES:
            raise ValueError(f"{MAX_PAGES} pages are open: start the inspector anew")
        self.pages.append(InspectedPage(name, page, root_of(page.url, self.root)))
        return len(self.pages) - 1

    def view(self, number: int, kind: str, chosen: Mapping[str, str]) -> dict[str, Any]:
        """The findings of a kind on a page, as plain values."""
        return view(self.page(number).page, kind, chosen, self.settings).to_json()

    def kind(self, number: int) -> dict[str, Any]:
        """The kind of a page and why, as plain values."""
        return page_kind_view(self.page(number).page)

    def config(self) -> dict[str, Any]:
        """The configuration that the inspector's own page starts with."""
        files = self.files
        return {
            "pages": [
                {"number": number, "name": opened.name, "url": opened.page.url}
                for number, opened in enumerate(self.pages)
            ],
            "kinds": [kind for kind in VIEWS if kind in self.kinds],
            "templates": files.templates[0].name if files.templates else None,
            "examples": files.examples.name,
        }

    def refresh(self) -> None:
        """Take the templates as they stand in the files now: others may write them too."""
        if self.files.templates:
            templates = self.template_files.load()
            if templates is not self.settings.templates:
                self.settings = replace(self.settings, templates=templates)

    def key_tree_file(self, name: str) -> Path:
        """The file for a key tree: the one that has its name, or else the first."""
        paths = self.files.key_trees
        if not paths:
            raise ValueError("there is no file to put key trees in: set TREESIM_KEY_TREES")
        for path in paths:
            if path.exists() and any(tree.name == name for tree in KeyTrees.load(path).named):
                return path
        return paths[0]

    def reload_key_trees(self) -> None:
        """Read the files of key trees again: one was added."""
        paths = [path for path in self.files.key_trees if path.exists()]
        self.settings = replace(self.settings, key_trees=KeyTrees.load(*paths))


def medoid_pages(corpus: Corpus, templates: Iterable[Template]) -> dict[str, Page]:
    """The pages in the middle of templates, by the templates' ids, in the order of these.

    One pass through saved pages, bounded in time and in bytes; what cannot be parsed is left out.
    """
    ids = [template.id for template in templates]
    medoid_ids = {template.medoid: template.id for template in templates if template.medoid}
    pages: dict[str, Page] = {}
    stop, room = monotonic() + MAX_SECONDS, MAX_BYTES
    for number, saved in enumerate(corpus.pages()):
        id = medoid_ids.pop(saved.url, None) or medoid_ids.pop(saved.key, None)
        if id is not None and len(saved.body) <= room:
            with suppress(Exception):
                pages[id] = addressed(corpus, saved).page()
            room -= len(saved.body)
        if not medoid_ids or number >= MAX_SAVED_PAGES or monotonic() > stop:
            break
    return {id: pages[id] for id in ids if id in pages}


@dataclass(slots=True)
class TemplateFiles:
    """Some files of templates."""

    paths: Sequence[Path]
    _states: tuple[tuple[int, ...], ...] = ()
    _templates: Templates = field(default_factory=Templates)

    def load(self) -> Templates:
        """The templates of all files, as they stand there now.

        Raises:
            TemplateFileError: a file that cannot be read.
        """
        states = tuple(map(state_of, self.paths))
        if states != self._states:
            self._templates = Templates.load(*self.paths)
            self._states = states
        return self._templates

    def put(self, id: str, name: str, rules: FieldRules, share: float | None, pages: int) -> Path:
        """Write a field of a template; all else stays as it is in the file at that moment.

        ``found``: on what share of ``looked`` further pages it is found; None where there are none.
        """

        def changed(template: Template) -> Template:
            expected = template.expected
            if expected is not None and share is not None:
                expected = expected.with_shares({name: share}, pages)
            return replace(template, fields={**template.fields, name: rules}, expected=expected)

        return self._change(id, changed)

    def remove(self, id: str, name: str) -> Path:
        """Take a field out of a template."""

        def changed(template: Template) -> Template:
            if name not in template.fields:
                raise LookupError(f"the template {id} has no field {name}")
            fields = {key: rules for key, rules in template.fields.items() if key != name}
            expected = template.expected
            if expected is not None:
                shares = {key: share for key, share in expected.fields.items() if key != name}
                expected = replace(expected, fields=shares)
            return replace(template, fields=fields, expected=expected)

        return self._change(id, changed)

    def _change(self, id: str, change: Callable[[Template], Template]) -> Path:
        for path in self.paths:
            if any(template.id == id for template in Templates.load(path)):
                with locked(path):
                    # Read now: a command may have written it since it was read.
                    current = Templates.load(path)
                    current.replaced(change(current.by_id(id))).save(path)
                return path
        files = ", ".join(map(str, self.paths)) or "no file"
        raise LookupError(f"the template {id} is no longer in {files}: look at the page anew")


VIEWS: Final[dict[str, Callable[[Page, Chosen, Wanted], View]]] = {
    "records": records_view,
    "article": article_view,
    "detail": detail_view,
    "comments": comments_view,
    "template": template_view,
}
"""By kind of findings, in the order of the tabs: what makes its view."""


def view(page: Page, kind: str, chosen: Mapping[str, str], settings: Wanted | None = None) -> View:
    """The findings of a kind on a page, with the choices made; all else as ``wanted`` has it.

    Bounded by what a crawl does with the page: 20,000 marks, texts and tables that a note says were
    cut.

    Raises:
        ChoiceError: no such kind or choice, or a value that it cannot have.
    """
    if kind not in VIEWS:
        raise ChoiceError(f"there is no kind {kind!r:.60}; there are {', '.join(VIEWS)}")
    settings = settings or Wanted()
    choices = Chosen(chosen)
    result = VIEWS[kind](page, choices, settings)
    if settings.emit == "main" and (why := _why_none_is_main(result.groups)):
        result.notes.append(
            f'A crawl leaves this out: {why}. With `TREESIM_EMIT = "all"` it does not.'
        )
    if result.cut_to:
        result.notes.append(
            f"Texts of more than {result.cut_to:,} characters and more than {MAX_PARTS} parts of a "
            "value are cut here, not in the export."
        )
    if result.left_out:
        result.notes.append(
            f"The page has more than is marked: {MAX_MARKS:,} marks are shown, "
            f"{result.left_out:,} are not."
        )
    result.kind, result.choices = kind, choices.offered
    return result


def _why_none_is_main(groups: Sequence[Group]) -> str | None:
    """The reason that a crawl emits nothing of what was found; None where it does."""
    roles = [group.role for group in groups if group.role is not None]
    return roles[0].why if roles and not any(role.is_main for role in roles) else None
