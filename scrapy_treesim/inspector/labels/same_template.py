"""Other pages of a template, to see a label on: pages that are open, and pages of a corpus.

A corpus may be a million pages, so it is gone through a little at a time, for all templates at
once: each ask goes on where the last one stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from scrapy_treesim.corpus.site import site_of
from scrapy_treesim.inspector.inspection import addressed
from scrapy_treesim.inspector.labels.example_file import plain_url

if TYPE_CHECKING:
    from scrapy_treesim.corpus import Corpus, SavedPage
    from scrapy_treesim.corpus.corpus import CorpusPages
    from scrapy_treesim.inspector.inspection import InspectedPage
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.store.store import Templates
    from scrapy_treesim.templates.template import Template

SHOWN: Final = 5
KEPT: Final = 12
"""Pages of a template that are kept."""
LOOKED_AT: Final = 300
"""Pages of the corpus that are matched for one ask."""
SECONDS: Final = 3.0
"""Time for one ask, about."""
MAX_BYTES: Final = 32_000_000
"""Bytes of pages that are kept, of all templates together; further ones are passed over."""


@dataclass(frozen=True, slots=True)
class OtherPage:
    """A page of the same template."""

    name: str
    url: str
    page: Page
    number: int | None = None
    """Among the pages that are open; None for one of the corpus."""


@dataclass(slots=True)
class TemplatePages:
    """The further pages of templates, looked for as they are asked for."""

    opened: Sequence[InspectedPage]
    corpus: Corpus | None = None
    looked_at: int = LOOKED_AT
    seconds: float = SECONDS
    _templates: tuple[tuple[str, int, str], ...] = ()
    _id_of: WeakKeyDictionary[Page, str] = field(default_factory=WeakKeyDictionary)
    _reading: CorpusPages | None = None
    _kept: dict[str, dict[str, Page]] = field(default_factory=dict)
    _bytes: int = 0
    _seeking: CorpusPages | None = None
    _seeking_for: set[str] = field(default_factory=set)
    _sought: dict[str, Page | None] = field(default_factory=dict)

    def of(self, templates: Templates, template: Template, but: Page) -> list[OtherPage]:
        """Pages of a template, KEPT at most; ``but`` is none of them.

        Pages that are open come first, pages of the same text as one before are left out.
        """
        seen = {but.text()}
        found = []
        for one in [*self._open_ones(templates, template, but), *self._saved(templates, template)]:
            if (text := one.page.text()) not in seen:
                seen.add(text)
                found.append(one)
        return found[:KEPT]

    def named(self, name: str) -> OtherPage | None:
        """The page of the corpus that an answer called so, if it is still kept."""
        for pages in self._kept.values():
            if name in pages:
                return OtherPage(name, pages[name].url, pages[name])
        return None

    def with_url(self, url: str) -> Page | None:
        """A page of this address, as :func:`plain_url` writes it, that is open, kept or sought."""
        pages = [one.page for one in self.opened]
        for kept in self._kept.values():
            pages += kept.values()
        known = next((page for page in pages if plain_url(page.url) == url), None)
        return known or self._sought.get(url)

    def seek(self, urls: Iterable[str]) -> None:
        """Look in the corpus for pages of these addresses, a little at a time as well.

        Give few: all that are found are kept.
        """
        wanted = {url for url in urls if url not in self._sought and not url.startswith("file:")}
        if self.corpus is None or not wanted:
            return
        if self._seeking is None or not wanted <= self._seeking_for:
            self._seeking, self._seeking_for = self.corpus.pages(), {*wanted}
        until = monotonic() + self.seconds
        while wanted and monotonic() < until:
            saved = next(self._seeking, None)
            if saved is None:
                self._sought.update(dict.fromkeys(wanted))
                self._seeking = None
                break
            if saved.url in wanted:
                wanted.discard(saved.url)
                self._sought[saved.url] = self._parsed(saved)

    def id_of(self, templates: Templates, page: Page) -> str:
        """The id of the page's template, empty where it is of none; matched once a page."""
        self._forget_if_changed(templates)
        id = self._id_of.get(page)
        if id is None:
            match = templates.match(page)
            id = self._id_of[page] = match[0].id if match else ""
        return id

    def _forget_if_changed(self, templates: Templates) -> None:
        known_as = tuple((one.id, one.pages, one.medoid) for one in templates)
        if known_as != self._templates:
            self._templates = known_as
            self._id_of.clear()
            self._kept.clear()
            self._reading, self._bytes = None, 0

    def _open_ones(
        self, templates: Templates, template: Template, but: Page
    ) -> Iterator[OtherPage]:
        for number, one in enumerate(self.opened):
            if one.page is but or (but.url and one.page.url == but.url):
                continue
            if self.id_of(templates, one.page) == template.id:
                yield OtherPage(one.name, one.page.url, one.page, number)

    def _saved(self, templates: Templates, template: Template) -> list[OtherPage]:
        """Those of the corpus that were found up to now, after looking for more if they are few."""
        if self.corpus is None:
            return []
        self._forget_if_changed(templates)
        reading = self._reading = self._reading or self.corpus.pages()
        found = self._kept.setdefault(template.id, {})
        sites = {one.site for one in templates}
        until, looked = monotonic() + self.seconds, 0
        while len(found) < KEPT and looked < self.looked_at and monotonic() < until:
            saved = next(reading, None)
            if saved is None:
                break
            if "" in sites or not saved.url or site_of(saved.url) in ("", *sites):
                looked += 1
                self._keep(templates, saved)
        return [OtherPage(key, page.url, page) for key, page in found.items()]

    def _keep(self, templates: Templates, saved: SavedPage) -> None:
        """Keep a page of the corpus with those of its template, if there is room."""
        page = self._parsed(saved)
        id = self.id_of(templates, page) if page is not None else ""
        kept = self._kept.setdefault(id, {})
        if page is not None and id and len(kept) < KEPT and self._bytes < MAX_BYTES:
            kept[saved.key] = page
            self._bytes += len(saved.body)

    def _parsed(self, saved: SavedPage) -> Page | None:
        """The page; of a file without a known address, with the file's."""
        try:
            return (addressed(self.corpus, saved) if self.corpus else saved).page()
        except Exception:
            return None
