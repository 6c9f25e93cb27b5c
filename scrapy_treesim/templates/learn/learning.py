"""From saved pages to templates (Qiu 2013, figure 2.1), on one core or on many machines.

1. Every page is read once, in batches, wherever the executor has it done; its features are kept.
2. Pages of templates that are known already are told by their signatures.
3. The others are clustered site by site; a cluster of enough pages is a new kind. Of a very large
   site a sample is clustered, the others are told by signatures, and what is like none is
   clustered in its turn.
4. Some pages of each kind are read once more, for the outline and for the names of features.

Which worker does what, and when, makes no difference to what comes out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Protocol

import scrapy_treesim
from scrapy_treesim.corpus import CorpusPages, Counts, SavedPage
from scrapy_treesim.executors import SerialExecutor, Workers, cores
from scrapy_treesim.templates.clustering import METHODS
from scrapy_treesim.templates.learn.filter import DEFAULT, PageFilter
from scrapy_treesim.templates.learn.kinds import assign_waiting, draft, new_kinds
from scrapy_treesim.templates.learn.reading import batches, read_batch, with_progress
from scrapy_treesim.templates.learn.work import LEFT, WorkFile
from scrapy_treesim.templates.store.store import Templates
from scrapy_treesim.templates.template import Template

MIN_PAGES: Final = 3
"""Pages that a template has at least."""

ROUNDS: Final = 4
"""How often a site's pages are clustered at most."""


class PageSource(Protocol):
    """Saved pages, as a :class:`~scrapy_treesim.corpus.Corpus` has them."""

    def pages(self, skip: Container[str] = ()) -> Iterator[SavedPage]:
        """All pages but for those whose keys are in ``skip``."""

    def read(self, keys: Collection[str]) -> Iterator[SavedPage]:
        """The pages of these keys."""


@dataclass(frozen=True, slots=True)
class LearnCounts:
    """Counts of the pages by what became of them."""

    pages: int
    """That were looked at, now or before in the work file."""
    resumed: int = 0
    """Of these, those that were in the work file."""
    errors: int = 0
    """Left out as error pages."""
    directories: int = 0
    """Left out as directories, if they are to be."""
    failed: int = 0
    """That could not be parsed."""
    known: int = 0
    """Of templates that were known already."""
    learned: int = 0
    """Of new templates."""
    left: int = 0
    """Of no template: fewer than ``min_pages`` are alike."""
    unreadable: int = 0
    """Files, records or lines that are no pages, or cannot be read."""


@dataclass(frozen=True, slots=True)
class LearnedTemplates:
    """The result of learning."""

    templates: Templates
    """Those known before, unchanged, and the new ones."""
    new: tuple[str, ...]
    """The ids of the new ones."""
    counts: LearnCounts

    def beside(self, templates: Templates) -> LearnedTemplates:
        """The new ones added to others than those known before; they get numbers anew."""
        new = self.templates.members[len(self.templates) - len(self.new) :]
        joined = templates.joined(new)
        return replace(
            self, templates=joined, new=tuple(one.id for one in joined.members[len(templates) :])
        )


def learn(
    corpus: PageSource,
    *,
    executor: Executor | Workers | None = None,
    method: str = "joining",
    chosen: PageFilter = DEFAULT,
    known: Templates | None = None,
    work: str | Path | None = None,
    min_pages: int = MIN_PAGES,
    progress: bool = True,
    on_page: Callable[[str, str], None] | None = None,
) -> LearnedTemplates:
    """Learn templates from saved pages.

    Memory is that of a few batches, of one site's sample and of the templates; what grows with the
    pages, some 3 kB each, is in the work file.

    Args:
        executor: where the work is done; here and now if not given. Of a bare ``Executor`` as
            many tasks are under way as this machine has cores.
        method: of clustering, a name in ``METHODS``.
        chosen: which pages are left out.
        known: templates to which new ones are to be added. Their pages are left out.
        work: a file that keeps what was read: a second run with it goes on where the first was
            stopped. A temporary one if not given.
        min_pages: fewer pages that are alike make no template.
        progress: show a bar, on a terminal.
        on_page: called with the key and the template's id of every page of one, when all is done.

    Raises:
        ValueError: there is no such method.
        WorkFileError: the work file cannot be used.
        ExecutorError: the executor was lost.
    """
    if method not in METHODS:
        raise ValueError(f"there is no method {method!r}; there are {', '.join(METHODS)}")
    workers = _workers(executor)
    known = known or Templates()
    with WorkFile(work, _made_by(corpus, chosen, method)) as file:
        resumed, unreadable = _read(corpus, file, workers, chosen, method, progress)
        file.forget_kinds()
        _note_known(file, workers, known)
        drafts = _kinds(corpus, file, workers, method, max(1, min_pages), len(known), progress)
        templates, new, ids = _joined(known, drafts, file.sizes())
        if on_page:
            for key, kind in file.members():
                on_page(key, ids[kind])
        return LearnedTemplates(templates, new, _counts(file, len(known), resumed, unreadable))


