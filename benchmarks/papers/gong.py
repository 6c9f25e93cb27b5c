"""Gong and Zhu: data records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final, TypeAlias

from benchmarks.figures import Share, mean
from benchmarks.papers.data import Data
from benchmarks.papers.gong_lists import (
    ALL_THREE,
    DEFAULT,
    DISTANCES,
    FIRST,
    GONG,
    INNER,
    MDR,
    MDR_ONE,
    METHODS,
    MOST_REGIONS,
    NESTED,
    SHAPES,
    SIBLINGS,
    WEIGHTS,
    ListFigures,
    PageFigures,
    measured,
)
from benchmarks.papers.report import Cell, Compared, Figure, Section, Series, Table

_SETS: Final = {
    "webdext": "2017 and 2018",
    "trieschnigg": "1998 to 2010",
    "nexteval": "year not given, published in 2025",
    "synthetic": "generated",
}
"""Sets of ``records/`` and the years of their pages, as their SOURCE.md tells."""
_MEASURING: Final = ("webdext", "trieschnigg")
"""Those whose truth no weight of the package was fitted on."""
_MEAN: Final = "mean of sets"
_PAPER_D0: Final = 0.15
_PAPER_RECALL: Final = 0.9882
_PAPER_PRECISION: Final = 0.9952
_PRINTED: Final = f"{_PAPER_RECALL:.2%} / {_PAPER_PRECISION:.2%}".replace("%", " %")
_PAPER_F1: Final = 2 * _PAPER_RECALL * _PAPER_PRECISION / (_PAPER_RECALL + _PAPER_PRECISION)
_RANKS: Final = (1, 2, 3, 5, 10, 20)


def _total(shares: Iterable[Share]) -> Share:
    total = Share()
    for one in shares:
        total.add(one)
    return total


@dataclass(frozen=True, slots=True)
class _Scores:
    """Counts of records by set; recall, precision and F1 are the sets' means."""

    by_set: dict[str, Share]

    @property
    def recall(self) -> float:
        return mean([one.recall for one in self.by_set.values()])

    @property
    def precision(self) -> float:
        return mean([one.precision for one in self.by_set.values()])

    @property
    def f1(self) -> float:
        return mean([one.f1 for one in self.by_set.values()])

    def __str__(self) -> str:
        return f"{_percent(self.recall)} / {_percent(self.precision)}"


def _scores(pages: Sequence[PageFigures], shares: Iterable[Sequence[Share]]) -> _Scores:
    """The scores of the shares of each page."""
    by_set: dict[str, list[Share]] = {page.set: [] for page in pages}
    for page, found in zip(pages, shares, strict=True):
        by_set[page.set].extend(found)
    return _Scores({name: _total(found) for name, found in by_set.items()})


def _of_method(pages: Sequence[PageFigures], method: str) -> _Scores:
    return _scores(pages, ([page.methods[method]] for page in pages))


def _rates(pages: Sequence[PageFigures], hits: Iterable[bool]) -> dict[str, float]:
    """By set, and as the mean of the sets, the share of pages for which something holds."""
    by_set: dict[str, list[float]] = {page.set: [] for page in pages}
    for page, hit in zip(pages, hits, strict=True):
        by_set[page.set].append(float(hit))
    rates = {name: mean(found) for name, found in by_set.items()}
    return {**rates, _MEAN: mean([*rates.values()])}


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _word(one: float, other: float, above: str, below: str, same: str) -> str:
    """The word for how one share compares with another, to a thousandth."""
    if abs(one - other) < 0.0005:
        return same
    return above if one > other else below


# The report.


def reproduce(data: Data) -> Section:
    """Run the paper's experiments."""
    pages = [
        figures
        for name in _SETS
        for labelled in data.pages(f"records/{name}")
        if (figures := measured(name, labelled))
    ]
    title = "Gong and Zhu: data records"
    if not pages:
        return Section("gong", title, ["There are no pages with true records."], [])
    parts = (_introduced, _holder, _heuristics, _rivals, _distance, _shapes, _several)
    done = [part(pages) for part in parts]
    return Section(
        "gong",
        title,
        [block for blocks, _ in done for block in blocks],
        [line for _, lines in done for line in lines],
    )


