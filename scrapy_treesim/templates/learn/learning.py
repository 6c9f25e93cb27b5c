"""From saved pages to templates (Qiu 2013, figure 2.1), on one core or on many machines.

1. Every page is read once, in batches, wherever the executor has it done; its features are kept.
2. Pages of templates that are known already are told by their signatures.
3. The others are clustered site by site; a cluster of enough pages is a new kind. Of a very large
   site a sample is clustered, the pages whose keys have the least hashes; the others are told by
   signatures, and what is like none is clustered in its turn.
4. Some pages of each kind are read once more, for the outline.

Which worker does what, and when, makes no difference to what comes out.
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

from tqdm import tqdm

import scrapy_treesim
from scrapy_treesim.corpus import CorpusPages, SavedPage
from scrapy_treesim.executors import SerialExecutor, Workers, cores
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
# The number says it only where it stands alone, as in "404" or "404 | Example".
_NUMBER: Final = re.compile(r"(?:404|403|410|500|502|503)(?:\s*[-–—|:·!.]\s.*)?", re.DOTALL)


def tells_of_error(line: str) -> bool:
    """Tell whether a title, a heading or a short text is an error message; O(characters)."""
    line = " ".join(line.lower().replace("’", "'").split())
    return _NUMBER.fullmatch(line) is not None or _PHRASE.search(line) is not None


MAX_ERROR_TEXT: Final = 1_500
"""Characters outside links that an error page has at most."""
MAX_HEADINGS: Final = 20
"""Headings of a page that are looked at."""
MAX_LINE: Final = 300
"""Characters of a title or heading that are looked at."""
MAX_SHORT_TEXT: Final = 300
"""Characters outside links up to which all of a page's text is looked at, as a heading is."""


def is_error_page(page: Page, status: int | None = None) -> bool:
    """Tell whether a page is an error page, or has no text but its title.

    It has little text and says that something was not found (Qiu 2013, section 2.2.1 and table
    6.2). The thesis names documents of up to 6,000 characters, which nowadays the menus alone have;
    so text in links does not count. ``status`` is its HTTP status, if that is known.
    """
    if status is not None and status >= 400:
        return True
    tree = page.tree
    heads = (node for node in tree.children(0) if tree.tag[node] == _HEAD)
    if tree.text_chars(0) == sum(map(tree.text_chars, heads)):
        return True
    own = tree.text_chars(0) - tree.linked_chars(0)
    return own <= MAX_ERROR_TEXT and any(map(tells_of_error, _telling_lines(page, own)))


_HEAD: Final = tags.NUMBER["head"]


def _telling_lines(page: Page, own: int) -> Iterator[str]:
    yield (page.title or "")[:MAX_LINE]
    tree = page.tree
    for node in page.headings()[:MAX_HEADINGS]:
        # Headings that are longer tell of other things, and long ones may nest.
        if tree.text_chars(node) <= MAX_LINE:
            yield tree.plain_text(node)
    if own <= MAX_SHORT_TEXT and tree.text_chars(0) <= 2 * MAX_SHORT_TEXT:
        yield tree.plain_text(0)


def read_batch(pages: Sequence[SavedPage], method: str, keep_errors: bool) -> list[PageRead]:
    """Parse the pages and take their features; a page that cannot be read only says so."""
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
        # Whatever a page brings about is counted, and the next one is read.
        return PageRead(saved.key, saved.url, "failed")


def cluster_pages(
    site: tuple[str, Sequence[WorkPage]], method: str, min_pages: int
) -> tuple[str, list[int], list[list[int]]]:
    """The site, the numbers of its pages, and those of its clusters of enough pages.

    Of each cluster the medoid comes first. The largest comes first; of equals that of the first
    page.
    """
    name, pages = site
    readings: list[Any] = [
        page.features if page.reading is None else page.reading for page in pages
    ]
    members: dict[int, list[WorkPage]] = {}
    for page, cluster in zip(pages, METHODS[method].cluster(readings), strict=True):
        members.setdefault(cluster, []).append(page)
    found = []
    for group in sorted(members.values(), key=len, reverse=True):
        if len(group) >= min_pages:
            medoid = group.pop(medoid_of([page.features for page in group]))
            found.append([page.number for page in (medoid, *group)])
    return name, [page.number for page in pages], found


