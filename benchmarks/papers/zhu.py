"""Zhu and others 2013: comments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import log
from random import Random
from statistics import quantiles
from typing import Final, TypeAlias

import numpy as np

import scrapy_treesim as treesim
from benchmarks.comment_truth import Threads
from benchmarks.figures import Share, mean, parse_seconds, seconds_of, slope
from benchmarks.papers.comment_blocks import (
    DEFAULT,
    FEW,
    LEAST,
    LEVELS,
    OURS,
    PAPER,
    SHORTER,
    THEIRS,
    THRESHOLDS,
    TIMED,
    TIMED_LEVELS,
    WRONG,
    Seen,
    Told,
    at,
    measure_of,
    recall_of,
    seen,
    share,
    told,
)
from benchmarks.papers.data import Data
from benchmarks.papers.report import Cell, Compared, Figure, Section, Series, Table
from scrapy_treesim import Page
from scrapy_treesim.papers.zhu import WINDOW, Zhu, regions
from scrapy_treesim.tree import ELEMENTS, ShapeTable, clean

Block: TypeAlias = "str | Table | Figure"

TITLE: Final = "Zhu and others 2013: comments"
ONE_BY_ONE: Final = ("comments/wks", "comments/dragnet")
"""The sets whose truth has whole comments, block and body."""
SITES: Final = "comments/site_comments"
NEGATIVES: Final = "comments/negatives"
MANY: Final = 5
"""A page of the paper's has more comments than this."""
SEED: Final = 2013
NAMES: Final = {
    "pol": "leaf paths (POL)",
    "ted": "edit distance (ED)",
    "stm": "simple tree matching (STM)",
    "lcsubstr": "common substring (LCS)",
    "mct": "combined tree (MCT)",
    "free": "free matching",
    "lcs": "common subsequence",
    "lcs-depth": "subsequence by depth",
    "tags": "counts of tags",
    "tags-jaccard": "sets of tags",
    "paths": "paths of tags",
    "shingles": "shingles of paths",
    "fft": "spectra",
    SHORTER: "LCS over the shorter",
}
KINDS: Final = {
    "forum": "forum",
    "blog": "blog",
    "news": "news",
    "shop": "shop",
    "sns": "social",
}
METHODS: Final[dict[Zhu | str, str]] = {
    PAPER: "the paper's method",
    TIMED: "and half name a time",
    DEFAULT: "our default",
}
SIZES: Final = (("1", 1), ("2", 2), ("3-5", 5), ("6-10", 10), ("11-20", 20), ("over 20", 10**9))
AGES: Final = (("to 2012", 2012), ("2013 to 2018", 2018), ("since 2019", 10**9))
SCORES: Final = ("recall", "precision", "F1")
RUNS: Final = 3
"""A time is that of the quickest of so many runs."""
RESAMPLES: Final = 1000


def reproduce(data: Data) -> Section:
    """Run the paper's experiments."""
    pages = seen(data, *ONE_BY_ONE)
    many = [page for page in pages if page.true > MANY]
    thresholds, thresholds_compared = _thresholds(many)
    times, times_compared = _times(many)
    blocks = [
        *_about(data, many, len(pages)),
        *_two_trees(),
        *_ten_pages(many),
        *thresholds,
        *_apart(many),
        *_kinds(many),
        *_level_and_least(many),
        *times,
        "## Where the paper stops",
        *_few(pages),
        *_nested(pages),
        *_without(told(data, *ONE_BY_ONE, SITES, NEGATIVES)),
    ]
    return Section("zhu", TITLE, blocks, [*thresholds_compared, *times_compared])


def _scores(one: Share) -> tuple[float, float, float]:
    return one.recall, one.precision, one.f1


def _ratio(one: float, other: float) -> float:
    return one / other if other else 0.0


def _confirmed(is_so: bool) -> str:
    return "Confirmed" if is_so else "Not confirmed"


