"""Qiu 2013: templates. Its repeats, its clusters, and the templates that it induces from them."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from operator import attrgetter
from statistics import median_low
from typing import Final, TypeAlias

from rapidfuzz.distance import LCSseq

from benchmarks.clustering import adjusted_rand
from benchmarks.figures import mean
from benchmarks.papers.data import Data
from benchmarks.papers.qiu_survey import SETS, confirmed, listed, quickest, survey
from benchmarks.papers.report import Cell, Compared, Figure, Section, Series, Table
from scrapy_treesim import Page
from scrapy_treesim.similarity.edits import MAX_WORK
from scrapy_treesim.similarity.sequences import weighted_lcs
from scrapy_treesim.templates.clustering import Joining, Sequences
from scrapy_treesim.templates.clustering.qiu import (
    MAX_ELEMENTS,
    SIMPLIFIED,
    cluster_around_medoids,
    depth_weight,
    repeats_of,
    rows_of,
)
from scrapy_treesim.templates.match.signature import PageFeatures
from scrapy_treesim.tree import clean
from scrapy_treesim.tree.tags import tag_code

YEARS: Final = {"templates/swde": "2010"}
"""Where the set's own notes have them."""
THRESHOLD: Final = Sequences().threshold
THESIS_LENGTHS: Final = {
    "thesis, blog": (1365336, 177588, 5921, 1224, 243, 95, 18958, 50, 60, 745),
    "thesis, news": (1278686, 63475, 11733, 391, 2872, 22, 23, 40, 356, 3575),
}
"""Table 6.4: repeats of each length from 1 to 9, and of 10 and more, on 10,000 pages each."""
THESIS_TEMPLATES: Final[dict[float, tuple[float, ...]]] = {
    0.3: (16, 5.18, 2.14, 21.8),
    0.4: (9, 4.66, 2.59, 22.6),
    0.5: (7, 4.68, 2.71, 24.9),
    0.6: (5, 3.76, 2.90, 24.8),
}
"""Table 6.5: clusters, and the mean lengths of essential nodes, optional nodes and templates."""
SWEEP: Final = (0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7)
MIN_PAGES: Final = 3
"""Pages of a cluster that a template is induced from, at least."""

_DEPTH_BITS: Final = 16
_DEEPEST: Final = (1 << _DEPTH_BITS) - 1
_REPEATED: Final = 1 << 60
_HASHES: Final = (1 << 44) - 1


@dataclass(frozen=True, slots=True)
class _Read:
    """What the experiments ask of a page."""

    template: str
    year: int | None
    """Of the latest date in its markup."""
    rows: tuple[array[int], array[int]]
    """The simplified page, as repeats are sought in it."""
    whole: tuple[int, ...]
    """A number for tag and depth of each element, the depth in its lowest bits."""
    collapsed: tuple[int, ...]
    """The same without the repeats but the first of each."""
    nodes: tuple[int, ...]
    """The thesis' base nodes: an element is one, and so is a record that repeats."""
    repeats: list[int]
    """The length of each repeated record."""
    features: PageFeatures
    """What the default method keeps."""


_Groups: TypeAlias = dict[str, list[list[_Read]]]
"""By set the pages that are clustered together: of a site, or of all sites of one template each."""
_Found: TypeAlias = dict[str, dict[float | None, list[list[int]]]]
"""By set and threshold (None: the default method) the cluster of each page of each group."""


def reproduce(data: Data) -> Section:
    """Run the paper's experiments."""
    groups = {name: _groups(data, name) for name in SETS}
    found = {name: _clusters(each) for name, each in groups.items()}
    survey_blocks, survey_compared = survey(data)
    truth, truth_compared = _against_truth(groups, found)
    return Section(
        "qiu",
        "Qiu 2013: templates",
        [
            *_pages(groups),
            *_repeats({name: _flat(each) for name, each in groups.items()}),
            *_collapsing(groups),
            *_templates(groups, found),
            *truth,
            *survey_blocks,
            _CAVEATS,
        ],
        [truth_compared, *survey_compared],
    )


_INTRODUCTION: Final = """
Qiu Junpeng's thesis finds the templates of a site from its pages alone. A page becomes the sequence
of its elements, tag and depth, in which repeated records collapse into one. Pages are as far apart
as their longest common subsequence leaves, deep elements counting less; clusters grow around
medoids up to a threshold. Of each a template is induced, of nodes that all pages have (essential)
or some (optional). It was tried on 20,000 pages of sina.com.cn, of about 2012, without truth.
"""

