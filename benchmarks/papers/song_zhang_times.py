"""Song and Zhang 2011: the time of both rules, by plain recursion and on shapes."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import log
from random import Random
from typing import Final, TypeAlias

from benchmarks.figures import mean, seconds_of, slope
from benchmarks.papers.report import Cell, Compared, Figure, Series, Table
from benchmarks.papers.song_zhang_pages import KINDS, RULES, Pair
from scrapy_treesim import Page
from scrapy_treesim.similarity import measure_over
from scrapy_treesim.tree import ELEMENTS, ShapeTable, Tree, clean

_PAIRS: Final = 12
"""Pairs of each kind that are compared by plain recursion."""
_MEDIUM: Final = range(300, 2_001)
"""Elements of pages in these pairs: enough to be timed, few enough for the recursion."""
_MAX_HEIGHT: Final = 150
"""Of trees that are compared by recursion."""
SIZES: Final = (250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 200_000)
"""Elements of generated pages."""
FEW_SIZES: Final = SIZES[:3]
"""The same in a trial."""
_MOST: Final = {"plain recursion": 8_000, "remembered by shapes": 16_000, "package": 200_000}
"""Elements up to which each way is run; the next size would take a minute or more."""
_PLAIN, _SHAPES, _PACKAGE = _MOST
_WAYS: Final = tuple((way, rule) for way in _MOST for rule in RULES)
_REAL: Final = range(200, 4_001)
"""Elements of real pages that are compared with themselves."""
_REAL_PAGES: Final = 16
_RUNS: Final = 3
_ENOUGH: Final = 1.0
"""Seconds of all runs from which there is no other."""
_MIN_SECONDS: Final = 0.005
"""Shorter times say nothing of growth."""
_NOTICED: Final = 1.1
"""A ratio of times that is more than noise."""
_SQUARE: Final = range(18, 23)
"""Tenths of an exponent that is about 2."""

_TEXT: Final = """
## Time

The paper also observes that likeness costs time, and that ordered matching takes longer than free
matching. We wrote both rules as plain recursion in Python, as the paper did, and ran them on
{pairs} pairs of real pages of {least} to {most:,} elements. For a million pairs of elements, pages
of one template took {same:.3f} seconds and pages of two sites {other:.3f} by free matching,
{likeness_holds}. Ordered matching took
{pairs_ratio:.2f} times as long ({times}). The recursion and the package's compiled code agree
{agreement} ({times}).

The paper's figure 4 compares pages with themselves. We do so with {real_pages} real pages of the
same sets ({real}), and with generated ones of up to {largest:,} elements that are built like a
result page: a long list between two menus ({grown}). The time of plain recursion on these grows
with the elements to the power of {free_slope:.2f} for free and {ordered_slope:.2f} for ordered
matching ({grown_table}), {square}. At {at:,} elements ordered matching took {ratio:.2f} times as
long as free matching ({grown_table}), on all the real pages {real_ratio:.2f} times ({real_table}).
The paper's figure, where ordered matching is the slower one, and more so the larger the page,
{ratio_holds}. Both rules compare the same pairs of subtrees. The paper's reason is that ordered
matching looks back at other cells of its table for each new one; it looks at three, while free
matching has two maxima to keep. What differs is the program, not the order of growth.

The paper closes with an open question: can repeated subtrees be compressed without losing the
structure? They can. Every distinct subtree gets a number, its *shape*, and results are remembered
by pairs of numbers. The generated page of {largest:,} elements has {shapes:,} shapes
({grown_table}). Remembering alone makes free matching by recursion {remembered:.1f} times as quick
at {at:,} elements ({grown_table}). In the package, moreover, what has one number is known to be
equal, so that comparing a page with itself is no more work than numbering its subtrees: {own:.3f}
seconds at {largest:,} elements ({grown}).