def assign(
    pages: Sequence[WorkPage], kinds: Sequence[tuple[int, TemplateSignature]]
) -> dict[int, int]:
    """The kind of each page that is of one of these, by the page's number."""
    signatures = [signature for _, signature in kinds]
    matches = {page.number: best_match(page.features, signatures) for page in pages}
    return {number: kinds[match[0]][0] for number, match in matches.items() if match}


def describe(pages: Sequence[SavedPage]) -> TemplateOutline | None:
    """The outline of some pages of a kind, the first in their middle; None where none is left."""
    trees: list[PageTree] = []
    for saved in pages:
        try:
            trees.append(saved.page().tree)
        except Exception:
            # It was read before: the file has changed since.
            continue
    return induce(trees) if trees else None


def sign(
    groups: Sequence[Sequence[PageFeatures]],
) -> list[tuple[TemplateSignature, Expectation]]:
    """The signature of each kind of a site, and how it does on the pages it was made of.

    Given are the features of pages of each kind.
    """
    signatures = template_signatures(groups)
    found = []
    for number, group in enumerate(groups):
        matches = [best_match(features, signatures) for features in group]
        own = [(match[1], ()) if match and match[0] == number else None for match in matches]
        found.append((signatures[number], Expectation.of(own)))
    return found


MIN_PAGES: Final = 3
"""Pages that a template has at least."""
ROUNDS: Final = 10
"""Largest number of times that a site's pages are clustered."""
BATCH_BYTES: Final = 1_000_000
"""Of pages that are read at a time: some tens, a tenth of a second's work."""
BATCH_PAGES: Final = 100
SAMPLE_PAGES: Final = 800
"""Pages of a site that are clustered at a time."""
MAX_EXAMINED: Final = 20
"""Pages of a cluster that are read once more; the medoid is one of them."""
AT_ONCE: Final = 500
"""Pages that a worker is given at a time, to tell their kinds."""
GROUP: Final = 500
"""Pages of a kind that its signature is made of."""
MIN_MATCHED: Final = 0.1
"""Share of a kind's own pages that its signature tells; with fewer it is no template."""
UNSIGNED: Final = TemplateSignature({}, frozenset(), 1.0)
"""The signature of a template in the making, which no page is like."""


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
    damaged: int = 0
    """Of these, those at which a file was cut off or damaged, so that pages may be missing."""


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
    keep_errors: bool = False,
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
        keep_errors: learn from error pages as well.
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
    if not isinstance(executor, Workers):
        executor = Workers(executor, cores()) if executor else Workers(SerialExecutor())
    known = known or Templates()
    # All that the work file depends on.
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
        ids = dict(zip([*range(len(known)), *order], (one.id for one in templates), strict=True))
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
    """A cluster of pages that is to be a template."""

    number: int
    site: str
    medoid: str
    """The address of the medoid, or else its key."""
    examined: tuple[str, ...]
    """Keys of pages to be read once more, the medoid first."""