_Part: TypeAlias = "tuple[list[str | Table | Figure], list[Compared]]"
"""Blocks of the report, and lines of its summary."""


def _introduced(pages: Sequence[PageFigures]) -> _Part:
    rows: list[list[Cell]] = []
    for name in _sets(pages):
        own = [page for page in pages if page.set == name]
        rows.append([
            name,
            _SETS[name],
            len(own),
            round(median(page.elements for page in own)),
            sum(len(page.lists) for page in own),
            sum(page.methods[GONG].true for page in own),
            sum(page.split for page in own),
            sum(len(page.lists) > 1 for page in own),
            sum(page.is_assumed for page in own),
        ])  # fmt: skip
    table = Table(
        "G1",
        "Pages with true records, of sets under `records/`",
        (
            "set", "years", "pages", "elements (median)", "lists", "records",
            "records of several elements", "pages with several lists",
            "pages as the paper assumes",
        ),
        rows,
    )  # fmt: skip
    assumed, several = (
        sum(map(is_such, pages))
        for is_such in (lambda page: page.is_assumed, lambda page: len(page.lists) > 1)
    )
    text = f"""
Gong and Zhu rank a page's nodes by three heuristics, most children, the largest increase of content
(characters of text less their mean a child) and most tags inside, and take the first for the *main
region*, the smallest subtree that holds all records. Its children are clustered by simple tree
matching, up to a distance `d0` of {_PAPER_D0}; of the ways to cut them into records, one for each
cluster that a record may start or end with, that is taken whose records are most alike. On 200
pages they report a recall / precision of {_PRINTED}, above MDR in both. The text of the paper that
we have lacks the cells of its table, MDR's figures among them, and the paper gives the heuristics
no weights; here they weigh the same.

## The pages

The paper's pages are gone. We take {len(pages)} others ({table.link}):
{_listed([f"{name} ({_SETS[name]})" for name in _sets(pages)])}. Those of *synthetic* are from our
own templates, with shapes of records that are hard on purpose. {assumed} pages are as the paper
assumes: one list, whose records are neighbouring children of one node; {several} have several lists
({table.link}).

A record found is right where its text nodes and those of a true record have a Jaccard index of at
least 0.9, one to one. Recall and precision are over all records of a set; of several sets we give
the mean. *Our default* is the package's own method, which scores all lists that may be records,
with weights fitted on labelled pages. Those of nexteval and synthetic were among these, which
flatters it there. The truth of webdext and trieschnigg was never fitted on; their pages were, with
labels that an earlier version of the package gave them.
"""
    return [text, table], []


