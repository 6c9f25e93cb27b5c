"""Song and Zhang 2011: records by one example, on the page as it is and after redesigns."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from lxml import etree

from benchmarks.figures import Sums, mean
from benchmarks.list_truth import Places, match
from benchmarks.pages import LabelledPage
from benchmarks.papers.data import Data
from benchmarks.papers.report import Cell, Compared, Figure, Series, Table
from benchmarks.papers.song_zhang_pages import RULES
from benchmarks.redesign import KINDS, Regions, Tally, score_page, true_regions
from scrapy_treesim import KeyTree, Page
from scrapy_treesim.records.by_example.key_tree import THRESHOLD, compared
from scrapy_treesim.records.by_example.sighting import find_records, learn_key_tree
from scrapy_treesim.tree import ELEMENTS

_SETS: Final = ("records/webdext", "records/nexteval", "records/trieschnigg")
_THRESHOLDS: Final = tuple(step / 100 for step in range(50, 100, 5))
_DEFAULT: Final = "package's key tree"
_LITERAL: Final = "free, figure 6 to the letter"
_METHODS: Final = (*RULES, _DEFAULT)
_PAPERS: Final = {"Taobao": (40, 42), "Alibaba": (48, 50), "Paipai": (40, 40), "Joyo": (27, 30)}
"""Products that the paper extracted and those there were, by shop."""
_ALL: Final = "all"
_OTHERS: Final = "others"
_RECALL, _PRECISION = "recall", "precision"
_REDESIGNS: Final = {
    "unchanged": "nothing",
    "classes_renamed": "names",
    "fields_wrapped": "wrappers",
    "tags_swapped": "tags",
    "all_at_once": "all three",
}
"""What changes in each kind of redesign."""
_SIMILAR, _KEY_TREE = "similar", "key tree"
_KEPT: Final = {_SIMILAR: "free", _KEY_TREE: _DEFAULT}
"""What is asked for records after a redesign, and what it is called here."""
_FREQUENT: Final = 8
"""Pages from which a tag of examples is shown by itself."""
_NOTICED: Final = 0.005
"""A difference of shares that is worth a word."""

_EXTRACTION: Final = """
## Records by one example

For its table 2 the paper takes a product of a result page as key tree, walks down the page, and
takes every subtree that is more than .8 like it: {paper_right} of {paper_true} products of four
shops came back, {paper:.1%}. We take {pages} pages with labelled lists: webdext of 2017 and 2018,
nexteval, real pages whose texts were rewritten for a publication of 2025, and trieschnigg, results
of search engines of 1998 to 2010. The first record of a page's first list of several records, each
of them one subtree, is the example, and counts as brought back; {left_out} pages without such a
list were left out.

Free matching brings back {free_right:,} of {free_true:,} records, {free:.1%}, {than_paper} than in
the paper; ordered matching {ordered:.1%} ({by_set}). From {whole:.0%} of the pages all records come
back by free matching. The paper does not count what else was taken: by free matching
{precision:.1%} of it are records of any list of the page, by ordered matching
{ordered_precision:.1%} ({by_set}). The package's key tree also keeps the leaves of an example, what
kinds of text and picture it has, and searches by them; it brings back {default:.1%} at a precision
of {default_precision:.1%} ({by_set}).

Is .8 the right threshold? Between .5 and .95 the harmonic mean of recall and precision is highest
at {best:.2f} for free and at {best_ordered:.2f} for ordered matching, {gain:.3f} and
{gain_ordered:.3f} above that of .8 ({by_threshold}). At .5 free matching brings back {loose:.1%},
and {loose_precision:.1%} of what it takes are records; at .95 these are {strict:.1%} and
{strict_precision:.1%} ({thresholds}). {outruns}
"""

_OUTRUN: Final = """
Each at its best threshold, chosen with hindsight, ordered matching reaches {ordered_best:.3f} and
free matching {free_best:.3f}: the paper's rival is {rival} here. The package's key tree, which has
none to choose, reaches {default_best:.3f} ({by_threshold}).
"""

_FIGURE_6: Final = """
## The algorithm, by figure and by text

