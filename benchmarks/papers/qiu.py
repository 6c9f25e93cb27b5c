"""Qiu 2013: templates. Its repeats, its clusters, and the templates that it induces from them."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from operator import gt
from random import Random
from statistics import fmean
from time import process_time
from typing import Final

from rapidfuzz.distance import LCSseq

from benchmarks.clustering import adjusted_rand
from benchmarks.papers.data import Data
from benchmarks.papers.qiu_survey import survey
from benchmarks.papers.report import Compared, Figure, Section, Series, Table
from scrapy_treesim import Page
from scrapy_treesim.similarity._sequences_cy import weighted_lcs
from scrapy_treesim.templates.clustering import Joining, Sequences
from scrapy_treesim.templates.clustering.qiu import (
    MAX_ELEMENTS,
    cluster_around_medoids,
    depth_weight,
    repeats_of,
    rows_of,
    simplify,
)
from scrapy_treesim.templates.match.signature import PageFeatures
from scrapy_treesim.tree.tags import tag_code

SETS: Final = ("templates/mixed", "templates/mixed2", "templates/swde")
CHINESE: Final = "article/zh_handmade"
YEARS: Final = {
    "templates/mixed": "not recorded",
    "templates/mixed2": "not recorded",
    "templates/swde": "2010",
    CHINESE: "about 2005 to 2022",
}
"""As the sets' own notes have them."""
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
PASSES: Final = 3
"""Times that something is timed; the quickest counts."""

_DEPTH_BITS: Final = 16
_DEEPEST: Final = (1 << _DEPTH_BITS) - 1
_REPEATED: Final = 1 << 60
_HASHES: Final = (1 << 44) - 1


@dataclass(frozen=True, slots=True)
class _Read:
    """What the experiments ask of a page."""

    template: str
    elements: int
    """Of the whole page, before it is simplified."""
    rows: tuple[array[int], array[int]]
    """The simplified page, as repeats are sought in it."""
    whole: tuple[int, ...]
    """A number for tag and depth of each element, the depth in its lowest bits."""
    collapsed: tuple[int, ...]
    """The same without the repeats but the first of each."""
    nodes: tuple[int, ...]
    """The thesis' base nodes: an element is one, and so is a record that repeats."""
    repeats: tuple[int, ...]
    """The length of each repeated record."""
    features: PageFeatures
    """What the default method keeps."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Pages that are clustered together: of a site, or of all sites of one template each."""

    pages: list[_Read]

    @property
    def templates(self) -> list[str]:
        """The true template of each page."""
        return [page.template for page in self.pages]


def reproduce(data: Data) -> Section:
    """Run the paper's experiments."""
    groups = {name: _groups(data, name) for name in SETS}
    chinese = [_read(page.html, "") for page in data.pages(CHINESE)]
    pages = {name: [page for one in each for page in one.pages] for name, each in groups.items()}
    sets = _set_table(groups, chinese)
    repeats_text, repeats = _repeats({**pages, CHINESE: chinese})
    cost_text, costs = _collapsing(groups)
    clustered = {
        name: [_Clusters([page.collapsed for page in group.pages]) for group in each]
        for name, each in groups.items()
    }
    template_text, templates, at_default = _templates(groups, clustered)
    truth_text, truth, compared = _against_truth(groups, clustered, at_default)
    example_text, example = _example()
    survey_blocks, survey_compared = survey(data, first_table=8, first_figure=6)
    return Section(
        "qiu",
        "Qiu 2013: templates",
        [
            _introduction(sets),
            sets,
            repeats_text,
            *repeats,
            cost_text,
            *costs,
            template_text,
            *templates,
            truth_text,
            *truth,
            example_text,
            example,
            *survey_blocks,
        ],
        [*compared, *survey_compared],
    )