def _holder(pages: Sequence[PageFigures]) -> _Part:
    first = {
        heuristic: _rates(pages, (page.ranks[heuristic] == 1 for page in pages))
        for heuristic in WEIGHTS
    }
    found, missed = _nodes_found(pages)
    columns = (*_sets(pages), _MEAN)
    table = Table(
        "G2",
        "Share of the pages on which the node found is the smallest that holds a true list",
        ("node", *columns),
        [
            [name, *(rate[column] for column in columns)]
            for name, rate in (
                *((f"first by {one}", rate) for one, rate in first.items()),
                *((f"of {one}", rate) for one, rate in found.items()),
                *((f"of {one}, and no record right", rate) for one, rate in missed.items()),
            )
        ],
    )
    alone = [*WEIGHTS][:3]
    shown = {
        **{heuristic: first[heuristic] for heuristic in (*alone, ALL_THREE)},
        "Gong's list": found[GONG],
        "default's list": found[FIRST],
    }
    bars = Figure(
        "G1",
        "Pages on which each heuristic, and each method, names the node of a true list",
        "set of pages",
        "share of the pages",
        [Series(name, columns, [rate[x] for x in columns]) for name, rate in shown.items()],
        kind="bars",
        y_limits=(0, 1),
    )
    within = {
        heuristic: [
            _rates(pages, (0 < (page.ranks[heuristic] or 0) <= most for page in pages))[_MEAN]
            for most in _RANKS
        ]
        for heuristic in (*alone, ALL_THREE)
    }
    ranks = Table(
        "G3",
        "Share of the pages on which a true list's node is among the first, mean of the sets",
        ("heuristic", *(f"first {most}" for most in _RANKS)),
        [[heuristic, *shares] for heuristic, shares in within.items()],
    )
    lines = Figure(
        "G2",
        "Pages on which the node of a true list is among the first few of each ranking",
        "nodes looked at, from the top of the ranking",
        "share of the pages, mean of sets",
        [Series(heuristic, [*map(str, _RANKS)], shares) for heuristic, shares in within.items()],
        y_limits=(0, 1),
    )
    means = {heuristic: rate[_MEAN] for heuristic, rate in first.items()}
    best_alone = max(alone, key=means.__getitem__)
    best = max(means, key=means.__getitem__)
    together = means[ALL_THREE]
    helps = _word(
        together, means[best_alone], "puts the right node first more often, as the paper has it",
        "does not put the right node first more often", "changes nothing at the first rank",
    )  # fmt: skip
    rest = _listed([f"{one} on {_percent(means[one])}" for one in alone if one != best_alone])
    text = f"""
## The main region

Of the heuristics alone, {best_alone} is right most often: it puts the node of a true list first on
{_percent(means[best_alone])} of the pages, {rest} ({table.link}, {bars.link}). Most tags inside
does not compare a node with those around it, by definition, so that alone it starts at the top of
the page. All three come to {_percent(together)}: to combine them {helps}; the best of all
combinations is {best}, with {_percent(means[best])} ({table.link}). Further down it is another
picture: all three have the right node among the first {_RANKS[2]} on
{_percent(within[ALL_THREE][2])} of the pages, {best_alone} alone on
{_percent(within[best_alone][2])} ({ranks.link}, {lines.link}). The package's version of the method
makes use of that: where a node does not fall into three records or more, it goes on to the next.
Its list has the right node on {_percent(found[GONG][_MEAN])} of the pages, the first list of our
default on {_percent(found[FIRST][_MEAN])} ({table.link}).
"""
    return [text, table, bars, ranks, lines], []


_Rates: TypeAlias = "dict[str, dict[str, float]]"
"""By method, the shares of pages of each set."""


def _nodes_found(pages: Sequence[PageFigures]) -> tuple[_Rates, _Rates]:
    """Pages on which a method's first list has a true node, and those of them on which no record
    of it is right."""
    methods = (GONG, MDR, MDR_ONE, SIBLINGS, FIRST)
    found = {one: _rates(pages, (page.holds[one] for page in pages)) for one in methods}
    missed = {
        one: _rates(pages, (page.holds[one] and not page.methods[one].right for page in pages))
        for one in methods
    }
    return found, missed


def _heuristics(pages: Sequence[PageFigures]) -> _Part:
    scores = {
        heuristic: _scores(pages, ([page.heuristics[heuristic]] for page in pages))
        for heuristic in WEIGHTS
    }
    table = _score_table(
        "G4", "Records found with the main region by each heuristic", "heuristic", pages, scores
    )
    figure = _score_figure(
        "G3", "F1 of records where each heuristic chooses the main region", pages, scores
    )
    f1 = {heuristic: score.f1 for heuristic, score in scores.items()}
    alone = [*WEIGHTS][:3]
    confirms = _word(
        f1[ALL_THREE], max(f1[one] for one in alone),
        "combined they find more than any alone, as the paper means them to",
        "combined they find less than the best alone, against what the paper means",
        "combined they find as much as the best alone",
    )  # fmt: skip
    text = f"""
## Records with each heuristic

Counted in records at the end of the method, F1 is {f1[ALL_THREE]:.3f} with all three, and
{_listed([f"{f1[one]:.3f} with {one}" for one in alone])} alone ({table.link}, {figure.link}):
{confirms}. A heuristic that starts too high up need not lose the page, since a node that does not
fall into three records is passed over; one that starts with another list does lose it.
"""
    return [text, table, figure], []