The paper prints its algorithm as figure 6 and describes it, and the two differ. By the figure, a
node that has the key tree's tag but is not like it is left with all that is below it; by the text,
only a node that *is* like it is not looked into. Where a `div` is sought among nested `div`s, the
figure gives up at the outermost. It brings back {literal:.1%} of the records, the text {text:.1%}
({table}); of those whose example is a `{worst}` it is {worst_literal:.1%} against {worst_text:.1%}
({figure}). So the paper's own {paper:.1%} {can} come from its figure on pages like ours, and the
package follows the text.
"""

_REDESIGN: Final = """
## After a redesign

The paper takes a key tree from a page and uses it there. A crawler keeps it, and one day the shop
has a new theme. We redesigned the same pages by rule: all classes and ids renamed; a wrapper around
each field of a record; other tags for layout, lists, tables and headings; all of these at once. The
key tree is that of the page before.

Trees of tags have no names, so renaming leaves free matching at {renamed:.1%}. With new wrappers it
brings back {wrapped:.1%}, with new tags {tags:.1%}, with all at once {all:.1%}, of {before:.1%}
before ({recall}). That is the price of comparing from the root down: where roots differ, nothing is
in common. The leaves of a record outlive a theme, and the package's key tree, which keeps them,
brings back {default_all:.1%} after all changes, at a precision of {default_precision:.1%}
({by_kind}).
"""


@dataclass(slots=True)
class _Score(Sums):
    """Records that came back."""

    back: int = 0
    """Of the example's list."""
    wanted: int = 0
    """All of that list."""
    right: int = 0
    """Of what was taken, the records of any list of the page."""
    taken: int = 0

    @property
    def recall(self) -> float:
        """What came back of the example's list; 0 of none."""
        return self.back / max(1, self.wanted)

    @property
    def precision(self) -> float:
        """The share of records in what was taken; 0 of none."""
        return self.right / max(1, self.taken)

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        both = self.recall + self.precision
        return 2 * self.recall * self.precision / both if both else 0.0


@dataclass(frozen=True, slots=True)
class _Tried:
    """A page whose records were sought by its first one."""

    name: str
    """Of its set."""
    tag: str
    """Of the example."""
    scores: dict[tuple[str, float], _Score]
    """By method and threshold."""


def records_by_example(data: Data) -> tuple[list[str | Table | Figure], Compared]:
    """Give what comes back by one example: by set, threshold, reading of figure 6, and redesign."""
    pages = [(name, page) for name in _SETS for page in data.pages(name)]
    tried = [one for name, page in pages for one in _tried(name, page)]
    by_set, thresholds = _by_set(tried), _thresholds(tried)
    by_threshold, letter, letter_figure = _by_threshold(tried), *_to_the_letter(tried)
    redesigns = _redesigned([page for _, page in pages])
    by_kind, recall = _by_kind(redesigns), _recall(redesigns)
    free, default = (_sum(tried, name) for name in ("free", _DEFAULT))
    paper, sold = map(sum, zip(*_PAPERS.values(), strict=True))
    return [
        _extraction(tried, len(pages) - len(tried), by_set, by_threshold, thresholds),
        by_set, thresholds, by_threshold,
        _figure_6(tried, letter, letter_figure), letter, letter_figure,
        _redesign(redesigns, by_kind, recall), recall, by_kind,
    ], Compared(
        "records that come back by one example at .8",
        f"{paper} of {sold}, {paper / sold:.1%}",
        f"{free.back:,} of {free.wanted:,}, {free.recall:.1%}",
        f"{default.recall:.1%}",
        by_set.number,
    )  # fmt: skip


def _wanted(regions: Regions) -> int | None:
    """The first list of several records that are one subtree each."""
    lists = enumerate(regions)
    return next((n for n, one in lists if len(one) > 1 and {*map(len, one)} == {1}), None)


