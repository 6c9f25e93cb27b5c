"""Are the pages of a template clustered together, and apart from those of others?

    python -m benchmarks.clustering --data DIR [--methods joining,qiu:0.4]
        [--resample 0.7] [--per-site 24] [--repeats 5] [--pooled]
    python -m benchmarks.clustering --data DIR --leave-one-out
    python -m benchmarks.clustering --data DIR --against DIR2
    python -m benchmarks.clustering --data DIR --scale 300,1000,2000

On pages labelled with ``site`` and ``template`` in ``truth.jsonl``, clustered site by site, or with
``--pooled`` all together. A method may have a threshold of its own after a colon.

ARI, V: adjusted Rand index and V-measure, means over the sites of several templates. found: how
many clusters of how many templates these have. split: how many sites of one template are more than
one cluster. Below the line of a method the same on random parts of each site's pages,
``--resample`` of them and at most ``--per-site``, means over ``--repeats`` draws by fixed seeds.

read, cluster, all: CPU time over that of ``lxml.html.document_fromstring`` on the same bytes in the
same run: to read what the method keeps, given the walk; to cluster all sites by it; and all from
bytes to clusters, parse and walk included.

``--leave-one-out``: for each site the constants of ``joining`` are chosen on the other sites, those
of the best mean ARI (of equals the middle ones), and judged on this one.

``--against``: the constants of ``joining`` are chosen on the sites of one set, as above, and judged
on those of the other, and the other way round.

``--weak``: of each site whose ARI is below .75 the templates that are split, and over how many
pages, and the templates that are joined.

``--scale``: the pages of the largest site (with ``--pooled``: of all) are repeated in turn until
there are so many, and every one perturbed: of its elements that hold no more than a fiftieth of the
page one in thirty, at random, is removed with all it holds, one in thirty is repeated, and one in
thirty gets one of fifty further class names. The exponent is that of the CPU time's growth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import product
from math import comb, log
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time
from typing import Any, Final

import lxml.html
from lxml import etree

from benchmarks.pages import DataSet, data_arguments
from scrapy_treesim import Page
from scrapy_treesim.templates.clustering import METHODS, Method, joining

LIMITS: Final = (1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 6.0, 7.0, 9.0)
TOO_FAR: Final = (0.4, 0.45, 0.5, 0.55, 0.6)
WEAK: Final = 0.75
"""A site's ARI below which ``--weak`` tells what is split and what is joined."""
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
    """What a method keeps of all sites' pages, and CPU seconds."""

    sites: list[list[Any]]
    parse: float
    """Of lxml alone."""
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
    """Of each site so many pages at random as ``drawn`` says, given how many there are."""
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
    if arguments.weak:
        for site, one, read in zip(sites, judged, readings.sites, strict=True):
            if one.true > 1 and one.ari < WEAK:
                print(f"    {site.name:34} {one.ari:6.3f} {one.v:6.3f} {one.found:4} of {one.true}")
                print(*what_is_wrong(site.templates, method.cluster(read)), sep="\n")
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


def what_is_wrong(true: Sequence[str], found: Sequence[int]) -> Iterator[str]:
    """Lines that name the templates that are split, and those that are joined, with their pages."""
    together = Counter(zip(true, found, strict=True))
    for template in sorted(set(true)):
        parts = sorted(
            (count for (of, _), count in together.items() if of == template), reverse=True
        )
        if len(parts) > 1:
            named = " + ".join(map(str, parts))
            yield f"        split: {template.rpartition('/')[2]} {named}"
    for cluster in sorted(set(found)):
        kinds = [(count, of) for (of, one), count in together.items() if one == cluster]
        if len(kinds) > 1:
            named = ", ".join(
                f"{of.rpartition('/')[2]} {count}" for count, of in sorted(kinds)[::-1]
            )
            yield f"        joined: {named}"


# Constants chosen elsewhere


Pair = tuple[Site, list[Any]]
"""A site of several templates, and what was read of its pages."""
GRID: Final = list(product(LIMITS, TOO_FAR))


def leave_one_out(sites: Sequence[Site]) -> None:
    """The constants of joining, chosen on the other sites."""
    pairs = _read_pairs(sites)
    scores = _scores(pairs)
    print("each site with the constants that are best for the others")
    apart = []
    for at, (site, _) in enumerate(pairs):
        chosen = _best([fmean(one for i, one in enumerate(each) if i != at) for each in scores])
        apart.append(scores[chosen][at])
        print(f"    {site.name:34} {scores[chosen][at]:6.3f}  limit, too far: {GRID[chosen]}")
    print(f"mean: {fmean(apart):.3f}")


def against(names: Sequence[str], sets: Sequence[Sequence[Site]]) -> None:
    """The constants of joining, chosen on one of two sets and judged on the other."""
    pairs = [_read_pairs(sites) for sites in sets]
    scores = [_scores(each) for each in pairs]
    for on, other in ((0, 1), (1, 0)):
        chosen = _best([*map(fmean, scores[on])])
        _set_constants(GRID[chosen])
        judged = [judge(joining.joined, read, site.templates) for site, read in pairs[other]]
        mean = fmean(scores[on][chosen])
        print(f"limit, too far: {GRID[chosen]}, chosen on {names[on]}: {mean:.3f}")
        print(HEADER)
        print(row(names[other], [judged]))


