"""Song and Zhang 2011: free matching and the key tree."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from statistics import median
from typing import Final

from benchmarks.figures import mean, slope
from benchmarks.papers import song_zhang_methods as methods
from benchmarks.papers.data import Data
from benchmarks.papers.report import Cell, Compared, Figure, Section, Series, Table
from benchmarks.papers.song_zhang_methods import DEFAULT, KINDS, PACKAGE, PLAIN, RULES, Pair
from benchmarks.redesign import KINDS as REDESIGNS
from benchmarks.redesign import Tally
from scrapy_treesim.templates.by_example.key_tree import THRESHOLD

_BACK, _SOLD = 40 + 48 + 40 + 27, 42 + 50 + 40 + 30
"""Products that the paper extracted and those there were, of its four shops together."""
_SAME: Final = 1e-9
"""A difference of two sums of the same fractions."""
_MIN_SECONDS: Final = 0.005
"""Shorter times say nothing of growth."""
_SLOWER: Final = 1.1
"""A ratio of times that is more than noise."""
_NOTICED: Final = 0.005
"""A difference of shares that is worth a word."""
_CHANGES: Final = dict(
    zip(REDESIGNS, ("nothing", "names", "wrappers", "tags", "all three"), strict=True)
)
"""What changes in each kind of redesign."""
_KEPT: Final = {"free": "similar", DEFAULT: "key tree"}
"""What is asked for records after a redesign, and its name there."""

_MEASURE: Final = """
The paper compares two pages as trees of elements. Trees whose roots differ have nothing in common;
otherwise the likeness of the children, weighted by their sizes, makes that of the parents. Its new
rule is *free* matching: each child takes the most similar child of the other side, and one child
may serve many. Its rival is *ordered* matching, one to one and in order. Products are extracted by
their likeness to one of them, the *key tree*.
"""

_LIKENESS: Final = """
## Pages of one site, and of several

By free matching two pages of one template have a median similarity of {free[0]:.3f}, of two
templates of one site {free[1]:.3f}, and of two sites {free[2]:.3f} ({medians}). The paper observes
that ordered matching never says more than free matching; it does so in {above} of {pairs:,} pairs
({by_set}). That they differ most where pages are little alike {holds}, their difference taken as a
share: ordered matching says {less[0]:.0%} less of pages of one template, {less[1]:.0%} less of two
templates, and {less[2]:.0%} less of two sites ({by_set}).

The paper's figure 3 has three pages of Alibaba; ours are {pages:,} pages of {sites} sites with
{templates} templates; the median page has {elements:.0f} elements. The set swde is of 2010; mixed
and mixed2 are mirrors of sites, whose sources state no year.
"""

_TIME: Final = """
## Time

In the paper's figure 4 pages are compared with themselves, and ordered matching is the slower rule.
That {plain_holds} by plain recursion in Python, the paper's language: at {last[elements]:,}
elements ordered matching took {ratio:.2f} times as long as free matching ({table}). Time grows with
the elements to the power of {slopes[0]:.2f} for free and {slopes[1]:.2f} for ordered matching; the
paper says 2 ({itself}).

The paper leaves open whether repeated subtrees can be compressed without loss. They can: every
distinct subtree gets a number, its *shape*, and results are remembered by pairs of numbers. A page
of {largest[elements]:,} elements has {largest[shapes]:,} shapes, and at {last[elements]:,} elements
this makes free matching {remembered:.1f} times as quick ({table}). The package's compiled code
takes subtrees of one shape for equal, and compares the largest page with itself in {own:.3f}
seconds ({itself}).

Against a changed form of the largest page, with one element more in every record, the package needs
{pair[0]:.2f} seconds for free and {pair[1]:.2f} for ordered matching, {changed_ratio:.1f} times as
long ({table}, {changed}). On shapes the paper's order {shapes_hold}: there, free matching compares
each sort of child but once.
"""

_RECORDS: Final = """
## Records by one example

Free matching brings back {free.back.right:,} of {free.back.true:,} records, {free.back.recall:.1%},
{than} than in the paper's table 2, which has {back} of {sold} products of four shops, {paper:.1%}
({by_method}). All is taken that is more than .8 like the key tree. Ordered matching brings back
{ordered.back.recall:.1%} ({by_method}). The paper does not count what else is taken; of that,
{free.right.precision:.1%} are labelled records by free and {ordered.right.precision:.1%} by ordered
matching ({by_method}). The package's key tree goes beyond the paper: it also keeps the example's
leaves, texts and pictures by their kinds, and brings back {default.back.recall:.1%} at a precision
of {default.right.precision:.1%} ({by_method}).

