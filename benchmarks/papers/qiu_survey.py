"""The survey in the appendix of Qiu 2013 (Buttler 2004): cheap measures beside edit distance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from functools import partial
from heapq import nsmallest
from itertools import combinations
from random import Random
from statistics import pstdev
from time import process_time
from typing import Any, Final, NamedTuple

import numpy as np

from benchmarks.figures import mean
from benchmarks.papers.data import Data
from benchmarks.papers.report import Compared, Figure, Series, Table
from scrapy_treesim import Page
from scrapy_treesim.similarity import MEASURES
from scrapy_treesim.similarity.profiles import paths_of
from scrapy_treesim.templates.clustering import Joining
from scrapy_treesim.templates.match.signature import PageFeatures
from scrapy_treesim.tree import ELEMENTS, ShapeTable, clean

SETS: Final = ("templates/mixed", "templates/mixed2", "templates/swde")
SURVEYED: Final = ("tags", "paths", "shingles", "ted", "fft")
THESIS: Final = "lcs-depth"
"""The thesis' own measure, repeats left in."""
SITES: Final = 16
"""Sites of the pool that draws are made from."""
PAGES_A_SITE: Final = 5
DRAWN: Final = 6
"""Sites of a draw, as in the survey."""
DRAWS: Final = 30
SNAPSHOT_TEMPLATES: Final = 8
SNAPSHOTS: Final = 24
"""Pages of each of these templates."""
STARTS: Final = 10
COUNTS: Final = (6, 4, 2)
"""Clusters of snapshots that the survey asks for."""
WINDOWS: Final = (1, 2, 3, 4, 6, 8)
WINDOW: Final = 3
SKETCHES: Final = (10, 20, 50, 100, 200, 500, 1000)
NODES: Final = (100, 250, 500, 1000, 2000, 4000, 8000)
TED_NODES: Final = 2_000
"""Nodes of the largest pair whose edit distance is timed: what is larger, our measure cuts down."""

PAPER_SITES: Final = {"tags": 0, "paths": 28, "shingles": 34, "ted": 38, "fft": 45}
"""The survey's table II: error in % on six sites."""
PAPER_SNAPSHOTS: Final = {
    "tags": (60, 50, 1),
    "paths": (59, 46, 1),
    "shingles": (61, 47, 1),
    "fft": (33, 31, 29),
}
"""Table III: of 6, 4 and 2 clusters, against tree edit distance."""


class _Pages(NamedTuple):
    """Pages of some sites over one table of shapes."""

    table: ShapeTable
    shapes: list[int]
    features: list[PageFeatures]
    """What the default method keeps."""
    sites: list[int]


def survey(data: Data) -> tuple[list[str | Table | Figure], list[Compared]]:
    """Run the survey's experiments: tables Q6 to Q8, figures Q2 to Q4."""
    templates = _templates(data)
    draw = Random(SITES)
    fit = [pages for pages in templates if len(pages) >= PAGES_A_SITE] or templates
    pool = _read(
        draw.sample(pages, min(PAGES_A_SITE, len(pages)))
        for pages in draw.sample(fit, min(SITES, len(fit)))
    )
    snapshots = [_read([pages[:SNAPSHOTS]]) for pages in templates[:SNAPSHOT_TEMPLATES]]
    sites, compared = _sites(pool)
    return [_INTRODUCTION, *sites, *_snapshots(snapshots), *_windows(pool), *_costs()], compared


_INTRODUCTION: Final = f"""
## The survey in the thesis' appendix

The thesis ends with a translation of Buttler's survey (2004), which sets tree edit distance (ted)
beside cheaper measures: counts of tags, of root paths, shingles (sets of runs of paths), and the
Fourier transform of the tags (fft). Pages are clustered by each; the error is the share of pages in
a wrong cluster, of the best of {STARTS} random starts.
"""


def _templates(data: Data) -> list[list[bytes]]:
    """The pages of each site's commonest template, the most pages first."""
    found: dict[str, dict[str, list[bytes]]] = {}
    for name in SETS:
        for page in data.pages(name):
            site = found.setdefault(str(page.truth["site"]), {})
            site.setdefault(str(page.truth["template"]), []).append(page.html)
    most = [max(site.values(), key=len) for site in found.values()]
    return sorted(most, key=len, reverse=True)


def _read(sites: Iterable[Sequence[bytes]]) -> _Pages:
    found = _Pages(ShapeTable(), [], [], [])
    for site, pages in enumerate(sites):
        for html in pages:
            tree = Page(html).tree
            found.shapes.append(found.table.intern(clean(tree, ELEMENTS))[0])
            found.features.append(Joining().read(tree))
            found.sites.append(site)
    return found