def _rivals(pages: Sequence[PageFigures]) -> _Part:
    scores = {method: _of_method(pages, method) for method in METHODS}
    table = _score_table("G5", "Records found on all pages", "method", pages, scores)
    shown = (MDR, MDR_ONE, SIBLINGS, GONG, FIRST, DEFAULT)
    figure = _score_figure(
        "G4", "F1 of records by each method on all pages", pages,
        {method: scores[method] for method in shown},
        [("the paper, its pages", _PAPER_F1)],
    )  # fmt: skip
    assumed = [page for page in pages if page.is_assumed]
    measuring = [page for page in assumed if page.set in _MEASURING]
    plain = {method: _of_method(measuring, method) for method in shown[:-1]}
    of_all = {method: _of_method(assumed, method) for method in plain}
    rows: list[list[Cell]] = [
        [method, one.recall, one.precision, plain[method].recall, plain[method].precision]
        for method, one in of_all.items()
    ]
    narrow = Table(
        "G6",
        f"Records found on the {len(assumed)} pages that are as the paper assumes, mean of the "
        f"sets, and on those {len(measuring)} of them whose truth was never fitted on",
        ("method", "recall", "precision", "recall, never fitted", "precision, never fitted"),
        [
            ["Gong and Zhu, as printed", _PAPER_RECALL, _PAPER_PRECISION, None, None],
            *rows,
        ],
    )
    node, none = _nodes_found(pages)
    ours, ahead = scores[GONG], ("ahead of", "behind", "level with")
    behind = [
        name for name in _sets(pages) if scores[MDR_ONE].by_set[name].f1 > ours.by_set[name].f1
    ]
    recall, precision, recall_one, precision_one = (
        _word(of(ours), of(scores[method]), *ahead)
        for method in (MDR, MDR_ONE)
        for of in (_recall, _precision)
    )
    by_sets = f", and on {_listed(behind)} the last is ahead" if behind else ""
    reads = _word(
        plain[GONG].recall, plain[GONG].precision, "it adds more than it leaves out",
        "it leaves out more than it adds", "it leaves out as much as it adds",
    )  # fmt: skip
    told = _word(
        min(plain[GONG].recall / _PAPER_RECALL, plain[GONG].precision / _PAPER_PRECISION), 1.0,
        "The paper's figures hold on these pages too.",
        "The paper's figures are not reached on other pages than its own.",
        "The paper's figures hold on these pages too.",
    )  # fmt: skip
    text = f"""
## Beside MDR, siblings, and our default

MDR takes neighbouring runs of 1 to 10 elements for records where the edit distance of their strings
of tags is at most 0.3 of their mean length. We wrote this idea anew, and take that of its regions
which has most text; it is not its authors' program. *Siblings*, the simplest baseline, takes the
group of three or more siblings with equal tag and class that has most text.

Gong's method comes to a recall / precision of {ours}, MDR's idea to {scores[MDR]}, siblings to
{scores[SIBLINGS]}, our default to {scores[FIRST]} with its first list alone and {scores[DEFAULT]}
with all ({table.link}, {figure.link}). MDR's idea has the right node on
{_percent(node[MDR][_MEAN])} of the pages, Gong's list on {_percent(node[GONG][_MEAN])}, but no
right record in it on {_percent(none[MDR][_MEAN])} and {_percent(none[GONG][_MEAN])}
([table G2](#table-g2)): where records differ, runs of several, whose strings of tags differ less,
pass for one record. Having seen this, we ran it with records of one element only as well, which
gives {scores[MDR_ONE]} ({table.link}).

The paper's method is above MDR in both figures. Here it is, in recall, {recall} MDR's idea and
{recall_one} that with one element, in precision {precision} the one and {precision_one} the other;
their F1 is {ours.f1:.3f}, {scores[MDR].f1:.3f} and {scores[MDR_ONE].f1:.3f}{by_sets}
({table.link}). It depends on our rewriting, so this is weak evidence either way. Siblings, with
{scores[SIBLINGS].f1:.3f}, are {_word(scores[SIBLINGS].f1, ours.f1, *ahead)} the method
({table.link}).

On pages that are as the paper assumes, of sets whose truth was never fitted on, the method has
{plain[GONG]}, where the paper has {_PRINTED} ({narrow.link}): {reads}. MDR's idea has
{plain[MDR]}, with one element {plain[MDR_ONE]}, siblings {plain[SIBLINGS]}, our default's first
list {plain[FIRST]} ({narrow.link}). {told}
"""
    lines = [
        Compared(
            "recall / precision, pages with one plain list",
            _PRINTED,
            str(plain[GONG]), str(plain[FIRST]), narrow.number,
        ),
        Compared(
            "recall / precision, all pages, beside MDR", "above MDR in both",
            f"{ours}; MDR's idea {scores[MDR]}, with one element {scores[MDR_ONE]}",
            str(scores[DEFAULT]), table.number,
        ),
    ]  # fmt: skip
    return [text, table, figure, narrow], lines


