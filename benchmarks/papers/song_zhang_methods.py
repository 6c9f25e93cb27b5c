"""Song and Zhang 2011: both rules as plain recursion, and what is measured with them."""

from __future__ import annotations

import gc
from argparse import Namespace
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final, TypeAlias, TypeVar

from lxml import etree

from benchmarks.figures import Share, seconds_of
from benchmarks.list_truth import Places, match
from benchmarks.pages import LabelledPage
from benchmarks.papers.data import Data
from benchmarks.redesign import KINDS as REDESIGNS
from benchmarks.redesign import Tally, score_page, true_regions
from scrapy_treesim import KeyTree, Page
from scrapy_treesim.similarity import measure_over
from scrapy_treesim.templates.by_example.key_tree import THRESHOLD, compared
from scrapy_treesim.templates.by_example.sighting import find_records, learn_key_tree
from scrapy_treesim.tree import ELEMENTS, ShapeTable, Tree, clean

T = TypeVar("T")

RULES: Final = ("free", "ordered")

SITES: Final = ("templates/mixed", "templates/mixed2", "templates/swde")
"""Sets of pages whose sites and templates are known."""
KINDS: Final = ("one template", "one site, two templates", "two sites")
"""How two pages are related."""
PAIRS: Final = 1_000
"""Of each kind and set."""

SIZES: Final = (250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 200_000)
"""Elements of generated pages."""
PLAIN, SHAPES, PACKAGE = "plain recursion", "remembered by shapes", "package"
_MOST: Final = {PLAIN: 8_000, SHAPES: 16_000, PACKAGE: 200_000}
"""Elements up to which each way is run; the next size would take a minute or more."""
WAYS: Final = {f"{rule}, {way}": (rule, way, False) for way in _MOST for rule in RULES}
CHANGED: Final = {f"{rule}, {PACKAGE}, changed form": (rule, PACKAGE, True) for rule in RULES}
"""Rule, way, and whether the page is compared with its changed form or with itself."""
_RUNS: Final = 3
_ENOUGH: Final = 1.0
"""Seconds of all runs from which there is no other."""

LISTS: Final = ("records/webdext", "records/nexteval", "records/trieschnigg")
"""Sets of pages whose records are known."""
ALL: Final = "all"
THRESHOLDS: Final = tuple(step / 100 for step in range(50, 100, 5))
LITERAL: Final = "free, figure 6 to the letter"
DEFAULT: Final = "package's key tree"


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


_Comparison: TypeAlias = Callable[[Node, Node], float]
_Rule: TypeAlias = Callable[[Node, Node, _Comparison], float]


def _free(one: Node, other: Node, compare: _Comparison) -> float:
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


def _ordered(one: Node, other: Node, compare: _Comparison) -> float:
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


def recursion(name: str, way: str = PLAIN) -> _Comparison:
    """A rule as plain recursion, or computed but once for each pair of shapes."""
    rule = _MATCHING[name]
    known: dict[tuple[int, int], float] = {}

    def plain(one: Node, other: Node) -> float:
        return rule(one, other, plain)

    def remembered(one: Node, other: Node) -> float:
        pair = one.shape, other.shape
        value = known.get(pair)
        if value is None:
            value = known[pair] = rule(one, other, remembered)
        return value

    return plain if way == PLAIN else remembered