def _workers(executor: Executor | Workers | None) -> Workers:
    if isinstance(executor, Workers):
        return executor
    return Workers(executor, cores()) if executor else Workers(SerialExecutor())


def _made_by(corpus: PageSource, chosen: PageFilter, method: str) -> str:
    """A text of all that the work file depends on."""
    paths = getattr(corpus, "paths", ())
    return repr((scrapy_treesim.__version__, chosen, method, [*map(str, paths)]))


def _read(
    corpus: PageSource,
    file: WorkFile,
    workers: Workers,
    chosen: PageFilter,
    method: str,
    progress: bool,
) -> tuple[int, int]:
    """The first pass; how many pages had been read before, and how many cannot be."""
    resumed = sum(file.outcomes().values())
    reading = corpus.pages(file)
    orders = batches(_shown(reading, "reading", progress), chosen, method)
    for done in workers.each(read_batch, orders):
        file.add(done)
    return resumed, _unreadable(reading.counts) if isinstance(reading, CorpusPages) else 0


def _unreadable(counts: Counts) -> int:
    return counts.not_html + counts.redirect + counts.empty + counts.too_large + counts.broken


def _shown(reading: Iterator[SavedPage], what: str, progress: bool) -> Iterator[SavedPage]:
    return (
        with_progress(reading, what) if progress and isinstance(reading, CorpusPages) else reading
    )


def _note_known(file: WorkFile, workers: Workers, known: Templates) -> None:
    for site in file.waiting() if len(known) else ():
        kinds = [
            (number, one.signature)
            for number, one in enumerate(known)
            if not site or one.site in (site, "")
        ]
        assign_waiting(file, workers, site, kinds)


def _kinds(
    corpus: PageSource,
    file: WorkFile,
    workers: Workers,
    method: str,
    min_pages: int,
    first: int,
    progress: bool,
) -> dict[int, Template]:
    """Cluster, describe and assign, until no page waits; the new kinds by number."""
    drafts: dict[int, Template] = {}
    number = first
    for _ in range(ROUNDS):
        new = new_kinds(file, workers, method, min_pages, number)
        if not new:
            break
        number += len(new)
        pages = corpus.read({key for kind in new for key in kind.examined})
        drafts = draft(file, workers, _shown(pages, "describing", progress), new, drafts)
        for site in file.waiting():
            of_site = [
                (kind.number, drafts[kind.number].signature)
                for kind in new
                if kind.site == site and kind.number in drafts
            ]
            assign_waiting(file, workers, site, of_site)
    file.leave_waiting()
    return drafts


def _joined(
    known: Templates, drafts: dict[int, Template], sizes: dict[int, int]
) -> tuple[Templates, tuple[str, ...], dict[int, str]]:
    """All templates, the ids of the new ones, and the id of each kind."""
    order = sorted(drafts, key=lambda kind: (drafts[kind].site, -sizes[kind], kind))
    templates = known.joined(replace(drafts[kind], pages=sizes[kind]) for kind in order)
    new = templates.members[len(known) :]
    ids = {number: one.id for number, one in enumerate(known)}
    ids.update((kind, made.id) for kind, made in zip(order, new, strict=True))
    return templates, tuple(one.id for one in new), ids


def _counts(file: WorkFile, known: int, resumed: int, unreadable: int) -> LearnCounts:
    outcomes, sizes = file.outcomes(), file.sizes()
    return LearnCounts(
        sum(outcomes.values()),
        resumed,
        outcomes.get("error", 0),
        outcomes.get("directory", 0),
        outcomes.get("failed", 0),
        sum(size for kind, size in sizes.items() if 0 <= kind < known),
        sum(size for kind, size in sizes.items() if kind >= known),
        sizes.get(LEFT, 0),
        unreadable,
    )