def _apart(things: Sequence[Any], similarity: Callable[[Any, Any], float]) -> Any:
    """Their distances, as a matrix."""
    apart = np.zeros((len(things), len(things)))
    for i, j in combinations(range(len(things)), 2):
        apart[i, j] = apart[j, i] = 1 - similarity(things[i], things[j])
    return apart


def _apart_by(name: str, pages: _Pages) -> Any:
    return _apart(pages.shapes, MEASURES[name](pages.table))


def _around_medoids(apart: Any, clusters: int, draw: Random) -> tuple[float, list[int]]:
    """The sum of distances to medoids, and the number of each thing's cluster; one random start."""
    medoids = draw.sample(range(len(apart)), min(clusters, len(apart)))
    least, found = float("inf"), [0] * len(apart)
    while medoids:
        near = apart[:, medoids]
        total = float(near.min(1).sum())
        if total >= least - 1e-9:
            break
        least, labels = total, near.argmin(1)
        found = labels.tolist()
        for at in range(len(medoids)):
            members = np.flatnonzero(labels == at)
            if len(members):
                inner = apart[np.ix_(members, members)].sum(1)
                medoids[at] = int(members[inner.argmin()])
    return least, found


def _best(apart: Any, clusters: int, seed: int) -> list[int]:
    """The clusters of the best of several starts."""
    draw = Random(seed)
    tried = [_around_medoids(apart, clusters, draw) for _ in range(STARTS)]
    return min(tried, key=lambda one: one[0])[1]


def error(found: Sequence[int], true: Sequence[int]) -> float:
    """The share of things outside the best one-to-one matching of the found clusters and the true.

    Exact, over sets of true clusters: a dozen of these at most.
    """
    number = {one: at for at, one in enumerate(sorted(set(true)))}
    both = Counter(zip(found, (number[one] for one in true), strict=True))
    best = {0: 0}
    for cluster in sorted(set(found)):
        grown = dict(best)
        for taken, right in best.items():
            for at in number.values():
                more = right + both[cluster, at]
                if not taken >> at & 1 and more > grown.get(taken | 1 << at, -1):
                    grown[taken | 1 << at] = more
        best = grown
    return 1 - max(best.values()) / len(true) if true else 0.0


def _errors_on_sites(pool: _Pages, apart: Any) -> list[float]:
    """In % of the pages of each draw."""
    return [
        100 * error(_best(apart[np.ix_(some, some)], DRAWN, seed), [pool.sites[i] for i in some])
        for seed, some in enumerate(_draws(pool))
    ]


def _draws(pool: _Pages) -> list[list[int]]:
    """Places of the pages of some sites, several times."""
    sites = sorted(set(pool.sites))
    if len(sites) < 2:
        return []
    drawn = []
    for seed in range(DRAWS):
        some = {*Random(seed).sample(sites, min(DRAWN, len(sites)))}
        drawn.append([at for at, site in enumerate(pool.sites) if site in some])
    return drawn


def _sites(pool: _Pages) -> tuple[list[str | Table | Figure], list[Compared]]:
    """Table II, over many draws of sites."""
    errors = {name: _errors_on_sites(pool, _apart_by(name, pool)) for name in (*SURVEYED, THESIS)}
    errors["joining"] = [
        100
        * error(Joining().cluster([pool.features[i] for i in some]), [pool.sites[i] for i in some])
        for some in _draws(pool)
    ]
    means = {name: mean(each) for name, each in errors.items()}
    deviations = {name: pstdev(each or [0.0]) for name, each in errors.items()}
    table = Table(
        "Q6",
        f"Sites: error in % of six clusters against six sites, {PAGES_A_SITE} pages each; mean and "
        f"standard deviation of {DRAWS} draws of the sites. {THESIS} is the thesis' own measure, "
        "repeats left in; joining is not told that there are six.",
        ("measure", "survey", "ours", "deviation"),
        [(name, PAPER_SITES.get(name), means[name], deviations[name]) for name in errors],
        digits=2,
    )
    figure = Figure(
        "Q2",
        "Error of clusters against sites, by measure, in the survey and on our pages; the last two "
        "are the thesis' measure and the default method.",
        "measure",
        "pages in the wrong cluster (%)",
        [
            Series("ours", [*means], [*means.values()]),
            Series("survey", [*PAPER_SITES], [*PAPER_SITES.values()]),
        ],
        kind="bars",
    )
    ranked = sorted(SURVEYED, key=means.__getitem__)
    close = [means[name] for name in SURVEYED if name != "fft"]
    text = f"""
### Sites

The default method, not told how many clusters to make, errs by {means["joining"]:.1f} %
({table.link}). The survey's measures are, from the best, {listed(ranked)} here with
{listed(f"{means[name]:.1f}" for name in ranked)} %, and there {listed(PAPER_SITES)}
({table.link}, {figure.link}). That fft is the worst is {confirmed(ranked[-1] == "fft")}, that tags
are the best {confirmed(ranked[0] == "tags")}; but without fft they lie
{max(close) - min(close):.1f} points apart, and draws of sites deviate by up to
{max(map(deviations.__getitem__, SURVEYED)):.1f} ({table.link}). For the survey's 20 snapshots each
of six front pages, of 2001 to 2003, stand {PAGES_A_SITE} pages each of one template of
{len(set(pool.sites))} of our sites.
"""
    compared = [
        Compared(
            f"error on six sites, {name}",
            f"{PAPER_SITES[name]} %",
            f"{means[name]:.1f} %",
            f"{means['joining']:.1f} %",
            table.number,
        )
        for name in ("tags", "ted")
    ]
    return [text, table, figure], compared


