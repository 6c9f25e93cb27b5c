"""A key tree on a page of today: its records, and whether it still holds."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.page import Page
from scrapy_treesim.records.by_example.example_record import Home
from scrapy_treesim.records.by_example.key_tree import THRESHOLD, KeyTree, compared, similar_nodes
from scrapy_treesim.records.by_example.relocation import MEMBER, Likenesses, Relocation
from scrapy_treesim.records.record import Record, read_records
from scrapy_treesim.tree import ELEMENTS, tags
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scrapy_treesim.page import Source
    from scrapy_treesim.records.by_example.key_tree import Example

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
        return {
            "similarity": self.similarity,
            "tree_similarity": self.tree_similarity,
            "drift": self.drift,
            "holds": self.holds,
            "records": [record.to_dict() for record in self.records],
        }

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


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0
