"""``scrapy treesim extract``: items of pages, printed, or written to a file or a folder."""

from __future__ import annotations

import logging
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from http.client import responses
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scrapy import Request, Spider
from scrapy.http import HtmlResponse, Response
from scrapy.spidermiddlewares.httperror import HttpError
from scrapy.utils.misc import load_object
from scrapy.utils.python import global_object_name

from scrapy_treesim.commands.batch.partition import (
    JSON_LINES,
    Batch,
    packed_settings,
    response_of,
)
from scrapy_treesim.commands.batch.run import Manifest, extract_all
from scrapy_treesim.commands.outlet import is_read
from scrapy_treesim.commands.output import Output
from scrapy_treesim.commands.pages import is_corpus, no_pages, refusing
from scrapy_treesim.crawl.middleware import FindingsMiddleware
from scrapy_treesim.crawl.reader import PageReader, page_of, reason_to_skip
from scrapy_treesim.crawl.settings import TreesimSettings, check, read_settings
from scrapy_treesim.files.corpus import open_corpus
from scrapy_treesim.files.slices import slices
from scrapy_treesim.tree.parsing.decoding import MAX_ATTRIBUTES
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from argparse import Namespace

    from scrapy.settings import Settings
    from twisted.python.failure import Failure

    from scrapy_treesim.files.saved_page import SourceFile
    from scrapy_treesim.page import Page

Use: TypeAlias = "Callable[[str, Page], object]"
"""Function that uses a page, given the address requested."""
Fetch: TypeAlias = Callable[[list[str], Use], None]
"""Function that fetches pages without the add-on; a failure makes the exit code 1."""


class FetchSpider(Spider):
    """Spider that fetches pages and prints failures on stderr.

    Its attributes are given as arguments of the crawl.
    """

    name = "treesim_pages"
    urls: list[str]
    stdin_url: str = ""
    """URL that stands for standard input."""
    failures: list[str]
    """URLs of failed pages, and ``the example`` if pages lack it; the spider adds to it."""
    chosen: TreesimSettings
    use: Use

    def parse(self, response: Response, requested: str) -> None:
        """Use the page; report one that cannot be used."""
        try:
            if reason := reason_to_skip(response, self.chosen):
                raise ValueError(REASONS[reason])
            page = page_of(response, self.chosen)
            if page.json_text.fault:
                raise ValueError(f"its JSON is {page.json_text.fault}")
            self.take(page, response, requested)
        except Exception as error:
            self.fail(requested, str(error))

    def take(self, page: Page, response: Response, requested: str) -> None:
        """Pass the page on."""
        self.use(requested, page)

    async def start(self) -> AsyncIterator[Request]:
        """Request each page; the callback gets the address as ``requested``."""
        if self.settings["LOG_LEVEL"] == "WARNING":
            # A page that cannot be fetched is reported in one line, not by middlewares as well.
            for name in ("retry", "robotstxt"):
                logging.getLogger(f"scrapy.downloadermiddlewares.{name}").setLevel("CRITICAL")
        body: bytes | None = None
        for url in self.urls:
            if not is_read():
                return
            arguments = {"requested": url}
            request = Request(url, errback=self.note_failure, dont_filter=True, cb_kwargs=arguments)
            if url != self.stdin_url:
                yield request
                continue
            body = sys.stdin.buffer.read() if body is None else body
            self.parse(HtmlResponse(url, body=body, request=request), url)

    def note_failure(self, failure: Failure) -> None:
        """Report a page that could not be fetched."""
        request: Request = failure.request  # type: ignore[attr-defined]
        error = failure.value
        message = failure.getErrorMessage()
        if isinstance(error, HttpError):
            status = error.response.status
            message = f"answered with {status} {responses.get(status, '')}".rstrip()
        self.fail(request.url, message)

    def fail(self, url: str, message: str) -> None:
        """Report a page that could not be fetched or used."""
        self.failures.append(url)
        print(f"{url}: {message}", file=sys.stderr)


class ExtractSpider(FetchSpider):
    """Spider that writes the items of each page, and prints failures on stderr."""

    name = "treesim"
    output: Output

    async def start(self) -> AsyncIterator[Request]:
        """Request each page."""
        self._middleware = FindingsMiddleware(self.crawler)
        async for request in super().start():
            yield request

    def take(self, page: Page, response: Response, requested: str) -> None:
        """Write the findings of the middleware, or the main text."""
        self.output.add(page, response.url, self._middleware.findings(response))
        self.output.bar.update()

    def fail(self, url: str, message: str) -> None:
        """Report a page that could not be fetched or used."""
        super().fail(url, message)
        self.output.bar.update()

    def closed(self, reason: str) -> None:
        """Finish the output; print the number of pages without the example."""
        self._middleware.spider_closed()
        self.output.close()
        if without := self.crawler.stats.get_value("treesim/no_example"):
            self.failures.append("the example")
            print(f"pages with no element like the example: {without}", file=sys.stderr)