def _snapshots(snapshots: Sequence[_Pages]) -> list[str | Table]:
    """Table III."""
    figures: dict[str, list[list[float]]] = {name: [] for name in SURVEYED}
    for one in snapshots:
        ted = _apart_by("ted", one)
        for name in SURVEYED:
            apart = _apart_by(name, one) if name != "ted" else ted
            found = [_best(apart, count, 1) for count in COUNTS]
            right = [_best(ted, count, 0) for count in COUNTS]
            largest = max(Counter(found[0]).values()) / len(found[0])
            figures[name].append([100 * one for one in (*map(error, found, right), largest)])
    ours = {
        name: [*map(mean, zip(*its, strict=True))] or [0.0] * 4 for name, its in figures.items()
    }
    table = Table(
        "Q7",
        f"Error in % against ted's clusters of pages of one template, mean of {len(snapshots)} "
        "templates, in 6, 4 and 2 clusters; and the share of pages in the largest of 6 clusters. "
        "Ted: from other starts.",
        (
            "measure",
            *(f"{whose}, {count}" for whose in ("survey", "ours") for count in COUNTS),
            "largest of 6 (%)",
        ),
        [(name, *PAPER_SNAPSHOTS.get(name, (None,) * 3), *ours[name]) for name in SURVEYED],
        digits=0,
    )
    cheap = ("tags", "paths", "shingles")
    rises = sum(ours[name][0] > ours[name][2] for name in cheap)
    fft, ted_itself = ours["fft"], ours["ted"]
    text = f"""
### Snapshots, against ted

Ted, which the survey takes as right here, differs from itself on {ted_itself[0]:.0f} % of pages in
six clusters when it starts elsewhere; only what goes beyond is a measure's own error.
{listed(cheap).capitalize()} err by {listed(f"{ours[name][0]:.0f}" for name in cheap)} %
({table.link}), and as in the survey more than in two clusters for {rises} of 3. That fft puts
nearly all pages in one cluster is {confirmed(fft[3] > 90)}: its largest of six has {fft[3]:.0f} %,
ted's {ted_itself[3]:.0f} % ({table.link}). For the survey's snapshots of one portal stand up to
{SNAPSHOTS} pages each of {len(snapshots)} templates.
"""
    return [text, table]


def _windows(pool: _Pages) -> list[str | Table | Figure]:
    """Section A.3.2: the width of the window and the size of the sketch."""
    paths = [paths_of(pool.table, shape) for shape in pool.shapes]

    def on_sites(alike: Callable[[Any, Any], float], profiles: Sequence[Any]) -> float:
        return mean(_errors_on_sites(pool, _apart(profiles, alike)))

    sets = {window: [frozenset(shingles(one, window)) for one in paths] for window in WINDOWS}
    by_window = {window: on_sites(_resemblance, sets[window]) for window in WINDOWS}
    by_size = {
        size: on_sites(partial(_estimate, size=size), [sketch(one, size) for one in sets[WINDOW]])
        for size in SKETCHES
    }
    table = Table(
        "Q8",
        "Shingles by the paths in their window and the hashes that are kept of a page: error in % "
        "against sites.",
        ("window", "hashes", "error"),
        [
            *((str(window), "all", wrong) for window, wrong in by_window.items()),
            *((str(WINDOW), size, wrong) for size, wrong in by_size.items()),
        ],
        digits=1,
    )
    whole, wrong = by_window[WINDOW], [*by_size.values()]
    figure = Figure(
        "Q3",
        "Error of clusters against sites by the size of the sketch that is kept of a page.",
        "hashes kept of a page",
        "pages in the wrong cluster (%)",
        [Series("sketches", SKETCHES, wrong)],
        log_x=True,
        y_limits=(0, max(10.0, whole, *wrong) * 1.1),
        marks=[("all shingles", whole)],
    )
    narrow = [by_window[window] for window in WINDOWS[:4]]
    text = f"""
### Windows and sketches

Sketches of {SKETCHES[0]} to {SKETCHES[-1]:,} hashes err by {min(wrong):.1f} to {max(wrong):.1f} %
on sites, and all shingles by {whole:.1f} % ({table.link}, {figure.link}); the survey's bound of ten
per cent, found on snapshots, is {confirmed(max(wrong) <= 10)}. It finds windows of one to four
paths equally good; here they err by {min(narrow):.1f} to {max(narrow):.1f} % ({table.link}).
"""
    return [text, table, figure]


