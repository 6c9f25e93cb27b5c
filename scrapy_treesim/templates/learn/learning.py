"""Learning of templates from saved pages (Qiu 2013, figure 2.1), on one core or many machines.

1. Every page is read once, in batches, by the executor's workers; its features are stored.
2. Pages of existing templates are matched by their signatures.
3. The rest is clustered site by site; a cluster of enough pages is a new kind. For a very large
   site a sample is clustered, the pages with the smallest hashes of their keys; further pages are
   matched by signatures, and those without a match are clustered in the next round.
4. Some pages of each kind are read once more, for the outline.

The result does not depend on the order of the work or its distribution to workers.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import scrapy_treesim
from scrapy_treesim.files.corpus import CorpusPages
from scrapy_treesim.files.executors import ProgressBar, SerialExecutor, Workers, cores
from scrapy_treesim.files.saved_page import SavedPage
from scrapy_treesim.templates.clustering import METHODS
from scrapy_treesim.templates.drift import Expectation
from scrapy_treesim.templates.learn.work import LEFT, PageRead, WorkFile, WorkPage
from scrapy_treesim.templates.match.signature import (
    PageFeatures,
    TemplateSignature,
    best_match,
    features_of,
    medoid_of,
    template_signatures,
)
from scrapy_treesim.templates.outline import TemplateOutline, induce
from scrapy_treesim.templates.store.store import Templates
from scrapy_treesim.templates.template import MAX_ADDRESS, Template
from scrapy_treesim.tree import PageTree, tags
from scrapy_treesim.values.lexicon.words import entries

if TYPE_CHECKING:
    from scrapy_treesim.page import Page


_PHRASE: Final = re.compile("|".join(map(re.escape, entries("error.page"))))
# The number counts only by itself, as in "404" or "404 | Example".
_NUMBER: Final = re.compile(r"(?:404|403|410|500|502|503)(?:\s*[-–—|:·!.]\s.*)?", re.DOTALL)


def tells_of_error(line: str) -> bool:
    """Tell whether a title, a heading or a short text is an error message; O(characters)."""
    line = " ".join(line.lower().replace("’", "'").split())
    return _NUMBER.fullmatch(line) is not None or _PHRASE.search(line) is not None


MAX_ERROR_TEXT: Final = 1_500
"""Most characters outside links of an error page."""
MAX_HEADINGS: Final = 20
"""Most headings of a page that are checked."""
MAX_LINE: Final = 300
"""Most characters of a title or heading that are checked."""
MAX_SHORT_TEXT: Final = 300
"""Most characters outside links of a page with its whole text checked like a heading."""


def is_error_page(page: Page, status: int | None = None) -> bool:
    """Tell whether a page is an error page, or has no text but its title.

    It has little text, with a message that something was not found (Qiu 2013, section 2.2.1 and
    table 6.2). The thesis has documents of up to 6,000 characters; as menus alone have more today,
    text in links does not count. ``status`` is its HTTP status, if known.
    """
    if status is not None and status >= 400:
        return True
    tree = page.tree
    heads = (node for node in tree.children(0) if tree.tag[node] == _HEAD)
    if tree.text_chars(0) == sum(map(tree.text_chars, heads)):
        return True
    unlinked = tree.text_chars(0) - tree.linked_chars(0)
    return unlinked <= MAX_ERROR_TEXT and any(map(tells_of_error, _error_lines(page, unlinked)))


_HEAD: Final = tags.NUMBER["head"]


def _error_lines(page: Page, unlinked: int) -> Iterator[str]:
    yield (page.title or "")[:MAX_LINE]
    tree = page.tree
    for node in page.headings()[:MAX_HEADINGS]:
        # Longer headings have other contents, and long ones may nest.
        if tree.text_chars(node) <= MAX_LINE:
            yield tree.plain_text(node)
    if unlinked <= MAX_SHORT_TEXT and tree.text_chars(0) <= 2 * MAX_SHORT_TEXT:
        yield tree.plain_text(0)


def read_batch(pages: Sequence[SavedPage], method: str, keep_errors: bool) -> list[PageRead]:
    """Parse the pages and compute their features; a page that fails has the outcome "failed"."""
    return [_read(page, method, keep_errors) for page in pages]


def _read(saved: SavedPage, method: str, keep_errors: bool) -> PageRead:
    try:
        page = saved.page()
        if not keep_errors and is_error_page(page, saved.status):
            return PageRead(saved.key, saved.url, "error")
        reading = METHODS[method].read(page.tree)
        if isinstance(reading, PageFeatures):
            return PageRead(saved.key, saved.url, "page", reading)
        return PageRead(saved.key, saved.url, "page", features_of(page.tree), reading)
    except Exception:
        # Any failure of a page is counted, and the next page is read.
        return PageRead(saved.key, saved.url, "failed")


def cluster_pages(
    site: tuple[str, Sequence[WorkPage]], method: str, min_pages: int
) -> tuple[str, list[int], list[list[int]]]:
    """Cluster a site; return its name, its pages' numbers, and those of its large enough clusters.

    The largest cluster comes first, of equal ones that of the first page; in each the medoid comes
    first.
    """
    name, pages = site
    readings: list[Any] = [
        page.features if page.reading is None else page.reading for page in pages
    ]
    members: dict[int, list[WorkPage]] = {}
    for page, cluster in zip(pages, METHODS[method].cluster(readings), strict=True):
        members.setdefault(cluster, []).append(page)
    clusters = []
    for group in sorted(members.values(), key=len, reverse=True):
        if len(group) >= min_pages:
            medoid = group.pop(medoid_of([page.features for page in group]))
            clusters.append([page.number for page in (medoid, *group)])
    return name, [page.number for page in pages], clusters


def assign(
    pages: Sequence[WorkPage], kinds: Sequence[tuple[int, TemplateSignature]]
) -> dict[int, int]:
    """Match pages with kinds; return the kind of each matching page by page number."""
    signatures = [signature for _, signature in kinds]
    matches = {page.number: best_match(page.features, signatures) for page in pages}
    return {number: kinds[match[0]][0] for number, match in matches.items() if match}


def describe(pages: Sequence[SavedPage]) -> TemplateOutline | None:
    """Compute the outline of some pages of a kind, the medoid first; None if none can be read."""
    trees: list[PageTree] = []
    for saved in pages:
        try:
            trees.append(saved.page().tree)
        except Exception:
            # It was readable in the first pass: the file has changed since.
            continue
    return induce(trees) if trees else None


def sign(
    groups: Sequence[Sequence[PageFeatures]],
) -> list[tuple[TemplateSignature, Expectation]]:
    """Compute each kind's signature, and its rates on the kind's pages.

    ``groups`` has the features of pages of each kind of one site.
    """
    signatures = template_signatures(groups)
    signed = []
    for number, group in enumerate(groups):
        matches = [best_match(features, signatures) for features in group]
        outcomes = [(match[1], ()) if match and match[0] == number else None for match in matches]
        signed.append((signatures[number], Expectation.of(outcomes)))
    return signed


MIN_PAGES: Final = 3
"""Fewest pages of a template."""
ROUNDS: Final = 10
"""Most rounds of clustering of a site's pages."""
BATCH_BYTES: Final = 1_000_000
"""Bytes of a batch of pages: some tens of pages, a tenth of a second's work."""
BATCH_PAGES: Final = 100
SAMPLE_PAGES: Final = 800
"""Most pages of a site that are clustered at a time."""
MAX_EXAMINED: Final = 20
"""Most pages of a cluster that are read once more, including the medoid."""
AT_ONCE: Final = 500
"""Number of pages in a worker's task of matching."""
GROUP: Final = 500
"""Most pages for the signature of a kind."""
MIN_MATCHED: Final = 0.1
"""Least share of a kind's own pages that match its signature; with less it is no template."""
UNSIGNED: Final = TemplateSignature({}, frozenset(), 1.0)
"""Placeholder signature of an unfinished template; no page matches it."""


