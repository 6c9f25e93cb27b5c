"""Song and Zhang 2011: the similarity of pages of one site and of several, by both rules."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Final, TypeVar

from benchmarks.figures import mean
from benchmarks.papers.data import Data
from benchmarks.papers.report import Cell, Figure, Series, Table
from scrapy_treesim import Page
from scrapy_treesim.similarity import measure_over
from scrapy_treesim.tree import ELEMENTS, ShapeTable, Tree, clean

T = TypeVar("T")

SETS: Final = ("templates/mixed", "templates/mixed2", "templates/swde")
KINDS: Final = ("one template", "one site, two templates", "two sites")
"""How two pages are related."""
RULES: Final = ("free", "ordered")
_OTHERS: Final = {"paths": "the bag of all tag paths", "shingles": "the set of path shingles"}
"""Measures of the package that match no subtrees."""
_PAIRS: Final = 1_000
"""Of each kind and set."""
_SAME: Final = 1e-9
"""A difference of two sums of the same fractions."""
_NOTICED: Final = 0.005
"""A difference of probabilities that is worth a word."""
_TENTHS: Final = 10
_FEW: Final = 5
"""Pairs of a tenth of which no mean is shown."""

_TEXT: Final = """
## Pages of one site, and of several

The paper's figure 3 compares the home page of Alibaba with two of its result pages, of 3,229 to
3,643 elements. We take {pages:,} pages of {sites} sites with {templates} templates, as the sites'
own software names them: the sets {sets}. swde is of 2010 and has one template a site; mixed and
mixed2 are mirrors of sites in public repositories, whose sources state no year. The median page has
{nodes:.0f} elements. Pairs were drawn at random with a fixed seed, {pairs} of each set and kind,
each template and each site being as likely as any other.

By free matching two pages of one template have a median similarity of {one:.3f}, of two templates
of one site {two:.3f}, of two sites {three:.3f} ({medians}). Ordered matching exceeds free matching
in {above} of {all} pairs ({by_set}), {confirms} what the paper observes first. It goes on to say
that the rules differ most where pages are little alike. As a share of what free matching says, that
{gap_holds}: ordered matching says {less[0]:.0%} less of pages of one template, {less[1]:.0%} less
of two templates of a site, and {less[2]:.0%} less of pages of two sites ({by_set}). The widest gap
is {widest_gap:.3f}, of pages of {widest_kind} that free matching finds {widest} alike ({gaps}).

The paper does not ask which rule tells pages of one template from others. A pair of one template is
more alike than a pair of two templates of one site with a probability of {free_near:.3f} by free
matching and {ordered_near:.3f} by ordered matching; against pairs of two sites it is {free_far:.3f}
and {ordered_far:.3f} ({parting}). What free matching adds for lists of unlike length {helps}. One
in ten pairs of two sites reaches {stranger:.3f} by free and {stranger_ordered:.3f} by ordered
matching ({distribution}). Measures that match no subtrees do {others_word}: {others} ({parting}).
How pages are grouped into templates is the question of Qiu's thesis, which this report reproduces
as well.
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two pages of one set and how alike they are."""

    kind: str
    one: Tree
    other: Tree
    values: dict[str, float]
    """By measure."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A page's tree, and what it belongs to."""

    site: str
    template: str
    tree: Tree
    shape: int
    """In the table of its set."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The pages of a set and the pairs that were drawn of them."""

    pages: Sequence[Labelled]
    pairs: Sequence[Pair]


def sampled(data: Data, name: str) -> Sample:
    """Read a set and draw pairs of each kind."""
    table = ShapeTable()
    pages: list[Labelled] = []
    for one in data.pages(name):
        tree = clean(Page(one.html, one.url).tree, ELEMENTS)
        shape = table.intern(tree)[0]
        pages.append(Labelled(one.truth["site"], one.truth["template"], tree, shape))
    measures = {name: measure_over(table, name) for name in (*RULES, *_OTHERS)}
    pairs = [
        Pair(
            kind,
            one.tree,
            other.tree,
            {name: compare(one.shape, other.shape) for name, compare in measures.items()},
        )
        for kind, one, other in _drawn(pages)
    ]
    return Sample(pages, pairs)


def _drawn(pages: Sequence[Labelled]) -> list[tuple[str, Labelled, Labelled]]:
    by_site: dict[str, dict[str, list[Labelled]]] = defaultdict(lambda: defaultdict(list))
    for page in pages:
        by_site[page.site][page.template].append(page)
    sites = [[*one.values()] for one in by_site.values()]
    templates = [one for site in sites for one in site if len(one) > 1]
    of_many = [one for one in sites if len(one) > 1]
    draw = Random(20)
    drawn: list[tuple[str, Labelled, Labelled]] = []
    for _ in range(_PAIRS):
        if templates:
            drawn.append((KINDS[0], *_two(draw, draw.choice(templates))))
        if of_many:
            one, other = _two(draw, draw.choice(of_many))
            drawn.append((KINDS[1], draw.choice(one), draw.choice(other)))
        if len(sites) > 1:
            near, far = _two(draw, sites)
            drawn.append((KINDS[2], draw.choice(draw.choice(near)), draw.choice(draw.choice(far))))
    return drawn