_CAVEATS: Final = f"""
## What to keep in mind

No page is the papers' own, and five pages of a site or 24 of a template are small samples. The
default method's constants were chosen on templates/mixed and templates/mixed2, the best thresholds
on the pages that they are measured on. Depths weigh 1 / (1 + depth), which the thesis leaves open.
The survey clusters around means, we around medoids. Ted cuts very large pairs down to their tops,
beyond {MAX_WORK:,} steps.
"""


def _pages(groups: _Groups) -> list[str | Table]:
    rows: list[tuple[Cell, ...]] = []
    for name, each in groups.items():
        pages = _flat(each)
        years = sorted(page.year for page in pages if page.year)
        dated = f"{years[0]} to {years[-1]}, half by {median_low(years)}" if years else "not known"
        rows.append((name, len(pages), len(each), _true(each), YEARS.get(name, dated)))
    table = Table(
        "Q1",
        "The pages. Where a set records no year: of the latest date in a page's markup, if any.",
        ("set", "pages", "groups that are clustered", "true templates", "years"),
        rows,
    )
    text = f"""
## The pages

The thesis' pages are gone; ours know their true templates ({table.link}). templates/mixed and
templates/mixed2 are copies of blogs, shops, forums and clubs, clustered site by site; they record
no year, so the table has dates from their markup. templates/swde has one template a site, and its
sites are clustered together. `joining`, the package's default, has no threshold: it joins fine
clusters by evidence.
"""
    return [_INTRODUCTION, text, table]


def _groups(data: Data, name: str) -> list[list[_Read]]:
    """By site; all together where a site has one template."""
    sites: dict[str, list[_Read]] = {}
    for page in data.pages(name):
        site = str(page.truth["site"])
        sites.setdefault(site, []).append(_read(page.html, str(page.truth["template"])))
    several = any(len({page.template for page in pages}) > 1 for pages in sites.values())
    return [*sites.values()] if several or not sites else [_flat(sites.values())]


def _read(html: bytes, template: str) -> _Read:
    tree = Page(html).tree
    elements = clean(tree, SIMPLIFIED)
    rows = rows_of(elements)
    repeats = repeats_of(*rows)
    codes = [tag_code(name) << _DEPTH_BITS for name in elements.names]
    depths = [min(depth, _DEEPEST) for depth in rows[1]]
    keys = [codes[tag] | depth for tag, depth in zip(elements.tag, depths, strict=True)]
    kept = [at for at, is_gone in enumerate(repeats.removed) if not is_gone]
    nodes = []
    end = 0
    for at in kept:
        if repeats.group[at] >= 0:
            end = at + repeats.length[at]
            record = hash(tuple(keys[at:end])) & _HASHES
            nodes.append(_REPEATED | record << _DEPTH_BITS | depths[at])
        elif at >= end:
            nodes.append(keys[at])
    # Later dates are of what was still to come when the sets were made.
    dates = re.findall(rb"(?<!\d)(199\d|20[01]\d|202[0-6])-[01]\d-[0-3]\d(?!\d)", html)
    return _Read(
        template,
        max(map(int, dates), default=None),
        rows,
        tuple(keys[:MAX_ELEMENTS]),
        tuple(keys[at] for at in kept[:MAX_ELEMENTS]),
        tuple(nodes[:MAX_ELEMENTS]),
        [many for many, group in zip(repeats.length, repeats.group, strict=True) if group >= 0],
        Joining().read(tree),
    )


def _distance(sequences: Iterable[Sequence[int]]) -> Callable[[int, int], float]:
    """Distance of any two by the depth-weighted longest common subsequence (equation 4-2)."""
    numbers: dict[int, int] = {}
    symbols = [
        array("i", [numbers.setdefault(key, len(numbers)) for key in keys]) for keys in sequences
    ]
    weight = array("d", [depth_weight(key & _DEEPEST) for key in numbers])
    heavy = [sum(weight[one] for one in each) for each in symbols]

    def distance(i: int, j: int) -> float:
        common = weighted_lcs(symbols[i], symbols[j], weight)
        return max(0.0, 1 - common / (max(heavy[i], heavy[j]) or 1.0))

    return distance