@dataclass(frozen=True, slots=True)
class _Run:
    """The steps of learning; a kind has a number, that of a known template its index."""

    corpus: PageSource
    file: WorkFile
    workers: Workers
    method: str
    progress: bool

    def read(self, keep_errors: bool) -> tuple[int, int]:
        """The first pass: read what is not in the file yet.

        Returns how many entries cannot be read, and how many of these are of damaged files.
        """
        reading = self.corpus.pages(self.file)
        task = partial(read_batch, method=self.method, keep_errors=keep_errors)
        for done in self.workers.each(task, batches(self._shown(reading, "reading"))):
            self.file.add(done)
        if not isinstance(reading, CorpusPages):
            return 0, 0
        counts = reading.counts
        return counts.total() - counts["pages"] - counts["known"], reading.damaged

    def templates(self, min_pages: int, first: int) -> dict[int, Template]:
        """Cluster, describe and assign until no page waits; the new kinds from ``first`` on."""
        drafts: dict[int, Template] = {}
        number = first
        for _ in range(ROUNDS):
            new = self._cluster(min_pages, number)
            if not new:
                break
            number += len(new)
            drafts = self._described(new, drafts)
            self.assign([(one.number, drafts[one.number]) for one in new if one.number in drafts])
        self.file.dissolve(None)
        return drafts

    def assign(self, kinds: Sequence[tuple[int, Template]], elsewhere: bool = False) -> None:
        """Note of all pages that wait whether they are of one of these kinds of their site.

        With ``elsewhere`` a page or a kind of no known site may be of any.
        """
        for site in self.file.waiting():
            own = [
                (number, one.signature)
                for number, one in kinds
                if one.site == site or (elsewhere and "" in (one.site, site))
            ]
            for kind_of in self.workers.each(partial(assign, kinds=own), self._waiting(site)):
                self.file.set_kind(kind_of)

    def _waiting(self, site: str) -> Iterator[list[WorkPage]]:
        after = -1
        while pages := self.file.pages(site, None, AT_ONCE, after):
            after = pages[-1].mark
            yield pages

    def _cluster(self, min_pages: int, first: int) -> list[_Kind]:
        """Cluster what waits, site by site; kinds are numbered from ``first``.

        A page of no kind goes on waiting if its site has pages that were not looked at.
        """
        file, waiting = self.file, self.file.waiting()
        kinds: list[_Kind] = []
        samples = ((site, file.pages(site, None, SAMPLE_PAGES)) for site in waiting)
        task = partial(cluster_pages, method=self.method, min_pages=min_pages)
        for site, pages, clusters in self.workers.each(task, samples):
            kind_of: dict[int, int] = {}
            for members in clusters:
                examined = file.named(members[:MAX_EXAMINED])
                number, (key, url) = first + len(kinds), examined[0]
                kinds.append(_Kind(number, site, url or key, tuple(key for key, _ in examined)))
                kind_of.update(dict.fromkeys(members, number))
            if waiting[site] <= SAMPLE_PAGES or not clusters:
                kind_of = {page: kind_of.get(page, LEFT) for page in pages}
            file.set_kind(kind_of)
        return kinds

    def _described(self, new: Sequence[_Kind], before: dict[int, Template]) -> dict[int, Template]:
        """The kinds as templates by number, those of before on sites with new ones signed anew.

        A kind none of whose pages is there any more is left out.
        """
        file = self.file
        examined = self.corpus.read({key for kind in new for key in kind.examined})
        for page in self._shown(examined, "describing"):
            file.keep(page)
        drafts = {**before}
        described = self.workers.each(describe, (file.kept(kind.examined) for kind in new))
        for kind, outline in zip(new, described, strict=True):
            if outline is None:
                file.dissolve(kind.number)
                continue
            medoid = kind.medoid[:MAX_ADDRESS]
            drafts[kind.number] = Template(UNSIGNED, kind.site, medoid=medoid, outline=outline)
        file.forget_bodies()
        sites = {kind.site for kind in new}
        of_site: dict[str, list[int]] = {}
        for number, one in sorted(drafts.items()):
            if one.site in sites:
                of_site.setdefault(one.site, []).append(number)
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

    def _shown(self, pages: Iterator[SavedPage], what: str) -> Iterator[SavedPage]:
        shown = self.progress and isinstance(pages, CorpusPages)
        return with_progress(pages, what) if shown else pages  # type: ignore[arg-type]


def batches(pages: Iterable[SavedPage]) -> Iterator[list[SavedPage]]:
    """The pages in batches of about a megabyte."""
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
    """The pages of a reading, with a bar of the bytes gone through and the number of pages."""
    shown = sys.stderr.isatty()
    # Its files are listed for the total: not where nobody sees it.
    total = reading.total if shown else None
    with _Bar(
        total=total, desc=what, unit="B", unit_scale=True, disable=not shown, file=sys.stderr
    ) as bar:
        for page in reading:
            yield page
            bar.set_postfix_str(f"{reading.counts['pages']} pages", refresh=False)
            bar.update(min(reading.stored, total or 0) - bar.n)
        bar.update((total or 0) - bar.n)


class _Bar(tqdm):  # type: ignore[type-arg,misc,unused-ignore]
    # No thread that watches over the bar: processes may be forked from this one.
    monitor_interval = 0