def _distance(pages: Sequence[PageFigures]) -> _Part:
    whole, chosen, best_cut = {}, {}, {}
    clusters = {}
    for at in DISTANCES:
        given = [[one.given[at] for one in page.lists] for page in pages]
        whole[at] = _scores(pages, ([page.distances[at]] for page in pages))
        chosen[at] = _scores(pages, ([one.chosen for one in lists] for lists in given))
        best_cut[at] = _scores(pages, ([one.best for one in lists] for lists in given))
        clusters[at] = mean([float(one.clusters) for lists in given for one in lists])
    names = _sets(pages)
    table = Table(
        "G7",
        "F1 of records with each `d0`: of the whole method by set; then means of the sets, of the "
        "whole, with the node of each true list given, and of the best of all cuts of this node",
        ("d0", *names, "mean", "node given", "best cut", "clusters a list (mean)"),
        [
            [
                f"{at:.2f}",
                *(whole[at].by_set[name].f1 for name in names),
                whole[at].f1,
                chosen[at].f1,
                best_cut[at].f1,
                clusters[at],
            ]
            for at in DISTANCES
        ],
    )
    axis = "d0, mean distance up to which clusters are joined"
    by_set = Figure(
        "G5",
        f"F1 of records by d0, the whole method; the paper takes {_PAPER_D0}",
        axis,
        "F1 of records",
        [
            Series(name, DISTANCES, [whole[at].by_set[name].f1 for at in DISTANCES])
            for name in names
        ],
        y_limits=(0, 1),
    )
    steps = Figure(
        "G6",
        "F1 of records by d0, and what choosing the cut and choosing the node lose of it",
        axis,
        "F1 of records, mean of sets",
        [
            Series(label, DISTANCES, [scores[at].f1 for at in DISTANCES])
            for label, scores in (
                ("best cut, node given", best_cut),
                ("chosen cut, node given", chosen),
                ("whole method", whole),
            )
        ],
        y_limits=(0, 1),
    )
    papers = _PAPER_D0
    best = max(DISTANCES, key=lambda at: whole[at].f1)
    best_given = max(DISTANCES, key=lambda at: chosen[at].f1)
    edge = ", at the end of the range" if best_given == DISTANCES[-1] else ""
    confirms = _word(best, papers, "larger than", "smaller than", "the same as")
    text = f"""
## The distance d0, and where records are lost

The paper found its `d0` of {papers} by trials that it does not show. Here F1 is
{whole[papers].f1:.3f} with it, and best, {whole[best].f1:.3f}, with {best:.2f}, {confirms} the
paper's; with the node of each true list given, {best_given:.2f} is best{edge}, with
{chosen[best_given].f1:.3f} against {chosen[papers].f1:.3f} ({table.link}, {by_set.link}). Chosen on
the pages that it is measured on, the best value is flattered by that. Records with optional parts
are further from each other, and where their cluster falls into several, no cut starts with each of
them: the node of a list has {clusters[papers]:.1f} clusters on average with the paper's value,
{clusters[best]:.1f} with {best:.2f} ({table.link}).

With the node of each true list given, segmentation alone has an F1 of {chosen[papers].f1:.3f} with
the paper's `d0`; had it always taken the best of its own cuts, {best_cut[papers].f1:.3f}
({table.link}, {steps.link}). Of an F1 of 1, then, {1 - best_cut[papers].f1:.3f} are lost because
none of the cuts is right throughout, {best_cut[papers].f1 - chosen[papers].f1:.3f} because another
cut has records that are more alike, and {chosen[papers].f1 - whole[papers].f1:.3f} with the choice
of one node ({table.link}).
"""
    line = Compared(
        "best d0",
        f"{papers}",
        f"{best:.2f} (F1 {whole[best].f1:.3f}; {whole[papers].f1:.3f} with {papers})",
        f"needs none (F1 {_of_method(pages, DEFAULT).f1:.3f})",
        table.number,
    )
    return [text, table, by_set, steps], [line]