def _introduction(sets: Table) -> str:
    return f"""
The thesis of Qiu Junpeng finds the templates of a site from its pages alone. A page becomes the
sequence of its elements, each a tag and a depth, with repeated records collapsed into one; the
distance of two pages is what their longest common subsequence leaves, deep elements counting
less; clusters grow around medoids until no two are within a threshold; of each cluster a template
is induced, of nodes that all pages have (essential) and nodes that some have (optional). It ran on
two samples of 10,000 pages from blog.sina.com.cn and ent.sina.com.cn of about 2012, which had no
truth: it tells how many clusters there were, not whether they were right.

## The pages

The thesis' pages are gone. Ours ({sets.link}) know the true template of each page. The sites of
templates/mixed and templates/mixed2 are published copies of blogs, shops, forums and
clubs, labelled by what their own software calls a page; no year is recorded for them. The sites of
templates/swde were crawled in 2010 and have one template each, so they are clustered all together,
and what is to be found is the site. Chinese articles of many sites stand beside them where no
template is needed. `joining` is what the package does by default: fine clusters that are joined by
evidence, with no threshold to choose.
"""


def _set_table(groups: dict[str, list[_Group]], chinese: Sequence[_Read]) -> Table:
    rows: list[tuple[str, int, int | None, int | None, str]] = []
    for name, each in groups.items():
        templates = sum(len(set(group.templates)) for group in each)
        pages = sum(len(group.pages) for group in each)
        rows.append((name, pages, len(each), templates, YEARS[name]))
    rows.append((CHINESE, len(chinese), None, None, YEARS[CHINESE]))
    columns = (
        "set",
        "pages",
        "clustered in so many groups",
        "true templates",
        "years of the pages",
    )
    return Table("Q1", "The pages of these experiments.", columns, rows)


# Reading


def _groups(data: Data, name: str) -> list[_Group]:
    """By site; all together where a site has one template."""
    sites: dict[str, list[_Read]] = {}
    for page in data.pages(name):
        site = str(page.truth["site"])
        sites.setdefault(site, []).append(_read(page.html, str(page.truth["template"])))
    if all(len({page.template for page in pages}) == 1 for pages in sites.values()):
        together = [page for pages in sites.values() for page in pages]
        return [_Group(together)] if together else []
    return [_Group(pages) for pages in sites.values()]


def _read(html: bytes, template: str) -> _Read:
    tree = Page(html).tree
    elements = simplify(tree)
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
    return _Read(
        template,
        len(tree.tag),
        rows,
        tuple(keys[:MAX_ELEMENTS]),
        tuple(keys[at] for at in kept[:MAX_ELEMENTS]),
        tuple(nodes[:MAX_ELEMENTS]),
        tuple(
            many for many, group in zip(repeats.length, repeats.group, strict=True) if group >= 0
        ),
        Joining().read(tree),
    )


# Distances and clusters


class _Weighted:
    """Distance by the depth-weighted longest common subsequence (equation 4-2)."""

    def __init__(self, sequences: Iterable[Sequence[int]]) -> None:
        numbers: dict[int, int] = {}
        self._symbols = [
            array("i", [numbers.setdefault(key, len(numbers)) for key in keys])
            for keys in sequences
        ]
        self._weight = array("d", [depth_weight(key & _DEEPEST) for key in numbers])
        self._heavy = [sum(self._weight[one] for one in each) for each in self._symbols]

    def __call__(self, i: int, j: int) -> float:
        common = weighted_lcs(self._symbols[i], self._symbols[j], self._weight)
        return max(0.0, 1 - common / (max(self._heavy[i], self._heavy[j]) or 1.0))


class _Plain:
    """Distance by the longest common subsequence, every element alike (equation 4-1)."""

    def __init__(self, sequences: Iterable[Sequence[int]]) -> None:
        self._sequences = [array("q", keys) for keys in sequences]

    def __call__(self, i: int, j: int) -> float:
        return LCSseq.normalized_distance(self._sequences[i], self._sequences[j])


