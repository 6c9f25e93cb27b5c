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

from scrapy.http import HtmlResponse

from scrapy_treesim.corpus.saved_page import http_date
from scrapy_treesim.decoding import has_giant_tag, is_binary, is_json
from scrapy_treesim.findings import KINDS, MAX_RECORDS, Wanted
from scrapy_treesim.items import Finding
from scrapy_treesim.kind.page_kind import UNKNOWN, kind_of
from scrapy_treesim.memory import SiteMemory
from scrapy_treesim.page import Page
from scrapy_treesim.records import next_page
from scrapy_treesim.records.by_example.key_tree import ExampleNotFound
from scrapy_treesim.sources import ResponseLike

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scrapy.http import Response

    from scrapy_treesim.crawl.settings import TreesimSettings
    from scrapy_treesim.records import NamedKeyTree, Sighting
    from scrapy_treesim.templates.template import Template, TemplateMatch

MAX_SAID: Final = 1_000
"""Characters of an error's message."""


@dataclass(frozen=True, slots=True)
class Problem:
    """An error that cost a page one of its findings, or all."""

    where: str
    """The kind of finding, or ``page``, ``kind`` or ``next``."""
    error: str
    """The name of its class."""
    said: str
    trace: str = ""
    """Its traceback, of an error that is none of the page's."""

    @classmethod
    def of(cls, where: str, error: BaseException) -> Problem:
        """The problem that an error is."""
        trace = "" if isinstance(error, ValueError) else "".join(format_exception(error)).rstrip()
        return cls(where, type(error).__name__, str(error)[:MAX_SAID], trace)


@dataclass(frozen=True, slots=True)
class KeyTreeSeen:
    """The fit of a key tree on one page."""

    name: str
    records: int
    similarity: float
    drift: float


@dataclass(frozen=True, slots=True)
class TemplateSeen:
    """The template that a page is of, and those it might have been of."""

    candidates: Sequence[str] = ()
    """Their ids, the most similar first."""
    template: str = ""
    """The id of its own; empty where it is of none."""
    confidence: float = 0.0
    fields: Mapping[str, str | list[str]] = field(default_factory=dict)


@dataclass(slots=True)
class Reading:
    """All that was read of one page; plain values that may come from another process."""

    findings: dict[str, list[Finding]] = field(default_factory=dict)
    """The items of each kind of finding that has some, in the order wanted."""
    counts: dict[str, int] = field(default_factory=dict)
    """Counts to add to the stats."""
    problems: list[Problem] = field(default_factory=list)
    key_trees: list[KeyTreeSeen] = field(default_factory=list)
    template: TemplateSeen | None = None
    oversized: int = 0
    """The number of its nodes, where these are too many to look for all findings."""
    next_url: str | None = None
    """The address of the list's next page, where it was asked for."""
    seconds: float = 0.0
    """Time spent."""

    def count(self, stat: str, number: int = 1) -> None:
        """Add to a stat."""
        self.counts[stat] = self.counts.get(stat, 0) + number

    def fail(self, where: str, error: Exception) -> None:
        """Note an error."""
        self.problems.append(Problem.of(where, error))


def moment_of(response: Response) -> datetime | None:
    """The moment that the ``Date`` header says, in UTC; of a response without one, as a file, None.

    Today would be wrong of a page that was saved or cached, and another with each crawl.
    """
    return http_date((response.headers.get("Date") or b"").decode("latin-1"))


def reason_to_skip(response: Response, max_bytes: int) -> str | None:
    """The reason not to read a response, as a stat names it."""
    if not isinstance(response, HtmlResponse) or is_json(response.body):
        return "not_html"
    body = response.body
    if not body.strip():
        return "empty"
    if len(body) > max_bytes:
        return "too_large"
    if is_binary(body):
        return "binary"
    return "giant_tag" if has_giant_tag(body) else None


_PAGES: Final[WeakKeyDictionary[Any, Page]] = WeakKeyDictionary()
"""Pages of responses that somebody read before the middleware does."""


def page_of(response: Response, settings: TreesimSettings) -> Page:
    """The page of a response, read once for all who ask, the last of whom is a :class:`Reader`."""
    if response not in _PAGES:
        moment = moment_of(response)
        _PAGES[response] = Page(response, moment=moment, html5=settings.html5)
    return _PAGES[response]


class Reader:
    """Reads pages, each by itself, but for what the file of site memory held at the start.

    Not for use by several threads at a time.
    """

    def __init__(self, settings: TreesimSettings) -> None:
        """Start with what the file of ``TREESIM_SITE_MEMORY`` holds, if there is one.

        Raises:
            ValueError: it holds something else.
        """
        self._html5 = settings.html5
        self._identities = settings.drop_duplicates
        self._file = settings.site_memory
        self._memory: SiteMemory | None = None
        if self._file is not None:
            self._memory = SiteMemory.load(self._file) if self._file.exists() else SiteMemory()

    def save(self) -> str:
        """Save what the pages taught, where the settings name a file; say why that cannot be."""
        try:
            if self._memory is not None and self._file is not None:
                self._memory.save(self._file)
        except (OSError, ValueError) as error:
            return str(error) or type(error).__name__
        return ""

    def read(
        self,
        response: ResponseLike,
        wanted: Wanted,
        moment: datetime | None = None,
        *,
        follow: bool = False,
    ) -> Reading:
        """Find what is wanted of a page, and its next page if it has records and ``follow`` is set.

        Whatever the page, nothing is raised: see :attr:`Reading.problems`.
        """
        reading = Reading()
        started = perf_counter()
        try:
            page = _PAGES.pop(response, None) or Page(response, moment=moment, html5=self._html5)
        except Exception as error:
            reading.fail("page", error)
        else:
            self._read(page, wanted, reading, follow)
        reading.seconds = perf_counter() - started
        return reading

    def _read(self, page: Page, wanted: Wanted, reading: Reading, follow: bool) -> None:
        reading.count("treesim/pages")
        if page.parser == "html5":
            reading.count("treesim/read_again")
        if page.is_oversized:
            reading.count("treesim/oversized")
            reading.oversized = len(page.tree)
        wanted = self._informed(page, wanted, reading)
        for kind in wanted.kinds:
            try:
                items = list(KINDS[kind](page, wanted))
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
        if follow and "records" in reading.findings:
            try:
                reading.next_url = next_page(page)
            except Exception as error:
                reading.fail("next", error)

    def _informed(self, page: Page, wanted: Wanted, reading: Reading) -> Wanted:
        """Add the kind of the page, and who is told of what is found."""

        def seen(one: NamedKeyTree, found: Sighting) -> None:
            reading.key_trees.append(
                KeyTreeSeen(one.name, len(found.records), found.similarity, found.drift)
            )

        def matched(candidates: Sequence[Template], match: TemplateMatch | None) -> None:
            ids = [one.id for one in candidates]
            of = () if match is None else (match.template, match.confidence, match.fields)
            reading.template = TemplateSeen(ids, *of)

        wanted = replace(
            wanted, identities=self._identities, seen=seen, memory=self._memory, matched=matched
        )
        # Fields of templates are what they are on any page.
        if {"template"}.issuperset(wanted.kinds):
            return wanted
        try:
            kind = kind_of(page)
        except Exception as error:
            reading.fail("kind", error)
            return replace(wanted, emit="all", page_kind=UNKNOWN)
        reading.count(f"treesim/kinds/{kind.kind}")
        return replace(wanted, page_kind=kind)