Equality helps identical pages only, so we compared each generated page with a changed form as well,
in which every record has one element more ({changed}). At {changed_nodes:,} elements free matching
takes {free_pair:.2f} seconds in the package and ordered matching {ordered_pair:.2f}
({changed_table}). Free matching counts equal children and compares each sort once; ordered matching
has to lay two lists of thousands against each other. On shapes, then, the paper's claim
{pair_holds}: ordered matching takes {pair_ratio:.1f} times as long.
"""


@dataclass(frozen=True, slots=True)
class Node:
    """A tree as the recursion walks it."""

    tag: int
    size: int
    shape: int
    children: tuple[Node, ...]

    @classmethod
    def of(cls, tree: Tree, table: ShapeTable) -> Node:
        """The root, with all below it."""
        shapes = table.intern(tree)
        made: dict[int, Node] = {}
        for node in range(len(tree) - 1, -1, -1):
            children = tuple(made.pop(child) for child in tree.children(node))
            made[node] = cls(table.tag[shapes[node]], tree.size[node], shapes[node], children)
        return made[0]


Comparison: TypeAlias = Callable[[Node, Node], float]
_Rule: TypeAlias = Callable[[Node, Node, Comparison], float]


def _free(one: Node, other: Node, compare: Comparison) -> float:
    """Equations 1 and 2 of the paper."""
    if one.tag != other.tag:
        return 0.0
    nodes = one.size + other.size
    if one.size == 1 or other.size == 1:
        return 2 / nodes
    total = 0.0
    bests = [0.0] * len(other.children)
    for a in one.children:
        best = 0.0
        for place, b in enumerate(other.children):
            value = compare(a, b)
            if value > best:
                best = value
            if value > bests[place]:
                bests[place] = value
        total += a.size * best
    for b, best in zip(other.children, bests, strict=True):
        total += b.size * best
    return (2 + total) / nodes


def _ordered(one: Node, other: Node, compare: Comparison) -> float:
    """The same, with children matched one to one and in order."""
    if one.tag != other.tag:
        return 0.0
    nodes = one.size + other.size
    if one.size == 1 or other.size == 1:
        return 2 / nodes
    row = [0.0] * (len(other.children) + 1)
    for a in one.children:
        diagonal = left = 0.0
        for place, b in enumerate(other.children, 1):
            best = diagonal + (a.size + b.size) * compare(a, b)
            diagonal = row[place]
            if diagonal > best:
                best = diagonal
            if left > best:
                best = left
            row[place] = left = best
    return (2 + row[-1]) / nodes


_MATCHING: Final[dict[str, _Rule]] = {"free": _free, "ordered": _ordered}


def recursion(name: str) -> Comparison:
    """A rule as plain recursion."""
    rule = _MATCHING[name]

    def compare(one: Node, other: Node) -> float:
        return rule(one, other, compare)

    return compare


def _remembered(name: str) -> Comparison:
    """A rule that is computed once for each pair of shapes."""
    rule = _MATCHING[name]
    known: dict[tuple[int, int], float] = {}

    def compare(one: Node, other: Node) -> float:
        pair = one.shape, other.shape
        value = known.get(pair)
        if value is None:
            value = known[pair] = rule(one, other, compare)
        return value

    return compare


def by_package(one: Tree, other: Tree, rule: str) -> float:
    """The package's similarity of two trees, whose subtrees are numbered first."""
    table = ShapeTable()
    return measure_over(table, rule)(*(table.intern(tree)[0] for tree in (one, other)))


@dataclass(frozen=True, slots=True)
class _Timed:
    """Two trees that were compared in all ways that their size allows."""

    nodes: int
    """Of the larger one."""
    shapes: int
    """Of both."""
    seconds: dict[tuple[str, str], float]
    """By way and rule."""

    @classmethod
    def of(cls, one: Tree, other: Tree) -> _Timed:
        """Compare them."""
        nodes, table = max(len(one), len(other)), ShapeTable()
        for tree in (one, other):
            table.intern(tree)
        seconds = {
            (way, rule): _quickest(one, other, way, rule)
            for way, rule in _WAYS
            # Half a record more than asked for makes no larger page.
            if nodes <= 1.1 * _MOST[way]
        }
        return cls(nodes, len(table), seconds)


def _quickest(one: Tree, other: Tree, way: str, rule: str) -> float:
    """CPU seconds of the quickest of several runs."""
    times: list[float] = []
    run: Callable[[], object] = partial(by_package, one, other, rule)
    table = ShapeTable()
    nodes = [] if way == _PACKAGE else [Node.of(tree, table) for tree in (one, other)]
    while len(times) < _RUNS and sum(times) < _ENOUGH:
        if way != _PACKAGE:
            run = partial((recursion if way == _PLAIN else _remembered)(rule), *nodes)
        gc.collect()
        times.append(seconds_of(run))
    return min(times)