def _two(draw: Random, among: Sequence[T]) -> tuple[T, T]:
    one, other = draw.sample(among, 2)
    return one, other


def likeness(samples: dict[str, Sample]) -> list[str | Table | Figure]:
    """Give the similarity of pairs by kind and rule, and how well either rule parts the kinds."""
    pages = [page for sample in samples.values() for page in sample.pages]
    pairs = [pair for sample in samples.values() for pair in sample.pairs]
    by_set = _by_set(samples)
    parting = _parting(pairs)
    medians = Figure(
        "S1",
        "Median similarity of two pages by what they have in common (the paper's figure 3)",
        "what the two pages have in common",
        "median similarity",
        [
            Series(rule, KINDS, [_quantile(_values(pairs, rule, kind), 0.5) for kind in KINDS])
            for rule in RULES
        ],
        kind="bars",
        y_limits=(0, 1),
    )
    steps = [step / 20 for step in range(21)]
    distribution = Figure(
        "S2",
        "Share of pairs up to a similarity: the further right a curve, the more alike its pairs",
        "similarity",
        "share of pairs",
        [
            Series(
                f"{kind}: {rule}", [_quantile(_values(pairs, rule, kind), s) for s in steps], steps
            )
            for kind in KINDS
            for rule in RULES
        ],
    )
    gaps = Figure(
        "S3",
        "How much more free matching says than ordered matching, by how alike it finds the pages",
        "similarity by free matching (middle of a tenth)",
        "mean difference of the two rules",
        [
            Series(kind, [x for x, _ in points], [y for _, y in points])
            for kind in KINDS
            if (points := _gaps(pairs, kind))
        ],
    )
    return [
        _text(pages, pairs, {"by_set": by_set, "parting": parting},
              {"medians": medians, "distribution": distribution, "gaps": gaps}),
        medians,
        by_set,
        distribution,
        gaps,
        parting,
    ]  # fmt: skip


def ordered_above(pairs: Sequence[Pair]) -> int:
    """Count pairs that are more alike by ordered than by free matching."""
    return sum(pair.values["ordered"] > pair.values["free"] + _SAME for pair in pairs)


def _text(
    pages: Sequence[Labelled],
    pairs: Sequence[Pair],
    tables: dict[str, Table],
    figures: dict[str, Figure],
) -> str:
    one, two, three = (_quantile(_values(pairs, "free", kind), 0.5) for kind in KINDS)
    less = [_less([pair for pair in pairs if pair.kind == kind]) for kind in KINDS]
    gaps = [
        (gap, kind, round(middle * _TENTHS - 0.5))
        for kind in KINDS
        for middle, gap in _gaps(pairs, kind)
    ]
    widest_gap, widest_kind, widest = max(gaps, default=(0.0, KINDS[0], 0))
    near = {rule: _auc(pairs, rule, KINDS[1]) for rule in (*RULES, *_OTHERS)}
    far = {rule: _auc(pairs, rule, KINDS[2]) for rule in (*RULES, *_OTHERS)}
    above = ordered_above(pairs)
    gains = [one["free"] - one["ordered"] for one in (near, far)]
    helps, hurts = max(gains) > _NOTICED, min(gains) < -_NOTICED
    return _TEXT.format(
        pages=len(pages),
        sites=len({page.site for page in pages}),
        templates=len({(page.site, page.template) for page in pages}),
        sets=", ".join(SETS),
        nodes=median([len(page.tree) for page in pages] or [0]),
        pairs=f"{_PAIRS:,}",
        one=one,
        two=two,
        three=three,
        above=above,
        all=f"{len(pairs):,}",
        confirms="contrary to" if above else "which is",
        gap_holds="holds here too" if less[2] > less[0] else "does not hold here",
        less=less,
        widest_gap=widest_gap,
        widest_kind=widest_kind,
        widest=f"{widest / _TENTHS:.1f} to {(widest + 1) / _TENTHS:.1f}",
        free_near=near["free"],
        ordered_near=near["ordered"],
        free_far=far["free"],
        ordered_far=far["ordered"],
        helps="helps once and hurts once"
        if helps and hurts
        else "helps here"
        if helps
        else "does not help here",
        stranger=_quantile(_values(pairs, "free", KINDS[2]), 0.9),
        stranger_ordered=_quantile(_values(pairs, "ordered", KINDS[2]), 0.9),
        others=", ".join(f"{_OTHERS[one]} {near[one]:.3f} and {far[one]:.3f}" for one in _OTHERS),
        others_word="better"
        if all(near[one] > near["free"] + _NOTICED for one in _OTHERS)
        else "no better",
        **{name: one.link for name, one in (tables | figures).items()},
    )