class _Clusters:
    """The thesis' clusters of some sequences at any threshold; each distance is taken once."""

    def __init__(
        self,
        sequences: Sequence[tuple[int, ...]],
        measure: Callable[[Iterable[Sequence[int]]], Callable[[int, int], float]] = _Weighted,
    ) -> None:
        copies: dict[tuple[int, ...], list[int]] = {}
        for place, keys in enumerate(sequences):
            copies.setdefault(keys, []).append(place)
        self._places = [*copies.values()]
        distance = measure(copies)
        many = len(copies)
        self._apart = [[0.0] * many for _ in range(many)]
        for i, j in combinations(range(many), 2):
            self._apart[i][j] = self._apart[j][i] = distance(i, j)

    def at(self, threshold: float) -> list[int]:
        """The medoid of each one's cluster."""
        weights = [*map(len, self._places)]
        middle = cluster_around_medoids(weights, lambda i, j: self._apart[i][j], threshold)
        found = [0] * sum(weights)
        for at, places in enumerate(self._places):
            for place in places:
                found[place] = self._places[middle[at]][0]
        return found


# Induction (section 5.2)


@dataclass(frozen=True, slots=True)
class Essential:
    """Base nodes that every page has, one after another."""

    nodes: tuple[int, ...]

    @property
    def length(self) -> float:
        """The number of base nodes."""
        return float(len(self.nodes))


@dataclass(frozen=True, slots=True)
class Optional:
    """What may stand between two essential nodes, and how often it does; the likeliest first."""

    alternatives: tuple[tuple[tuple[int, ...], float], ...]

    @property
    def length(self) -> float:
        """The base nodes of each alternative, times its probability."""
        return sum(len(nodes) * share for nodes, share in self.alternatives)


def induce(
    sequences: Sequence[tuple[int, ...]], medoid: int, threshold: float
) -> list[Essential | Optional]:
    """The template of a cluster's sequences: essential and optional nodes in turn.

    What all have in common is taken one sequence after another, beginning with the medoid's
    (algorithm 4). What is left between is clustered as the pages were, and each cluster's common
    sequence is an alternative.
    """
    common = _common(sequences, medoid)
    gaps: list[list[tuple[int, ...]]] = [[] for _ in range(len(common) + 1)]
    for sequence in sequences:
        start = 0
        for gap, at in zip(gaps, [*_aligned(sequence, common), len(sequence)], strict=True):
            if at > start:
                gap.append(sequence[start:at])
            start = at + 1
    template: list[Essential | Optional] = []
    run: list[int] = []
    for place, gap in enumerate(gaps):
        alternatives = _alternatives(gap, len(sequences), threshold)
        if alternatives:
            if run:
                template.append(Essential(tuple(run)))
            template.append(Optional(alternatives))
            run = []
        run += common[place : place + 1]
    return [*template, Essential(tuple(run))] if run else template


def _common(sequences: Iterable[tuple[int, ...]], medoid: int) -> tuple[int, ...]:
    sequences = [*sequences]
    common = sequences[medoid]
    for sequence in sequences:
        if sequence != common:
            common = tuple(sequence[at] for at in _aligned(sequence, common))
    return common


def _aligned(sequence: tuple[int, ...], other: tuple[int, ...]) -> list[int]:
    """The places of a sequence that a longest common subsequence with another one takes."""
    blocks = LCSseq.editops(array("q", sequence), array("q", other)).as_matching_blocks()
    return [at for block in blocks for at in range(block.a, block.a + block.size)]


def _alternatives(
    gap: Iterable[tuple[int, ...]], pages: int, threshold: float
) -> tuple[tuple[tuple[int, ...], float], ...]:
    counts = Counter(gap)
    parts = [*counts]
    middle = cluster_around_medoids([*counts.values()], _Weighted(parts), threshold)
    found: Counter[tuple[int, ...]] = Counter()
    for medoid in sorted(set(middle)):
        members = [at for at, its in enumerate(middle) if its == medoid]
        common = _common([parts[at] for at in members], members.index(medoid))
        found[common] += sum(counts[parts[at]] for at in members)
    del found[()]
    return tuple((nodes, many / pages) for nodes, many in found.most_common())


# Experiments