def extract_saved(paths: list[str], settings: TreesimSettings, output: Output) -> int:
    """Write the findings of saved pages, one after the other; return the number of failures."""
    reader = PageReader(settings)
    failures = 0
    corpus = open_corpus(*paths, max_bytes=settings.max_bytes)
    current: deque[SourceFile] = deque(maxlen=1)
    for part in slices(corpus.sources(), 0, corpus.max_bytes, {}):
        pages = part.pages(
            corpus.max_bytes, on_entry=lambda number, source, entry: current.append(source)
        )
        for saved in pages:
            if saved.status is not None and not 200 <= saved.status < 300:
                continue
            response = response_of(saved, current[0])
            reading = reader.read(response, settings.options, saved.moment)
            items = chain.from_iterable(reading.findings.values())
            output.add(page_of(response, settings), response.url, items)
            output.bar.update()
            failures += len(reading.problems)
            for problem in reading.problems:
                output.note(f"{response.url}: {problem.where}: {problem.error}: {problem.message}")
    output.close()
    return failures


REASONS: Final = {
    "not_html": "it is no HTML",
    "binary": "it is no HTML",
    "empty": "it is empty",
    "too_large": "it has more bytes than TREESIM_MAX_BYTES allows",
    "giant_tag": f"a tag has more than {MAX_ATTRIBUTES:,} attributes",
}
"""Reasons that a page cannot be used, in words, by the reason to skip it."""

STANDARD_INPUT: Final = "-"


def without_add_on(settings: Settings) -> None:
    """Switch off the add-on, and the project's own pipelines and feeds: nothing is stored."""
    chosen: dict[str, Any] = {
        "TREESIM_ENABLED": True,
        "TREESIM_DROP_DUPLICATES": False,
        "TREESIM_SITE_MEMORY": False,
        "TREESIM_FOLLOW_NEXT": 0,
        "TREESIM_TEMPLATES_PENDING": None,
        "TREESIM_FEEDS": {},
        "ITEM_PIPELINES": {},
        "FEEDS": {},
        "JOBDIR": None,
    }
    for name in ("ADDONS", "SPIDER_MIDDLEWARES"):
        components = settings.getdict(name)
        chosen[name] = {
            component: priority
            for component, priority in components.items()
            if "scrapy_treesim" not in str(component)
        }
    for name, value in chosen.items():
        settings.set(name, value, "cmdline")


INTERRUPTED: Final = 130
"""Exit code after Ctrl-C, as of other programs."""


def run_batch(paths: list[str], opts: Namespace, settings: Settings) -> int:
    """Extract, write the parts, print a summary; return the exit code."""
    folder = Path(opts.output)
    try:
        with refusing():
            exporter = load_object(settings.getwithbase("FEED_EXPORTERS")["csv"])
            batch = Batch(
                corpus=tuple(paths),
                folder=folder,
                settings=packed_settings(chosen(opts, settings)),
                format=JSON_LINES if opts.format == "auto" else opts.format,
                partition_pages=opts.partition_pages,
                executor=opts.executor,
                workers=opts.workers,
                csv_exporter=global_object_name(exporter),
            )
            manifest = extract_all(batch)
    except KeyboardInterrupt:
        message = f"stopped: what is done is in {folder}; the same command goes on from there"
        print(f"\n{message}", file=sys.stderr)
        return INTERRUPTED
    print(_summary(manifest, folder), file=sys.stderr)
    totals = manifest.totals
    return int(bool(totals.failed or totals.killed or totals.damaged))


def chosen(opts: Namespace, settings: Settings) -> Settings:
    """Return the settings, with the options about findings applied."""
    chosen = settings.copy()
    # Who names a file or an address wants it read.
    chosen.setdefault("TREESIM_JSON", True, "cmdline")
    if opts.kinds:
        chosen.set("TREESIM_KINDS", check("TREESIM_KINDS", opts.kinds), "cmdline")
    if opts.similar:
        check("TREESIM_SIMILAR", opts.similar)
        chosen.set("TREESIM_SIMILAR", opts.similar, "cmdline")
        if "records" not in read_settings(chosen).options.kinds:
            raise ValueError("--similar finds records, which are not asked for: --kinds records")
    if opts.all:
        chosen.set("TREESIM_EMIT", "all", "cmdline")
    return chosen


def check_targets(output: str, targets: Sequence[str], *, is_folder: bool) -> None:
    """Refuse addresses for a folder, and beside saved pages."""
    is_url = [target.lower().startswith(("http://", "https://")) for target in targets]
    if any(is_url) and is_folder:
        raise ValueError(
            f"-o {output} is a folder, for saved pages; of URLs, give a file such as"
            f" {output.rstrip('/')}.jsonl"
        )
    if any(is_url) and any(map(is_corpus, targets)):
        raise ValueError(f"{output} is of URLs or of saved pages, not of both: give one of them")


def _summary(manifest: Manifest, folder: Path) -> str:
    totals = manifest.totals
    parts = [counted(totals.pages, "page"), counted(totals.items, "item")]
    if totals.left_out:
        parts.append(no_pages(totals.left_out, totals.damaged))
    if totals.failed:
        parts.append(f"{counted(totals.failed, 'error')} in pages")
    if totals.killed:
        parts.append(f"{counted(totals.killed, 'page')} left out, of which workers died")
    made = counted(totals.partitions, "partition")
    notes = [f"{manifest.before} done before"] if manifest.before else []
    if manifest.changed:
        notes.append(f"{counted(manifest.changed, 'line')} of the manifest no longer valid")
    before = f" ({', '.join(notes)})" if notes else ""
    return f"{', '.join(parts)}; {made}{before}; written to {folder}"