def by_package(one: Tree, other: Tree, rule: str) -> float:
    """The package's similarity of two trees, whose subtrees are numbered first."""
    table = ShapeTable()
    return measure_over(table, rule)(*(table.intern(tree)[0] for tree in (one, other)))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two pages of one set and how alike they are."""

    kind: str
    elements: tuple[int, int]
    values: dict[str, float]
    """By rule."""


_Page: TypeAlias = tuple[int, int]
"""Its elements, and its shape in the table of its set."""
Sites: TypeAlias = "dict[str, dict[str, list[_Page]]]"
"""Pages by site and template."""


def sampled(data: Data, name: str) -> tuple[Sites, list[Pair]]:
    """Read a set and draw pairs of each kind."""
    table = ShapeTable()
    sites: Sites = defaultdict(lambda: defaultdict(list))
    for one in data.pages(name):
        tree = clean(Page(one.html, one.url).tree, ELEMENTS)
        page = len(tree), table.intern(tree)[0]
        sites[one.truth["site"]][one.truth["template"]].append(page)
    measures = {rule: measure_over(table, rule) for rule in RULES}
    pairs: list[Pair] = []
    for kind, (elements, shape), (others, other) in _drawn(sites):
        values = {rule: compare(shape, other) for rule, compare in measures.items()}
        pairs.append(Pair(kind, (elements, others), values))
    return sites, pairs


def _drawn(by_site: Sites) -> Iterator[tuple[str, _Page, _Page]]:
    """Pairs at random, each site and each template being as likely as any other."""
    sites = [[*one.values()] for one in by_site.values()]
    templates = [one for site in sites for one in site if len(one) > 1]
    of_many = [one for one in sites if len(one) > 1]
    draw = Random(20)
    for _ in range(PAIRS):
        if templates:
            yield KINDS[0], *_two(draw, draw.choice(templates))
        if of_many:
            one, other = _two(draw, draw.choice(of_many))
            yield KINDS[1], draw.choice(one), draw.choice(other)
        if len(sites) > 1:
            near, far = _two(draw, sites)
            yield KINDS[2], draw.choice(draw.choice(near)), draw.choice(draw.choice(far))


def _two(draw: Random, among: Sequence[T]) -> tuple[T, T]:
    one, other = draw.sample(among, 2)
    return one, other


Timed: TypeAlias = "dict[str, float]"
"""Elements and shapes of a page, and CPU seconds by name of :data:`WAYS` and :data:`CHANGED`."""


def timed(elements: int) -> Timed:
    """Compare a generated page in all ways that its size allows."""
    page, changed = _generated(elements, is_changed=False), _generated(elements, is_changed=True)
    table = ShapeTable()
    table.intern(page)
    row: Timed = {"elements": len(page), "shapes": len(table)}
    for name, (rule, way, is_changed) in (WAYS | CHANGED).items():
        if elements <= _MOST[way]:
            row[name] = _quickest(page, changed if is_changed else page, rule, way)
    return row


def _quickest(one: Tree, other: Tree, rule: str, way: str) -> float:
    """CPU seconds of the quickest of several runs."""
    times: list[float] = []
    run: Callable[[], object] = partial(by_package, one, other, rule)
    table = ShapeTable()
    nodes = [] if way == PACKAGE else [Node.of(tree, table) for tree in (one, other)]
    while len(times) < _RUNS and sum(times) < _ENOUGH:
        if way != PACKAGE:
            run = partial(recursion(rule, way), *nodes)
        gc.collect()
        times.append(seconds_of(run))
    return min(times)


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


Scores: TypeAlias = "dict[tuple[str, str, float], Tally]"
"""By set (or :data:`ALL`), method and threshold."""
Redesigned: TypeAlias = "dict[tuple[str, str], Tally]"
"""By kind of redesign and method."""


def records_by_example(data: Data) -> tuple[int, Scores, Redesigned]:
    """Seek the records of lists by one example, on the page as it is and redesigned; the number
    of pages stands first."""
    pages = 0
    scores: Scores = defaultdict(Tally)
    redesigned: Redesigned = defaultdict(Tally)
    for name in LISTS:
        for page in data.pages(name):
            found = [*_by_one(page)]
            pages += bool(found)
            for method, threshold, back, right in found:
                for tally in (scores[name, method, threshold], scores[ALL, method, threshold]):
                    tally.back.add(back)
                    tally.right.add(right)
            score_page(page, Namespace(kinds=",".join(REDESIGNS), measure="free"), redesigned)
    return pages, scores, redesigned


def _by_one(labelled: LabelledPage) -> Iterator[tuple[str, float, Share, Share]]:
    """Score each method and threshold on a page with a list of several records that are one
    subtree each: by the records of that list, and by those of all lists."""
    page = Page(labelled.html, labelled.url)
    regions = true_regions(labelled, page)
    lists = (n for n, one in enumerate(regions) if len(one) > 1 and {*map(len, one)} == {1})
    wanted = next(lists, None)
    if wanted is None:
        return
    example = regions[wanted][0][0]
    places = Places(page)
    every: Any = page.root.xpath("//*")
    elements = dict(zip(page.nodes_of(every), every, strict=True))
    true = [(n, places.covered_by(one)) for n, records in enumerate(regions) for one in records]

    def score(found: Sequence[Sequence[etree._Element]]) -> tuple[Share, Share]:
        covered = [places.covered_by(one) for one in found]
        matched = match(covered, [record for _, record in true])
        back = sum(true[place][0] == wanted for place in matched)
        return (
            Share(back, len(found), len(regions[wanted])),
            Share(len(matched), len(found), len(true)),
        )

    def walked(likeness: Sequence[float], threshold: float, stop: str = "") -> tuple[Share, Share]:
        return score([[elements[node]] for node in _walk(page, likeness, threshold, stop)])

    for rule in RULES:
        likeness = _likeness(page, KeyTree.of(example, page, measure=rule))
        for threshold in THRESHOLDS:
            yield rule, threshold, *walked(likeness, threshold)
        if rule == "free":
            yield LITERAL, THRESHOLD, *walked(likeness, THRESHOLD, str(example.tag))
    records = find_records(page, learn_key_tree(page, [example])).records
    yield DEFAULT, THRESHOLD, *score([places.elements(one.xpaths) for one in records])


def _likeness(page: Page, key: KeyTree) -> list[float]:
    """How like the key tree each node of the cleaned tree is."""
    compare = compared(page, key)
    _, shapes = page.cleaned(ELEMENTS)
    known = {shape: compare(shape) for shape in dict.fromkeys(shapes)}
    return [known[shape] for shape in shapes]


def _walk(page: Page, likeness: Sequence[float], threshold: float, stop: str) -> list[int]:
    """The nodes that are like the key tree, depth first, none in another.

    By the paper's text what is below any other node is looked into; by its figure 6 nothing is
    below a node of the key tree's tag, ``stop``.
    """
    tree, _ = page.cleaned(ELEMENTS)
    found: list[int] = []
    node = 0
    while node < len(tree):
        is_like = likeness[node] > threshold
        if is_like:
            found.append(tree.origin[node])
        is_left = is_like or tree.names[tree.tag[node]] == stop
        node += tree.size[node] if is_left else 1
    return found