def _clusters(groups: Iterable[Sequence[_Read]]) -> dict[float | None, list[list[int]]]:
    """At each threshold the medoid of each page's cluster; and the default method's clusters."""
    found: dict[float | None, list[list[int]]] = {at: [] for at in (*SWEEP, None)}
    for pages in groups:
        copies: dict[tuple[int, ...], list[int]] = {}
        for place, page in enumerate(pages):
            copies.setdefault(page.collapsed, []).append(place)
        places = [*copies.values()]
        weights = [*map(len, places)]
        distance = _distance(copies)
        for threshold in SWEEP:
            middle = cluster_around_medoids(weights, distance, threshold)
            medoid = {one: places[its][0] for at, its in enumerate(middle) for one in places[at]}
            found[threshold].append([medoid[place] for place in range(len(pages))])
        found[None].append(Joining().cluster([page.features for page in pages]))
    return found


def induce(
    sequences: Sequence[tuple[int, ...]], medoid: int, threshold: float
) -> tuple[list[float], list[float]]:
    """The lengths of a template's essential nodes, and of its optional ones (section 5.2).

    What all have in common is taken one sequence after another, beginning with the medoid's
    (algorithm 4); it is cut where there is an optional node between.
    """
    common = _common(sequences, medoid)
    gaps: list[Counter[tuple[int, ...]]] = [Counter() for _ in range(len(common) + 1)]
    for sequence in sequences:
        start = 0
        for gap, at in zip(gaps, [*_aligned(sequence, common), len(sequence)], strict=True):
            if at > start:
                gap[sequence[start:at]] += 1
            start = at + 1
    optional = [_length(gap, threshold) / len(sequences) for gap in gaps]
    cuts = [0, *(at for at, length in enumerate(optional) if length), len(common)]
    essential = [float(end - start) for start, end in pairwise(cuts) if end > start]
    return essential, [length for length in optional if length]


def _common(sequences: Sequence[tuple[int, ...]], medoid: int) -> tuple[int, ...]:
    common = sequences[medoid]
    for sequence in sequences:
        if sequence != common:
            common = tuple(sequence[at] for at in _aligned(sequence, common))
    return common


def _aligned(sequence: tuple[int, ...], other: tuple[int, ...]) -> list[int]:
    """The places of a sequence that a longest common subsequence with another one takes."""
    blocks = LCSseq.editops(array("q", sequence), array("q", other)).as_matching_blocks()
    return [at for block in blocks for at in range(block.a, block.a + block.size)]


def _length(gap: Counter[tuple[int, ...]], threshold: float) -> int:
    """Of what may stand in a gap, clustered as pages are, what each cluster has in common.

    In base nodes, times the pages that have it.
    """
    parts = [*gap]
    middle = cluster_around_medoids([*gap.values()], _distance(parts), threshold)
    length = 0
    for medoid in set(middle):
        members = [at for at, its in enumerate(middle) if its == medoid]
        common = _common([parts[at] for at in members], members.index(medoid))
        length += len(common) * sum(gap[parts[at]] for at in members)
    return length


def _repeats(pages: dict[str, list[_Read]]) -> list[str | Table]:
    """Table 6.4."""
    counts: dict[str, Sequence[int]] = {**THESIS_LENGTHS}
    for name, those in pages.items():
        found = Counter(min(length, 10) for page in those for length in page.repeats)
        counts[name] = [found[length] for length in range(1, 11)]
    shares = {name: [100 * one / (sum(its) or 1) for one in its] for name, its in counts.items()}
    lengths = [*map(str, range(1, 10)), "10 and more"]
    rows: list[tuple[Cell, ...]] = [
        (length, *(its[at] for its in shares.values())) for at, length in enumerate(lengths)
    ]
    table = Table(
        "Q2",
        "Repeated records by their length in elements, in % of all (the thesis' table 6.4, which "
        "has counts).",
        ("length", *counts),
        rows,
        digits=2,
    )
    ours = [shares[name] for name in pages if pages[name]]
    text = f"""
## Repeated records

Of our repeated records {_span(its[0] for its in ours)} % are one element long, and of the
thesis' {_span(shares[name][0] for name in THESIS_LENGTHS)} % ({table.link}); that these are the
commonest is {confirmed(all(its[0] == max(its) for its in ours))}. Up to
{max((its[-1] for its in ours), default=0):.1f} % have ten elements and more, there up to
{max(shares[name][-1] for name in THESIS_LENGTHS):.1f} % ({table.link}).
"""
    return [text, table]


