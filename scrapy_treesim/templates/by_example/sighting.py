"""A key tree on a page of today: its records, and whether it is still valid.

Where it is not, the records after a redesign are repeated subtrees with leaves like its own. Tree
measures compare tags from the top down, and one wrapper more makes two records strangers. Here they
are compared by their leaves (see ``example_record.py``), whatever is around them.

1. The leaves of a subtree are paired with the example's: equal ones first, then those of another
   length, of another kind of text, and last any two texts; each step is worth less. With several
   examples a leaf may be there as often as in any of them, and is missing only if all have it.
2. Likeness is Tversky's (1977) of paired, missing and extra leaves. Of what the example has several
   times there may be more: an inner list.
3. Subtrees with the same tag path are a group. The group most like the key tree, of many rather
   than of one, has the records. While each of its members is alone in its parent and the
   parent hardly less like the key tree, the parents are the records: a field was added around them.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import accumulate
from operator import or_
from typing import Any, Final, NamedTuple

from scrapy_treesim.page import Page, Source
from scrapy_treesim.records.record import Record, read_records
from scrapy_treesim.records.table.named_fields import FieldNodes
from scrapy_treesim.templates.by_example.example_record import ExampleLeaf, Home
from scrapy_treesim.templates.by_example.key_tree import (
    THRESHOLD,
    Example,
    KeyTree,
    compared,
    similar_nodes,
)
from scrapy_treesim.templates.by_example.leaf_pairs import LEVELS, fields_of, page_leaves
from scrapy_treesim.templates.by_example.one_thing import learn_fields, read_fields
from scrapy_treesim.templates.by_example.shown_values import listed_records
from scrapy_treesim.tree import ELEMENTS, tags
from scrapy_treesim.values.fields import plain_values
from scrapy_treesim.wording import counted

Likenesses = dict[int, float]
"""Nodes with their likeness to the key tree, in [0, 1]."""

MIN_LIKENESS: Final = 0.7
"""Smallest mean likeness of a group of records, where that on the examples' page is not known."""

HOME_LIKENESS: Final = 0.75
"""Smallest mean likeness of a group of records, as a share of that on the examples' page."""

ALONE_LIKENESS: Final = 0.85
"""Smallest likeness of the one record of a page, as the same share: nothing like it confirms it.
At 0.75 a fifth of other sites' pages had such a record, at 0.85 three in a hundred."""

MIN_RECORDS: Final = 3
"""Smallest number of records of a group; fewer where the examples' page had fewer."""

HOME_SHARE: Final = 0.25
"""Smallest number of records of a group, as a share of those on the examples' page."""

MEMBER: Final = 0.45
"""Smallest likeness of a subtree to be a record of a group."""

CLIMB: Final = 0.75
"""Smallest likeness of a group's parents, as a share of its own, to be the records instead."""

MISSING: Final = 0.8
"""Weight of a leaf of the example alone, relative to one shared."""

EXTRA: Final = 0.45
"""Weight of a leaf of the record alone."""

INNER: Final = 0.25
"""Share of :data:`EXTRA` for a leaf of an inner list."""

NAMES: Final = 0.3
"""Share of the missing likeness made up for by the same class names."""

MAX_NAMES: Final = 60
"""Largest number of a key tree's class names; more are left out."""

MAX_RATIO: Final = 8
"""Largest size of a record in leaves: this many times the largest example's, and MAX_MORE more."""
MAX_MORE: Final = 16
MAX_COUNTED: Final = 5_000_000
"""Largest number of leaves counted, repeatedly in nested subtrees; pages need some thousands."""

_INNER_LEVEL: Final = 1
"""Level at which leaves of which the examples have several may be those of an inner list."""


