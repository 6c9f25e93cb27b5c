"""From a response to its findings.

The middleware reads pages with it in its own process or in workers, and the batch command in
partitions: what a page yields does not depend on who reads it, nor on the pages before.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from time import perf_counter
from traceback import format_exception
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from scrapy.http import HtmlResponse, TextResponse

from scrapy_treesim.files.saved_page import http_date
from scrapy_treesim.findings.kinds import KINDS, MAX_RECORDS, FindingOptions
from scrapy_treesim.findings.schemas.filling import fill
from scrapy_treesim.items import Finding, OwnItem, own_item_class
from scrapy_treesim.kind.page_kind import UNKNOWN, kind_of
from scrapy_treesim.page import Page
from scrapy_treesim.records import next_page
from scrapy_treesim.records.over_pages.memory import SiteMemory
from scrapy_treesim.templates.by_example.shown_values import ExampleNotFound
from scrapy_treesim.tree.parsing.decoding import has_giant_tag, is_binary, is_json
from scrapy_treesim.tree.parsing.sources import ResponseLike

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scrapy.http import Response

    from scrapy_treesim.crawl.settings import TreesimSettings
    from scrapy_treesim.templates.by_example.key_trees import NamedKeyTree
    from scrapy_treesim.templates.by_example.sighting import Sighting
    from scrapy_treesim.templates.template import Template, TemplateMatch

MIN_SHARE: Final = 0.5
"""Least share of a schema's required fields that a page must have to fill it. Set by hand."""
MAX_MESSAGE: Final = 1_000
"""Largest number of characters of an error's message."""


@dataclass(frozen=True, slots=True)
class Problem:
    """An error that cost a page one of its findings, or all."""

    where: str
    """Step that failed: the kind of finding, or ``page``, ``kind`` or ``next``."""
    error: str
    """Name of the error's class."""
    message: str
    trace: str = ""
    """Traceback; empty for errors caused by the page itself."""

    @classmethod
    def of(cls, where: str, error: BaseException) -> Problem:
        """The problem of an error."""
        trace = "" if isinstance(error, ValueError) else "".join(format_exception(error)).rstrip()
        return cls(where, type(error).__name__, str(error)[:MAX_MESSAGE], trace)


@dataclass(frozen=True, slots=True)
class KeyTreeSeen:
    """The fit of a key tree on one page."""

    name: str
    records: int
    similarity: float
    drift: float


@dataclass(frozen=True, slots=True)
class TemplateSeen:
    """The template of a page, and the candidates for it."""

    candidates: Sequence[str] = ()
    """Ids of the candidates, the most similar first."""
    template: str = ""
    """Id of the page's template; empty if it has none."""
    confidence: float = 0.0
    fields: Mapping[str, str | list[str]] = field(default_factory=dict)


@dataclass(slots=True)
class PageReading:
    """Findings, counts and problems of one page; plain values, maybe of another process."""

    findings: dict[str, list[Finding]] = field(default_factory=dict)
    """Items by kind of finding, in the order of the options' kinds; no empty lists."""
    own: list[OwnItem] = field(default_factory=list)
    """Instances of the classes of one's own."""
    counts: dict[str, int] = field(default_factory=dict)
    """Counts to add to the stats."""
    problems: list[Problem] = field(default_factory=list)
    key_trees: list[KeyTreeSeen] = field(default_factory=list)
    template: TemplateSeen | None = None
    oversized: int = 0
    """Number of nodes, if they are too many to look for all findings; else 0."""
    next_url: str | None = None
    """Address of the list's next page, if requested."""
    seconds: float = 0.0

    def count(self, stat: str, number: int = 1) -> None:
        """Add to a stat."""
        self.counts[stat] = self.counts.get(stat, 0) + number

    def fail(self, where: str, error: Exception) -> None:
        """Note an error."""
        self.problems.append(Problem.of(where, error))


def moment_of(response: Response) -> datetime | None:
    """The time in the ``Date`` header, in UTC; None for a response without one, such as a file.

    The present time would be wrong for a saved or cached page, and differ with each crawl.
    """
    return http_date((response.headers.get("Date") or b"").decode("latin-1"))


def reason_to_skip(response: Response, settings: TreesimSettings) -> str | None:
    """The reason not to read a response, as in the name of a stat; None to read it."""
    is_of_json = is_json(response.body)
    if not isinstance(response, TextResponse if is_of_json else HtmlResponse):
        return "not_html"
    if is_of_json and not settings.json:
        return "not_html"
    body = response.body
    if not body.strip():
        return "empty"
    if len(body) > settings.max_bytes:
        return "too_large"
    if is_binary(body):
        return "binary"
    return "giant_tag" if has_giant_tag(body) else None


_PAGES: Final[WeakKeyDictionary[Any, Page]] = WeakKeyDictionary()
"""Pages by response, read before the middleware reads them."""