def _tried(name: str, labelled: LabelledPage) -> Iterator[_Tried]:
    page = Page(labelled.html, labelled.url)
    regions = true_regions(labelled, page)
    wanted = _wanted(regions)
    if wanted is None:
        return
    example = regions[wanted][0][0]
    places = Places(page)
    every: Any = page.root.xpath("//*")
    elements = dict(zip(page.nodes_of(every), every, strict=True))
    true = [(n, places.covered_by(one)) for n, records in enumerate(regions) for one in records]

    def score(found: Sequence[Sequence[etree._Element]]) -> _Score:
        covered = [places.covered_by(one) for one in found]
        matched = match(covered, [record for _, record in true])
        back = sum(true[place][0] == wanted for place in matched)
        return _Score(back, len(regions[wanted]), len(matched), len(found))

    scores: dict[tuple[str, float], _Score] = {}
    for rule in RULES:
        likeness = _likeness(page, KeyTree.of(example, page, measure=rule))
        for threshold in _THRESHOLDS:
            scores[rule, threshold] = score(_walk(page, elements, likeness, threshold))
        if rule == "free":
            found = _walk(page, elements, likeness, THRESHOLD, stop=str(example.tag))
            scores[_LITERAL, THRESHOLD] = score(found)
    records = find_records(page, learn_key_tree(page, [example])).records
    scores[_DEFAULT, THRESHOLD] = score([places.elements(one.xpaths) for one in records])
    yield _Tried(name, str(example.tag), scores)


def _likeness(page: Page, key: KeyTree) -> list[float]:
    """How like the key tree each node of the cleaned tree is."""
    compare = compared(page, key)
    _, shapes = page.cleaned(ELEMENTS)
    known = {shape: compare(shape) for shape in dict.fromkeys(shapes)}
    return [known[shape] for shape in shapes]


def _walk(
    page: Page,
    elements: Mapping[int, etree._Element],
    likeness: Sequence[float],
    threshold: float,
    *,
    stop: str | None = None,
) -> list[list[etree._Element]]:
    """The elements that are like the key tree, depth first, none in another.

    By the paper's text what is below any other node is looked into; by its figure 6 nothing is
    below a node of the key tree's tag, ``stop``.
    """
    tree, _ = page.cleaned(ELEMENTS)
    found: list[list[etree._Element]] = []
    node = 0
    while node < len(tree):
        is_like = likeness[node] > threshold
        if is_like:
            found.append([elements[tree.origin[node]]])
        is_left = is_like or tree.names[tree.tag[node]] == stop
        node += tree.size[node] if is_left else 1
    return found


def _sum(tried: Sequence[_Tried], method: str, threshold: float = THRESHOLD) -> _Score:
    total = _Score()
    for one in tried:
        total.add(one.scores[method, threshold])
    return total


def _extraction(
    tried: Sequence[_Tried], left_out: int, by_set: Table, by_threshold: Table, thresholds: Figure
) -> str:
    free, ordered, default = (_sum(tried, name) for name in _METHODS)
    right, sold = map(sum, zip(*_PAPERS.values(), strict=True))
    best = {rule: _best_threshold(tried, rule) for rule in RULES}
    tops = {rule: _sum(tried, rule, threshold).f1 for rule, threshold in best.items()}
    loose, strict = (_sum(tried, "free", threshold) for threshold in (0.5, 0.95))
    whole = [one.scores["free", THRESHOLD].recall == 1 for one in tried]
    links = {
        "by_set": by_set.link, "by_threshold": by_threshold.link, "thresholds": thresholds.link
    }  # fmt: skip
    return _EXTRACTION.format(
        paper_right=right,
        paper_true=sold,
        paper=right / sold,
        pages=len(tried),
        left_out=left_out,
        free_right=free.back,
        free_true=free.wanted,
        free=free.recall,
        than_paper=_than(free.recall, right / sold),
        ordered=ordered.recall,
        whole=mean(whole),
        precision=free.precision,
        ordered_precision=ordered.precision,
        default=default.recall,
        default_precision=default.precision,
        best=best["free"],
        best_ordered=best["ordered"],
        gain=tops["free"] - free.f1,
        gain_ordered=tops["ordered"] - ordered.f1,
        loose=loose.recall,
        loose_precision=loose.precision,
        strict=strict.recall,
        strict_precision=strict.precision,
        outruns=_OUTRUN.strip().format(
            rival="the better one" if tops["ordered"] > tops["free"] else "no better",
            ordered_best=tops["ordered"],
            free_best=tops["free"],
            default_best=default.f1,
            **links,
        ),
        **links,
    )