class Relocation:
    """The search for a key tree's records on one page, by the leaves of its examples.

    Reads the page's leaves at once, O(nodes).
    """

    def __init__(self, page: Page, examples: Sequence[Sequence[ExampleLeaf]]) -> None:
        examples = [example for example in examples if example]
        self._tree = page.tree
        leaves = page.once(page_leaves) if examples else []
        self._before = _leaves_before(len(page.tree), [node for node, _ in leaves])
        self._max_leaves = MAX_RATIO * max(map(len, examples), default=0) + MAX_MORE
        self._budget = MAX_COUNTED
        self._steps = len(page.tree)
        self._counts = _leaf_counts([leaf for _, leaf in leaves], examples)

    def records(self, record_nodes: Iterable[int] = (), home: Home | None = None) -> Likenesses:
        """Return the nodes most like the examples, in page order; none is inside another.

        A group of ``record_nodes``, which are known to be records, is trusted and stays as it is.
        Any other must be like enough, and large enough, in comparison with the examples' page.
        O(nodes) but for subtrees of a record's size in one another.
        """
        tops = {self._top(node) for node in record_nodes}
        ranked = sorted(self._groups(), key=_group_score, reverse=True)
        sure = [group for group in ranked if _is_sure(group, tops)]
        # The examples' page is read before there is a home to compare with: there trees are right.
        if (home is None and sure) or (ranked and not _convinces(ranked[0], home)):
            ranked = sure
        if not ranked:
            return {}
        best = ranked[0]
        return best if _is_sure(best, tops) else self._climb(best)

    def likeness(self, node: int) -> float:
        """Return the likeness of the node's leaves to the examples'."""
        first, last = self._before[node], self._before[node + self._tree.size[node]]
        self._budget -= last - first
        if last - first > self._max_leaves or self._budget < 0:
            return 0.0
        return self._counts.likeness(first, last)

    def _groups(self) -> list[Likenesses]:
        """Return subtrees that may be records, by tag path; of a chain of wrappers the top."""
        tree, before = self._tree, self._before
        paths: dict[int, int] = {}
        path = array("i", bytes(4 * len(tree)))
        groups: dict[int, Likenesses] = {}
        for node in range(1, len(tree)):
            if tree.tag[node] == tags.TEXT:
                continue
            parent = tree.parent[node]
            key = path[parent] * len(tree.names) + tree.tag[node]
            path[node] = paths.setdefault(key, len(paths) + 1)
            first, last = before[node], before[node + tree.size[node]]
            if first == last or last - first > self._max_leaves:
                continue
            if first == before[parent] and last == before[parent + tree.size[parent]]:
                continue
            value = self.likeness(node)
            if value >= MEMBER:
                groups.setdefault(path[node], {})[node] = value
        return list(groups.values())

    def _top(self, node: int) -> int:
        """Return the outermost element with the same leaves."""
        tree, before = self._tree, self._before
        first, last = before[node], before[node + tree.size[node]]
        while (parent := tree.parent[node]) > 0 and first == before[parent]:
            if last != before[parent + tree.size[parent]]:
                break
            node = parent
        return node

    def _climb(self, group: Likenesses) -> Likenesses:
        """Return the group, or the parents of its members if these are the records instead."""
        while len(group) > 1:
            above = {self._tree.parent[node] for node in group}
            self._steps -= len(above)
            if len(above) < len(group) or 0 in above or self._steps < 0:
                break
            likenesses = {node: self.likeness(node) for node in sorted(above)}
            if _mean(likenesses.values()) < CLIMB * _mean(group.values()):
                break
            group = likenesses
        return group


def _is_sure(group: Likenesses, tops: set[int]) -> bool:
    return 2 * len(tops.intersection(group)) >= len(group)


def _convinces(group: Likenesses, home: Home | None) -> bool:
    """Return True if a group without other evidence is to be trusted."""
    expected = home.records if home else MIN_RECORDS
    fewest = max(min(MIN_RECORDS, expected), HOME_SHARE * expected)
    share = ALONE_LIKENESS if expected == 1 else HOME_LIKENESS
    least = share * home.similarity if home else MIN_LIKENESS
    return _mean(group.values()) >= least and len(group) >= fewest