class PageSource(Protocol):
    """Source of saved pages, such as a :class:`~scrapy_treesim.files.corpus.Corpus`."""

    def pages(self, skip: Container[str] = ()) -> Iterator[SavedPage]:
        """Yield all pages without a key in ``skip``."""

    def read(self, keys: Collection[str]) -> Iterator[SavedPage]:
        """Yield the pages of these keys."""


@dataclass(frozen=True, slots=True)
class LearnCounts:
    """Counts of the pages by outcome."""

    pages: int
    """Number of pages read, now or before in the work file."""
    resumed: int = 0
    """Number of these in the work file from before."""
    errors: int = 0
    """Number of error pages, left out."""
    failed: int = 0
    """Number of pages that could not be parsed."""
    known: int = 0
    """Number of pages of existing templates."""
    learned: int = 0
    """Number of pages of new templates."""
    left: int = 0
    """Number of pages of no template: fewer than ``min_pages`` are similar."""
    unreadable: int = 0
    """Number of unreadable files, records or lines, and of those that are no pages."""
    damaged: int = 0
    """Number of these from a truncated or damaged file, so that pages may be missing."""


@dataclass(frozen=True, slots=True)
class LearnedTemplates:
    """Result of learning."""

    templates: Templates
    """The existing templates, unchanged, and the new ones."""
    new: tuple[str, ...]
    """Ids of the new templates."""
    counts: LearnCounts

    def beside(self, templates: Templates) -> LearnedTemplates:
        """Add the new templates to another collection, under new numbers."""
        new = self.templates.members[len(self.templates) - len(self.new) :]
        joined = templates.joined(new)
        return replace(
            self,
            templates=joined,
            new=tuple(template.id for template in joined.members[len(templates) :]),
        )