def _about(data: Data, many: Sequence[Seen], known: int) -> list[Block]:
    rows: list[list[Cell]] = []
    for name in (*ONE_BY_ONE, SITES, NEGATIVES):
        truths = [page.truth for page in data.pages(name)]
        sizes = [len(truth.get("comments") or ()) for truth in truths]
        kinds = sorted({truth.get("kind") or "" for truth in truths} - {""})
        rows.append(
            [
                name,
                len(truths),
                sum(bool(truth.get("has_comments")) for truth in truths),
                sum(size > 0 for size in sizes),
                sum(sizes),
                sum(size > MANY for size in sizes),
                sum(truth.get("lang") != "en" for truth in truths),
                ", ".join(KINDS.get(kind, kind) for kind in kinds),
            ]
        )
    table = Table(
        "Z1",
        "The pages of each set, those with comments, those whose comments are known one by one,"
        f" these comments, the pages with more than {MANY} of them, and those not in English.",
        (
            "set",
            "pages",
            "with comments",
            "one by one",
            "comments",
            f"over {MANY}",
            "not English",
            "kinds",
        ),
        rows,
    )
    years = sorted(page.year for page in many if page.year)
    when = ""
    if len(years) > 1:
        low, _, high = quantiles(years, n=4, method="inclusive")
        when = (
            f"The comments of the middle half of them were written from {low:.0f} to {high:.0f},"
            f" the oldest in {years[0]}, the newest in {years[-1]} ([table Z6](#table-z6));"
            " comments/dragnet is a set of 2012. "
        )
    text = f"""
The paper (朱毅华 and others, 基于子树相似度计算的网页评论提取算法研究) takes comments for
siblings that are built alike. In every element whose longest path down has more than *level* = 6
elements, the children are compared. A child is a comment if it is more alike than *a* = 0.8 to at
least *b* - 1 of its siblings, *b* = 5, and if more than *b* of them are. Subtrees are compared by
their leaf paths (POL); the paper sets this against tree edit distance (ED), simple tree matching
(STM), the longest common substring of the tags in breadth-first order (LCS), and the maximal
combined tree (MCT).

Its pages, one each of 20 Chinese sites, are gone, and our copy of the paper has lost the digits of
its tables and figures, so we compare with its words. The pages of {table.link} stand for them.
As in the paper we take pages with more than {MANY} comments, all known with their blocks:
{len(many)} of {known}, with {sum(page.true for page in many)} comments. {when}Pages with fewer
comments, and with none, follow [at the end](#where-the-paper-stops).

A block is right if its words and a true comment's, with or without name and date, agree with an F1
of 0.8 or more. Each comment counts once; comments inside a block are taken out of it. Recall,
precision and F1 are of the comments of all pages together. *Our default* is what the package does
when no method is chosen: a small network that says of each element how likely it is a comment.
**The network was fitted on pages of these sets, some with their truth**, so its figures here may be
better than on new sites (`benchmarks/README.md` has those of sites left out of the fit); the
paper's method is fitted to nothing.
"""
    return ["## The method and the pages", text, table]


def _comment(paragraphs: int, *, picture: bool) -> str:
    attached = "<div><a><img></a></div>" if picture else ""
    return (
        "<li><div><a><img></a></div><div><p><a></a><span></span></p>"
        f"{'<p></p>' * paragraphs}{attached}<div><a></a><a></a></div></div></li>"
    )


def _similarity(one: str, other: str, measure: str) -> float:
    table = ShapeTable()
    shapes = [table.intern(clean(Page.of_snippet(html).tree, ELEMENTS))[0] for html in (one, other)]
    return measure_of(table, measure)(*shapes)


def _two_trees() -> list[Block]:
    lengths = [*range(1, 13)]
    values = {
        measure: [
            _similarity(_comment(n, picture=False), _comment(n, picture=True), measure)
            for n in lengths
        ]
        for measure in NAMES
    }
    table = Table(
        "Z2",
        "Similarity of two comments, one of which has a picture, by their paragraphs.",
        ("measure", "of two paragraphs", "of one", "of twelve"),
        [[NAMES[measure], of[1], of[0], of[-1]] for measure, of in values.items()],
    )
    figure = Figure(
        "Z1",
        "Similarity of two comments, one of which has a picture, by their length",
        "paragraphs of each comment",
        "similarity",
        [Series(NAMES[one], lengths, values[one]) for one in THEIRS],
        y_limits=(0, 1),
        marks=[("a = 0.8", PAPER.min_similarity)],
    )
    at_two = {measure: values[measure][1] for measure in THEIRS}
    most, least = (pick(THEIRS, key=lambda one: at_two[one]) for pick in (max, min))
    passing = ", ".join(NAMES[one] for one in THEIRS if at_two[one] > PAPER.min_similarity)
    moves = {one: max(values[one]) - min(values[one]) for one in THEIRS}
    steady = min(THEIRS, key=lambda one: moves[one])
    same = " ED and MCT agree on these trees." if values["ted"] == values["mct"] else ""
    text = f"""
Table 2 of the paper has the similarities of two comments that differ in a picture. Its drawing of
them is lost. We restore what the text says: a portrait, a line with name and time, paragraphs, two
links, and in one of them a picture. Above 0.8 come out: {passing or "none"} ({table.link}). The
highest is {NAMES[most]} with {at_two[most]:.3f}, the lowest {NAMES[least]} with
{at_two[least]:.3f}.

LCS and MCT, says the paper, depend on how large the trees are, and leaf paths make up for it. From
one paragraph to twelve leaf paths move by {moves["pol"]:.3f}, the combined tree by
{moves["mct"]:.3f} and the common substring by {moves["lcsubstr"]:.3f} ({figure.link}).
{_confirmed(steady == "pol")}: it is least with {NAMES[steady]}.{same}
"""
    return ["## Two comments, one with a picture", text, table, figure]