def _collapsing(groups: _Groups) -> list[str | Table]:
    """What collapsing repeats costs and saves."""
    rows = [[name, *_costs(groups[name])] for name in SETS]
    table = Table(
        "Q3",
        "Collapsing repeats: mean elements of a simplified page, microseconds on this machine, and "
        "the number of pages from which on it saves more than it costs.",
        (
            *("set", "elements", "collapsed", "µs a page to collapse", "µs a pair, not collapsed"),
            *("µs a pair, collapsed", "ratio", "pays from so many pages"),
        ),
        rows,
        digits=1,
    )
    columns = [[float(row[at]) for row in rows if row[1]] for at in range(1, 8)]
    elements, kept, *_, ratio, pays = columns
    text = f"""
## Time with and without collapsing

Collapsing makes a comparison {_span(ratio, 1)} times as fast and leaves
{100 * sum(kept) / (sum(elements) or 1):.0f} % of the elements; paid once a page, it pays from
{_span(pays)} pages of a site on ({table.link}). The thesis does not measure it.
"""
    return [text, table]


def _costs(groups: Sequence[Sequence[_Read]]) -> list[float]:
    pages = _flat(groups)
    pairs = sum(len(group) * (len(group) - 1) // 2 for group in groups) or 1

    def compare(sequences_of: Callable[[_Read], Sequence[int]]) -> None:
        for group in groups:
            distance = _distance(map(sequences_of, group))
            for i, j in combinations(range(len(group)), 2):
                distance(i, j)

    collapse = 1e6 * quickest(lambda: [repeats_of(*page.rows) for page in pages])
    whole = 1e6 * quickest(lambda: compare(attrgetter("whole"))) / pairs
    less = 1e6 * quickest(lambda: compare(attrgetter("collapsed"))) / pairs
    a_page = collapse / (len(pages) or 1)
    pays = 2 * a_page / (whole - less) + 1 if whole > less else 0.0
    elements = mean([len(page.rows[0]) for page in pages])
    kept = mean([len(page.collapsed) for page in pages])
    return [elements, kept, a_page, whole, less, whole / (less or 1), pays]


def _templates(groups: _Groups, found: _Found) -> list[str | Table]:
    """Table 6.5."""
    at = [*THESIS_TEMPLATES]
    have = [name for name in SETS if groups[name]]
    measured = {
        name: [_induced(groups[name], found[name][one], one) for one in (*at, None)]
        for name in have
    }
    rows: list[list[Cell]] = []
    for name, lines in {"thesis, news": [*THESIS_TEMPLATES.values()], **measured}.items():
        for place, what in enumerate(("clusters", "essential node", "optional node", "template")):
            its = [line[place] if place else int(line[0]) for line in lines]
            rows.append([name, what, *its, *[None] * (len(at) + 1 - len(its))])
    table = Table(
        "Q4",
        "Clusters, and the lengths of their templates, by threshold (the thesis' table 6.5): mean "
        "base nodes of an essential or optional node, and nodes of a template, of clusters of "
        f"{MIN_PAGES} pages and more. Last, the default method's clusters.",
        ("pages", "figure", *map(str, at), "none: joining"),
        rows,
        digits=2,
    )
    half = at.index(THRESHOLD)

    def moved(sets: Iterable[Sequence[Sequence[float]]]) -> str:
        """At how many of the steps to the next threshold each figure moves as the thesis says."""
        steps = [step for lines in sets for step in pairwise(lines)]
        signs = enumerate((-1, -1, 1, 1))
        right = [sum(sign * (b[at] - a[at]) > 0 for a, b in steps) for at, sign in signs]
        return f"{listed(map(str, right))} of {len(steps)}"

    text = f"""
## Clusters and templates by threshold

At the thesis' threshold of .5 there are
{listed(f"{measured[name][half][0]:.0f}" for name in have)} clusters for
{listed(str(_true(groups[name])) for name in have)} true templates; the default method makes
{listed(f"{measured[name][-1][0]:.0f}" for name in have)} ({table.link}). The thesis expects
fewer clusters, shorter essential and longer optional nodes and templates as the threshold rises.
From one threshold to the next its own figures move so at
{moved([[*THESIS_TEMPLATES.values()]])} steps, and ours at
{moved(lines[:-1] for lines in measured.values())} ({table.link}).
"""
    return [text, table]


def _induced(
    groups: Iterable[Sequence[_Read]], found: Iterable[Sequence[int]], threshold: float | None
) -> tuple[float, ...]:
    """The clusters, and the mean lengths of essential nodes, optional nodes and templates."""
    clusters = 0
    templates = []
    for pages, numbers in zip(groups, found, strict=True):
        members: dict[int, list[int]] = {}
        for place, number in enumerate(numbers):
            members.setdefault(number, []).append(place)
        clusters += len(members)
        for number, places in members.items():
            if len(places) >= MIN_PAGES:
                sequences = [pages[place].nodes for place in places]
                # The thesis' clusters are numbered by their medoids; of others the first page.
                medoid = places.index(number) if number in places else 0
                templates.append(induce(sequences, medoid, threshold or THRESHOLD))
    return (
        float(clusters),
        mean([length for essential, _ in templates for length in essential]),
        mean([length for _, optional in templates for length in optional]),
        mean([len(essential) + len(optional) for essential, optional in templates]),
    )


def _against_truth(groups: _Groups, found: _Found) -> tuple[list[str | Table | Figure], Compared]:
    """Clusters against true templates, by threshold."""
    rand = {name: {at: _ari(groups[name], its) for at, its in found[name].items()} for name in SETS}
    table = Table(
        "Q5",
        "Adjusted Rand index of clusters against true templates, mean of sites with several "
        "templates; swde: all sites together.",
        ("threshold", *SETS),
        [(str(at or "none: joining"), *(rand[name][at] for name in SETS)) for at in (*SWEEP, None)],
    )
    have = [name for name in SETS if groups[name]] or [*SETS]
    short = {name: name.removeprefix("templates/") for name in have}
    figure = Figure(
        "Q1",
        "Agreement of clusters with true templates by threshold; level, the default method, which "
        "has no threshold.",
        "threshold of distance",
        "adjusted Rand index",
        [
            *(Series(short[name], SWEEP, [rand[name][at] for at in SWEEP]) for name in have),
            *(
                Series(f"joining, {short[name]}", (SWEEP[0], SWEEP[-1]), [rand[name][None]] * 2)
                for name in have
            ),
        ],
        y_limits=(-0.05, 1.05),
    )
    best = {name: max(SWEEP, key=rand[name].__getitem__) for name in have}

    def shown(places: dict[str, float] | None = None, at: float | None = None) -> list[str]:
        return [f"{rand[name][places[name] if places else at]:.3f}" for name in have]

    ahead = sum(rand[name][None] > rand[name][best[name]] for name in have)
    text = f"""
## Clusters against true templates

The default method has an adjusted Rand index (1 for the true clusters, 0 for chance) of
{listed(shown())} on {listed(short.values())}, the thesis' at .5 {listed(shown(at=THRESHOLD))}
({table.link}). The best thresholds of those tried are {listed(str(best[name]) for name in have)},
with {listed(shown(best))}; the default method is above them on {ahead} of {len(have)} sets
({table.link}, {figure.link}). This goes beyond the thesis, which had no truth.
"""
    compared = Compared(
        f"adjusted Rand index at .5 ({', '.join(short.values())})",
        "no truth",
        ", ".join(shown(at=THRESHOLD)),
        ", ".join(shown()),
        "Q5",
    )
    return [text, table, figure], compared


def _ari(groups: Iterable[Sequence[_Read]], found: Iterable[Sequence[int]]) -> float:
    """The mean of those with several templates."""
    true = [[page.template for page in pages] for pages in groups]
    both = zip(true, found, strict=True)
    return mean([adjusted_rand(one, its) for one, its in both if len(set(one)) > 1])


def _flat(groups: Iterable[Sequence[_Read]]) -> list[_Read]:
    return [page for pages in groups for page in pages]


def _true(groups: Iterable[Sequence[_Read]]) -> int:
    """The true templates."""
    return sum(len({page.template for page in pages}) for pages in groups)


def _span(values: Iterable[float], digits: int = 0) -> str:
    """The least and the greatest."""
    those = [*values] or [0.0]
    return f"{min(those):.{digits}f} to {max(those):.{digits}f}"