def times(
    pairs: Sequence[Pair], trees: Sequence[Tree], sizes: Sequence[int]
) -> tuple[list[str | Table | Figure], Compared]:
    """Give the times of both rules on pairs, on pages with themselves, and on generated pages."""
    by_kind = _by_kind(pairs)
    real = [_Timed.of(tree, tree) for tree in _spread(trees)]
    grown, changed = [], []
    for size in sizes:
        page = _generated(size, is_changed=False)
        grown.append(_Timed.of(page, page))
        changed.append(_Timed.of(page, _generated(size, is_changed=True)))
    alone = "A page compared with itself"
    shown: dict[str, Table | Figure] = {
        "times": by_kind,
        "real": _figure(
            "S4", f"{alone}: real pages, by plain recursion, by shapes, and in the package", real
        ),
        "real_table": _table("S5", f"{alone}, real pages", real),
        "grown": _figure(
            "S5",
            f"{alone}: generated pages of up to 200,000 elements (the paper's figure 4)",
            grown,
        ),
        "grown_table": _table("S6", f"{alone}, generated pages", grown),
        "changed": _figure(
            "S6",
            "A generated page compared with its changed form, where equal shapes are of no help",
            changed,
        ),
        "changed_table": _table("S7", "A generated page and its changed form", changed),
    }
    text, compared = _text(by_kind, real, grown, changed, shown)
    return [text, *shown.values()], compared


def _text(
    by_kind: Table,
    real: Sequence[_Timed],
    grown: Sequence[_Timed],
    changed: Sequence[_Timed],
    shown: dict[str, Table | Figure],
) -> tuple[str, Compared]:
    last = [one for one in grown if (_PLAIN, "free") in one.seconds][-1]
    ratio, pair_ratio = _ratio([last], _PLAIN), _ratio(changed[-1:], _PACKAGE)
    exponents = {rule: _exponent(grown, _PLAIN, rule) for rule in RULES}
    is_square = all(round(10 * one) in _SQUARE for one in exponents.values())
    of_rule = [[float(row[column] or 0) for row in by_kind.rows] for column in (4, 5)]
    same, other = (of_rule[0][0], of_rule[0][-1]) if by_kind.rows else (0.0, 0.0)
    difference = max((float(row[-1] or 0) for row in by_kind.rows), default=0.0)
    text = _TEXT.format(
        pairs=sum(int(row[1] or 0) for row in by_kind.rows),
        least=_MEDIUM.start,
        most=_MEDIUM.stop - 1,
        same=same,
        other=other,
        likeness_holds="as in the paper: what is unlike at the root is not looked into"
        if same > other * _NOTICED
        else "unlike in the paper",
        pairs_ratio=sum(of_rule[1]) / (sum(of_rule[0]) or 1),
        agreement=f"to within {difference:.0e}" if difference else "exactly",
        real_pages=len(real),
        largest=grown[-1].nodes,
        shapes=grown[-1].shapes,
        free_slope=exponents["free"],
        ordered_slope=exponents["ordered"],
        square="about the square, as the paper says" if is_square else "where the paper says 2",
        at=last.nodes,
        ratio=ratio,
        real_ratio=_ratio(real, _PLAIN),
        ratio_holds=_holds(ratio),
        remembered=last.seconds[_PLAIN, "free"] / last.seconds[_SHAPES, "free"],
        own=grown[-1].seconds[_PACKAGE, "free"],
        changed_nodes=changed[-1].nodes,
        free_pair=changed[-1].seconds[_PACKAGE, "free"],
        ordered_pair=changed[-1].seconds[_PACKAGE, "ordered"],
        pair_ratio=pair_ratio,
        pair_holds=_holds(pair_ratio),
        **{name: one.link for name, one in shown.items()},
    )
    compared = Compared(
        f"time of ordered over free matching, a page of {last.nodes:,} elements with itself",
        "above 1, growing with the page",
        f"{ratio:.2f}",
        f"on shapes no work; {pair_ratio:.1f} for a changed page of {changed[-1].nodes:,}",
        "S6",
    )
    return text, compared


def _holds(ratio: float) -> str:
    if ratio > _NOTICED:
        return "is confirmed"
    return "is not confirmed" if ratio < 1 / _NOTICED else "is neither confirmed nor refuted"


def _ratio(timed: Sequence[_Timed], way: str) -> float:
    """Time of ordered matching over that of free matching, all trees together."""
    free, ordered = (sum(one.seconds.get((way, rule), 0.0) for one in timed) for rule in RULES)
    return ordered / free if free else 0.0


def _exponent(timed: Sequence[_Timed], way: str, rule: str) -> float:
    """The power of the number of elements with which time grows; 0 of too few long times."""
    points = [
        (log(one.nodes), log(seconds))
        for one in timed
        if (seconds := one.seconds.get((way, rule), 0.0)) >= _MIN_SECONDS
    ]
    return slope(points) if len(points) > 1 else 0.0