def _by_set(samples: dict[str, Sample]) -> Table:
    rows: list[list[Cell]] = []
    drawn = {name: sample.pairs for name, sample in samples.items()}
    drawn["all"] = [pair for pairs in drawn.values() for pair in pairs]
    for name, of_set in drawn.items():
        for kind in KINDS:
            pairs = [pair for pair in of_set if pair.kind == kind]
            if not pairs:
                continue
            nodes = median(len(tree) for pair in pairs for tree in (pair.one, pair.other))
            row: list[Cell] = [name, kind, len(pairs), round(nodes)]
            for rule in RULES:
                row += [_quantile(_values(pairs, rule, kind), share) for share in (0.25, 0.5, 0.75)]
            rows.append([*row, _less(pairs), ordered_above(pairs)])
    columns = ("lower quartile", "median", "upper quartile")
    return Table(
        "S2",
        "Similarity of two pages by set and by what they have in common",
        (
            "set", "pages of", "pairs", "elements (median)",
            *(f"{rule}: {column}" for rule in RULES for column in columns),
            "ordered says less by (mean share)",
            "pairs with ordered above free",
        ),
        rows,
    )  # fmt: skip


def _parting(pairs: Sequence[Pair]) -> Table:
    rows: list[list[Cell]] = []
    for rule in (*RULES, *_OTHERS):
        threshold, right = _best_threshold(pairs, rule)
        near, far = (_auc(pairs, rule, kind) for kind in KINDS[1:])
        rows.append([rule, near, far, threshold, right])
    return Table(
        "S3",
        "How well a measure tells pairs of one template: the probability that such a pair is more"
        " alike than another, and the threshold at which most pairs are told rightly (a pair of"
        " one template and any other pair weighing the same in sum)",
        (
            "measure", f"against {KINDS[1]}", f"against {KINDS[2]}", "best threshold",
            "told rightly at it",
        ),
        rows,
    )  # fmt: skip


def _gaps(pairs: Sequence[Pair], kind: str) -> list[tuple[float, float]]:
    """The middle of each tenth of free similarity and the mean difference of the pairs in it."""
    of_kind = [pair for pair in pairs if pair.kind == kind]
    tenths = ((tenth, _of_tenth(of_kind, tenth)) for tenth in range(_TENTHS))
    return [((tenth + 0.5) / _TENTHS, mean(one)) for tenth, one in tenths if len(one) >= _FEW]


def _less(pairs: Sequence[Pair]) -> float:
    """The mean share by which ordered matching says less than free matching; 0 of none."""
    return mean([_difference(one) / one.values["free"] for one in pairs if one.values["free"]])


def _of_tenth(pairs: Sequence[Pair], tenth: int) -> list[float]:
    return [
        _difference(pair)
        for pair in pairs
        if min(int(pair.values["free"] * _TENTHS), _TENTHS - 1) == tenth
    ]


def _difference(pair: Pair) -> float:
    return pair.values["free"] - pair.values["ordered"]


def _values(pairs: Sequence[Pair], rule: str, kind: str) -> list[float]:
    return sorted(pair.values[rule] for pair in pairs if pair.kind == kind)


def _quantile(ordered: Sequence[float], share: float) -> float:
    """The value up to which this share of the values lies; 0 of none."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def _auc(pairs: Sequence[Pair], rule: str, kind: str) -> float:
    """The probability that a pair of one template exceeds a pair of this kind; 0 of none."""
    same, rest = _values(pairs, rule, KINDS[0]), _values(pairs, rule, kind)
    wins = sum(bisect_left(rest, value) + bisect_right(rest, value) for value in same)
    return wins / max(1, 2 * len(same) * len(rest))


def _best_threshold(pairs: Sequence[Pair], rule: str) -> tuple[float, float]:
    """The hundredth from which pairs are best taken for one template's, and the mean share of
    both sorts that are then told rightly."""
    same = _values(pairs, rule, KINDS[0])
    rest = sorted(value for kind in KINDS[1:] for value in _values(pairs, rule, kind))

    def right(threshold: float) -> float:
        found = (len(same) - bisect_left(same, threshold)) / max(1, len(same))
        return (found + bisect_left(rest, threshold) / max(1, len(rest))) / 2

    best = max((step / 100 for step in range(101)), key=right)
    return best, right(best)
