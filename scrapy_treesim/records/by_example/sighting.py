"""A key tree on a page of today: its records, and whether it still holds.

Where it does not, the records after a redesign are repeated subtrees with leaves like its own. Tree
measures compare tags from the top down, and one wrapper more makes two records strangers. Here they
are compared by their leaves (see ``example_record.py``), whatever stands around them.

1. The leaves of a subtree are paired with the example's: equal ones first, then those of another
   length, of another kind of text, and last any two texts; each step is worth less. With several
   examples a leaf may be there as often as in any of them, and is missing only if all have it.
2. Likeness is Tversky's (1977) of paired, missing and extra leaves. Of what the example has several
   times there may be more: an inner list.
3. Subtrees with the same way of tags to them are a group. The group most like the key tree, of many
   rather than of one, holds the records. While each of its members is alone in its parent and the
   parent hardly less like the key tree, the parents are the records: a field was added around them.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.fields import plain_values
from scrapy_treesim.page import Page
from scrapy_treesim.records.by_example._likeness_cy import LeafCounts
from scrapy_treesim.records.by_example.example_record import Home, Leaf, leaves_of
from scrapy_treesim.records.by_example.key_tree import THRESHOLD, KeyTree, compared, similar_nodes
from scrapy_treesim.records.record import Record, read_records
from scrapy_treesim.tree import ELEMENTS, tags
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.page import Source
    from scrapy_treesim.records.by_example.key_tree import Example


Likenesses = dict[int, float]
"""Nodes and how like the key tree each is, in [0, 1]."""

LEAST: Final = 0.7
"""Likeness that the records of a group have on average, or there are no records, where it is not
known what they had on the examples' page."""

LEAST_OF_HOME: Final = 0.75
"""The same, of what they had there."""

FEWEST: Final = 3
"""Records of a group at least, or as many as there were on the examples' page."""

FEWEST_OF_HOME: Final = 0.25
"""The same, of those on the examples' page."""

MEMBER: Final = 0.45
"""Likeness that a subtree has at least to be a record of a group."""

CLIMB: Final = 0.75
"""Likeness that a group's parents keep, of the group's own, to be the records in its place."""

MISSING: Final = 0.8
"""Weight of a leaf only the example has, relative to one shared."""

EXTRA: Final = 0.45
"""Weight of a leaf that only the record has."""

INNER: Final = 0.25
"""Share of that for a leaf of an inner list."""

NAMES: Final = 0.3
"""Share of what is wanting in likeness that the same class names make up for."""

MAX_NAMES: Final = 60
"""Class names of a key tree that count."""

ROOM: Final = 8
"""Times as many leaves as the largest example has that a record may have, and SPARE more."""
SPARE: Final = 16
MAX_COUNTED: Final = 50_000_000
"""Leaves counted in all, those in nested subtrees again and again; pages need some thousands."""

LEVELS: Final[tuple[tuple[float, Callable[[Leaf], tuple[object, ...]]], ...]] = (
    (1.0, lambda leaf: (leaf.kind, leaf.linked, leaf.heading, leaf.chars.bit_length())),
    (0.85, lambda leaf: (leaf.kind, leaf.linked, leaf.heading)),
    (0.6, lambda leaf: (_matter(leaf), leaf.linked)),
    (0.35, lambda leaf: (_matter(leaf),)),
)
"""Worth of two paired leaves, with what they must have in common."""