def _ten_pages(many: Sequence[Seen]) -> list[Block]:
    ten = Random(SEED).sample(many, min(10, len(many)))
    rows: list[list[Cell]] = []
    sums = {measure: Share() for measure in THEIRS}
    for measure in THEIRS:
        for threshold in (0.7, 0.8, 0.9):
            one = share(ten, at(measure, threshold))
            sums[measure].add(one)
            wrong = one.found - one.right
            rows.append([NAMES[measure], f"{threshold}", one.right, wrong, *_scores(one)])
        one = sums[measure]
        rows.append([NAMES[measure], "all three", one.right, one.found - one.right, *_scores(one)])
    ours = share(ten, DEFAULT)
    rows.append([METHODS[DEFAULT], None, ours.right, ours.found - ours.right, *_scores(ours)])
    table = Table(
        "Z3",
        f"Blocks found on {len(ten)} pages with {ours.true} comments.",
        ("measure", "a", "right", "wrong", *SCORES),
        rows,
    )
    best, second, *_ = sorted(THEIRS, key=lambda one: -sums[one].f1)
    text = f"""
For its table 3 the paper draws ten pages and finds leaf paths clearly ahead. On ten pages drawn
with a fixed seed, the three thresholds taken together, the best F1 is that of {NAMES[best]},
{sums[best].f1:.3f}, then {NAMES[second]}, {sums[second].f1:.3f} ({table.link}). Ten pages are few;
the next table has all. """
    return ["## Ten pages", text, table]


def _thresholds(many: Sequence[Seen]) -> tuple[list[Block], list[Compared]]:
    shares = {
        measure: [share(many, at(measure, threshold)) for threshold in THRESHOLDS]
        for measure in NAMES
    }
    default = share(many, DEFAULT)
    at_paper = THRESHOLDS.index(PAPER.min_similarity)
    places = range(len(THRESHOLDS))
    best = {
        one: max(places, key=[share.f1 for share in of].__getitem__) for one, of in shares.items()
    }
    top = {one: of[best[one]].f1 for one, of in shares.items()}
    ordered = sorted(NAMES, key=lambda one: -top[one])
    wins = _wins(many)
    rows: list[list[Cell]] = []
    for one in ordered:
        at_best = at(one, THRESHOLDS[best[one]])
        rows.append(
            [
                NAMES[one],
                f"{at_best.min_similarity:.2f}",
                *_scores(shares[one][best[one]]),
                mean([share([page], at_best).f1 for page in many]),
                shares[one][at_paper].f1,
                wins.get(one),
            ]
        )
    of_pages = mean([share([page], DEFAULT).f1 for page in many])
    reach = _ratio(sum(len(page.reachable) for page in many), default.true)
    whole = Share()
    for page in many:
        whole.add(Share(len(page.whole.right), page.whole.found, page.true))
    rows += [
        [
            f"POL, all siblings (else {WINDOW} a side)",
            "0.80",
            *_scores(whole),
            None,
            whole.f1,
            None,
        ],
        ["in reach of any measure", None, reach, None, None, None, None, None],
        [METHODS[DEFAULT], None, *_scores(default), of_pages, None, None],
    ]
    table = Table(
        "Z4",
        "Each measure at its best threshold of 0.50 to 0.95 (picked on these same pages); what any"
        " of them could find at any threshold; our default; and the share of bootstrap samples in"
        " which one of the paper's five has the best F1.",
        ("measure", "best a", *SCORES, "F1, mean of pages", "F1 at 0.80", "first of five"),
        rows,
    )
    recall, precision, f1 = (
        Figure(
            f"Z{2 + n}",
            f"{score[0].upper()}{score[1:]} of the paper's five measures by threshold",
            "threshold a",
            score,
            [
                Series(NAMES[one], THRESHOLDS, [_scores(of)[n] for of in shares[one]])
                for one in THEIRS
            ],
            y_limits=(0, 1),
            marks=[("our default", _scores(default)[n])],
        )
        for n, score in enumerate(SCORES)
    )
    others = Figure(
        "Z5",
        "F1 of leaf paths and of measures that the paper does not have, by threshold",
        "threshold a",
        "F1 (the axis does not begin at 0)",
        [Series(NAMES[one], THRESHOLDS, [of.f1 for of in shares[one]]) for one in ("pol", *OURS)],
    )
    first, second = [one for one in ordered if one in THEIRS][:2]
    near = abs(THRESHOLDS[best["pol"]] - PAPER.min_similarity) < 0.06
    changes = {one: max(x.f1 for x in of) - min(x.f1 for x in of) for one, of in shares.items()}
    steady, unsteady = (pick(THEIRS, key=lambda one: changes[one]) for pick in (min, max))
    slow = {
        one: max(x.precision for x in shares[one]) - min(x.precision for x in shares[one])
        for one in THEIRS
    }
    slower = max(slow["ted"], slow["lcsubstr"]) < slow["pol"] - 0.05
    mct = max(one.recall for one in shares["mct"])
    beyond = max(OURS, key=lambda one: top[one])
    text = f"""
Figures 4 to 6 of the paper are recall, precision and F1 by threshold: ours are {recall.link},
{precision.link} and {f1.link}.

**{_confirmed(first == "pol" and wins["pol"] >= 0.95)}: leaf paths come first.** Of the five
measures the best F1 is that of {NAMES[first]}, {top[first]:.3f}, the next that of {NAMES[second]},
{top[second]:.3f} ({table.link}): a distance of {top[first] - top[second]:.3f}, while the paper
calls it clear. Of {RESAMPLES} bootstrap samples of the pages, each measure at what is its best
threshold there, leaf paths are first in a share of {wins["pol"]:.3f} ({table.link}). Of our other
measures the best is {NAMES[beyond]} with {top[beyond]:.3f} ({others.link}).

**{_confirmed(near)}: 0.8 is a good threshold for leaf paths.** Their best is
{THRESHOLDS[best["pol"]]:.2f}, which is better by {top["pol"] - shares["pol"][at_paper].f1:.3f}
({table.link}). From 0.50 to 0.95 their F1 changes by {changes["pol"]:.3f}. Of all five the change
is least with {NAMES[steady]} and most with {NAMES[unsteady]}, {changes[unsteady]:.3f} ({f1.link}).

**{_confirmed(slower)}: only with ED and LCS does precision change little.** From 0.50 to 0.95 it
moves by {slow["ted"]:.3f} and {slow["lcsubstr"]:.3f}, and with leaf paths by {slow["pol"]:.3f}
({precision.link}).

**{_confirmed(mct > 0.9)}: recall near 1 of the combined tree.** It is {mct:.3f} at most
({recall.link}), because *level* and *b* decide before any measure is asked: all measures at all
thresholds together, and all single blocks that stand where one of them could be found, come to
{reach:.3f} of the comments ({table.link}). High recall, as in the paper, takes pages whose comments
stand deep and side by side. Our default, which asks for neither, has a recall of
{default.recall:.3f} and a precision of {default.precision:.3f} ({table.link}).
"""
    compared = [
        Compared(
            "the measure that finds comments best",
            "leaf paths",
            f"{NAMES[first]}: F1 {top[first]:.2f}; then {NAMES[second]}: {top[second]:.2f}",
            f"a network: F1 {default.f1:.2f}",
            table.number,
        ),
        Compared(
            "the best threshold of leaf paths",
            "0.8",
            f"{THRESHOLDS[best['pol']]:.2f}",
            "has none",
            table.number,
        ),
        Compared(
            "recall / precision at 0.8",
            "both high (digits lost)",
            f"{shares['pol'][at_paper].recall:.2f} / {shares['pol'][at_paper].precision:.2f}",
            f"{default.recall:.2f} / {default.precision:.2f}",
            "Z6",
        ),
    ]
    head = "## Recall, precision and F1 by threshold"
    return [head, text, table, recall, precision, f1, others], compared