class _LeafCounts(NamedTuple):
    """A page's leaves as groups of a key tree."""

    leaves: array[int]
    """Groups of each leaf, one for each level; -1 where the key tree has no such leaf."""
    names: array[int]
    """Class names of each leaf that the key tree has too, as bits."""
    level: Sequence[int]
    low: Sequence[int]
    """Smallest number of leaves of each group in an example."""
    high: Sequence[int]
    """Largest number of leaves of each group in an example."""
    worth: float
    """Worth of the leaves in all examples."""
    per_name: float
    """Share of the missing likeness that one class name makes up for."""

    def likeness(self, first: int, last: int) -> float:
        """Return the likeness of the leaves from ``first`` to ``last`` to the key tree."""
        paired, shared = [0] * len(LEVELS), [0] * len(LEVELS)
        inner = 0
        counts = Counter(self.leaves[len(LEVELS) * first : len(LEVELS) * last])
        counts.pop(-1, None)
        for group, count in counts.items():
            level, high = self.level[group], self.high[group]
            paired[level] += min(count, high)
            shared[level] += min(count, self.low[group])
            if level == _INNER_LEVEL and high > 1:
                inner += max(0, count - high)
        value = _worth_of(paired)
        if value <= 0:
            return 0.0
        missing = max(0.0, self.worth - _worth_of(shared))
        extra = max(0.0, last - first - value - (1 - INNER) * inner)
        value /= value + MISSING * missing + EXTRA * extra
        names = reduce(or_, self.names[first:last], 0).bit_count()
        return value + (1 - value) * self.per_name * names


def _leaf_counts(
    leaves: Sequence[ExampleLeaf], examples: Sequence[Sequence[ExampleLeaf]]
) -> _LeafCounts:
    """Return the page's leaves by the examples' groups."""
    bits = _bits(examples)
    group_of: dict[tuple[object, ...], int] = {}
    levels: list[int] = []
    low: list[int] = []
    high: list[int] = []
    needed = [0] * len(LEVELS)
    for level, (_, common) in enumerate(LEVELS):
        counts = [Counter((level, *common(leaf)) for leaf in example) for example in examples]
        for name in dict.fromkeys(name for count in counts for name in count):
            group_of[name] = len(levels)
            levels.append(level)
            low.append(min(count[name] for count in counts))
            high.append(max(count[name] for count in counts))
            needed[level] += low[-1]
    group, names = array("i"), array("q")
    groups_and_names: dict[ExampleLeaf, tuple[tuple[int, ...], int]] = {}
    for leaf in leaves:
        if leaf not in groups_and_names:
            groups = tuple(
                group_of.get((level, *common(leaf)), -1) for level, (_, common) in enumerate(LEVELS)
            )
            groups_and_names[leaf] = groups, sum({bits.get(name, 0) for name in leaf.names})
        group.extend(groups_and_names[leaf][0])
        names.append(groups_and_names[leaf][1])
    per_name = NAMES / len(bits) if bits else 0.0
    return _LeafCounts(group, names, levels, low, high, _worth_of(needed), per_name)


def _bits(examples: Sequence[Sequence[ExampleLeaf]]) -> dict[str, int]:
    names = dict.fromkeys(name for example in examples for leaf in example for name in leaf.names)
    return {name: 1 << position for position, name in enumerate(list(names)[:MAX_NAMES])}


def _leaves_before(nodes: int, leaves: Sequence[int]) -> array[int]:
    """Return the number of leaves before each node, and before the end."""
    before = array("i", bytes(4 * (nodes + 1)))
    for node in leaves:
        before[node + 1] += 1
    return array("i", accumulate(before))


def _worth_of(paired: Sequence[int]) -> float:
    """Return the worth of the pairs up to each level, those of finer levels among them."""
    finer = (0, *paired)
    return sum(
        worth * (count - before)
        for (worth, _), count, before in zip(LEVELS, paired, finer, strict=False)
    )


def _group_score(group: Likenesses) -> float:
    return _mean(group.values()) ** 4 * len(group) / (len(group) + 2)


MIN_GAIN: Final = 1.3
"""Factor by which the records by trees must exceed those by leaves, to be preferred."""

MUCH_DRIFT: Final = 0.3
"""Drift from which a key tree is no longer valid."""