def _shapes(pages: Sequence[PageFigures]) -> _Part:
    lists = [one for page in pages for one in page.lists]
    by_shape = {shape: [one for one in lists if one.shape == shape] for shape in SHAPES}
    rows = [_shape_row(shape, some) for shape, some in by_shape.items() if some]
    mixed = [one for one in lists if one.given[_PAPER_D0].clusters > 1]
    in_all = [*rows, *([_shape_row("all with several clusters", mixed)] if mixed else [])]
    table = Table(
        "G8",
        "Lists by the shape of their records: of the node that holds each, its children, clusters "
        "and cuts (medians); recall with this node given, and of the whole methods",
        (
            "shape", "lists", "records", "children", "clusters", "cuts", *_RECALLS,
        ),
        [row.cells for row in in_all],
    )  # fmt: skip
    figure = Figure(
        "G7",
        "Recall of records by the shape of their list; the paper is for the first two shapes",
        "shape of the list",
        "recall of records",
        [
            Series(label, [row.shape for row in rows], [row.recalls[at] for row in rows])
            for at, label in enumerate(_RECALLS)
        ],
        kind="bars",
        y_limits=(0, 1),
    )
    given = [one.given[_PAPER_D0] for one in mixed or lists]
    children = max(2, round(median(one.children for one in given)))
    cuts = round(median(one.cuts for one in given))
    inner = sum(any(one.shape == NESTED for one in page.lists) for page in pages)
    nested = "".join(
        f", and finds {_percent(row.recalls[-1])} of the records of such lists, which lie on "
        f"{inner} pages ({table.link})"
        for row in rows
        if row.shape == NESTED
    )
    found = ";\n".join(
        f"- *{row.shape}*, {SHAPES[row.shape]}: {_percent(row.recalls[0])}, "
        f"{_percent(row.recalls[1])} and {_percent(row.recalls[-1])}"
        for row in rows
    )
    text = f"""
## Shapes of records that the paper leaves open

A record of the paper is one subtree or several neighbouring ones, all children of one node. From
the truth of the pages we tell five shapes of lists. Of their records these are found, by Gong's
method, by Gong's method with the node of the list given, and by our default ({table.link},
{figure.link}):

{found}.

Where records lie under several parents, a cut can only return these, which is right where each
holds one record and nothing else. Where a record's parts lie apart, only records with a single part
can be right. A list in a record can be cut like any other, but it is not a page's main region: a
method has to look for it inside the records of another list. Our default does so{nested}.

Clustering saves what the paper says: of the {len(lists)} lists, {len(mixed)} lie in a node with
children of several clusters. Its median has {children} children, which could be cut in
2<sup>{children - 1}</sup> ways, and {cuts} cuts are tried ({table.link}).
"""
    return [text, table, figure], []


_RECALLS: Final = ("Gong", "Gong, node given", "best cut, node given", "default, with inner lists")
"""What recalls of a shape are of."""


@dataclass(frozen=True, slots=True)
class _ShapeRow:
    """What is found of lists of one shape."""

    shape: str
    cells: list[Cell]
    recalls: list[float]
    """In the order of :data:`_RECALLS`."""


def _shape_row(shape: str, lists: Sequence[ListFigures]) -> _ShapeRow:
    given = [one.given[_PAPER_D0] for one in lists]
    shares = (
        [one.whole[GONG] for one in lists],
        [one.chosen for one in given],
        [one.best for one in given],
        [one.whole[INNER] for one in lists],
    )
    recalls = [_total(found).recall for found in shares]
    medians = [
        round(median(counts))
        for counts in zip(*((one.children, one.clusters, one.cuts) for one in given), strict=True)
    ]
    true = sum(one.true for one in shares[0])
    return _ShapeRow(shape, [shape, len(lists), true, *medians, *recalls], recalls)