def _wins(pages: Sequence[Seen]) -> dict[str, float]:
    """By measure of the paper's, the share of bootstrap samples of the pages in which it is best.

    In every sample each measure has the threshold at which it does best there.
    """
    if not pages:
        return dict.fromkeys(THEIRS, 0.0)
    methods = [at(measure, threshold) for measure in THEIRS for threshold in THRESHOLDS]
    shares = [[share([page], method) for method in methods] for page in pages]
    right = np.array([[one.right for one in row] for row in shares])
    found = np.array([[one.found + one.true for one in row] for row in shares])
    drawn = np.random.default_rng(SEED).multinomial(
        len(pages), [1 / len(pages)] * len(pages), size=RESAMPLES
    )
    f1 = 2 * (drawn @ right) / np.maximum(1, drawn @ found)
    best = f1.reshape(RESAMPLES, len(THEIRS), len(THRESHOLDS)).max(axis=2).argmax(axis=1)
    return {measure: int((best == place).sum()) / RESAMPLES for place, measure in enumerate(THEIRS)}


def _apart(many: Sequence[Seen]) -> list[Block]:
    rows: dict[str, list[float]] = {}
    for measure in NAMES:
        both = [page.apart[measure] for page in many]
        known = [one for one in both if one is not None]
        rows[measure] = [mean([one[place] for one in known]) for place in range(3)]
    ordered = sorted(NAMES, key=lambda one: -rows[one][2])
    table = Table(
        "Z5",
        "How alike a true comment is to its fourth most similar sibling, how alike anything else is"
        " to its own, and how often the comment is ahead; means of the pages that have both.",
        ("measure", "comments", "others", "difference", "comment ahead"),
        [
            [NAMES[one], *rows[one][:2], rows[one][0] - rows[one][1], rows[one][2]]
            for one in ordered
        ],
    )
    short = [name.partition("(")[2].rstrip(")") for name in (NAMES[one] for one in THEIRS)]
    figure = Figure(
        "Z6",
        "How alike comments, and other siblings, are to their fourth most similar sibling",
        "measure",
        "similarity, mean of pages",
        [
            Series("true comments", short, [rows[one][0] for one in THEIRS]),
            Series("other siblings", short, [rows[one][1] for one in THEIRS]),
        ],
        kind="bars",
        y_limits=(0, 1),
        marks=[("a = 0.8", PAPER.min_similarity)],
    )
    ahead = {one: rows[one][2] for one in THEIRS}
    spread = max(ahead.values()) - min(ahead.values())
    highest, lowest = (pick(THEIRS, key=lambda one: rows[one][0]) for pick in (max, min))
    if spread < 0.05:
        order = (
            "So leaf paths hardly order siblings better than the others do. They put comments of"
            " unlike length nearer to 1, so that one threshold fits more pages: that is their"
            " merit."
        )
    else:
        order = "So the measures do order siblings differently."
    above = "above" if rows["pol"][0] > PAPER.min_similarity else "not above"
    text = f"""
The paper explains its result: leaf paths part comments from the rest more sharply, MCT is too low
overall, and LCS too high. What decides is how alike a child is to the fourth most similar of its
siblings ({table.link}, {figure.link}). For true comments that is highest with {NAMES[highest]},
{rows[highest][0]:.3f}, and lowest with {NAMES[lowest]}, {rows[lowest][0]:.3f}; with leaf paths it
is {above} the threshold. LCS depends on what its length is taken over, which the paper does not
say: {rows["lcsubstr"][0]:.3f} over the longer string, as we have it, and {rows[SHORTER][0]:.3f}
over the shorter. A true comment is ahead of another sibling of its page with a frequency of
{min(ahead.values()):.3f} to {max(ahead.values()):.3f}, with leaf paths {ahead["pol"]:.3f}. {order}
"""
    return ["### Why: how far comments stand apart", text, table, figure]