@dataclass(frozen=True, slots=True, repr=False)
class Sighting:
    """A key tree's records on one page.

    >>> page = "<ul><li>Apple <b>$2.50</b><li>Pear <b>$3</b></ul>"
    >>> find_records(page, learn_key_tree(page, "li"))
    <Sighting of 2 records, drift 0.00>
    """

    records: list[Record]
    """Records in page order; ``similarity``: their leaves' likeness to the examples', in [0, 1]."""
    tree_similarity: float
    """Mean similarity of the records' trees to the nearest example, by the key tree's measure, in
    [0, 1]; 0 where there are none."""
    drift: float
    """Distance of the records' trees from the examples, in [0, 1].
    ``1 - s / s0``, where ``s`` is :attr:`tree_similarity` and ``s0`` the same on the page that the
    examples are from. 0 where they are no farther than there, 1 where there are no records. Of a
    page about one thing that is found by rules: the share of the fields that it lacks."""
    fields: tuple[FieldNodes, ...] = field(default=(), repr=False, compare=False)
    """The fields that the examples name, with their nodes in the records."""

    def __repr__(self) -> str:
        return f"<Sighting of {counted(len(self.records), 'record')}, drift {self.drift:.2f}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the sighting as plain values, ready for JSON."""
        values = plain_values(self, ("similarity", "tree_similarity", "drift", "holds"))
        return {**values, "records": [record.to_dict() for record in self.records]}

    @property
    def similarity(self) -> float:
        """Mean similarity of the records, in [0, 1]; 0 where there are none."""
        return _mean([record.similarity for record in self.records])

    @property
    def holds(self) -> bool:
        """True if the key tree describes the records as they are today."""
        return self.drift < MUCH_DRIFT


def find_records(page: Page | Source, key: KeyTree) -> Sighting:
    """Return the key tree's records on a page: those like it by leaves or, if more, by trees.
    There are none where the page is oversized.

    The record of a page about one thing, whose values were shown, is found by the rules of its
    fields; without these, as any other.

    >>> page = "<ul><li><a>Apple</a> <b>$1</b></li><li><a>Pear</a> <b>$2</b></li></ul>"
    >>> key = learn_key_tree(page, "li")
    >>> redesigned = "<div><p><a>Plum</a> <b>$3</b></p><p><a>Fig</a> <b>$4</b></p></div>"
    >>> [record.text for record in find_records(redesigned, key).records]
    ['Plum $3', 'Fig $4']

    Raises:
        ValueError: there is no measure of the key tree's name.
        TypeError: the source cannot be read as a page.
    """
    page = Page.of(page)
    if key.fields and not page.is_oversized and (of_thing := _of_one_thing(page, key)):
        return of_thing
    likenesses = {} if page.is_oversized else _record_nodes(page, key)
    nearest = _nearest_of_chain(page, key, likenesses)
    nodes_and_likenesses = [*zip(nearest, likenesses.values(), strict=True)]
    if nearest and key.home and key.home.records == 1:
        # The page is about one thing, and others are only a little like it.
        best = max(nodes_and_likenesses, key=lambda pair: pair[0][1] + pair[1])
        nearest, nodes_and_likenesses = [best[0]], [best]
    fields = fields_of(page, key.examples, [node for node, _ in nearest])
    fields += _missing(key, fields)
    found_nodes = (([node], value) for (node, _), value in nodes_and_likenesses)
    records = read_records(page, found_nodes, fields)
    tree_similarity = _mean([value for _, value in nearest])
    at_home = key.home.tree_similarity if key.home else 1.0
    drift = min(1.0, max(0.0, 1 - tree_similarity / at_home))
    return Sighting(records, tree_similarity, drift, tuple(fields))