def _several(pages: Sequence[PageFigures]) -> _Part:
    groups = {
        "one": [page for page in pages if len(page.lists) == 1],
        "two": [page for page in pages if len(page.lists) == 2],
        "three and more": [page for page in pages if len(page.lists) > 2],
    }
    several = [page for page in pages if len(page.lists) > 1]
    if not several:
        return [], []

    def share(some: Sequence[PageFigures], method: str, most: int) -> Share:
        return _total(page.allowed[method][most - 1] for page in some)

    methods = {"Gong": GONG, "default": DEFAULT}
    rows: list[list[Cell]] = []
    for name, some in groups.items():
        for label, method in methods.items():
            for most in (1, 3, MOST_REGIONS):
                one = share(some, method, most)
                rows.append(
                    [name, len(some), label, most, one.recall, one.precision, one.f1],
                )
    table = Table(
        "G9",
        "Records found with 1, 3 and 10 lists a page allowed, by the true lists of the page; over "
        "all records",
        ("true lists", "pages", "method", "lists allowed", "recall", "precision", "F1"),
        rows,
    )
    allowed = range(1, MOST_REGIONS + 1)
    figure = Figure(
        "G8",
        f"Recall and precision on the {len(several)} pages with several lists, by lists allowed",
        "lists of a page that a method may return",
        "share of the records",
        [
            Series(
                f"{label}, {what}",
                [*allowed],
                [pick(share(several, method, most)) for most in allowed],
            )
            for label, method in methods.items()
            for what, pick in (("recall", _recall), ("precision", _precision))
        ],
        y_limits=(0, 1),
    )
    gong = [share(several, GONG, most) for most in (1, MOST_REGIONS)]
    default = [share(several, DEFAULT, most) for most in (1, MOST_REGIONS)]
    text = f"""
## Several lists on a page

By its own words the paper's method is for pages with one main region; {len(several)} of ours have
several lists. The simplest way on is down the ranking, to nodes that overlap none before. With up
to {MOST_REGIONS} lists, recall on these pages goes from {_percent(gong[0].recall)} to
{_percent(gong[1].recall)}, and precision from {_percent(gong[0].precision)} to
{_percent(gong[1].precision)} ({table.link}, {figure.link}): a ranking tells which node is the
likelier one, not whether a node is a list of data at all. Our default gives each list a probability
and stops by it. Its recall goes from {_percent(default[0].recall)} to
{_percent(default[1].recall)}, its precision from {_percent(default[0].precision)} to
{_percent(default[1].precision)} ({table.link}). A list that is none by the truth may well be one:
webdext and trieschnigg name a page's main list only, and nexteval's truth varies from page to page.
"""
    line = Compared(
        f"recall / precision, pages with several lists, {MOST_REGIONS} allowed",
        "left open",
        f"{_percent(gong[1].recall)} / {_percent(gong[1].precision)}",
        f"{_percent(default[1].recall)} / {_percent(default[1].precision)}",
        table.number,
    )
    return [text, table, figure], [line]


def _recall(one: Share | _Scores) -> float:
    return one.recall


def _precision(one: Share | _Scores) -> float:
    return one.precision


def _score_table(
    number: str,
    title: str,
    first: str,
    pages: Sequence[PageFigures],
    scores: dict[str, _Scores],
) -> Table:
    names = _sets(pages)
    return Table(
        number,
        f"{title}: recall and precision by set, and the mean F1 of the sets",
        (first, *(f"{name}, {what}" for name in names for what in ("R", "P")), "F1, mean"),
        [
            [
                label,
                *(
                    cell
                    for name in names
                    for cell in (score.by_set[name].recall, score.by_set[name].precision)
                ),
                score.f1,
            ]
            for label, score in scores.items()
        ],
    )


def _score_figure(
    number: str,
    title: str,
    pages: Sequence[PageFigures],
    scores: dict[str, _Scores],
    marks: Sequence[tuple[str, float]] = (),
) -> Figure:
    names = _sets(pages)
    return Figure(
        number,
        title,
        "set",
        "F1 of records",
        [
            Series(label, names, [score.by_set[name].f1 for name in names])
            for label, score in scores.items()
        ],
        kind="bars",
        y_limits=(0, 1.05),
        marks=marks,
    )


def _sets(pages: Sequence[PageFigures]) -> list[str]:
    return [*dict.fromkeys(page.set for page in pages)]


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