def _repeats(pages: dict[str, list[_Read]]) -> tuple[str, list[Table | Figure]]:
    """Table 6.4."""
    lengths = [*map(str, range(1, 10)), "10 and more"]
    counts: dict[str, tuple[Sequence[int], int]] = {
        name: (each, 10_000) for name, each in THESIS_LENGTHS.items()
    }
    for name, those in pages.items():
        found = Counter(min(length, 10) for page in those for length in page.repeats)
        counts[name] = [found[length] for length in range(1, 11)], len(those)
    shares = {name: [_share(n, sum(each)) for n in each] for name, (each, _) in counts.items()}
    table = Table(
        "Q2",
        "Repeated records by their length in elements, in % of all, and how many a page has. The "
        "thesis' table 6.4 has them as counts.",
        ("pages", *lengths, "records a page"),
        [
            (name, *(100 * one for one in shares[name]), sum(each) / many if many else 0.0)
            for name, (each, many) in counts.items()
        ],
        digits=2,
    )
    figure = Figure(
        "Q1",
        "Repeated records by length, in the thesis and on our pages: how far short ones prevail.",
        "length of a repeated record (elements)",
        "share of all repeated records (%)",
        [
            Series(name, ["10+" if "more" in at else at for at in lengths], [100 * y for y in its])
            for name, its in shares.items()
        ],
        log_y=True,
    )
    ours = [name for name in pages if pages[name]]
    short = [sum(shares[name][:3]) for name in ours]
    most = max(range(10), key=lambda at: fmean([shares[name][at] for name in ours] or [0.0]))
    long = {name: shares[name][-1] for name in shares}
    thesis_long = max(long[name] for name in THESIS_LENGTHS)
    text = f"""
## Repeated records

Table 6.4 of the thesis counts the repeated records by their length. Of its blog pages
{100 * shares["thesis, blog"][0]:.0f} % are one element long, of its news pages
{100 * shares["thesis, news"][0]:.0f} %, and from one to three long are nearly all. Ours
{"agree in order" if most == 0 else "differ"}: length {most + 1} is the commonest, and
{100 * min(short, default=0):.0f} to {100 * max(short, default=0):.0f} % of the records of a set are
no longer than three ({table.link}, {figure.link}). What is long is
{"commoner" if max((long[name] for name in ours), default=0) > thesis_long else "no commoner"} on
our pages: up to {100 * max((long[name] for name in ours), default=0):.1f} % have ten elements and
more, where the thesis has {100 * thesis_long:.1f} % at most. Tables, lists and paragraphs are
unwrapped before, so a row of links is a row of records of one element each.
"""
    return text, [table, figure]


