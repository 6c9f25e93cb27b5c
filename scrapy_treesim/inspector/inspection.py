"""The pages, files, templates and key trees under inspection; no web framework here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from time import monotonic
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

from scrapy_treesim.files.file_lock import locked
from scrapy_treesim.files.whole_file import state_of
from scrapy_treesim.findings.kinds import KINDS, FindingOptions
from scrapy_treesim.inspector.views.article import article_view, comments_view, detail_view
from scrapy_treesim.inspector.views.parts import (
    MAX_MARKS,
    MAX_PARTS,
    ChoiceError,
    Chosen,
    View,
    page_kind_view,
)
from scrapy_treesim.inspector.views.records import records_view
from scrapy_treesim.inspector.views.template import template_view
from scrapy_treesim.templates.by_example.key_trees import KeyTrees
from scrapy_treesim.templates.store.store import Templates

if TYPE_CHECKING:
    from scrapy_treesim.files.corpus import Corpus
    from scrapy_treesim.files.saved_page import SavedPage
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.rules import FieldRules
    from scrapy_treesim.templates.template import Template


@dataclass(frozen=True, slots=True)
class InspectedPage:
    """An open page."""

    name: str
    """Short name for people."""
    page: Page
    root: Path | None = None
    """Folder of its pictures and styles; None for pages of the web."""


@dataclass(frozen=True, slots=True)
class InspectionFiles:
    """Files read and written by the inspector."""

    templates: tuple[Path, ...] = ()
    key_trees: tuple[Path, ...] = ()
    """Files of key trees; new ones go into the first."""
    examples: Path = Path("labels.jsonl")
    """File of labelled examples, as ``scrapy treesim label`` reads them."""


def addressed(corpus: Corpus, saved: SavedPage) -> SavedPage:
    """Give a saved page its file's address if it has none; return it as it is without a file."""
    for path in () if saved.url else corpus.paths:
        for file in (path, path.parent / saved.key):
            if file.name == PurePath(saved.key).name and file.is_file():
                return replace(saved, url=file.as_uri())
    return saved


def file_of(url: str) -> Path | None:
    """Return the file of a ``file:`` address; None for any other address or text."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return Path(url2pathname(parts.path)) if parts.scheme == "file" else None


MAX_PAGES: Final = 200
"""Largest number of open pages."""

MAX_SAVED_PAGES: Final = 20_000
"""Largest number of saved pages to search for medoids."""
MAX_SECONDS: Final = 10.0
"""Seconds to spend on that search."""
MAX_BYTES: Final = 200_000_000
"""Bytes of the pages to keep from it."""


@dataclass(slots=True)
class Inspection:
    """The open pages, and the settings and files to inspect them with."""

    pages: list[InspectedPage]
    files: InspectionFiles = field(default_factory=InspectionFiles)
    settings: FindingOptions = field(default_factory=FindingOptions)
    """Settings of the findings, before any choice in the browser."""
    kinds: tuple[str, ...] = tuple(KINDS)
    corpus: Corpus | None = None
    """Saved pages to check labels on."""
    root: Path | None = None
    """Folder of local pages' pictures and styles; None for each page's folder."""
    template_files: TemplateFiles = field(init=False, repr=False)
    """Templates in :attr:`files`, read again if these have changed."""

    def __post_init__(self) -> None:
        self.template_files = TemplateFiles(self.files.templates)

    def page(self, number: int) -> InspectedPage:
        """Return the open page of a number."""
        if not 0 <= number < len(self.pages):
            raise LookupError(f"there is no page {number}")
        return self.pages[number]

    def open(self, name: str, page: Page) -> int:
        """Return the number of a page among the open ones, adding it if need be."""
        for number, opened in enumerate(self.pages):
            if opened.page is page or (page.url and opened.page.url == page.url):
                return number
        if len(self.pages) >= MAX_PAGES:
            raise ValueError(f"{MAX_PAGES} pages are open: start the inspector anew")
        file = file_of(page.url)
        root = None if file is None else self.root or file.parent
        self.pages.append(InspectedPage(name, page, root))
        return len(self.pages) - 1

    def view(self, number: int, kind: str, chosen: Mapping[str, str]) -> dict[str, Any]:
        """Return the findings of a kind on a page, as plain values."""
        return view(self.page(number).page, kind, chosen, self.settings).to_json()

    def kind(self, number: int) -> dict[str, Any]:
        """Return the kind of a page with its reasons, as plain values."""
        return page_kind_view(self.page(number).page)

    def config(self) -> dict[str, Any]:
        """Return the configuration of the inspector's own page."""
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
        """Read the files of templates again if they have changed: other programs write them too."""
        if self.files.templates:
            templates = self.template_files.load()
            if templates is not self.settings.templates:
                self.settings = replace(self.settings, templates=templates)

    def key_tree_file(self, name: str) -> Path:
        """Return the file for a key tree: the one with its name, or else the first."""
        paths = self.files.key_trees
        if not paths:
            raise ValueError("there is no file to put key trees in: set TREESIM_KEY_TREES")
        for path in paths:
            if path.exists() and any(tree.name == name for tree in KeyTrees.load(path).named):
                return path
        return paths[0]

    def reload_key_trees(self) -> None:
        """Read the files of key trees again, after an addition."""
        paths = [path for path in self.files.key_trees if path.exists()]
        self.settings = replace(self.settings, key_trees=KeyTrees.load(*paths))