class Relocation:
    """The search for a key tree's records on one page, by the leaves of its examples.

    Reads the page's leaves at once, O(nodes).
    """

    def __init__(self, page: Page, examples: Sequence[Sequence[Leaf]]) -> None:
        examples = [example for example in examples if example]
        self._tree = page.tree
        leaves = leaves_of(page.tree) if examples else []
        self._before = _leaves_before(len(page.tree), [node for node, _ in leaves])
        self._most = ROOM * max(map(len, examples), default=0) + SPARE
        self._left = MAX_COUNTED
        self._steps = len(page.tree)
        bits = _bits(examples)
        self._counts, needed = _leaf_counts([leaf for _, leaf in leaves], examples, bits)
        worth = [worth for worth, _ in LEVELS]
        one_name = NAMES / len(bits) if bits else 0.0
        self._weights = array("d", [*worth, _worth_of(needed), MISSING, EXTRA, 1 - INNER, one_name])

    def records(self, known: Iterable[int] = (), home: Home | None = None) -> Likenesses:
        """The nodes most like the examples, in page order; none lies in another.

        ``known`` are nodes known for records: a group of such is believed and stays as it is. Any
        other must be like enough, and large enough, in comparison with the examples' page.
        O(nodes) but for subtrees of a record's size in one another.
        """
        tops = {self._top(node) for node in known}
        ranked = sorted(self._groups(), key=_worth, reverse=True)
        sure = [group for group in ranked if _is_known(group, tops)]
        # The examples' own page is read before anything is known of it: there trees are right.
        if (home is None and sure) or (ranked and not _convinces(ranked[0], home)):
            ranked = sure
        if not ranked:
            return {}
        best = ranked[0]
        return best if _is_known(best, tops) else self._climb(best)

    def likeness(self, node: int) -> float:
        """Of the node's leaves to the examples'."""
        first, last = self._before[node], self._before[node + self._tree.size[node]]
        self._left -= last - first
        if last - first > self._most or self._left < 0:
            return 0.0
        return self._counts.likeness(first, last, self._weights)

    def _groups(self) -> list[Likenesses]:
        """Subtrees that may be records, by their way of tags; of a chain of wrappers the top."""
        tree, before = self._tree, self._before
        ways: dict[int, int] = {}
        way = array("i", bytes(4 * len(tree)))
        groups: dict[int, Likenesses] = {}
        for node in range(1, len(tree)):
            if tree.tag[node] == tags.TEXT:
                continue
            above = tree.parent[node]
            key = way[above] * len(tree.names) + tree.tag[node]
            way[node] = ways.setdefault(key, len(ways) + 1)
            first, last = before[node], before[node + tree.size[node]]
            if first == last or last - first > self._most:
                continue
            if first == before[above] and last == before[above + tree.size[above]]:
                continue
            value = self.likeness(node)
            if value >= MEMBER:
                groups.setdefault(way[node], {})[node] = value
        return list(groups.values())

    def _top(self, node: int) -> int:
        """The outermost element that holds the same leaves."""
        tree, before = self._tree, self._before
        first, last = before[node], before[node + tree.size[node]]
        while (above := tree.parent[node]) > 0 and first == before[above]:
            if last != before[above + tree.size[above]]:
                break
            node = above
        return node

    def _climb(self, group: Likenesses) -> Likenesses:
        """The group, or the parents of its members that are the records in its place."""
        while len(group) > 1:
            above = {self._tree.parent[node] for node in group}
            self._steps -= len(above)
            if len(above) < len(group) or 0 in above or self._steps < 0:
                break
            parents = {node: self.likeness(node) for node in sorted(above)}
            if _mean(parents.values()) < CLIMB * _mean(group.values()):
                break
            group = parents
        return group


def _is_known(group: Likenesses, known: set[int]) -> bool:
    return 2 * len(known.intersection(group)) >= len(group)


def _convinces(group: Likenesses, home: Home | None) -> bool:
    """True if a group without other evidence is to be believed."""
    there = home.records if home else FEWEST
    fewest = max(min(FEWEST, there), FEWEST_OF_HOME * there)
    least = LEAST_OF_HOME * home.similarity if home else LEAST
    return _mean(group.values()) >= least and len(group) >= fewest