def _kinds(many: Sequence[Seen]) -> list[Block]:
    kinds = {name: [page for page in many if page.kind == kind] for kind, name in KINDS.items()}
    kinds = {name: pages for name, pages in kinds.items() if pages}
    groups = {**kinds, "all": [*many]}
    ages, last = {}, 0
    for name, until in AGES:
        ages[name] = [page for page in many if page.year and last < page.year <= until]
        last = until
    methods: list[tuple[str, Zhu | str]] = [
        (f"the paper's, a = {threshold}", at("pol", threshold)) for threshold in (0.7, 0.8, 0.9)
    ]
    methods += [(METHODS[one], one) for one in (TIMED, DEFAULT)]
    table = Table(
        "Z6",
        "By kind of site, and by year of the comments where it is known.",
        ("pages of", "pages", "comments", "method", *SCORES),
        [
            [name, len(pages), sum(page.true for page in pages), label, *_scores(share(pages, one))]
            for name, pages in (*groups.items(), *ages.items())
            for label, one in methods
        ],
    )
    figure = Figure(
        "Z7",
        "F1 of the paper's method and of ours by kind of site",
        "kind of site",
        "F1",
        [
            Series(label, [*groups], [share(pages, one).f1 for pages in groups.values()])
            for one, label in METHODS.items()
        ],
        kind="bars",
        y_limits=(0, 1),
    )
    f1 = {name: share(pages, PAPER).f1 for name, pages in kinds.items()}
    whole, timed = share(many, PAPER), share(many, TIMED)
    by_kind = ", ".join(
        f"{name} {f1[name]:.3f} ({len(kinds[name])} pages)"
        for name in sorted(f1, key=lambda one: -f1[one])
    )
    shops = ""
    if "shop" in f1:
        lower = f1["shop"] < whole.f1
        shops = (
            f"{_confirmed(lower)}: shops are {'below' if lower else 'above'} all pages together,"
            f" with {whole.f1:.3f}, but we have only {len(kinds['shop'])}. "
        )
    by_age = ", ".join(f"{share(of, PAPER).f1:.3f} ({name})" for name, of in ages.items() if of)
    rows: list[list[Cell]] = []
    for name, pages in groups.items():
        counts = [sum(page.wrong[what] for page in pages) for what in WRONG]
        rows.append([name, sum(counts), *(_ratio(count, sum(counts)) for count in counts)])
    wrong = Table(
        "Z7",
        "What the paper's method (a = 0.8) takes for comments wrongly: blocks, and shares of them.",
        ("pages of", "blocks", *WRONG),
        rows,
    )
    links, times, rest = (_ratio(count, sum(counts)) for count in counts)
    text = f"""
Table 5 of the paper has the thresholds 0.7, 0.8 and 0.9 ({table.link}). Shops come out worst there,
because recommended goods and menus of several levels look like comments; blogs, news and
communities do well. Our F1 at 0.8: {by_kind or "no pages"} ({figure.link}). {shops}By years of the
comments it is {by_age or "not known"}.

{sum(counts)} blocks are taken for comments wrongly ({wrong.link}). In a share of {links:.3f} half
the text or more is links: menus, lists of titles, recommended pages, as the paper says. {times:.3f}
are other text with a time in it, {rest:.3f} other text without one, such as paragraphs of an
article. So the package, asked for the paper's method, adds a test: half the members of a region
must name a time. Precision goes from {whole.precision:.3f} to {timed.precision:.3f}, and recall
from {whole.recall:.3f} to {timed.recall:.3f} ({table.link}).
"""
    return ["## The threshold by kind of site", text, table, figure, wrong]