def _collapsing(groups: dict[str, list[_Group]]) -> tuple[str, list[Table | Figure]]:
    """What collapsing repeats costs and saves."""
    rows: list[tuple[str | float | int, ...]] = []
    for name, each in groups.items():
        pages = [page for group in each for page in group.pages]
        collapse = _quickest(partial(_collapse, pages))
        seconds = []
        for sequences in (
            [[page.whole for page in group.pages] for group in each],
            [[page.collapsed for page in group.pages] for group in each],
        ):
            distances = [_Weighted(one) for one in sequences]
            seconds.append(_quickest(partial(_all, distances, each)))
        pairs = sum(len(group.pages) * (len(group.pages) - 1) // 2 for group in each)
        a_page = collapse / len(pages) if pages else 0.0
        whole, collapsed = (one / pairs if pairs else 0.0 for one in seconds)
        rows.append(
            (
                name,
                _mean(page.elements for page in pages),
                _mean(len(page.rows[0]) for page in pages),
                _mean(len(page.collapsed) for page in pages),
                1e6 * a_page,
                1e6 * whole,
                1e6 * collapsed,
                whole / collapsed if collapsed else 0.0,
                2 * a_page / (whole - collapsed) + 1 if whole > collapsed else 0.0,
            )
        )
    table = Table(
        "Q3",
        "What collapsing repeats costs and saves: mean elements of a page, microseconds on this "
        "machine, and the number of pages from which on it saves more than it costs.",
        (
            "set",
            "elements",
            "simplified",
            "collapsed",
            "µs a page to collapse",
            "µs a pair, not collapsed",
            "µs a pair, collapsed",
            "ratio",
            "pays from so many pages",
        ),
        rows,
        digits=1,
    )
    figure = _cost_figure([page for each in groups.values() for one in each for page in one.pages])
    left = [row for row in rows if row[1]]
    ratios = [float(row[7]) for row in left]
    pays = [float(row[8]) for row in left]
    pair = fmean([float(row[6]) for row in left] or [0.0])
    hours = pair * 1e-6 * 60_000**2 / 2 / 3600
    text = f"""
## The cost of collapsing

The thesis holds that collapsing repeats matters for cost and result, and measures neither. Of the
elements that simplifying leaves, collapsing keeps
{100 * _share(sum(float(row[3]) for row in left), sum(float(row[2]) for row in left)):.0f} %, and a
pair of pages is compared {min(ratios, default=0):.1f} to {max(ratios, default=0):.1f} times as fast
({table.link}). Collapsing is paid once a page and saves once a pair: from
{min(pays, default=0):.0f} to {max(pays, default=0):.0f} pages of a site on, it pays for itself
({table.link}; {figure.link} for pages of all sites). The thesis reckons with a millisecond a pair
and so with 500 hours for 60,000 pages on one core; at the {pair:.1f} µs that a pair takes here,
within a site and without what both sequences begin and end with, it would be {hours:.1f} hours
({table.link}).
"""
    return text, [table, figure]


def _collapse(pages: Iterable[_Read]) -> None:
    for page in pages:
        repeats_of(*page.rows)


def _all(distances: Sequence[_Weighted], groups: Sequence[_Group]) -> None:
    for distance, group in zip(distances, groups, strict=True):
        for i, j in combinations(range(len(group.pages)), 2):
            distance(i, j)


def _cost_figure(pages: Sequence[_Read]) -> Figure:
    counts = [many for many in (5, 10, 20, 40, 80, 160, 320) if many <= len(pages)]
    whole, collapsed = [], []
    for many in counts:
        some = Random(many).sample(pages, many)
        group = [_Group(some)]

        def not_collapsed(some: list[_Read] = some, group: list[_Group] = group) -> None:
            _all([_Weighted(page.whole for page in some)], group)

        def with_collapsing(some: list[_Read] = some, group: list[_Group] = group) -> None:
            _collapse(some)
            _all([_Weighted(page.collapsed for page in some)], group)

        whole.append(_quickest(not_collapsed))
        collapsed.append(_quickest(with_collapsing))
    return Figure(
        "Q2",
        "Where collapsing repeats begins to save time: all distances of pages drawn from all "
        "sites, with the time it takes to collapse.",
        "pages",
        "CPU seconds on this machine",
        [Series("repeats left in", counts, whole), Series("repeats collapsed", counts, collapsed)],
        log_x=bool(counts),
        log_y=bool(counts),
    )


def _templates(
    groups: dict[str, list[_Group]], clustered: dict[str, list[_Clusters]]
) -> tuple[str, list[Table | Figure], dict[str, tuple[float, ...]]]:
    """Table 6.5; also each set's line at the thesis' threshold."""
    rows: list[tuple[str | float | int | None, ...]] = [
        ("thesis, news", str(threshold), int(clusters), None, *lengths)
        for threshold, (clusters, *lengths) in THESIS_TEMPLATES.items()
    ]
    measured: dict[str, dict[float, tuple[float, ...]]] = {name: {} for name in groups}
    for name, each in groups.items():
        true = sum(len(set(group.templates)) for group in each)
        for threshold in THESIS_TEMPLATES:
            found = [one.at(threshold) for one in clustered[name]]
            line = _induced(each, found, threshold)
            measured[name][threshold] = line
            rows.append((name, str(threshold), int(line[0]), true, *line[1:]))
        default = [Joining().cluster([page.features for page in group.pages]) for group in each]
        line = _induced(each, default, THRESHOLD)
        rows.append((name, "none: joining", int(line[0]), true, *line[1:]))
    table = Table(
        "Q4",
        "Clusters and templates at the thesis' thresholds (its table 6.5), and of the default "
        f"method's clusters. Templates are those of clusters of {MIN_PAGES} pages and more; "
        "lengths are mean base nodes of an essential or optional node, and nodes of a template.",
        (
            "pages",
            "threshold",
            "clusters",
            "true templates",
            "essential node",
            "optional node",
            "template",
        ),
        rows,
        digits=2,
    )
    have = [name for name in SETS if groups[name]]
    counts = Figure(
        "Q3",
        "Clusters for each true template by threshold; dotted, the true number. The thesis' "
        "thresholds are .3 to .6.",
        "threshold of distance",
        "clusters for each true template",
        [_cluster_series(name, groups[name], clustered[name]) for name in SETS],
        marks=[("as many as there are", 1.0)],
        log_y=bool(have),
    )
    at = [*THESIS_TEMPLATES]
    lengths = Figure(
        "Q4",
        "Length of essential and optional nodes by threshold, the thesis' and ours.",
        "threshold of distance",
        "mean length (base nodes)",
        [
            Series(f"{what}, {name.removeprefix('templates/')}", at, [lines[t][place] for t in at])
            for place, what in ((1, "essential"), (2, "optional"))
            for name, lines in {"thesis": THESIS_TEMPLATES, **measured}.items()
            if name == "thesis" or name in have
        ],
    )
    low, high = at[0], at[-1]

    def where(place: int, sign: int) -> str:
        moved = [n for n in have if sign * (measured[n][high][place] - measured[n][low][place]) > 0]
        return f"on {len(moved)} of {len(have)} sets"

    fewer = [name for name in have if measured[name][THRESHOLD][0] < _true(groups[name])]
    text = f"""
## Clusters and templates by threshold

The thesis' table 6.5 has, for thresholds from .3 to .6, the number of clusters of its news pages,
and how long the nodes of their templates are: the higher the threshold, the fewer the clusters, the
shorter the essential and the longer the optional nodes and the template. A template's base node is
an element, or a record that repeats. On our pages clusters become fewer with the threshold
{where(0, -1)}, essential nodes shorter {where(1, -1)}, optional nodes longer {where(2, 1)}, and
templates longer {where(3, 1)} ({table.link}, {counts.link}, {lengths.link}).

The thesis cannot say whether seven clusters of 10,000 pages at .5 are right. Ours at .5 are
{_listed(str(int(measured[name][THRESHOLD][0])) for name in have)}, for
{_listed(str(_true(groups[name])) for name in have)} templates on
{_listed(have)} ({table.link}): fewer than templates on {len(fewer)} of {len(have)} sets, so
that one cluster there holds pages of several templates, and its template is what these have in
common. The mean
essential node has {THESIS_TEMPLATES[THRESHOLD][1]:.2f} base nodes in the thesis at .5, and
{_listed(measured[name][THRESHOLD][1] for name in have)} here ({table.link}).
"""
    at_default = {name: measured[name][THRESHOLD] for name in groups}
    return text, [table, counts, lengths], at_default


def _true(groups: Sequence[_Group]) -> int:
    return sum(len(set(group.templates)) for group in groups)


def _cluster_series(name: str, groups: list[_Group], clustered: list[_Clusters]) -> Series:
    true = _true(groups)
    found = [sum(len(set(one.at(at))) for one in clustered) for at in SWEEP]
    return Series(name, SWEEP if true else (), [many / true for many in found] if true else ())


def _induced(
    groups: Iterable[_Group], found: Iterable[Sequence[int]], threshold: float
) -> tuple[float, ...]:
    """The clusters, and the mean lengths of essential nodes, optional nodes and templates."""
    clusters = 0
    templates = []
    for group, numbers in zip(groups, found, strict=True):
        members: dict[int, list[int]] = {}
        for place, number in enumerate(numbers):
            members.setdefault(number, []).append(place)
        clusters += len(members)
        for number, places in members.items():
            if len(places) >= MIN_PAGES:
                sequences = [group.pages[place].nodes for place in places]
                # The thesis' clusters are numbered by their medoids; of others the first page.
                medoid = places.index(number) if number in places else 0
                templates.append(induce(sequences, medoid, threshold))
    nodes = [node for template in templates for node in template]
    return (
        float(clusters),
        _mean(node.length for node in nodes if isinstance(node, Essential)),
        _mean(node.length for node in nodes if isinstance(node, Optional)),
        _mean(map(len, templates)),
    )


def _against_truth(
    groups: dict[str, list[_Group]],
    clustered: dict[str, list[_Clusters]],
    at_default: dict[str, tuple[float, ...]],
) -> tuple[str, list[Table | Figure], list[Compared]]:
    """Clusters against true templates, by threshold and by variant of the distance."""
    default = {
        name: _ari(each, [Joining().cluster([page.features for page in g.pages]) for g in each])
        for name, each in groups.items()
    }
    swept = {
        name: [_ari(each, [one.at(at) for one in clustered[name]]) for at in SWEEP]
        for name, each in groups.items()
    }
    by_threshold: list[list[str | float]] = [
        [str(at), *(swept[name][i] for name in SETS)] for i, at in enumerate(SWEEP)
    ]
    by_threshold.append(["none: joining", *(default[name] for name in SETS)])
    table = Table(
        "Q5",
        "Adjusted Rand index of clusters against true templates, mean of sites with several "
        "templates; swde: all sites together.",
        ("threshold", *SETS),
        by_threshold,
    )
    best = {name: max(range(len(SWEEP)), key=swept[name].__getitem__) for name in SETS}
    figure = Figure(
        "Q5",
        "Agreement of clusters with true templates by threshold; level, the default method, which "
        "has no threshold.",
        "threshold of distance",
        "adjusted Rand index",
        [
            *(Series(name.removeprefix("templates/"), SWEEP, swept[name]) for name in SETS),
            *(
                Series(
                    f"joining, {name.removeprefix('templates/')}",
                    (SWEEP[0], SWEEP[-1]),
                    (default[name], default[name]),
                )
                for name in SETS
            ),
        ],
        y_limits=(-0.05, 1.05),
    )
    variants = _variants(groups)
    have = [name for name in SETS if groups[name]] or [*SETS]
    at_half = {name: swept[name][SWEEP.index(THRESHOLD)] for name in SETS}
    ahead = [name for name in have if default[name] > swept[name][best[name]]]
    thesis, whole, plain, _ = ([float(cell or 0) for cell in row[4:]] for row in variants.rows)
    both, neither = (float(variants.rows[at][2] or 0) for at in (0, -1))
    holds = "they help there too" if both >= neither else "they do not help there"
    choice = (
        "They are not the same, and who has no truth cannot choose"
        if len({best[name] for name in have}) > 1
        else "They are the same on these sets, and were chosen with the truth at hand"
    )
    text = f"""
## Clusters against true templates

At the thesis' threshold of .5 the adjusted Rand index is
{_listed(at_half[name] for name in have)} on {_listed(have)} ({table.link}). The best thresholds
of those tried are {_listed(SWEEP[best[name]] for name in have)}, with
{_listed(swept[name][best[name]] for name in have)} ({table.link}, {figure.link}).
{choice}. The default
method, which has no threshold, reaches {_listed(default[name] for name in have)}; that is above the
best threshold on {len(ahead)} of {len(have)} sets ({table.link}). (Its constants were chosen on
templates/mixed and templates/mixed2.) Pages of a site share head, menu and
foot, so its templates lie nearer to each other than sites do.

Two choices of the thesis can be tested ({variants.link}). It weighs elements by depth (any falling
weight; here 1 / (1 + depth)) because what is near the root belongs to the template: at the best
threshold of each the index is on average {fmean(thesis):.3f} with weights and {fmean(plain):.3f}
without. And it collapses repeats, without which clusters would suffer: {fmean(thesis):.3f} with,
{fmean(whole):.3f} without ({variants.link}). Weights are ahead on {sum(map(gt, thesis, plain))} of
{len(thesis)} sets, collapsing on {sum(map(gt, thesis, whole))}; each best threshold was chosen on
the pages that it is measured on. At .5 the mean index is {both:.3f} as in the thesis and
{neither:.3f} with neither ({variants.link}), so {holds}.
"""
    first = have[0]
    compared = [
        Compared(
            "adjusted Rand index, clusters of pages at .5",
            "none given (no truth)",
            ", ".join(f"{at_half[name]:.3f}" for name in have),
            ", ".join(f"{default[name]:.3f}" for name in have)
            + f" ({_listed(name.removeprefix('templates/') for name in have)})",
            "Q5",
        ),
        Compared(
            f"mean length of essential, optional nodes, template at .5 ({first} for ours)",
            "4.68, 2.71, 24.9",
            ", ".join(f"{one:.2f}" for one in at_default[first][1:]),
            "no such templates",
            "Q4",
        ),
    ]
    return text, [table, figure, variants], compared


def _variants(groups: dict[str, list[_Group]]) -> Table:
    rows = []
    for by, measure in (("1 / (1 + depth)", _Weighted), ("none", _Plain)):
        for repeats in ("collapsed", "left in"):
            half, best, where = [], [], []
            for each in groups.values():
                clusters = [
                    _Clusters(
                        [p.collapsed if repeats == "collapsed" else p.whole for p in group.pages],
                        measure,
                    )
                    for group in each
                ]
                found = [_ari(each, [one.at(at) for one in clusters]) for at in SWEEP]
                half.append(found[SWEEP.index(THRESHOLD)])
                best.append(max(found))
                where.append(SWEEP[found.index(max(found))])
            rows.append((by, repeats, _mean(half), " ".join(map(str, where)), *best))
    return Table(
        "Q6",
        "The thesis' distance and variants of it: adjusted Rand index, mean of the sets at .5, and "
        "for each set at the best threshold of it.",
        ("weights", "repeats", "all sets at .5", "best thresholds", *(f"{n}, best" for n in SETS)),
        rows,
    )


def _ari(groups: Iterable[_Group], found: Iterable[Sequence[int]]) -> float:
    """The mean of those with several templates."""
    return _mean(
        adjusted_rand(group.templates, numbers)
        for group, numbers in zip(groups, found, strict=True)
        if len(set(group.templates)) > 1
    )


def _example() -> tuple[str, Table]:
    """The thesis' example of section 5.2, letters for base nodes."""
    words = ("aorzbcdlxe", "athubeatcdlxe", "athubeatcdpkue")
    # Letters of one depth, so that all weigh the same.
    sequences = [tuple(ord(letter) << _DEPTH_BITS for letter in word) for word in words]
    template = induce(sequences, 0, THRESHOLD)

    def shown(nodes: Iterable[int]) -> str:
        return "".join(chr(node >> _DEPTH_BITS) for node in nodes)

    rows = []
    for node in template:
        if isinstance(node, Essential):
            rows.append(("essential", shown(node.nodes)))
        else:
            each = (f"{shown(nodes)} ({share:.3f})" for nodes, share in node.alternatives)
            rows.append(("optional", ", ".join(each)))
    table = Table(
        "Q7",
        f"The template of {_listed(words)}: the alternatives of each optional node, with "
        "their probabilities.",
        ("node", "content"),
        rows,
    )
    essential = [shown(node.nodes) for node in template if isinstance(node, Essential)]
    as_printed = essential == ["a", "b", "cd", "e"]
    text = f"""
## The thesis' example of induction

The three sequences by which the thesis explains induction give {_listed(essential)} as
essential nodes here ({table.link}), {"as" if as_printed else "not as"} in the thesis, whose
optional nodes are thu (2/3) or orz (1/3), then eat (2/3), then lx (2/3) or pku (1/3). One letter of
its first sequence is transposed in print. Extraction by such templates the thesis shows in a
picture only, without a figure to compare.
"""
    return text, table


# Small things


def _quickest(work: Callable[[], object]) -> float:
    """CPU seconds."""
    took = []
    for _ in range(PASSES):
        start = process_time()
        work()
        took.append(process_time() - start)
    return min(took)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _mean(values: Iterable[float]) -> float:
    return fmean([*values] or [0.0])


def _listed(values: Iterable[str | float]) -> str:
    """As ``a, b and c``; numbers with three digits at most."""
    shown = [one if isinstance(one, str) else f"{one:.3g}" for one in values]
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