def _leaf_counts(
    leaves: Sequence[Leaf], examples: Sequence[Sequence[Leaf]], bits: dict[str, int]
) -> tuple[LeafCounts, list[int]]:
    """The page's leaves by the groups of the examples' leaves, and how many of each level all
    examples have."""
    group_of: dict[tuple[object, ...], int] = {}
    low, high, several = array("i"), array("i"), array("i")
    needed = [0] * len(LEVELS)
    for level, (_, common) in enumerate(LEVELS):
        counts = [Counter((level, *common(leaf)) for leaf in example) for example in examples]
        for name in dict.fromkeys(name for count in counts for name in count):
            group_of[name] = len(low)
            low.append(min(count[name] for count in counts))
            high.append(max(count[name] for count in counts))
            several.append(level == 1 and high[-1] > 1)
            needed[level] += low[-1]
    group, names = array("i"), array("q")
    known: dict[Leaf, tuple[tuple[int, ...], int]] = {}
    for leaf in leaves:
        if leaf not in known:
            groups = tuple(
                group_of.get((level, *common(leaf)), -1) for level, (_, common) in enumerate(LEVELS)
            )
            known[leaf] = groups, sum({bits.get(name, 0) for name in leaf.names})
        group.extend(known[leaf][0])
        names.append(known[leaf][1])
    return LeafCounts(group, low, high, several, names), needed


def _bits(examples: Sequence[Sequence[Leaf]]) -> dict[str, int]:
    names = dict.fromkeys(name for one in examples for leaf in one for name in leaf.names)
    return {name: 1 << place for place, name in enumerate(list(names)[:MAX_NAMES])}


def _leaves_before(nodes: int, of: Sequence[int]) -> array[int]:
    """For each node, and for the end, the number of leaves before it."""
    before = array("i", bytes(4 * (nodes + 1)))
    for node in of:
        before[node + 1] += 1
    return array("i", accumulate(before))


def _worth_of(paired: Sequence[int]) -> float:
    """Pairs up to each level, those of finer ones among them, by what they are worth."""
    finer = (0, *paired)
    return sum(
        worth * (count - before)
        for (worth, _), count, before in zip(LEVELS, paired, finer, strict=False)
    )


def _matter(leaf: Leaf) -> str:
    return "text" if leaf.chars else leaf.kind


def _worth(group: Likenesses) -> float:
    return _mean(group.values()) ** 4 * len(group) / (len(group) + 2)


MORE: Final = 1.3
"""Times as much that the records found by their trees must amount to, to be preferred."""

MUCH_DRIFT: Final = 0.3
"""Drift from which a key tree no longer holds."""


@dataclass(frozen=True, slots=True, repr=False)
class Sighting:
    """A key tree's records on one page."""

    records: list[Record]
    """In page order; ``similarity`` tells how like the examples' their leaves are, in [0, 1]."""
    tree_similarity: float
    """Mean similarity of the records' trees to the nearest example, by the key tree's measure, in
    [0, 1]; 0 where there are none."""
    drift: float
    """Distance of the records' trees from the examples, in [0, 1].
    ``1 - s / s0``, where ``s`` is :attr:`tree_similarity` and ``s0`` the same on the page that the
    examples are from. 0 where they lie no farther than there, 1 where there are no records."""

    def __repr__(self) -> str:
        return f"<Sighting of {counted(len(self.records), 'record')}, drift {self.drift:.2f}>"

    def to_dict(self) -> dict[str, Any]:
        """All it says as plain values, ready for JSON."""
        own = plain_values(self, ("similarity", "tree_similarity", "drift", "holds"))
        return {**own, "records": [record.to_dict() for record in self.records]}

    @property
    def similarity(self) -> float:
        """Mean similarity of the records, in [0, 1]; 0 where there are none."""
        return _mean([record.similarity for record in self.records])

    @property
    def holds(self) -> bool:
        """True if the key tree describes the records as they are today."""
        return self.drift < MUCH_DRIFT