def _level_and_least(many: Sequence[Seen]) -> list[Block]:
    by_level = [share(many, method) for method in LEVELS]
    timed = [share(many, method) for method in TIMED_LEVELS]
    by_least = [share(many, method) for method in LEAST]
    default = share(many, DEFAULT)
    rows: list[list[Cell]] = [
        [f"level = {method.min_height}", *_scores(one), *_scores(other)]
        for method, one, other in zip(LEVELS, by_level, timed, strict=True)
    ]
    rows += [
        [f"b = {method.min_comments}", *_scores(one), None, None, None]
        for method, one in zip(LEAST, by_least, strict=True)
    ]
    rows.append([METHODS[DEFAULT], *_scores(default), None, None, None])
    table = Table(
        "Z8",
        "The paper's method at other levels (b = 5), there also with the test of a time, and with"
        " other b (level = 6).",
        ("parameter", *SCORES, *(f"{score}, timed" for score in SCORES)),
        rows,
    )
    marks = [("F1 of our default", default.f1)]
    x = [method.min_height for method in LEVELS]
    levels = Figure(
        "Z8",
        "Recall, precision and F1 of the paper's method by level",
        "level (elements on the longest path down)",
        "share",
        [
            *(
                Series(name, x, [_scores(one)[n] for one in by_level])
                for n, name in enumerate(SCORES)
            ),
            Series("F1, half name a time", x, [one.f1 for one in timed]),
        ],
        y_limits=(0, 1),
        marks=marks,
    )
    x = [method.min_comments for method in LEAST]
    least = Figure(
        "Z9",
        "Recall, precision and F1 of the paper's method by the least number of comments",
        "b (a region has more comments than this)",
        "share",
        [Series(name, x, [_scores(one)[n] for one in by_least]) for n, name in enumerate(SCORES)],
        y_limits=(0, 1),
        marks=marks,
    )
    paper = LEVELS.index(PAPER)
    best = max(range(len(LEVELS)), key=lambda n: by_level[n].f1)
    best_timed = max(range(len(LEVELS)), key=lambda n: timed[n].f1)
    better = ""
    if timed[best_timed].f1 > by_level[best].f1:
        better = "A look at what a block says does better what the level is there for."
    width = max(one.f1 for one in by_least) - min(one.f1 for one in by_least)
    text = f"""
The paper sets *level* to 6, since most menus are less than 7 deep, and *b* to 5. On our pages the
best level is {LEVELS[best].min_height}, picked on these same pages, with an F1 of
{by_level[best].f1:.3f} beside {by_level[paper].f1:.3f} at 6 ({table.link}, {levels.link}). Recall
is {by_level[best].recall:.3f} beside {by_level[paper].recall:.3f}, precision
{by_level[best].precision:.3f} beside {by_level[paper].precision:.3f}. The paper does not say
whether texts are nodes of its tree; if they are, its 6 is our 5, where F1 is
{by_level[paper - 1].f1:.3f}. From *b* = 2 to {LEAST[-1].min_comments} F1 changes by {width:.3f}
only ({least.link}).

With the test of a time the best level is {LEVELS[best_timed].min_height}, with a recall of
{timed[best_timed].recall:.3f}, a precision of {timed[best_timed].precision:.3f} and an F1 of
{timed[best_timed].f1:.3f}; at 6 F1 is {timed[paper].f1:.3f} ({table.link}). {better}
"""
    return ["## Level and b", text, table, levels, least]


@dataclass(frozen=True, slots=True)
class _Timed:
    """CPU seconds of one page, by what was done."""

    nodes: int
    seconds: dict[str, float]


def _runs(html: bytes) -> dict[str, Callable[[], object]]:
    def blocks(measure: str) -> object:
        return regions(Page(html), Zhu(measure=measure))

    return {
        "parse by lxml": partial(parse_seconds, html),
        **{NAMES[measure]: partial(blocks, measure) for measure in THEIRS},
        METHODS[DEFAULT]: lambda: treesim.comments(Page(html)),
    }