def _read_pairs(sites: Sequence[Site]) -> list[Pair]:
    readings = read_all(METHODS["joining"], (site.pages for site in sites))
    return [
        (site, read)
        for site, read in zip(sites, readings.sites, strict=True)
        if len(set(site.templates)) > 1
    ]


def _scores(pairs: Sequence[Pair]) -> list[list[float]]:
    """The ARI of each site with each pair of constants, and the means as a table."""
    scores = [
        [judge(joining.joined, read, site.templates).ari for site, read in pairs]
        for _ in map(_set_constants, GRID)
    ]
    print(f"mean ARI by the limit (rows) and by what is too far, {TOO_FAR}")
    for limit in LIMITS:
        means = [fmean(scores[GRID.index((limit, far))]) for far in TOO_FAR]
        print(f"{limit:8.3f}  " + " ".join(f"{mean:.3f}" for mean in means))
    return scores


def _best(means: Sequence[float]) -> int:
    """The place of the best mean, of equals the middle one."""
    best = [i for i, mean in enumerate(means) if mean >= max(means) - 1e-9]
    return best[len(best) // 2]


def _set_constants(constants: tuple[float, float]) -> None:
    vars(joining)["LIMIT"], vars(joining)["TOO_FAR"] = constants


# Scale


def many(site: Site, pages: int) -> Iterator[bytes]:
    """So many pages, those of the site in turn and each perturbed."""
    roots = [lxml.html.document_fromstring(html) for html in site.pages]
    for i in range(pages):
        yield perturbed(roots[i % len(roots)], Random(i))


def perturbed(root: etree._Element, draw: Random) -> bytes:
    root = deepcopy(root)
    nodes = [node for node in root.iter(etree.Element) if node.getparent() is not None]
    for node in nodes:
        parent = node.getparent()
        number = draw.random() * 30
        if parent is None or number > 3 or len(list(node.iter())) > len(nodes) / 50:
            continue
        if number < 1:
            parent.remove(node)
        elif number < 2:
            node.addnext(deepcopy(node))
        else:
            node.set("class", f"{node.get('class', '')} extra-{chr(97 + draw.randrange(50))}")
    return etree.tostring(root, method="html", encoding="utf-8")


def scale(name: str, method: Method, site: Site, sizes: Sequence[int]) -> None:
    """CPU time of so many pages over their parse, and how it grows."""
    before: tuple[int, float, float] | None = None
    for pages in sizes:
        readings = read_all(method, [many(site, pages)])
        start = process_time()
        clusters = method.cluster(readings.sites[0])
        clustering = process_time() - start
        whole = readings.own + readings.read + clustering
        templates = [site.templates[i % len(site)] for i in range(pages)]
        line = (
            f"{name:12} {pages:6} pages: {clustering:7.2f} s to cluster, "
            f"{clustering / readings.parse:5.2f} of lxml's parse, "
            f"all {whole / readings.parse:5.2f}; {len(set(clusters))} of {len(set(templates))}, "
            f"ARI {adjusted_rand(templates, clusters):.3f}"
        )
        if before:
            grown = log(pages / before[0])
            exponents = (log(clustering / before[1]) / grown, log(whole / before[2]) / grown)
            line += "; exponent {:.2f}, of all {:.2f}".format(*exponents)
        print(line, flush=True)
        before = pages, clustering, whole


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
    parser.add_argument("--leave-one-out", action="store_true", help="constants of joining")
    parser.add_argument("--against", type=Path, metavar="DIR", help="constants chosen crosswise")
    parser.add_argument("--weak", action="store_true", help="what is wrong on sites below .75")
    parser.add_argument("--scale", metavar="N,N,...", help="cost of so many pages")
    parser.add_argument("--verbose", "-v", action="store_true", help="each site as well")
    arguments = parser.parse_args()
    for data in arguments.data:
        sites = sites_of(data, arguments.pooled, arguments.limit)
        pages, templates = (
            sum(map(len, sites)),
            len({template for site in sites for template in site.templates}),
        )
        print(f"{data.name}: {pages} pages of {templates} templates, {len(sites)} sites")
        if arguments.leave_one_out:
            leave_one_out(sites)
            continue
        if arguments.against:
            other = DataSet(arguments.against)
            more = sites_of(other, arguments.pooled, arguments.limit)
            against([data.name, other.name], [sites, more])
            continue
        if not arguments.scale:
            print(HEADER)
        for name in arguments.methods.split(","):
            if arguments.scale:
                sizes = sorted(map(int, arguments.scale.split(",")))
                scale(name, method_of(name), max(sites, key=len), sizes)
            else:
                table(name, method_of(name), sites, arguments)


if __name__ == "__main__":
    main()