def _best_threshold(tried: Sequence[_Tried], rule: str) -> float:
    return max(_THRESHOLDS, key=lambda threshold: _sum(tried, rule, threshold).f1)


def _than(ours: float, papers: float) -> str:
    if abs(ours - papers) <= _NOTICED:
        return "no more or less"
    return "more" if ours > papers else "less"


def _by_set(tried: Sequence[_Tried]) -> Table:
    rows: list[list[Cell]] = []
    for name in dict.fromkeys([*(one.name for one in tried), _ALL]):
        of_set = [one for one in tried if name in (one.name, _ALL)]
        scores = [_sum(of_set, method) for method in _METHODS]
        row: list[Cell] = [name, len(of_set), scores[0].wanted]
        for score in scores:
            row += [score.back, score.recall, score.precision]
        rows.append(row)
    for shop, (right, sold) in _PAPERS.items():
        rows.append([f"the paper: {shop}", None, sold, right, right / sold])
    columns = ("brought back", _RECALL, _PRECISION)
    return Table(
        "S8",
        f"Records that come back by the first one of a page's list, threshold {THRESHOLD}",
        (
            "set", "pages", "records",
            *(f"{method}: {column}" for method in _METHODS for column in columns),
        ),
        [[*row, *[None] * (12 - len(row))] for row in rows],
    )  # fmt: skip


def _thresholds(tried: Sequence[_Tried]) -> Figure:
    series: list[Series] = []
    for rule in RULES:
        scores = [_sum(tried, rule, threshold) for threshold in _THRESHOLDS]
        series += [
            Series(f"{rule}: {_RECALL}", _THRESHOLDS, [one.recall for one in scores]),
            Series(f"{rule}: {_PRECISION}", _THRESHOLDS, [one.precision for one in scores]),
        ]
    right, sold = map(sum, zip(*_PAPERS.values(), strict=True))
    return Figure(
        "S7",
        "Recall and precision of records by one example, by threshold and rule",
        "threshold of similarity",
        "share of the records",
        series,
        marks=[("the paper's recall at .8", right / sold)],
    )


def _by_threshold(tried: Sequence[_Tried]) -> Table:
    rows: list[list[Cell]] = []
    for threshold in _THRESHOLDS:
        scores = [_sum(tried, rule, threshold) for rule in RULES]
        row: list[Cell] = [f"{threshold:.2f}"]
        for one in scores:
            row += [one.recall, one.precision, one.f1]
        rows.append(row)
    default = _sum(tried, _DEFAULT)
    rows.append([_DEFAULT, default.recall, default.precision, default.f1, None, None, None])
    columns = (_RECALL, _PRECISION, "harmonic mean")
    return Table(
        "S9",
        "Records by one example, all sets together, by threshold",
        ("threshold", *(f"{rule}: {column}" for rule in RULES for column in columns)),
        rows,
    )


def _tags(tried: Sequence[_Tried]) -> dict[str, list[_Tried]]:
    """The pages by the tag of their example; rare tags together, last."""
    counts = Counter(one.tag for one in tried)
    frequent = [tag for tag, count in counts.most_common() if count >= _FREQUENT]
    by_tag: dict[str, list[_Tried]] = {tag: [] for tag in frequent}
    for one in tried:
        by_tag.setdefault(one.tag if one.tag in frequent else _OTHERS, []).append(one)
    return by_tag