def shingles(paths: Sequence[int], window: int) -> list[int]:
    """The runs of so many paths, as numbers, in order."""
    return [hash(tuple(paths[at : at + window])) for at in range(max(len(paths) - window, 0) + 1)]


def sketch(found: Iterable[int], size: int) -> tuple[int, ...]:
    """The smallest of the numbers after a fixed permutation, ascending."""
    return tuple(nsmallest(size, map(_permuted, found)))


def _permuted(number: int) -> int:
    """Of 64 bits, one to one (Steele and others 2014, the finalizer of SplitMix64)."""
    mask = (1 << 64) - 1
    number &= mask
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & mask
    number = (number ^ number >> 27) * 0x94D049BB133111EB & mask
    return number ^ number >> 31


def _estimate(one: Sequence[int], other: Sequence[int], size: int) -> float:
    """Resemblance of two sets by their sketches: of the smallest of both, the share in both."""
    first, second = {*one}, {*other}
    smallest = {*sorted(first | second)[:size]}
    return len(first & second & smallest) / (len(smallest) or 1)


def _resemblance(one: Set[int], other: Set[int]) -> float:
    common = len(one & other)
    return common / (len(one) + len(other) - common)


def _costs() -> list[str | Figure]:
    """Figure 2."""
    times = {
        name: [1e3 * _seconds(name, size) for size in NODES if name != "ted" or size <= TED_NODES]
        for name in SURVEYED
    }
    figure = Figure(
        "Q4",
        "One pair of generated trees by their size, by measure, profiles made anew.",
        "nodes of each tree",
        "CPU milliseconds on this machine",
        [Series(name, NODES[: len(each)], each) for name, each in times.items()],
        log_x=True,
        log_y=True,
    )
    at = NODES.index(TED_NODES)
    ted, fft, tags, runs = (times[name][at] for name in ("ted", "fft", "tags", "shingles"))
    text = f"""
### Cost

On a pair of generated trees of {TED_NODES:,} nodes ted takes {ted / tags:.0f} times as long as tags
and {ted / runs:.0f} times as long as shingles ({figure.link}): slower by orders of magnitude, as
the survey has it, is {confirmed(ted > 100 * tags)} beside tags and {confirmed(ted > 100 * runs)}
beside shingles. It has fft tenfold slower than either; here fft takes {fft / tags:.1f} and
{fft / runs:.1f} times as long ({figure.link}).
"""
    return [text, figure]


def _seconds(name: str, nodes: int) -> float:
    """Of one pair of trees of customers with orders with items, of about so many nodes each."""
    table, draw = ShapeTable(), Random(nodes)
    pair = []
    for _ in range(2):
        customers: list[int] = []
        while sum(table.size[one] for one in customers) < nodes:
            customers.append(_record(table, draw, 1))
        pair.append(table.add(0, tuple(customers)))
    return quickest(lambda: MEASURES[name](table)(*pair))


def _record(table: ShapeTable, draw: Random, level: int) -> int:
    """Fields, of which one in five is missing, and records of the next level; tags are numbers."""
    fields = [table.add(10 * level + at, ()) for at in range(7) if draw.random() < 0.8]
    inner = range(draw.randint(1, 4) if level < 3 else 0)
    return table.add(level, (*fields, *(_record(table, draw, level + 1) for _ in inner)))


def quickest(work: Callable[[], object]) -> float:
    """CPU seconds, the least of three times."""
    took = []
    for _ in range(3):
        start = process_time()
        work()
        took.append(process_time() - start)
    return min(took)


def listed(values: Iterable[str]) -> str:
    """As ``a, b and c``."""
    shown = [*values]
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def confirmed(holds: bool) -> str:
    """The word for a claim that our figures bear out, or do not."""
    return "confirmed" if holds else "not confirmed"
