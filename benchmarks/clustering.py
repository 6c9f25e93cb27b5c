"""Pages clustered by template, within their sites.

    python -m benchmarks.clustering --data DIR [--methods joining,qiu:0.4]
        [--resample 0.7] [--per-site 24] [--repeats 5] [--pooled]

README.md explains the columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import comb, log
from random import Random
from statistics import fmean
from time import process_time
from typing import Any, Final

import lxml.html

from benchmarks.pages import DataSet, data_arguments
from scrapy_treesim import Page
from scrapy_treesim.templates.clustering import METHODS, Method

HEADER: Final = (
    f"{'':24} {'ARI':>6} {'V':>6} {'found':>9} {'split':>7} {'read':>6} {'cluster':>7} {'all':>6}"
)

Ask = Callable[[Sequence[Any]], list[int]]
"""Clusters what was read of some pages."""


@dataclass(frozen=True, slots=True)
class Site:
    """Pages that are clustered together."""

    name: str
    pages: list[bytes]
    templates: list[str]

    def __len__(self) -> int:
        return len(self.pages)


@dataclass(frozen=True, slots=True)
class Judged:
    """The clusters of one site, or of a part of it."""

    ari: float
    v: float
    found: int
    true: int


@dataclass(frozen=True, slots=True)
class Readings:
    """A method's readings of all sites' pages, and CPU seconds."""

    sites: list[list[Any]]
    parse: float
    """CPU seconds of lxml alone."""
    own: float
    """From bytes to the walk."""
    read: float


def sites_of(data: DataSet, pooled: bool, limit: int | None) -> list[Site]:
    sites: dict[str, Site] = {}
    for page in data.pages(limit):
        name = "" if pooled else str(page.truth["site"])
        site = sites.setdefault(name, Site(name, [], []))
        site.pages.append(page.html)
        site.templates.append(str(page.truth["template"]))
    return list(sites.values())


def read_all(method: Method, sites: Iterable[Iterable[bytes]]) -> Readings:
    """Each page parsed by lxml, parsed and walked by ourselves, and read; one at a time."""
    parse = own = read = 0.0
    readings: list[list[Any]] = []
    for pages in sites:
        readings.append([])
        for html in pages:
            start = process_time()
            lxml.html.document_fromstring(html)
            parsed = process_time()
            tree = Page(html).tree
            walked = process_time()
            readings[-1].append(method.read(tree))
            read += process_time() - walked
            own += walked - parsed
            parse += parsed - start
    return Readings(readings, parse, own, read)


def judge(ask: Ask, readings: Sequence[Any], templates: Sequence[str]) -> Judged:
    clusters = ask(readings)
    return Judged(
        adjusted_rand(templates, clusters),
        v_measure(templates, clusters),
        len(set(clusters)),
        len(set(templates)),
    )


def adjusted_rand(true: Sequence[Any], found: Sequence[Any]) -> float:
    """Adjusted Rand index (Hubert and Arabie 1985); 1 for the same clusters, 0 for chance."""
    both, ours, theirs = (
        sum(comb(count, 2) for count in Counter(each).values())
        for each in (zip(true, found, strict=True), true, found)
    )
    chance = ours * theirs / max(1, comb(len(true), 2))
    most = (ours + theirs) / 2
    return (both - chance) / (most - chance) if most > chance else 1.0


def v_measure(true: Sequence[Any], found: Sequence[Any]) -> float:
    """The harmonic mean of homogeneity and completeness (Rosenberg and Hirschberg 2007)."""
    both, ours, theirs = (
        -sum(count / len(true) * log(count / len(true)) for count in Counter(each).values())
        for each in (zip(true, found, strict=True), true, found)
    )
    return 2 * (ours + theirs - both) / (ours + theirs) if ours + theirs else 1.0


def judge_parts(
    ask: Ask, sites: Sequence[Site], readings: Readings, drawn: Callable[[int], int], seed: int
) -> list[Judged]:
    """Judge so many random pages of each site as ``drawn`` gives for its number of pages."""
    draw = Random(seed)
    judged = []
    for site, read in zip(sites, readings.sites, strict=True):
        part = sorted(draw.sample(range(len(site)), drawn(len(site))))
        judged.append(judge(ask, [read[i] for i in part], [site.templates[i] for i in part]))
    return judged


def row(name: str, draws: Sequence[Sequence[Judged]], costs: Sequence[float] = ()) -> str:
    """A line of the table: means over several draws of all sites."""
    several = [[one for one in judged if one.true > 1] for judged in draws]
    single = [one for judged in draws for one in judged if one.true == 1]
    cells = [f"{name:24}"]
    if any(several):
        cells += [
            f"{fmean(fmean(one.ari for one in judged) for judged in several):6.3f}",
            f"{fmean(fmean(one.v for one in judged) for judged in several):6.3f}",
            "{:9}".format(
                f"{sum(one.found for judged in several for one in judged) / len(draws):.0f} of "
                f"{sum(one.true for judged in several for one in judged) / len(draws):.0f}"
            ),
        ]
    else:
        cells.append(f"{'-':>6} {'-':>6} {'-':>9}")
    split = sum(one.found > 1 for one in single) / len(draws)
    cells.append(f"{f'{split:.3g}/{len(single) // len(draws)}' if single else '-':>7}")
    cells += [f"{cost:{width}.2f}" for cost, width in zip(costs, (6, 7, 6), strict=False)]
    return " ".join(cells)


def table(name: str, method: Method, sites: Sequence[Site], arguments: Any) -> None:
    """The lines of a method."""
    readings = read_all(method, (site.pages for site in sites))
    start = process_time()
    judged = judge_parts(method.cluster, sites, readings, lambda n: n, 0)
    clustering = process_time() - start
    whole = readings.own + readings.read + clustering
    costs = [seconds / readings.parse for seconds in (readings.read, clustering, whole)]
    print(row(name, [judged], costs), flush=True)
    if arguments.verbose:
        for site, one in zip(sites, judged, strict=True):
            print(f"    {site.name:34} {one.ari:6.3f} {one.v:6.3f} {one.found:4} of {one.true}")
    parts: dict[str, Callable[[int], int]] = {
        f"  {arguments.resample:.0%} of the pages": lambda n: max(1, round(arguments.resample * n)),
        f"  {arguments.per_site} pages a site": lambda n: min(n, arguments.per_site),
    }
    for part, drawn in parts.items() if arguments.repeats else ():
        draws = [
            judge_parts(method.cluster, sites, readings, drawn, seed)
            for seed in range(arguments.repeats)
        ]
        print(row(part, draws), flush=True)


def method_of(name: str) -> Method:
    """A method by its name, with its threshold after a colon."""
    name, _, threshold = name.partition(":")
    method: Any = METHODS[name]
    chosen: Method = replace(method, threshold=float(threshold)) if threshold else method
    return chosen


def main() -> None:
    parser = data_arguments(__doc__)
    parser.add_argument("--methods", default=",".join(METHODS), metavar="NAME[:THRESHOLD],...")
    parser.add_argument("--resample", type=float, default=0.7, metavar="SHARE")
    parser.add_argument("--per-site", type=int, default=24, metavar="N")
    parser.add_argument("--repeats", type=int, default=5, metavar="N", help="draws; 0 for none")
    parser.add_argument("--pooled", action="store_true", help="all pages as those of one site")
    parser.add_argument("--verbose", "-v", action="store_true", help="each site as well")
    arguments = parser.parse_args()
    for data in arguments.data:
        sites = sites_of(data, arguments.pooled, arguments.limit)
        pages, templates = (
            sum(map(len, sites)),
            len({template for site in sites for template in site.templates}),
        )
        print(f"{data.name}: {pages} pages of {templates} templates, {len(sites)} sites")
        print(HEADER)
        for name in arguments.methods.split(","):
            table(name, method_of(name), sites, arguments)


if __name__ == "__main__":
    main()