def _times(many: Sequence[Seen]) -> tuple[list[Block], list[Compared]]:
    timed = [
        _Timed(
            len(Page(page.html).tree),
            {
                name: min(seconds_of(run) for _ in range(RUNS))
                for name, run in _runs(page.html).items()
            },
        )
        for page in Random(SEED).sample(many, len(many))
    ]
    names = [*_runs(b"")]
    parse, pol, ted, ours = names[0], NAMES["pol"], NAMES["ted"], names[-1]
    sums = {name: [0.0] for name in names}
    power = {}
    for name in names:
        for one in timed:
            sums[name].append(sums[name][-1] + one.seconds[name])
        points = [(log(one.nodes), log(max(one.seconds[name], 1e-9))) for one in timed]
        power[name] = slope(points) if len({nodes for nodes, _ in points}) > 1 else 0.0
    off = {
        name: max(
            abs(_ratio(done, of[-1]) - _ratio(number, len(timed))) for number, done in enumerate(of)
        )
        for name, of in sums.items()
    }
    ratio = {name: _ratio(sums[name][-1], sums[parse][-1]) for name in names}
    table = Table(
        "Z9",
        f"CPU time of {len(timed)} pages, from bytes to comments: over that of lxml's parse; how"
        " far the sum departs from a straight line over the pages, as a share of it; the power of a"
        " page's nodes with which it grows.",
        ("what", "times the parse", "off the line", "power of nodes"),
        [[name, ratio[name], off[name], power[name]] for name in names],
        digits=2,
    )
    steps = sorted({round(len(timed) * part / 10) for part in range(11)})
    by_pages = Figure(
        "Z10",
        "Time by the number of pages",
        "pages",
        "CPU seconds on this machine",
        [Series(name, steps, [sums[name][n] for n in steps]) for name in names],
    )
    by_nodes = Figure(
        "Z11",
        "Time of each page by its nodes, elements and texts",
        "nodes of the page",
        "CPU seconds on this machine",
        [
            Series(name, [one.nodes for one in timed], [one.seconds[name] for one in timed])
            for name in (parse, pol, ted, ours)
        ],
        kind="points",
        log_x=bool(timed),
        log_y=bool(timed),
    )
    is_straight = off[pol] < 0.2
    text = f"""
Figure 7 of the paper is time by the number of pages, beside an older method by weights of nodes
that we do not have: leaf paths are linear, and quicker. {_confirmed(is_straight)}: pages are worked
on one by one, and the sum is never further than {off[pol]:.2f} of the whole from a straight line
({table.link}, {by_pages.link}). From bytes to comments leaf paths take {ratio[pol]:.2f} times
lxml's parse, edit distance {ratio[ted]:.2f}, our default {ratio[ours]:.2f}. With the nodes of a
page the time of leaf paths grows by the power {power[pol]:.2f}, that of edit distance by
{power[ted]:.2f}, that of the default by {power[ours]:.2f} ({table.link}, {by_nodes.link}).
"""
    compared = Compared(
        "time by pages",
        "linear",
        f"{'linear' if is_straight else 'not linear'}; {ratio[pol]:.1f} times lxml's parse",
        f"{'linear' if off[ours] < 0.2 else 'not linear'}; {ratio[ours]:.1f} times the parse",
        table.number,
    )
    return ["## Time", text, table, by_pages, by_nodes], [compared]


def _few(pages: Sequence[Seen]) -> list[Block]:
    groups: dict[str, list[Seen]] = {}
    least = 1
    for name, most in SIZES:
        groups[name] = [page for page in pages if least <= page.true <= most]
        least = most + 1
    methods: dict[str, Zhu | str] = {
        METHODS[PAPER]: PAPER,
        "with b = 2": FEW,
        METHODS[DEFAULT]: DEFAULT,
    }
    f1 = {label: [share(of, one).f1 for of in groups.values()] for label, one in methods.items()}
    few = [page for page in pages if page.true <= MANY]
    rows: list[list[Cell]] = []
    for name, of in (*groups.items(), (f"{MANY} or fewer", few)):
        by_paper = share(of, PAPER)
        scores = (share(of, one).f1 for one in methods.values())
        rows.append([name, len(of), by_paper.true, by_paper.right, by_paper.found, *scores])
    table = Table(
        "Z10",
        "By the number of comments on a page: pages, comments, blocks that the paper's method finds"
        " rightly and in all, and F1.",
        ("comments", "pages", "true", "right", "found", *(f"F1: {label}" for label in methods)),
        rows,
    )
    figure = Figure(
        "Z12",
        "F1 by the number of comments on a page",
        "comments on the page",
        "F1",
        [Series(label, [*groups], values) for label, values in f1.items()],
        kind="bars",
        y_limits=(0, 1),
    )
    paper = share(few, PAPER)
    text = f"""
**Few comments.** The paper leaves them out: what matters draws many, and a crawler comes again.
{len(few)} of our {len(pages)} pages have {MANY} or fewer. There the method takes {paper.found}
blocks for comments, and finds {paper.right} of {paper.true}. With *b* = 2, which allows three, its
F1 on them is {share(few, FEW).f1:.3f}; that of our default, which judges elements one by one, is
{share(few, DEFAULT).f1:.3f} ({table.link}, {figure.link}).
"""
    return [text, table, figure]