def _by_kind(pairs: Sequence[Pair]) -> Table:
    """Both rules as plain recursion on pairs of each kind."""
    rows: list[list[Cell]] = []
    for kind in KINDS:
        of_kind = (pair for pair in pairs if pair.kind == kind and _is_medium(pair))
        chosen = [*islice(of_kind, _PAIRS)]
        if not chosen:
            continue
        likeness = mean([pair.values["free"] for pair in chosen])
        millions = sum(len(pair.one) * len(pair.other) for pair in chosen) / 1_000_000
        seconds = (
            sum(_quickest(pair.one, pair.other, _PLAIN, rule) for pair in chosen) / millions
            for rule in RULES
        )
        difference = max(_difference(pair, rule) for pair in chosen for rule in RULES)
        shown = f"{difference:.0e}"
        rows.append([kind, len(chosen), likeness, millions / len(chosen), *seconds, shown])
    return Table(
        "S4",
        "CPU time of plain recursion by what two pages have in common, on this machine",
        (
            "pages of", "pairs", "mean similarity, free", "million pairs of elements, mean",
            *(f"{rule}: seconds for a million" for rule in RULES),
            "largest difference from the package",
        ),
        rows,
    )  # fmt: skip


def _is_medium(pair: Pair) -> bool:
    return all(len(tree) in _MEDIUM and _is_low(tree) for tree in (pair.one, pair.other))


def _is_low(tree: Tree) -> bool:
    return tree.heights()[0] <= _MAX_HEIGHT


def _difference(pair: Pair, rule: str) -> float:
    table = ShapeTable()
    one, other = (Node.of(tree, table) for tree in (pair.one, pair.other))
    return abs(recursion(rule)(one, other) - pair.values[rule])


def _spread(trees: Sequence[Tree]) -> list[Tree]:
    """Trees of all sizes that are compared with themselves, evenly on a scale of logarithms."""
    left = sorted((tree for tree in trees if len(tree) in _REAL and _is_low(tree)), key=len)
    chosen: list[Tree] = []
    for step in range(_REAL_PAGES):
        size = _REAL.start * (_REAL.stop / _REAL.start) ** (step / (_REAL_PAGES - 1))
        if left:
            chosen.append(left.pop(min(range(len(left)), key=lambda i: abs(len(left[i]) - size))))
    return sorted(chosen, key=len)


def _generated(elements: int, *, is_changed: bool) -> Tree:
    """A page of so many elements: a menu, a list of unlike records, and another menu; in its
    changed form each record has one element more."""
    draw = Random(20)
    menu = f"<div><ul>{'<li><a></a></li>' * min(30, elements // 20)}</ul></div>"
    records: list[str] = []
    left = elements - 2 * menu.count("</")
    while left > 0:
        record = _record(draw)
        left -= record.count("<") - record.count("</")
        records.append(record.replace("<h3>", "<em></em><h3>") if is_changed else record)
    page = f"<html><body>{menu}<div>{''.join(records)}</div>{menu}</body></html>"
    return clean(Page(page.encode()).tree, ELEMENTS)


def _record(draw: Random) -> str:
    """A product with what some have and others lack."""
    marks = "".join(draw.choices(("<i></i>", "<b></b>"), k=draw.randint(0, 4)))
    parts = ["<a><img></a><h3><a></a></h3>"]
    if draw.random() < 0.5:
        parts.append("<p><b></b></p>")
    parts.append(f"<div>{marks}<span></span></div>")
    if draw.random() < 0.7:
        parts.append(f"<ul>{'<li><span></span></li>' * draw.randint(1, 6)}</ul>")
    if draw.random() < 0.3:
        parts.append("<form><button></button></form>")
    return f"<div>{''.join(parts)}</div>"


def _figure(number: str, title: str, timed: Sequence[_Timed]) -> Figure:
    """Time by number of elements, each way and rule."""
    series: list[Series] = []
    for way, rule in _WAYS:
        points = [
            (one.nodes, one.seconds[way, rule]) for one in timed if (way, rule) in one.seconds
        ]
        name = f"{rule}, {way}"
        series.append(Series(name, [x for x, _ in points], [y for _, y in points]))
    return Figure(
        number,
        title,
        "elements of the page",
        "CPU seconds on this machine",
        series,
        # Less than two decades of sizes are read better on a plain axis.
        log_x=max((one.nodes for one in timed), default=0) > _REAL.stop,
        log_y=True,
    )


def _table(number: str, title: str, timed: Sequence[_Timed]) -> Table:
    rows = [[one.nodes, one.shapes, *map(one.seconds.get, _WAYS)] for one in timed]
    names = (f"{rule}, {way}" for way, rule in _WAYS)
    return Table(
        number,
        f"{title}: CPU seconds on this machine; nothing where that was not run",
        ("elements", "shapes", *names),
        rows,
        digits=4,
    )
