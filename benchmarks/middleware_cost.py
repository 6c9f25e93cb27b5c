"""What the add-on's middleware costs a page whose tree Scrapy has, over lxml's parse of the page.

    python -m benchmarks.middleware_cost --data DIR [--data DIR ...] [--limit N] [--runs 5]
        [--sides default html-and-markdown ...] [--least]

A page's time is CPU time of all that the middleware finds in a response, which comes with its tree,
as it does where a callback has asked for anything by a selector. Each run of a side is a process of
its own, so that what is remembered of a page by one run helps no other; it has read some generated
pages before, as a crawl has that is under way. There, each page is read after
``lxml.html.document_fromstring`` of the same bytes was measured twice; the quicker counts. Of the
runs of a page the median counts, or with ``--least`` the least, of the parse too.

``sum`` is the time of all pages over their parse, with the least and the most of single runs in
brackets; ``median`` and ``p95`` are of single pages' ratios. Sides:

- ``default``: all kinds of findings, as the add-on comes; ``html and markdown`` and ``all fields``
  with more fields of items; single kinds (each with the kind of page it asks for).
- ``columns``: ``records`` less ``records without columns``.
- ``parse and article``: bytes to an article, by the library alone; ``resiliparse`` beside it: bytes
  to main text, where it is installed here or in the peers' environment (:mod:`benchmarks.peers`).
"""

from __future__ import annotations

import json
import logging
import os
import sys
from argparse import RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final, TypeAlias
from urllib.parse import urljoin

import lxml.html
from lxml import etree
from scrapy.http import HtmlResponse, Request
from scrapy.utils.test import get_crawler

import scrapy_treesim as treesim
from benchmarks.addon_sides import ADDON_SIDES
from benchmarks.generated_pages import generated_pages
from benchmarks.pages import DataSet, LabelledPage, data_arguments
from benchmarks.peers_environment import FOLDER
from benchmarks.peers_runner import PEERS
from scrapy_treesim.crawl.middleware import FindingsMiddleware

Side: TypeAlias = "Callable[[LabelledPage], float]"
"""Reads a page; the seconds of CPU that it took."""

WARM: Final = 40
"""Generated pages that are read before."""
PARSE: Final = "parse"
COLUMNS: Final = "columns"
WITHOUT: Final = "records without columns"
BESIDE: Final = "parse and article", "resiliparse"


@dataclass(slots=True)
class Times:
    """The seconds of one side and of the parse beside it, by run and page."""

    seconds: list[list[float]] = field(default_factory=list)
    parses: list[list[float]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Cost:
    """One side's times over the parse."""

    total: float
    least: float
    most: float
    median: float
    p95: float

    def __str__(self) -> str:
        spread = f"({self.least:.2f} to {self.most:.2f})"
        return f"{self.total:6.2f} {spread:>16} {self.median:7.2f} {self.p95:7.2f}"


def main() -> None:
    parser = data_arguments(__doc__)
    parser.description, parser.formatter_class = __doc__, RawDescriptionHelpFormatter
    known = [*ADDON_SIDES, *BESIDE]
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="runs of a page (5)")
    parser.add_argument(
        "--sides",
        nargs="+",
        default=known,
        choices=known,
        metavar="NAME",
        type=lambda told: told.replace("-", " "),
        help=f"some of {', '.join(one.replace(' ', '-') for one in known)}",
    )
    parser.add_argument("--least", action="store_true", help="the least of a page's runs counts")
    arguments = parser.parse_args()
    logging.disable(logging.CRITICAL)
    print("kernels:", "compiled" if treesim.compiled else "interpreted")
    print(
        f"{'set':20} {'side':24} {'pages':>5} {'sum':>6} {'of runs':>16} {'median':>7} {'p95':>7}"
    )
    for data in arguments.data:
        pages = [*readable(data, arguments.limit)]
        times, left_out = measured(pages, arguments.sides, arguments.runs)
        for side, cost in costs_of(times, min if arguments.least else median).items():
            print(f"{data.name:20} {side:24} {len(pages):5} {cost}", flush=True)
        parses = [run for one in times.values() for run in one.parses]
        parse = sum(of_pages(parses, median)) / len(pages)
        print(f"{data.name:20} {PARSE:24} {len(pages):5} {1000 * parse:6.2f} ms a page")
        for side in left_out:
            print(f"{data.name:20} {side:24} is not to be had here")


def readable(data: DataSet, limit: int | None) -> Iterable[LabelledPage]:
    """The pages that lxml reads, each with an absolute address."""
    for page in data.pages(limit):
        with suppress(etree.ParserError):
            lxml.html.document_fromstring(page.html)
            url = urljoin("https://pages.example/", page.url)
            yield LabelledPage(page.id, url, page.html, page.truth)