These are {pages} pages: webdext of 2017 and 2018; trieschnigg, search results of 1998 to 2010; and
nexteval, real pages with rewritten texts, published in 2025. The key tree is the first record of a
page's first list of records that are one subtree each, and counts as brought back.

Another threshold than .8 {gains} free matching: the harmonic mean of its recall and precision is
highest at {best[free][1]:.2f}, {tops[free]:.3f}, and {gain:.3f} less at .8 ({by_threshold}).
Ordered matching is at its best at {best[ordered][1]:.2f}, with {tops[ordered]:.3f}: each at its own
best threshold, the paper's rival is {rival} ({by_threshold}). Free matching has a recall of
{loose[0]:.1%} and a precision of {loose[1]:.1%} at .5, {strict[0]:.1%} and {strict[1]:.1%} at .95
({thresholds}).

We follow the paper's text. By its figure 6, a node with the key tree's tag that is not like it is
left with all below it, and {literal.back.recall:.1%} of the records come back ({by_method}).
"""

_REDESIGN: Final = """
## After a redesign

The paper uses a key tree on the page that it was taken from; a crawler keeps it until the shop has
a new theme. Free matching then brings back {free[4]:.1%} of the records, and {free[0]:.1%} before
({shown}). Of single changes, other names of classes leave it at {free[1]:.1%}, a wrapper around
each field at {free[2]:.1%}, and other tags at {free[3]:.1%} ({shown}). Where roots differ, nothing
is in common. Leaves outlive a theme: the package's key tree brings back {default[0]:.1%} after all
changes at once, at a precision of {default[1]:.1%} ({table}).
"""

_CAVEATS: Final = """
## What to keep in mind

{drawn:,} pairs of each set and kind were drawn with a fixed seed, all sites and templates being
equally likely. The pages that are timed are generated, a long list between two menus; other pages
and programs give other ratios. The best thresholds were chosen after seeing the results, on the
same pages. The constants of the package's key tree were chosen on the three sets of lists, which
favours it. Not every list of a page is labelled, so that all precisions are too low. The redesigns
are our own, made by rule.
"""


def reproduce(data: Data) -> Section:
    """Run the paper's experiments."""
    likeness, above = _likeness(data)
    time, of_time = _time(methods.SIZES if data.limit is None else methods.SIZES[:3])
    pages, scores, redesigned = methods.records_by_example(data)
    records, of_records = _records(pages, scores)
    return Section(
        "song-zhang",
        "Song and Zhang 2011: free matching and the key tree",
        [
            _MEASURE, *likeness, *time, *records, *_after_redesign(redesigned),
            _CAVEATS.format(drawn=methods.PAIRS),
        ],
        [above, of_time, of_records],
    )  # fmt: skip


def _likeness(data: Data) -> tuple[list[str | Table | Figure], Compared]:
    """The similarity of pairs by set, kind and rule."""
    samples = {name: methods.sampled(data, name) for name in methods.SITES}
    sites = {site: of_site for of_set, _ in samples.values() for site, of_site in of_set.items()}
    templates = [pages for of_site in sites.values() for pages in of_site.values()]
    elements = [page[0] for pages in templates for page in pages]
    drawn = {name: pairs for name, (_, pairs) in samples.items()}
    pairs = drawn[methods.ALL] = [pair for of_set in drawn.values() for pair in of_set]
    by_kind = {kind: [pair for pair in pairs if pair.kind == kind] for kind in KINDS}
    by_set = Table(
        "S1",
        "Similarity of two pages by set and by what they have in common",
        (
            "set", "pages of", "pairs", "elements (median)",
            *(f"{rule}: median" for rule in RULES),
            "ordered says less by (mean share)", "pairs with ordered above free",
        ),
        [
            [
                name, kind, len(chosen),
                round(median(size for pair in chosen for size in pair.elements)),
                *(_median(chosen, rule) for rule in RULES),
                _less(chosen), _above(chosen),
            ]
            for name, of_set in drawn.items()
            for kind in KINDS
            if (chosen := [pair for pair in of_set if pair.kind == kind])
        ],
    )  # fmt: skip
    medians = Figure(
        "S1",
        "Median similarity of two pages by what they have in common (the paper's figure 3)",
        "what the two pages have in common",
        "median similarity",
        [Series(rule, KINDS, [_median(by_kind[kind], rule) for kind in KINDS]) for rule in RULES],
        kind="bars",
        y_limits=(0, 1),
    )
    less = [_less(by_kind[kind]) for kind in KINDS]
    above = _above(pairs)
    text = _LIKENESS.format(
        free=medians.series[0].y, less=less, above=above, pairs=len(pairs),
        holds="is confirmed" if less[2] > less[0] else "is not confirmed",
        pages=len(elements), sites=len(sites), templates=len(templates),
        elements=median(elements or [0]),
        medians=medians.link, by_set=by_set.link,
    )  # fmt: skip
    return [text, medians, by_set], Compared(
        "pairs with ordered above free matching",
        "none",
        f"{above} of {len(pairs):,}",
        "the same",
        by_set.number,
    )