def learn_key_tree(
    page: Page | Source,
    example: Example | Sequence[Example],
    *,
    threshold: float = THRESHOLD,
    measure: str = "free",
) -> KeyTree:
    """Make a key tree of examples on a page, with its findings there, to measure drift by later.

    >>> page = "<ul><li><a>Apple</a> <b>$1</b></li><li><a>Pear</a> <b>$2</b></li></ul><p>Fruit</p>"
    >>> learn_key_tree(page, "li").home.records
    2

    Raises:
        ValueError: as :meth:`KeyTree.of`; there is no measure of that name.
    """
    page = Page.of(page)
    key = KeyTree.of(example, page, threshold, measure)
    only = example[0] if isinstance(example, Sequence) and len(example) == 1 else example
    if isinstance(only, Mapping) and _is_of_one_thing(page, key):
        return replace(key, home=Home(1, 1.0, 1.0), fields=learn_fields(page, only))
    seen = find_records(page, key)
    if not (seen.similarity > 0 and seen.tree_similarity > 0):
        return key
    return replace(key, home=Home(len(seen.records), seen.similarity, seen.tree_similarity))


def _is_of_one_thing(page: Page, key: KeyTree) -> bool:
    """Tell whether an example is no record of a list of its page."""
    alike = similar_nodes(page, key)
    return len(alike) < MIN_RECORDS and listed_records(page).isdisjoint(alike)


def _of_one_thing(page: Page, key: KeyTree) -> Sighting | None:
    """Return the record of a page about one thing, if the rules find its fields."""
    named = (f for example in key.examples for leaf in example.leaves for f in leaf.fields)
    fields, confidence = read_fields(page, key.fields, named)
    if not fields:
        return None
    missing = _missing(key, fields)
    first = min(field.leaves[0][0] for field in fields)
    last = max(end for field in fields for _, end in field.leaves) - 1
    node = page.tree.element_around(first, last)
    records = read_records(page, [([node], confidence)], [*fields, *missing])
    ((_, tree_similarity),) = _nearest_of_chain(page, key, [node])
    return Sighting(records, tree_similarity, 1 - len(fields) / len(key.fields), (*fields,))


def _missing(key: KeyTree, fields: Iterable[FieldNodes]) -> list[FieldNodes]:
    """Return the fields of the examples that a page lacks: no other column has their names."""
    found = {field.name for field in fields}
    named = (f for example in key.examples for leaf in example.leaves for f in leaf.fields)
    return [FieldNodes(*f, []) for f in dict.fromkeys(named) if f.name not in found]


def _record_nodes(page: Page, key: KeyTree) -> Likenesses:
    alike = similar_nodes(page, key)
    examples = [example.plain_leaves for example in key.examples]
    if not any(examples):
        return alike
    relocation = Relocation(page, examples)
    relocated = relocation.records(alike, key.home)
    by_tree = {node: relocation.likeness(node) for node in alike}
    return by_tree if _total(by_tree) > MIN_GAIN * _total(relocated) else relocated


def _nearest_of_chain(page: Page, key: KeyTree, nodes: Iterable[int]) -> list[tuple[int, float]]:
    """Return the best of each node and its only descendants, with its likeness as a tree."""
    tree, shapes = page.cleaned(ELEMENTS)
    compare = compared(page, key)

    def likeness(node: int) -> float:
        # The remaining nodes keep their order.
        position = bisect_left(tree.origin, node)
        is_left = position < len(tree) and tree.origin[position] == node
        return compare(shapes[position]) if is_left else 0.0

    nearest: list[tuple[int, float]] = []
    for node in nodes:
        best = (node, likeness(node))
        for inner in _chain(page, node):
            if (value := likeness(inner)) > best[1]:
                best = (inner, value)
        nearest.append(best)
    return nearest


def _chain(page: Page, node: int) -> list[int]:
    """Return the only elements in one another below a node, with no text beside them."""
    tree = page.tree
    chain: list[int] = []
    while tree.size[node] > 1 and len(chain) < 20:
        child = node + 1
        if tree.tag[child] == tags.TEXT or tree.size[child] != tree.size[node] - 1:
            break
        chain.append(child)
        node = child
    return chain


def _total(likenesses: Likenesses) -> float:
    return sum(max(0.0, value - MEMBER) for value in likenesses.values())


def _mean(values: Collection[float]) -> float:
    return sum(values) / len(values) if values else 0.0