def _nested(pages: Sequence[Seen]) -> list[Block]:
    some: dict[str, Callable[[Seen], frozenset[int]]] = {
        "at the top": lambda page: frozenset(range(page.true)) - page.nested,
        "answers": lambda page: page.nested,
        "inside noscript": lambda page: page.hidden,
    }
    counts = {name: sum(len(of(page)) for page in pages) for name, of in some.items()}
    recall = {
        (name, method): recall_of(pages, method, of)
        for name, of in some.items()
        for method in METHODS
    }
    rows: list[list[Cell]] = [
        [name, counts[name], *(recall[name, method] for method in METHODS)] for name in some
    ]
    hidden = [page for page in pages if page.hidden]
    shown = {
        method: _ratio(
            sum(len(page.hidden & page.shown[method]) for page in hidden),
            counts["inside noscript"],
        )
        for method in (PAPER, DEFAULT)
    }
    threads, bodies = Threads(), Share()
    for page in pages:
        threads.add(page.threads)
        bodies.add(Share(len(page.bodies.right), page.bodies.found, page.true))
    parents = _ratio(threads.right, threads.matched)
    rows += [
        ["the same, shown", counts["inside noscript"], shown[PAPER], None, shown[DEFAULT]],
        ["right parents of answers found", threads.matched, None, None, parents],
        ["F1 of bodies alone", bodies.true, None, None, bodies.f1],
    ]
    table = Table(
        "Z11",
        "Recall of answers to other comments, and of comments inside noscript; what our default"
        " says beyond blocks.",
        ("comments", "number", *METHODS.values()),
        rows,
    )
    text = f"""
**Answers.** The paper expects answers to unbalance the trees, and leaf paths to bear it. Of
{counts["answers"]} comments that answer another one the method finds
{recall["answers", PAPER]:.3f}, of those at the top {recall["at the top", PAPER]:.3f}; our default
{recall["answers", DEFAULT]:.3f} and {recall["at the top", DEFAULT]:.3f} ({table.link}). Who answers
whom, and what of a block is the comment's body, the paper leaves open. Our default names the right
parent of {parents:.3f} of the {threads.matched} answers that it finds, and its texts are bodies
with an F1 of {bodies.f1:.3f} ({table.link}).

**Rendered pages.** Comments that scripts load later are not in the HTML; the paper's outlook is to
render pages in a browser's engine first. Of such pages our sets have none, since comments known one
by one were read from the HTML. But {len(hidden)} pages keep {counts["inside noscript"]} comments in
`noscript`, for readers without scripts. The paper's method, which leaves out what does not show,
finds {recall["inside noscript", PAPER]:.3f} of them, and {shown[PAPER]:.3f} once that part shows;
our default {recall["inside noscript", DEFAULT]:.3f} and {shown[DEFAULT]:.3f} ({table.link}).
"""
    return [text, table]


def _without(pages: Sequence[Told]) -> list[Block]:
    sure = [page for page in pages if not page.doubtful]
    groups = {
        name: [page for page in sure if page.name == name]
        for name in dict.fromkeys(page.name for page in sure)
    }
    for kind in sorted({page.kind for page in groups.get(NEGATIVES, ())}):
        groups[f"... {kind}"] = [page for page in groups[NEGATIVES] if page.kind == kind]
    groups["all"] = sure
    short = ("paper", "timed", "default")
    table = Table(
        "Z12",
        "All sets: pages with comments and the share of them on which any are found; the same of"
        " pages without; F1 of comments known one by one, their bodies read in the same way after"
        " each method.",
        (
            "set",
            "with",
            *(f"found: {one}" for one in short),
            "without",
            *(f"found: {one}" for one in short),
            *(f"F1: {one}" for one in short),
        ),
        [_found_on(label, group) for label, group in groups.items()],
    )
    free = [page for page in sure if not page.has_comments]
    on = {method: _share_found(free, method) or 0.0 for method in METHODS}
    site = [page for page in groups.get(SITES, ()) if page.has_comments]
    over = sum(page.shares[DEFAULT].true > MANY for page in site)
    of_site = {method: _share_found(site, method) or 0.0 for method in METHODS}
    text = f"""
**Pages without comments.** All of the paper's pages have some. On {len(free)} pages without any,
{len(pages) - len(sure)} of doubtful truth left out, its method finds some on a share of
{on[PAPER]:.3f}, with the test of a time {on[TIMED]:.3f}, our default {on[DEFAULT]:.3f}
({table.link}). The other way round, {len(site)} pages of {SITES} have comments, {over} of them more
than {MANY}: the paper's method finds some on {of_site[PAPER]:.3f}, our default on
{of_site[DEFAULT]:.3f} ({table.link}).
"""
    return [text, table]


def _share_found(pages: Sequence[Told], method: Zhu | str) -> float | None:
    """The share of the pages on which something is found; None of none."""
    found = [float(page.shares[method].found > 0) for page in pages]
    return mean(found) if found else None


def _found_on(label: str, pages: Sequence[Told]) -> list[Cell]:
    cells: list[Cell] = [label]
    for group in (
        [page for page in pages if page.has_comments],
        [page for page in pages if not page.has_comments],
    ):
        cells += [len(group), *(_share_found(group, method) for method in METHODS)]
    for method in METHODS:
        total = Share()
        listed = [page.shares[method] for page in pages if page.shares[method].true]
        for one in listed:
            total.add(one)
        cells.append(total.f1 if listed else None)
    return cells