def _to_the_letter(tried: Sequence[_Tried]) -> tuple[Table, Figure]:
    by_tag = {**_tags(tried), _ALL: [*tried]}
    rows: list[list[Cell]] = []
    for tag, of_tag in by_tag.items():
        text, letter = _sum(of_tag, "free"), _sum(of_tag, _LITERAL)
        rows.append(
            [tag, len(of_tag), text.wanted, text.recall, letter.recall, text.precision,
             letter.precision]
        )  # fmt: skip
    table = Table(
        "S10",
        f"The algorithm by the paper's text and by its figure 6, free matching, above {THRESHOLD}",
        (
            "tag of the example", "pages", "records", "text: recall", "figure 6: recall",
            "text: precision", "figure 6: precision",
        ),
        rows,
    )  # fmt: skip
    right, sold = map(sum, zip(*_PAPERS.values(), strict=True))
    figure = Figure(
        "S8",
        "Records that come back by the paper's text and by its figure 6, by the example's tag",
        "tag of the example",
        _RECALL,
        [
            Series("by the text", [*by_tag], [_sum(one, "free").recall for one in by_tag.values()]),
            Series(
                "by figure 6", [*by_tag], [_sum(one, _LITERAL).recall for one in by_tag.values()]
            ),
        ],
        kind="bars",
        y_limits=(0, 1),
        marks=[("the paper's result", right / sold)],
    )
    return table, figure


def _figure_6(tried: Sequence[_Tried], table: Table, figure: Figure) -> str:
    text, letter = _sum(tried, "free"), _sum(tried, _LITERAL)
    by_tag = {tag: one for tag, one in _tags(tried).items() if tag != _OTHERS}
    worst = min(by_tag, key=lambda tag: _sum(by_tag[tag], _LITERAL).recall, default="div")
    of_worst = by_tag.get(worst, [])
    right, sold = map(sum, zip(*_PAPERS.values(), strict=True))
    return _FIGURE_6.format(
        literal=letter.recall,
        text=text.recall,
        worst=worst,
        worst_literal=_sum(of_worst, _LITERAL).recall,
        worst_text=_sum(of_worst, "free").recall,
        paper=right / sold,
        can="can hardly" if letter.recall < text.recall - _NOTICED else "may well",
        table=table.link,
        figure=figure.link,
    )


_Redesigns: TypeAlias = "dict[tuple[str, str], Tally]"
"""By kind of redesign and method."""


def _redesigned(pages: Sequence[LabelledPage]) -> _Redesigns:
    """What comes back of redesigned pages by each method."""
    tallies: _Redesigns = defaultdict(Tally)
    for page in pages:
        score_page(page, Namespace(kinds=",".join(KINDS), measure="free"), tallies)
    return tallies


def _recall(redesigns: _Redesigns) -> Figure:
    names = [_REDESIGNS[kind] for kind in KINDS]
    return Figure(
        "S9",
        "Records that come back after a redesign, by the example of the page before it",
        "what changed",
        _RECALL,
        [
            Series(shown, names, [redesigns[kind, name].back.recall for kind in KINDS])
            for name, shown in _KEPT.items()
        ],
        kind="bars",
        y_limits=(0, 1),
    )


def _by_kind(redesigns: _Redesigns) -> Table:
    rows: list[list[Cell]] = []
    for kind in KINDS:
        row: list[Cell] = [_REDESIGNS[kind], redesigns[kind, _SIMILAR].back.true]
        for name in _KEPT:
            tally = redesigns[kind, name]
            row += [tally.back.recall, tally.right.precision]
        rows.append(row)
    return Table(
        "S11",
        f"Records that come back after a redesign, above {THRESHOLD}",
        (
            "what changed", "records",
            *(f"{shown}: {one}" for shown in _KEPT.values() for one in (_RECALL, _PRECISION)),
        ),
        rows,
    )  # fmt: skip


def _redesign(redesigns: _Redesigns, by_kind: Table, recall: Figure) -> str:
    free = {kind: redesigns[kind, _SIMILAR].back.recall for kind in KINDS}
    after = redesigns["all_at_once", _KEY_TREE]
    return _REDESIGN.format(
        before=free["unchanged"],
        renamed=free["classes_renamed"],
        wrapped=free["fields_wrapped"],
        tags=free["tags_swapped"],
        all=free["all_at_once"],
        default_all=after.back.recall,
        default_precision=after.right.precision,
        by_kind=by_kind.link,
        recall=recall.link,
    )