def find_records(page: Page | Source, key: KeyTree) -> Sighting:
    """The key tree's records: those like it by their leaves or, where more are, by their trees.
    There are none where the page is oversized.

    >>> page = "<ul><li><a>Apple</a> <b>$1</b></li><li><a>Pear</a> <b>$2</b></li></ul>"
    >>> key = learn_key_tree(page, "li")
    >>> redesigned = "<div><p><a>Plum</a> <b>$3</b></p><p><a>Fig</a> <b>$4</b></p></div>"
    >>> [record.text for record in find_records(redesigned, key).records]
    ['Plum $3', 'Fig $4']

    Raises:
        ValueError: no measure has the name that the key tree asks for.
        TypeError: the source cannot be read as a page.
    """
    page = Page.of(page)
    found = {} if page.is_oversized else _found(page, key)
    nearest = _nearest_of_chain(page, key, found)
    places = zip(nearest, found.values(), strict=True)
    records = read_records(page, (([node], value) for (node, _), value in places))
    tree_similarity = _mean([value for _, value in nearest])
    at_home = key.home.tree_similarity if key.home else 1.0
    return Sighting(records, tree_similarity, min(1.0, max(0.0, 1 - tree_similarity / at_home)))


def learn_key_tree(
    page: Page | Source,
    example: Example | Sequence[Example],
    *,
    threshold: float = THRESHOLD,
    measure: str = "free",
) -> KeyTree:
    """A key tree of examples on a page, and what it finds there, to tell later how things changed.

    >>> page = "<ul><li><a>Apple</a> <b>$1</b></li><li><a>Pear</a> <b>$2</b></li></ul><p>Fruit</p>"
    >>> learn_key_tree(page, "li").home.records
    2

    Raises:
        ValueError: as :meth:`KeyTree.of`; no measure of that name.
    """
    page = Page.of(page)
    key = KeyTree.of(example, page, threshold, measure)
    seen = find_records(page, key)
    if not (seen.similarity > 0 and seen.tree_similarity > 0):
        return key
    return replace(key, home=Home(len(seen.records), seen.similarity, seen.tree_similarity))


def _found(page: Page, key: KeyTree) -> Likenesses:
    alike = similar_nodes(page, key)
    examples = [example.plain_leaves for example in key.examples]
    if not any(examples):
        return alike
    relocation = Relocation(page, examples)
    found = relocation.records(alike, key.home)
    by_tree = {node: relocation.likeness(node) for node in alike}
    return by_tree if _total(by_tree) > MORE * _total(found) else found


def _nearest_of_chain(page: Page, key: KeyTree, nodes: Iterable[int]) -> list[tuple[int, float]]:
    """For each node, of it and the wrappers' content below it the one most like the key tree's
    examples as a tree, and how like. The node itself where none is."""
    tree, shapes = page.cleaned(ELEMENTS)
    compare = compared(page, key)

    def likeness(node: int) -> float:
        # The nodes that are left keep their order.
        place = bisect_left(tree.origin, node)
        is_left = place < len(tree) and tree.origin[place] == node
        return compare(shapes[place]) if is_left else 0.0

    found: list[tuple[int, float]] = []
    for node in nodes:
        best = (node, likeness(node))
        for inner in _chain(page, node):
            if (value := likeness(inner)) > best[1]:
                best = (inner, value)
        found.append(best)
    return found


def _chain(page: Page, node: int) -> list[int]:
    """The only elements in one another below a node, with no text beside them."""
    tree = page.tree
    chain: list[int] = []
    while tree.size[node] > 1 and len(chain) < 20:
        child = node + 1
        if tree.tag[child] == tags.TEXT or tree.size[child] != tree.size[node] - 1:
            break
        chain.append(child)
        node = child
    return chain


def _total(found: Likenesses) -> float:
    return sum(max(0.0, value - MEMBER) for value in found.values())


def _mean(values: Collection[float]) -> float:
    return sum(values) / len(values) if values else 0.0