def _median(pairs: Sequence[Pair], rule: str) -> float:
    """The upper median of the pairs' similarity; 0 of none."""
    values = sorted(pair.values[rule] for pair in pairs)
    return values[len(values) // 2] if values else 0.0


def _less(pairs: Sequence[Pair]) -> float:
    """The mean share by which ordered matching says less than free matching; 0 of none."""
    return mean([
        (pair.values["free"] - pair.values["ordered"]) / pair.values["free"]
        for pair in pairs
        if pair.values["free"]
    ])  # fmt: skip


def _above(pairs: Sequence[Pair]) -> int:
    """Count pairs that are more alike by ordered than by free matching."""
    return sum(pair.values["ordered"] > pair.values["free"] + _SAME for pair in pairs)


def _time(sizes: Sequence[int]) -> tuple[list[str | Table | Figure], Compared]:
    """The times of both rules on generated pages, with themselves and with a changed form."""
    rows = [methods.timed(size) for size in sizes]
    columns = ("elements", "shapes", *methods.WAYS, *methods.CHANGED)
    table = Table(
        "S2",
        "A page compared with itself, and with its changed form: CPU seconds on this machine;"
        " nothing where that was not run",
        columns,
        [[row.get(name) for name in columns] for row in rows],
        digits=4,
    )
    itself = _time_figure(
        "S2",
        "A page compared with itself: time by its size (the paper's figure 4)",
        rows,
        [*methods.WAYS],
    )
    changed = _time_figure(
        "S3",
        "A page compared with itself and with its changed form, in the package: time by its size",
        rows,
        [f"{rule}, {PACKAGE}{form}" for form in ("", ", changed form") for rule in RULES],
    )
    # The largest page that plain recursion was run on.
    last = [row for row in rows if f"free, {PLAIN}" in row][-1]
    largest = rows[-1]
    ratio, changed_ratio = (
        row[f"ordered, {way}"] / row[f"free, {way}"]
        for row, way in ((last, PLAIN), (largest, f"{PACKAGE}, changed form"))
    )
    text = _TIME.format(
        last=last, largest=largest, own=largest[f"free, {PACKAGE}"],
        pair=[largest[name] for name in methods.CHANGED], ratio=ratio, changed_ratio=changed_ratio,
        plain_holds=_holds(ratio), shapes_hold=_holds(changed_ratio),
        slopes=[_exponent(rows, f"{rule}, {PLAIN}") for rule in RULES],
        remembered=last[f"free, {PLAIN}"] / last[f"free, {methods.SHAPES}"],
        table=table.link, itself=itself.link, changed=changed.link,
    )  # fmt: skip
    return [text, itself, table, changed], Compared(
        "time of ordered over free matching",
        "above 1",
        f"{ratio:.2f} at {last['elements']:,} elements",
        f"{changed_ratio:.1f} at {largest['elements']:,}, changed form",
        table.number,
    )


def _holds(ratio: float) -> str:
    return "is confirmed" if ratio > _SLOWER else "is not confirmed"


def _exponent(rows: Sequence[methods.Timed], name: str) -> float:
    """The power of the number of elements with which time grows; 0 of too few long times."""
    points = [
        (log(row["elements"]), log(seconds))
        for row in rows
        if (seconds := row.get(name, 0.0)) >= _MIN_SECONDS
    ]
    return slope(points) if len(points) > 1 else 0.0


def _time_figure(
    number: str, title: str, rows: Sequence[methods.Timed], names: Sequence[str]
) -> Figure:
    series: list[Series] = []
    for name in names:
        points = [(row["elements"], row[name]) for row in rows if name in row]
        series.append(Series(name, [x for x, _ in points], [y for _, y in points]))
    return Figure(
        number,
        title,
        "elements of the page",
        "CPU seconds on this machine",
        series,
        log_x=True,
        log_y=True,
    )


def _records(pages: int, scores: methods.Scores) -> tuple[list[str | Table | Figure], Compared]:
    """What comes back by one example, by method, set and threshold."""
    asked = (*RULES, methods.LITERAL, DEFAULT)
    at_papers = {method: scores[methods.ALL, method, THRESHOLD] for method in asked}
    free, ordered, literal, default = at_papers.values()
    swept = {
        rule: [_measured(scores[methods.ALL, rule, one]) for one in methods.THRESHOLDS]
        for rule in RULES
    }
    columns = ("recall", "precision", "harmonic mean")
    rows: list[list[Cell]] = [
        [
            f"the paper, of {_SOLD} products",
            *[None] * len(methods.LISTS),
            _BACK,
            _BACK / _SOLD,
            None,
            None,
        ]
    ]
    for method, one in at_papers.items():
        by_set = (scores[name, method, THRESHOLD].back.recall for name in methods.LISTS)
        rows.append([method, *by_set, one.back.right, *_measured(one)])
    of_sets = ((name, scores[name, "free", THRESHOLD].back.true) for name in methods.LISTS)
    by_method = Table(
        "S3",
        f"Records that come back by the first one of a page's list, threshold {THRESHOLD}",
        (
            "method",
            *(f"{name}: recall of {true:,}" for name, true in of_sets),
            f"all: brought back of {free.back.true:,}",
            *(f"all: {column}" for column in columns),
        ),
        rows,
    )
    by_threshold = Table(
        "S4",
        "Records by one example, all sets together, by threshold",
        ("threshold", *(f"{rule}: {column}" for rule in RULES for column in columns)),
        [
            [f"{threshold:.2f}", *one, *other]
            for threshold, one, other in zip(methods.THRESHOLDS, *swept.values(), strict=True)
        ],
    )
    thresholds = Figure(
        "S4",
        "Recall and precision of records by one example, by threshold and rule",
        "threshold of similarity",
        "share of the records",
        [
            Series(f"{rule}: {columns[place]}", methods.THRESHOLDS, [one[place] for one in rows])
            for rule, rows in swept.items()
            for place in (0, 1)
        ],
        marks=[("the paper's recall at .8", _BACK / _SOLD)],
    )
    best = {
        rule: max(zip(rows, methods.THRESHOLDS, strict=True), key=lambda one: one[0][2])
        for rule, rows in swept.items()
    }
    tops = {rule: measured[2] for rule, (measured, _) in best.items()}
    gain = tops["free"] - _measured(free)[2]
    text = _RECORDS.format(
        free=free, ordered=ordered, literal=literal, default=default, pages=pages,
        than="less" if free.back.recall < _BACK / _SOLD else "no less",
        back=_BACK, sold=_SOLD, paper=_BACK / _SOLD,
        best=best, tops=tops, gain=gain,
        gains="hardly helps" if gain < _NOTICED else "helps",
        rival="the better one" if tops["ordered"] > tops["free"] else "no better",
        loose=swept["free"][0], strict=swept["free"][-1],
        by_method=by_method.link, by_threshold=by_threshold.link, thresholds=thresholds.link,
    )  # fmt: skip
    return [text, by_method, thresholds, by_threshold], Compared(
        "records that come back by one example at .8",
        f"{_BACK} of {_SOLD}, {_BACK / _SOLD:.1%}",
        f"{free.back.right:,} of {free.back.true:,}, {free.back.recall:.1%}",
        f"{default.back.recall:.1%}",
        by_method.number,
    )


def _measured(tally: Tally) -> tuple[float, float, float]:
    """Recall of the example's list, precision of all that was taken, and their harmonic mean."""
    recall, precision = tally.back.recall, tally.right.precision
    both = recall + precision
    return recall, precision, 2 * recall * precision / both if both else 0.0


def _after_redesign(redesigned: methods.Redesigned) -> list[str | Table | Figure]:
    """What comes back of redesigned pages by the example of the page before."""
    # Recall and precision by what is asked and what changed.
    shares = {
        name: [_measured(redesigned[kind, method])[:2] for kind in _CHANGES]
        for name, method in _KEPT.items()
    }
    table = Table(
        "S5",
        f"Records that come back after a redesign, above {THRESHOLD}",
        (
            "what changed",
            "records",
            *(f"{name}: {column}" for name in _KEPT for column in ("recall", "precision")),
        ),
        [
            [change, redesigned[kind, _KEPT["free"]].back.true, *free, *default]
            for (kind, change), free, default in zip(
                _CHANGES.items(), *shares.values(), strict=True
            )
        ],
    )
    recall = {name: [one for one, _ in of_kind] for name, of_kind in shares.items()}
    shown = Figure(
        "S5",
        "Records that come back after a redesign, by the example of the page before it",
        "what changed",
        "recall",
        [Series(name, [*_CHANGES.values()], recall[name]) for name in _KEPT],
        kind="bars",
        y_limits=(0, 1),
    )
    text = _REDESIGN.format(
        free=recall["free"], default=shares[DEFAULT][-1], shown=shown.link, table=table.link
    )
    return [text, shown, table]