def measured(
    pages: Sequence[LabelledPage], sides: Iterable[str], runs: int, *, apart: bool = True
) -> tuple[dict[str, Times], list[str]]:
    """The times of each side, each run in a process of its own if ``apart``; the sides that cannot
    be measured."""
    times: dict[str, Times] = {}
    _others(WARM)
    left_out = [side for side in sides if side_of(side) is None]
    there = [side for side in sides if side not in left_out]
    for number in range(runs):
        for side in Random(number).sample(there, len(there)):
            seconds, parses = in_a_fork(pages, side) if apart else one_run(pages, side)
            run = times.setdefault(side, Times())
            run.seconds.append(seconds)
            run.parses.append(parses)
    return {side: times[side] for side in there}, left_out


@cache
def _others(count: int) -> list[LabelledPage]:
    return [*generated_pages(count)]


def one_run(pages: Sequence[LabelledPage], side: str) -> tuple[list[float], list[float]]:
    """The seconds of a side, and of the parse, of each page."""
    read = side_of(side)
    assert read is not None
    for page in _others(WARM):
        read(page)
    seconds, parses = [], []
    for page in pages:
        twice = [seconds_of(lxml.html.document_fromstring, page.html) for _ in range(2)]
        parses.append(min(twice))
        seconds.append(read(page))
    return seconds, parses


def in_a_fork(pages: Sequence[LabelledPage], side: str) -> tuple[list[float], list[float]]:
    """The same of a new process."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reading)
            with os.fdopen(writing, "w") as answer:
                json.dump(one_run(pages, side), answer)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        said = answer.read()
    os.waitpid(child, 0)
    seconds, parses = json.loads(said)
    return seconds, parses


def costs_of(times: Mapping[str, Times], of: Callable[[Sequence[float]], float]) -> dict[str, Cost]:
    """Each side's times over those of the parse, and the columns' share of the records'."""
    costs = {side: _cost(one.seconds, one.parses, of) for side, one in times.items()}
    if "records" in times and WITHOUT in times:
        whole, rest = times["records"], times[WITHOUT]
        columns = _each(lambda one, other: one - other, whole.seconds, rest.seconds)
        parses = _each(lambda one, other: (one + other) / 2, whole.parses, rest.parses)
        costs[COLUMNS] = _cost(columns, parses, of)
    return costs


Runs: TypeAlias = "Sequence[Sequence[float]]"


def _each(of: Callable[[float, float], float], one: Runs, other: Runs) -> list[list[float]]:
    return [[of(a, b) for a, b in zip(*both, strict=True)] for both in zip(one, other, strict=True)]


def of_pages(runs: Runs, of: Callable[[Sequence[float]], float]) -> list[float]:
    """One figure a page."""
    return [of(one) for one in zip(*runs, strict=True)]


def _cost(seconds: Runs, parses: Runs, of: Callable[[Sequence[float]], float]) -> Cost:
    taken, parsed = of_pages(seconds, of), of_pages(parses, of)
    ratios = sorted(one / other for one, other in zip(taken, parsed, strict=True))
    of_runs = [sum(one) / sum(other) for one, other in zip(seconds, parses, strict=True)]
    return Cost(
        sum(taken) / sum(parsed),
        min(of_runs),
        max(of_runs),
        median(ratios),
        ratios[min(len(ratios) - 1, int(0.95 * len(ratios)))],
    )


def side_of(side: str) -> Side | None:
    """What reads a page; None where it is not to be had."""
    if side == "parse and article":
        return lambda page: seconds_of(_parse_and_article, page)
    if side == "resiliparse":
        extract = _resiliparse()
        return extract and (lambda page: seconds_of(extract, page))
    return _middleware(ADDON_SIDES[side])


def _middleware(settings: Mapping[str, Any]) -> Side:
    middleware = FindingsMiddleware(get_crawler(settings_dict={**settings}))

    def read(page: LabelledPage) -> float:
        response = HtmlResponse(page.url, body=page.html, request=Request(page.url))
        assert response.selector is not None
        return seconds_of(lambda: [*middleware.findings(response)])

    return read


def seconds_of(run: Callable[..., object], *given: object) -> float:
    started = process_time()
    run(*given)
    return process_time() - started


def _parse_and_article(page: LabelledPage) -> str:
    found = treesim.article(treesim.Page(page.html, url=page.url))
    return found.text if found else ""


def _resiliparse() -> Callable[[LabelledPage], str] | None:
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    folder = str(FOLDER / version / "lib" / version / "site-packages")
    # Last, so that all else comes from this environment.
    if folder not in sys.path:
        sys.path.append(folder)
    try:
        return PEERS["resiliparse"].load()
    except ImportError:
        return None


if __name__ == "__main__":
    main()