def learn(
    corpus: PageSource,
    *,
    executor: Executor | Workers | None = None,
    method: str = "joining",
    keep_errors: bool = False,
    known: Templates | None = None,
    work: str | Path | None = None,
    min_pages: int = MIN_PAGES,
    progress: bool = True,
    on_page: Callable[[str, str], None] | None = None,
) -> LearnedTemplates:
    """Learn templates from saved pages.

    Memory holds a few batches, one site's sample and the templates; data that grows with the pages,
    some 3 kB each, is in the work file.

    Args:
        executor: the executor of the work; this process by default. A bare ``Executor`` gets as
            many tasks at a time as this machine has cores.
        method: clustering method, a name in ``METHODS``.
        keep_errors: learn from error pages as well.
        known: existing templates; new ones are added to them, and their pages are left out.
        work: the file of pages read: a second run with it continues where the first was stopped.
            A temporary one by default.
        min_pages: fewest similar pages of a template.
        progress: show a bar, on a terminal.
        on_page: called at the end with the key and the template's id of each page of a template.

    Raises:
        ValueError: there is no such method.
        WorkFileError: the work file cannot be used.
        ExecutorError: the executor was lost.
    """
    if method not in METHODS:
        raise ValueError(f"there is no method {method!r}; there are {', '.join(METHODS)}")
    if not isinstance(executor, Workers):
        executor = Workers(executor, cores()) if executor else Workers(SerialExecutor())
    known = known or Templates()
    # Everything that determines the work file.
    paths = [*map(str, getattr(corpus, "paths", ()))]
    made_by = repr((scrapy_treesim.__version__, sys.byteorder, keep_errors, method, paths))
    with WorkFile(work, made_by) as file:
        run = _Run(corpus, file, executor, method, progress)
        resumed = sum(file.outcomes().values())
        unreadable, damaged = run.read(keep_errors)
        file.forget_kinds()
        if known:
            run.assign([*enumerate(known)], elsewhere=True)
        drafts = run.templates(max(1, min_pages), len(known))
        sizes = file.sizes()
        order = sorted(drafts, key=lambda kind: (drafts[kind].site, -sizes[kind], kind))
        templates = known.joined(replace(drafts[kind], pages=sizes[kind]) for kind in order)
        ids = dict(
            zip([*range(len(known)), *order], (template.id for template in templates), strict=True)
        )
        if on_page:
            for key, kind in file.members():
                on_page(key, ids[kind])
        outcomes = file.outcomes()
    counts = LearnCounts(
        sum(outcomes.values()),
        resumed,
        outcomes.get("error", 0),
        outcomes.get("failed", 0),
        sum(size for kind, size in sizes.items() if 0 <= kind < len(known)),
        sum(size for kind, size in sizes.items() if kind >= len(known)),
        sizes.get(LEFT, 0),
        unreadable,
        damaged,
    )
    return LearnedTemplates(templates, tuple(ids[kind] for kind in order), counts)


@dataclass(frozen=True, slots=True)
class _Kind:
    """Cluster of pages that becomes a template."""

    number: int
    site: str
    medoid: str
    """Address of the medoid, or else its key."""
    examined: tuple[str, ...]
    """Keys of the pages to read once more, the medoid first."""