def medoid_pages(corpus: Corpus, templates: Iterable[Template]) -> dict[str, Page]:
    """Return the medoid pages of templates by the templates' ids, in their order.

    One pass through saved pages, bounded in time and in bytes; pages that fail are left out.
    """
    templates = [*templates]
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
    return {template.id: pages[template.id] for template in templates if template.id in pages}


@dataclass(slots=True)
class TemplateFiles:
    """A set of template files."""

    paths: Sequence[Path]
    _states: tuple[tuple[int, ...], ...] = ()
    _templates: Templates = field(default_factory=Templates)

    def load(self) -> Templates:
        """Return the templates of all files in their present state."""
        states = tuple(map(state_of, self.paths))
        if states != self._states:
            self._templates = Templates.load(*self.paths)
            self._states = states
        return self._templates

    def put(self, id: str, name: str, rules: FieldRules, share: float | None, pages: int) -> Path:
        """Write a field of a template; all else stays as it is in the file at that moment.

        ``share`` is that of the ``pages`` further pages with the field; None if there are none.
        """

        def changed(template: Template) -> Template:
            expected = template.expected
            if expected is not None and share is not None:
                expected = expected.with_shares({name: share}, pages)
            return replace(template, fields={**template.fields, name: rules}, expected=expected)

        return self._change(id, changed)

    def remove(self, id: str, name: str) -> Path:
        """Remove a field from a template."""

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
                    # Read now: a command may have written the file in the meantime.
                    current = Templates.load(path)
                    current.replaced(change(current.by_id(id))).save(path)
                return path
        files = ", ".join(map(str, self.paths)) or "no file"
        raise LookupError(f"the template {id} is no longer in {files}: look at the page anew")


VIEWS: Final[dict[str, Callable[[Page, Chosen, FindingOptions], View]]] = {
    "records": records_view,
    "article": article_view,
    "detail": detail_view,
    "comments": comments_view,
    "template": template_view,
}
"""Functions that make the view of each kind of findings, in the order of the tabs."""


def view(
    page: Page, kind: str, chosen: Mapping[str, str], settings: FindingOptions | None = None
) -> View:
    """Return the findings of a kind on a page, with the choices made and ``settings`` for the rest.

    The cost is bounded by that of a crawl of the page: marks are limited to 20,000, long texts and
    tables are cut with a note.

    Raises:
        ChoiceError: no such kind or choice, or a value that it cannot have.
    """
    if kind not in VIEWS:
        raise ChoiceError(f"there is no kind {kind!r:.60}; there are {', '.join(VIEWS)}")
    settings = settings or FindingOptions()
    choices = Chosen(chosen)
    result = VIEWS[kind](page, choices, settings)
    roles = [group.role for group in result.groups if group.role is not None]
    if settings.emit == "main" and roles and not any(role.is_main for role in roles):
        result.notes.append(
            f'A crawl leaves this out: {roles[0].why}. With `TREESIM_EMIT = "all"` it does not.'
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