def page_of(response: Response, settings: TreesimSettings) -> Page:
    """The page of a response, read once for all callers; a :class:`PageReader` is the last."""
    if response not in _PAGES:
        moment = moment_of(response)
        _PAGES[response] = Page(response, moment=moment, html5=settings.html5)
    return _PAGES[response]


class PageReader:
    """Reader of pages, each by itself, but for the site memory in the file at the start.

    Not for use by several threads at a time.
    """

    def __init__(self, settings: TreesimSettings) -> None:
        """Load the file of ``TREESIM_SITE_MEMORY``, if there is one."""
        self._html5 = settings.html5
        self._identities = settings.drop_duplicates
        self._file = settings.site_memory
        self._memory: SiteMemory | None = None
        if self._file is not None:
            self._memory = SiteMemory.load(self._file) if self._file.exists() else SiteMemory()

    def save(self) -> str:
        """Save the site memory, if the settings name a file; return the error, if any."""
        try:
            if self._memory is not None and self._file is not None:
                self._memory.save(self._file)
        except (OSError, ValueError) as error:
            return str(error) or type(error).__name__
        return ""

    def read(
        self,
        response: ResponseLike,
        options: FindingOptions,
        moment: datetime | None = None,
        *,
        follow: bool = False,
    ) -> PageReading:
        """Return the findings of a page, and its next page if it has records and ``follow`` is set.

        Whatever the page, nothing is raised: see :attr:`PageReading.problems`.
        """
        reading = PageReading()
        started = perf_counter()
        try:
            page = _PAGES.pop(response, None) or Page(response, moment=moment, html5=self._html5)
        except Exception as error:
            reading.fail("page", error)
        else:
            self._read(page, options, reading, follow)
        reading.seconds = perf_counter() - started
        return reading

    def _read(
        self, page: Page, options: FindingOptions, reading: PageReading, follow: bool
    ) -> None:
        if page.json_text.fault:
            reading.count("treesim/skipped/broken_json")
            return
        reading.count("treesim/pages")
        if page.parser == "html5":
            reading.count("treesim/read_again")
        if page.is_oversized:
            reading.count("treesim/oversized")
            reading.oversized = len(page.tree)
        options = self._with_callbacks(page, options, reading)
        for kind in options.kinds:
            try:
                items = list(KINDS[kind](page, options))
            except ExampleNotFound:
                reading.count("treesim/no_example")
                continue
            except Exception as error:
                reading.fail(kind, error)
                continue
            if items:
                reading.count(f"treesim/pages/{kind}")
                reading.count(f"treesim/items/{kind}", len(items))
                reading.findings[kind] = items
            if kind == "records" and len(items) >= MAX_RECORDS:
                reading.count("treesim/most_records")
            for item in items if kind == "records" else ():
                for name in item.get("doubtful") or ():
                    reading.count(f"treesim/doubtful/{name}")
        self._fill(page, options, reading)
        if options.page_kind not in (None, UNKNOWN) and not reading.findings:
            reading.count(f"treesim/no_items/{options.page_kind.kind}")
        if follow and "records" in reading.findings:
            try:
                reading.next_url = next_page(page)
            except Exception as error:
                reading.fail("next", error)

    def _fill(self, page: Page, options: FindingOptions, reading: PageReading) -> None:
        """Fill the schemas that the page has enough for."""
        for schema in options.schemas:
            name = f"schema/{schema.__name__}"
            try:
                filled = fill(page, schema)
            except Exception as error:
                reading.fail(name, error)
                continue
            if filled.share < MIN_SHARE:
                continue
            if filled.refused:
                reading.count(f"treesim/{name}/refused", sum(filled.refused.values()))
            if not filled.items:
                continue
            reading.count(f"treesim/pages/{name}")
            reading.count(f"treesim/items/{name}", len(filled.items))
            for field_name, number in filled.missing.items():
                reading.count(f"treesim/{name}/missing/{field_name}", number)
            reading.own += map(own_item_class(schema), filled.items)

    def _with_callbacks(
        self, page: Page, options: FindingOptions, reading: PageReading
    ) -> FindingOptions:
        """Add the kind of the page, the site memory and callbacks to the options."""

        def seen(tree: NamedKeyTree, sighting: Sighting) -> None:
            reading.key_trees.append(
                KeyTreeSeen(tree.name, len(sighting.records), sighting.similarity, sighting.drift)
            )

        def matched(candidates: Sequence[Template], match: TemplateMatch | None) -> None:
            ids = [template.id for template in candidates]
            values = () if match is None else (match.template, match.confidence, match.fields)
            reading.template = TemplateSeen(ids, *values)

        options = replace(
            options, identities=self._identities, seen=seen, memory=self._memory, matched=matched
        )
        # Fields of templates do not depend on the kind of the page.
        if {"template"}.issuperset(options.kinds):
            return options
        try:
            kind = kind_of(page)
        except Exception as error:
            reading.fail("kind", error)
            return replace(options, emit="all", page_kind=UNKNOWN)
        reading.count(f"treesim/kinds/{kind.kind}")
        return replace(options, page_kind=kind)