@dataclass(frozen=True, slots=True)
class _Run:
    """Steps of learning; each kind has a number, for an existing template its index."""

    corpus: PageSource
    file: WorkFile
    workers: Workers
    method: str
    progress: bool

    def read(self, keep_errors: bool) -> tuple[int, int]:
        """Read the pages missing in the work file, the first pass.

        Returns the number of unreadable entries, and of those in damaged files.
        """
        reading = self.corpus.pages(self.file)
        task = partial(read_batch, method=self.method, keep_errors=keep_errors)
        for batch in self.workers.each(task, batches(self._with_bar(reading, "reading"))):
            self.file.add(batch)
        if not isinstance(reading, CorpusPages):
            return 0, 0
        counts = reading.counts
        return counts.total() - counts["pages"] - counts["known"], reading.damaged

    def templates(self, min_pages: int, first: int) -> dict[int, Template]:
        """Cluster, describe and assign until no page is left; number kinds from ``first``."""
        drafts: dict[int, Template] = {}
        number = first
        for _ in range(ROUNDS):
            new = self._cluster(min_pages, number)
            if not new:
                break
            number += len(new)
            drafts = self._describe(new, drafts)
            self.assign(
                [(kind.number, drafts[kind.number]) for kind in new if kind.number in drafts]
            )
        self.file.dissolve(None)
        return drafts

    def assign(self, kinds: Sequence[tuple[int, Template]], elsewhere: bool = False) -> None:
        """Assign the pages without a kind to these kinds of their site, if they match.

        With ``elsewhere`` a page or a kind without a site may be of any site.
        """
        for site in self.file.waiting():
            local = [
                (number, template.signature)
                for number, template in kinds
                if template.site == site or (elsewhere and "" in (template.site, site))
            ]
            for kind_of in self.workers.each(partial(assign, kinds=local), self._waiting(site)):
                self.file.set_kind(kind_of)

    def _waiting(self, site: str) -> Iterator[list[WorkPage]]:
        after = -1
        while pages := self.file.pages(site, None, AT_ONCE, after):
            after = pages[-1].mark
            yield pages

    def _cluster(self, min_pages: int, first: int) -> list[_Kind]:
        """Cluster the pages without a kind, site by site; number the kinds from ``first``.

        A page in no cluster stays without a kind if its site has pages outside the sample.
        """
        file, waiting = self.file, self.file.waiting()
        kinds: list[_Kind] = []
        samples = ((site, file.pages(site, None, SAMPLE_PAGES)) for site in waiting)
        task = partial(cluster_pages, method=self.method, min_pages=min_pages)
        for site, pages, clusters in self.workers.each(task, samples):
            kind_of: dict[int, int] = {}
            for members in clusters:
                examined = file.keys_and_urls(members[:MAX_EXAMINED])
                number, (key, url) = first + len(kinds), examined[0]
                kinds.append(_Kind(number, site, url or key, tuple(key for key, _ in examined)))
                kind_of.update(dict.fromkeys(members, number))
            if waiting[site] <= SAMPLE_PAGES or not clusters:
                kind_of = {page: kind_of.get(page, LEFT) for page in pages}
            file.set_kind(kind_of)
        return kinds

    def _describe(self, new: Sequence[_Kind], before: dict[int, Template]) -> dict[int, Template]:
        """Return the kinds as templates by number, with new signatures on sites with new kinds.

        A kind is left out if none of its pages can be read any more.
        """
        file = self.file
        examined = self.corpus.read({key for kind in new for key in kind.examined})
        for page in self._with_bar(examined, "describing"):
            file.store_body(page)
        drafts = {**before}
        described = self.workers.each(describe, (file.stored_bodies(kind.examined) for kind in new))
        for kind, outline in zip(new, described, strict=True):
            if outline is None:
                file.dissolve(kind.number)
                continue
            medoid = kind.medoid[:MAX_ADDRESS]
            drafts[kind.number] = Template(UNSIGNED, kind.site, medoid=medoid, outline=outline)
        file.forget_bodies()
        sites = {kind.site for kind in new}
        of_site: dict[str, list[int]] = {}
        for number, template in sorted(drafts.items()):
            if template.site in sites:
                of_site.setdefault(template.site, []).append(number)
        samples = (
            [[page.features for page in file.pages(site, kind, GROUP)] for kind in kinds]
            for site, kinds in of_site.items()
        )
        signed = self.workers.each(sign, samples)
        for numbers, signatures in zip(of_site.values(), signed, strict=True):
            for number, (signature, expected) in zip(numbers, signatures, strict=True):
                if expected.matched < MIN_MATCHED:
                    file.dissolve(number)
                    del drafts[number]
                else:
                    drafts[number] = replace(drafts[number], signature=signature, expected=expected)
        return drafts

    def _with_bar(self, pages: Iterator[SavedPage], what: str) -> Iterator[SavedPage]:
        shown = self.progress and isinstance(pages, CorpusPages)
        return with_progress(pages, what) if shown else pages  # type: ignore[arg-type]


def batches(pages: Iterable[SavedPage]) -> Iterator[list[SavedPage]]:
    """Group pages into batches of about a megabyte."""
    batch: list[SavedPage] = []
    size = 0
    for page in pages:
        batch.append(page)
        size += len(page.body)
        if size >= BATCH_BYTES or len(batch) >= BATCH_PAGES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def with_progress(reading: CorpusPages, what: str) -> Iterator[SavedPage]:
    """Yield the pages of a reading, with a bar of the bytes and the number of pages."""
    shown = sys.stderr.isatty()
    # The total requires a listing of its files: only for a visible bar.
    total = reading.total if shown else None
    with ProgressBar(
        total=total, desc=what, unit="B", unit_scale=True, disable=not shown, file=sys.stderr
    ) as bar:
        for page in reading:
            yield page
            bar.set_postfix_str(f"{reading.counts['pages']} pages", refresh=False)
            bar.update(min(reading.stored, total or 0) - bar.n)
        bar.update((total or 0) - bar.n)
